"""Mistakes in what is kept for backward: wrong versions of Saving."""

from collections.abc import Callable

import minigrad as torch
from minigrad.errors import changed_error

from .mistakes import says_fact
from .versions import wrong_version


def pair(tensor):
    """What to keep, as it should be."""
    return tensor, tensor._version


def checked(kept):
    """The tensor, if its version is what it was: as it should be."""
    tensor, then = kept
    return tensor if tensor._version == then else complain(tensor, then)


def complain(tensor, then: int):
    raise changed_error(tensor, then)


def wrong_saving(says: str, pack: Callable = pair, unpack: Callable = checked) -> None:
    """A `Saving` of which one half is wrong, as a hypothesis."""
    methods = {"pack": staticmethod(pack), "unpack": staticmethod(unpack)}
    wrong_version("Saving", says)(type("Saving", (), methods))


# -- what is kept -----------------------------------------------------------------

NEVER = (
    "No change is ever noticed: the version is never looked at, or it is compared with "
    "itself (read in unpack, not in pack), or the wrong way round (versions only "
    "grow), or the error is made and not raised. Keep the version in pack, and raise "
    "where it is another in unpack."
)
COPIED = (
    "A copy is kept. It costs memory, no change is ever noticed, and what comes back "
    "is another tensor. Keep the tensor itself."
)
BARE_COPY = (
    "A copy is kept without its history: a backward that is recorded itself cannot go "
    "on from it, and no change is noticed. Keep the tensor itself."
)
UNHISTORIED = (
    "The tensor is kept without its history, so second derivatives through it are "
    "lost. Keep the tensor itself."
)
wrong_saving(NEVER, unpack=lambda kept: kept[0])
wrong_saving(COPIED, lambda tensor: (tensor.clone(), tensor._version))
wrong_saving(COPIED, lambda tensor: pair(tensor.clone()))
wrong_saving(BARE_COPY, lambda tensor: (tensor.detach().clone(), 0))
wrong_saving(UNHISTORIED, lambda tensor: pair(tensor.detach()))
wrong_saving(
    "tensor.data is kept. It has no history, and counts changes of its own. Keep the "
    "tensor itself.",
    lambda tensor: (tensor.data, tensor._version),
)
wrong_saving(
    "What comes back is made of an array that was copied by NumPy: it has no history, "
    "and no version.",
    lambda tensor: tensor.detach().numpy().copy(),
    torch.from_numpy,
)

# -- where ------------------------------------------------------------------------

ONE_PLACE = (
    "The version is kept in a place that several saves share, so a later save "
    "overwrites what an earlier one left. Return it from pack, with the tensor."
)
versions: dict = {}


def by_name(name: Callable) -> dict[str, Callable]:
    """Both halves with the version in a table, under a name that several share."""

    def pack(tensor):
        versions[name(tensor)] = tensor._version
        return tensor

    return {"pack": pack, "unpack": lambda kept: checked((kept, versions[name(kept)]))}


wrong_saving(ONE_PLACE, **by_name(id))
wrong_saving(ONE_PLACE, **by_name(lambda tensor: "the class"))

# -- what is compared -------------------------------------------------------------


def unless(is_fine: Callable, tells: Callable | None = None) -> Callable:
    """An unpack that complains unless something is true of the version now and then."""

    def unpack(kept):
        tensor, then = kept
        if is_fine(tensor._version, then):
            return tensor
        return complain(tensor, tells(tensor._version, then) if tells else then)

    return unpack


def by_values(kept):
    tensor, then, values = kept
    same = torch.equal(tensor.detach(), values)
    return tensor if same else complain(tensor, then)


def if_it_requires_grad(kept):
    return checked(kept) if kept[0].requires_grad else kept[0]


wrong_saving(
    "The version is expected to be 0. A tensor may have been changed before it was "
    "saved: keep the version that it had then.",
    lambda tensor: (tensor, 0),
)
wrong_saving(
    "pack refuses a tensor that was changed before. Only what happens afterwards "
    "matters.",
    lambda tensor: pair(checked((tensor, 0))),
)
wrong_saving(
    "The condition is turned round: it raises where nothing was changed.",
    unpack=unless(lambda now, then: now != then),
)
wrong_saving(
    "One change is let pass: any difference of the versions is an error.",
    unpack=unless(lambda now, then: now <= then + 1),
)
wrong_saving(
    "Only tensors that require grad are looked at. A change of a saved tensor that "
    "requires none spoils the gradient of the others just as well.",
    unpack=if_it_requires_grad,
)
wrong_saving(
    "The values are compared. That costs a copy, and PyTorch's rule is another: any "
    "change in place counts, even one that leaves the same numbers. Compare versions.",
    lambda tensor: (*pair(tensor), tensor.detach().clone()),
    by_values,
)
wrong_saving(
    "The error has the versions the wrong way round, or another number than the "
    "version that was expected: changed_error(tensor, version), with the version at "
    "packing.",
    unpack=unless(lambda now, then: now == then, lambda now, then: now),
)
says_fact(
    "outcome",
    "A change is told in other words than PyTorch's: raise "
    "changed_error(tensor, version), which is a RuntimeError.",
    when=lambda expected, got: "Error" in str(expected) and "Error" in str(got),
)

# -- what comes back --------------------------------------------------------------

wrong_saving(
    "What comes back is without its history, so second derivatives through it are "
    "lost. Return the tensor itself.",
    unpack=lambda kept: checked(kept).detach(),
)
wrong_saving(
    "What comes back is a copy with a history of its own. Return the very tensor that "
    "was packed.",
    unpack=lambda kept: checked(kept).clone(),
)
wrong_saving(
    "The requires_grad of what comes back is switched off, for the caller's tensor "
    "too.",
    unpack=lambda kept: (
        checked(kept).requires_grad_(False) if kept[0].is_leaf else checked(kept)
    ),
)
