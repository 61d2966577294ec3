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


def programs(rounds: str = "") -> dict[str, dict]:
    """By set, what is packed: how the models start, these, and the others."""
    found = {}
    for set in sorted({piece.set for piece in PIECES.values()}):
        start, models = [], {}
        for each in ast.parse((MODELS / f"{set}.py").read_text("utf-8")).body[1:]:
            if name := _piece_of(getattr(each, "name", "")):
                models.setdefault(name, []).append(_text(each))
            else:
                start.append(ast.unparse(each))
        others = {}
        for name, text in _answers(rounds or blind.earlier(set), set):
            if text not in models.get(name, []):
                others.setdefault(name, {})[text] = None
        others = {name: [*texts] for name, texts in others.items()}
        found[set] = {"start": "\n".join(start), "models": models, "others": others}
    return found


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
        print(set, *(sum(map(len, each[of].values())) for of in ("models", "others")))


if __name__ == "__main__":
    main("".join(sys.argv[1:]))
