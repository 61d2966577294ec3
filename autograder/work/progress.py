"""`progress`: which pieces of minigrad are the student's own by now."""

import html
import re
from dataclasses import dataclass, field

from minigrad.viz import style

from ..pieces import spares
from ..pieces.catalogue import PIECES
from ..pieces.registry import is_plugged, mine_of
from .points import points_so_far
from .saving import saved

SAID = {
    "passed": "yours",
    "saved": "yours in another notebook: use_mine() takes it here",
    "failed": "written, and differs from PyTorch",
    "written": "written, not checked yet",
    "empty": "not written yet",
    "blank": "left to you",
    None: "minigrad's own",
}


@dataclass(frozen=True)
class Progress:
    """The state of every piece, by problem set: {"ps2": {"Mul": "passed", …}}.

    A state is "passed" (minigrad runs on it here), "saved" (it passed in another
    notebook), "failed", "written", "empty" (checked with a blank in it), "blank" (this
    handout has none) or None (minigrad's own). `points` says what is known of a set's
    points. It shows itself.
    """

    sets: dict[str, dict[str, str | None]]
    points: dict[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        lines = []
        for name in self._begun():
            lines.append(self._line(name))
            for state, names in by_state(self.sets[name]).items():
                lines.append(f"  {SAID[state]}: {', '.join(names)}")
        return "\n".join([*lines, *self._last()])

    def _begun(self) -> list[str]:
        """The problem sets of which something is there: a piece, points, an answer."""
        some = re.compile(r"\b[1-9]\d* of")
        return [
            name
            for name, states in self.sets.items()
            if _mine(states) or some.search(self.points.get(name, ""))
        ]

    def _line(self, name: str) -> str:
        """One line: the pieces of a problem set, and its points so far."""
        points = self.points.get(name)
        return line_of_set(name, self.sets[name]) + (f"; {points}" if points else "")

    def _last(self) -> list[str]:
        """What is not begun, and how much of the engine is the student's. Of several
        capstones, ps8_…, a student does one."""
        capstones = [name for name in self.sets if "_" in name]
        begun = max(capstones, key=lambda each: _mine(self.sets[each]), default="")
        states = {
            f"{name} {one}": state
            for name, states in self.sets.items()
            if name not in capstones or name == begun
            for one, state in states.items()
        }
        rest = ", ".join(name for name in self.sets if name not in self._begun())
        return [f"Not begun: {rest}"] * bool(rest) + [line_of_set("The engine", states)]

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        blocks = []
        for name in self._begun():
            states, line = self.sets[name], html.escape(self._line(name))
            blocks.append(f"<div>{_bar(states)} <strong>{line}</strong></div>")
            for state, names in by_state(states).items():
                chips = "".join(_chip(one, state) for one in names)
                blocks.append(f"<div>{html.escape(SAID[state])}: {chips}</div>")
        blocks += [f"<div>{html.escape(line)}</div>" for line in self._last()]
        return {"text/plain": repr(self), "text/html": "".join(blocks)}


def progress() -> Progress:
    """How much of minigrad is your own. Shows itself in a notebook."""
    sets = states_of_sets()
    passed = saved() | {name for name in PIECES if is_plugged(name)}
    return Progress(sets, {name: points_so_far(name, passed) for name in sets})


def states_of_sets() -> dict[str, dict[str, str | None]]:
    """The state of every piece, by problem set."""
    sets: dict[str, dict[str, str | None]] = {}
    kept = saved()
    parts = {name: each for name, each in PIECES.items() if each.in_minigrad}
    for name, target in parts.items():
        mine = mine_of(name)
        other = "saved" if name in kept else "blank" if spares.has(name) else None
        state = mine.state if mine else other
        sets.setdefault(target.set, {})[name] = state
    return sets


def _mine(states: dict[str, str | None]) -> int:
    return sum(state is not None and state != "blank" for state in states.values())


def line_of_set(name: str, states: dict[str, str | None]) -> str:
    """One line: how many pieces of a problem set are the student's."""
    count = sum(state == "passed" for state in states.values())
    are = "is" if 1 in (count, len(states)) else "are"
    pieces = "piece" if len(states) == 1 else "pieces"
    line = f"{name}: {count} of {len(states)} {pieces} {are} yours"
    waiting = sum(state == "saved" for state in states.values())
    return f"{line}, and {waiting} saved" if waiting else line


def by_state(states: dict[str, str | None]) -> dict[str, list[str]]:
    """The names of the pieces in each state. What is not named is minigrad's own."""
    named = {each: [n for n, s in states.items() if s == each] for each in SAID if each}
    return {state: names for state, names in named.items() if names}


COLOURS = dict.fromkeys(("passed", "saved"), style.PIECE_ON_PAGE)
COLOURS["failed"] = style.ERROR_ON_PAGE


def _bar(states: dict[str, str | None]) -> str:
    """A box for each piece: full if minigrad runs on the student's."""
    boxes = ""
    for name, state in states.items():
        colour = COLOURS.get(state, style.NEUTRAL)
        full = f"background:{colour};" if state == "passed" else ""
        boxes += (
            f'<span title="{html.escape(f"{name}: {SAID[state]}")}" style="display:'
            f"inline-block;width:8px;height:12px;margin-right:2px;{full}border:1px "
            f'solid {colour}"></span>'
        )
    return f'<span aria-hidden="true">{boxes}</span>'


def _chip(name: str, state: str) -> str:
    """A piece in its colour: violet if it is the student's, red if it failed."""
    colour = COLOURS.get(state, style.NEUTRAL)
    full = f";background:{style.PIECE};color:#FFFFFF" if state == "passed" else ""
    return (
        f'<span style="display:inline-block;border:2px solid {colour};'
        f'border-radius:4px;padding:1px 8px;margin:0 6px 4px 0{full}">'
        f"{html.escape(name)}</span>"
    )
