"""Mistakes in accumulating and freeing, as parts of versions."""

from collections.abc import Callable

import minigrad as torch

from .versions import family, wrong_version

# -- accumulate -------------------------------------------------------------------


def _sets(value: Callable) -> Callable:
    """leaf.grad becomes what `value` makes of it and of the gradient."""

    def put(leaf, grad):
        leaf.grad = value(leaf.grad, grad)

    return put


def _adds_in_place(leaf, grad):
    leaf.grad += grad


def _adds_unnoticed(leaf, grad):
    leaf.grad.data += grad.data


def _adds_without_history(leaf, grad):
    with torch.no_grad():
        leaf.grad += grad


def _adds_into_what_came(leaf, grad):
    grad += leaf.grad
    leaf.grad = grad


def _nothing(leaf, grad):
    pass


_clones = _sets(lambda old, new: new.clone())
_adds_anew = _sets(lambda old, new: old + new)


def _accumulate(
    first=_clones,
    plain=_adds_in_place,
    recorded=_adds_anew,
    both=None,
    is_recorded=lambda leaf, grad: torch.is_grad_enabled(),
    given=lambda grad: grad,
    recording=lambda: torch.set_grad_enabled(torch.is_grad_enabled()),
):
    """`both`: in the place of `plain` and `recorded`."""

    def accumulate(leaf, grad):
        grad = given(grad)
        with recording():
            if leaf.grad is None:
                first(leaf, grad)
            elif is_recorded(leaf, grad):
                (both or recorded)(leaf, grad)
            else:
                (both or plain)(leaf, grad)

    return accumulate


_LATER = {
    "{} the gradient replaces what is in .grad.": _clones,
    "{} nothing is added to .grad.": _nothing,
}


def _in(which: str) -> dict:
    """What may be done wrong in any later pass."""
    return {says.format(f"In a later pass {which}"): _LATER[says] for says in _LATER}


family(
    "accumulate",
    _accumulate,
    right={
        "first": "Put in a clone: it has memory of its own, and keeps the history.",
        "plain": "Add in place there, unless the pass is recorded.",
        "recorded": "Make a new sum there, of both, with their history.",
        "both": "It must be added, with += in place, or in a new sum where the pass is "
        "recorded.",
        "given": "It is added, as it is: under create_graph=True with its history.",
        "recording": "Under create_graph=True .grad must be differentiable.",
    },
    first={
        "The first gradient is put into .grad as it came. Others hold that memory too: "
        "the user's tensor, or the other leaf that was sent the same.": (
            _sets(lambda old, new: new)
        ),
        "The history of the first gradient is lost.": (
            _sets(lambda old, new: new.detach().clone())
        ),
        "The first gradient of a leaf is counted twice: it is put there, and then "
        "added. Where .grad was None nothing is left to do (elif, else).": (
            _sets(lambda old, new: new + new)
        ),
        "The first gradient of a leaf is not counted.": (
            _sets(lambda old, new: torch.zeros_like(new))
        ),
    },
    plain={
        "leaf.grad becomes another tensor when a gradient is added. Whoever holds it "
        "(an optimizer, the user) is left with the old sum.": _adds_anew,
        "The sum is made in the memory of the gradient that came, which others hold "
        "too.": _adds_into_what_came,
        "The sum is written into the memory of .grad without anyone noticing (.data, "
        "NumPy): its version must count the change.": _adds_unnoticed,
        **_in("that is not recorded"),
    },
    recorded={
        "The sum is made in place even while the pass is recorded (create_graph=True), "
        "so that the tensor which somebody holds changes its history.": _adds_in_place,
        "The sum is made in place even while the pass is recorded (create_graph=True), "
        "and without history.": _adds_without_history,
        "The sum of a recorded pass has no history: something (detach, .data, no_grad, "
        "NumPy) cuts it.": _sets(lambda old, new: (old + new).detach()),
        "In the sum of a recorded pass what was in .grad has lost its history.": (
            _sets(lambda old, new: old.detach() + new)
        ),
        **_in("that is recorded"),
    },
    both={
        "The gradient replaces what is in .grad already.": _clones,
        "The first gradient is kept, and later ones are lost.": _nothing,
        "The sum is written into the memory of .grad without anyone noticing (.data, "
        "NumPy): nothing counts the change, or keeps its history.": _adds_unnoticed,
    },
    is_recorded={
        "The second and third case are the wrong way round: where the pass is recorded "
        "a new sum is made, and else it is added in place.": (
            lambda leaf, grad: not torch.is_grad_enabled()
        ),
    },
    given={
        "The history of the gradient is lost.": lambda grad: grad.detach(),
        "The gradient is subtracted.": lambda grad: -grad,
    },
    recording={"Inside of no_grad the history of the gradient is lost.": torch.no_grad},
)
wrong_version("accumulate", "Nothing reaches leaf.grad.")(_nothing)

# -- release ----------------------------------------------------------------------


def _free(node):
    if node._saved:
        node._saved = None


def _free_edges(node):
    for edge in node._edges:
        if edge is not None:
            _free(edge)


def _free_node_and_edges(node):
    _free(node)
    _free_edges(node)


def _free_and_cut(node):
    _free(node)
    node._edges = ()


def _mark(node):
    node._saved = None


def _mark_if_empty(node):
    if not node._saved:
        node._saved = None


def _empty(node):
    node._saved = ()


def _empty_each(node):
    node._saved = tuple(None for _ in node._saved)


def _delete(node):
    if node._saved:
        del node._saved


def _release(
    keeps=lambda retain, create: create if retain is None else retain, free=_free
):
    def release(node, retain_graph, create_graph):
        if not keeps(retain_graph, create_graph):
            free(node)

    return release


family(
    "release",
    _release,
    right={
        "keeps": "True keeps the graph, False frees it; if it is None, nothing was "
        "said, and create_graph decides.",
        "free": "Set _saved of the node itself to None, but leave an empty tuple.",
    },
    keeps={
        "The graph is freed although retain_graph=True asks to keep it.": (
            lambda retain, create: False
        ),
        "The graph is kept only if nothing was said and create_graph is True: "
        "retain_graph=True is not asked for.": (
            lambda retain, create: retain is None and create
        ),
        "create_graph is ignored.": lambda retain, create: retain,
        "retain_graph is ignored.": lambda retain, create: create,
        "retain_graph=None is read as True.": (
            lambda retain, create: retain is not False
        ),
        "retain_graph=False does not free under create_graph=True.": (
            lambda retain, create: retain or create
        ),
        "The graph is kept only if retain_graph and create_graph are both True.": (
            lambda retain, create: retain and create
        ),
        "It is the wrong way round: freed if it is to be retained, and kept else.": (
            lambda retain, create: not (create if retain is None else retain)
        ),
        "For retain_graph=None it is the wrong way round: kept without create_graph, "
        "and freed with it.": (
            lambda retain, create: not create if retain is None else retain
        ),
    },
    free={
        "Nothing is freed: a second pass goes unnoticed.": lambda node: None,
        "The nodes that the edges lead to are freed, before they have run.": (
            _free_edges
        ),
        "Beside the node those are freed that its edges lead to, before they have "
        "run.": _free_node_and_edges,
        "The edges of the node are cut as well. They belong to the graph, and the pass "
        "still follows them: only what was saved is freed.": _free_and_cut,
        "A node that saved nothing is marked as freed as well: then a second pass is "
        "refused that needs nothing from it.": _mark,
        "The question about the empty tuple is the wrong way round: only a node that "
        "saved nothing is marked as freed.": _mark_if_empty,
        "What was saved is gone, but not marked as freed: an empty tuple means that a "
        "node saved nothing.": _empty,
        "Each entry of what was saved is None, in a tuple that is still there: the "
        "node does not count as freed.": _empty_each,
        "_saved is deleted, and the engine looks whether it is None.": _delete,
    },
)
