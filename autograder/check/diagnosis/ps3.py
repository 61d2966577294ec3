"""Mistakes in applying a Function, and in needs_input_grad, each as a wrong version.

Read: `Applied`, an `apply` in parts; each version has one wrong part.
"""

from collections.abc import Callable
from contextlib import contextmanager, nullcontext
from inspect import signature
from itertools import takewhile
from types import SimpleNamespace

import minigrad as torch
from minigrad.core.function import link, new_node
from minigrad.core.graph import edge_of

from .mistakes import cause, says_fact
from .versions import wrong_version


def is_tensor(arg: object) -> bool:
    return isinstance(arg, torch.Tensor)


def tensors_in(args: tuple) -> list:
    return [arg for arg in args if is_tensor(arg)]


def edges_of(args: tuple) -> list:
    """The edges, as they should be."""
    record = torch.is_grad_enabled()
    return [edge_of(tensor) if record else None for tensor in tensors_in(args)]


def detached(args: tuple) -> list:
    return [arg.detach() if is_tensor(arg) else arg for arg in args]


RIGHT = {
    "edges": edges_of,
    "node": new_node,
    "mode": torch.no_grad,
    "given": lambda node, args: (node, *args),
    "link": link,
    "result": lambda linked, raw, node: linked,
}


def wrong_apply(says: str, **wrong: Callable) -> None:
    """An `apply` with some wrong parts, as a hypothesis."""
    part = SimpleNamespace(**RIGHT | wrong)

    def apply(function, *args):
        node = part.node(function, args, part.edges(args))
        with part.mode():
            raw = function.forward(*part.given(node, args))
        return part.result(part.link(node, raw), raw, node)

    wrong_version("apply", says)(apply)


# -- the node ---------------------------------------------------------------------

nodes: dict[type, object] = {}


def shared_node(function, args: tuple, edges: list):
    if function not in nodes:
        nodes[function] = new_node(function, args, edges)
    return nodes[function]


def renewed_node(function, args: tuple, edges: list):
    node = nodes.setdefault(function.node_class, new_node(function, args, edges))
    node._args = args
    return node


ONE_NODE = (
    "All calls share one node. What a later call leaves on ctx spoils the earlier "
    "ones: each call gets a node of its own."
)
wrong_apply(ONE_NODE, node=shared_node)
wrong_apply(ONE_NODE, node=renewed_node)
wrong_apply(
    "forward gets no ctx. Its first argument is the node, those of apply follow.",
    given=lambda node, args: args,
)

# -- edges ------------------------------------------------------------------------

wrong_apply(
    "There are edges inside of no_grad too, so that the call is recorded. Ask "
    "torch.is_grad_enabled(), with its brackets: if nothing is recorded, each edge is "
    "None.",
    edges=lambda args: [edge_of(tensor) for tensor in tensors_in(args)],
)
wrong_apply(
    "There are no edges: every gradient stops at this node, or before it. (Inside of "
    "the no_grad block nothing is recorded: ask whether there is recording before it.)",
    edges=lambda args: [None] * len(tensors_in(args)),
)
wrong_apply(
    "There is an edge for every argument. Only tensors have a place among the edges.",
    edges=lambda args: [
        edge_of(arg) if is_tensor(arg) and torch.is_grad_enabled() else None
        for arg in args
    ],
)
wrong_apply(
    "Tensors that need no gradient are left out of the edges, so that the places of "
    "the others shift. Each tensor has a place; there stands None.",
    edges=lambda args: [edge for edge in edges_of(args) if edge is not None],
)
wrong_apply(
    "The edges are in the wrong order: each gradient goes to another argument.",
    edges=lambda args: edges_of(args)[::-1],
)
wrong_apply(
    "Only the first tensor has an edge. Each that needs a gradient has one.",
    edges=lambda args: [e if not i else None for i, e in enumerate(edges_of(args))],
)
wrong_apply(
    "An edge is taken to be grad_fn. A leaf has none, and yet its gradient goes "
    "somewhere, to its AccumulateGrad: edge_of(tensor) knows both.",
    edges=lambda args: [
        each.grad_fn if torch.is_grad_enabled() else None for each in tensors_in(args)
    ],
)
wrong_apply(
    "Only leaves have an edge. The result of an operation needs one too: its gradient "
    "is handed on from there.",
    edges=lambda args: [
        edge if tensor.is_leaf else None
        for edge, tensor in zip(edges_of(args), tensors_in(args), strict=True)
    ],
)
wrong_apply(
    "Tensors of a class of their own, such as torch.nn.Parameter, are left out: "
    "isinstance(arg, torch.Tensor) is true of them, too.",
    edges=lambda args: edges_of([arg for arg in args if type(arg) is torch.Tensor]),
)
wrong_apply(
    "A tensor that is passed twice has one edge. Each place among the arguments has "
    "one.",
    edges=lambda args: edges_of([*{id(each): each for each in args}.values()]),
)
wrong_apply(
    "Arguments in lists get edges. Only direct arguments do.",
    edges=lambda args: edges_of(
        [each for arg in args for each in (arg if isinstance(arg, list) else [arg])]
    ),
)
wrong_apply(
    "new_node gets only the tensors. It gets all the arguments: backward returns a "
    "gradient for each of them.",
    node=lambda function, args, edges: new_node(function, tensors_in(args), edges),
)

# -- recording --------------------------------------------------------------------


@contextmanager
def set_to(after: bool | None, at_an_error: bool | None = None):
    """Off, and then set by hand: None for "as it was"."""
    before = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    try:
        yield
    except Exception:
        torch.set_grad_enabled(before if at_an_error is None else at_an_error)
        raise
    torch.set_grad_enabled(before if after is None else after)


RECORDED = (
    "recording is on while forward runs. What happens in there is the Function's own "
    "affair: with torch.no_grad()."
)
ON_AFTERWARDS = (
    "Recording is switched on afterwards, also where it was off before. Put it back as "
    "it was."
)
wrong_apply(RECORDED, mode=nullcontext)
wrong_apply(RECORDED, mode=torch.enable_grad)
wrong_apply(
    "recording is on while forward runs, and the tensors are detached for it. Hand "
    "them on as they are, and switch recording off: with torch.no_grad().",
    mode=nullcontext,
    given=lambda node, args: (node, *detached(args)),
)
wrong_apply(
    "Recording stays off after the call. Put it back as it was.",
    mode=lambda: set_to(False, False),
)
wrong_apply(
    "Recording stays off if forward raises. with torch.no_grad() puts it back in any "
    "case, and so does try … finally.",
    mode=lambda: set_to(None, False),
)
wrong_apply(ON_AFTERWARDS, mode=lambda: set_to(True, True))
wrong_apply(
    f"{ON_AFTERWARDS} If forward raises, it stays off.",
    mode=lambda: set_to(True, False),
)

# -- what goes in, what comes out -------------------------------------------------

wrong_apply(
    "The outputs are not linked to the node. Return what link returns.",
    link=lambda node, raw: raw,
)
wrong_apply(
    "apply has no return: return what link returns.",
    result=lambda linked, raw, node: None,
)
wrong_apply(
    "What forward returned is returned. Return what link returns: an input that "
    "forward hands back is another tensor there.",
    result=lambda linked, raw, node: raw,
)
wrong_apply(
    "What forward returned goes to link only where there is an edge. It does so in "
    "every case: an input that forward hands back comes out as another tensor.",
    link=lambda node, raw: link(node, raw) if any(node._edges) else raw,
)
wrong_apply(
    "The node is returned. Return what link returns.",
    result=lambda linked, raw, node: node,
)
wrong_apply(
    "link gets the outputs in a tuple of one. It takes what forward returned as it is.",
    link=lambda node, raw: link(node, (raw,)),
)
wrong_apply(
    "Only the first output is returned. forward may return several, as a tuple.",
    result=lambda linked, raw, node: linked[0] if isinstance(linked, tuple) else linked,
)
wrong_apply(
    "forward gets only the tensors. It gets all the arguments, in their places.",
    given=lambda node, args: (node, *tensors_in(args)),
)
wrong_apply(
    "forward gets the tensors without their history. What it saves is then detached, "
    "and second derivatives are lost: hand the arguments on as they are.",
    given=lambda node, args: (node, *detached(args)),
)


@wrong_version(
    "apply",
    "forward gets another node as its ctx than the one that is linked. What it saves "
    "is lost: make the node first, and link the same node.",
)
def another_node(function, *args):
    with torch.no_grad():
        outputs = function.forward(new_node(function, args, edges_of(args)), *args)
    return link(new_node(function, args, edges_of(args)), outputs)


@wrong_version("apply", "forward is called twice for one call of apply.")
def called_twice(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        function.forward(node, *args)
        return link(node, function.forward(node, *args))


says_fact(
    "the error arrives",
    "An error in forward does not arrive where apply was called. Let it through: only "
    "recording is put back.",
)


# -- needs_input_grad -------------------------------------------------------------


def wrong_needs(says: str, rule: Callable) -> None:
    """A wrong version that says something about each argument by itself."""

    def needs_input_grad(args):
        return tuple(bool(rule(arg)) for arg in args)

    wrong_version("needs_input_grad", says)(needs_input_grad)


def needs(arg: object) -> bool:
    return is_tensor(arg) and arg.requires_grad


for says, rule in {
    "Every tensor counts. Only those that require grad need a gradient.": is_tensor,
    "Every tensor counts, since or asks its second half only where the first is False. "
    "Both must hold: and.": lambda arg: is_tensor(arg) or arg.requires_grad,
    "Tensors of a class of their own, such as torch.nn.Parameter, are left out: "
    "isinstance(arg, torch.Tensor) is true of them, too.": lambda arg: (
        type(arg) is torch.Tensor and arg.requires_grad
    ),
    "Every argument is said to need a gradient.": lambda arg: True,
    "No argument is said to need a gradient. (.grad is None before a backward pass.)": (
        lambda arg: False
    ),
    "Only leaves count. The result of an operation needs its gradient too: it is "
    "handed on from there.": lambda arg: needs(arg) and arg.is_leaf,
    "Every leaf counts. A leaf that requires no grad needs none, and a result of an "
    "operation may need one.": lambda arg: is_tensor(arg) and arg.is_leaf,
    "Only results of operations count (grad_fn). A leaf that requires grad needs its "
    "gradient too.": lambda arg: is_tensor(arg) and arg.grad_fn is not None,
    "The answer is negated.": lambda arg: not needs(arg),
    "Every tensor of floating-point numbers counts. Only those that require grad need "
    "a gradient.": lambda arg: is_tensor(arg) and arg.dtype.is_floating_point,
    "It looks into lists. A Function sees direct arguments only; a tensor in a list is "
    "an object like any other.": lambda arg: any(
        map(needs, arg if isinstance(arg, list | tuple) else [arg])
    ),
    "Inside of no_grad it says False. It says what the tensors are, whether anything "
    "is recorded or not.": lambda arg: needs(arg) and torch.is_grad_enabled(),
    "Whatever has a requires_grad counts. Only tensors can need a gradient: ask "
    "isinstance(arg, torch.Tensor).": lambda arg: getattr(arg, "requires_grad", False),
    "requires_grad_(), with an underscore, switches requires_grad on, for the caller's "
    "tensor too. requires_grad asks.": lambda arg: (
        is_tensor(arg) and arg.requires_grad_().requires_grad
    ),
}.items():
    wrong_needs(says, rule)


for says, chosen in {
    "The first argument is left out, as if it were ctx. It is an argument of forward "
    "like the others.": lambda args: args[1:],
    "{why}": lambda args: args[:1],
    "What is no tensor is left out, and the places of the others shift. Its answer is "
    "False.": tensors_in,
    "The loop ends at the first argument that is no tensor. Its answer is False, and "
    "the others have theirs.": lambda args: [*takewhile(is_tensor, args)],
}.items():

    @wrong_version("needs_input_grad", says)
    def needs_input_grad(args, chosen=chosen):
        return tuple(map(needs, chosen(args)))


@cause("needs_input_grad")
def one_answer(own: Callable) -> str:
    """Why there is one answer instead of one for each argument."""
    if any(
        each.kind == each.VAR_POSITIONAL for each in signature(own).parameters.values()
    ):
        return "args comes as one tuple: write no star before it in the signature."
    return "Only the first argument has an answer: the function returns in the loop."


@wrong_version("needs_input_grad", "There is one answer for all arguments together.")
def all_together(args):
    return (any(map(needs, args)),) * len(args)
