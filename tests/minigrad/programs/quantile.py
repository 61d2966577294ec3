"""Quantiles, and the most frequent entries."""

from .case import Case


def fractions(lib, x, *values):
    return lib.tensor(values, dtype=x.dtype)


def holes(lib, x):
    return lib.where(x > 0.7, float("nan"), x)


ONE = {  # of shape (3, 4)
    "mode": lambda lib, x: tuple(x.round().mode(0)),
    "mode keepdim": lambda lib, x: tuple(lib.mode(x.round(), keepdim=True)),
    "mode of a scalar": lambda lib, x: tuple(lib.mode(x[0, 0])),
    "quantile keepdim": lambda lib, x: x.quantile(0.4, 0, keepdim=True),
    "quantile of all, keepdim": lambda lib, x: x.quantile(0.4, keepdim=True),
    "quantiles keepdim": lambda lib, x: x.quantile(
        fractions(lib, x, 0.4, 0.5), -1, keepdim=True
    ),
    "quantiles of all": lambda lib, x: lib.quantile(x, fractions(lib, x, 0.0, 1.0)),
    "quantile by a gradient's fraction": lambda lib, x: x.quantile(x[0].sigmoid(), 1),
    "quantile of a scalar": lambda lib, x: x[0, 0].quantile(0.3),
    "nanquantile": lambda lib, x: holes(lib, x).nanquantile(0.3, 1),
    "nanquantiles": lambda lib, x: lib.nanquantile(x, fractions(lib, x, 0.4, 0.5), 0),
    "quantile of nan": lambda lib, x: holes(lib, x).quantile(0.3, 1),
}


def interpolated(way: str):
    def program(lib, x):
        q = fractions(lib, x, 0.3, 0.6, 1.0)
        return (
            x.quantile(0.4, interpolation=way),
            lib.quantile(x, q, dim=1, interpolation=way),
        )

    return program


for _way in ("linear", "lower", "higher", "midpoint", "nearest"):
    ONE[f"quantile, {_way}"] = interpolated(_way)

CASES = [Case(name, ONE[name], ((3, 4),), graph=False) for name in ONE]
