"""For instructors, before a set is handed out.

Read: `sets` (points and exercises of a set), `variants` (other names and numbers),
`handout` (the student folder; its pieces are found by `marks`), `questions` (numbers
that are asked for).
"""
