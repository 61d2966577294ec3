"""Problem set 2: entries taken by index, and gradients of what was broadcast."""

from ..inputs import Floats, Whole, of_shapes
from .program import program

# -- Index ------------------------------------------------------------------------

ROWS = Whole((5,), low=-3, high=2)  # five of three rows: one comes twice


@program(
    "Index",
    order=2,
    inputs=[
        (Floats((3, 4)), ROWS),
        (Floats((3, 3)), ROWS),
        (Floats((3,)), ROWS),
        (Floats((3, 2, 2)), Whole((2, 2), low=0, high=2)),
        (Floats((3, 4)), Whole((1,), low=0, high=2)),
        (Floats((3, 4)), Whole((0,), low=0, high=2)),
        (Floats((3, 2), "float32"), ROWS),
    ],
)
def rows_taken(lib, a, i):
    """out = a[i] for a tensor i of whole numbers"""
    return a[i]


@program(
    "Index",
    inputs=[
        (Floats((2, 3)), ROWS),
        (Floats((2, 3, 2)), ROWS),
        (Floats((2, 3)), Whole((2, 2), -3, 2)),
    ],
)
def columns_taken(lib, a, i):
    """out = a[:, i] for a tensor i of whole numbers"""
    return a[:, i]


@program("Index", inputs=[(Floats((3, 3, 3)), Whole((3,), -3, 2), Whole((3,), -3, 2))])
def taken_beside_slices(lib, a, i, j):
    """out = a[:, i, j] * a[i, :, j] + a[:, :, i]"""
    return a[:, i, j] * a[i, :, j] + a[:, :, i]


@program(
    "Index",
    inputs=[(Floats((2, 3)), Whole((7,), 0, 1), Whole((7,), -3, 2))],
)
def entries_taken(lib, a, i, j):
    """out = a[i, j] for tensors i and j of whole numbers"""
    return a[i, j]


@program("Index", inputs=of_shapes([(3, 4)], [(5,)]))
def entries_of_a_mask(lib, a):
    """out = a[a > 0]"""
    return a[a > 0]


@program("Index", inputs=of_shapes([(3, 5)]))
def columns_of_a_mask(lib, a):
    """out = a[:, a[0] > 0]"""
    return a[:, a[0] > 0]


@program("Index", inputs=[(Whole((4, 2)), Whole((3,), 0, 3))])
def whole_numbers_taken(lib, a, i):
    """out = a[i], for whole numbers"""
    return a[i]


@program("Index", inputs=[(Floats((3, 4)), ROWS)])
def taken_twice(lib, x, i):
    """out = x[i] * x[i]"""
    return x[i] * x[i]


@program("Index", inputs=[(Floats((3, 4)), Whole((3,), 0, 2))])
def taken_plus_itself(lib, x, i):
    """out = x[i] + x"""
    return x[i] + x


@program("Index", inputs=[(Floats((6, 2)), Whole((4, 3), 0, 5))])
def mean_of_word_vectors(lib, table, words):
    """out = tanh(table[words]).mean(dim=1)"""
    return table[words].tanh().mean(dim=1)


# -- sum_to_shape -----------------------------------------------------------------

BROADCAST = of_shapes(
    [(3, 1), (1, 4)],
    [(1, 4), (3, 1)],
    [(4,), (2, 3, 4)],
    [(2, 3, 4), (3, 1)],
    [(3, 3), (3,)],
    [(3, 3), (3, 1)],
    [(), (2, 3)],
    [(2, 3), ()],
    [(1, 1), (2, 3)],
    [(1,), (3,)],
    [(2, 1, 4), (3, 1)],
    [(1, 3), (0, 3)],
    [(2, 2, 2), (1, 2)],
)


@program(
    "sum_to_shape",
    inputs=[*BROADCAST, (Floats((2, 3), "float32"), Floats((3,), "float32"))],
)
def broadcast_sum(lib, a, b):
    """out = a + b, where shapes differ"""
    return a + b


@program("Index", inputs=[(Floats((3, 2)), ROWS, ROWS)])
def rows_taken_twice(lib, a, i, j):
    """out = a[i] * a[j] for two tensors of whole numbers"""
    return a[i] * a[j]


@program("Index", inputs=[(Floats((3, 4)), ROWS)])
def taken_and_then_changed(lib, a, i):
    """out = b[i] for b = a + 1, where b is doubled in place before backward()"""
    b = a + 1
    out = (b[i] * b.detach()[i].exp()).sum()
    with lib.no_grad():
        b.mul_(2.0)
    out.backward()
    return {"gradient of a": a.grad}


@program("sum_to_shape", inputs=of_shapes([(1, 3), (0, 3), (3,)]))
def beside_nothing(lib, a, b, c):
    """out = c * c + (a + b).sum(), where b has no entries"""
    return c * c + (a + b).sum()


@program("sum_to_shape", order=2, inputs=BROADCAST)
def broadcast_product(lib, a, b):
    """out = a * b, where shapes differ"""
    return a * b


@program("sum_to_shape", inputs=of_shapes([(5, 3), (3, 2), (2,)]))
def layer_with_a_bias(lib, x, w, bias):
    """out = tanh(x @ w + bias).mean()"""
    return (x @ w + bias).tanh().mean()


@program("sum_to_shape", inputs=of_shapes([(3, 4), (4,)]))
def bias_used_twice(lib, x, bias):
    """out = (x + bias) * bias"""
    return (x + bias) * bias


@program("sum_to_shape", inputs=of_shapes([(3, 4), ()]))
def scaled_by_one_number(lib, x, scale):
    """out = exp(x * scale) - scale"""
    return (x * scale).exp() - scale


@program("sum_to_shape", inputs=of_shapes([(3, 1), (3, 1)]))
def nothing_to_sum(lib, a, b):
    """out = a * b, where both shapes are the same"""
    return a * b


@program(
    "sum_to_shape",
    opaque=True,
    inputs=of_shapes(
        [(3, 1), (2, 3, 4)],
        [(3, 4), ()],
        [(3,), (2, 3)],
        [(3,), (1, 3)],
    ),
)
def gradient_of_a_gradient(lib, a, b):
    """out = (g * g).sum(), where g is the gradient of (a * b * b).sum() for a"""
    (g,) = lib.autograd.grad((a * b * b).sum(), a, create_graph=True)
    return (g * g).sum()
