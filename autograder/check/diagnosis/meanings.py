"""What an error of Python's or NumPy's usually means in a student's piece.

Read: `meaning`, then the table. An entry is told only where the error's own text, and
where need be the line that raised it, leave no doubt. Those that are added
(`general_functions.py`) are looked at first.
"""

import re
from dataclasses import dataclass, replace

from ...variant import published

_TRUTH = (
    "if, and, or, not and max want a single True or False, and this has one for each "
    "entry. To choose entry by entry use a mask or np.where; to ask whether it is "
    "there at all, is None; whether all are true, .all()."
)
_DIM = (
    "dim may be a number, a tuple of numbers, or None for all axes. Work with the "
    "shape that NumPy keeps by keepdims=True, and you need not tell them apart."
)


@dataclass(frozen=True)
class Meaning:
    """An error whose text matches `text`, in a line that matches `line`.

    `says` may use the groups of `text`. `pieces` are the kinds of pieces that it is
    for, or the name of one; empty for all.
    """

    text: str
    says: str
    line: str = ""
    pieces: tuple[str, ...] = ()


_MEANINGS = (
    Meaning(
        "truth value of an array|Boolean value of Tensor|cannot be interpreted",
        "np.ndindex wants a shape: np.ndindex(array.shape).",
        line=r"ndindex\(\w+\)",
    ),
    Meaning(
        "Boolean value of Tensor",
        "A tensor is no single True or False. To ask whether it is there at all, is "
        "None. ==, in and list.index compare numbers, too: the place of a tensor comes "
        "from enumerate.",
        pieces=("grad",),
    ),
    Meaning("truth value of an (empty )?array|Boolean value of Tensor", _TRUTH),
    Meaning(
        "'tuple' object is not callable",
        "ctx.saved_tensors is no method: write it without ().",
        line=r"saved_tensors\(",
    ),
    Meaning(
        r"'\w+Backward\d*' object has no attribute '(saved\w*)'",
        "The arrays that forward saved come back as ctx.saved_tensors.",
    ),
    Meaning(
        r"'\w+Backward\d*' object has no attribute '(\w+)'",
        "Nothing was left on ctx by the name of {0}, by forward, or by backward, which "
        "may run again. Arrays come by "
        "ctx.save_for_backward and ctx.saved_tensors, other things as attributes.",
        pieces=("op", "function"),
    ),
    Meaning(
        r"'\w+Backward\d*' object has no attribute '(backward|step)'",
        "A node is run by task.step(node, grad).",
        pieces=("run",),
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
        "saved a float array that",
        "What forward computed is a constant for whoever differentiates once more. "
        "Save the operand or the output, and compute the rest in backward.",
    ),
    Meaning(
        "boolean subtract",
        "NumPy does not subtract arrays of True and False. Make numbers of them first, "
        "by .astype(grad.dtype).",
    ),
    Meaning(
        r"'(?:float|int)' object has no attribute '(\w+)'",
        "An operand may be a plain Python number, and that has no .{0}.",
        pieces=("op",),
    ),
    Meaning(
        "too many indices for array: array is 0-dimensional",
        "That is a single number, with the shape (): it has no axis to index. Use it "
        "as it is.",
    ),
    Meaning(
        "Integers to negative integer powers",
        "NumPy refuses whole numbers to a negative power. They get no gradient, so "
        "forward has no need of the slope: compute it in backward.",
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
        "more dimensions than allowed",
        "np.broadcast_to takes no axis away, and this array has more than are asked "
        "for. Were axes put back that are still there, as with keepdim=True?",
    ),
    Meaning(
        "remapped shapes|operand has more dimensions|does not match",
        "Each letter of einsum is an axis, of one length in all arrays that have the "
        "letter. Here it is not: what is to be summed has the same letter on both "
        "sides, and only that.",
        line="einsum",
    ),
    Meaning(
        "remapped shapes",
        "np.broadcast_to repeats entries, and sums none. backward need not undo what "
        "forward broadcasts: return each gradient in the shape of out.",
        pieces=("Add", "Mul", "Div"),
    ),
    Meaning(r"bitwise_xor|for \^:", "A power is written ** in Python. ^ is not one."),
    Meaning(
        "only 0-dimensional arrays can be converted",
        "The functions of math take one number. NumPy's take arrays.",
        line=r"math\.",
    ),
    Meaning(
        "'NoneType' object cannot be interpreted as an integer|not NoneType$",
        f"dim is None here. {_DIM}",
        line="dim|axis",
        pieces=("op",),
    ),
    Meaning(
        "list indices must be integers or slices, not tuple",
        f"dim is a tuple here. {_DIM}",
        line="dim|axis",
        pieces=("op",),
    ),
    Meaning(
        "cannot reshape array of size",
        "A size is written down, which fits one shape alone. Take it from the array.",
        line=r"reshape\(.*\b[2-9]\b",
    ),
    Meaning(
        "cannot reshape array of size",
        "reshape keeps all entries, and changes their arrangement alone. To repeat "
        "entries use np.broadcast_to, to have fewer of them sum over axes.",
        pieces=("op", "sum_to_shape"),
    ),
    Meaning(
        "axes don't match array",
        "NumPy's transpose wants all axes in their new order. x.mT swaps the last two.",
        line="transpose",
    ),
    Meaning(
        "could not be broadcast together with shapes",
        "grad and out have lost the axes in dim. Put them back, with size 1, so that "
        "each entry lines up with its own.",
        pieces=("Mean", "Max", "Norm"),
    ),
    Meaning(
        "core dimension|not aligned",
        "@ and np.dot are products of matrices. Entry by entry it is *.",
        line=r"@|dot",
        pieces=("Add", "Mul", "Div"),
    ),
    Meaning(
        "core dimension|not aligned",
        "The shapes do not fit: in x @ y the last axis of x must be as long as the "
        "last but one of y. Which of the two must be transposed?",
    ),
    Meaning(
        "does not have enough dimensions",
        "@ wants arrays with axes on both sides, and one of them is a single number. "
        "Multiply by a number with *.",
    ),
    Meaning(
        r"\(axis\)|'list' object cannot be interpreted as an integer",
        "Several axes are given as a tuple: tuple(axes).",
        line=r"sum\(",
    ),
    Meaning(
        r"^<\w+ object at",
        "grads holds no gradient for this node, because none was sent to it. "
        "grads.pop(node, None) gives None then.",
        pieces=("run",),
    ),
    Meaning(
        "'NoneType' object is not iterable",
        "step returned None: from this node nothing is sent on. Go on with the next "
        "one.",
        pieces=("run",),
    ),
    Meaning(
        "'int' and 'Parts'",
        "What flows need not be an array: here it is the parts of an operation with "
        "several outputs. Do not start from 0; put the first gradient into grads as it "
        "is.",
        pieces=("run",),
    ),
    Meaning(
        "unsupported operand type.*'NoneType'",
        "One of the gradients that step returned is None: along that edge nothing is "
        "sent. Skip it.",
        pieces=("run",),
    ),
    Meaning(
        "",
        "The inputs come first: engine.arriving(inputs, outputs, grad_outputs, …).",
        line=r"arriving\(\s*outputs?\b",
        pieces=("grad",),
    ),
    Meaning(
        "(?<!RuntimeError: )The differentiated Tensor at index",
        "The words are right. It must be a RuntimeError, as PyTorch's is.",
        pieces=("grad",),
    ),
    Meaning(
        "(?<!GradcheckError: )Jacobian mismatch for output",
        "The words are right. It must be a GradcheckError.",
        pieces=("gradcheck",),
    ),
    Meaning(
        "is not callable",
        "numerical_jacobian calls its first argument itself, again and again. Hand it "
        "the function: values, not values().",
        line="numerical_jacobian",
        pieces=("gradcheck",),
    ),
    Meaning(
        "'tuple' object has no attribute",
        "A tuple is taken for a tensor. func wants its inputs one by one, func(*inputs)"
        ", and returns a tuple of outputs.",
        pieces=("gradcheck",),
    ),
    Meaning(
        "inhomogeneous|'list' object",
        "func returns a tuple of outputs, and analytic_jacobian a list with a matrix "
        "for each input. Take one out of each.",
        pieces=("gradcheck",),
    ),
    Meaning(
        "takes 0 positional arguments but 1 was given",
        "func takes no argument. It reads array itself, when it is called: change "
        "array in place.",
        line="func",
        pieces=("numerical_jacobian",),
    ),
    Meaning(
        "'NoneType' object has no attribute",
        "An input that takes no part gets the gradient None; with "
        "materialize_grads=True it gets zeros. And the .grad of a tensor that is no "
        "leaf is None.",
        pieces=("analytic_jacobian",),
    ),
    Meaning(
        r"got \d+ tensors and \d+ gradients",
        "The upstream gradient must be a tensor, as the output is, and not a NumPy "
        "array.",
        pieces=("analytic_jacobian",),
    ),
    Meaning(
        "'NoneType' object has no attribute '_edges'",
        "An edge that is None leads to no node: skip it.",
        pieces=("order_nodes",),
    ),
    Meaning(
        r"Can't call numpy\(\)",
        "numpy() wants a tensor without history, and detach is to make one: what it "
        "returns must not require grad. Begin with tensor.data.",
        pieces=("detach",),
    ),
    Meaning(
        r"Can't call numpy\(\)",
        "numpy() wants a tensor without history: detach() it first.",
        line="numpy",
    ),
    Meaning(
        "'NoneType' and 'Tensor'",
        "In the first pass leaf.grad is None, and nothing can be added to that. Put a "
        "clone of the gradient there.",
        pieces=("accumulate",),
    ),
    Meaning(
        "object is not iterable",
        "release gets one node, and is called for each of them.",
        pieces=("release",),
    ),
    Meaning(
        "__exit__.. takes . positional arguments? but 4 were given",
        "Python hands __exit__ three arguments, about an exception if there was one: "
        "write def __exit__(self, *exc_info).",
        pieces=("no_grad",),
    ),
    Meaning(
        "takes 0 positional arguments but 1 was given",
        "A method gets the object that it belongs to: write self as its first "
        "parameter.",
        pieces=("no_grad",),
    ),
)


_added: list[Meaning] = []


def add_meanings(*entries: Meaning, pieces: tuple[str, ...] = ()) -> None:
    """Let `meaning` know more errors, all of them for some `pieces` only."""
    _added.extend(replace(each, pieces=each.pieces or pieces) for each in entries)


def meaning(error: BaseException | str, line: str, piece: str, kind: str) -> str | None:
    """What an error of a piece of this name and kind means, if that is certain."""
    text = str(error)
    for each in (*_added, *_MEANINGS):
        if each.pieces and not {published(piece), kind} & set(each.pieces):
            continue
        if not re.search(each.line, line):
            continue
        if found := re.search(each.text, text):
            return each.says.format(*found.groups()) if found.groups() else each.says
    return None
