"""Choosing by order, along axes and of all; running sums and products."""

from .case import ONE, Case

FILLED = [(), (1,), (5,), (2, 3), (2, 1, 3)]

ALL = {
    "max": lambda lib, x: x.max(),
    "min": lambda lib, x: lib.min(x),
    "amax": lambda lib, x: x.amax(),
    "amin of dim": lambda lib, x: lib.amin(x, -1),
    "amax keepdim": lambda lib, x: x.amax(0, keepdim=True),
    "max of dim": lambda lib, x: tuple(x.max(0)),
    "min keepdim": lambda lib, x: tuple(x.min(dim=-1, keepdim=True)),
    "median": lambda lib, x: x.median(),
    "median of dim": lambda lib, x: tuple(x.median(-1)),
    "topk": lambda lib, x: tuple(x.topk(1, dim=0)),
}
ANY = {
    "sort": lambda lib, x: tuple(x.sort()),
    "sort of dim": lambda lib, x: tuple(lib.sort(x, 0, descending=True)),
    "sort stable": lambda lib, x: tuple(lib.sort(x, dim=0, stable=True)),
    "cumsum": lambda lib, x: x.cumsum(0),
    "cumprod": lambda lib, x: x.cumprod(-1),
    "prod": lambda lib, x: x.prod(),
    "prod of dim": lambda lib, x: lib.prod(x, -1),
    "prod keepdim": lambda lib, x: x.prod(0, keepdim=True),
    "logsumexp": lambda lib, x: x.logsumexp(0),
    "logsumexp keepdim": lambda lib, x: lib.logsumexp(x, (-1,), keepdim=True),
    "norm 1": lambda lib, x: x.norm(1, dim=0),
    "norm 0.5": lambda lib, x: x.norm(0.5),
}
FILLED_ONLY = {
    "norm 3": lambda lib, x: lib.norm(x, 3),
    "norm 2.5": lambda lib, x: x.norm(2.5, -1, keepdim=True),
    "norm 1.5": lambda lib, x: x.norm(1.5),
    "norm inf": lambda lib, x: x.norm(float("inf")),
    "norm -inf": lambda lib, x: x.norm(float("-inf"), 0),
}
SEVERAL = {
    "var": lambda lib, x: x.var(),
    "var of dim": lambda lib, x: x.var(-1, keepdim=True),
    "var without correction": lambda lib, x: lib.var(x, 1, correction=0),
    "var biased": lambda lib, x: x.var(False),
    "std": lambda lib, x: x.std(),
    "std of dims": lambda lib, x: lib.std(x, (0, 1), unbiased=False),
    "topk 2": lambda lib, x: tuple(lib.topk(x, 2)),
    "topk smallest": lambda lib, x: tuple(x.topk(2, 1, largest=False)),
    "amax of dims": lambda lib, x: x.amax((0, 1)),
}

CASES = [Case(n, ALL[n], (s,)) for n in ALL for s in FILLED]
CASES += [Case(n, ANY[n], (s,)) for n in ANY for s in ONE]
CASES += [Case(n, FILLED_ONLY[n], (s,)) for n in FILLED_ONLY for s in FILLED]
CASES += [Case(n, SEVERAL[n], (s,)) for n in SEVERAL for s in [(2, 3), (4, 2, 3)]]


def zeros_in_a_running_product(lib, x):
    return (x * x * lib.tensor([1.0, 0.0, 2.0, 1.0], dtype=x.dtype)).cumprod(0)


def gradient_of_that(lib, x):
    out = zeros_in_a_running_product(lib, x)
    (grad,) = lib.autograd.grad((out * out).sum(), x, create_graph=True)
    return grad


CASES += [
    Case("gradient of cumprod with a zero", gradient_of_that, ((4,),), graph=False),
    Case("cumprod with a zero", zeros_in_a_running_product, ((4,),)),
]
