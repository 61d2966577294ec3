"""Problem set 2: sums, means, maxima and norms over axes."""

from ..inputs import Exactly, Floats, OneOf, Whole, given, of_shapes
from .program import program
from .ps2 import SPECIAL

# -- Sum --------------------------------------------------------------------------


ROWS_AND_COLUMNS = [
    (Floats((3, 4)), given(0)),
    (Floats((3, 4)), given(1)),
    (Floats((3, 3)), given(1)),
    (Floats((3, 4)), given(-1)),
    (Floats((2, 3, 4)), given(1)),
    (Floats((2, 3, 4)), given(-3)),
    (Floats((3, 1)), given(1)),
    (Floats((3, 1)), given(0)),
    (Floats((1, 4)), given(1)),
    (Floats((4,)), given(0)),
    (Floats((0, 3)), given(0)),
    (Floats((0, 3)), given(1)),
    (Floats((2, 3), "float32"), given(1)),
]
SEVERAL_AXES = [
    (Floats((2, 3, 4)), given((0, 2))),
    (Floats((2, 3, 4)), given((-1, 0))),
    (Floats((2, 3, 4)), given((1, 2))),
    (Floats((2, 3, 4)), given((2, 0))),
    (Floats((2, 3, 4)), given((-2, -1))),
    (Floats((2, 3, 3)), given((0, 1))),
    (Floats((2, 1, 4)), given((1,))),
    (Floats((2, 3), "float32"), given((0, 1))),
]
ALL_AXES = [(Floats((2, 3)), given(None)), (Floats((2, 3), "float32"), given(None))]
SPECIAL_ROWS = (Exactly((*SPECIAL, 3.0, 4.0), (5, 4)), given(1))


@program("Sum", order=2)
def total(lib, a):
    """out = a.sum()"""
    return a.sum()


@program("Sum", inputs=[*ROWS_AND_COLUMNS, SPECIAL_ROWS])
def sum_along_an_axis(lib, a, dim):
    """out = a.sum(dim)"""
    return a.sum(dim)


@program("Sum", inputs=SEVERAL_AXES + ALL_AXES)
def sum_over_several_axes(lib, a, dim):
    """out = a.sum(dim)"""
    return lib.sum(a, dim)


@program("Sum", inputs=ROWS_AND_COLUMNS + SEVERAL_AXES + ALL_AXES)
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


# -- Mean -------------------------------------------------------------------------

NOT_EMPTY = [case for case in ROWS_AND_COLUMNS if 0 not in case[0].shape]


@program("Mean", order=2, inputs=of_shapes([(3, 4)], [(3, 1)], [(2, 3, 4)], [()]))
def mean(lib, a):
    """out = a.mean()"""
    return a.mean()


@program("Mean", inputs=[*ROWS_AND_COLUMNS, SPECIAL_ROWS])
def mean_along_an_axis(lib, a, dim):
    """out = a.mean(dim)"""
    return a.mean(dim)


@program("Mean", inputs=SEVERAL_AXES + ALL_AXES)
def mean_over_several_axes(lib, a, dim):
    """out = a.mean(dim)"""
    return lib.mean(a, dim)


@program("Mean", inputs=NOT_EMPTY + SEVERAL_AXES + ALL_AXES)
def mean_keeping_axes(lib, a, dim):
    """out = a.mean(dim, keepdim=True)"""
    return a.mean(dim, keepdim=True)


@program("Mean", inputs=[(Floats((2, 3, 4)), OneOf((0, 1, 2)), OneOf((0, 1)))])
def mean_of_means(lib, a, first, second):
    """out = a.mean(first).mean(second)"""
    return a.mean(first).mean(second)


@program("Mean", inputs=of_shapes([(3, 4)]))
def mean_plus_itself(lib, x):
    """out = x.mean(dim=0) + x"""
    return x.mean(dim=0) + x


@program("Mean", inputs=of_shapes([(0, 3), (4,)], [(2, 0, 3), (2,)]))
def no_means_at_all(lib, a, b):
    """out = a.mean(-1).sum() + b, where a has no entries"""
    return a.mean(-1).sum() + b


@program("Mean", inputs=of_shapes([(3, 4)]))
def itself_minus_mean(lib, x):
    """out = x - x.mean(dim=1, keepdim=True)"""
    return x - x.mean(dim=1, keepdim=True)


@program("Mean", order=2, inputs=of_shapes([(3, 4)]))
def variance(lib, x):
    """out = (d * d).mean(), where d = x - x.mean()"""
    d = x - x.mean()
    return (d * d).mean()


# -- Max --------------------------------------------------------------------------

TIES = (1.0, 2.0, 2.5)
WITH_TIES = [
    (Exactly(TIES, (3, 4)), given(0)),
    (Exactly(TIES, (3, 4)), given(1)),
    (Exactly(TIES, (3, 3)), given(1)),
    (Exactly(TIES, (2, 3, 4)), given(-2)),
    (Exactly((2.0,), (2, 5)), given(1)),
    (Exactly((0.0, -0.0, -1.0), (4, 3)), given(0)),
    (Exactly((1.0, float("inf"), float("inf"), float("-inf")), (3, 4)), given(0)),
    (Exactly((1.0, 1.0 + 1e-9, 0.5), (2, 3)), given(1)),
]
OVER_SEVERAL = [
    (Exactly(TIES, (2, 3, 4)), given((0, 2))),
    (Exactly(TIES, (2, 3, 4)), given((-1, 0))),
    (Floats((2, 3, 4)), given((2, 0))),
    (Exactly(TIES, (2, 3, 4)), given((-2, -1))),
    (Floats((2, 3), "float32"), given((0, 1))),
    (Exactly(TIES, (2, 1, 4)), given((1,))),
]


@program("Max", inputs=NOT_EMPTY)
def largest_along_an_axis(lib, a, dim):
    """out = a.amax(dim)"""
    return a.amax(dim)


@program("Max", inputs=WITH_TIES)
def largest_with_ties(lib, a, dim):
    """out = a.amax(dim), where several entries are the largest"""
    return lib.amax(a, dim)


@program("Max", inputs=OVER_SEVERAL)
def largest_over_several_axes(lib, a, dim):
    """out = a.amax(dim)"""
    return a.amax(dim)


@program("Max", inputs=NOT_EMPTY + WITH_TIES + OVER_SEVERAL)
def largest_keeping_axes(lib, a, dim):
    """out = a.amax(dim, keepdim=True)"""
    return a.amax(dim, keepdim=True)


ALL_OF_THEM = [(Floats((3, 4)),), (Floats((2, 3), "float32"),)]


@program("Max", inputs=[*ALL_OF_THEM, (Exactly(TIES, (2, 4)),), (Floats(()),)])
def largest_of_all(lib, a):
    """out = a.amax()"""
    return a.amax()


@program("Max", inputs=ALL_OF_THEM)
def largest_of_all_keeping_axes(lib, a):
    """out = a.amax(keepdim=True)"""
    return a.amax(keepdim=True)


@program("Max", inputs=of_shapes([(3, 4)]))
def largest_of_rows_and_columns(lib, x):
    """out = x.amax(dim=0).sum() + x.amax(dim=1).sum()"""
    return x.amax(dim=0).sum() + x.amax(dim=1).sum()


@program("Max", inputs=[(Whole((2, 5)), OneOf((0, 1, -1)))])
def largest_whole_number(lib, a, dim):
    """out = a.amax(dim), for whole numbers"""
    return a.amax(dim)


@program("Max", inputs=[(Exactly(TIES, (3, 4)),)])
def itself_minus_largest(lib, x):
    """out = x - x.amax(dim=1, keepdim=True)"""
    return x - x.amax(dim=1, keepdim=True)


@program("Max", inputs=of_shapes([(3, 4)]), order=2)
def stable_logarithm_of_a_sum(lib, x):
    """out = m + log(exp(x - m).sum(1)), where m = x.amax(1, keepdim=True)"""
    m = x.amax(1, keepdim=True)
    return m + (x - m).exp().sum(1, keepdim=True).log()


# -- Norm -------------------------------------------------------------------------

ZERO = (0.0, 0.0, 0.0, 0.0, 3.0, -4.0)


@program("Norm", order=2, inputs=of_shapes([(3, 4)], [(3, 1)], [(2, 3, 4)], [(3,)]))
def norm(lib, a):
    """out = a.norm()"""
    return a.norm()


@program("Norm", inputs=NOT_EMPTY)
def norm_along_an_axis(lib, a, dim):
    """out = a.norm(dim=dim)"""
    return a.norm(dim=dim)


@program("Norm", inputs=[*SEVERAL_AXES, (Floats((2, 3)), given((0, 1)))])
def norm_over_several_axes(lib, a, dim):
    """out = a.norm(dim=dim)"""
    return lib.linalg.vector_norm(a, dim=dim)


@program("Norm", inputs=NOT_EMPTY + SEVERAL_AXES)
def norm_keeping_axes(lib, a, dim):
    """out = a.norm(dim=dim, keepdim=True)"""
    return a.norm(dim=dim, keepdim=True)


@program(
    "Norm",
    inputs=[
        (Exactly(ZERO, (3, 4)), given(1)),
        (Exactly((0.0,), (2, 3)), given(0)),
        (Exactly((0.0, -1.0, 0.0), (3,)), given(0)),
        (Floats((2, 3), scale=1e-20), given(1)),
        (Floats((2, 3), "float32", scale=1e-8), given(1)),
        (Exactly((1.0, float("inf"), 2.0, 3.0), (3, 2)), given(1)),
    ],
)
def norm_of_zeros(lib, a, dim):
    """out = a.norm(dim=dim), where some norms are 0, tiny or infinite"""
    return a.norm(dim=dim)


@program("Norm", inputs=ALL_OF_THEM)
def norm_of_nothing(lib, x):
    """out = (x - x.detach()).norm(dim=1).sum() + x * x, where the difference is 0"""
    return (x - x.detach()).norm(dim=1).sum() + x * x


@program("Norm", inputs=of_shapes([(3, 4)]))
def direction(lib, x):
    """out = x / x.norm()"""
    return x / x.norm()


@program("Norm", inputs=of_shapes([(3, 4)]))
def norm_plus_itself(lib, x):
    """out = x.norm() + x"""
    return x.norm() + x


@program("Norm", inputs=of_shapes([(3, 4)]))
def norm_of_rows_and_columns(lib, x):
    """out = x.norm(dim=0).sum() + x.norm(dim=1).sum()"""
    return x.norm(dim=0).sum() + x.norm(dim=1).sum()


@program("Norm", inputs=of_shapes([(3, 4), (3, 4)]))
def distance(lib, a, b):
    """out = (a - b).norm(dim=1).sum()"""
    return (a - b).norm(dim=1).sum()


# -- special values, and all axes by name -----------------------------------------


@program(
    "Max",
    bare=True,
    inputs=[(Exactly((float("nan"), 1.0, 3.0, 2.0), (2, 4)), given(1))],
)
def largest_with_nan(lib, a, dim):
    """out = a.detach().amax(dim), where some entries are nan"""
    return a.detach().amax(dim)


@program("Norm", inputs=[(Floats((2, 3, 4)), given((0, 1, 2)))])
def norm_over_three_axes(lib, a, dim):
    """out = vector_norm(a, dim)"""
    return lib.linalg.vector_norm(a, dim=dim)
