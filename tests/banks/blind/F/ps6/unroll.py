# %% right: where
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        new = cell(xs[t], h)
        alive = (lengths > t).unsqueeze(1)
        h = torch.where(alive, new, h)
    return h
# %% right: enumerate_not_done
@piece
def unroll(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        done = lengths <= t
        h = torch.where(done[:, None], h, cell(x, h))
    return h
# %% right: collect_then_pick
@piece
def unroll(cell, xs, lengths, h):
    states = [h]
    for t in range(xs.shape[0]):
        states.append(cell(xs[t], states[-1]))
    # state number k is the one after k numbers
    states = torch.stack(states)
    n = len(lengths)
    return states[lengths, torch.arange(n)]
# %% right: up_to_the_longest
@piece
def unroll(cell, xs, lengths, h):
    ends = [int(n) for n in lengths.tolist()]
    state = h
    for t in range(max(ends)):
        mask = torch.tensor([[t < end] for end in ends])
        state = torch.where(mask, cell(xs[t], state), state)
    return state
# %% right: clean_the_padding_too
@piece
def unroll(cell, xs, lengths, h):
    state = h
    T, N = xs.shape[0], xs.shape[1]
    for t in range(T):
        mask = (t < lengths).reshape(N, 1)
        x = torch.where(mask, xs[t], torch.zeros_like(xs[t]))
        state = torch.where(mask, cell(x, state), state)
    return state
# %% right: pick_when_it_ends
@piece
def unroll(cell, xs, lengths, h):
    result = h
    state = h
    t = 0
    while t < xs.shape[0]:
        state = cell(xs[t], state)
        t += 1
        ends_here = (lengths == t).unsqueeze(-1)
        result = torch.where(ends_here, state, result)
    return result
# %% wrong: one_step_too_many
# why: Off by one: with <= a sequence of length 2 also reads number 2, which is padding.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        new = cell(xs[t], h)
        alive = (lengths >= t).unsqueeze(1)
        h = torch.where(alive, new, h)
    return h
# %% wrong: no_mask
# why: There is no mask: all sequences read the padding to the end.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        new = cell(xs[t], h)
        alive = (lengths > t).unsqueeze(1)
        h = new
    return h
# %% wrong: flat_mask
# why: The mask has the shape (N,) and is laid along the features instead of the rows.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        new = cell(xs[t], h)
        alive = lengths > t
        h = torch.where(alive, new, h)
    return h
# %% wrong: branches_swapped
# why: The two branches of where are swapped: running sequences keep their state, ended ones go on.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        new = cell(xs[t], h)
        alive = (lengths > t).unsqueeze(1)
        h = torch.where(alive, h, new)
    return h
# %% wrong: ended_becomes_zero
# why: A sequence that has ended gets the state 0 in place of keeping its own.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        new = cell(xs[t], h)
        alive = (lengths > t).unsqueeze(1)
        h = torch.where(alive, new, torch.zeros_like(h))
    return h
# %% wrong: padding_set_to_zero
# why: Only the padding is replaced by 0; the cell still runs on ended sequences and changes their states.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        alive = (lengths > t).unsqueeze(1)
        x = torch.where(alive, xs[t], torch.zeros_like(xs[t]))
        h = cell(x, h)
    return h
# %% wrong: stops_at_the_shortest
# why: The loop ends with the shortest sequence, so the longer ones are not read to the end.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(int(lengths.min())):
        h = cell(xs[t], h)
    return h
# %% wrong: first_state_kept
# why: Ended sequences fall back to the first state, not to the state after their last number.
@piece
def unroll(cell, xs, lengths, h):
    first = h
    for t in range(len(xs)):
        new = cell(xs[t], h)
        alive = (lengths > t).unsqueeze(1)
        h = torch.where(alive, new, first)
    return h
# %% wrong: starts_at_zero
# why: The loop starts from zeros and ignores the first state that it was given.
@piece
def unroll(cell, xs, lengths, h):
    h = torch.zeros_like(h)
    for t in range(len(xs)):
        new = cell(xs[t], h)
        alive = (lengths > t).unsqueeze(1)
        h = torch.where(alive, new, h)
    return h
# %% wrong: returns_after_one_step
# why: return stands inside the loop, so only the first number is read.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        new = cell(xs[t], h)
        alive = (lengths > t).unsqueeze(1)
        h = torch.where(alive, new, h)
        return h
# %% wrong: state_written_in_place
# why: The new state is added into h in place, which changes the caller's first state (or is refused, if that requires grad).
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        alive = (lengths > t).unsqueeze(1)
        step = cell(xs[t], h) - h
        h += torch.where(alive, step, torch.zeros_like(step))
    return h
# %% wrong: last_minus_one
# why: States are picked at lengths - 1 without the first one in front, so a sequence of length 0 gets the very last state.
@piece
def unroll(cell, xs, lengths, h):
    states = []
    for x in xs:
        h = cell(x, h)
        states.append(h)
    return torch.stack(states)[lengths - 1, torch.arange(len(lengths))]
# %% wrong: loops_over_the_batch
# why: The loop counts the sequences (N) and not the steps (T).
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[1]):
        new = cell(xs[t], h)
        alive = (lengths > t).unsqueeze(1)
        h = torch.where(alive, new, h)
    return h
# %% wrong: if_on_a_batch
# why: `if t < lengths` wants one answer for N sequences, which raises an error.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        if t < lengths:
            h = cell(xs[t], h)
    return h
# %% wrong: all_like_the_first
# why: All sequences are treated as if they had the length of the first one.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        if t < lengths[0]:
            h = cell(xs[t], h)
    return h
# %% wrong: history_cut
# why: The kept state is detached, so a sequence that has ended passes no gradient back.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        new = cell(xs[t], h)
        alive = (lengths > t).unsqueeze(1)
        h = torch.where(alive, new, h.detach())
    return h
# %% wrong: arguments_of_the_cell
# why: The cell is called with state and number in the wrong order.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        new = cell(h, xs[t])
        alive = (lengths > t).unsqueeze(1)
        h = torch.where(alive, new, h)
    return h
# %% wrong: backwards
# why: The numbers are read from the last to the first.
@piece
def unroll(cell, xs, lengths, h):
    for t in reversed(range(len(xs))):
        new = cell(xs[t], h)
        alive = (lengths > t).unsqueeze(1)
        h = torch.where(alive, new, h)
    return h
# %% wrong: one_by_one_with_a_leak
# why: The loop over the sequences does not start anew: each begins with the last state of the one before.
@piece
def unroll(cell, xs, lengths, h):
    rows = []
    state = h[0:1]
    for i in range(len(lengths)):
        for t in range(int(lengths[i])):
            state = cell(xs[t, i : i + 1], state)
        rows.append(state)
    return torch.cat(rows)
# %% wrong: mask_times_number
# why: The numbers are multiplied by a mask, and the cell runs on with zeros to the end.
@piece
def unroll(cell, xs, lengths, h):
    steps = torch.arange(len(xs)).unsqueeze(1)
    mask = (steps < lengths).to(xs.dtype).unsqueeze(2)
    for x in xs * mask:
        h = cell(x, h)
    return h
