"""Layers for images: padding, sizes, windows; their functions."""

import numpy as np
import pytest
from oracle import same, same_error
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


OLD_NAMES = {
    "upsample": lambda F, x: F.upsample(x, scale_factor=2),
    "upsample_nearest": lambda F, x: F.upsample_nearest(x, scale_factor=2),
    "upsample_bilinear": lambda F, x: F.upsample_bilinear(x, size=(5, 5)),
}


@pytest.mark.parametrize("name", OLD_NAMES)
def test_old_names_work_with_a_notice(name: str):
    def program(lib, x):
        return OLD_NAMES[name](lib.nn.functional, x)

    expected = same(program, RNG.standard_normal(IMAGE), graph=False, text=False)
    assert len(expected["warnings"]) == 1


ERRORS = {
    "lib.pixel_shuffle(lib.ones(1, 3, 2, 2), 2)": "divisible by the square of upscale",
    "lib.pixel_shuffle(lib.ones(3, 2), 2)": "at least 3 dimensions, but got",
    "lib.pixel_shuffle(lib.ones(3, 2, 2), 0)": "expects a positive upscale_factor",
    "lib.pixel_unshuffle(lib.ones(1, 3, 3, 2), 2)": "expects height to be divisible",
    "lib.channel_shuffle(lib.ones(1, 3, 2, 2), 2)": "must be divisible by groups",
    "lib.channel_shuffle(lib.ones(3, 2), 1)": "expects input with > 2 dims",
    "F.max_unpool2d(lib.ones(1, 1, 2, 2), i + 99, 2)": "Found an invalid max index",
    "F.max_unpool2d(lib.ones(1, 1, 2, 2), i, 2, output_size=(9, 9))": "invalid output",
    "F.max_unpool2d(lib.ones(1, 1, 2, 3), i, 2)": "Expected shape of indices to be",
    "F.max_pool3d(lib.ones(2, 2), 2)": "non-empty 4D or 5D (batch mode) tensor",
    "F.adaptive_avg_pool3d(lib.ones(2, 2), 2)": "Expected 4D or 5D tensor, but got",
}


@pytest.mark.parametrize("call", ERRORS)
def test_a_wrong_argument_is_pytorchs_error(call: str):
    def program(lib):
        i = lib.zeros(1, 1, 2, 2).long()
        return eval(call, {"lib": lib, "F": lib.nn.functional, "i": i})

    same_error(program, says=ERRORS[call])
