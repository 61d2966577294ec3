"""The site: what `start.py site` writes.

Read: `pages` (the course to read, with `conf.py` as Sphinx's settings), `lite` (the
course in a browser), and `wheels` (the Python that runs there).
"""
