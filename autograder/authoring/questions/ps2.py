"""Problem set 2: predictions; how wrong numbers come about."""

from .computed import question


@question(
    lambda b: (f"torch.tensor([{b}])", f"return {sum(b)}"),
    b=([1.0, 2.0, 3.0, 4.0], [2.0, 5.0, 1.0, 7.0], [3.0, 1.0, 4.0, 9.0]),
)
def first_entry_of_a_grad(lib, b):
    """a (3, 1) times b (1, 4), summed: the first entry of a.grad"""
    a = lib.tensor([[1.0], [2.0], [3.0]], requires_grad=True)
    b = lib.tensor([b])
    (a * b).sum().backward()
    return a.grad[0, 0]


@question(
    lambda factor: (
        f"out = {factor} * x.amax()",
        f"sends back {factor} in all",
        f"return {factor / 2 + 2}",
    ),
    factor=(6, 10, 12, 14),
)
def second_entry_of_x_grad(lib, factor):
    """x is 2, 7, 7, 1; out = {factor} * x.amax() + x[[1, 1, 3]].sum(): the second
    of x.grad"""
    x = lib.tensor([2.0, 7.0, 7.0, 1.0], requires_grad=True)
    key = lib.tensor([1, 1, 3])
    (factor * x.amax() + x[key].sum()).backward()
    return x.grad[1]


WRONG = {
    "first_entry_of_a_grad": lambda b: {
        b[0]: "That is what one of the products sends back. The first entry of a "
        "takes part in several.",
        4.0: "That is the number of products in which the first entry of a takes part. "
        "Each of them sends back its slope, which is not always 1.",
        sum(b) / 4: "That is the mean of what the products send back. They are added "
        "up.",
        3 * sum(b): "That adds up over the rows of a as well. The first entry of a "
        "takes part in one row of products.",
        6.0: "That is the sum of the entries of a. The slope of a product for a is the "
        "other factor.",
        6 * sum(b): "That is the sum of all the products, the value of out. Asked for "
        "is how fast it changes with the first entry of a.",
        12.0: "That is the number of all products.",
    },
    "second_entry_of_x_grad": lambda factor: {
        factor + 2.0: "That gives the second entry all that the maximum sends back. It "
        "is not the only one that is the largest.",
        factor / 2 + 1: "That counts what the index sends back once. How often does it "
        "take the second entry?",
        factor
        + 1.0: "That is what each of the two would send back to an entry that is "
        "the largest alone, and taken once.",
        factor / 2: "That is what the maximum sends back. The entry is also taken by "
        "the index.",
        2.0: "That is what the index sends back. The entry is also one of the largest.",
        1 / 2 + 2: "The factor in front of the maximum is missing.",
        float(factor): "That is the factor of the maximum. What does it become on its "
        "way back, and what else uses the entry?",
        factor / 4
        + 2: "That shares the maximum among all entries. Only those that are "
        "the largest share it.",
    },
}
