"""Pictures of autograd graphs, of minigrad's tensors and of PyTorch's.

    from minigrad import viz

    viz.draw(loss)                                  # the graph behind a tensor
    viz.draw(loss, names=model)                     # parameters by their names
    viz.draw(loss, names=globals(), grads=True)     # your variables' names; gradients
    viz.draw(loss).save("graph.svg")                # or .png, .dot, .txt
    viz.explore(loss, names=globals())              # step through the backward pass
    viz.draw(loss, title="…")                       # with a claim above it
    viz.compare(mine, theirs, labels=("mine", "PyTorch"))    # what differs, in red
    viz.curves.loss({"mine": losses}, title="…")    # plots: see `curves`

Read: `drawing` (draw, and what it answers to mistakes), `reading` (from tensors to a
graph), `labels` (what stands in a box), `dot` (DOT and text), `render` (SVG and PNG),
`showing` and `picture` (how it reaches a notebook), `style` (the colours of the
course); then `comparing`, `curves`, `explorer`. Importing it imports NumPy and the
standard library only.
"""

from ..core.graph import watchers
from . import curves
from .comparing import Comparison, compare
from .drawing import draw
from .explorer import Explorer, explore
from .picture import Picture
from .reading import TooManyNodes
from .render import CannotRender

__all__ = [
    "CannotRender",
    "Comparison",
    "Explorer",
    "Picture",
    "TooManyNodes",
    "compare",
    "curves",
    "draw",
    "explore",
]


def _note_shape(node: object, args: tuple, results: tuple) -> None:
    """Let a node know the shape of its output: it is called with each new one."""
    if not hasattr(node, "_outputs"):
        node.__dict__["_shape"] = results[0].shape


watchers.append(_note_shape)
