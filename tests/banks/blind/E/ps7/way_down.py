# %% right: cloned_points
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)

# %% right: new_points
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    points = [start.detach()]
    while len(points) <= steps:
        points.append(points[-1] - rate * 2 * points[-1])
    return torch.stack(points)

# %% right: table_filled
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    with torch.no_grad():
        path = torch.zeros((steps + 1, *start.shape), dtype=start.dtype)
        path[0] = start
        for i in range(steps):
            path[i + 1] = path[i] - 2 * rate * path[i]
    return path

# %% right: powers
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w = start.detach()
    return torch.stack([w * (1 - 2 * rate) ** i for i in range(steps + 1)])

# %% right: rows_joined
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    current = start.detach().clone()
    path = current.unsqueeze(0).clone()
    for _ in range(steps):
        gradient = 2 * current
        current = current - rate * gradient
        path = torch.cat([path, current.unsqueeze(0)])
    return path

# %% wrong: detached_points
# why: detach gives another tensor with the same memory: all rows are still the last point.
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.detach())
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)

# %% wrong: views
# why: A view has the memory of w, so that it changes with the later steps.
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.view(w.shape))
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)

# %% wrong: cloned_at_the_end
# why: The clones are made after the loop, when all entries of the list are one tensor with the last point.
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w)
        w -= rate * 2 * w
    path.append(w)
    return torch.stack([point.clone() for point in path])

# %% wrong: graph_kept
# why: start is not detached: where it requires grad, the result has a graph.
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w = start
    path = [w]
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)

# %% wrong: start_changed
# why: w is start itself (detach shares the memory), and the steps in place change the argument.
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    path.append(w.clone())
    return torch.stack(path)

# %% wrong: last_point_missing
# why: The point after the last step is not noted: there are steps rows and not steps + 1.
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    return torch.stack(path)

# %% wrong: start_missing
# why: The points are noted after each step only; the start is not in the list.
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach().clone(), []
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)

# %% wrong: factor_two_lost
# why: The slope of w squared is 2 w; the factor 2 is lost.
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w)
        w = w - rate * w
    path.append(w)
    return torch.stack(path)

# %% wrong: last_dimension
# why: The points are stacked along the last dimension and not one below the other.
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path, dim=-1)

# %% wrong: cat
# why: cat joins the points along a dimension that they have: no dimension more, and an error for the shape ().
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    path.append(w)
    return torch.cat(path)

# %% wrong: through_lists
# why: torch.tensor of a list of numbers is float32: the dtype of a float64 start is lost.
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.tolist())
        w -= rate * 2 * w
    path.append(w.tolist())
    return torch.tensor(path)

# %% wrong: one_step_more
# why: The loop goes over steps + 1 and the last point is noted besides: one row too many.
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach().clone(), []
    for _ in range(steps + 1):
        path.append(w.clone())
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)

# %% wrong: list_extended
# why: += on a list takes the tensor apart: each row of w becomes an entry (and a single number cannot be iterated).
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path += w.clone()
        w -= rate * 2 * w
    path += w
    return torch.stack(path)

# %% wrong: plain_list
# why: A Python list of points is returned, not one tensor.
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    path.append(w)
    return path
