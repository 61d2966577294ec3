"""The whole transformer: outputs, gradients, state, masks, initial numbers, errors."""

import warnings

import numpy as np
import pytest
from oracle import same, same_error
from test_layers import prepared

RNG = np.random.default_rng(0)
SRC, TGT = RNG.standard_normal((2, 3, 8)), RNG.standard_normal((2, 4, 8))
MADE = {
    "plain": {},
    "norm first": {"norm_first": True},
    "gelu, no bias": {"activation": "gelu", "bias": False},
    "batch second": {"batch_first": False},
}


def made(lib, **settings):
    settings = {"batch_first": True, "dim_feedforward": 16, **settings}
    with warnings.catch_warnings():
        # PyTorch's encoder says when it cannot use nested tensors in evaluation.
        warnings.filterwarnings("ignore", "enable_nested_tensor is True")
        return lib.nn.Transformer(8, 2, 2, 2, dropout=0.0, **settings)


@pytest.mark.parametrize("settings", MADE.values(), ids=MADE)
def test_an_encoder_and_a_decoder(settings: dict):
    def program(lib, src, tgt):
        module = prepared(lib, made(lib, **settings))
        if not module.batch_first:
            src, tgt = src.transpose(0, 1), tgt.transpose(0, 1)
        mask = module.generate_square_subsequent_mask(4, dtype=lib.float64)
        padding = lib.tensor([[False, False, True], [False, False, False]])
        hidden = {"src_key_padding_mask": padding, "memory_key_padding_mask": padding}
        out = module(src, tgt, tgt_mask=mask)
        again = module(src, tgt, tgt_mask=mask, tgt_is_causal=True, **hidden)
        loss = (out * out.cos()).sum()
        grads = lib.autograd.grad(loss, list(module.parameters()), retain_graph=True)
        return out, again, list(grads), list(module.state_dict()), repr(module), mask

    same(program, SRC, TGT, graph=False, text=False, tolerance=1e-9, order=1)


def test_a_decoder_alone():
    def program(lib, tgt, memory):
        nn = lib.nn
        layer = nn.TransformerDecoderLayer(8, 2, 16, 0.0, batch_first=True)
        module = prepared(lib, nn.TransformerDecoder(layer, 2, nn.LayerNorm(8)))
        return module(tgt, memory), module(tgt[0], memory[0]), repr(module)

    same(program, TGT, SRC, graph=False, text=False, tolerance=1e-9, order=1)


def test_the_first_numbers_are_pytorchs_from_the_same_seed():
    def program(lib):
        lib.manual_seed(1)
        return [each.detach() for each in made(lib).parameters()]

    same(program, graph=False, text=False)


ERRORS = {
    "made(lib)(lib.ones(2, 3, 8), lib.ones(3, 3, 8))": "the batch number of src",
    "made(lib)(lib.ones(2, 3, 8), lib.ones(2, 3, 7))": "must be equal to d_model",
    "lib.nn.TransformerDecoderLayer(8, 2, activation='foo')": "should be relu/gelu",
}


@pytest.mark.parametrize("call", ERRORS)
def test_a_wrong_argument_is_pytorchs_error(call: str):
    same_error(lambda lib: eval(call, {"lib": lib, "made": made}), says=ERRORS[call])
