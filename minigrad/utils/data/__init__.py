"""Datasets, and loaders that make batches of them.

Read: `dataset.py`, `sampler.py` (the order of the examples), `collate.py` (a batch of
examples), `dataloader.py`.
"""

from ...ops.public import publish
from .collate import default_collate
from .dataloader import DataLoader
from .dataset import (
    ConcatDataset,
    Dataset,
    Subset,
    TensorDataset,
    random_split,
)
from .sampler import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)

__all__ = [
    "BatchSampler",
    "ConcatDataset",
    "DataLoader",
    "Dataset",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "Subset",
    "SubsetRandomSampler",
    "TensorDataset",
    "WeightedRandomSampler",
    "default_collate",
    "random_split",
]

__getattr__ = publish(globals(), DataLoader)
