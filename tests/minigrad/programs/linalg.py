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


def qr_invariants(lib, a):
    q, r = lib.linalg.qr(a)
    weights = lib.arange(1, q.shape[-1] + 1, dtype=a.dtype)
    return (q * weights) @ q.mT, r.mT @ (weights[:, None] * r), q @ r.sin().abs()


def eigh_invariants(lib, a, triangle: str = "L"):
    values, vectors = lib.linalg.eigh(a, triangle)
    return (vectors * values.sin()[..., None, :]) @ vectors.mT, values


SQUARE = {
    "inv": lambda lib, a: lib.linalg.inv(a),
    "inverse": lambda lib, a: a.inverse(),
    "det": lambda lib, a: lib.linalg.det(a),
    "det()": lambda lib, a: a.det(),
    "slogdet": lambda lib, a: lib.linalg.slogdet(a),
    "log of slogdet": lambda lib, a: lib.slogdet(a).logabsdet,
    "logdet": lambda lib, a: positive(lib, a).logdet(),
    "cholesky": lambda lib, a: lib.linalg.cholesky(positive(lib, a)),
    "cholesky upper": lambda lib, a: lib.linalg.cholesky(
        positive(lib, a) + a.tril(), upper=True
    ),
    "cholesky lower": lambda lib, a: lib.linalg.cholesky(positive(lib, a) + a.triu(1)),
    "pinv of a square": lambda lib, a: lib.linalg.pinv(a),
    "eigh of a triangle": lambda lib, a: lib.linalg.eigh(a, "U").eigenvalues,
    "eigvalsh": lambda lib, a: lib.linalg.eigvalsh(symmetric(a)),
    "linalg.diagonal": lambda lib, a: lib.linalg.diagonal(a, offset=1),
}
TALL = {
    "pinv": lambda lib, a: lib.linalg.pinv(a),
    "pinverse": lambda lib, a: a.mT.pinverse(),
    "svdvals": lambda lib, a: lib.linalg.svdvals(a),
    "svd of U": lambda lib, a: (lambda u: u * u)(lib.linalg.svd(a, False).U),
    "svd of V": lambda lib, a: (lambda v: v * v)(lib.svd(a.mT).V),
    "nuclear norm": lambda lib, a: lib.linalg.matrix_norm(a, "nuc"),
    "spectral norm": lambda lib, a: lib.linalg.matrix_norm(a, 2, keepdim=True),
    "smallest singular value": lambda lib, a: lib.linalg.norm(a, -2, dim=(0, 1)),
    "norm of a matrix": lambda lib, a: lib.linalg.norm(a[..., :2, :], "fro", (-1, -2)),
    "qr of R": lambda lib, a: lib.linalg.qr(a).R.abs(),
    "qr of a wide's R": lambda lib, a: lib.linalg.qr(a.mT).R.abs(),
    "qr of Q": lambda lib, a: lib.linalg.qr(a).Q.abs(),
    "qr of a wide's Q": lambda lib, a: lib.linalg.qr(a.mT)[0].abs(),
    "complete qr": lambda lib, a: lib.linalg.qr(a.mT, "complete").R.abs(),
}
# The factors lie in another order in memory than LAPACK's, which reshapes show.
FACTORS = {
    "svd": lambda lib, a: svd_invariants(lib, a, False),
    "svd of a wide": lambda lib, a: svd_invariants(lib, a.mT, False),
    "svd full": lambda lib, a: svd_invariants(lib, a, True),
    "eigh": lambda lib, a: eigh_invariants(lib, symmetric(a.mT @ a)),
    "eigh of vectors": lambda lib, a: eigh_invariants(lib, a.mT @ a, "U")[0],
    "qr": qr_invariants,
    "qr of a wide": lambda lib, a: qr_invariants(lib, a.mT),
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
    "solve_triangular": (
        lambda lib, a, b: lib.linalg.solve_triangular(a, b, upper=True),
        (3, 3),
        (3, 2),
    ),
    "solve_triangular of a stack": (
        lambda lib, a, b: lib.linalg.solve_triangular(a, b, upper=False),
        (2, 3, 3),
        (3, 2),
    ),
    "solve_triangular, unit": (
        lambda lib, a, b: lib.linalg.solve_triangular(
            a, b, upper=True, unitriangular=True
        ),
        (3, 3),
        (3, 2),
    ),
}
# minigrad takes these apart where PyTorch has one node.
APART = {
    "solve from the right": (
        lambda lib, a, b: lib.linalg.solve(a, b, left=False),
        (3, 3),
        (2, 3),
    ),
    "solve_triangular from the right": (
        lambda lib, a, b: lib.linalg.solve_triangular(a, b, upper=False, left=False),
        (3, 3),
        (2, 3),
    ),
    "lstsq": (lambda lib, a, b: lib.linalg.lstsq(a, b).solution, (4, 2), (4, 3)),
    "lstsq of a vector": (
        lambda lib, a, b: lib.linalg.lstsq(a, b[:, 0])[0],
        (4, 2),
        (4, 3),
    ),
    "lstsq of a wide": (lambda lib, a, b: lib.linalg.lstsq(a, b)[0], (2, 4), (2, 3)),
    "rank": (
        lambda lib, a, b: (
            lib.linalg.lstsq(a.detach(), b.detach())[1:],
            lib.linalg.matrix_rank(b),
        ),
        (4, 2),
        (4, 3),
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
CASES += [Case(name, APART[name][0], APART[name][1:], graph=False) for name in APART]
