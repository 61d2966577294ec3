# %% right: axes_then_reshape
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(
        i
        for i in range(grad.ndim)
        if i < lead or (shape[i - lead] == 1 and grad.shape[i] != 1)
    )
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)


# %% right: padded_shape
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = []
    for i in range(len(padded)):
        if padded[i] == 1:
            axes.append(i)
    if len(axes) == 0:
        return grad
    total = grad.sum(tuple(axes))
    return total.reshape(shape)


# %% wrong: one_axis_at_a_time
# why: Sums an axis only if it is longer than 1; an axis of no entries is broadcast, too.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    # from the last axis, so that the numbers of the others stay
    missing = grad.ndim - len(shape)
    result = grad
    for i in reversed(range(grad.ndim)):
        if i < missing:
            result = result.sum((i,))
        elif shape[i - missing] == 1 and grad.shape[i] > 1:
            result = result.sum((i,))
    return result.reshape(shape)


# %% right: negative_axes
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    if tuple(grad.shape) == tuple(shape):
        return grad
    axes = ()
    for back in range(1, grad.ndim + 1):
        here = shape[-back] if back <= len(shape) else 1
        if here == 1:
            axes += (grad.ndim - back,)
    return grad.sum(axes).reshape(shape) if axes else grad.reshape(shape)


# %% right: two_steps
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    if lead > 0:
        grad = grad.sum(tuple(range(lead)))
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1)
    if stretched:
        grad = grad.sum(stretched).reshape(shape)
    return grad


# %% wrong: only_leading
# why: Sums the axes in front only; those in which the operand has size 1 are left as large as they were.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    return grad.sum(tuple(range(lead)))


# %% wrong: only_size_one
# why: Sums the axes of size 1 but not those in front that the operand does not have.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = tuple(i for i, n in enumerate(shape) if n == 1)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)


# %% wrong: no_reshape
# why: The summed axes are gone; those of size 1 that the operand has must stay.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < lead or shape[i - lead] == 1)
    return grad.sum(axes) if axes else grad


# %% wrong: lined_up_from_the_left
# why: Compares the shapes from the left: axis i of grad with entry i of shape.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = tuple(
        i for i in range(grad.ndim) if i >= len(shape) or shape[i] != grad.shape[i]
    )
    return grad.sum(axes).reshape(shape)


# %% wrong: mean_instead
# why: Takes the mean over the copies; an entry that is used several times gets the sum.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < lead or shape[i - lead] == 1)
    return grad.mean(axes).reshape(shape)


# %% wrong: return_in_the_loop
# why: return stands in the loop, so only the first broadcast axis is summed.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    for i in range(grad.ndim):
        if i < lead or shape[i - lead] == 1:
            return grad.sum((i,)).reshape(shape)
    return grad


# %% wrong: axes_shift
# why: Sums one axis after the other from the front, although the numbers of the later ones shift with each sum.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    result = grad
    for i in range(grad.ndim):
        if i < lead or shape[i - lead] == 1:
            result = result.sum((i,))
    return result.reshape(shape)


# %% wrong: numpy_keepdims
# why: keepdims is NumPy's word, and grad may be a Tensor; only sum(axes) for a tuple of axes was promised.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < lead or shape[i - lead] == 1)
    return np.sum(np.asarray(grad), axis=axes, keepdims=True).reshape(shape)


# %% wrong: reshape_only
# why: reshape cannot change the number of entries; the sum is missing.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    return grad.reshape(shape)


# %% wrong: first_copy
# why: Takes the first copy along each broadcast axis instead of the sum of them all.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    pick = tuple(
        0 if i < lead else slice(0, 1) if shape[i - lead] == 1 else slice(None)
        for i in range(grad.ndim)
    )
    return grad[pick].reshape(shape)


# %% wrong: while_by_size
# why: Looks for the axis by its size: in grad it sums the first axis whose length does not occur in shape, which goes wrong if two axes are equally long.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = tuple(i for i, n in enumerate(grad.shape) if n not in shape)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)


# %% wrong: scalar_forgotten
# why: An empty shape () is falsy and taken for "nothing to do", so nothing is summed for a scalar operand.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    if not shape:
        return grad
    lead = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < lead or shape[i - lead] == 1)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)


# %% wrong: list_of_axes
# why: sum gets a list of axes; a tuple was asked for, and NumPy takes no list.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = [i for i in range(grad.ndim) if i < lead or shape[i - lead] == 1]
    return grad.sum(axes).reshape(shape)
