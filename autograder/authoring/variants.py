"""A private variant of a problem set: other names, and other numbers in questions.

    python -m autograder variant ps2 --seed 2027 --rename Mul=Times

Read: `make`, `rename`, `other_names`, `other_numbers`.
"""

import io
import random
import re
import tokenize
from collections.abc import Iterator

from nbformat import NotebookNode

from .. import variant
from ..check import questions
from ..pieces.catalogue import PIECES
from ..pieces.functions import FunctionPiece
from ..pieces.kinds import OpPiece
from ..work.folder import WorkError, write_json
from .questions import draw
from .sets import Sheet

WORDS = "Alder Birch Cedar Elm Hazel Larch Linden Maple Oak Pine Rowan Willow".split()
IN_CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)


def make(sheet: Sheet, given) -> Iterator[str]:
    """Do what the command line asks for; say which names and numbers are new."""
    numbers, names = {}, dict(given.rename)
    if given.seed is not None:
        for name, new in other_numbers(sheet, given.set, given.seed):
            said = ", ".join(f"{each} = {value}" for each, value in new.items())
            yield f"{name}: {said or 'the numbers stay, as its text was changed'}"
            numbers |= {name: new} if new else {}
    for old, new in names.items():
        rename(sheet, old, new)
    if given.rename_all:
        seed = variant.SEED if given.seed is None else given.seed
        for old, new in other_names(given.set, seed).items():
            if old not in names:
                rename(sheet, old, new, everywhere=False)
                names[old] = new
                yield f"{old} is {new}"
    if names or numbers:
        sheet.save()
    _write(given.seed, names, numbers)


def other_names(set: str, seed: int) -> dict[str, str]:
    """Another name for every operation, Function and question of a set, drawn from a
    seed. Parts of the engine keep theirs."""
    word = random.Random(seed).choice(WORDS)
    ops = (
        name
        for name, each in PIECES.items()
        if each.set == set and isinstance(each, OpPiece | FunctionPiece)
    )
    return {
        name: f"{old}{word}" if old[0].isupper() else f"{old}_{word.lower()}"
        for name in (*ops, *(n for n, s in questions.names().items() if s == set))
        for old in [variant.published(name)]
    }


def rename(sheet: Sheet, old: str, new: str, everywhere: bool = True) -> None:
    """Call a piece or question `new` in the notebook. The variant has to know it.

    In code the name is replaced; in text the word wherever it stands, or, unless
    `everywhere`, where it is code or an exercise's title: many are words of English.
    """
    piece = PIECES.get(old)
    if piece is None and old not in questions.names():
        raise WorkError(f"{old} is no piece and no question")
    if piece is not None and not isinstance(piece, OpPiece | FunctionPiece):
        raise WorkError(f"{old} is a part of the engine, which keeps its name")
    if not new.isidentifier() or new in PIECES or new in questions.asked():
        raise WorkError(f"{new} is no name, or it is taken")
    word = re.compile(rf"(?<![\w.]){re.escape(old)}(?!\w)")
    for cell in sheet.cells:
        if cell.cell_type == "code":
            cell.source = _renamed(cell.source, old, new)
        elif everywhere:
            cell.source = word.sub(new, cell.source)
        else:
            title = re.compile(rf"^(## ){re.escape(old)}(?=\n\n★)")
            cell.source = title.sub(rf"\g<1>{new}", cell.source)
            cell.source = IN_CODE.sub(
                lambda found: word.sub(new, found[0]), cell.source
            )


def _renamed(source: str, old: str, new: str) -> str:
    """Python with another name; texts and comments in it stay."""
    lines = source.split("\n")
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    for token in reversed(tokens):
        if token.type == tokenize.NAME and token.string == old:
            row, column = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:column] + new + line[column + len(old) :]
    return "\n".join(lines)


def other_numbers(sheet: Sheet, set: str, seed: int) -> Iterator[tuple[str, dict]]:
    """Ask the questions of a set with other numbers, drawn from a seed: (question,
    numbers) of each, or {} where the notebook has not the texts that hold them."""
    import torch

    for name, (computed, new) in draw(set, seed, torch).items():
        old_texts, new_texts = (
            computed.texts(**numbers) for numbers in (computed.numbers, new)
        )
        cells = _cells_of(sheet, f"check({variant.shown(name)})")
        whole = "\n".join(cell.source for cell in cells)
        if all(text in whole for text in old_texts):
            for cell in cells:
                cell.source = _replaced(cell.source, old_texts, new_texts)
            yield name, new
        elif cells:
            yield name, {}


def _cells_of(sheet: Sheet, check: str) -> list[NotebookNode]:
    """The cells of the exercise that has this check; none if it was taken out."""
    for each in sheet.exercises():
        cells = sheet.cells[each.start : each.end]
        if check in [cell.source for cell in cells]:
            return cells
    return []


def _replaced(source: str, old: tuple[str, ...], new: tuple[str, ...]) -> str:
    """A text in which each of `old` is the one in its place of `new`, all at once."""
    texts = dict(zip(old, new, strict=True))
    return re.sub("|".join(map(re.escape, texts)), lambda m: texts[m[0]], source)


def _write(seed: int | None, names: dict, numbers: dict) -> None:
    """Add to what this course changes. Other names, numbers and the seed stay."""
    kept = variant.read()
    names = {variant.published(old): new for old, new in names.items()}
    write_json(
        variant.FILE,
        {
            "seed": kept["seed"] if seed is None else seed,
            "names": kept["names"] | names,
            "numbers": kept["numbers"] | numbers,
        },
    )
