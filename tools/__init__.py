"""Around the course: `launcher` (start.py), `lectures`, `slides` and `benchmarks`.

Nothing here is read by a student. `launcher` is the standard library alone.
"""
