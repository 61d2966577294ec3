"""`explore`: step through the backward pass of a loss. And what it cannot explore.

Read: `explore`, `Explorer` (what it returns), then `_checked_loss` and `_read`.
"""

import os
import pathlib
from functools import cached_property

from ..drawing import checked
from ..labels import saved_text, shape_text
from ..reading import Graph, TooManyNodes, is_tensor, names_of, read_graph
from . import page, widget
from .recording import record
from .values import forward_values
from .view import View, view_of

LONGEST_TEXT = 60  # steps that the plain text lists


def explore(
    loss: object,
    *,
    names: object = None,
    gradient: object = None,
    max_nodes: int = 300,
) -> "Explorer":
    """Step forwards and backwards through the backward pass of `loss`.

    The pass is really run, once, by the library of `loss` (PyTorch's, minigrad's, or
    minigrad's with pieces of your own), and what each node got and sent is written
    down. Your `.grad` stay as they were, and `loss.backward()` can still be called.
    Hooks of your own run in this pass, too.

    - `names`: {name: tensor}, a model, or `globals()`.
    - `gradient`: the upstream gradient, as for `loss.backward(gradient)`; needed if
      `loss` is not a single number.
    - `max_nodes`: a larger graph raises TooManyNodes, a ValueError.

    TypeError if `loss` is no tensor; ValueError if it has no graph, is a leaf, or its
    graph was freed.
    """
    loss = _checked_loss(loss, gradient)
    graph = _read(loss, names, max_nodes)
    values = forward_values(graph)
    return Explorer(view_of(graph, record(graph, gradient), values))


class Explorer:
    """A recorded pass. The last line of a notebook cell shows it.

    It holds words and numbers, no tensors. `steps` are its steps in words; `widget` is
    the live view (its `step` can be set); `to_html()` is a page that needs no kernel,
    `save(path)` writes it to a file.
    """

    def __init__(self, view: View) -> None:
        self._view = view

    @property
    def steps(self) -> list[str]:
        """Each step of the pass as a sentence; the first is its start."""
        return list(self._view.sentences)

    @cached_property
    def widget(self) -> object:
        """The anywidget. ImportError, which says what to install, without anywidget."""
        return widget.make(self._view.data)

    def to_html(self) -> str:
        """The explorer as a piece of HTML that needs neither network nor kernel.

        It is a picture and the list of steps; where scripts run, it becomes the live
        view.
        """
        return page.fragment(self._view)

    def save(self, path: str | os.PathLike) -> pathlib.Path:
        """Write a whole page to `path`, which ends in .html. Replaces such a file."""
        path = pathlib.Path(path)
        if path.suffix.lower() not in (".html", ".htm"):
            raise ValueError(
                f"cannot save an explorer as {path.name!r}: give a name that ends in "
                ".html."
            )
        path.write_text(page.whole(self._view), encoding="utf-8")
        return path

    def __repr__(self) -> str:
        sentences = self._view.sentences
        lines = [f"{i:>3}. {text}" for i, text in enumerate(sentences[:LONGEST_TEXT])]
        if len(sentences) > LONGEST_TEXT:
            lines.append(f"     … and {len(sentences) - LONGEST_TEXT} more steps")
        return "\n".join([f"{self._view.title}, step by step", *lines])

    def _repr_mimebundle_(self, include=None, exclude=None) -> tuple[dict, dict]:
        bundle = {"text/plain": repr(self)}
        try:
            bundle |= widget.bundle(self.widget)
            bundle["text/html"] = self.to_html()
        except ImportError as error:
            bundle["text/html"] = page.fragment(self._view, note=str(error))
        return bundle, {}


# -- what can be explored ---------------------------------------------------------


def _checked_loss(loss: object, gradient: object) -> object:
    """`loss`, if a pass can start there. Otherwise the error says what to do."""
    if isinstance(loss, list | tuple):
        raise TypeError(
            "explore() got several tensors. A pass through all of them is one through "
            "their sum: explore(a.sum() + b.sum())."
        )
    try:
        checked(loss)
    except (TypeError, ValueError) as error:
        words = str(error).replace("draw", "explore").replace("Draw", "Explore")
        raise type(error)(words) from None
    if not is_tensor(loss):
        raise TypeError(
            "explore() got a graph node. Pass the tensor that a pass starts from: "
            "explore(loss)."
        )
    if loss.grad_fn is None:
        raise ValueError(
            "explore() got a leaf: no operation made it, so there is no pass to step "
            "through. Pass a tensor that was computed from it."
        )
    if gradient is None and tuple(loss.shape) not in ((), (1,)):
        raise ValueError(
            f"explore() got a tensor of shape {shape_text(loss.shape)}, and a pass "
            "starts from a single number. Explore its sum, explore(y.sum()), or pass "
            "the upstream gradient: gradient=torch.ones_like(y)."
        )
    return loss


def _read(loss: object, names: object, max_nodes: int) -> Graph:
    try:
        graph = read_graph([loss], names_of(names), max_nodes)
    except TooManyNodes:
        raise TooManyNodes(
            f"the graph has more than {max_nodes} nodes, too many to step through. "
            "Explore a smaller case of the same program (fewer steps of the loop, "
            "fewer layers, a smaller input), or raise max_nodes."
        ) from None
    for box in graph.boxes:
        if box.kind == "node" and saved_text(box.node) == "freed":
            raise ValueError(
                "the graph of this tensor was freed by a backward pass, so there is "
                "nothing left to step through. Explore it before loss.backward(), or "
                "call loss.backward(retain_graph=True)."
            )
    return graph
