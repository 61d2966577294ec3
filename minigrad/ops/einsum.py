"""Einstein's summation: `einsum`, made of matrix products wherever it can be.

Read: `einsum`, then the plan: `_alone` removes from each operand what concerns no
other, `_contracted` multiplies two of them. What the equation says is read below: a
label for each axis of each operand. An ellipsis stands for labels of its own, "...-1"
for the last axis, so that operands of different ranks broadcast.
"""

import math
import re
from typing import NamedTuple

from .. import dtypes
from ..core.arithmetic import Mul
from ..tensor import Tensor
from .diagonal import Diagonal
from .linalg import Bmm, Mm
from .reduce import sum
from .shape import reshape, squeeze, unsqueeze
from .transpose import permute, transpose


class Term(NamedTuple):
    """An operand: a tensor, and a label for each axis."""

    tensor: Tensor
    labels: tuple[str, ...]

    def sizes(self) -> dict[str, int]:
        return dict(zip(self.labels, self.tensor._data.shape, strict=True))


def einsum(equation: str, *operands: Tensor) -> Tensor:
    """The sum of products that an equation says: `einsum("ij,jk->ik", a, b)`.

    Axes with one letter are multiplied along; letters missing behind the arrow are
    summed over.
    """
    if len(operands) == 1 and isinstance(operands[0], list | tuple):
        operands = tuple(operands[0])
    if not operands:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or "
            "at least one operand and its subscripts list"
        )
    terms, out = _parsed(equation, operands)
    terms = _broadcast([_without_repeats(term, i) for i, term in enumerate(terms)])
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
    product = (Bmm if batch else Mm).apply(left, right)
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


# -- what the equation says -------------------------------------------------------


def _parsed(equation: str, operands: tuple) -> tuple[list[Term], tuple]:
    """The operands with their labels, and the labels of the output."""
    left, arrow, right = equation.partition("->")
    inputs = left.split(",")
    if len(inputs) != len(operands):
        more = "fewer" if len(operands) < len(inputs) else "more"
        raise RuntimeError(
            f"einsum(): {more} operands were provided than specified in the equation"
        )
    terms = []
    for i, (text, tensor) in enumerate(zip(inputs, operands, strict=True)):
        symbols = _symbols(text, f"for operand {i}", equation)
        terms.append(Term(tensor, _labels(symbols, tensor._data.ndim, i)))
    every = [label for term in terms for label in term.labels]
    dots = [int(label[3:]) for label in every if label.startswith("...")]
    ellipsis = [f"...{place}" for place in range(min(dots, default=0), 0)]
    if not arrow:
        once = sorted(x for x in set(every) if every.count(x) == 1 and x.isalpha())
        return terms, (*ellipsis, *once)
    out: list[str] = []
    for label in _symbols(right, "for the output", equation):
        if label in out:
            raise RuntimeError(
                f"einsum(): output subscript {label} appears more than once in the "
                "output"
            )
        if label != "..." and label not in every:
            raise RuntimeError(
                f"einsum(): output subscript {label} does not appear in the equation "
                "for any input operand"
            )
        out += ellipsis if label == "..." else [label]
    return terms, tuple(out)


def _symbols(text: str, where: str, equation: str) -> list[str]:
    """The letters of one operand, and "..." for an ellipsis."""
    symbols = re.findall(r"\.\.\.|\S", text)
    for symbol in symbols:
        if symbol == "." or symbols.count("...") > 1:
            found = "for which an ellipsis was already found"
            if "..." not in symbols:
                found = "that is not part of any ellipsis"
            raise RuntimeError(f"einsum(): found '.' {where} {found}")
        if symbol != "..." and not (symbol.isascii() and symbol.isalpha()):
            raise RuntimeError(
                "einsum(): invalid subscript given at index "
                f"{equation.index(symbol)} in the equation string, subscripts must be "
                "in [a-zA-Z]"
            )
    return symbols


def _labels(symbols: list[str], ndim: int, number: int) -> tuple[str, ...]:
    """The symbols with a label for each axis that an ellipsis stands for."""
    named = len(symbols) - symbols.count("...")
    if named > ndim or (named < ndim and "..." not in symbols):
        more = " and no ellipsis was given" if "..." not in symbols else ""
        verb = "does not match" if more else "is more than"
        raise RuntimeError(
            f"einsum(): the number of subscripts in the equation ({named}) {verb} the "
            f"number of dimensions ({ndim}) for operand {number}{more}"
        )
    labels: list[str] = []
    for symbol in symbols:
        dots = [f"...{place}" for place in range(named - ndim, 0)]
        labels += dots if symbol == "..." else [symbol]
    return tuple(labels)


def _without_repeats(term: Term, number: int) -> Term:
    """A label that an operand has twice stands for the diagonal of the two axes."""
    tensor, labels = term
    for label in dict.fromkeys(labels):
        while labels.count(label) > 1:
            first = labels.index(label)
            second = labels.index(label, first + 1)
            sizes = tensor._data.shape
            if sizes[first] != sizes[second]:
                raise RuntimeError(
                    f"einsum(): subscript {label} is repeated for operand {number} but "
                    f"the sizes don't match, {sizes[second]} != {sizes[first]}"
                )
            tensor = Diagonal.apply(tensor, 0, first, second)
            kept = [x for i, x in enumerate(labels) if i not in (first, second)]
            labels = (*kept, label)
    return Term(tensor, labels)


def _broadcast(terms: list[Term]) -> list[Term]:
    """Without axes of size 1 that another operand has longer: they broadcast."""
    longest: dict[str, int] = {}
    for i, term in enumerate(terms):
        for label, size in term.sizes().items():
            seen = longest.setdefault(label, size)
            if seen == 1:
                longest[label] = size
            elif size not in (1, seen):
                raise RuntimeError(
                    f"einsum(): subscript {label} has size {size} for operand {i} "
                    f"which does not broadcast with previously seen size {seen}"
                )
    found = []
    for tensor, labels in terms:
        shape = tensor._data.shape
        axes = tuple(k for k, n in enumerate(shape) if n == 1 != longest[labels[k]])
        if axes:
            tensor = squeeze(tensor, axes)
            labels = tuple(x for k, x in enumerate(labels) if k not in axes)
        found.append(Term(tensor, labels))
    return found


# -- the tables -------------------------------------------------------------------

METHODS: list[str] = []
FUNCTIONS = ["einsum"]
NUMPY: dict = {}
