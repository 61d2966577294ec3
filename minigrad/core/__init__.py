"""The engine. Read: mode, tensor, graph, saved, op, arithmetic, engine. What a product
of two tensors runs ends there; `function` has what users write.

`../speed/` puts faster functions in the place of some, and `MINIGRAD_PLAIN=1` leaves it
out. What else PyTorch has is in `../autograd/`.
"""
