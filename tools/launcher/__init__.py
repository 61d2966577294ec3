"""What `start.py` does, in the standard library alone.

Reading order: `place` (what differs between systems), `errors` (one line for each
trouble), `terminal` (running installers, showing progress), `installer` (the steps),
`state` (which steps are due), `jupyter` (opening the course), `commands`.
"""
