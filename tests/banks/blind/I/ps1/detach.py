# %% right: data_and_counter
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = tensor._version_counter
    return result

# %% right: one_line_assignment
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    out, out._version_counter = tensor.data, tensor._version_counter
    return out

# %% right: helper_that_shares
def share_version(a, b):
    setattr(a, "_version_counter", getattr(b, "_version_counter"))
    return a


@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return share_version(tensor.data, tensor)

# %% wrong: only_data
# why: tensor.data counts its changes by itself. The version must be shared as well, or a change through
# the detached tensor is not noticed.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return tensor.data

# %% wrong: clone_of_data
# why: clone copies the numbers into new memory. detach must share the memory of the tensor.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data.clone()
    new._version_counter = tensor._version_counter
    return new

# %% wrong: counter_copied
# why: list(...) makes another list with the same number in it. The next change counts in only one of
# the two; both tensors must have the very same list.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    new._version_counter = list(tensor._version_counter)
    return new

# %% wrong: number_copied
# why: The number in the new counter is set to the one of the old, once. The two lists stay different, and
# the next change counts in only one of them; assign the list itself.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    d = tensor.data
    d._version_counter[0] = tensor._version_counter[0]
    return d

# %% wrong: data_looked_up_twice
# why: Every look at tensor.data makes a new tensor. The counter is given to one of them, and another one,
# with a counter of its own, is returned; keep the first in a variable.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    tensor.data._version_counter = tensor._version_counter
    return tensor.data

# %% wrong: counter_assigned_backwards
# why: The assignment goes the wrong way: the old tensor gets the fresh counter of the new one, and its
# version falls back. The new tensor must take over the counter of the old.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    tensor._version_counter = result._version_counter
    return result

# %% wrong: the_tensor_itself
# why: The tensor itself is changed and returned. A new tensor must be returned, and the old one keep its
# requires_grad and its history.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    tensor.requires_grad = False
    return tensor
