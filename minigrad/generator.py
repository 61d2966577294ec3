"""Random tensors: PyTorch's own CPU stream, number for number.

PyTorch draws from the Mersenne Twister MT19937, seeded in the old way that NumPy's
`RandomState` still offers. `rand` is bit-equal to PyTorch's; `randn` differs in the
last digits only (another library computes its logarithm, sine and cosine).

Read: `Generator`, the raw stream and what is made of it; `manual_seed`. The functions
that make tensors of it (`rand`, `randn` …) are in creation.py.
"""

import math

import numpy as np
from numpy import ndarray

_DEFAULT_SEED = 67280421310721  # PyTorch's seed when none is set


class Generator:
    """A stream of random numbers: PyTorch's `torch.Generator` on the CPU."""

    def __init__(self) -> None:
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

    def initial_seed(self) -> int:
        return self._seed

    def bits32(self, count: int) -> ndarray:
        """The next `count` raw 32-bit numbers of the twister, as uint64."""
        return self._raw.randint(0, 2**32, count, dtype=np.uint32).astype(np.uint64)

    def bits64(self, count: int) -> ndarray:
        """The next `count` 64-bit numbers: each of two draws, the high half first."""
        pairs = self.bits32(2 * count).reshape(-1, 2)
        return (pairs[:, 0] << np.uint64(32)) | pairs[:, 1]

    def uniform(self, count: int, dtype: np.dtype) -> ndarray:
        """Numbers in [0, 1): 24 random bits for float32, 53 for float64."""
        if dtype == np.float64:
            return (self.bits64(count) & np.uint64(2**53 - 1)) * 2.0**-53
        if dtype != np.float32:
            raise NotImplementedError(
                f"minigrad draws random numbers in float32 and float64, not in {dtype}:"
                " draw in float32 and convert"
            )
        return ((self.bits32(count) & np.uint64(2**24 - 1)) * 2.0**-24).astype(dtype)

    def normal(self, count: int, dtype: np.dtype) -> ndarray:
        """Standard normal numbers by Box and Muller's method, as PyTorch pairs them."""
        if count < 16:
            numbers = [self._one_normal() for _ in range(count)]
            return np.array(numbers, dtype=np.float64).astype(dtype)
        out = self.uniform(count, dtype)
        whole = count - count % 16
        out[:whole] = _normal_blocks(out[:whole])
        if count > whole:  # the last 16 are drawn anew, so that their block is whole
            out[-16:] = _normal_blocks(self.uniform(16, dtype))
        return out

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
