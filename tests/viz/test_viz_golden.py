"""Golden DOT texts: graphs that both libraries must draw to the letter."""

import pytest
from helpers.golden_pictures import FOLDER, PICTURES

LIBRARIES = ["torch", "minigrad"]


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", PICTURES)
def test_the_dot_is_the_golden_one(name, library):
    lib = pytest.importorskip(library)
    golden = (FOLDER / f"{name}.dot").read_text(encoding="utf-8")
    assert PICTURES[name](lib).dot == golden


def test_every_golden_text_has_its_picture():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(PICTURES)
