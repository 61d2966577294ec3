"""Mistakes in accumulating and freeing, each as a wrong version."""

import minigrad as torch

from .versions import wrong_version

# -- accumulate -------------------------------------------------------------------


@wrong_version(
    "accumulate",
    "The gradient replaces what is in .grad already. It must be added to it: that is "
    "how passes for several mini-batches become one sum.",
)
def replaces(leaf, grad):
    leaf.grad = grad.clone()


@wrong_version(
    "accumulate",
    "The first gradient is kept, and later ones are lost. They must be added to it.",
)
def sets_once(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()


@wrong_version(
    "accumulate",
    "leaf.grad becomes another tensor when a gradient is added. Whoever holds it (an "
    "optimizer, the user) is left with the old sum: add in place, unless the pass is "
    "recorded.",
)
def new_sum(leaf, grad):
    leaf.grad = grad.clone() if leaf.grad is None else leaf.grad + grad


@wrong_version(
    "accumulate",
    "The first gradient is put into .grad as it came. Others hold that memory too: the "
    "user's own tensor, or the other leaf that was sent the same. Put in a clone.",
)
def aliases(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad
    else:
        right_sum(leaf, grad)


@wrong_version(
    "accumulate",
    "The first gradient is put into .grad as it came, in memory that others hold too: "
    "put in a clone. And leaf.grad becomes another tensor when a gradient is added: "
    "add in place, unless the pass is recorded.",
)
def aliases_and_makes_a_new_sum(leaf, grad):
    leaf.grad = grad if leaf.grad is None else leaf.grad + grad


@wrong_version(
    "accumulate",
    "The first gradient is put into .grad as it came, in memory that others hold too: "
    "put in a clone. And the sum is made in place even while the pass is recorded: "
    "make a new one there.",
)
def aliases_and_adds_in_place(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad
    else:
        leaf.grad.add_(grad)


@wrong_version(
    "accumulate",
    "The second and third case are the wrong way round: where the pass is recorded a "
    "new sum is made, and else it is added in place.",
)
def the_wrong_way_round(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad.add_(grad)
    else:
        leaf.grad = leaf.grad + grad


@wrong_version(
    "accumulate",
    "The history of the first gradient is lost: something on its way into .grad makes "
    "a tensor without history. clone keeps it.",
)
def loses_the_first_history(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.detach().clone()
    else:
        right_sum(leaf, grad)


@wrong_version(
    "accumulate",
    "The sum is made in place even while the pass is recorded (create_graph=True). The "
    "tensor that somebody holds from before would change its history: make a new sum "
    "there.",
)
def always_in_place(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad.add_(grad)


@wrong_version(
    "accumulate",
    "The history of the gradient is lost. Under create_graph=True .grad must be "
    "differentiable: no detach, no copy by NumPy.",
)
def loses_history(leaf, grad):
    grad = grad.detach().clone()
    if leaf.grad is None:
        leaf.grad = grad
    else:
        leaf.grad += grad


@wrong_version(
    "accumulate",
    "The history of the gradient is lost. Under create_graph=True .grad must be "
    "differentiable: no detach, no copy by NumPy.",
)
def loses_history_and_replaces(leaf, grad):
    with torch.no_grad():
        leaf.grad = grad.clone() if leaf.grad is None else leaf.grad + grad


@wrong_version(
    "accumulate",
    "The sum is written into the memory of .grad without anyone noticing (through "
    ".data, or a NumPy array): its version must count the change. Use +=.",
)
def unnoticed(leaf, grad):
    if leaf.grad is None or torch.is_grad_enabled():
        right_sum(leaf, grad)
    else:
        leaf.grad.data += grad


@wrong_version("accumulate", "The gradient is subtracted.")
def subtracts(leaf, grad):
    if leaf.grad is None:
        leaf.grad = -grad
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad - grad
    else:
        leaf.grad -= grad


@wrong_version("accumulate", "The first gradient of a leaf is counted twice.")
def first_twice(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    right_sum(leaf, grad)


@wrong_version("accumulate", "The first gradient of a leaf is not counted.")
def first_lost(leaf, grad):
    if leaf.grad is None:
        leaf.grad = torch.zeros_like(grad)
    else:
        right_sum(leaf, grad)


@wrong_version("accumulate", "The mean is taken where the sum is wanted.")
def mean(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = (leaf.grad + grad) / 2
    else:
        leaf.grad += grad
        leaf.grad /= 2


@wrong_version("accumulate", "Nothing reaches leaf.grad.")
def accumulates_nothing(leaf, grad):
    pass


def right_sum(leaf, grad) -> None:
    """How a gradient is added to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# -- release ----------------------------------------------------------------------


def _freed(node) -> None:
    if node._saved:
        node._saved = None


@wrong_version(
    "release",
    "Nothing is freed: what forward saved stays in memory as long as the graph does, "
    "and a second pass goes unnoticed.",
)
def never_frees(node, retain_graph, create_graph):
    pass


@wrong_version(
    "release", "The graph is freed although retain_graph=True asks to keep it."
)
def always_frees(node, retain_graph, create_graph):
    _freed(node)


@wrong_version(
    "release",
    "create_graph is ignored. If nothing is said about retain_graph (None), a graph of "
    "gradients keeps the graph that it came from.",
)
def ignores_create_graph(node, retain_graph, create_graph):
    if not retain_graph:
        _freed(node)


@wrong_version(
    "release",
    "retain_graph is ignored. It decides, if it is not None.",
)
def ignores_retain_graph(node, retain_graph, create_graph):
    if not create_graph:
        _freed(node)


@wrong_version(
    "release",
    "retain_graph=None is read as True. It means that nothing was said: then the graph "
    "is kept only if create_graph is True.",
)
def none_retains(node, retain_graph, create_graph):
    if retain_graph is False:
        _freed(node)


@wrong_version(
    "release",
    "retain_graph=False does not free under create_graph=True. Whoever says False "
    "means it: create_graph counts only where retain_graph is None.",
)
def either_retains(node, retain_graph, create_graph):
    if not (retain_graph or create_graph):
        _freed(node)


@wrong_version(
    "release",
    "It is the wrong way round: freed if it is to be retained, and kept else.",
)
def inverted(node, retain_graph, create_graph):
    if create_graph if retain_graph is None else retain_graph:
        _freed(node)


@wrong_version(
    "release",
    "The nodes that the edges lead to are freed, before they have run. Free the node "
    "itself.",
)
def frees_the_inputs(node, retain_graph, create_graph):
    if not (create_graph if retain_graph is None else retain_graph):
        for edge in node._edges:
            if edge is not None:
                _freed(edge)


@wrong_version(
    "release",
    "A node that saved nothing is marked as freed as well. A second pass needs nothing "
    "from it and must go through: leave _saved alone where it is empty.",
)
def marks_all(node, retain_graph, create_graph):
    if not (create_graph if retain_graph is None else retain_graph):
        node._saved = None


@wrong_version(
    "release",
    "Two things: if nothing is said about retain_graph (None), create_graph decides; "
    "and a node that saved nothing (an empty tuple) is left as it is.",
)
def ignores_create_graph_and_marks_all(node, retain_graph, create_graph):
    if not retain_graph:
        node._saved = None


@wrong_version(
    "release",
    "Two things: retain_graph=False frees also under create_graph=True; and a node "
    "that saved nothing (an empty tuple) is left as it is.",
)
def either_retains_and_marks_all(node, retain_graph, create_graph):
    if not (retain_graph or create_graph):
        node._saved = None


@wrong_version(
    "release",
    "What was saved is gone, but not marked as freed: an empty tuple means that a node "
    "saved nothing. Set _saved to None.",
)
def empties(node, retain_graph, create_graph):
    if not (create_graph if retain_graph is None else retain_graph):
        node._saved = ()
