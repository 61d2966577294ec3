"""`manual_seed` starts PyTorch's own stream: uniform numbers and integers bit for bit,
normal ones nearly.
"""

from collections.abc import Iterator

import numpy as np
import pytest
import torch
from oracle import same, same_error

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


EXACT = """
    randint(5, (7,)) | randint(-5, 7, (20,)) | randint(0, 2**28 - 1, (9,))
    randint(0, 2**28, (9,)) | randint(0, 2**32 + 1, (9,))
    randint(-(2**62), 2**62, (9,))
    randint(0, 256, (40,), dtype=lib.uint8) | randint(-128, 128, (9,), dtype=lib.int8)
    randint(3, (4, 5), dtype=lib.float32) | randint(0, 2, (9,), dtype=lib.bool)
    randint_like(lib.zeros(3, 2), 9) | randint_like(lib.zeros(3).int(), -4, 9)
    randperm(0) | randperm(1) | randperm(2) | randperm(17) | randperm(1000)
    randperm(9, dtype=lib.int32) | randperm(9, dtype=lib.float32)
    rand(20, dtype=lib.float16) | rand_like(lib.zeros(2, 9).half())
    empty(3).uniform_() | empty(40).uniform_(-1, 1) | empty(40).uniform_(0.1, 0.7)
    empty(33).uniform_(-3.3, 1e5) | empty(4, 10).t().uniform_(2, 3)
    empty(40, dtype=lib.float64).uniform_(0.1, 0.7) | empty(3, 9)[:, ::2].uniform_()
    empty(40, dtype=lib.float64).uniform_(1e-5, 3.0).sub_(1)
    empty(9).half().uniform_()
    empty(40, dtype=lib.float64).uniform_(to=3.3)
    empty(9).uniform_(to=-1, **{'from': -2})
    empty(3, 4, 5).transpose(0, 2).uniform_()
    empty(3, 4, 5).permute(1, 2, 0).random_(99)
    empty(20).random_(10) | empty(20).random_(-4, 4)
    empty(4, 5).long().t().random_(0, 2**40)
    multinomial(lib.tensor([0.1, 0.2, 0.3, 0.4]), 6, replacement=True)
    multinomial(lib.tensor([[1.0, 0.0, 3.0], [2.0, 1.0, 1.0]]), 5, True)
    multinomial(lib.tensor([0.1, 0.2, 0.3, 0.4]), 1, True)
    multinomial(lib.tensor([[1.0, 0.0, 3.0], [2.0, 1.0, 1.0]]), 1)
    multinomial(lib.tensor([0.1, 0.2, 0.3, 0.4]), 3) | multinomial(lib.ones(3, 8), 8)
    bernoulli(lib.full((30,), 0.3)) | bernoulli(lib.full((30,), 0.3).double())
    empty(30).bernoulli_(0.4) | empty(30).bernoulli_(lib.full((30,), 0.6))
"""
NEARLY = """
    empty(3).normal_() | empty(40).normal_(2, 0.5) | empty(4, 10).t().normal_()
    empty(8, 10)[:, ::2].normal_(1, 3) | empty(40, dtype=lib.float64).normal_(-1, 2)
    normal(1.0, 2.0, (20,)) | normal(lib.zeros(20), 2 * lib.ones(20))
    normal(lib.arange(20.0), 0.5) | normal(1, lib.arange(5.0)) | normal(lib.ones(3))
    empty(5).exponential_(2.0) | empty(40, dtype=lib.float64).exponential_()
"""


def calls(text: str) -> list[str]:
    found = (call.strip() for line in text.split("\n") for call in line.split(" | "))
    return [call for call in found if call]


@pytest.mark.parametrize("call", calls(EXACT))
def test_integers_and_uniform_numbers_are_bit_equal(call: str):
    for seed in (0, 1, 2**40 + 3):
        draws = []
        for lib in (torch, minigrad):
            lib.manual_seed(seed)
            drawn = eval(f"lib.{call}", {"lib": lib})
            draws.append((drawn, lib.rand(2)))  # and the stream goes on alike
        (expected, next_expected), (found, next_found) = draws
        assert repr(expected.dtype) == repr(found.dtype)
        assert np.array_equal(expected.numpy(), found.numpy())
        assert np.array_equal(next_expected.numpy(), next_found.numpy())


@pytest.mark.parametrize("call", calls(NEARLY))
def test_normal_numbers_are_equal_but_for_the_last_digits(call: str):
    for seed in (0, 1, 2**40 + 3):
        expected, found = drawn(
            lambda lib, seed=seed: [
                lib.manual_seed(seed) and eval(f"lib.{call}", {"lib": lib}),
                lib.rand(2),
            ]
        )
        assert np.allclose(expected, found, rtol=1e-6, atol=3e-7)


def test_an_in_place_draw_counts_up_the_version_and_cuts_the_history():
    def program(lib, x):
        lib.manual_seed(0)
        y = x * 2
        y.uniform_()
        z = x * 3
        z[0].random_(5)
        return [y * x, z, y._version, z._version]

    same(program, np.ones((3, 2)), order=1)


FILLERS = ["uniform_()", "normal_()", "random_(3)", "bernoulli_(0.5)", "exponential_()"]


@pytest.mark.parametrize("call", FILLERS)
def test_a_leaf_that_requires_grad_is_not_drawn_anew(call: str):
    same_error(
        lambda lib, x: eval(f"x.{call}", {"x": x}),
        np.ones(3),
        says="a leaf Variable that requires grad is being used in an in-place",
    )

    def allowed(lib, x):
        lib.manual_seed(0)
        with lib.no_grad():
            eval(f"x.{call}", {"x": x})
        return x.shape, x._version, x.requires_grad

    same(allowed, np.ones(3))


ERRORS = {
    "randint(5, 0, (2,))": "random_ expects 'from' to be less than 'to'",
    "randint(0, 300, (2,), dtype=lib.uint8)": "to - 1 is out of bounds",
    "randint(3, 2)": "argument 'size' (position 2) must be tuple of ints",
    "randperm(-1)": "negative dimension -1",
    "ones(2).int().normal_()": "not implemented for 'Int'",
    "ones(2).int().uniform_()": "not implemented for 'Int'",
    "ones(2).uniform_(3, 2)": "uniform_ expects to return a [from, to) range",
    "ones(2).normal_(0, -1)": "normal expects std >= 0.0, but found std -1",
    "ones(2).exponential_(-1)": "exponential_ expects lambda > 0.0",
    "ones(2).bernoulli_(1.5)": "bernoulli_ expects p to be in [0, 1]",
    "bernoulli(lib.tensor([2.0]))": "Expected p_in >= 0 && p_in <= 1",
    "multinomial(lib.tensor([1, 2]), 1)": "only supports floating-point dtypes",
    "multinomial(lib.ones(2), 3)": "cannot sample n_sample > prob_dist.size(-1)",
    "multinomial(lib.zeros(2), 1)": "invalid multinomial distribution",
    "multinomial(-lib.ones(2), 1)": "probability tensor contains either",
    "multinomial(lib.ones(2, 2, 2), 1)": "prob_dist must be 1 or 2 dim",
    "normal(lib.ones(2), -lib.ones(2))": "normal expects all elements of std >= 0.0",
    "rand(2, dtype=lib.int64)": "not implemented for 'Long'",
    "randn(2, dtype=lib.int64)": "not implemented for 'Long'",
}


@pytest.mark.parametrize("call", ERRORS)
def test_what_cannot_be_drawn_is_pytorchs_error(call: str):
    same_error(lambda lib: eval(f"lib.{call}", {"lib": lib}), says=ERRORS[call])


def test_a_state_is_gone_on_from_as_in_pytorch():
    def draw(lib):
        found = []
        for count in (0, 1, 5, 623, 624, 1000):
            lib.manual_seed(7)
            lib.rand(count)
            if count % 2:
                lib.randn(1)  # leaves its twin behind
            state = lib.get_rng_state()
            lib.manual_seed(1)
            lib.set_rng_state(state)
            assert lib.initial_seed() == 7
            found += [lib.randn(3), lib.rand(5), lib.randn(40)]
        return found

    expected, found = drawn(draw)
    assert np.allclose(expected, found, rtol=3e-7, atol=3e-7)


def test_a_state_that_is_none_is_an_error():
    with pytest.raises(RuntimeError, match="not what get_state"):
        minigrad.set_rng_state(minigrad.zeros(3, dtype=minigrad.uint8))


def test_a_state_with_a_place_beyond_its_words_is_refused():
    state = minigrad.get_rng_state()
    with pytest.raises(RuntimeError, match="not what get_state"):
        minigrad.set_rng_state(255 - state)  # NumPy would read any memory
    minigrad.set_rng_state(state)


def test_a_generator_can_be_copied_and_seeded_by_the_system():
    def draw(lib):
        own = lib.Generator(device="cpu").manual_seed(2)
        lib.rand(3, generator=own)
        twin, state = own.clone_state(), own.get_state()
        drawn = [lib.rand(2, generator=own), lib.rand(2, generator=twin)]
        own.set_state(state)
        return [*drawn, lib.rand(2, generator=own)]

    expected, found = drawn(draw)
    assert np.array_equal(expected, found)
    own = minigrad.Generator()
    assert own.seed() == own.initial_seed() != own.seed()


def test_normal_numbers_may_be_a_leaf():
    def program(lib):
        lib.manual_seed(0)
        w = lib.normal(0, 0.01, size=(3, 1), requires_grad=True)
        (w * w).sum().backward()
        return w.detach(), w.is_leaf, w.requires_grad, w.grad

    same(program, tolerance=1e-6)
