"""`Embedding`: a table of vectors, looked up by number."""

from typing import Any

from ...creation import empty
from ...tensor import Tensor
from .. import functional as F
from .. import init
from ..parameter import Parameter
from .module import Module, changed


class Embedding(Module):
    """Numbers in any shape to (…, embedding_dim): rows of `weight`

    The row `padding_idx` starts at zero and gets no gradient. Rows start normal.
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        *,
        _weight: Tensor | None = None,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        if padding_idx is not None:
            if not -num_embeddings <= padding_idx < num_embeddings:
                raise AssertionError("Padding_idx must be within num_embeddings")
            padding_idx %= num_embeddings
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx = padding_idx
        if _weight is None:
            shape = num_embeddings, embedding_dim
            self.weight = Parameter(empty(shape, device=device, dtype=dtype))
            self.reset_parameters()
        else:
            self.weight = Parameter(_weight)

    def reset_parameters(self) -> None:
        """Draw the table anew."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            init.zeros_(self.weight.detach()[self.padding_idx])

    def forward(self, input: Tensor) -> Tensor:
        return F.embedding(input, self.weight, self.padding_idx)

    def extra_repr(self) -> str:
        usual = changed(self, padding_idx=None)
        return f"{self.num_embeddings}, {self.embedding_dim}{usual}"

    @classmethod
    def from_pretrained(
        cls, embeddings: Tensor, freeze: bool = True, padding_idx: int | None = None
    ) -> "Embedding":
        """A layer over the table `embeddings`, not trained if `freeze`."""
        if embeddings.ndim != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        layer = cls(*embeddings.shape, padding_idx, _weight=embeddings)
        return layer.requires_grad_(not freeze)
