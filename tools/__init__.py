"""Around the course: `launcher` (start.py), `slides` and `benchmarks`.

Nothing here is read by a student. `launcher` is the standard library alone.
"""
