# %% right: a_new_tensor_for_each_point
@piece
def way_down(start, rate, steps):
    points = [start.detach().clone()]
    while len(points) <= steps:
        last = points[-1]
        points.append(last - rate * (2 * last))
    return torch.stack(points)


# %% right: a_table_that_is_filled
@piece
def way_down(start, rate, steps):
    with torch.no_grad():
        table = torch.zeros((steps + 1, *start.shape), dtype=start.dtype)
        w = start.clone()
        table[0] = w
        for row in range(1, steps + 1):
            w -= rate * 2 * w
            table[row] = w
    return table


# %% wrong: detached_points
# why: detach() is another tensor with the same memory. All rows are the last point.
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    path = [w.detach()]
    for _ in range(steps):
        w -= rate * 2 * w
        path.append(w.detach())
    return torch.stack(path)


# %% wrong: the_start_goes_down
# why: The points are copied, but w is start itself, and the steps in place move the start of the caller.
@piece
def way_down(start, rate, steps):
    w, path = start.detach(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    path.append(w.clone())
    return torch.stack(path)


# %% wrong: the_way_has_a_graph
# why: Nothing is detached: if start requires grad, the whole way is recorded, and the result has a graph.
@piece
def way_down(start, rate, steps):
    w = start.clone()
    path = [w]
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)


# %% wrong: by_way_of_lists
# why: The points are kept as lists of numbers and made a tensor of the default dtype: for a float64 start the result is float32.
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    rows = [w.tolist()]
    for _ in range(steps):
        w = w * (1 - 2 * rate)
        rows.append(w.tolist())
    return torch.tensor(rows)


# %% wrong: the_start_is_not_noted
# why: A point is noted after each step only. The first row is the point after the first step, and there are `steps` rows.
@piece
def way_down(start, rate, steps):
    with torch.no_grad():
        w = start.clone()
        path = []
        for _ in range(steps):
            gradient = 2 * w
            w = w - rate * gradient
            path.append(w.clone())
        if not path:
            path.append(w)
        return torch.stack(path)
