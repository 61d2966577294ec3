"""Plots as files, animations, colours and labels; and without matplotlib."""

import importlib
import io
import sys

import numpy as np
import pytest
from test_viz_curves import PLOTS, X, as_given, curves

from minigrad import viz
from minigrad.viz import painting, style


def test_saving_by_suffix(tmp_path):
    plot, moving = PLOTS["loss"](as_given), PLOTS["animate_fit"](as_given)
    for name, start in (
        ("a.png", b"\x89PNG"),
        ("a.svg", b"<?xml"),
        ("a.txt", b"One falls"),
    ):
        assert plot.save(tmp_path / name).read_bytes().startswith(start)
    assert plot.save(tmp_path / "a.svg").read_bytes() == plot.svg().encode()
    assert moving.save(tmp_path / "a.gif").read_bytes() == moving.gif()
    with pytest.raises(ValueError, match=r"'a\.gif'.*\.svg, \.png, \.txt"):
        plot.save(tmp_path / "a.gif")


def test_an_animation_plays_and_comes_to_rest():
    from PIL import Image

    frames = [k * X for k in range(100)]
    moving = curves.animate_fit(X, X, frames, title="-", seconds=2.0)
    image = Image.open(io.BytesIO(moving.gif()))
    assert image.n_frames == 40
    assert image.info["loop"] == 2
    image.seek(39)
    assert image.info["duration"] == 2000
    assert moving.gif() == curves.animate_fit(X, X, frames, title="-", seconds=2).gif()
    start = "data:image/gif;base64,R0lGODlh"
    assert start in moving._repr_mimebundle_()[0]["text/markdown"]


def test_the_frames_of_an_animation_are_numbered_or_named():
    frames = [0 * X, X]
    numbered, named, other = (
        curves.animate_fit(X, X, chosen, title="-")
        for chosen in (
            frames,
            {"frame 0 of 1": frames[0], "frame 1 of 1": frames[1]},
            {"step 0": frames[0], "step 100": frames[1]},
        )
    )
    assert named.gif() == numbered.gif()
    assert other.gif() != numbered.gif()
    assert other.text == numbered.text


def test_one_colour_has_one_meaning():
    labels = ["a", "b", "c", "d"]
    looks = painting.looks(labels, {"b": "error", "c": "grad"})
    assert [looks[k]["color"] for k in "abc"] == [style.VALUE, style.ERROR, style.GRAD]
    assert looks["d"]["color"] not in set(style.MEANINGS.values())
    assert looks["d"]["linestyle"] != looks["a"]["linestyle"]


@pytest.mark.parametrize(
    "heights", [[0.5, 0.5, 0.5], [1.0, 0.99], [0.0, 0.01, 0.9], [3.0, -2.0], [0.4]]
)
def test_labels_at_curves_never_lie_on_each_other(heights):
    moved = painting.spread(heights)
    ordered = sorted(moved)
    gaps = np.diff(ordered)
    assert (gaps > painting.GAP - 1e-9).all()
    assert (
        ordered[-1] <= 1.0
        and np.argsort(moved).tolist() == np.argsort(heights, kind="stable").tolist()
    )


def test_without_matplotlib_the_words_are_shown_and_what_to_install(
    monkeypatch, tmp_path
):
    plot = PLOTS["loss"](as_given)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    bundle, metadata = plot._repr_mimebundle_()
    assert set(bundle) == {"text/plain"} and metadata == {}
    first, *rest = bundle["text/plain"].splitlines()
    assert "pip install matplotlib" in first
    assert bundle["text/plain"].endswith(plot.text)
    assert plot._repr_png_() is None
    with pytest.raises(viz.CannotRender, match="pip install matplotlib"):
        plot.save(tmp_path / "a.png")


def test_all_plots_are_offered():
    assert sorted(curves.__all__) == sorted(PLOTS)
    module = importlib.import_module("minigrad.viz.curves")
    assert all(f"viz.curves.{name}(" in module.__doc__ for name in PLOTS)
