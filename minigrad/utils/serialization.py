"""`save` and `load`: tensors, and dicts and lists of them, as safetensors files.

A file holds numbers and a description in JSON, never code: loading executes nothing.
Other programs that read safetensors find each tensor under its path ("fc.weight").

Read: `save`, `load`, then `_described` and `_rebuilt`, which are each other's inverse.
"""

import json
import os
import shutil
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy import ndarray

from .. import dtypes
from ..nn.parameter import Parameter, typename
from ..tensor import Tensor

PLAIN = (bool, int, float, str, type(None))


def save(obj: Any, f: "str | os.PathLike | IO[bytes]") -> None:
    """Write tensors, numbers, strings, and dicts, lists and tuples of them, to `f`.

    For a model save `model.state_dict()`. A file that is there is replaced only once
    the new one is written in full. TypeError for anything else, with its place.
    """
    library = _safetensors()
    tensors: dict[str, ndarray] = {}
    description = json.dumps(_described(obj, (), tensors))
    content = library.save(tensors, {"minigrad": description})
    if hasattr(f, "write"):
        f.write(content)
    else:
        _replace(Path(os.path.realpath(f)), content)


def load(
    f: "str | os.PathLike | IO[bytes]",
    map_location: Any = None,
    *,
    weights_only: bool | None = None,
) -> Any:
    """Read what `save` wrote; from other safetensors files a dict of tensors.

    RuntimeError for a file that is damaged or of another kind. `map_location` and
    `weights_only` are there for PyTorch's sake: memory is the CPU's, and a file holds
    nothing but data.
    """
    library = _safetensors()
    content = f.read() if hasattr(f, "read") else Path(f).read_bytes()
    name = "the file" if hasattr(f, "read") else str(f)
    try:
        tensors = library.load(content)
        length = int.from_bytes(content[:8], "little")
        metadata = json.loads(content[8 : 8 + length]).get("__metadata__", {})
    except Exception as error:  # whatever the library says of a foreign file
        _refuse_pickle(content)
        raise RuntimeError(
            f"{name} is no safetensors file, or it is damaged ({error}). Save it "
            "anew with torch.save(...) of minigrad."
        ) from error
    try:
        if "minigrad" not in metadata:
            return {key: Tensor(_own(array)) for key, array in tensors.items()}
        return _rebuilt(json.loads(metadata["minigrad"]), tensors)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise RuntimeError(
            f"{name} is damaged: its description does not fit its tensors ({error})"
        ) from error


def _safetensors():
    try:
        import safetensors.numpy
    except ImportError:
        raise ImportError(
            "saving and loading needs the package safetensors: pip install safetensors"
        ) from None
    return safetensors.numpy


# -- the file ---------------------------------------------------------------------


def _replace(path: Path, content: bytes) -> None:
    """Put a file with `content` at `path`, in one step."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(content)
        if path.exists():
            shutil.copymode(path, temporary)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _refuse_pickle(content: bytes) -> None:
    """RuntimeError for the files of PyTorch's own torch.save, which can hold code."""
    if content[:4] in (b"PK\x03\x04", b"PK\x05\x06") or content[:1] == b"\x80":
        raise RuntimeError(
            "this is a pickle file, as PyTorch's torch.save writes. Loading it could "
            "run code, so minigrad does not. In PyTorch, write the state_dict with "
            "safetensors.torch.save_file(model.state_dict(), path)."
        )


# -- the description --------------------------------------------------------------


def _described(value: Any, path: tuple, tensors: dict[str, ndarray]) -> Any:
    """`value` in JSON; its tensors are added to `tensors`, each under its path.

    Plain values and lists stand for themselves; all else is a dict with one key that
    says what it is.
    """
    if isinstance(value, Tensor):
        name = _free_name(".".join(map(str, path)), tensors)
        tensors[name] = np.array(value._data, order="C")
        kind = "parameter" if isinstance(value, Parameter) else "tensor"
        return {kind: [name, value.requires_grad]}
    if type(value) in PLAIN:
        return value
    if isinstance(value, Mapping):
        wrong = [key for key in value if type(key) not in PLAIN]
        if wrong:
            raise TypeError(
                f"cannot save a dict with the key {wrong[0]!r}: keys are strings or "
                "numbers"
            )
        items = [[k, _described(v, (*path, k), tensors)] for k, v in value.items()]
        return {"ordered" if isinstance(value, OrderedDict) else "dict": items}
    if type(value) in (list, tuple):
        parts = [_described(part, (*path, i), tensors) for i, part in enumerate(value)]
        return parts if type(value) is list else {"tuple": parts}
    if isinstance(value, dtypes.dtype):
        return {"dtype": value.name}
    where = "".join(f"[{key!r}]" for key in path)
    raise TypeError(
        f"cannot save an object of type {typename(value)}"
        + (f" (at {where})" if where else "")
        + ": save tensors, numbers, strings, and dicts, lists and tuples of them; an "
        "array as torch.from_numpy(array); of a module or an optimizer its state_dict: "
        "torch.save(net.state_dict(), path), then net.load_state_dict(torch.load(path))"
    )


def _free_name(wanted: str, tensors: dict[str, ndarray]) -> str:
    """A name that no tensor has: two paths may read alike."""
    name, number = wanted or "tensor", 1
    while name in tensors or name == "__metadata__":
        name, number = f"{wanted}#{number}", number + 1
    return name


def _rebuilt(description: Any, tensors: dict[str, ndarray]) -> Any:
    """What `_described` described."""
    if isinstance(description, list):
        return [_rebuilt(part, tensors) for part in description]
    if not isinstance(description, dict):
        return description
    ((kind, content),) = description.items()
    if kind in ("tensor", "parameter"):
        name, requires_grad = content
        made = Tensor(_own(tensors[name]), requires_grad is True)
        return Parameter(made, requires_grad is True) if kind == "parameter" else made
    if kind in ("dict", "ordered"):
        pairs = [(key, _rebuilt(value, tensors)) for key, value in content]
        return OrderedDict(pairs) if kind == "ordered" else dict(pairs)
    if kind == "tuple":
        return tuple(_rebuilt(part, tensors) for part in content)
    if kind == "dtype":
        return {each.name: each for each in dtypes.ALL}[content]
    raise ValueError(f"an unknown kind of entry, {kind!r}")


def _own(array: ndarray) -> ndarray:
    """An array over memory of its own, which may be written."""
    dtypes.of(array.dtype)
    return np.array(array)
