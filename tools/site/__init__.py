"""The site: what `start.py site` writes.

Read: `lite` (the course in a browser), and `wheels` (the Python that runs there).
"""
