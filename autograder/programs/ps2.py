"""Problem set 2: operations."""

from ..inputs import Exactly, Floats, OneOf, Whole, given, of_shapes
from . import answer, program

# -- Mul --------------------------------------------------------------------------

SPECIAL = (0.0, -0.0, 1.5, -2.0, float("inf"), float("-inf"), float("nan"), 0.5)


@program("Mul", order=2)
def product(lib, a, b):
    """out = a * b"""
    return a * b


@program("Mul", inputs=[(Exactly(SPECIAL, (4, 6)), Exactly(SPECIAL, (4, 6)))])
def product_of_special_values(lib, a, b):
    """out = a * b, with zeros, infinities and nan"""
    return a * b


@program("Mul", inputs=[(Floats((2, 3)), OneOf((2.5, -3, 0.125, 7)))])
def product_with_a_number(lib, a, number):
    """out = a * number, for a Python number"""
    return a * number


@program("Mul", inputs=[(Floats((2, 3)), OneOf((2.5, -3, 0.125, 7)))])
def number_first(lib, a, number):
    """out = number * a, for a Python number"""
    return number * a


@program("Mul", inputs=[(Whole((2, 3)), Whole((3,)))])
def whole_numbers(lib, a, b):
    """out = a * b, for whole numbers"""
    return a * b


@program("Mul")
def square(lib, x):
    """out = x * x"""
    return x * x


@program("Mul")
def square_plus_itself(lib, x):
    """out = x * x + x"""
    return x * x + x


@program("Mul")
def itself_plus_square(lib, x):
    """out = x + x * x"""
    return x + x * x


@program("Mul", order=2)
def product_of_products(lib, a, b):
    """out = ab * ab + a * ab, where ab = a * b"""
    ab = a * b
    return ab * ab + a * ab


@program("Mul", inputs=of_shapes([(3, 4), (4,)]))
def one_operand_frozen(lib, a, b):
    """out = a * b.detach() + b * a.detach()"""
    return a * b.detach() + b * a.detach()


@program("Mul", inputs=of_shapes([(3, 4), (4,)]))
def weighted_exponentials(lib, a, b):
    """out = (exp(a) * b).mean()"""
    return (a.exp() * b).mean()


@program("Mul", raises=True, inputs=of_shapes([(2, 3), (3,)]))
def product_freed(lib, a, b):
    """out = (a * b).sum(), and backward() twice without retain_graph"""
    out = (a * b).sum()
    out.backward()
    out.backward()
    return out


@program("Mul", raises=True, inputs=of_shapes([(2, 3), (3,)]))
def factor_changed_in_place(lib, a, b):
    """out = (c * b).sum() for c = a + 1, and c is doubled before backward()"""
    c = a + 1
    out = (c * b).sum()
    with lib.no_grad():
        c += c
    out.backward()
    return out


# -- Tanh -------------------------------------------------------------------------


@program("Tanh", order=2)
def tanh(lib, a):
    """out = tanh(a)"""
    return lib.tanh(a)


@program(
    "Tanh",
    inputs=[
        (Floats((3, 4), scale=30.0),),
        (Exactly((0.0, -0.0, 800.0, -800.0, 1e-9, 20.0, -20.0), (7,)),),
        (Exactly((float("inf"), float("-inf"), float("nan")), (3,)),),
    ],
)
def tanh_far_out(lib, a):
    """out = tanh(a), where |a| is large"""
    return lib.tanh(a)


@program("Tanh", inputs=[(Whole((2, 3)),)])
def tanh_of_whole_numbers(lib, a):
    """out = tanh(a), for whole numbers"""
    return a.tanh()


@program("Tanh", order=2)
def tanh_twice(lib, x):
    """out = tanh(tanh(x))"""
    return x.tanh().tanh()


@program("Tanh")
def itself_plus_tanh(lib, x):
    """out = x + tanh(x)"""
    return x + x.tanh()


@program("Tanh")
def tanh_plus_itself(lib, x):
    """out = tanh(x) + x"""
    return x.tanh() + x


@program("Tanh")
def tanh_used_twice(lib, x):
    """out = t + 3 * exp(t), where t = tanh(x)"""
    t = lib.tanh(x)
    return t + 3 * t.exp()


@program("Tanh", inputs=of_shapes([(3, 4), (4,)]))
def neuron(lib, x, w):
    """out = tanh(x @ w).mean()"""
    return (x @ w).tanh().mean()


@program("Tanh", raises=True, inputs=of_shapes([(2, 3)]))
def tanh_freed(lib, a):
    """out = tanh(a).sum(), and backward() twice without retain_graph"""
    out = lib.tanh(a).sum()
    out.backward()
    out.backward()
    return out


# -- Sum --------------------------------------------------------------------------

ROWS_AND_COLUMNS = [
    (Floats((3, 4)), given(0)),
    (Floats((3, 4)), given(1)),
    (Floats((3, 3)), given(1)),
    (Floats((3, 4)), given(-1)),
    (Floats((2, 3, 4)), given(1)),
    (Floats((2, 3, 4)), given(-3)),
    (Floats((3, 1)), given(1)),
    (Floats((4,)), given(0)),
    (Floats((0, 3)), given(0)),
    (Floats((0, 3)), given(1)),
    (Floats((2, 3), "float32"), given(1)),
]
SEVERAL_AXES = [
    (Floats((2, 3, 4)), given((0, 2))),
    (Floats((2, 3, 4)), given((-1, 0))),
    (Floats((2, 3, 4)), given((1, 2))),
    (Floats((2, 3, 3)), given((0, 1))),
    (Floats((2, 1, 4)), given((1,))),
    (Floats((2, 3)), given(None)),
]


@program("Sum", order=2)
def total(lib, a):
    """out = a.sum()"""
    return a.sum()


@program("Sum", inputs=ROWS_AND_COLUMNS)
def sum_along_an_axis(lib, a, dim):
    """out = a.sum(dim)"""
    return a.sum(dim)


@program("Sum", inputs=SEVERAL_AXES)
def sum_over_several_axes(lib, a, dim):
    """out = a.sum(dim)"""
    return lib.sum(a, dim)


@program("Sum", inputs=ROWS_AND_COLUMNS + SEVERAL_AXES)
def sum_keeping_axes(lib, a, dim):
    """out = a.sum(dim, keepdim=True)"""
    return a.sum(dim, keepdim=True)


@program("Sum", inputs=[(Whole((2, 3)), OneOf((0, 1, -1)))])
def sum_of_whole_numbers(lib, a, dim):
    """out = a.sum(dim), for whole numbers"""
    return a.sum(dim)


@program("Sum", inputs=[(Floats((2, 3, 4)), OneOf((0, 1, 2)), OneOf((0, 1)))])
def sum_of_sums(lib, a, first, second):
    """out = a.sum(first).sum(second)"""
    return a.sum(first).sum(second)


@program("Sum", inputs=of_shapes([(3, 4)]), order=2)
def share_of_the_row(lib, x):
    """out = e / e.sum(dim=1, keepdim=True), where e = exp(x)"""
    e = x.exp()
    return e / e.sum(dim=1, keepdim=True)


@program("Sum", inputs=of_shapes([(3, 4)]))
def sum_plus_itself(lib, x):
    """out = x.sum(dim=0) + x"""
    return x.sum(dim=0) + x


@program("Sum", inputs=of_shapes([(3, 4)]))
def itself_plus_sum(lib, x):
    """out = x + x.sum(dim=1, keepdim=True)"""
    return x + x.sum(dim=1, keepdim=True)


# -- predictions ------------------------------------------------------------------


@answer
def first_entry_of_a_grad(lib):
    """a (3, 1) times b (1, 4), summed: the first entry of a.grad"""
    a = lib.tensor([[1.0], [2.0], [3.0]], requires_grad=True)
    b = lib.tensor([[1.0, 2.0, 3.0, 4.0]])
    (a * b).sum().backward()
    return a.grad[0, 0]
