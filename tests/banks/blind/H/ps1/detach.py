# %% right: data_then_version
@piece
def detach(tensor):
    counter = tensor._version_counter
    bare = tensor.data
    bare._version_counter = counter
    return bare

# %% right: helper
@piece
def detach(tensor):
    def with_version_of(other, fresh):
        setattr(fresh, "_version_counter", other._version_counter)
        return fresh

    return with_version_of(tensor, tensor.data)

# %% wrong: data_only
# why: .data shares the memory but counts changes by itself. A change through the result is not noticed by whoever saved the tensor.
@piece
def detach(tensor):
    result = tensor.data
    return result

# %% wrong: memory_copied
# why: clone makes new memory. A change of the detached tensor does not show in the old one, though the version says so.
@piece
def detach(tensor):
    with torch.no_grad():
        copy = tensor.clone()
    copy._version_counter = tensor._version_counter
    return copy

# %% wrong: number_copied
# why: Only the present number of the version is copied into the new list. The next change is counted in one of the two lists only.
@piece
def detach(tensor):
    new = tensor.data
    new._version_counter = [tensor._version_counter[0]]
    return new

# %% wrong: wrong_direction
# why: The assignment goes the wrong way: the old tensor gets the new counter, and forgets its version and everybody who shares it.
@piece
def detach(tensor):
    flat = tensor.data
    tensor._version_counter = flat._version_counter
    return flat

# %% wrong: no_grad_block
# why: no_grad does not take the history from a tensor that has one. The very same tensor is returned, with its history.
@piece
def detach(tensor):
    with torch.no_grad():
        result = tensor
        result._version_counter = tensor._version_counter
        return result
