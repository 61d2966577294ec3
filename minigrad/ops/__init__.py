"""The operations of minigrad, one family a file.

`elementwise`, `reduce`, `shape`, `index`, `linalg`. Which op is which method of Tensor
and which function of minigrad stands in `minigrad/methods.py`.
"""
