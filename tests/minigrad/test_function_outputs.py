"""What a Function returns twice, as it is, as a view, or changed in place.

One program each, run under both libraries: values, flags, graphs, two derivatives,
warnings and errors are PyTorch's.
"""

import numpy as np
import pytest
import torch
from oracle import same

import minigrad

VECTOR = np.array([0.5, -1.5, 2.0])
MATRIX = np.array([[0.5, -1.5, 2.0], [1.0, 3.0, -0.25]])
PROGRAMS = {}  # by name: a program and its input


def of(array: np.ndarray):
    """Add the program below to those of `array`."""

    def add(program):
        PROGRAMS[program.__name__] = program, array
        return program

    return add


def function(lib, forward, backward=lambda ctx, *grads: sum(grads)):
    """`apply` of a Function with these two methods."""
    methods = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type("Mine", (lib.autograd.Function,), methods).apply


def identity(lib):
    return function(lib, lambda ctx, a: a)


def viewing(lib):
    return function(lib, lambda ctx, a: a.view(-1), lambda ctx, g: g.view(-1))


def halves(lib):
    """Two views of a vector."""
    return function(
        lib, lambda ctx, a: (a[:1], a[1:]), lambda ctx, g, h: lib.cat([g, h])
    )


def doubling(lib):
    """Doubles its argument in place, and says so."""

    def forward(ctx, a):
        ctx.mark_dirty(a)
        return a.mul_(2)

    return function(lib, forward, lambda ctx, g: 2 * g)


def state(tensor):
    """What can be seen of a tensor's place in the graph."""
    node = None if tensor.grad_fn is None else tensor.grad_fn.name()
    flags = tensor.requires_grad, tensor.is_leaf, tensor._base is not None
    return node, tensor.output_nr, tensor._version, *flags


def states(*tensors):
    return [state(each) for each in tensors], tensors


def no_grad_change(lib, tensor):
    with lib.no_grad():
        tensor.mul_(2)


# -- the same tensor twice ---------------------------------------------------------


def twice(lib, x):
    def forward(ctx, a):
        out = a.exp()
        ctx.save_for_backward(out)
        return out, out

    def backward(ctx, one, other):
        (out,) = ctx.saved_tensors
        return out * (2 * one + 3 * other)

    return function(lib, forward, backward)(x)


@of(VECTOR)
def an_output_twice(lib, x):
    a, b = twice(lib, x)
    return a is b, states(a, b), a * b


@of(VECTOR)
def an_output_twice_and_changed(lib, x):
    def forward(ctx, a):
        out = a * 2
        return out, out

    a, b = function(lib, forward)(x)
    a.mul_(3)
    return a is b, states(a, b)


@of(VECTOR)
def an_output_among_others_three_times(lib, x):
    def forward(ctx, a):
        out = a * 2
        return out, a * 3, out, out

    return states(*function(lib, forward)(x))


@of(VECTOR)
def what_backward_gets_for_an_output_twice(lib, x):
    seen = []

    def forward(ctx, a):
        ctx.set_materialize_grads(False)
        out = a * 2
        return out, out

    def backward(ctx, one, other):
        seen.append([one, other if other is None else other.tolist()])
        return 2 * other

    a, b = function(lib, forward, backward)(x)
    (a.sum() + 3 * b.sum()).backward()
    return seen, x.grad


@of(VECTOR)
def a_constant_twice(lib, x):
    a, b = twice(lib, x.detach())
    return a is b, states(a, b)


@of(VECTOR)
def an_output_without_gradient_twice(lib, x):
    def forward(ctx, a):
        out = a * 2
        ctx.mark_non_differentiable(out)
        return out, out, a * 3

    return states(*function(lib, forward, lambda ctx, a, b, c: 3 * c)(x))


@of(VECTOR)
def an_input_twice(lib, x):
    a, b = function(lib, lambda ctx, a: (a, a))(x)
    return a is b, a is x, states(a, b, x)


@of(VECTOR)
def an_input_twice_and_changed(lib, x):
    a, b = function(lib, lambda ctx, a: (a, a))(x * 1)
    b.mul_(2)


@of(VECTOR)
def an_argument_twice(lib, x):
    a, b = function(lib, lambda ctx, a, b: (a, b), lambda ctx, g, h: (g, h))(x, x)
    return a is b, states(a, b)


@of(VECTOR)
def changed_in_place_and_returned_twice(lib, x):
    def forward(ctx, a):
        ctx.mark_dirty(a)
        a.mul_(2)
        return a, a

    h = x * 1
    a, b = function(lib, forward, lambda ctx, g, h: 2 * g + 2 * h)(h)
    b.mul_(3)
    return a is h, b is h, states(a, b, h)


@of(VECTOR)
def an_argument_twice_changed_in_place(lib, x):
    def forward(ctx, a, b):
        ctx.mark_dirty(a)
        return a.mul_(2)

    h = x * 1
    out = function(lib, forward, lambda ctx, g: (2 * g, g * 0))(h, h)
    return out is h, states(out)


# -- an input as it is -------------------------------------------------------------


@of(VECTOR)
def an_input(lib, x):
    h = x * 1
    out = identity(lib)(h)
    return out is h, out._base is h, states(out, h)


@of(VECTOR)
def an_input_whose_original_is_changed(lib, x):
    h = x * 1
    out = identity(lib)(h)
    h.mul_(2)
    return out + 1


@of(VECTOR)
def an_input_whose_original_is_changed_and_that_is_not_used(lib, x):
    h = x * 1
    out = identity(lib)(h)
    h.mul_(2)
    return out.detach(), states(h)


@of(VECTOR)
def an_input_changed_under_no_grad(lib, x):
    out = identity(lib)(x * 1)
    no_grad_change(lib, out)
    return out


@of(VECTOR)
def a_leaf_changed_under_no_grad(lib, x):
    out = identity(lib)(x)
    no_grad_change(lib, x)
    return out


@of(VECTOR)
def a_leaf_changed(lib, x):
    identity(lib)(x).mul_(2)


@of(VECTOR)
def a_leaf_under_no_grad(lib, x):
    with lib.no_grad():
        out = identity(lib)(x)
    return out is x, states(out, x)


@of(VECTOR)
def a_constant(lib, x):
    c = x.detach().clone()
    out = identity(lib)(c)
    out.mul_(2)
    return out is c, states(out, c)


@of(VECTOR)
def a_constant_changed_by_what_is_recorded(lib, x):
    identity(lib)(x.detach().clone()).mul_(x)


def given_and_doubled(lib, c, x):
    """Two outputs: the first argument, and the second times 2."""
    return function(lib, lambda ctx, a, b: (a, b * 2), lambda ctx, g, h: (g, 2 * h))(
        c, x
    )


@of(VECTOR)
def a_constant_beside_another(lib, x):
    c = x.detach().clone()
    out, other = given_and_doubled(lib, c, x)
    return out is c, states(out, c, other)


@of(VECTOR)
def a_constant_beside_another_changed(lib, x):
    given_and_doubled(lib, x.detach().clone(), x)[0].mul_(2)


@of(VECTOR)
def a_constant_beside_another_whose_original_is_changed(lib, x):
    c = x.detach().clone()
    out, _ = given_and_doubled(lib, c, x)
    c[[0, 2]] = 1.0
    return out


@of(VECTOR)
def an_input_without_gradient(lib, x):
    def forward(ctx, a):
        ctx.mark_non_differentiable(a)
        return a, a * 2

    return states(*function(lib, forward, lambda ctx, g, h: 2 * h)(x * 1))


@of(VECTOR)
def an_input_that_is_saved(lib, x):
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a

    return function(lib, forward, lambda ctx, g: g * ctx.saved_tensors[0])(x * 1)


@of(VECTOR)
def an_input_that_setup_context_saves(lib, x, change=False):
    class Mine(lib.autograd.Function):
        @staticmethod
        def forward(a):
            return a.mul_(2) if change else a

        @staticmethod
        def setup_context(ctx, inputs, output):
            if change:
                ctx.mark_dirty(inputs[0])
            ctx.save_for_backward(inputs[0])

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    return Mine.apply(x * 1)


@of(VECTOR)
def a_changed_input_that_setup_context_saves(lib, x):
    return an_input_that_setup_context_saves(lib, x, change=True)


@of(VECTOR)
def a_leaf_of_others_under_no_grad(lib, x):
    other = x.detach().clone().requires_grad_()
    with lib.no_grad():
        out = function(lib, lambda ctx, a: other)(x)
    return out is other, states(other)


@of(VECTOR)
def a_tensor_of_others(lib, x):
    other = x.exp()
    out = function(lib, lambda ctx, a: other)(x)
    return out is other, states(out)


# -- views -------------------------------------------------------------------------


@of(VECTOR)
def a_view(lib, x):
    h = x * 1
    out = viewing(lib)(h)
    return out._base is h, states(out, h)


@of(VECTOR)
def a_view_changed(lib, x):
    viewing(lib)(x).mul_(2)


@of(VECTOR)
def a_view_changed_under_no_grad(lib, x):
    out = viewing(lib)(x * 1)
    no_grad_change(lib, out)
    return out


@of(VECTOR)
def a_view_made_under_no_grad_and_changed(lib, x):
    def forward(ctx, a):
        with lib.no_grad():
            return a.view(-1)

    function(lib, forward)(x * 1).mul_(2)


@of(VECTOR)
def a_view_made_under_enable_grad(lib, x):
    def forward(ctx, a):
        with lib.enable_grad():
            return a.view(-1)

    return states(function(lib, forward)(x * 1))


@of(VECTOR)
def a_view_of_a_constant_changed(lib, x):
    c = x.detach().clone()
    out = viewing(lib)(c)
    out.mul_(2)
    return states(out, c)


@of(VECTOR)
def a_view_of_a_constant_changed_by_what_is_recorded(lib, x):
    viewing(lib)(x.detach().clone()).mul_(x)


@of(VECTOR)
def two_views(lib, x):
    return states(*halves(lib)(x * 1))


@of(VECTOR)
def two_views_changed(lib, x):
    halves(lib)(x * 1)[1].mul_(2)


def first_two(lib):
    return function(
        lib, lambda ctx, a: (a * 2)[:2], lambda ctx, g: lib.cat([2 * g, g[:1] * 0])
    )


@of(VECTOR)
def a_view_of_an_intermediate(lib, x):
    return states(first_two(lib)(x))


@of(VECTOR)
def a_view_of_an_intermediate_changed(lib, x):
    first_two(lib)(x).mul_(3)


def an_intermediate_and_its_view(lib, x):
    def forward(ctx, a):
        b = a * 2
        return b, b[:2]

    def backward(ctx, g, h):
        return 2 * g + 2 * lib.cat([h, h[:1] * 0])

    return function(lib, forward, backward)(x)


@of(VECTOR)
def an_intermediate_beside_its_view(lib, x):
    a, b = an_intermediate_and_its_view(lib, x)
    return b._base is a, states(a, b)


@of(VECTOR)
def an_intermediate_changed_beside_its_view(lib, x):
    a, b = an_intermediate_and_its_view(lib, x)
    a.mul_(3)
    return b + 1 if b.grad_fn else b


@of(VECTOR)
def a_view_changed_beside_what_it_views(lib, x):
    an_intermediate_and_its_view(lib, x)[1].mul_(3)


@of(VECTOR)
def a_detached_input_changed(lib, x):
    h = x * 1
    out = function(lib, lambda ctx, a: a.detach())(h)
    out.mul_(2)
    return states(out, h)


# -- changes of views --------------------------------------------------------------


@of(MATRIX)
def a_view_of_a_leaf_changed_in_place(lib, x):
    doubling(lib)(x[0])


@of(MATRIX)
def a_view_of_a_leaf_changed_in_silence(lib, x):
    v = x[0]
    out = function(lib, lambda ctx, a: a.mul_(2), lambda ctx, g: 2 * g)(v)
    return out is v, states(out, v, x)


@of(VECTOR)
def a_leaf_changed_through_a_view(lib, x):
    def forward(ctx, a):
        ctx.mark_dirty(a)
        a[0].mul_(2)
        return a

    function(lib, forward)(x)


@of(VECTOR)
def a_leaf_changed_through_a_view_in_silence(lib, x):
    def forward(ctx, a):
        a[0].mul_(2)
        return a * 1

    return states(function(lib, forward)(x), x)


@of(VECTOR)
def a_leaf_changed_in_place_under_no_grad(lib, x):
    with lib.no_grad():
        out = doubling(lib)(x)
    return out is x, states(out, x)


@of(VECTOR)
def a_view_of_a_leaf_changed_in_place_under_no_grad(lib, x):
    with lib.no_grad():
        v = x[0]
        out = doubling(lib)(v)
    return out is v, states(out, x)


@of(MATRIX)
def a_view_changed_in_place(lib, x):
    h = x * 1
    v, w = h[0], h[1]
    out = doubling(lib)(v)
    return out is v, states(h, v, w)


@of(MATRIX)
def a_view_of_a_view_changed_in_place(lib, x):
    h = x * 1
    v = h.t()[1]
    return doubling(lib)(v) is v, states(h, v)


@of(MATRIX)
def a_base_changed_in_place(lib, x):
    h = x * 1
    v = h[0]
    return doubling(lib)(h) is h, states(h, v)


@of(MATRIX)
def one_of_several_views_changed_in_place(lib, x):
    doubling(lib)((x * 1).unbind(0)[1])


@of(MATRIX)
def a_view_made_under_no_grad_changed_in_place(lib, x):
    h = x * 1
    with lib.no_grad():
        v = h[0]
    doubling(lib)(v)


@of(MATRIX)
def a_view_of_a_function_changed_in_place(lib, x):
    doubling(lib)(viewing(lib)(x * 1))


@of(MATRIX)
def a_view_of_a_constant_changed_in_place(lib, x):
    c = x.detach().clone()
    v = c[0]
    return doubling(lib)(v) is v, states(c, v)


@of(MATRIX)
def a_view_of_a_constant_changed_by_an_argument(lib, x):
    def forward(ctx, a, b):
        ctx.mark_dirty(a)
        ctx.factor = a.clone()
        return a.mul_(b)

    c = x.detach().clone()
    v = c[0]
    out = function(lib, forward, lambda ctx, g: (None, g * ctx.factor))(v, x[1])
    return out is v, states(c, v)


@of(VECTOR)
def a_constant_changed_beside_another_output(lib, x):
    def forward(ctx, a, b):
        ctx.mark_dirty(a)
        return b * 2, a.mul_(2)

    c = x.detach().clone()
    c.grad = lib.ones_like(c)
    c.grad.fill_(3)
    one, other = function(lib, forward, lambda ctx, g, h: (None, 2 * g))(c, x)
    c.retain_grad()  # so that reading its .grad is no warning
    return other is c, c.grad is None, states(one, c)


@of(VECTOR)
def changed_in_place_without_a_gradient(lib, x):
    def forward(ctx, a):
        ctx.mark_dirty(a)
        ctx.mark_non_differentiable(a)
        a.mul_(2)
        return a, a * 1

    h = x * 1
    one, other = function(lib, forward, lambda ctx, g, k: 2 * k)(h)
    return one is h, states(one, other)


@of(MATRIX)
def changed_in_place_and_its_view(lib, x):
    def forward(ctx, a):
        ctx.mark_dirty(a)
        a.mul_(2)
        return a, a[0]

    return function(lib, forward, lambda ctx, g, k: 2 * g)(x * 1)


@of(MATRIX)
def changed_in_place_beside_its_view(lib, x):
    return states(*changed_in_place_and_its_view(lib, x))


@of(MATRIX)
def changed_again_beside_its_view(lib, x):
    one, other = changed_in_place_and_its_view(lib, x)
    one.mul_(2)
    return other.grad_fn


@of(VECTOR)
def marked_although_it_is_no_input(lib, x):
    def forward(ctx, a):
        out = a * 2
        ctx.mark_dirty(out)
        return out

    return states(function(lib, forward, lambda ctx, g: 2 * g)(x * 1))


@of(VECTOR)
def a_hook_set_before_the_change(lib, x):
    seen, h = [], x * 1
    h.register_hook(lambda grad: seen.append(["before", grad.tolist()]))
    h.retain_grad()
    doubling(lib)(h)
    h.register_hook(lambda grad: seen.append(["after", grad.tolist()]))
    h.sum().backward()
    return seen, h.grad, x.grad


# -- what is saved and changed -----------------------------------------------------


def exp_with(change, returned=lambda s: s):
    """The program of an exp that changes in forward what it has saved."""

    def program(lib, x):
        def forward(ctx, a):
            s = a.exp()
            ctx.save_for_backward(s)
            change(s)
            return returned(s)

        return function(lib, forward, lambda ctx, g: g * ctx.saved_tensors[0])(x)

    return program


PROGRAMS |= {
    "saved_and_changed_in_forward": (exp_with(lambda s: s.add_(1)), VECTOR),
    "saved_and_changed_through_a_view": (exp_with(lambda s: s[:1].add_(1)), VECTOR),
    "saved_changed_and_not_returned": (
        exp_with(lambda s: s.add_(1), lambda s: s * 1),
        VECTOR,
    ),
}


@of(VECTOR)
def saved_and_changed_after(lib, x):
    out = exp_with(lambda s: None)(lib, x)
    out += 1
    return out


@of(VECTOR)
def an_input_saved_and_changed_in_forward(lib, x):
    def forward(ctx, a):
        ctx.save_for_backward(a)
        out = a * a
        a.zero_()
        return out

    def backward(ctx, grad):
        return 2 * grad * ctx.saved_tensors[0]

    return function(lib, forward, backward)(x * 1)


@of(MATRIX)
def saved_and_changed_in_place(lib, x):
    def forward(ctx, a):
        ctx.save_for_backward(a)
        ctx.mark_dirty(a)
        return a.exp_()

    h = x * 1
    v = h[0]
    out = function(lib, forward, lambda ctx, g: g * ctx.saved_tensors[0])(v)
    return out is v, states(h, v)


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_output_is_what_pytorch_makes_of_it(name: str):
    same(*PROGRAMS[name])


WHOLE_TEXTS = """
    a_constant_changed_by_what_is_recorded an_input_twice_and_changed
    two_views_changed a_leaf_changed an_input_whose_original_is_changed
    an_input_that_setup_context_saves an_intermediate_changed_beside_its_view
""".split()


@pytest.mark.parametrize("name", WHOLE_TEXTS)
def test_the_whole_text_of_the_error_is_pytorchs(name: str):
    texts = []
    for lib in (torch, minigrad):
        x = lib.tensor(VECTOR.tolist(), requires_grad=True)
        with pytest.raises(RuntimeError) as error:
            PROGRAMS[name][0](lib, x).sum().backward()
        texts.append(str(error.value))
    assert texts[0] == texts[1]


def test_a_value_that_was_saved_and_changed_in_forward_gives_a_wrong_gradient():
    """In both libraries: watching begins when forward has ended. Lecture 05 says so."""

    def program(lib, x):
        out = PROGRAMS["saved_and_changed_in_forward"][0](lib, x)
        (grad,) = lib.autograd.grad(out.sum(), x)
        return (grad - x.exp()).tolist()

    wrong = same(program, VECTOR, order=0)["result"]
    assert np.allclose(wrong, 1)
