"""Inverses, linear systems, determinants, singular values, eigenvalues.

Of eigenvectors only what does not depend on their signs is compared.
"""

from .case import Case


def positive(lib, a):
    """A positive definite matrix made of any other."""
    return a @ a.mT + lib.eye(a.shape[-2], dtype=a.dtype)


def symmetric(a):
    return a + a.mT


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
    "norm of a matrix": lambda lib, a: lib.linalg.norm(a, "fro", (-1, -2)),
    "linalg.diagonal": lambda lib, a: lib.linalg.diagonal(a, offset=1),
}
# Singular values have first derivatives only.
VALUES = {
    "svd": lambda lib, a: lib.linalg.svd(a).S,
    "svdvals": lambda lib, a: lib.linalg.svdvals(a.mT),
    "nuclear norm": lambda lib, a: lib.linalg.matrix_norm(a, "nuc"),
    "spectral norm": lambda lib, a: lib.linalg.matrix_norm(a, 2, keepdim=True),
    "smallest singular value": lambda lib, a: lib.linalg.norm(a, -2, dim=(0, 1)),
}
# The factors lie in another order in memory than LAPACK's, which reshapes show.
VECTORS = {
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
TALL = ((4, 2), (2, 3, 2))
CASES += [Case(name, VALUES[name], (s,), order=1) for name in VALUES for s in TALL]
CASES += [
    Case(name, VECTORS[name], (s,), graph=False) for name in VECTORS for s in TALL
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
