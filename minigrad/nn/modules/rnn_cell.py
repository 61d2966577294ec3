"""Recurrent cells: one step of a recurrent layer at a time."""

import math
from typing import Any

from ...creation import zeros
from ...tensor import Tensor
from .. import functional as F
from .. import init
from .module import Module
from .new import parameter
from .recurrence import State, Step, gru_step, lstm_step, relu_step, tanh_step


class RNNCellBase(Module):
    """(N, input_size) and a state (N, hidden_size) to the next state; N may miss"""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool,
        num_chunks: int,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        made = {"device": device, "dtype": dtype}
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = num_chunks * hidden_size
        self.weight_ih = parameter(rows, input_size, **made)
        self.weight_hh = parameter(rows, hidden_size, **made)
        for name in ("bias_ih", "bias_hh"):
            new = parameter(rows, **made) if bias else None
            self.register_parameter(name, new)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all weights anew, uniform in ±1/√hidden_size."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        if getattr(self, "nonlinearity", "tanh") != "tanh":
            text += f", nonlinearity={self.nonlinearity}"
        return text

    def _forward(self, step: Step, input: Tensor, hx: State | None, states: int):
        """The next state, as a tuple."""
        name = type(self).__name__
        if input.ndim not in (1, 2):
            raise ValueError(
                f"{name}: Expected input to be 1D or 2D, got {input.ndim}D instead"
            )
        for i, state in enumerate(hx or ()):
            if state.ndim not in (1, 2):
                which = "hidden" if states == 1 else f"hx[{i}]"
                raise ValueError(
                    f"{name}: Expected {which} to be 1D or 2D, got {state.ndim}D "
                    "instead"
                )
        single = input.ndim == 1
        if single:
            input = input.unsqueeze(0)
            hx = hx and tuple(state.unsqueeze(0) for state in hx)
        if hx is None:
            hx = (zeros(len(input), self.hidden_size, dtype=input.dtype),) * states
        self._check_sizes(input, hx)
        given = F.linear(input, self.weight_ih, self.bias_ih)
        out = step(given, hx, self.weight_hh.T, self.bias_hh)
        return tuple(state.squeeze(0) for state in out) if single else out

    def _check_sizes(self, input: Tensor, hx: State) -> None:
        if input.shape[1] != self.input_size:
            raise RuntimeError(
                f"input has inconsistent input_size: got {input.shape[1]} expected "
                f"{self.input_size}"
            )
        for i, state in enumerate(hx):
            if state.shape[0] != input.shape[0]:
                raise RuntimeError(
                    f"Input batch size {input.shape[0]} doesn't match hidden{i} batch "
                    f"size {state.shape[0]}"
                )
            if state.shape[1] != self.hidden_size:
                raise RuntimeError(
                    f"hidden{i} has inconsistent hidden_size: got {state.shape[1]}, "
                    f"expected {self.hidden_size}"
                )


class RNNCell(RNNCellBase):
    """h ← tanh(x W_ihᵀ + b_ih + h W_hhᵀ + b_hh), or relu"""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        step = {"tanh": tanh_step, "relu": relu_step}.get(self.nonlinearity)
        if step is None:
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self._forward(step, input, None if hx is None else (hx,), 1)[0]


class LSTMCell(RNNCellBase):
    """States h and c, with gates i, f, o"""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(
        self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None
    ) -> tuple[Tensor, Tensor]:
        return self._forward(lstm_step, input, hx, 2)


class GRUCell(RNNCellBase):
    """h ← (1 − z) n + z h, with gates r and z"""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        return self._forward(gru_step, input, None if hx is None else (hx,), 1)[0]
