"""What an error of Python's or NumPy's usually means in a student's piece, and what it
means if a fact of a program is wrong.

Here is what answers show that have no label (`labelled`). An entry is told only where
the error's own text leaves no doubt.

Read: `meaning`, `told_of_facts`, then the tables.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ...variant import published
from ..comparison import Difference
from ..references import Reference


@dataclass(frozen=True)
class Meaning:
    """An error whose text matches `text`.

    `says` may use the groups of `text`. `pieces` are the kinds of pieces that it is
    for, or the name of one; empty for all.
    """

    text: str
    says: str
    pieces: tuple[str, ...] = ()


_MEANINGS = (
    Meaning(
        r"save_for_backward can only save variables, .* of type (\w+)",
        "save_for_backward is for tensors. An attribute of ctx keeps anything else, "
        "here of type {0}: ctx.n = n.",
        pieces=("function",),
    ),
    Meaning(
        r"number of gradients \(expected (\d+), got (\d+)\)",
        "forward has {0} arguments besides ctx, and so backward returns {0} values: "
        "one for each argument, in their order, None for what is no tensor. Here it "
        "returns {1}.",
        pieces=("function",),
    ),
    Meaning(
        r"invalid gradient at index (\d+) - got (\[.*\]) but .* with (\[.*\])",
        "A gradient has the shape of its argument: {2}. That at index {0} has the "
        "shape {1}.",
        pieces=("function",),
    ),
    Meaning(
        "Boolean value of Tensor",
        "a <= x <= b, and, or, not and if want a single True or False, and this has "
        "one for each entry. To ask whether a tensor is there at all, write is not "
        "None, or is None. To ask of each entry, write (a <= x) & (x <= b), with the "
        "brackets, and use that as a factor.",
        pieces=("function",),
    ),
    Meaning(
        "truth value of an (empty )?array|Boolean value of Tensor",
        "if, and, or, not and max want a single True or False, and this has one for "
        "each entry. To choose entry by entry use a mask or np.where; to ask whether "
        "it is there at all, is None; whether all are true, .all().",
    ),
    Meaning(
        r"'\w+Backward\d*' object has no attribute '(\w+)'",
        "Nothing was left on ctx by the name of {0}, by forward, or by backward, which "
        "may run again. Arrays come by "
        "ctx.save_for_backward and ctx.saved_tensors, other things as attributes.",
        pieces=("op", "function"),
    ),
    Meaning(
        r"'numpy.ndarray' object has no attribute '(\w+)'",
        "That is a NumPy array, and .{0} is something that tensors have. Look for "
        "NumPy's own way.",
        pieces=("op", "numerical_jacobian", "sum_to_shape"),
    ),
    Meaning(
        "unexpected keyword argument '(dim|keepdim)'",
        "That is a NumPy array: NumPy calls these arguments axis and keepdims.",
        pieces=("op", "sum_to_shape"),
    ),
    Meaning(
        r"must be Tensor, not",
        "An Op gets NumPy arrays, and functions of torch want Tensors. Use np.… or an "
        "operator.",
        pieces=("op",),
    ),
    Meaning(
        "leaf Variable that requires grad",
        "A tensor that requires grad and was not computed is changed in place: one "
        "that was given, or made so. Compute a new tensor.",
    ),
    Meaning(
        r"'(?:float|int)' object has no attribute '(\w+)'",
        "An operand may be a plain Python number, and that has no .{0}.",
        pieces=("op",),
    ),
    Meaning(
        "Improper number of dimensions to norm",
        "np.linalg.norm takes one axis or two, and of two the norm of matrices. Sum "
        "the squares over all axes in dim, and take the root.",
    ),
    Meaning(
        r"Can't call numpy\(\) on Tensor|unexpected keyword argument 'out'",
        "That is a Tensor here, since a gradient is itself differentiated. Functions "
        "of NumPy want arrays: use methods that both have.",
        pieces=("op", "sum_to_shape"),
    ),
    Meaning(
        "cannot reshape array of size",
        "reshape keeps all entries, and changes their arrangement alone. To repeat "
        "entries use np.broadcast_to, to have fewer of them sum over axes.",
        pieces=("op", "sum_to_shape"),
    ),
    Meaning(
        "could not be broadcast together with shapes",
        "grad and out have lost the axes in dim. Put them back, with size 1, so that "
        "each entry lines up with its own.",
        pieces=("Mean", "Max", "Norm"),
    ),
    Meaning(
        "core dimension|not aligned",
        "The shapes do not fit: in x @ y the last axis of x must be as long as the "
        "last but one of y. Which of the two must be transposed?",
    ),
    Meaning(
        "(?<!RuntimeError: )The differentiated Tensor at index",
        "The words are right. It must be a RuntimeError, as PyTorch's is.",
        pieces=("grad",),
    ),
    Meaning(
        "'NoneType' and 'Tensor'",
        "In the first pass leaf.grad is None, and nothing can be added to that. Put a "
        "clone of the gradient there.",
        pieces=("accumulate",),
    ),
)


def meaning(error: BaseException | str, piece: str, kind: str) -> str | None:
    """What an error of a piece of this name and kind means, if that is certain."""
    text = str(error)
    for each in _MEANINGS:
        if each.pieces and not {published(piece), kind} & set(each.pieces):
            continue
        if found := re.search(each.text, text):
            return each.says.format(*found.groups()) if found.groups() else each.says
    return None


# Of any Function: what is handed in (`programs.handed_in`).
_FACTS = {
    "the upstream gradient, afterwards": (
        "backward changes the upstream gradient in place. It belongs to others, who "
        "may still need it: compute a new tensor."
    ),
    "an error, or the right gradient": (
        "{0} is kept as an attribute of ctx, or as an array, so nobody notices that it "
        "was changed in place before backward, and the gradient is wrong. Tensors go "
        "through ctx.save_for_backward."
    ),
    "x is as it was": (
        "The input itself is handed back as the output, or a part of its memory, so a "
        "change of the output changes the input. Return a new tensor."
    ),
}


def told_of_facts(reference: Reference, differences: Iterable[Difference]) -> list[str]:
    """What is said of the first of the differences of which something is known. {0}
    stands for the first input of the program."""
    for each in differences:
        if says := _FACTS.get(each.what):
            return [says.format(next(iter(reference.inputs)))]
    return []
