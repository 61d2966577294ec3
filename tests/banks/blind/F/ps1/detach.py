# %% right: plain
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = tensor._version_counter
    return result
# %% right: counter_first
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    counter = tensor._version_counter
    new = tensor.data
    new._version_counter = counter
    return new
# %% right: setattr_helper
def share_version(old, new):
    setattr(new, "_version_counter", getattr(old, "_version_counter"))
    return new


@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return share_version(tensor, tensor.data)
# %% right: verbose_with_asserts
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    memory_only = tensor.data
    # a leaf that does not require grad
    assert memory_only.grad_fn is None
    assert not memory_only.requires_grad
    memory_only._version_counter = tensor._version_counter
    assert memory_only._version_counter is tensor._version_counter
    return memory_only
# %% wrong: only_data
# why: .data counts its changes by itself; the version must be shared.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return tensor.data
# %% wrong: calls_itself
# why: tensor.detach() is this very function, so it calls itself without end.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return tensor.detach()
# %% wrong: clone
# why: clone copies the memory, and detach shares it.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data.clone()
    result._version_counter = tensor._version_counter
    return result
# %% wrong: changes_the_tensor
# why: It switches off requires_grad of the tensor itself; a new one is wanted, and the old stays as it was.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    tensor.requires_grad = False
    return tensor
# %% wrong: copied_list
# why: list(...) makes another list, so that the next change counts in one of them only.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = list(tensor._version_counter)
    return result
# %% wrong: copied_number
# why: The number is copied into a new list; the versions are equal now and part at the next change.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = [tensor._version_counter[0]]
    return result
# %% wrong: number_written
# why: The number is written into the other list; the two lists are not the same afterwards.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter[0] = tensor._version_counter[0]
    return result
# %% wrong: other_direction
# why: The tensor is given the counter of the new one, so it forgets how often it was changed.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    tensor._version_counter = result._version_counter
    return result
# %% wrong: no_return
# why: The new tensor is made but not returned.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = tensor._version_counter
# %% wrong: returns_itself
# why: The tensor itself is returned, with its history.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    return tensor
# %% wrong: int_counter
# why: The counter is a list; the bare number cannot be shared.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = tensor._version_counter[0]
    return result
# %% wrong: counts_up
# why: Detaching changes nothing in memory, but it is counted as a change.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = tensor._version_counter
    result._version_counter[0] += 1
    return result
# %% wrong: requires_grad
# why: The new tensor requires grad like the old one; it must not.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = tensor._version_counter
    result.requires_grad = tensor.requires_grad
    return result
# %% wrong: arithmetic_in_no_grad
# why: A product with 1 has new memory, also where nothing is recorded.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    with torch.no_grad():
        result = tensor * 1
    result._version_counter = tensor._version_counter
    return result
# %% wrong: new_tensor
# why: torch.tensor copies the values into new memory.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = torch.tensor(tensor.data.numpy())
    result._version_counter = tensor._version_counter
    return result
# %% wrong: wrong_attribute
# why: The name is _version_counter; another attribute is set, and the version is not shared.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._counter = tensor._version_counter
    return result
# %% wrong: reset_to_zero
# why: The new tensor starts with a version of its own, 0.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = [0]
    return result
# %% wrong: resets_shared
# why: The shared counter is put back to 0, so an operation that saved an old version is misled.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = tensor._version_counter
    result._version_counter[0] = 0
    return result
# %% wrong: data_of_data
# why: The version is shared with a tensor that is thrown away, and not with the one that is returned.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    tensor.data._version_counter = tensor._version_counter
    return tensor.data
