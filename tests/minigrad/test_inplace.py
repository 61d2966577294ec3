"""Invariant 7: a saved tensor that was changed in place is an error, never a number.

And in-place operations themselves: values, versions, history, errors.
"""

import re

import numpy as np
import pytest
from oracle import constant, same, same_error

X = np.array([0.5, -1.5, 2.0])
CHANGED = "has been modified by an inplace operation"

# Each changes what a node saved, and then runs a pass, which must notice: z.sum()'s if
# it names no other. y is computed from the leaf x, w is a leaf, c a constant.
CHANGES = {
    "the other input": "z = y * w; y.mul_(2)",
    "an output": "z = y.exp(); z.add_(1)",
    "an output of tanh": "z = y.tanh(); z *= 2",
    "an output of sqrt": "z = (y * y).sqrt(); z.zero_()",
    "a leaf under no_grad": "z = w * w\nwith no_grad(): w -= 1",
    "a leaf filled under no_grad": "z = w.exp() * w\nwith no_grad(): w.fill_(2)",
    "a constant": "z = y * c; c += 1",
    "through detach()": "z = y * y; y.detach().add_(1)",
    "a leaf through detach()": "z = w * w; w.detach().mul_(3)",
    "through a view of a constant": "z = y * c; c[0] = 1",
    "through a transposed view": "m = c.reshape(3, 1); z = y * m; m.T.add_(1)",
    "a view, by changing its base": "m = c[1:]; z = y[1:] * m; c.zero_()",
    "a part": "z = y * c; c[1:] = 0",
    "a factor of matmul": "z = (y @ c).exp(); c.mul_(2); z.backward()",
    "a factor of mm": "z = y.reshape(1, 3) @ c.reshape(3, 1); c += 1",
    "a factor of addmm": (
        "z = lib.addmm(c, y.reshape(3, 1), c.reshape(1, 3)); c.mul_(2)"
    ),
    "the input of a norm": "z = w.norm()\nwith no_grad(): w *= 2\nz.backward()",
    "the output of a norm": "z = w.norm(); z.mul_(2); z.backward()",
    "the base of a power": "z = c ** y; c += 1",
    "an exponent": "z = y.exp() ** c; c += 1",
    "a divisor": "z = y / c; c.add_(1)",
    "a converted operand": "z = y.float() * c; c.add_(1)",
    "with grad()": "z = y * c; c += 1; grad(z.sum(), x)",
    "with create_graph": "z = y * c; c += 1; grad(z.sum(), x, create_graph=True)",
    "twice": "z = y * c; c += 1; c += 1",
    "between two passes": (
        "z = (y * c).sum(); z.backward(retain_graph=True); c += 1; z.backward()"
    ),
    "by copy_": "z = y * c; c.copy_(w.detach())",
    "through a view of a detached alias": "z = y * c; c.detach()[:2].add_(1)",
}


# PyTorch names the change, or AsStrided, as what made the tensor, minigrad what made it
# before that.
REMADE = {
    "an input": "z = y * y; y.add_(1)",
    "an input of pow": "z = y ** 3; y.mul_(2)",
    "an input of log": "z = y.log(); y.zero_()",
    "an operand of the change": "z = x.sin(); z *= z",
    "the weight of a linear map": (
        "z = lib.nn.functional.linear(y.reshape(1, 3), w.reshape(1, 3), w[:1])\n"
        "with no_grad(): w.mul_(2)\nz.sum().backward()"
    ),
    "the input of a linear map": (
        "z = lib.nn.functional.linear(y.reshape(1, 3), w.reshape(1, 3), w[:1]); "
        "y.mul_(2)"
    ),
}


def run(lib, statements: str, x, w) -> None:
    names = {
        "x": x,
        "w": w,
        "y": x * 2,
        "c": lib.tensor([1.0, 2.0, 3.0], dtype=lib.float64),
        "lib": lib,
        "no_grad": lib.no_grad,
        "grad": lib.autograd.grad,
    }
    *_, last = statements.split("; ")
    if not any(call in last for call in ("backward(", "grad(z")):
        statements += "\nz.sum().backward()" if "z = " in statements else ""
    exec(statements.replace("; ", "\n"), names)


@pytest.mark.parametrize("what", CHANGES)
def test_a_pass_notices_that_this_was_changed(what: str):
    same_error(lambda lib, x, w: run(lib, CHANGES[what], x, w), X, X, says=CHANGED)


@pytest.mark.parametrize("what", CHANGES)
def test_the_whole_text_of_the_error_is_pytorchs(what: str):
    def program(lib, x, w):
        try:
            run(lib, CHANGES[what], x, w)
        except RuntimeError as error:
            return str(error)

    same(program, X, X)


@pytest.mark.parametrize("what", REMADE)
def test_a_pass_notices_that_its_input_was_changed_and_recorded(what: str):
    def program(lib, x, w):
        try:
            run(lib, REMADE[what], x, w)
        except RuntimeError as error:
            return re.sub(r"output 0 of \w+", "output 0 of …", str(error))

    assert CHANGED in same(program, X, X)["result"]


# Nothing that a node needs was changed: the pass goes on, with the right numbers.
HARMLESS = {
    "add saves nothing": "z = y + c; c += 1; y.mul_(3)",
    "a constant's partner": "z = y * c; y.add_(1)",
    "the dividend": "z = y / c; y.add_(1)",
    "the first factor of addmm with a constant": (
        "z = lib.addmm(c, y.reshape(3, 1), c.reshape(1, 3)); y.mul_(2)"
    ),
    "constant factors": (
        "z = lib.addmm(y, c.reshape(3, 1), c.reshape(1, 3)); c.mul_(2)"
    ),
    "an output that is not saved": "z = y * y; z.add_(1)",
    "exp's input": "z = y.exp(); y.add_(1)",
    "log's output": "z = (y * y).log(); z.add_(1)",
    "relu's input": "z = y.relu(); y.add_(1)",
    "a clone": "z = y.clone() * y.clone(); y.add_(1)",
    "the sum's input": "z = y.sum(); y.add_(1); z.backward()",
    "changed before it was saved": "c += 1; z = y * c",
    "a leaf between two graphs": (
        "z = w * w; z.sum().backward()\nwith no_grad(): w -= 0.1\nz = w * w"
    ),
    "the bias": "z = y @ c + w.sum()\nwith no_grad(): w += 1\nz.backward()",
}


@pytest.mark.parametrize("what", HARMLESS)
def test_a_pass_goes_on_when_nothing_it_needs_was_changed(what: str):
    def program(lib, x, w):
        run(lib, HARMLESS[what], x, w)
        return x.grad, w.grad

    assert "error" not in same(program, X, X, order=0)


def test_a_user_function_checks_what_it_saved():
    def program(lib, x, change):
        class Square(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                out = x * x
                ctx.save_for_backward(x, out)
                return out

            @staticmethod
            def backward(ctx, grad):
                x, out = ctx.saved_tensors
                return 2 * x * grad

        y = x * 1
        z = Square.apply(y)
        (z if change == "output" else y).mul_(2)
        z.sum().backward()

    for change in ("input", "output"):
        same_error(program, X, change, says=CHANGED)


def test_a_user_functions_check_comes_when_saved_tensors_are_read():
    def program(lib, x):
        class Ignores(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                return grad * 2

        y = x * 1
        z = Ignores.apply(y)
        y.mul_(2)
        z.sum().backward()
        return x.grad

    same(program, X, order=0)


# -- in-place operations ---------------------------------------------------------------

OPERATIONS = {
    "add_": lambda lib, y, w: y.add_(w),
    "sub_": lambda lib, y, w: y.sub_(w),
    "mul_": lambda lib, y, w: y.mul_(w),
    "div_": lambda lib, y, w: y.div_(w * w + 1),
    "add_ a number": lambda lib, y, w: y.add_(2),
    "mul_ a number": lambda lib, y, w: y.mul_(2.5),
    "zero_": lambda lib, y, w: y.zero_(),
    "fill_": lambda lib, y, w: y.fill_(1.5),
    "copy_": lambda lib, y, w: y.copy_(w),
    "copy_ and convert": lambda lib, y, w: y.copy_(w.float()),
    "broadcast": lambda lib, y, w: y.mul_(w.sum()),
    "by itself": lambda lib, y, w: y.add_(y),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_in_place_operation_is_recorded_as_pytorch_records_it(name: str):
    def program(lib, x, w):
        y = x + 1
        result = OPERATIONS[name](lib, y, w)
        return y, y._version, result is y, y.grad_fn.name()

    same(program, X, X[::-1].copy())


def test_augmented_assignments_are_the_in_place_operations():
    def program(lib, x, w):
        y = held = x + 1
        y += w
        y *= 2
        y -= w * w
        y /= 3
        return y, held is y, y._version

    same(program, X, X[::-1].copy())


def test_a_chain_of_in_place_operations_keeps_its_whole_history():
    def program(lib, x):
        y = x.exp()
        z = y + 1
        z += y
        z *= x
        return z, z + y

    same(program, X)


def test_copy_converts_and_broadcasts():
    def program(lib, x):
        i, f = lib.arange(3), lib.zeros(3)
        return [
            i.copy_(x.detach()),
            f.copy_(x.detach()),
            f.copy_(lib.ones(1)),
            f.copy_(7),
        ]

    same(program, X)


def test_under_no_grad_nothing_is_recorded_but_versions_count():
    def program(lib, x):
        with lib.no_grad():
            x += 1
            x.mul_(2)
            x[0] = 5
        return x, x._version, x.is_leaf, x.detach()._version

    same(program, X)


def test_an_sgd_step_by_hand():
    def program(lib, w, x):
        losses = []
        for _ in range(5):
            loss = ((w * x).sum() - 1) ** 2
            losses.append(loss.item())
            loss.backward()
            with lib.no_grad():
                w -= 0.05 * w.grad
                w.grad.zero_()
        return losses, w.detach(), w.grad

    same(program, X, X[::-1].copy(), order=0)


ERRORS = {
    "x += 1": "a leaf Variable that requires grad is being used in an in-place",
    "x.zero_()": "a leaf Variable that requires grad is being used in an in-place",
    "x[0:2].add_(1)": "a view of a leaf Variable that requires grad is being used",
    "x.T.mul_(2)": "a view of a leaf Variable that requires grad",
    "i = lib.arange(3); i += 0.5": "result type Float can't be cast to the desired",
    "i = lib.arange(3); i /= 2": "result type Float can't be cast",
    "i = lib.arange(3); i += lib.ones(3)": "result type Float can't be cast",
    "b = y > 0; b += 1": "result type Long can't be cast to the desired output type",
    "s = y.sum(); s += y": "output with shape [] doesn't match the broadcast shape [3]",
    "c = y.detach(); c += lib.ones(2, 3)": "output with shape [3] doesn't match",
    "c = y.detach(); c += lib.ones(2)": "The size of tensor a (3) must match",
    "c = y.detach(); c.copy_(lib.ones(2))": "The size of tensor a (3) must match",
    "c = y.detach(); c.copy_(lib.ones(2, 3))": "output with shape [3] doesn't match",
    "y += 'a'": "'str'",
}


@pytest.mark.parametrize("statements", ERRORS)
def test_an_in_place_operation_that_cannot_be_is_pytorchs_error(statements: str):
    program = lambda lib, x, w: run(lib, statements, x, w)  # noqa: E731
    same_error(program, X, X, says=ERRORS[statements])


def test_an_operation_that_failed_changed_nothing():
    def program(lib, x):
        c = x.detach().clone()
        try:
            c += lib.ones(2, 3)
        except RuntimeError:
            return c, c._version

    same(program, X)


def test_a_float64_result_is_written_in_the_tensors_own_dtype():
    def program(lib, x):
        y = x.float()
        y += x
        return y, y.dtype

    same(program, X)


# -- changes of shape under no_grad ----------------------------------------------------

RESHAPED = {
    "unsqueeze_": ((3,), lambda y: y.unsqueeze_(0)),
    "squeeze_ ends": ((3, 1), lambda y: y.unsqueeze_(0).squeeze_(0)),
    "unsqueeze_ twice": ((2, 3), lambda y: y.unsqueeze_(0).unsqueeze_(0)),
}


@pytest.mark.parametrize("name", RESHAPED)
@pytest.mark.parametrize("switch", ["no_grad", "inference_mode"])
def test_a_change_of_shape_under_no_grad_keeps_the_history(name: str, switch: str):
    """PyTorch keeps the node; here the change is a node of its own."""
    shape, change = RESHAPED[name]

    def program(lib, x):
        y = x * 2
        with getattr(lib, switch)():
            change(y)
            recorded = lib.is_grad_enabled()
        (y * y).sum().backward()
        return y.requires_grad, y.is_leaf, y.shape, recorded, x.grad

    same(program, np.arange(1.0, 1 + np.prod(shape)).reshape(shape), order=0)


@pytest.mark.parametrize(
    "change",
    ["t_()", "transpose_(0, 1)", "swapaxes_(0, 1)", "squeeze_()", "unsqueeze_(0)"],
)
def test_a_leaf_and_a_constant_are_reshaped_under_no_grad(change: str):
    def program(lib, x, c):
        with lib.no_grad():
            eval(f"x.{change}; c.{change}")
        return x * c, x.requires_grad, x.is_leaf, c.requires_grad, x._version

    array = np.arange(6.0).reshape(2, 3)
    same(program, array, constant(array))
