"""The layers. Read `module.py` first, then `linear.py` and whichever you like."""
