"""Mistakes in detach and no_grad, as parts of versions."""

import minigrad as torch

from .versions import family

# -- detach -----------------------------------------------------------------------


def _shared(tensor, out):
    out._version_counter = tensor._version_counter


def _shared_the_wrong_way(tensor, out):
    tensor._version_counter = out._version_counter


def _copied(tensor, out):
    out._version_counter = list(tensor._version_counter)


def _number(tensor, out):
    out._version_counter = tensor._version_counter[0]


def _own(tensor, out):
    pass


def _cut(tensor):
    tensor._edge, tensor._requires_grad = None, False


def _detach(
    before=lambda tensor: None,
    made=lambda tensor: tensor.data,
    whole=None,
    version=_shared,
    flag=lambda tensor, flag: False,
):
    """`whole`: all of it, in the place of `made` and `version`."""

    def detach(tensor):
        had = tensor.requires_grad
        before(tensor)
        if whole:
            return whole(tensor)
        out = made(tensor)
        version(tensor, out)
        return out.requires_grad_() if flag(tensor, had) else out

    return detach


family(
    "detach",
    _detach,
    right={
        "before": "Only what is returned is to be without.",
        "made": "tensor.data shares the memory, by a view.",
        "whole": "Return a new tensor that shares memory and version. Share it, and "
        "leave out the history.",
        "version": "out._version_counter must be the list of the tensor itself: a "
        "change through one is noticed through the other then.",
        "flag": "It is a leaf that does not.",
    },
    before={
        "The tensor that is detached loses its own history.": _cut,
        "requires_grad of the tensor itself is switched off.": (
            lambda tensor: setattr(tensor, "requires_grad", False)
        ),
    },
    made={
        "The version is shared, but the memory is copied.": (
            lambda tensor: tensor.data.clone()
        ),
        "Both tensors hold the same array object, so that minigrad cannot tell which "
        "of them an operation has saved.": lambda tensor: torch.Tensor(tensor._data),
    },
    whole={
        "The tensor itself is returned, with its history.": lambda tensor: tensor,
        "The memory is copied: a change of one is not seen in the other.": (
            lambda tensor: tensor.data.clone()
        ),
        "The history is kept: gradients flow through what is returned, a copy.": (
            lambda tensor: tensor.clone()
        ),
        "The history is kept: gradients flow through what is returned, a view.": (
            lambda tensor: tensor.view(tensor.shape)
        ),
    },
    version={
        "The version is shared the wrong way round: the tensor gets that of the new "
        "one, and operations that saved it do not notice a change.": (
            _shared_the_wrong_way
        ),
        "What is returned counts changes by itself (as .data does): a gradient would "
        "be silently wrong.": _own,
        "The version is copied once.": _copied,
        "_version_counter gets a number.": _number,
    },
    flag={
        "What is returned requires grad.": lambda tensor, had: had,
    },
)

# -- no_grad ----------------------------------------------------------------------


class _Shared:
    before = True


def _no_grad(
    asks=torch.is_grad_enabled,
    late=False,
    inside=lambda before: False,
    place=lambda block: block,
    end=lambda before: before,
    unless=lambda error: False,
    switch=torch.set_grad_enabled,
    returned=None,
):
    """`late`: `asks` after the switch. `place`: what keeps the answer."""

    class no_grad:
        def __enter__(self):
            before, within = asks(), inside(torch.is_grad_enabled())
            if within is not None:
                switch(within)
            place(self).before = asks() if late else before

        def __exit__(self, error, *rest):
            if not unless(error):
                switch(end(place(self).before))
            return returned

    return no_grad


family(
    "no_grad",
    _no_grad,
    right={
        "asks": "Ask torch.is_grad_enabled() at the start, and put that back.",
        "late": "Look first, then switch.",
        "inside": "torch.set_grad_enabled(False) switches it off, whatever it was.",
        "place": "A block inside of another overwrites it: keep it on self.",
        "end": "__exit__ puts back what was before.",
        "unless": "__exit__ puts back what was before, in any case.",
        "switch": "torch.no_grad() by itself only makes an object.",
        "returned": "Return nothing.",
    },
    late={"What was before is looked up when recording is off already.": True},
    inside={
        "Recording is not switched off inside of the block.": lambda before: None,
        "Each block turns recording to the opposite of what it is, and inside of "
        "another no_grad block that is on.": lambda before: not before,
        "Recording is switched on inside of the block, and not off.": (
            lambda before: True
        ),
    },
    place={
        "What was before is kept in one place for all blocks (the class, or a "
        "global).": lambda block: _Shared,
    },
    end={
        "Recording is always switched on at the end, also inside of another no_grad "
        "block.": lambda before: True,
        "At the end recording is turned to the opposite of what it is.": (
            lambda before: not torch.is_grad_enabled()
        ),
    },
    unless={
        "Recording stays off when the block ends by an exception.": (
            lambda error: error is not None
        ),
        "Recording stays off after the block.": lambda error: True,
    },
    switch={"Nothing is switched, neither on nor off.": lambda flag: None},
    returned={
        "__exit__ returns something true, and so swallows the exception that ended the "
        "block.": True,
    },
)
