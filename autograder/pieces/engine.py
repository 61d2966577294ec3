"""Pieces that are functions of the engine, and how each is plugged in.

Read: `EnginePiece` (a function of the engine) and `GuardedPiece`, then its forms
`OrderPiece`, `RunPiece`, `DetachPiece` and `ShapePiece`.

A guard says in the student's terms what minigrad cannot go on with.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import wraps
from types import ModuleType, UnionType

import numpy as np

from minigrad import Tensor
from minigrad.core.graph import Node

from .kinds import Parts, PieceError, SeamPiece
from .rules import Violation, plain_array


class EnginePiece(SeamPiece):
    """A function of the engine. `parameters` are the arguments that it is given."""

    may_yield = False

    def __init__(
        self,
        name: str,
        set: str,
        owner: ModuleType | type,
        attribute: str,
        parameters: str,
    ) -> None:
        super().__init__(name, set, owner, attribute)
        self.parameters = parameters.split()

    def check_form(self, own: object) -> None:
        """PieceError if `own` cannot stand in for the function."""
        super().check_form(own)
        if inspect.isgeneratorfunction(own) and not self.may_yield:
            raise PieceError(f"{self.name} has a yield in it: write a plain function.")
        try:
            inspect.signature(own).bind(*self.parameters)
        except TypeError:
            raise PieceError(
                f"{self.name} gets {len(self.parameters)} arguments: write "
                f"def {self.name}({', '.join(self.parameters)})."
            ) from None

    def parts(self, own: Callable) -> Parts:
        """The student's function, behind its guard if there is one."""
        return {self.attribute: self.guarded(own)}

    def guarded(self, own: Callable) -> Callable:
        """`own` as minigrad calls it."""
        return own

    def returned(self, what: str) -> Violation:
        return Violation(f"{self.name} returned {what}")

    def must_be(self, found: object, kinds: type | UnionType, wanted: str) -> None:
        """Violation if what the student's function returned is something else."""
        if found is None:
            raise self.returned("None. Is there a return?")
        if not isinstance(found, kinds):
            kind = type(found).__name__
            raise self.returned(f"an object of type {kind}: return {wanted}.")


class GuardedPiece(EnginePiece):
    """A function of the engine that is plugged behind a guard: `call`."""

    def guarded(self, own: Callable) -> Callable:
        """`own` as minigrad calls it."""

        @wraps(own)
        def guarded(*args, **options):
            return self.call(own, *args, **options)

        return guarded

    def call(self, own: Callable, *args: object) -> object:
        """What minigrad gets when it calls the function."""
        raise NotImplementedError


class OrderPiece(GuardedPiece):
    """`order_nodes`: what it returns must be a list of nodes, each once."""

    def call(self, own: Callable, roots: list[Node]) -> list[Node]:
        with _few_looks(roots) if self.is_judged else nullcontext():
            order = own(list(roots))
        self._check(order)
        return list(order)

    def _check(self, order: object) -> None:
        if isinstance(order, set | frozenset):
            raise self.returned("a set, which has no order: return a list.")
        self.must_be(order, list | tuple, "a list of nodes")
        for node in order:
            if node is None:
                raise self.returned(
                    "a list with None in it. An edge that is None leads to no node: "
                    "skip it."
                )
            if not isinstance(node, Node):
                raise self.returned(
                    f"a list with an object of type {type(node).__name__} in it: "
                    "return the nodes themselves."
                )
        if len(set(order)) < len(order):
            twice = next(each for i, each in enumerate(order) if each in order[:i])
            raise self.returned(
                f"a list that has {shown(twice)} in it more than once. A node runs "
                "once, when all that is sent to it has been added up. Remember which "
                "nodes you have seen; in roots, too, one may stand twice."
            )


def nodes_behind(roots: list[Node]) -> list[Node]:
    """Every node behind `roots`, each once, those near the roots first."""
    nodes = list(dict.fromkeys(roots))
    seen = set(nodes)
    for node in nodes:  # the list grows while it is read
        for edge in node._edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                nodes.append(edge)
    return nodes


@contextmanager
def _few_looks(roots: list[Node]) -> Iterator[None]:
    """A Violation inside if edges are looked at so often that every way through the
    graph must be walked: their number doubles at each node that is used twice. Python's
    limit for calls within each other is the usual one inside, and must stay."""
    most = 100_000 + 10 * len(nodes_behind(roots)) ** 2
    slot, looks = Node._edges, iter(range(most))

    def edges(node: Node) -> tuple:
        if next(looks, None) is None:
            raise Violation(
                "order_nodes walks every way through the graph, and there are more of "
                "them than can be counted: their number doubles with each node that is "
                "used twice. Remember which nodes you have seen, and go on from each "
                "of them once."
            )
        return slot.__get__(node)

    Node._edges = property(edges, slot.__set__)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(usual := min(before, 3_000))
    try:
        yield
        if sys.getrecursionlimit() != usual:
            raise Violation(
                "order_nodes moves Python's limit for calls within each other, for the "
                "whole notebook. Keep the nodes that wait in a list instead."
            )
    finally:
        sys.setrecursionlimit(before)
        Node._edges = slot


class RunPiece(GuardedPiece):
    """`run`: of the nodes that ran, it may keep no gradient to the end of the pass."""

    def call(self, own: Callable, order: list[Node], grads: dict, task) -> None:
        if not self.is_judged:
            return own(order, grads, task)
        given, roots, step = {}, set(grads), task.step

        def stepped(node: Node, grad):
            given[node] = grad is not None
            return step(node, grad)

        task.step = stepped
        own(order, grads, task)
        kept = [node for node in grads if given.get(node) and node not in roots]
        if list(given) == order and kept:
            raise Violation(
                f"The gradient of {shown(kept[0])} is still in grads at the end. "
                "Take it out when the node's turn comes: grads.pop(node, None). "
                "Else all gradients of a pass are in memory at once."
            )


class DetachPiece(GuardedPiece):
    """`detach`: it must return a Tensor."""

    def call(self, own: Callable, tensor: Tensor) -> Tensor:
        out = own(tensor)
        self.must_be(out, Tensor, "a Tensor")
        return out


class ShapePiece(GuardedPiece):
    """`sum_to_shape`: it must return the gradient in the shape it was asked for."""

    def call(self, own: Callable, grad: np.ndarray | Tensor, shape: tuple):
        if isinstance(grad, Tensor):
            return own(grad, shape)
        before = grad.copy()
        out = own(grad, shape)
        if grad.tobytes() != before.tobytes():
            raise Violation(
                f"{self.name} changed the gradient it got, in place. Others still "
                "need that array: compute a new one."
            )
        out = plain_array(out, f"{self.name} returned")
        if out.shape != shape:
            raise self.returned(
                f"shape {out.shape} for a gradient of shape {grad.shape}, and was "
                f"asked for {shape}. " + _shape_reason(grad.shape, out.shape, shape)
            )
        return out


def _shape_reason(full: tuple, got: tuple, shape: tuple) -> str:
    """Which broadcast axes are still there, or were dropped."""
    added = len(full) - len(shape)
    if got == full:
        return "A broadcast axis is not summed."
    if got == tuple(size for size in shape if size != 1):
        return "An axis in which the operand has size 1 must stay, with size 1."
    if got[added:] == shape and set(got[:added]) == {1}:
        return "The axes in front, which the operand does not have, must go."
    return ""


def shown(node: Node) -> str:
    """A node as a student knows it."""
    return node.name().removeprefix("torch::autograd::")
