"""A student's texts, so that every page can show them.

The feedback and the formgrader make HTML of Markdown with nbconvert. There, a picture
that is named and missing (a cell was copied without it, say) ends the whole page, a
long text of odd marks takes hours, and nbgrader's templates let the scripts in a text
through, whatever `sanitize_html` says. So a text stands there as Markdown only if its
HTML is what nh3 leaves of it; any other, as it was typed.

Read: `Texts`, then `_is_harmless`.
"""

import html
import re
from html.parser import HTMLParser
from urllib.parse import unquote

import nh3
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

ROOM = 20_000  # characters of all texts that are read as Markdown: seconds at worst
SPELT = 4_000_000  # characters of pictures that are spelt out in them
_CUT = "[cut off here: what was handed in has all of it]"
_DATA = re.compile(r"data:image/[a-z]+;base64,[a-zA-Z0-9+/=]*")
# What MathJax makes links of.
_LINK = re.compile(r"\\(?=href|url|require|style|class|cssId)", re.IGNORECASE)
# What Markdown makes of plain texts, and may be written as HTML, too.
_HARMLESS = {
    "tags": set(
        "a b blockquote br code del details em h1 h2 h3 h4 h5 h6 hr i img kbd li ol p "
        "pre s strong sub summary sup table tbody td th thead tr u ul".split()
    ),
    "attributes": {
        "a": {"href", "title"},
        "img": {"alt", "src", "title"},
        "ol": {"start"},
        "td": {"style"},
        "th": {"style"},
    },
    "filter_style_properties": {"text-align"},
    "url_schemes": {"http", "https", "mailto"},
    "link_rel": None,
    "strip_comments": False,
}
_CLOSED = "\"'>-->"  # would close what a text leaves open, and is text otherwise
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
        self.room, self.typed, self.spelt = ROOM, ROOM, SPELT

    def shown(self, source: str, attachments: dict) -> tuple[str, dict]:
        """A text and its pictures, changed as little as it takes to be shown."""
        if source in self.release:
            return source, attachments
        source = _LINK.sub(r"\\ ", source)
        self.room -= (words := len(_DATA.sub("", source)))
        self.spelt -= len(source) - words
        pictures = _Pictures(attachments)
        if min(self.room, self.spelt) > 0 and _is_harmless(source, pictures):
            if pictures.missing:
                self._note("a picture is missing in a text")
            return source, dict(pictures)
        self._note(
            "a text that is too long or too odd, or HTML that is not plain, stands "
            "there as it was typed"
        )
        return self._as_typed(source), {}

    def _as_typed(self, source: str) -> str:
        """A text as a block of code, as far as there is room."""
        text, self.typed = source[: self.typed], max(self.typed - len(source), 0)
        if len(text) < len(source):
            text += f"\n{_CUT}"
        block = "\n".join(f"    {line}" for line in text.splitlines())
        return block if _is_harmless(block, {}) else block.replace("<", "< ")

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)


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
    """What nbconvert makes of Markdown, but for its own colours and pictures, and with
    links in plain letters."""

    def block_code(self, code: str, info: str | None = None) -> str:
        return f"<pre><code>{html.escape(code)}</code></pre>"

    def link(self, text: str, url: str, title: str | None = None) -> str:
        return super().link(text, unquote(url), title)

    def image(self, text: str, url: str, title: str | None = None) -> str:
        made = super().image(text, url, title)
        return html.escape(text) if made.startswith('<img src="data:image/') else made


class _Content(HTMLParser):
    """What a page consists of: tags with their attributes, and what is between."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.parts: list = [""]
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.parts += [(tag, sorted(attrs, key=str)), ""]

    handle_startendtag = handle_starttag

    def handle_data(self, data: str) -> None:
        self.parts[-1] += data

    def handle_endtag(self, name: str) -> None:
        self.parts += [("end", name), ""]

    handle_comment = handle_decl = handle_pi = unknown_decl = handle_endtag


def _is_harmless(source: str, pictures: dict) -> bool:
    """True if nh3 takes nothing out of the HTML that nbconvert makes of a text."""
    renderer = _Renderer(escape=False, attachments=pictures, exclude_anchor_links=True)
    try:
        made = MarkdownWithMath(renderer=renderer).render(source) + _CLOSED
    except Exception:  # whatever odd marks lead a parser to
        return False
    parts = _Content(made).parts
    cleaned = _Content(nh3.clean(made, **_HARMLESS)).parts
    return parts == cleaned and parts[-1].endswith(_CLOSED)
