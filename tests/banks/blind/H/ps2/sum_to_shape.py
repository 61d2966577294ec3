# %% right: padded_shape
@piece
def sum_to_shape(grad, shape):
    missing = grad.ndim - len(shape)
    padded = (1,) * missing + tuple(shape)
    axes = tuple(
        i for i in range(grad.ndim) if i < missing or padded[i] != grad.shape[i]
    )
    if not axes:
        return grad
    return grad.sum(axes).reshape(tuple(shape))

# %% right: from_the_right
@piece
def sum_to_shape(grad, shape):
    axes = []
    for back in range(1, grad.ndim + 1):
        if back > len(shape):
            axes.append(grad.ndim - back)
        elif shape[-back] == 1 and grad.shape[-back] != 1:
            axes.append(grad.ndim - back)
    summed = grad.sum(tuple(axes)) if axes else grad
    return summed.reshape(shape)

# %% wrong: from_the_left
# why: The shapes are lined up from the left. Axis 0 of (4,) belongs to axis 1 of (3, 4).
@piece
def sum_to_shape(grad, shape):
    longer = tuple(shape) + (1,) * (grad.ndim - len(shape))
    axes = tuple(i for i, (g, s) in enumerate(zip(grad.shape, longer)) if g != s)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)

# %% wrong: only_larger_axes
# why: An axis counts as broadcast only if it is larger than 1 in grad. From (0, 3) to (1, 3) nothing is summed.
@piece
def sum_to_shape(grad, shape):
    extra = grad.ndim - len(shape)
    axes = list(range(extra))
    for i, size in enumerate(shape):
        if grad.shape[extra + i] > size:
            axes.append(extra + i)
    if len(axes) > 0:
        grad = grad.sum(tuple(axes))
    return grad.reshape(shape)

# %% wrong: numbers_shift
# why: The axes are summed away one after another from the front. After the first the numbers of the others have changed.
@piece
def sum_to_shape(grad, shape):
    extra = grad.ndim - len(shape)
    to_sum = [i for i in range(grad.ndim) if i < extra or shape[i - extra] != grad.shape[i]]
    for axis in to_sum:
        grad = grad.sum((axis % grad.ndim,))
    return grad.reshape(shape)

# %% wrong: axis_not_put_back
# why: Axes in which the operand has size 1 are summed away and not put back. (3, 4) for the shape (3, 1) becomes (3,).
@piece
def sum_to_shape(grad, shape):
    shape = tuple(shape)
    offset = grad.ndim - len(shape)
    in_front = tuple(range(offset))
    size_one = tuple(offset + i for i, s in enumerate(shape) if s == 1 and grad.shape[offset + i] != 1)
    axes = in_front + size_one
    return grad.sum(axes) if axes else grad

# %% wrong: sizes_looked_up
# why: It sums over the axes whose size does not occur in the shape. From (3, 3) to (3, 1), or to (3,), no such axis is found.
@piece
def sum_to_shape(grad, shape):
    axes = tuple(i for i, size in enumerate(grad.shape) if size not in shape)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)
