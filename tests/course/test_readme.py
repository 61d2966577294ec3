"""The README's program prints what the README says, under both libraries."""

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("library", ["minigrad", "torch"])
def test_the_program_prints_the_numbers_that_stand_below_it(library):
    program, printed = re.search(
        r"```python\n(.*?)```\n\n```text\n(.*?)```", README, re.DOTALL
    ).groups()
    program = program.replace("import minigrad as torch", f"import {library} as torch")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(program, {})
    assert out.getvalue() == printed


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/lives.md"]
)
def test_every_link_leads_somewhere(name):
    page = ROOT / name
    text = page.read_text(encoding="utf-8")
    links = re.findall(r'\]\(([^)#]+)\)|src="([^"]+)"', text)
    assert links
    for link in map("".join, links):
        assert (page.parent / link).exists(), link


def test_the_picture_shows_the_program():
    """docs/graph.png is this picture; its source is compared, not its pixels."""
    from minigrad import viz

    program = re.search(r"```python\n(.*?)```", README, re.DOTALL).group(1)
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(program, names)
    picture = viz.draw(names["q"], names=names, values=True)
    stored = (ROOT / "docs" / "graph.dot").read_text(encoding="utf-8")
    assert picture.dot == stored
