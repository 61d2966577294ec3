"""Problem set 3: applying a Function.

The Functions are defined anew in each run, under the library that is running.
"""

from types import ModuleType

from ..inputs import Case, Floats, OneOf, of_shapes
from .program import program
from .rows import Recorder, rows, steps

NUMBERS = OneOf((2.0, -3.0, 0.5))


def square(lib: ModuleType):
    """out = x * x, with a backward that can be differentiated again."""

    class Square(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * 2 * x

    return Square


def line(lib: ModuleType):
    """out = a * x + b for a number a, which stays on ctx."""

    class Line(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, a, b):
            ctx.a = a
            return a * x + b

        @staticmethod
        def backward(ctx, grad):
            return grad * ctx.a, None, grad

    return Line


def both(lib: ModuleType):
    """Two outputs: x * y and x + y."""

    class Both(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            ctx.save_for_backward(x, y)
            return x * y, x + y

        @staticmethod
        def backward(ctx, product, total):
            x, y = ctx.saved_tensors
            return product * y + total, product * x + total

    return Both


# -- one node for a call ----------------------------------------------------------


@program("apply", inputs=of_shapes([(3,)], [(2, 3)], [()], [(0, 3)]))
def one_call(lib, x):
    """Square.apply(x)"""
    return square(lib).apply(x)


@program("apply", inputs=[(Floats((2, 3)), NUMBERS, Floats((2, 3)))] * 2)
def between_two_tensors(lib, x, a, b):
    """Line.apply(x, a, b), where a is a number: a * x + b"""
    return line(lib).apply(x, a, b)


@program("apply", inputs=of_shapes([(2,), (2,)]))
def two_outputs(lib, x, y):
    """Both.apply(x, y) returns x * y and x + y"""
    return both(lib).apply(x, y)


@program("apply", inputs=of_shapes([(2,), (2,)]))
def second_of_two_outputs(lib, x, y):
    """product, total = Both.apply(x, y); out = sin(total)"""
    _, total = both(lib).apply(x, y)
    return total.sin()


@program("apply", inputs=[(Floats((3,)), NUMBERS, Floats((3,)))])
def one_needs_none(lib, x, a, b):
    """Line.apply(x, a, b), where x requires no grad"""
    return line(lib).apply(x.detach(), a, b)


@program("apply", inputs=of_shapes([(3,)]))
def in_the_middle(lib, x):
    """Square.apply(sin(x)) * x"""
    return square(lib).apply(x.sin()) * x


@program("apply", inputs=[(Floats((3,)), NUMBERS, NUMBERS)] * 2)
def two_calls(lib, x, a, b):
    """Line.apply(x, a, x) and Line.apply(x, b, x), before one backward"""
    apply = line(lib).apply
    return apply(x, a, x) * apply(x, b, x)


@program("apply", order=2, inputs=of_shapes([(3,)]))
def square_of_a_square(lib, x):
    """Square.apply(Square.apply(x))"""
    apply = square(lib).apply
    return apply(apply(x))


@program("apply", inputs=of_shapes([(3,)]))
def through_a_second_pass(lib, x):
    """the gradient of the gradient of Square.apply(sin(x))"""
    out = square(lib).apply(x.sin()).sum()
    (first,) = lib.autograd.grad(out, x, create_graph=True)
    (second,) = lib.autograd.grad(first.sum(), x)
    return {"first derivative": first.detach(), "second derivative by x": second}


def same(lib: ModuleType):
    """A Function that returns its input."""

    class Same(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x

        @staticmethod
        def backward(ctx, grad):
            return 3 * grad

    return Same


@program("apply", inputs=of_shapes([(3,)]))
def its_own_input(lib, x):
    """a Function that returns its input"""
    return same(lib).apply(x)


@program("apply", inputs=[(Floats((3,)), NUMBERS)])
def of_a_parameter(lib, x, a):
    """Line.apply(w, a, x), where w is a Parameter: a tensor of a class of its own"""
    weight = lib.nn.Parameter(x.detach() * 2)
    line(lib).apply(weight, a, x).sum().backward()
    return {"gradient of w": weight.grad, "gradient of x": x.grad}


@program("apply", inputs=of_shapes([(3,)]))
def by_setup_context(lib, x):
    """a Function with a setup_context: its forward gets no ctx"""

    class Cube(lib.autograd.Function):
        @staticmethod
        def forward(x):
            return x * x * x

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * 3 * x * x

    return Cube.apply(x)


@program("apply", inputs=of_shapes([(3,)]))
def a_function_in_a_function(lib, x):
    """a Function that applies Square in its forward and in its backward"""
    apply = square(lib).apply

    class Outer(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return apply(x) + 1

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * 2 * x + 0 * apply(grad)

    return Outer.apply(x)


# -- what happens while it runs ---------------------------------------------------


def noting(lib: ModuleType, notes: dict):
    """A Function that writes down what forward gets, and when."""

    class Noting(lib.autograd.Function):
        @staticmethod
        def forward(ctx, *args):
            notes["calls of forward"] = notes.get("calls of forward", 0) + 1
            notes["recording in forward"] = lib.is_grad_enabled()
            notes["ctx in forward"] = type(ctx).__name__
            notes["arguments"] = [type(each).__name__ for each in args]
            notes["ctx"], notes["args"] = ctx, args
            notes["edges"] = len(ctx.next_functions)
            return args[0] * 2

        @staticmethod
        def backward(ctx, grad):
            notes["backward has the ctx of forward"] = ctx is notes["ctx"]
            return grad * 2, *[None] * (len(notes["args"]) - 1)

    return Noting


def facts(notes: dict) -> dict:
    own = "ctx", "args", "edges"
    return {name: each for name, each in notes.items() if name not in own}


@program("apply", inputs=of_shapes([(3,)]))
def what_forward_gets(lib, x):
    """Noting.apply(x, 7, [x], None), which writes down what happens"""
    notes: dict = {}
    out = noting(lib, notes).apply(x, 7, [x], None)
    notes["the node has its edge in forward"] = notes["edges"] == 1
    notes["x is handed on as it is"] = notes["args"][0] is x
    notes["grad_fn of the output is ctx"] = out.grad_fn is notes["ctx"]
    notes["recording afterwards"] = lib.is_grad_enabled()
    out.sum().backward()
    return facts(notes) | {"gradient of x": x.grad}


def no_gradient_cases() -> list[Case]:
    return [(Floats((3,)), OneOf((each,))) for each in ("no_grad", "detach")]


@program("apply", inputs=no_gradient_cases())
def where_nothing_is_recorded(lib, x, how):
    """Noting.apply(x, 7, x) inside of no_grad, or with x.detach() for x"""
    notes: dict = {}
    apply = noting(lib, notes).apply
    if how == "no_grad":
        with lib.no_grad():
            out = apply(x, 7, x)
            notes["recording afterwards, inside of no_grad"] = lib.is_grad_enabled()
    else:
        out = apply(x.detach(), 7, x.detach())
    notes["recording at the end"] = lib.is_grad_enabled()
    notes["out requires grad"] = out.requires_grad
    notes["out has a grad_fn"] = out.grad_fn is not None
    return facts(notes) | {"out": out.detach()}


@program("apply", inputs=of_shapes([(3,), (3,)]))
def constants_as_they_are(lib, x, y):
    """Noting.apply(x, c, c), where c requires no grad: forward gets c itself"""
    notes, constant = {}, y.detach()
    noting(lib, notes).apply(x, constant, constant)
    same = [each is constant for each in notes["args"][1:]]
    return {"c itself": same, "in numbers": x.detach() * (2 + sum(same))}


@program("apply", inputs=no_gradient_cases())
def its_own_input_unrecorded(lib, x, how):
    """a Function that returns its input, inside of no_grad or of x.detach()"""
    given = x if how == "no_grad" else x.detach()
    with lib.set_grad_enabled(how != "no_grad"):
        out = same(lib).apply(given)
    found = {"out": out.detach().clone(), "out is the input": out is given}
    if how == "detach":
        out.requires_grad_()  # what was given is another tensor
    other = given if how == "detach" else out
    calls = [lambda: x, lambda: lib.autograd.grad((other * x.detach()).sum(), other)[0]]
    return found | {"x, and the gradient of the other": rows(lib, x, calls)}


@program("apply", inputs=no_gradient_cases())
def after_an_exception(lib, x, how):
    """forward raises, or is interrupted; is recording as it was?"""

    class Broken(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, error):
            raise error("forward fails")

    raised, after = [], []
    for error in (ArithmeticError, KeyboardInterrupt):
        with lib.set_grad_enabled(how != "no_grad"):
            try:
                Broken.apply(x, error)
            except error:
                raised.append(error.__name__)
            after.append(lib.is_grad_enabled())
    numbers = x.detach() * (1 + len(raised) + 10 * after[0] + 20 * after[1])
    return {
        "what arrives": raised,
        "recording afterwards": after,
        "in numbers": numbers,
    }


@program("apply", inputs=of_shapes([(3,)]))
def changed_by_forward(lib, x):
    """a Function that doubles its input in place, and says so by mark_dirty"""

    class Double(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            x.mul_(2)
            ctx.mark_dirty(x)
            return x

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    inner = x.sin()
    out = Double.apply(inner)
    return {"out is the input": out is inner, "changes": out._version} | {
        "gradient of x": lib.autograd.grad(out.sum(), x)[0]
    }


WAYS = ("as it is", "of x.detach()", "in no_grad", "an error", "an error in no_grad")


@program("apply", inputs=[(Floats((3,)), Floats((64,)), steps(*WAYS))] * 2)
def called_in_many_ways(lib, x, entries, steps):
    """Noting.apply(x) in these ways: what is recorded inside, and afterwards?"""
    recorded, outs = Recorder(lib, entries), []

    class Noting(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, breaks):
            recorded()
            if breaks:
                raise ArithmeticError
            edges = [node for node, _ in ctx.next_functions if node is not None]
            return x * (len(recorded.squares) + 100 * len(edges))

        @staticmethod
        def backward(ctx, grad):
            return grad * 2, None

    for step in steps:
        with lib.set_grad_enabled("no_grad" not in step):
            given = x.detach() if step == "of x.detach()" else x
            try:
                outs.append(Noting.apply(given, "error" in step))
            except ArithmeticError:
                pass
            recorded()
        recorded()
    sent = [lambda out=out: lib.autograd.grad((out * x).sum(), out)[0] for out in outs]
    calls = [*sent, *(lambda out=out: out for out in outs), lambda: x]
    return {"outs and gradients": rows(lib, x, calls)} | recorded.gradient()
