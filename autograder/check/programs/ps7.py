"""Problem set 7: eight patients, cured.

What stands here beside each is a healthy program. The marks let a sandbox that grades
leave it out.
"""

from collections.abc import Callable
from types import ModuleType

from ...pieces.student_functions import choose_function
from ..inputs import Between, Exactly, Floats, OneOf, Sequences, given
from .handed_in import handed_in
from .program import program


def _kept(tensor):
    """A copy of what a program was given, to see whether it is changed."""
    return tensor.detach().clone()


# -- 1: fit_growth ----------------------------------------------------------------


def growth(lib: ModuleType) -> Callable:
    # piece: fit_growth
    def reference(start, x, y, rate, steps):
        w = start.detach().clone().requires_grad_()
        for _ in range(steps):
            loss = (x * w.exp() - y).pow(2).mean()
            (slope,) = lib.autograd.grad(loss, w)
            with lib.no_grad():
                w -= rate * slope
        return w.detach()

    return choose_function(lib, "fit_growth", reference)


RATES = OneOf((0.05, 0.1, 0.2))


def growths(*cases: tuple, dtype: str = "float64") -> list:
    return [
        (
            Between(of_w, -0.5, 0.5, dtype),
            Between(of_x, 0.5, 1.5, dtype),
            Between(of_x, 0.5, 2.0, dtype),
            RATES,
            given(steps),
        )
        for of_w, of_x, steps in cases
    ]


SOME = ((), (5,), 2), ((), (4,), 5), ((), (3,), 9), ((3,), (3,), 4), ((2,), (4, 2), 3)
OTHERS = [*growths(((2,), (3, 4, 2), 2)), *growths(((), (4,), 3), dtype="float32")]


@program("fit_growth", inputs=[*growths(*SOME), *OTHERS])
def steps_of_growth(lib, start, x, y, rate, steps):
    """fit_growth(start, x, y, rate, steps)"""
    x, y = x.detach(), y.detach()
    return {"w": growth(lib)(start.detach(), x, y, rate, steps)}


@program("fit_growth", inputs=growths(((), (4,), 20), ((3,), (3,), 15)))
def a_long_growth(lib, start, x, y, rate, steps):
    """fit_growth(start, x, y, rate, steps) with many steps"""
    x, y = x.detach(), y.detach()
    return {"w": growth(lib)(start.detach(), x, y, rate, steps)}


@program("fit_growth", inputs=growths(((), (4,), 2), ((), (3,), 3)))
def growth_goes_on(lib, start, x, y, rate, steps):
    """fit_growth from where another fit_growth came to"""
    x, y, fit = x.detach(), y.detach(), growth(lib)
    middle = fit(start.detach(), x, y, rate, steps)
    return {"w": fit(middle, x, y, rate, steps)}


@program("fit_growth", inputs=growths(((), (5,), 1), ((2,), (3, 2), 0)))
def one_step_or_none(lib, start, x, y, rate, steps):
    """fit_growth(start, x, y, rate, steps) with one step, or with none"""
    x, y = x.detach(), y.detach()
    return {"w": growth(lib)(start.detach(), x, y, rate, steps)}


@program("fit_growth", inputs=growths(((), (4,), 3), ((2,), (2,), 3)))
def growth_twice(lib, start, x, y, rate, steps):
    """fit_growth twice from the same start: what became of start?"""
    given = start.detach().clone()
    x, y = x.detach(), y.detach()
    first = _kept(growth(lib)(given, x, y, rate, steps))
    second = growth(lib)(given, x, y, rate, steps)
    start = given.detach()
    twice = start * (1 + given.requires_grad)
    found = {"w": first, "w of the second call": second, "start": start}
    return found | {"start, twice if it requires grad": twice}


@program("fit_growth", inputs=growths(((), (4,), 3), ((2,), (2,), 2)))
def growth_without_a_graph(lib, start, x, y, rate, steps):
    """w = fit_growth(start, x, y, rate, steps): does w require grad?"""
    w = growth(lib)(start, x.detach(), y.detach(), rate, steps)
    has_graph = w.requires_grad
    twice = w.detach() * (1 + has_graph)
    return {"w": w, "w requires grad": has_graph, "w, twice if it does": twice}


@program("fit_growth", inputs=growths(((), (4,), 4), ((2,), (2,), 3)))
def growth_from_nearby(lib, start, x, y, rate, steps):
    """fit_growth(start, x, y, rate, steps) for y = x (eʷ + 10⁻⁷), w = start"""
    start, x = start.detach(), x.detach()
    return {"w": growth(lib)(start, x, x * (start.exp() + 1e-7), rate, steps)}


# -- 2: line_loss -----------------------------------------------------------------


def line(lib: ModuleType) -> Callable:
    # piece: line_loss
    def reference(w, b, x, y):
        return ((x @ w + b).reshape(-1) - y).pow(2).mean()

    return choose_function(lib, "line_loss", reference)


def lines(*sizes: tuple[int, int], dtype: str = "float64") -> list:
    return [
        tuple(Floats(shape, dtype) for shape in ((k, 1), (1,), (n, k), (n,)))
        for n, k in sizes
    ]


@program(
    "line_loss",
    opaque=True,
    inputs=[
        *lines((3, 1), (5, 1), (4, 2), (2, 3), (7, 1)),
        *lines((4, 1), dtype="float32"),
    ],
)
def loss_of_a_line(lib, w, b, x, y):
    """line_loss(w, b, x, y)"""
    return line(lib)(w, b, x, y)


@program("line_loss", opaque=True, inputs=lines((4, 1), (3, 2)))
def loss_of_two_lines(lib, w, b, x, y):
    """line_loss(w, b, x, y) * line_loss(w, b, -x, y)"""
    loss = line(lib)
    return loss(w, b, x, y) * loss(w, b, -x, y)


@program("line_loss", inputs=lines((4, 1), (5, 2)))
def steps_of_a_line(lib, w, b, x, y):
    """w, b, x and y after three steps of descent on line_loss(w, b, x, y)"""
    x, y = x.detach(), y.detach()
    for _ in range(3):
        slopes = lib.autograd.grad(line(lib)(w, b, x, y), (w, b))
        pairs = zip((w, b), slopes, strict=True)
        w, b = ((p - 0.1 * g).detach().requires_grad_() for p, g in pairs)
    return {"w": w, "b": b, "x": x, "y": y}


@program("line_loss", opaque=True, inputs=lines((3, 1), (4, 2)))
def loss_of_a_fixed_slope(lib, w, b, x, y):
    """line_loss(w.detach(), b, x.detach(), y.detach()) + w.sum()"""
    return line(lib)(w.detach(), b, x.detach(), y.detach()) + w.sum()


@program("line_loss", opaque=True, inputs=lines((1, 1), (1, 3)))
def loss_of_one_sample(lib, w, b, x, y):
    """line_loss(w, b, x, y) of a single sample"""
    return line(lib)(w, b, x, y)


# -- 3: scaled_tanh ---------------------------------------------------------------


def scaled(lib: ModuleType) -> Callable:
    # piece: scaled_tanh
    def reference(x, a):
        return a * lib.tanh(x)

    return choose_function(lib, "scaled_tanh", reference)


def scales(*shapes: tuple, dtype: str = "float64") -> list:
    return [tuple(Floats(shape, dtype) for shape in both) for both in shapes]


@program(
    "scaled_tanh",
    opaque=True,
    inputs=[
        *scales(((3,), ()), ((4,), (4,)), ((2, 3), (3,)), ((2, 3), (2, 1))),
        *scales(((3,), ()), dtype="float32"),
        (Floats((3,)), Exactly((0.0, 2.0, -1.5), (3,))),
        (Exactly((0.0, 2.0, -1.5), (3,)), Floats((3,))),
    ],
)
def a_scaled_tanh(lib, x, a):
    """scaled_tanh(x, a)"""
    return scaled(lib)(x, a)


@program("scaled_tanh", opaque=True, inputs=scales(((3,), ()), ((3,), (3,))))
def scaled_in_a_model(lib, x, a):
    """scaled_tanh(x * x, a) * x"""
    return scaled(lib)(x * x, a) * x


@program("scaled_tanh", opaque=True, inputs=scales(((3,), ()), ((2, 3), (3,))))
def scaled_twice(lib, x, a):
    """scaled_tanh(scaled_tanh(x, a), a)"""
    return scaled(lib)(scaled(lib)(x, a), a)


@program("scaled_tanh", opaque=True, inputs=scales(((3,), ()), ((2, 3), (3,))))
def one_of_both_constant(lib, x, a):
    """scaled_tanh(x, a.detach()) + scaled_tanh(x.detach(), a)"""
    return scaled(lib)(x, a.detach()) + scaled(lib)(x.detach(), a)


@program("scaled_tanh", opaque=True, inputs=scales(((3,), ()), ((2, 3), (3,))))
def scaled_where_tanh_is_flat(lib, x, a):
    """scaled_tanh(1000 x, a) * x"""
    return scaled(lib)(1000 * x, a) * x


@program("scaled_tanh", inputs=scales(((3,), (3,)), ((2, 3), (2, 3))))
def scaled_by_a_constant(lib, x, a):
    """scaled_tanh(x, a), where a needs no gradient: what became of a?"""
    a = a.detach().clone()
    out = scaled(lib)(x, a)
    out.sum().backward()
    return {"out": out.detach(), "gradient of x": x.grad, "a": a}


@program("scaled_tanh", inputs=scales(((3,), ()), ((2, 3), (3,))))
def scaled_and_kept(lib, x, a):
    """scaled_tanh(x, a): what became of x and a?"""
    out = scaled(lib)(x, a)
    out.sum().backward()
    return {"gradient of x": x.grad, "gradient of a": a.grad, "x": x, "a": a}


# -- 4: Gain ----------------------------------------------------------------------


def gain(lib: ModuleType) -> Callable:
    # piece: Gain
    def reference(x, factor):
        return x * factor

    return choose_function(lib, "Gain", reference)


FACTORS = OneOf((2.0, -3.0, 0.1, 7.0, 1.3))


@program(
    "Gain",
    bare=True,
    inputs=[(Floats(s), FACTORS) for s in ((3,), (2, 3), ())]
    + [(Exactly((0.0, -2.0, 1.5), (3,)), FACTORS), (Floats((3,), "float32"), FACTORS)],
)
def one_gain(lib, x, factor):
    """Gain.apply(x, factor)"""
    return gain(lib)(x, factor)


@program("Gain", opaque=True, inputs=[(Floats((3,)),)] * 2)
def two_gains(lib, x):
    """Gain.apply(x, 2) * Gain.apply(x, 7)"""
    function = gain(lib)
    return function(x, 2.0) * function(x, 7.0)


@program("Gain", opaque=True, inputs=[(Floats((2,)), Floats((2,)))])
def nested_gains(lib, x, w):
    """Gain.apply(w * Gain.apply(Gain.apply(x, 3), -2), 5)"""
    function = gain(lib)
    return function(w * function(function(x, 3.0), -2.0), 5.0)


@program("Gain", opaque=True, inputs=[(Floats((3,)), Floats((3,)))])
def gains_of_two(lib, x, w):
    """Gain.apply(x, 0.5) * Gain.apply(w, -3) - Gain.apply(x * w, 2)"""
    function = gain(lib)
    return function(x, 0.5) * function(w, -3.0) - function(x * w, 2.0)


TURNS = Sequences((0, 1, 2), (4,))


@program("Gain", inputs=[(Floats((3,)), Floats((3, 3)), TURNS)] * 3)
def gains_in_turn(lib, x, sent, turns):
    """Gain.apply(x, 2), (x, -3) and (x, 7); the gradients of these, in any order"""
    outs = [gain(lib)(x, factor) for factor in (2.0, -3.0, 7.0)]
    found = [
        lib.autograd.grad(outs[i], x, sent[i].detach(), retain_graph=True)[0]
        for i in turns
    ]
    return {"gradients": lib.stack(found)}


@program(
    "Gain", inputs=[(Floats((3,)), Floats((3,)), f) for f in (FACTORS, given(1.0))]
)
def gain_handed_in(lib, x, grad, factor):
    """Gain.apply(x, factor), backward(grad): what became of x and grad?"""
    return handed_in(lib, gain(lib), x, grad, factor)


# -- 5: energy --------------------------------------------------------------------


def of_parts(lib: ModuleType) -> Callable:
    # piece: energy
    def reference(a, b):
        parts = lib.stack([a * a, a * b, b])
        return (parts * parts).sum()

    return choose_function(lib, "energy", reference)


def pairs(dtype: str = "float64") -> tuple:
    return Floats((), dtype), Floats((), dtype)


@program(
    "energy",
    opaque=True,
    inputs=[pairs(), pairs(), pairs("float32"), (Exactly((0.0,), ()),) * 2],
)
def energy_of_two(lib, a, b):
    """energy(a, b)"""
    return of_parts(lib)(a, b)


@program("energy", opaque=True, inputs=[pairs()] * 2)
def energy_in_a_model(lib, a, b):
    """a * energy(a * b, b.exp())"""
    return a * of_parts(lib)(a * b, b.exp())


@program("energy", opaque=True, inputs=[pairs()] * 2)
def energy_of_one(lib, a, b):
    """energy(a, a) + energy(b, a)"""
    function = of_parts(lib)
    return function(a, a) + function(b, a)


@program("energy", opaque=True, inputs=[pairs()] * 2)
def energy_of_results(lib, a, b):
    """energy(sin(a), a * b) - b"""
    return of_parts(lib)(a.sin(), a * b) - b


@program("energy", opaque=True, inputs=[pairs()] * 2)
def energy_of_a_constant(lib, a, b):
    """energy(a, b.detach()) + b"""
    return of_parts(lib)(a, b.detach()) + b


# -- 6: way_down ------------------------------------------------------------------


def way(lib: ModuleType) -> Callable:
    # piece: way_down
    def reference(start, rate, steps):
        path = [start.detach()]
        for _ in range(steps):
            path.append(path[-1] - rate * 2 * path[-1])
        return lib.stack(path)

    return choose_function(lib, "way_down", reference)


@program(
    "way_down",
    inputs=[
        *[
            (Floats(shape), RATES, given(steps))
            for shape, steps in (((2,), 2), ((3,), 4), ((), 3), ((2, 3), 5), ((2,), 1))
        ],
        (Exactly((0.0,), (2,)), RATES, given(3)),
    ],
)
def a_way_down(lib, start, rate, steps):
    """way_down(start, rate, steps)"""
    return noted(way(lib)(start.detach(), rate, steps))


def noted(path) -> dict:
    twice = path.detach() * (1 + path.requires_grad)
    return {"path": path.detach(), "path, twice if it has a graph": twice}


@program("way_down", inputs=[(Floats((2,)), RATES, given(n)) for n in (3, 2)])
def a_way_from_a_parameter(lib, start, rate, steps):
    """way_down(start, rate, steps), where start requires grad"""
    return noted(way(lib)(start, rate, steps))


@program("way_down", inputs=[(Floats((2,)), RATES, given(n)) for n in (12, 9)])
def a_long_way_down(lib, start, rate, steps):
    """way_down(start, rate, steps) with many steps"""
    return {"path": way(lib)(start.detach(), rate, steps)}


@program("way_down", inputs=[(Floats((3,), "float32"), RATES, given(3))])
def a_way_in_float32(lib, start, rate, steps):
    """way_down(start, rate, steps) in float32"""
    return {"path": way(lib)(start.detach(), rate, steps)}


@program("way_down", inputs=[(Floats((3,)), RATES, given(0))])
def a_way_of_no_steps(lib, start, rate, steps):
    """way_down(start, rate, 0)"""
    return {"path": way(lib)(start.detach(), rate, steps)}


@program("way_down", inputs=[(Floats((3,)), RATES, given(n)) for n in (3, 4)])
def two_ways_down(lib, start, rate, steps):
    """way_down twice from the same start: what became of start, and the first path?"""
    here = start.detach().clone()
    first = _kept(way(lib)(here, rate, steps))
    second = way(lib)(here, rate, steps + 1)
    return {"path": first, "the second path": second, "start": here}


# -- 7: agrees --------------------------------------------------------------------


def judge(lib: ModuleType) -> Callable:
    # piece: agrees
    def reference(function, slope, x):
        x, eps = x.detach().double(), 1e-6
        quotient = (function(x + eps) - function(x - eps)) / (2 * eps)
        return lib.allclose(quotient, slope(x), rtol=1e-4, atol=1e-4)

    return choose_function(lib, "agrees", reference)


FUNCTIONS = {
    "x³": (lambda x: x * x * x, lambda x: 3 * x * x),
    "sin x + 3 x": (lambda x: x.sin() + 3 * x, lambda x: x.cos() + 3),
    "exp x": (lambda x: x.exp(), lambda x: x.exp()),
    "10 / x": (lambda x: 10 / x, lambda x: -10 / (x * x)),
    "5 x": (lambda x: 5 * x, lambda x: 0 * x + 5),
    "3 x + 10000": (lambda x: 3 * x + 1e4, lambda x: 0 * x + 3),
    "x², half of it detached": (lambda x: x * x.detach(), lambda x: 2 * x),
}
WRONG = "one entry", "two entries", "all entries"
KINDS = Sequences(("right", "right", "right", *WRONG), (9,))


def verdicts(lib, x, weights, name: str, slopes) -> dict:
    """A weight for each slope, with its sign changed where that was said to be wrong.

    A wrong one is off by a tenth in one entry or in all, or in two whose sum is right.
    """
    function, right = FUNCTIONS[name]
    found = []
    for i, kind in enumerate(slopes):
        passed = judge(lib)(function, off(right, kind, i, x.detach()), x.detach())
        found.append(weights[i].detach() * (1 if passed else -1))
    return {"verdicts": lib.stack(found)}


def off(right: Callable, kind: str, i: int, x) -> Callable:
    """A slope with a mistake of this kind, at entries of x that i decides. It knows
    them by their values, so it may be asked for one number at a time."""
    x = x.reshape(-1).double()
    one, other = x[i % len(x)], x[(i + 1) % len(x)]
    error = 0.1 * right(one)

    def slope(x):
        values = right(x)
        if kind == "all entries":
            return values * 1.1
        if kind != "right":
            values = values + error * ((x.double() - one).abs() < 1e-9)
        if kind == "two entries" and one != other:
            values = values - error * ((x.double() - other).abs() < 1e-9)
        return values.to(x.dtype)

    return slope


def judged(shape: tuple, low: float, high: float, dtype: str) -> list:
    return [
        (Between(shape, low, high, dtype), Floats((9,)), given(name), KINDS)
        for name in FUNCTIONS
    ]


@program("agrees", inputs=judged((3,), 0.5, 2.0, "float32"))
def slopes_in_float32(lib, x, weights, name, slopes):
    """agrees(function, slope, x) in float32, for slopes that are right or wrong"""
    return verdicts(lib, x, weights, name, slopes)


@program("agrees", inputs=judged((3,), 0.5, 2.0, "float64"))
def slopes_in_float64(lib, x, weights, name, slopes):
    """agrees(function, slope, x) in float64, for slopes that are right or wrong"""
    return verdicts(lib, x, weights, name, slopes)


@program("agrees", inputs=judged((3,), 0.5, 2.0, "float64")[:2])
def x_afterwards(lib, x, weights, name, slopes):
    """agrees(function, slope, x) in float64: what became of x?"""
    given = x.detach().clone()
    judge(lib)(*FUNCTIONS[name], given)
    return {"x": given, "x is as it was": bool((given == x.detach()).all())}


@program("agrees", inputs=judged((2, 2), 2.0, 4.0, "float32"))
def slopes_of_larger_numbers(lib, x, weights, name, slopes):
    """agrees(function, slope, x) at larger numbers, in float32"""
    return verdicts(lib, x, weights, name, slopes)


STEEP = {  # a function, its slope, and where that is small and large
    "x⁴ / 4 at 0.8 and 3.9": (lambda x: x * x * x * x / 4, lambda x: x * x * x),
    "x / 2 + 50 (x - 1)² at 1 and 1.5": (
        lambda x: 0.5 * x + 50 * (x - 1) * (x - 1),
        lambda x: 0.5 + 100 * (x - 1),
    ),
}


@program("agrees", inputs=[(Floats((9,)), KINDS, given(name)) for name in STEEP])
def slopes_large_and_small(lib, weights, slopes, name):
    """agrees at one number with a small slope, right or wrong, and 200 with a large"""
    function, right = STEEP[name]
    small, large = map(float, name.split(" at ")[1].split(" and "))
    x, found = lib.tensor([small] + [large] * 200, dtype=lib.float64), []
    for i, kind in enumerate(slopes):

        def slope(x, wrong=kind != "right"):
            return right(x) * (1 - 0.1 * wrong * (x < 1.2))

        passed = judge(lib)(function, slope, x.clone())
        found.append(weights[i].detach() * (1 if passed else -1))
    return {"verdicts": lib.stack(found)}


@program("agrees", inputs=judged((), 0.5, 2.0, "float32"))
def slopes_of_one_number(lib, x, weights, name, slopes):
    """agrees(function, slope, x) of a single number, in float32"""
    return verdicts(lib, x, weights, name, slopes)


@program("agrees", inputs=judged((7,), 1.0, 3.0, "float32"))
def slopes_of_many_numbers(lib, x, weights, name, slopes):
    """agrees(function, slope, x) of seven numbers, in float32"""
    return verdicts(lib, x, weights, name, slopes)


# -- 8: Damp ----------------------------------------------------------------------


def damp(lib: ModuleType) -> Callable:
    # piece: Damp
    def reference(x, factor):
        return x * factor + (x - x * factor).detach()

    return choose_function(lib, "Damp", reference)


SMALL, NOTHING = OneOf((0.0, 0.1, 0.25, 0.5, 2.0)), OneOf((0.0,))


@program("Damp", bare=True, inputs=[(Floats(s), SMALL) for s in ((3,), (2, 3), ())])
def one_damp(lib, x, factor):
    """Damp.apply(x, factor)"""
    return damp(lib)(x, factor)


@program("Damp", opaque=True, inputs=[(Floats((3,)), f) for f in (SMALL, NOTHING)])
def a_damp_and_more(lib, x, factor):
    """Damp.apply(x, factor) + x"""
    return damp(lib)(x, factor) + x


@program("Damp", opaque=True, inputs=[(Floats((3,)), Floats((3,)), SMALL)])
def more_and_a_damp(lib, x, w, factor):
    """w * x - (w + Damp.apply(x, factor))"""
    return w * x - (w + damp(lib)(x, factor))


@program("Damp", opaque=True, inputs=[(Floats((3,)), Floats((3,)))])
def two_damps(lib, x, w):
    """Damp.apply(x, 0.1) * Damp.apply(w, 0.5)"""
    function = damp(lib)
    return function(x, 0.1) * function(w, 0.5)


@program("Damp", inputs=[(Floats((3,)), Floats((3,)), f) for f in (SMALL, NOTHING)])
def damp_handed_in(lib, x, grad, factor):
    """Damp.apply(x, factor), backward(grad): what became of x and grad?"""
    return handed_in(lib, damp(lib), x, grad, factor)
