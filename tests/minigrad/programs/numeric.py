"""Integrals, differences, distances, powers; linear algebra made of other functions."""

from .case import Case


def places(lib, x, *values):
    return lib.tensor(values, dtype=x.dtype)


TWO = {  # of shapes (3, 4) and (5, 4)
    "trapz": lambda lib, x, y: lib.trapz(x),
    "trapezoid dx": lambda lib, x, y: lib.trapezoid(x, dx=0.3, dim=0),
    "trapezoid x": lambda lib, x, y: lib.trapezoid(x, y[0]),
    "trapezoid of places": lambda lib, x, y: lib.trapezoid(x, y[:3], dim=0),
    "trapezoid x of rows": lambda lib, x, y: lib.trapezoid(x, y[0, :3], dim=0),
    "cumulative_trapezoid": lambda lib, x, y: lib.cumulative_trapezoid(x, y[0]),
    "cumulative_trapezoid of rows": lambda lib, x, y: lib.cumulative_trapezoid(
        x, dim=0
    ),
    "gradient": lambda lib, x, y: lib.gradient(x),
    "gradient of dim": lambda lib, x, y: lib.gradient(x, spacing=0.5, dim=1),
    "gradient of order 2": lambda lib, x, y: lib.gradient(
        x, spacing=(0.5, 2.0), edge_order=2
    ),
    "gradient at places": lambda lib, x, y: lib.gradient(
        x,
        spacing=(places(lib, x, 0, 1, 3), places(lib, x, 0, 1, 3, 4.5)),
        edge_order=2,
    ),
    "gradient at places of dim": lambda lib, x, y: lib.gradient(
        x, spacing=[places(lib, x, 0, 1, 3, 4.5)], dim=-1
    ),
    "gradient of two": lambda lib, x, y: lib.gradient(x[:2], dim=0),
    "corrcoef": lambda lib, x, y: x.corrcoef(),
    "corrcoef of a vector": lambda lib, x, y: lib.corrcoef(x[0]),
    "renorm": lambda lib, x, y: x.renorm(2, 0, 1.2),
    "renorm of columns": lambda lib, x, y: lib.renorm(x, 1, 1, 1.2),
    "renorm_": lambda lib, x, y: (x * 1).renorm_(1, 1, 1.2),
    "ldexp": lambda lib, x, y: lib.ldexp(x, lib.tensor([1, 2, 3, 0])),
    "combinations": lambda lib, x, y: lib.combinations(x[0]),
    "combinations of 3": lambda lib, x, y: lib.combinations(x[0], 3, True),
    "linalg.vander": lambda lib, x, y: lib.linalg.vander(x),
    "linalg.vander N": lambda lib, x, y: lib.linalg.vander(x[0], N=2),
    "sum_to_size": lambda lib, x, y: x.sum_to_size(3, 1) + x.sum_to_size(1),
    "fill_diagonal_": lambda lib, x, y: (x * 2).fill_diagonal_(0.5) * x,
    "fill_diagonal_ wrap": lambda lib, x, y: (y * 2).fill_diagonal_(0.5, True),
    "fill_diagonal_ of a cube": lambda lib, x, y: (
        y[:2].reshape(2, 2, 2) * 2
    ).fill_diagonal_(3),
    "unsqueeze_": lambda lib, x, y: (x * 2).unsqueeze_(1) * y[0],
    "squeeze_": lambda lib, x, y: (x[:1] * 2).squeeze_() * y,
    "transpose_": lambda lib, x, y: (x * 2).transpose_(0, 1) @ x,
    "t_": lambda lib, x, y: y @ (x * 2).t_(),
    "swapaxes_": lambda lib, x, y: y @ (x * 2).swapaxes_(0, -1),
    "reversed": lambda lib, x, y: reversed(x) * x,
    "split_with_sizes": lambda lib, x, y: lib.split_with_sizes(x, [1, 3], 1),
    "fill": lambda lib, x, y: lib.fill(x, 2.0) * x,
    "exp_ as a function": lambda lib, x, y: lib.exp_(x * 2) * lib.clamp_(y[:3] * 1, 0),
}
ONCE = {  # those that PyTorch derives once
    "cdist": lambda lib, x, y: lib.cdist(x, y),
    "cdist 1": lambda lib, x, y: lib.cdist(x, y, p=1),
    "cdist 3": lambda lib, x, y: lib.cdist(x[None], y[None], p=3.0),
    "cdist inf": lambda lib, x, y: lib.cdist(x, y, p=float("inf")),
    "cdist to itself": lambda lib, x, y: lib.cdist(x, x),
    "pdist": lambda lib, x, y: lib.pdist(y),
    "pdist 1": lambda lib, x, y: lib.nn.functional.pdist(y, 1),
}


def positive(lib, x):
    return x @ x.mT + lib.eye(3, dtype=x.dtype)


def factor(lib, x, upper: bool = False):
    return lib.linalg.cholesky(positive(lib, x), upper=upper)


SQUARE = {  # of shapes (3, 3) and (3, 2)
    "matrix_exp": lambda lib, x, y: lib.matrix_exp(x),
    "matrix_exp of large ones": lambda lib, x, y: lib.linalg.matrix_exp(x[None] * 4),
    "matrix_exp of zeros": lambda lib, x, y: lib.matrix_exp(x * 0),
    "cholesky_solve": lambda lib, x, y: lib.cholesky_solve(y, factor(lib, x)),
    "cholesky_solve upper": lambda lib, x, y: y.cholesky_solve(
        factor(lib, x, True), True
    ),
    "cholesky_inverse": lambda lib, x, y: lib.cholesky_inverse(factor(lib, x)),
    "cholesky_inverse upper": lambda lib, x, y: lib.cholesky_inverse(
        factor(lib, x, True), upper=True
    ),
    "tensorsolve": lambda lib, x, y: lib.linalg.tensorsolve(
        x.reshape(3, 1, 3), y[:, :1]
    ),
    "tensorsolve dims": lambda lib, x, y: lib.linalg.tensorsolve(
        x.reshape(3, 3, 1), y[:, 0], dims=(0,)
    ),
    "tensorinv": lambda lib, x, y: lib.linalg.tensorinv(x.reshape(3, 1, 1, 3)),
    "cond": lambda lib, x, y: lib.linalg.cond(x),
    "cond -2": lambda lib, x, y: lib.linalg.cond(x, -2),
    "cond of a tall matrix": lambda lib, x, y: lib.linalg.cond(y),
}

CASES = [Case(n, TWO[n], ((3, 4), (5, 4)), graph=False) for n in TWO]
CASES += [Case(n, ONCE[n], ((3, 4), (5, 4)), graph=False, order=1) for n in ONCE]
CASES += [
    Case(n, SQUARE[n], ((3, 3), (3, 2)), graph=False, tolerance=1e-9) for n in SQUARE
]
