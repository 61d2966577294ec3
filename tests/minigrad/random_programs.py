"""Random programs: about twenty operations on shared tensors of random shapes.

A `Program` is a function of the library and its leaves, as `oracle.same` takes it. All
that it does follows from its seed and from the shapes it meets, so both libraries do
the same. Read `Program`, then the steps that it draws from.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

LIMIT = 60  # elements


@dataclass(frozen=True)
class Program:
    seed: int
    steps: int = 25

    def leaves(self) -> list[np.ndarray]:
        """Arrays whose shapes mostly broadcast; of one dtype, or of two."""
        rng = np.random.default_rng((self.seed, 1))
        shapes = [(), (1,), (3,), (2, 3), (2, 1), (1, 3), (4, 2, 3), (2, 0), (3, 3)]
        single = rng.random() < 0.2
        leaves = []
        for _ in range(rng.integers(2, 5)):
            shape = shapes[
                rng.choice(9, p=[0.1] * 2 + [0.15] * 3 + [0.1] * 2 + [0.05, 0.1])
            ]
            dtype = np.float32 if single and rng.random() < 0.5 else np.float64
            leaves.append(rng.standard_normal(shape).astype(dtype))
        return leaves

    def __call__(self, lib, *leaves) -> list:
        """Run it; the roots, each a tensor with a history where there is one."""
        rng = np.random.default_rng((self.seed, 2))
        pool = list(leaves)
        for _ in range(self.steps):
            pool.append(tamed(self.step(lib, rng, pool)))
        roots = [x for x in pool if x.requires_grad and not x.is_leaf]
        if not roots:
            return pool[-1:]
        late = roots[-6:]
        return [late[i] for i in rng.integers(0, len(late), rng.integers(1, 4))]

    def step(self, lib, rng: np.random.Generator, pool: list):
        while True:
            step = STEPS[rng.choice(len(STEPS), p=CHANCES)]
            out = step(lib, rng, pool)
            if out is not None:
                return out


def tamed(x):
    """`x`, drawn into (-1, 1) where it has grown so large that errors would too."""
    return x.tanh() if x.numel() and x.detach().abs().sum() > 50 * x.numel() else x


def pick(rng: np.random.Generator, pool: list):
    """One of the pool, more likely a late one."""
    return pool[int(len(pool) * rng.random() ** 0.35)]


# -- steps: each gives a tensor, or None where it does not fit what was picked --------

UNARY: list[Callable] = [
    lambda lib, x: -x,
    lambda lib, x: x.tanh(),
    lambda lib, x: x.sin(),
    lambda lib, x: lib.cos(x),
    lambda lib, x: x.tanh().exp(),
    lambda lib, x: x.relu(),
    lambda lib, x: x.abs(),
    lambda lib, x: x.sign() * x,
    lambda lib, x: (x * x + 1).log(),
    lambda lib, x: (x.abs() + 1).sqrt(),
    lambda lib, x: (x * x + 1).reciprocal(),
    lambda lib, x: x * 0.5,
    lambda lib, x: 2 - x,
    lambda lib, x: 1 / (x * x + 1),
    lambda lib, x: x + 1,
    lambda lib, x: x**2,
    lambda lib, x: x.tanh() ** 3,
    lambda lib, x: 1.5 ** x.tanh(),
    lambda lib, x: x / 3,
    lambda lib, x: x.clone(),
    lambda lib, x: x.contiguous(),
    lambda lib, x: x * x + x,
    lambda lib, x: x + x * x,
]
BINARY: list[Callable] = [
    lambda lib, x, y: x + y,
    lambda lib, x, y: x - y,
    lambda lib, x, y: x * y,
    lambda lib, x, y: x / (y * y + 1),
    lambda lib, x, y: (x.abs() + 1) ** y.tanh(),
    lambda lib, x, y: lib.where(x > 0, x, y),
    lambda lib, x, y: lib.where(y > x, x * 2, 0.5),
    lambda lib, x, y: x + y.detach(),
    lambda lib, x, y: x * (y > 0),
]


def unary(lib, rng, pool):
    return UNARY[rng.integers(len(UNARY))](lib, pick(rng, pool))


def converted(lib, rng, pool):
    if not any(x.dtype is lib.float32 for x in pool):
        return None  # a program in float64 is compared more strictly
    x = pick(rng, pool)
    return x.float() if rng.random() < 0.5 else x.double()


def binary(lib, rng, pool):
    x, y = pick(rng, pool), pick(rng, pool)
    try:
        shape = np.broadcast_shapes(tuple(x.shape), tuple(y.shape))
    except ValueError:
        return None
    if np.prod(shape) > LIMIT:
        return None
    return BINARY[rng.integers(len(BINARY))](lib, x, y)


def reduction(lib, rng, pool):
    x = pick(rng, pool)
    name = rng.choice(["sum", "mean", "norm"])
    if name != "sum" and x.numel() == 0:
        return None
    if name == "norm":
        x = x + 3  # away from the point where it has no derivative
    if x.ndim == 0 or rng.random() < 0.3:
        return getattr(x, name)()
    axes = rng.permutation(x.ndim)[: rng.integers(1, x.ndim + 1)].tolist()
    dim = axes[0] if len(axes) == 1 else tuple(axes[:2])
    return getattr(x, name)(dim=dim, keepdim=bool(rng.random() < 0.5))


def product(lib, rng, pool):
    x, y = pick(rng, pool), pick(rng, pool)
    if 0 in (x.ndim, y.ndim):
        return None
    if y.ndim > 1 and rng.random() < 0.5:
        y = y.mT
    if x.shape[-1] != y.shape[-2 if y.ndim > 1 else 0]:
        return None
    try:
        batch = np.broadcast_shapes(tuple(x.shape[:-2]), tuple(y.shape[:-2]))
    except ValueError:
        return None
    rows, columns = (x.shape[-2:-1].numel(), y.shape[1:][-1:].numel())
    if np.prod(batch) * rows * columns > LIMIT:
        return None
    return x @ y


def rearranged(lib, rng, pool):
    x = pick(rng, pool)
    axes = rng.permutation(x.ndim).tolist()
    kind = rng.integers(8)
    if kind == 0:
        return x.reshape(-1)
    if kind == 1:
        return x.flatten().unsqueeze(int(rng.integers(-2, 2)))
    if kind == 2 and x.ndim == 2:
        return x.T if rng.random() < 0.5 else x.t()
    if kind == 3 and x.ndim:
        return x.permute(axes)
    if kind == 4 and x.ndim < 3:
        return x.unsqueeze(int(rng.integers(-x.ndim - 1, x.ndim + 1)))
    if kind == 5:
        return x.squeeze() if rng.random() < 0.5 or not x.ndim else x.squeeze(axes[0])
    if kind == 6 and x.ndim and x.numel() * 2 <= LIMIT:
        return x.expand(2, *x.shape) if x.ndim < 3 else None
    if kind == 7 and x.ndim > 1:
        return x.transpose(axes[0], axes[1])
    return None


def taken(lib, rng, pool):
    x = pick(rng, pool)
    if x.ndim == 0 or 0 in x.shape:
        return None
    key = []
    for size in x.shape[: rng.integers(1, x.ndim + 1)]:
        kind = rng.integers(6)
        start = int(rng.integers(size))
        if kind == 0:
            key.append(start)
        elif kind == 1:
            key.append(slice(start, None))
        elif kind == 2:
            key.append(slice(None, None, int(rng.integers(1, 3))))
        elif kind == 3:
            key.append(None)
            key.append(slice(None))
        elif kind == 4:
            key.append(rng.integers(-size, size, 2).tolist())
        else:
            key.append(slice(None))
    if x.ndim + key.count(None) > 4:
        return None
    return x[tuple(key)] if len(key) > 1 or rng.random() < 0.5 else x[key[0]]


def masked(lib, rng, pool):
    x = pick(rng, pool)
    return x[x > 0] if x.ndim else None


def changed_in_place(lib, rng, pool):
    y = pick(rng, pool).clone()
    x = pick(rng, pool)
    try:
        fits = np.broadcast_shapes(tuple(x.shape), tuple(y.shape)) == tuple(y.shape)
    except ValueError:
        return None
    if not fits:
        return None
    kind = rng.integers(5)
    if kind == 0:
        y += x
    elif kind == 1:
        y.mul_(x.tanh())
    elif kind == 2:
        y -= 0.5
    elif kind == 3:
        y.div_(x * x + 1)
    else:
        y.copy_(x)
    return y


def part_changed(lib, rng, pool):
    """A view, its base or both after a change of a part: which one is drawn."""
    base = pick(rng, pool).clone()
    if base.ndim == 0 or 0 in base.shape:
        return None
    axis = int(rng.integers(base.ndim))
    start = int(rng.integers(base.shape[axis]))
    key = (slice(None),) * axis + (start if rng.random() < 0.5 else slice(start, None),)
    before = base[0] if rng.random() < 0.5 else base.transpose(0, -1)
    part = base.mT[..., :1] if base.ndim > 1 and rng.random() < 0.3 else base[key]
    value = pick(rng, pool)
    fits = tuple(value.shape) in (tuple(part.shape), ()) and value.dtype is part.dtype
    kind = rng.integers(6)
    if kind == 0 and fits:
        part += value
    elif kind == 1:
        part.mul_(0.5)
    elif kind == 2 and fits:
        base[key if part.ndim == base[key].ndim else ...] = value * 0.5
    elif kind == 3:
        base[key] = 0.25
    elif kind == 4:
        base.div_(2)
    elif base.ndim < 2:
        base[[0, -1]] = base[[-1, 0]] * 2
    else:
        part.sub_(1).mul_(0.5)
    return (before, base, part)[rng.integers(3)]


def one_of_several(lib, rng, pool):
    x = pick(rng, pool)
    if x.ndim == 0 or 0 in x.shape:
        return None
    rows = list(x)
    first, last = rows[0], rows[-1]
    return first if rng.random() < 0.3 else last * first


def hooked(lib, rng, pool):
    y = pick(rng, pool) * 1.5
    if not y.requires_grad:
        return None
    y.register_hook(lambda grad: grad * 0.5)
    if rng.random() < 0.5:
        y.grad_fn.register_prehook(lambda grads: (grads[0] * 1.25,))
    return y


def unrecorded(lib, rng, pool):
    with lib.no_grad():
        return unary(lib, rng, pool)


def of_the_users_own(lib, rng, pool):
    class Twist(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, y, scale):
            ctx.save_for_backward(x, y)
            ctx.scale = scale
            return x * y * scale, x + y.sin()

        @staticmethod
        def backward(ctx, first, second):
            x, y = ctx.saved_tensors
            by_x = by_y = None
            if ctx.needs_input_grad[0]:
                by_x = first * y * ctx.scale + second
            if ctx.needs_input_grad[1]:
                by_y = first * x * ctx.scale + second * y.cos()
            return by_x, by_y, None

    x, y = pick(rng, pool), pick(rng, pool)
    if x.shape != y.shape or x.dtype != y.dtype:
        y = x.tanh()
    outs = Twist.apply(x, y, 0.5)
    return outs[rng.integers(2)] if rng.random() < 0.7 else outs[0] - outs[1]


WEIGHTS = {
    unary: 6,
    converted: 1,
    binary: 8,
    reduction: 2,
    product: 2,
    rearranged: 4,
    taken: 3,
    masked: 0.5,
    changed_in_place: 1.5,
    part_changed: 2,
    one_of_several: 0.7,
    hooked: 0.4,
    unrecorded: 0.3,
    of_the_users_own: 1.5,
}
STEPS = list(WEIGHTS)
CHANCES = np.array(list(WEIGHTS.values())) / sum(WEIGHTS.values())
