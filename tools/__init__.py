"""Around the course: `launcher` (start.py), `lectures`, `slides`, `benchmarks`, `names`.

Nothing here is read by a student. `launcher` is the standard library alone.
"""
