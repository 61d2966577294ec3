"""What a check finds out: one program, two libraries, and why they differ.

Read: `programs/ps2.py` (what is run), `inputs` (on what), `observation` (what is looked
at), `references` (what PyTorch did), `comparison`, `running`, `diagnosis`, `report`.
`hints` are the help before a check.
"""
