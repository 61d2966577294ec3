"""Pack the right programs that a check compares a student's with.

    python -m banks.right_programs [ROUNDS]         # in tests/

They are the models, in `banks/models/`, and the right answers of a set's blind rounds
but the last, which measures what a check says to strangers; each once, as text without
its docstrings. ROUNDS ("ABC") names other rounds to take.
"""

import ast
import gzip
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from banks import blind

from autograder.check.diagnosis import nearest
from autograder.check.diagnosis.programs import packed
from autograder.pieces.catalogue import PIECES

MODELS = Path(__file__).with_name("models")


def programs(rounds: str = "") -> dict[str, dict[str, list[str]]]:
    """By set and piece, what is packed."""
    found = {}
    for set in sorted({piece.set for piece in PIECES.values()}):
        of_set = models(set)
        for name, text in _answers(rounds or blind.earlier(set), set):
            if text not in of_set.setdefault(name, []):
                of_set[name].append(text)
        found[set] = of_set
    return found


def models(set: str) -> dict[str, list[str]]:
    """The models of a set, by piece."""
    found: dict[str, list[str]] = {}
    for each in _parsed(set):
        if name := _piece_of(getattr(each, "name", "")):
            found.setdefault(name, []).append(_text(each))
    return found


def scope(set: str) -> dict[str, object]:
    """What the models of a set use: modules, constants and functions."""
    names: dict[str, object] = {"__name__": __name__}
    for each in _parsed(set):
        if not _piece_of(getattr(each, "name", "")):
            exec(ast.unparse(each), names)
    return names


def _parsed(set: str) -> list[ast.stmt]:
    return ast.parse((MODELS / f"{set}.py").read_text("utf-8")).body[1:]


def _piece_of(name: str) -> str:
    """The piece of which a model is, by its name; empty if it is none."""
    while name and name not in PIECES:
        name = name[:-1] if name.endswith("_") else ""
    return name


def _answers(rounds: Iterable[str], set: str) -> Iterator[tuple[str, str]]:
    """Right answers that are a single definition, by the name of the piece."""
    kinds = ast.ClassDef | ast.FunctionDef
    for round in rounds:
        for answer in blind.answers(round, set):
            if answer.is_right and answer.exercise in PIECES:
                body = ast.parse(answer.source).body
                own = [each for each in body if isinstance(each, kinds)]
                if len(own) == 1:
                    yield answer.exercise, _text(own[0])


def _text(own: ast.ClassDef | ast.FunctionDef) -> str:
    own.decorator_list = []
    nearest.without_docstrings(own)
    return ast.unparse(own)


def main(rounds: str) -> None:
    for set, each in programs(rounds).items():
        text = json.dumps(each, sort_keys=True)
        packed(set).write_bytes(gzip.compress(text.encode(), mtime=0))
        print(set, sum(map(len, each.values())))


if __name__ == "__main__":
    main("".join(sys.argv[1:]))
