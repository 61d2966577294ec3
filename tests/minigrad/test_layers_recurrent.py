"""RNN, LSTM, GRU and their cells: outputs, states, gradients, errors."""

import numpy as np
import pytest
from oracle import constant, same, same_error
from test_layers import prepared

LAYERS = {
    "RNN": lambda nn: nn.RNN(3, 4),
    "RNN, relu": lambda nn: nn.RNN(3, 4, nonlinearity="relu", bias=False),
    "RNN, deep": lambda nn: nn.RNN(3, 4, 3, "tanh", True, True),
    "RNN, both ways": lambda nn: nn.RNN(3, 4, 2, bidirectional=True),
    "LSTM": lambda nn: nn.LSTM(3, 4),
    "LSTM, deep": lambda nn: nn.LSTM(3, 4, 2, batch_first=True),
    "LSTM, both ways": lambda nn: nn.LSTM(3, 4, 2, bidirectional=True, bias=False),
    "GRU": lambda nn: nn.GRU(3, 4),
    "GRU, deep": lambda nn: nn.GRU(3, 4, 2, batch_first=True, bias=False),
    "GRU, both ways": lambda nn: nn.GRU(3, 4, 2, bidirectional=True),
    "dropout, in evaluation": lambda nn: nn.GRU(3, 4, 2, dropout=0.5).eval(),
    "dropout of all": lambda nn: nn.RNN(3, 4, 2, dropout=1.0),
}


def flat(result) -> list:
    output, states = result
    return [output, *(states if isinstance(states, tuple) else (states,))]


def first_states(lib, module, batch: int, batched: bool = True):
    """States to start from, random but the same for both libraries."""
    rng = np.random.default_rng(8)
    count = module.num_layers * (2 if module.bidirectional else 1)
    shape = count, batch, module.hidden_size
    kinds = 2 if module.mode == "LSTM" else 1
    states = [rng.standard_normal(shape) for _ in range(kinds)]
    made = [lib.from_numpy(each if batched else each[:, 0].copy()) for each in states]
    return tuple(made) if module.mode == "LSTM" else made[0]


@pytest.mark.parametrize("given", [False, True])
@pytest.mark.parametrize("name", LAYERS)
def test_layers(name: str, given: bool):
    def program(lib, x):
        module = prepared(lib, LAYERS[name](lib.nn))
        batch = x.shape[0] if module.batch_first else x.shape[1]
        states = (first_states(lib, module, batch),) if given else ()
        outputs = flat(module(x, *states))
        loss = sum((each * each.cos()).sum() for each in outputs)
        grads = lib.autograd.grad(loss, list(module.parameters()), retain_graph=True)
        shapes = [list(param.shape) for param in module.parameters()]
        names = [name for name, _ in module.named_parameters()]
        return outputs, list(grads), shapes, names, repr(module)

    x = np.random.default_rng(7).standard_normal((5, 2, 3))
    order = 1 if name == "RNN, relu" else 2
    same(program, x, graph=False, text=False, tolerance=1e-9, order=order)


@pytest.mark.parametrize("name", LAYERS)
def test_one_sequence_without_a_batch(name: str):
    def program(lib, x):
        module = prepared(lib, LAYERS[name](lib.nn))
        plain = flat(module(x))
        return plain + flat(module(x, first_states(lib, module, 1, False)))

    x = np.random.default_rng(9).standard_normal((4, 3))
    same(program, x, graph=False, text=False, tolerance=1e-9, order=1)


def test_gradients_reach_the_first_state():
    def program(lib, x, h):
        module = prepared(lib, lib.nn.GRU(3, 4))
        return flat(module(x, h))

    rng = np.random.default_rng(10)
    inputs = rng.standard_normal((4, 2, 3)), rng.standard_normal((1, 2, 4))
    same(program, *inputs, graph=False, text=False, tolerance=1e-9)


CELLS = {
    "RNNCell": lambda nn: nn.RNNCell(3, 4),
    "RNNCell, relu": lambda nn: nn.RNNCell(3, 4, False, "relu"),
    "LSTMCell": lambda nn: nn.LSTMCell(3, 4),
    "LSTMCell, no bias": lambda nn: nn.LSTMCell(3, 4, bias=False),
    "GRUCell": lambda nn: nn.GRUCell(3, 4),
}


@pytest.mark.parametrize("batched", [False, True])
@pytest.mark.parametrize("name", CELLS)
def test_cells(name: str, batched: bool):
    def program(lib, x, h, c):
        module = prepared(lib, CELLS[name](lib.nn))
        state = (h, c) if "LSTM" in name else h
        outputs = [module(x), module(x, state)]
        return outputs, repr(module), [name for name, _ in module.named_parameters()]

    rng = np.random.default_rng(11)
    shapes = [(2, 3), (2, 4), (2, 4)] if batched else [(3,), (4,), (4,)]
    inputs = [rng.standard_normal(shape) for shape in shapes]
    order = 1 if "relu" in name else 2
    same(program, *inputs, graph=False, text=False, tolerance=1e-9, order=order)


def test_a_cell_step_by_step_is_the_layer():
    def program(lib, x):
        layer, cell = prepared(lib, lib.nn.LSTM(3, 4)), lib.nn.LSTMCell(3, 4).double()
        cell.load_state_dict(
            {
                key.removesuffix("_l0"): value
                for key, value in layer.state_dict().items()
            }
        )
        state, outputs = None, []
        for step in x:
            state = cell(step, state)
            outputs.append(state[0])
        expected, last = layer(x)
        return [
            lib.allclose(lib.stack(outputs), expected),
            lib.allclose(last[1][0], state[1]),
        ]

    seen = same(program, np.random.default_rng(12).standard_normal((4, 2, 3)))
    assert seen["result"] == [True, True]


MADE = {
    "dropout": (lambda nn: nn.RNN(3, 4, 2, dropout=2.0), "dropout should be a number"),
    "nonlinearity": (
        lambda nn: nn.RNN(3, 4, nonlinearity="exp"),
        "Unknown nonlinearity 'exp'",
    ),
}


@pytest.mark.parametrize(("make", "says"), MADE.values(), ids=MADE)
def test_errors_when_made(make, says: str):
    same_error(lambda lib: make(lib.nn), says=says)


def test_dropout_of_one_layer_is_a_warning():
    assert same(lambda lib: lib.nn.GRU(3, 4, dropout=0.5).dropout)["warnings"]


CALLED = {
    "dims": (lambda nn: nn.RNN(3, 4), [(2, 2, 2, 3)], "Expected input to be 2D or 3D"),
    "dims of LSTM": (lambda nn: nn.LSTM(3, 4), [(3,)], "Expected input to be 2D or 3D"),
    "size": (lambda nn: nn.GRU(3, 4), [(2, 2, 5)], "must be equal to input_size"),
    "size of hx": (lambda nn: nn.RNN(3, 4), [(2, 2, 3), (1, 3, 4)], "Expected hidden"),
    "cell": (lambda nn: nn.GRUCell(3, 4), [(2, 2, 3)], "Expected input to be 1D or 2D"),
    "cell, batch": (lambda nn: nn.GRUCell(3, 4), [(2, 3), (3, 4)], "doesn't match"),
    "cell, size of hx": (
        lambda nn: nn.GRUCell(3, 4),
        [(2, 3), (2, 5)],
        "inconsistent hidden_size",
    ),
}


@pytest.mark.parametrize(("make", "shapes", "says"), CALLED.values(), ids=CALLED)
def test_errors_when_called(make, shapes: list, says: str):
    inputs = [constant(np.ones(shape, np.float32)) for shape in shapes]
    same_error(lambda lib, *given: make(lib.nn)(*given), *inputs, says=says)


def test_an_error_names_the_state_of_an_lstm():
    def size(lib):
        states = lib.zeros(1, 2, 4), lib.zeros(1, 2, 5)
        return lib.nn.LSTM(3, 4)(lib.zeros(5, 2, 3), states)

    same_error(size, says="Expected hidden[1] size (1, 2, 4), got [1, 2, 5]")


def test_the_dtype_of_the_input_must_be_that_of_the_weights():
    same_error(
        lambda lib: lib.nn.RNN(3, 4)(lib.zeros(2, 2, 3, dtype=lib.float64)),
        says="RNN input dtype (torch.float64) does not match weight dtype",
    )
