"""What the text of a training shows, where a network has learned too little.

Each sentence is a fact of the student's lines, which numbers cannot tell: no step is
made, the return stands inside of the loop. Only a notebook has the text.
"""

import ast
import re
from collections.abc import Callable, Iterator

from ...pieces.source import CannotKeep, text_of

MADE = re.compile(r"^(\w+) = .*?\b(SGD|Adam|AdamW|Sequential|Model|make_\w+)\(")


def faults(function: Callable) -> list[str]:
    """What is missing in the loop of a training, or stands in a wrong place."""
    try:
        text, _ = text_of(function.__name__, function)
    except CannotKeep:
        return []
    tree = ast.parse(text)
    text = ast.unparse(tree)  # without comments
    found = [*_missing(text), *_misplaced(tree), *_apart(tree.body[0])]
    return list(dict.fromkeys(found))


def _missing(text: str) -> Iterator[str]:
    if "backward(" not in text:  # the loop is elsewhere
        return
    if "optim." in text and ".step()" not in text:
        yield "step() is missing: the optimizer never moves a parameter."
    moved = re.findall(r"optim\.\w+\((.+?)\.parameters\(", text)
    returned = re.findall(r"return (\w+)$", text, flags=re.M)
    if moved and returned and moved[-1] != returned[-1]:
        yield f"The optimizer moves `{moved[-1]}`, and `{returned[-1]}` is returned."
    if "zero_grad(" not in text and ".grad = " not in text:
        yield "zero_grad() is missing: every step goes along the sum of all gradients."


def _misplaced(tree: ast.AST) -> Iterator[str]:
    for loop in ast.walk(tree):
        if not isinstance(loop, ast.For | ast.While):
            continue
        first, lines = ast.unparse(loop).splitlines()[0], [*map(ast.unparse, loop.body)]
        if isinstance(loop.body[-1], ast.Return):
            yield f"The return stands inside of `{first}`: only one round is made."
        for made in filter(None, map(MADE.match, lines)):
            yield f"`{made[1]}` is made anew in each round of `{first}`."
        calls = re.findall(r"\.(backward|zero_grad|step)\(", "\n".join(lines))
        if calls == ["backward", "zero_grad", "step"]:
            yield "zero_grad() stands between backward() and step(): nothing is left."
        if calls == ["zero_grad", "step", "backward"]:
            yield "step() comes before backward(), when there are no gradients."


def _apart(function: ast.FunctionDef) -> Iterator[str]:
    """Images that are picked where labels are not, or others."""
    names = [each.arg for each in function.args.args]
    nodes = [each for each in ast.walk(function) if isinstance(each, ast.Subscript)]
    if len(names) == 2:
        images, labels = (
            {ast.unparse(e.slice) for e in nodes if ast.unparse(e.value) == name}
            for name in names
        )
        if images and labels and images != labels:
            yield f"Of `{names[0]}` others are picked than of `{names[1]}`."
