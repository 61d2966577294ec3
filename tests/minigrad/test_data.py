"""utils.data: the same batches as PyTorch's, in the same order for the same seed."""

from collections import OrderedDict, namedtuple
from collections.abc import Iterator

import numpy as np
import pytest
import torch
from oracle import same, same_error

import minigrad

Pair = namedtuple("Pair", ["x", "y"])


@pytest.fixture(autouse=True)
def restored_generators() -> Iterator[None]:
    state = torch.get_rng_state()
    yield
    torch.set_rng_state(state)


def data_of(lib):
    return lib.utils.data


def tensors(lib, count: int = 7):
    x = lib.arange(2.0 * count).reshape(count, 2)
    return data_of(lib).TensorDataset(x, lib.arange(count))


def squares(lib, count: int = 5):
    class Squares(data_of(lib).Dataset):
        def __getitem__(self, index):
            if index >= count:
                raise IndexError
            return index, float(index**2), str(index)

        def __len__(self):
            return count

    return Squares()


LOADERS = {
    "one by one": {},
    "batches": {"batch_size": 3},
    "the last one dropped": {"batch_size": 3, "drop_last": True},
    "shuffled": {"batch_size": 2, "shuffle": True},
    "an order": {"batch_size": 2, "sampler": [3, 1, 0]},
    "batches given": {"batch_sampler": [[3, 1], [0], [2, 2, 2]]},
    "collated by hand": {"batch_size": 3, "collate_fn": len},
}


@pytest.mark.parametrize("make", [tensors, squares])
@pytest.mark.parametrize("settings", LOADERS.values(), ids=LOADERS)
def test_loaders(settings: dict, make):
    def program(lib):
        lib.manual_seed(7)
        loader = data_of(lib).DataLoader(make(lib), **settings)
        passes = [list(loader), list(loader)]
        return passes, len(loader), lib.rand(2)

    same(program)


def test_a_generator_of_its_own():
    def program(lib):
        own = lib.Generator()
        own.manual_seed(3)
        lib.manual_seed(4)
        loader = data_of(lib).DataLoader(tensors(lib), 2, shuffle=True, generator=own)
        return list(loader), list(loader), lib.rand(2)

    same(program)


def test_gradients_flow_to_the_tensors_of_a_dataset():
    def program(lib, x):
        dataset = data_of(lib).TensorDataset(x)
        for (batch,) in data_of(lib).DataLoader(dataset, batch_size=2):
            (batch * batch).sum().backward()
        return x.grad

    same(program, np.arange(6.0).reshape(3, 2))


def test_a_batch_has_memory_of_its_own():
    for lib in (torch, minigrad):
        dataset = tensors(lib)
        (batch, _), *_ = data_of(lib).DataLoader(dataset, batch_size=3)
        batch.zero_()
        assert dataset[1][0].tolist() == [2.0, 3.0]


SAMPLERS = {
    "sequential": lambda data, lib: data.SequentialSampler(range(4)),
    "random": lambda data, lib: data.RandomSampler(range(9)),
    "more than there are": lambda data, lib: data.RandomSampler(
        range(4), num_samples=10
    ),
    "with replacement": lambda data, lib: data.RandomSampler(
        range(50), replacement=True, num_samples=70
    ),
    "of a subset": lambda data, lib: data.SubsetRandomSampler([5, 7, 9, 11]),
    "in batches": lambda data, lib: data.BatchSampler(range(7), 3, False),
    "in full batches": lambda data, lib: data.BatchSampler(range(7), 3, True),
}


@pytest.mark.parametrize("sampler", SAMPLERS.values(), ids=SAMPLERS)
def test_samplers(sampler):
    def program(lib):
        lib.manual_seed(9)
        made = sampler(data_of(lib), lib)
        return list(made), list(made), len(made)

    same(program)


def test_splits():
    def program(lib):
        split = data_of(lib).random_split
        lib.manual_seed(2)
        parts = split(range(10), [7, 3]) + split(range(10), [0.35, 0.35, 0.3])
        own = lib.Generator()
        own.manual_seed(1)
        parts += split(range(5), [2, 3], generator=own)
        return [list(part) for part in parts], [len(part) for part in parts]

    same(program)


def test_an_empty_part_is_a_warning():
    assert same(lambda lib: len(data_of(lib).random_split(range(2), [1.0, 0.0])))[
        "warnings"
    ]


def test_joined_datasets():
    def program(lib):
        joined = tensors(lib, 2) + tensors(lib, 3)
        return joined[1], joined[3], joined[-1], len(joined)

    same(program)


def test_subsets():
    def program(lib):
        subset = data_of(lib).Subset(tensors(lib), [4, 2, 0])
        loader = data_of(lib).DataLoader(subset, batch_size=2)
        return subset[1], subset[[0, 2]], len(subset), list(loader)

    same(program)


BATCHES = {
    "tensors": lambda lib: [lib.ones(2), lib.zeros(2)],
    "arrays": lambda lib: [np.ones(2), np.zeros(2)],
    "array scalars": lambda lib: [np.float32(1), np.float32(2)],
    "floats": lambda lib: [1.0, 2.5],
    "integers": lambda lib: [1, 2],
    "bools": lambda lib: [True, False],
    "strings": lambda lib: ["a", "b"],
    "bytes": lambda lib: [b"a", b"b"],
    "tuples": lambda lib: [(1, "a"), (2, "b")],
    "lists": lambda lib: [[1, 2.0], [3, 4.0]],
    "named": lambda lib: [Pair(1, 2.0), Pair(3, 4.0)],
}


@pytest.mark.parametrize("batch", BATCHES.values(), ids=BATCHES)
def test_collation(batch):
    def program(lib):
        collated = data_of(lib).default_collate(batch(lib))
        return collated, type(collated).__name__

    same(program)


@pytest.mark.parametrize("kind", [dict, OrderedDict])
def test_dicts_are_collated_key_by_key(kind):
    def program(lib):
        batch = [kind(a=1, b=[lib.ones(1)]), kind(a=2, b=[lib.zeros(1)])]
        collated = data_of(lib).default_collate(batch)
        return list(collated.items()), type(collated).__name__

    same(program)


ERRORS = [
    (lambda lib, d: d.default_collate([object()]), "found <class 'object'>"),
    (lambda lib, d: d.default_collate([[1], [1, 2]]), "should be of equal size"),
    (lambda lib, d: d.default_collate([np.array(["a"])]), "must contain tensors"),
    (lambda lib, d: d.TensorDataset(lib.ones(2), lib.ones(3)), "Size mismatch"),
    (lambda lib, d: d.Dataset()[0], "should implement __getitem__"),
    (lambda lib, d: d.ConcatDataset([]), "should not be an empty iterable"),
    (lambda lib, d: d.ConcatDataset([[1], [2]])[-3], "should not exceed dataset"),
    (lambda lib, d: d.random_split([1, 2], [5]), "does not equal the length"),
    (lambda lib, d: d.random_split([1, 2], [1.5, -0.5]), "index 0 is not between"),
    (lambda lib, d: d.RandomSampler([]), "num_samples should be a positive"),
    (lambda lib, d: d.BatchSampler([1], 0, False), "batch_size should be a positive"),
    (lambda lib, d: d.DataLoader([1], num_workers=-1), "should be non-negative"),
    (
        lambda lib, d: d.DataLoader([1], shuffle=True, sampler=[0]),
        "mutually exclusive with shuffle",
    ),
    (
        lambda lib, d: d.DataLoader([1], batch_size=2, batch_sampler=[[0]]),
        "mutually exclusive with batch_size",
    ),
]


@pytest.mark.parametrize(("program", "says"), ERRORS)
def test_errors(program, says: str):
    same_error(lambda lib: program(lib, data_of(lib)), says=says)


FIXED = ["batch_size", "batch_sampler", "sampler", "drop_last", "dataset"]


@pytest.mark.parametrize("name", [*FIXED, "persistent_workers"])
def test_a_loader_keeps_what_it_was_made_of(name: str):
    def program(lib):
        setattr(data_of(lib).DataLoader(tensors(lib)), name, 2)

    same_error(program, says=f"{name} attribute should not be set after DataLoader")


def test_a_loader_of_ones_own_sets_what_it_likes():
    def program(lib):
        class Loader(data_of(lib).DataLoader):
            def __init__(self, *args, **options):
                self.dataset = None
                super().__init__(*args, **options)
                self.epoch = 3

        loader = Loader(tensors(lib), batch_size=3)
        loader.collate_fn = len
        return list(loader), loader.epoch, loader.batch_size

    same(program)
