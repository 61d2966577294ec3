"""The derivatives of three ops where b is a constant, for which nothing is computed or
kept. `Mul` has a second form, for a single number a: the inner product of grad and b.
"""

from ..core.arithmetic import Mul
from ..core.op import Op
from ..ops.elementwise import Div, Sub
from .nodes import node_class


def sub(ctx, grad):
    return grad, None


def mul(ctx, grad):
    (b,) = ctx.saved_tensors
    return grad * b, None


def div(ctx, grad):
    (b,) = ctx.saved_tensors
    return grad / b, None


def mul_of_number(ctx, grad):
    (b,) = ctx.saved_tensors
    return grad.reshape((-1,)) @ b.reshape((-1,)), None


def form_of(op: type[Op], backward) -> type[Op]:
    """The op with another backward: its nodes take the place of those of the op."""
    methods = {"backward": staticmethod(backward), "__doc__": op.__doc__}
    form = type(f"{op.__name__}ByConstant", (op,), methods, name=op.node_class.__name__)
    form.replaces, form.fast_node = op.backward, node_class(form)
    return form


def install() -> None:
    """Before forms.py applies these ops."""
    for op, backward in ((Sub, sub), (Mul, mul), (Div, div)):
        op.by_constant = form_of(op, backward)
    Mul.number_by_constant = form_of(Mul, mul_of_number)
