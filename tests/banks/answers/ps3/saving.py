"""Answers to Saving."""

from collections import namedtuple

from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.errors import changed_error

right, wrong = answers_to("Saving")


class Book:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor


# -- right -----------------------------------------------------------------------------


@right
class AsInTheBook(Book):
    pass


Kept = namedtuple("Kept", "tensor version")


@right
class WithNames:
    @staticmethod
    def pack(tensor):
        return Kept(tensor=tensor, version=tensor._version)

    @staticmethod
    def unpack(kept):
        if kept.tensor._version > kept.version:
            raise changed_error(kept.tensor, kept.version)
        return kept.tensor


@right
class AsADict:
    @staticmethod
    def pack(tensor):
        return {"it": tensor, "then": int(tensor._version)}

    @staticmethod
    def unpack(kept):
        changes = kept["it"]._version - kept["then"]
        if not changes:
            return kept["it"]
        raise changed_error(kept["it"], kept["then"])


@right
class AFunctionThatKnows:
    def pack(tensor):
        version = tensor._version

        def again():
            if tensor._version == version:
                return tensor
            raise changed_error(tensor, version)

        return again

    def unpack(kept):
        return kept()


# -- wrong -----------------------------------------------------------------------------


@wrong("No change is ever noticed", "never looked at")
class NeverLooked:
    @staticmethod
    def pack(tensor):
        return [tensor]

    @staticmethod
    def unpack(kept):
        return kept[0]


@wrong("A copy is kept")
class Clone(Book):
    @staticmethod
    def pack(tensor):
        return tensor.clone(), tensor._version


@wrong("without its history", "second derivatives")
class Detach(Book):
    @staticmethod
    def pack(tensor):
        return tensor.detach(), tensor._version


@wrong("without its history")
class DetachedClone(Book):
    @staticmethod
    def pack(tensor):
        copy = tensor.detach().clone()
        return copy, copy._version


@wrong("What comes back is without its history")
class DetachLater(Book):
    @staticmethod
    def unpack(kept):
        return Book.unpack(kept).detach()


@wrong("What comes back is a copy")
class CloneLater(Book):
    @staticmethod
    def unpack(kept):
        return Book.unpack(kept) * 1


@wrong("No change is ever noticed", "compared with itself")
class VersionReadLate:
    @staticmethod
    def pack(tensor):
        return tensor

    @staticmethod
    def unpack(kept):
        version = kept._version
        if kept._version != version:
            raise changed_error(kept, version)
        return kept


@wrong("expected to be 0")
class ExpectsZero:
    @staticmethod
    def pack(tensor):
        return tensor

    @staticmethod
    def unpack(kept):
        if kept._version:
            raise changed_error(kept, 0)
        return kept


@wrong("pack refuses")
class RefusesEarly(Book):
    @staticmethod
    def pack(tensor):
        if tensor._version > 0:
            raise changed_error(tensor, 0)
        return tensor, 0


@wrong("No change is ever noticed", "Versions only grow")
class WrongWayRound(Book):
    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if version > tensor._version:
            raise changed_error(tensor, version)
        return tensor


@wrong("turned round")
class RaisesWhenFine(Book):
    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version == version:
            raise changed_error(tensor, version)
        return tensor


@wrong("One change is let pass")
class OneChangeIsFine(Book):
    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version - version > 1:
            raise changed_error(tensor, version)
        return tensor


@wrong("values are compared")
class ComparesValues(Book):
    @staticmethod
    def pack(tensor):
        return tensor, tensor.detach().clone()

    @staticmethod
    def unpack(kept):
        tensor, copy = kept
        if not (tensor.detach() == copy).all():
            raise changed_error(tensor, 0)
        return tensor


@wrong("another number than")
class TellsItsOwnVersion(Book):
    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, tensor._version)
        return tensor


@wrong("raised ValueError")
class OtherError(Book):
    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise ValueError("changed in place")
        return tensor


@wrong("PyTorch's", "changed_error(tensor, version)")
class OtherSentence(Book):
    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise RuntimeError("changed in place")
        return tensor


@wrong("breaks a rule", "unpack returned None")
class NoReturn(Book):
    @staticmethod
    def unpack(kept):
        Book.unpack(kept)


@wrong("breaks a rule", "type tuple")
class GivesThePair(Book):
    @staticmethod
    def unpack(kept):
        return kept


@wrong("breaks a rule", "type ndarray")
class AnArray(Book):
    @staticmethod
    def pack(tensor):
        return tensor.detach().numpy()

    @staticmethod
    def unpack(kept):
        return kept


@wrong("copied by NumPy")
class FromAnArray(Book):
    @staticmethod
    def pack(tensor):
        return tensor.detach().numpy().copy()

    @staticmethod
    def unpack(kept):
        return torch.tensor(kept)


# -- slips and errors ------------------------------------------------------------------


def kept_by(name, words, pack, unpack=Book.unpack):
    wrong(*words)(
        type(name, (), {"pack": staticmethod(pack), "unpack": staticmethod(unpack)})
    )


def unless_changed(kept, otherwise):
    """The tensor; where it was changed, what `otherwise(tensor, version)` does."""
    tensor, version = kept
    return tensor if tensor._version == version else otherwise(tensor, version)


def raise_it(error):
    raise error


for each in (
    ("PairAsATensor", ["Take it apart"], Book.pack,
     lambda kept: kept if kept._version == 0 else None),
    ("ReturnsTheError", ["returned the error: raise it"], Book.pack,
     lambda kept: unless_changed(kept, changed_error)),
    ("ForgetsToRaise", ["not raised"], Book.pack,
     lambda kept: unless_changed(kept, lambda t, v: changed_error(t, v) and t)),
    ("RaisesTheFunction", ["raise changed_error(tensor, version)"], Book.pack,
     lambda kept: unless_changed(kept, lambda t, v: raise_it(changed_error))),
    ("Turned", ["The tensor comes first"], Book.pack,
     lambda kept: unless_changed(kept, lambda t, v: raise_it(changed_error(v, t)))),
    ("NoneIfChanged", ["returned None", "raises an error"], Book.pack,
     lambda kept: unless_changed(kept, lambda t, v: None)),
    ("PackReturnsNothing", ["pack returned None"], lambda tensor: None),
    ("WithoutTheUnderscore", ["with an underscore"],
     lambda tensor: (tensor, tensor.version)),
    ("OtherOrder", ["in the order in which pack put it"],
     lambda tensor: (tensor._version, tensor)),
    ("Data", ["tensor.data is kept"], lambda tensor: (tensor.data, tensor._version)),
):  # fmt: skip
    kept_by(*each)


@wrong("several saves share")
class OnTheTensor:
    @staticmethod
    def pack(tensor):
        tensor.then = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        return Book.unpack((kept, kept.then))


@wrong("several saves share")
class OnTheClass:
    @staticmethod
    def pack(tensor):
        OnTheClass.then = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        return Book.unpack((kept, OnTheClass.then))


@wrong("in PyTorch's words")
class Asserts(Book):
    @staticmethod
    def unpack(kept):
        tensor, version = kept
        assert tensor._version == version
        return tensor


@wrong("gets nothing but what pack returned")
class OnlyTheVersion(Book):
    @staticmethod
    def pack(tensor):
        return tensor._version

    @staticmethod
    def unpack(version):
        if tensor._version != version:  # noqa: F821
            raise changed_error(tensor, version)  # noqa: F821
        return tensor  # noqa: F821


@wrong("Only tensors that require grad are looked at")
class OnlyWhatNeedsGrad:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor.requires_grad and tensor._version != version:
            raise changed_error(tensor, version)
        return tensor


@wrong("in other words than PyTorch's")
class OwnWords:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise RuntimeError("somebody changed the saved tensor")
        return tensor


@wrong("unpack may run several times")
class TakenOut:
    @staticmethod
    def pack(tensor):
        return [tensor._version, tensor]

    @staticmethod
    def unpack(kept):
        tensor = kept.pop()
        if tensor._version != kept.pop():
            raise changed_error(tensor, tensor._version)
        return tensor


@wrong("keeps a copy beside the tensor")
class CopyBeside:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version, tensor.detach().clone()

    @staticmethod
    def unpack(kept):
        return Book.unpack(kept[:2])
