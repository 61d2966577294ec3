"""Matrix products by rank."""

from .case import Case

PRODUCTS = {
    "dot": ((3,), (3,)),
    "matrix vector": ((2, 3), (3,)),
    "vector matrix": ((3,), (3, 2)),
    "matrices": ((2, 3), (3, 4)),
    "row times column": ((1, 3), (3, 1)),
    "no rows": ((0, 3), (3, 2)),
    "nothing to sum": ((2, 0), (0, 3)),
    "stack times matrix": ((4, 2, 3), (3, 2)),
    "stack times vector": ((4, 2, 3), (3,)),
    "matrix times stack": ((2, 3), (4, 3, 2)),
    "vector times stack": ((3,), (4, 3, 2)),
    "stacks": ((4, 2, 3), (4, 3, 2)),
    "broadcast left": ((1, 2, 3), (4, 3, 2)),
    "broadcast right": ((4, 2, 3), (1, 3, 2)),
    "broadcast both": ((4, 1, 2, 3), (5, 3, 2)),
    "deep stack times vector": ((5, 4, 2, 3), (3,)),
    "empty stack": ((0, 2, 3), (0, 3, 2)),
}

CASES = [Case(name, lambda lib, a, b: a @ b, PRODUCTS[name]) for name in PRODUCTS]
