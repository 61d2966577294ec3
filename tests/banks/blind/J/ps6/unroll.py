# %% right: where_in_each_step
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        going_on = (lengths > t).unsqueeze(1)
        h = torch.where(going_on, cell(xs[t], h), h)
    return h

# %% right: all_states_then_pick
@piece
def unroll(cell, xs, lengths, h):
    states = [h]
    for t in range(len(xs)):
        states.append(cell(xs[t], states[-1]))
    # states[k] is the state after k numbers, so the state of sequence i is states[lengths[i]][i]
    rows = [states[int(k)][i] for i, k in enumerate(lengths.tolist())]
    return torch.stack(rows) if rows else h

# %% right: stops_when_all_have_ended
@piece
def unroll(cell, xs, lengths, h):
    T, N = xs.shape[0], xs.shape[1]
    t = 0
    while t < T:
        active = lengths.reshape(N, 1) > t
        if not bool(active.any()):
            break
        new = cell(xs[t], h)
        h = torch.where(active, new, h)
        t += 1
    return h

# %% wrong: one_step_too_many
# why: A sequence is moved on at step t if t <= length, so each one reads one number of its padding. The numbers of a sequence are those with t < length.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        mask = (t <= lengths).unsqueeze(1)
        h = torch.where(mask, cell(xs[t], h), h)
    return h

# %% wrong: last_state_for_length_zero
# why: The state is picked by lengths - 1, which is -1 for a sequence without numbers, and index -1 is the last state of all. A sequence of length 0 keeps its first state.
@piece
def unroll(cell, xs, lengths, h):
    states = []
    for t in range(xs.shape[0]):
        h = cell(xs[t], h)
        states.append(h)
    return torch.stack([states[k - 1][i] for i, k in enumerate(lengths.tolist())])

# %% wrong: zeros_for_length_zero
# why: The result starts as zeros, and is filled where a sequence ends. A sequence of length 0 never ends in the loop and keeps the zeros; it should keep its first state, h.
@piece
def unroll(cell, xs, lengths, h):
    result = torch.zeros_like(h)
    for t in range(xs.shape[0]):
        h = cell(xs[t], h)
        ends_here = (lengths == t + 1).unsqueeze(1)
        result = torch.where(ends_here, h, result)
    return result

# %% wrong: padding_set_to_zero
# why: The padding is replaced by zeros, but the cell goes on with these zeros, and the state of a sequence that has ended still changes. The state must be kept, not the input be emptied.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        x = xs[t]
        x = torch.where((lengths > t).unsqueeze(1), x, torch.zeros_like(x))
        h = cell(x, h)
    return h

# %% wrong: thinks_they_are_sorted
# why: At each step the first k sequences are moved on, where k counts those that still have numbers. That is right only if they are sorted by length, longest first, which nobody has promised.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        k = int((lengths > t).sum())
        if k == 0:
            break
        new = cell(xs[t][:k], h[:k])
        h = torch.cat([new, h[k:]])
    return h

# %% wrong: mask_of_one_axis
# why: The mask has the shape (N,) and meets a state of shape (N, out): it is matched with the columns, not with the rows. It needs a second axis of size 1.
@piece
def unroll(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        h = torch.where(lengths > t, cell(x, h), h)
    return h

# %% wrong: stops_at_the_first_end
# why: The loop stops as soon as one sequence has ended, and the longer ones are not read to their end. It must go on while any of them has numbers left.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        active = lengths > t
        if not bool(active.all()):
            break
        h = torch.where(active.unsqueeze(1), cell(xs[t], h), h)
    return h

# %% wrong: gradient_cut_at_each_step
# why: The old state is detached before each step, so that the gradient reaches only the last number of each sequence, and neither h nor the numbers before. The chain of states must stay recorded.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        old = h.detach()
        new = cell(xs[t], old)
        h = torch.where((lengths > t).unsqueeze(1), new, old)
    return h

# %% wrong: batch_comes_first
# why: xs is read as (N, T, in), with the batch first: the loop runs over axis 1 and takes xs[:, t]. The first axis is the step, and xs[t] holds number t of all sequences.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[1]):
        mask = (lengths > t).unsqueeze(-1)
        h = torch.where(mask, cell(xs[:, t], h), h)
    return h

# %% wrong: writes_into_the_first_state
# why: The new rows are written into h itself, the caller's tensor. Neither xs nor h may be changed; torch.where makes a new state in each step.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        new = cell(xs[t], h)
        for i in range(xs.shape[1]):
            if lengths[i] > t:
                h[i] = new[i]
    return h
