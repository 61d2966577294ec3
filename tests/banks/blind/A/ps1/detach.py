# %% right: plain
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = tensor._version_counter
    return result


# %% right: with_setattr
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    for name in ("_version_counter",):
        setattr(new, name, getattr(tensor, name))
    return new


# %% right: helper
def _share_version(new, old):
    new._version_counter = old._version_counter
    return new


@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return _share_version(tensor.data, tensor)


# %% right: verbose_with_asserts
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    # the list itself, not a copy
    counter = tensor._version_counter
    without_history = tensor.data
    without_history._version_counter = counter
    assert without_history._version_counter is tensor._version_counter
    assert not without_history.requires_grad
    return without_history


# %% wrong: data_only
# why: tensor.data shares the memory but counts versions by itself.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return tensor.data


# %% wrong: version_copied
# why: list() makes another list: the version is copied once and then counted apart.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = list(tensor._version_counter)
    return result


# %% wrong: version_number_copied
# why: Copies the number into the new tensor's list; the next change counts in only one of them.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter[0] = tensor._version_counter[0]
    return result


# %% wrong: cloned
# why: clone makes new memory, so changes are no longer shared.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data.clone()
    result._version_counter = tensor._version_counter
    return result


# %% wrong: clone_no_grad
# why: A clone made in no_grad has no history, but it shares neither memory nor version.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    with torch.no_grad():
        return tensor.clone()


# %% wrong: detached_itself
# why: Turns requires_grad off on the tensor itself and returns it; the tensor should stay as it was, and the result be a new one.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    tensor.requires_grad = False
    return tensor


# %% wrong: returns_the_tensor
# why: An alias: the result is the tensor itself, with its history.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor
    result._version_counter = tensor._version_counter
    return result


# %% wrong: calls_itself
# why: Calls tensor.detach(), which is the function that is to be written here.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return tensor.detach()


# %% wrong: through_numpy
# why: Builds a new tensor from the numbers by torch.tensor, which copies the memory.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = torch.tensor(tensor.data.numpy())
    result._version_counter = tensor._version_counter
    return result


# %% wrong: requires_grad_kept
# why: The new tensor is made to require grad like the old one.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = tensor._version_counter
    result.requires_grad = tensor.requires_grad
    return result


# %% wrong: counter_the_wrong_way
# why: Assigns in the wrong direction: the tensor gets the new counter, starts at 0 again, and what saved it before no longer notices changes.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    tensor._version_counter = result._version_counter
    return result


# %% wrong: nothing_returned
# why: The new tensor is made but not returned.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = tensor._version_counter


# %% wrong: counter_is_a_number
# why: Assigns the number in the list instead of the list.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = tensor._version_counter[0]
    return result
