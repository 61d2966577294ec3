"""What each node sends along each edge in a backward pass: which edge went wrong first.

Read: `first_wrong`, `flow_under_minigrad` and `flow_under_torch`.

A flow maps "node k" to the gradient that a node sends to its input k; nodes are
numbered as in `Observation.graph`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType

import numpy as np

from .comparison import agrees
from .observation import Arrays, Observation, Upstream, nodes_of, observe, sent_to
from .programs import Program


def first_wrong(
    seen: Observation, upstream: Arrays, flow: Arrays
) -> tuple[object, int] | None:
    """The first (node, input number) that sends something else than in `flow`.

    `seen` was observed under minigrad; its nodes are taken in the order in which they
    run. None if all are right, or if there is nothing to compare.
    """
    for node, number, k, grad in flow_under_minigrad(seen, upstream):
        expected = flow.get(f"{number} {k}")
        if expected is None or grad is None:
            continue
        if not agrees(expected, summed_down(grad, expected.shape)):
            return node, k
    return None


def summed_down(grad: np.ndarray, shape: tuple) -> np.ndarray:
    """`grad` summed over the axes along which an operand of `shape` was broadcast.

    As it is where it has no such axes.
    """
    added = grad.ndim - len(shape)
    if added < 0 or any(
        size not in (1, have)
        for size, have in zip(shape, grad.shape[added:], strict=True)
    ):
        return grad
    grad = grad.sum(axis=tuple(range(added)))
    axes = tuple(i for i, size in enumerate(shape) if size == 1 and grad.shape[i] != 1)
    return grad.sum(axis=axes, keepdims=True)


# -- minigrad ---------------------------------------------------------------------


def flow_under_minigrad(seen: Observation, upstream: Arrays) -> list:
    """(node, its number, k, the gradient it sent to input k), as they ran."""
    import minigrad

    roots = [out for out in seen.outputs if out.requires_grad]
    number = {node: i for i, node in enumerate(nodes_of(roots))}
    sent = []

    def note(node, result) -> None:
        for k, grad in enumerate(result if isinstance(result, tuple) else (result,)):
            array = None if grad is None else np.asarray(grad)
            sent.append((node, number.get(node), k, array))

    ops = {node._op for node in number if getattr(node, "_op", None)}
    with _listening(ops, note):
        start = sent_to(minigrad, roots, "upstream ", Upstream(arrays=upstream))
        minigrad.autograd.backward(roots, start, retain_graph=True)
    return sent


@contextmanager
def _listening(ops: set[type], note: Callable) -> Iterator[None]:
    """Call `note(node, result)` after each backward of these ops."""
    before = {op: op.__dict__.get("backward") for op in ops}

    def told(backward: Callable) -> Callable:
        def backward_and_tell(node, grad):
            result = backward(node, grad)
            note(node, result)
            return result

        return backward_and_tell

    heard = {op: staticmethod(told(op.backward)) for op in ops}
    try:
        for op, backward in heard.items():
            op.backward = backward
        yield
    finally:
        for op, backward in before.items():
            if backward is None:
                del op.backward
            else:
                op.backward = backward


# -- PyTorch ----------------------------------------------------------------------


def flow_under_torch(
    lib: ModuleType, program: Program, inputs: list, upstream: Upstream
) -> Arrays:
    """The flow that is right. Empty where `program` raises."""
    seen = observe(lib, program, inputs, upstream)
    roots = [out for out in seen.outputs if out.requires_grad]
    flow = {}

    def listener(number: int) -> Callable:
        def note(grads, _) -> None:
            for k, grad in enumerate(grads):
                if grad is not None:
                    flow[f"{number} {k}"] = np.array(grad.detach().numpy())

        return note

    for number, node in enumerate(nodes_of(roots)):
        if not hasattr(node, "variable"):
            node.register_hook(listener(number))
    lib.autograd.backward(roots, sent_to(lib, roots, "upstream ", upstream))
    return flow
