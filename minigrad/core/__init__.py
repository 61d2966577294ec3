"""The engine, complete by itself. Read: `mode.py`, `tensor.py`, `graph.py`, `saved.py`,
`op.py`, `arithmetic.py`, `engine.py`, `function.py`.

Nothing here is there for speed: `../speed/` puts faster functions in the place of some,
and `MINIGRAD_PLAIN=1` leaves it out. What else PyTorch has is in `../autograd/`.
"""
