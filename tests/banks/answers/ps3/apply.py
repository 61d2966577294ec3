"""Answers to apply."""

from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.core.function import link, new_node
from minigrad.core.graph import edge_of

right, wrong = answers_to("apply")


def edges_of(args):
    """The edges, as they should be."""
    record = torch.is_grad_enabled()
    tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
    return [edge_of(tensor) if record else None for tensor in tensors]


# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(function, *args):
    edges = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            edges.append(edge_of(arg) if torch.is_grad_enabled() else None)
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


@right
def with_finally(function, *args):
    record = torch.is_grad_enabled()
    tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
    ctx = new_node(function, args, [edge_of(t) if record else None for t in tensors])
    torch.set_grad_enabled(False)
    try:
        out = function.forward(ctx, *args)
    finally:
        torch.set_grad_enabled(record)
    return link(ctx, out)


@right
def linked_inside(function, *args):
    def edge(arg):
        return edge_of(arg) if torch.is_grad_enabled() else None

    edges = map(edge, filter(lambda arg: isinstance(arg, torch.Tensor), args))
    node = new_node(function, args, tuple(edges))
    with torch.set_grad_enabled(False):
        return link(node, function.forward(node, *args))


# -- wrong -----------------------------------------------------------------------------


@wrong("another node", "the same node")
def node_after_forward(function, *args):
    with torch.no_grad():
        outputs = function.forward(new_node(function, args, edges_of(args)), *args)
    return link(new_node(function, args, edges_of(args)), outputs)


@wrong("recording is on while forward runs")
def forward_recorded(function, *args):
    node = new_node(function, args, edges_of(args))
    return link(node, function.forward(node, *args))


@wrong("Recording stays off")
def never_on_again(function, *args):
    node = new_node(function, args, edges_of(args))
    torch.set_grad_enabled(False)
    return link(node, function.forward(node, *args))


@wrong("forward raises")
def not_after_an_exception(function, *args):
    node = new_node(function, args, edges_of(args))
    before = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    outputs = function.forward(node, *args)
    torch.set_grad_enabled(before)
    return link(node, outputs)


@wrong("switched on afterwards")
def on_again_always(function, *args):
    node = new_node(function, args, edges_of(args))
    torch.set_grad_enabled(False)
    try:
        outputs = function.forward(node, *args)
    finally:
        torch.set_grad_enabled(True)
    return link(node, outputs)


@wrong("inside of no_grad")
def edges_in_no_grad(function, *args):
    tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
    node = new_node(function, args, [edge_of(tensor) for tensor in tensors])
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


@wrong("There are no edges", "ask whether there is recording before it")
def asked_inside(function, *args):
    with torch.no_grad():
        node = new_node(function, args, edges_of(args))
        outputs = function.forward(node, *args)
    return link(node, outputs)


@wrong("an edge for every argument")
def edges_of_all(function, *args):
    edges = [
        edge_of(arg)
        if isinstance(arg, torch.Tensor) and torch.is_grad_enabled()
        else None
        for arg in args
    ]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


@wrong("left out of the edges")
def only_those_that_need(function, *args):
    edges = [edge for edge in edges_of(args) if edge is not None]
    node = new_node(function, args, edges)
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


@wrong("wrong order")
def edges_backwards(function, *args):
    node = new_node(function, args, edges_of(args)[::-1])
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


@wrong("Only the first tensor")
def first_edge_alone(function, *args):
    edges = edges_of(args)
    node = new_node(function, args, edges[:1] + [None] * (len(edges) - 1))
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


@wrong("not linked")
def never_linked(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        return function.forward(node, *args)


@wrong("no return")
def no_return(function, *args):
    as_in_the_book(function, *args)


@wrong("what link returns")
def raw_outputs(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        outputs = function.forward(node, *args)
    link(node, outputs)
    return outputs


@wrong("only the tensors")
def tensors_alone(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        tensors = [arg for arg in args if isinstance(arg, torch.Tensor)]
        outputs = function.forward(node, *tensors)
    return link(node, outputs)


@wrong("without their history")
def detached(function, *args):
    node = new_node(function, args, edges_of(args))
    given = [arg.detach() if isinstance(arg, torch.Tensor) else arg for arg in args]
    with torch.no_grad():
        outputs = function.forward(node, *given)
    return link(node, outputs)


@wrong("forward is called twice")
def twice(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        function.forward(node, *args)
        outputs = function.forward(node, *args)
    return link(node, outputs)


@wrong("Only the first output")
def first_output(function, *args):
    outputs = as_in_the_book(function, *args)
    return outputs[0] if isinstance(outputs, tuple) else outputs


_NODES = {}


@wrong("share one node")
def one_node_for_all(function, *args):
    kind = function.node_class
    node = _NODES.get(kind) or new_node(function, args, edges_of(args))
    _NODES[kind] = node
    node._inputs = [arg for arg in args if isinstance(arg, torch.Tensor)]
    with torch.no_grad():
        outputs = function.forward(node, *args)
    return link(node, outputs)


@wrong("calls itself")
def by_apply(function, *args):
    return function.apply(*args)


@wrong("no ctx")
def without_ctx(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad():
        outputs = function.forward(*args)
    return link(node, outputs)


# -- slips and errors ------------------------------------------------------------------


def with_node(name, words, run):
    """Right up to the node; then it returns `run(function, node, args)`."""

    def apply(function, *args):
        return run(function, new_node(function, args, edges_of(args)), args)

    apply.__name__ = name
    wrong(*words)(apply)


def computed(function, node, args):
    with torch.no_grad():
        return function.forward(node, *args)


def with_edges(name, words, edges):
    """`edges(args)` in the place of the right ones."""

    def apply(function, *args):
        node = new_node(function, args, edges(args))
        return link(node, computed(function, node, args))

    apply.__name__ = name
    wrong(*words)(apply)


def tensors_of(args, kind=torch.Tensor):
    return [arg for arg in args if isinstance(arg, kind)]


for each in (
    ("EdgesOfNumbers", ["only a tensor has an edge"],
     lambda args: [edge_of(arg) for arg in args]),
    ("AsksNumbers", ["only a tensor has requires_grad"],
     lambda args: [edge_of(arg) for arg in args if arg.requires_grad]),
    ("OneNoneUnrecorded", ["where it needs no gradient or nothing is recorded"],
     lambda args: edges_of(args) if torch.is_grad_enabled() else [None]),
    ("NoEntriesUnrecorded", ["has an entry for each tensor"],
     lambda args: edges_of(args) if torch.is_grad_enabled() else []),
    ("GradFns", ["AccumulateGrad: edge_of(tensor) knows both"],
     lambda args: [t.grad_fn if torch.is_grad_enabled() else None
                   for t in tensors_of(args)]),
    ("TensorsAsEdges", ["An edge is no tensor"], tensors_of),
    ("PlainTensors", ["torch.nn.Parameter, are left out"],
     lambda args: [edge_of(t) if torch.is_grad_enabled() else None
                   for t in args if type(t) is torch.Tensor]),
):  # fmt: skip
    with_edges(*each)
for each in (
    ("ArgsWithoutStar", ["A star takes it apart"],
     lambda function, node, args: link(node, function.forward(node, args))),
    ("LinkTurned", ["The node comes first"],
     lambda function, node, args: link(computed(function, node, args), node)),
    ("LinkWithStar", ["without a star"],
     lambda function, node, args: link(node, *computed(function, node, args))),
    ("InATuple", ["in a tuple of one"],
     lambda function, node, args: link(node, (computed(function, node, args),))),
    ("TheNode", ["The node is returned"],
     lambda function, node, args: (
         link(node, computed(function, node, args)), node)[1]),
    ("Called", ["No object is made of a Function"],
     lambda function, node, args: link(node, function(node, *args))),
    ("AnObject", ["that is the node which new_node made"],
     lambda function, node, args: link(node, computed(function, function(), args))),
    ("GradEnabled", ["recording is on while forward runs"],
     lambda function, node, args: link(
         node, torch.enable_grad()(function.forward)(node, *args))),
    ("DetachedAndRecorded", ["tensors are detached for it"],
     lambda function, node, args: link(
         node,
         function.forward(
             node, *[a.detach() if tensors_of([a]) else a for a in args]))),
    ("LinkedIfNeeded", ["only where there is an edge"],
     lambda function, node, args: link(node, computed(function, node, args))
     if any(edges_of(args)) else computed(function, node, args)),
):  # fmt: skip
    with_node(*each)


@wrong("without a star")
def args_spread(function, *args):
    node = new_node(function, *args, edges_of(args))
    return link(node, computed(function, node, args))


@wrong("The arguments come before the edges")
def edges_first(function, *args):
    edges = edges_of(args)
    node = new_node(function, edges, args)
    return link(node, computed(function, node, args))


@wrong("It gets all the arguments")
def node_of_tensors(function, *args):
    node = new_node(function, tensors_of(args), edges_of(args))
    return link(node, computed(function, node, args))


@wrong("The brackets are missing")
def no_grad_uncalled(function, *args):
    node = new_node(function, args, edges_of(args))
    with torch.no_grad:
        return link(node, function.forward(node, *args))


@wrong("link sets it")
def set_by_hand(function, *args):
    node = new_node(function, args, edges_of(args))
    out = computed(function, node, args)
    out.grad_fn = node
    return out


@wrong("KeyboardInterrupt is no Exception")
def after_exceptions_alone(function, *args):
    record = torch.is_grad_enabled()
    node = new_node(function, args, edges_of(args))
    torch.set_grad_enabled(False)
    try:
        out = function.forward(node, *args)
    except Exception:
        torch.set_grad_enabled(record)
        raise
    torch.set_grad_enabled(record)
    return link(node, out)
