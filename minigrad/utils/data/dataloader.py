"""`DataLoader`: batches of a dataset, in order or shuffled, one pass at a time."""

import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from ...ops.generator import Generator, default_generator
from .collate import default_collate
from .dataset import Dataset, TensorDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler, drawn_seed

FIXED = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset")
FIXED += ("persistent_workers",)


class DataLoader:
    """Iterating over it makes one pass: a batch of `batch_size` examples at a time.

    The order is that of the dataset, of a `sampler`, or with `shuffle` PyTorch's random
    one for the same seed. Everything happens in this process, in the memory that there
    is: of `num_workers` a warning says so once, `pin_memory` and the settings of
    workers change nothing.
    """

    _ready = False  # True once it is made: FIXED must stay from then on

    def __init__(
        self,
        dataset: Dataset,
        batch_size: int = 1,
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
    ) -> None:
        if num_workers < 0:
            raise ValueError(
                "num_workers option should be non-negative; use num_workers=0 to "
                "disable multiprocessing."
            )
        if num_workers > 0:
            _warn_of_workers()
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError(
                    "batch_sampler option is mutually exclusive with batch_size, "
                    "shuffle, sampler, and drop_last"
                )
            batch_size = None
        if sampler is None:
            if shuffle:
                sampler = RandomSampler(dataset, generator=generator)
            else:
                sampler = SequentialSampler(dataset)
        if batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.dataset = dataset
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.generator = generator
        self.collate_fn = collate_fn or default_collate
        self.num_workers, self.pin_memory = num_workers, pin_memory
        self._ready = True

    def __setattr__(self, name: str, value: Any) -> None:
        if self._ready and name in FIXED:
            raise ValueError(
                f"{name} attribute should not be set after {type(self).__name__} is "
                "initialized. Make another one."
            )
        super().__setattr__(name, value)

    def __len__(self) -> int:
        """How many batches one pass gives."""
        return len(self.batch_sampler)

    def __iter__(self) -> Iterator[Any]:
        # PyTorch draws a seed for its workers here: the streams stay in step.
        drawn_seed(self.generator or default_generator)
        return self._batches()

    def _batches(self) -> Iterator[Any]:
        dataset = self.dataset
        if self._takes_rows():
            for batch in self.batch_sampler:
                yield [tensor[batch] for tensor in dataset.tensors]
            return
        several = getattr(dataset, "__getitems__", None)  # a user's, for speed
        for batch in self.batch_sampler:
            examples = several(batch) if several else [dataset[i] for i in batch]
            yield self.collate_fn(examples)

    def _takes_rows(self) -> bool:
        """True if a batch is nothing but rows of tensors, taken all at once."""
        return (
            type(self.dataset) is TensorDataset
            and self.collate_fn is default_collate
            and not any(tensor.requires_grad for tensor in self.dataset.tensors)
        )


@cache
def _warn_of_workers() -> None:
    """Warn, the first time only."""
    warnings.warn(
        "minigrad loads data in this process: num_workers changes nothing",
        stacklevel=4,
    )
