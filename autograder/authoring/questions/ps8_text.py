"""Problem set 8, text: predictions; how wrong numbers come about."""

from math import e, log

from .computed import question


@question(
    lambda count: (f"has {count} different characters", f"return math.log({count})"),
    count=(50, 40, 64, 80),
)
def loss_of_a_guess(lib, count):
    """{count} characters with the same score each: the mean of cross_entropy"""
    scores = lib.zeros(3, count, dtype=lib.float64)
    return lib.nn.functional.cross_entropy(scores, lib.tensor([0, 7, 39]))


@question(
    lambda v, places, e, h: (
        f"if $V = {v}$, $L = {places}$, $E = {e}$ and $H = {h}$",
        f"V, L, E, H = {v}, {places}, {e}, {h}",
    ),
    v=(50, 40, 60),
    places=(30, 20, 25),
    e=(16, 12, 24),
    h=(40, 32, 50),
)
def size_of_a_model(lib, v, places, e, h):
    """V = {v}, L = {places}, E = {e}, H = {h}: how many numbers the parameters have"""
    nn = lib.nn
    layers = [nn.Embedding(v, e), nn.Embedding(places, e)]
    layers += [nn.LayerNorm(e) for _ in range(3)]
    layers += [nn.Linear(e, e, bias=False) for _ in range(3)]
    layers += [nn.Linear(e, e), nn.Linear(e, h), nn.Linear(h, e)]
    layers += [nn.Linear(e, v)]
    sizes = [each.numel() for layer in layers for each in layer.parameters()]
    return lib.tensor(float(sum(sizes)), dtype=lib.float64)


def _guesses(count: int) -> dict[float, str]:
    return {
        1 / count: "That is the probability of each character. The loss is -ln of it.",
        -log(count): "The sign is wrong: -ln of a number below 1 is positive.",
        log(count) / log(2): "That is in bits, with the logarithm to the base 2. "
        "cross_entropy has the natural one.",
        log(count) / log(10): "That is the logarithm to the base 10. cross_entropy has "
        "the natural one.",
        float(count): "That is how many guesses there are. The loss is a logarithm.",
        1 - 1 / count: "That is how often a guess is wrong. The loss is -ln of the "
        "probability of what is right.",
        log(count)
        / count: "The mean goes over the places of the text, and in each of them "
        f"only the character that is there counts: nothing is divided by {count}.",
        e**-count: "That is exp where there should be a logarithm.",
        count
        * log(count): "That is a sum over all characters. Only the one that is there "
        "counts.",
        log(count - 1): f"The right one is among the {count}, too.",
        0.0: "A loss of 0 means that the model is sure, and right.",
    }


def _sizes(v: int, places: int, e: int, h: int) -> dict[float, str]:
    size = (
        v * e
        + places * e
        + 6 * e
        + 3 * e * e
        + e * e
        + e
        + 2 * e * h
        + h
        + e
        + e * v
        + v
    )
    return {
        size - 6 * e: "The norms are missing: three of them, with weight and bias.",
        size - 4 * e: "There are three norms, and not one.",
        size - 2 * e: "There are three norms, and not two.",
        size - 3 * e: "A norm has a weight and a bias, E numbers each.",
        size + 3 * e: "That has biases of query, key and value, which have none.",
        size - places * e: "The positions are missing: a row for each of the L places.",
        size - v * e - v: "The head is missing, or it shares the table of tokens: "
        "it has a weight and a bias of its own.",
        size - v * e: "The head has a weight of its own, though its shape is that "
        "of the table of tokens.",
        size - e * e - e: "mix is missing: it has a weight and a bias.",
        size - v: "The head has a bias, too.",
        size - e: "mix, up, down and head have a bias; one of width E is missing.",
        size - h: "up has a bias of H numbers.",
        size - 2 * e - h - v: "The biases of mix, up, down and head are missing.",
        size - 5 * e - h - v: "The biases are missing: those of the norms, and of "
        "mix, up, down and head.",
        size - 3 * e * e: "query, key and value are three products, and mix is a "
        "fourth.",
        size - 2 * e * e: "query, key and value have a weight each.",
    }


WRONG = {"loss_of_a_guess": _guesses, "size_of_a_model": _sizes}
