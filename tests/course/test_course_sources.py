"""course/SOURCES.md: which topic of which source stands in which section."""

import re

import pytest
from helpers.lecture_files import (
    COURSE,
    LINK,
    NAMES,
    anchor,
    headings,
    read,
    unresolved,
)

TEXT = (COURSE / "SOURCES.md").read_text(encoding="utf-8")
SOURCES, _, TOPICS = TEXT.partition("## Where each topic is")
BEYOND = "Beyond the sources"


def rows(text):
    """The cells of each row of a Markdown table, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in lines[2:]
    ]


def tables():
    """The rows of the table below each heading."""
    parts = re.split(r"^### (.+)$", TOPICS, flags=re.MULTILINE)
    return dict(zip(parts[1::2], map(rows, parts[2::2]), strict=True))


def every_topic():
    return [
        pytest.param(*row, id=f"{title[:1]}-{number}")
        for title, table in tables().items()
        for number, row in enumerate(table, 1)
    ]


def test_each_source_has_its_table():
    names = [f"{letter}. {title}" for letter, title, *_ in rows(SOURCES)]
    assert len(names) == 5
    *given, last = tables()
    assert last == BEYOND
    for name, heading in zip(names, given, strict=True):
        assert name.startswith(heading)
    assert all(len(table) >= 5 for table in tables().values())


def test_links_resolve():
    assert unresolved(LINK.findall(TEXT), COURSE) == []


@pytest.mark.parametrize("topic, where", every_topic())
def test_topic_has_a_section(topic, where):
    assert topic and [link for link in LINK.findall(where) if "#" in link]


@pytest.mark.parametrize("name", [name for name in NAMES if name[:3] != "00_"])
def test_every_section_of_a_lecture_has_a_topic(name):
    listed = {link.partition("#")[2] for link in LINK.findall(TOPICS) if name in link}
    sections = {anchor(heading) for heading in headings(read(name), "##")}
    assert sections - {"What-you-know-now"} == listed


def test_the_glossary_is_sorted_and_leads_to_lectures():
    text = (COURSE / "GLOSSARY.md").read_text(encoding="utf-8")
    words = [row[0].lower().replace("`", "") for row in rows(text)]
    assert words == sorted(words)
    assert all(LINK.findall(row[-1]) for row in rows(text))
    assert unresolved(LINK.findall(text), COURSE) == []
