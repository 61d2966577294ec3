# %% right: data_and_version
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    new._version_counter = tensor._version_counter
    return new


# %% right: setattr_loop
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    detached = tensor.data
    for name in ("_version_counter",):
        setattr(detached, name, getattr(tensor, name))
    return detached


# %% right: helper
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""

    def with_counter(t, counter):
        t._version_counter = counter
        return t

    return with_counter(tensor.data, tensor._version_counter)


# %% right: with_asserts
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    version = tensor._version_counter
    result = tensor.data
    assert result is not tensor
    assert not result.requires_grad
    result._version_counter = version
    assert result._version_counter is tensor._version_counter
    return result


# %% wrong: only_data
# why: Returns .data alone: the memory is shared, the version is not, so changes through it go unnoticed.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return tensor.data


# %% wrong: memory_copied
# why: clone() copies the memory; the detached tensor must share it.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data.clone()
    new._version_counter = tensor._version_counter
    return new


# %% wrong: list_copied
# why: list(...) makes another list: the version is copied once and not shared.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    new._version_counter = list(tensor._version_counter)
    return new


# %% wrong: number_copied
# why: Copies the number into the new tensor's own list; from the next change on the two count apart.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    new._version_counter[0] = tensor._version_counter[0]
    return new


# %% wrong: wrong_direction
# why: The assignment goes the wrong way round: the old tensor gets the new one's list, loses its version, and is changed although it should stay as it was.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    tensor._version_counter = new._version_counter
    return new


# %% wrong: tensor_itself_changed
# why: Switches requires_grad off at the tensor itself and returns it; a new tensor is asked for, and the old one must stay as it was.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    tensor.requires_grad = False
    return tensor


# %% wrong: no_grad_and_return
# why: no_grad concerns operations that are made inside the block; the tensor that is returned is the old one, with all its history.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    with torch.no_grad():
        new = tensor
        new._version_counter = tensor._version_counter
        return new


# %% wrong: calls_itself
# why: Calls tensor.detach(), which is the very thing that this function is to be: it calls itself without end (or uses the finished one).
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.detach()
    new._version_counter = tensor._version_counter
    return new
