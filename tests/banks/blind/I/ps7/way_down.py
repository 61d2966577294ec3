# %% right: clones_in_the_list
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
    path = [start.detach()]
    while len(path) <= steps:
        last = path[-1]
        path.append(last - rate * 2 * last)
    return torch.stack(path)

# %% right: rows_filled_in
@piece
def way_down(start, rate, steps):
    table = torch.zeros(steps + 1, *start.shape, dtype=start.dtype)
    point = start.detach()
    for i in range(steps + 1):
        table[i] = point
        point = point * (1 - 2 * rate)
    return table

# %% wrong: detached_instead_of_copied
# why: w.detach() is another tensor with the same memory, so all entries of the list show the last point. A clone has a
# memory of its own.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.detach())
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)

# %% wrong: start_goes_down
# why: w has the memory of start, so the steps in place change the caller's tensor. The points in the list are copies, but
# w itself must be one too.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w.clone()]
    for _ in range(steps):
        w -= rate * 2 * w
        path.append(w.clone())
    return torch.stack(path)

# %% wrong: without_the_start
# why: The list begins with the point after the first step. The result must have steps + 1 rows, the start first.
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    path = []
    for _ in range(steps):
        w = w - 2 * rate * w
        path.append(w)
    return torch.stack(path) if path else w.unsqueeze(0)[:0]

# %% wrong: last_point_missing
# why: Each point is noted before its step, and after the last step nothing is noted any more. The result has one row too
# few.
@piece
def way_down(start, rate, steps):
    points, w = [], start.detach()
    for _ in range(max(steps, 1)):
        points.append(w)
        w = w - rate * (2 * w)
    return torch.stack(points)

# %% wrong: graph_is_kept
# why: The points are computed from start with its graph. If start requires grad so does the result; it should have no
# graph, so start must be detached first.
@piece
def way_down(start, rate, steps):
    path = [start]
    for _ in range(steps):
        path.append(path[-1] - rate * 2 * path[-1])
    return torch.stack(path)

# %% wrong: same_list_entry_repeated
# why: [w] * n puts the same tensor into the list n times, and writing into one entry writes into all. Each row needs a
# tensor of its own.
@piece
def way_down(start, rate, steps):
    path = [start.detach().clone()] * (steps + 1)
    for i in range(steps):
        path[i + 1][...] = path[i] - rate * 2 * path[i]
    return torch.stack(path)

# %% wrong: joined_by_cat
# why: torch.cat joins along the first dimension that is there, so the points lie in one long row. The result has one
# dimension more than start, as torch.stack makes it.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w]
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.cat(path)
