"""Layers: the same outputs, gradients, state and printed form as PyTorch's."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from oracle import constant, same, same_error

import minigrad


class Layer(NamedTuple):
    """A layer, the shapes of its inputs, and whether its graph is PyTorch's."""

    make: Callable
    shapes: tuple
    order: int = 2
    positive: bool = False

    def inputs(self) -> list[np.ndarray]:
        rng = np.random.default_rng(5)
        drawn = [rng.standard_normal(shape) for shape in self.shapes]
        return [np.exp(each) for each in drawn] if self.positive else drawn


def prepared(lib, module):
    """In float64, with numbers in place of the parameters: the same for both."""
    module.double()
    rng = np.random.default_rng(6)
    with lib.no_grad():
        for param in module.parameters():
            values = rng.standard_normal(tuple(param.shape)) * 0.5
            param.copy_(lib.from_numpy(np.asarray(values)))
    return module


def run(layer: Layer, training: bool = True, **options) -> None:
    def program(lib, *inputs):
        module = prepared(lib, layer.make(lib.nn)).train(training)
        outputs = module(*inputs)
        again = module(*inputs)  # with running statistics of one batch
        flat = outputs if isinstance(outputs, tuple) else (outputs,)
        grads = (
            lib.autograd.grad(
                sum((each * each.cos()).sum() for each in flat),
                list(module.parameters()),
                retain_graph=True,
                materialize_grads=True,
                allow_unused=True,
            )
            if list(module.parameters())
            else ()
        )
        return (
            outputs,
            again,
            list(grads),
            [(key, value.detach()) for key, value in module.state_dict().items()],
            repr(module),
            module.training,
        )

    same(
        program,
        *layer.inputs(),
        order=layer.order,
        graph=False,
        text=False,
        **{"tolerance": 1e-9, **options},
    )


LAYERS = {
    "Identity": Layer(lambda nn: nn.Identity(3, a=4), ((2, 3),)),
    "Linear": Layer(lambda nn: nn.Linear(3, 4), ((2, 3),)),
    "Linear, one example": Layer(lambda nn: nn.Linear(3, 4), ((3,),)),
    "Linear, no bias": Layer(lambda nn: nn.Linear(3, 4, bias=False), ((2, 5, 3),)),
    "Conv1d": Layer(lambda nn: nn.Conv1d(2, 3, 3), ((2, 2, 7),)),
    "Conv1d, all": Layer(
        lambda nn: nn.Conv1d(4, 6, 3, 2, 1, 2, 2, False), ((2, 4, 9),)
    ),
    "Conv1d, same": Layer(lambda nn: nn.Conv1d(2, 3, 3, padding="same"), ((2, 2, 7),)),
    "Conv2d": Layer(lambda nn: nn.Conv2d(2, 3, 3), ((2, 2, 5, 6),)),
    "Conv2d, all": Layer(
        lambda nn: nn.Conv2d(4, 2, (3, 2), (2, 1), (1, 0), (1, 2), 2), ((2, 4, 5, 6),)
    ),
    "Conv2d, same": Layer(
        lambda nn: nn.Conv2d(2, 3, (1, 3), padding="same"), ((1, 2, 4, 5),)
    ),
    "Conv2d, one example": Layer(lambda nn: nn.Conv2d(2, 3, 2), ((2, 4, 4),)),
    "ConvTranspose2d": Layer(
        lambda nn: nn.ConvTranspose2d(4, 2, 3, 2, 1, 1, 2, dilation=2), ((2, 4, 3, 3),)
    ),
    "MaxPool1d": Layer(lambda nn: nn.MaxPool1d(3, 2, 1), ((2, 2, 7),)),
    "MaxPool2d": Layer(lambda nn: nn.MaxPool2d(2), ((2, 2, 4, 6),)),
    "MaxPool2d, all": Layer(
        lambda nn: nn.MaxPool2d((3, 2), 2, (1, 0), (1, 2), ceil_mode=True),
        ((2, 2, 5, 6),),
    ),
    "AvgPool1d": Layer(lambda nn: nn.AvgPool1d(3, 2, 1), ((2, 2, 7),)),
    "AvgPool2d": Layer(
        lambda nn: nn.AvgPool2d(3, 2, 1, count_include_pad=False), ((2, 2, 5, 5),)
    ),
    "AvgPool2d, divisor": Layer(
        lambda nn: nn.AvgPool2d(2, divisor_override=3), ((2, 2, 4, 4),)
    ),
    "AdaptiveAvgPool1d": Layer(lambda nn: nn.AdaptiveAvgPool1d(3), ((2, 2, 7),)),
    "AdaptiveAvgPool2d": Layer(
        lambda nn: nn.AdaptiveAvgPool2d((None, 2)), ((2, 2, 5, 5),)
    ),
    "BatchNorm1d": Layer(lambda nn: nn.BatchNorm1d(3), ((5, 3),)),
    "BatchNorm1d, sequences": Layer(lambda nn: nn.BatchNorm1d(3), ((4, 3, 5),)),
    "BatchNorm1d, mean of all": Layer(
        lambda nn: nn.BatchNorm1d(3, momentum=None), ((5, 3),)
    ),
    "BatchNorm1d, plain": Layer(
        lambda nn: nn.BatchNorm1d(3, affine=False, track_running_stats=False),
        ((5, 3),),
    ),
    "BatchNorm2d": Layer(lambda nn: nn.BatchNorm2d(3, 0.1, 0.3), ((4, 3, 2, 2),)),
    "InstanceNorm2d": Layer(
        lambda nn: nn.InstanceNorm2d(3, affine=True, track_running_stats=True),
        ((2, 3, 2, 4),),
    ),
    "LayerNorm": Layer(lambda nn: nn.LayerNorm(4), ((2, 3, 4),)),
    "LayerNorm, two axes": Layer(
        lambda nn: nn.LayerNorm([3, 4], bias=False), ((2, 3, 4),)
    ),
    "LayerNorm, plain": Layer(
        lambda nn: nn.LayerNorm(4, 0.1, elementwise_affine=False), ((2, 4),)
    ),
    "GroupNorm": Layer(lambda nn: nn.GroupNorm(2, 4), ((3, 4, 2),)),
    "GroupNorm, plain": Layer(
        lambda nn: nn.GroupNorm(4, 4, affine=False), ((3, 4, 2, 2),)
    ),
    "RMSNorm": Layer(lambda nn: nn.RMSNorm(4), ((2, 3, 4),)),
    "RMSNorm, eps": Layer(
        lambda nn: nn.RMSNorm((3, 4), 0.1, elementwise_affine=False), ((2, 3, 4),)
    ),
    "Dropout of nothing": Layer(lambda nn: nn.Dropout(0.0), ((2, 3),)),
    "Dropout of all": Layer(lambda nn: nn.Dropout(1.0), ((2, 3),)),
    "Flatten": Layer(lambda nn: nn.Flatten(), ((2, 3, 4),)),
    "Flatten, some": Layer(lambda nn: nn.Flatten(0, 1), ((2, 3, 4),)),
    "Unflatten": Layer(lambda nn: nn.Unflatten(1, (2, 3)), ((2, 6),)),
    "Sequential": Layer(
        lambda nn: nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)),
        ((2, 3),),
    ),
}
ACTIVATIONS = {
    "ReLU": lambda nn: nn.ReLU(),
    "ReLU6": lambda nn: nn.ReLU6(),
    "LeakyReLU": lambda nn: nn.LeakyReLU(0.2),
    "PReLU": lambda nn: nn.PReLU(4),
    "ELU": lambda nn: nn.ELU(1.5),
    "SELU": lambda nn: nn.SELU(),
    "GELU": lambda nn: nn.GELU(),
    "GELU, tanh": lambda nn: nn.GELU("tanh"),
    "SiLU": lambda nn: nn.SiLU(),
    "Sigmoid": lambda nn: nn.Sigmoid(),
    "LogSigmoid": lambda nn: nn.LogSigmoid(),
    "Hardtanh": lambda nn: nn.Hardtanh(-0.5, 0.7),
    "Tanh": lambda nn: nn.Tanh(),
    "Softplus": lambda nn: nn.Softplus(2.0, 1.0),
    "Softmax": lambda nn: nn.Softmax(dim=1),
    "LogSoftmax": lambda nn: nn.LogSoftmax(dim=-1),
    "GLU": lambda nn: nn.GLU(),
}


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("name", LAYERS)
def test_layers(name: str, training: bool):
    run(LAYERS[name], training)


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations(name: str):
    run(Layer(ACTIVATIONS[name], ((3, 4),)))


def test_activations_in_place():
    def program(lib, x):
        module = lib.nn.Sequential(lib.nn.ReLU(inplace=True), lib.nn.ELU(0.5, True))
        y = x * 2
        out = module(y)
        return out, y, repr(module)

    same(program, np.array([-1.0, 0.5, 2.0]), graph=False)


LOSSES = {
    "L1Loss": lambda nn: nn.L1Loss(),
    "MSELoss": lambda nn: nn.MSELoss(),
    "MSELoss, sum": lambda nn: nn.MSELoss(reduction="sum"),
    "MSELoss, none": lambda nn: nn.MSELoss(reduction="none"),
    "SmoothL1Loss": lambda nn: nn.SmoothL1Loss(beta=0.5),
    "HuberLoss": lambda nn: nn.HuberLoss(delta=0.5),
    "KLDivLoss": lambda nn: nn.KLDivLoss(reduction="batchmean", log_target=True),
    "BCEWithLogitsLoss": lambda nn: nn.BCEWithLogitsLoss(),
}


@pytest.mark.parametrize("name", LOSSES)
def test_losses(name: str):
    run(Layer(LOSSES[name], ((3, 4), (3, 4))))


def test_losses_of_classes():
    def program(lib, x, target, weight):
        nn = lib.nn
        made = [
            nn.CrossEntropyLoss(),
            nn.CrossEntropyLoss(weight, label_smoothing=0.1, reduction="sum"),
            nn.CrossEntropyLoss(ignore_index=1),
        ]
        losses = [loss(x, target) for loss in made]
        made += [nn.NLLLoss(weight), nn.NLLLoss(reduction="none")]
        losses += [loss(x.log_softmax(1), target) for loss in made[3:]]
        return losses, repr(made), list(made[1].state_dict())

    same(
        program,
        np.random.default_rng(0).standard_normal((5, 3)),
        np.array([0, 1, 2, 2, 1]),
        constant(np.array([0.5, 1.0, 2.0])),
        graph=False,
    )


def test_losses_of_probabilities():
    def program(lib, x, target, weight):
        nn = lib.nn
        made = [nn.BCELoss(), nn.BCELoss(weight, reduction="sum")]
        losses = [loss(x.sigmoid(), target) for loss in made]
        made.append(nn.BCEWithLogitsLoss(pos_weight=weight))
        return [*losses, made[2](x, target)], list(made[2].state_dict())

    rng = np.random.default_rng(1)
    same(
        program,
        rng.standard_normal((4, 3)),
        constant(rng.integers(0, 2, (4, 3)).astype(float)),
        constant(np.array([0.5, 1.0, 2.0])),
        graph=False,
    )


@pytest.mark.parametrize("name", ["Dropout1d", "Dropout2d"])
def test_dropouts(name: str):
    def program(lib, x):
        module = getattr(lib.nn, name)(0.25)
        return module.eval()(x), repr(module), getattr(lib.nn, name)(0.0)(x)

    x = np.ones((2, 3, 4) if name == "Dropout1d" else (2, 3, 4, 5))
    same(program, x, graph=False)
    nn = minigrad.nn
    masked = getattr(nn, name)(0.5)(minigrad.ones(40, *x.shape[1:])).numpy()
    # Each channel is zero, or doubled, as a whole.
    assert set(masked.reshape(120, -1).min(1)) == {0.0, 2.0}
    assert (masked.reshape(120, -1).std(1) == 0).all()


def test_embeddings():
    def program(lib, numbers):
        nn = lib.nn
        table = prepared(lib, nn.Embedding(5, 3, padding_idx=-1))
        out = table(numbers)
        (out * out.cos()).sum().backward()
        frozen = nn.Embedding.from_pretrained(lib.ones(2, 3))
        texts = [repr(each) for each in (table, frozen, nn.Embedding(4, 2))]
        return (
            out,
            table.weight.grad,
            table.padding_idx,
            texts,
            (frozen.weight.requires_grad),
        )

    same(program, np.array([[0, 4, 2], [2, 2, 1]]), graph=False)


def test_max_pool_gives_the_places():
    def program(lib, x):
        return lib.nn.MaxPool2d(2, return_indices=True)(x)

    x = np.random.default_rng(3).permutation(32).astype(float).reshape(1, 2, 4, 4)
    same(program, x, graph=False)


def test_dropout_keeps_the_mean_and_masks_the_gradient():
    for name in ("torch", "minigrad"):
        lib = __import__(name)
        lib.manual_seed(0)
        x = lib.ones(100, 100, requires_grad=True)
        out = lib.nn.Dropout(0.25)(x)
        out.sum().backward()
        assert sorted(set(out.flatten().tolist())) == pytest.approx([0.0, 4 / 3])
        assert out.mean().item() == pytest.approx(1.0, abs=0.02)
        assert (x.grad == out.detach()).all()


ERRORS = {
    "groups": (lambda nn: nn.Conv2d(2, 2, 1, groups=0), "positive integer"),
    "in_channels": (lambda nn: nn.Conv2d(3, 2, 1, groups=2), "in_channels must be"),
    "out_channels": (lambda nn: nn.Conv2d(2, 3, 1, groups=2), "out_channels must be"),
    "same": (
        lambda nn: nn.Conv1d(2, 3, 1, stride=2, padding="same"),
        "not supported for strided",
    ),
    "GroupNorm": (lambda nn: nn.GroupNorm(2, 3), "num_channels (3) must be divisible"),
    "Dropout": (lambda nn: nn.Dropout(1.5), "has to be between 0 and 1, but got 1.5"),
    "padding_idx": (lambda nn: nn.Embedding(3, 2, 3), "must be within num_embeddings"),
}


@pytest.mark.parametrize(("make", "says"), ERRORS.values(), ids=ERRORS)
def test_errors_when_made(make, says: str):
    same_error(lambda lib: make(lib.nn), says=says)


CALLS = {
    "BatchNorm1d": (lambda nn: nn.BatchNorm1d(3), (2, 3, 4, 5), "expected 2D or 3D"),
    "BatchNorm2d": (lambda nn: nn.BatchNorm2d(3), (2, 3), "expected 4D input"),
    "InstanceNorm2d": (lambda nn: nn.InstanceNorm2d(3), (2, 3), "expected 3D or 4D"),
    "num_features": (
        lambda nn: nn.InstanceNorm2d(3, affine=True),
        (2, 4, 3, 3),
        "to match num_features (3), but got: 4",
    ),
    "Linear": (lambda nn: nn.Linear(3, 2), (2, 4), "shapes cannot be multiplied"),
}


@pytest.mark.parametrize(("make", "shape", "says"), CALLS.values(), ids=CALLS)
def test_errors_when_called(make, shape: tuple, says: str):
    same_error(
        lambda lib, x: make(lib.nn)(x), np.ones(shape), dtype=np.float32, says=says
    )


def test_a_device_and_a_dtype():
    def program(lib):
        nn = lib.nn
        made = [
            nn.Linear(2, 3, device="cpu", dtype=lib.float64),
            nn.Conv2d(1, 1, 2, dtype=lib.float64),
            nn.BatchNorm1d(2, device=lib.device("cpu"), dtype=lib.float64),
            nn.LSTM(2, 2, dtype=lib.float64),
        ]
        return [
            (name, value.dtype)
            for each in made
            for name, value in each.state_dict().items()
        ]

    same(program)


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
        )

    rng = np.random.default_rng(0)
    inputs = rng.standard_normal((6, 4)), rng.standard_normal((3, 2, 3, 3))
    same(program, *inputs, graph=False, text=False, order=1, tolerance=1e-9)
