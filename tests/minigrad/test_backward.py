"""`backward` and `autograd.grad`: what they take, fill and return, and their errors."""

import numpy as np
import pytest
from oracle import constant, same, same_error

import minigrad

X = np.array([0.5, -1.5, 2.0])
Y = np.array([2.0, 0.25, -1.0])


# -- backward --------------------------------------------------------------------------


def test_gradients_accumulate_until_they_are_taken_away():
    def program(lib, x):
        seen = []
        for _ in range(3):
            (x * x).sum().backward()
            seen.append(x.grad.clone())
        x.grad = None
        (x * 3).sum().backward()
        x.grad.zero_()
        (x * 5).sum().backward()
        return seen, x.grad

    same(program, X, order=0)


def test_the_gradient_of_a_sum_of_losses_is_the_sum_of_gradients():
    def program(lib, x):
        losses = [(x[i] ** 2 * (i + 1)).exp() for i in range(3)]
        total = losses[0] + losses[1] + losses[2]
        total.backward(retain_graph=True)
        at_once = x.grad.clone()
        x.grad = None
        for loss in losses:
            loss.backward(retain_graph=True)
        one_by_one = x.grad.clone()
        x.grad = None
        lib.autograd.backward(losses)
        return at_once, one_by_one, x.grad

    same(program, X, order=0)


def test_an_upstream_gradient_is_needed_unless_there_is_one_element():
    same_error(
        lambda lib, x: (x * 2).backward(),
        X,
        says="grad can be implicitly created only for scalar outputs",
    )
    for shape in ((), (1,), (1, 1)):
        same(lambda lib, x: (x * 2).backward() or x.grad, np.ones(shape), order=0)


def test_an_upstream_gradient_weighs_the_outputs():
    def program(lib, x):
        weights = lib.tensor([1.0, 10.0, 100.0], dtype=lib.float64)
        (x * x).backward(weights)
        (x * 2).backward(gradient=weights)
        return x.grad

    same(program, X, order=0)


def test_several_outputs_each_with_its_gradient():
    def program(lib, x, y):
        a, b = x * y, x.exp().sum()
        lib.autograd.backward([a, b], [lib.ones_like(a), None], retain_graph=True)
        lib.autograd.backward((a, b), grad_tensors=(a.detach(), b.detach()))
        return x.grad, y.grad

    same(program, X, Y, order=0)


def test_the_same_output_twice_counts_twice():
    def program(lib, x):
        y = (x * x).sum()
        lib.autograd.backward([y, y])
        return x.grad

    same(program, X, order=0)


def test_a_leaf_as_output():
    def program(lib, x):
        x.backward(lib.ones(3).double())
        lib.autograd.backward([x, x], [x.detach(), lib.ones(3).double()])
        return x.grad, lib.autograd.grad(x, x, lib.ones(3).double())

    same(program, X, order=0)


def test_only_leaves_are_filled():
    def program(lib, x, y):
        z = x * 2
        (z * y.detach()).sum().backward()
        return x.grad, y.grad, z.is_leaf, z._grad is None if lib is minigrad else True

    same(program, X, Y, order=0)


def test_a_leaf_that_does_not_require_grad_gets_none():
    same(lambda lib, x, c: (x * c).sum().backward() or c.grad, X, constant(Y), order=0)


def test_inputs_restricts_what_is_filled():
    def program(lib, x, y):
        z = x * 2
        out = (z * y).sum()
        out.backward(inputs=[y], retain_graph=True)
        first = (x.grad, y.grad.clone())
        out.backward(inputs=x, retain_graph=True)
        out.backward(inputs=(leaf for leaf in [x, y]))
        return first, x.grad, y.grad

    same(program, X, Y, order=0)


def test_inputs_that_the_output_does_not_reach_are_left_alone():
    def program(lib, x, y):
        (x * 2).sum().backward(inputs=[x, y])
        return x.grad, y.grad

    same(program, X, Y, order=0)


# -- grad ------------------------------------------------------------------------------


def test_an_output_given_twice_is_recorded_under_no_grad_too():
    def program(lib, x):
        y, upstream = x * x, lib.ones(3, requires_grad=True)
        with lib.no_grad():
            (first,) = lib.autograd.grad([y, y], x, [upstream] * 2, create_graph=True)
        return first, lib.autograd.grad(first.sum(), [upstream])

    same(program, X, order=0)


def test_grad_returns_a_tuple_and_touches_no_grad():
    def program(lib, x, y):
        out = (x * y).sum()
        one = lib.autograd.grad(out, x, retain_graph=True)
        both = lib.autograd.grad([out], (x, y), retain_graph=True)
        return isinstance(one, tuple), one, both, x.grad, y.grad

    same(program, X, Y, order=0)


def test_grad_of_several_outputs_is_the_gradient_of_their_sum():
    def program(lib, x):
        a, b = (x * x).sum(), x.exp().sum()
        return lib.autograd.grad([a, b], x), lib.autograd.grad((x * 3).sum(), [x])

    same(program, X, order=0)


def test_grad_with_respect_to_a_computed_tensor():
    def program(lib, x):
        y = x * 2
        z = y.exp()
        out = (z * y).sum()
        return lib.autograd.grad(out, [z, y, x])

    same(program, X, order=0)


def test_grad_with_respect_to_the_output_itself():
    def program(lib, x):
        y = (x * x).sum()
        return lib.autograd.grad(y, [y, x], lib.tensor(2.5).double())

    same(program, X, order=0)


def test_grad_with_respect_to_the_same_input_twice():
    same(lambda lib, x: lib.autograd.grad((x * x).sum(), [x, x]), X, order=0)


def test_an_unused_input_is_an_error_none_or_zeros():
    def program(lib, x, y, **options):
        return lib.autograd.grad((x * 2).sum(), [x, y], **options)

    same_error(program, X, Y, says="appears to not have been used in the graph")
    same(lambda *args: program(*args, allow_unused=True), X, Y, order=0)
    same(lambda *args: program(*args, materialize_grads=True), X, Y, order=0)
    same(
        lambda *args: program(*args, materialize_grads=True, create_graph=True),
        X,
        Y,
        order=0,
    )
    same_error(
        lambda *args: program(*args, allow_unused=False, materialize_grads=True),
        X,
        Y,
        says="Expected allow_unused to be True or not passed",
    )


def test_an_input_behind_a_detach_is_unused():
    same_error(
        lambda lib, x: lib.autograd.grad((x.detach() * x.sum().detach() + 1).sum(), x),
        X,
        says="does not require grad and does not have a grad_fn",
    )
    same_error(
        lambda lib, x, y: lib.autograd.grad((x.detach() * y).sum(), x),
        X,
        Y,
        says="appears to not have been used in the graph",
    )


@pytest.mark.parametrize("first", ["y", "z"])
def test_a_pass_to_an_inner_tensor_frees_the_node_that_made_it(first: str):
    """Unlike `grad`, which stops before it."""

    def program(lib, x):
        y = x * x
        z = y.exp()
        if first == "z":
            z.sum().backward(inputs=[y])
            y.sum().backward()
        else:
            y.sum().backward()
            z.sum().backward(inputs=[y])

    same_error(program, X, says="Trying to backward through the graph a second time")

    def stopping(lib, x):
        y = x * x
        z = y.exp()
        grads = lib.autograd.grad(z.sum(), [y])
        y.sum().backward()
        return *grads, x.grad

    same(stopping, X, order=0)


ERRORS = {
    "grad(x.sum(), x.detach())": "One of the differentiated Tensors does not require",
    "grad(x.sum(), [])": "",
    "grad(x, x)": "grad can be implicitly created only for scalar outputs",
    "grad(x.detach().sum(), x)": "element 0 of tensors does not require grad",
    "grad([x.sum(), x.detach().sum()], x)": "element 1 of tensors does not require",
    "grad(x, x, lib.ones(2).double())": "Mismatch in shape: grad_output[0]",
    "grad(x, x, 1.0)": "'float' object is not iterable",
    "grad(x, x, [1.0])": "gradients can be either Tensors or None",
    "grad([x.sum(), x.sum()], x, [None])": "got 2 tensors and 1 gradients",
    "x.sum().backward(lib.ones(2).double())": "Mismatch in shape",
    "x.detach().sum().backward()": "element 0 of tensors does not require grad",
    "backward([x.sum(), x.detach().sum()])": "element 1 of tensors does not require",
    "x.sum().backward(inputs=[])": "`inputs` argument to `backward()` cannot be empty",
    "x.sum().backward(inputs=[x.detach()])": "can't retain_grad on Tensor",
    "(x > 0).sum().backward()": "element 0 of tensors does not require grad",
}


@pytest.mark.parametrize("call", ERRORS)
def test_a_call_that_makes_no_sense_is_pytorchs_error(call: str):
    def program(lib, x):
        names = {"x": x, "lib": lib, "grad": lib.autograd.grad}
        return eval(call, names | {"backward": lib.autograd.backward})

    same_error(program, X, says=ERRORS[call])


# -- programs of the lectures ----------------------------------------------------------


def test_a_weight_used_twice_gets_both_gradients():
    def program(lib, w, x):
        hidden = w @ x
        out = (w @ (x + hidden.tanh())).norm()
        return out, lib.autograd.grad(out, [w, x], retain_graph=True)

    same(program, np.arange(9.0).reshape(3, 3) / 10, X)


def test_the_gradient_of_a_squared_gradient_norm():
    def program(lib):
        x = lib.tensor([2.0, 3.0], requires_grad=True)
        (slope,) = lib.autograd.grad(x[0].log() + x[1] ** 2, x, create_graph=True)
        return slope.detach(), lib.autograd.grad(slope.norm() ** 2, x)[0]

    # |∇(log a + b²)|² = 1 / a² + 4 b², with the gradient (-2 / a³, 8 b)
    assert same(program)["result"][1]["values"].round(4).tolist() == [-0.25, 24.0]


def test_the_same_with_many_variables():
    def program(lib, w, x):
        loss = (w * x).sum() ** 2 + (w**3).sum()
        grads = lib.autograd.grad(loss, w, create_graph=True)
        penalty = (grads[0] ** 2).sum()
        penalty.backward()
        return grads[0].detach(), penalty.detach(), w.grad, x.grad

    same(program, X, Y, order=0)


@pytest.mark.parametrize("detached", [False, True])
def test_two_coupled_quadratics(detached: bool):
    """One number is drawn to 1, the other to -1, and both (or the second) together."""

    def program(lib):
        a = lib.tensor(0.5, requires_grad=True)
        b = lib.tensor(-0.5, requires_grad=True)
        for _ in range(100):
            pull = ((a.detach() if detached else a) - b) ** 2
            grads = lib.autograd.grad((a - 1) ** 2 + (b + 1) ** 2 + pull, (a, b))
            with lib.no_grad():
                for leaf, grad in zip((a, b), grads, strict=True):
                    leaf -= 0.1 * grad
        return a, b

    a, b = (each["values"] for each in same(program)["result"])
    expected = (1, 0) if detached else (1 / 3, -1 / 3)
    assert np.allclose((a, b), expected, atol=1e-5)


def test_a_loop_that_shares_its_weights():
    def program(lib, w, h):
        for step in range(4):
            h = (w @ h + step * 0.1).tanh()
        return h

    same(program, np.random.default_rng(0).standard_normal((3, 3)), X)


def test_control_flow_that_depends_on_the_data():
    def program(lib, x):
        count = 0
        while x.norm() < 100:
            x = x * 2 if x.sum() > 0 else x * -3
            count += 1
        return x, count

    for seed in range(3):
        same(program, np.random.default_rng(seed).standard_normal(3))


def test_training_a_small_network_step_by_step():
    def program(lib, w1, b1, w2, x, t):
        losses = []
        for _ in range(10):
            loss = (((x @ w1 + b1).tanh() @ w2) - t).norm() ** 2 / 5
            losses.append(loss.item())
            loss.backward()
            with lib.no_grad():
                for w in (w1, b1, w2):
                    w -= 0.05 * w.grad
                    w.grad.zero_()
        return losses, w1.detach(), b1.detach(), w2.detach()

    rng = np.random.default_rng(0)
    shapes = ((3, 4), (4,), (4, 2), (5, 3), (5, 2))
    arrays = [rng.standard_normal(shape) for shape in shapes]
    same(program, *arrays[:3], constant(arrays[3]), constant(arrays[4]), order=0)


def test_an_epoch_in_mini_batches_accumulates_to_the_full_gradient():
    def program(lib, w, x):
        for start in range(0, 6, 2):
            ((x[start : start + 2] @ w) ** 2).sum().backward()
        batches = w.grad.clone()
        w.grad = None
        ((x @ w) ** 2).sum().backward()
        return batches, w.grad

    rng = np.random.default_rng(0)
    same(program, X, constant(rng.standard_normal((6, 3))), order=0)


# -- only_inputs -----------------------------------------------------------------------


def test_only_inputs_is_taken_and_ignored():
    """As in the gradient penalty of a Wasserstein GAN."""

    def program(lib, x, y):
        out = (x * x * y).sum(dim=0, keepdim=True)
        (grad,) = lib.autograd.grad(
            outputs=out,
            inputs=x,
            grad_outputs=lib.ones_like(out),
            create_graph=True,
            retain_graph=True,
            only_inputs=True,
        )
        return (grad.norm(2) - 1) ** 2, y.grad

    same(program, X, Y)


def test_the_order_of_the_arguments_of_grad():
    def program(lib, x, y):
        return lib.autograd.grad(x.sum(), (x, y), None, None, False, True, True)

    same(program, X, Y)


# -- leaves that do not require grad any more ------------------------------------------

TURNED_OFF = {
    "detach_": lambda x: x.detach_(),
    "requires_grad_": lambda x: x.requires_grad_(False),
    "requires_grad": lambda x: setattr(x, "requires_grad", False),
    "and on again": lambda x: x.detach_().requires_grad_(),
}


@pytest.mark.parametrize("how", TURNED_OFF)
@pytest.mark.parametrize("hooked", [True, False])
def test_a_leaf_that_does_not_require_grad_any_more_gets_none(how: str, hooked: bool):
    def program(lib, x, y):
        seen = []
        if hooked:
            x.register_hook(lambda grad: seen.append(grad.clone()))
        z = (x * y).sum()
        TURNED_OFF[how](x)
        z.backward()
        first, x.grad = x.grad, None
        x.requires_grad_()
        (x * x * y).sum().backward()
        return first, x.grad, y.grad, len(seen), x.requires_grad

    same(program, X, Y, order=0)


def test_a_gradient_is_deleted():
    def program(lib, x):
        (x * x).sum().backward()
        del x.grad
        del x.grad
        return x.grad

    same(program, X, order=0)
