"""Padding, and windows of images."""

from .case import Case


def padded(pads: tuple, mode: str = "constant", **options):
    return lambda lib, x: lib.nn.functional.pad(x, pads, mode, **options)


def unfolded(*args, **options):
    return lambda lib, x: lib.nn.functional.unfold(x, *args, **options)


def folded(*args, **options):
    return lambda lib, x: lib.nn.functional.fold(x, *args, **options)


PADS = {
    "pad": (padded((1, 2)), (2, 3)),
    "pad of two axes": (padded((1, 0, 0, 2)), (2, 3)),
    "pad with a value": (padded((1, 1), value=2.5), (2, 3)),
    "pad with less than nothing": (padded((-1, 1, -1, 0)), (3, 4)),
    "pad of all taken away": (padded((-1, -2)), (2, 3)),
    "pad of nothing": (padded((1, 1)), (2, 0)),
    "reflect": (padded((2, 1), "reflect"), (2, 3)),
    "reflect in two axes": (padded((1, 1, 0, 2), "reflect"), (1, 2, 3, 4)),
    "replicate": (padded((2, 1), "replicate"), (1, 2, 3)),
    "replicate in two axes": (padded((1, 3, 0, 2), "replicate"), (2, 3, 4)),
}
CIRCLES = {
    "circular": (padded((2, 1), "circular"), (2, 3)),
    "circular in two axes": (padded((1, 2, 2, 1), "circular"), (1, 2, 2, 3)),
}
WINDOWS = {
    "unfold of images": (unfolded(2), (2, 2, 3, 4)),
    "unfold of an image": (unfolded((2, 3)), (2, 3, 4)),
    "unfold with all options": (
        unfolded((2, 1), dilation=2, padding=(1, 0), stride=(2, 1)),
        (1, 2, 4, 3),
    ),
    "unfold of entries": (unfolded(1), (1, 2, 2, 3)),
    "fold to images": (folded((3, 4), 2), (2, 8, 6)),
    "fold to an image": (folded((3, 4), (2, 3)), (12, 4)),
    "fold with all options": (
        folded((4, 3), (2, 1), dilation=2, padding=(1, 0), stride=(2, 1)),
        (1, 4, 6),
    ),
}

CASES = [Case(n, rows[n][0], (rows[n][1],)) for rows in (PADS, WINDOWS) for n in rows]
# PyTorch builds these from slices that are written into an empty tensor.
CASES += [Case(n, CIRCLES[n][0], (CIRCLES[n][1],), graph=False) for n in CIRCLES]
