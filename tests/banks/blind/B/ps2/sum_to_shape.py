# %% right: comprehension
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < lead or (shape[i - lead] == 1 and grad.shape[i] != 1))
    return grad.sum(axes).reshape(shape) if axes else grad


# %% right: padded
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = []
    for i in range(grad.ndim):
        if padded[i] != grad.shape[i]:
            axes.append(i)
    if len(axes) > 0:
        grad = grad.sum(tuple(axes))
    return grad.reshape(shape)


# %% right: from_the_last_axis
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    if tuple(grad.shape) == tuple(shape):
        return grad
    missing = grad.ndim - len(shape)
    for axis in range(grad.ndim - 1, -1, -1):
        if axis < missing or shape[axis - missing] == 1:
            grad = grad.sum((axis,))
    return grad.reshape(shape)


# %% right: two_stages
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    # 1. axes that the operand does not have
    extra = grad.ndim - len(shape)
    if extra > 0:
        grad = grad.sum(tuple(range(extra)))
    # 2. axes of size 1
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    if ones:
        grad = grad.sum(ones)
    return grad.reshape(tuple(shape))


# %% wrong: from_the_left
# why: The shapes are lined up from the left: axis i of grad is compared with entry i of shape.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = tuple(i for i in range(grad.ndim) if i >= len(shape) or (shape[i] == 1 and grad.shape[i] != 1))
    if not axes:
        return grad.reshape(shape)
    return grad.sum(axes).reshape(shape)


# %% wrong: ones_forgotten
# why: Only the missing axes in front are summed; axes in which the operand has size 1 are not.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    if lead > 0:
        grad = grad.sum(tuple(range(lead)))
    return grad


# %% wrong: size_1_lost
# why: The sum is right, but the axes of size 1 are gone: the reshape at the end is missing.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < lead or (shape[i - lead] == 1 and grad.shape[i] != 1))
    if axes:
        grad = grad.sum(axes)
    return grad


# %% wrong: mean
# why: The copies are averaged instead of summed.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < lead or (shape[i - lead] == 1 and grad.shape[i] != 1))
    if not axes:
        return grad
    n = 1
    for i in axes:
        n *= grad.shape[i]
    return (grad.sum(axes) / max(n, 1)).reshape(shape)


# %% wrong: larger_than_1
# why: An axis is summed only if grad has more than 1 entry there; an axis of size 0 was broadcast from 1 as well, and the reshape fails.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < lead or (shape[i - lead] == 1 and grad.shape[i] > 1))
    if not axes:
        return grad.reshape(shape)
    return grad.sum(axes).reshape(shape)


# %% wrong: axes_move
# why: The axes are summed one by one from the front, but after each sum the ones behind have moved up by one, and a wrong axis is summed.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    for i in range(grad.ndim):
        if i < lead or shape[i - lead] == 1:
            grad = grad.sum((i,))
    return grad.reshape(shape)


# %% wrong: return_in_loop
# why: The return stands inside the loop, so only the first broadcast axis is summed.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    for i in range(grad.ndim):
        if padded[i] != grad.shape[i]:
            grad = grad.sum((i,))
            return grad.reshape(shape)
    return grad.reshape(shape)


# %% wrong: first_copy_only
# why: For an axis in front it takes the first copy, grad[0], instead of the sum over all copies.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    while grad.ndim > len(shape):
        grad = grad[0]
    axes = tuple(i for i in range(len(shape)) if shape[i] == 1 and grad.shape[i] != 1)
    if axes:
        grad = grad.sum(axes).reshape(shape)
    return grad
