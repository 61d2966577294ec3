"""Random tensors: PyTorch's own CPU stream, number for number.

PyTorch draws from the Mersenne Twister MT19937, seeded in the old way that NumPy's
`RandomState` still offers. Uniform numbers and integers are bit-equal to PyTorch's;
normal ones differ in the last digits only (another library computes the logarithm, sine
and cosine).

Read: `Generator`, the raw stream and what is made of it; `manual_seed`. The functions
that make tensors of it (`rand`, `randn` …) are in random.py.
"""

import math
import secrets

import numpy as np
from numpy import ndarray

from .. import devices
from ..core.tensor import Tensor

_DEFAULT_SEED = 67280421310721  # PyTorch's seed when none is set

# The bytes of a state.
_STATE = np.dtype(
    [("seed", "u8"), ("words", "u4", 624), ("place", "i4"), ("next_normal", "f8")]
)


class Generator:
    """A stream of random numbers: PyTorch's `torch.Generator` on the CPU."""

    def __init__(self, device: "devices.device | str" = "cpu") -> None:
        devices.check(device, "Generator")
        self._next_normal = None
        self.manual_seed(_DEFAULT_SEED)

    def manual_seed(self, seed: int) -> "Generator":
        """Start the stream again, at the place that belongs to `seed`."""
        if not -0x8000_0000_0000_0000 <= seed <= 0xFFFF_FFFF_FFFF_FFFF:
            raise RuntimeError("Overflow when unpacking long long")
        self._seed = int(seed)
        # The twister itself is seeded with the low 32 bits, as in PyTorch.
        self._raw = np.random.RandomState(self._seed & 0xFFFF_FFFF)
        self._next_normal = None
        return self

    @property
    def device(self) -> devices.device:
        return devices.CPU

    def initial_seed(self) -> int:
        """The seed that the stream was started with."""
        return self._seed

    def seed(self) -> int:
        """Start at a place that the system chooses; returns the seed."""
        self.manual_seed(secrets.randbits(64))
        return self._seed

    def get_state(self) -> Tensor:
        """The whole state, as a tensor of bytes; another layout than PyTorch's."""
        _, words, place, _, _ = self._raw.get_state()
        normal = np.nan if self._next_normal is None else self._next_normal
        state = np.array((self._seed & (1 << 64) - 1, words, place, normal), _STATE)
        return Tensor(np.frombuffer(state.tobytes(), np.uint8).copy())

    def set_state(self, new_state: Tensor) -> "Generator":
        """Go on from a state that `get_state` gave."""
        data = new_state._data
        fits = data.dtype == np.uint8 and data.size == _STATE.itemsize
        state = np.frombuffer(data.tobytes(), _STATE)[0] if fits else None
        if not fits or not 0 <= state["place"] <= 624:  # NumPy would read beyond
            raise RuntimeError("set_state(): this is not what get_state() returned")
        self._seed, normal = int(state["seed"]), float(state["next_normal"])
        self._raw.set_state(("MT19937", state["words"], int(state["place"])))
        self._next_normal = None if math.isnan(normal) else normal
        return self

    def clone_state(self) -> "Generator":
        """Another generator that goes on from where this one is."""
        return Generator().set_state(self.get_state())

    def bits32(self, count: int) -> ndarray:
        """The next `count` raw 32-bit numbers of the twister, as uint64."""
        return self._raw.randint(0, 2**32, count, dtype=np.uint32).astype(np.uint64)

    def bits64(self, count: int) -> ndarray:
        """The next `count` 64-bit numbers: each of two draws, the high half first."""
        pairs = self.bits32(2 * count).reshape(-1, 2)
        return (pairs[:, 0] << np.uint64(32)) | pairs[:, 1]

    def uniform(self, count: int, dtype: np.dtype) -> ndarray:
        """Numbers in [0, 1): 24 random bits for float32 and float16, 53 for float64."""
        if dtype == np.float64:
            return (self.bits64(count) & np.uint64(2**53 - 1)) * 2.0**-53
        return ((self.bits32(count) & np.uint64(2**24 - 1)) * 2.0**-24).astype(dtype)

    def uniform_between(
        self, count: int, dtype: np.dtype, low: float, high: float
    ) -> ndarray:
        """Numbers in [low, high): one multiplication and addition, rounded once."""
        wide = np.dtype(np.float32) if dtype == np.float16 else dtype
        drawn = self.uniform(count, wide)
        start = wide.type(low)
        width = wide.type(high) - start
        if wide == np.float64:
            return _fused(drawn, width, start)
        return (drawn * np.float64(width) + np.float64(start)).astype(dtype)

    def below(self, count: int, span: int) -> ndarray:
        """Integers from 0 to `span` - 1, as uint64."""
        bits = self.bits32(count) if span < 2**28 else self.bits64(count)
        return bits if span >= 2**64 else bits % np.uint64(span)

    def permutation(self, n: int) -> ndarray:
        """0 to n - 1 in random order, by Fisher and Yates' method."""
        steps = self.bits32(max(n - 1, 0)) % np.arange(n, 1, -1, dtype=np.uint64)
        order = list(range(n))
        for i, step in enumerate(steps.tolist()):
            order[i], order[i + step] = order[i + step], order[i]
        return np.array(order, np.int64)

    def exponential(self, count: int) -> ndarray:
        """Exponential numbers with rate 1, as float64."""
        return -np.log1p(-self.uniform(count, np.dtype(np.float64)))

    def normal(self, count: int, dtype: np.dtype) -> ndarray:
        """Standard normal numbers by Box and Muller's method, as PyTorch pairs them."""
        if dtype == np.float16:
            raise NotImplementedError(
                "minigrad draws normal numbers in float32 and float64, not in float16: "
                "draw in float32 and convert"
            )
        if count < 16:
            return self.normal_one_by_one(count).astype(dtype)
        out = self.uniform(count, dtype)
        whole = count - count % 16
        out[:whole] = _normal_blocks(out[:whole])
        if count > whole:  # the last 16 are drawn anew, so that their block is whole
            out[-16:] = _normal_blocks(self.uniform(16, dtype))
        return out

    def normal_one_by_one(self, count: int) -> ndarray:
        """Standard normal numbers where PyTorch draws each by itself, as float64."""
        return np.array([self._one_normal() for _ in range(count)], np.float64)

    def _one_normal(self) -> float:
        """One number in double precision; its twin is kept for the next call."""
        if self._next_normal is not None:
            number, self._next_normal = self._next_normal, None
            return number
        u1, u2 = self.uniform(2, np.dtype(np.float64))
        radius = math.sqrt(-2.0 * math.log1p(-u2))
        theta = 2.0 * math.pi * u1
        self._next_normal = radius * math.sin(theta)
        return radius * math.cos(theta)


def _fused(a: ndarray, b: float, c: float) -> ndarray:
    """a * b + c in float64 with one rounding, as a fused multiply-add gives it.

    By T. Dekker's exact product and D. Knuth's exact sum.
    """
    product, (high, low), split = a * b, _halves(a), _halves(np.float64(b))
    rest = low * split[1] - (
        product - high * split[0] - low * split[0] - high * split[1]
    )
    total = product + c
    part = total - product
    lost = (product - (total - part)) + (c - part)
    return total + (lost + rest)


def _halves(a: ndarray) -> tuple[ndarray, ndarray]:
    """Two numbers of 26 bits each whose sum is `a`."""
    scaled = a * 134217729.0  # 2**27 + 1
    high = scaled - (scaled - a)
    return high, a - high


def _normal_blocks(uniform: ndarray) -> ndarray:
    """Normal numbers from uniform ones, in blocks of 16: 8 radii, then 8 angles."""
    blocks = uniform.reshape(-1, 2, 8)
    one, two_pi = uniform.dtype.type(1), uniform.dtype.type(2 * math.pi)
    radius = np.sqrt(-2 * np.log(one - blocks[:, 0]))
    theta = two_pi * blocks[:, 1]
    return np.stack((radius * np.cos(theta), radius * np.sin(theta)), 1).reshape(-1)


default_generator = Generator()


def manual_seed(seed: int) -> Generator:
    """Seed the default stream: what follows is what PyTorch draws from this seed."""
    return default_generator.manual_seed(seed)


def initial_seed() -> int:
    """The seed that the default stream was started with."""
    return default_generator.initial_seed()


def seed() -> int:
    """Start the default stream at a place that the system chooses; returns the seed."""
    return default_generator.seed()
