"""Layers for images: padding, sizes, windows; their functions."""

import numpy as np
import pytest
from oracle import same_error
from test_layers import Layer, run

RNG = np.random.default_rng(0)
IMAGE = (1, 2, 3, 4)
LAYERS = {
    "ZeroPad2d, each side": Layer(lambda nn: nn.ZeroPad2d((1, 0, 2, -1)), ((2, 3, 4),)),
    "ReflectionPad2d": Layer(lambda nn: nn.ReflectionPad2d(1), ((2, 2, 3, 4),)),
    "Upsample": Layer(lambda nn: nn.Upsample(scale_factor=2), (IMAGE,)),
    "Upsample, bilinear": Layer(
        lambda nn: nn.Upsample(size=(5, 6), mode="bilinear"), (IMAGE,)
    ),
    "Upsample, each axis": Layer(lambda nn: nn.Upsample(scale_factor=(2, 3)), (IMAGE,)),
    "PixelShuffle": Layer(lambda nn: nn.PixelShuffle(2), ((1, 8, 3, 2),)),
    "Unfold": Layer(lambda nn: nn.Unfold(2, padding=1), ((1, 2, 3, 3),)),
    "Fold": Layer(lambda nn: nn.Fold((3, 3), 2, stride=1), ((1, 8, 4),)),
}


@pytest.mark.parametrize("name", LAYERS)
def test_layers(name: str):
    run(LAYERS[name], signs=False)


ERRORS = {
    "lib.pixel_shuffle(lib.ones(1, 3, 2, 2), 2)": "divisible by the square of upscale",
}


@pytest.mark.parametrize("call", ERRORS)
def test_a_wrong_argument_is_pytorchs_error(call: str):
    def program(lib):
        return eval(call, {"lib": lib})

    same_error(program, says=ERRORS[call])
