"""`autograd.Function`: users' own operations, the same under both libraries."""

import numpy as np
import pytest
from oracle import constant, same, same_error

import minigrad

X = np.array([0.5, -1.5, 2.0])
Y = np.array([2.0, 0.25, -1.0])


def function(lib, forward, backward, name: str = "Mine"):
    """A Function with these two methods; `apply` of it is what the programs call."""
    methods = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type(name, (lib.autograd.Function,), methods)


def square(lib):
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 2 * x

    return function(lib, forward, backward, "Square").apply


def test_a_function_and_its_first_two_derivatives():
    same(lambda lib, x: square(lib)(x), X)
    same(lambda lib, x: square(lib)(x * 2) * x, X)
    same(lambda lib, x: square(lib)(square(lib)(x)), X, order=3)


def test_a_function_of_a_scalar_and_of_nothing():
    for shape in ((), (1,), (0,), (2, 0)):
        same(lambda lib, x: square(lib)(x), np.ones(shape))


def test_an_output_may_be_saved_and_differentiated_again():
    def program(lib, x):
        def forward(ctx, x):
            out = x.exp()
            ctx.save_for_backward(out)
            return out

        def backward(ctx, grad):
            (out,) = ctx.saved_tensors
            return grad * out

        return function(lib, forward, backward, "Exp").apply(x)

    same(program, X, order=3)


def test_what_only_forward_knows_is_a_constant_for_the_second_derivative():
    def program(lib, x):
        def forward(ctx, x):
            ctx.slope = 3 * x * x
            return x**3

        def backward(ctx, grad):
            return grad * ctx.slope

        return function(lib, forward, backward, "Cube").apply(x)

    same(program, X)


def test_ctx_is_the_grad_fn():
    def program(lib, x):
        seen = []

        def forward(ctx, x):
            seen.append(ctx)
            return x * 2

        def backward(ctx, grad):
            seen.append(ctx)
            return grad * 2

        y = function(lib, forward, backward, "Double").apply(x)
        y.sum().backward()
        node = y.grad_fn
        return (
            [each is node for each in seen],
            type(node).__name__,
            node.name(),
            node.next_functions[0][0].variable is x,
            repr(y),
        )

    same(program, X, order=0)


@pytest.mark.parametrize(
    "name", ["note", "inputs", "edges", "shape", "saved", "number", "number_of", "name"]
)
def test_any_attribute_can_be_put_on_ctx(name: str):
    def program(lib, x):
        def forward(ctx, x):
            setattr(ctx, name, [2.0, "kept"])
            return x * 2

        def backward(ctx, grad):
            return grad * getattr(ctx, name)[0]

        y = function(lib, forward, backward).apply(x)
        y.sum().backward()
        return x.grad, getattr(y.grad_fn, name)

    same(program, X, order=0)


def test_errors_name_the_function_whatever_ctx_name_is():
    def program(lib, x):
        def forward(ctx, x):
            ctx.name = "mine"
            return x * 2

        def backward(ctx, grad):
            return grad, grad

        function(lib, forward, backward, "Twice").apply(x).sum().backward()

    same_error(program, X, says="function TwiceBackward returned")


def test_an_op_may_put_a_name_on_ctx():
    class Twice(minigrad.Op):
        @staticmethod
        def forward(ctx, a):
            ctx.name = "mine"
            return a * 2

        @staticmethod
        def backward(ctx, grad):
            return grad, grad

    with pytest.raises(RuntimeError, match="TwiceBackward0"):
        Twice.apply(minigrad.ones(2, requires_grad=True)).sum().backward()


# -- several inputs and outputs --------------------------------------------------------


def two_outputs(lib, seen: list):
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y, x + y.exp()

    def backward(ctx, grad_product, grad_sum):
        seen.append([grad is None for grad in (grad_product, grad_sum)])
        x, y = ctx.saved_tensors
        return grad_product * y + grad_sum, grad_product * x + grad_sum * y.exp()

    return function(lib, forward, backward, "Two").apply


@pytest.mark.parametrize("used", ["both", "first", "second", "swapped", "twice"])
def test_several_outputs_of_which_some_are_used(used: str):
    def program(lib, x, y):
        seen = []
        a, b = two_outputs(lib, seen)(x, y)
        outs = {
            "both": [a.sum() + (b * 2).sum()],
            "first": [a * 1],
            "second": [b * 1],
            "swapped": [b, a],
            "twice": [b * b + a * b],
        }
        return *outs[used], (a.output_nr, b.output_nr), a.grad_fn is b.grad_fn

    same(program, X, Y)


def test_an_output_that_is_not_used_gets_zeros():
    def program(lib, x, y):
        seen = []
        a, b = two_outputs(lib, seen)(x, y)
        b.sum().backward()
        return seen, x.grad, y.grad

    same(program, X, Y, order=0)


def test_edges_to_later_outputs_show_their_number():
    def program(lib, x, y):
        a, b = two_outputs(lib, [])(x, y)
        node = (b * a).grad_fn
        return [(each.name(), index) for each, index in node.next_functions]

    same(program, X, Y, order=0)


def test_an_output_dropped_before_the_pass():
    def program(lib, x, y):
        a, b = two_outputs(lib, [])(x, y)
        del a
        return b * 3

    same(program, X, Y)


def test_grad_with_respect_to_a_later_output():
    def program(lib, x, y):
        a, b = two_outputs(lib, [])(x, y)
        z = (a * b).sum()
        return lib.autograd.grad(z, [b, a, x])

    same(program, X, Y, order=0)


def test_outputs_of_other_shapes_and_dtypes():
    def program(lib, x):
        def forward(ctx, x):
            return x.sum(), x.float(), x > 0, x.long()

        def backward(ctx, total, single, *others):
            return total + single.double()

        a, b, c, d = function(lib, forward, backward).apply(x)
        return a, b, c, d, c.requires_grad, d.requires_grad, a * b.sum()

    same(program, X, order=1)


def test_an_output_may_be_something_else_than_a_tensor():
    def program(lib, x):
        def forward(ctx, x):
            return x * 2, 7, "text"

        def backward(ctx, grad, *others):
            return grad * 2

        return function(lib, forward, backward).apply(x)

    same(program, X)


def test_arguments_that_are_no_tensors_get_none():
    def program(lib, x, y):
        def forward(ctx, x, power, name, y, options):
            ctx.save_for_backward(x, y)
            ctx.power = power
            return x**power * y * options["scale"]

        def backward(ctx, grad):
            x, y = ctx.saved_tensors
            n = ctx.power
            return grad * n * x ** (n - 1) * y * 2, None, None, grad * x**n * 2, None

        mine = function(lib, forward, backward)
        return mine.apply(x, 3, "cube", y, {"scale": 2})

    same(program, X, Y)


def test_optional_arguments():
    def program(lib, x, bias):
        def forward(ctx, x, bias=None, scale=1.0):
            ctx.scale = scale
            out = x * scale
            return out if bias is None else out + bias

        def backward(ctx, grad):
            bias = grad if ctx.needs_input_grad[1] else None
            return grad * ctx.scale, bias, None

        def backward_of_two(ctx, *grads):
            return backward(ctx, *grads)[:2]

        full, short = (
            function(lib, forward, each).apply for each in (backward, backward_of_two)
        )
        return full(x, bias, 2.0), full(x, None, 3.0), short(x, bias)

    same(program, X, Y)


def test_trailing_nones_may_be_returned_in_excess():
    def program(lib, x):
        def backward(ctx, grad):
            return grad * 2, None, None, None

        return function(lib, lambda ctx, x: x * 2, backward).apply(x)

    same(program, X)


def test_none_for_an_input_means_no_gradient():
    def program(lib, x, y):
        def backward(ctx, grad):
            return grad, None

        z = function(lib, lambda ctx, a, b: a + b, backward).apply(x, y * 2)
        z.sum().backward()
        return x.grad, y.grad

    same(program, X, Y, order=0)


def test_needs_input_grad_says_which_gradients_are_needed():
    def program(lib, x, y, c):
        seen = []

        def forward(ctx, *args):
            seen.append(ctx.needs_input_grad)
            return args[0] * args[1]

        def backward(ctx, grad):
            seen.append(ctx.needs_input_grad)
            return (grad,) * 2 + (None,) * (len(ctx.needs_input_grad) - 2)

        mine = function(lib, forward, backward)
        for args in ((x, y), (x, c), (c, y), (x * 1, c, 3, None, y > 0)):
            mine.apply(*args).sum().backward()
        mine.apply(c, c)
        with lib.no_grad():
            mine.apply(x, y)
        return seen

    same(program, X, Y, constant(Y), order=0)


def test_a_broadcast_gradient_is_summed_down():
    def program(lib, x, b):
        def backward(ctx, grad):
            return grad, grad

        return function(lib, lambda ctx, x, b: x + b, backward).apply(x, b)

    same(program, np.ones((2, 3)), Y)
    same(program, np.ones((2, 3)), np.array(0.5))


def test_a_gradient_of_another_dtype_is_converted():
    def program(lib, x):
        def backward(ctx, grad):
            return grad.double() * 2

        z = function(lib, lambda ctx, x: x.double() * 2, backward).apply(x)
        z.sum().backward()
        return x.grad, z.dtype

    same(program, X, dtype=np.float32, order=0)


# -- returning an argument -------------------------------------------------------------


def test_an_input_that_is_returned_is_a_new_output():
    def program(lib, x):
        def backward(ctx, grad):
            return grad * 10

        y = function(lib, lambda ctx, x: x, backward, "Scale").apply(x)
        return y, y is x, y.grad_fn.name(), x.is_leaf

    same(program, X)


def test_a_computed_input_that_is_returned():
    def program(lib, x):
        mine = function(lib, lambda ctx, x: x, lambda ctx, grad: grad * 10, "Scale")
        y = x * 2
        return mine.apply(y) + y

    same(program, X)


def test_two_inputs_returned_in_the_other_order():
    def program(lib, x, y):
        def backward(ctx, first, second):
            return second, first

        a, b = function(lib, lambda ctx, x, y: (y, x), backward, "Swap").apply(x, y)
        return a * 2 + b, a, b

    same(program, X, Y)


def test_a_view_that_is_returned():
    def program(lib, x):
        def backward(ctx, grad):
            return grad.reshape(3)

        mine = function(lib, lambda ctx, x: x.reshape(3, 1), backward)
        return mine.apply(x) * 2

    same(program, X)


# -- what is not recorded --------------------------------------------------------------


def test_nothing_in_forward_is_recorded():
    def program(lib, x):
        seen = []

        def forward(ctx, x):
            y = x * 2
            seen.extend([x.requires_grad, y.requires_grad, lib.is_grad_enabled()])
            return y

        function(lib, forward, lambda ctx, grad: grad * 2).apply(x)
        return seen, lib.is_grad_enabled()

    same(program, X, order=0)


def test_grad_mode_is_restored_when_forward_raises():
    def program(lib, x):
        def forward(ctx, x):
            raise ValueError("no")

        try:
            function(lib, forward, forward).apply(x)
        except ValueError as error:
            return str(error), lib.is_grad_enabled()

    same(program, X, order=0)


def test_without_an_input_that_requires_grad_there_is_no_node():
    def program(lib, x, c):
        y = square(lib)(c)
        with lib.no_grad():
            z = square(lib)(x)
        return y, z, y.grad_fn, z.grad_fn

    same(program, X, constant(Y))


def test_tensors_inside_a_list_are_not_tracked():
    def program(lib, x, y):
        def forward(ctx, pair, x):
            return pair[0] * pair[1] + x

        mine = function(lib, forward, lambda ctx, grad: (None, grad))
        return mine.apply([x, y], x), mine.apply([x, y], x.detach()).requires_grad

    same(program, X, Y)


def test_arguments_by_name_take_their_place_in_forward():
    def program(lib, x, y):
        def forward(ctx, x, y=None, scale=2):
            return x * scale + (0 if y is None else y)

        def backward(ctx, grad):
            return (grad * 2, grad, None)[: len(ctx.needs_input_grad)]

        mine = function(lib, forward, backward)
        return mine.apply(x=x), mine.apply(x, y=y), mine.apply(x, y, scale=2)

    same(program, X, Y)
    same_error(
        lambda lib, x: function(lib, lambda ctx, x, y=0, z=0: x, None).apply(x, z=1),
        X,
        says="forward() missing required argument: 'y' (position 1)",
    )


# -- saving ----------------------------------------------------------------------------


def test_saved_tensors_come_back_as_they_were():
    def program(lib, x, y):
        seen = []

        def forward(ctx, x, y):
            half = x / 2
            ctx.save_for_backward(x, None, y, half)
            return x * y

        def backward(ctx, grad):
            saved = ctx.saved_tensors
            seen.extend(saved)
            seen.append([each is None or each.requires_grad for each in saved])
            return grad, grad

        function(lib, forward, backward).apply(x, y).sum().backward()
        return [each.detach() if hasattr(each, "detach") else each for each in seen]

    same(program, X, constant(Y), order=0)


def test_a_saved_leaf_is_the_leaf_itself():
    def program(lib, x):
        seen = []

        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        def backward(ctx, grad):
            seen.append(ctx.saved_tensors[0] is x)
            return grad * 2

        function(lib, forward, backward).apply(x).sum().backward()
        return seen

    same(program, X, order=0)


def test_nothing_saved_is_an_empty_tuple():
    def program(lib, x):
        y = function(lib, lambda ctx, x: x * 2, lambda ctx, grad: grad * 2).apply(x)
        return y.grad_fn.saved_tensors

    same(program, X, order=0)


def test_saving_twice_keeps_the_last():
    def program(lib, x):
        def forward(ctx, x):
            ctx.save_for_backward(x)
            ctx.save_for_backward(x * 3)
            return x * 2

        return function(lib, forward, lambda ctx, grad: ctx.saved_tensors[0]).apply(x)

    same(program, X, order=1)


def test_attributes_survive_the_pass_and_saved_tensors_do_not():
    def program(lib, x):
        def forward(ctx, x):
            ctx.save_for_backward(x)
            ctx.kept = 3
            return x * 2

        def backward(ctx, grad):
            return grad * ctx.saved_tensors[0]

        y = function(lib, forward, backward).apply(x)
        y.sum().backward()
        kept = y.grad_fn.kept
        try:
            return y.grad_fn.saved_tensors
        except RuntimeError as error:
            return kept, str(error)

    same(program, X, order=0)


# -- errors ----------------------------------------------------------------------------

BROKEN = {
    "too few gradients": (lambda ctx, x, y: x + y, lambda ctx, grad: grad),
    "too many gradients": (lambda ctx, x, y: x + y, lambda ctx, grad: (grad,) * 3),
    "a wrong shape": (
        lambda ctx, x, y: x + y,
        lambda ctx, grad: (grad, grad.reshape(3, 1)),
    ),
    "too few entries": (lambda ctx, x, y: x + y, lambda ctx, grad: (grad, grad[:2])),
    "a list": (lambda ctx, x, y: x + y, lambda ctx, grad: [grad, grad]),
    "a list of one": (lambda ctx, x, *_: x * 2, lambda ctx, grad: [grad]),
    "a number": (lambda ctx, x, y: x + y, lambda ctx, grad: (grad, 1.0)),
    "an array": (
        lambda ctx, x, y: x + y,
        lambda ctx, grad: (grad, np.ones(3)),
    ),
    "a list saved": (
        lambda ctx, x, y: ctx.save_for_backward([x]) or x,
        lambda ctx, grad: (grad, grad),
    ),
    "a number saved": (
        lambda ctx, x, y: ctx.save_for_backward(x, 2.0) or x,
        lambda ctx, grad: (grad, grad),
    ),
    "nothing saved": (
        lambda ctx, x, y: x + y,
        lambda ctx, grad: ctx.saved_tensors[0],
    ),
    "an attribute that is not there": (
        lambda ctx, x, y: x + y,
        lambda ctx, grad: (grad * ctx.absent, grad),
    ),
    "an unbound branch": (lambda ctx, x, y: x + y, lambda ctx, grad: undefined),  # noqa: F821
    "a backward that raises": (lambda ctx, x, y: x + y, lambda ctx, grad: 1 / 0),
    "a backward of two gradients": (lambda ctx, x, y: x + y, lambda ctx, a, b: (a, b)),
    "nothing returned": (lambda ctx, x, y: None, lambda ctx, grad: (grad, grad)),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_function_is_pytorchs_error(what: str):
    def program(lib, x, y):
        mine = function(lib, *BROKEN[what], name="Broken").apply
        out = mine(x * 1, y)
        if out is None:
            return None
        lib.autograd.backward(out.sum())
        return x.grad, y.grad

    seen = same(program, X, Y, order=0)
    assert "error" in seen or what == "nothing returned"


def test_a_gradient_for_what_is_no_tensor_is_an_error():
    def program(lib, x):
        mine = function(lib, lambda ctx, x, n: x * n, lambda ctx, grad: (grad, grad))
        mine.apply(x, 3).sum().backward()

    same_error(program, X, says="returned a gradient different than None at position 2")


def test_a_function_without_methods_is_an_error():
    def no_forward(lib, x):
        type("Empty", (lib.autograd.Function,), {}).apply(x)

    def no_backward(lib, x):
        half = {"forward": staticmethod(lambda ctx, x: x * 2)}
        type("Half", (lib.autograd.Function,), half).apply(x).sum().backward()

    same_error(no_forward, X, says="You must implement the forward function")
    same_error(no_backward, X, says="You must implement either the backward or vjp")


def test_a_function_cannot_be_called_as_an_object():
    def program(lib, x):
        mine = function(lib, lambda ctx, x: x, lambda ctx, grad: grad)
        return mine()(x)

    same_error(program, X, says="Legacy autograd function with non-static forward")


def test_an_inherited_function_has_a_node_class_of_its_own():
    def program(lib, x):
        first = function(lib, lambda ctx, x: x * 2, lambda ctx, grad: grad * 2, "First")
        second = type("Second", (first,), {})
        y = second.apply(first.apply(x))
        return y, y.grad_fn.name()

    same(program, X)


def test_methods_of_functions_are_looked_up_at_each_call():
    calls = []
    mine = function(
        minigrad, lambda ctx, x: x * 2, lambda ctx, grad: grad * 2, "Replaced"
    )
    x = minigrad.tensor(X, requires_grad=True)
    y = mine.apply(x)
    mine.backward = staticmethod(lambda ctx, grad: calls.append(1) or grad * 5)
    y.sum().backward()
    assert calls == [1] and x.grad.tolist() == [5.0, 5.0, 5.0]


# -- the articles' functions -----------------------------------------------------------


def test_a_linear_layer_with_an_optional_bias():
    def program(lib, x, w, b):
        def forward(ctx, x, w, b=None):
            ctx.save_for_backward(x, w, b)
            out = x @ w.t()
            return out if b is None else out + b.unsqueeze(0).expand(out.shape)

        def backward(ctx, grad):
            x, w, b = ctx.saved_tensors
            needs = ctx.needs_input_grad
            return (
                grad @ w if needs[0] else None,
                grad.t() @ x if needs[1] else None,
                grad.sum(0) if b is not None and needs[2] else None,
            )

        linear = function(lib, forward, backward, "Linear").apply
        return linear(x, w, b).tanh(), linear(x, w), linear(x.detach(), w, b.detach())

    rng = np.random.default_rng(0)
    same(program, *(rng.standard_normal(shape) for shape in ((5, 3), (2, 3), (2,))))


def test_a_legendre_polynomial():
    def program(lib, x):
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return (5 * x**3 - 3 * x) / 2

        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * 1.5 * (5 * x**2 - 1)

        return function(lib, forward, backward, "P3").apply(x)

    same(program, X)


def test_a_function_around_a_numpy_routine():
    def program(lib, x):
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return lib.from_numpy(np.cumsum(x.numpy()))

        def backward(ctx, grad):
            return lib.from_numpy(np.cumsum(grad.numpy()[::-1])[::-1].copy())

        return function(lib, forward, backward, "CumSum").apply(x)

    same(program, X, order=1)


def test_the_absolute_dot_product():
    def program(lib, u, v):
        def forward(ctx, u, v):
            ctx.save_for_backward(u, v)
            return (u @ v).abs()

        def backward(ctx, grad):
            u, v = ctx.saved_tensors
            sign = (u @ v).sign()
            return grad * sign * v, grad * sign * u

        return function(lib, forward, backward, "AbsDot").apply(u, v)

    same(program, X, Y)
