"""Where in a student's line something happened: what stood there, and what came of it.

Read: `operands_of` (of the operation that raised), `Origin` (where a dtype came in that
is none of the inputs').
"""

import ast
import inspect
import linecache
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType

import numpy as np

from minigrad import Tensor

from .errors import is_theirs

Values = dict[str, object]
MAKERS = "zeros", "ones", "full", "empty", "eye", "arange", "linspace"


def operands_of(error: BaseException) -> str:
    """Of the operation that raised, in a student's line: its operands' shapes, or
    which of them is None. "" if there is nothing to say."""
    found = [
        (frame.tb_frame, frame.tb_lasti)
        for frame in _frames(error)
        if is_theirs(frame.tb_frame.f_code.co_filename)
    ]
    if not found:
        return ""
    frame, place = found[-1]
    node = _node_at(frame.f_code, place)
    names = {**frame.f_globals, **frame.f_locals}
    told: dict[str, str] = {}
    for each in _operands(node):
        text, value = ast.unparse(each), _value(each, names)
        if isinstance(error, TypeError | AttributeError):
            if value is None and not isinstance(each, ast.Constant):
                told[text] = f"{text} is None"
        elif isinstance(value, np.ndarray | Tensor):
            told[text] = f"{text} has the shape {tuple(value.shape)}"
        elif isinstance(value, tuple) and all(isinstance(n, int) for n in value):
            told[text] = f"{text} is {value}"
    told = {text: says for text, says in told.items() if len(text) < 40}
    return f"There {' and '.join(told.values())}." if told else ""


def _frames(error: BaseException) -> Iterator:
    frame = error.__traceback__
    while frame:
        yield frame
        frame = frame.tb_next


def _node_at(code: CodeType, place: int) -> ast.AST | None:
    """The part of a line that an instruction belongs to."""
    line, end, start, stop = [*code.co_positions()][place // 2]
    if None in (line, end, start, stop):
        return None
    lines = [linecache.getline(code.co_filename, i) for i in range(line, end + 1)]
    lines = [each.encode() for each in lines]
    lines[-1] = lines[-1][:stop]
    lines[0] = lines[0][start:]
    try:
        return ast.parse(f"({b''.join(lines).decode()})").body[0].value
    except SyntaxError:
        return None


def _operands(node: ast.AST | None) -> list[ast.expr]:
    match node:
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.Call(func=ast.Attribute(value=value), args=args):
            return [value, *args]
        case ast.Call(args=args):
            return args
        case ast.Attribute(value=value) | ast.Subscript(value=value):
            return [value]
    return []


class _Unknown:
    """The value of what cannot be computed once more."""


def _value(node: ast.expr, names: Values) -> object:
    try:
        with np.errstate(all="ignore"):
            code = compile(ast.Expression(node), "<part of a line>", "eval")
            return eval(code, names)
    except Exception:
        return _Unknown


# -- a dtype that is none of the inputs' ------------------------------------------


class Origin:
    """The first part of a student's line that is of another floating-point dtype than
    `wanted`, though nothing that it is made of is. `says` tells it."""

    def __init__(self, wanted: str) -> None:
        self.wanted, self.says = wanted, ""
        self._statements: dict[CodeType, dict[int, ast.stmt]] = {}

    @contextmanager
    def sought(self) -> Iterator[None]:
        """Look for it in what is called inside."""
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            yield
        finally:
            sys.settrace(before)

    def _called(self, frame: FrameType, event: str, arg: object):
        theirs = not self.says and is_theirs(frame.f_code.co_filename)
        return self._stepped if theirs else None

    def _stepped(self, frame: FrameType, event: str, arg: object):
        if event != "line" or self.says:
            return self._stepped
        code = frame.f_code
        if code not in self._statements:
            self._statements[code] = _statements(code)
        statement = self._statements[code].get(frame.f_lineno)
        if statement is not None:
            self._look_at(statement, {**frame.f_globals, **frame.f_locals})
        return self._stepped

    def _look_at(self, statement: ast.stmt, names: Values) -> None:
        values: dict[ast.expr, object] = {}
        for node in _inside_out(statement.value):
            if isinstance(statement, ast.Expr) and node is statement.value:
                break  # it is called for what it does
            values[node] = value = _value(node, names)
            parts = [values[each] for each in _inside_out(node) if each in values][:-1]
            given = isinstance(node, ast.Name | ast.Attribute | ast.Subscript)
            if (
                not given
                and self._is_other(value)
                and not any(map(self._is_other, parts))
            ):
                self.says = f"It comes from {ast.unparse(node)}" + self._why(
                    node, values, parts
                )
                return

    def _is_other(self, value: object) -> bool:
        if not isinstance(value, np.ndarray | np.generic | Tensor):
            return False
        name = _dtype(value)
        return name.startswith("float") and name != self.wanted

    def _why(self, node: ast.expr, values: dict, parts: list) -> str:
        value = values[node]
        arrays = [each for each in parts if isinstance(each, np.ndarray | np.generic)]
        name = _dtype(value)
        if isinstance(value, np.generic) and not any(each.ndim for each in arrays):
            return (
                f", a number of NumPy's, {name}. Such a number makes {name} of "
                f"{self.wanted}; one of Python's (float(…), int(…)) does not."
            )
        if whole := isinstance(node, ast.BinOp) and _whole(node, values):
            return (
                f": {whole} holds whole numbers, and with these {self.wanted} becomes "
                f"{name}. Turn them into the dtype of the others first, by .astype(…)."
            )
        called = isinstance(node, ast.Call) and ast.unparse(node.func)
        if called == "np.where":
            return (
                f": numbers of Python's become {name} there. Add .astype(grad.dtype)."
            )
        says = f", which is {name} whatever the operands are."
        if called and called.endswith(MAKERS):
            says += (
                " Say dtype=…, or make it of an array that has the dtype, as "
                "zeros_like does."
            )
        return says


def _whole(node: ast.BinOp, values: dict) -> str:
    """The operand that holds whole numbers, if one does."""
    for each in (node.right, node.left):
        value = values.get(each)
        if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "iu":
            return ast.unparse(each)
    return ""


def _dtype(value) -> str:
    return str(value.dtype).removeprefix("torch.")


def _statements(code: CodeType) -> dict[int, ast.stmt]:
    """The statements of a function that compute something, by their line."""
    try:
        lines, first = inspect.getsourcelines(code)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, SyntaxError):
        return {}
    return {
        node.lineno + first - 1: node
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.Return | ast.Expr)
        and node.value is not None
    }


def _inside_out(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions that one is made of, and itself, those inside first."""
    if isinstance(node, ast.Lambda | ast.ListComp | ast.GeneratorExp | ast.DictComp):
        return
    for child in ast.iter_child_nodes(node):
        yield from _inside_out(child)
    if isinstance(node, ast.expr) and not isinstance(node, ast.Starred):
        yield node
