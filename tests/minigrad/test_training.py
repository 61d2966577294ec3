"""Small models trained on the digits: the loss curves of both libraries are the same.

From one seed both draw the same initial weights, so nothing is copied across.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

import minigrad

DIGITS = Path(__file__).parents[2] / "course" / "data" / "digits.npz"


def mlp(lib):
    nn = lib.nn
    return nn.Sequential(nn.Flatten(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))


def cnn(lib):
    nn = lib.nn
    return nn.Sequential(
        nn.Unflatten(1, (1, 8)),
        nn.Conv2d(1, 6, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(6, 8, 3),
        nn.BatchNorm2d(8),
        nn.ReLU(),
        nn.AvgPool2d(2),
        nn.Flatten(),
        nn.Linear(8, 10),
    )


def transformer(lib):
    nn = lib.nn

    class Block(nn.Module):
        """One block over the eight rows of an image."""

        def __init__(self) -> None:
            super().__init__()
            self.embed = nn.Linear(8, 16)
            self.place = nn.Parameter(lib.randn(8, 16) * 0.1)
            self.norm1, self.norm2 = nn.LayerNorm(16), nn.LayerNorm(16)
            self.attend = nn.MultiheadAttention(16, 4, batch_first=True)
            self.inner = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 16))
            self.out = nn.Linear(16, 10)

        def forward(self, x):
            x = self.embed(x) + self.place
            y = self.norm1(x)
            x = x + self.attend(y, y, y, need_weights=False)[0]
            x = x + self.inner(self.norm2(x))
            return self.out(x.mean(1))

    return Block()


def curve(lib, model: Callable, optimizer: Callable, dtype: str, steps: int) -> list:
    """The loss at each step, and the share of right answers in the end."""
    lib.manual_seed(5)
    digits = np.load(DIGITS)
    images = lib.tensor(digits["images"][:512] / 16, dtype=getattr(lib, dtype))
    labels = lib.tensor(digits["labels"][:512])
    net = model(lib).to(getattr(lib, dtype))
    step = optimizer(lib, net.parameters())
    losses = []
    for i in range(steps):
        batch = slice(64 * (i % 8), 64 * (i % 8 + 1))
        loss = lib.nn.functional.cross_entropy(net(images[batch]), labels[batch])
        step.zero_grad()
        loss.backward()
        step.step()
        losses.append(loss.item())
    with lib.no_grad():
        right = (net.eval()(images).argmax(1) == labels).double().mean().item()
    return [*losses, right]


# Not Adam before a batch norm: it would blow up the rounding errors that are all there
# is to the gradient of a bias that the norm takes away again.
OPTIMIZERS = {
    "SGD": lambda lib, parameters: lib.optim.SGD(parameters, lr=0.2, momentum=0.9),
    "Adam": lambda lib, parameters: lib.optim.Adam(parameters, lr=0.01),
    "AdamW": lambda lib, parameters: lib.optim.AdamW(parameters, lr=0.01),
}


@pytest.mark.parametrize(
    ("model", "optimizer"), [(mlp, "Adam"), (cnn, "SGD"), (transformer, "AdamW")]
)
@pytest.mark.parametrize(
    ("dtype", "steps", "tolerance"), [("float64", 40, 1e-7), ("float32", 16, 1e-3)]
)
def test_a_model_learns_along_pytorchs_loss_curve(
    model, optimizer: str, dtype: str, steps: int, tolerance: float
):
    expected, found = (
        curve(lib, model, OPTIMIZERS[optimizer], dtype, steps)
        for lib in (torch, minigrad)
    )
    np.testing.assert_allclose(found, expected, rtol=tolerance)
    assert min(expected[:-1]) < 0.75 * expected[0], "the model should learn something"
