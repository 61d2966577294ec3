"""Copying the lines of a function into a program.

`Frame` goes through a function's statements. What follows from shapes, dtypes and
options is worked out on the way: `if ctx.n == 2:` becomes the branch that is taken. The
rest is copied under the names of the program. A name of the program that stands for an
array is `dynamic`; an expression without one is known.
"""

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable
from functools import cache

from numpy import ndarray

from ..core.op import Op
from ..ops.broadcasting import stretched
from .sealed import HOME

METADATA = ("shape", "ndim", "dtype", "size", "flags", "__class__")
CHANGING = ("fill", "sort", "put", "partition", "resize")  # methods


class NotInlined(Exception):
    """A function that has to be called: its lines depend on values, or loop."""


class Inlined:
    """The `ctx` of an op whose lines are copied: what it saved and noted, by name."""

    def __init__(self, needs: tuple[bool, ...]) -> None:
        self.saved, self.noted, self.needs = [], {}, needs


@cache
def definition_of(function: Callable) -> ast.FunctionDef:
    """The text of a function; NotInlined if there is none, or it sees others' names."""
    try:
        definition = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        raise NotInlined from None
    if not isinstance(definition, ast.FunctionDef) or function.__closure__:
        raise NotInlined
    return definition


def inlined(program, function: Callable, *args: "ast.expr | Inlined") -> ast.expr:
    """The expression that `function(*args)` returns; the lines before are written.

    If that does not go, NotInlined, and no line is left.
    """
    start = len(program.lines)
    try:
        definition = definition_of(function)
        bound = inspect.signature(function).bind(*args)
        bound.apply_defaults()
        own = ast.expr | Inlined
        local = {
            name: each if isinstance(each, own) else program.known(each)
            for name, each in bound.arguments.items()
        }
        frame = Frame(program, function.__globals__, local)
        return frame.run(definition.body) or ast.Constant(None)
    except Exception as error:  # an op that wants arrays, say, and gets numbers
        program.forget(start)
        raise NotInlined from error


class Frame:
    """One function whose lines are copied; `local` is what its names stand for."""

    def __init__(self, program, names: dict, local: dict) -> None:
        self.program, self.names, self.local = program, names, local

    def run(self, body: list[ast.stmt]) -> ast.expr | None:
        """The expression that the statements return."""
        for statement in body:
            match statement:
                case ast.Expr(ast.Constant()):
                    pass
                case ast.Expr(ast.Call(ast.Attribute(ast.Name(ctx), name), args)) if (
                    name == "save_for_backward"
                ):
                    saved = [self.program.line("saved", self.of(a)) for a in args]
                    self.local[ctx].saved = saved
                case ast.Assign([target], value):
                    self.assign(target, self.of(value))
                case ast.AugAssign(ast.Name(name), operator, value):
                    self.change(name, operator, value)
                case ast.If(test, then, otherwise):
                    found = self.run(then if self.value(test) else otherwise)
                    if found is not None:
                        return found
                case ast.Return(value):
                    return self.of(value)
                case _:
                    raise NotInlined
        return None

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        match target:
            case ast.Name(name):
                self.local[name] = self.program.line(name, value)
            case ast.Attribute(ast.Name(ctx), name):
                self.local[ctx].noted[name] = self.program.line(name, value)
            case ast.Tuple(targets):
                for each, part in zip(targets, self.program.parts(value), strict=True):
                    self.assign(each, part)
            case _:
                raise NotInlined

    def change(self, name: str, operator: ast.operator, value: ast.expr) -> None:
        """`name += value` of an array that this function has made: as a new one."""
        old = self.local[name]
        new = self.program.line(name, ast.BinOp(old, operator, self.of(value)))
        before, after = self.program.value(old), self.program.value(new)
        if before.dtype != after.dtype or before.shape != after.shape:
            raise NotInlined
        self.local[name] = new

    def value(self, node: ast.expr) -> object:
        """What an expression is, if that is known."""
        found = self.of(node)
        if self.program.is_dynamic(found):
            raise NotInlined
        return self.program.value(found)

    def of(self, node: ast.expr) -> "ast.expr | Inlined":
        """An expression in the names of the program."""
        program = self.program
        match node:
            case ast.Constant():
                return node
            case ast.Name(name):
                if name in self.local:
                    return self.local[name]
                return program.known({**vars(builtins), **self.names}[name])
            case ast.IfExp(test, then, otherwise):
                return self.of(then if self.value(test) else otherwise)
            case ast.BoolOp(operator, parts):
                for part in parts:
                    value = self.value(part)
                    if bool(value) is isinstance(operator, ast.Or):
                        break
                return program.known(value)
            case ast.Attribute(inner, name):
                owner = self.of(inner)
                if isinstance(owner, Inlined):
                    if name == "saved_tensors":
                        return ast.Tuple(owner.saved)
                    if name == "needs_input_grad":
                        return program.known(owner.needs)
                    return owner.noted[name]
                if name in METADATA:
                    return program.known(getattr(program.value(owner), name))
                if not program.is_dynamic(owner):
                    owned = program.value(owner)
                    if not isinstance(owned, ndarray):
                        return program.known(getattr(owned, name))
                return ast.Attribute(owner, name)
            case ast.Call(function, args, keywords):
                return self.call(function, args, keywords)
            case ast.ListComp() | ast.GeneratorExp():
                used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
                local = {n: self.value(ast.Name(n)) for n in used & self.local.keys()}
                return program.known(eval(ast.unparse(node), self.names | local))
            case ast.Starred() | ast.Lambda() | ast.NamedExpr():
                raise NotInlined
        parts = {}  # of any other expression
        for field, part in ast.iter_fields(node):
            if isinstance(part, list):
                part = [self.of(p) if isinstance(p, ast.expr) else p for p in part]
            parts[field] = self.of(part) if isinstance(part, ast.expr) else part
        return program.folded(type(node)(**parts))

    def call(self, function: ast.expr, args: list, keywords: list) -> ast.expr:
        program, target, op = self.program, None, None
        if isinstance(function, ast.Attribute) and function.attr == "call":
            op = self.value(function.value)  # OtherOp.call, on arrays: its forward
            if getattr(op, "plain", None) is not None:
                target, op = program.known(op.plain), None
            elif getattr(op.call, "__func__", None) is not Op.call.__func__:
                op = None
        target = target or self.of(function)
        values = [self.of(arg) for arg in args]
        options = [ast.keyword(each.arg, self.of(each.value)) for each in keywords]
        if any([each.arg == "out" for each in options]):
            raise NotInlined
        if isinstance(target, ast.Attribute):  # a method of an array
            if target.attr in CHANGING:
                raise NotInlined
            return program.folded(ast.Call(target, values, options))
        called = program.value(target)
        if called in (isinstance, len) and not isinstance(values[0], ast.Constant):
            values[0] = program.known(program.value(values[0]))
        if any([isinstance(v, Inlined) or program.is_dynamic(v) for v in values]):
            values = [program.atom(v) for v in values]  # an argument is computed once
            try:
                if op:
                    ctx = Inlined((False,) * (op.operands or 0))
                    return inlined(program, op.forward, ctx, *values)
                code = getattr(called, "__code__", None)
                own = code and code.co_filename.startswith(HOME)
                if own and called is not stretched and not options:
                    return inlined(program, called, *values)
            except NotInlined:
                if any([isinstance(v, Inlined) for v in values]):
                    raise
        return program.folded(ast.Call(target, values, options))
