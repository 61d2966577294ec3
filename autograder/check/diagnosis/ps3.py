"""Mistakes in applying a Function, each as a wrong version of `apply`."""

import minigrad as torch
from minigrad.core.function import link, new_node
from minigrad.core.graph import edge_of

from .versions import wrong_version


def tensors_in(args: tuple) -> list:
    return [arg for arg in args if isinstance(arg, torch.Tensor)]


def without_history_in(args: tuple) -> list:
    return [arg.detach() if isinstance(arg, torch.Tensor) else arg for arg in args]


def edges_of(args: tuple) -> list:
    """The edges, as they should be."""
    record = torch.is_grad_enabled()
    return [edge_of(tensor) if record else None for tensor in tensors_in(args)]


def run(function, node, args: tuple):
    """The rest, as it should be."""
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


# -- the node ---------------------------------------------------------------------


@wrong_version(
    "apply",
    "forward gets another node as its ctx than the one that is linked. What it saves "
    "is lost: make the node first, and link the same node.",
)
def another_node(function, *args):
    with torch.no_grad():
        outputs = function.forward(new_node(function, args, edges_of(args)), *args)
    return link(new_node(function, args, edges_of(args)), outputs)


_nodes: dict[type, object] = {}


@wrong_version(
    "apply",
    "All calls share one node. What a later call leaves on ctx spoils the earlier "
    "ones: each call gets a node of its own.",
)
def one_node(function, *args):
    kind = function.node_class
    node = _nodes.get(kind) or new_node(function, args, edges_of(args))
    node._args, _nodes[kind] = args, node
    return run(function, node, args)


@wrong_version(
    "apply",
    "forward gets no ctx. Its first argument is the node, those of apply follow.",
)
def no_ctx(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        outputs = function.forward(*args)
    return link(node, outputs)


# -- edges ------------------------------------------------------------------------


@wrong_version(
    "apply",
    "There are edges inside of no_grad too, so that the call is recorded. Ask "
    "torch.is_grad_enabled(): if nothing is recorded, each edge is None.",
)
def edges_always(function, *args):
    node = new_node(function, args, [edge_of(each) for each in tensors_in(args)])
    return run(function, node, args)


@wrong_version(
    "apply",
    "Whether there is recording is asked in the no_grad block, so no edge is ever "
    "there. Ask before it.",
)
def asked_too_late(function, *args):
    with torch.no_grad():
        node = new_node(function, args, edges_of(args))
        return link(node, function.forward(node, *args))


@wrong_version(
    "apply",
    "There is an edge for every argument. Only tensors have a place among the edges.",
)
def for_every_argument(function, *args):
    record = torch.is_grad_enabled()
    edges = [
        edge_of(arg) if record and isinstance(arg, torch.Tensor) else None
        for arg in args
    ]
    return run(function, new_node(function, args, edges), args)


@wrong_version(
    "apply",
    "Tensors that need no gradient are left out of the edges, so that the places of "
    "the others shift. Each tensor has a place; there stands None.",
)
def only_needed_ones(function, *args):
    edges = [edge for edge in edges_of(args) if edge is not None]
    return run(function, new_node(function, args, edges), args)


@wrong_version(
    "apply",
    "The edges are in the wrong order: each gradient goes to another argument.",
)
def backwards(function, *args):
    return run(function, new_node(function, args, edges_of(args)[::-1]), args)


@wrong_version(
    "apply", "Only the first tensor has an edge. Each that needs a gradient has one."
)
def the_first_edge(function, *args):
    edges = edges_of(args)
    edges = edges[:1] + [None] * (len(edges) - 1)
    return run(function, new_node(function, args, edges), args)


@wrong_version(
    "apply", "There are no edges: every gradient stops at this node, or before it."
)
def no_edges(function, *args):
    edges = [None] * len(tensors_in(args))
    return run(function, new_node(function, args, edges), args)


@wrong_version(
    "apply",
    "An edge is taken to be grad_fn. A leaf has none, and yet its gradient goes "
    "somewhere, to its AccumulateGrad: edge_of(tensor) knows both.",
)
def the_grad_fn(function, *args):
    record = torch.is_grad_enabled()
    edges = [each.grad_fn if record else None for each in tensors_in(args)]
    return run(function, new_node(function, args, edges), args)


@wrong_version(
    "apply",
    "Tensors of a class of their own, such as torch.nn.Parameter, are left out: "
    "isinstance(arg, torch.Tensor) is true of them, too.",
)
def plain_tensors(function, *args):
    record = torch.is_grad_enabled()
    tensors = [arg for arg in args if type(arg) is torch.Tensor]
    edges = [edge_of(each) if record else None for each in tensors]
    return run(function, new_node(function, args, edges), args)


@wrong_version(
    "apply",
    "new_node gets only the tensors. It gets all the arguments: backward returns a "
    "gradient for each of them.",
)
def node_of_tensors(function, *args):
    tensors = tensors_in(args)
    return run(function, new_node(function, tensors, edges_of(args)), args)


@wrong_version("apply", "Arguments in lists get edges. Only direct arguments do.")
def into_lists(function, *args):
    flat = [each for arg in args for each in (arg if isinstance(arg, list) else [arg])]
    return run(function, new_node(function, args, edges_of(tuple(flat))), args)


# -- recording --------------------------------------------------------------------

RECORDED = (
    "recording is on while forward runs. What happens in there is the Function's own "
    "affair: with torch.no_grad()."
)


@wrong_version(
    "apply",
    RECORDED,
)
def recorded(function, *args):
    node = new_node(function, args, edges_of(args))
    return link(node, function.forward(node, *args))


@wrong_version("apply", RECORDED)
def recorded_always(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.enable_grad():
        return link(node, function.forward(node, *args))


@wrong_version(
    "apply",
    "recording is on while forward runs, and the tensors are detached for it. Hand "
    "them on as they are, and switch recording off: with torch.no_grad().",
)
def detached_instead(function, *args):
    node = new_node(function, args, edges_of(args))
    return link(node, function.forward(node, *without_history_in(args)))


@wrong_version(
    "apply",
    "Recording stays off after the call. Put it back as it was.",
)
def stays_off(function, *args):
    node = new_node(function, args, edges_of(args))
    torch.set_grad_enabled(False)
    return link(node, function.forward(node, *args))


@wrong_version(
    "apply",
    "Recording stays off if forward raises. with torch.no_grad() puts it back in any "
    "case, and so does try … finally.",
)
def off_after_an_exception(function, *args):
    node = new_node(function, args, edges_of(args))
    before = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    outputs = function.forward(node, *args)
    torch.set_grad_enabled(before)
    return link(node, outputs)


@wrong_version(
    "apply",
    "Recording is switched on afterwards, also where it was off before. Put it back as "
    "it was.",
)
def always_on(function, *args):
    node = new_node(function, args, edges_of(args))
    torch.set_grad_enabled(False)
    try:
        outputs = function.forward(node, *args)
    finally:
        torch.set_grad_enabled(True)
    return link(node, outputs)


# -- what goes in, what comes out -------------------------------------------------


@wrong_version(
    "apply", "The outputs are not linked to the node. Return what link returns."
)
def not_linked(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        return function.forward(node, *args)


@wrong_version("apply", "apply has no return: return what link returns.")
def nothing(function, *args):
    run(function, new_node(function, args, edges_of(args)), args)


@wrong_version(
    "apply",
    "What forward returned is returned. Return what link returns: an input that "
    "forward hands back is another tensor there.",
)
def before_the_link(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        outputs = function.forward(node, *args)
    link(node, outputs)
    return outputs


@wrong_version(
    "apply",
    "What forward returned goes to link only where there is an edge. It does so in "
    "every case: an input that forward hands back comes out as another tensor.",
)
def linked_if_needed(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs) if any(edges_of(args)) else outputs


@wrong_version("apply", "The node is returned. Return what link returns.")
def the_node(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        link(node, function.forward(node, *args))
    return node


@wrong_version(
    "apply",
    "link gets the outputs in a tuple of one. It takes what forward returned as it is.",
)
def in_a_tuple(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, (outputs,))


@wrong_version(
    "apply",
    "Only the first output is returned. forward may return several, as a tuple.",
)
def one_output(function, *args):
    outputs = run(function, new_node(function, args, edges_of(args)), args)
    return outputs[0] if isinstance(outputs, tuple) else outputs


@wrong_version(
    "apply",
    "forward gets only the tensors. It gets all the arguments, in their places.",
)
def tensors_only(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        outputs = function.forward(node, *tensors_in(args))
    return link(node, outputs)


@wrong_version(
    "apply",
    "forward gets the tensors without their history. What it saves is then detached, "
    "and second derivatives are lost: hand the arguments on as they are.",
)
def without_history(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        outputs = function.forward(node, *without_history_in(args))
    return link(node, outputs)


@wrong_version("apply", "forward is called twice for one call of apply.")
def called_twice(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        function.forward(node, *args)
    return run(function, node, args)
