# %% right: one_sum_and_a_reshape
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    missing = grad.ndim - len(shape)
    axes = tuple(
        i
        for i in range(grad.ndim)
        if i < missing or (shape[i - missing] == 1 and grad.shape[i] != 1)
    )
    return grad.sum(axes).reshape(shape) if axes else grad

# %% right: from_the_right
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = []
    for back in range(1, grad.ndim + 1):
        if back > len(shape) or shape[-back] != grad.shape[-back]:
            axes.append(grad.ndim - back)
    if len(axes) > 0:
        grad = grad.sum(tuple(axes))
    return grad.reshape(tuple(shape))

# %% right: padded_with_ones
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    if grad.shape == tuple(shape):
        return grad
    axes = tuple(i for i, (g, s) in enumerate(zip(grad.shape, padded)) if s == 1)
    return grad.sum(axes).reshape(shape) if axes else grad.reshape(shape)

# %% wrong: lined_up_from_the_left
# why: Axis i of grad is compared with entry i of shape, from the left. Shapes are lined up from the right: the
# axes that the operand does not have stand in front.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = []
    for i in range(grad.ndim):
        if i >= len(shape) or shape[i] != grad.shape[i]:
            axes.append(i)
    if axes:
        grad = grad.sum(tuple(axes))
    return grad.reshape(shape)

# %% wrong: only_the_missing_axes
# why: Only the axes that the operand does not have are summed. Axes in which it has size 1 were copied along as
# well and must be summed, too.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    if extra > 0:
        grad = grad.sum(tuple(range(extra)))
    return grad

# %% wrong: size_one_axes_lost
# why: The summed axes all disappear, also those in which the operand has size 1. These must stay with size 1: a
# reshape to shape puts them back.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = list(range(lead))
    for k, size in enumerate(shape):
        if size == 1 and grad.shape[lead + k] != 1:
            axes.append(lead + k)
    return grad.sum(tuple(axes)) if axes else grad

# %% wrong: larger_than_one
# why: An axis of size 1 is summed only if grad is larger than 1 there, and an axis of size 0 is not. From
# (0, 3) to (1, 3) the sum over nothing, zeros, must be made; ask whether the sizes differ.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(range(lead)) + tuple(
        i for i in range(lead, grad.ndim) if shape[i - lead] == 1 and grad.shape[i] > 1
    )
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)

# %% wrong: one_axis_after_the_other
# why: The axes are summed one after another, but after each sum the axes behind it have moved up by one. The
# numbers are then wrong; sum over the tuple of all axes at once.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = [i for i in range(grad.ndim) if i < lead or shape[i - lead] != grad.shape[i]]
    for axis in axes:
        grad = grad.sum((axis,))
    return grad.reshape(shape)

# %% wrong: numpy_functions
# why: The sums are made by a function of NumPy, np.add.reduce, but grad may also be a Tensor, whose history it
# does not keep. Array and Tensor both know grad.sum(axes) for a tuple of axes, and grad.reshape(shape).
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    while grad.ndim > len(shape):
        grad = np.add.reduce(grad, axis=0)
    for i, size in enumerate(shape):
        if size == 1:
            grad = np.add.reduce(grad, axis=i, keepdims=True)
    return grad

# %% wrong: averaged
# why: The copies are averaged instead of summed. An entry that is used several times gets the sum of what its
# uses send back.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(
        i for i in range(grad.ndim) if i < lead or shape[i - lead] != grad.shape[i]
    )
    if not axes:
        return grad
    copies = 1
    for i in axes:
        copies *= grad.shape[i]
    return (grad.sum(axes) / max(copies, 1)).reshape(shape)

# %% wrong: first_copy_only
# why: Of the copies only the first is taken, by index 0, as if all gradients were alike (and where there is
# none it fails). All of them must be added up.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    while grad.ndim > len(shape):
        grad = grad[0]
    for i, size in enumerate(shape):
        if size == 1 and grad.shape[i] != 1:
            grad = grad[(slice(None),) * i + (slice(0, 1),)]
    return grad
