# %% right: plain
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = tensor._version_counter
    return result


# %% right: verbose
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    counter = tensor._version_counter
    memory_only = tensor.data
    memory_only._version_counter = counter
    assert memory_only is not tensor
    return memory_only


# %% right: helper_setattr
def share_version(new, old):
    setattr(new, "_version_counter", old._version_counter)
    return new


@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return share_version(tensor.data, tensor)


# %% wrong: only_data
# why: tensor.data alone: the version is not shared, so changes through the result are not noticed.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return tensor.data


# %% wrong: clone
# why: clone copies the memory; a change of the result does not change the tensor.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data.clone()
    new._version_counter = tensor._version_counter
    return new


# %% wrong: version_copied
# why: The version is copied into a new list; the next change counts in one of the two only.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    new._version_counter = list(tensor._version_counter)
    return new


# %% wrong: number_copied
# why: The number in the list is copied once; the two lists are still different lists.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    new._version_counter[0] = tensor._version_counter[0]
    return new


# %% wrong: same_tensor
# why: The tensor itself is changed and returned: it stops requiring grad, and no new tensor is made.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    tensor.requires_grad = False
    return tensor


# %% wrong: wrong_direction
# why: The assignment goes the wrong way: the old tensor gets the new counter and forgets its version.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    tensor._version_counter = new._version_counter
    return new


# %% wrong: keeps_requires_grad
# why: The result takes over requires_grad from the tensor, but a detached tensor does not require grad.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    new._version_counter = tensor._version_counter
    new.requires_grad = tensor.requires_grad
    return new


# %% wrong: calls_itself
# why: tensor.detach() is the very thing that runs on this function, so it calls itself without end.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.detach()
    new._version_counter = tensor._version_counter
    return new


# %% wrong: nothing_returned
# why: The result is made but not returned.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    new._version_counter = tensor._version_counter


# %% wrong: recorded_clone
# why: Two mistakes: arithmetic makes new memory, and the result still has the history of the tensor.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor * 1
    new._version_counter = tensor._version_counter
    return new


# %% wrong: counter_of_data
# why: The version is taken from tensor.data, which has a counter of its own; tensor._version_counter is meant.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    new._version_counter = tensor.data._version_counter
    return new


# %% wrong: bumped
# why: The version is raised by one, as if detaching were a change; operations that saved the tensor then refuse to run backward.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    new._version_counter = tensor._version_counter
    new._version_counter[0] += 1
    return new
