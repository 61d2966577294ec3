"""What nn.functional does beside its values: state, chance, places and settings."""

import warnings

import numpy as np
import pytest
import torch
from oracle import same
from programs import nn_activation, nn_conv, nn_loss, nn_pool

import minigrad
import minigrad.nn.functional as F

ROWS = {
    case.name: case
    for module in (nn_activation, nn_conv, nn_loss, nn_pool)
    for case in module.CASES
    if all(0 not in shape for shape in case.shapes) and "gradient" not in case.name
}


def random(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape)


@pytest.mark.parametrize("name", ROWS)
def test_without_grad_mode_the_values_are_the_same_and_nothing_is_recorded(name: str):
    case = ROWS[name]
    inputs = [minigrad.tensor(x, requires_grad=True) for x in case.inputs()]
    with_grad = case.program(minigrad, *inputs)
    with minigrad.no_grad():
        without = case.program(minigrad, *inputs)
    if isinstance(with_grad, tuple):
        with_grad, without = with_grad[0], without[0]
    assert without.grad_fn is None
    assert np.array_equal(without.numpy(), with_grad.detach().numpy())


# -- running statistics ------------------------------------------------------------


@pytest.mark.parametrize("momentum", [0.1, 0.7])
def test_batch_norm_moves_its_running_statistics(momentum: float):
    def program(lib, x, mean, var):
        mean, var = mean.detach().clone(), var.detach().exp()
        first = lib.nn.functional.batch_norm(
            x, mean, var, training=True, momentum=momentum
        )
        second = lib.nn.functional.batch_norm(
            x * 2, mean, var, training=True, momentum=momentum
        )
        return first, second, mean, var

    same(program, random(4, 3, 2), random(3), random(3), order=1)


def test_instance_norm_moves_its_running_statistics_to_the_mean_of_the_images():
    def program(lib, x):
        mean, var = lib.zeros(3, dtype=x.dtype), lib.ones(3, dtype=x.dtype)
        out = lib.nn.functional.instance_norm(x, mean, var)
        evaluated = lib.nn.functional.instance_norm(x, mean, var, use_input_stats=False)
        return out, evaluated, mean, var

    same(program, random(2, 3, 4), order=1)


def test_a_batch_norm_in_evaluation_notices_that_its_statistics_were_changed():
    x = minigrad.tensor(random(4, 3), requires_grad=True)
    mean, var = minigrad.zeros(3).double(), minigrad.ones(3).double()
    out = F.batch_norm(x, mean, var)
    F.batch_norm(x, mean, var, training=True)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        out.sum().backward()


# -- chance ------------------------------------------------------------------------


@pytest.mark.parametrize("p", [0.2, 0.5, 0.9])
def test_dropout_keeps_its_share_and_the_mean(p: float):
    minigrad.manual_seed(0)
    x = minigrad.ones(100_000, requires_grad=True)
    out = F.dropout(x, p)
    kept = float((out != 0).float().mean())
    assert abs(kept - (1 - p)) < 0.01
    assert np.allclose(np.unique(out.detach().numpy()), [0, 1 / (1 - p)])
    out.sum().backward()
    assert np.array_equal(x.grad.numpy(), out.detach().numpy())


def test_dropout_of_channels_drops_them_as_a_whole():
    minigrad.manual_seed(1)
    for function, shape in (
        (F.dropout1d, (50, 4, 3)),
        (F.dropout2d, (50, 4, 3, 2)),
    ):
        out = function(minigrad.ones(*shape)).numpy().reshape(200, -1)
        assert (out == out[:, :1]).all()
        assert 60 < (out[:, 0] == 0).sum() < 140


def test_dropout_is_repeated_by_its_seed_and_differs_without():
    x = minigrad.ones(100)
    minigrad.manual_seed(3)
    first, second = F.dropout(x).numpy(), F.dropout(x).numpy()
    minigrad.manual_seed(3)
    assert np.array_equal(F.dropout(x).numpy(), first)
    assert not np.array_equal(first, second)


def test_dropout_in_place_changes_its_input():
    minigrad.manual_seed(0)
    x = minigrad.ones(100)
    assert F.dropout(x, 0.5, True, True) is x
    assert set(x.tolist()) == {0.0, 2.0}


# -- in place ----------------------------------------------------------------------

IN_PLACE = "relu relu6 leaky_relu elu selu silu hardtanh".split()


@pytest.mark.parametrize("name", IN_PLACE)
def test_an_activation_in_place_goes_on_with_the_history_of_its_input(name: str):
    def program(lib, x):
        y = x * 2
        out = getattr(lib.nn.functional, name)(y, inplace=True)
        return out, out is y, y._version

    same(program, random(2, 5), order=1, graph=False, text=False)


# -- classes -----------------------------------------------------------------------


def test_a_target_that_was_changed_in_place_is_noticed():
    target = minigrad.tensor([0, 1])
    x = minigrad.ones(2, 3, requires_grad=True)
    loss = F.cross_entropy(x, target)
    target += 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


# -- windows -----------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, 5, 13])
def test_the_largest_entry_of_a_window_with_nan_is_nan(place: int):
    image = random(1, 1, 4, 4)
    image.reshape(-1)[place] = np.nan

    def program(lib, x):
        pooled = lib.nn.functional.max_pool2d(x, 2)
        return pooled, *lib.nn.functional.max_pool2d(x, 3, 1, 1, return_indices=True)

    same(program, image, order=1)


@pytest.mark.parametrize("value", [np.inf, np.nan])
def test_an_infinite_gradient_reaches_only_the_largest_entry(value: float):
    def program(lib, x):
        return (lib.nn.functional.max_pool2d(x, 2) * value).sum()

    same(program, random(1, 2, 4, 4), order=1)


def test_a_padded_copy_for_an_even_kernel_is_announced_as_in_pytorch():
    def program(lib, x, w):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            out = lib.nn.functional.conv2d(x, w, padding="same")
        return out, [str(each.message).split(" (Trig")[0] for each in caught]

    same(program, random(1, 2, 4, 5), random(3, 2, 2, 3), graph=False, text=False)


def test_a_batch_that_is_computed_in_pieces_gives_the_same(monkeypatch):
    from minigrad.ops import columns

    monkeypatch.setattr(columns, "PIECE", 100)
    for name in ("F.conv2d", "F.conv2d stride", "F.conv_transpose2d"):
        same(ROWS[name].program, *ROWS[name].inputs())


@pytest.mark.parametrize("mode", ["area", "bicubic"])
def test_a_mode_of_interpolate_that_is_missing_is_named(mode: str):
    with pytest.raises(NotImplementedError, match=mode):
        F.interpolate(minigrad.ones(1, 1, 2, 2), scale_factor=2, mode=mode)


# -- attention ---------------------------------------------------------------------


def test_a_query_that_may_attend_to_nothing_gets_zeros():
    def program(lib, q, k, v):
        mask = lib.tensor([[True, False, True], [False, False, False]])
        return lib.nn.functional.scaled_dot_product_attention(q, k, v, mask)

    inputs = random(1, 2, 4), random(1, 3, 4, seed=1), random(1, 3, 4, seed=2)
    same(program, *inputs, order=1, graph=False, text=False)


def test_attention_drops_weights_at_random():
    minigrad.manual_seed(0)
    q = minigrad.ones(1, 4, 2)
    out = F.scaled_dot_product_attention(q, q, q, dropout_p=0.5)
    assert len(np.unique(out.numpy())) > 1


# -- names -------------------------------------------------------------------------


def test_every_public_name_is_one_of_pytorch_with_parameters_of_its_names():
    import inspect

    for name in F.__all__:
        theirs = getattr(torch.nn.functional, name)
        try:
            expected = list(inspect.signature(theirs).parameters)
        except ValueError:  # written in C++
            continue
        if any("args" in each for each in expected):
            continue  # chosen among several at run time
        found = inspect.signature(getattr(F, name)).parameters
        assert [each for each in expected if each in found] == list(found), name
        # Where one is missing, those behind it must be named.
        free = [key for key, each in found.items() if each.kind != each.KEYWORD_ONLY]
        assert expected[: len(free)] == free, name


def test_functions_of_networks_are_there_under_torch():
    def program(lib, x, w):
        image = x.reshape(1, 2, 3, 4)
        return (
            lib.conv2d(image, w, padding=1),
            lib.max_pool2d(image, 2),
            lib.layer_norm(x, (4,)),
            lib.group_norm(image, 2),
            lib.dropout(x, 0.0, True),
            lib.selu(x),
            lib.prelu(x, w[0, 0, 0, :1]),
            lib.cosine_similarity(x[:3], x[3:]),
        )

    inputs = random(6, 4), random(3, 2, 3, 3)
    same(program, *inputs, graph=False, text=False, order=1, tolerance=1e-9)
