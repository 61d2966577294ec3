"""Around the course: what start.py does, lectures, slides, benchmarks, lists of names.

Nothing here is read by a student. `launcher` is the standard library alone.
"""
