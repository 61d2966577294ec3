"""Products added to a tensor, products of other kinds, and einsum."""

from .case import Case

ADDED = {
    "addmm": (lambda lib, c, a, b: lib.addmm(c, a, b), (2, 4), (2, 3), (3, 4)),
    "addmm bias": (lambda lib, c, a, b: lib.addmm(c, a, b), (4,), (2, 3), (3, 4)),
    "addmm weight": (lambda lib, c, a, b: lib.addmm(c, a, b.t()), (4,), (2, 3), (4, 3)),
    "addmm scaled": (
        lambda lib, c, a, b: c.addmm(a, b, beta=2, alpha=-0.5),
        (1, 1),
        (2, 3),
        (3, 4),
    ),
    "addmm of nothing": (lambda lib, c, a, b: lib.addmm(c, a, b), (4,), (2, 0), (0, 4)),
}
TWO = {
    "outer": (lambda lib, a, b: lib.outer(a, b), (2,), (3,)),
    "tensordot": (lambda lib, a, b: lib.tensordot(a, b), (2, 3, 4), (3, 4, 5)),
    "tensordot of one axis": (lambda lib, a, b: lib.tensordot(a, b, 1), (2, 3), (3, 4)),
    "tensordot of none": (lambda lib, a, b: lib.tensordot(a, b, 0), (2,), (3,)),
    "tensordot of dims": (
        lambda lib, a, b: lib.tensordot(a, b, dims=([0, 2], [1, 0])),
        (2, 3, 4),
        (4, 2, 5),
    ),
    "tensordot with a size of 1": (
        lambda lib, a, b: lib.tensordot(a, b, ([1, 0], [0, 1])),
        (2, 3),
        (1, 2, 4),
    ),
    "cross": (lambda lib, a, b: lib.cross(a, b, dim=-1), (2, 3), (2, 3)),
    "cross of columns": (lambda lib, a, b: a.cross(b, 0), (3, 2), (3, 2)),
    "linalg.cross": (lambda lib, a, b: lib.linalg.cross(a, b), (4, 3), (1, 3)),
    "linalg.cross of dim": (
        lambda lib, a, b: lib.linalg.cross(a, b, dim=1),
        (4, 3, 2),
        (1, 3, 2),
    ),
}
ONE = {
    "trace": (lambda lib, a: a.trace(), (3, 2)),
    "trace()": (lambda lib, a: lib.trace(a), (2, 2)),
}
EINSUM = {
    "ij,jk->ik": ((2, 3), (3, 4)),
    "ij,jk": ((2, 3), (3, 4)),
    "ij,kj->ik": ((2, 3), (4, 3)),
    "ij,jk->ki": ((2, 3), (3, 4)),
    "ji,jk->ik": ((3, 2), (3, 4)),
    "bij,bjk->bik": ((5, 2, 3), (5, 3, 4)),
    "bqhd,bkhd->bhqk": ((2, 3, 4, 2), (2, 5, 4, 2)),
    "bhqk,bkhd->bqhd": ((2, 4, 3, 5), (2, 5, 4, 2)),
    "ijk,jkl->il": ((2, 3, 4), (3, 4, 5)),
    "ijk,ljm->kmil": ((2, 3, 4), (5, 3, 2)),
    "i,i": ((3,), (3,)),
    "i,i->i": ((3,), (3,)),
    "i,j->ij": ((2,), (3,)),
    "i,j->": ((2,), (3,)),
    ",ij->ji": ((), (2, 3)),
    "ij,i->j": ((2, 3), (2,)),
    "ij,ij->": ((2, 3), (2, 3)),
    "ij,ij->i": ((2, 3), (2, 3)),
    "ij->ji": ((2, 3),),
    "ij->": ((2, 3),),
    "ij->j": ((2, 3),),
    "ba": ((2, 3),),
    "Ba": ((2, 3),),
    "ii": ((3, 3),),
    "ii->i": ((3, 3),),
    "iij->ij": ((3, 3, 2),),
    "iii->i": ((3, 3, 3),),
    "ii,ij->j": ((3, 3), (3, 2)),
    "...ij,...jk->...ik": ((5, 2, 3), (4, 5, 3, 2)),
    "...ij,jk": ((5, 2, 3), (3, 2)),
    "i...,...j->ij...": ((2, 4), (4, 3)),
    "...->...": ((2, 3),),
    "...i->...": ((2, 3),),
    "...i->i": ((2, 4, 3),),
    "i ..., i ... -> ...": ((3, 2), (3, 1)),
    "ij,jk,kl->il": ((2, 3), (3, 4), (4, 2)),
    "ij,jk,ki->": ((2, 3), (3, 4), (4, 2)),
    "bn,anm,bm->ba": ((2, 3), (5, 3, 4), (2, 4)),
    "i,j,k->kji": ((2,), (3,), (4,)),
    "ij,jk->ik ": ((2, 1), (3, 4)),
    "bij,bjk->ik": ((1, 2, 3), (5, 3, 1)),
    "ij,j->i": ((0, 3), (3,)),
    "ij,jk->": ((2, 0), (0, 3)),
}


def summed(equation: str):
    return lambda lib, *tensors: lib.einsum(equation, *tensors)


CASES = [
    Case(name, rows[name][0], rows[name][1:])
    for rows in (ADDED, TWO, ONE)
    for name in rows
]
# The same sums of the same products, along a way of minigrad's own.
CASES += [
    Case(f"einsum {name}", summed(name), EINSUM[name], graph=False) for name in EINSUM
]
CASES.append(
    Case(
        "einsum of a list",
        lambda lib, a, b: lib.einsum("ij,jk->ik", [a, b]),
        ((2, 3), (3, 4)),
        graph=False,
    )
)
