"""The lines of a program: which are needed, where they go, what they free."""

import ast
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

LARGEST = 40  # parts of one line


@dataclass
class Line:
    """One line of the program: the Value whose name it sets, and what it sets it to."""

    value: object  # without a name for a check, which nobody has to ask for
    tree: ast.expr
    operator: str = "="

    @property
    def name(self) -> str:
        return self.value.node.id if self.value.node else ""

    @property
    def reads(self) -> set[str]:
        return {*names_in(self.tree), *[self.name] * (self.operator == "+=")}

    def __str__(self) -> str:
        text = ast.unparse(self.tree)
        return f"    {self.name} {self.operator} {text}" if self.name else f"    {text}"


class Replaced(ast.NodeTransformer):
    """Puts the trees of a dict in the place of names, each once."""

    def __init__(self, trees: dict[str, ast.expr]) -> None:
        self.trees = trees

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.trees.pop(node.id, node)


def names_in(tree: ast.AST) -> list[str]:
    return [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]


def needed(lines: list[Line], names: Iterable[str]) -> list[Line]:
    """The lines on which `names` depend, and the checks."""
    wanted, found = set(names), []
    for line in reversed(lines):
        if not line.name or line.name in wanted:
            wanted |= line.reads
            found.append(line)
    return found[::-1]


def nested(lines: list[Line], names: Iterable[str]) -> list[Line]:
    """The lines, with what is read once in the place where it is read: the memory of
    what nobody else reads is free again at once."""
    uses = Counter(name for line in lines for name in names_in(line.tree))
    uses.update([*names, *names])
    uses.update([line.name for line in lines if line.operator == "+="] * 2)
    put, found = {}, []
    for line in lines:
        line.tree = Replaced(put).visit(line.tree)
        is_small = len([*ast.walk(line.tree)]) < LARGEST
        if line.operator == "=" and line.name and uses[line.name] == 1 and is_small:
            put[line.name] = line.tree
        else:
            found.append(line)
    return found


def freed(lines: list[Line], large: set[str]) -> list[str]:
    """The text of the lines; after its last use, the name of a large array goes."""
    last = {name: line for line in lines for name in [line.name, *names_in(line.tree)]}
    text = []
    for line in lines:
        text.append(str(line))
        used = dict.fromkeys([line.name, *names_in(line.tree)])
        if gone := [n for n in used if n in large and last[n] is line]:
            text.append(f"    del {', '.join(gone)}")
    return text
