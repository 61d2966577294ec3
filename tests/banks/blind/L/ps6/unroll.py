# %% right: where_in_each_step
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t in range(xs.shape[0]):
        alive = (lengths > t).unsqueeze(1)
        h = torch.where(alive, cell(xs[t], h), h)
    return h

# %% right: padding_replaced_first
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    state = h
    for t, x in enumerate(xs):
        on = (t < lengths).reshape(-1, 1)
        x = torch.where(on, x, torch.zeros_like(x))
        proposal = cell(x, state)
        state = torch.where(on, proposal, state)
    return state

# %% right: all_states_then_pick
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    states = [h]
    for t in range(len(xs)):
        states.append(cell(xs[t], states[-1]))
    rows = []
    for i, length in enumerate(lengths.tolist()):
        rows.append(states[length][i])
    return torch.stack(rows)

# %% right: only_those_that_go_on
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    steps, n = xs.shape[0], xs.shape[1]
    ends = [int(lengths[i].item()) for i in range(n)]
    rows = [h[i] for i in range(n)]
    for t in range(steps):
        going = [i for i in range(n) if ends[i] > t]
        if not going:
            break
        x = torch.stack([xs[t][i] for i in going])
        old = torch.stack([rows[i] for i in going])
        new = cell(x, old)
        for k, i in enumerate(going):
            rows[i] = new[k]
    return torch.stack(rows)

# %% wrong: one_step_too_many
# why: The mask is true as long as t <= length, so every sequence takes one step into its padding. Its
# numbers are 0 to length - 1: the mask is t < length.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        mask = (lengths >= t).unsqueeze(1)
        h = torch.where(mask, cell(xs[t], h), h)
    return h

# %% wrong: length_zero_takes_the_last
# why: The state after the last number is looked up at length - 1. For a sequence of length 0 that is
# -1, which Python takes as the last one; such a sequence must keep its first state.
@piece
def unroll(cell, xs, lengths, h):
    states = []
    for x in xs:
        h = cell(x, h)
        states.append(h)
    return torch.stack([states[int(n) - 1][i] for i, n in enumerate(lengths)])

# %% wrong: ended_states_detached
# why: The state of a sequence that has ended is detached in each step. Its value stays, but its gradient
# is cut off: nothing arrives at its numbers, or at h. Keep it without detach.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        new = cell(xs[t], h)
        h = torch.where((t < lengths).unsqueeze(1), new, h.detach())
    return h

# %% wrong: ended_ones_start_again
# why: A sequence that has ended is given the first state instead of the last one of its own. Keep the
# state from the step before.
@piece
def unroll(cell, xs, lengths, h):
    state = h
    for t in range(xs.shape[0]):
        mask = (lengths > t).unsqueeze(1)
        state = torch.where(mask, cell(xs[t], state), h)
    return state

# %% wrong: longest_first_expected
# why: The first k rows are taken for those that still go on, as if the sequences were sorted by length.
# They stand in any order: ask for each row by itself whether it has ended.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        k = int((lengths > t).sum())
        if k == 0:
            break
        h = torch.cat([cell(xs[t][:k], h[:k]), h[k:]])
    return h

# %% wrong: only_the_numbers_masked
# why: The padding is set to 0, but the cell is still called for the sequences that have ended, and their
# state changes (10 h in the example). The state itself must be kept.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        keep = (lengths > t).unsqueeze(1)
        x = torch.where(keep, xs[t], torch.zeros_like(xs[t]))
        h = cell(x, h)
    return h

# %% wrong: written_into_h
# why: The new states are written into h in place, which changes the first state that was given (and is an
# error if that is a leaf that requires grad). Make a new tensor in each step.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        new = cell(xs[t], h)
        for i in range(xs.shape[1]):
            if lengths[i] > t:
                h[i] = new[i]
    return h

# %% wrong: mask_lies_along_the_columns
# why: The mask of shape (N,) is laid along the columns of the state, which fits only if there are as many
# columns as sequences, and then masks the wrong entries. It is one number for each row: unsqueeze(1).
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        mask = lengths > t
        h = torch.where(mask, cell(xs[t], h), h)
    return h
