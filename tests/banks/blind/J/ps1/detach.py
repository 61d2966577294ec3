# %% right: data_and_the_same_list
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    out = tensor.data
    out._version_counter = tensor._version_counter
    return out

# %% right: with_a_helper
def share_version(a, b):
    """b counts its changes in the list of a."""
    setattr(b, "_version_counter", a._version_counter)
    return b


@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return share_version(tensor, tensor.data)

# %% wrong: only_data
# why: tensor.data shares the memory but counts its changes by itself. The version list must be shared as
# well, or a change through the detached tensor goes unnoticed.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return tensor.data

# %% wrong: version_list_copied
# why: list(...) makes another list with the same number. From then on the two count apart. Assign the list
# itself.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    new._version_counter = list(tensor._version_counter)
    return new

# %% wrong: only_the_number_is_carried_over
# why: The number is written into the new tensor's own list. It is right for the moment, but the next change
# is counted in one of the two lists only. The list itself must be shared.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter[0] = tensor._version_counter[0]
    return result

# %% wrong: clone_of_the_data
# why: clone makes new memory, so a change of the detached tensor does not reach the old one. detach copies
# nothing; only the history is left out.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    out = tensor.data.clone()
    out._version_counter = tensor._version_counter
    return out

# %% wrong: the_tensor_itself_is_cut_off
# why: It takes the history away from the tensor itself and returns it. The tensor must stay as it was;
# detach returns a new tensor.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    if tensor.grad_fn is None:
        tensor.requires_grad = False
        return tensor
    tensor.detach_()
    return tensor

# %% wrong: version_given_the_wrong_way
# why: The assignment goes the wrong way: the old tensor gets the fresh version list of the new one. Its
# version is lost, and what an operation saved with the old list is no longer watched.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    d = tensor.data
    tensor._version_counter = d._version_counter
    return d

# %% wrong: lists_put_together
# why: += on a list appends the other list's entries to it. The new tensor's counter then holds two numbers
# and is still a list of its own. It should be = and not +=.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    out = tensor.data
    out._version_counter += tensor._version_counter
    return out

# %% wrong: data_asked_for_twice
# why: Each tensor.data is a new tensor. The version list is given to the first, which is thrown away, and the
# second is returned with a counter of its own. Keep the tensor in a name.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    tensor.data._version_counter = tensor._version_counter
    return tensor.data

# %% wrong: still_requires_grad
# why: The new tensor is told to require grad as the old one does. A detached tensor is a leaf that does not
# require grad; with this, gradients are collected in it.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    out = tensor.data
    out._version_counter = tensor._version_counter
    out.requires_grad = tensor.requires_grad
    return out

# %% wrong: arithmetic_in_no_grad
# why: tensor + 0 in no_grad has no history, but it is a sum in new memory. Changes of the one do not reach
# the other; detach shares the memory.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    with torch.no_grad():
        out = tensor + 0
    out._version_counter = tensor._version_counter
    return out

# %% wrong: nothing_returned
# why: The function makes the right tensor and does not return it, so the caller gets None.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    detached = tensor.data
    detached._version_counter = tensor._version_counter
