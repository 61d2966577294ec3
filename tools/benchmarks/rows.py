"""What is measured: a table of rows, each one piece of work.

A row names its program (`programs.py`, `networks.py`), the sizes it is measured with
and small ones for the tests, the ratios to PyTorch's time that it must and should reach
(None: nothing was promised), and the same work by hand in NumPy where there is one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from . import by_hand, networks, networks_by_hand, programs
from .programs import Work


@dataclass(frozen=True)
class Row:
    """One piece of work. `must` and `aim` are ratios of minigrad's time to torch's."""

    name: str
    program: Callable[..., Work]
    sizes: dict
    small: dict
    must: float | None = None
    aim: float | None = None
    numpy: Callable[..., Work] | None = None
    must_of_numpy: float | None = None  # the same against NumPy's time
    bytes_a_node: tuple[int, int] | None = None  # must, aim: of the graph's memory
    compiled: bool = field(default=False, kw_only=True)  # by minigrad.compile
    tolerance: float = field(default=1e-4, kw_only=True)  # relative to the largest


_mlp = {"sizes": (784, 128, 64, 10), "batch": 64}
_small_mlp = {"sizes": (5, 4, 3), "batch": 2}
_cnn = {"channels": (8, 16), "size": 28, "batch": 32}
_small_cnn = {"channels": (2, 3), "size": 8, "batch": 2}
_rnn = {"steps": 200, "hidden": 64, "batch": 16}
_small_rnn = {"steps": 4, "hidden": 5, "batch": 2}
_block = {"width": 64, "heads": 4, "length": 64, "batch": 8}
_small_block = {"width": 8, "heads": 2, "length": 3, "batch": 2}
_chain, _small_chain = {"rounds": 250}, {"rounds": 3}
_check, _small_check = {"shape": (10, 20)}, {"shape": (2, 3)}
_scalar, _small_scalar = {"points": 20, "hidden": 16}, {"points": 2, "hidden": 3}
_penalty = {"batch": 64, "features": 16, "width": 64}
_small_penalty = {"batch": 2, "features": 3, "width": 4}
_sine, _small_sine = {"points": 2_000, "steps": 2_000}, {"points": 20, "steps": 3}

ROWS = {
    "chain": Row(
        "chain of 1,000 elementwise ops on 10 floats",
        programs.chain,
        _chain,
        _small_chain,
        0.72,
        0.55,
        by_hand.chain,
    ),
    "constants": Row(
        "the same, all operands but the first constant",
        programs.chain_with_constants,
        _chain,
        _small_chain,
        numpy=by_hand.chain_with_constants,
    ),
    "scalar": Row(
        "MLP of single numbers, 13,500 nodes",
        programs.scalar_mlp,
        _scalar,
        _small_scalar,
        0.65,
        0.45,
    ),
    "mlp": Row(
        "MLP 784-128-64-10, batch 64, step of SGD",
        networks.mlp,
        _mlp,
        _small_mlp,
        numpy=networks_by_hand.mlp,
        must_of_numpy=1.35,
    ),
    "deep": Row(
        "chain of 100,000 elementwise ops",
        programs.chain,
        {"rounds": 25_000},
        _small_chain,
        0.70,
        0.50,
        by_hand.chain,
        bytes_a_node=(350, 300),
        tolerance=1e-2,  # errors of rounding add up over 100,000 operations
    ),
    "cnn": Row(
        "CNN 1-8-16, 3×3, max-pooling, 28×28, batch 32, step of SGD",
        networks.cnn,
        _cnn,
        _small_cnn,
        numpy=networks_by_hand.cnn,
        must_of_numpy=1.25,
    ),
    "rnn": Row(
        "nn.RNN, 200 steps, hidden 64, batch 16",
        networks.rnn,
        _rnn,
        _small_rnn,
        0.80,
        0.65,
    ),
    "rnn_loop": Row(
        "the same written as a loop",
        programs.rnn_loop,
        _rnn,
        _small_rnn,
        0.80,
        0.65,
        by_hand.rnn_loop,
    ),
    "penalty": Row(
        "gradient penalty (double backward)",
        programs.gradient_penalty,
        _penalty,
        _small_penalty,
        0.70,
        0.55,
        by_hand.gradient_penalty,
    ),
    "sine": Row(
        "cubic sine fit, 2,000 points × 2,000 steps",
        programs.sine_fit,
        _sine,
        _small_sine,
        0.70,
        0.55,
        by_hand.sine_fit,
    ),
    "gradcheck": Row(
        "gradcheck of a (10, 20) elementwise function",
        programs.gradcheck,
        _check,
        _small_check,
        0.35,
        0.25,
    ),
    "gradcheck_function": Row(
        "the same, of a user's Function",
        programs.gradcheck_of_function,
        _check,
        _small_check,
        0.40,
        0.30,
    ),
    "transformer": Row(
        "transformer block, d 64, 4 heads, T 64, batch 8",
        networks.transformer,
        _block,
        _small_block,
        numpy=networks_by_hand.transformer,
        must_of_numpy=1.15,
    ),
    "gelu": Row(
        "the same with GELU in place of ReLU",
        networks.transformer,
        _block | {"activation": "gelu"},
        _small_block | {"activation": "gelu"},
    ),
    "entries": Row(
        "a table of counts, 1,000 times N[i, j] += 1",
        programs.counted_pairs,
        {"count": 1_000},
        {"count": 30},
        2.5,
        1.5,
        by_hand.counted_pairs,
    ),
    "added_rows": Row(
        "the gradient of an embedding as a loop, 200 times table[i] += row",
        programs.added_rows,
        {"count": 200},
        {"count": 40},
        2.5,
        1.5,
        by_hand.added_rows,
    ),
    "taken_rows": Row(
        "256 rows of a table of 27, W[i].sum().backward()",
        programs.taken_rows,
        {"count": 256},
        {"count": 40},
        2.5,
        1.5,
        by_hand.taken_rows,
    ),
    "chain_compiled": Row(
        "the chain of 1,000, by minigrad.compile",
        programs.chain,
        _chain,
        _small_chain,
        numpy=by_hand.chain,
        must_of_numpy=1.5,
        compiled=True,
    ),
    "scalar_compiled": Row(
        "the MLP of single numbers, by minigrad.compile",
        programs.scalar_mlp,
        _scalar,
        _small_scalar,
        0.30,
        0.20,
        compiled=True,
    ),
    "rnn_loop_compiled": Row(
        "the loop of the RNN, by minigrad.compile",
        programs.rnn_loop,
        _rnn,
        _small_rnn,
        numpy=by_hand.rnn_loop,
        must_of_numpy=1.2,
        compiled=True,
    ),
    "penalty_compiled": Row(
        "the gradient penalty, by minigrad.compile",
        programs.gradient_penalty,
        _penalty,
        _small_penalty,
        0.70,
        0.60,
        numpy=by_hand.gradient_penalty,
        compiled=True,
    ),
    "sine_compiled": Row(
        "the steps of the sine fit, by minigrad.compile",
        programs.sine_fit,
        _sine,
        _small_sine,
        numpy=by_hand.sine_fit,
        must_of_numpy=1.5,
        compiled=True,
    ),
    "mlp_compiled": Row(
        "the step of the MLP, by minigrad.compile",
        networks.mlp,
        _mlp,
        _small_mlp,
        numpy=networks_by_hand.mlp,
        compiled=True,
    ),
    "chain_forward": Row(
        "forward only: the chain of 1,000",
        programs.chain_forward,
        _chain,
        _small_chain,
        numpy=by_hand.chain_forward,
    ),
    "mlp_forward": Row(
        "forward only: the MLP",
        networks.mlp_forward,
        _mlp,
        _small_mlp,
        numpy=networks_by_hand.mlp_forward,
    ),
    "cnn_forward": Row(
        "forward only: the CNN",
        networks.cnn_forward,
        _cnn,
        _small_cnn,
    ),
    "transformer_forward": Row(
        "forward only: the transformer block",
        networks.transformer_forward,
        _block,
        _small_block,
    ),
}
