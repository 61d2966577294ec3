"""Problem set 4: gradcheck, right or wrong, and by how much."""

import re
from zlib import crc32

from ..inputs import Between, Floats, OneOf, Sequences, Whole, given
from .program import program

PLACES = OneOf(((0, 0), (0, 1), (1, 0), (1, 1)))


def verdict(lib, func, *inputs, by="gradcheck", **options) -> str:
    """What gradcheck says of `func` at `inputs`: its answer, or its error."""
    try:
        return f"returns {getattr(lib.autograd, by)(func, inputs, **options)}"
    except RuntimeError as error:
        if type(error).__name__ != "GradcheckError":
            raise
        return "GradcheckError: " + str(error).split(",")[0]


def line(lib, slope, error):
    """A Function with this slope, whose backward is off by `error`."""

    class Line(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * slope

        @staticmethod
        def backward(ctx, grad):
            return grad * (slope + error)

    return Line.apply


# -- right ones -------------------------------------------------------------------


@program("gradcheck", inputs=[(Floats((3,)),), (Floats((2, 3)),), (Floats(()),)])
def a_right_one(lib, x):
    """gradcheck of sin(x) * x"""
    return {"gradcheck": verdict(lib, lambda x: x.sin() * x, x), "x": x.detach()}


@program("gradcheck", inputs=[(Floats((2, 3)), Floats((3,)))])
def a_right_one_of_two(lib, w, x):
    """gradcheck of w @ x and tanh(w), with two inputs and two outputs"""
    said = verdict(lib, lambda w, x: (w @ x, w.tanh()), w, x)
    return {"gradcheck": said, "w": w.detach(), "x": x.detach(), "w.grad": w.grad}


@program("gradcheck", inputs=[(Floats((3,)), Floats((3,)))])
def with_a_constant(lib, x, y):
    """gradcheck of x * y, where y requires no grad"""
    return {"gradcheck": verdict(lib, lambda x, y: x * y, x, y.detach())}


# -- wrong ones -------------------------------------------------------------------


@program("gradcheck", inputs=[(Floats((4,)), OneOf((0, 1, 2, 3)))] * 3)
def one_entry_wrong(lib, x, place):
    """gradcheck of a Function whose gradient is wrong in one entry"""

    class Sine(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x.sin()

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            wrong = lib.zeros_like(x)
            wrong[place] = 1.0
            return grad * (x.cos() + wrong)

    return {"gradcheck": verdict(lib, Sine.apply, x)}


# Which of the four Jacobians (output, input) are wrong: the first of them is told.
WRONG = Sequences(((0, 0), (0, 1), (1, 0), (1, 1)), (1, 2))


@program(
    "gradcheck",
    inputs=[
        (Floats((2,)), Floats((3,)), given(((0, 1),))),
        (Floats((2,)), Floats((3,)), given(((1, 0),))),
        (Floats((2,)), Floats((3,)), given(((1, 1),))),
        (Floats((2,)), Floats((3,)), given(((1, 0), (0, 1)))),
        (Floats((2,)), Floats((3,)), given(((0, 0), (0, 1)))),
        *[(Floats((2,)), Floats((3,)), WRONG)] * 3,
    ],
)
def some_of_four_wrong(lib, x, y, wrong):
    """two outputs, two inputs, and these Jacobians (output, input) are wrong"""

    class Both(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            ctx.save_for_backward(x, y)
            return x[:, None] * y, x.sum() + y

        @staticmethod
        def backward(ctx, first, second):
            x, y = ctx.saved_tensors
            off = {pair: 2.0 if pair in wrong else 1.0 for pair in EVERY}
            return (
                (first * y).sum(1) * off[0, 0] + second.sum() * off[1, 0],
                (first * x[:, None]).sum(0) * off[0, 1] + second * off[1, 1],
            )

    return {"gradcheck": verdict(lib, Both.apply, x, y)}


EVERY = [(0, 0), (0, 1), (1, 0), (1, 1)]


@program("gradcheck", inputs=[(Floats((2,)),)])
def no_number(lib, x):
    """gradcheck of a Function whose gradient is nan"""
    return {"gradcheck": verdict(lib, line(lib, 2.0, float("nan")), x)}


@program("gradcheck", inputs=[(Floats((2,)), OneOf((2.0, -3.0)))])
def told_by_false(lib, x, error):
    """gradcheck(..., raise_exception=False) of a Function that is wrong"""
    said = verdict(lib, line(lib, 1.0, error), x, raise_exception=False)
    return {"gradcheck": said}


# -- the tolerances ---------------------------------------------------------------

# (slope, error of the gradient, atol, rtol): near the edge, on both sides of it.
EDGES = [
    (0.0, 0.9e-3, 1e-3, 0.5),
    (0.0, 1.1e-3, 1e-3, 0.5),
    (4.0, 1.9, 0.0, 0.5),
    (4.0, 2.1, 0.0, 0.5),  # within half of the gradient, not of the difference
    (4.0, -1.9, 0.0, 0.5),
    (4.0, -2.1, 0.0, 0.5),
    (-4.0, 1.9, 0.0, 0.5),
    (-4.0, -2.1, 0.0, 0.5),
    (2.0, 1.05, 0.1, 0.5),  # within the sum of the two, and within neither alone
    (2.0, 0.9, 0.0, 0.5),
]


@program("gradcheck", inputs=[(Floats((3,)), *map(given, edge)) for edge in EDGES])
def near_the_edge(lib, x, slope, error, atol, rtol):
    """gradcheck(..., atol, rtol): x * slope, and a gradient that is off by error"""
    func = line(lib, slope, error)
    return {"gradcheck": verdict(lib, func, x, atol=atol, rtol=rtol)}


@program(
    "gradcheck",
    inputs=[
        (Floats((2,)), OneOf((1.0, -2.0, 5.0)), OneOf((-0.2, 0.2)), OneOf((0.1, 0.5)))
    ]
    * 4,
)
def off_by_a_part(lib, x, slope, part, rtol):
    """gradcheck(..., rtol): x * slope, and a gradient that is off by part * slope"""
    func = line(lib, slope, part * slope)
    return {"gradcheck": verdict(lib, func, x, atol=0.0, rtol=rtol)}


@program("gradcheck", inputs=[(given(each),) for each in (None, 1e-2, 1e-1)])
def beside_a_kink(lib, eps):
    """gradcheck(..., eps) of |x| at 0.05, beside the kink (None: the usual eps)"""
    x = lib.tensor([0.05, -0.05], dtype=lib.float64, requires_grad=True)
    options = {} if eps is None else {"eps": eps}
    return {"gradcheck": verdict(lib, lambda x: x.abs(), x, **options)}


# -- many at once -----------------------------------------------------------------

STEPS = 16
TOLERANCES = ((0.1, 0.5), (0.1, 0.0), (0.0, 0.5))


@program(
    "gradcheck",
    inputs=[
        (Floats((STEPS, 2, 2)), Floats((STEPS, 2, 2)), Floats((STEPS, 2, 2, 2)), how)
        for how in [Whole((STEPS, 2), low=0, high=5)] * 2
    ],
)
def many_at_once(lib, x, slopes, errors, how):
    """gradchecks of cubes, whose gradients are within the tolerances, or beyond"""
    found = []
    for number in range(STEPS):
        eps = (1e-6, 0.5)[int(how[number, 0]) % 2]
        atol, rtol = TOLERANCES[int(how[number, 1]) % 3]
        cubes = _cubes(lib, slopes[number], errors[number], eps, atol, rtol)
        inputs = [each.detach().clone().requires_grad_() for each in x[number]]
        try:
            answer = lib.autograd.gradcheck(
                cubes, inputs, eps=eps, atol=atol, rtol=rtol
            )
            said = 1 if answer is True else 0
        except RuntimeError as error:
            said = _pair_told(error)
        found.append(said * x[number].sum())
    return {"verdicts": lib.stack(found).detach()}


def _pair_told(error: RuntimeError) -> int:
    """The numbers of the output and the input in a GradcheckError."""
    if type(error).__name__ != "GradcheckError":
        raise error
    told = re.search(r"mismatch for output (\d) with respect to input (\d)", str(error))
    return 10 + 2 * int(told[1]) + int(told[2]) if told else 0


def _cubes(lib, slopes, errors, eps, atol, rtol):
    """Two outputs, slope * x ** 3 + slope * y ** 3, whose gradients are off.

    A difference quotient of a cube is 3 x x + eps eps. Where an error is large, the
    gradient is off from that by 0.9 times what is tolerated, or by 1.1 times, or nan.
    """
    slopes, errors = slopes.detach(), errors.detach()
    times = lib.where(errors.abs() > 1.8, 1.1, 0.9) * errors.sign()
    times = lib.where(errors.abs() > 0.8, times, lib.zeros_like(times))
    times = lib.where(errors.abs() > 2.6, float("nan"), times)

    def slope(i: int, j: int, x):
        exact = slopes[i, j] * (3 * x * x + eps * eps)
        return exact + times[i, j] * (atol + rtol * exact.abs())

    class Cubes(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            ctx.save_for_backward(x, y)
            return tuple(a * x**3 + b * y**3 for a, b in slopes)

        @staticmethod
        def backward(ctx, *grads):
            return tuple(
                sum(grad * slope(i, j, x) for i, grad in enumerate(grads))
                for j, x in enumerate(ctx.saved_tensors)
            )

    return Cubes.apply


# What the others do not tell apart: atol and rtol exchanged, rtol not multiplied; other
# fixed tolerances; an error of just the size that is allowed; a wrong sign.
MORE_EDGES = [
    (10.0, 1.5, 0.2, 0.1),
    (10.0, 0.4, 0.2, 0.1),
    (1.0, 5e-4, 0.0, 0.01),
    (0.0, 0.5, 0.5, 0.0),
    (2.0, -4.0, 0.1, 0.1),
]


@program("gradcheck", inputs=[(Floats((2,)), *map(given, e)) for e in MORE_EDGES])
def nearer_to_the_edge(lib, x, slope, error, atol, rtol):
    """gradcheck(..., atol, rtol): x * slope, and a gradient that is off by error"""
    func = line(lib, slope, error)
    return {"gradcheck": verdict(lib, func, x, atol=atol, rtol=rtol)}


def product(lib, rows, off):
    """A Function x -> W x with these rows, whose backward takes W + off for W."""
    w, wrong = (lib.tensor(each, dtype=lib.float64) for each in (rows, off))

    class Product(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return w @ x

        @staticmethod
        def backward(ctx, grad):
            return grad @ (w + wrong)

    return Product.apply


def in_numbers(x, said: str) -> dict:
    """A verdict, and a number from x that is another for another verdict."""
    return {
        "gradcheck": said,
        "in numbers": x.detach().sum() * (2 + crc32(said.encode()) % 97),
    }


ROWS = ((100.0, 1.0, -1.0), (2.0, 50.0, 1.0))
# What backward takes too much, where a hundredth of each entry is allowed.
ENTRIES = [
    ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
    ((0.5, 0.0, 0.0), (0.0, 0.0, 0.0)),
    ((2.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
    ((1.3, 0.0, 0.0), (0.0, 0.0, 0.0)),  # less than the mean of what is allowed
    ((1.05, 0.0, 0.0), (0.0, 0.0, 0.0)),  # less than the norm of it
    ((1.05, 0.0, 0.0), (0.0, 0.7, 0.0)),  # each of the two is
    ((0.9, 0.1, -0.1), (0.1, 0.45, 0.1)),  # less than the norm, more than the mean
    ((0.0, 0.1, 0.0), (0.0, 0.0, 0.0)),
    ((0.0, 5.0, 0.0), (0.0, 0.0, 0.0)),
    ((0.0, 0.0, 0.1), (0.0, 0.0, 0.0)),
    ((0.0, 0.0, 0.0), (0.1, 0.0, 0.0)),
    ((0.0, 0.0, 0.0), (0.0, 0.7, 0.0)),
    ((0.0, 0.0, 0.0), (0.0, 0.0, 0.1)),
    ((0.0, 0.1, -0.1), (0.0, 0.0, 0.0)),  # the two cancel in a sum
]


@program("gradcheck", inputs=[(Floats((3,)), given(each)) for each in ENTRIES])
def large_and_small_entries(lib, x, off):
    """gradcheck(..., rtol=0.01) of a matrix times x; backward takes the matrix + off"""
    func = product(lib, ROWS, off)
    return in_numbers(x, verdict(lib, func, x, atol=0.0, rtol=0.01))


NAN = float("nan")


@program(
    "gradcheck",
    inputs=[
        (Floats((2,)), given(slope), given(error))
        for slope, error in ((NAN, 0.0), (NAN, NAN), (0.0, NAN))
    ],
)
def more_that_are_no_number(lib, x, slope, error):
    """gradcheck of x * slope, and a gradient that is off by error: nan is in one"""
    return in_numbers(x, verdict(lib, line(lib, slope, error), x))


@program(
    "gradcheck",
    inputs=[(Between((2,), 0.5, 1.5), Floats((2,)), given(e)) for e in (1.0, 0.5)],
)
def second_derivatives(lib, x, sent, part):
    """gradgradcheck, of x³, whose second derivative is right, or only a part of it"""

    class Cube(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x * x

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            other = x if part == 1 else x.detach()
            return grad * 3 * x * other

    said = verdict(lib, Cube.apply, x, by="gradgradcheck", grad_outputs=sent)
    return in_numbers(x, said)
