"""The engine: of the rest it imports errors and promotion only. Read: `mode.py`,
`tensor.py`, `graph.py`, `saved.py`, `op.py`, `arithmetic.py`, `engine.py` and
`function.py`.
`../speed/` puts faster functions in the place of some, and `MINIGRAD_PLAIN=1` leaves it
out. What else PyTorch has is in `../autograd/`.
"""
