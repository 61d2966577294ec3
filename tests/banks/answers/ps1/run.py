"""Answers to run."""

import numpy as np
from banks.answers.bank import answers_to

right, wrong = answers_to("run")

# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent, strict=True):
            if edge is None or grad is None:
                continue
            grads[edge] = grads[edge] + grad if edge in grads else grad


@right
def by_index(order, grads, this):
    for k in range(len(order)):
        node = order[k]
        result = this.step(node, grads.pop(node, None)) or ()
        for i in range(len(result)):
            edge = node._edges[i]
            if edge is not None and result[i] is not None:
                before = grads.get(edge)
                grads[edge] = result[i] if before is None else before + result[i]


@right
def with_lists_that_are_summed_late(order, grads, this):
    sent = {node: [grad] for node, grad in grads.items()}
    for node in order:
        given = sent.pop(node, [])
        total = None
        for each in given:
            total = each if total is None else total + each
        for edge, grad in zip(node._edges, this.step(node, total) or (), strict=False):
            if edge is not None and grad is not None:
                sent.setdefault(edge, []).append(grad)


# -- wrong -----------------------------------------------------------------------------


@wrong("overwrites the first", "added up")
def overwrites(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        if sent is None:
            continue
        for edge, grad in zip(node._edges, sent, strict=True):
            if edge is not None and grad is not None:
                grads[edge] = grad


@wrong("only the first is kept")
def keeps_the_first(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        for edge, grad in zip(node._edges, sent or (), strict=False):
            if edge is not None and grad is not None and edge not in grads:
                grads[edge] = grad


@wrong("added in place (+=)", "Make a new array")
def adds_in_place(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        for edge, grad in zip(node._edges, sent or (), strict=False):
            if edge is None or grad is None:
                continue
            if edge in grads:
                grads[edge] += grad
            else:
                grads[edge] = grad


@wrong("loop ends at the first leaf", "Use continue")
def breaks_off(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        if sent is None:
            return
        for edge, grad in zip(node._edges, sent, strict=True):
            if edge is not None and grad is not None:
                grads[edge] = grads[edge] + grad if edge in grads else grad


@wrong("'NoneType' object is not iterable", "from this node nothing is sent on")
def forgets_that_leaves_send_nothing(order, grads, this):
    for node in order:
        for edge, grad in zip(
            node._edges, this.step(node, grads.pop(node, None)), strict=True
        ):
            if edge is not None and grad is not None:
                grads[edge] = grads[edge] + grad if edge in grads else grad


@wrong("no gradient was sent to is skipped", "Hand None to step")
def skips_what_nobody_sent_to(order, grads, this):
    for node in order:
        if node not in grads:
            continue
        sent = this.step(node, grads.pop(node))
        for edge, grad in zip(node._edges, sent or (), strict=False):
            if edge is not None and grad is not None:
                grads[edge] = grads[edge] + grad if edge in grads else grad


@wrong("KeyError", "grads.pop(node, None)")
def takes_without_looking(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node))
        for edge, grad in zip(node._edges, sent or (), strict=False):
            if edge is not None and grad is not None:
                grads[edge] = grads[edge] + grad if edge in grads else grad


@wrong("Nodes without inputs are skipped", "add")
def skips_leaves(order, grads, this):
    for node in order:
        if not node._edges:
            continue
        sent = this.step(node, grads.pop(node, None))
        for edge, grad in zip(node._edges, sent or (), strict=False):
            if edge is not None and grad is not None:
                grads[edge] = grads[edge] + grad if edge in grads else grad


@wrong("from the last to the first")
def backwards(order, grads, this):
    as_in_the_book(list(reversed(order)), grads, this)


@wrong("Only the first edge of each node")
def serves_one_edge(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        if sent and node._edges[0] is not None and sent[0] is not None:
            edge = node._edges[0]
            grads[edge] = grads[edge] + sent[0] if edge in grads else sent[0]


@wrong("hands on the gradient that it got")
def ignores_the_slopes(order, grads, this):
    for node in order:
        grad = grads.pop(node, None)
        if this.step(node, grad) is None:
            continue
        for edge in node._edges:
            if edge is not None and grad is not None:
                grads[edge] = grads[edge] + grad if edge in grads else grad


@wrong("starts from ones")
def starts_from_ones(order, grads, this):
    as_in_the_book(order, {node: np.ones_like(g) for node, g in grads.items()}, this)


@wrong("step is called twice")
def steps_twice(order, grads, this):
    for node in order:
        grad = grads.pop(node, None)
        if this.step(node, grad) is None:
            continue
        for edge, each in zip(node._edges, this.step(node, grad), strict=True):
            if edge is not None and each is not None:
                grads[edge] = grads[edge] + each if edge in grads else each


@wrong("kept from one pass to the next", "starts from `grads`")
def with_a_default_argument(order, grads, this, in_flight={}):  # noqa: B006
    in_flight.update(grads)
    as_in_the_book(order, in_flight, this)


@wrong("what a node keeps of the pass before")
def keeps_it_on_the_node(order, grads, this):
    def send(node, grad):
        kept = node.__dict__.get("_mine")
        node.__dict__["_mine"] = grad if kept is None else kept + grad

    for node, grad in grads.items():
        send(node, grad)
    for node in order:
        sent = this.step(node, node.__dict__.get("_mine"))
        for edge, grad in zip(node._edges, sent or (), strict=False):
            if edge is not None and grad is not None:
                send(edge, grad)


@wrong("averaged")
def averages(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        for edge, grad in zip(node._edges, sent or (), strict=False):
            if edge is not None and grad is not None:
                grads[edge] = (grads[edge] + grad) / 2 if edge in grads else grad


@wrong("RecursionError", "It calls itself once for every node")
def recursive(order, grads, this):
    def visit(rest):
        if rest:
            as_in_the_book(rest[:1], grads, this)
            visit(rest[1:])

    visit(order)


@wrong("goes through `grads`", "Every node of `order` runs")
def goes_through_grads(order, grads, this):
    as_in_the_book(list(grads), grads, this)


@wrong("takes out of `grads` whatever is there", "`order` is not used")
def takes_what_is_there(order, grads, this):
    while grads:
        node, grad = grads.popitem()
        for edge, each in zip(node._edges, this.step(node, grad) or (), strict=False):
            if edge is not None and each is not None:
                grads[edge] = grads[edge] + each if edge in grads else each


@wrong("into another dict than `grads`")
def fills_another_dict(order, grads, this):
    sent = {}
    for node in order:
        for edge, each in zip(
            node._edges, this.step(node, grads.pop(node, None)) or (), strict=False
        ):
            if edge is not None and each is not None:
                sent[edge] = sent[edge] + each if edge in sent else each
    grads.update(sent)


@wrong("An edge that is None leads nowhere", "Skip a pair")
def forgets_that_edges_may_be_none(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        for edge, each in zip(node._edges, sent or (), strict=False):
            if each is not None:
                grads[edge] = grads[edge] + each if edge in grads else each


@wrong("raised TypeError", "along that edge nothing is sent")
def forgets_that_gradients_may_be_none(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        for edge, each in zip(node._edges, sent or (), strict=False):
            if edge is not None:
                grads[edge] = grads[edge] + each if edge in grads else each


@wrong("raised TypeError", "Do not start from 0")
def starts_from_zero(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        for edge, each in zip(node._edges, sent or (), strict=False):
            if edge is not None and each is not None:
                grads[edge] = grads.get(edge, 0) + each


@wrong("raised ValueError", "want a single True or False", "there at all, is None")
def asks_a_gradient_for_its_truth(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        for edge, each in zip(node._edges, sent or (), strict=False):
            if edge is not None and each is not None:
                grads[edge] = grads[edge] + each if grads.get(edge) else each


@wrong("raised AttributeError", "task.step(node, grad)")
def steps_on_the_node(order, grads, this):
    for node in order:
        node.step(grads.pop(node, None))


@wrong("still in grads at the end", "grads.pop(node, None)")
def leaves_the_gradients_in_the_dict(order, grads, this):
    for node in order:
        sent = this.step(node, grads.get(node))
        for edge, each in zip(node._edges, sent or (), strict=False):
            if edge is not None and each is not None:
                grads[edge] = grads[edge] + each if edge in grads else each


@wrong("Edges that are None are left out", "Edge k gets gradient k")
def pairs_what_is_left(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        edges = [edge for edge in node._edges if edge is not None]
        for edge, each in zip(edges, sent or (), strict=False):
            if each is not None:
                grads[edge] = grads[edge] + each if edge in grads else each


@wrong("At an edge or a gradient that is None", "ends")
def breaks_at_none(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None))
        for edge, each in zip(node._edges, sent or (), strict=False):
            if edge is None or each is None:
                break
            grads[edge] = grads[edge] + each if edge in grads else each


@wrong("Two things", "averaged", "wrong order")
def two_mistakes_that_nobody_listed(order, grads, this):
    for node in order:
        sent = this.step(node, grads.pop(node, None)) or ()
        for edge, each in zip(node._edges, sent[::-1], strict=False):
            if edge is not None and each is not None:
                grads[edge] = (grads[edge] + each) / 2 if edge in grads else each


@wrong("except KeyError stands around step as well")
def catches_a_key_error_of_step(order, grads, this):
    for node in order:
        try:
            sent = this.step(node, grads.pop(node))
        except KeyError:
            sent = this.step(node, None)
        for edge, grad in zip(node._edges, sent or (), strict=False):
            if edge is not None and grad is not None:
                grads[edge] = grads[edge] + grad if edge in grads else grad


@wrong("except TypeError stands around step as well")
def catches_a_type_error_of_step(order, grads, this):
    for node in order:
        try:
            pairs = zip(
                node._edges, this.step(node, grads.pop(node, None)), strict=False
            )
        except TypeError:
            continue
        for edge, grad in pairs:
            if edge is not None and grad is not None:
                grads[edge] = grads[edge] + grad if edge in grads else grad
