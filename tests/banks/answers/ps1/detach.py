"""Answers to detach."""

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("detach")

# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(tensor):
    alias = tensor.data
    alias._version_counter = tensor._version_counter
    return alias


@right
def by_hand(tensor):
    with torch.no_grad():
        out = torch.from_numpy(tensor.numpy())
    out._version_counter = tensor._version_counter
    return out


@right
def of_a_view(tensor):
    out = torch.Tensor(tensor._data[...])
    out._version_counter = tensor._version_counter
    return out


# -- wrong -----------------------------------------------------------------------------


@wrong("tensor itself is returned")
def itself(tensor):
    return tensor


@wrong("memory is copied", "Share it")
def copies(tensor):
    return tensor.data.clone()


@wrong("memory is copied", "Share it")
def copies_by_arithmetic(tensor):
    with torch.no_grad():
        return tensor * 1


@wrong("history is kept")
def clones(tensor):
    return tensor.clone()


@wrong("history is kept")
def views(tensor):
    return tensor.view(tensor.shape)


@wrong("counts changes by itself", "silently wrong")
def of_data(tensor):
    return tensor.data


@wrong("version is copied once")
def copies_the_version(tensor):
    out = tensor.data
    out._version_counter = [tensor._version_counter[0]]
    return out


@wrong("requires grad. It is a leaf that does not")
def keeps_requires_grad(tensor):
    out = tensor.data
    out._version_counter = tensor._version_counter
    out.requires_grad = tensor.requires_grad
    return out


@wrong("loses its own history")
def cuts_the_tensor_itself(tensor):
    tensor._edge, tensor._requires_grad = None, False
    alias = tensor.data
    alias._version_counter = tensor._version_counter
    return alias


@wrong("you can only change requires_grad flags of leaf variables", "tensor.requires_")
def switches_it_off(tensor):
    tensor.requires_grad_(False)
    alias = tensor.data
    alias._version_counter = tensor._version_counter
    return alias


@wrong("same array object", "by a view")
def with_the_same_array(tensor):
    alias = torch.Tensor(tensor._data)
    alias._version_counter = tensor._version_counter
    return alias


@wrong("returned an object of type ndarray")
def as_an_array(tensor):
    with torch.no_grad():
        return tensor.numpy()


@wrong("returned None. Is there a return?")
def returns_nothing(tensor):
    tensor.data._version_counter = tensor._version_counter


@wrong("It calls itself")
def calls_itself(tensor):
    return tensor.detach()


@wrong("version is shared, but the memory is copied")
def clones_without_recording(tensor):
    with torch.no_grad():
        out = tensor.clone()
    out._version_counter = tensor._version_counter
    return out


@wrong("shared the wrong way round")
def hands_the_version_back(tensor):
    out = tensor.data
    tensor._version_counter = out._version_counter
    return out
