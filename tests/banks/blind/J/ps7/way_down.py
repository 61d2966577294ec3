# %% right: cloned_points
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)

# %% right: new_w_each_time
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    points = [start.detach()]
    for _ in range(steps):
        points.append(points[-1] - rate * 2 * points[-1])
    return torch.stack(points, 0)

# %% right: rows_of_a_table
@piece
def way_down(start, rate, steps):
    table = torch.zeros((steps + 1, *start.shape), dtype=start.dtype)
    with torch.no_grad():
        table[0] = start
        for k in range(steps):
            table[k + 1] = table[k] - rate * (2 * table[k])
    return table

# %% wrong: detached_points
# why: detach() gives another tensor with the same memory, so all rows are the last point. clone() copies the
# numbers.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.detach())
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)

# %% wrong: slice_as_a_copy
# why: w[:] copies a list, but of a tensor it is a view of the same memory, so all rows are the last point (and a
# single number cannot be sliced). Use clone().
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w[:])
        w -= rate * 2 * w
    path.append(w[:])
    return torch.stack(path)

# %% wrong: start_moves_too
# why: The steps are made in place on start's own memory, so the caller's start is changed. Copy it first.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w.clone()]
    for _ in range(steps):
        w -= rate * 2 * w
        path.append(w.clone())
    return torch.stack(path)

# %% wrong: keeps_its_graph
# why: If start requires grad, the steps are recorded and the result has a graph. It should have none: begin with
# start.detach().
@piece
def way_down(start, rate, steps):
    w, path = start.clone(), [start.clone()]
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)

# %% wrong: recorded_by_its_own_descent
# why: w is made to require grad, and w.clone() is recorded, so the result has a graph. The points must be kept
# without one: w.detach().clone().
@piece
def way_down(start, rate, steps):
    w = start.detach().clone().requires_grad_()
    path = [w.clone()]
    for _ in range(steps):
        (w**2).sum().backward()
        with torch.no_grad():
            w -= rate * w.grad
        w.grad = None
        path.append(w.clone())
    return torch.stack(path)

# %% wrong: start_left_out
# why: Only the points after the steps are kept, so the start is missing and there is one row too few.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)

# %% wrong: last_point_left_out
# why: The point after the last step is not kept: the list ends with the point before it. There should be
# steps + 1 rows.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.clone())
        w = w - 2 * rate * w
    return torch.stack(path)

# %% wrong: start_twice
# why: The start is kept before the loop and again in its first round, so it is there twice and the last point is
# missing.
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    path = [w.clone()]
    for _ in range(steps):
        path.append(w.clone())
        w -= 2 * rate * w
    return torch.stack(path)

# %% wrong: joined_end_to_end
# why: torch.cat joins the points into one long row, and cannot join single numbers. torch.stack puts them one below
# the other, in a new dimension.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    path.append(w)
    return torch.cat(path)

# %% wrong: side_by_side
# why: The points are stacked along the last dimension, so each is a column. They should be rows, along dimension 0.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path, -1)

# %% wrong: factor_two_forgotten
# why: The step is rate * w. The gradient of the sum of w squared is 2 w.
@piece
def way_down(start, rate, steps):
    path = [start.detach().clone()]
    for k in range(steps):
        path.append(path[k] - rate * path[k])
    return torch.stack(path)

# %% wrong: always_from_the_start
# why: The point after k steps is computed as if each step were as long as the first. The step depends on where w
# is: each one multiplies w by 1 - 2 rate.
@piece
def way_down(start, rate, steps):
    start = start.detach()
    return torch.stack([start - k * rate * 2 * start for k in range(steps + 1)])

# %% wrong: table_for_vectors_only
# why: The table has a row for a vector, by len(start), and the default dtype. A start of the shape () has no len,
# a matrix does not fit, and float64 numbers are rounded.
@piece
def way_down(start, rate, steps):
    path = torch.zeros(steps + 1, len(start))
    w = start.detach().clone()
    path[0] = w
    for k in range(1, steps + 1):
        w -= rate * 2 * w
        path[k] = w
    return path

# %% wrong: through_lists
# why: The points are kept as lists of Python numbers, and torch.tensor makes float32 of them. The result should have
# the dtype of start.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.tolist())
        w -= rate * 2 * w
    path.append(w.tolist())
    return torch.tensor(path)
