"""Slips: one small change of a right program, as a hypothesis for any piece.

Of each model (`programs`) every slip is made that people make in any program: a sum for
a mean, a factor left out, brackets lost, a return inside of the loop, an `and` for an
`or`, what is kept from one call to the next. Each is a wrong version (`versions`), and
says which line it would be. They are tried where nothing that is known of the piece
itself fits.

Read: `of_piece`, then the kinds of slip: `_of_expression`, `_of_statement`,
`_of_whole`.
"""

import ast
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from functools import cache
from itertools import combinations, count

from . import programs

ROUNDS = 20_000  # of all loops of a version: a changed one may not end
MOST_NAMES = 9  # in a function, of which one may stand in the place of another


@cache
def of_piece(set: str, name: str) -> list[tuple[str, str, Callable]]:
    """In which method each slip is, what is said of it, and what makes the version; the
    likely ones first."""
    found = []
    for model in programs.models(set, name):
        tree = ast.parse(model)
        (own,) = tree.body
        texts = {ast.unparse(tree)}
        for method in own.body if isinstance(own, ast.ClassDef) else [own]:
            for rank, parent, field, value, says in changes(method):
                before = getattr(parent, field)
                setattr(parent, field, value)
                if (text := ast.unparse(tree)) not in texts:
                    texts.add(text)
                    where = getattr(method, "name", "")
                    make = made_of(text, own.name, programs.scope(set))
                    found.append((rank, where, says, make))
                setattr(parent, field, before)
    return [rest for _, *rest in sorted(found, key=lambda each: each[0])]


def made_of(text: str, name: str, around: dict) -> Callable:
    """What makes the definition `name` of a text, whose names mean what they mean in
    `around`."""

    def make() -> Callable | type:
        scope = dict(around)
        exec(compile(bounded(text, scope), "<slip>", "exec"), scope)
        return scope[name]

    return make


def bounded(text: str, scope: dict) -> ast.AST | str:
    """A program whose while loops end, by a function that is put into `scope`."""
    rounds = count()

    def goes_on() -> bool:
        if next(rounds) > ROUNDS:
            raise TimeoutError
        return True

    scope["_goes_on"] = goes_on
    if "while " not in text:
        return text
    return ast.fix_missing_locations(_Bounded().visit(ast.parse(text)))


class _Bounded(ast.NodeTransformer):
    def visit_While(self, node: ast.While) -> ast.While:  # noqa: N802
        self.generic_visit(node)
        asked = ast.Call(ast.Name("_goes_on", ast.Load()), [], [])
        node.test = ast.BoolOp(ast.And(), [asked, node.test])
        return node


def changes(tree: ast.AST) -> Iterator[tuple[int, ast.AST, str, object, str]]:
    """(how unlikely, node, field, what else it might be, what is said of that)."""
    scope = {}  # of each node, the names that stand for something there
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            names = {
                node.arg for node in ast.walk(function) if isinstance(node, ast.arg)
            }
            names |= {node.id for node in ast.walk(function) if _is_stored(node)}
            names -= {*GIVEN}
            scope |= dict.fromkeys(ast.walk(function), names)
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if field == "body" and isinstance(value, list):
                for rank, new, says in _moved(value):
                    yield rank, parent, field, new, says
            many = value if isinstance(value, list) else [value]
            for i, node in enumerate(many):
                names = set() if _is_kept(parent) else scope.get(parent, set())
                more = _brackets(node) if isinstance(parent, ast.stmt) else ()
                for rank, new, says in (*more, *_slips(node, names)):
                    if many is value:
                        news = new if isinstance(new, list) else [new] if new else []
                        new = [*many[:i], *news, *many[i + 1 :]]
                        if field == "body" and not new:
                            new = [ast.Pass()]
                    if isinstance(node, ast.Constant) and isinstance(parent, ast.expr):
                        after, before = copy(parent), ast.unparse(parent)
                        setattr(after, field, new)
                        says = f"{says.split('.')[0]}. This computes "
                        says += f"`{ast.unparse(after)}` where `{before}` belongs."
                    yield rank, parent, field, new, says
            if field == "value" and isinstance(parent, ast.Assign | ast.Return):
                for new, says in _of_names(value, scope.get(parent, set())):
                    yield 5, parent, field, new, says
            if many is value and field == "body":
                for rank, new, says in _of_block(many):
                    yield rank, parent, field, new, says


def _of_names(value: object, names: set[str]) -> Iterator[tuple[ast.expr, str]]:
    """Another name in every place of one."""
    if value is None or "grad" not in names or len(names) > MOST_NAMES:
        return
    found = [each.id for each in ast.walk(value) if isinstance(each, ast.Name)]
    for name in sorted(each for each in names if found.count(each) > 1):
        for other in sorted(names - {name}):
            new = deepcopy(value)
            for each in ast.walk(new):
                if isinstance(each, ast.Name) and each.id == name:
                    each.id = other
            before, after = ast.unparse(value), ast.unparse(new)
            says = f"There stands {other}, not {name}."
            yield new, f"{says} This computes `{after}` where `{before}` belongs."


def _of_block(lines: list[ast.stmt]) -> Iterator[tuple[int, list[ast.stmt], str]]:
    """A line too many or too few inside of a block."""
    firsts = [ast.unparse(line).splitlines()[0] for line in lines]
    for i, line in enumerate(lines):
        before, then, after = lines[:i], lines[i + 1 : i + 2], lines[i + 2 :]
        if isinstance(line, ast.Try) and line.finalbody:
            says = f"After an error `{ast.unparse(line.finalbody)}` is not done."
            yield 2, [*before, *line.body, *line.finalbody, *then, *after], says
        if isinstance(line, ast.If) and line.orelse:
            alone, other = copy(line), copy(line)
            alone.orelse, other.body, other.orelse = [], line.orelse, []
            other.test = ast.UnaryOp(ast.Not(), line.test)
            asked = ast.unparse(line.test)
            for one, always, where in (
                (alone, line.orelse, f"`{asked}`"),
                (other, line.body, f"`{asked}` is not so"),
            ):
                done = "; ".join(map(ast.unparse, always)).splitlines()[0]
                says = f"`{done}` is done also where {where}."
                yield 1, [*before, one, *always, *then, *after], says
        if isinstance(line, ast.With):
            yield 1, [*before, *line.body, *then, *after], f"`{firsts[i]}` is missing."
        if isinstance(line, ast.With | ast.If | ast.For | ast.While):
            wide, narrow = copy(line), copy(line)
            wide.body, narrow.body = [*line.body, *then], line.body[:-1]
            if then:
                says = f"`{firsts[i + 1]}` stands inside of `{firsts[i]}`."
                yield 2, [*before, wide, *after], says
            if narrow.body:
                last = ast.unparse(line.body[-1]).splitlines()[0]
                says = f"`{last}` stands after `{firsts[i]}`, and not inside of it."
                yield 2, [*before, narrow, line.body[-1], *then, *after], says


def _is_kept(node: ast.AST) -> bool:
    """True for a call of what is nobody's slip: its name begins with _."""
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("_")


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


# -- the slips --------------------------------------------------------------------

OPERATORS = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add, ast.Mult),
    ast.Mult: (ast.Div, ast.Add),
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
CALLS = {  # what is called in the place of what, with the words for it
    "mean": ("sum", "A sum is taken, and not a mean."),
    "sum": ("mean", "A mean is taken, and not a sum."),
    "max": ("min", "The smallest is taken, and not the largest."),
    "max_pool2d": ("avg_pool2d", "A mean is taken, and not the largest."),
    "triu": ("tril", "The triangle is the other one."),
    "all": ("any", "One entry is enough for it, and all must."),
    "allclose": ("equal", "Rounding is not allowed for."),
    "stack": ("cat", "They are joined along an axis that is there already."),
    "relu": ("tanh", "There stands tanh in the place of the ReLU."),
    "cross_entropy": ("nll_loss", "log_softmax is missing."),
    "scatter_add_": ("scatter_", "It is written over what was there, and not added."),
    "norm": ("sum", "A sum is taken, and not a length."),
    "square": ("abs", "There stands |…| in the place of the square."),
    "sign": ("abs", "There stands |…| in the place of the sign."),
    "sin": ("cos", "There stands cos in the place of sin."),
    "cos": ("sin", "There stands sin in the place of cos."),
}


def _slips(node: object, names: set[str]) -> Iterator[tuple[int, object, str]]:
    """(how unlikely, what stands there, what is said) for each slip at a node."""
    if isinstance(node, ast.expr):
        if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            return
        both = *_of_expression(node, names), *_of_calls(node, names), *_twice(node)
        for rank, new, what in both:
            before, after = ast.unparse(node), ast.unparse(new)
            yield rank, new, f"{what} This computes `{after}` where `{before}` belongs."
    elif isinstance(node, ast.stmt):
        yield from _of_statement(node)
        yield from _of_ends(node)


def with_(node: ast.AST, **fields) -> ast.AST:
    """A copy of a node in which these fields are others."""
    kept = {name: getattr(node, name, None) for name in node._fields}
    return ast.copy_location(type(node)(**(kept | fields)), node)


def call(value: ast.expr, method: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(value, method, ast.Load()), list(args), [])


def _of_expression(
    node: ast.expr, names: set[str]
) -> Iterator[tuple[int, ast.expr, str]]:
    match node:
        case ast.BinOp(left, op, right):
            yield 1, left, "A part is left out."
            yield 1, right, "A part is left out."
            for other in OPERATORS.get(type(op), ()):
                yield 1, with_(node, op=other()), "The operation is another one."
            if isinstance(left, ast.BinOp):
                inner = with_(left, right=right)
                yield 2, with_(node, left=inner, right=left.right), "Two are exchanged."
            for one in (left, right):
                same = ast.BinOp(one, op, one)
                yield 3, same, "The same stands on both sides."
            if isinstance(op, ast.Add):
                minus = ast.BinOp(right, ast.Sub(), left)
                yield 2, minus, "The operation is another one."
            if isinstance(op, ast.FloorDiv):
                up = with_(node, left=ast.UnaryOp(ast.USub(), left))
                yield 1, ast.UnaryOp(ast.USub(), up), "It is rounded up, and not down."
            if not isinstance(op, ast.Add | ast.Mult):
                swapped = with_(node, left=right, right=left)
                yield 2, swapped, "Its two sides are swapped."
            yield from _other_brackets(node)
            if isinstance(op, ast.Sub):
                size = ast.Call(ast.Name("abs", ast.Load()), [node], [])
                yield 2, size, "The sign of a difference is lost."
            if isinstance(op, ast.Pow):
                yield 1, call(left, "abs"), "There stands |…| in the place of a power."
        case ast.Compare(left, [op], [right]):
            for other in OPERATORS.get(type(op), ()):
                yield 1, with_(node, ops=[other()]), "The comparison is another one."
            if isinstance(right, ast.Constant) and right.value is None:
                plain = (
                    left if isinstance(op, ast.IsNot) else ast.UnaryOp(ast.Not(), left)
                )
                yield 1, plain, "What is empty or 0 counts as None."
        case ast.BoolOp(op, values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield 1, with_(node, op=other), "and stands for or, or the other way round."
            for i in range(len(values)):
                rest = values[:i] + values[i + 1 :]
                fewer = rest[0] if len(rest) == 1 else with_(node, values=rest)
                yield 1, fewer, "A condition is missing."
                turned = [*values[:i], ast.UnaryOp(ast.Not(), values[i])]
                turned = with_(node, values=turned + values[i + 1 :])
                yield 2, turned, "A condition is turned round."
        case ast.UnaryOp(_, operand):
            yield 1, operand, "The sign is missing."
        case ast.Constant(bool(value)):
            yield 1, ast.Constant(not value), "True and False are exchanged."
        case ast.Constant(int(value)):
            for other in {value + 1, value - 1, 0} - {value}:
                yield 2, ast.Constant(other), "A number is another one."
        case ast.Attribute(ast.Name() as value, attr) if value.id in names:
            yield 3, value, f".{attr} is left out."
        case ast.IfExp(_, body, orelse):
            yield 1, body, "A case is forgotten."
            yield 1, orelse, "A case is forgotten."
            turned = with_(node, body=orelse, orelse=body)
            yield 1, turned, "The two cases are exchanged."
        case ast.List([ast.Starred(value), last]):
            yield 1, value, "The new entry is missing."
            shared = ast.BoolOp(ast.Or(), [call(value, "append", last), value])
            yield 1, shared, "One list is shared, and grows on every way."
        case ast.Tuple(elts) | ast.List(elts) if len(elts) > 1:
            yield 3, with_(node, elts=elts[::-1]), "The order is turned round."
            for i in range(len(elts) - 1):
                order = elts[:i] + [elts[i + 1], elts[i]] + elts[i + 2 :]
                yield 2, with_(node, elts=order), "Two of these are swapped."
        case ast.Subscript(value, index) if isinstance(index, ast.Slice | ast.Tuple):
            yield 1, value, "All of it is taken."
        case ast.Subscript(value, ast.Constant(int(i))):
            for other in {i - 1, i + 1} - {-1}:
                says = "Another entry is taken."
                yield 2, with_(node, slice=ast.Constant(other)), says
        case ast.Call() if not _is_kept(node):
            yield from _other_call(node)
        case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
            for i, each in enumerate(node.generators):
                if each.ifs:
                    bare = [*node.generators]
                    bare[i] = with_(each, ifs=[])
                    yield 1, with_(node, generators=bare), "The condition is missing."
        case ast.Name(name) if name in names:
            yield 3, call(node, "detach"), f"The graph of {name} is cut off here."
            yield 4, call(node, "float"), "The dtype is not kept."
            turned = ast.Attribute(node, "mT", ast.Load())
            yield 4, turned, "Rows and columns are exchanged."
            for text, says in IN_ITS_PLACE.items():
                other = ast.parse(text.format(name), mode="eval").body
                yield 4, other, says.format(name)
            tensors = names if len(names) <= MOST_NAMES and "grad" in names else set()
            for other in sorted(tensors - {name}):
                yield 5, with_(node, id=other), f"There stands {other}, not {name}."


def _brackets(node: object) -> Iterator[tuple[int, ast.expr, str]]:
    """An expression without one of its pairs of brackets, and with one more."""
    if not isinstance(node, ast.expr):
        return
    text = ast.unparse(node)
    tree = ast.parse(text, mode="eval")
    sums = [each for each in ast.walk(tree) if isinstance(each, ast.BinOp)]
    inner = {each for one in sums for each in (one.left, one.right)}
    ends = {each.end_col_offset for each in inner - {*sums}}
    starts = sorted(each.col_offset for each in inner - {*sums})
    found = [
        (2, f"{text[:i]}({text[i:j]}){text[j:]}")
        for i in starts
        for j in sorted(ends)
        if j > i
    ]
    for each in sums:
        i, j = each.col_offset, each.end_col_offset
        if text[:i].endswith("("):
            found.append((1, text[: i - 1] + text[i:j] + text[j + 1 :]))
    for rank, other in found:
        try:
            new = ast.parse(other, mode="eval").body
        except SyntaxError:
            continue
        if ast.unparse(new) != text:
            says = "The brackets are lost, or end elsewhere."
            yield rank, new, f"{says} This computes `{other}` where `{text}` belongs."


IN_ITS_PLACE = {  # of a name, and what is said of it
    "{}[::-1]": "The entries of {} are taken in the opposite order.",
    "{}[:1]": "Only the first entry of {} is used.",
    "int({})": "Of {} the digits after the point are cut off.",
    "abs({})": "There stands |{}|.",
    "({} - 1)": "There stands {} - 1.",
    "({} + 1)": "There stands {} + 1.",
}


def _other_brackets(node: ast.BinOp) -> Iterator[tuple[int, ast.expr, str]]:
    """f(a) * b as f(a * b), a * f(b) as f(a * b)."""
    for side, other in (("left", "right"), ("right", "left")):
        called, rest = getattr(node, side), getattr(node, other)
        if not isinstance(called, ast.Call):
            continue
        if isinstance(called.func, ast.Attribute) and not _is_module(called.func.value):
            inner = with_(node, **{side: called.func.value, other: rest})
            new = with_(called, func=with_(called.func, value=inner))
            yield 2, new, "The brackets end elsewhere."
        elif called.args:
            inner = with_(node, **{side: called.args[0], other: rest})
            says = "The brackets end elsewhere."
            yield 2, with_(called, args=[inner, *called.args[1:]]), says


def _is_module(node: ast.expr) -> bool:
    return ast.unparse(node).split(".")[0] in MODULES


MODULES = ("torch", "np", "math", "F", "lib", "functional")


def _other_call(node: ast.Call) -> Iterator[tuple[int, ast.expr, str]]:
    func, args, keywords = node.func, node.args, node.keywords
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    is_method = isinstance(func, ast.Attribute) and not _is_module(func.value)
    if name in CALLS:
        other, what = CALLS[name]
        new = with_(
            func, **{"attr" if isinstance(func, ast.Attribute) else "id": other}
        )
        yield 0, with_(node, func=new), what
    if is_method:
        yield 1, func.value, f"{name} is left out."
        if isinstance(func.value, ast.BinOp):  # (a ** 2).mean() as a.mean() ** 2
            inner = with_(node, func=with_(func, value=func.value.left))
            yield 1, with_(func.value, left=inner), f"{name} comes too early."
        if name == "reshape" and [ast.unparse(each) for each in args] == ["-1"]:
            says = "squeeze() takes every axis of size 1."
            yield 0, call(func.value, "squeeze"), says
    elif args and not isinstance(args[0], ast.Starred):
        yield 1, args[0], f"{name} is left out."
    if name == "list":
        turned = ast.parse(f"{ast.unparse(node)}[::-1]").body[0].value
        yield 2, turned, "They come in the opposite order."
    for i in range(len(keywords)):
        rest = keywords[:i] + keywords[i + 1 :]
        says = f"{keywords[i].arg or 'What is named'} is not handed over."
        yield 1, with_(node, keywords=rest), says
    for i in range(len(args) - 1):
        order = args[:i] + [args[i + 1], args[i]] + args[i + 2 :]
        yield 2, with_(node, args=order), "Two arguments are swapped."
    if len(args) > 1 and not isinstance(args[-1], ast.Starred):
        yield 2, with_(node, args=args[:-1]), "The last argument is not handed over."


def _of_statement(node: ast.stmt) -> Iterator[tuple[int, object, str]]:
    text = ast.unparse(node).splitlines()[0]
    match node:
        case ast.Return(value) if value is not None:
            if isinstance(value, ast.Tuple):
                for i in range(len(value.elts)):
                    elts = [*value.elts]
                    elts[i] = ast.Constant(None)
                    none = with_(node, value=with_(value, elts=elts))
                    belongs = ast.unparse(value.elts[i])
                    yield 2, none, f"None is returned in the place of `{belongs}`."
            elif isinstance(value, ast.Constant) and value.value is None:
                empty = with_(node, value=ast.List([], ast.Load()))
                yield 0, empty, "The empty list is returned in the place of None."
            else:
                says = f"What comes of `{ast.unparse(value)}` is not returned."
                yield 1, ast.Expr(value), says
                leaf = call(call(value, "detach"), "requires_grad_")
                says = "The result is made a new leaf, at which every gradient ends."
                yield 3, with_(node, value=leaf), says
                empty = ast.BoolOp(ast.Or(), [value, ast.List([], ast.Load())])
                says = "The empty list is returned in the place of None."
                yield 3, with_(node, value=empty), says
        case ast.AugAssign(target, op, value):
            plain = ast.Assign([target], value, lineno=0)
            says = f"It is written over what was there, and not added: `{text}`."
            yield 0, plain, says
            for other in OPERATORS.get(type(op), ()):
                yield 1, with_(node, op=other()), f"The sign is wrong in `{text}`."
            yield 2, None, f"This is missing: `{text}`."
        case ast.Assign([ast.Name(name)], ast.BinOp(ast.Name(first), op, right)) if (
            name == first
        ):
            plain = ast.AugAssign(node.targets[0], op, right)
            says = f"{name} is changed in place, and others have the same object."
            yield 1, plain, says
        case ast.If(test, body, orelse):
            asked = ast.unparse(test)
            done = "; ".join(map(ast.unparse, body)).splitlines()[0]
            always = f"Whether `{asked}` is not asked: `{done}` is done always."
            yield 0 if isinstance(body[-1], ast.Return) else 2, [*body], always
            never = (
                f"Nothing is done for the case that `{asked}`: there belongs `{done}`."
            )
            yield 1, orelse or None, never
            if orelse:
                says = f"`{asked}` is turned round."
                yield 1, with_(node, body=orelse, orelse=body), says
        case ast.For() | ast.While():
            yield from _of_loop(node)
        case ast.FunctionDef():
            yield from _of_function(node)
        case ast.Continue():
            says = "break leaves the loop. Only this round is to be passed over."
            yield 0, ast.Break(), says
            yield 1, None, "The round is not passed over: continue is missing."
        case ast.Break():
            yield 0, None, "The loop goes on: break is missing."
        case ast.Assign() | ast.Expr():
            yield 2, None, f"This is missing: `{text}`."


ONCE = "Only the first round of the loop is made. Does the return stand inside of it?"


def _of_loop(node: ast.For | ast.While) -> Iterator[tuple[int, object, str]]:
    first = ast.unparse(node).splitlines()[0].removesuffix(":")
    yield 1, with_(node, body=[*node.body, ast.Break()]), ONCE
    for text, says in ROUNDS_MADE.items() if isinstance(node, ast.For) else ():
        other = ast.parse(text.format(ast.unparse(node.iter))).body[0].value
        yield 1, with_(node, iter=other), f"{says}: `{first}`."


ROUNDS_MADE = {
    "[*({})] + [0]": "One round too many is made",
    "list({})[:-1]": "The last round is not made",
    "list({})[1:]": "The first round is not made",
    "list({})[::-1]": "The rounds are made in the opposite order",
}


# Rarer ones, which are tried after all others.


def _of_calls(node: ast.expr, names: set[str]) -> Iterator[tuple[int, ast.expr, str]]:
    """Two calls in the other order; a factor too many in a sum or mean, and what it
    is taken of; 1 - x for a factor x."""
    match node:
        case ast.Call(ast.Attribute(ast.Call(func, args, more) as inner, name)):
            outer = [node.args, node.keywords]
            if ast.unparse(func).split(".")[0] in ("np", "torch", "math") and args:
                early = ast.Call(ast.Attribute(args[0], name, ast.Load()), *outer)
                new = ast.Call(func, [early, *args[1:]], more)
                yield 6, new, f"{name} comes too early."
            elif isinstance(func, ast.Attribute):
                early = ast.Call(ast.Attribute(func.value, name, ast.Load()), *outer)
                new = ast.Attribute(early, func.attr, ast.Load())
                yield 7, ast.Call(new, args, inner.keywords), f"{name} comes too early."
    match node:
        case ast.Call(func, [ast.Call(ast.Attribute(value, name), args, more)]) if (
            name in ("sum", "mean", "max")
        ):
            late = ast.Attribute(ast.Call(func, [value], []), name, ast.Load())
            yield 6, ast.Call(late, args, more), f"{name} comes too late."
        case ast.Call(ast.Attribute(value, "sum" | "mean" as name), args, more):
            for other in sorted(names):
                many = ast.BinOp(value, ast.Mult(), ast.Name(other, ast.Load()))
                new = ast.Call(ast.Attribute(many, name, ast.Load()), args, more)
                yield 8, new, f"{other} is a factor too many."
            if args:
                bare = ast.Call(ast.Attribute(value, name, ast.Load()), [], [])
                yield 6, bare, f"The {name} is one of all entries."
                first = ast.Subscript(value, ast.Constant(0), ast.Load())
                yield 7, first, "Only the first is taken."
        case ast.Subscript(value, ast.Tuple(elts)):
            for i, each in enumerate(elts):
                some = ast.Tuple([*elts[:i], ast.Slice(), *elts[i + 1 :]], ast.Load())
                what = f"All of that axis is taken, not {ast.unparse(each)}."
                yield 7, ast.Subscript(value, some, ast.Load()), what
        case ast.BinOp(left, ast.Mult(), right):
            other = ast.BinOp(ast.Constant(1), ast.Sub(), left)
            yield 8, ast.BinOp(other, ast.Mult(), right), "1 - … stands there."
            other = ast.BinOp(ast.Constant(1), ast.Sub(), right)
            yield 8, ast.BinOp(left, ast.Mult(), other), "1 - … stands there."
        case ast.BinOp(ast.BinOp(left, op, right), ast.Pow(), power):
            one, other = (ast.BinOp(each, ast.Pow(), power) for each in (left, right))
            what = "The brackets are lost: the power is one of each part."
            yield 6, ast.BinOp(one, op, other), what
            yield 6, ast.BinOp(one, op, right), "The power is one of the first alone."


def _twice(node: ast.expr) -> Iterator[tuple[int, ast.expr, str]]:
    """What is multiplied or divided by stands there twice."""
    match node:
        case ast.BinOp(left, ast.Mult() | ast.Div() as op, right):
            says = "{} counts twice."
            yield 8, ast.BinOp(node, op, right), says.format(ast.unparse(right))
            if isinstance(op, ast.Mult):
                twice = ast.BinOp(left, op, node)
                yield 8, twice, says.format(ast.unparse(left))


def _of_ends(node: ast.stmt) -> Iterator[tuple[int, ast.stmt, str]]:
    """What ends a function, or a round of a loop, too early."""
    text = ast.unparse(node).splitlines()[0]
    match node:
        case ast.Assign([ast.Name(name) as target], value):
            total = ast.BinOp(ast.Name(name, ast.Load()), ast.Add(), value)
            added = ast.Assign([target], total, lineno=0)
            yield 8, added, f"It is added to what was there, not put there: `{text}`."
            yield (
                8,
                ast.Return(value),
                f"It ends too early, at `{text}`: go on there.",
            )
        case ast.If(test, body, orelse):
            done = ast.unparse(body[0]).splitlines()[0]
            says = f"`{text}` passes a round over. There belongs `{done}`."
            yield 8, ast.If(test, [ast.Continue()], orelse), says
            turned = ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
            yield 9, turned, f"`{text}` is turned round."


def _moved(body: list[ast.stmt]) -> Iterator[tuple[int, list[ast.stmt], str]]:
    """A line that stands further up or down than it should, if that may matter."""
    used = [{n.id for n in ast.walk(e) if isinstance(n, ast.Name)} for e in body]
    text = [f"`{' '.join(ast.unparse(each).split())}`" for each in body]
    pairs = combinations(range(len(body)), 2)
    for i, j in sorted(pairs, key=lambda pair: pair[1] - pair[0]):
        if isinstance(body[j], ast.Return) or not used[i] & used[j]:
            continue
        up = [*body[:i], body[j], *body[i:j], *body[j + 1 :]]
        yield 8, up, f"{text[j]} comes too early: it belongs after {text[i]}."
        if j > i + 1:
            down = [*body[:i], *body[i + 1 : j + 1], body[i], *body[j + 1 :]]
            yield 8, down, f"{text[i]} comes too late: it belongs before {text[j]}."


# -- slips of a function ----------------------------------------------------------

GIVEN = ("ctx", "lib")
AT_FIRST = {  # what a function might do with an argument before all else
    "{} = {}.detach()": "{} is detached: nothing flows back to it.",
    "{} = {}.float()": "{} is cast to float32: the result has its dtype and digits.",
    "{} = {}[:1]": "Only the first entry of {} is used.",
    "{} = {}[-1:]": "Only the last entry of {} is used.",
    "{} = {}[::-1]": "The entries of {} are taken in the opposite order.",
    "{} = ({}[0],) * 2": "The first number of {} is taken for both directions.",
    "{} = ({}[1],) * 2": "The second number of {} is taken for both directions.",
}


def _of_function(node: ast.FunctionDef) -> Iterator[tuple[int, object, str]]:
    for name in {each.arg: 0 for each in node.args.args if each.arg not in GIVEN}:
        for line, says in AT_FIRST.items():
            body = ast.parse(line.replace("{}", name)).body + node.body
            yield 1, with_(node, body=body), says.replace("{}", name)
    for i, line in enumerate(node.body):
        if isinstance(line, ast.For | ast.While) and line is not node.body[-1]:
            early = with_(line, body=[*line.body, node.body[i + 1]])
            rest = node.body[i + 2 :]
            if isinstance(node.body[i + 1], ast.Return):
                yield 0, with_(node, body=[*node.body[:i], early]), ONCE
            else:
                inside = with_(node, body=[*node.body[:i], early, *rest])
                done = ast.unparse(node.body[i + 1]).splitlines()[0]
                says = f"`{done}` comes once, after the loop, not in each round."
                yield 1, inside, says
        if (
            isinstance(line, ast.Assign)
            and isinstance(line.targets[0], ast.Name)
            and ast.unparse(line.value) in ("[]", "{}", "set()")
        ):
            given = [ast.arg(line.targets[0].id)]
            args = with_(node.args, kwonlyargs=given, kw_defaults=[line.value])
            rest = [each for each in node.body if each is not line]
            yield (
                1,
                with_(node, args=args, body=rest),
                f"What `{ast.unparse(line)}` makes is kept from one call to the next. "
                "Make it anew in each.",
            )
