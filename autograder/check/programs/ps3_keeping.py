"""Problem set 3: what a Function keeps for backward, and for which arguments."""

from functools import partial
from itertools import product

from ..inputs import Floats, OneOf, Whole, given, of_shapes
from .program import program
from .ps3 import square
from .rows import followed, outcome, rows, steps, tried

# -- saving -----------------------------------------------------------------------


@program("Saving", order=2, inputs=of_shapes([(3,)], [(2, 3)], [()]))
def a_leaf(lib, x):
    """Square.apply(x), which saves x"""
    return square(lib).apply(x)


@program("Saving", inputs=of_shapes([(3,)]))
def the_same_tensor(lib, x):
    """is what comes back the tensor that was saved? a leaf, and sin(x)"""
    apply, inner = square(lib).apply, x.sin()
    leaf, later = (apply(each).grad_fn.saved_tensors[0] for each in (x, inner))
    found = {"the leaf itself": leaf is x, "sin(x) itself": later is inner} | {
        "the leaf requires grad": leaf.requires_grad,
        "sin(x) has its history": later.grad_fn is inner.grad_fn,
        "sin(x)": later.detach().clone(),
    }
    change(lib, leaf, "by a number")
    change(lib, later, "through detach()")
    return found | {"x, changed": x.detach(), "sin(x), changed": inner.detach()}


@program("Saving", inputs=of_shapes([(3,)]))
def the_second_derivative(lib, x):
    """the gradient of the gradient of Square.apply(sin(x))"""
    out = square(lib).apply(x.sin()).sum()
    (first,) = lib.autograd.grad(out, x, create_graph=True)
    (second,) = lib.autograd.grad(first.sum(), x)
    return {"first derivative": first.detach(), "second derivative by x": second}


def exp(lib):
    """out = exp(x), which saves its output."""

    class Exp(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            out = x.exp()
            ctx.save_for_backward(out)
            return out

        @staticmethod
        def backward(ctx, grad):
            (out,) = ctx.saved_tensors
            return grad * out

    return Exp


@program("Saving", order=2, inputs=of_shapes([(3,)]))
def an_output(lib, x):
    """Exp.apply(x), which saves its output"""
    return exp(lib).apply(x)


@program("Saving", inputs=[(Floats((3,)), Floats((3,)), Whole((3,), 0, 2))])
def several(lib, x, y, places):
    """a Function that saves x, None, y and a tensor of whole numbers"""

    class Picked(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, y, places):
            ctx.save_for_backward(x, None, y, places)
            return x[places] * y

        @staticmethod
        def backward(ctx, grad):
            x, nothing, y, places = ctx.saved_tensors
            assert nothing is None
            grad_x = lib.zeros_like(x)
            for k, place in enumerate(places.tolist()):
                grad_x[place] += grad[k] * y[k]
            return grad_x, grad * x[places], None

    return Picked.apply(x, y, places)


# -- changes ----------------------------------------------------------------------

HOW = [
    "not at all",
    "by a number",
    "by zero",
    "twice",
    "through detach()",
    "through a part of it",
]


def change(lib, tensor, how: str) -> None:
    """Change a tensor in place in one of these ways, unrecorded."""
    with lib.no_grad():
        if how == "by a number":
            tensor.add_(1.0)
        elif how == "by zero":
            tensor.add_(0.0)
        elif how == "twice":
            tensor.mul_(2.0)
            tensor.mul_(0.5)
        elif how == "through detach()":
            tensor.detach().mul_(2.0)
        elif how == "through a part of it":
            tensor[0] = 7.0


@program("Saving", inputs=[(Floats((3,)), given(how)) for how in HOW])
def a_changed_leaf(lib, x, how):
    """Square.apply(x); x is changed in place in this way; backward()"""
    out = square(lib).apply(x).sum()
    change(lib, x, how)
    return {"outcome": outcome(out.backward), "gradient of x": x.grad}


@program("Saving", inputs=[(Floats((3,)), given(how)) for how in HOW[:4]])
def a_changed_inner_one(lib, x, how):
    """h = x * 1; Square.apply(h); h is changed in this way; backward()"""
    inner = x * 1
    out = square(lib).apply(inner).sum()
    change(lib, inner, how)
    return {"outcome": outcome(out.backward), "gradient of x": x.grad}


@program("Saving", inputs=[(Floats((3,)), given(how)) for how in HOW[:3]])
def a_changed_output(lib, x, how):
    """Exp.apply(x) saves its output, which is changed in this way; backward()"""
    out = exp(lib).apply(x)
    total = out.sum()
    change(lib, out, how)
    return {"outcome": outcome(total.backward), "gradient of x": x.grad}


@program("Saving", inputs=of_shapes([(3,)]))
def changed_before(lib, x):
    """x is changed twice, then Square.apply(x), then backward()"""
    change(lib, x, "twice")
    out = square(lib).apply(x).sum()
    return {"outcome": outcome(out.backward), "gradient of x": x.grad}


@program("Saving", inputs=of_shapes([(3,)]))
def changed_before_and_after(lib, x):
    """x is changed, then Square.apply(x), then x is changed again"""
    change(lib, x, "by a number")
    out = square(lib).apply(x).sum()
    change(lib, x, "twice")
    return {"outcome": outcome(out.backward)}


@program("Saving", inputs=of_shapes([(3,)]))
def unpacked_often(lib, x):
    """backward() twice through one Square.apply(x), and a change after the first"""
    out = square(lib).apply(x).sum()
    out.backward(retain_graph=True)
    out.backward(retain_graph=True)
    grad = x.grad.clone()
    change(lib, x, "by a number")
    return {"gradient after two": grad, "a third": outcome(out.backward)}


@program("Saving", inputs=of_shapes([(3,)]))
def changed_between_two_saves(lib, x):
    """Square.apply(x), x changes, Square.apply(x): the second pass is right"""
    apply = square(lib).apply
    first = apply(x).sum()
    change(lib, x, "by a number")
    second = apply(x).sum()
    said = {"the second": outcome(second.backward), "gradient of x": x.grad}
    return said | {"the first": outcome(first.backward)}


KINDS = ("x is saved", "h is saved", "out is saved")
CHANGES = [f"{name} changes {how}" for name, how in product(("x", "h", "out"), HOW[1:])]


@program("Saving", inputs=[(Floats((3,)), steps(*KINDS * 4, *CHANGES, "backward"))] * 3)
def saved_and_changed(lib, x, steps):
    """Square saves x and h = x.clone(), Exp its output; steps change them"""
    before = x.clone()
    known = {"x": x, "h": x.clone(), "out": before}

    def of_exp():
        known["out"] = exp(lib).apply(before)
        return known["out"].sum()

    acts = {
        "x is saved": lambda: square(lib).apply(x).sum(),
        "h is saved": lambda: square(lib).apply(known["h"]).sum(),
        "out is saved": of_exp,
    }
    for name, how in product(known, HOW[1:]):
        acts[f"{name} changes {how}"] = lambda name=name, how=how: change(
            lib, known[name], how
        )
    return {"gradients of x": followed(lib, x, steps, acts)}


@program("Saving", inputs=[(Floats((3,)), steps(0, 1, 2, 3, count=8))])
def at_which_version(lib, x, steps):
    """h = x.clone() changes so often after Square saved it; what does the error say?"""

    def changed(times: int):
        inner = x.clone()
        out = square(lib).apply(inner).sum()
        for _ in range(times):
            change(lib, inner, "by a number")
        return lib.autograd.grad(out, x)[0]

    calls = [partial(changed, times) for times in steps]
    return {"gradients of x": rows(lib, x, calls, named="version")}


# -- needs_input_grad -------------------------------------------------------------


def needing(lib, notes: list):
    """A Function of any arguments that notes ctx.needs_input_grad."""

    class Needing(lib.autograd.Function):
        @staticmethod
        def forward(ctx, *args):
            notes.append(ctx.needs_input_grad)
            tensors = [each for each in args if isinstance(each, lib.Tensor)]
            ctx.args = args
            return sum(each.sum() for each in tensors) + lib.zeros(())

        @staticmethod
        def backward(ctx, grad):
            notes.append(ctx.needs_input_grad)
            return tuple(
                grad.expand(arg.shape) if needed else None
                for arg, needed in zip(ctx.args, ctx.needs_input_grad, strict=True)
            )

    return Needing


def needs(lib, secret, *args) -> dict:
    """What needs_input_grad says in forward and in backward.

    In words, and in multiples of a number from `secret`: 3 for each True, 2 for False.
    """
    notes: list = []
    out = needing(lib, notes).apply(*args)
    if out.requires_grad:
        out.backward()
    secret = secret.detach().sum()
    times = [
        {True: 3, False: 2}.get(each if isinstance(each, bool) else None, 0)
        for each in notes[0] + notes[-1]  # tuples
    ]
    return {
        "needs_input_grad": repr(notes[0]),
        "in backward": repr(notes[-1]),
        "in numbers": secret * lib.tensor(times, dtype=secret.dtype),
    }


@program("needs_input_grad", inputs=of_shapes([(3,), (2,)], [(), (2, 2)]))
def two_that_need(lib, x, y):
    """apply(x, y)"""
    return needs(lib, x, x, y) | {"gradient of x": x.grad, "gradient of y": y.grad}


@program("needs_input_grad", inputs=of_shapes([(3,), (3,)]))
def one_of_two(lib, x, y):
    """apply(x.detach(), y), and apply(x, y.detach())"""
    first, second = needs(lib, x, x.detach(), y), needs(lib, x, x, y.detach())
    return first | {f"{name}, the other way": each for name, each in second.items()}


@program(
    "needs_input_grad",
    inputs=[(Floats((3,)), OneOf((2.5, 0, "sum", True)), Floats((3,)))] * 3,
)
def numbers_and_words(lib, x, option, y):
    """apply(option, x, None, y): no tensors among tensors"""
    return needs(lib, x, option, x, None, y) | {"gradient of y": y.grad}


@program("needs_input_grad", inputs=of_shapes([(3,), (3,)]))
def inner_tensors(lib, x, y):
    """apply(x * 2, y.detach() * 2): results of operations"""
    return needs(lib, x, x * 2, y.detach() * 2) | {"gradient of x": x.grad}


@program("needs_input_grad", inputs=of_shapes([(3,)]))
def a_parameter(lib, x):
    """apply(w, x), where w is a Parameter: a tensor of a class of its own"""
    weight = lib.nn.Parameter(x.detach() * 2)
    return needs(lib, x, weight, x) | {"gradient of w": weight.grad}


@program("needs_input_grad", inputs=of_shapes([(3,), (2,)]))
def tensors_in_a_list(lib, x, y):
    """apply([x, y], y, (x,)): a Function does not look into lists"""
    return needs(lib, x, [x, y], y, (x,)) | {"gradient of x": x.grad}


@program("needs_input_grad", inputs=[(Whole((3,)), Floats((3,)))])
def whole_numbers(lib, places, x):
    """apply(places, x), where places are whole numbers"""
    return needs(lib, x, places, x) | {"gradient of x": x.grad}


@program("needs_input_grad", inputs=of_shapes([(3,), (2,)]))
def without_recording(lib, x, y):
    """apply(x, y.detach()) inside of no_grad: it says what the tensors are"""
    with lib.no_grad():
        return needs(lib, x, x, y.detach())


@program("needs_input_grad", inputs=of_shapes([(3,)]))
def twice_the_same(lib, x):
    """apply(x, x), and apply(x) alone"""
    first = needs(lib, x, x, x)
    return first | {"alone": needs(lib, x, x)["needs_input_grad"], "gradient": x.grad}


@program("needs_input_grad", inputs=of_shapes([(3,)]))
def nothing_needed(lib, x):
    """apply(1.0, x.detach()): nothing needs a gradient"""
    return needs(lib, x, 1.0, x.detach())


KINDS_OF_ARGUMENTS = (
    *("x", "y", "x.detach()", "x * 2", "y.detach() * 2", "a Parameter"),
    *("whole numbers", "2.5", "None", "[x]", "(x, y)"),
)


@program(
    "needs_input_grad", inputs=[(Floats((3,)), Floats(()), steps(*KINDS_OF_ARGUMENTS))]
)
def many_arguments(lib, x, y, steps):
    """apply(*steps), and the same inside of no_grad"""
    kinds = {
        "x": x,
        "y": y,
        "x.detach()": x.detach(),
        "x * 2": x * 2,
        "y.detach() * 2": y.detach() * 2,
        "a Parameter": lib.nn.Parameter(x.detach() * 2),
        "whole numbers": lib.tensor([1, 2]),
        "2.5": 2.5,
        "None": None,
        "[x]": [x],
        "(x, y)": (x, y),
    }
    args = [kinds[step] for step in steps]
    found = needs(lib, x, *args)
    with lib.no_grad():
        inside = needs(lib, x, *args)["in numbers"]
    return found | {"in numbers, inside of no_grad": inside}


# -- more of each -----------------------------------------------------------------


@program("Saving", inputs=[(Floats((3,)), Floats((3,)), given(how)) for how in HOW[:3]])
def a_changed_constant(lib, x, w, how):
    """a Function that saves w, which requires no grad and is changed in this way"""

    class Times(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, w):
            ctx.save_for_backward(w)
            return x * w

        @staticmethod
        def backward(ctx, grad):
            (w,) = ctx.saved_tensors
            return grad * w, None

    constant = w.detach()
    out = Times.apply(x, constant).sum()
    change(lib, constant, how)

    def arrived():
        out.backward()
        return x.grad

    return tried(lib, x, {"twice x": lambda: x * 2, "outcome": arrived})


class Looking:
    """No tensor, and yet something that has a requires_grad, and all that one has."""

    def __init__(self, tensor) -> None:
        self.tensor = tensor

    def __getattr__(self, name: str):
        return getattr(self.__dict__["tensor"], name)


@program("needs_input_grad", inputs=of_shapes([(3,)]))
def looks_like_a_tensor(lib, x):
    """apply(x, thing), where thing is no tensor, but has all that x has"""
    return needs(lib, x, x, Looking(x)) | {"gradient of x": x.grad}
