"""An exception in a student's code: their line, not the frames around it.

Read: `Line`, `line_of` (where it happened), `is_blank`, `explained`, `unseen_name`.
"""

import difflib
import inspect
import linecache
import re
import sysconfig
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

import minigrad

from ..notebook import shell

_NOT_THEIRS = (
    *(str(Path(module.__file__).parent) for module in (minigrad, np)),
    str(Path(__file__).parents[1]),
    sysconfig.get_path("stdlib"),
    sysconfig.get_path("purelib"),
)


@dataclass(frozen=True)
class Line:
    """A line of a student's code: where it stands, its function, and its text."""

    place: str
    number: int
    function: str
    text: str


def line_of(error: BaseException) -> Line | None:
    """The last line of the student's own code that an exception went through.

    None if it went through none: then it was raised between minigrad and the student.
    """
    found = None
    for frame, number in traceback.walk_tb(error.__traceback__):
        if is_theirs(frame.f_code.co_filename):
            found = frame, number
    if found is None:
        return None
    frame, number = found
    code = frame.f_code
    text = linecache.getline(code.co_filename, number, frame.f_globals).strip()
    return Line(_place(code.co_filename), number, _function_name(code), text)


@cache  # asked for every frame of an error, and an endless recursion has thousands
def is_theirs(filename: str) -> bool:
    """True unless it is a file of minigrad, the autograder, Python or a package."""
    path = Path(filename)
    return not filename.startswith(("<frozen ", "<minigrad.")) and not any(
        path.is_relative_to(folder) for folder in _NOT_THEIRS
    )


def _function_name(code) -> str:
    """`Mul.forward`, also where the class stands inside of a function."""
    return code.co_qualname.rpartition("<locals>.")[2]


def _place(filename: str) -> str:
    """The cell that a line stands in, or the name of its file."""
    compiler = getattr(shell(), "compile", None)
    known = compiler.format_code_name(filename) if compiler else None
    return " ".join(known) if known else Path(filename).name


# -- what it means ----------------------------------------------------------------


def is_blank(error: BaseException) -> bool:
    """True for the NotImplementedError of a blank that nobody has filled in.

    An operation that minigrad has not for a dtype raises one too, from a line of its
    own.
    """
    if not isinstance(error, NotImplementedError):
        return False
    if str(error).startswith("write ") or "that you write and check" in str(error):
        return True
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return bool(frames) and is_theirs(frames[-1].f_code.co_filename)


def blank_name(error: BaseException, default: str) -> str:
    """What is to be written: the blank says `write Mul.forward`."""
    text = str(error)
    if text.startswith("write "):
        return text.removeprefix("write ").strip()
    line = line_of(error)
    return line.function if line else default


def explained(
    error: BaseException, function: Callable | None, args: tuple
) -> str | None:
    """What an exception means, where that is certain; else None.

    `function` is the student's that was running, and `args` what it got.
    """
    text = str(error)
    if isinstance(error, RecursionError):
        if _is_all_theirs(error):
            return (
                "It calls itself once for every node on the way, and Python allows "
                "some thousand calls within each other. Keep what is still to do in a "
                "list."
            )
        return "It calls itself again and again, by way of minigrad."
    if isinstance(error, AttributeError) and error.name and line_of(error):
        there = [each for each in dir(error.obj) if not each.startswith("__")]
        close = difflib.get_close_matches(error.name, there, n=1)
        if close:
            return f"Did you mean {close[0]}?"
        return f"Nothing of a {type(error.obj).__name__} has the name {error.name}."
    if isinstance(error, ValueError) and "read-only" in text:
        return (
            "It changes an array in place that it must not change. Compute a new array."
        )
    if isinstance(error, ValueError) and "values to unpack" in text:
        saved = getattr(args[0], "saved_tensors", None) if args else None
        line = line_of(error)
        if saved is not None and line and "saved_tensors" in line.text:
            return (
                f"ctx.saved_tensors is what the last call of save_for_backward kept: "
                f"a tuple of {len(saved)}."
            )
        if line and "shape" in line.text:
            return "The shape has as many sizes as there are axes: there may be any."
    if isinstance(error, TypeError) and "'tuple'" in text and line_of(error) and args:
        return (
            "A tuple takes part in the arithmetic. ctx.saved_tensors is a tuple, also "
            "when it holds a single array."
        )
    if isinstance(error, TypeError) and function and not _takes(function, args):
        return (
            f"minigrad calls it with {len(args)} arguments, and it takes "
            f"{inspect.signature(function)}."
        )
    return None


def unseen_name(error: BaseException, line: Line | None, own: object) -> str | None:
    """What a NameError means in a method of `own`, where that is certain."""
    if not isinstance(error, NameError) or line is None:
        return None
    name = re.findall(r"'(\w+)'", str(error))[0]
    method = line.function.rpartition(".")[2]
    if isinstance(error, UnboundLocalError):
        return f"{name} is set on one way through {method} and not on another."
    if method == "backward" and name in _names_of(getattr(own, "forward", None)):
        return (
            f"{name} belongs to forward, and backward does not see it. ctx carries it "
            "over: tensors by ctx.save_for_backward, anything else as an attribute "
            f"(ctx.{name} = {name})."
        )
    if method == "__exit__" and name in _names_of(getattr(own, "__enter__", None)):
        return (
            f"{name} belongs to __enter__, and __exit__ does not see it: self.{name}."
        )
    return None


def _names_of(function: Callable | None) -> tuple[str, ...]:
    code = getattr(inspect.unwrap(function), "__code__", None) if function else None
    return code.co_varnames if code else ()


def _is_all_theirs(error: RecursionError) -> bool:
    """True if the calls that went too deep are the student's alone."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)][-100:]
    theirs = [each for each in frames if is_theirs(each.f_code.co_filename)]
    return len(theirs) > 0.8 * len(frames)


def _takes(function: Callable, args: tuple) -> bool:
    try:
        inspect.signature(function).bind(*args)
    except TypeError:
        return False
    return True
