"""Mistakes in detach and no_grad, each as a wrong version."""

import minigrad as torch

from .versions import wrong_version

# -- detach -----------------------------------------------------------------------


@wrong_version(
    "detach", "The tensor itself is returned, with its history. Return a new one."
)
def itself(tensor):
    return tensor


@wrong_version(
    "detach",
    "The memory is copied, so a change of one is not seen in the other. Share it.",
)
def copies(tensor):
    return tensor.data.clone()


@wrong_version(
    "detach",
    "The version is shared, but the memory is copied: a change of one tensor is not "
    "seen in the other. tensor.data shares the memory.",
)
def copies_but_for_the_version(tensor):
    out = tensor.data.clone()
    out._version_counter = tensor._version_counter
    return out


@wrong_version(
    "detach",
    "The version is shared the wrong way round: the tensor gets the version of the new "
    "one, and operations that saved it do not notice. The new one gets that of the "
    "tensor.",
)
def shares_the_new_version(tensor):
    out = tensor.data
    tensor._version_counter = out._version_counter
    return out


@wrong_version(
    "detach",
    "The history is kept: what is returned still requires grad, and gradients flow "
    "through it.",
)
def keeps_history(tensor):
    return tensor.clone()


@wrong_version(
    "detach",
    "The history is kept: what is returned still requires grad, and gradients flow "
    "through it.",
)
def views(tensor):
    return tensor.view(tensor.shape)


@wrong_version(
    "detach",
    "What is returned counts changes by itself (as .data does). The version belongs to "
    "the memory: a change through one alias must be noticed through the other, or a "
    "gradient would be silently wrong.",
)
def own_version(tensor):
    return tensor.data


@wrong_version(
    "detach",
    "The version is copied once. It must be shared, so that a change through one alias "
    "is noticed through the other: hand on the cell itself.",
)
def copied_version(tensor):
    out = tensor.data
    out._version_counter = list(tensor._version_counter)
    return out


@wrong_version(
    "detach",
    "What is returned requires grad. It is a leaf that does not.",
)
def requires_grad(tensor):
    out = tensor.data.requires_grad_(tensor.requires_grad)
    out._version_counter = tensor._version_counter
    return out


@wrong_version(
    "detach",
    "The tensor that is detached loses its own history. Only what is returned is to be "
    "without.",
)
def cuts_the_original(tensor):
    tensor._edge = None
    tensor._requires_grad = False
    out = tensor.data
    out._version_counter = tensor._version_counter
    return out


@wrong_version(
    "detach",
    "requires_grad of the tensor itself is switched off. Only what is returned is to "
    "be without.",
)
def switches_the_original_off(tensor):
    tensor.requires_grad = False
    out = tensor.data
    out._version_counter = tensor._version_counter
    return out


@wrong_version(
    "detach",
    "Both tensors hold the same array object, so that minigrad cannot tell which of "
    "them an operation has saved. Use tensor.data, which makes a view.",
)
def same_array(tensor):
    out = torch.Tensor(tensor._data)
    out._version_counter = tensor._version_counter
    return out


# -- no_grad ----------------------------------------------------------------------


class _Block:
    """A right no_grad, to be spoilt."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


@wrong_version(
    "no_grad",
    "Recording is always switched on at the end. Inside of another no_grad block it "
    "must stay off: put back what was before.",
)
class SwitchesOn(_Block):
    def __exit__(self, *exc_info):
        torch.set_grad_enabled(True)


@wrong_version(
    "no_grad",
    "Recording stays off when the block ends by an exception. __exit__ runs then, too: "
    "put back what was before, whatever it is told.",
)
class NotAfterAnException(_Block):
    def __exit__(self, kind, *rest):
        if kind is None:
            torch.set_grad_enabled(self.before)


@wrong_version(
    "no_grad",
    "__exit__ returns something true, and so swallows the exception that ended the "
    "block. Return nothing.",
)
class Swallows(_Block):
    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
        return True


@wrong_version("no_grad", "Recording is not switched off inside of the block.")
class NeverOff(_Block):
    def __enter__(self):
        self.before = torch.is_grad_enabled()


@wrong_version(
    "no_grad",
    "Nothing is switched, neither on nor off. torch.no_grad() by itself only makes an "
    "object; torch.set_grad_enabled(False) switches.",
)
class SwitchesNothing(_Block):
    def __enter__(self):
        pass

    def __exit__(self, *exc_info):
        pass


@wrong_version("no_grad", "Recording stays off after the block.")
class NeverOn(_Block):
    def __exit__(self, *exc_info):
        pass


@wrong_version(
    "no_grad",
    "What was before is looked up when recording is off already, so that it stays off. "
    "Look first, then switch.",
)
class LooksTooLate(_Block):
    def __enter__(self):
        torch.set_grad_enabled(False)
        self.before = torch.is_grad_enabled()


@wrong_version(
    "no_grad",
    "What was before is kept in one place for all blocks (the class, or a global). A "
    "block inside of another overwrites it: keep it on self.",
)
class KeepsOnTheClass(_Block):
    def __enter__(self):
        _BEFORE[:] = [torch.is_grad_enabled()]
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(*_BEFORE)


_BEFORE = [True]


@wrong_version(
    "no_grad",
    "Each block turns recording to the opposite of what it is. Inside of another "
    "no_grad block that is on: switch it off, whatever it was.",
)
class Toggles(_Block):
    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(not self.before)


@wrong_version(
    "no_grad",
    "At the end recording is turned to the opposite of what it is. Put back what was "
    "before.",
)
class TogglesAtTheEnd(_Block):
    def __exit__(self, *exc_info):
        torch.set_grad_enabled(not torch.is_grad_enabled())


@wrong_version("no_grad", "Recording is switched on inside of the block, and not off.")
class WrongWayRound(_Block):
    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(True)
