"""The engine. Read: mode, tensor, graph, saved, op, arithmetic, engine, function.

`../speed/` puts faster functions in the place of some, and `MINIGRAD_PLAIN=1` leaves it
out. What else PyTorch has is in `../autograd/`.
"""
