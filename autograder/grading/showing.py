"""What of a cell's outputs is kept: text and pictures that are what they say.

Outputs come from the sandbox, and are shown in the browsers of the instructor and of
the student. So they are made anew here, of known parts only: no HTML, no scripts.

Read: `kept`, `words`.
"""

import base64
from collections.abc import Iterator

import nbformat
from nbformat.v4 import new_output

from .repair import plain

TEXT_CAP = 120_000  # characters of all texts of a cell
OUTPUTS_CAP = 200
WIDTH_CAP = 4_000  # pixels
STARTS = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}


def words(text: str) -> nbformat.NotebookNode:
    """The grader's own words as an output."""
    return new_output("stream", name="stdout", text=text)


def kept(outputs: object) -> list[nbformat.NotebookNode]:
    """The outputs that may be shown."""
    found, left = [], TEXT_CAP
    rows = outputs[:OUTPUTS_CAP] if isinstance(outputs, list) else []
    for row in rows:
        for each in _known(row) if isinstance(row, dict) else ():
            size = sum(len(part) for part in _texts(each))
            if size <= left:
                found.append(each)
                left -= size
    return found


def _known(row: dict) -> Iterator[nbformat.NotebookNode]:
    kind = row.get("output_type")
    if kind == "stream":
        name = "stderr" if row.get("name") == "stderr" else "stdout"
        yield new_output(kind, name=name, text=_text(row.get("text")))
    elif kind == "error":
        trace = row.get("traceback")
        lines = [_text(each) for each in trace] if isinstance(trace, list) else []
        yield new_output(
            kind,
            ename=_text(row.get("ename")),
            evalue=_text(row.get("evalue")),
            traceback=lines,
        )
    elif kind in ("display_data", "execute_result"):
        data = row.get("data")
        data = dict(_data(data)) if isinstance(data, dict) else {}
        if data:
            widths = dict(_widths(row.get("metadata"), data))
            yield new_output("display_data", data=data, metadata=widths)


def _data(bundle: dict) -> Iterator[tuple[str, str]]:
    if isinstance(bundle.get("text/plain"), str):
        yield "text/plain", _text(bundle["text/plain"])
    for kind, start in STARTS.items():
        value = bundle.get(kind)
        if not isinstance(value, str):
            continue
        try:
            picture = base64.b64decode("".join(value.split()), validate=True)
        except ValueError:
            continue
        if picture.startswith(start):
            yield kind, base64.b64encode(picture).decode()


def _widths(metadata: object, data: dict) -> Iterator[tuple[str, dict]]:
    """How wide, in pixels, each picture asks to be shown."""
    for kind in STARTS:
        about = metadata.get(kind) if isinstance(metadata, dict) else None
        width = about.get("width") if isinstance(about, dict) else None
        if kind in data and type(width) is int and 0 < width <= WIDTH_CAP:
            yield kind, {"width": width}


def _text(value: object) -> str:
    return plain(value) if isinstance(value, str) else ""


def _texts(output: nbformat.NotebookNode) -> Iterator[str]:
    for name in ("text", "ename", "evalue"):
        yield output.get(name, "")
    yield from output.get("traceback", ())
    yield output.get("data", {}).get("text/plain", "")
