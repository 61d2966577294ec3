"""Pieces: the parts of minigrad that an exercise asks for.

Read: `kinds` (what a piece is), its forms in `engine`, `functions`, `gradcheck`,
`layers` and `optimizers`, `catalogue` (every piece), then `registry` (what a student
registered, and whose version minigrad runs on). `source` is a student's code as text,
`spares` are what a handout brings.
"""
