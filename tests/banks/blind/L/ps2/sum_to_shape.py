# %% right: plain
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    axes = list(range(extra))
    for i, size in enumerate(shape):
        if size == 1 and grad.shape[extra + i] != 1:
            axes.append(extra + i)
    if axes:
        grad = grad.sum(tuple(axes))
    return grad.reshape(shape)

# %% right: padded_shape
@piece
def sum_to_shape(grad, shape):
    shape = tuple(shape)
    padded = (1,) * (grad.ndim - len(shape)) + shape
    axes = tuple(i for i, (g, s) in enumerate(zip(grad.shape, padded)) if g != s)
    summed = grad.sum(axes) if axes else grad
    return summed.reshape(shape)

# %% right: from_the_right
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = []
    for k in range(1, grad.ndim + 1):
        missing = k > len(shape)
        if missing or (shape[-k] == 1 and grad.shape[-k] != 1):
            axes.append(grad.ndim - k)
    if not axes:
        return grad.reshape(shape)
    return grad.sum(tuple(axes)).reshape(shape)

# %% right: one_axis_at_a_time
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    while grad.ndim > len(shape):
        grad = grad.sum((0,))
    for i in range(len(shape)):
        if shape[i] == 1:
            kept = grad.shape[:i] + (1,) + grad.shape[i + 1:]
            grad = grad.sum((i,)).reshape(kept)
    return grad

# %% wrong: lined_up_left
# why: The shapes are lined up from the left: axis i of grad is compared with entry i of shape, and what is left over behind is summed. Shapes are lined up from the right, so what is missing is in front.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = []
    for i in range(grad.ndim):
        if i >= len(shape) or (shape[i] == 1 and grad.shape[i] != 1):
            axes.append(i)
    return grad.sum(tuple(axes)).reshape(shape)

# %% wrong: only_leading
# why: Only the axes that the operand does not have are summed. Axes in which it has size 1 were broadcast as well and must be summed too.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    if extra > 0:
        grad = grad.sum(tuple(range(extra)))
    return grad

# %% wrong: size_one_dropped
# why: The axes in which the operand has size 1 vanish with the sum. They must stay, with size 1: reshape the result to shape.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    axes = tuple(range(extra))
    axes += tuple(extra + i for i, s in enumerate(shape) if s == 1)
    return grad.sum(axes)

# %% wrong: asarray_first
# why: grad is turned into a NumPy array first, so a Tensor comes back as an array (or fails), and a gradient that is itself differentiated loses its graph. Use only what arrays and Tensors both know: grad.sum(axes) and grad.reshape(shape).
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    grad = np.asarray(grad)
    extra = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(extra)))
    ones = tuple(i for i, s in enumerate(shape) if s == 1)
    return grad.sum(axis=ones, keepdims=True)

# %% wrong: larger_than
# why: An axis is summed only where grad is larger than the shape. With a grad without entries, (0, 3) for (1, 3), 0 is not larger than 1, so it is not summed and the reshape fails; compare with != (or look for size 1).
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    axes = tuple(range(extra))
    for i in range(extra, grad.ndim):
        if grad.shape[i] > shape[i - extra]:
            axes = axes + (i,)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)

# %% wrong: offset_forgotten
# why: For the axes of size 1 the position in shape is used as the axis of grad. Where the operand has fewer axes, they are shifted by the number of missing ones: axis extra + i.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    front = set(range(extra))
    ones = {i for i, s in enumerate(shape) if s == 1}
    axes = tuple(sorted(front | ones))
    return grad.sum(axes).reshape(shape)

# %% wrong: indices_shift
# why: The axes are summed one after the other from the front, with numbers that belong to the whole grad. After the first sum the later axes have moved, so wrong ones are summed or do not exist; sum all at once or from the back.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    axes = [i for i in range(grad.ndim) if i < extra or shape[i - extra] == 1]
    for axis in axes:
        grad = grad.sum((axis,))
    return grad.reshape(shape)

# %% wrong: mean_instead_of_sum
# why: The sum is divided by the number of copies, which is the mean. An entry that is used several times gets the sum of what its uses send back.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    axes = tuple(i for i in range(grad.ndim) if padded[i] != grad.shape[i])
    copies = 1
    for i in axes:
        copies *= grad.shape[i]
    total = grad.sum(axes) if axes else grad
    if copies > 1:
        total = total * (1 / copies)
    return total.reshape(shape)
