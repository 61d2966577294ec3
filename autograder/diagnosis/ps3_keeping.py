"""Mistakes in what is kept for backward, and in needs_input_grad."""

import copy

import minigrad as torch
from minigrad.autograd.saved_tensor import changed_error

from .versions import wrong_version


def checked(tensor, then: int, now: int | None = None):
    """The tensor, if its version is what it was."""
    if (tensor._version if now is None else now) != then:
        raise changed_error(tensor, then)
    return tensor


# -- saving -----------------------------------------------------------------------


@wrong_version(
    "Saving",
    "No change is ever noticed: the version is never looked at, or it is compared with "
    "itself (read in unpack, not in pack), or the wrong way round (versions only "
    "grow). Keep the version in pack, and raise where it is another in unpack.",
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


# -- needs_input_grad -------------------------------------------------------------


def is_tensor(arg: object) -> bool:
    return isinstance(arg, torch.Tensor)


def wrong_needs(says: str):
    """A wrong version that says something about each argument by itself."""

    def add(rule):
        def needs_input_grad(args):
            return tuple(rule(arg) for arg in args)

        needs_input_grad.__name__ = rule.__name__
        wrong_version("needs_input_grad", says)(needs_input_grad)
        return rule

    return add


@wrong_needs("Every tensor counts. Only those that require grad need a gradient.")
def any_tensor(arg):
    return is_tensor(arg)


@wrong_needs("Every argument is said to need a gradient.")
def everything(arg):
    return True


@wrong_needs("No argument is said to need a gradient.")
def nothing(arg):
    return False


@wrong_needs(
    "Only leaves count. The result of an operation needs its gradient too: it is "
    "handed on from there."
)
def leaves(arg):
    return is_tensor(arg) and arg.requires_grad and arg.is_leaf


@wrong_needs(
    "Every leaf counts. A leaf that requires no grad needs none, and a result of an "
    "operation may need one."
)
def any_leaf(arg):
    return is_tensor(arg) and arg.is_leaf


@wrong_needs(
    "Only results of operations count (grad_fn). A leaf that requires grad needs its "
    "gradient too."
)
def results(arg):
    return is_tensor(arg) and arg.grad_fn is not None


@wrong_needs("The answer is negated.")
def negated(arg):
    return not (is_tensor(arg) and arg.requires_grad)


@wrong_needs(
    "Every tensor of floating-point numbers counts. Only those that require grad need "
    "a gradient."
)
def floating(arg):
    return is_tensor(arg) and arg.dtype.is_floating_point


@wrong_needs(
    "It looks into lists. A Function sees direct arguments only; a tensor in a list is "
    "an object like any other."
)
def in_lists(arg):
    parts = arg if isinstance(arg, list | tuple) else [arg]
    return any(is_tensor(each) and each.requires_grad for each in parts)


@wrong_needs(
    "Inside of no_grad it says False. It says what the tensors are, whether anything "
    "is recorded or not."
)
def if_recorded(arg):
    return is_tensor(arg) and arg.requires_grad and torch.is_grad_enabled()


@wrong_needs("Every number counts. Only tensors can need a gradient.")
def numbers_too(arg):
    return isinstance(arg, float) or (is_tensor(arg) and arg.requires_grad)


def wrong_counts(says: str):
    """A wrong version that answers another number of bools."""

    def add(own):
        def needs_input_grad(args):
            return tuple(own([is_tensor(a) and a.requires_grad for a in args], args))

        needs_input_grad.__name__ = own.__name__
        wrong_version("needs_input_grad", says)(needs_input_grad)
        return own

    return add


@wrong_counts(
    "Arguments that are no tensors are left out, so that the places of the others "
    "shift. Every argument has a place; there stands False."
)
def tensors_alone(found, args):
    return [each for each, arg in zip(found, args, strict=True) if is_tensor(arg)]


@wrong_counts("There is one bool too many: ctx is no argument that counts.")
def with_ctx(found, args):
    return [False, *found]


@wrong_counts("The answers stand in the wrong order.")
def backwards(found, args):
    return found[::-1]


@wrong_counts("There is one answer for all arguments together.")
def all_together(found, args):
    return [any(found)] * len(found)


@wrong_counts("There is one bool for all. Every argument has its own.")
def a_single_one(found, args):
    return [any(found)]
