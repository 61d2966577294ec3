# %% right: keeps_clones
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
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
    for _ in range(steps):
        last = path[-1]
        path.append(last - rate * 2 * last)
    return torch.stack(path)

# %% right: table_made_before
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    with torch.no_grad():
        table = torch.zeros((steps + 1, *start.shape), dtype=start.dtype)
        table[0] = start
        for i in range(steps):
            table[i + 1] = table[i] - 2 * rate * table[i]
    return table

# %% right: closed_form
@piece
def way_down(start, rate, steps):
    """The points of the descent, one below the other, the start first."""
    shrink = 1 - 2 * rate
    w = start.detach()
    return torch.stack([w * shrink**t for t in range(steps + 1)])

# %% wrong: slice_as_a_copy
# why: w[:] copies a Python list, but of a tensor it is a view of the same memory, so all rows say the
# last point (and a single number cannot be sliced). clone makes a copy.
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    path = [w[:]]
    for _ in range(steps):
        w -= rate * 2 * w
        path.append(w[:])
    return torch.stack(path)

# %% wrong: start_is_walked_away
# why: w is start itself (detach shares its memory), and the steps are made in place, so the caller's
# start is changed. w must begin as a clone.
@piece
def way_down(start, rate, steps):
    w = start.detach()
    path = [w.clone()]
    for _ in range(steps):
        w -= rate * 2 * w
        path.append(w.clone())
    return torch.stack(path)

# %% wrong: graph_is_kept
# why: If start requires grad, every step is recorded and the result has a graph. It should have none:
# detach the start, or compute under no_grad.
@piece
def way_down(start, rate, steps):
    w, path = start.clone(), [start.clone()]
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)

# %% wrong: last_point_is_missing
# why: Each turn of the loop notes the point before its step, and the point after the last step is never
# noted: there are only steps rows instead of steps + 1 (and with steps = 0 there is nothing to stack).
@piece
def way_down(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w)
        w = w * (1 - 2 * rate)
    return torch.stack(path)

# %% wrong: through_python_lists
# why: The points are noted as Python numbers, and torch.tensor makes a float32 tensor of them, whatever
# dtype the start had. The dtype of start must be kept.
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    rows = [w.tolist()]
    for _ in range(steps):
        w -= 2 * rate * w
        rows.append(w.tolist())
    return torch.tensor(rows)

# %% wrong: table_for_vectors_only
# why: The table has the shape (steps + 1, len(start)), which is right for a vector only. A single number
# has no len, and a matrix does not fit; the shape should be (steps + 1, *start.shape).
@piece
def way_down(start, rate, steps):
    w = start.detach().clone()
    table = torch.zeros(steps + 1, len(start), dtype=start.dtype)
    table[0] = w
    for i in range(1, steps + 1):
        w = w - rate * 2 * w
        table[i] = w
    return table

# %% wrong: list_times_a_number
# why: [w] * (steps + 1) is a list that holds one and the same tensor several times, and -= changes
# it in place, so all rows end up as the same point. Each row needs a tensor of its own.
@piece
def way_down(start, rate, steps):
    path = [start.detach().clone()] * (steps + 1)
    for i in range(1, steps + 1):
        path[i] -= rate * 2 * path[i - 1]
    return torch.stack(path)

# %% wrong: steps_of_equal_length
# why: It takes off the same piece, 2 * rate * start, in each step. The slope shrinks with w, so
# each step must be computed from the current point: the factor is (1 - 2 rate) to the power t.
@piece
def way_down(start, rate, steps):
    s = start.detach()
    return torch.stack([s - t * rate * 2 * s for t in range(steps + 1)])
