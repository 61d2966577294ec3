"""Checkpoints: PyTorch's values, gradients, warnings and errors, with less kept."""

import gc
import importlib
import weakref

import numpy as np
import pytest
from oracle import array_of, same, same_error

import minigrad

X = np.array([0.5, -1.25, 2.0])
W = np.array([[0.3, -0.2, 0.5], [0.1, 0.4, -0.6], [0.7, 0.2, 0.1]])
both = pytest.mark.parametrize("reentrant", [True, False], ids=["reentrant", "not"])


def tools(lib):
    return importlib.import_module(f"{lib.__name__}.utils.checkpoint")


def run(lib, function, *args, reentrant: bool = False, **options):
    """A checkpoint of `lib`."""
    return tools(lib).checkpoint(function, *args, use_reentrant=reentrant, **options)


def block(x, w):
    return ((x @ w).tanh() * x.exp()).sin() @ w


# -- values and gradients ---------------------------------------------------------


FUNCTIONS = {
    "block": block,
    "linear": lambda x, w: x @ w + x,
    "two outputs": lambda x, w: (block(x, w), (x * x).sum()),
    "a constant beside": lambda x, w: (block(x, w), x.detach() * 2),
    "an output that is an input": lambda x, w: (x * 2, w * 1),
    "in place": lambda x, w: (x * 2).mul_(x).exp_() @ w,
    "relu and abs": lambda x, w: (x @ w).relu() * x.abs(),
    "views": lambda x, w: (x * 2).reshape(3, 1)[1:].T * w[:2].sum(),
    "one input unused": lambda x, w: x.exp() * x,
}


@both
@pytest.mark.parametrize("name", FUNCTIONS)
def test_values_and_gradients(name: str, reentrant: bool):
    def program(lib, x, w):
        out = run(lib, FUNCTIONS[name], x, w, reentrant=reentrant)
        parts = out if isinstance(out, tuple) else (out,)
        plain = FUNCTIONS[name](x, w)
        plain = plain if isinstance(plain, tuple) else (plain,)
        grads = []
        for group in (parts, plain):
            x.grad = w.grad = None
            sum((part * part).sum() for part in group).backward()
            grads.append([array_of(x.grad), array_of(w.grad)])
        return [array_of(part) for part in parts], grads

    seen = same(program, X, W, order=0, signs=False)["result"]
    ours, plain = seen[1]
    for one, other in zip(ours, plain, strict=True):
        assert (one is None) == (other is None)
        assert one is None or np.array_equal(one["values"], other["values"])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_recorded_form_has_all_derivatives_and_the_graph(name: str):
    same(lambda lib, x, w: run(lib, FUNCTIONS[name], x, w), X, W, order=3)


def test_the_reentrant_form_is_one_node():
    def program(lib, x, w):
        out = run(lib, block, x, w, reentrant=True)
        return out.grad_fn.name(), len(out.grad_fn.next_functions)

    same(program, X, W)


@both
def test_parameters_that_the_function_holds_get_gradients(reentrant: bool):
    def program(lib, x, w):
        out = run(lib, lambda x: block(x, w), x, reentrant=reentrant)
        out.sum().backward()
        return array_of(x.grad), array_of(w.grad)

    same(program, X, W, order=0)


@both
def test_a_training_loop(reentrant: bool):
    def program(lib, x, w):
        losses = []
        for _ in range(3):
            h = x
            for _ in range(3):
                h = run(lib, block, h, w, reentrant=reentrant)
            loss = (h * h).mean()
            w.grad = None
            loss.backward()
            with lib.no_grad():
                w -= 0.1 * w.grad
            losses.append(loss.item())
        return losses, w.detach().clone()

    same(program, X, W, order=0)


@both
def test_nested_checkpoints(reentrant: bool):
    def program(lib, x, w):
        def inner(x):
            return run(lib, block, x, w, reentrant=reentrant)

        def outer(x):
            return inner(inner(x).exp())

        out = run(lib, outer, x, reentrant=reentrant)
        out.sum().backward()
        return out.detach(), array_of(x.grad), array_of(w.grad)

    same(program, X, W, order=0)


def test_nested_checkpoints_have_second_derivatives():
    def program(lib, x, w):
        def inner(x):
            return run(lib, block, x, w)

        return run(lib, lambda x: inner(inner(x).exp()) * x, x)

    same(program, X, W)


def test_keyword_arguments_and_others():
    def program(lib, x, w):
        def function(x, n, *, scale, name=None):
            return x * n * scale, name

        return run(lib, function, x, 3, scale=w[0], name="a name")

    same(program, X, W)


@both
def test_arguments_that_are_no_tensors(reentrant: bool):
    def program(lib, x):
        def function(x, n, flag, nothing):
            return x**n if flag else x

        out = run(lib, function, x, 3, True, None, reentrant=reentrant)
        out.sum().backward()
        return array_of(x.grad)

    same(program, X, order=0)


def test_tensors_in_lists_have_gradients():
    same(lambda lib, x, w: run(lib, lambda xs: block(*xs), [x, w]), X, W)


def test_retained_graphs_are_computed_again():
    def program(lib, x, w):
        calls = []

        def function(x):
            calls.append(1)
            return block(x, w)

        out = run(lib, function, x).sum()
        out.backward(retain_graph=True)
        out.backward(retain_graph=True)
        (grad,) = lib.autograd.grad(out, x)
        return array_of(x.grad), array_of(grad), len(calls)

    same(program, X, W, order=0)


def test_a_second_backward_is_an_error():
    def program(lib, x, w):
        out = run(lib, block, x, w).sum()
        out.backward()
        out.backward()

    same_error(program, X, W, says="Trying to backward through the graph a second time")


@both
def test_without_grad_nothing_is_recorded(reentrant: bool):
    def program(lib, x, w):
        with lib.no_grad():
            out = run(lib, block, x, w, reentrant=reentrant)
        return out

    same(program, X, W)


def test_the_function_runs_twice_and_stops_early():
    def program(lib, x, w):
        steps = []

        def function(x):
            steps.append("first")
            y = x.exp() * x
            steps.append("middle")
            z = y + y.sum()
            steps.append("last")
            return z

        run(lib, function, x).sum().backward()
        return steps

    same(program, X, W, order=0)


def test_a_user_function_inside():
    def program(lib, x, w, times):
        class Square(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                out = x * x
                ctx.save_for_backward(x, out)
                return out

            @staticmethod
            def backward(ctx, grad):
                for _ in range(times):
                    x, out = ctx.saved_tensors
                return grad * 2 * x + 0 * out

        return run(lib, lambda x: Square.apply(x.exp()) * x, x)

    same(program, X, W, 1)
    same_error(program, X, W, 2, says="Unpack is being triggered for a tensor that was")


def test_backward_inside_the_function():
    def program(lib, x, w):
        def function(x):
            y = x.exp() * x
            (grad,) = lib.autograd.grad(y.sum(), x, create_graph=True)
            return (grad * y).sum()

        return run(lib, function, x)

    same(program, X, W, graph=False)


def test_saved_tensor_hooks_around_a_checkpoint_see_its_inputs():
    def program(lib, x, w):
        packed = []

        def pack(tensor):
            packed.append(tuple(tensor.shape))
            return tensor

        hooks = lib.autograd.graph.saved_tensors_hooks
        with hooks(pack, lambda tensor: tensor):
            out = run(lib, block, x * 2, w)
        inside = packed[-2:]
        out.sum().backward()
        return inside, array_of(x.grad), array_of(w.grad)

    same(program, X, W, order=0)


# -- random numbers ---------------------------------------------------------------


@both
@pytest.mark.parametrize("preserve", [True, False])
def test_random_numbers_of_the_second_run(reentrant: bool, preserve: bool):
    def program(lib, x):
        drawn = []

        def function(x):
            noise = lib.rand(3, dtype=x.dtype)
            drawn.append(noise.tolist())
            return x.exp() * noise * x

        lib.manual_seed(1)
        out = run(lib, function, x, reentrant=reentrant, preserve_rng_state=preserve)
        between = lib.rand(2)
        out.sum().backward()
        assert (drawn[0] == drawn[1]) is preserve
        return drawn, between, lib.rand(2), array_of(x.grad)

    same(program, X, order=0)


def test_the_half_used_pair_of_normal_numbers_is_kept_too():
    def program(lib, x):
        drawn = []

        def function(x):
            noise = lib.randn(3, dtype=x.dtype)
            drawn.append(noise.tolist())
            return x.exp() * noise * x

        lib.manual_seed(1)
        run(lib, function, x).sum().backward()
        assert drawn[0] == drawn[1]
        return array_of(x.grad), lib.randn(1)

    same(program, X, order=0, tolerance=1e-6)


# -- warnings and errors ----------------------------------------------------------


def test_leaving_use_reentrant_out_warns():
    def program(lib, x, w):
        out = tools(lib).checkpoint(block, x, w)
        tools(lib).checkpoint_sequential([lib.exp], 1, x)
        return out.grad_fn.name()

    assert len(same(program, X, W)["warnings"]) == 2


def test_the_reentrant_form_warns_of_inputs_without_grad():
    def program(lib, x, w):
        return run(lib, block, x.detach(), w.detach(), reentrant=True)

    assert len(same(program, X, W)["warnings"]) == 1


def test_the_reentrant_form_takes_no_keyword_arguments():
    def program(lib, x, w):
        run(lib, block, x, w, reentrant=True, scale=2)

    same_error(program, X, W, says="Unexpected keyword arguments: scale")


def test_the_reentrant_form_knows_backward_only():
    def by_grad(lib, x, w):
        lib.autograd.grad(run(lib, block, x, w, reentrant=True).sum(), x)

    def by_inputs(lib, x, w):
        run(lib, block, x, w, reentrant=True).sum().backward(inputs=[x])

    for program in (by_grad, by_inputs):
        same_error(program, X, W, says="torch.utils.checkpoint is incompatible with")


def test_the_reentrant_form_needs_an_output_with_grad():
    def program(lib, x):
        run(lib, lambda x: x.detach() * 2, x, reentrant=True).sum().backward()

    same_error(program, X, says="none of output has requires_grad=True")


def differing(lib, kind: str):
    """A function whose second run is another one."""
    calls = []

    def function(x):
        calls.append(1)
        again = len(calls) > 1
        if kind == "fewer":
            return x * 2 if again else x.exp() * x
        if kind == "more":
            return (x.exp() * x).exp() * x if again else x.exp() * x
        if kind == "shape":
            y = x[:2] if again else x
            return (y.exp() * y).sum() * x
        if kind == "shape of what is thrown away":
            y = x[:2] if again else x
            (y.exp() * y).sum()
            return x.exp() * x
        if kind == "dtype":
            y = x.to(lib.float32) if again else x
            return y.exp() * y
        if again:
            raise ValueError("not again")
        return x.exp()

    return function


KINDS = ("fewer", "more", "shape", "dtype", "shape of what is thrown away", "raises")


@pytest.mark.parametrize("kind", KINDS)
def test_a_second_run_that_differs(kind: str):
    def program(lib, x):
        out = run(lib, differing(lib, kind), x)
        try:
            out.sum().backward()
        except Exception as error:
            return type(error).__name__, str(error).partition("\n")[0]
        return "no error"

    same(program, X, order=0)


@both
def test_an_input_changed_in_place_since_is_an_error(reentrant: bool):
    def program(lib, x, w):
        y = x * 2
        out = run(lib, block, y, w, reentrant=reentrant)
        with lib.no_grad():
            y.add_(1)
        out.sum().backward()

    same_error(program, X, W, says="modified by an inplace operation")


# -- sequences --------------------------------------------------------------------


@both
@pytest.mark.parametrize("segments", [1, 2, 3, 5])
def test_a_chain_in_segments(segments: int, reentrant: bool):
    def program(lib, x, w):
        calls = []

        def part(i):
            def function(x):
                calls.append(i)
                return (x @ w).sin() + x

            return function

        sequential = tools(lib).checkpoint_sequential
        functions = [part(i) for i in range(5)]
        out = sequential(functions, segments, x, use_reentrant=reentrant)
        out.sum().backward()
        return out.detach(), calls, array_of(x.grad), array_of(w.grad)

    same(program, X, W, order=0)


# -- memory -----------------------------------------------------------------------


def alive(depth: int, wrap) -> int:
    """How many of the results of a chain are alive while its output is."""
    x = minigrad.ones(100, requires_grad=True)
    arrays = []

    def layer(x):
        for _ in range(10):
            y = x.exp()
            x = y * 0.1
            arrays.extend([weakref.ref(y._data), weakref.ref(x._data)])
        return x

    h = x
    for _ in range(depth):
        h = wrap(layer, h)
    kept = sum(array() is not None for array in arrays)
    h.sum().backward()
    assert x.grad is not None
    del h
    assert not any(array() is not None for array in arrays)
    return kept


@both
def test_only_the_inputs_of_checkpoints_are_kept(reentrant: bool):
    plain = alive(5, lambda layer, h: layer(h))
    less = alive(5, lambda layer, h: run(minigrad, layer, h, reentrant=reentrant))
    assert plain > 40
    assert less <= 6


def test_nested_checkpoints_keep_less():
    def nested(layer, h):
        def deep(h):
            for _ in range(4):
                h = run(minigrad, layer, h)
            return h

        return run(minigrad, deep, h)

    assert alive(3, nested) <= 4


@both
def test_after_a_step_the_collector_finds_nothing(reentrant: bool):
    x = minigrad.tensor(X, requires_grad=True)
    w = minigrad.tensor(W, requires_grad=True)

    def step():
        h = run(minigrad, block, x, w, reentrant=reentrant)
        run(minigrad, block, h, w, reentrant=reentrant).sum().backward()

    step()
    gc.collect()
    gc.disable()
    try:
        step()
        assert gc.collect() == 0
    finally:
        gc.enable()
