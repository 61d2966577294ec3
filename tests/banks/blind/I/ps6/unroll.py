# %% right: where_in_each_step
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        running = (lengths > t).unsqueeze(1)
        h = torch.where(running, cell(xs[t], h), h)
    return h

# %% right: all_states_then_pick
@piece
def unroll(cell, xs, lengths, h):
    states = [h]
    for x in xs:
        states.append(cell(x, states[-1]))
    picked = [states[int(length)][i] for i, length in enumerate(lengths)]
    return torch.stack(picked)

# %% right: each_sequence_by_itself
def run_one(cell, xs, state, i, length):
    for t in range(length):
        state = cell(xs[t, i : i + 1], state)
    return state


@piece
def unroll(cell, xs, lengths, h):
    ends = [run_one(cell, xs, h[i : i + 1], i, int(n)) for i, n in enumerate(lengths)]
    return torch.cat(ends, 0)

# %% wrong: one_step_too_many
# why: The mask is t <= lengths, so each sequence reads one number of its padding. At step t, counted from 0, only
# those with t < lengths still have a number.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        alive = (t <= lengths).unsqueeze(1)
        h = torch.where(alive, cell(xs[t], h), h)
    return h

# %% wrong: ended_states_become_zero
# why: The new state is multiplied by the mask, so that a sequence that has ended gets the state 0. It must keep the
# state after its own last number.
@piece
def unroll(cell, xs, lengths, h):
    T = xs.shape[0]
    for t in range(T):
        mask = (lengths > t).to(h.dtype).unsqueeze(1)
        h = cell(xs[t], h) * mask
    return h

# %% wrong: last_state_by_length_minus_one
# why: The states are collected without the first one and picked at lengths - 1. For a length of 0 that is -1, the state
# after all steps; such a sequence must keep its first state.
@piece
def unroll(cell, xs, lengths, h):
    outs = []
    state = h
    for t in range(len(xs)):
        state = cell(xs[t], state)
        outs.append(state)
    rows = [outs[int(lengths[i]) - 1][i] for i in range(h.shape[0])]
    return torch.stack(rows)

# %% wrong: mask_without_second_dimension
# why: The mask of shape (N,) is broadcast along the columns of the state, (N, out). With N = out it fits by accident and
# chooses columns; it must be one answer for each row, of shape (N, 1).
@piece
def unroll(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        h = torch.where(t < lengths, cell(x, h), h)
    return h

# %% wrong: ended_states_detached
# why: The state of a sequence that has ended is detached when it is carried on. The values stay right, but no gradient
# reaches the numbers of the shorter sequences; the state must keep its history.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        new = cell(xs[t], h)
        done = (lengths <= t).unsqueeze(1)
        h = torch.where(done, h.detach(), new)
    return h

# %% wrong: written_into_h
# why: The new states are written into h itself by h[running] = …, which changes the tensor of the caller. A new tensor
# has to be made in each step.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        new = cell(xs[t], h)
        running = lengths > t
        h[running] = new[running]
    return h

# %% wrong: stops_at_the_shortest
# why: The loop ends as soon as one of the sequences has ended, so longer ones are not read to their end. Each sequence
# goes on to its own length.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        if not bool((lengths > t).all()):
            break
        h = cell(xs[t], h)
    return h

# %% wrong: padding_becomes_zero_numbers
# why: The padding is replaced by zeros, and the cell goes on reading it. A zero is a number too, and changes the state; a
# sequence that has ended must keep its state.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        inside = (lengths > t).unsqueeze(1)
        x = torch.where(inside, xs[t], torch.zeros_like(xs[t]))
        h = cell(x, h)
    return h
