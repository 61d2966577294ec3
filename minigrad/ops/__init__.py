"""The operations of minigrad, one family a file.

Each file has its ops first, whose docstring is the formula; then the public functions
that choose one, with PyTorch's errors for their arguments; then tables of names, which
`methods.py` puts in place: `FUNCTIONS` become functions of minigrad, `METHODS`
methods of Tensor, `IN_PLACE` methods such as `scatter_`; `NUMPY` says which of them a
NumPy function means on Tensors.
"""
