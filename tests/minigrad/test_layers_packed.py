"""Packed sequences, and the recurrent layers over them."""

import numpy as np
import pytest
from oracle import same, same_error
from test_layers import prepared
from test_layers_recurrent import LAYERS, first_states, flat

LENGTHS = {"sorted": [5, 3, 3, 1], "unsorted": [3, 1, 5, 3], "equal": [2, 2, 2, 2]}


def sequences(lengths: list[int], *sizes: int) -> np.ndarray:
    rng = np.random.default_rng(4)
    return rng.standard_normal((max(lengths), len(lengths), *sizes))


def in_order(lengths: list[int]) -> bool:
    return lengths == sorted(lengths, reverse=True)


def close(program, *inputs, **options):
    """`same`, but the graphs may differ."""
    same(program, *inputs, graph=False, text=False, tolerance=1e-9, **options)


@pytest.mark.parametrize("lengths", LENGTHS.values(), ids=LENGTHS)
@pytest.mark.parametrize("batch_first", [True, False])
@pytest.mark.parametrize("sizes", [(), (2,), (2, 3)])
def test_packed_and_padded_again(lengths, batch_first: bool, sizes: tuple):
    def program(lib, x):
        rnn = lib.nn.utils.rnn
        if batch_first:
            x = x.transpose(0, 1)
        given = lib.tensor(lengths)
        packed = rnn.pack_padded_sequence(x, given, batch_first, in_order(lengths))
        padded = rnn.pad_packed_sequence(packed, batch_first, -1.0, 7)
        return *packed, *padded, *rnn.pad_packed_sequence(packed)

    close(program, sequences(lengths, *sizes))


@pytest.mark.parametrize("lengths", LENGTHS.values(), ids=LENGTHS)
def test_a_list_of_sequences_is_packed(lengths):
    def program(lib, x):
        rnn = lib.nn.utils.rnn
        parts = [x[:length, i] for i, length in enumerate(lengths)]
        packed = rnn.pack_sequence(parts, enforce_sorted=in_order(lengths))
        return tuple(packed)

    close(program, sequences(lengths, 2))


@pytest.mark.parametrize("name", LAYERS)
@pytest.mark.parametrize("lengths", LENGTHS.values(), ids=LENGTHS)
@pytest.mark.parametrize("given", [True, False], ids=["state", "zeros"])
def test_a_layer_over_packed_sequences(name: str, lengths, given: bool):
    def program(lib, x):
        rnn, module = lib.nn.utils.rnn, prepared(lib, LAYERS[name](lib.nn))
        packed = rnn.pack_padded_sequence(x, lengths, enforce_sorted=in_order(lengths))
        states = (first_states(lib, module, len(lengths)),) if given else ()
        output, *last = flat(module(packed, *states))
        padded, sizes = rnn.pad_packed_sequence(output)
        total = (padded**2).sum() + sum((each**3).sum() for each in last)
        grads = lib.autograd.grad(total, [x, *module.parameters()], create_graph=True)
        return padded, sizes, output.data, output.batch_sizes, last, list(grads)

    close(program, sequences(lengths, 3), order=1)


def test_gradients_reach_the_first_states():
    def program(lib, x, h, c):
        module = prepared(lib, lib.nn.LSTM(3, 4, bidirectional=True))
        pack = lib.nn.utils.rnn.pack_padded_sequence
        packed = pack(x, [1, 4, 2], enforce_sorted=False)
        output, (last, cells) = module(packed, (h, c))
        return output.data, last, cells

    state = np.random.default_rng(5).standard_normal((2, 3, 4))
    close(program, sequences([1, 4, 2], 3), state, state * 0.5)


WRONG = {
    "not sorted": ([1, 5, 3], {}),
    "too few": ([5, 3], {}),
    "too many": ([5, 3, 2, 1], {}),
    "zero": ([5, 3, 0], {}),
    "zero, unsorted": ([0, 5, 3], {"enforce_sorted": False}),
}


@pytest.mark.parametrize("name", WRONG)
def test_lengths_that_do_not_fit(name: str):
    lengths, options = WRONG[name]

    def program(lib, x):
        return lib.nn.utils.rnn.pack_padded_sequence(x, lengths, **options)

    same_error(program, np.ones((5, 3, 2)), says="")


def test_other_wrong_arguments():
    def short(lib, x):
        rnn = lib.nn.utils.rnn
        rnn.pad_packed_sequence(rnn.pack_padded_sequence(x, [5, 3, 1]), total_length=4)

    def wide(lib, x):
        pack = lib.nn.utils.rnn.pack_padded_sequence
        prepared(lib, lib.nn.GRU(3, 4))(pack(x, [5, 3, 1]))

    same_error(short, np.ones((5, 3, 2)), says="Expected total_length to be at least")
    same_error(wide, np.ones((5, 3, 2)), says="must be equal to input_size")
