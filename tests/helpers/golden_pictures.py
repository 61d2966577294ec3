"""The pictures whose DOT texts stand in tests/viz/golden_dot/.

They were read by a human when they were written. After an intended change, write them
again and read the differences:

    PYTHONPATH=.:tests python -m helpers.golden_pictures
"""

from pathlib import Path

from helpers import viz_programs as programs

from minigrad import viz

FOLDER = Path(__file__).parents[1] / "viz" / "golden_dot"


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


if __name__ == "__main__":
    import torch

    for name, draw in PICTURES.items():
        source = draw(torch).dot
        (FOLDER / f"{name}.dot").write_text(source, encoding="utf-8")
