# %% right: copies
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
    w = start.detach()
    path = [w]
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)
# %% right: rows_of_a_table
@piece
def way_down(start, rate, steps):
    table = torch.zeros((steps + 1, *start.shape), dtype=start.dtype)
    table[0] = start.detach()
    for k in range(steps):
        table[k + 1] = table[k] - 2 * rate * table[k]
    return table
# %% right: under_no_grad
@piece
def way_down(start, rate, steps):
    with torch.no_grad():
        path = [start.clone()]
        while len(path) <= steps:
            last = path[-1]
            path.append(last - rate * (2 * last))
        return torch.stack(path, dim=0)
# %% right: cat
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    path = w.unsqueeze(0)
    for _ in range(steps):
        w = w * (1 - 2 * rate)
        path = torch.cat([path, w.unsqueeze(0)])
    return path
# %% wrong: detach_is_no_copy
# why: detach() shares its memory: all rows are the last point.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.detach())
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)
# %% wrong: data_is_no_copy
# why: `.data` is the same memory as well.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.data)
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)
# %% wrong: view_is_no_copy
# why: A view shares the memory.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.view(w.shape))
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)
# %% wrong: start_changed
# why: w is the caller's start, and the steps in place change it.
@piece
def way_down(start, rate, steps):
    w, path = start.detach(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)
# %% wrong: copied_at_the_end
# why: The rows are copied when all of them say the last point already.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w)
        w -= rate * 2 * w
    path.append(w)
    return torch.stack([p.clone() for p in path])
# %% wrong: with_a_graph
# why: The start is not detached; if it requires grad, so does the way.
@piece
def way_down(start, rate, steps):
    w = start
    path = [w]
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)
# %% wrong: start_missing
# why: The start is not noted.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = []
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)
# %% wrong: end_missing
# why: The last point is not noted.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    return torch.stack(path)
# %% wrong: factor_two
# why: The gradient of w² is 2 w; the 2 is missing.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w]
    for _ in range(steps):
        w = w - rate * w
        path.append(w)
    return torch.stack(path)
# %% wrong: uphill
# why: The sign of the step is wrong.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w]
    for _ in range(steps):
        w = w + rate * 2 * w
        path.append(w)
    return torch.stack(path)
# %% wrong: one_step_more
# why: One step too many.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w]
    for _ in range(steps + 1):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)
# %% wrong: joined_in_a_row
# why: cat joins the points along their own dimension (and fails for a single number).
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w]
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.cat(path)
# %% wrong: side_by_side
# why: The points are stacked side by side (the last dimension), not one below the other.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w]
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path, dim=-1)
# %% wrong: list_returned
# why: A list is returned, not a tensor.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w]
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return path
# %% wrong: always_from_the_start
# why: Each step starts from the start again.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w]
    for _ in range(steps):
        path.append(w - rate * 2 * w)
    return torch.stack(path)
# %% wrong: copy_before_the_loop
# why: One copy before the loop is not one for each row.
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    note = w.clone()
    for _ in range(steps):
        path.append(note)
        w -= rate * 2 * w
    path.append(w)
    return torch.stack(path)
# %% wrong: list_multiplied
# why: The list is made of one tensor that stands in it several times, and is filled in place.
@piece
def way_down(start, rate, steps):
    path = [start.detach().clone()] * (steps + 1)
    for k in range(steps):
        path[k + 1].copy_(path[k] - rate * 2 * path[k])
    return torch.stack(path)
