# %% right: data_and_counter
@piece
def detach(tensor):
    """The memory and the version of `tensor`, without its history."""
    new = tensor.data
    new._version_counter = tensor._version_counter
    return new

# %% right: helper_share_version
def share_version(source, target):
    target._version_counter = source._version_counter
    return target


@piece
def detach(tensor):
    return share_version(tensor, tensor.data)

# %% right: setattr_and_requires_grad_false
@piece
def detach(tensor):
    counter = tensor._version_counter
    result = tensor.data
    result.requires_grad_(False)
    setattr(result, "_version_counter", counter)
    return result

# %% right: walrus_in_no_grad
@piece
def detach(tensor):
    with torch.no_grad():
        (view := tensor.data)._version_counter = tensor._version_counter
        assert view is not tensor
    return view

# %% wrong: only_data
# why: tensor.data shares the memory but counts changes by itself, so a change through it is not noticed by those who saved the tensor.
# The version counter must be shared as well.
@piece
def detach(tensor):
    return tensor.data

# %% wrong: clone_of_data
# why: clone makes new memory, so a change of the result does not change the tensor, and the shared count counts for the wrong array. detach
# must share the memory.
@piece
def detach(tensor):
    copy = tensor.data.clone()
    copy._version_counter = tensor._version_counter
    return copy

# %% wrong: counter_copied_as_list
# why: list(...) makes another list with the same number in it. The next change counts in only one of the two; the list itself must be
# assigned.
@piece
def detach(tensor):
    result = tensor.data
    result._version_counter = list(tensor._version_counter)
    return result

# %% wrong: number_written_into_own_counter
# why: Only the number is copied, once, into the counter of the new tensor. The two counters are still two lists, and later changes count in
# only one of them.
@piece
def detach(tensor):
    out = tensor.data
    out._version_counter[0] = tensor._version_counter[0]
    return out

# %% wrong: counter_assigned_the_wrong_way_round
# why: The assignment is the wrong way round: the old tensor gets the new tensor's counter. Its version jumps back to 0, though the tensor itself
# should stay as it was.
@piece
def detach(tensor):
    detached = tensor.data
    tensor._version_counter = detached._version_counter
    return detached

# %% wrong: requires_grad_carried_over
# why: The new tensor requires grad if the old one did, so gradients are recorded through it again. A detached tensor does not require grad.
@piece
def detach(tensor):
    new = tensor.data
    new._version_counter = tensor._version_counter
    new.requires_grad_(tensor.requires_grad)
    return new

# %% wrong: same_object_without_grad
# why: If the tensor requires no grad, the tensor itself is returned. detach must always return a new tensor, so that what is done to one
# object (requires_grad_, for example) leaves the other as it was.
@piece
def detach(tensor):
    if not tensor.requires_grad:
        return tensor
    new = tensor.data
    new._version_counter = tensor._version_counter
    return new

# %% wrong: detach_counts_as_change
# why: It adds 1 to the shared version. Nothing has been changed in place, so the version must stay; now a backward that saved the tensor
# raises an error without a reason.
@piece
def detach(tensor):
    new = tensor.data
    new._version_counter = tensor._version_counter
    new._version_counter[0] += 1
    return new
