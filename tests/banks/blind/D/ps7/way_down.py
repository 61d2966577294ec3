# %% right: new_tensor
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w)
        w = w - rate * 2 * w
    path.append(w)
    return torch.stack(path)


# %% right: clones
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    path = [w.clone()]
    for _ in range(steps):
        w -= rate * 2 * w
        path.append(w.clone())
    return torch.stack(path)


# %% right: rows
@piece
def way_down(start, rate, steps):
    path = torch.zeros(steps + 1, *start.shape, dtype=start.dtype)
    with torch.no_grad():
        path[0] = start.detach()
        for i in range(steps):
            path[i + 1] = path[i] - rate * 2 * path[i]
    return path


# %% right: last_of_list
@piece
def way_down(start, rate, steps):
    with torch.no_grad():
        path = [start.clone()]
        while len(path) <= steps:
            last = path[-1]
            path.append(last - 2 * rate * last)
        return torch.stack(path, dim=0).detach()


# %% wrong: detach
# why: detach is another tensor with the same memory: all rows are the last point.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.detach())
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)


# %% wrong: view
# why: A view shares the memory.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.view(w.shape))
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)


# %% wrong: start_missing
# why: Appends after the step only: the start is missing.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)


# %% wrong: last_missing
# why: The last append is forgotten: one row too few.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w)
        w = w - rate * 2 * w
    return torch.stack(path)


# %% wrong: start_changed
# why: No copy of the start, which is changed in place.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w.clone()]
    for _ in range(steps):
        w -= rate * 2 * w
        path.append(w.clone())
    return torch.stack(path)


# %% wrong: no_two
# why: The 2 of the slope is forgotten.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w)
        w = w - rate * w
    path.append(w)
    return torch.stack(path)


# %% wrong: cat
# why: cat joins along the first dimension: no dimension is added, and a single number has none.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w)
        w = w - rate * 2 * w
    path.append(w)
    return torch.cat(path)


# %% wrong: graph_kept
# why: The result is connected with the start when that requires a gradient.
@piece
def way_down(start, rate, steps):
    w, path = start.clone(), []
    for _ in range(steps):
        path.append(w)
        w = w - rate * 2 * w
    path.append(w)
    return torch.stack(path)


# %% wrong: last_dim
# why: The points are stacked as columns.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w)
        w = w - rate * 2 * w
    path.append(w)
    return torch.stack(path, dim=-1)


# %% wrong: clone_late
# why: The rows are cloned at the end, when all are the last point already.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w)
        w -= rate * 2 * w
    path.append(w)
    return torch.stack([p.clone() for p in path])


# %% wrong: backwards
# why: The points come in the wrong order, the last one first.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.insert(0, w)
        w = w - rate * 2 * w
    path.insert(0, w)
    return torch.stack(path)
