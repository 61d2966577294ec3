"""Einstein's summation: `einsum`, made of matrix products wherever it can be.

Read: `einsum`, then the plan: `_alone` removes from each operand what concerns no
other, `_contracted` multiplies two of them. What the equation says is read in
subscripts.py.
"""

import math

from .. import dtypes
from ..ops import linalg
from ..ops.elementwise import Mul
from ..tensor import Tensor
from .reduce import sum
from .shape import permute, reshape, transpose, unsqueeze
from .subscripts import (
    Term,
    broadcast,
    check_sizes,
    parsed,
    strings,
    without_repeats,
)


def einsum(*args) -> Tensor:
    """The sum of products that an equation says: `einsum("ij,jk->ik", a, b)`.

    Axes with one letter are multiplied along; letters missing behind the arrow are
    summed over. Instead of a string the letters may be given as lists of numbers behind
    each operand: `einsum(a, [0, 1], b, [1, 2], [0, 2])`.
    """
    equation, operands = strings(args)
    terms, out = parsed(equation, operands)
    terms = [without_repeats(term, i) for i, term in enumerate(terms)]
    check_sizes(terms)
    terms = broadcast(terms)
    while True:
        terms = [_alone(i, terms, out) for i in range(len(terms))]
        if len(terms) == 1:
            break
        i, j = _next_pair(terms, out)
        others = [term for k, term in enumerate(terms) if k not in (i, j)]
        kept = set(out).union(*(term.labels for term in others))
        terms = [*others, _contracted(terms[i], terms[j], kept)]
    result = _arranged(terms[0], out)
    # Never an operand itself.
    unchanged = any(result is operand for operand in operands)
    return permute(result, range(len(out))) if unchanged else result


# -- the plan ---------------------------------------------------------------------


def _alone(i: int, terms: list[Term], out: tuple) -> Term:
    """An operand summed over the labels that nothing else has."""
    tensor, labels = terms[i]
    others = set(out).union(*(term.labels for k, term in enumerate(terms) if k != i))
    axes = tuple(k for k, label in enumerate(labels) if label not in others)
    if not axes:
        return terms[i]
    return Term(sum(tensor, axes), tuple(x for x in labels if x in others))


def _next_pair(terms: list[Term], out: tuple) -> tuple[int, int]:
    """The two operands whose product is cheapest: that with the fewest entries."""
    if len(terms) == 2:
        return 0, 1
    pairs = [(i, j) for j in range(len(terms)) for i in range(j)]

    def cost(pair: tuple[int, int]) -> tuple[int, int]:
        i, j = pair
        sizes = {**terms[i].sizes(), **terms[j].sizes()}
        others = (term.labels for k, term in enumerate(terms) if k not in pair)
        kept = set(out).union(*others)
        result = math.prod(size for label, size in sizes.items() if label in kept)
        before = terms[i].tensor._data.size + terms[j].tensor._data.size
        return result - before, math.prod(sizes.values())

    return min(pairs, key=cost)


def _contracted(a: Term, b: Term, kept: set[str]) -> Term:
    """The product of two operands, summed over the labels that are not kept."""
    summed = [x for x in a.labels if x in b.labels and x not in kept]
    if not summed:
        return _multiplied(a, b)
    if a.tensor._data.dtype != b.tensor._data.dtype:
        first, second = (dtypes.kind(each.tensor.dtype) for each in (a, b))
        raise RuntimeError(f"expected scalar type {first} but found {second}")
    batch = [x for x in a.labels if x in b.labels and x in kept]
    rows = [x for x in a.labels if x not in b.labels]
    columns = [x for x in b.labels if x not in a.labels]
    left = _matrices(a, batch, rows, summed)
    right = _matrices(b, batch, summed, columns)
    product = (linalg.Bmm if batch else linalg.Mm).apply(left, right)
    sizes = {**a.sizes(), **b.sizes()}
    labels = (*batch, *rows, *columns)
    shape = tuple(sizes[label] for label in labels)
    if product._data.shape != shape:
        product = reshape(product, shape)
    return Term(product, labels)


def _matrices(term: Term, batch: list, rows: list, columns: list) -> Tensor:
    """An operand as matrices over some of its labels, stacked over others.

    Of the two orders of the matrix the one that lies in memory is taken.
    """
    tensor, labels = term
    turned = bool(labels) and labels[-1] in rows
    first, second = (columns, rows) if turned else (rows, columns)
    order = [labels.index(label) for label in (*batch, *first, *second)]
    if order != sorted(order):
        tensor = permute(tensor, order)
    if len(first) != 1 or len(second) != 1:
        sizes = term.sizes()
        shape = [sizes[label] for label in batch]
        shape += [math.prod(sizes[x] for x in group) for group in (first, second)]
        tensor = reshape(tensor, shape)
    return transpose(tensor, -2, -1) if turned else tensor


def _multiplied(a: Term, b: Term) -> Term:
    """The product of two operands entry by entry, as they broadcast."""
    labels = (*a.labels, *(x for x in b.labels if x not in a.labels))
    left = a.tensor
    for _ in range(len(labels) - len(a.labels)):
        left = unsqueeze(left, -1)
    return Term(Mul.apply(left, _arranged(b, labels)), labels)


def _arranged(term: Term, labels: tuple) -> Tensor:
    """The tensor with axes in the order of `labels`; of size 1 where it has none."""
    tensor = term.tensor
    order = [term.labels.index(label) for label in labels if label in term.labels]
    if order != sorted(order):
        tensor = permute(tensor, order)
    for axis, label in enumerate(labels):
        if label not in term.labels:
            tensor = unsqueeze(tensor, axis)
    return tensor


# -- the tables -------------------------------------------------------------------

METHODS: list[str] = []
FUNCTIONS = ["einsum"]
NUMPY = {}
