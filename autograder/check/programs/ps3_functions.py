"""Problem set 3: Functions of the student's own.

What stands here beside each is the reference: the same in ordinary operations. The
marks let a sandbox that grades leave it out.
"""

from collections.abc import Callable
from types import ModuleType

from ...pieces.student_functions import choose_function
from ..inputs import Between, Exactly, Floats, OneOf, Whole, given, of_shapes
from .handed_in import after_a_change, handed_in
from .program import program


def zero_head(lib: ModuleType) -> Callable:
    # piece: ZeroHead
    def reference(x, n, dim):
        shape = [1] * x.dim()
        shape[dim] = -1
        return x * (lib.arange(x.shape[dim]) >= n).to(x.dtype).reshape(shape)

    return choose_function(lib, "ZeroHead", reference)


def abs_dot(lib: ModuleType) -> Callable:
    # piece: AbsDot
    def reference(u, v):
        return (u * v).sum().abs()

    return choose_function(lib, "AbsDot", reference)


def legendre(lib: ModuleType) -> Callable:
    # piece: LegendreP3
    def reference(x, scale):
        x = x * scale
        return (5 * x**3 - 3 * x) / 2

    return choose_function(lib, "LegendreP3", reference)


def clamp(lib: ModuleType) -> Callable:
    # piece: Clamp
    def reference(x, low, high):
        return x.clamp(low, high)

    return choose_function(lib, "Clamp", reference)


def rounded(lib: ModuleType) -> Callable:
    # piece: Round
    def reference(x):
        return x + (x.round() - x).detach()

    return choose_function(lib, "Round", reference)


def polar(lib: ModuleType) -> Callable:
    # piece: Polar
    def reference(r, phi):
        return r * phi.cos(), r * phi.sin()

    return choose_function(lib, "Polar", reference)


# -- what holds for every Function ------------------------------------------------


def without_history(lib, function: Callable, x, *options) -> dict:
    """Of a tensor that requires no grad, and inside of no_grad."""
    plain = function(x.detach(), *options)
    with lib.no_grad():
        inside = function(x, *options)
    return {
        "out": plain,
        "out requires grad": plain.requires_grad,
        "out of no_grad": inside,
        "out of no_grad requires grad": inside.requires_grad,
    }


# -- ZeroHead ---------------------------------------------------------------------


def heads(*cases: tuple) -> list:
    return [(Floats(shape), given(n), given(dim)) for shape, n, dim in cases]


SOME = ((3, 4), 1, 1), ((4, 3), 2, 0), ((2, 5), 2, -1), ((2, 3, 4), 2, 1), ((5,), 3, 0)


MORE = ((3, 2, 4), 1, -2), ((2, 3, 4), 3, 2), ((3, 2, 2, 3), 2, -1)
FOUR = ((2, 3, 3, 2), 1, 2), ((2, 3, 3, 2), 1, -2), ((2, 1, 3, 2), 2, -4)


@program("ZeroHead", bare=True, inputs=heads(*SOME, *MORE, *FOUR))
def some_of_a_dimension(lib, x, n, dim):
    """ZeroHead.apply(x, n, dim)"""
    return zero_head(lib)(x, n, dim)


@program(
    "ZeroHead",
    bare=True,
    inputs=heads(((2, 3), 0, 1), ((2, 3), 3, 1), ((2, 3), 2, 0), ((3, 1), 1, 1)),
)
def none_or_all(lib, x, n, dim):
    """ZeroHead.apply(x, n, dim) for n = 0, or all of the dimension"""
    return zero_head(lib)(x, n, dim)


@program(
    "ZeroHead",
    opaque=True,
    inputs=heads(((2, 3), 0, 1), ((2, 3), 3, 1), ((1, 4), 1, 0)),
)
def none_or_all_and_squares(lib, x, n, dim):
    """ZeroHead.apply(x, n, dim) + x * x, for n = 0 or all of the dimension"""
    return zero_head(lib)(x, n, dim) + x * x


@program(
    "ZeroHead",
    bare=True,
    inputs=[(Floats((2, 4), each), given(2)) for each in ("float32", "float16")],
)
def heads_in_float32(lib, x, n):
    """ZeroHead.apply(x, n, 1), in float32 and in float16"""
    return zero_head(lib)(x, n, 1)


@program("ZeroHead", opaque=True, inputs=[(Floats((2, 4)),)] * 2)
def two_heads(lib, x):
    """ZeroHead.apply(x, 1, 0) + 10 * ZeroHead.apply(x, 3, 1)"""
    function = zero_head(lib)
    return function(x, 1, 0) + 10 * function(x, 3, 1)


@program("ZeroHead", opaque=True, inputs=[(Floats((2, 3)), Floats((2, 3)))])
def of_a_result(lib, x, w):
    """ZeroHead.apply(x * w, 1, 1) * w"""
    return zero_head(lib)(x * w, 1, 1) * w


@program(
    "ZeroHead",
    inputs=[(Floats((2, 3)), Floats((2, 3)), given(n)) for n in (0, 1, 3)],
)
def heads_handed_in(lib, x, grad, n):
    """ZeroHead.apply(x, n, 1), backward(grad): what became of x and grad?"""
    return handed_in(lib, zero_head(lib), x, grad, n, 1)


@program(
    "ZeroHead",
    inputs=[(each((2, 3)), given(1), given(1)) for each in (Floats, Whole)],
)
def heads_without_history(lib, x, n, dim):
    """ZeroHead.apply(x.detach(), n, dim), also of whole numbers"""
    return without_history(lib, zero_head(lib), x, n, dim)


# -- AbsDot -----------------------------------------------------------------------


@program(
    "AbsDot",
    order=2,
    bare=True,
    inputs=[*[(Floats((3,)), Floats((3,)))] * 3, (Floats((1,)), Floats((1,)))],
)
def two_vectors(lib, u, v):
    """AbsDot.apply(u, v)"""
    return abs_dot(lib)(u, v)


@program(
    "AbsDot",
    bare=True,
    inputs=[(Exactly((0.0,), (3,)), Floats((3,))), (Floats((0,)), Floats((0,)))],
)
def a_dot_of_zero(lib, u, v):
    """AbsDot.apply(u, v), where u . v is 0"""
    return abs_dot(lib)(u, v)


@program("AbsDot", opaque=True, inputs=[(Floats((3,)), Floats((3,)))])
def dots_of_nothing(lib, u, v):
    """AbsDot of u - u.detach() and v, and of no entries, added to (u * v).sum()"""
    function = abs_dot(lib)
    return function(u - u.detach(), v) + function(u[:0], v[:0]) + (u * v).sum()


@program("AbsDot", inputs=[(Floats((3,)), Floats((3,)))])
def vectors_that_change(lib, u, v):
    """AbsDot.apply(u + 1, v + 1); both are doubled in place: does backward() notice?"""
    copies = u + 1, v + 1
    out = abs_dot(lib)(*copies)
    with lib.no_grad():
        for each in copies:
            each.mul_(2.0)
    times = 2.0
    try:
        out.backward()
    except RuntimeError:
        times = 1.0
    twice = (u * v).detach() * times
    return {"the change is noticed": times == 1.0, "u * v, twice if it is not": twice}


LARGE = Floats((1,), "float32", scale=1e10)  # there is no float32 for its fourth power


@program("AbsDot", bare=True, inputs=[(Floats((3,), "float32"),) * 2, (LARGE, LARGE)])
def vectors_in_float32(lib, u, v):
    """AbsDot.apply(u, v), in float32"""
    return abs_dot(lib)(u, v)


@program("AbsDot", opaque=True, inputs=[(Floats((3,)), Floats((3,)))])
def one_constant(lib, u, v):
    """AbsDot.apply(u, v.detach())"""
    return abs_dot(lib)(u, v.detach())


@program("AbsDot", opaque=True, inputs=[(Floats((3,)),)])
def a_vector_twice(lib, u):
    """AbsDot.apply(u, u)"""
    return abs_dot(lib)(u, u)


@program("AbsDot", opaque=True, inputs=[(Floats((3,)), Floats((3,)))] * 2)
def two_dots(lib, u, v):
    """AbsDot.apply(u, v) + AbsDot.apply(v, u * u)"""
    function = abs_dot(lib)
    return function(u, v) + function(v, u * u)


@program("AbsDot", inputs=[(Floats((3,)), Floats((3,)), Floats(()))])
def vectors_handed_in(lib, u, v, grad):
    """AbsDot.apply(u, v), backward(grad): what became of u and grad?"""
    return handed_in(lib, abs_dot(lib), u, grad, v) | {"gradient of v": v.grad}


@program("AbsDot", inputs=[(Floats((3,)), Floats((3,)))])
def a_changed_vector(lib, u, v):
    """u is changed in place between AbsDot.apply(u, v) and backward"""
    return after_a_change(lib, abs_dot(lib), u, v)


# -- LegendreP3 -------------------------------------------------------------------

SCALE = OneOf((0.5, 2.0, -1.5))


@program(
    "LegendreP3",
    order=2,
    bare=True,
    inputs=[(Floats(shape), SCALE) for shape in ((4,), (2, 3), (), (0,), (3,))],
)
def the_polynomial(lib, x, scale):
    """LegendreP3.apply(x, scale)"""
    return legendre(lib)(x, scale)


@program("LegendreP3", order=2, bare=True, inputs=[(Exactly((0.0, 0.5, -0.5), (3,)),)])
def at_known_points(lib, x):
    """LegendreP3.apply(x, 2.0) at 0, 0.5 and -0.5"""
    return legendre(lib)(x, 2.0)


@program("LegendreP3", bare=True, inputs=[(Floats((3,), "float32"), SCALE)])
def polynomial_in_float32(lib, x, scale):
    """LegendreP3.apply(x, scale), in float32"""
    return legendre(lib)(x, scale)


@program("LegendreP3", opaque=True, inputs=[(Floats((3,)), Floats(()))] * 2)
def in_a_model(lib, x, c):
    """2 - LegendreP3.apply(c + x, 0.5) * LegendreP3.apply(x, 2.0)"""
    function = legendre(lib)
    return 2 - function(c + x, 0.5) * function(x, 2.0)


@program(
    "LegendreP3", order=2, opaque=True, inputs=[(Between((3,), -0.9, 0.9), given(0.5))]
)
def of_itself(lib, x, scale):
    """LegendreP3.apply(LegendreP3.apply(x, scale), scale)"""
    function = legendre(lib)
    return function(function(x, scale), scale)


@program("LegendreP3", inputs=[(Floats((3,)), Floats((3,)))])
def polynomial_handed_in(lib, x, grad):
    """LegendreP3.apply(x, 0.5), backward(grad): what became of x and grad?"""
    return handed_in(lib, legendre(lib), x, grad, 0.5)


@program("LegendreP3", inputs=[(Floats((3,)),)])
def a_changed_point(lib, x):
    """x is changed in place between LegendreP3.apply(x, 0.5) and backward"""
    return after_a_change(lib, legendre(lib), x, 0.5)


# -- Clamp ------------------------------------------------------------------------

BOUNDS = OneOf(((-1.0, 0.5), (-0.25, 1.0), (0.0, 2.0)))


@program(
    "Clamp",
    bare=True,
    inputs=[
        *[(Floats((4, 5), scale=1.5), BOUNDS)] * 3,
        (Floats((5,), scale=1e20), BOUNDS),  # beside it a bound is lost
        (Exactly((-1.0, 0.0, 1.0, 1e20), (4,)), given((0.0, float("inf")))),
        (Exactly((-1e20, -1.0, 0.0, 1.0), (4,)), given((float("-inf"), 0.0))),
    ],
)
def between_bounds(lib, x, bounds):
    """Clamp.apply(x, low, high), for these bounds"""
    return clamp(lib)(x, *bounds)


@program(
    "Clamp",
    bare=True,
    inputs=[
        (Exactly((-1.0, 0.5, -1.5, 0.0, 2.0), (5,)), given((-1.0, 0.5))),
        # No binary number is 0.3: in float32 it is another one than in float64.
        (Exactly((0.3, 0.7, 0.5, 0.1, 0.9), (5,)), given((0.3, 0.7))),
    ],
)
def at_the_bounds(lib, x, bounds):
    """Clamp.apply(x, low, high), also at the bounds"""
    return clamp(lib)(x, *bounds)


@program(
    "Clamp",
    bare=True,
    inputs=[
        (Floats(shape, dtype), given((-0.5, 0.5)))
        for shape, dtype in (((), "float64"), ((0, 2), "float64"), ((3,), "float32"))
    ],
)
def other_shapes(lib, x, bounds):
    """Clamp.apply(x, -0.5, 0.5)"""
    return clamp(lib)(x, *bounds)


@program("Clamp", opaque=True, inputs=[(Floats((6,)),)] * 2)
def two_clamps(lib, x):
    """Clamp.apply(x, -1, 0.5) + 10 * Clamp.apply(x, 0, 2)"""
    function = clamp(lib)
    return function(x, -1.0, 0.5) + 10 * function(x, 0.0, 2.0)


@program("Clamp", inputs=[(Floats((5,)), Floats((5,)))])
def clamp_handed_in(lib, x, grad):
    """Clamp.apply(x, -9, 9), backward(grad): what became of x and grad?"""
    return handed_in(lib, clamp(lib), x, grad, -9.0, 9.0)


@program("Clamp", inputs=[(Floats((6,)), Floats((6,)))])
def clamp_at_work(lib, x, grad):
    """Clamp.apply(x, -0.5, 0.5), backward(grad): what became of x and grad?"""
    return handed_in(lib, clamp(lib), x, grad, -0.5, 0.5)


@program("Clamp", inputs=[(Exactly((-1.0, 0.4, 1.0, 0.75), (4,)),)])
def a_changed_input(lib, x):
    """x is changed in place between Clamp.apply(x, -0.5, 0.5) and backward"""
    return after_a_change(lib, clamp(lib), x, -0.5, 0.5)


# -- Round ------------------------------------------------------------------------


@program(
    "Round",
    bare=True,
    inputs=[
        *[(Floats(s, scale=3.0),) for s in ((5,), (2, 3), ())],
        (Floats((5,), scale=1e12),),
    ],
)
def to_whole_numbers(lib, x):
    """Round.apply(x)"""
    return rounded(lib)(x)


@program(
    "Round", bare=True, inputs=[(Exactly((0.5, 1.5, 2.5, -0.5, -1.5, 2.0), (6,)),)]
)
def halves(lib, x):
    """Round.apply(x) of halves: to the even neighbour, as torch.round"""
    return rounded(lib)(x)


@program("Round", bare=True, inputs=[(Floats((4,), "float32", scale=3.0),)])
def rounds_in_float32(lib, x):
    """Round.apply(x), in float32"""
    return rounded(lib)(x)


@program("Round", opaque=True, inputs=[(Floats((6,)),)] * 2)
def in_steps_of_a_quarter(lib, x):
    """Round.apply(4 * x) / 4, squared"""
    step = rounded(lib)(4 * x) / 4
    return step * step


@program("Round", inputs=[(Floats((4,), scale=3.0), Floats((4,)))])
def round_handed_in(lib, x, grad):
    """Round.apply(x), backward(grad): what became of x and grad?"""
    return handed_in(lib, rounded(lib), x, grad)


# -- more of each -----------------------------------------------------------------


ZEROS = 0.0, 0.0, 0.0, 0.0, 3.0, 2.0, -1.0, 1.0, 4.0  # more than the head has entries


@program("ZeroHead", bare=True, inputs=[(Exactly(ZEROS, (3, 3)), given(1))])
def zeros_behind_the_head(lib, x, n):
    """ZeroHead.apply(x, n, 0), with a zero among what stays"""
    return zero_head(lib)(x, n, 0)


@program("AbsDot", opaque=True, inputs=[(Floats((3,)), Floats((3,)))])
def another_constant(lib, u, v):
    """AbsDot.apply(u.detach(), v)"""
    return abs_dot(lib)(u.detach(), v)


@program("AbsDot", inputs=[(Floats((3,)), Floats((3,)))])
def the_other_vector_changed(lib, v, u):
    """v is changed in place between AbsDot.apply(u, v) and backward"""
    return after_a_change(lib, lambda v, u: abs_dot(lib)(u, v), v, u)


@program(
    "LegendreP3", bare=True, inputs=[(Floats((3,)), given(s)) for s in (-1.5, 0.1)]
)
def a_negative_scale(lib, x, scale):
    """LegendreP3.apply(x, scale) for -1.5, and for 0.1, which no float32 is"""
    return legendre(lib)(x, scale)


@program(
    "AbsDot",
    inputs=[(Exactly((2.0, -3.0), (2,)), Exactly((4.0, 5.0), (2,)), Floats(()))],
)
def a_negative_dot_handed_in(lib, u, v, grad):
    """AbsDot.apply(u, v) with u . v negative, backward(grad): what became of grad?"""
    return handed_in(lib, abs_dot(lib), u, grad, v) | {"gradient of v": v.grad}


# -- Polar ------------------------------------------------------------------------

PLANE = [
    *[(Floats((3,)), Floats((3,)))] * 3,
    *[(Floats(shape), Floats(shape)) for shape in ((2, 3), (), (0,))],
    (Floats((3,), "float32"), Floats((3,), "float32")),
    (Exactly((0.0, 1.5, -2.0), (3,)), Floats((3,))),
]


@program("Polar", bare=True, inputs=PLANE)
def the_first_output(lib, r, phi):
    """x, y = Polar.apply(r, phi); out = x"""
    return polar(lib)(r, phi)[0]


@program("Polar", bare=True, inputs=PLANE)
def the_second_output(lib, phi, r):
    """x, y = Polar.apply(r, phi); out = y"""
    return polar(lib)(r, phi)[1]


@program("Polar", opaque=True, inputs=of_shapes([(3,), (3,)], [(2, 2), (2, 2)]))
def both_outputs(lib, r, phi):
    """x, y = Polar.apply(r, phi); out = x * y + 3 * y"""
    x, y = polar(lib)(r, phi)
    return x * y + 3 * y


@program("Polar", opaque=True, inputs=of_shapes([(3,), (3,)]))
def a_fixed_radius(lib, r, phi):
    """x, y = Polar.apply(r.detach(), phi); out = x + 2 * y"""
    x, y = polar(lib)(r.detach(), phi)
    return x + 2 * y


@program("Polar", opaque=True, inputs=of_shapes([(3,), (3,)]))
def a_fixed_angle(lib, r, phi):
    """x, y = Polar.apply(r, phi.detach()); out = x + 2 * y"""
    x, y = polar(lib)(r, phi.detach())
    return x + 2 * y


@program("Polar", inputs=[(Floats((3,)),) * 4])
def polar_for_nothing(lib, r, phi, grad_x, grad_y):
    """backward where r needs no gradient, and where phi needs none"""

    def saved(r, phi, by) -> list:
        """What a backward that is recorded multiplies by something else."""
        found, outs = [], polar(lib)(r, phi)
        if outs[0].grad_fn is not outs[1].grad_fn:
            return found  # the reference's operations, of which it is not asked
        pack = lambda tensor: found.append(tensor.data_ptr()) or tensor  # noqa: E731
        with lib.autograd.graph.saved_tensors_hooks(pack, lambda kept: kept):
            lib.autograd.grad(outs, by, (grad_x, grad_y), create_graph=True)
        return found

    # The slopes of phi need r, those of r do not; and each has one factor for a grad.
    found = saved(r.detach(), phi, phi)
    more = [max(found.count(each.data_ptr()) - 1, 0) for each in (grad_x, grad_y)]
    more.append(saved(r, phi.detach(), r).count(r.data_ptr()))
    numbers = [grad_x.detach().sum() * (1 + each) for each in more]
    return {"unneeded products": sum(more), "in numbers": lib.stack(numbers)}


@program("Polar", opaque=True, inputs=of_shapes([(3,), (3,)]))
def two_points(lib, r, phi):
    """x of Polar.apply(r, phi) times y of Polar.apply(phi, r)"""
    function = polar(lib)
    return function(r, phi)[0] * function(phi, r)[1]


@program("Polar", inputs=[(Floats((3,)),) * 3 + (given(k),) for k in (0, 1)])
def points_handed_in(lib, r, grad, phi, k):
    """out = Polar.apply(r, phi)[k], backward(grad): what became of r and grad?"""
    seen = handed_in(lib, lambda r, phi: polar(lib)(r, phi)[k], r, grad, phi)
    return seen | {"gradient of phi": phi.grad}


@program("Polar", inputs=[(Floats((3,)), Floats((3,)), given(k)) for k in (0, 1)])
def a_changed_radius(lib, r, phi, k):
    """r is changed in place between Polar.apply(r, phi)[k] and backward"""
    return after_a_change(lib, lambda r, phi: polar(lib)(r, phi)[k].sin(), r, phi)


@program("Polar", inputs=[(Floats((3,)), Floats((3,)), given(k)) for k in (0, 1)])
def a_changed_angle(lib, phi, r, k):
    """phi is changed in place between Polar.apply(r, phi)[k] and backward"""
    return after_a_change(lib, lambda phi, r: polar(lib)(r, phi)[k].sin(), phi, r)


@program("Polar", inputs=[(Floats((3,)), Floats((3,)), given(k)) for k in (0, 1)])
def a_changed_point_of_the_plane(lib, r, phi, k):
    """the outputs of Polar.apply(r, phi) are changed in place before backward"""

    def gradient(changed: bool):
        points = polar(lib)(r, phi)
        out = (points[k] * 2).sum()
        with lib.no_grad():
            for each in points if changed else ():
                each.mul_(3.0)
        return lib.autograd.grad(out, phi)[0]

    right = gradient(changed=False)
    try:
        fine = bool(((gradient(changed=True) - right).abs() < 1e-9).all())
    except RuntimeError as error:
        fine = "modified by an inplace operation" in str(error)
    return {
        "an error, or the right gradient of phi": fine,
        "the right gradient of phi": right if fine else right * 0,
    }
