"""Problem set 6: a recurrent cell, lengths, a loop's result, a quotient, a Swish.

What stands here beside each piece that is no part of minigrad is the reference: the
same in ordinary operations. The marks let a sandbox that grades leave it out.
"""

from collections.abc import Callable
from types import ModuleType

from ...pieces.student_functions import choose_function
from ..inputs import Between, Exactly, Floats, OneOf, Sequences, given, of_shapes
from .handed_in import after_a_change, handed_in
from .program import program


def root(lib: ModuleType) -> Callable:
    # piece: Root
    def reference(a):
        r = a.detach()
        for _ in range(60):
            r = r - (r**3 + r - a.detach()) / (3 * r * r + 1)
        for _ in range(2):  # each doubles the derivatives that are right
            r = r - (r**3 + r - a) / (3 * r * r + 1)
        return r

    return choose_function(lib, "Root", reference)


def swish(lib: ModuleType) -> Callable:
    # piece: Swish
    def reference(x, beta):
        return x * lib.sigmoid(beta * x)

    return choose_function(lib, "Swish", reference)


def unrolled(lib: ModuleType) -> Callable:
    # piece: unroll
    def reference(cell, xs, lengths, h):
        for t, x in enumerate(xs):
            h = lib.where((lengths > t).unsqueeze(1), cell(x, h), h)
        return h

    return choose_function(lib, "unroll", reference)


def divided(lib: ModuleType) -> Callable:
    # piece: safe_divide
    def reference(a, b):
        zero = b == 0
        return lib.where(zero, 0.0, a / lib.where(zero, 1.0, b))

    return choose_function(lib, "safe_divide", reference)


def of_gradients(lib: ModuleType, out, given: dict) -> dict:
    """The gradients of out³, and those of their squares."""
    firsts = lib.autograd.grad((out**3).sum(), [*given.values()], create_graph=True)
    total = sum((each**2).sum() for each in firsts) + (out**2).sum()
    seconds = lib.autograd.grad(total, [*given.values()], allow_unused=True)
    found = {f"gradient of {n}": g.detach() for n, g in zip(given, firsts, strict=True)}
    return found | {
        f"differentiated again, by {name}": grad
        for name, grad in zip(given, seconds, strict=True)
    }


# -- RNNCell ----------------------------------------------------------------------

NAMES = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
BATCH = [(4, 3), (4, 2), (2, 3), (2, 2), (2,), (2,)]
SIZES = [
    BATCH,
    [(1, 3), (1, 2), (2, 3), (2, 2), (2,), (2,)],
    [(3, 1), (3, 4), (4, 1), (4, 4), (4,), (4,)],
    [(2, 4), (2, 1), (1, 4), (1, 1), (1,), (1,)],
    [(3, 2), (3, 2), (2, 2), (2, 2), (2,), (2,)],
]


def cell_of(lib: ModuleType, *weights) -> Callable:
    """`torch.nn.RNNCell` with these tensors in the place of its parameters."""
    outputs, inputs = weights[0].shape
    bias = len(weights) > 2
    cell = lib.nn.RNNCell(inputs, outputs, bias=bias, dtype=weights[0].dtype)
    for name, tensor in zip(NAMES, weights, strict=False):
        delattr(cell, name)
        setattr(cell, name, tensor)
    return cell


# so large that tanh is 1 or -1, and an exponential infinite
STEEP = *of_shapes(BATCH[:2])[0], *(Floats(s, scale=1e3) for s in BATCH[2:])


@program("RNNCell", bare=True, inputs=[*of_shapes(*SIZES), STEEP])
def a_step(lib, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
    """tanh(input @ weight_ih.t() + bias_ih + hidden @ weight_hh.t() + bias_hh)"""
    return cell_of(lib, weight_ih, weight_hh, bias_ih, bias_hh)(input, hidden)


@program("RNNCell", bare=True, inputs=of_shapes(*(each[:4] for each in SIZES)))
def without_biases(lib, input, hidden, weight_ih, weight_hh):
    """tanh(input @ weight_ih.t() + hidden @ weight_hh.t()), both biases None"""
    return cell_of(lib, weight_ih, weight_hh)(input, hidden)


@program("RNNCell", bare=True, inputs=[tuple(Floats(s, "float32") for s in BATCH)])
def a_step_in_float32(lib, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
    """a step of RNNCell, in float32"""
    return cell_of(lib, weight_ih, weight_hh, bias_ih, bias_hh)(input, hidden)


@program("RNNCell", opaque=True, inputs=of_shapes([(3,), (2,), *BATCH[2:]]))
def a_single_sequence(lib, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
    """a step of RNNCell for a single sequence"""
    return cell_of(lib, weight_ih, weight_hh, bias_ih, bias_hh)(input, hidden)


@program("RNNCell", opaque=True, inputs=of_shapes(BATCH))
def from_the_start(lib, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
    """two steps of RNNCell; input and the first state need no gradient"""
    cell = cell_of(lib, weight_ih, weight_hh, bias_ih, bias_hh)
    return cell(input.detach() * 2, cell(input.detach(), hidden.detach()))


@program("RNNCell", opaque=True, inputs=of_shapes(BATCH))
def one_bias_at_a_time(lib, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
    """three steps of RNNCell: only bias_hh, only bias_ih and only the weights need a
    gradient"""
    fixed = [each.detach() for each in (weight_ih, weight_hh)]
    first = cell_of(lib, *fixed, bias_ih.detach(), bias_hh)
    second = cell_of(lib, *fixed, bias_ih, bias_hh.detach())
    third = cell_of(lib, weight_ih, weight_hh, bias_ih.detach(), bias_hh.detach())
    x, h = input.detach(), hidden.detach()
    return first(x, h) * 3 + second(x, h) + third(x, h) * 2


@program("RNNCell", opaque=True, inputs=of_shapes(BATCH))
def with_biases_and_without(lib, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
    """a step of RNNCell with biases, plus one of half the batch without"""
    first = cell_of(lib, weight_ih, weight_hh, bias_ih, bias_hh)(input, hidden)
    second = cell_of(lib, weight_ih, weight_hh)(input[:2], hidden[2:])
    return first * 3 + lib.cat([second, second * 2])


@program("RNNCell", opaque=True, inputs=of_shapes([(3, 4, 3), *BATCH[1:]]))
def three_steps(lib, xs, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
    """the last of three states of RNNCell"""
    cell = cell_of(lib, weight_ih, weight_hh, bias_ih, bias_hh)
    for x in xs:
        hidden = cell(x, hidden)
    return hidden


@program("RNNCell", inputs=of_shapes([*BATCH, (4, 2)]))
def a_step_handed_in(lib, x, hidden, weight_ih, weight_hh, bias_ih, bias_hh, grad):
    """a step of RNNCell, backward(grad): what became of x and grad?"""

    def step(x):
        return cell_of(lib, weight_ih, weight_hh, bias_ih, bias_hh)(x, hidden)

    found = handed_in(lib, step, x, grad)
    others = {"hidden": hidden, "weight_ih": weight_ih, "weight_hh": weight_hh}
    return found | {f"gradient of {name}": each.grad for name, each in others.items()}


@program("RNNCell", inputs=of_shapes([(4, 2)]))
def a_changed_state(lib, hidden):
    """the old state is changed in place between a step of RNNCell and backward"""

    def step(h):  # of which all is made: a gradient shows what was kept of it
        return cell_of(lib, h[:2] * 1, h[1:3] * 1)(h, h)

    return after_a_change(lib, step, hidden)


@program("RNNCell", inputs=of_shapes(BATCH))
def a_step_twice(lib, input, hidden, weight_ih, weight_hh, bias_ih, bias_hh):
    """the gradients of out³, for out = a step of RNNCell, and theirs"""
    out = cell_of(lib, weight_ih, weight_hh, bias_ih, bias_hh)(input, hidden)
    given = {"input": input, "hidden": hidden, "weight_ih": weight_ih}
    given |= {"weight_hh": weight_hh, "bias_ih": bias_ih, "bias_hh": bias_hh}
    return of_gradients(lib, out, given)


# -- unroll -----------------------------------------------------------------------


def cell(lib: ModuleType, weight) -> Callable:
    """A small recurrent cell; the weight has a row for each number that it reads."""

    def step(x, h):
        return lib.tanh(lib.cat([x, h], 1) @ weight + weight[0])

    return step


def sequences(*cases: tuple, dtype: str = "float64") -> list:
    """(steps, number of sequences, inputs, size of the state), and their lengths."""
    return [
        (
            Floats((steps, n, inputs), dtype),
            Sequences(tuple(range(least, steps + 1)), (n,)),
            Floats((n, size), dtype),
            Floats((inputs + size, size), dtype),
        )
        for steps, n, inputs, size, least in cases
    ]


def with_lengths(lib: ModuleType, xs, lengths: tuple, h, weight):
    return unrolled(lib)(cell(lib, weight), xs, lib.tensor(lengths), h)


@program(
    "unroll",
    opaque=True,
    inputs=[
        *sequences(*[(5, 4, 2, 3, 1)] * 3, (4, 3, 1, 2, 1), (3, 3, 2, 3, 1)),
        *sequences((5, 4, 2, 3, 1), dtype="float32"),
        (Floats((4, 3, 2)), given((4, 4, 4)), Floats((3, 3)), Floats((5, 3))),
        (Floats((4, 3, 2)), given((1, 4, 3)), Floats((3, 3)), Floats((5, 3))),
    ],
)
def of_several_lengths(lib, xs, lengths, h, weight):
    """unroll(cell, xs, lengths, h)"""
    return with_lengths(lib, xs, lengths, h, weight)


@program("unroll", opaque=True, inputs=sequences(*[(4, 5, 2, 3, 0)] * 3))
def of_empty_sequences(lib, xs, lengths, h, weight):
    """unroll(cell, xs, lengths, h), where a length may be 0"""
    return with_lengths(lib, xs, (0, *lengths[1:]), h, weight)


@program("unroll", inputs=[(Floats((4, 3, 2)), Floats((3, 3)), Floats((5, 3)))])
def of_empty_sequences_only(lib, xs, h, weight):
    """unroll(cell, xs, lengths, h), where all lengths are 0"""
    out = with_lengths(lib, xs, (0, 0, 0), h, weight)
    (grad,) = lib.autograd.grad((out**2).sum(), h)
    return {"out": out.detach(), "gradient of h": grad}


@program("unroll", opaque=True, inputs=sequences(*[(4, 1, 2, 3, 1)] * 2))
def of_one_sequence(lib, xs, lengths, h, weight):
    """unroll(cell, xs, lengths, h), of a single sequence"""
    return with_lengths(lib, xs, lengths, h, weight)


@program("unroll", inputs=sequences(*[(5, 4, 2, 3, 1)] * 3))
def of_large_padding(lib, xs, lengths, h, weight):
    """unroll(cell, xs, lengths, h), the padding being 100 in one run, and -3 in another

    The two differ by nothing.
    """
    found = {}
    for padding in (100.0, -3.0):
        padded = padded_by(lib, padding, xs, lengths)
        out = with_lengths(lib, padded, lengths, h, weight)
        (grad,) = lib.autograd.grad((out**2).sum(), padded)
        found |= {f"out, padded by {padding:g}": out.detach()}
        found |= {f"gradient of xs, padded by {padding:g}": grad}
    return found


def padded_by(lib: ModuleType, padding: float, xs, lengths: tuple):
    """The sequences, with this number behind the end of each."""
    real = (lib.arange(len(xs)).unsqueeze(1) < lib.tensor(lengths)).unsqueeze(2)
    return lib.where(real, xs, padding)


@program("unroll", inputs=[case[:3] for case in sequences(*[(5, 4, 1, 3, 1)] * 2)])
def of_padding_that_overflows(lib, xs, lengths, h):
    """unroll(cell, xs, lengths, h), cell = x * x + h, the padding being 1e200"""
    padded = padded_by(lib, 1e200, xs, lengths)
    cell = lambda x, h: x * x + h  # noqa: E731
    out = unrolled(lib)(cell, padded, lib.tensor(lengths), h)
    grads = lib.autograd.grad((out**2).sum(), (padded, h))
    return {"out": out.detach(), "gradient of xs": grads[0], "gradient of h": grads[1]}


@program("unroll", inputs=sequences((5, 4, 2, 3, 1)))
def what_was_handed_in(lib, xs, lengths, h, weight):
    """what became of xs, lengths and h after unroll(cell, xs, lengths, h)"""
    given = xs.detach() * 1, lib.tensor(lengths), h.detach() * 1
    out = unrolled(lib)(cell(lib, weight), *given)
    return {"out": out.detach(), "xs": given[0], "lengths": given[1], "h": given[2]}


# -- Root -------------------------------------------------------------------------

NUMBERS = [(Between(shape, -9.0, 9.0),) for shape in ((4,), (2, 3), (), (5,))]


@program(
    "Root",
    bare=True,
    order=2,
    inputs=[*NUMBERS]
    + [(Exactly(each, (len(each),)),) for each in ((0.0, 2.0, -10.0), (2.0, -2.0))],
)
def a_root(lib, a):
    """Root.apply(a): the r with r³ + r = a"""
    return root(lib)(a)


@program("Root", opaque=True, inputs=[(Between((0,), -1.0, 1.0),)])
def a_root_of_nothing(lib, a):
    """Root.apply(a), where a has no entries"""
    return root(lib)(a).sum() + a.sum()


@program("Root", inputs=NUMBERS[:2] * 2)
def a_root_twice(lib, a):
    """the gradient of out³, for out = Root.apply(a), and its own gradient"""
    return of_gradients(lib, root(lib)(a), {"a": a})


@program("Root", opaque=True, inputs=[(Between((2, 3), -2.0, 2.0),) * 2])
def a_root_of_a_root(lib, a, b):
    """Root.apply(Root.apply(a.t()) * b.t()).t() + Root.apply(b)"""
    function = root(lib)
    return function(function(a.t()) * b.t()).t() + function(b)


@program("Root", opaque=True, inputs=[(Between((3,), -9.0, 9.0),)] * 2)
def a_root_of_many_numbers(lib, a):
    """Root.apply(a), where 2000 zeros stand behind the numbers"""
    many = lib.cat([a, lib.zeros(2000, dtype=a.dtype)])
    return root(lib)(many)[: len(a)]


@program("Root", inputs=[(Between((3,), -9.0, 9.0), Floats((3,)))])
def a_root_handed_in(lib, x, grad):
    """Root.apply(x), backward(grad): what became of x and grad?"""
    return handed_in(lib, root(lib), x, grad)


# -- safe_divide ------------------------------------------------------------------

SOME_ZEROS = (0.0, 2.0, -0.5, 1e-13, 1e-3, 0.0)


@program(
    "safe_divide",
    bare=True,
    inputs=[
        (Floats((6,)), Exactly(SOME_ZEROS, (6,))),
        *((Floats(shape), Exactly((0.0,), shape)) for shape in ((3,), ())),
    ],
)
def by_some_zeros(lib, a, b):
    """safe_divide(a, b), where some entries of b are 0"""
    return divided(lib)(a, b)


@program(
    "safe_divide",
    bare=True,
    inputs=[(Floats((2, 3)), Between((2, 3), 0.5, 2.0))]
    + [(Floats((2, 3)), Between((2, 3), -2.0, -0.5)), (Floats(()), Floats(()))],
)
def by_no_zero(lib, a, b):
    """safe_divide(a, b), where no entry of b is 0"""
    return divided(lib)(a, b)


@program(
    "safe_divide",
    bare=True,
    inputs=[(Exactly((0.0, 1.5, -2.0), (6,)), Exactly((0.0, 0.0, 4.0, -1.0), (6,)))]
    * 3,
)
def zero_by_zero(lib, a, b):
    """safe_divide(a, b), with 0 in both"""
    return divided(lib)(a, b)


@program(
    "safe_divide",
    bare=True,
    inputs=[
        (Floats((3,), scale=size), Between((3,), size * 1e-12, size * 1e-9))
        for size in (1.0, 1e-190)
    ],
)
def by_small_numbers(lib, a, b):
    """safe_divide(a, b), where b is small, and not 0"""
    return divided(lib)(a, b)


@program(
    "safe_divide",
    inputs=[(Between((3,), size, 9 * size),) * 2 for size in (1e-305, 1e-312)],
)
def small_by_small_numbers(lib, a, b):
    """out = safe_divide(a, b), where 1 / b may be infinite, and a / b is not"""
    return {"out": divided(lib)(a.detach(), b.detach())}


@program(
    "safe_divide",
    bare=True,
    inputs=[
        (Floats((4, 3)), Exactly((0.0, 2.0, -1.0), (3,))),
        (Floats((3, 1)), Exactly((0.0, 2.0), (1, 4))),
        (Floats(()), Exactly((0.0, 0.5), (4,))),
    ],
)
def of_other_shapes(lib, a, b):
    """safe_divide(a, b), which are broadcast"""
    return divided(lib)(a, b)


@program("safe_divide", inputs=[(Floats((6,)), Exactly(SOME_ZEROS, (6,)))] * 2)
def a_quotient_twice(lib, a, b):
    """the gradients of out³, for out = safe_divide(a, b), and theirs"""
    return of_gradients(lib, divided(lib)(a, b), {"a": a, "b": b})


@program("safe_divide", inputs=[(Floats((6,)), Exactly(SOME_ZEROS, (6,)))])
def numbers_handed_in(lib, a, b):
    """what became of a and b after safe_divide(a, b)"""
    numbers = a.detach() * 1, b.detach() * 1
    out = divided(lib)(*numbers)
    return {"out": out, "a": numbers[0], "b": numbers[1]}


# -- Swish ------------------------------------------------------------------------

BETA = OneOf((1.0, 0.5, -2.0))
SHAPES = (4,), (2, 3), (), (0,), (5,)


@program(
    "Swish",
    bare=True,
    order=2,
    inputs=[
        *((Between(s, -4.0, 4.0), BETA) for s in SHAPES),
        (Exactly((0.0, 1.5, -2.0), (3,)), BETA),
        *((Between((5,), -4.0, 4.0), given(beta)) for beta in (0.3, 0.0, 2)),
    ],
)
def a_swish(lib, x, beta):
    """Swish.apply(x, beta)"""
    return swish(lib)(x, beta)


@program("Swish", inputs=[(Floats((4,)), BETA), (Floats((2, 3)), BETA)] * 2)
def a_swish_twice(lib, x, beta):
    """the gradient of out³, for out = Swish.apply(x, beta), and its own gradient"""
    return of_gradients(lib, swish(lib)(x, beta), {"x": x})


@program("Swish", inputs=[(Floats((4,)), Floats((4,)), BETA)] * 2)
def by_the_upstream_gradient(lib, x, w, beta):
    """(w * Swish.apply(x, beta)).sum(): its gradient squared, differentiated by w"""
    (first,) = lib.autograd.grad((w * swish(lib)(x, beta)).sum(), x, create_graph=True)
    second = lib.autograd.grad((first**2 + x * w).sum(), (x, w))
    return {"gradient of x": first.detach()} | {
        f"differentiated again, by {name}": grad
        for name, grad in zip(("x", "w"), second, strict=True)
    }


@program("Swish", bare=True, inputs=[(Floats((3,), "float32"), BETA)])
def a_swish_in_float32(lib, x, beta):
    """Swish.apply(x, beta), in float32"""
    return swish(lib)(x, beta)


@program("Swish", opaque=True, inputs=[(Floats((2, 3)),)] * 2)
def two_layers_of_swish(lib, x):
    """Swish.apply(Swish.apply(x.t(), 1.0) * 2, -0.5).t()"""
    function = swish(lib)
    return function(function(x.t(), 1.0) * 2, -0.5).t()


@program("Swish", inputs=[(Floats((3,)), Floats((3,)))])
def a_swish_handed_in(lib, x, grad):
    """Swish.apply(x, 0.5), backward(grad): what became of x and grad?"""
    return handed_in(lib, swish(lib), x, grad, 0.5)


@program("Swish", inputs=[(Floats((3,)),)])
def a_changed_number(lib, x):
    """x is changed in place between Swish.apply(x, 0.5) and backward"""
    return after_a_change(lib, swish(lib), x, 0.5)
