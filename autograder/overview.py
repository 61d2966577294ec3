"""`progress`: which pieces of minigrad are the student's own by now."""

import html
from dataclasses import dataclass

from minigrad.viz import style

from .pieces import catalogue, mine_of

SAID = {
    "passed": "yours",
    "failed": "written, and differs from PyTorch",
    "written": "written, not checked yet",
    None: "minigrad's own",
}


@dataclass(frozen=True)
class Progress:
    """The state of every piece, by problem set: {"ps2": {"Mul": "passed", …}}.

    A state is "passed", "failed", "written" or None. It shows itself.
    """

    sets: dict[str, dict[str, str | None]]

    def __repr__(self) -> str:
        lines = []
        for name, states in self.sets.items():
            lines.append(line_of_set(name, states))
            width = max(map(len, states))
            lines += [f"  {one:{width}}  {SAID[s]}" for one, s in states.items()]
        return "\n".join(lines)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        blocks = []
        for name, states in self.sets.items():
            chips = "".join(_chip(one, state) for one, state in states.items())
            line = html.escape(line_of_set(name, states))
            blocks.append(f"<p><strong>{line}</strong></p><p>{chips}</p>")
        return {"text/plain": repr(self), "text/html": "".join(blocks)}


def progress() -> Progress:
    """How much of minigrad is your own. Shows itself in a notebook."""
    sets: dict[str, dict[str, str | None]] = {}
    for name, target in catalogue().items():
        mine = mine_of(name)
        sets.setdefault(target.set, {})[name] = mine.state if mine else None
    return Progress(sets)


def line_of_set(name: str, states: dict[str, str | None]) -> str:
    """One line: how many pieces of a problem set are the student's."""
    count = sum(state == "passed" for state in states.values())
    are = "is" if count == 1 else "are"
    return f"{name}: {count} of {len(states)} pieces {are} yours"


def _chip(name: str, state: str | None) -> str:
    """A piece in its colour: violet if it is the student's, red if it failed."""
    colour = {"passed": style.PIECE, "failed": style.ERROR}.get(state, style.NEUTRAL)
    filled = (
        f"background:{colour};color:#FFFFFF" if state == "passed" else f"color:{colour}"
    )
    return (
        f'<span style="display:inline-block;border:2px solid {colour};'
        f'border-radius:4px;padding:1px 8px;margin:0 6px 4px 0;{filled}">'
        f"{html.escape(f'{name}: {SAID[state]}')}</span>"
    )
