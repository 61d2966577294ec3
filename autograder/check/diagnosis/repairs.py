"""Repairs: the one small change that would make the student's own program right.

Where no hypothesis fits, the student's text is changed as a tutor would try it: other
brackets, another operator, a return one level further out. If a changed program agrees
with every reference, the change names the mistake, whatever the piece is. Only in a
notebook: elsewhere a student's code is not run.

Read: `repaired`, then `_more`: what is tried beside the `slips`, turned round.
"""

import ast
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from difflib import ndiff
from io import StringIO
from itertools import chain, islice

from ...pieces.kinds import away
from ...pieces.registry import Mine, alone
from ...pieces.source import CannotKeep, text_of
from ..comparison import compare, is_output
from ..references import replayed
from ..running import SECOND
from .slips import CALLS, MOST_NAMES, bounded, call, changes, with_
from .slips import OPERATORS as SLIPS
from .versions import entries

MOST = 250  # programs that are tried
LASTING = r"\b(open|exec|eval|os|sys|shutil|subprocess|Path|np\.save\w*|torch\.save)\b"
NAMED = {  # what is easily forgotten in a call
    "sum mean max min any all prod": ("keepdims=True", "keepdim=True", "axis=-1"),
    "grad backward": ("retain_graph=True", "create_graph=True"),
}
FACTORS = 8  # names that are tried as a factor that is missing


def repaired(mine: Mine, runs: list) -> list[str]:
    """What to change, if one change is enough for all programs."""
    try:
        text, scope = text_of(mine.own.__name__, mine.own)
    except CannotKeep:
        return []
    if re.search(LASTING, text):  # what it does outside of itself is done once
        return []
    tree = ast.parse(text)
    tree.body[0].decorator_list = []
    before, lines = ast.unparse(tree), [each.strip() for each in text.splitlines()]
    raised = {r.account.line.text.strip() for r in runs if r.account.line}
    lines = [i for i, each in enumerate(lines, 1) if each in raised]
    here = [run for run in runs if not run.reference.program.takes_long]
    here.sort(key=lambda run: (run.agrees, run.account.kind != "", entries(run)))
    wrong = {is_output(d.what) for run in here if run.is_bare for d in run.differences}
    right = set()
    for each in tree.body[0].body if wrong == {False} else ():
        if getattr(each, "name", "") == "forward":
            right = {*ast.walk(each)}
    tried = islice(_texts(tree, lines, right), MOST)
    for after in chain(tried, _everywhere(tree)):
        if after != before and _is_right(after, mine, scope, here):
            return [_said(before, after)]
    return []


def _texts(tree: ast.AST, lines: list[int], right: set[ast.AST]) -> Iterator[str]:
    """The changed programs: changed where it raised, then likely, first."""

    def rank(change: tuple) -> tuple:
        node = change[1]
        is_there = getattr(node, "lineno", 0) in lines
        return not is_there, node in right, _rank(change)

    own = sorted([*changes(tree.body[0]), *_more(tree.body[0])], key=rank)
    seen = set()
    for _, parent, field, value, *_ in own:
        before = getattr(parent, field)
        setattr(parent, field, value)
        text = ast.unparse(tree)
        setattr(parent, field, before)
        if text not in seen:
            seen.add(text)
            yield text


def _rank(change: tuple) -> int:
    rank, parent, field, value, *_ = change
    before = getattr(parent, field)
    is_list = isinstance(before, list) and field == "body"
    return 0 if is_list and len(value) < len(before) else rank


def _is_right(text: str, mine: Mine, scope: dict, runs: list) -> bool:
    piece, scope = mine.piece, dict(scope)
    try:
        with redirect_stdout(StringIO()):
            exec(compile(bounded(text, scope), "<repair>", "exec"), scope)
            own = scope[mine.own.__name__]
            piece.adopt(own)
            parts = piece.parts(own)
            for run in runs:
                with alone(piece, parts), away(piece):
                    seen = replayed(run.reference, run.order)
                found = compare(run.reference.seen, seen)
                if any(run.order > 1 or SECOND not in each.what for each in found):
                    return False
    except Exception:  # no program
        return False
    return True


def _said(before: str, after: str) -> str:
    both = [*ndiff(before.splitlines(), after.splitlines())]
    both = [each for each in both if each[0] != "?"]
    changed = [i for i, each in enumerate(both) if each[0] in "-+"]
    old, new = ([both[i][2:] for i in changed if both[i][0] == sign] for sign in "-+")
    new = [each for each in new if each.strip() != "pass"]
    first, start = (new or old)[0].strip(), "It would be right"
    if [each.strip() for each in old] == [each.strip() for each in new]:
        way = "out" if len(new[0]) < len(old[0]) else "in"
        return f"{start} with `{first}` one level further {way}."
    if sorted(old) == sorted(new):
        above = next(i for i in changed if both[i][2:].strip() == first)
        return f"{start} with `{first}` {_below(both, above)}."
    if not new:
        return f"{start} without `{' … '.join(each.strip() for each in old)}`."
    if not old:
        return f"{start} with `{first}` {_below(both, changed[0])}."
    both = [" and ".join(each.strip() for each in some) for some in (new, old)]
    return f"{start} with `{both[0]}` in the place of `{both[1]}`."


def _below(lines: list[str], i: int) -> str:
    above = [each[2:].strip() for each in lines[:i] if each[0] != "-"]
    return f"below `{above[-1]}`" if above else "before all else"


# -- what is tried beside the slips -----------------------------------------------

OPERATORS = {  # what slips do not turn into one another
    ast.Mult: (ast.Pow, ast.MatMult, ast.Sub),
}


def _more(tree: ast.AST) -> Iterator[tuple[int, ast.AST, str, object]]:
    """(how unlikely, node, field, what else it might be)."""
    nodes = [*ast.walk(tree)]
    names = [each.arg for each in nodes if isinstance(each, ast.arg)]
    stored = [each for each in nodes if isinstance(getattr(each, "ctx", 0), ast.Store)]
    names = [*names, *map(ast.unparse, stored)]
    names = [each for each in dict.fromkeys(names) if re.fullmatch(r"[\w.]+", each)]
    names = [each for each in names if each not in ("ctx", "self")]
    for parent in nodes:
        for field, value in ast.iter_fields(parent):
            many = value if isinstance(value, list) else [value]
            for i, node in enumerate(many):
                for rank, new in _of_node(node):
                    yield rank, parent, field, _put(value, i, new)
                if isinstance(node, ast.Return) and node.value:
                    for name in names[:FACTORS]:
                        target = ast.Name(name, ast.Store())
                        new = ast.Assign([target], node.value, lineno=0)
                        yield 3, parent, field, _put(value, i, new)
                if not isinstance(node, ast.expr) or node in stored:
                    continue
                kept = isinstance(parent, ast.Return | ast.Tuple)
                if kept or hasattr(getattr(parent, "func", None), "attr"):
                    for name in names[:FACTORS]:
                        for op in (ast.Mult(), ast.Div()):
                            new = ast.BinOp(node, op, ast.parse(name).body[0].value)
                            yield 4, parent, field, _put(value, i, new)
                if isinstance(node, ast.Name) and node.id in names:
                    for name in names[:MOST_NAMES]:
                        other = ast.parse(name).body[0].value
                        yield 5, parent, field, _put(value, i, other)
        if isinstance(getattr(parent, "body", None), list):
            for rank, new in _of_body(parent.body):
                yield rank, parent, "body", new


def _everywhere(tree: ast.AST) -> Iterator[str]:
    """One operator in the place of another, wherever it has this operand."""
    groups: dict[tuple, list[ast.BinOp]] = {}
    for each in [each for each in ast.walk(tree) if isinstance(each, ast.BinOp)]:
        groups.setdefault((type(each.op), ast.unparse(each.right)), []).append(each)
    for (kind, _), group in groups.items():
        for other in (*OPERATORS.get(kind, ()), *SLIPS.get(kind, ())):
            if len(group) < 2:
                continue
            for each in group:
                each.op = other()
            yield ast.unparse(tree)
            for each in group:
                each.op = kind()


def _put(value: object, i: int, new: ast.AST) -> object:
    return [*value[:i], new, *value[i + 1 :]] if isinstance(value, list) else new


def _of_node(node: object) -> Iterator[tuple[int, ast.AST]]:
    match node:
        case ast.BinOp(_, op, _) if type(op) in OPERATORS:
            for other in OPERATORS[type(op)]:
                yield 2, with_(node, op=other())
        case ast.Call(func):
            name = getattr(func, "attr", getattr(func, "id", ""))
            for right, (wrong, _) in CALLS.items():
                if wrong == name:
                    field = "attr" if isinstance(func, ast.Attribute) else "id"
                    yield 0, with_(node, func=with_(func, **{field: right}))
            for calls, keywords in NAMED.items():
                for each in keywords if name in calls.split() else ():
                    more = ast.parse(f"f({each})").body[0].value.keywords
                    yield 1, with_(node, keywords=[*node.keywords, *more])
        case ast.AugAssign(target, op, value):
            left = ast.parse(ast.unparse(target)).body[0].value
            yield 1, ast.Assign([target], ast.BinOp(left, op, value), lineno=0)
        case ast.Assign([target], value) if not isinstance(target, ast.Tuple):
            yield 2, ast.AugAssign(target, ast.Add(), value)
        case ast.If(test) | ast.IfExp(test):
            yield 1, with_(node, test=ast.UnaryOp(ast.Not(), test))
            there = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
            asked = ast.unparse(test.operand if there else test)
            asked = f"{asked} is {'' if there else 'not '}None"
            yield 2, with_(node, test=ast.parse(asked).body[0].value)
        case ast.BoolOp(ast.Or(), [one, other]):
            asked = ast.parse(f"{ast.unparse(one)} is not None").body[0].value
            yield 2, ast.IfExp(asked, one, other)
        case ast.Attribute(value, "data" | "T" | "mT"):
            yield 1, value
        case ast.Name(name, ast.Load()):
            yield 4, call(node, "clone")
            yield 4, call(node, "copy")


def _of_body(body: list[ast.stmt]) -> Iterator[tuple[int, list[ast.stmt]]]:
    """Statements in another order, or one level further out or in."""
    for i, each in enumerate(body):
        rest = body[i + 1 :]
        if rest:
            yield 3, [*body[:i], rest[0], each, *rest[1:]]
        if isinstance(each, ast.For | ast.While | ast.If | ast.With):
            *kept, last = each.body
            if kept:
                yield 1, [*body[:i], with_(each, body=kept), last, *rest]
            if rest:
                more = with_(each, body=[*each.body, rest[0]])
                yield 2, [*body[:i], more, *rest[1:]]
