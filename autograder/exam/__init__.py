"""An exam: questions that a seed draws, each with a program that shows its answer.

    python -m autograder exam 2027 [--count 10] [--lectures 1 2 3] [--large] [--to DIR]

Read: `bank` (what a question is), `lecture_01` to `lecture_10` (a question for
each of the lecture's objectives), `sheet` (pages and notebooks). Handouts leave
this room out.
"""
