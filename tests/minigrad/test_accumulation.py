"""Invariants 3 and 4: whose memory a gradient is, and its shape and dtype."""

import numpy as np
import pytest
from oracle import same

import minigrad
from minigrad import Tensor, speed

X = np.array([0.5, -1.5, 2.0])

# Programs in which a gradient might be handed on as it is: to several leaves, to a leaf
# and a caller, or as a view of something that a node saved.
ALIASES = {
    "x + y": lambda x, y: x + y,
    "y + x + x": lambda x, y: y + x + x,
    "x - y": lambda x, y: x - y,
    "x.clone() + y": lambda x, y: x.clone() + y,
    "x.reshape(3, 1).T + y": lambda x, y: x.reshape(3, 1).T + y,
    "x[...] + y[:]": lambda x, y: x[...] + y[:],
    "x.expand(2, 3) + y": lambda x, y: x.expand(2, 3) + y,
    "x.sum() + y": lambda x, y: x.sum() + y,
    "x * y": lambda x, y: x * y,
    "x * 1 + y * 1": lambda x, y: x * 1 + y * 1,
    "(x + y).exp()": lambda x, y: (x + y).exp(),
    "x.exp() + y.exp()": lambda x, y: x.exp() + y.exp(),
    "x.unsqueeze(0) + y.squeeze()": lambda x, y: x.unsqueeze(0) + y.squeeze(),
    "x.double() + y": lambda x, y: x.double() + y,
    # Here backward makes new arrays, which a leaf may keep.
    "x[:, None] @ y[None]": lambda x, y: x.reshape(3, 1).mm(y.reshape(1, 3)),
    "x Tᵀ": lambda x, y: x.reshape(1, 3).t().mm(y.reshape(1, 3)).t().t() + y,
    "addmm": lambda x, y: minigrad.addmm(x, y.reshape(3, 1), x.reshape(1, 3)),
    "linear": lambda x, y: minigrad.nn.functional.linear(
        y.reshape(1, 3), y.reshape(1, 3), x[:1]
    ),
}


def leaves_and_output(name: str) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    x, y = (minigrad.tensor(X, requires_grad=True) for _ in range(2))
    out = ALIASES[name](x, y)
    sent = minigrad.tensor(np.random.default_rng(0).standard_normal(tuple(out.shape)))
    return x, y, out, sent


def share(first: Tensor, second: Tensor) -> bool:
    return np.shares_memory(first._data, second._data)


@pytest.mark.parametrize("name", ALIASES)
def test_no_grad_shares_memory_with_anything_else(name: str):
    x, y, out, sent = leaves_and_output(name)
    out.backward(sent, retain_graph=True)
    for one, other in [(x.grad, y.grad), (x.grad, sent), (y.grad, sent)]:
        assert not share(one, other)
    for grad in (x.grad, y.grad):
        assert not any(share(grad, each) for each in (x, y, out))
        assert grad._data.flags.writeable


@pytest.mark.parametrize("name", ALIASES)
def test_gradients_that_are_returned_share_no_memory_either(name: str):
    x, y, out, sent = leaves_and_output(name)
    grads = minigrad.autograd.grad(out, [x, y], sent, retain_graph=True)
    assert not share(*grads)
    assert not any(share(grad, each) for grad in grads for each in (x, y, out, sent))


@pytest.mark.parametrize("name", ALIASES)
def test_changing_one_grad_in_place_changes_nothing_else(name: str):
    x, y, out, sent = leaves_and_output(name)
    out.backward(sent, retain_graph=True)
    kept = [each.tolist() for each in (y.grad, sent, x, y, out)]
    x.grad *= 0
    assert [each.tolist() for each in (y.grad, sent, x, y, out)] == kept
    x.grad = y.grad = None
    out.backward(sent)
    assert y.grad.tolist() == kept[0]


def test_clipping_one_of_two_gradients_leaves_the_other():
    def program(lib, x, y):
        (x + y).sum().backward()
        for grad in (x.grad, y.grad):
            grad /= grad.norm() * 2
        return x.grad.norm(), y.grad.norm()

    same(program, X, X, order=0)


def test_changing_the_upstream_gradient_afterwards_changes_nothing():
    def program(lib, x):
        sent = lib.ones(3).double()
        (x * 1).backward(sent, retain_graph=True)
        x.clone().backward(sent)
        sent *= 100
        return x.grad

    same(program, X, order=0)


def test_the_engine_does_not_change_the_upstream_gradient():
    def program(lib, x):
        sent = lib.ones(3).double()
        (x + x + x * 2).backward(sent)
        x.clone().backward(sent)
        return sent, x.grad

    same(program, X, order=0)


def test_a_grad_of_the_users_own_is_accumulated_into_in_place():
    def program(lib, x):
        mine = lib.ones(3).double()
        x.grad = mine
        (x * 2).sum().backward()
        return mine, x.grad is mine

    same(program, X, order=0)


def test_whoever_holds_a_grad_sees_the_next_accumulation():
    def program(lib, x):
        (x * 2).sum().backward()
        held = x.grad
        (x * 3).sum().backward()
        return held, held is x.grad

    same(program, X, order=0)


def test_accumulation_under_create_graph_makes_a_new_tensor():
    def program(lib, x):
        (x * x).sum().backward()
        held = x.grad
        (grad,) = lib.autograd.grad((x * x * x).sum(), x, create_graph=True)
        x.grad = grad
        (x * 2).sum().backward()
        return held, x.grad.detach()

    same(program, X, order=0)


def test_one_user_function_that_returns_one_tensor_twice():
    def program(lib, x, y):
        class Add(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a, b):
                return a + b

            @staticmethod
            def backward(ctx, grad):
                return grad, grad

        Add.apply(x, y).sum().backward()
        x.grad *= 2
        return x.grad, y.grad

    same(program, X, X, order=0)


def test_a_saved_tensor_that_is_returned_as_gradient_stays_as_it_was():
    def program(lib, x):
        class Linear(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x, w):
                ctx.save_for_backward(w)
                return (x * w).sum()

            @staticmethod
            def backward(ctx, grad):
                return ctx.saved_tensors[0], None

        w = lib.tensor([1.0, 2.0, 3.0], dtype=lib.float64)
        Linear.apply(x, w).backward()
        x.grad *= 10
        (x * 2).sum().backward()
        return w, x.grad

    same(program, X, order=0)


# -- 4: shape and dtype ----------------------------------------------------------------

BROADCAST = [((3,), (2, 3)), ((), (4,)), ((2, 1), (1, 3)), ((1, 1), (2, 2)), ((1,), ())]


@pytest.mark.parametrize("shapes", BROADCAST, ids=str)
@pytest.mark.parametrize("dtypes", ["ff", "fd", "df", "ed"])
def test_a_grad_has_the_shape_and_dtype_of_its_leaf(shapes: tuple, dtypes: str):
    def program(lib, x, y):
        out = x * y + x / (y * y + 1) - y
        out.backward(lib.ones_like(out))
        return x.grad, y.grad, x.grad.shape == x.shape, y.grad.dtype == y.dtype

    rng = np.random.default_rng(0)
    inputs = (
        rng.standard_normal(shape).astype(dtype)
        for shape, dtype in zip(shapes, dtypes, strict=True)
    )
    same(program, *inputs, dtype=None, order=0)


LEAVES = {
    "in order": lambda lib, x: x.clone(),
    "transposed": lambda lib, x: x.t().contiguous().t(),
}
PRODUCTS = {
    "x @ w.t()": lambda lib, x, w: x @ w.t(),
    "x @ w.mT": lambda lib, x, w: x @ w.mT,
    "addmm": lambda lib, x, w: lib.addmm(x.sum(1, True), x, w.t()),
    "linear": lambda lib, x, w: lib.nn.functional.linear(x, w, x.sum(0)[:1].expand(2)),
    "w @ x.t()": lambda lib, x, w: w @ x.t(),
    "w * w": lambda lib, x, w: w * w,
    "2 w.t()": lambda lib, x, w: 2 * w.t(),
    "w.t().exp()": lambda lib, x, w: w.t().exp(),
}


@pytest.mark.skipif(not speed.is_loaded, reason="of the forms in minigrad/speed")
@pytest.mark.parametrize("leaf", LEAVES)
@pytest.mark.parametrize("product", PRODUCTS)
def test_a_grad_lies_in_memory_as_its_leaf_does(product: str, leaf: str):
    def program(lib, x, w):
        w = LEAVES[leaf](lib, w.detach()).requires_grad_()
        for _ in range(2):  # the first is kept, the second added to it
            out = PRODUCTS[product](lib, x.detach(), w)
            out.backward(lib.arange(out.numel()).reshape(out.shape).to(out))
            yield w.grad, w.grad.stride(), w.grad.is_contiguous()

    rng = np.random.default_rng(0)
    x, w = rng.standard_normal((4, 3)), rng.standard_normal((2, 3))
    same(lambda *given: list(program(*given)), x, w, order=0)


def test_the_upstream_gradient_may_have_another_dtype():
    def program(lib, x):
        (x * 2).backward(lib.ones(3).double())
        return x.grad, lib.autograd.grad(x * 3, x, lib.ones(3).double())

    same(program, X, dtype=np.float32, order=0)


def test_gradients_of_views_and_slices_have_the_shape_of_the_whole():
    def program(lib, x):
        (x[0] * 2 + x.T[1, 1]).sum().backward()
        return x.grad

    same(program, np.ones((2, 3)), order=0)
