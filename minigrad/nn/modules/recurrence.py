"""The recurrent layers: one step of each, and a layer over whole sequences.

Read: `lstm_step`, `gru_step`, then `run_layer`, which multiplies the whole input by the
weights at once; what is left step by step is one node, of functional/recurrent.py.

Each step takes `given`, what the input contributes: input W_ihᵀ + b_ih, of shape
(N, gates · hidden); `state`, a tuple of tensors (N, hidden); and the recurrent weight,
transposed, with its bias. It returns the next state, whose first tensor is the output.

Sources: S. Hochreiter, J. Schmidhuber, "Long short-term memory" (1997); K. Cho et al.,
"Learning phrase representations using RNN encoder-decoder" (2014).
"""

from collections.abc import Callable

from ...functions.join import stack
from ...tensor import Tensor
from .. import functional as F
from ..functional.gru import Gru
from ..functional.lstm import Lstm
from ..functional.recurrent import RnnRelu, RnnTanh
from ..utils.rnn import Layout

State = tuple[Tensor, ...]
Step = Callable[..., State]


def tanh_step(
    given: Tensor, state: State, weight: Tensor, bias: Tensor | None = None
) -> State:
    """h ← tanh(given + h Wᵀ + b)"""
    return (_sum(given, state[0] @ weight, bias).tanh(),)


def relu_step(
    given: Tensor, state: State, weight: Tensor, bias: Tensor | None = None
) -> State:
    """h ← max(0, given + h Wᵀ + b)"""
    return (_sum(given, state[0] @ weight, bias).relu(),)


def lstm_step(
    given: Tensor,
    state: State,
    weight: Tensor,
    bias: Tensor | None = None,
    project: Tensor | None = None,
) -> State:
    """c ← σ(f) c + σ(i) tanh(g) and h ← σ(o) tanh(c), for i, f, g, o of the sum

    With `project`, h is multiplied by its transpose.
    """
    h, c = state
    i, f, g, o = _sum(given, h @ weight, bias).chunk(4, 1)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    h = o.sigmoid() * c.tanh()
    return (h if project is None else h @ project.T), c


def gru_step(
    given: Tensor, state: State, weight: Tensor, bias: Tensor | None = None
) -> State:
    """h ← (1 − z) n + z h, where n = tanh(x + r (h Wᵀ + b)), z and r of the sums"""
    (h,) = state
    recurrent = h @ weight
    if bias is not None:
        recurrent = recurrent + bias
    x_reset, x_keep, x_new = given.chunk(3, 1)
    h_reset, h_keep, h_new = recurrent.chunk(3, 1)
    reset, keep = (x_reset + h_reset).sigmoid(), (x_keep + h_keep).sigmoid()
    new = (x_new + reset * h_new).tanh()
    return (new + keep * (h - new),)


def _sum(given: Tensor, product: Tensor, bias: Tensor | None) -> Tensor:
    total = given + product
    return total if bias is None else total + bias


# -- over whole sequences ---------------------------------------------------------


def run_layer(
    run: Callable[[Tensor, bool], tuple[Tensor, State]],
    input: Tensor,
    backwards: bool,
    layout: Layout | None,
) -> tuple[Tensor, State]:
    """One direction of one layer over (L, N, input): its outputs and its last state.

    With a `layout`, over packed entries (entries, input). `run` is `all_states` of an
    input and a direction.
    """
    if layout is None:
        out, states = run(input, backwards)
        return out, tuple(each[0 if backwards else -1] for each in states)
    input = layout.padded(input)
    if backwards:  # each from its own end: the padding comes last then, too
        input = layout.reversed(input)
    out, states = run(input, False)
    last = tuple(layout.last(each) for each in states)
    return layout.packed(layout.reversed(out) if backwards else out), last


def all_states(
    mode: str,
    state: State,
    weights: dict[str, Tensor | None],
    project: Tensor | None,
    input: Tensor,
    backwards: bool,
) -> tuple[Tensor, State]:
    """The outputs and the states of every step, from which the last are taken."""
    bias, recurrent_bias = weights["bias_ih"], weights["bias_hh"]
    if bias is not None and mode != "GRU":  # only GRU needs the two apart
        bias = bias + recurrent_bias
    given, weight = F.linear(input, weights["weight_ih"], bias), weights["weight_hh"]
    if project is not None:
        return run_projected(given, state, weight, project, backwards)
    if mode == "LSTM":
        out, cells, _ = Lstm.apply(given, *state, weight, backwards)
        return out, (out, cells)
    if mode == "GRU":
        out, _ = Gru.apply(given, *state, weight, recurrent_bias, backwards)
    else:
        op = RnnTanh if mode == "RNN_TANH" else RnnRelu
        out = op.apply(given, *state, weight, backwards)
    return out, (out,)


def run_projected(
    given: Tensor, state: State, weight: Tensor, project: Tensor, backwards: bool
) -> tuple[Tensor, State]:
    """An LSTM whose h is a projection, step by step, from the products of its input."""
    states, products = [], given.unbind(0)
    for each in reversed(products) if backwards else products:
        state = lstm_step(each, state, weight.T, None, project)
        states.append(state)
    outputs, cells = map(stack, zip(*states[:: -1 if backwards else 1], strict=True))
    return outputs, (outputs, cells)
