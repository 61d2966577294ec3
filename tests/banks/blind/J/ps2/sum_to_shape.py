# %% right: axes_then_reshape
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    shape = tuple(shape)
    extra = grad.ndim - len(shape)
    axes = tuple(
        i
        for i in range(grad.ndim)
        if i < extra or (shape[i - extra] == 1 and grad.shape[i] != 1)
    )
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(shape)

# %% right: shape_filled_up_with_ones
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    full = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    copied = []
    for axis, (have, want) in enumerate(zip(grad.shape, full)):
        if have != want:
            copied.append(axis)
    if not copied:
        return grad.reshape(tuple(shape))
    return grad.sum(tuple(copied)).reshape(tuple(shape))

# %% right: two_steps_from_the_end
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    front = grad.ndim - len(shape)
    if front > 0:
        grad = grad.sum(tuple(range(front)))
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    if ones:
        grad = grad.sum(ones).reshape(tuple(shape))
    return grad

# %% wrong: only_the_missing_axes
# why: Only the axes in front that the operand lacks are summed. Those in which it has size 1 were copied along
# as well; they must be summed and stay with size 1.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    if extra:
        grad = grad.sum(tuple(range(extra)))
    return grad

# %% wrong: only_the_axes_of_size_one
# why: It sums the axes of size 1 but not those in front that the operand does not have. The gradient keeps too
# many axes.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    axes = tuple(i + extra for i, n in enumerate(shape) if n == 1)
    if not axes:
        return grad
    kept = tuple(1 if i in axes else n for i, n in enumerate(grad.shape))
    return grad.sum(axes).reshape(kept)

# %% wrong: lined_up_from_the_left
# why: Axis i of grad is compared with entry i of shape, so the shapes are lined up from the left. They belong
# together from the right: axis 0 of (4,) is axis 1 of (3, 4).
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = tuple(
        i for i in range(grad.ndim) if i >= len(shape) or grad.shape[i] != shape[i]
    )
    return (grad.sum(axes) if axes else grad).reshape(tuple(shape))

# %% wrong: size_one_axes_are_gone
# why: The axes of size 1 are summed and not put back. The operand has them, so they must stay, with size 1;
# a reshape at the end does it.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    lead = grad.ndim - len(shape)
    axes = list(range(lead))
    axes += [lead + i for i, n in enumerate(shape) if n == 1]
    return grad.sum(tuple(axes)) if axes else grad

# %% wrong: axes_move_while_summing
# why: The axes are summed one after the other by their first numbers. After each sum the later axes have moved
# one to the front, so from the second on a wrong one is summed, or one that does not exist. Sum all at once.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    padded = (1,) * extra + tuple(shape)
    for axis, (g, s) in enumerate(zip(grad.shape, padded)):
        if s == 1 and g != 1:
            grad = grad.sum((axis,))
    return grad.reshape(tuple(shape))

# %% wrong: empty_axes_overlooked
# why: An axis is summed only if grad is longer than 1 there. An axis of size 0 that came from size 1, as in (0, 3)
# for (1, 3), is left out, and the reshape fails. It must be summed too, and gives zeros.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    axes = [i for i in range(extra)]
    for i, n in enumerate(shape):
        if n == 1 and grad.shape[i + extra] > 1:
            axes.append(i + extra)
    if axes:
        grad = grad.sum(tuple(axes))
    return grad.reshape(tuple(shape))

# %% wrong: axes_in_a_list
# why: The axes are handed to sum in a list. NumPy wants a tuple of axes and raises a TypeError for a list.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    axes = [i for i in range(grad.ndim) if i < extra or shape[i - extra] == 1]
    return grad.sum(axes).reshape(shape)

# %% wrong: mean_over_the_copies
# why: The sum is divided by the number of copies, so it is their mean. An entry that is used several times gets
# the sum of what its uses send back.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    axes = tuple(i for i in range(grad.ndim) if i < extra or shape[i - extra] == 1)
    if not axes:
        return grad
    copies = 1
    for i in axes:
        copies *= grad.shape[i]
    return (grad.sum(axes) / max(copies, 1)).reshape(tuple(shape))

# %% wrong: first_copy_taken
# why: It takes the first of the copies and does not add up the others. The operand gets the sum over all of them.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    while grad.ndim > len(shape):
        grad = grad[0]
    for i, n in enumerate(shape):
        if n == 1 and grad.shape[i] > 1:
            grad = grad[(slice(None),) * i + (slice(0, 1),)]
    return grad

# %% wrong: last_axes_summed_away
# why: Surplus axes are summed away at the end of grad. What the operand lacks is added in front, so the first
# axes are to be summed.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    while grad.ndim > len(shape):
        grad = grad.sum((grad.ndim - 1,))
    axes = tuple(i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1)
    if axes:
        grad = grad.sum(axes)
    return grad.reshape(tuple(shape))

# %% wrong: number_of_the_axis_from_the_end
# why: The shapes are compared from the right, but the axes found there are counted from the end and used as if
# they were counted from the front. The count must be turned round.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    axes = []
    pairs = zip(reversed(grad.shape), reversed(shape))
    for i, (g, s) in enumerate(pairs):
        if g != s:
            axes.append(i)
    axes += range(len(shape), grad.ndim)
    if not axes:
        return grad
    return grad.sum(tuple(axes)).reshape(tuple(shape))

# %% wrong: only_reshaped
# why: grad is only given the other shape. It has more entries than fit in; the copies must be summed first.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    if grad.shape == tuple(shape):
        return grad
    if len(shape) == 0:
        return grad.sum()
    return grad.reshape(shape)

# %% wrong: stops_when_the_numbers_of_axes_agree
# why: If grad has as many axes as the operand it is returned as it is, so (3, 4) for (3, 1) is not summed. Axes of
# size 1 must be looked at in this case as well.
@piece
def sum_to_shape(grad, shape):
    """`grad` summed over the axes along which an operand of `shape` was broadcast."""
    extra = grad.ndim - len(shape)
    if extra == 0:
        return grad
    axes = tuple(i for i in range(grad.ndim) if i < extra or shape[i - extra] == 1)
    return grad.sum(axes).reshape(tuple(shape))
