"""Golden DOT texts: ten graphs that both libraries must draw to the letter.

They were read by a human when they were written. After an intended change, write them
again and read the differences:

    python tests/test_viz_golden.py
"""

import importlib
from pathlib import Path

import pytest
import viz_programs as programs

from minigrad import viz

FOLDER = Path(__file__).parent / "golden_dot"
LIBRARIES = ["torch", "minigrad"]


def after_backward(lib):
    loss, names = programs.layer(lib)
    loss.backward()
    return viz.draw(loss, names=names, values=True, grads=True)


def an_error(lib):
    loss, names = programs.layer(lib)
    marks = {(names["h"].grad_fn, 0): "error", names["b"]: "error"}
    return viz.draw(loss, names=names, highlight=marks, title="An <edge> & a leaf")


def two_roots(lib):
    loss, names = programs.layer(lib)
    return viz.draw(loss, names["h"], names=names)


def near_the_end(lib):
    loss, names = programs.long_loop(lib)
    return viz.draw(loss, names=names, depth=4, title="The last steps")


def plain(program):
    def draw(lib):
        out, names = program(lib)
        return viz.draw(out, names=names)

    return draw


def detached(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    a, b = (x * x).sum(), (x * x.detach()).sum()
    return viz.compare(a, b, names={"x": x}, labels=("x * x", "with detach"))


PICTURES = {
    "diamond": plain(programs.diamond),
    "norm": plain(programs.norm),
    "loop": plain(programs.loop),
    "long_loop": plain(programs.long_loop),
    "deep": plain(programs.deep),
    "layers": plain(programs.layers),
    "function": plain(programs.function),
    "views": plain(programs.views),
    "depth": near_the_end,
    "after_backward": after_backward,
    "an_error": an_error,
    "two_roots": two_roots,
    "detached": detached,
}


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", PICTURES)
def test_the_dot_is_the_golden_one(name, library):
    lib = pytest.importorskip(library)
    golden = (FOLDER / f"{name}.dot").read_text(encoding="utf-8")
    assert PICTURES[name](lib).dot == golden


def test_every_golden_text_has_its_picture():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(PICTURES)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        source = draw(importlib.import_module("torch")).dot
        (FOLDER / f"{name}.dot").write_text(source, encoding="utf-8")
