"""Written answers that are not in their cells, so that none is lost in silence.

Cells lose their ids (Colab, old formats), and headings, points and texts of a release
change. So an answer is what the student wrote between the cells of the release that
stand above and below it; or below the question, in its own cell; or, if there is no
cell for it, whatever text of the student's is left over. A person reads it.

Read: `attached`, then `_places` (what of the release stands where).
"""

import re
from dataclasses import replace

from .repair import Cell
from .template import Slot, Template

# Hints and exercises. The points stand below a heading; once they stood in it.
_RELEASED = re.compile(r"<details|#+ [^★\n]*\n*★+ · ")
_HASHES, _POINTS = re.compile("^#+ "), re.compile("[★·]")


def attached(template: Template, entries: list, notes: list[str]) -> list:
    """The entries, with the texts that answer a question in its slot."""
    for slot in template.managed.values():
        own = [each for each in entries if each.slot is slot]
        stub = slot.cell.source.strip()
        if slot.kind != "written" or any(e.text not in ("", stub) for e in own):
            continue
        places = _places(template, entries)
        begin, end = _bounds(places, template.slots.index(slot))
        free = {i: each for i, each in enumerate(entries) if places[i] is None}
        beside = [each for i, each in free.items() if begin <= i < end]
        found = [each for each in beside if each.text != stub]
        rest = "" if found or not begin else _below(template, slot, entries[begin - 1])
        if rest:
            question = entries[begin - 1]
            found = [replace(question, cell=Cell("markdown", rest), slot=None)]
            entries.insert(begin, found[0])
        elif not found and not own:
            found = [e for e in beside if e.text == stub][:1]
            found = found or [each for each in free.values() if each.text != stub]
        if not found:
            continue
        if own or rest or len(found) > 1 or found[0] not in beside:
            notes.append(f"the answer {slot.id} stood elsewhere, and was brought here")
        text = "\n\n".join(each.cell.source for each in found)
        pictures = {k: v for each in found for k, v in each.cell.attachments.items()}
        cell = Cell("markdown", text, attachments=pictures)
        answer = replace(found[0], cell=cell, slot=slot)
        gone = {id(each) for each in (*own, *found[1:])}
        entries = [each for each in entries if id(each) not in gone]
        entries = [answer if each is found[0] else each for each in entries]
    return entries


def _places(template: Template, entries: list) -> list[int | None]:
    """The number of the slot of the release that each entry is (ordinary cells by their
    ids, texts and titles); None for a student's text, -1 for what else is none."""
    known: dict[object, int] = {}
    for number, each in enumerate(template.slots):
        if not each.kind:
            known[each.cell.id] = known[_title(each.cell.source)] = number
    numbers = {id(each): number for number, each in enumerate(template.slots)}
    found: list[int | None] = []
    for each in entries:
        if each.slot:
            found.append(numbers[id(each.slot)])
        else:
            place = known.get(each.cell.id, known.get(_title(each.cell.source), -1))
            is_text = each.cell.type != "code" and each.text
            if place < 0 and is_text and not _RELEASED.match(each.text):
                place = None
            found.append(place)
    return found


def _title(source: str) -> str:
    """A heading without its points, or the whole text."""
    first = source.strip().partition("\n")[0]
    name = _POINTS.split(_HASHES.sub("", first), 1)[0].rstrip()
    return f"# {name}" if first.startswith("#") else source.strip()


def _bounds(places: list[int | None], number: int) -> tuple[int, int]:
    """Where a slot belongs: below the nearest cell of the release that stands above it,
    up to the next one of the release that stands below it."""
    known = [(-1 if place is None else place, i) for i, place in enumerate(places)]
    above = max(((p, i) for p, i in known if -1 < p < number), default=(-1, -1))
    begin = above[1] + 1
    later = (i for place, i in known[begin:] if place > number)
    return begin, next(later, len(places))


def _below(template: Template, slot: Slot, above) -> str:
    """What a student wrote into the cell of the question, below it."""
    question = template.slots[template.slots.index(slot) - 1].cell.source.strip()
    text = above.text if above.slot is None else ""
    return text[len(question) :].strip() if text.startswith(question) else ""
