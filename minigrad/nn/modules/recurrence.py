"""One step of each recurrent layer, from the product of its input to the next state.

Each function takes `given`, what the input contributes: input W_ihᵀ + b_ih, of shape
(N, gates · hidden); `state`, a tuple of tensors (N, hidden); and the recurrent weight,
transposed, with its bias. It returns the next state, whose first tensor is the output.

Sources: S. Hochreiter, J. Schmidhuber, "Long short-term memory" (1997); K. Cho et al.,
"Learning phrase representations using RNN encoder-decoder" (2014).
"""

from collections.abc import Callable

from ...tensor import Tensor

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
