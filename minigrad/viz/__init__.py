"""Pictures of autograd graphs, of minigrad's tensors and of PyTorch's.

    from minigrad import viz

    viz.draw(loss)                                  # the graph behind a tensor
    viz.draw(loss, names=model)                     # parameters by their names
    viz.draw(loss, names=globals(), grads=True)     # your variables' names; gradients
    viz.draw(loss).save("graph.svg")                # or .png, .dot, .txt

Read: `drawing` (draw, and what it answers to mistakes), `reading` (from tensors to a
graph), `labels` (what stands in a box), `dot` (DOT and text), `render` (SVG and PNG),
`picture`, `style` (the colours of the course). Importing it imports NumPy and the
standard library only.
"""

from ..autograd.nodes import watchers
from .drawing import draw
from .picture import Picture
from .reading import TooManyNodes
from .render import CannotRender

__all__ = ["CannotRender", "Picture", "TooManyNodes", "draw"]

watchers.append(__name__)  # from now on nodes keep the shape of their output
