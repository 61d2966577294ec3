# %% right: powers_of_the_factor
@piece
def way_down(start, rate, steps):
    factor = 1 - 2 * rate
    first = start.detach()
    return torch.stack([first * factor**k for k in range(steps + 1)])

# %% right: rows_of_one_tensor
@piece
def way_down(start, rate, steps):
    points = [start.detach().clone()]
    while len(points) <= steps:
        last = points[-1]
        points.append(last - rate * (last + last))
    return torch.stack(points, dim=0)

# %% wrong: other_names_same_memory
# why: detach() gives other tensors with the same memory, so all rows are still the last point.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.detach())
        w -= rate * 2 * w
    path.append(w.detach())
    return torch.stack(path)

# %% wrong: start_is_missing
# why: The point is noted only after each step, and the start is not among the rows.
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    path = []
    for step in range(steps + 1):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)

# %% wrong: start_is_changed
# why: Copies are noted, but the descent itself runs in the memory of start and changes it.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w.clone()]
    for _ in range(steps):
        w -= rate * 2 * w
        path.append(w.clone())
    return torch.stack(path)

# %% wrong: laid_end_to_end
# why: cat joins the points along a dimension that is there, so the result has not one dimension more than start, but one long first dimension.
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    rows = [w.reshape(-1)]
    for _ in range(steps):
        w = w * (1 - 2 * rate)
        rows.append(w.reshape(-1))
    return torch.cat(rows)

# %% wrong: graph_left_on
# why: If start requires grad every step is recorded, and the result has a graph.
@piece
def way_down(start, rate, steps):
    path = [start]
    for _ in range(steps):
        w = path[-1]
        path.append(w - rate * 2 * w)
    return torch.stack(path)
