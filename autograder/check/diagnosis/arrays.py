"""What a student's code computes with whole arrays: over which axes, which product.

`expressions` searches formulas that hold entry by entry. Here whole arrays meet: a sum
or a maximum over axes, a product of matrices, `grad` spread along the wrong axes. Each
family gives candidates, a sentence and a function of a clue; the first one that gives
the numbers of every clue is told.

Read: `says_arrays`, then the families.
"""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

from ..comparison import alike
from .mistakes import Clue

Compute = Callable[[Clue], "np.ndarray | None"]
Candidates = Iterator[tuple[str, Compute]]
Found = tuple[str, Callable[[Clue], bool]]  # what is said, and of which clues it holds


def says_arrays(right: str, clues: list[Clue]) -> Found | None:
    """What is computed instead of what is `right`; None if no candidate fits."""
    clues = sorted(clues, key=lambda clue: not clue.is_wrong)
    families = (_reduced, _multiplied, _divided, _spread, _shared, _moved)
    with np.errstate(all="ignore"):
        for family in families if clues[0].of != "again" else ():
            for says, compute in family(clues, right):
                if all(_gives(compute, clue) for clue in clues):
                    return f"{says}.", lambda c, compute=compute: _gives(compute, c)
    return None


def _instead(right: str) -> str:
    return f". It is {right}" if right else ""


def _gives(compute: Compute, clue: Clue) -> bool:
    """True if that is what was seen. Axes of size 1 may be missing, or too many."""
    try:
        with np.errstate(all="ignore"):
            value = compute(clue)
    except (ValueError, IndexError, TypeError, KeyError):
        return False
    if value is None:
        return False
    value = np.squeeze(value).astype(clue.expected.dtype)  # the tolerance is of that
    return alike(value, np.squeeze(clue.got))


# -- axes -------------------------------------------------------------------------


def axes_of(clue: Clue) -> tuple[int, ...]:
    """The axes that are reduced, counted from 0."""
    dim, ndim = clue.inputs.get("dim"), clue.operands[0].ndim
    return tuple(range(ndim)) if dim is None else tuple(np.atleast_1d(dim) % ndim)


def kept_shape(clue: Clue) -> tuple[int, ...]:
    """The shape of an output with the axes that are reduced, of size 1."""
    axes, sizes = axes_of(clue), clue.operands[0].shape
    return tuple(1 if i in axes else n for i, n in enumerate(sizes))


def kept(clue: Clue, array: np.ndarray) -> np.ndarray:
    """A reduced array, with the reduced axes put back as size 1."""
    return array.reshape(kept_shape(clue))


def _reduces(clues: list[Clue]) -> bool:
    """True if a single array is handed in, and axes of it may disappear."""
    return all(
        len(clue.operands) == 1 and clue.out.size <= clue.operands[0].size
        for clue in clues
        if not clue.operands or clue.operands[0].size
    )


_REDUCTIONS = {
    "the sum of a": np.sum,
    "the mean of a": np.mean,
    "the largest of a": np.max,
    "the smallest of a": np.min,
    "the median of a": np.median,
    "the product of the entries of a": np.prod,
    "√(the sum of a²)": lambda a, axis: np.sqrt((a * a).sum(axis)),
    "the sum of a²": lambda a, axis: (a * a).sum(axis),
    "the mean of a²": lambda a, axis: (a * a).mean(axis),
    "√(the mean of a²)": lambda a, axis: np.sqrt((a * a).mean(axis)),
    "√(the sum of a)": lambda a, axis: np.sqrt(a.sum(axis)),
    "√|the sum of a|": lambda a, axis: np.sqrt(np.abs(a.sum(axis))),
    "the sum of |a|": lambda a, axis: np.abs(a).sum(axis),
    "the largest of |a|": lambda a, axis: np.abs(a).max(axis),
    "the place of the largest of a (argmax)": lambda a, axis: np.argmax(
        a, axis[0] if len(axis) == 1 else None
    ),
    "the standard deviation of a": np.std,
    "the largest singular value, as np.linalg.norm(a, 2) does,": lambda a, axis: (
        np.linalg.norm(a, 2, axis)
    ),
}
_AXES = {
    "the axes in dim": axes_of,
    "all axes": lambda clue: tuple(range(clue.operands[0].ndim)),
    "the first axis in dim alone": lambda clue: axes_of(clue)[:1],
    "the last axis in dim alone": lambda clue: axes_of(clue)[-1:],
    "axis 0": lambda clue: (0,)[: clue.operands[0].ndim],
    "the last axis": lambda clue: (-1,)[: clue.operands[0].ndim],
    "the axis after dim": lambda clue: tuple(
        (i + isinstance(clue.inputs.get("dim"), int)) % clue.operands[0].ndim
        for i in axes_of(clue)
    ),
    "the wrong axes, those not in dim": lambda clue: tuple(
        i for i in range(clue.operands[0].ndim) if i not in axes_of(clue)
    ),
}


def _reduced(clues: list[Clue], right: str) -> Candidates:
    """An output: something over some axes of the only array."""
    if clues[0].of != "out" or any(len(clue.operands) != 1 for clue in clues):
        return
    if all(clue.got.shape == clue.operands[0].shape for clue in clues):
        return
    has_dim = any("dim" in clue.inputs for clue in clues)
    places = {k: axes for k, axes in _AXES.items() if has_dim or "dim" not in k}
    for (what, reduce), (where, axes) in product(_REDUCTIONS.items(), places.items()):

        def compute(clue: Clue, reduce=reduce, axes=axes):
            return reduce(clue.operands[0], axis=axes(clue))

        if f"{what} over {where}" != right:
            yield f"forward computes {what} over {where}{_instead(right)}", compute


# -- counts -----------------------------------------------------------------------


def _counts(clue: Clue) -> dict[str, np.float64]:
    """What one may divide by, and how it is called."""
    a = clue.operands[0]
    n = a.size / max(clue.out.size, 1)
    counts = {"n": n, "1": 1, "a.size": a.size, "a.ndim": a.ndim, "n - 1": n - 1}
    first = axes_of(clue)[:1] or (0,)
    for what, axis in (("0", 0), ("-1", -1), ("the first of dim", first[0])):
        counts |= {f"a.shape[{what}]": a.shape[axis]} if a.ndim else {}
    counts |= {"the length of dim": len(axes_of(clue)), "out.size": clue.out.size}
    return {name: np.float64(count) for name, count in counts.items()}


def _divided(clues: list[Clue], right: str) -> Candidates:
    """The right numbers, times one count and divided by another."""
    name = "The output" if clues[0].of == "out" else "The gradient of {x}"
    names = _counts(clues[0]) if all(clue.operands for clue in clues) else {}
    has_n = "/ n" in right or "mean" in right
    for up, down in product(names, names):

        def compute(clue: Clue, up=up, down=down):
            counts = _counts(clue)
            factor = counts.get(up, 1) / counts.get(down, 1)
            if not clue.operands[0].size:
                return clue.got
            return np.where(clue.expected == 0, 0, clue.expected * factor)

        n = "n, the number of entries that make one of out"
        if has_n and up == "n":
            what = f"by {down}. It must be by {n}" if down != "1" else f"by {n}"
            yield f"{name} is {'not ' * (down == '1')}divided {what}", compute
        else:
            factor = f"{up} / {down}".removesuffix(" / 1").replace("n - 1", "(n - 1)")
            n = f" ({n})" * ("n" in (up[:1] + down[:1]))
            yield f"{name} is {factor} times what it should be{n}", compute


# -- the way back through a reduction ---------------------------------------------

_SPREAD = {
    "as if its axes were the last ones of {x}": lambda grad, shape: grad,
    "along the last axis, whatever dim is": lambda grad, shape: grad[..., None],
    "along axis 0, whatever dim is": lambda grad, shape: grad[None],
    "over the entries of {x} in their order": np.resize,
    "over the entries of {x}, each several times in a row": lambda grad, shape: (
        np.repeat(grad, np.prod(shape, dtype=int) // max(grad.size, 1)).reshape(shape)
    ),
}


def _spread(clues: list[Clue], right: str) -> Candidates:
    """grad spread along the wrong axes, the slope being right."""
    usable = clues[0].of == "gradient" and _reduces(clues)
    for how, spread in _SPREAD.items() if usable else ():

        def compute(clue: Clue, spread=spread):
            try:
                grad = spread(clue.upstream, clue.operand.shape)
                return np.broadcast_to(grad, clue.operand.shape) * clue.slope
            except (ValueError, IndexError):
                return clue.expected  # right by another way

        yield (
            f"The gradient is expanded along the wrong axis: grad is spread {how}. Put "
            "the axes in dim back, with size 1, before you broadcast",
            compute,
        )


def _receivers(a: np.ndarray, top: np.ndarray) -> dict[str, np.ndarray]:
    """To whom the gradient of a maximum may be handed, of which one is right."""
    return {
        "every entry that is the largest along dim": a == top,
        "every entry that is the largest of the whole array": a
        == a.max(initial=-np.inf),
        "every entry that is not the largest": a != top,
        "every entry, the largest or not,": a == a,
    }


def _shares(mask: np.ndarray, axes: tuple[int, ...]) -> dict[str, np.ndarray]:
    """What they may get of it, and by which number it is divided."""
    along = {"along dim": axes, "in the whole array": None}
    along |= {"along axis 0": 0, "along the last axis": -1} if mask.ndim else {}
    counts = {where: mask.sum(axis, keepdims=True) for where, axis in along.items()}
    return {
        "the full gradient": np.ones(()),
        **{f"grad divided by their number {k}": count for k, count in counts.items()},
        "half of grad where there are several": np.minimum(counts["along dim"], 2),
        "grad divided by the number of all entries": np.float64(
            mask.size / max(counts["along dim"].size, 1)
        ),
    }


def _shared(clues: list[Clue], right: str) -> Candidates:
    """grad handed to some entries, and shared somehow, where out is the largest."""
    usable = clues[0].of == "gradient" and _reduces(clues)
    if not usable or not all(map(_is_largest, clues)):
        return
    first = _receivers(clues[0].operand, kept(clues[0], clues[0].out))
    hows = _shares(first["every entry that is not the largest"], axes_of(clues[0]))
    for whom, how, times in product(first, hows, ("", ", times {x}")):

        def compute(clue: Clue, whom=whom, how=how, times=times):
            mask = _receivers(clue.operand, kept(clue, clue.out))[whom]
            shares = _shares(mask, axes_of(clue))
            slope = mask / np.maximum(shares.get(how, 1), 1)
            slope = slope * clue.operand if times else slope
            return kept(clue, clue.upstream) * slope

        yield f"For {{x}}, {whom} gets {how}{times}{_instead(right)}", compute

    def one(clue: Clue):
        mask = (clue.operand == kept(clue, clue.out)) & (clue.got != 0)
        is_one = (mask.sum(axes_of(clue)) == 1).all()
        return mask * kept(clue, clue.upstream) if is_one else None

    says = "For {x}, only one of several equal largest entries gets grad"
    yield says + _instead(right), one

    def nearly(clue: Clue):
        axes, top = axes_of(clue), kept(clue, clue.out)
        mask = (clue.got != 0) | (clue.operand == top)
        least = np.where(mask, clue.operand, np.inf).min(
            axes, keepdims=True, initial=np.inf
        )
        if not np.array_equal(mask, clue.operand >= least):
            return None
        return (
            kept(clue, clue.upstream)
            * mask
            / np.maximum(mask.sum(axes, keepdims=True), 1)
        )

    yield (
        "For {x}, entries that are only nearly the largest share its gradient, as "
        "np.isclose takes them for equal. Compare with ==",
        nearly,
    )


def _is_largest(clue: Clue) -> bool:
    largest = clue.operand.max(axes_of(clue), initial=-np.inf)
    return np.array_equal(largest.ravel(), clue.out.ravel())


# -- products ---------------------------------------------------------------------

_PRODUCTS = {
    "{} @ {}": np.matmul,
    "{} * {}": np.multiply,
    "np.outer({}, {})": np.outer,
    "np.dot({}, {})": np.dot,
    "{}[:, None] * {}": lambda x, y: x[:, None] * y,
}


def _terms(clue: Clue) -> dict[str, np.ndarray]:
    """What may stand in a product: the arrays, turned as one may turn them."""
    arrays = {k: v for k, v in clue.inputs.items() if isinstance(v, np.ndarray)}
    if clue.of != "out":
        arrays = {"grad": clue.upstream} | arrays | {"out": clue.out}
    terms = dict(arrays)
    for name, x in arrays.items():
        turned = {"sum()": x.sum()} if x.ndim else {}
        if x.ndim > 1:
            turned |= {"T": x.T, "sum(axis=0)": x.sum(0)}
            turned[f"reshape({name}.mT.shape)"] = x.reshape(x.mT.shape)
        if x.ndim > 2:
            turned |= {"mT": x.mT, "swapaxes(0, 1)": x.swapaxes(0, 1)}
            terms |= {f"{name}[0]": x[:1], f"{name}[0].T": x[:1].mT}
        terms |= {f"{name}.{turn}": array for turn, array in turned.items()}
    return terms


def _multiplied(clues: list[Clue], right: str) -> Candidates:
    """A product of two arrays, or one of them alone, where a product is asked for."""
    if not all(_is_a_product(clue) for clue in clues):
        return
    start = "forward" if clues[0].of == "out" else "For {x}, backward"
    known = {clue: _terms(clue) for clue in clues}
    names = list(known[clues[0]])
    for form, one, other in product(_PRODUCTS, names, names):

        def compute(clue: Clue, form=form, one=one, other=other):
            terms = known[clue]
            if not {one, other} <= terms.keys():
                return None
            return _fitted(_PRODUCTS[form](terms[one], terms[other]), clue)

        formula = form.format(one, other)
        yield f"{start} computes {formula}{_instead(right)}", compute
    for name in names:
        for form, turn in {"": lambda x: x, "[:, None]": lambda x: x[:, None]}.items():

            def alone(clue: Clue, name=name, turn=turn):
                return _fitted(turn(known[clue][name]), clue)

            yield f"{start} computes {name}{form}, repeated{_instead(right)}", alone

    def times_itself(clue: Clue):
        return clue.expected * clue.operand if clue.of == "gradient" else None

    yield "The gradient of {x} has {x} itself as a factor", times_itself


def _fitted(array: np.ndarray, clue: Clue) -> np.ndarray:
    """An array as the engine hands it on if it broadcasts to what is asked for."""
    if clue.got.shape == clue.expected.shape:
        return np.broadcast_to(array, clue.expected.shape)
    return np.asarray(array)


def _is_a_product(clue: Clue) -> bool:
    """True if out is the product of two vectors, matrices or batches."""
    try:
        one, other = clue.operands  # a third would be written to
        return alike(np.asarray(np.matmul(one, other)), clue.out)
    except (ValueError, TypeError):
        return False


# -- the right numbers elsewhere --------------------------------------------------

_MOVES = {
    "is what it should be, summed along the first axis": lambda x: x.sum(0),
    "is what it should be, averaged along the first axis": lambda x: x.mean(0),
    "is everywhere what it should be where the first index is 0": lambda x: x[0],
    "is everywhere what it should be where the last index is 0": lambda x: x[..., :1],
    "is the sum of all that it should be": np.sum,
    "has its rows in the opposite order": lambda x: x[::-1],
    "is sorted": lambda x: np.sort(x, axis=None).reshape(x.shape),
}


def _moved(clues: list[Clue], right: str) -> Candidates:
    """The right numbers, but summed, repeated, or in other places."""
    name = "The output" if clues[0].of == "out" else "The gradient of {x}"
    for says, move in _MOVES.items():

        def compute(clue: Clue, move=move):
            return _fitted(move(clue.expected), clue)

        yield f"{name} {says}", compute

    def same_numbers(clue: Clue):
        one, other = (np.sort(x, axis=None) for x in (clue.got, clue.expected))
        return clue.got if alike(one, other) else None

    yield f"{name} has the right numbers, but in the wrong places", same_numbers
    if clues[0].of == "out" or clues[0].upstream.shape == clues[0].operand.shape:
        return  # a formula tells more

    def with_operand(clue: Clue):
        return clue.expected + clue.operand

    yield f"{name} is what it should be, plus {{x}}: start from zeros", with_operand
