"""Answers to Dot, Mv, Mm and Bmm."""

import numpy as np
from banks.answers.bank import answers_to
from banks.answers.ps2.made import with_backward, with_forward

from minigrad import Op


class SavesBoth(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b


# -- Dot -------------------------------------------------------------------------------

right, wrong = answers_to("Dot")


@right
class AsInTheBook(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, grad * a


@right
class ByNumPy:
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return np.sum(x * y)

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        return np.multiply(grad, y), np.multiply(grad, x)


@right
class ThatAsksWhatIsNeeded(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        need_a, need_b = ctx.needs_input_grad
        return b * grad if need_a else None, a * grad if need_b else None


for name, words, formula in (
    ("ForgetsUpstream", ["upstream gradient is missing"], lambda g, a, b: (b, a)),
    (
        "Swapped",
        ("For a and b, backward returns the gradient of the other operand",),
        lambda g, a, b: (g * a, g * b),
    ),
    (
        "SwappedForB",
        ("The gradient of b is that of the other operand",),
        lambda g, a, b: (g * b, g * b),
    ),
    (
        "HandsOnUpstream",
        (
            "For a, backward computes grad, repeated",
            "For b, backward computes grad, repeated",
        ),
        lambda g, a, b: (g + 0 * a, g + 0 * b),
    ),
    ("OneNumber", ["returned a gradient of shape ()", "(4,)"], lambda g, a, b: (g, g)),
    (
        "SumsTheOther",
        ("For a, backward computes grad * b.sum()",),
        lambda g, a, b: (g * b.sum() + 0 * a, g * a),
    ),
    (
        "TimesOut",
        ("For a, backward computes grad * out",),
        lambda g, a, b: (g * (a @ b) + 0 * a, g * a),
    ),
    (
        "BothTerms",
        (
            "The slope used for a is a + b",
            "The slope used for b is a + b",
        ),
        lambda g, a, b: (g * (a + b), g * (a + b)),
    ),
    ("Negated", ["sign is wrong", "gradient of b"], lambda g, a, b: (g * b, -g * a)),
    ("NoneForA", ["None as the gradient of a"], lambda g, a, b: (None, g * a)),
    ("Twice", ["constant factor", "2 times"], lambda g, a, b: (2 * g * b, g * a)),
):
    wrong(*words)(with_backward(SavesBoth, name, formula))
for name, words, formula in (
    ("DoesNotSum", ("forward computes a * b",), lambda a, b: a * b),
    ("OuterProduct", ("forward computes np.outer(a, b)",), np.outer),
    ("WithItself", ["a @ a"], lambda a, b: a @ a),
    (
        "Averages",
        ("The output is 1 / n times what it should be",),
        lambda a, b: (a * b).sum() / max(a.size, 1),
    ),
):
    wrong(*words)(with_forward(AsInTheBook, name, formula))

# -- Mv --------------------------------------------------------------------------------

right, wrong = answers_to("Mv")


@right
class AsInTheBook(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad.reshape((-1, 1)) * b, a.T @ grad


@right
class ByOuter(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), grad @ a


@right
class ByEinsum:
    @staticmethod
    def forward(ctx, a, x):
        ctx.save_for_backward(a, x)
        return np.einsum("ij,j->i", a, x)

    @staticmethod
    def backward(ctx, grad):
        a, x = ctx.saved_tensors
        return np.einsum("i,j->ij", grad, x), np.einsum("ij,i->j", a, grad)


def mv_a(formula):
    """Both gradients: `formula` for a, the right one for b."""
    return lambda g, a, b: (formula(g, a, b), a.T @ g)


def mv_b(formula):
    return lambda g, a, b: (np.outer(g, b), formula(g, a, b))


for name, words, formula in (
    ("EntryByEntry", ["an outer product"], mv_a(lambda g, a, b: g * b)),
    (
        "OuterWrongWayRound",
        ("The gradient of a is transposed",),
        mv_a(lambda g, a, b: np.outer(b, g)),
    ),
    (
        "RowsOfB",
        ("The upstream gradient is missing: what backward returns for a is",),
        mv_a(lambda g, a, b: b + 0 * a),
    ),
    (
        "ColumnsOfGrad",
        ("For a, backward computes grad[:, None], repeated",),
        mv_a(lambda g, a, b: g[:, None] + 0 * a),
    ),
    (
        "TimesItself",
        ("For a, backward computes grad[:, None] * a",),
        mv_a(lambda g, a, b: g[:, None] * a),
    ),
    (
        "NotTransposed",
        ("For b, backward computes grad @ a.T",),
        mv_b(lambda g, a, b: a @ g),
    ),
    (
        "ForgetsUpstream",
        ("The upstream gradient is missing: what backward returns for b is",),
        mv_b(lambda g, a, b: a.sum(axis=0)),
    ),
    (
        "SumsApart",
        ("For b, backward uses the sum of the upstream gradient in the place",),
        mv_b(lambda g, a, b: g.sum() * a.sum(axis=0)),
    ),
    (
        "SumsAll",
        ("For b, backward computes grad.sum() * a.sum()",),
        mv_b(lambda g, a, b: g.sum() * a.sum() + 0 * b),
    ),
    ("TimesB", ["has b itself as a factor"], mv_b(lambda g, a, b: (a.T @ g) * b)),
    ("Negated", ["sign is wrong", "gradient of b"], mv_b(lambda g, a, b: -a.T @ g)),
    ("NoneForA", ["None as the gradient of a"], mv_a(lambda g, a, b: None)),
):
    wrong(*words)(with_backward(SavesBoth, name, formula))
for name, words, formula in (
    ("Elementwise", ["differs from PyTorch", "a * b"], lambda a, b: a * b),
    ("TransposesForward", ["mismatch", "last axis"], lambda a, b: a.T @ b),
):
    wrong(*words)(with_forward(AsInTheBook, name, formula))

# -- Mm and Bmm ------------------------------------------------------------------------


def of_a(formula):
    return lambda g, a, b: (formula(g, a, b), a.mT @ g)


def of_b(formula):
    return lambda g, a, b: (g @ b.mT, formula(g, a, b))


BACKWARD = (
    (
        "NotTransposedForA",
        ("For a, backward computes grad @ b",),
        of_a(lambda g, a, b: g @ b),
    ),
    (
        "WrongOrderForA",
        ("For a, backward computes b.",),
        of_a(lambda g, a, b: b.mT @ g),
    ),
    ("WrongOrderNotTransposed", ["b @ grad"], of_a(lambda g, a, b: b @ g)),
    (
        "TransposesGrad",
        ("For a, backward computes grad.",),
        of_a(lambda g, a, b: g.mT @ b),
    ),
    ("MadeWithItself", ["made with a itself"], of_a(lambda g, a, b: g @ a.mT)),
    ("TransposedResult", ("for a, ",), of_a(lambda g, a, b: b @ g.mT)),
    (
        "NotTransposedForB",
        ("For b, backward computes a @ grad",),
        of_b(lambda g, a, b: a @ g),
    ),
    ("WrongOrderForB", ["grad stands before a"], of_b(lambda g, a, b: g @ a.mT)),
    (
        "TransposesGradForB",
        ("For b, backward computes a @ grad.",),
        of_b(lambda g, a, b: a @ g.mT),
    ),
    ("TransposedResultForB", ("for b, ",), of_b(lambda g, a, b: g.mT @ a)),
    (
        "ForgetsUpstream",
        ("The upstream gradient is missing: what backward returns for a is",),
        of_a(lambda g, a, b: np.ones_like(g) @ b.mT),
    ),
    ("Negated", ["sign is wrong", "gradient of b"], of_b(lambda g, a, b: -a.mT @ g)),
    ("NoneForB", ["None as the gradient of b"], of_b(lambda g, a, b: None)),
    ("OneGradient", ["returned 1 gradient", "2 operands"], lambda g, a, b: g @ b.mT),
    (
        "Twice",
        ["constant factor", "gradient of a is 2 times"],
        of_a(lambda g, a, b: 2 * g @ b.mT),
    ),
)
FORWARD = (
    ("EntryByEntry", ["* is not the matrix product"], lambda a, b: a * b),
    ("WrongOrder", ["wrong order", "b @ a"], lambda a, b: b @ a),
    ("TransposesB", ["transposes its second factor"], lambda a, b: a @ b.mT),
    ("TransposesOut", ("forward computes b.",), lambda a, b: (a @ b).mT.copy()),
)

right, wrong = answers_to("Mm")


@right
class AsInTheBook(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad


@right
class ByEinsumOfMatrices:
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.einsum("ij,jk->ik", a, b)

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.einsum("ik,jk->ij", grad, b), np.einsum("ij,ik->jk", a, grad)


@right
class ByTransposing(SavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return (b @ grad.T).T, np.dot(grad.T, a).T


for name, words, formula in BACKWARD:
    wrong(*words)(with_backward(SavesBoth, name, formula))
for name, words, formula in FORWARD:
    wrong(*words)(with_forward(AsInTheBook, name, formula))

right, wrong = answers_to("Bmm")


class BatchSavesBoth(SavesBoth):
    pass


@right
class AsInTheBook(BatchSavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.mT, a.mT @ grad


@right
class WithSwapaxes(BatchSavesBoth):
    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ np.swapaxes(b, 1, 2), np.swapaxes(a, -1, -2) @ grad


@right
class InALoop:
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        out = np.empty((len(a), a.shape[1], b.shape[2]), a.dtype)
        for i in range(len(a)):
            out[i] = a[i] @ b[i]
        return out

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        grad_a, grad_b = np.empty_like(a), np.empty_like(b)
        for i in range(len(a)):
            grad_a[i], grad_b[i] = grad[i] @ b[i].T, a[i].T @ grad[i]
        return grad_a, grad_b


for name, words, formula in (
    *BACKWARD,
    ("TurnsTheBatch", ["All axes", "by .mT"], of_a(lambda g, a, b: g @ b.T)),
    ("TurnsTheBatchForB", ["All axes", "by .mT"], of_b(lambda g, a, b: a.T @ g)),
    (
        "SumsOverTheBatch",
        ("summed along the first axis",),
        of_a(lambda g, a, b: (g @ b.mT).sum(0) + 0 * a),
    ),
):
    wrong(*words)(with_backward(BatchSavesBoth, name, formula))
for name, words, formula in FORWARD:
    wrong(*words)(with_forward(AsInTheBook, name, formula))
