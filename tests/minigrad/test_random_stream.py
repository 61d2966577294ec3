"""`manual_seed` starts PyTorch's own stream: rand bit for bit, randn nearly."""

from collections.abc import Iterator

import numpy as np
import pytest
import torch

import minigrad

SEEDS = [0, 1, 42, 2**31, 2**32 + 5, -1, 67280421310721]
SIZES = [(), (1,), (3,), (15,), (16,), (17,), (31,), (2, 8), (5, 7), (100,), (1000,)]


@pytest.fixture(autouse=True)
def restored_generators() -> Iterator[None]:
    state = torch.get_rng_state()
    yield
    torch.set_rng_state(state)


def drawn(draw) -> tuple[np.ndarray, np.ndarray]:
    """What `draw(lib)` gives under both libraries, as one flat array each."""
    arrays = []
    for lib in (torch, minigrad):
        tensors = draw(lib)
        arrays.append(np.concatenate([t.detach().numpy().ravel() for t in tensors]))
    assert arrays[0].dtype == arrays[1].dtype
    return arrays[0], arrays[1]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_rand_is_bit_equal(seed: int, dtype: str):
    def draw(lib):
        lib.manual_seed(seed)
        return [lib.rand(size, dtype=getattr(lib, dtype)) for size in SIZES]

    expected, found = drawn(draw)
    assert np.array_equal(expected, found)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_randn_is_equal_but_for_the_last_digits(seed: int, dtype: str):
    def draw(lib):
        lib.manual_seed(seed)
        return [lib.randn(size, dtype=getattr(lib, dtype)) for size in SIZES]

    expected, found = drawn(draw)
    tolerance = 3e-7 if dtype == "float32" else 1e-14
    assert np.allclose(expected, found, rtol=tolerance, atol=tolerance)


def test_any_sequence_of_draws_stays_in_step():
    rng = np.random.default_rng(0)
    plan = [
        (
            rng.choice(["rand", "randn", "rand_like", "randn_like"]),
            tuple(int(n) for n in rng.integers(0, 9, rng.integers(0, 3))),
            rng.choice(["float32", "float64"]),
        )
        for _ in range(200)
    ]

    def draw(lib):
        lib.manual_seed(7)
        tensors = []
        for name, size, dtype in plan:
            dtype = getattr(lib, dtype)
            if name.endswith("like"):
                tensors.append(getattr(lib, name)(lib.zeros(size, dtype=dtype)))
            else:
                tensors.append(getattr(lib, name)(size, dtype=dtype))
            tensors[-1] = tensors[-1].double()
        return tensors

    expected, found = drawn(draw)
    assert np.allclose(expected, found, rtol=3e-7, atol=3e-7)


def test_a_generator_of_its_own_leaves_the_default_one_alone():
    def draw(lib):
        lib.manual_seed(1)
        own = lib.Generator().manual_seed(2)
        first = lib.rand(3, generator=own)
        return [lib.rand(3), first, lib.randn(4, generator=own), lib.rand(2)]

    expected, found = drawn(draw)
    assert np.allclose(expected, found, rtol=3e-7, atol=3e-7)


def test_the_seed_can_be_asked_for_and_set_again():
    for lib in (torch, minigrad):
        lib.manual_seed(5)
        first = lib.rand(4).tolist()
        assert lib.initial_seed() == 5
        assert lib.manual_seed(5).initial_seed() == 5
        assert lib.rand(4).tolist() == first


def test_random_leaves_can_require_grad():
    for lib in (torch, minigrad):
        lib.manual_seed(3)
        x = lib.randn(2, 3, requires_grad=True)
        assert x.requires_grad and x.is_leaf
        assert lib.rand(2, requires_grad=True).requires_grad
