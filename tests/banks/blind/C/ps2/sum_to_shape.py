# %% right: axes_then_reshape
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(range(lead)) + tuple(
        i for i in range(lead, grad.ndim) if shape[i - lead] == 1
    )
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)


# %% right: padded
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = []
    for i in range(grad.ndim):
        if padded[i] == 1 and grad.shape[i] != 1:
            axes.append(i)
    if len(axes) > 0:
        grad = grad.sum(tuple(axes))
    return grad.reshape(tuple(shape))


# %% right: zip_from_the_right
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = []
    want = list(shape)
    for i in reversed(range(grad.ndim)):
        size = want.pop() if want else None
        if size is None or size != grad.shape[i]:
            axes.append(i)
    total = grad.sum(tuple(axes)) if axes else grad
    return total.reshape(shape)


# %% wrong: lined_up_from_left
# why: Axis i of grad is compared with entry i of shape: shapes are lined up from the left instead of the right.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = []
    for i in range(grad.ndim):
        if i >= len(shape) or shape[i] != grad.shape[i]:
            axes.append(i)
    return grad.sum(tuple(axes)).reshape(shape)


# %% wrong: front_only
# why: Only the axes that are missing in front are summed; axes in which the operand has size 1 are forgotten.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    if lead > 0:
        grad = grad.sum(tuple(range(lead)))
    return grad


# %% wrong: size_one_lost
# why: The summed axes of size 1 are not put back: the result lacks them.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = [i for i in range(grad.ndim) if i < lead or shape[i - lead] == 1]
    return grad.sum(tuple(axes))


# %% wrong: greater_than
# why: `>` misses axes of length 0, which were broadcast from 1 to 0: there is nothing to sum, but zeros are wanted.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(range(lead))
    for i, size in enumerate(shape):
        if grad.shape[i + lead] > size:
            axes += (i + lead,)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)


# %% wrong: mean
# why: The copies are averaged; each use sends back its own gradient, and these are summed.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < lead or shape[i - lead] == 1)
    return grad.mean(axes).reshape(shape)


# %% wrong: reshape_only
# why: Nothing is summed, only reshaped; the numbers of entries do not fit.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    return grad.reshape(shape)


# %% wrong: shifting_axes
# why: The axes are summed one at a time from the front, but after each sum the remaining axes have moved by one.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    for i in range(lead):
        grad = grad.sum((i,))
    axes = tuple(i for i in range(len(shape)) if shape[i] == 1)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)


# %% wrong: one_axis_in_front
# why: `if` instead of `while`: only one missing axis in front is summed.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    if grad.ndim > len(shape):
        grad = grad.sum((0,))
    axes = tuple(i for i, size in enumerate(shape) if size == 1)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)


# %% wrong: first_size_one_only
# why: The loop returns after the first axis of size 1; a second one is not summed.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    while grad.ndim > len(shape):
        grad = grad.sum((0,))
    for i, size in enumerate(shape):
        if size == 1 and grad.shape[i] != 1:
            rest = shape[:i] + shape[i + 1 :]
            return grad.sum((i,)).reshape(rest[:i] + (1,) + rest[i:])
    return grad


# %% wrong: first_copy
# why: Instead of summing over the copies, it takes the first of them.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    for _ in range(lead):
        grad = grad[0]
    for i, size in enumerate(shape):
        if size == 1 and grad.shape[i] != 1:
            grad = grad[(slice(None),) * i + (slice(0, 1),)]
    return grad


# %% wrong: offset_forgotten
# why: The places of size 1 in shape are used as axes of grad without the offset of the axes in front.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = list(range(lead))
    for i, size in enumerate(shape):
        if size == 1 and i not in axes:
            axes.append(i)
    if axes:
        grad = grad.sum(tuple(axes))
    return grad.reshape(shape)


# %% wrong: numpy_only
# why: np.asarray makes an array of everything; when grad is a Tensor its history is lost.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    grad = np.asarray(grad)
    lead = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < lead or shape[i - lead] == 1)
    return np.sum(grad, axis=axes).reshape(shape)


# %% wrong: scalar_shape_special
# why: For the shape () everything is summed, but in all other cases only axis 0.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    if shape == ():
        return grad.sum().reshape(())
    if grad.shape == shape:
        return grad
    return grad.sum((0,)).reshape(shape)
