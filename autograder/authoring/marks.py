"""Where minigrad's own version of a piece stands: below a line `# piece: NAME`.

Read: `Marked`, `marked` (the marks of a file), `every` (of all files).
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..variant import shown

MARK = re.compile(r"\s*# piece: (\w+)\s*")


@dataclass(frozen=True)
class Marked:
    """The definition below a mark: its node, and its text from the first decorator."""

    name: str
    node: ast.ClassDef | ast.FunctionDef
    text: str


def marked(source: str, place: str) -> list[Marked]:
    """The marked definitions of a file, in order. ValueError for a mark of nothing."""
    names = {
        number: shown(found[1])
        for number, line in enumerate(source.splitlines(), start=1)
        if (found := MARK.fullmatch(line))
    }
    if not names:
        return []
    lines, found = source.splitlines(), []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if name := names.pop(first - 1, None):
                text = "\n".join(lines[first - 1 : node.end_lineno])
                found.append(Marked(name, node, text))
    if names:
        number, name = next(iter(names.items()))
        raise ValueError(
            f"{place}, line {number}: `# piece: {name}` must stand directly above a "
            "class or function, and above its decorators"
        )
    return sorted(found, key=lambda each: each.node.lineno)


def every(folder: Path) -> Iterator[tuple[str, Path, Marked]]:
    """(module, file, definition) of each mark below the folder of a package."""
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        parts = path.relative_to(folder.parent).with_suffix("").parts
        module = ".".join(part for part in parts if part != "__init__")
        for each in marked(source, path.name):
            yield module, path, each
