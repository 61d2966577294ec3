"""How fast minigrad is, beside PyTorch and beside NumPy written by hand.

`python -m tools.benchmarks` runs it. `rows.py` lists what is measured, `programs.py`
and `networks.py` hold the work itself, `by_hand.py` and `networks_by_hand.py` the same
in NumPy, `measure.py` says how time is taken, `growth.py` how cost grows; `report.py`
and `picture.py` show it.
"""
