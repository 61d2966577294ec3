"""What a user's Function can say on ctx, and the other ways to write one."""

import numpy as np
import pytest
import torch
from oracle import same, same_error

import minigrad

VECTOR = np.array([0.5, -1.5, 2.0])
OTHER = np.array([1.5, 0.25, -0.75])


def written_with_setup_context(lib):
    class Product(lib.autograd.Function):
        @staticmethod
        def forward(a, b, factor=2):
            return a * b * factor, a > b

        @staticmethod
        def setup_context(ctx, inputs, output):
            a, b, *factor = inputs
            ctx.factor = factor[0] if factor else 2
            ctx.save_for_backward(a, b)
            ctx.mark_non_differentiable(output[1])

        @staticmethod
        def backward(ctx, grad, _):
            a, b = ctx.saved_tensors
            return grad * b * ctx.factor, grad * a * ctx.factor, None

    return Product


def test_setup_context_takes_the_part_of_forward_that_needs_ctx():
    def program(lib, x, y):
        product = written_with_setup_context(lib)
        out, mask = product.apply(x, y, 3)
        return out, mask, mask.requires_grad

    same(program, VECTOR, OTHER)


def test_saving_counts_in_forward_only_and_the_last_call_counts():
    def program(lib, x, other):
        seen = []

        class Twice(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a):
                ctx.save_for_backward(other)
                ctx.save_for_backward(a, None)
                seen.append(ctx.saved_tensors)
                return a * 2

            @staticmethod
            def backward(ctx, grad):
                ctx.save_for_backward(grad)
                seen.append(ctx.saved_tensors)
                return grad * 2

        y = Twice.apply(x)
        y.grad_fn.save_for_backward(other)
        (grad,) = lib.autograd.grad(y.sum(), x)
        return grad, [[each is None or each.tolist() for each in s] for s in seen]

    same(program, VECTOR, OTHER, order=0)


def in_place(lib):
    class AddTo(lib.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.mark_dirty(a)
            a.add_(b)
            return a

        @staticmethod
        def backward(ctx, grad):
            return grad, grad * 1

    return AddTo


def test_a_dirty_argument_is_returned_itself_with_a_new_history():
    def program(lib, x, y):
        a = x * 2
        out = in_place(lib).apply(a, y)
        return out is a, a._version > 0, out, a * y

    same(program, VECTOR, OTHER)


def test_a_dirty_view_changes_the_history_of_its_base():
    def program(lib, x, y):
        a = x * 2
        part = a[:2]
        out = in_place(lib).apply(part, y[1:])
        return out is part, a, out, a.sin()

    same(program, VECTOR, OTHER)


def test_a_dirty_second_argument():
    def program(lib, x, y):
        class AddTo(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a, b):
                b.mul_(2)
                ctx.mark_dirty(b)
                return a * 3, b

            @staticmethod
            def backward(ctx, one, other):
                return one * 3, other * 2

        b = y * 1
        one, other = AddTo.apply(x, b)
        return one, other is b, other, b.exp()

    same(program, VECTOR, OTHER)


@pytest.mark.parametrize("materialize", [True, False])
def test_an_unused_output_gives_zeros_or_none(materialize: bool):
    def program(lib, x):
        seen = []

        class Two(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a):
                ctx.set_materialize_grads(materialize)
                return a * 1, a * 2

            @staticmethod
            def backward(ctx, one, other):
                seen.append([None if g is None else g.tolist() for g in (one, other)])
                return one if other is None else other

        one, other = Two.apply(x)
        one.sum().backward()
        one, other = Two.apply(x)
        other.sum().backward()
        return seen, x.grad

    same(program, VECTOR, order=0)


def test_a_function_that_only_an_undefined_gradient_reaches_runs():
    def program(lib, x):
        seen = []

        class Nothing(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a):
                return a * 1

            @staticmethod
            def backward(ctx, grad):
                return None

        class Seen(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a):
                return a * 1

            @staticmethod
            def backward(ctx, grad):
                seen.append(grad.tolist())
                return grad

        Nothing.apply(Seen.apply(x) * 3).sum().backward()
        return seen, x.grad

    same(program, VECTOR, order=0)


def test_an_output_that_is_not_differentiable():
    def program(lib, x):
        class Rounded(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a):
                out = a.sign()
                ctx.mark_non_differentiable(out)
                return out, a * 2

            @staticmethod
            def backward(ctx, unused, grad):
                assert not unused.any() if hasattr(unused, "any") else True
                return grad * 2

        rounded, double = Rounded.apply(x)
        return rounded.requires_grad, rounded.is_leaf, rounded, double

    same(program, VECTOR)


def test_vjp_is_another_name_for_backward():
    def program(lib, x):
        class Triple(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a):
                return a * 3

            @staticmethod
            def vjp(ctx, grad):
                return grad * 3

        return Triple.apply(x)

    same(program, VECTOR)


# -- once_differentiable -----------------------------------------------------------


def once(lib):
    class Square(lib.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            ctx.save_for_backward(a)
            return a * a

        @staticmethod
        @lib.autograd.function.once_differentiable
        def backward(ctx, grad):
            (a,) = ctx.saved_tensors
            assert not lib.is_grad_enabled()
            return 2 * a * grad

    return Square


def test_once_differentiable_gives_the_first_derivative():
    def program(lib, x):
        y = once(lib).apply(x)
        (grad,) = lib.autograd.grad(y.sum(), x, create_graph=True)
        return grad, grad.requires_grad

    same(program, VECTOR, order=0)


def test_once_differentiable_refuses_the_second():
    def program(lib, x):
        y = once(lib).apply(x.sin())
        (grad,) = lib.autograd.grad((y * y).sum(), x, create_graph=True)
        grad.sum().backward()

    same_error(program, VECTOR, says="trying to differentiate twice a function")


# -- errors ------------------------------------------------------------------------


def function(lib, forward, backward=lambda ctx, *grads: grads[0]):
    return type(
        "Wrong",
        (lib.autograd.Function,),
        {"forward": staticmethod(forward), "backward": staticmethod(backward)},
    )


def dirty_leaf(lib, x, y):
    in_place(lib).apply(x, y)


def dirty_and_not_returned(lib, x, y):
    def forward(ctx, a, b):
        ctx.mark_dirty(a)
        a.add_(b)
        return b * 1

    function(lib, forward).apply(x * 1, y)


def both_backward_and_vjp(lib, x, y):
    wrong = function(lib, lambda ctx, a: a * 2)
    wrong.vjp = staticmethod(lambda ctx, grad: grad)
    wrong.apply(x).sum().backward()


def view_of_the_input_changed(lib, x, y):
    function(lib, lambda ctx, a: a.view(-1)).apply(x * 1).add_(1)


def base_of_a_returned_view_changed(lib, x, y):
    a = x * 1
    out = function(lib, lambda ctx, a: a.view(-1)).apply(a)
    a.add_(1)
    return out.grad_fn


def input_returned_and_changed(lib, x, y):
    function(lib, lambda ctx, a: a).apply(x * 1).mul_(2)


def dirty_view_among_two_outputs(lib, x, y):
    def forward(ctx, a):
        ctx.mark_dirty(a)
        a.mul_(2)
        return a, a * 3

    function(lib, forward).apply((x * 1)[:2])


@pytest.mark.parametrize(
    ("program", "says"),
    [
        (dirty_leaf, "a leaf Variable that requires grad has been used in an in-place"),
        (dirty_and_not_returned, "Some elements marked as dirty"),
        (both_backward_and_vjp, "Implementing both 'backward' and 'vjp'"),
        (view_of_the_input_changed, "is a view and is being modified inplace"),
        (base_of_a_returned_view_changed, "its base or another view of its base"),
        (input_returned_and_changed, "is a view and is being modified inplace"),
        (dirty_view_among_two_outputs, "your Function cannot return more than one"),
    ],
)
def test_what_a_function_must_not_do_is_pytorchs_error(program, says: str):
    same_error(program, VECTOR, OTHER, says=says)


def test_a_saved_input_is_the_same_object_in_backward():
    def program(lib):
        seen = []

        class Double(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a):
                ctx.save_for_backward(a)
                return a * 2

            @staticmethod
            def backward(ctx, grad):
                seen.append(ctx.saved_tensors[0] is y)
                return grad * 2

        x = lib.tensor([1.0, 2.0], requires_grad=True)
        y = x * 3
        Double.apply(y).sum().backward()
        return seen

    assert program(minigrad) == program(torch) == [True]
