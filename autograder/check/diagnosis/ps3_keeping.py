"""Mistakes in what is kept for backward."""

import copy

import minigrad as torch
from minigrad.errors import changed_error

from .versions import wrong_version


def checked(tensor, then: int):
    """The tensor, if its version is what it was."""
    if tensor._version != then:
        raise changed_error(tensor, then)
    return tensor


# -- saving -----------------------------------------------------------------------


@wrong_version(
    "Saving",
    "No change is ever noticed: the version is never looked at, or it is compared with "
    "itself (read in unpack, not in pack), or the wrong way round (versions only "
    "grow), or the error is made and not raised. Keep the version in pack, and raise "
    "where it is another in unpack.",
)
class Unchecked:
    @staticmethod
    def pack(tensor):
        return tensor

    @staticmethod
    def unpack(kept):
        return kept


@wrong_version(
    "Saving",
    "A copy is kept. It costs memory, no change is ever noticed, and what comes back "
    "is another tensor. Keep the tensor itself.",
)
class Copied:
    @staticmethod
    def pack(tensor):
        return tensor.clone(), tensor._version

    @staticmethod
    def unpack(kept):
        return checked(*kept)


@wrong_version(
    "Saving",
    "A copy is kept without its history: a backward that is recorded itself cannot go "
    "on from it, and no change is noticed. Keep the tensor itself.",
)
class CopiedBare:
    @staticmethod
    def pack(tensor):
        return tensor.detach().clone(), 0

    @staticmethod
    def unpack(kept):
        return checked(*kept)


@wrong_version(
    "Saving",
    "The tensor is kept without its history, so second derivatives through it are "
    "lost. Keep the tensor itself.",
)
class Detached:
    @staticmethod
    def pack(tensor):
        return tensor.detach(), tensor._version

    @staticmethod
    def unpack(kept):
        return checked(*kept)


@wrong_version(
    "Saving",
    "tensor.data is kept. It has no history, and counts changes of its own. Keep the "
    "tensor itself.",
)
class Data:
    @staticmethod
    def pack(tensor):
        return tensor.data, tensor._version

    @staticmethod
    def unpack(kept):
        return checked(*kept)


ONE_PLACE = (
    "The version is kept in a place that several saves share, so a later save "
    "overwrites what an earlier one left. Return it from pack, with the tensor."
)


@wrong_version("Saving", ONE_PLACE)
class OnTheTensor:
    @staticmethod
    def pack(tensor):
        tensor.then = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        return checked(kept, kept.then)


@wrong_version("Saving", ONE_PLACE)
class OnTheClass:
    @staticmethod
    def pack(tensor):
        OnTheClass.then = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        return checked(kept, OnTheClass.then)


@wrong_version(
    "Saving",
    "What comes back is without its history, so second derivatives through it are "
    "lost. Return the tensor itself.",
)
class DetachedLater:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        return checked(*kept).detach()


@wrong_version(
    "Saving",
    "What comes back is a copy with a history of its own. Return the very tensor that "
    "was packed.",
)
class CopiedLater:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        return checked(*kept).clone()


@wrong_version(
    "Saving",
    "The version is expected to be 0. A tensor may have been changed before it was "
    "saved: keep the version that it had then.",
)
class FromZero:
    @staticmethod
    def pack(tensor):
        return tensor

    @staticmethod
    def unpack(kept):
        return checked(kept, 0)


@wrong_version(
    "Saving",
    "pack refuses a tensor that was changed before. Only what happens afterwards "
    "matters.",
)
class RefusedEarly:
    @staticmethod
    def pack(tensor):
        return checked(tensor, 0), 0

    @staticmethod
    def unpack(kept):
        return checked(*kept)


@wrong_version(
    "Saving",
    "The condition is turned round: it raises where nothing was changed.",
)
class Turned:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version == version:
            raise changed_error(tensor, version)
        return tensor


@wrong_version(
    "Saving",
    "One change is let pass: any difference of the versions is an error.",
)
class OneIsFree:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version > version + 1:
            raise changed_error(tensor, version)
        return tensor


@wrong_version(
    "Saving",
    "The values are compared. That costs a copy, and PyTorch's rule is another: any "
    "change in place counts, even one that leaves the same numbers. Compare versions.",
)
class ByValue:
    @staticmethod
    def pack(tensor):
        return tensor, tensor.detach().clone(), tensor._version

    @staticmethod
    def unpack(kept):
        tensor, values, version = kept
        if not torch.equal(tensor.detach(), values):
            raise changed_error(tensor, version)
        return tensor


@wrong_version(
    "Saving",
    "The error has the versions the wrong way round, or another number than the "
    "version that was expected: changed_error(tensor, version), with the version at "
    "packing.",
)
class TellsTheNewOne:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, tensor._version)
        return tensor


@wrong_version(
    "Saving",
    "A change is told in other words than PyTorch's: raise "
    "changed_error(tensor, version), which is a RuntimeError.",
)
class OtherWords:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise RuntimeError("changed in place")
        return tensor


@wrong_version(
    "Saving",
    "The requires_grad of what comes back is switched off, for the caller's tensor "
    "too.",
)
class SwitchedOff:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor = checked(*kept)
        return tensor.requires_grad_(False) if tensor.is_leaf else tensor


@wrong_version(
    "Saving",
    "What comes back is made of an array that was copied by NumPy: it has no history, "
    "and no version.",
)
class AsArray:
    @staticmethod
    def pack(tensor):
        return copy.copy(tensor.detach().numpy())

    @staticmethod
    def unpack(kept):
        return torch.from_numpy(kept)
