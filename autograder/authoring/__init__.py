"""For instructors, before a set is handed out.

Read: `sets` (points, exercises and names of a set), `handout` (the student folder; its
pieces are found by `marks`), `questions` (numbers that are asked for).
"""
