"""Layers for images and volumes: padding, sizes, windows, pooling; their functions."""

import numpy as np
import pytest
from oracle import same, same_error
from test_layers import Layer, run

RNG = np.random.default_rng(0)
VOLUME, IMAGE = (1, 2, 3, 4, 3), (1, 2, 3, 4)
LAYERS = {
    "ZeroPad2d, each side": Layer(lambda nn: nn.ZeroPad2d((1, 0, 2, -1)), ((2, 3, 4),)),
    "Upsample": Layer(lambda nn: nn.Upsample(scale_factor=2), (IMAGE,)),
    "Upsample, bilinear": Layer(
        lambda nn: nn.Upsample(size=(5, 6), mode="bilinear"), (IMAGE,)
    ),
    "Upsample, each axis": Layer(lambda nn: nn.Upsample(scale_factor=(2, 3)), (IMAGE,)),
    "UpsamplingNearest2d": Layer(
        lambda nn: nn.UpsamplingNearest2d(scale_factor=2), (IMAGE,)
    ),
    "UpsamplingBilinear2d": Layer(lambda nn: nn.UpsamplingBilinear2d(size=5), (IMAGE,)),
    "PixelShuffle": Layer(lambda nn: nn.PixelShuffle(2), ((1, 8, 3, 2),)),
    "PixelUnshuffle": Layer(lambda nn: nn.PixelUnshuffle(2), ((1, 2, 4, 6),)),
    "ChannelShuffle": Layer(lambda nn: nn.ChannelShuffle(2), ((1, 6, 2, 2),)),
    "Unfold": Layer(lambda nn: nn.Unfold(2, padding=1), ((1, 2, 3, 3),)),
    "Fold": Layer(lambda nn: nn.Fold((3, 3), 2, stride=1), ((1, 8, 4),)),
    "MaxPool3d": Layer(lambda nn: nn.MaxPool3d(2, 1, 1), (VOLUME,)),
    "MaxPool3d, all": Layer(
        lambda nn: nn.MaxPool3d((2, 3, 2), 2, ceil_mode=True), ((2, 3, 5, 3),)
    ),
    "AvgPool3d": Layer(lambda nn: nn.AvgPool3d(2, 1, 1), (VOLUME,)),
    "AvgPool3d, inside": Layer(
        lambda nn: nn.AvgPool3d(2, 2, 1, True, False), (VOLUME,)
    ),
    "AvgPool3d, divisor": Layer(
        lambda nn: nn.AvgPool3d(2, 2, 1, divisor_override=3), (VOLUME,)
    ),
    "AdaptiveAvgPool3d": Layer(
        lambda nn: nn.AdaptiveAvgPool3d((2, None, 1)), (VOLUME,)
    ),
    "AdaptiveMaxPool3d": Layer(lambda nn: nn.AdaptiveMaxPool3d((2, 3, 2)), (VOLUME,)),
    "LPPool1d": Layer(lambda nn: nn.LPPool1d(3, 2), ((1, 2, 6),), positive=True),
    "LPPool2d": Layer(lambda nn: nn.LPPool2d(2, (2, 3), stride=1), ((1, 2, 4, 5),)),
    "LocalResponseNorm": Layer(
        lambda nn: nn.LocalResponseNorm(3, 0.1, 0.6, 1.5), ((2, 5, 3),)
    ),
    "LocalResponseNorm, even": Layer(
        lambda nn: nn.LocalResponseNorm(2), ((2, 5, 3, 2),)
    ),
    "Conv3d": Layer(lambda nn: nn.Conv3d(2, 3, 2, padding=1), ((1, 2, 3, 3, 3),)),
    "Conv3d, all": Layer(
        lambda nn: nn.Conv3d(2, 4, (1, 2, 2), 2, 1, groups=2, padding_mode="circular"),
        ((1, 2, 3, 3, 3),),
    ),
    "ConvTranspose3d": Layer(
        lambda nn: nn.ConvTranspose3d(2, 3, 2, 2, output_padding=1), ((1, 2, 2, 2, 3),)
    ),
    "BatchNorm3d": Layer(lambda nn: nn.BatchNorm3d(2), ((3, 2, 2, 2, 1),)),
    "InstanceNorm3d": Layer(
        lambda nn: nn.InstanceNorm3d(2, affine=True), ((2, 2, 2, 2, 3),)
    ),
    "Dropout3d of nothing": Layer(lambda nn: nn.Dropout3d(0.0), (VOLUME,)),
    "FeatureAlphaDropout of nothing": Layer(
        lambda nn: nn.FeatureAlphaDropout(0.0), (VOLUME,)
    ),
}
PADS = ("ConstantPad", "ZeroPad", "ReflectionPad", "ReplicationPad", "CircularPad")


@pytest.mark.parametrize("name", LAYERS)
def test_layers(name: str):
    run(LAYERS[name], signs=False)


@pytest.mark.parametrize("axes", [1, 2, 3])
@pytest.mark.parametrize("kind", PADS)
def test_padding(kind: str, axes: int):
    settings = (1, 0.5) if kind == "ConstantPad" else (1,)
    shape = (2, 2, 3, 4, 3)[: 2 + axes]
    run(Layer(lambda nn: getattr(nn, f"{kind}{axes}d")(*settings), (shape,)))


def test_undoing_max_pooling():
    def program(lib, x):
        nn = lib.nn
        pooled, places = nn.functional.max_pool2d(x, 2, return_indices=True)
        lines = nn.MaxPool1d(2, return_indices=True)(x[0])
        undo = nn.MaxUnpool2d(2)
        return (
            undo(pooled, places),
            undo(pooled, places, output_size=(5, 5)),
            nn.MaxUnpool1d(2)(*lines),
            repr(undo),
        )

    same(program, RNG.standard_normal((2, 2, 4, 4)), graph=False, text=False)


def test_dropped_channels_are_dropped_as_a_whole():
    import minigrad

    minigrad.manual_seed(0)
    x = minigrad.ones(20, 30, 2, 3, 2)
    for layer in (minigrad.nn.Dropout3d(0.5), minigrad.nn.FeatureAlphaDropout(0.5)):
        out = layer(x).flatten(2)
        assert bool((out == out[..., :1]).all())
        assert len(out.unique()) == 2
        assert 0.4 < float((out == out.max()).float().mean()) < 0.6
        assert layer.eval()(x) is x


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
    "lib.nn.CircularPad1d(1)(lib.ones(3))": "expected 2D or 3D input (got 1D input)",
    "lib.nn.BatchNorm3d(2)(lib.ones(2, 2, 2))": "expected 5D input (got 3D input)",
}


@pytest.mark.parametrize("call", ERRORS)
def test_a_wrong_argument_is_pytorchs_error(call: str):
    def program(lib):
        i = lib.zeros(1, 1, 2, 2).long()
        return eval(call, {"lib": lib, "F": lib.nn.functional, "i": i})

    same_error(program, says=ERRORS[call])
