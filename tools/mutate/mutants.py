"""Small changes of a program: an operator, a sign, an index, a statement less.

Read: `Mutant`, `mutants`, then the kinds of change: `_of_expression`, `_of_statement`.
The changes and their order are the same in each run.
"""

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

Definition = ast.ClassDef | ast.FunctionDef

OTHER_OPERATORS = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Div,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}


@dataclass(frozen=True)
class Mutant:
    """A changed definition. `name` says where and how it was changed."""

    name: str
    node: Definition


def mutants(original: Definition) -> list[Mutant]:
    """Every small change of a definition; the same program comes once."""
    original = _without_docstrings(original)
    seen, found = {ast.dump(original)}, {}
    for index, node in enumerate(ast.walk(original)):
        if index == 0:
            continue
        for new in _changes(node, original):
            changed = _replaced(original, index, new)
            if changed is None or (text := ast.dump(changed)) in seen:
                continue
            seen.add(text)
            name = _name(original, changed, index)
            while name in found:
                name += " (again)"
            found[name] = Mutant(name, changed)
    return list(found.values())


def _without_docstrings(original: Definition) -> Definition:
    tree = deepcopy(original)
    for node in ast.walk(tree):
        if isinstance(node, Definition) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return tree


# -- the changes ------------------------------------------------------------------


def _changes(node: ast.AST, tree: Definition) -> Iterator[ast.AST | None]:
    """What may stand in the place of a node; None for nothing."""
    if isinstance(node, ast.expr) and not _is_stored(node):
        yield from _of_expression(node)
    elif isinstance(node, ast.Tuple) and len(node.elts) > 1:  # a, b = … is b, a = …
        yield _with(node, elts=node.elts[1:] + node.elts[:1])
    elif isinstance(node, ast.stmt) and not isinstance(node, Definition | ast.Pass):
        yield from _of_statement(node)


def _is_stored(node: ast.expr) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)


def _of_expression(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.BinOp(left, op, right):
            for other in OTHER_OPERATORS.get(type(op), ()):
                yield _with(node, op=other())
            yield left  # a term, or a factor, is dropped
            yield right
            if not _commutes(node):
                yield _with(node, left=right, right=left)
        case ast.Compare(_, [op], _):
            for other in OTHER_OPERATORS.get(type(op), ()):
                yield _with(node, ops=[other()])
        case ast.BoolOp(op, values):
            yield _with(node, op=OTHER_OPERATORS[type(op)][0]())
            yield from values
        case ast.UnaryOp(_, operand):
            yield operand
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value) | float(value)):
            yield ast.Constant(value + 1)
            if value:
                yield ast.Constant(0)
        case ast.IfExp(_, body, orelse):
            yield body
            yield orelse
        case ast.Tuple(elts) | ast.List(elts) if len(elts) > 1:
            yield _with(node, elts=elts[1:] + elts[:1])
        case ast.Subscript(_, ast.Slice()):
            for part in ("lower", "upper", "step"):
                if getattr(node.slice, part) is not None:
                    yield _with(node, slice=_with(node.slice, **{part: None}))
        case ast.Call(_, args, keywords):
            if len(args) > 1:
                yield _with(node, args=args[1::-1] + args[2:])
            for i in range(len(keywords)):
                yield _with(node, keywords=keywords[:i] + keywords[i + 1 :])
            starred = any(isinstance(arg, ast.Starred) for arg in args)
            if len(args) == 1 and not keywords and not starred:
                yield args[0]
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            yield from _without_conditions(node)


def _commutes(node: ast.BinOp) -> bool:
    """True for sums and products, but for sums of lists."""
    lists = ast.List | ast.Tuple | ast.ListComp
    is_sum = isinstance(node.op, ast.Add)
    if is_sum and any(isinstance(each, lists) for each in (node.left, node.right)):
        return False
    return isinstance(node.op, ast.Add | ast.Mult)


def _without_conditions(node: ast.expr) -> Iterator[ast.expr]:
    for i, each in enumerate(node.generators):
        for j in range(len(each.ifs)):
            bare = _with(each, ifs=each.ifs[:j] + each.ifs[j + 1 :])
            generators = node.generators[:i] + [bare] + node.generators[i + 1 :]
            yield _with(node, generators=generators)


def _of_statement(node: ast.stmt) -> Iterator[ast.stmt | None]:
    yield None
    match node:
        case ast.Return(value) if value is not None:
            if not isinstance(value, ast.Tuple):
                yield _with(node, value=ast.UnaryOp(ast.USub(), value))
            for i in range(len(value.elts)) if isinstance(value, ast.Tuple) else ():
                minus = ast.UnaryOp(ast.USub(), value.elts[i])
                for new in (minus, ast.Constant(None)):
                    elts = [*value.elts]
                    elts[i] = new
                    yield _with(node, value=_with(value, elts=elts))
        case ast.AugAssign(target, op, value):
            for other in OTHER_OPERATORS.get(type(op), ()):
                yield _with(node, op=other())
            yield ast.Assign([target], value, lineno=0)
        case ast.If():
            for value in (True, False):
                yield _with(node, test=ast.Constant(value))
        case ast.For(_, iter):
            backwards = ast.Call(ast.Name("list", ast.Load()), [iter], [])
            name = ast.Name("reversed", ast.Load())
            yield _with(node, iter=ast.Call(name, [backwards], []))
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()


def _with(node: ast.AST, **fields) -> ast.AST:
    """A copy of a node in which these fields are others."""
    kept = {name: getattr(node, name, None) for name in node._fields}
    return ast.copy_location(type(node)(**(kept | fields)), node)


# -- making them ------------------------------------------------------------------


def _replaced(tree: Definition, index: int, new: ast.AST | None) -> Definition | None:
    """A copy of `tree` with another node number `index`; None if it is no program."""
    copy = deepcopy(tree)
    old = list(ast.walk(copy))[index]
    new = deepcopy(new)
    for parent in ast.walk(copy):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list) and any(each is old for each in value):
                at = next(i for i, each in enumerate(value) if each is old)
                value[at : at + 1] = [] if new is None else [new]
                if not value and name == "body":
                    value.append(ast.Pass())
    if any(isinstance(node, ast.Try) and not _is_try(node) for node in ast.walk(copy)):
        return None
    try:
        text = ast.unparse(ast.fix_missing_locations(copy))
        return ast.parse(text).body[0]
    except (SyntaxError, ValueError):
        return None


def _is_try(node: ast.Try) -> bool:
    return bool(node.handlers or node.finalbody)


# -- naming them ------------------------------------------------------------------


def _name(tree: Definition, changed: Definition, index: int) -> str:
    """`Mul.backward: return (grad * b, grad * a) → return (grad * a, grad * b)`."""
    place, statement = _around(tree, index)
    before, after = _lines(tree), _lines(changed)
    same = next(
        (
            i
            for i, pair in enumerate(zip(before, after, strict=False))
            if pair[0] != pair[1]
        ),
        min(len(before), len(after)),
    )
    removed = len(after) < len(before)
    new = "(removed)" if removed else after[same].strip()
    old = statement if removed else before[same].strip()
    return f"{place}: {old} → {new}"


def _lines(tree: Definition) -> list[str]:
    return ast.unparse(tree).splitlines()


def _around(tree: Definition, index: int) -> tuple[str, str]:
    """The function and the first line of the statement around a node."""
    target = list(ast.walk(tree))[index]
    place, statement = tree.name, ""

    def search(node: ast.AST, names: list[str], line: str) -> bool:
        nonlocal place, statement
        if isinstance(node, Definition):
            names = [*names, node.name]
        elif isinstance(node, ast.stmt):
            line = ast.unparse(node).splitlines()[0]
        if node is target:
            place, statement = ".".join(names), line
            return True
        return any(search(child, names, line) for child in ast.iter_child_nodes(node))

    search(tree, [], "")
    return place, statement
