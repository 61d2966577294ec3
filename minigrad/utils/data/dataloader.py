"""`DataLoader`: batches of a dataset, in order or shuffled, one pass at a time."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from ...generator import Generator, default_generator
from .collate import default_collate, default_convert
from .dataset import Dataset, IterableDataset, TensorDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler, drawn_seed

FIXED = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset")
FIXED += ("persistent_workers",)


class DataLoader:
    """Iterating over it makes one pass: a batch of `batch_size` examples at a time.

    `batch_size` None gives single examples. The order is that of the dataset, of a
    `sampler`, or with `shuffle` PyTorch's random one for the same seed. Everything
    happens in this process: `num_workers` must be 0.
    """

    _ready = False  # True once it is made: FIXED must stay from then on

    def __init__(
        self,
        dataset: Dataset,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Iterable | None = None,
        batch_sampler: Iterable[list] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[list], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Callable[[int], None] | None = None,
        multiprocessing_context: Any = None,
        generator: Generator | None = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        self.dataset = dataset
        self.num_workers = num_workers
        self.pin_memory = pin_memory
        self.timeout = timeout
        self._iterable = isinstance(dataset, IterableDataset)
        if self._iterable:
            self._check_iterable(shuffle, sampler, batch_sampler)
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError(
                    "batch_sampler option is mutually exclusive with batch_size, "
                    "shuffle, sampler, and drop_last"
                )
            batch_size = None
        elif batch_size is None and drop_last:
            raise ValueError(
                "batch_size=None option disables auto-batching and is mutually "
                "exclusive with drop_last"
            )
        if sampler is None and not self._iterable:
            if shuffle:
                sampler = RandomSampler(dataset, generator=generator)
            else:
                sampler = SequentialSampler(dataset)
        if batch_size is not None and not self._iterable:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.generator = generator
        batched = batch_sampler is not None or batch_size is not None
        self.collate_fn = collate_fn or (
            default_collate if batched else default_convert
        )

        self._ready = True

    def __setattr__(self, name: str, value: Any) -> None:
        if self._ready and name in FIXED:
            raise ValueError(
                f"{name} attribute should not be set after {type(self).__name__} is "
                "initialized. Make another one."
            )
        super().__setattr__(name, value)

    def _check_iterable(self, shuffle: Any, sampler: Any, batch_sampler: Any) -> None:
        given = {"shuffle": shuffle or None, "sampler": sampler}
        for name, value in (given | {"batch_sampler": batch_sampler}).items():
            if value is not None:
                raise ValueError(
                    f"DataLoader with IterableDataset: expected unspecified {name} "
                    f"option, but got {name}={value}"
                )

    def __len__(self) -> int:
        """How many batches one pass gives."""
        if not self._iterable:
            return len(
                self.sampler if self.batch_sampler is None else self.batch_sampler
            )
        if self.batch_size is None:
            return len(self.dataset)
        rounded_up = 0 if self.drop_last else self.batch_size - 1
        return (len(self.dataset) + rounded_up) // self.batch_size

    def __iter__(self) -> Iterator[Any]:
        # PyTorch draws a seed for its workers here: the streams stay in step.
        drawn_seed(self.generator or default_generator)
        return self._examples() if self._iterable else self._batches()

    def _batches(self) -> Iterator[Any]:
        if self.batch_sampler is None:
            for index in self.sampler:
                yield self.collate_fn(self.dataset[index])
            return
        taken = self._taken_at_once()
        for batch in self.batch_sampler:
            yield (
                self.collate_fn(self._fetched(batch))
                if taken is None
                else [tensor[batch] for tensor in taken]
            )

    def _taken_at_once(self) -> tuple | None:
        """The tensors of a dataset whose batches are rows of them, and nothing more."""
        dataset = self.dataset
        plain = (
            type(dataset) is TensorDataset
            and self.collate_fn is default_collate
            and not any(tensor.requires_grad for tensor in dataset.tensors)
        )
        return dataset.tensors if plain else None

    def _fetched(self, batch: list[int]) -> list:
        several = getattr(self.dataset, "__getitems__", None)
        return several(batch) if several else [self.dataset[index] for index in batch]

    def _examples(self) -> Iterator[Any]:
        examples = iter(self.dataset)
        if self.batch_size is None:
            yield from map(self.collate_fn, examples)
            return
        while batch := list(islice(examples, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield self.collate_fn(batch)


def _check_workers(
    num_workers: int,
    timeout: float,
    prefetch_factor: int | None,
    persistent_workers: bool,
) -> None:
    if num_workers < 0:
        raise ValueError(
            "num_workers option should be non-negative; use num_workers=0 to disable "
            "multiprocessing."
        )
    if num_workers > 0:
        raise NotImplementedError(
            "minigrad loads data in this process only: use num_workers=0"
        )
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if prefetch_factor is not None:
        raise ValueError(
            "prefetch_factor option could only be specified in multiprocessing.let "
            "num_workers > 0 to enable multiprocessing, otherwise set prefetch_factor "
            "to None."
        )
    if persistent_workers:
        raise ValueError("persistent_workers option needs num_workers > 0")
