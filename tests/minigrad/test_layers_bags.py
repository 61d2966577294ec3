"""Bags of embeddings, activations with random numbers, names under torch."""

import numpy as np
import pytest
from oracle import same, same_error

RNG = np.random.default_rng(0)
TABLE = RNG.standard_normal((10, 3))
BAGS = {
    "offsets": lambda lib, F, i, w, mode: F.embedding_bag(
        i, w, lib.tensor([0, 4, 4]), mode=mode
    ),
    "rows": lambda lib, F, i, w, mode: F.embedding_bag(i.view(2, 4), w, mode=mode),
    "padding": lambda lib, F, i, w, mode: F.embedding_bag(
        i, w, lib.tensor([0, 4, 6]), mode=mode, padding_idx=4
    ),
    "last offset": lambda lib, F, i, w, mode: F.embedding_bag(
        i, w, lib.tensor([0, 3, 8]), mode=mode, include_last_offset=True
    ),
    "empty": lambda lib, F, i, w, mode: F.embedding_bag(
        i[:0], w, lib.tensor([0, 0]), mode=mode
    ),
}


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("name", BAGS)
def test_bags_of_rows(name: str, mode: str):
    def program(lib, w):
        i = lib.tensor([1, 2, 4, 5, 4, 3, 2, 9])
        return BAGS[name](lib, lib.nn.functional, i, w, mode)

    same(program, TABLE, graph=False, text=False, order=1, signs=False)


def test_rows_with_weights():
    def program(lib, w, shares):
        bag, i = lib.nn.functional.embedding_bag, lib.tensor([1, 2, 4, 5, 4, 3, 2, 9])
        weights = {"per_sample_weights": shares.view(4, 2), "padding_idx": 2}
        return (
            bag(i, w, lib.tensor([0, 5]), mode="sum", per_sample_weights=shares),
            bag(i.view(4, 2), w, mode="sum", **weights),
        )

    same(program, TABLE, RNG.standard_normal(8), graph=False, text=False, order=1)


def test_bags_have_second_derivatives():
    import minigrad

    i, starts = minigrad.tensor([1, 2, 4, 1, 0]), minigrad.tensor([0, 2])
    table = minigrad.tensor(TABLE[:5], requires_grad=True)
    bag = minigrad.nn.functional.embedding_bag
    for mode in ("sum", "mean", "max"):

        def squared(w, mode=mode):
            return bag(i, w, starts, mode=mode) ** 2

        assert minigrad.autograd.gradgradcheck(squared, table)


def test_random_slopes_are_pytorchs_from_the_same_seed():
    def program(lib, x):
        lib.manual_seed(3)
        F = lib.nn.functional
        drawn = F.rrelu(x, training=True), F.rrelu_(x * 1, 0.1, 0.3, True)
        return *drawn, lib.rand(2), lib.rrelu(x)

    same(program, RNG.standard_normal((3, 4)), graph=False, text=False)


def test_gumbel_softmax_is_pytorchs_from_the_same_seed():
    def program(lib, x):
        lib.manual_seed(3)
        draw = lib.nn.functional.gumbel_softmax
        return draw(x, 0.7), draw(x, hard=True, dim=0)

    same(program, RNG.standard_normal((3, 4)), graph=False, text=False)


def test_activations_in_place_as_functions():
    def program(lib, x):
        F = lib.nn.functional
        return (
            F.relu_(x * 2),
            F.leaky_relu_(x * 2, 0.2),
            F.elu_(x * 2, 0.5),
            F.celu_(x * 2, 0.5),
            F.selu_(x * 2),
            F.hardtanh_(x * 2, -0.5, 0.7),
            F.threshold_(x * 2, 0.1, 3.0),
            lib.selu_(x * 2),
        )

    same(program, RNG.standard_normal((2, 3)), graph=False, text=False, order=1)


def test_functions_of_networks_are_there_under_torch():
    def program(lib, x, w):
        image = x.reshape(1, 2, 3, 4)
        return (
            lib.conv2d(image, w, padding=1),
            lib.max_pool2d(image, 2),
            lib.layer_norm(x, (4,)),
            lib.group_norm(image, 2),
            lib.dropout(x, 0.0, True),
            lib.alpha_dropout(x, 0.5, False),
            lib.embedding(x, lib.tensor([1, 0])),
            lib.selu(x),
            lib.celu(x, 0.5),
            lib.prelu(x, w[0, 0, 0, :1]),
            lib.cosine_similarity(x[:3], x[3:]),
            lib.pairwise_distance(x[:3], x[3:]),
        )

    inputs = RNG.standard_normal((6, 4)), RNG.standard_normal((3, 2, 3, 3))
    same(program, *inputs, graph=False, text=False, order=1, tolerance=1e-9)


ERRORS = {
    "bag(lib.tensor([1]), w)": "offsets has to be a 1D Tensor but got None",
    "bag(lib.tensor([[1]]), w, lib.tensor([0]))": "if input is 2D, then offsets has to",
    "bag(lib.tensor([[1]]), w, mode='foo')": "mode has to be one of sum, mean or max",
    "bag(lib.tensor([[1]]), w, per_sample_weights=w[:1, :1])": "was not None",
    "bag(lib.tensor([[1]]), w, per_sample_weights=w)": "must have the same shape",
    "bag(lib.tensor([1]), w, lib.tensor([1]))": "offsets[0] has to be 0",
    "bag(lib.tensor([1]), w, lib.tensor([0, 5]))": "can not be greater than input's",
    "bag(lib.tensor([[5]]), w)": "Index 0 of input takes value 5",
    "bag(lib.tensor(1), w)": "input has to be 1D or 2D Tensor",
    "F.multilabel_margin_loss(w, w[:1].long())": "inconsistent target size",
    "F.rrelu(w, 0.5, 0.1, True)": "Lower bound should be less than or equal",
}


@pytest.mark.parametrize("call", ERRORS)
def test_a_wrong_argument_is_pytorchs_error(call: str):
    def program(lib):
        F = lib.nn.functional
        names = {"lib": lib, "F": F, "bag": F.embedding_bag, "w": lib.ones(3, 2)}
        return eval(call, names)

    same_error(program, says=ERRORS[call])
