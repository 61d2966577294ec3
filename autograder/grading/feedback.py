"""The feedback page: nbgrader's, with what a student has to know at its top.

Which file was graded, when it was handed in and what was done to it; an index that
names exercises; "not yet graded" where a person has not been. A page needs no network
and runs no script: formulas are MathML. nbgrader_config.py names `Grades` and `Page`.

Read: `Grades` (what is known), `Page` (where it stands).
"""

import html
import re
from collections import Counter
from datetime import UTC

import nbformat
import nh3
from bs4 import BeautifulSoup, Tag
from jinja2 import pass_context
from latex2mathml.converter import convert
from nbconvert.exporters import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbgrader.preprocessors import GetGrades
from nbgrader.utils import is_grade

from .late import how_late
from .tree import root_here

HEADING = re.compile(r"^##+ (.+?)(?: ★| ·|$)", re.MULTILINE)
PRIME = re.compile(r"<msup>(<mi>\w</mi>)(<mi>[′″‴]</mi>)</msup>")
MATHML = set(
    "math mrow mi mo mn mtext mfrac msub msup msubsup msqrt mroot munder mover "
    "munderover mtable mtr mtd mspace mstyle mpadded".split()
)
SHOWS = set(
    "display displaystyle scriptlevel mathvariant stretchy fence form columnalign "
    "width lspace rspace accent movablelimits minsize maxsize linethickness".split()
)
STYLE = """
summary { display: list-item; cursor: pointer; }
mtext[mathvariant=italic] { font-style: italic; }
mtext[mathvariant=monospace] { font-family: monospace; }
div.output_area pre { white-space: pre-wrap; }
.rendered_html td, .rendered_html th { padding: .1em .8em .1em 0; }
.done { padding: .8em 1em 0; }
"""


class Grades(GetGrades):
    """Points, as nbgrader gets them; and the names of exercises, what waits for a
    person, and when the notebook was handed in."""

    def preprocess(self, nb, resources):
        self.titles, self.waiting, title = {}, {}, ""
        set = resources["nbgrader"]["assignment"]
        path = root_here() / "exercises" / set / f"{set}.ipynb"
        # A broken notebook may have lost its headings: those of the release count.
        for cell in (nbformat.read(path, 4) if path.is_file() else nb).cells:
            if cell.cell_type == "markdown" and (found := HEADING.search(cell.source)):
                title = found[1]
            elif name := cell.metadata.get("nbgrader", {}).get("grade_id"):
                self.titles[name] = title or name.removesuffix("-check")
        graded = {c.metadata.nbgrader.grade_id for c in nb.cells if is_grade(c)}
        shared = Counter(self.titles[name] for name in graded)
        for name, title in self.titles.items():
            if shared[title] > 1:
                self.titles[name] = f"{title}: {name.removesuffix('-check')}"
        nb, resources = super().preprocess(nb, resources)
        with self.gradebook:
            handed_in = self.gradebook.find_submission(
                self.assignment_id, self.student_id
            )
            resources["feedback"] = {
                "titles": self.titles,
                "waiting": self.waiting,
                "when": handed_in.timestamp,
                "late": handed_in.total_seconds_late,
                **nb.metadata.get("autograder", {}),
            }
        return nb, resources

    def _get_score(self, cell, resources) -> None:
        super()._get_score(cell, resources)
        name = cell.metadata.nbgrader["grade_id"]
        grade = self.gradebook.find_grade(
            name, self.notebook_id, self.assignment_id, self.student_id
        )
        if grade.auto_score is None and grade.manual_score is None:
            self.waiting[name] = float(grade.max_score)


class _Renderer(IPythonRenderer):
    """Markdown with formulas in MathML, which browsers show without a script."""

    def block_math(self, body: str) -> str:
        return _mathml(body, "block")

    multiline_math = block_math

    def latex_environment(self, name: str, body: str) -> str:
        return _mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", "block")

    def inline_math(self, body: str) -> str:
        return _mathml(body, "inline")


def _mathml(tex: str, display: str) -> str:
    """A formula; what is none, as it was typed. Nothing in it but marks of formulas."""
    try:
        made = convert(tex, display=display)
    except Exception:  # whatever odd marks lead a parser to
        return f"<code>{html.escape(tex, quote=False)}</code>"
    made = made.replace(r"\_", "_")  # in words, which it leaves as they are
    made = nh3.clean(made, tags=MATHML, attributes=dict.fromkeys(MATHML, SHOWS))
    return PRIME.sub(r"\1\2", made)  # where it is raised, it can hardly be read


class Page(HTMLExporter):
    """nbgrader's page, with all of that in it."""

    @pass_context
    def markdown2html(self, context, source: str) -> str:
        attachments = context.get("cell", {}).get("attachments", {})
        renderer = _Renderer(
            escape=False, attachments=attachments, exclude_anchor_links=True
        )
        return MarkdownWithMath(renderer=renderer).render(source)

    def from_notebook_node(self, nb, resources=None, **options):
        text, resources = super().from_notebook_node(nb, resources, **options)
        page, about = BeautifulSoup(text, "html.parser"), resources["feedback"]
        for each in page.find_all("script"):
            each.decompose()
        page.head.append(_element(page, "style", STYLE))
        for name, title in about["titles"].items():
            _name(page, name, title, about["waiting"].get(name))
        index = page.find(id="toc")
        for link in index.select('a[href^="#comment-"]'):  # behind its exercise
            title = about["titles"].get(link["href"].removeprefix("#comment-"))
            if item := title and index.find("a", string=title):
                link.parent.extract()
                item.parent.extend([" · ", link])
        if waiting := sum(about["waiting"].values()):
            said = f"{waiting:g} of the points are not yet graded."
            index.insert_before(_element(page, "p", said))
        done = _element(page, "div", "", **{"class": "done"})
        index.parent.insert_after(done)
        done.append(_element(page, "p", _graded(about)))
        if notes := about.get("notes"):
            words = "What was found, and done to it before it was graded:"
            done.append(_element(page, "p", words))
            done.append(page.new_tag("ul"))
            done.ul.extend(_element(page, "li", each) for each in notes)
        return str(page), resources


def _element(page: BeautifulSoup, tag: str, words: str, **marks) -> Tag:
    made = page.new_tag(tag, attrs=marks)
    made.string = words
    return made


def _name(page: BeautifulSoup, name: str, title: str, waits: float | None) -> None:
    """Call an exercise by its title in the index, and say whether it is graded."""
    link = page.find("a", href=f"#{name}")
    if link is None:
        return
    link.string = title
    if waits is None:
        return
    here = page.find("a", attrs={"name": name})
    score = here and here.find_next("span", class_="pull-right")
    for text in (link.next_sibling, score and score.contents[0]):
        if text:
            text.replace_with(f" (not yet graded, {waits:g} points) ")


def _graded(about: dict) -> str:
    """Which file was graded, and when it was handed in."""
    words = "Graded: " + about.get("file", "nothing")
    if when := about["when"]:
        words += f", handed in on {when.replace(tzinfo=UTC):%d %B %Y at %H:%M UTC}"
    if about["late"]:
        words += f", {how_late(about['late'])} late"
    return f"{words}."
