"""Messages between the judge and the sandbox: a JSON header, and arrays as npz.

The sandbox runs strangers' code, so whatever comes out of it is read as data: headers
are JSON, arrays are npz without pickles, and both have a size cap. `WireError` says
that a message is not of this form.

Read: `send` and `receive` (a message on a socket), `packed` and `unpacked` (arrays).
"""

import io
import json
import math
import socket
import struct
import zipfile
from collections.abc import Callable, Iterable

import numpy as np

HEADER_CAP = 8_000_000  # bytes
PAYLOAD_CAP = 64_000_000
DTYPES = ("float64", "float32", "float16", "int64", "int32", "uint8", "bool")

_FRAME = struct.Struct(">II")


class WireError(Exception):
    """A message is malformed or too large."""


def send(channel: socket.socket, header: dict, payload: bytes = b"") -> None:
    """Send a message."""
    channel.sendall(framed(header, payload))


def framed(header: dict, payload: bytes = b"") -> bytes:
    """A message as it is sent."""
    text = json.dumps(header, default=_plain).encode()
    return _FRAME.pack(len(text), len(payload)) + text + payload


def _plain(value: object) -> object:
    """A NumPy scalar as a Python value, anything else as what it prints."""
    return value.item() if isinstance(value, np.generic) else repr(value)


def receive(read: Callable[[int], bytes]) -> tuple[dict, bytes]:
    """The next message. `read(n)` answers exactly n bytes. WireError for a bad one."""
    header_size, payload_size = _FRAME.unpack(read(_FRAME.size))
    if header_size > HEADER_CAP or payload_size > PAYLOAD_CAP:
        raise WireError(f"a message of {header_size + payload_size} bytes")
    try:
        header = json.loads(read(header_size))
    except (ValueError, RecursionError):
        raise WireError("a header that is no JSON") from None
    if not isinstance(header, dict):
        raise WireError("a header that is no JSON object")
    return header, read(payload_size)


def reader(receive: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """`read(n)`, exactly n bytes, of what answers at most as many. EOFError at the end.

    `receive` is `recv` of a socket, or what waits like it.
    """

    def read(count: int) -> bytes:
        parts = bytearray()
        while len(parts) < count:
            part = receive(min(count - len(parts), 1 << 20))
            if not part:
                raise EOFError
            parts += part
        return bytes(parts)

    return read


# -- arrays -----------------------------------------------------------------------


def packed(arrays: Iterable[np.ndarray]) -> tuple[list, bytes]:
    """([dtype, shape] of each array, an npz with all numbers of each dtype)."""
    index, numbers = [], {}
    for array in arrays:
        array = np.asarray(array)
        index.append([array.dtype.name, list(array.shape)])
        numbers.setdefault(array.dtype.name, []).append(array.ravel())
    file = io.BytesIO()
    np.savez(file, **{name: np.concatenate(each) for name, each in numbers.items()})
    return index, file.getvalue()


def unpacked(index: object, payload: bytes) -> list[np.ndarray]:
    """The arrays of `packed`, each of exactly the dtype and shape that it has there.

    WireError for anything else.
    """
    numbers, position = _numbers(payload) if payload else {}, {}
    if not isinstance(index, list):
        raise WireError("an index that is no list")
    arrays = []
    for row in index:
        dtype, shape = _checked(row)
        start = position.get(dtype, 0)
        position[dtype] = end = start + math.prod(shape)
        flat = numbers.get(dtype, np.empty(0, dtype))[start:end]
        if flat.size != end - start:
            raise WireError("fewer numbers than the index says")
        arrays.append(flat.reshape(shape))
    return arrays


def _checked(row: object) -> tuple[str, tuple[int, ...]]:
    try:
        dtype, shape = row
        good = dtype in DTYPES and len(shape) <= 32
        good = good and all(type(each) is int and each >= 0 for each in shape)
    except (TypeError, ValueError):
        good = False
    if not good:
        raise WireError("an index with an entry that is no dtype and shape")
    return dtype, tuple(shape)


def _numbers(payload: bytes) -> dict[str, np.ndarray]:
    """The arrays of an npz that is as large as it says, and holds no objects."""
    try:
        with zipfile.ZipFile(io.BytesIO(payload)) as file:
            entries = file.infolist()
            if sum(each.file_size for each in entries) > PAYLOAD_CAP:
                raise WireError("an npz that unpacks to too many bytes")
            if len(entries) > len(DTYPES):
                raise WireError("an npz with too many arrays")
        with np.load(io.BytesIO(payload), allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
    except WireError:
        raise
    except Exception as error:  # NumPy and zipfile raise many kinds on bad bytes
        raise WireError(f"no npz: {type(error).__name__}") from None
    for name, array in found.items():
        if name not in DTYPES or array.dtype != np.dtype(name) or array.ndim != 1:
            raise WireError("an npz of another form")
    return found
