"""Small changes of a program, as a tutor would try them: one operator for another, a
part or a line left out, other brackets, a return one level further out.

Read: `changes`, then the kinds: `_of_expression`, `_of_call`, `_of_name`,
`_of_statement`, `_of_block`.
"""

import ast
import re
import time
from collections.abc import Iterator
from itertools import count, pairwise

ROUNDS, SECONDS = 20_000, 1.0  # of a changed program, which may not end
ENTRIES = 10**7  # of an array, for which a power may be the size
MOST_NAMES = 9  # that are tried in the place of another, or as a factor

Changed = Iterator[tuple[int, "ast.AST | list | None"]]


def bounded(text: str, scope: dict) -> ast.AST:
    """A program that ends, by functions in `scope` that its loops, calls and powers of
    whole numbers ask."""
    rounds, end = count(), time.monotonic() + SECONDS

    def goes_on() -> bool:
        if next(rounds) > ROUNDS or time.monotonic() > end:
            raise TimeoutError
        return True

    def power(one: object, other: object) -> object:
        found = one**other
        if isinstance(found, int) and abs(found) > ENTRIES:
            raise MemoryError  # a size, perhaps
        return found

    scope |= {"_goes_on": goes_on, "_power": power}
    return ast.fix_missing_locations(_Bounded().visit(ast.parse(text)))


class _Bounded(ast.NodeTransformer):
    def visit_While(self, node: ast.While) -> ast.While:  # noqa: N802
        self.generic_visit(node)
        node.test = ast.BoolOp(ast.And(), [_parsed("_goes_on()"), node.test])
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:  # noqa: N802
        self.generic_visit(node)
        if not isinstance(node.op, ast.Pow):
            return node
        return ast.Call(ast.Name("_power", ast.Load()), [node.left, node.right], [])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:  # noqa: N802
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(_parsed("_goes_on()")))
        return node


def changes(tree: ast.AST) -> Iterator[tuple[int, ast.AST, str, object]]:
    """(how unlikely, node, field, what else it might be)."""
    names = _names(tree)
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            many = value if isinstance(value, list) else [value]
            for i, node in enumerate(many):
                for rank, new in _of_node(node, parent, names):
                    yield rank, parent, field, _put(value, i, new)
        if isinstance(getattr(parent, "body", None), list):
            for rank, new in _of_block(parent.body):
                yield rank, parent, "body", new


def _names(tree: ast.AST) -> list[str]:
    """What has a name of its own in a program, arguments first."""
    nodes = [*ast.walk(tree)]
    names = [each.arg for each in nodes if isinstance(each, ast.arg)]
    names += [ast.unparse(each) for each in nodes if _is_stored(each)]
    names = [each for each in dict.fromkeys(names) if re.fullmatch(r"[\w.]+", each)]
    return [each for each in names if each not in ("ctx", "self")][:MOST_NAMES]


def _is_stored(node: object) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)


def _put(value: object, i: int, new: "ast.AST | list | None") -> object:
    if not isinstance(value, list):
        return new
    news = new if isinstance(new, list) else [new] if new else []
    return [*value[:i], *news, *value[i + 1 :]] or [ast.Pass()]


def _of_node(node: object, parent: ast.AST, names: list[str]) -> Changed:
    if isinstance(node, ast.stmt):
        yield from _of_statement(node, names)
    elif isinstance(node, ast.expr) and not _is_stored(node):
        yield from _of_expression(node)
        yield from _of_name(node, parent, names)
        if isinstance(node, ast.Call):
            yield from _of_call(node)
        if isinstance(parent, ast.stmt):
            yield from _brackets(node)


def with_(node: ast.AST, **fields) -> ast.AST:
    """A copy of a node in which these fields are others."""
    kept = {name: getattr(node, name, None) for name in node._fields}
    return ast.copy_location(type(node)(**(kept | fields)), node)


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _swapped(items: list) -> Iterator[list]:
    """Two neighbours exchanged."""
    for i, j in pairwise(range(len(items))):
        yield items[:i] + [items[j], items[i]] + items[j + 1 :]


def _without(items: list) -> Iterator[list]:
    for i in range(len(items)):
        yield items[:i] + items[i + 1 :]


# -- expressions ------------------------------------------------------------------

OPERATORS = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add, ast.Mult),
    ast.Mult: (ast.Div, ast.Add, ast.Pow, ast.MatMult, ast.Sub),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.Lt: (ast.LtE, ast.Gt, ast.Eq),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}


def _of_expression(node: ast.expr) -> Changed:
    match node:
        case ast.BinOp(left, op, right):
            yield 1, left
            yield 1, right
            for other in OPERATORS.get(type(op), ()):
                yield 1, with_(node, op=other())
            if not isinstance(op, ast.Add | ast.Mult):
                yield 2, with_(node, left=right, right=left)
        case ast.Compare(_, [op], _):
            for other in OPERATORS.get(type(op), ()):
                yield 1, with_(node, ops=[other()])
        case ast.BoolOp(op, values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield 1, with_(node, op=other)
            for rest in _without(values):
                yield 1, rest[0] if len(rest) == 1 else with_(node, values=rest)
            if isinstance(op, ast.Or) and len(values) == 2:
                one = ast.unparse(values[0])
                yield 2, ast.IfExp(_parsed(f"{one} is not None"), *values)
        case ast.UnaryOp(_, operand):
            yield 1, operand
        case ast.Constant(bool(value)):
            yield 1, ast.Constant(not value)
        case ast.Constant(int(value)):
            for other in {value + 1, value - 1, 0} - {value}:
                yield 2, ast.Constant(other)
        case ast.IfExp(test, body, orelse):
            yield 1, body
            yield 1, orelse
            yield 1, with_(node, body=orelse, orelse=body)
            yield 2, with_(node, test=_asked(test))
        case ast.Tuple(elts) | ast.List(elts):
            for order in _swapped(elts):
                yield 2, with_(node, elts=order)
        case ast.Subscript(value, index) if isinstance(index, ast.Slice | ast.Tuple):
            yield 1, value
        case ast.Subscript(_, ast.Constant(int(i))):
            for other in {i - 1, i + 1} - {-1}:
                yield 2, with_(node, slice=ast.Constant(other))
        case ast.Attribute(value, "data" | "T" | "mT"):
            yield 1, value


def _asked(test: ast.expr) -> ast.expr:
    """Whether something is None, and not whether it counts as True."""
    turned = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    asked = ast.unparse(test.operand if turned else test)
    return _parsed(f"{asked} is {'' if turned else 'not '}None")


def _brackets(node: ast.expr) -> Changed:
    """An expression without one of its pairs of brackets, and with one more."""
    text = ast.unparse(node)
    sums = [each for each in ast.walk(_parsed(text)) if isinstance(each, ast.BinOp)]
    inner = {each for one in sums for each in (one.left, one.right)} - {*sums}
    found = [
        (
            2,
            f"{text[: a.col_offset]}({text[a.col_offset : b.end_col_offset]})"
            f"{text[b.end_col_offset :]}",
        )
        for a in inner
        for b in inner
        if a.col_offset < b.end_col_offset
    ]
    for each in sums:
        i, j = each.col_offset, each.end_col_offset
        if text[:i].endswith("("):
            found.append((1, text[: i - 1] + text[i:j] + text[j + 1 :]))
    for rank, other in sorted(found):
        try:
            yield rank, _parsed(other)
        except SyntaxError:
            continue


CALLS = {  # what is called in the place of what
    "sum": ("mean",),
    "mean": ("sum",),
    "min": ("max",),
    "any": ("all",),
    "tril": ("triu",),
    "cat": ("stack",),
    "cos": ("sin",),
    "sin": ("cos",),
    "abs": ("square", "sign"),
    "equal": ("allclose",),
    "scatter_": ("scatter_add_",),
    "nll_loss": ("cross_entropy",),
}
NAMED = {  # what is easily forgotten in a call
    "sum mean max min any all prod": (
        *("keepdims=True", "keepdim=True", "axis=-1"),
        *("-1, keepdim=True", "axis=-1, keepdims=True"),
    ),
    "grad backward": ("retain_graph=True", "create_graph=True"),
}


def _of_call(node: ast.Call) -> Changed:
    func, args, keywords = node.func, node.args, node.keywords
    field = "attr" if isinstance(func, ast.Attribute) else "id"
    name = getattr(func, field, "")
    for right in CALLS.get(name, ()):
        yield 0, with_(node, func=with_(func, **{field: right}))
    if field == "attr":
        yield 1, func.value
        if isinstance(func.value, ast.BinOp):  # (a ** 2).mean() as a.mean() ** 2
            inner = with_(node, func=with_(func, value=func.value.left))
            yield 1, with_(func.value, left=inner)
    if args and not isinstance(args[0], ast.Starred):
        yield 1, args[0]
    for calls, more in NAMED.items():
        for each in more if name in calls.split() else ():
            new = _parsed(f"f({each})")
            new = {"args": args + new.args, "keywords": keywords + new.keywords}
            yield 1, with_(node, **new)
    for rest in _without(keywords):
        yield 1, with_(node, keywords=rest)
    for order in _swapped(args):
        yield 2, with_(node, args=order)
    if len(args) > 1:
        yield 2, with_(node, args=args[:-1])


def _of_name(node: ast.expr, parent: ast.AST, names: list[str]) -> Changed:
    """Another name, a copy, or a factor besides."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        for how in ("detach()", "clone()", "copy()", "mT"):
            yield 4, _parsed(f"{node.id}.{how}")
        for other in names if node.id in names else ():
            yield 5, _parsed(other)
    if isinstance(parent, ast.Return | ast.Tuple) or hasattr(
        getattr(parent, "func", None), "attr"
    ):
        for name in names:
            for op in (ast.Mult(), ast.Div()):
                yield 4, ast.BinOp(node, op, _parsed(name))


# -- statements -------------------------------------------------------------------


def _of_statement(node: ast.stmt, names: list[str]) -> Changed:
    match node:
        case ast.Return(value) if value is not None:
            for name in names:
                yield 3, ast.Assign([ast.Name(name, ast.Store())], value, lineno=0)
        case ast.AugAssign(target, op, value):
            left = _parsed(ast.unparse(target))
            yield 0, ast.Assign([target], value, lineno=0)
            yield 1, ast.Assign([target], ast.BinOp(left, op, value), lineno=0)
            for other in OPERATORS.get(type(op), ()):
                yield 1, with_(node, op=other())
        case ast.Assign([ast.Name() | ast.Subscript() as target], value):
            yield 2, ast.AugAssign(target, ast.Add(), value)
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name))) as value):  # it is lost
            yield 1, ast.Assign([ast.Name(name, ast.Store())], value, lineno=0)
        case ast.If(test, body, orelse):
            yield 1, body
            yield 1, orelse
            yield 1, with_(node, test=ast.UnaryOp(ast.Not(), test))
            yield 2, with_(node, test=_asked(test))
        case ast.With(_, body):
            yield 1, body
        case ast.For(_, rounds):
            for text in ("list({})[::-1]", "list({})[:-1]", "list({})[1:]"):
                yield 1, with_(node, iter=_parsed(text.format(ast.unparse(rounds))))
        case ast.Break():
            yield 0, ast.Continue()
    if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr | ast.Break | ast.If):
        yield 2, None


def _of_block(body: list[ast.stmt]) -> Changed:
    """Statements in another order, or one level further out or in."""
    for order in _swapped(body):
        yield 3, order
    for i, each in enumerate(body):
        before, rest = body[:i], body[i + 1 :]
        if isinstance(each, ast.For | ast.While | ast.If | ast.With):
            *kept, last = each.body
            if kept:
                yield 1, [*before, with_(each, body=kept), last, *rest]
            if rest:
                more = with_(each, body=[*each.body, rest[0]])
                yield 2, [*before, more, *rest[1:]]
        for j in range(i + 2, len(body)):
            if not isinstance(body[j], ast.Return):
                yield 8, [*before, body[j], *body[i:j], *body[j + 1 :]]
                yield 8, [*before, *body[i + 1 : j + 1], each, *body[j + 1 :]]
