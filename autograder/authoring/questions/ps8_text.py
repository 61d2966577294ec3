"""Problem set 8, text: predictions; how wrong numbers come about."""

from math import e, log

from .computed import question

_V, _L, _E, _H = 50, 30, 16, 40  # characters, places, widths


@question
def loss_of_a_guess(lib):
    """50 characters with the same score each: the mean of cross_entropy"""
    scores = lib.zeros(3, _V, dtype=lib.float64)
    return lib.nn.functional.cross_entropy(scores, lib.tensor([0, 7, 49]))


@question
def size_of_a_model(lib):
    """V = 50, L = 30, E = 16, H = 40: how many numbers the parameters have"""
    nn = lib.nn
    layers = [nn.Embedding(_V, _E), nn.Embedding(_L, _E)]
    layers += [nn.LayerNorm(_E) for _ in range(3)]
    layers += [nn.Linear(_E, _E, bias=False) for _ in range(3)]
    layers += [nn.Linear(_E, _E), nn.Linear(_E, _H), nn.Linear(_H, _E)]
    layers += [nn.Linear(_E, _V)]
    sizes = [each.numel() for layer in layers for each in layer.parameters()]
    return lib.tensor(float(sum(sizes)), dtype=lib.float64)


_SIZE = 4602.0
WRONG = {
    "loss_of_a_guess": {
        -log(1 - 1 / _V): "That is -ln of the probability of all others, 1 - 1/50.",
        1 / _V: "That is the probability of each character. The loss is -ln of it.",
        -log(_V): "The sign is wrong: -ln of a number below 1 is positive.",
        log(_V) / log(2): "That is in bits, with the logarithm to the base 2. "
        "cross_entropy has the natural one.",
        log(_V) / log(10): "That is the logarithm to the base 10. cross_entropy has "
        "the natural one.",
        float(_V): "That is how many guesses there are. The loss is a logarithm.",
        1 - 1 / _V: "That is how often a guess is wrong. The loss is -ln of the "
        "probability of what is right.",
        log(_V) / _V: "The mean goes over the places of the text, and in each of them "
        "only the character that is there counts: nothing is divided by 50.",
        e**-_V: "That is exp where there should be a logarithm.",
        _V * log(_V): "That is a sum over all characters. Only the one that is there "
        "counts.",
        log(_V - 1): "The right one is among the 50, too.",
        0.0: "A loss of 0 means that the model is sure, and right.",
    },
    "size_of_a_model": {
        _SIZE - 6 * _E: "The norms are missing: three of them, with weight and bias.",
        _SIZE - 4 * _E: "There are three norms, and not one.",
        _SIZE - 2 * _E: "There are three norms, and not two.",
        _SIZE - 3 * _E: "A norm has a weight and a bias, E numbers each.",
        _SIZE + 3 * _E: "That has biases of query, key and value, which have none.",
        _SIZE - _L * _E: "The positions are missing: a row for each of the L places.",
        _SIZE - _V * _E - _V: "The head is missing, or it shares the table of tokens: "
        "it has a weight and a bias of its own.",
        _SIZE - _V * _E: "The head has a weight of its own, though its shape is that "
        "of the table of tokens.",
        _SIZE - _E * _E - _E: "mix is missing: it has a weight and a bias.",
        _SIZE - _V: "The head has a bias, too.",
        _SIZE - _E: "mix, up, down and head have a bias; one of width E is missing.",
        _SIZE - _H: "up has a bias of H numbers.",
        _SIZE - 2 * _E - _H - _V: "The biases of mix, up, down and head are missing.",
        _SIZE - 5 * _E - _H - _V: "The biases are missing: those of the norms, and of "
        "mix, up, down and head.",
        _SIZE - 3 * _E * _E: "query, key and value are three products, and mix is a "
        "fourth.",
        _SIZE - 2 * _E * _E: "query, key and value have a weight each.",
    },
}
