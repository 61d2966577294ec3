"""What an equation of `einsum` says: a label for each axis of each operand.

Ellipses stand for labels of their own, "...-1" for the last axis, so that operands of
different ranks broadcast.
"""

import string
from typing import NamedTuple

from ..ops.diagonal import Diagonal
from ..tensor import Tensor
from .shape import squeeze


class Term(NamedTuple):
    """An operand: a tensor, and a label for each axis."""

    tensor: Tensor
    labels: tuple[str, ...]

    def sizes(self) -> dict[str, int]:
        return dict(zip(self.labels, self.tensor._data.shape, strict=True))


def strings(args: tuple) -> tuple[str, list[Tensor]]:
    """The equation as a string, and the operands."""
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or "
            "at least one operand and its subscripts list"
        )
    if isinstance(args[0], str):
        operands = args[1:]
        if len(operands) == 1 and isinstance(operands[0], list | tuple):
            operands = operands[0]
        return args[0], list(operands)
    pairs = list(zip(args[::2], args[1::2], strict=False))
    equation = ",".join(_letters(numbers) for _, numbers in pairs)
    if len(args) % 2:
        equation += "->" + _letters(args[-1])
    return equation, [tensor for tensor, _ in pairs]


_ALPHABET = string.ascii_uppercase + string.ascii_lowercase


def _letters(numbers) -> str:
    """Numbers from 0 to 51 as A … Z, a … z; `...` as itself."""
    parts = []
    for number in numbers:
        if number is Ellipsis:
            parts.append("...")
        elif 0 <= number < 52:
            parts.append(_ALPHABET[number])
        else:
            raise ValueError(
                f"einsum(): subscript {number} is not within the valid range [0, 52)"
            )
    return "".join(parts)


def parsed(equation: str, operands: list[Tensor]) -> tuple[list[Term], tuple]:
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
        labels = _symbols(text, f"for operand {i}", equation)
        terms.append(Term(tensor, _expanded(labels, tensor._data.ndim, i)))
    dots = max(
        (label for term in terms for label in term.labels if label.startswith("...")),
        key=lambda label: -int(label[3:]),
        default="...0",
    )
    ellipsis = tuple(f"...{place}" for place in range(int(dots[3:]), 0))
    if not arrow:
        every = [label for term in terms for label in term.labels]
        once = sorted(x for x in set(every) if every.count(x) == 1 and x.isalpha())
        return terms, (*ellipsis, *once)
    out = []
    for label in _symbols(right, "for the output", equation):
        if label == "...":
            out += ellipsis
            continue
        if label in out:
            raise RuntimeError(
                f"einsum(): output subscript {label} appears more than once in the "
                "output"
            )
        if not any(label in term.labels for term in terms):
            raise RuntimeError(
                f"einsum(): output subscript {label} does not appear in the equation "
                "for any input operand"
            )
        out.append(label)
    return terms, tuple(out)


def _symbols(text: str, where: str, equation: str) -> list[str]:
    """The letters of one operand, and "..." for an ellipsis."""
    symbols, i = [], 0
    while i < len(text):
        if text.startswith("...", i) and "..." not in symbols:
            symbols.append("...")
            i += 3
            continue
        if text[i] == ".":
            found = "that is not part of any ellipsis"
            if "..." in symbols:
                found = "for which an ellipsis was already found"
            raise RuntimeError(f"einsum(): found '.' {where} {found}")
        if text[i].isascii() and text[i].isalpha():
            symbols.append(text[i])
        elif text[i] != " ":
            place = equation.index(text) + i
            raise RuntimeError(
                f"einsum(): invalid subscript given at index {place} in the equation "
                "string, subscripts must be in [a-zA-Z]"
            )
        i += 1
    return symbols


def _expanded(symbols: list[str], ndim: int, number: int) -> tuple[str, ...]:
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
        if symbol == "...":
            labels += [f"...{place}" for place in range(named - ndim, 0)]
        else:
            labels.append(symbol)
    return tuple(labels)


def without_repeats(term: Term, number: int) -> Term:
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


def check_sizes(terms: list[Term]) -> None:
    known: dict[str, int] = {}
    for i, term in enumerate(terms):
        for label, size in term.sizes().items():
            seen = known.setdefault(label, size)
            if seen == 1:
                known[label] = size
            elif size not in (1, seen):
                raise RuntimeError(
                    f"einsum(): subscript {label} has size {size} for operand {i} "
                    f"which does not broadcast with previously seen size {seen}"
                )


def broadcast(terms: list[Term]) -> list[Term]:
    """Without axes of size 1 that another operand has longer: they broadcast."""
    longest: dict[str, int] = {}
    for term in terms:
        for label, size in term.sizes().items():
            if longest.get(label, 1) == 1:
                longest[label] = size
    found = []
    for tensor, labels in terms:
        sizes = dict(zip(labels, tensor._data.shape, strict=True))
        axes = tuple(
            i for i, x in enumerate(labels) if sizes[x] == 1 and longest[x] != 1
        )
        if axes:
            tensor = squeeze(tensor, axes)
            labels = tuple(x for i, x in enumerate(labels) if i not in axes)
        found.append(Term(tensor, labels))
    return found
