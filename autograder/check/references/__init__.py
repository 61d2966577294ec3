"""References: what PyTorch did with a program, kept as data and read without PyTorch.

Read: `Reference`, `made` (run a program on a case), `record` and `load` (a file per
problem set beside this one), `differences` (is a file still what PyTorch does?).

A file `psN.npz` holds torch's version, the seed, and for each program the inputs, the
upstream gradients and the observation of every case. It holds arrays of numbers and
of text, no pickled objects.
"""

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np

import minigrad

from ...variant import SEED
from .. import programs
from ..comparison import compare
from ..flow import flow_under_torch
from ..inputs import drawn
from ..observation import Arrays, Observation, Upstream, gradient_of, observe
from ..programs import Program

FOLDER = Path(__file__).parent


@dataclass(eq=False)
class Reference:
    """One program on one case: the inputs, and what is right.

    `inputs` are arrays and Python values by parameter, `upstream` the random gradients
    that backward passes start from. For diagnosis: `slopes` are the gradients under an
    upstream gradient of ones, and `flow` what each node of the graph sends along each
    edge. `made_by` says which library this is from.
    """

    program: Program
    case: int
    inputs: dict[str, object]
    upstream: Arrays
    seen: Observation
    slopes: Arrays = field(default_factory=dict)
    flow: Arrays = field(default_factory=dict)
    made_by: str = ""

    @property
    def out(self) -> np.ndarray | None:
        return self.seen.arrays.get("out")


def made(
    lib: ModuleType, program: Program, case: int, seed: int, diagnosis: bool = True
) -> Reference:
    """Run `program` under `lib` on inputs drawn from `seed`."""
    rng = np.random.default_rng([seed, zlib.crc32(program.name.encode()), case])
    inputs = drawn(program.cases[case], rng)
    upstream = Upstream(rng)
    seen = observe(lib, program, inputs, upstream, program.order)
    reference = Reference(
        program,
        case,
        dict(zip(program.parameters, inputs, strict=True)),
        upstream.arrays,
        seen,
        made_by=_signature(lib.__name__, lib.__version__),
    )
    if diagnosis and upstream.arrays and not seen.error:
        reference.slopes = _slopes(lib, seen)
        if lib.__name__ == "torch" and not program.opaque:
            reference.flow = flow_under_torch(lib, program, inputs, upstream)
    return reference


def replayed(reference: Reference, order: int = 1) -> Observation:
    """What minigrad does now with the program and inputs of a reference."""
    inputs, upstream = [*reference.inputs.values()], Upstream(arrays=reference.upstream)
    return observe(minigrad, reference.program, inputs, upstream, order)


def _slopes(lib: ModuleType, seen: Observation) -> Arrays:
    """The gradients under an upstream gradient of ones."""
    roots = [out for out in seen.outputs if out.requires_grad]
    grads = lib.autograd.grad(
        roots,
        list(seen.leaves.values()),
        [lib.ones_like(root) for root in roots],
        allow_unused=True,
        retain_graph=True,
    )
    return {
        gradient_of(name): np.array(grad.detach().numpy())
        for name, grad in zip(seen.leaves, grads, strict=True)
        if grad is not None
    }


# -- files ------------------------------------------------------------------------


def recorded(set: str) -> Iterator[Reference]:
    """Every reference of a problem set, made by PyTorch now.

    RuntimeError for a program that raises what it does not announce, or the reverse.
    """
    import torch

    for program in programs.of_set(set):
        for case in range(len(program.cases)):
            reference = made(torch, program, case, SEED)
            if bool(reference.seen.error) != program.raises:
                raise RuntimeError(
                    f"{program.name}, case {case}: PyTorch raised "
                    f"{reference.seen.error}, and the program has raises="
                    f"{program.raises}"
                ) from reference.seen.raised
            yield reference


def record(set: str) -> Path:
    """Write the file of a problem set anew; answers its path."""
    import torch

    entries = {"torch": np.array(torch.__version__), "seed": np.array(SEED)}
    groups: dict[str, list[Reference]] = {}
    for reference in recorded(set):
        groups.setdefault(reference.program.name, []).append(reference)
    for name, references in groups.items():
        index, numbers = _packed(references)
        entries[f"{name}/index"] = np.array(json.dumps(index))
        entries[f"{name}/numbers"] = numbers
    path = FOLDER / f"{set}.npz"
    np.savez_compressed(path, **entries)
    load.cache_clear()
    return path


@cache
def load(program: Program) -> list[Reference]:
    """The recorded references of a program. FileNotFoundError says how to record."""
    with _opened(program.set) as file:
        index = json.loads(str(file[f"{program.name}/index"]))
        numbers = file[f"{program.name}/numbers"]
        made_by = _signature("torch", str(file["torch"]))
    return _unpacked(program, index, numbers, made_by)


def _signature(name: str, version: str) -> str:
    """What a student is told that a reference is from."""
    if name != "torch":
        return "minigrad's own version"
    return f"PyTorch {version.partition('+')[0]}"


def _opened(set: str):
    path = FOLDER / f"{set}.npz"
    if not path.exists():
        raise FileNotFoundError(
            f"{path.name} is missing: record it with python -m autograder record {set}"
        )
    return np.load(path, allow_pickle=False)


# An entry of a zip costs more than the few numbers of most arrays here. So the arrays
# of a program lie one behind the other in `numbers`, and `index` says what they are.
_GROUPS = ("upstream", "slopes", "flow")
_TEXTS = ("graph", "text", "facts", "error")


def _packed(references: list[Reference]) -> tuple[list, np.ndarray]:
    index, numbers = [], []

    def put(array: np.ndarray) -> list:
        numbers.append(array.astype("float64").ravel())
        return [array.dtype.name, list(array.shape)]

    def put_all(arrays: Arrays) -> dict:
        return {name: put(array) for name, array in arrays.items()}

    for each in references:
        row = {group: put_all(getattr(each, group)) for group in _GROUPS}
        row["arrays"] = put_all(each.seen.arrays)
        row["inputs"] = {
            name: {"array": put(value)}
            if isinstance(value, np.ndarray)
            else {"value": value}
            for name, value in each.inputs.items()
        }
        row |= {k: getattr(each.seen, k) for k in _TEXTS}
        index.append(row)
    return index, np.concatenate([np.empty(0), *numbers])


def _unpacked(program: Program, index: list, numbers, made_by: str) -> list[Reference]:
    position = 0

    def take(entry: list) -> np.ndarray:
        nonlocal position
        dtype, shape = entry
        start, position = position, position + int(np.prod(shape, dtype=int))
        array = numbers[start:position].astype(dtype).reshape(shape)
        array.setflags(write=False)  # one check must not change what the next reads
        return array

    def take_all(entries: dict) -> Arrays:
        return {name: take(entry) for name, entry in entries.items()}

    references = []
    for case, row in enumerate(index):
        groups = {group: take_all(row[group]) for group in _GROUPS}
        seen = Observation(
            take_all(row["arrays"]), **{k: row[k] for k in _TEXTS if k in row}
        )
        inputs = {
            name: take(entry["array"]) if "array" in entry else _value(entry["value"])
            for name, entry in row["inputs"].items()
        }
        references.append(
            Reference(program, case, inputs, seen=seen, made_by=made_by, **groups)
        )
    return references


def _value(value: object) -> object:
    """A Python value as it was: JSON makes lists of tuples."""
    return tuple(map(_value, value)) if isinstance(value, list) else value


# -- is it still true? ------------------------------------------------------------


def differences(set: str) -> list[str]:
    """Record again and say in what PyTorch and the file of a problem set differ."""
    found = []
    with _opened(set) as file:
        kept = file.files
    expected = {"torch", "seed"} | {
        f"{program.name}/{part}"
        for program in programs.of_set(set)
        for part in ("index", "numbers")
    }
    for name in sorted(expected.symmetric_difference(kept)):
        place = "the file" if name in kept else "the programs"
        found.append(f"{name}: only in {place}")
    if found:
        return found
    for new in recorded(set):
        place = f"{new.program.name}, case {new.case}"
        old = load(new.program)[new.case : new.case + 1]
        if not old or not _same_inputs(old[0].inputs, new.inputs):
            found.append(f"{place}: other inputs")
            continue
        found += [
            f"{place}: {difference.what} ({difference.kind})"
            for difference in _compared(old[0], new)
        ]
    return found


def _compared(old: Reference, new: Reference) -> list:
    parts = [(old.seen, new.seen)] + [
        (Observation(getattr(old, group)), Observation(getattr(new, group)))
        for group in _GROUPS
    ]
    return [difference for pair in parts for difference in compare(*pair)]


def _same_inputs(old: dict, new: dict) -> bool:
    return old.keys() == new.keys() and all(
        np.array_equal(old[name], new[name], equal_nan=True)
        if isinstance(new[name], np.ndarray | float)
        else old[name] == new[name]
        for name in new
    )
