"""Problem set 2: predictions; how wrong numbers come about."""

import numpy as np

from .computed import question


@question
def first_entry_of_a_grad(lib):
    """a (3, 1) times b (1, 4), summed: the first entry of a.grad"""
    a = lib.tensor([[1.0], [2.0], [3.0]], requires_grad=True)
    b = lib.tensor([[1.0, 2.0, 3.0, 4.0]])
    (a * b).sum().backward()
    return a.grad[0, 0]


@question
def second_entry_of_x_grad(lib):
    """x is 2, 7, 7, 1; out = 6 * x.amax() + x[[1, 1, 3]].sum(): the second of x.grad"""
    x = lib.tensor([2.0, 7.0, 7.0, 1.0], requires_grad=True)
    key = lib.tensor([1, 1, 3])
    (6 * x.amax() + x[key].sum()).backward()
    return x.grad[1]


_A, _B = np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 3.0, 4.0])
_FACTOR, _TIED, _TAKEN, _ENTRIES = 6.0, 2, 2, 4  # of the second prediction

WRONG = {
    "first_entry_of_a_grad": {
        1.0: "That is what one of the products sends back. The first entry of a "
        "takes part in several.",
        float(_B.size): "That is the number of products in which the first entry "
        "of a takes part. Each of them sends back its slope, which is not always "
        "1.",
        float(_B.mean()): "That is the mean of what the products send back. A value "
        "that is used several times gets the sum.",
        float(_B.sum() * _A.size): "That counts the products of every row. The "
        "first entry of a takes part in those of its own row.",
        float(_A.sum()): "That is the sum of the entries of a. The slope of a "
        "product for a is the other factor.",
        float(_A.sum() * _B.sum()): "That is the sum of all the products, the "
        "value of out. Asked for is how fast it changes with the first entry of a.",
        float(_B.mean()): "That is the mean of what the products send back. They are "
        "added up.",
        float(_A.size * _B.sum()): "That adds up over the rows of a as well. The first "
        "entry of a takes part in one row of products.",
        float(_A.size * _B.size): "That is the number of all products.",
    },
    "second_entry_of_x_grad": {
        _FACTOR + _TAKEN: "That gives the second entry all that the maximum sends "
        "back. It is not the only one that is the largest.",
        _FACTOR / _TIED + 1: "That counts what the index sends back once. How "
        "often does it take the second entry?",
        _FACTOR + 1: "That is what each of the two would send back to an entry "
        "that is the largest alone, and taken once.",
        _FACTOR / _TIED: "That is what the maximum sends back. The entry is also "
        "taken by the index.",
        float(_TAKEN): "That is what the index sends back. The entry is also one "
        "of the largest.",
        1 / _TIED + _TAKEN: "The factor 6 of the maximum is missing.",
        _FACTOR / 4 + _TAKEN: "The maximum is shared by the entries that are the "
        "largest, and these are not all.",
        _FACTOR: "That is the factor of the maximum. What does it become on its "
        "way back, and what else uses the entry?",
        1 / _TIED + _TAKEN: "The factor in front of the maximum is missing.",
        _FACTOR / _ENTRIES + _TAKEN: "That shares the maximum among all entries. "
        "Only those that are the largest share it.",
    },
}
