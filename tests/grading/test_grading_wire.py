"""Messages out of the sandbox are data, or nothing."""

import io
import json
import socket
import struct
import zipfile

import numpy as np
import pytest

from autograder.grading import wire

ARRAYS = [
    np.array([[1.5, -0.0], [np.nan, np.inf]]),
    np.array(2**62 + 1),
    np.zeros((0, 3), "float32"),
    np.array([True, False]),
    np.array([[7.25]], "float32"),
]


def test_arrays_arrive_as_they_were():
    index, payload = wire.packed(ARRAYS)
    back = wire.unpacked(json.loads(json.dumps(index)), payload)
    for sent, arrived in zip(ARRAYS, back, strict=True):
        assert arrived.dtype == sent.dtype and arrived.shape == sent.shape
        assert arrived.tobytes() == sent.tobytes()


def npz(**entries):
    file = io.BytesIO()
    np.savez(file, **entries)
    return file.getvalue()


def bomb():
    """A small zip that unpacks to 70 MB of zeros."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        with bundle.open("float64.npy", "w", force_zip64=True) as entry:
            for _ in range(7):
                entry.write(bytes(10_000_000))
    return file.getvalue()


def lying():
    """An npy that announces more numbers than there are."""
    head = "{'descr': '<f8', 'fortran_order': False, 'shape': (9999999999999,), }"
    head = head.encode().ljust(117) + b"\n"
    body = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + bytes(64)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as bundle:
        bundle.writestr("float64.npy", body)
    return file.getvalue()


@pytest.mark.parametrize(
    "index, payload",
    [
        ([["float64", [2]]], npz(float64=np.array([1.0, 2.0], "float32"))),
        ([["float64", [3]]], npz(float64=np.array([1.0, 2.0]))),
        ([["float64", [-1]]], npz(float64=np.array([1.0]))),
        ([["float64", [True]]], npz(float64=np.array([1.0]))),
        ([["float64", "1"]], npz(float64=np.array([1.0]))),
        ([["object", [1]]], npz(float64=np.array([1.0]))),
        ([["float64"]], npz(float64=np.array([1.0]))),
        ("float64", npz(float64=np.array([1.0]))),
        (None, b""),
        ([["float64", [1]]], npz(float64=np.array([[1.0]]))),
        ([["float64", [1]]], npz(other=np.array([1.0]))),
        ([["float64", [1]]], npz(float64=np.array([print], object))),
        ([["float64", [1]]], b"PK no zip"),
        ([["float64", [1]]], b"\x80\x04K\x01."),
        ([["float64", [1]]], bomb()),
        ([["float64", [1]]], lying()),
    ],
    ids=range(16),
)
def test_anything_else_is_refused(index, payload):
    with pytest.raises(wire.WireError):
        wire.unpacked(index, payload)


def through(content):
    """What `receive` makes of these bytes."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(content)
        theirs.shutdown(socket.SHUT_WR)
        return wire.receive(wire.reader(ours.recv))


def test_a_message_arrives():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        wire.send(theirs, {"number": np.float64(1.5), "other": print}, b"bytes")
        header, payload = wire.receive(wire.reader(ours.recv))
    assert header["number"] == 1.5 and payload == b"bytes"


@pytest.mark.parametrize(
    "content",
    [
        struct.pack(">II", 2**31, 0),
        struct.pack(">II", 2, 2**31) + b"{}",
        struct.pack(">II", 4, 0) + b"oops",
        struct.pack(">II", 2, 0) + b"[]",
        struct.pack(">II", 200_000, 0) + b"[" * 200_000,
    ],
    ids=["header", "payload", "json", "object", "nested"],
)
def test_a_message_of_another_form_is_refused(content):
    with pytest.raises(wire.WireError):
        through(content)


def test_a_message_that_ends_too_soon():
    with pytest.raises(EOFError):
        through(struct.pack(">II", 9, 0) + b"{")
