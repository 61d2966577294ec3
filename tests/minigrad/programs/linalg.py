"""Inverses, linear systems, determinants, decompositions.

Of decompositions only what does not depend on the signs of the factors is compared.
"""

from .case import Case


def positive(lib, a):
    """A positive definite matrix made of any other."""
    return a @ a.mT + lib.eye(a.shape[-2], dtype=a.dtype)


def symmetric(a):
    return a + a.mT


def svd_invariants(lib, a, full: bool):
    """What the factors say however their signs fall out."""
    u, s, vt = lib.linalg.svd(a, full_matrices=full)
    k = s.shape[-1]
    u, vt = u[..., :k], vt[..., :k, :]
    weights = lib.arange(1, k + 1, dtype=a.dtype)
    return (u * weights) @ vt, s, (u * weights) @ u.mT, (vt.mT * weights) @ vt


def eigh_invariants(lib, a, triangle: str = "L"):
    values, vectors = lib.linalg.eigh(a, triangle)
    return (vectors * values.sin()[..., None, :]) @ vectors.mT, values


SQUARE = {
    "inv": lambda lib, a: lib.linalg.inv(a),
    "inverse": lambda lib, a: a.inverse(),
    "det": lambda lib, a: lib.linalg.det(a),
    "det()": lambda lib, a: a.det(),
    "cholesky": lambda lib, a: lib.linalg.cholesky(positive(lib, a)),
    "cholesky upper": lambda lib, a: lib.linalg.cholesky(
        positive(lib, a) + a.tril(), upper=True
    ),
    "cholesky lower": lambda lib, a: lib.linalg.cholesky(positive(lib, a) + a.triu(1)),
    "eigh of a triangle": lambda lib, a: lib.linalg.eigh(a, "U").eigenvalues,
    "eigvalsh": lambda lib, a: lib.linalg.eigvalsh(symmetric(a)),
    "linalg.diagonal": lambda lib, a: lib.linalg.diagonal(a, offset=1),
}
TALL = {
    "svdvals": lambda lib, a: lib.linalg.svdvals(a),
    "svd of U": lambda lib, a: (lambda u: u * u)(lib.linalg.svd(a, False).U),
    "svd of V": lambda lib, a: (lambda v: v * v)(lib.linalg.svd(a.mT, False).Vh),
    "nuclear norm": lambda lib, a: lib.linalg.matrix_norm(a, "nuc"),
    "spectral norm": lambda lib, a: lib.linalg.matrix_norm(a, 2, keepdim=True),
    "smallest singular value": lambda lib, a: lib.linalg.norm(a, -2, dim=(0, 1)),
    "norm of a matrix": lambda lib, a: lib.linalg.norm(a[..., :2, :], "fro", (-1, -2)),
}
# The factors lie in another order in memory than LAPACK's, which reshapes show.
FACTORS = {
    "svd": lambda lib, a: svd_invariants(lib, a, False),
    "svd of a wide": lambda lib, a: svd_invariants(lib, a.mT, False),
    "svd full": lambda lib, a: svd_invariants(lib, a, True),
    "eigh": lambda lib, a: eigh_invariants(lib, symmetric(a.mT @ a)),
    "eigh of vectors": lambda lib, a: eigh_invariants(lib, a.mT @ a, "U")[0],
}
SYSTEMS = {
    "solve": (lambda lib, a, b: lib.linalg.solve(a, b), (3, 3), (3, 2)),
    "solve for a vector": (lambda lib, a, b: lib.linalg.solve(a, b), (3, 3), (3,)),
    "solve a stack": (lambda lib, a, b: lib.linalg.solve(a, b), (4, 3, 3), (4, 3, 2)),
    "solve for vectors": (lambda lib, a, b: lib.linalg.solve(a, b), (4, 3, 3), (4, 3)),
    "solve, B broadcast": (lambda lib, a, b: lib.linalg.solve(a, b), (4, 3, 3), (3,)),
    "solve, A broadcast": (
        lambda lib, a, b: lib.linalg.solve(a, b),
        (3, 3),
        (2, 4, 3, 2),
    ),
}

CASES = [Case(name, SQUARE[name], (s,)) for name in SQUARE for s in ((3, 3), (2, 3, 3))]
CASES += [Case(name, TALL[name], (s,)) for name in TALL for s in ((4, 2), (2, 3, 2))]
CASES += [
    Case(name, FACTORS[name], (s,), graph=False)
    for name in FACTORS
    for s in ((4, 2), (2, 3, 2))
]
CASES += [Case(name, SYSTEMS[name][0], SYSTEMS[name][1:]) for name in SYSTEMS]
CASES.append(  # PyTorch has one node
    Case(
        "solve from the right",
        lambda lib, a, b: lib.linalg.solve(a, b, left=False),
        ((3, 3), (2, 3)),
        graph=False,
    )
)
