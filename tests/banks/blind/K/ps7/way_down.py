# %% right: copies_in_the_list
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    path = [w.clone()]
    for _ in range(steps):
        w -= rate * 2 * w
        path.append(w.clone())
    return torch.stack(path)

# %% right: new_tensors_without_graph
@piece
def way_down(start, rate, steps):
    points = [start]
    with torch.no_grad():
        while len(points) <= steps:
            points.append(points[-1] - rate * 2 * points[-1])
        return torch.stack(points)

# %% wrong: detach_is_no_copy
# why: w.detach() is another tensor with the same memory, so all rows show the last point. It needs clone().
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.detach())
        w -= rate * 2 * w
    path.append(w.detach())
    return torch.stack(path)

# %% wrong: start_walks_along
# why: The points are copied, but w is the caller's start itself, and the steps in place move it. w should
# begin as a copy of start.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w.clone()]
    for _ in range(steps):
        w -= 2 * rate * w
        path.append(w.clone())
    return torch.stack(path)

# %% wrong: with_a_graph
# why: If start requires grad, every step is recorded, and the result has a graph. It should be detached, or
# computed under no_grad.
@piece
def way_down(start, rate, steps):
    path = [start]
    for _ in range(steps):
        w = path[-1]
        path.append(w - rate * 2 * w)
    return torch.stack(path)

# %% wrong: powers_in_a_column
# why: The powers are a column of shape (steps + 1, 1), which fits a start of one dimension only: for a
# single number the result has a dimension too many, for a matrix it broadcasts wrongly or not at all.
@piece
def way_down(start, rate, steps):
    powers = [(1 - 2 * rate) ** i for i in range(steps + 1)]
    column = torch.tensor(powers, dtype=start.dtype).reshape(-1, 1)
    return column * start.detach()

# %% wrong: table_in_float32
# why: The table is made with the default dtype float32, so a start in float64 loses its dtype and half of
# its digits. It should have the dtype of start.
@piece
def way_down(start, rate, steps):
    table = torch.zeros(steps + 1, *start.shape)
    w = start.detach().clone()
    table[0] = w
    for i in range(1, steps + 1):
        w = w - rate * 2 * w
        table[i] = w
    return table

# %% wrong: last_point_missing
# why: Each point is noted before its step, and the one after the last step never: there are steps rows and
# not steps + 1.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w)
        w = w - rate * 2 * w
    return torch.stack(path)
