# %% right: all_states_then_pick
@piece
def unroll(cell, xs, lengths, h):
    steps, n = xs.shape[0], xs.shape[1]
    states = [h]
    for t in range(steps):
        going = (lengths > t).unsqueeze(1)
        x = torch.where(going, xs[t], torch.zeros_like(xs[t]))
        states.append(torch.where(going, cell(x, states[-1]), h))
    return torch.stack(states)[lengths, torch.arange(n)]

# %% right: ended_ones_wait
@piece
def unroll(cell, xs, lengths, h):
    state = h
    for t, x in enumerate(xs):
        ended = (lengths <= t).reshape(-1, 1)
        clean = torch.where(ended, torch.zeros_like(x), x)
        state = torch.where(ended, state, cell(clean, state))
    return state

# %% wrong: one_number_too_many
# why: The comparison t <= lengths lets each sequence read one number of its padding.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        mask = (t <= lengths).unsqueeze(1)
        h = torch.where(mask, cell(xs[t], h), h)
    return h

# %% wrong: state_times_mask
# why: The new state is multiplied by the mask, so a sequence that has ended loses its state instead of keeping it.
@piece
def unroll(cell, xs, lengths, h):
    steps = xs.shape[0]
    for t in range(steps):
        if not (lengths > t).any().item():
            break
        alive = (lengths > t).to(h.dtype).unsqueeze(1)
        h = cell(xs[t], h) * alive
    return h

# %% wrong: length_zero_forgotten
# why: A state is picked when the last number of a sequence was read; a sequence of length 0 has none, and gets zeros in the place of its first state.
@piece
def unroll(cell, xs, lengths, h):
    result = torch.zeros_like(h)
    for t in range(xs.shape[0]):
        h = cell(xs[t], h)
        last = (lengths == t + 1).unsqueeze(1)
        result = torch.where(last, h, result)
    return result

# %% wrong: written_into_h
# why: The new states are written into h itself, which is the caller's.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        rows = [i for i, n in enumerate(lengths.tolist()) if n > t]
        if rows:
            new = cell(xs[t], h.clone())
            for i in rows:
                h[i] = new[i]
    return h

# %% wrong: padding_set_to_zero
# why: The padding is set to zero, but the cell goes on all the same: an input of zeros changes the state, too.
@piece
def unroll(cell, xs, lengths, h):
    numbers = torch.arange(xs.shape[0]).reshape(-1, 1)
    mask = (numbers < lengths.reshape(1, -1)).unsqueeze(2)
    padded = torch.where(mask, xs, torch.zeros_like(xs))
    for x in padded:
        h = cell(x, h)
    return h
