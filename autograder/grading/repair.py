"""From the bytes of a submission to a list of cells, whatever is broken in them.

Read: `cells_of`, then `_parsed` (broken JSON), `_upgraded` (old formats), `_cell`.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import nbformat

CELLS_CAP = 5_000
SOURCE_CAP = 1_000_000  # characters of a cell
ENCODINGS = ("utf-8-sig", "utf-16", "latin-1")
PICTURES = ("image/png", "image/jpeg", "image/gif")
_BASE64 = re.compile(r"[\w+/=\s]+", re.ASCII).fullmatch


class Hopeless(Exception):
    """A submission from which nothing can be read. The text says why."""


@dataclass
class Cell:
    """A cell of a submission. `grade_id` is what its metadata claim."""

    type: str
    source: str
    id: str = ""
    grade_id: str = ""
    attachments: dict = field(default_factory=dict)


def cells_of(content: bytes, notes: list[str], release: str = "") -> list[Cell]:
    """The cells of a notebook. What had to be repaired is added to `notes`, and that it
    names another `release` than that of the set here.

    Hopeless if there are none.
    """
    data = _upgraded(_parsed(_text(content, notes), notes), notes)
    about = data.get("metadata")
    given = about.get("release") if isinstance(about, dict) else None
    if release and isinstance(given, str) and given != release:
        notes.append(
            f"it is of release {plain(given[:40])}, and is graded by release {release}"
        )
    rows = data.get("cells")
    if not isinstance(rows, list) or not rows:
        raise Hopeless("the notebook has no cells")
    if len(rows) > CELLS_CAP:
        raise Hopeless(f"the notebook has more than {CELLS_CAP} cells")
    found = [_cell(row) for row in rows]
    if broken := found.count(None):
        notes.append(f"{broken} cells were not readable, and were left out")
    found = [each for each in found if each is not None]
    if not found:
        raise Hopeless("the notebook has no readable cells")
    return found


def _text(content: bytes, notes: list[str]) -> str:
    if not content.strip():
        raise Hopeless("the file is empty")
    for encoding in ENCODINGS:
        if encoding == "utf-16" and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
            continue
        try:
            text = content.decode(encoding)
        except UnicodeError:
            continue
        if encoding != "utf-8-sig":
            notes.append(f"the file was in {encoding}, not in UTF-8")
        return text
    raise Hopeless("the file is no text")


# -- JSON -------------------------------------------------------------------------


def _parsed(text: str, notes: list[str]) -> dict:
    try:
        data = json.loads(text, strict=False)
    except RecursionError:
        raise Hopeless("the file is nested too deeply") from None
    except ValueError as error:
        data = {"cells": list(islice(_readable(text), CELLS_CAP + 1))}
        if not data["cells"]:
            raise Hopeless(f"the file is no notebook ({_where(error)})") from None
        notes.append(
            f"the file was broken ({_where(error)}): the first {len(data['cells'])} "
            "cells could be read"
        )
    if not isinstance(data, dict):
        raise Hopeless("the file is no notebook")
    return data


def _where(error: ValueError) -> str:
    line = getattr(error, "lineno", None)
    return f"no JSON from line {line} on" if line else "no JSON"


def _readable(text: str) -> Iterator[object]:
    """The cells of a notebook, up to the first that is broken.

    Commas too many and lines that a version control system left behind are skipped.
    """
    start = re.search(r'"cells"\s*:\s*\[', text)
    decoder, at = json.JSONDecoder(strict=False), start.end() if start else len(text)
    between = re.compile(r"(?:[\s,]|^(?:<{7}|={7}|>{7}|\|{7}).*$)*", re.MULTILINE)
    while at < len(text):
        at = between.match(text, at).end()
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return
        yield value


# -- formats ----------------------------------------------------------------------


def _upgraded(data: dict, notes: list[str]) -> dict:
    version = data.get("nbformat", 4)
    if not isinstance(version, int) or version >= 4 or "cells" in data:
        return data
    try:
        upgraded = nbformat.convert(nbformat.from_dict(data | {"nbformat": 3}), 4)
    except Exception as error:  # nbformat raises whatever a broken file leads to
        raise Hopeless(
            f"the notebook has format {version}, which cannot be upgraded "
            f"({type(error).__name__})"
        ) from None
    notes.append(f"the notebook had format {version}, and was upgraded")
    return upgraded


def _cell(row: object) -> Cell | None:
    """A cell, or None for what is none."""
    if not isinstance(row, dict):
        return None
    source = row.get("source", row.get("input", ""))
    if isinstance(source, list):
        source = "".join(each for each in source if isinstance(each, str))
    if not isinstance(source, str) or len(source) > SOURCE_CAP:
        return None
    kind = row.get("cell_type")
    marks = row.get("metadata")
    marks = marks.get("nbgrader") if isinstance(marks, dict) else None
    grade_id = marks.get("grade_id") if isinstance(marks, dict) else ""
    return Cell(
        kind if kind in ("code", "markdown", "raw") else "code",
        plain(source),
        row["id"] if isinstance(row.get("id"), str) else "",
        grade_id if isinstance(grade_id, str) else "",
        dict(_attachments(row.get("attachments"))),
    )


def plain(text: str) -> str:
    """The text without lone surrogates, which no file in UTF-8 can hold."""
    return text.encode("utf-8", "replace").decode()


def _attachments(given: object) -> Iterator[tuple[str, dict]]:
    """The pictures that were pasted into a text."""
    for name, bundle in given.items() if isinstance(given, dict) else ():
        if isinstance(bundle, dict):
            kept = {
                kind: data
                for kind, data in bundle.items()
                if kind in PICTURES and isinstance(data, str) and _BASE64(data)
            }
            if kept:
                yield plain(name), kept
