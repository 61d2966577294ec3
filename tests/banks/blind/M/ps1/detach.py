# %% right: data_and_counter
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    result = tensor.data
    result._version_counter = tensor._version_counter
    return result

# %% right: helper_share_version
def share_version(new, old):
    new._version_counter = old._version_counter
    return new


@piece
def detach(tensor):
    return share_version(tensor.data, tensor)

# %% right: both_at_once
@piece
def detach(tensor):
    counter, bare = tensor._version_counter, tensor.data
    bare._version_counter = counter
    return bare

# %% right: setattr_by_name
@piece
def detach(tensor):
    out = tensor.data
    for name in ("_version_counter",):
        setattr(out, name, getattr(tensor, name))
    return out

# %% wrong: just_data
# why: tensor.data has a version of its own, so a change through the detached tensor is not noticed by
# operations that saved the old one. Give the result the same list _version_counter.
@piece
def detach(tensor):
    return tensor.data

# %% wrong: number_copied_once
# why: The version is copied as a number into the result's own list; from the next change on the two
# count apart. Both tensors must have the same list as their _version_counter.
@piece
def detach(tensor):
    twin = tensor.data
    twin._version_counter[0] = tensor._version_counter[0]
    return twin

# %% wrong: memory_cloned
# why: clone makes memory of its own, so a change of the detached tensor is not seen in the old one.
# Only the version is shared here; the memory must be shared as well.
@piece
def detach(tensor):
    d = tensor.data.clone()
    d._version_counter = tensor._version_counter
    return d

# %% wrong: counter_assigned_the_wrong_way
# why: The old tensor gets the counter of the new one, so its version is lost and starts afresh. The
# new tensor must get the counter of the old one, which stays as it was.
@piece
def detach(tensor):
    new = tensor.data
    tensor._version_counter = new._version_counter
    return new

# %% wrong: requires_grad_taken_along
# why: The result requires grad where the old tensor did, so operations on it are recorded. A detached
# tensor is a leaf that does not require grad.
@piece
def detach(tensor):
    result = tensor.data
    result._version_counter = tensor._version_counter
    result.requires_grad = tensor.requires_grad
    return result

# %% wrong: itself_if_nothing_to_cut
# why: A tensor that does not require grad is returned itself, and whoever changes the result's
# requires_grad changes the original. detach returns a new tensor in every case.
@piece
def detach(tensor):
    if not tensor.requires_grad:
        return tensor
    out = tensor.data
    out._version_counter = tensor._version_counter
    return out

# %% wrong: switched_off_in_the_tensor
# why: The gradient is switched off in the tensor that came in, and that tensor is returned. It must
# stay as it was; a new tensor that shares its memory and version should be returned.
@piece
def detach(tensor):
    tensor.requires_grad_(False)
    return tensor

# %% wrong: version_assigned_as_number
# why: _version is only the number, to be read; assigning it fails or copies the count of this moment.
# What has to be shared is the list _version_counter.
@piece
def detach(tensor):
    cut = tensor.data
    cut._version = tensor._version
    return cut
