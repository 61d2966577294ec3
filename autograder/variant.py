"""What a private variant of the course changes: `variant.json`, beside this file.

    {
        "seed": 2027,
        "names": {"Mul": "Times"},
        "numbers": {"gradient_of_a_quotient": {"a": 4, "b": 3}}
    }

`seed` draws the recorded inputs of all checks; `names` gives pieces and questions
other names, under which students write them; `numbers` are those of questions, by
their published names. The file is not there in the published
course. `python -m autograder variant` writes it.
"""

import json
import os
from pathlib import Path

FILE = Path(__file__).with_name("variant.json")
PUBLIC = {"seed": 21905, "names": {}, "numbers": {}}


def read() -> dict:
    """What is changed; in the published course, nothing."""
    if not FILE.exists():
        return PUBLIC
    return PUBLIC | json.loads(FILE.read_text(encoding="utf-8"))


_now = read()
SEED: int = _now["seed"]
_shown: dict[str, str] = _now["names"]
_published = {new: old for old, new in _shown.items()}


def shown(name: str) -> str:
    """What a piece or question of this published name is called here."""
    return _shown.get(name, name)


def published(name: str) -> str:
    """The name in the published course of what is called `name` here."""
    return _published.get(name, name)


def numbers(question: str) -> dict:
    """The numbers with which a question is asked here; {} for the published ones."""
    return _now["numbers"].get(question, {})


def solutions(root: Path) -> Path:
    """Where the solutions lie: in `solutions/`, or where MINIGRAD_SOLUTIONS says."""
    return root / os.environ.get("MINIGRAD_SOLUTIONS", "solutions")
