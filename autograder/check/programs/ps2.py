"""Problem set 2: arithmetic, and the numbers to predict."""

from ..inputs import Between, Exactly, Floats, OneOf, Whole, given, of_shapes
from .program import program

SPECIAL = (0.0, -0.0, 1.5, -2.0, float("inf"), float("-inf"), float("nan"), 0.5)
SPECIALS = [(Exactly(SPECIAL, (4, 6)), Exactly(SPECIAL, (4, 6)))]
WITH_A_NUMBER = [(Floats((2, 3)), OneOf((2.5, -3, 0.125, 7)))]

# -- Add --------------------------------------------------------------------------


@program("Add", order=2)
def sum_of_two(lib, a, b):
    """out = a + b"""
    return a + b


@program("Add", inputs=SPECIALS)
def sum_of_special_values(lib, a, b):
    """out = a + b, with zeros, infinities and nan"""
    return a + b


@program("Add", inputs=[*WITH_A_NUMBER, (Floats((2, 3), "float32"), given(2.5))])
def sum_with_a_number(lib, a, number):
    """out = a + number, for a Python number"""
    return a + number


@program("Add", inputs=WITH_A_NUMBER)
def number_plus(lib, a, number):
    """out = number + a, for a Python number"""
    return number + a


@program("Add", inputs=[(Whole((2, 3)), Whole((3,)))])
def sum_of_whole_numbers_of_two(lib, a, b):
    """out = a + b, for whole numbers"""
    return a + b


@program("Add")
def twice_by_a_sum(lib, x):
    """out = x + x"""
    return x + x


@program("Add")
def sum_and_itself(lib, a, b):
    """out = (a + b) + a"""
    return (a + b) + a


@program("Add", inputs=of_shapes([(3, 4), (4,)]))
def exponential_of_a_sum(lib, a, b):
    """out = exp(a + b).mean()"""
    return (a + b).exp().mean()


@program("Add", inputs=of_shapes([(3, 4), (4,)]))
def sum_with_a_frozen_operand(lib, a, b):
    """out = (a + b.detach()) + b.detach()"""
    return (a + b.detach()) + b.detach()


# -- Mul --------------------------------------------------------------------------


@program("Mul", order=2)
def product(lib, a, b):
    """out = a * b"""
    return a * b


@program("Mul", inputs=SPECIALS)
def product_of_special_values(lib, a, b):
    """out = a * b, with zeros, infinities and nan"""
    return a * b


@program("Mul", inputs=WITH_A_NUMBER)
def product_with_a_number(lib, a, number):
    """out = a * number, for a Python number"""
    return a * number


@program("Mul", inputs=WITH_A_NUMBER)
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


# -- Div --------------------------------------------------------------------------


@program("Div", order=2)
def quotient(lib, a, b):
    """out = a / b"""
    return a / b


@program("Div", inputs=SPECIALS)
def quotient_of_special_values(lib, a, b):
    """out = a / b, with zeros, infinities and nan"""
    return a / b


@program("Div", inputs=WITH_A_NUMBER)
def quotient_by_a_number(lib, a, number):
    """out = a / number, for a Python number"""
    return a / number


@program("Div", inputs=[(Whole((2, 3)), Whole((3,), low=1))])
def quotient_of_whole_numbers(lib, a, b):
    """out = a / b, for whole numbers"""
    return a / b


@program("Div", inputs=[(Between(shape, 0.2, 3.0),) for shape in ((3, 4), ())])
def one_by_a_quotient(lib, x):
    """out = x / x"""
    return x / x


@program("Div", inputs=of_shapes([(3, 4)]))
def share_of_the_exponentials(lib, x):
    """out = e / (e + 1), where e = exp(x)"""
    e = x.exp()
    return e / (e + 1)


@program("Div", order=2, inputs=of_shapes([(3, 4), (4,)]))
def quotient_of_quotients(lib, a, b):
    """out = (a / b) / (b / a)"""
    return (a / b) / (b / a)


@program("Div", inputs=of_shapes([(3, 4), (4,)]))
def quotient_with_a_frozen_operand(lib, a, b):
    """out = a / b.detach() + b / a.detach()"""
    return a / b.detach() + b / a.detach()


# -- Pow --------------------------------------------------------------------------

EXPONENTS = OneOf((2, 3, -1, -2, 4))


@program(
    "Pow",
    order=2,
    inputs=[
        (Floats((3, 4)), EXPONENTS),
        (Floats((2, 3, 4)), EXPONENTS),
        (Floats((3, 1)), given(3)),
        (Floats(()), given(2)),
        (Floats((0, 3)), given(2)),
        (Floats((2, 3), "float32"), given(3)),
        (Floats((2, 3), "float32"), given(0)),
    ],
)
def power(lib, a, n):
    """out = a ** n, for a Python number n"""
    return a**n


@program(
    "Pow",
    inputs=[
        (Between((3, 4), 0.2, 3.0), OneOf((0.5, 1.5, -0.5, 2.5))),
        (Between((2, 3), 0.2, 3.0, "float32"), given(0.5)),
    ],
)
def root(lib, a, n):
    """out = a ** n, for n = 0.5, 1.5 and their like"""
    return lib.pow(a, n)


@program(
    "Pow",
    inputs=[
        (Exactly((0.0, 1.5, -2.0, 0.5), (2, 4)), given(n)) for n in (0, 1, 2, 0.0, 3)
    ],
)
def power_at_zero(lib, a, n):
    """out = a ** n, with zeros in a"""
    return a**n


@program("Pow", inputs=[(Floats((2, 3)), given(n)) for n in (0, 1, 2, 0.0)])
def power_of_nothing(lib, x, n):
    """out = (x - x.detach()) ** n + x * x, where the difference is 0"""
    return (x - x.detach()) ** n + x * x


@program("Pow", inputs=[(Whole((2, 3)), OneOf((2, 3)))])
def power_of_whole_numbers(lib, a, n):
    """out = a ** n, for whole numbers"""
    return a**n


@program(
    "Pow",
    inputs=[(Floats((3, 4)), EXPONENTS), (Floats((2, 3), "float32"), given(0))],
)
def power_plus_itself(lib, x, n):
    """out = x ** n + x"""
    return x**n + x


@program("Pow", inputs=[(Floats((3, 4)), EXPONENTS)])
def itself_plus_power(lib, x, n):
    """out = x + x ** n"""
    return x + x**n


@program("Pow", inputs=[(Floats((3, 4)), given(2)), (Floats((4,)), given(3))])
def two_powers(lib, x, n):
    """out = (x ** n) ** 2 + x ** 3"""
    return (x**n) ** 2 + x**3


@program("Pow", inputs=of_shapes([(3, 4)]))
def mean_square(lib, x):
    """out = (x ** 2).mean()"""
    return (x**2).mean()


# 0.5 without -0 and -inf: a library may compute a root there, or a power.
@program(
    "Pow",
    inputs=[
        *((Exactly(SPECIAL, (3, 4)), given(n)) for n in (0, 1, 3, -2)),
        (Exactly((0.0, 1.5, -1.0, float("inf"), float("nan")), (2, 5)), given(0.5)),
    ],
)
def power_of_special_values(lib, a, n):
    """out = a ** n, with zeros, infinities, negative numbers and nan"""
    return a**n


# -- special cases ----------------------------------------------------------------


@program(
    "Pow",
    inputs=[
        *((Floats((3, 4)), given(n)) for n in (-1, -2, 3)),
        *((Exactly((0.0, 1.5, 4.0), (2, 3)), given(n)) for n in (0.5, -1, 1)),
    ],
)
def power_for_each_exponent(lib, a, n):
    """out = a ** n, with negative and broken exponents, also where a is 0"""
    return a**n


@program("Pow", inputs=[(Whole((2, 3)), Floats((2, 3)), given(n)) for n in (0, 1)])
def low_power_of_whole_numbers(lib, a, b, n):
    """out = (a * 0) ** n + b for whole numbers a, for n = 0 and n = 1"""
    return (a * 0) ** n + b
