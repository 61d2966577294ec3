"""nn.init: PyTorch's numbers from the same seed, bit for bit where uniform."""

from collections.abc import Iterator

import numpy as np
import pytest
import torch
from oracle import same, same_error

import minigrad

EXACT = {
    "uniform_": lambda lib, t: lib.nn.init.uniform_(t),
    "uniform_ in bounds": lambda lib, t: lib.nn.init.uniform_(t, -0.3, 0.7),
    "constant_": lambda lib, t: lib.nn.init.constant_(t, 0.1),
    "ones_": lambda lib, t: lib.nn.init.ones_(t),
    "zeros_": lambda lib, t: lib.nn.init.zeros_(t),
    "xavier_uniform_": lambda lib, t: lib.nn.init.xavier_uniform_(t),
    "xavier_uniform_ gain": lambda lib, t: lib.nn.init.xavier_uniform_(t, 1.7),
    "kaiming_uniform_": lambda lib, t: lib.nn.init.kaiming_uniform_(t),
    "kaiming_uniform_ a": lambda lib, t: lib.nn.init.kaiming_uniform_(t, a=5**0.5),
    "kaiming_uniform_ fan_out": lambda lib, t: lib.nn.init.kaiming_uniform_(
        t, mode="fan_out", nonlinearity="relu"
    ),
}
NEARLY = {
    "normal_": lambda lib, t: lib.nn.init.normal_(t),
    "normal_ scaled": lambda lib, t: lib.nn.init.normal_(t, 2.0, 0.1),
    "xavier_normal_": lambda lib, t: lib.nn.init.xavier_normal_(t, 0.5),
    "kaiming_normal_": lambda lib, t: lib.nn.init.kaiming_normal_(t, mode="FAN_OUT"),
    "trunc_normal_": lambda lib, t: lib.nn.init.trunc_normal_(t),
    "trunc_normal_ narrow": lambda lib, t: lib.nn.init.trunc_normal_(
        t, 0.5, 2.0, -1.0, 2.0
    ),
    "orthogonal_": lambda lib, t: lib.nn.init.orthogonal_(t),
    "orthogonal_ gain": lambda lib, t: lib.nn.init.orthogonal_(t, 2.0),
}
SHAPES = [(3, 5), (5, 3), (4, 4), (2, 3, 3), (4, 2, 3, 2), (40, 30)]


@pytest.fixture(autouse=True)
def restored_generators() -> Iterator[None]:
    state = torch.get_rng_state()
    yield
    torch.set_rng_state(state)


def filled(lib, fill, shape: tuple, dtype: str) -> np.ndarray:
    lib.manual_seed(11)
    tensor = lib.nn.Parameter(lib.zeros(shape, dtype=getattr(lib, dtype)))
    version = tensor._version
    assert fill(lib, tensor) is tensor
    assert tensor._version > version and tensor.is_leaf
    more = lib.rand(2)  # the stream goes on from the same place
    return np.concatenate([tensor.detach().numpy().ravel(), more.numpy()])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("fill", EXACT.values(), ids=EXACT)
def test_bit_for_bit(fill, dtype: str):
    for shape in SHAPES:
        expected = filled(torch, fill, shape, dtype)
        assert np.array_equal(expected, filled(minigrad, fill, shape, dtype))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("fill", NEARLY.values(), ids=NEARLY)
def test_but_for_the_last_digits(fill, dtype: str):
    tolerance = 2e-5 if dtype == "float32" else 1e-12
    for shape in SHAPES:
        expected = filled(torch, fill, shape, dtype)
        found = filled(minigrad, fill, shape, dtype)
        assert np.allclose(expected, found, rtol=tolerance, atol=tolerance)


def test_special_forms():
    def program(lib):
        init, zeros = lib.nn.init, lib.zeros
        return [
            init.eye_(zeros(2, 3)),
            init.orthogonal_(zeros(0, 3)),
        ]

    same(program)


def test_an_empty_tensor_is_left_alone():
    def program(lib):
        return lib.nn.init.kaiming_uniform_(lib.zeros(0, 3)).shape

    assert same(program)["warnings"]


def test_gains_and_fans():
    def program(lib):
        init = lib.nn.init
        gains = [
            init.calculate_gain(name)
            for name in ("linear", "conv2d", "sigmoid", "tanh", "relu", "selu")
        ]
        gains += [init.calculate_gain("leaky_relu", slope) for slope in (None, 1, 0.5)]
        shapes = [(3, 5), (2, 3, 4), (2, 3, 4, 5)]
        fans = [init._calculate_fan_in_and_fan_out(lib.zeros(each)) for each in shapes]
        return gains, fans

    same(program)


ERRORS = [
    (lambda lib: lib.nn.init.xavier_uniform_(lib.zeros(3)), "Fan in and fan out"),
    (
        lambda lib: lib.nn.init.kaiming_uniform_(lib.zeros(3, 3), mode="fan"),
        "Mode fan not supported",
    ),
    (lambda lib: lib.nn.init.calculate_gain("softmax"), "Unsupported nonlinearity"),
    (
        lambda lib: lib.nn.init.calculate_gain("leaky_relu", True),
        "negative_slope True not a valid number",
    ),
    (lambda lib: lib.nn.init.eye_(lib.zeros(3)), "Only tensors with 2 dimensions"),
    (lambda lib: lib.nn.init.orthogonal_(lib.zeros(3)), "Only tensors with 2 or more"),
    (lambda lib: lib.nn.init.normal_(lib.zeros(3), 0, -1), "normal expects std >= 0"),
]


@pytest.mark.parametrize(("program", "says"), ERRORS)
def test_errors(program, says: str):
    same_error(program, says=says)


LAYERS = {
    "Linear": lambda nn: nn.Linear(7, 5),
    "Linear without bias": lambda nn: nn.Linear(7, 5, bias=False),
    "Conv1d": lambda nn: nn.Conv1d(4, 6, 3, groups=2),
    "Conv2d": lambda nn: nn.Conv2d(3, 4, (3, 2)),
    "ConvTranspose2d": lambda nn: nn.ConvTranspose2d(3, 4, 2),
    "Embedding": lambda nn: nn.Embedding(6, 3, padding_idx=2),
    "BatchNorm1d": lambda nn: nn.BatchNorm1d(3),
    "LayerNorm": lambda nn: nn.LayerNorm((2, 3)),
    "GroupNorm": lambda nn: nn.GroupNorm(2, 4),
    "PReLU": lambda nn: nn.PReLU(3),
    "RNN": lambda nn: nn.RNN(3, 4, 2, bidirectional=True),
    "LSTM": lambda nn: nn.LSTM(3, 4),
    "GRU": lambda nn: nn.GRU(3, 4, bias=False),
    "LSTMCell": lambda nn: nn.LSTMCell(3, 4),
    "MultiheadAttention": lambda nn: nn.MultiheadAttention(6, 2),
    "TransformerEncoderLayer": lambda nn: nn.TransformerEncoderLayer(6, 2, 8),
}


@pytest.mark.parametrize("layer", LAYERS.values(), ids=LAYERS)
def test_layers_start_with_the_numbers_of_pytorch(layer):
    def start(lib) -> dict:
        lib.manual_seed(4)
        net = lib.nn.Sequential(layer(lib.nn), lib.nn.Linear(2, 2))
        return {key: value.numpy() for key, value in net.state_dict().items()}

    expected, found = start(torch), start(minigrad)
    assert list(expected) == list(found)
    for key, value in expected.items():
        assert value.dtype == found[key].dtype and value.shape == found[key].shape
        assert np.allclose(value, found[key], rtol=3e-7, atol=3e-7), key
    last = list(expected)[-1]
    assert np.array_equal(expected[last], found[last])
