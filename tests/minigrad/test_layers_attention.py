"""MultiheadAttention and the transformer's encoder: values, weights, masks, errors."""

import numpy as np
import pytest
from oracle import constant, same, same_error
from test_layers import prepared

RNG = np.random.default_rng(0)
Q, K, V = (RNG.standard_normal((length, 2, 6)) for length in (3, 4, 4))
HIDDEN = np.triu(np.ones((3, 3), bool), 1)
PADDED = np.array([[False, False, True], [False, True, True]])
ADDED = RNG.standard_normal((3, 3))


def weights_of(lib, module, outputs: tuple) -> list:
    """The gradients of the parameters, in their order."""
    loss = sum((each * each.cos()).sum() for each in outputs if each is not None)
    params = list(module.parameters())
    return list(lib.autograd.grad(loss, params, retain_graph=True))


MADE = {
    "plain": {},
    "no bias": {"bias": False},
}


@pytest.mark.parametrize("need_weights", [True, False])
@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_attention(made: dict, need_weights: bool):
    def program(lib, q, k, v):
        module = prepared(lib, lib.nn.MultiheadAttention(6, 3, **made))
        outputs = module(q, k, v, need_weights=need_weights)
        out, weights = outputs
        return out, weights, weights_of(lib, module, (out,)), repr(module)

    order = 2 if need_weights else 1
    same(program, Q, K, V, graph=False, text=False, tolerance=1e-9, order=order)


@pytest.mark.parametrize("batch_first", [True, False])
@pytest.mark.parametrize("mode", ["train", "eval"])
def test_self_attention(batch_first: bool, mode: str):
    def program(lib, x):
        module = prepared(lib, lib.nn.MultiheadAttention(6, 2, batch_first=batch_first))
        out, weights = getattr(module, mode)()(x, x, x, average_attn_weights=False)
        return out, weights

    same(program, Q, graph=False, text=False, tolerance=1e-9)


@pytest.mark.parametrize("mask", [None, HIDDEN, ADDED], ids=["none", "bool", "added"])
def test_attention_in_one_node_has_a_second_derivative(mask):
    import minigrad

    F = minigrad.nn.functional
    rng = np.random.default_rng(1)
    tensors = [
        minigrad.tensor(rng.standard_normal((1, 2, 3, 2)), requires_grad=True)
        for _ in range(3)
    ]
    module = prepared(minigrad, minigrad.nn.MultiheadAttention(4, 2))
    x = minigrad.tensor(rng.standard_normal((3, 1, 4)), requires_grad=True)
    hidden = None if mask is None else minigrad.tensor(mask)
    seen = ~hidden if mask is HIDDEN else hidden

    def alone(x):
        return module(x, x, x, attn_mask=hidden, need_weights=False)[0]

    def of_heads(q, k, v):
        return F.scaled_dot_product_attention(q, k, v, seen)

    assert minigrad.autograd.gradgradcheck(of_heads, tensors)
    assert minigrad.autograd.gradgradcheck(alone, x)


def test_scores_of_any_size():
    def program(lib, q, k, v):
        attention = lib.nn.functional.scaled_dot_product_attention
        seen = (q @ k.mT).detach() > 0  # some rows see nothing at all
        return attention(q * 30, k * 30, v), attention(q * 30, k * 30, v, seen)

    rng = np.random.default_rng(2)
    inputs = [rng.standard_normal((2, 3, 4)) for _ in range(3)]
    same(program, *inputs, graph=False, text=False, order=1, tolerance=1e-9)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("shift", [0.0, 200.0, -200.0, 2000.0])
def test_the_softmax_of_numbers_of_any_size(shift: float, dtype: type):
    def program(lib, x):
        far = (x + shift).softmax(0), (x * shift).softmax(1)
        return *far, lib.cat([x + shift, x - shift]).softmax(-1)

    x = np.random.default_rng(2).standard_normal((3, 4))
    same(program, x, dtype=dtype, order=1)


def test_one_example():
    def program(lib, q, k, v, padding):
        module = prepared(lib, lib.nn.MultiheadAttention(6, 2))
        return [*module(q, k, v), *module(q, k, v, key_padding_mask=padding)]

    padding = np.array([False, True, False, True])
    inputs = Q[:, 0], K[:, 0], V[:, 0], padding
    same(program, *inputs, graph=False, text=False, tolerance=1e-9)


MASKS = {
    "bool": ({"attn_mask": HIDDEN}, {}),
    "causal": ({"attn_mask": HIDDEN}, {"is_causal": True}),
    "added": ({"attn_mask": ADDED}, {}),
    "of every head": ({"attn_mask": np.stack([ADDED, HIDDEN * 2.0] * 2)}, {}),
    "padding": ({"key_padding_mask": PADDED}, {}),
    "both": ({"key_padding_mask": PADDED, "attn_mask": HIDDEN}, {}),
    "both added": ({"key_padding_mask": PADDED * -9.0, "attn_mask": ADDED}, {}),
    "without weights": ({"attn_mask": HIDDEN}, {"need_weights": False}),
    "causal, without weights": (
        {"attn_mask": HIDDEN},
        {"is_causal": True, "need_weights": False},
    ),
    "padding, without weights": (
        {"key_padding_mask": PADDED},
        {"need_weights": False},
    ),
}


@pytest.mark.parametrize(("masks", "options"), MASKS.values(), ids=MASKS)
def test_masks(masks: dict, options: dict):
    names = list(masks)

    def program(lib, x, *given):
        module = prepared(lib, lib.nn.MultiheadAttention(6, 2))
        return module(x, x, x, **dict(zip(names, given, strict=True)), **options)

    given = [constant(mask) for mask in masks.values()]
    same(program, Q, *given, graph=False, text=False, tolerance=1e-9, order=1)


def test_masks_of_two_dtypes_are_a_warning():
    def program(lib, x, padding, mask):
        module = prepared(lib, lib.nn.MultiheadAttention(6, 2))
        return module(x, x, x, padding, attn_mask=mask)[0]

    given = constant(PADDED), constant(ADDED)
    seen = same(program, Q, *given, graph=False, text=False, tolerance=1e-9)
    assert seen["warnings"]


def attention(lib, *shapes, made=(6, 2), **masks):
    """A call with tensors of the given shapes."""
    tensors = [lib.zeros(shape) for shape in shapes]
    masks = {name: lib.zeros(shape) for name, shape in masks.items()}
    return lib.nn.MultiheadAttention(*made)(*tensors, **masks)


X = (3, 2, 6)
ERRORS = {
    "no heads": (lambda lib: attention(lib, made=(6, 0)), "must be greater than 0"),
    "heads": (lambda lib: attention(lib, made=(6, 4)), "divisible by num_heads"),
    "width": (lambda lib: attention(lib, *[(3, 2, 5)] * 3), "embedding dimension of 6"),
    "mask": (lambda lib: attention(lib, X, X, X, attn_mask=(2, 3)), "2D attn_mask is"),
    "masks": (
        lambda lib: attention(lib, X, X, X, attn_mask=(2, 3, 3)),
        "3D attn_mask is",
    ),
    "causal": (
        lambda lib: lib.nn.MultiheadAttention(6, 2)(
            *[lib.zeros(X)] * 3, is_causal=True
        ),
        "Need attn_mask if specifying the is_causal hint",
    ),
    "integers": (
        lambda lib: lib.nn.MultiheadAttention(6, 2)(
            *[lib.zeros(X)] * 3, attn_mask=lib.zeros(3, 3, dtype=lib.int64)
        ),
        "only bool and floating types of attn_mask are supported",
    ),
}


@pytest.mark.parametrize(("program", "says"), ERRORS.values(), ids=ERRORS)
def test_errors(program, says: str):
    same_error(program, says=says)


ENCODERS = {
    "plain": {},
    "norm_first": {"norm_first": True, "batch_first": True},
    "gelu": {"activation": "gelu", "bias": False, "layer_norm_eps": 0.1},
}


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("made", ENCODERS.values(), ids=ENCODERS)
def test_encoder_layers(made: dict, training: bool):
    def program(lib, x):
        layer = lib.nn.TransformerEncoderLayer(6, 2, 8, dropout=0.0, **made)
        prepared(lib, layer).train(training)
        out = layer(x)
        return out, weights_of(lib, layer, (out,)), repr(layer)

    same(program, Q, graph=False, text=False, tolerance=1e-9, order=1)


def test_encoder_layers_with_masks():
    def program(lib, x, mask, padding):
        layer = lib.nn.TransformerEncoderLayer(6, 2, 8, dropout=0.0)
        return prepared(lib, layer)(x, mask, padding)

    given = constant(HIDDEN), constant(PADDED)
    same(program, Q, *given, graph=False, text=False, tolerance=1e-9, order=1)


def test_an_encoder_of_several_layers():
    def program(lib, x):
        nn = lib.nn
        layer = nn.TransformerEncoderLayer(6, 2, 8, dropout=0.0)
        encoder = nn.TransformerEncoder(
            layer, 2, nn.LayerNorm(6), enable_nested_tensor=False
        )
        out = prepared(lib, encoder)(x)
        return out, repr(encoder), list(encoder.state_dict())

    same(program, Q, graph=False, text=False, tolerance=1e-9, order=1)


def test_an_unknown_activation():
    same_error(
        lambda lib: lib.nn.TransformerEncoderLayer(6, 2, activation="tanh"),
        says="activation should be relu/gelu, not tanh",
    )
