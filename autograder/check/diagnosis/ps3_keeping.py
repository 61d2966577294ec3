"""Mistakes in what is kept for backward: a Saving in parts."""

import minigrad as torch
from minigrad.errors import changed_error

from .mistakes import cause, names_in, raises, says_fact
from .versions import family


def _if_it_changed(now, then, tensor, values):
    return now != then


def _saving(
    of=lambda tensor: (tensor, tensor),
    noted=lambda tensor: tensor._version,
    seen=lambda tensor: tensor,
    refused=_if_it_changed,
    told=lambda now, then: then,
    back=lambda tensor: tensor,
    place=None,
):
    """`of`: what is kept of a tensor, and whose version is; `noted`: that version, in a
    table under a name that `place` gives, if it does; `seen` and `back`: the tensor
    before it is looked at, and after."""
    table: dict = {}

    class Saving:
        @staticmethod
        def pack(tensor):
            kept, whose = of(tensor)
            version = noted(whose)
            if place:
                table[place(tensor)] = version
            return kept, version, tensor.detach().clone()

        @staticmethod
        def unpack(kept):
            tensor = seen(kept[0])
            then = table[place(tensor)] if place else kept[1]
            if refused(tensor._version, then, tensor, kept[2]):
                raise changed_error(tensor, told(tensor._version, then))
            return back(tensor)

    return Saving


def _refused_before(tensor) -> int:
    if tensor._version:
        raise changed_error(tensor, 0)
    return tensor._version


_ITSELF = "Keep the tensor itself."
family(
    "Saving",
    _saving,
    right={
        "of": _ITSELF,
        "back": "Return the very tensor that was packed.",
        "noted": "Keep the version that the tensor has when it is saved.",
    },
    of={
        "A copy is kept. It costs memory, no change is ever noticed, and what comes "
        "back is another tensor.": lambda tensor: (tensor.clone(), tensor),
        "A copy is kept, and its own version. It costs memory, no change is ever "
        "noticed, and what comes back is another tensor.": (
            lambda tensor: 2 * (tensor.clone(),)
        ),
        "A copy is kept without its history: a backward that is recorded itself cannot "
        "go on from it, and no change is noticed.": (
            lambda tensor: 2 * (tensor.detach().clone(),)
        ),
        "The tensor is kept without its history, so second derivatives through it are "
        "lost.": lambda tensor: 2 * (tensor.detach(),),
        "tensor.data is kept. It has no history, and counts changes of its own.": (
            lambda tensor: (tensor.data, tensor)
        ),
        "What comes back is made of an array that was copied by NumPy: it has no "
        "history, and no version.": lambda tensor: (
            2 * (torch.from_numpy(tensor.detach().numpy().copy()),)
        ),
    },
    noted={
        "The version is expected to be 0. A tensor may have been changed before it was "
        "saved.": lambda tensor: 0,
        "pack refuses a tensor that was changed before. Only what happens afterwards "
        "matters.": _refused_before,
    },
    place={
        "The version is kept in a place that several saves share, so a later save "
        "overwrites what an earlier one left. Return it from pack, with the tensor.": (
            lambda tensor: "the class"
        ),
        "The version is kept in a place that several saves share, so a later save "
        "overwrites what an earlier one left, if it is of the same tensor. Return it "
        "from pack, with the tensor.": id,
    },
    refused={
        "No change is ever noticed. {why}": lambda now, then, *_: False,
        "The condition is turned round: it raises where nothing was changed.": (
            lambda now, then, *_: now == then
        ),
        "The values are compared. That costs a copy, and PyTorch's rule is another: "
        "any change in place counts, even one that leaves the same numbers. Compare "
        "versions.": lambda now, then, tensor, values: (
            not torch.equal(tensor.detach(), values)
        ),
        "One change is let pass: any difference of the versions is an error.": (
            lambda now, then, *_: now > then + 1
        ),
        "The version is expected to be 0. A tensor may have been changed before it was "
        "saved.": lambda now, then, *_: now > 0,
        "Only tensors that require grad are looked at. A change of a saved tensor that "
        "requires none spoils the gradient of the others just as well.": (
            lambda now, then, tensor, _: now != then and tensor.requires_grad
        ),
    },
    told={
        "The error has the versions the wrong way round, or another number than the "
        "version that was expected: changed_error(tensor, version), with the version "
        "at packing.": lambda now, then: now,
    },
    back={
        "What comes back is without its history, so second derivatives through it are "
        "lost.": lambda tensor: tensor.detach(),
        "What comes back is a copy with a history of its own.": (
            lambda tensor: tensor.clone()
        ),
    },
)


@cause("Saving")
def unnoticed(own: type) -> str:
    """Why no change is noticed, as far as the code tells."""
    pack, unpack = own.pack, own.unpack
    packed, looked = ("_version" in names_in(each) for each in (pack, unpack))
    if not packed:
        read = "is read in unpack only, and compared with itself" if looked else ""
        return (
            f"The version {read or 'is never looked at'}: pack must keep the version "
            "that the tensor has then."
        )
    if not looked:
        return "unpack does not look at the version that the tensor has now."
    if not raises(unpack):
        return "The error is made, and not raised: raise changed_error(…)."
    return (
        "Versions only grow: the one now is never less than that at packing. Ask "
        "whether they differ."
    )


says_fact(
    "outcome",
    "A change is told in other words than PyTorch's: raise "
    "changed_error(tensor, version), which is a RuntimeError.",
    when=lambda expected, got: "Error" in str(expected) and "Error" in str(got),
    piece="Saving",
)
