"""Pieces that a checkpoint and tensor hooks run on, and functions of one's own."""

import pytest
from banks.answers.bank import RIGHT

import minigrad
from autograder.pieces.catalogue import PIECES
from autograder.pieces.kinds import PieceError
from autograder.pieces.registry import alone, forget_all
from autograder.pieces.rules import Violation
from minigrad.autograd import Function
from minigrad.utils.checkpoint import CheckpointFunction, checkpoint

CHECKPOINT, HOOKS = PIECES["CheckpointFunction"], PIECES["TensorHooks"]


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


def leaf():
    return minigrad.tensor([1.0, 2.0, 3.0], requires_grad=True)


# -- impostors: every caller runs on what is plugged ------------------------------


def impostor():
    """A Function whose forward adds 100, and whose backward sends 7."""

    class Impostor(Function):
        @staticmethod
        def forward(ctx, function, preserve_rng_state, *inputs):
            ctx.save_for_backward(*inputs)
            return function(*inputs) + 100

        @staticmethod
        def backward(ctx, *grads):
            return None, None, *[each * 0 + 7 for each in ctx.saved_tensors]

    return Impostor


WAYS = {
    "the function": lambda x: checkpoint(minigrad.exp, x, use_reentrant=True),
    "the class": lambda x: CheckpointFunction.apply(minigrad.exp, True, x),
    "segments": lambda x: minigrad.utils.checkpoint.checkpoint_sequential(
        [minigrad.exp, lambda x: x], 2, x, use_reentrant=True
    ),
    "an argument that is no tensor": lambda x: checkpoint(
        lambda n, x: x.exp() * n, 1, x, use_reentrant=True
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_checkpoint_that_is_entered_again_runs_on_the_impostor(way):
    x = leaf()
    with alone(CHECKPOINT, CHECKPOINT.parts(impostor())):
        out = WAYS[way](x)
        out.sum().backward()
    assert (out > 100).all() and x.grad.tolist() == [7.0] * 3
    x.grad = None
    out = WAYS[way](x)
    out.sum().backward()
    assert (out < 100).all() and x.grad.tolist() == pytest.approx(x.exp().tolist())


class Loud:
    """Hooks that are kept twice over, never removed, and followed by a tripling."""

    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        pass

    def run(self, grad):
        for hook in self.values():
            result = hook(grad)
            grad = grad if result is None else result
        return grad * 3 if self else grad


def on_a_leaf(x):
    return x, x


def on_a_result(x):
    h = x * 1
    return h, h


def on_an_output_of_several(x):
    p, q = minigrad.stack([x, x * 0]).unbind()
    return p, p + q


def on_a_retained_gradient(x):
    h = x * 1
    h.retain_grad()
    return h, h


@pytest.mark.parametrize(
    "place", [on_a_leaf, on_a_result, on_an_output_of_several, on_a_retained_gradient]
)
@pytest.mark.parametrize("way", ["backward", "grad"])
def test_hooks_of_every_tensor_run_on_the_impostor(place, way):
    def gradient():
        x = leaf()
        hooked, out = place(x)
        handle = hooked.register_hook(lambda grad: grad + 1)
        handle.remove()
        if way == "grad":
            return minigrad.autograd.grad(out.sum(), x)[0].tolist()
        out.sum().backward()
        return x.grad.tolist()

    with alone(HOOKS, HOOKS.parts(Loud)):
        assert gradient() == [6.0] * 3
    assert gradient() == [1.0] * 3


def test_hooks_on_several_tensors_and_after_accumulation_run_on_the_impostor():
    calls = []

    book = RIGHT["TensorHooks"]["AsInTheBook"]

    class Counting(book):
        def run(self, grad):
            calls.append(grad)
            return book.run(self, grad)

    x, y, seen = leaf(), leaf(), []
    with alone(HOOKS, HOOKS.parts(Counting)):
        handle = minigrad.autograd.graph.register_multi_grad_hook([x, y], seen.append)
        x.register_post_accumulate_grad_hook(lambda leaf: seen.append(leaf.grad))
        (x * y).sum().backward()
        handle.remove()
        (x * y).sum().backward()
    assert len(calls) >= 4 and len(seen) == 3


# -- what a student's version need not know ---------------------------------------


@pytest.fixture
def students():
    book = RIGHT["CheckpointFunction"]["AsInTheBook"]
    with alone(CHECKPOINT, CHECKPOINT.parts(book)):
        yield


def test_outputs_without_a_gradient_are_no_matter_of_the_students(students):
    x = leaf()
    out, constant, number = checkpoint(
        lambda x: (x.exp(), x.detach() * 2, 3), x, use_reentrant=True
    )
    assert number == 3 and constant.tolist() == [2.0, 4.0, 6.0]
    out.sum().backward()
    assert x.grad.tolist() == pytest.approx(out.tolist())


def test_errors_of_a_checkpoint_are_minigrads_still(students):
    x = leaf()
    out = checkpoint(lambda x: x.detach() * 2, x, use_reentrant=True)
    with pytest.raises(RuntimeError, match="none of output has requires_grad=True"):
        out.sum().backward()
    out = checkpoint(minigrad.exp, x, use_reentrant=True)
    with pytest.raises(RuntimeError, match="is incompatible with"):
        minigrad.autograd.grad(out.sum(), x)


@pytest.mark.parametrize(
    "hook, told",
    [
        (lambda grad: 3, "expected Variable, but hook returned 'int'"),
        (lambda grad: grad[:1], "has changed the size of value"),
        (lambda grad: grad.double(), "has changed the type of value"),
    ],
)
def test_what_a_hook_may_not_return_is_an_error_still(hook, told):
    x = leaf()
    with alone(HOOKS, HOOKS.parts(RIGHT["TensorHooks"]["AsInTheBook"])):
        x.register_hook(hook)
        with pytest.raises((RuntimeError, TypeError), match=told):
            x.sum().backward()


def test_hooks_of_nodes_go_on_working_beside_a_students():
    x = leaf()
    with alone(HOOKS, HOOKS.parts(RIGHT["TensorHooks"]["AsInTheBook"])):
        out = x.exp()
        out.grad_fn.register_prehook(lambda grads: (grads[0] * 2,))
        out.grad_fn.register_hook(lambda inputs, outputs: (inputs[0] * 5,))
        out.sum().backward()
    assert x.grad.tolist() == pytest.approx((10 * x.exp()).tolist())


def test_a_hook_registered_before_is_called_by_a_students_version():
    x = leaf()
    x.register_hook(lambda grad: grad * 2)
    with alone(HOOKS, HOOKS.parts(RIGHT["TensorHooks"]["AsInTheBook"])):
        handle = x.register_hook(lambda grad: grad + 1)
        x.sum().backward()
    assert x.grad.tolist() == [3.0] * 3
    handle.remove()
    x.grad = None
    x.sum().backward()
    assert x.grad.tolist() == [2.0] * 3


# -- what cannot stand in ---------------------------------------------------------


def two(one, other):
    pass


def methods(**named):
    return type("T", (), named)


@pytest.mark.parametrize(
    "name, own, told",
    [
        ("CheckpointFunction", two, "is a Function: write it as a class"),
        (
            "CheckpointFunction",
            type(
                "C",
                (Function,),
                {
                    "forward": staticmethod(two),
                    "backward": staticmethod(lambda ctx, *grads: None),
                },
            ),
            r"write def forward\(ctx, function, preserve_rng_state, \*inputs\)",
        ),
        (
            "CheckpointFunction",
            type(
                "C",
                (Function,),
                {
                    "forward": staticmethod(lambda ctx, f, p, *x: None),
                    "backward": staticmethod(two),
                },
            ),
            r"write def backward\(ctx, \*grads\)",
        ),
        ("TensorHooks", two, "is a class: write it with the methods add"),
        ("TensorHooks", methods(add=two), "has no method remove"),
        ("TensorHooks", methods(__init__=two), "never calls your __init__"),
        ("TensorHooks", type("T", (dict,), {}), "has no base class here"),
        ("hvp", lambda function: None, r"write def hvp\(function, inputs, vectors\)"),
        ("jvp", two, r"write def jvp\(function, x, v\)"),
        ("gradient_penalty", methods(), "is a function: write def"),
    ],
)
def test_what_cannot_stand_in_is_refused(name, own, told):
    with pytest.raises(PieceError, match=told):
        PIECES[name].check_form(own)


@pytest.mark.parametrize(
    "name, found, told",
    [
        ("jvp", None, "jvp returned None. Is there a return?"),
        ("jvp", 3.0, "an object of type float: return a tensor"),
        ("hvp", minigrad.ones(2), "return a tuple of tensors"),
        ("hvp", (minigrad.ones(2), None), "an object of type NoneType in it"),
    ],
)
def test_what_is_no_result_breaks_a_rule(name, found, told):
    called = PIECES[name].guarded(lambda *args: found)
    with pytest.raises(Violation, match=told):
        called()


def test_the_librarys_own_is_away_only_while_a_function_is_judged():
    functional = minigrad.autograd.functional

    def by_the_library(function, x, v):
        return functional.jvp(function, x, v)[1]

    called, x = PIECES["jvp"].guarded(by_the_library), leaf()
    assert called(minigrad.exp, x, minigrad.ones(3)).shape == (3,)
    with alone(PIECES["jvp"], PIECES["jvp"].parts(by_the_library)):
        with pytest.raises(Violation, match="minigrad's own version"):
            called(minigrad.exp, x, minigrad.ones(3))
    assert called(minigrad.exp, x, minigrad.ones(3)).shape == (3,)
