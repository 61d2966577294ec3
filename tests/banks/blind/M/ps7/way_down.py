# %% right: append_clone
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)

# %% right: new_tensor_each_step
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    path = [start.detach()]
    while len(path) <= steps:
        last = path[-1]
        path.append(last - rate * 2 * last)
    return torch.stack(path)

# %% right: rows_of_a_table
@piece
def way_down(start, rate, steps):
    table = torch.zeros((steps + 1, *start.shape), dtype=start.dtype)
    with torch.no_grad():
        table[0] = start
        for i in range(steps):
            table[i + 1] = table[i] - 2 * rate * table[i]
    return table

# %% right: closed_form
@piece
def way_down(start, rate, steps):
    begin = start.detach()
    shrink = 1 - 2 * rate
    return torch.stack([begin * shrink**k for k in range(steps + 1)])

# %% wrong: detached_same_memory
# why: detach() gives another tensor with the same memory, so all rows follow the changes in place and show the last point. Each point needs a clone.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.detach())
        w -= rate * 2 * w
    path.append(w.detach())
    return torch.stack(path)

# %% wrong: steps_on_start_itself
# why: w is start itself (or shares its memory), and the steps in place change the caller's start. Copy the start before the first step.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w.clone()]
    for _ in range(steps):
        w -= rate * 2 * w
        path.append(w.clone())
    return torch.stack(path)

# %% wrong: graph_is_kept
# why: If start requires grad, every point is recorded and the result has a graph. It should have none: detach the start or work under no_grad.
@piece
def way_down(start, rate, steps):
    w = start
    path = [w]
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)

# %% wrong: end_is_missing
# why: A point is noted before each step, but not the one after the last step: there are `steps` rows instead of steps + 1.
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    path = []
    for _ in range(steps):
        path.append(w)
        w = w - rate * 2 * w
    return torch.stack(path)

# %% wrong: through_lists
# why: The points go through Python lists, and torch.tensor makes float32 of them, whatever dtype the start had. The result should keep the dtype (and the digits) of the start.
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    path = [w.tolist()]
    for _ in range(steps):
        w = w - 2 * rate * w
        path.append(w.tolist())
    return torch.tensor(path)

# %% wrong: ends_when_still
# why: It stops as soon as a step changes nothing, for instance from the start 0, and returns too few rows. There are always steps + 1 rows.
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    path = [w]
    for _ in range(steps):
        new = w - rate * 2 * w
        if torch.equal(new, w):
            break
        path.append(new)
        w = new
    return torch.stack(path)

# %% wrong: slice_as_copy
# why: w[:] copies a list, but of a tensor it is a view with the same memory, so all rows become the last point (and a single number cannot be sliced). clone() copies.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w[:])
        w -= rate * 2 * w
    path.append(w[:])
    return torch.stack(path)

# %% wrong: points_side_by_side
# why: The points are stacked along the last dimension, as columns. The steps must be the first dimension, one row for each point.
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    path = [w]
    for k in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path, -1)
