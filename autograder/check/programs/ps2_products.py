"""Problem set 2: products of vectors, matrices and batches."""

from ..inputs import Floats, Whole, of_shapes
from .program import program

# -- Dot --------------------------------------------------------------------------


@program(
    "Dot",
    order=2,
    inputs=[
        *of_shapes([(4,), (4,)], [(1,), (1,)], [(0,), (0,)], [(7,), (7,)]),
        (Floats((3,), "float32"), Floats((3,), "float32")),
    ],
)
def dot(lib, a, b):
    """out = a @ b for vectors"""
    return lib.dot(a, b)


@program("Dot", inputs=[(Whole((3,)), Whole((3,)))])
def dot_of_whole_numbers(lib, a, b):
    """out = a @ b for vectors, for whole numbers"""
    return a @ b


@program("Dot", inputs=of_shapes([(4,)], [(1,)]))
def dot_with_itself(lib, x):
    """out = x @ x"""
    return x @ x


@program("Dot", inputs=of_shapes([(4,), (4,)]))
def projection(lib, a, b):
    """out = a * (a @ b)"""
    return a * (a @ b)


@program("Dot", inputs=of_shapes([(3,), (3,)]))
def dot_with_a_frozen_operand(lib, a, b):
    """out = a @ b.detach() + a.detach() @ b"""
    return a @ b.detach() + a.detach() @ b


# -- Mv ---------------------------------------------------------------------------


@program(
    "Mv",
    order=2,
    inputs=[
        *of_shapes(
            [(3, 4), (4,)],
            [(3, 3), (3,)],
            [(1, 4), (4,)],
            [(3, 1), (1,)],
            [(0, 3), (3,)],
            [(3, 0), (0,)],
        ),
        (Floats((2, 3), "float32"), Floats((3,), "float32")),
    ],
)
def matrix_times_vector(lib, a, b):
    """out = a @ b for a matrix and a vector"""
    return lib.mv(a, b)


@program("Mv", inputs=[(Whole((2, 3)), Whole((3,)))])
def matrix_times_vector_of_whole_numbers(lib, a, b):
    """out = a @ b for a matrix and a vector, for whole numbers"""
    return a @ b


@program("Mv", inputs=of_shapes([(3, 3), (3,)]))
def matrix_twice_times_vector(lib, a, x):
    """out = a @ (a @ x)"""
    return a @ (a @ x)


@program("Mv", inputs=of_shapes([(2, 3, 4), (4,)]))
def stack_times_vector(lib, a, x):
    """out = tanh(a @ x) for a stack of matrices"""
    return (a @ x).tanh()


@program("Mv", inputs=of_shapes([(3, 4), (4,)]))
def linear_model(lib, x, w):
    """out = ((x @ w) * (x @ w)).mean()"""
    y = x @ w
    return (y * y).mean()


@program("Mv", inputs=of_shapes([(2, 3), (3,)]))
def matrix_times_vector_with_a_frozen_operand(lib, a, b):
    """out = a @ b.detach() + a.detach() @ b"""
    return a @ b.detach() + a.detach() @ b


# -- Mm ---------------------------------------------------------------------------


@program(
    "Mm",
    order=2,
    inputs=[
        *of_shapes(
            [(3, 4), (4, 2)],
            [(3, 3), (3, 3)],
            [(1, 4), (4, 3)],
            [(3, 1), (1, 2)],
            [(0, 3), (3, 2)],
            [(3, 0), (0, 2)],
            [(3, 2), (2, 0)],
        ),
        (Floats((2, 3), "float32"), Floats((3, 4), "float32")),
    ],
)
def matrix_product(lib, a, b):
    """out = a @ b for matrices"""
    return lib.mm(a, b)


@program("Mm", inputs=[(Whole((2, 3)), Whole((3, 4)))])
def matrix_product_of_whole_numbers(lib, a, b):
    """out = a @ b for matrices, for whole numbers"""
    return a @ b


@program("Mm", inputs=of_shapes([(3, 3)]))
def matrix_square(lib, x):
    """out = x @ x"""
    return x @ x


@program("Mm", inputs=of_shapes([(3, 3), (3, 3)]))
def three_matrices(lib, a, b):
    """out = a @ b @ a"""
    return a @ b @ a


@program("Mm", inputs=of_shapes([(4,), (4, 3)]))
def vector_times_matrix(lib, x, a):
    """out = x @ a for a vector and a matrix"""
    return x @ a


@program("Mm", inputs=of_shapes([(5, 3), (3, 2)]))
def layer(lib, x, w):
    """out = tanh(x @ w).mean()"""
    return (x @ w).tanh().mean()


@program("Mm", inputs=of_shapes([(2, 3), (3, 4)]))
def matrix_product_with_a_frozen_operand(lib, a, b):
    """out = a @ b.detach() + a.detach() @ b"""
    return a @ b.detach() + a.detach() @ b


# -- Bmm --------------------------------------------------------------------------


@program(
    "Bmm",
    order=2,
    inputs=[
        *of_shapes(
            [(2, 3, 4), (2, 4, 5)],
            [(3, 3, 3), (3, 3, 3)],
            [(1, 2, 3), (1, 3, 2)],
            [(2, 1, 3), (2, 3, 1)],
            [(0, 2, 3), (0, 3, 2)],
        ),
        (Floats((2, 2, 3), "float32"), Floats((2, 3, 4), "float32")),
    ],
)
def batch_product(lib, a, b):
    """out = a @ b for batches of matrices"""
    return lib.bmm(a, b)


@program("Bmm", inputs=[(Whole((2, 2, 3)), Whole((2, 3, 2)))])
def batch_product_of_whole_numbers(lib, a, b):
    """out = a @ b for batches of matrices, for whole numbers"""
    return a @ b


@program("Bmm", inputs=of_shapes([(2, 3, 3)]))
def batch_of_squares(lib, x):
    """out = x @ x for a batch of matrices"""
    return x @ x


@program("Bmm", inputs=of_shapes([(2, 1, 3, 4), (5, 4, 2)]))
def batches_of_batches(lib, a, b):
    """out = a @ b, where the axes before the matrices are broadcast"""
    return a @ b


@program("Bmm", inputs=of_shapes([(2, 3, 4), (2, 5, 4)]))
def scores(lib, q, k):
    """out = exp(q @ k.mT).sum()"""
    return (q @ k.mT).exp().sum()


@program("Bmm", inputs=of_shapes([(2, 2, 3), (2, 3, 4)]))
def batch_product_with_a_frozen_operand(lib, a, b):
    """out = a @ b.detach() + a.detach() @ b"""
    return a @ b.detach() + a.detach() @ b
