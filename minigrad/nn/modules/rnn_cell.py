"""Recurrent cells: one step of a recurrent layer at a time.

Sources: S. Hochreiter, J. Schmidhuber, "Long short-term memory" (1997); K. Cho et al.,
"Learning phrase representations using RNN encoder-decoder" (2014).
"""

import math
from typing import Any

from ...creation import empty, zeros
from ...tensor import Tensor
from .. import functional as F
from .. import init
from ..parameter import Parameter
from .module import Module, changed


class RNNCellBase(Module):
    """(N, input_size) and a state (N, hidden_size) to the next state; N may miss"""

    gates: int  # how many rows of the weights belong to an entry of the state

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        made = {"device": device, "dtype": dtype}
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = self.gates * hidden_size
        self.weight_ih = Parameter(empty(rows, input_size, **made))
        self.weight_hh = Parameter(empty(rows, hidden_size, **made))
        for name in ("bias_ih", "bias_hh"):
            new = Parameter(empty(rows, **made)) if bias else None
            self.register_parameter(name, new)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew, uniform in ±1/√hidden_size."""
        bound = 1.0 / math.sqrt(self.hidden_size)
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def extra_repr(self) -> str:
        return f"{self.input_size}, {self.hidden_size}{changed(self, bias=True)}"

    def _products(self, input: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """What input and state contribute: x W_ihᵀ + b_ih and h W_hhᵀ + b_hh"""
        given = F.linear(input, self.weight_ih, self.bias_ih)
        return given, F.linear(hidden, self.weight_hh, self.bias_hh)

    def _states(
        self, input: Tensor, states: tuple[Tensor, ...] | None, count: int = 1
    ) -> tuple[Tensor, ...]:
        """`count` states, zeros if not given; errors for what does not fit."""
        if input.ndim not in (1, 2):
            raise ValueError(
                f"{type(self).__name__}: Expected input to be 1D or 2D, got "
                f"{input.ndim}D instead"
            )
        if states is None:
            shape = *input.shape[:-1], self.hidden_size
            return (zeros(shape, dtype=input.dtype),) * count
        for i, state in enumerate(states):
            if state.shape[:-1] != input.shape[:-1]:
                raise RuntimeError(
                    f"Input batch size {input.shape[0]} doesn't match hidden{i} batch "
                    f"size {state.shape[0]}"
                )
            if state.shape[-1] != self.hidden_size:
                raise RuntimeError(
                    f"hidden{i} has inconsistent hidden_size: got {state.shape[-1]}, "
                    f"expected {self.hidden_size}"
                )
        return states


# piece: RNNCell
def rnn_tanh_cell(x, h, w_ih, w_hh, b_ih, b_hh):
    """tanh(x W_ihᵀ + b_ih + h W_hhᵀ + b_hh)"""
    return (F.linear(x, w_ih, b_ih) + F.linear(h, w_hh, b_hh)).tanh()


class RNNCell(RNNCellBase):
    """h ← tanh(x W_ihᵀ + b_ih + h W_hhᵀ + b_hh), or relu"""

    gates = 1

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, device, dtype)
        self.nonlinearity = nonlinearity

    def extra_repr(self) -> str:
        return super().extra_repr() + changed(self, nonlinearity="tanh")

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        (h,) = self._states(input, None if hx is None else (hx,))
        if self.nonlinearity == "tanh":
            weights = self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh
            return rnn_tanh_cell(input, h, *weights)
        x, h = self._products(input, h)
        return (x + h).relu()


class LSTMCell(RNNCellBase):
    """c ← σ(f) c + σ(i) tanh(g) and h ← σ(o) tanh(c)

    i, f, g, o are the parts of x W_ihᵀ + b_ih + h W_hhᵀ + b_hh.
    """

    gates = 4

    def forward(
        self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None
    ) -> tuple[Tensor, Tensor]:
        h, c = self._states(input, hx, 2)
        x, h = self._products(input, h)
        i, f, g, o = (x + h).chunk(4, -1)
        c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        return o.sigmoid() * c.tanh(), c


class GRUCell(RNNCellBase):
    """h ← (1 − z) n + z h, where r = σ(xᵣ + hᵣ), z = σ(x_z + h_z), n = tanh(xₙ + r hₙ)

    The x are the parts of x W_ihᵀ + b_ih, the h those of h W_hhᵀ + b_hh.
    """

    gates = 3

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        (h,) = self._states(input, None if hx is None else (hx,))
        x_parts, h_parts = (each.chunk(3, -1) for each in self._products(input, h))
        x_reset, x_keep, x_new = x_parts
        h_reset, h_keep, h_new = h_parts
        reset, keep = (x_reset + h_reset).sigmoid(), (x_keep + h_keep).sigmoid()
        new = (x_new + reset * h_new).tanh()
        return new + keep * (h - new)
