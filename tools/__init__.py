"""Around the course: what start.py does, lectures, slides, benchmarks, lists of names.

`mutate` tries the checks: it changes the solutions, and counts what passes.
`copies` makes a student's copies, for start.py. Nothing here is read by a student.
`launcher` is the standard library alone.
"""
