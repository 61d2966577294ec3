# %% right: all_states_then_pick
@piece
def unroll(cell, xs, lengths, h):
    steps, count = xs.shape[0], xs.shape[1]
    numbers = torch.arange(steps).reshape(steps, 1, 1)
    alive = numbers < lengths.reshape(1, count, 1)
    clean = torch.where(alive, xs, torch.zeros_like(xs))
    states = [h]
    for t in range(steps):
        states.append(cell(clean[t], states[-1]))
    return torch.stack(states)[lengths, torch.arange(count)]


# %% right: sorted_and_shrinking
@piece
def unroll(cell, xs, lengths, h):
    many = lengths.tolist()
    order = sorted(range(len(many)), key=lambda i: -many[i])
    back = sorted(range(len(many)), key=lambda place: order[place])
    # the sum of nothing: xs belongs to the graph even if nobody has a number
    h = h[torch.tensor(order, dtype=torch.int64)] + xs[:, :0].sum()
    for t in range(xs.shape[0]):
        running = sum(1 for length in many if length > t)
        if running == 0:
            break
        chosen = torch.tensor(order[:running], dtype=torch.int64)
        h = torch.cat([cell(xs[t][chosen], h[:running]), h[running:]])
    return h[torch.tensor(back, dtype=torch.int64)]


# %% wrong: only_the_padding_is_zero
# why: The padding is set to 0, but the cell goes on with it: a sequence that has ended does not keep its state.
@piece
def unroll(cell, xs, lengths, h):
    T, N = xs.shape[:2]
    mask = torch.arange(T).unsqueeze(1) < lengths.unsqueeze(0)
    xs = torch.where(mask.unsqueeze(2), xs, torch.zeros_like(xs))
    for x in xs.unbind(0):
        h = cell(x, h)
    return h


# %% wrong: one_step_too_many
# why: Sequence i has numbers at the steps below lengths[i]; with t <= lengths it reads one number of padding.
@piece
def unroll(cell, xs, lengths, h):
    ends = lengths.unsqueeze(1)
    for t in range(xs.shape[0]):
        new = cell(xs[t], h)
        h = torch.where(ends >= t, new, h)
    return h


# %% wrong: what_has_ended_is_detached
# why: The state of a sequence that has ended is detached. Its value is right, but no gradient goes back through it to the numbers, the first state and the cell.
@piece
def unroll(cell, xs, lengths, h):
    state, t = h, 0
    while t < len(xs):
        running = (lengths > t).reshape(-1, 1)
        frozen = state.detach()
        x = torch.where(running, xs[t], torch.zeros_like(xs[t]))
        state = torch.where(running, cell(x, state), frozen)
        t += 1
    return state


# %% wrong: the_first_state_is_not_kept
# why: The list of states begins after the first step, so a sequence of length 0 picks number -1, the last state, in place of its first one.
@piece
def unroll(cell, xs, lengths, h):
    states = []
    for t in range(xs.shape[0]):
        h = cell(xs[t], h)
        states.append(h)
    table = torch.stack(states)
    rows = torch.arange(xs.shape[1])
    return table[lengths - 1, rows]


# %% wrong: the_state_is_written_in_place
# why: New states are written into h itself: the first state of the caller is changed, and an h that requires grad refuses it.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(int(lengths.max().item()) if len(lengths) else 0):
        alive = lengths > t
        h[alive] = cell(xs[t][alive], h[alive].clone())
    return h
