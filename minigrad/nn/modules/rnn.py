"""Recurrent layers: RNN, LSTM, GRU, over whole sequences.

Read: `RNNBase`, then `run_layer` in recurrence.py.
"""

import math
import warnings
from functools import partial
from typing import Any

from ...creation import zeros
from ...functions.join import cat, stack
from ...tensor import Tensor
from .. import functional as F
from .. import init
from ..utils.rnn import Layout, PackedSequence
from .module import Module
from .new import parameter
from .recurrence import State, all_states, run_layer

GATES = {"RNN_TANH": 1, "RNN_RELU": 1, "LSTM": 4, "GRU": 3}


class RNNBase(Module):
    """(L, N, input_size) to (L, N, hidden_size), and the last state of each layer

    With `batch_first` (N, L, …); without N one sequence. Two directions give outputs of
    2 · hidden_size. A state has the shape (num_layers · directions, N, hidden_size) and
    starts at zero unless given. The weights of layer k are `weight_ih_lk` and so on,
    of the backward direction `weight_ih_lk_reverse`.
    """

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        self._check(dropout)
        self.dropout = float(dropout)
        made = {"device": device, "dtype": dtype}
        for layer in range(num_layers):
            width = input_size if layer == 0 else self._width * self._directions
            for suffix in self._suffixes(layer):
                self._add_weights(suffix, width, made)
        self.reset_parameters()

    @property
    def _directions(self) -> int:
        return 2 if self.bidirectional else 1

    @property
    def _width(self) -> int:
        """The length of an output vector of one direction."""
        return self.proj_size or self.hidden_size

    def _suffixes(self, layer: int) -> list[str]:
        return [f"l{layer}", f"l{layer}_reverse"][: self._directions]

    def _add_weights(self, suffix: str, width: int, made: dict) -> None:
        rows = GATES[self.mode] * self.hidden_size
        shapes = {"weight_ih": (rows, width), "weight_hh": (rows, self._width)}
        if self.bias:
            shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)}
        if self.proj_size:
            shapes["weight_hr"] = (self.proj_size, self.hidden_size)
        for name, shape in shapes.items():
            setattr(self, f"{name}_{suffix}", parameter(*shape, **made))

    def _check(self, dropout: float) -> None:
        if isinstance(dropout, bool) or not 0 <= dropout <= 1:
            raise ValueError(
                "dropout should be a number in range [0, 1] representing the "
                "probability of an element being zeroed"
            )
        if dropout > 0 and self.num_layers == 1:
            warnings.warn(
                "dropout option adds dropout after all but last recurrent layer, so "
                "non-zero dropout expects num_layers greater than 1, but got "
                f"dropout={dropout} and num_layers={self.num_layers}",
                stacklevel=4,
            )
        for name, kind in (
            ("bias", bool),
            ("batch_first", bool),
            ("input_size", int),
            ("hidden_size", int),
        ):
            value = getattr(self, name)
            if not isinstance(value, kind):
                raise TypeError(
                    f"{name} should be of type {kind.__name__}, got: "
                    f"{type(value).__name__}"
                )
        for name in ("input_size", "hidden_size", "num_layers"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be greater than zero")
        if self.proj_size < 0:
            raise ValueError(
                "proj_size should be a positive integer or zero to disable projections"
            )
        if self.proj_size >= self.hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")

    def reset_parameters(self) -> None:
        """Draw all weights anew, uniform in ±1/√hidden_size."""
        bound = 1.0 / math.sqrt(self.hidden_size)
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def flatten_parameters(self) -> None:
        """Nothing to do: for PyTorch's GPU layers only."""

    @property
    def all_weights(self) -> list[list[Tensor]]:
        """The weights of each layer and direction."""
        names = ["weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_hr"]
        return [
            [
                self._parameters[f"{name}_{suffix}"]
                for name in names
                if f"{name}_{suffix}" in self._parameters
            ]
            for layer in range(self.num_layers)
            for suffix in self._suffixes(layer)
        ]

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        if self.proj_size != 0:
            text += f", proj_size={self.proj_size}"
        if self.num_layers != 1:
            text += f", num_layers={self.num_layers}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        if self.batch_first is not False:
            text += f", batch_first={self.batch_first}"
        if self.dropout != 0:
            text += f", dropout={self.dropout}"
        if self.bidirectional is not False:
            text += f", bidirectional={self.bidirectional}"
        return text

    # -- forward ------------------------------------------------------------------

    def _forward(
        self, input: "Tensor | PackedSequence", hx: State | None
    ) -> "tuple[Tensor | PackedSequence, State]":
        """The outputs, and the last states; states as a tuple for every kind."""
        if isinstance(input, PackedSequence):
            return self._forward_packed(input, hx)
        if input.ndim not in (2, 3):
            word = " tensor" if self.mode.startswith("RNN") else ""
            raise ValueError(
                f"{self.mode.partition('_')[0]}: Expected input to be 2D or 3D, got "
                f"{input.ndim}D{word} instead"
            )
        batched = input.ndim == 3
        if hx is not None:
            self._check_dims(hx, batched)
        if not batched:
            input = input.unsqueeze(1)
            hx = None if hx is None else tuple(each.unsqueeze(1) for each in hx)
        elif self.batch_first:
            input = input.transpose(0, 1)
        hx = self._checked(input, hx)
        output, states = self._run(input, hx)
        if not batched:
            return output.squeeze(1), tuple(each.squeeze(1) for each in states)
        return (output.transpose(0, 1) if self.batch_first else output), states

    def _forward_packed(
        self, input: PackedSequence, hx: State | None
    ) -> tuple[PackedSequence, State]:
        data, batch_sizes, order, back = input
        if data.ndim != 2:
            raise RuntimeError(f"input must have 2 dimensions, got {data.ndim}")
        if hx is not None and order is not None:
            hx = tuple(each.index_select(1, order) for each in hx)
        hx = self._checked(data, hx, int(batch_sizes[0]))
        output, states = self._run(data, hx, Layout(batch_sizes._data))
        if back is not None:
            states = tuple(each.index_select(1, back) for each in states)
        return input._replace(data=output), states

    def _check_dims(self, hx: State, batched: bool) -> None:
        need, kind = (3, "batched 3-D") if batched else (2, "unbatched 2-D")
        if all(each.ndim == need for each in hx):
            return
        if len(hx) == 1:
            raise RuntimeError(
                f"For {kind} input, hx should also be {need}-D but got {hx[0].ndim}-D "
                "tensor"
            )
        raise RuntimeError(
            f"For {kind} input, hx and cx should also be {need}-D but got "
            f"({hx[0].ndim}-D, {hx[1].ndim}-D) tensors"
        )

    def _checked(
        self, input: Tensor, hx: State | None, batch: int | None = None
    ) -> State:
        """The first state, zeros if not given; errors for what does not fit."""
        dtype = self.weight_ih_l0.dtype
        if input.dtype is not dtype:
            raise ValueError(
                f"RNN input dtype ({input.dtype}) does not match weight dtype "
                f"({dtype}). Convert input: input.to({dtype}), or convert model: "
                f"model.to({input.dtype})"
            )
        if input.shape[-1] != self.input_size:
            raise RuntimeError(
                "input.size(-1) must be equal to input_size. Expected "
                f"{self.input_size}, got {input.shape[-1]}"
            )
        if not input.shape[0]:
            raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
        count = self.num_layers * self._directions
        batch = input.shape[1] if batch is None else batch
        shapes = [(count, batch, self._width)]
        if self.mode == "LSTM":
            shapes.append((count, batch, self.hidden_size))
        if hx is None:
            return tuple(zeros(shape, dtype=dtype) for shape in shapes)
        for i, (state, shape) in enumerate(zip(hx, shapes, strict=True)):
            if state.shape != shape:
                which = f"hidden[{i}]" if self.mode == "LSTM" else "hidden"
                raise RuntimeError(
                    f"Expected {which} size {shape}, got {list(state.shape)}"
                )
        return hx

    def _run(
        self, input: Tensor, hx: State, layout: Layout | None = None
    ) -> tuple[Tensor, State]:
        """All layers; over packed entries if there is a `layout` of them."""
        first = list(zip(*(state.unbind(0) for state in hx), strict=True))
        last = []
        for layer in range(self.num_layers):
            if layer > 0 and self.dropout > 0 and self.training:
                input = F.dropout(input, self.dropout, True)
            outputs = []
            for suffix in self._suffixes(layer):
                weights = {
                    name: self._parameters.get(f"{name}_{suffix}")
                    for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
                }
                project = self._parameters.get(f"weight_hr_{suffix}")
                run = partial(all_states, self.mode, first[len(last)], weights, project)
                backwards = suffix.endswith("reverse")
                output, state = run_layer(run, input, backwards, layout)
                outputs.append(output)
                last.append(state)
            input = cat(outputs, input.ndim - 1) if len(outputs) > 1 else outputs[0]
        return input, tuple(stack(states) for states in zip(*last, strict=True))


class RNN(RNNBase):
    """h ← tanh(x W_ihᵀ + b_ih + h W_hhᵀ + b_hh), or relu; see RNNBase"""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        nonlinearity: str = "tanh",
        *args: Any,
        **kwargs: Any,
    ) -> None:
        _refuse_projection(kwargs)
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(
                f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'."
            )
        mode = f"RNN_{nonlinearity.upper()}"
        super().__init__(mode, input_size, hidden_size, num_layers, *args, **kwargs)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Tensor | None = None) -> tuple[Tensor, Tensor]:
        output, (hidden,) = self._forward(input, None if hx is None else (hx,))
        return output, hidden


class GRU(RNNBase):
    """h ← (1 − z) n + z h, with gates r and z; see RNNBase and `gru_step`"""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refuse_projection(kwargs)
        super().__init__("GRU", *args, **kwargs)

    def forward(self, input: Tensor, hx: Tensor | None = None) -> tuple[Tensor, Tensor]:
        output, (hidden,) = self._forward(input, None if hx is None else (hx,))
        return output, hidden


class LSTM(RNNBase):
    """States h and c, with gates i, f, o; see RNNBase and `lstm_step`

    `proj_size` makes h a projection of that size.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__("LSTM", *args, **kwargs)

    def forward(
        self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        return self._forward(input, hx)


def _refuse_projection(kwargs: dict) -> None:
    if "proj_size" in kwargs:
        raise ValueError(
            "proj_size argument is only supported for LSTM, not RNN or GRU"
        )
