"""A submission as it is run and recorded: the student's code in the release's frame.

Cells that nbgrader manages come with the release's metadata, never the student's.
Checks are the release's, where they belong: below the blank they are about. What a
student wrote is kept, wherever it stands.

Read: `stage`, then its steps: `_matched` (which cell is which), `_kept` (of duplicates,
the last that says something), `_in_order`.
"""

import re
from dataclasses import dataclass, field
from functools import cached_property

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell

from .answers import attached
from .repair import Cell, Hopeless
from .template import Slot, Template, defined
from .texts import Texts

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python"}
PARSED = 200_000  # characters of code that is looked into: seconds at worst
_NEW = {"code": new_code_cell, "markdown": new_markdown_cell, "raw": new_raw_cell}


@dataclass
class Staged:
    """A clean notebook. `slots` says for each of its cells what it is, or None."""

    notebook: nbformat.NotebookNode
    slots: list[Slot | None]
    notes: list[str] = field(default_factory=list)


@dataclass
class _Entry:
    """A cell on its way: the student's, and the slot it fills."""

    cell: Cell
    slot: Slot | None = None

    @cached_property
    def text(self) -> str:
        return self.cell.source.strip()


def stage(template: Template, cells: list[Cell], notes: list[str]) -> Staged:
    """The submission in the frame of the release. `notes` are added to.

    Hopeless if nothing in it is of this problem set.
    """
    entries = _matched(template, cells, notes)
    if not any(each.slot for each in entries):
        raise Hopeless(f"the notebook has no cell of {template.set}")
    entries = _kept(entries, notes)
    entries = _checks_restored(entries, notes)
    entries = _in_order(template, entries, notes)
    notebook = new_notebook(metadata={"kernelspec": KERNEL | {"name": "python3"}})
    texts = Texts({each.cell.source for each in template.slots}, notes)
    notebook.cells = _written(entries, texts)
    return Staged(notebook, [each.slot for each in entries], notes)


# -- which cell is which ----------------------------------------------------------


def _matched(template: Template, cells: list[Cell], notes: list[str]) -> list[_Entry]:
    managed = template.managed
    entries = [_Entry(each, managed.get(each.grade_id)) for each in cells]
    missing = _missing(managed, entries)
    if missing:
        _by(lambda slot, each: each.cell.id == slot.id, missing, entries)
        missing = _missing(managed, entries)
    found = len(missing)
    _by(_same_text, missing, entries)
    if missing := _missing(managed, entries):
        names = _names(entries)
        _by(lambda slot, each: slot.defines & names[id(each)], missing, entries)
        missing = _missing(managed, entries)
    entries = attached(template, entries, notes)
    found -= len(_missing(managed, entries))
    if found:
        notes.append(f"{found} cells without their ids were found by what they hold")
    return entries


def _missing(managed: dict[str, Slot], entries: list[_Entry]) -> list[Slot]:
    there = {each.slot.id for each in entries if each.slot}
    return [slot for name, slot in managed.items() if name not in there]


def _by(like, missing: list[Slot], entries: list[_Entry]) -> None:
    """Give each missing slot the last free cell that is like it."""
    for slot in missing:
        for each in reversed(entries):
            if each.slot is None and like(slot, each):
                each.slot = slot
                break


def _same_text(slot: Slot, entry: _Entry) -> bool:
    # Stubs of written answers are all alike.
    same = slot.cell.source.strip() == entry.text != ""
    return same and slot.kind != "written"


def _names(entries: list[_Entry]) -> dict[int, set[str]]:
    """What each free cell defines, by its id(): each is parsed once, the last ones
    first, as far as there is room."""
    found, room = {}, PARSED
    for each in reversed(entries):
        found[id(each)] = set()
        if each.slot is None and len(each.text) <= room:
            room -= len(each.text)
            found[id(each)] |= set(defined(each.text))
    return found


# -- duplicates and checks --------------------------------------------------------


def _kept(entries: list[_Entry], notes: list[str]) -> list[_Entry]:
    """Each slot once. Copies stay as ordinary cells, untouched blanks do not."""
    by_slot: dict[str, list[_Entry]] = {}
    for each in entries:
        if each.slot:
            by_slot.setdefault(each.slot.id, []).append(each)
    for name, copies in by_slot.items():
        if len(copies) == 1:
            continue
        notes.append(f"the cell {name} was there {len(copies)} times")
        worked_on = [each for each in copies if not _untouched(each)]
        keeper = (worked_on or copies)[-1]
        for each in copies:
            if each is not keeper:
                if _untouched(each):
                    entries = [other for other in entries if other is not each]
                each.slot = None
    return entries


def _untouched(entry: _Entry) -> bool:
    return entry.text == entry.slot.cell.source.strip()


def _checks_restored(entries: list[_Entry], notes: list[str]) -> list[_Entry]:
    """Locked cells as they were; code that was written into one stands above it."""
    result, edited = [], []
    for each in entries:
        if each.slot and each.slot.kind in ("check", "locked"):
            if not _untouched(each):
                edited.append(each.slot.id)
                result.append(_Entry(each.cell))
            each = _Entry(_cell_of(each.slot), each.slot)
        result.append(each)
    if edited:
        notes.append(f"locked cells were edited, and restored: {', '.join(edited)}")
    return result


def _cell_of(slot: Slot, source: str | None = None) -> Cell:
    source = slot.cell.source if source is None else source
    return Cell(slot.cell.cell_type, source, slot.cell.id)


# -- order ------------------------------------------------------------------------


def _in_order(
    template: Template, entries: list[_Entry], notes: list[str]
) -> list[_Entry]:
    """Every slot there, and each check below its blank."""
    there = {each.slot.id for each in entries if each.slot}
    restored, moved, above = [], [], ""
    for name, slot in template.managed.items():
        if name not in there:
            # A blank that is not there is not written: its stub would say no more, and
            # might undo what stands in another cell.
            source = "" if slot.kind == "blank" else None
            entry = _Entry(_cell_of(slot, source), slot)
            _insert(template, entries, entry, above)
            restored.append(name)
        elif slot.kind == "check" and _place(entries, name) < _place(
            entries, slot.anchor
        ):
            entry = entries.pop(_place(entries, name))
            _insert(template, entries, entry, slot.anchor)
            moved.append(name)
        above = name
    if restored:
        notes.append(f"cells were missing, and restored: {', '.join(restored)}")
    if moved:
        notes.append(f"checks stood above what they check: {', '.join(moved)}")
    return entries


def _place(entries: list[_Entry], name: str) -> int:
    places = (i for i, each in enumerate(entries) if each.slot and each.slot.id == name)
    return next(places, -1)


def _insert(
    template: Template, entries: list[_Entry], entry: _Entry, above: str
) -> None:
    """Put an entry below the slot `above` and the student's own cells there."""
    ordinary = {each.cell.id for each in template.slots if not each.kind}
    at = _place(entries, above) + 1
    while above and at < len(entries):
        if entries[at].slot or entries[at].cell.id in ordinary:
            break
        at += 1
    entries.insert(at, entry)


# -- as a notebook ----------------------------------------------------------------


def _written(entries: list[_Entry], texts: Texts) -> list[nbformat.NotebookNode]:
    cells, used = [], {each.slot.cell.id for each in entries if each.slot}
    for number, each in enumerate(entries):
        kind = each.slot.cell.cell_type if each.slot else each.cell.type
        cell = _NEW[kind](source=each.cell.source)
        if each.slot:
            cell.id = each.slot.cell.id
            cell.metadata = nbformat.from_dict(dict(each.slot.cell.metadata))
        else:
            cell.id = _free(each.cell.id, number, used)
        if kind == "markdown":
            source, pictures = texts.shown(each.cell.source, each.cell.attachments)
            cell.source = source
            if pictures:
                cell.attachments = pictures
        cells.append(cell)
    return cells


def _free(id: str, number: int, used: set[str]) -> str:
    if not re.fullmatch(r"[\w-]{1,64}", id, re.ASCII) or id in used:
        id = f"own-cell-{number}"
        while id in used:
            id += "x"
    used.add(id)
    return id
