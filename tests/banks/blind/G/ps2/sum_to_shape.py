# %% right: one_tuple_of_axes
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(i for i, (have, want) in enumerate(zip(grad.shape, padded)) if have != want)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(tuple(shape))

# %% right: axis_by_axis_from_the_right
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    shape = tuple(shape)
    for back in range(1, grad.ndim + 1):
        axis = grad.ndim - back
        sizes = grad.shape
        if back > len(shape) or (shape[-back] == 1 and sizes[axis] != 1):
            grad = grad.sum((axis,)).reshape(tuple(sizes[:axis]) + (1,) + tuple(sizes[axis + 1 :]))
    return grad.reshape(shape)

# %% wrong: lined_up_from_the_left
# why: the shapes are lined up from the left, so for (4,) against (3, 4) the axes are taken for the wrong ones.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = []
    for axis in range(grad.ndim):
        if axis >= len(shape) or (shape[axis] == 1 and grad.shape[axis] != 1):
            axes.append(axis)
    if axes:
        grad = grad.sum(tuple(axes))
    return grad.reshape(shape)

# %% wrong: only_the_front
# why: only the axes that the operand does not have are summed over; an axis in which it has size 1 was broadcast as well.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    while grad.ndim > len(shape):
        grad = grad.sum((0,))
    return grad

# %% wrong: size_one_is_lost
# why: the summed axes are all dropped; an axis that the operand has must stay, with size 1.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    summed = tuple(range(extra)) + tuple(
        extra + k for k, size in enumerate(shape) if size == 1 and grad.shape[extra + k] != 1
    )
    return grad.sum(summed) if summed else grad

# %% wrong: only_where_grad_is_longer
# why: an axis of size 1 is summed over only if grad is longer there; an axis of size 0 was broadcast as well, and the sum of nothing is 0.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    shape = tuple(shape)
    lead = grad.ndim - len(shape)
    axes = tuple(a for a in range(grad.ndim) if a < lead or grad.shape[a] > shape[a - lead])
    result = grad.sum(axes) if axes else grad
    return result.reshape(shape)

# %% wrong: takes_one_copy
# why: it takes the first of the copies along a broadcast axis instead of their sum.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    shape = tuple(shape)
    while grad.ndim > len(shape):
        grad = grad[0]
    for axis, size in enumerate(shape):
        if size == 1 and grad.shape[axis] != 1:
            first = (slice(None),) * axis + (slice(0, 1),)
            grad = grad[first]
    return grad
