"""The public functions: which op a call means, and PyTorch's errors for its arguments.

One module a family, beside the module of the same name in `ops/` that holds the
derivatives. Each ends with tables of names, which `methods.py` puts in place:
`FUNCTIONS` become functions of minigrad, `METHODS` methods of Tensor; `NUMPY` says
which of them a NumPy function means on Tensors.
"""
