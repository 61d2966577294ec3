# %% right: data_and_setattr
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    bare, counter = tensor.data, tensor._version_counter
    setattr(bare, "_version_counter", counter)
    return bare

# %% right: inner_helper
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""

    def with_version_of(new, old):
        new._version_counter = old._version_counter
        return new

    return with_version_of(tensor.data, tensor)

# %% wrong: only_data
# why: .data shares the memory but counts its changes by itself; a change through the result is not noticed by operations that saved the old values.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    assert not result.requires_grad
    return result

# %% wrong: version_copied
# why: the list with the version is copied, so both tensors start at the same number and the next change counts in one of them only.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    out = tensor.data
    out._version_counter = list(tensor._version_counter)
    return out

# %% wrong: memory_copied
# why: clone makes new memory, so a change of the result does not reach the tensor (and large tensors are copied).
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    with torch.no_grad():
        copy = tensor.clone()
    copy._version_counter = tensor._version_counter
    return copy

# %% wrong: detaches_the_tensor_itself
# why: it switches requires_grad off on the tensor that was passed and returns it; the tensor itself must stay as it was, and the result must be a new one.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    tensor.requires_grad = False
    return tensor

# %% wrong: number_written_into_the_new_list
# why: the number of the version is written into the list of the new tensor; two lists with equal numbers are not one list, and they part at the next change.
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    alias = tensor.data
    alias._version_counter[0] = tensor._version_counter[0]
    return alias
