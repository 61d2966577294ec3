"""A student's texts, so that every page can show them.

The feedback and the formgrader make HTML of Markdown with nbconvert. There, a picture
that is named and missing (a cell was copied without it, say) ends the whole page, a
long text of odd marks takes hours, and nbgrader's templates let the scripts in a text
through, whatever `sanitize_html` says. So texts are made harmless before.

Read: `Texts`, then `_harmless`.
"""

import re
from urllib.parse import unquote

from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

ROOM = 20_000  # characters of all texts that are read as Markdown: seconds at worst
_CUT = "[cut off here: what was handed in has all of it]"
_DATA = re.compile(r"data:image/\w+;base64,[\w+/=]*", re.ASCII)  # pictures, spelt out
# A tag, but for plain ones without attributes; and what MathJax makes links of.
_TAG = re.compile(
    r"<(?=[a-z/!?])(?!/?(?:b|i|u|s|em|strong|sub|sup|kbd|code)>|[bh]r ?/?>"
    r"|https?://[^\s<>\"']*>)",
    re.IGNORECASE,
)
_LINK = re.compile(r"\\(?=href|url|require|style|class|cssId)", re.IGNORECASE)
_RUNS = re.compile(r"\W*(?:java\s*script|vbscript|data)\s*:", re.IGNORECASE)
# One transparent pixel.
_NOTHING = {
    "image/png": (
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNgYAAAAAMAASsJTYQA"
        "AAAASUVORK5CYII="
    )
}


class Texts:
    """The texts of one notebook. `release` are texts to be left alone: those of the
    problem set. `notes` are added to."""

    def __init__(self, release: set[str], notes: list[str]) -> None:
        self.release, self.notes = release, notes
        self.room = self.typed = ROOM

    def shown(self, source: str, attachments: dict) -> tuple[str, dict]:
        """A text and its pictures, changed as little as it takes to be shown."""
        if source in self.release:
            return source, attachments
        source = _harmless(source)
        self.room -= len(_DATA.sub("", source))
        pictures = _Pictures(attachments)
        if self.room > 0 and _can_be_rendered(source, pictures):
            if pictures.missing:
                self._note("a picture is missing in a text")
            return source, dict(pictures)
        self._note("a text that is too long or too odd stands there as it was typed")
        return self._as_typed(source), {}

    def _as_typed(self, source: str) -> str:
        """A text as a block of code, as far as there is room."""
        text, self.typed = source[: self.typed], max(self.typed - len(source), 0)
        if len(text) < len(source):
            text += f"\n{_CUT}"
        return "\n".join(f"    {line}" for line in text.splitlines())

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)


def _harmless(source: str) -> str:
    """A text without HTML, which stands there as it was typed, but for a space."""
    return _LINK.sub(r"\\ ", _TAG.sub("< ", source))


class _Pictures(dict):
    """Pictures by name. One that is asked for and missing becomes an empty one.

    nbconvert asks for the name as it stands in an address: "a%20b.png" for "a b.png".
    """

    missing = False

    def __contains__(self, name: str) -> bool:
        if not super().__contains__(name):
            found = self.get(unquote(name))
            self.missing = self.missing or found is None
            self[name] = found or _NOTHING
        return True


class _Renderer(IPythonRenderer):
    """Makes HTML, unless a link would run something."""

    def link(self, text: str, url: str, title: str | None = None) -> str:
        if _RUNS.match(unquote(url)):
            raise ValueError("a link that runs something")
        return super().link(text, url, title)


def _can_be_rendered(source: str, pictures: _Pictures) -> bool:
    renderer = _Renderer(escape=False, attachments=pictures)
    try:
        MarkdownWithMath(renderer=renderer).render(source)
    except Exception:  # whatever odd marks lead a parser to
        return False
    return True
