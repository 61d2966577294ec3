"""The order in which a loader takes examples: an iterable of their numbers."""

from collections.abc import Iterable, Iterator, Sequence, Sized
from itertools import islice
from typing import Generic, TypeVar

from ...creation import as_tensor
from ...dtypes import float64
from ...ops.generator import Generator, default_generator
from ...ops.random import multinomial

Index = TypeVar("Index")


class Sampler(Generic[Index]):
    """The base class: write `__iter__`, and `__len__` for most uses."""

    def __iter__(self) -> Iterator[Index]:
        raise NotImplementedError


class SequentialSampler(Sampler[int]):
    """0, 1, 2, …"""

    def __init__(self, data_source: Sized) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """The numbers in random order, anew in every pass.

    With `replacement` each is drawn from all; `num_samples` are drawn, as many as there
    are examples unless said. The order is PyTorch's for the same seed.
    """

    def __init__(
        self,
        data_source: Sized,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: Generator | None = None,
    ) -> None:
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        check_positive(num_samples=self.num_samples)

    @property
    def num_samples(self) -> int:
        """How many numbers one pass gives."""
        if self._num_samples is None:
            return len(self.data_source)
        return self._num_samples

    def __iter__(self) -> Iterator[int]:
        count, size = self.num_samples, len(self.data_source)
        generator = self.generator
        if generator is None:
            generator = Generator().manual_seed(drawn_seed(default_generator))
        if self.replacement:  # 32 at a time, as PyTorch draws them
            for _ in range(count // 32):
                yield from generator.below(32, size).tolist()
            yield from generator.below(count % 32, size).tolist()
            return
        for _ in range(count // size):
            yield from generator.permutation(size).tolist()
        yield from generator.permutation(size).tolist()[: count % size]

    def __len__(self) -> int:
        return self.num_samples


def check_positive(**given: int) -> None:
    """ValueError naming what is no integer above 0."""
    for name, value in given.items():
        if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
            raise ValueError(
                f"{name} should be a positive integer value, but got {name}={value}"
            )


def drawn_seed(generator: Generator) -> int:
    """A seed from a stream: its next 63 bits."""
    return int(generator.bits64(1)[0]) % 2**63


class SubsetRandomSampler(Sampler[int]):
    """The numbers in `indices`, in random order."""

    def __init__(
        self, indices: Sequence[int], generator: Generator | None = None
    ) -> None:
        self.indices = indices
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        order = (self.generator or default_generator).permutation(len(self.indices))
        return (self.indices[i] for i in order.tolist())

    def __len__(self) -> int:
        return len(self.indices)


class BatchSampler(Sampler[list[int]]):
    """Lists of `batch_size` numbers of a sampler; the last may be shorter, or drop."""

    def __init__(
        self, sampler: Iterable[int], batch_size: int, drop_last: bool
    ) -> None:
        check_positive(batch_size=batch_size)
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[int]]:
        numbers = iter(self.sampler)
        while batch := list(islice(numbers, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self) -> int:
        rounded_up = 0 if self.drop_last else self.batch_size - 1
        return (len(self.sampler) + rounded_up) // self.batch_size


class WeightedRandomSampler(Sampler[int]):
    """`num_samples` numbers, each drawn as often as its weight says.

    Without `replacement` no number comes twice. The draws are PyTorch's for the same
    seed.
    """

    def __init__(
        self,
        weights: Sequence[float],
        num_samples: int,
        replacement: bool = True,
        generator: Generator | None = None,
    ) -> None:
        check_positive(num_samples=num_samples)
        self.weights = as_tensor(weights, dtype=float64)
        if self.weights.dim() != 1:
            raise ValueError(
                "weights should be a 1d sequence but given weights have shape "
                f"{tuple(self.weights.shape)}"
            )
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        drawn = multinomial(
            self.weights, self.num_samples, self.replacement, generator=self.generator
        )
        return iter(drawn.tolist())

    def __len__(self) -> int:
        return self.num_samples
