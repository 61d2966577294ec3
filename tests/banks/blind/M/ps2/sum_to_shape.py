# %% right: axes_then_reshape
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    axes = tuple(range(extra))
    for i in range(extra, grad.ndim):
        if shape[i - extra] == 1 and grad.shape[i] != 1:
            axes = axes + (i,)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)

# %% right: padded_with_ones
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    shape = tuple(shape)
    padded = (1,) * (grad.ndim - len(shape)) + shape
    summed = tuple(i for i, (have, want) in enumerate(zip(grad.shape, padded)) if have != want)
    return (grad.sum(summed) if summed else grad).reshape(shape)

# %% right: from_the_right_end
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    if tuple(grad.shape) == tuple(shape):
        return grad
    axes = []
    for back in range(1, grad.ndim + 1):
        if back > len(shape) or shape[-back] != grad.shape[-back]:
            axes.append(grad.ndim - back)
    total = grad
    if len(axes) > 0:
        total = grad.sum(tuple(axes))
    return total.reshape(shape)

# %% right: one_axis_at_a_time
def _remove_front(g, n):
    for _ in range(n):
        g = g.sum((0,))
    return g


@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    grad = _remove_front(grad, grad.ndim - len(shape))
    for axis, size in enumerate(shape):
        if size == 1 and grad.shape[axis] != 1:
            with_one = tuple(grad.shape[:axis]) + (1,) + tuple(grad.shape[axis + 1:])
            grad = grad.sum((axis,)).reshape(with_one)
    return grad

# %% wrong: size_one_is_lost
# why: The sum over an axis of size 1 takes the axis away, and nothing puts it back: for shape (3, 1) the result has shape (3,). Reshape to shape at the end.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    axes = list(range(extra))
    axes += [i + extra for i, n in enumerate(shape) if n == 1 and grad.shape[i + extra] != 1]
    return grad.sum(tuple(axes)) if axes else grad

# %% wrong: lined_up_from_the_left
# why: zip pairs the first axis of grad with the first of shape, from the left. Shapes are lined up from the right: what is missing is missing in front.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = [i for i, (g, s) in enumerate(zip(grad.shape, shape)) if g != s]
    axes += range(len(shape), grad.ndim)
    if axes:
        grad = grad.sum(tuple(axes))
    return grad.reshape(shape)

# %% wrong: only_where_larger_than_one
# why: An axis counts as broadcast only if grad has more than one entry in it, but size 1 can be broadcast to size 0 as well, as in (0, 3) for (1, 3). Compare with != 1.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(
        i for i in range(grad.ndim)
        if i < lead or (shape[i - lead] == 1 and grad.shape[i] > 1)
    )
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)

# %% wrong: axes_move_while_summing
# why: The axes are summed one after the other from the front, and after each sum the later ones have moved up by one, so the wrong axis is summed. Give all axes to one sum, or go from the back.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    diff = grad.ndim - len(shape)
    to_sum = []
    for i in range(grad.ndim):
        if i < diff or (shape[i - diff] == 1 and grad.shape[i] != 1):
            to_sum.append(i)
    for axis in to_sum:
        grad = grad.sum((axis,))
    return grad.reshape(shape)

# %% wrong: tensor_turned_into_an_array
# why: np.asarray makes a plain array of grad, so if grad is a Tensor (when a gradient is itself differentiated) it is cut off from its graph. Use the methods that both have, grad.sum and grad.reshape.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    grad = np.asarray(grad)
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for i, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad

# %% wrong: sizes_looked_up_anywhere
# why: An axis is summed if its size does not occur in shape at all, wherever. For (3, 3) and the shape (3,) no axis is summed; each axis is to be compared with its own partner, from the right.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = tuple(i for i, n in enumerate(grad.shape) if n not in shape)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)

# %% wrong: list_of_axes
# why: The axes are given to sum as a list, and NumPy takes a number or a tuple only, so it raises a TypeError. Make a tuple of them.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    padded = [1] * extra + list(shape)
    axes = [i for i in range(grad.ndim) if padded[i] == 1 and (i < extra or grad.shape[i] != 1)]
    if not axes:
        return grad
    return grad.sum(axes).reshape(shape)

# %% wrong: leading_axes_only
# why: Only the axes in front that the operand does not have are summed. Axes in which the operand has size 1 were copied along as well: they must be summed too, and stay with size 1.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    missing = grad.ndim - len(shape)
    if missing > 0:
        return grad.sum(tuple(range(missing)))
    return grad
