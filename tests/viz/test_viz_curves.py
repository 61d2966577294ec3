"""Plots: their words, their bytes, what they accept and refuse. Nobody looks at pixels.

Words are compared with numbers of NumPy; both libraries must give the same bytes.
"""

import html
import re
import struct
import sys
import warnings
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from minigrad import viz

curves = viz.curves
LIBRARIES = ["torch", "minigrad"]
X = np.linspace(-2.0, 2.0, 21)
POINTS = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [2.0, 2.0]])
EPS = 10.0 ** -np.arange(1, 13)


@pytest.fixture(params=LIBRARIES)
def lib(request):
    return pytest.importorskip(request.param)


def as_given(array):
    return array


def score(points):
    return points[:, 0] + points[:, 1] - 1.5


# Each is drawn from arrays, or from what `t` makes of them.
PLOTS = {
    "loss": lambda t: curves.loss(
        {"with": t(4 * 0.5 ** np.arange(5.0)), "without": t(np.arange(5.0))},
        title="One falls",
        meaning={"without": "error"},
    ),
    "lines": lambda t: curves.lines(
        {"square": (t(X), t(X**2)), "cube": (t(X), t(X**3))},
        title="The cube grows faster",
        xlabel="x",
        ylabel="y",
    ),
    "error_against_eps": lambda t: curves.error_against_eps(
        t(EPS), {"central": t(EPS**2 + 1e-16 / EPS)}, title="There is a best eps"
    ),
    "fit": lambda t: curves.fit(
        t(X), t(np.sin(X)), {"line": t(0.5 * X)}, title="A line does not fit a sine"
    ),
    "boundary": lambda t: curves.boundary(
        score, t(POINTS), t(np.array([0.0, 0.0, 0.0, 1.0])), title="It separates them"
    ),
    "memory": lambda t: curves.memory(
        {"plain": (t(np.array([1.0, 10.0])), t(np.array([5e4, 5e5])))},
        title="Memory grows with depth",
    ),
    "heat": lambda t: curves.heat(
        {"mine": t(np.eye(2)), "right": t(-np.eye(2))}, title="The sign is wrong"
    ),
    "images": lambda t: curves.images(
        {"up": t(np.arange(64.0).reshape(8, 8))}, title="It gets darker"
    ),
    "path": lambda t: curves.path(
        {"down": t(POINTS[::-1].copy())}, title="To the corner", xlabel="a", ylabel="b"
    ),
    "animate_fit": lambda t: curves.animate_fit(
        t(X), t(np.sin(X)), [t(k * X / 4) for k in range(3)], title="It turns"
    ),
}
every_plot = pytest.mark.parametrize("name", PLOTS)


@every_plot
def test_equal_numbers_give_equal_bytes_whatever_holds_them(name):
    made = [PLOTS[name](as_given)]
    for library in LIBRARIES:
        lib = pytest.importorskip(library)
        made.append(
            PLOTS[name](
                lambda array, lib=lib: lib.tensor(
                    array.tolist(), dtype=lib.float64, requires_grad=True
                )
            )
        )
    first, *others = made
    assert first.png().startswith(b"\x89PNG")
    assert b"Software" not in first.png() and b"tIME" not in first.png()
    for other in others:
        assert other.png() == first.png()
        assert other.text == first.text


@every_plot
def test_a_notebook_gets_an_image_with_the_words_as_alternative_text(name):
    plot = PLOTS[name](as_given)
    bundle, metadata = plot._repr_mimebundle_()
    assert set(bundle) == {"text/markdown", "image/png", "text/plain"}
    assert bundle["text/plain"] == plot.text == repr(plot)
    assert metadata["image/png"]["alt"] == plot.text
    alt = html.unescape(re.search('alt="(.*)">$', bundle["text/markdown"])[1])
    assert alt == plot.text
    width, height = struct.unpack(">II", plot.png()[16:24])
    assert width == 2 * metadata["image/png"]["width"] == 2 * plot.width
    assert height == 2 * metadata["image/png"]["height"]
    assert plot._repr_png_() == plot.png()
    assert len(plot.png()) < 60_000


@every_plot
def test_no_warning_and_no_state_is_left(name):
    import matplotlib

    before = dict(matplotlib.rcParams)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        PLOTS[name](as_given).png()
    assert dict(matplotlib.rcParams) == before
    pyplot = sys.modules.get("matplotlib.pyplot")
    assert pyplot is None or pyplot.get_fignums() == []


# -- words ------------------------------------------------------------------------


WORDS = {
    "loss": """\
        One falls
        loss against step from 0 to 4
        with: first 4, last 0.25
        without: first 0, last 4""",
    "lines": """\
        The cube grows faster
        y against x from -2 to 2
        square: first 4, last 4, least 0
        cube: first -8, last 8""",
    "error_against_eps": """\
        There is a best eps
        error against eps from 1e-12 to 0.1, both logarithmic
        central: about 1e-02 at eps = 1e-01, smallest about 1e-10 near eps = 1e-06, \
about 1e-04 at eps = 1e-12""",
    "boundary": """\
        It separates them
        decision boundary over x1 and x2
        4 of 4 points lie on the right side""",
    "memory": """\
        Memory grows with depth
        memory (kB) against depth from 1 to 10
        plain: first 50, last 500""",
    "heat": """\
        The sign is wrong
        mine: [1, 0; 0, 1]
        right: [-1, 0; 0, -1]""",
    "images": """\
        It gets darker
        up: 8 × 8 entries from 0 to 63""",
    "path": """\
        To the corner
        b against a from 0 to 2
        down: from (2, 2) in 3 steps to (0, 0)""",
}


@pytest.mark.parametrize("name", WORDS)
def test_the_words_tell_axes_and_key_numbers(name):
    wanted = re.sub("^ +", "", WORDS[name], flags=re.MULTILINE)
    assert PLOTS[name](as_given).text == wanted


def test_a_fit_tells_its_distance():
    error = np.mean((0.5 * X - np.sin(X)) ** 2)
    assert f"line: mean squared distance from the data {error:.3g}" in (
        PLOTS["fit"](as_given).text
    )
    last = np.mean((0.5 * X - np.sin(X)) ** 2)
    assert PLOTS["animate_fit"](as_given).text.endswith(f"last {last:.3g}")


def test_rounding_errors_do_not_reach_the_words():
    words = {
        curves.loss([1.0, 2.0, 1e-17 * noise], title="-").text for noise in (-1, 0, 3)
    }
    assert words == {"-\nloss against step from 0 to 2\nfirst 1, last 0, most 2"}


def test_where_numbers_end_is_said():
    nan, inf = float("nan"), float("inf")
    text = curves.loss({"a": [1.0, inf, nan], "b": [nan]}, title="-").text
    assert "a: first 1, last 1, not finite from 1 on" in text
    assert "b: no finite number" in text
    curves.loss({"a": [1.0, inf, nan], "b": [nan]}, title="-").png()


def test_points_on_the_wrong_side_are_counted():
    plot = curves.boundary(score, POINTS, [1, 0, 0, 1], title="-")
    assert "3 of 4 points" in plot.text
    plot = curves.boundary(
        lambda p: np.stack([-p[:, 0], p[:, 0], p[:, 1]], 1),
        POINTS,
        [0, 1, 2, 2],
        title="-",
    )
    assert "3 of 4 points" in plot.text


def test_predict_gets_tensors_of_the_kind_it_was_given(lib):
    seen = []

    def predict(points):
        seen.append(type(points))
        return (points @ lib.tensor([[1.0], [1.0]])) - 1.5

    points = lib.tensor(POINTS.tolist(), requires_grad=True)
    curves.boundary(predict, points, lib.tensor([0, 0, 0, 1]), title="-")
    assert set(seen) == {lib.Tensor}


# -- what is accepted and refused -------------------------------------------------


def test_lists_of_tensors_and_single_curves_are_taken(lib):
    losses = [lib.tensor(4.0, requires_grad=True) / k for k in range(1, 4)]
    assert curves.loss(losses, title="-").text.endswith("first 4, last 1.33")
    assert curves.loss({"mine": losses}, title="-").png()
    column = lib.ones(3, 1)
    assert curves.fit([1, 2, 3], column, column, title="-").png()


WRONG = {
    "lengths": (lambda: curves.fit([1, 2], [1, 2, 3], [1, 2], title="-"), "2 numbers"),
    "words": (lambda: curves.loss(["high", "low"], title="-"), "needs numbers"),
    "empty": (lambda: curves.loss([], title="-"), "at least one number"),
    "no curves": (lambda: curves.loss({}, title="-"), "mapping is empty"),
    "pairs": (
        lambda: curves.lines({"a": 3}, title="-", xlabel="", ylabel=""),
        r"a must be a pair \(x, y\)",
    ),
    "log": (lambda: curves.loss([1], title="-", log="z"), "'xy', not 'z'"),
    "label": (
        lambda: curves.loss([1], title="-", meaning={"a": "error"}),
        "names 'a'",
    ),
    "meaning": (
        lambda: curves.loss({"a": [1]}, title="-", meaning={"a": "blue"}),
        "value, grad, parameter, piece, error, neutral, not 'blue'",
    ),
    "points": (
        lambda: curves.path({"a": [1, 2]}, title="-", xlabel="", ylabel=""),
        r"shape \(n, 2\), not \(2,\)",
    ),
    "scores": (
        lambda: curves.boundary(lambda p: p, POINTS, [0, 1, 2, 2], title="-"),
        r"must be \(14400,\) or \(14400, 3\)",
    ),
    "cube": (lambda: curves.heat({"a": np.ones((2, 2, 2))}, title="-"), "not 2-D"),
    "frames": (lambda: curves.animate_fit([1], [1], [], title="-"), "no frames"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_drawn_is_said_at_once(case):
    make, words = WRONG[case]
    with pytest.raises(ValueError, match=words):
        make()


def test_strange_labels_are_shown_to_the_letter(tmp_path):
    label = '</text><script>$x_1^{2$ "é" 100% \\alpha\n\x00'
    plot = curves.loss({label: [1.0, 2.0]}, title=label, ylabel=label)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert plot.png().startswith(b"\x89PNG")
    ElementTree.parse(plot.save(tmp_path / "plot.svg"))
    alt = re.search('alt="(.*)">$', plot._repr_mimebundle_()[0]["text/markdown"])[1]
    assert re.fullmatch("(?:[A-Za-z0-9 .,:]|&#[0-9]+;)*", alt)
