"""A student's class or function as text, and made anew from that text.

Read: `taken_down` (the text of a definition, and what it needs), `made_anew`.

What is kept is plain text and JSON. A name that the code uses is kept as what it
means: a module, something of minigrad, NumPy or Python's library, a plain constant, or
the text of another definition of the student's. Anything else (an array, a tensor, an
open file) cannot be written down, and CannotKeep says which it is.
"""

import ast
import builtins
import importlib
import inspect
import linecache
import symtable
import sys
import textwrap
import warnings
from types import FunctionType, ModuleType

LIBRARIES = {"numpy", "minigrad"} | sys.stdlib_module_names
FIRST = ("minigrad", "minigrad.autograd", "numpy")  # where a name is looked for first
PIECE_IN = ("autograder.pieces.registry", "autograder.pieces.source")
PLAIN = (bool, int, float, complex, str, bytes, type(None), tuple, list, dict, set)


# As minigrad's own lines: where NumPy warns, at log(0) or 0 / 0, PyTorch is silent.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"my_work\.")


class CannotKeep(Exception):
    """Why a definition cannot be written down."""


class _Notes:
    """The definitions that were taken down, and the meanings of their names."""

    def __init__(self, main: str) -> None:
        self.main = main
        self.code: list[str] = []
        self.names: dict[str, dict[str, str]] = {}
        self.seen: set[str] = set()


def taken_down(own: type | FunctionType) -> dict:
    """{"code": texts, "names": meanings} of a student's definition.

    CannotKeep says why there is none.
    """
    notes = _Notes(own.__name__)
    _take(own.__name__, own, notes)
    return {"code": notes.code, "names": notes.names}


def _take(name: str, own: type | FunctionType, notes: _Notes) -> None:
    notes.seen.add(name)
    text, scope = text_of(name, own)
    for each in _globals_of(text):
        if each not in notes.seen and each in scope and each not in notes.names:
            _note(each, scope[each], notes)
    notes.code.append(text)  # after what it needs


def _note(name: str, value: object, notes: _Notes) -> None:
    """Keep what a name means."""
    module = getattr(value, "__module__", None)
    if isinstance(value, ModuleType):
        if value.__name__.partition(".")[0] not in LIBRARIES:
            raise CannotKeep(f"it uses the package {value.__name__}")
        notes.names[name] = {"module": value.__name__}
    elif module in PIECE_IN and value.__name__ == "piece":
        notes.names[name] = {"as it is": "piece"}
    elif found := _in_library(name, value):
        notes.names[name] = found
    elif isinstance(value, type | FunctionType):
        if value.__name__ != name:
            raise CannotKeep(f"it calls {value.__name__} by another name, {name}")
        _take(name, value, notes)
    else:
        notes.names[name] = {"value": _constant(name, value)}


def _in_library(name: str, value: object) -> dict[str, str] | None:
    """Where something of a library can be imported from: public places first."""
    if isinstance(value, PLAIN):
        return None
    own = sorted(each for each in sys.modules if each.startswith("minigrad."))
    home = getattr(value, "__module__", None)
    for place in (*FIRST, home, *own):
        if place and place.partition(".")[0] in LIBRARIES:
            for each in sorted({getattr(value, "__name__", name), name}):
                if getattr(sys.modules.get(place), each, None) is value:
                    return {"from": place, "name": each}
    return None


def _constant(name: str, value: object) -> str:
    try:
        if isinstance(value, PLAIN) and ast.literal_eval(repr(value)) == value:
            return repr(value)
    except (ValueError, SyntaxError):
        pass
    kind = type(value).__name__
    raise CannotKeep(f"it uses {name}, an object of type {kind} that it does not make")


# -- its text ---------------------------------------------------------------------


def text_of(name: str, own: type | FunctionType) -> tuple[str, dict]:
    """The text of a definition, and the names that it can see."""
    function = inspect.unwrap(_function_in(own)) if isinstance(own, type) else own
    lines = function and linecache.getlines(
        function.__code__.co_filename, function.__globals__
    )
    if not lines:
        raise CannotKeep(f"the text of {name} is not there any more")
    if function.__code__.co_freevars not in ((), ("__class__",)):
        raise CannotKeep(f"{name} was written inside another function")
    line, kind = function.__code__.co_firstlineno, type(own)
    for node in ast.walk(ast.parse("".join(lines))):
        wanted = ast.ClassDef if kind is not FunctionType else ast.FunctionDef
        if isinstance(node, wanted) and node.name == name:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if first <= line <= node.end_lineno:
                text = "".join(lines[first - 1 : node.end_lineno])
                return textwrap.dedent(text).rstrip() + "\n", function.__globals__
    raise CannotKeep(f"the text of {name} is not there any more")


def _function_in(own: type) -> FunctionType | None:
    """A function that was written in the body of a class."""
    for value in vars(own).values():
        value = getattr(value, "__func__", value)
        if isinstance(value, FunctionType) and value.__module__ == own.__module__:
            return value
    return None


def _globals_of(text: str) -> list[str]:
    """The names that a definition takes from outside of it, in order."""
    found: dict[str, None] = {}
    tables = [symtable.symtable(text, "", "exec")]
    top = tables[0]
    for table in tables:  # the list grows while it is read
        tables += table.get_children()
        for symbol in table.get_symbols():
            name = symbol.get_name()
            outside = symbol.is_referenced() and (
                not symbol.is_assigned() if table is top else symbol.is_global()
            )
            if outside and not hasattr(builtins, name):
                found[name] = None
    return list(found)


# -- made anew --------------------------------------------------------------------


def made_anew(name: str, kept: dict, place: str) -> object:
    """The class or function `name`, from what `taken_down` gave.

    It runs in a module of its own that has the names it needs and no others, shown as
    `place` in messages. Raises what its code raises.
    """
    module = ModuleType(f"my_work.{name}")
    module.__dict__.update(
        {each: _meaning(what) for each, what in kept["names"].items()}
    )
    for number, text in enumerate(kept["code"]):
        filename = f"<{place}>" if len(kept["code"]) == 1 else f"<{place}, {number}>"
        lines = text.splitlines(keepends=True)
        linecache.cache[filename] = (len(text), None, lines, filename)
        exec(compile(text, filename, "exec"), module.__dict__)
    return module.__dict__[name]


def piece(own: object) -> object:
    """`@piece` where a saved piece is made anew: it is registered by who loads it."""
    return own


def _meaning(what: dict[str, str]) -> object:
    if "value" in what:
        return ast.literal_eval(what["value"])
    if "as it is" in what:
        return piece
    place = what.get("module") or what["from"]
    if place.partition(".")[0] not in LIBRARIES:
        raise ImportError(f"a saved piece may not import {place}")
    module = importlib.import_module(place)
    return getattr(module, what["name"]) if "name" in what else module
