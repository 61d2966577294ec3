"""Settings and questions of programs at their start; assert_close; helpers."""

import numpy as np
import pytest
import torch
from oracle import same, same_error

import minigrad


def test_a_program_finds_the_cpu_as_under_pytorch():
    def program(lib):
        chosen = "mps" if lib.backends.mps.is_available() else "cpu"
        found = lib.accelerator.current_accelerator()
        return (
            chosen,
            lib.backends.mps.is_built(),
            lib.backends.cudnn.is_available(),
            lib.backends.cudnn.deterministic,
            lib.backends.cudnn.benchmark,
            lib.backends.cudnn.enabled,
            lib.backends.cuda.is_built() and lib.cuda.is_available(),
            lib.accelerator.is_available(),
            lib.accelerator.device_count(),
            found,
        )

    same(program)


def test_settings_are_taken():
    def program(lib):
        before = lib.get_num_threads()
        try:
            lib.set_num_threads(2)
            lib.use_deterministic_algorithms(False)
            lib.set_float32_matmul_precision("highest")
            return lib.get_num_threads()
        finally:
            lib.set_num_threads(before)

    same(program)
    same_error(lambda lib: lib.set_num_threads(0), says="expects a positive integer")


# -- assert_close ------------------------------------------------------------------

A = [[1.0, 2.0], [3.0, 4.0]]
CLOSE = {
    "equal": lambda t: (t(A), t(A)),
    "nearly": lambda t: (t(A), t(A) + 1e-7),
    "not close": lambda t: (t(A), t([[1.0, 2.5], [3.0, 4.0]])),
    "one of zero": lambda t: (t([0.0, 1.0, 5.0]), t([0.5, 1.0, 5.5])),
    "whole numbers": lambda t: (t([1, 2, 3]), t([1, 2, 4])),
    "0-d": lambda t: (t(1.5), t(1.0)),
    "shapes": lambda t: (t(A), t([1.0, 2.0])),
    "dtypes": lambda t: (t([1.0]), t([1])),
    "numbers": lambda t: (1.0, 1.25),
    "equal numbers": lambda t: (1.0, 1.0 + 1e-9),
    "integers": lambda t: (1, 2),
    "lists": lambda t: ([t(A), t([1.0])], [t(A), t([2.0])]),
    "dicts": lambda t: ({"a": t(A)}, {"a": t(A) * 2}),
    "lengths": lambda t: ([t(A)], [t(A), t(A)]),
    "nan": lambda t: (t([float("nan")]), t([float("nan")])),
}


def verdict(lib, name: str, **options) -> str:
    try:
        lib.testing.assert_close(*CLOSE[name](lib.tensor), **options)
    except AssertionError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", CLOSE)
def test_results_are_compared_in_pytorchs_words(name: str):
    assert verdict(minigrad, name) == verdict(torch, name)
    loose = {"rtol": 0.3, "atol": 0.1, "check_dtype": False, "equal_nan": True}
    assert verdict(minigrad, name, **loose) == verdict(torch, name, **loose)


def test_a_message_of_ones_own_and_half_a_tolerance():
    assert verdict(minigrad, "not close", msg="far away") == "far away"
    same_error(
        lambda lib: lib.testing.assert_close(1.0, 1.0, rtol=0.1),
        says="must be either specified or omitted, but got no atol",
    )


# -- sequences and samples ---------------------------------------------------------


def test_sequences_of_different_lengths_are_one_tensor():
    def program(lib, x):
        rnn = lib.nn.utils.rnn
        parts = [x[:2], x, x[:3]]
        padded = rnn.pad_sequence(parts, batch_first=True, padding_value=-1.0)
        other = rnn.pad_sequence(parts, padding_side="left")
        return padded, other

    x = np.random.default_rng(0).standard_normal((4, 3))
    same(program, x, graph=False, text=False)


@pytest.mark.parametrize("replacement", [True, False])
def test_weighted_samples_are_pytorchs_from_the_same_seed(replacement: bool):
    def program(lib):
        lib.manual_seed(5)
        make = lib.utils.data.WeightedRandomSampler
        sampler = make([0.1, 3.0, 0.0, 1.0, 2.0], 4, replacement)
        return list(sampler), list(sampler), len(sampler)

    same(program)


WRONG = {
    "s([1.0], 0)": "num_samples should be a positive integer value",
    "s([1.0], True)": "num_samples should be a positive integer value",
    "s([[1.0]], 1)": "weights should be a 1d sequence",
    "lib.nn.utils.rnn.pad_sequence([lib.ones(1)], padding_side='up')": "padding_side",
}


@pytest.mark.parametrize("call", WRONG)
def test_wrong_arguments_are_pytorchs_errors(call: str):
    def program(lib):
        return eval(call, {"lib": lib, "s": lib.utils.data.WeightedRandomSampler})

    same_error(program, says=WRONG[call])


def test_settings_of_backends_can_be_imported_and_set(monkeypatch):
    import minigrad.backends.cudnn as cudnn

    assert cudnn is minigrad.backends.cudnn
    monkeypatch.setattr(cudnn, "deterministic", True)
    assert minigrad.backends.cudnn.deterministic
