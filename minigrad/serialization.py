"""`save` and `load`: tensors, and dicts and lists of them, as safetensors files.

A file holds numbers and a description in JSON, never code: loading executes nothing.
Other programs that read safetensors find each tensor under its path ("fc.weight").

Read: `save`, `load`, then `_described` and `_rebuilt`, which are each other's inverse.
"""

import json
import os
import shutil
import tempfile
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy import ndarray

from . import dtypes
from .nn.parameter import Parameter, typename
from .tensor import Tensor

FORMAT = "1"
PLAIN = (bool, int, float, str, type(None))


def save(obj: Any, f: "str | os.PathLike | IO[bytes]") -> None:
    """Write tensors, numbers, strings, and dicts, lists and tuples of them, to `f`.

    For a model save `model.state_dict()`. A file that is there is replaced only once
    the new one is written in full. TypeError for anything else, with its place.
    """
    library = _safetensors()
    tensors: dict[str, ndarray] = {}
    description = json.dumps(_described(obj, (), tensors))
    metadata = {"minigrad_format": FORMAT, "minigrad": description}
    content = library.save(tensors, metadata)
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
    try:
        tensors = library.load(content)
        metadata = _metadata(content)
    except Exception as error:  # whatever the library says of a foreign file
        _refuse_pickle(content)
        raise RuntimeError(
            f"{_name(f)} is no safetensors file, or it is damaged ({error}). Save it "
            "anew with torch.save(...) of minigrad."
        ) from error
    if "minigrad" not in metadata:
        return {name: _tensor(array, f) for name, array in tensors.items()}
    if metadata.get("minigrad_format") != FORMAT:
        raise RuntimeError(
            f"{_name(f)} was written by another version of minigrad: read it with that "
            "version"
        )
    try:
        return _rebuilt(json.loads(metadata["minigrad"]), tensors)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise RuntimeError(
            f"{_name(f)} is damaged: its description does not fit its tensors ({error})"
        ) from error


def _safetensors():
    try:
        import safetensors.numpy
    except ImportError:
        raise ImportError(
            "saving and loading needs the package safetensors: pip install safetensors"
        ) from None
    return safetensors.numpy


def _name(f: Any) -> str:
    return "the file" if hasattr(f, "read") else str(f)


# -- the file ---------------------------------------------------------------------


def _replace(path: Path, content: bytes) -> None:
    """Put a file with `content` at `path`, in one step."""
    number, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, temporary)
        else:
            os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    """The permissions that a new file of this process does not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _refuse_pickle(content: bytes) -> None:
    """RuntimeError for the files of PyTorch's own torch.save, which can hold code."""
    if content[:4] in (b"PK\x03\x04", b"PK\x05\x06") or content[:1] == b"\x80":
        raise RuntimeError(
            "this is a pickle file, as PyTorch's torch.save writes. Loading it could "
            "run code, so minigrad does not. In PyTorch, write the state_dict with "
            "safetensors.torch.save_file(model.state_dict(), path)."
        )


def _metadata(content: bytes) -> dict[str, str]:
    """The metadata in the header, which the library has checked already."""
    length = int.from_bytes(content[:8], "little")
    return json.loads(content[8 : 8 + length]).get("__metadata__", {})


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
        kind = "ordered" if isinstance(value, OrderedDict) else "dict"
        return {kind: [_item(key, value[key], path, tensors) for key in value]}
    if type(value) in (list, tuple):
        parts = [_described(part, (*path, i), tensors) for i, part in enumerate(value)]
        return parts if type(value) is list else {"tuple": parts}
    if isinstance(value, dtypes.dtype):
        return {"dtype": value.name}
    if isinstance(value, np.generic):
        return value.item()
    where = "".join(f"[{key!r}]" for key in path)
    raise TypeError(
        f"cannot save an object of type {typename(value)}"
        + (f" (at {where})" if where else "")
        + ": save tensors, numbers, strings, and dicts, lists and tuples of them; of a "
        "module or an optimizer save its state_dict()"
    )


def _item(key: Any, value: Any, path: tuple, tensors: dict[str, ndarray]) -> list:
    if type(key) not in PLAIN:
        raise TypeError(
            f"cannot save a dict with the key {key!r}: keys are strings or numbers"
        )
    return [key, _described(value, (*path, key), tensors)]


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


def _tensor(array: ndarray, f: Any) -> Tensor:
    try:
        return Tensor(_own(array))
    except TypeError as error:
        raise RuntimeError(f"{_name(f)}: {error}") from error
