"""Recurrent layers: RNN, LSTM, GRU, over whole sequences.

Read: `RNNBase`: its weights, then what the `forward` of each kind calls: `_forward` for
a tensor, `_forward_packed` for packed sequences, then `_run` (all layers), `_run_layer`
(one direction of one) and `_all_states`: the whole input is multiplied by the weights
at once; what is left step by step is one node, an op of ../functional.

Sources: S. Hochreiter, J. Schmidhuber, "Long short-term memory" (1997); K. Cho et al.,
"Learning phrase representations using RNN encoder-decoder" (2014).
"""

import warnings
from typing import Any

from ...creation import empty, zeros
from ...ops.join import cat, stack
from ...tensor import Tensor
from .. import functional as F
from ..functional.gru import Gru
from ..functional.lstm import Lstm
from ..functional.recurrent import RnnRelu, RnnTanh
from ..parameter import Parameter
from ..utils.rnn import Layout, PackedSequence
from .module import Module, changed
from .rnn_cell import RNNCellBase

GATES = {"RNN_TANH": 1, "RNN_RELU": 1, "LSTM": 4, "GRU": 3}
State = tuple[Tensor, ...]


class RNNBase(Module):
    """(L, N, input_size) to (L, N, hidden_size), and the last state of each layer

    With `batch_first` (N, L, …); without N one sequence. Two directions give outputs of
    2 · hidden_size. A state has the shape (num_layers · directions, N, hidden_size) and
    starts at zero unless given. The weights of layer k are `weight_ih_lk` and so on,
    of the backward direction `weight_ih_lk_reverse`.
    """

    mode: str

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        *,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        if not 0 <= dropout <= 1:
            raise ValueError(
                "dropout should be a number in range [0, 1] representing the "
                "probability of an element being zeroed"
            )
        if dropout > 0 and num_layers == 1:
            warnings.warn(
                "dropout option adds dropout after all but last recurrent layer, so "
                "non-zero dropout expects num_layers greater than 1, but got "
                f"{dropout=} and {num_layers=}",
                stacklevel=2,
            )
        rows = GATES[self.mode] * hidden_size
        for layer in range(num_layers):
            width = hidden_size * self._directions if layer else input_size
            shapes = {"weight_ih": (rows, width), "weight_hh": (rows, hidden_size)}
            if bias:
                shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)}
            for suffix in self._suffixes(layer):
                for name, shape in shapes.items():
                    weight = empty(shape, device=device, dtype=dtype)
                    setattr(self, f"{name}_{suffix}", Parameter(weight))
        self.reset_parameters()

    @property
    def _directions(self) -> int:
        return 2 if self.bidirectional else 1

    def _suffixes(self, layer: int) -> list[str]:
        return [f"l{layer}", f"l{layer}_reverse"][: self._directions]

    reset_parameters = RNNCellBase.reset_parameters

    def flatten_parameters(self) -> None:
        """Nothing to do: for PyTorch's GPU layers only."""

    def extra_repr(self) -> str:
        usual = {"num_layers": 1, "bias": True, "batch_first": False}
        usual |= {"dropout": 0, "bidirectional": False}
        return f"{self.input_size}, {self.hidden_size}{changed(self, **usual)}"

    # -- what goes in -------------------------------------------------------------

    def _forward(
        self, input: "Tensor | PackedSequence", hx: State | None
    ) -> "tuple[Tensor | PackedSequence, State]":
        """The outputs, and the last states; states as a tuple for every kind."""
        if isinstance(input, PackedSequence):
            return self._forward_packed(input, hx)
        if input.ndim not in (2, 3):
            word = " tensor" if self.mode.startswith("RNN") else ""
            raise ValueError(
                f"{type(self).__name__}: Expected input to be 2D or 3D, got "
                f"{input.ndim}D{word} instead"
            )
        batched = input.ndim == 3
        if hx is not None and any(each.ndim != input.ndim for each in hx):
            raise RuntimeError(
                f"For {'' if batched else 'un'}batched {input.ndim}-D input, hx should "
                f"also be {input.ndim}-D but got {hx[0].ndim}-D tensor"
            )
        if not batched:
            input = input.unsqueeze(1)
            hx = None if hx is None else tuple(each.unsqueeze(1) for each in hx)
        elif self.batch_first:
            input = input.transpose(0, 1)
        hx = self._checked(input, hx, input.shape[1])
        output, states = self._run(input, hx)
        if not batched:
            return output.squeeze(1), tuple(each.squeeze(1) for each in states)
        return (output.transpose(0, 1) if self.batch_first else output), states

    def _forward_packed(
        self, input: PackedSequence, hx: State | None
    ) -> tuple[PackedSequence, State]:
        data, batch_sizes, order, back = input
        layout = Layout(batch_sizes._data)
        if hx is not None and order is not None:
            hx = tuple(each.index_select(1, order) for each in hx)
        hx = self._checked(data, hx, int(batch_sizes[0]))
        output, states = self._run(layout.padded(data), hx, layout)
        if back is not None:
            states = tuple(each.index_select(1, back) for each in states)
        return input._replace(data=layout.packed(output)), states

    def _checked(self, input: Tensor, hx: State | None, batch: int) -> State:
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
        shape = self.num_layers * self._directions, batch, self.hidden_size
        if hx is None:
            return (zeros(shape, dtype=dtype),) * (2 if self.mode == "LSTM" else 1)
        for i, state in enumerate(hx):
            if state.shape != shape:
                which = f"hidden[{i}]" if self.mode == "LSTM" else "hidden"
                raise RuntimeError(
                    f"Expected {which} size {shape}, got {list(state.shape)}"
                )
        return hx

    # -- what is done with it -----------------------------------------------------

    def _run(
        self, input: Tensor, hx: State, layout: Layout | None = None
    ) -> tuple[Tensor, State]:
        """All layers; the `layout` of packed sequences says how long each is."""
        first = list(zip(*(state.unbind(0) for state in hx), strict=True))
        last = []
        for layer in range(self.num_layers):
            if layer > 0 and self.dropout > 0 and self.training:
                input = F.dropout(input, self.dropout, True)
            outputs = []
            for suffix in self._suffixes(layer):
                state = first[len(last)]
                output, state = self._run_layer(suffix, input, state, layout)
                outputs.append(output)
                last.append(state)
            input = cat(outputs, input.ndim - 1) if len(outputs) > 1 else outputs[0]
        return input, tuple(stack(states) for states in zip(*last, strict=True))

    def _run_layer(
        self, suffix: str, input: Tensor, state: State, layout: Layout | None
    ) -> tuple[Tensor, State]:
        """One direction of one layer: its outputs and its last state."""
        backwards = suffix.endswith("reverse")
        if layout is None:
            states = self._all_states(suffix, input, state, backwards)
            return states[0], tuple(each[0 if backwards else -1] for each in states)
        if backwards:  # each from its own end: the padding comes last then, too
            input = layout.reversed(input)
        states = self._all_states(suffix, input, state, False)
        output = layout.reversed(states[0]) if backwards else states[0]
        return output, tuple(layout.last(each) for each in states)

    def _all_states(
        self, suffix: str, input: Tensor, state: State, backwards: bool
    ) -> State:
        """The states of every step, (L, N, hidden_size); the first is the output."""
        weight_ih, weight_hh, bias_ih, bias_hh = (
            self._parameters.get(f"{name}_{suffix}")
            for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        )
        if self.mode == "GRU":  # only it needs the two biases apart
            given = F.linear(input, weight_ih, bias_ih)
            return Gru.apply(given, *state, weight_hh, bias_hh, backwards)[:1]
        bias = None if bias_ih is None else bias_ih + bias_hh
        given = F.linear(input, weight_ih, bias)
        if self.mode == "LSTM":
            return Lstm.apply(given, *state, weight_hh, backwards)[:2]
        op = RnnTanh if self.mode == "RNN_TANH" else RnnRelu
        return (op.apply(given, *state, weight_hh, backwards),)


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
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(
                f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'."
            )
        self.mode = f"RNN_{nonlinearity.upper()}"
        super().__init__(input_size, hidden_size, num_layers, *args, **kwargs)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Tensor | None = None) -> tuple[Tensor, Tensor]:
        output, (hidden,) = self._forward(input, None if hx is None else (hx,))
        return output, hidden


class GRU(RNNBase):
    """h ← (1 − z) n + z h, with gates r and z; see RNNBase and GRUCell"""

    mode = "GRU"
    forward = RNN.forward


class LSTM(RNNBase):
    """States h and c, with gates i, f, o; see RNNBase and LSTMCell"""

    mode = "LSTM"

    def forward(self, input: Tensor, hx: State | None = None) -> tuple[Tensor, State]:
        return self._forward(input, hx)
