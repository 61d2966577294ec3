"""Where PyTorch's result has its entries in order in memory, minigrad's has, too.

Else `view`, which users write after any operation, would fail here only.
"""

from collections.abc import Callable

import numpy as np
import pytest
import torch

import minigrad

SHAPE = (4, 3, 4)
ORDERS = [(0, 1, 2), (0, 2, 1), (2, 0, 1), (1, 0, 2)]  # of the axes in memory


def norm(name: str, *args) -> Callable:
    return lambda lib, x: getattr(lib.nn.functional, name)(x, *args)


def method(name: str, *args, **options) -> Callable:
    return lambda lib, x: getattr(x, name)(*args, **options)


def module(name: str, *args, **options) -> Callable:
    """A layer of nn on x and, for attention, on x as keys and values."""

    def program(lib, x):
        layer = getattr(lib.nn, name)(*args, **options).double()
        return layer(*(x, x, x) if name == "MultiheadAttention" else (x,))

    return program


PROGRAMS: dict[str, Callable] = {
    **{name: method(name, 0) for name in "softmax log_softmax cumsum cumprod".split()},
    **{name: method(name, 0) for name in "sum mean var std prod any argmax".split()},
    **{name: method(name, 0) for name in "amax logsumexp median sort".split()},
    **{name: method(name) for name in "exp tril triu contiguous double float".split()},
    **{name: norm(name) for name in "relu gelu softplus instance_norm".split()},
    "sum of the middle": method("sum", 1),
    "sum, keepdim": method("sum", 0, keepdim=True),
    "norm": method("norm", dim=0),
    "roll": method("roll", 1, 0),
    "masked_fill": lambda lib, x: x.masked_fill(x > 1, 0),
    "where": lambda lib, x: lib.where(x > 1, x, x),
    "clamp": method("clamp", 0, 1),
    "x + 1": lambda lib, x: x + 1,
    "x + row": lambda lib, x: x + lib.ones(4).double(),
    "stack": lambda lib, x: lib.stack([x, x], 1),
    "cat": lambda lib, x: lib.cat([x, x], -1),
    "cat of chunks": lambda lib, x: lib.cat(x.chunk(2, 2), 1),
    "repeat": method("repeat", 2, 1, 1),
    "repeat_interleave": method("repeat_interleave", 2, 1),
    "index": lambda lib, x: x[[0, 1]],
    "index_select": lambda lib, x: x.index_select(1, lib.tensor([0, 2])),
    "gather": lambda lib, x: x.gather(0, lib.zeros(SHAPE).long()),
    "scatter": lambda lib, x: x.scatter(0, lib.zeros(SHAPE).long(), 1.0),
    "topk": method("topk", 2, 0),
    "zeros_like": lambda lib, x: lib.zeros_like(x),
    "clone in order": lambda lib, x: x.clone(memory_format=lib.contiguous_format),
    "matmul": lambda lib, x: x @ x.mT,
    "mm": lambda lib, x: x[0] @ x[1].T,
    "linear": lambda lib, x: lib.nn.functional.linear(x, lib.ones(2, 4).double()),
    "one_hot": lambda lib, x: lib.nn.functional.one_hot(x.long().clamp(0, 3), 4),
    "pad": norm("pad", (1, 1)),
    "max_pool1d": norm("max_pool1d", 2),
    "layer_norm": norm("layer_norm", (4,)),
    "group_norm": norm("group_norm", 3),
    "batch norm": module("BatchNorm1d", 3),
    "conv1d": lambda lib, x: lib.nn.functional.conv1d(x, lib.ones(2, 3, 2).double()),
    "attention": lambda lib, x: lib.nn.functional.scaled_dot_product_attention(x, x, x),
    "attention of heads": lambda lib, x: lib.nn.functional.scaled_dot_product_attention(
        *[x.unsqueeze(1)] * 3
    ),
    "MultiheadAttention": module("MultiheadAttention", 4, 2),
    "LSTM": module("LSTM", 4, 5),
    "GRU": module("GRU", 4, 5),
    "fold": lambda lib, x: lib.nn.functional.fold(x[:, :1], (4, 1), (1, 1)),
}


def laid_out(lib, order: tuple[int, ...]):
    """A tensor of SHAPE whose axes follow each other in memory in this order."""
    values = np.random.default_rng(0).standard_normal(SHAPE).transpose(order)
    return lib.tensor(np.ascontiguousarray(values)).permute(*np.argsort(order).tolist())


def first(result):
    return first(result[0]) if isinstance(result, tuple) else result


@pytest.mark.parametrize("order", ORDERS, ids=str)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_result_that_is_in_order_in_pytorch_is_here(name: str, order: tuple):
    expected, found = (
        first(PROGRAMS[name](lib, laid_out(lib, order))) for lib in (torch, minigrad)
    )
    assert tuple(found.shape) == tuple(expected.shape)
    assert found.is_contiguous() or not expected.is_contiguous()
    assert not expected.is_contiguous() or found.view(-1).shape[0] == expected.numel()


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_a_clone_lies_in_memory_as_what_it_copies(order: tuple):
    expected, found = (laid_out(lib, order).clone() for lib in (torch, minigrad))
    assert found.stride() == expected.stride()
