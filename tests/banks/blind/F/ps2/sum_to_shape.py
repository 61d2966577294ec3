# %% right: plain
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    front = grad.ndim - len(shape)
    axes = list(range(front))
    for i in range(len(shape)):
        if shape[i] == 1:
            axes.append(front + i)
    if axes:
        grad = grad.sum(tuple(axes))
    return grad.reshape(shape)
# %% right: comprehension
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    front = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < front or grad.shape[i] != shape[i - front])
    return grad.sum(axes).reshape(shape) if axes else grad.reshape(shape)
# %% right: axis_by_axis
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    while grad.ndim > len(shape):
        grad = grad.sum((0,))
    for i, size in enumerate(shape):
        if size == 1:
            kept = tuple(grad.shape[:i]) + (1,) + tuple(grad.shape[i + 1 :])
            grad = grad.sum((i,)).reshape(kept)
    return grad
# %% right: padded_shape
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    copied = ()
    for axis, (have, want) in enumerate(zip(grad.shape, padded)):
        if have != want:
            copied += (axis,)
    if len(copied) > 0:
        grad = grad.sum(copied)
    return grad.reshape(tuple(shape))
# %% right: from_the_right
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = []
    for back in range(1, grad.ndim + 1):
        if back > len(shape) or shape[-back] == 1:
            axes.append(grad.ndim - back)
    if not axes:
        return grad
    return grad.sum(tuple(sorted(axes))).reshape(shape)
# %% wrong: left_aligned
# why: The shapes are lined up from the left; NumPy lines them up from the right.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = tuple(i for i in range(grad.ndim) if i >= len(shape) or shape[i] == 1)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)
# %% wrong: no_reshape
# why: Axes of size 1 were summed away and are not put back.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    front = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < front or shape[i - front] == 1)
    return grad.sum(axes) if axes else grad
# %% wrong: front_only
# why: Only the axes in front are summed; those in which the operand has size 1 are forgotten.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    while grad.ndim > len(shape):
        grad = grad.sum((0,))
    return grad
# %% wrong: ones_only
# why: Only axes of size 1 are summed; those that the operand does not have are left.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    front = grad.ndim - len(shape)
    axes = tuple(front + i for i, size in enumerate(shape) if size == 1)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)
# %% wrong: mean
# why: The copies' gradients are averaged; they must be added up.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    front = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < front or shape[i - front] == 1)
    if not axes:
        return grad
    n = 1
    for i in axes:
        n *= grad.shape[i]
    return (grad.sum(axes) / n).reshape(shape)
# %% wrong: greater_than
# why: An axis of size 0 is broadcast from size 1 too, but 0 is not greater than 1, so it is not summed.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    front = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < front or grad.shape[i] > shape[i - front])
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)
# %% wrong: first_entry
# why: It takes the gradient of the first copy instead of the sum of all.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    front = grad.ndim - len(shape)
    for _ in range(front):
        grad = grad[0]
    for i, size in enumerate(shape):
        if size == 1:
            kept = grad.shape[:i] + (1,) + grad.shape[i + 1 :]
            grad = grad[(slice(None),) * i + (slice(0, 1),)].reshape(kept)
    return grad
# %% wrong: reshape_only
# why: reshape cannot make fewer entries; the broadcast axes must be summed.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    return grad.reshape(shape)
# %% wrong: sum_all
# why: It sums over everything; that is right for the shape () only.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    return grad.sum().reshape(shape)
# %% wrong: one_front_axis
# why: Only one missing axis in front is summed, though there may be two or three.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    if grad.ndim > len(shape):
        grad = grad.sum((0,))
    axes = tuple(i for i, size in enumerate(shape) if size == 1)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)
# %% wrong: axis_shift
# why: While axes are summed away one by one, those behind move to the left, so the wrong ones are summed next.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    front = grad.ndim - len(shape)
    axes = [i for i in range(grad.ndim) if i < front or shape[i - front] == 1]
    for axis in axes:
        grad = grad.sum((axis,))
    return grad.reshape(shape)
# %% wrong: ones_by_front_offset
# why: The axes of size 1 are numbered as in shape, without the axes in front of them in grad.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    front = grad.ndim - len(shape)
    axes = set(range(front))
    for i, size in enumerate(shape):
        if size == 1:
            axes.add(i)
    if axes:
        grad = grad.sum(tuple(sorted(axes)))
    return grad.reshape(shape)
# %% wrong: trailing_axes
# why: It sums over the axes at the end; the missing ones are in front.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    while grad.ndim > len(shape):
        grad = grad.sum((grad.ndim - 1,))
    axes = tuple(i for i, size in enumerate(shape) if size == 1)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)
# %% wrong: through_numpy
# why: A Tensor is turned into an array, so a gradient that is differentiated itself loses its history.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    grad = np.array(grad)
    front = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < front or shape[i - front] == 1)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)
# %% wrong: returns_early
# why: The return stands inside of the loop, so at most one axis is summed.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    front = grad.ndim - len(shape)
    for i in range(grad.ndim):
        if i < front or shape[i - front] == 1:
            grad = grad.sum((i,))
            return grad.reshape(shape)
    return grad
# %% wrong: same_ndim_assumed
# why: It compares axis i of grad with entry i of shape, which is too short when axes are missing.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = tuple(i for i in range(grad.ndim) if shape[i] == 1)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)
# %% wrong: last_axis_row
# why: It is written for a row added to a matrix: axis 0 is summed, whatever shape says.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    return grad.sum((0,)).reshape(shape)
# %% wrong: result_dropped
# why: sum returns a new array; its result is not kept.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    front = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < front or shape[i - front] == 1)
    grad.sum(axes)
    return grad.reshape(shape)
# %% wrong: scalar_skipped
# why: For the shape () it returns grad as it is, since an empty shape counts as False.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    if not shape:
        return grad
    front = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < front or shape[i - front] == 1)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)
