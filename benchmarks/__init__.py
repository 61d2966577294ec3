"""How fast minigrad is, beside PyTorch and beside NumPy written by hand.

`python -m benchmarks` runs it. `rows.py` says what is measured, `measure.py` how.
"""
