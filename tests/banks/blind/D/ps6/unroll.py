# %% right: where_mask
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t in range(xs.shape[0]):
        running = (lengths > t).unsqueeze(1)
        h = torch.where(running, cell(xs[t], h), h)
    return h

# %% right: keeps_all_states
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    T, N = xs.shape[0], xs.shape[1]
    state = h
    step = 0
    while step < T:
        alive = (lengths > step).reshape(N, 1)
        candidate = cell(xs[step], state)
        state = torch.where(alive, candidate, state)
        step += 1
    return state

# %% right: ended_first
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t, x in enumerate(xs):
        ended = t >= lengths
        new = cell(x, h)
        h = torch.where(ended.unsqueeze(-1), h, new)
    return h

# %% right: padding_zeroed_too
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    result = h
    for t in range(len(xs)):
        mask = (lengths > t).unsqueeze(1)
        x = torch.where(mask, xs[t], torch.zeros_like(xs[t]))
        result = torch.where(mask, cell(x, result), result)
    return result

# %% wrong: last_state_of_all
# why: The lengths are ignored: each sequence is read to the end, padding and all.
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t in range(xs.shape[0]):
        h = cell(xs[t], h)
    return h

# %% wrong: one_too_many
# why: `>=` in place of `>`: each sequence reads one number of its padding.
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t in range(xs.shape[0]):
        mask = (lengths >= t).unsqueeze(1)
        h = torch.where(mask, cell(xs[t], h), h)
    return h

# %% wrong: only_while_all_run
# why: The loop ends with the shortest sequence, and the others are not read to their end.
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t in range(int(lengths.min().item())):
        h = cell(xs[t], h)
    return h

# %% wrong: zero_when_ended
# why: A sequence that has ended gets the state 0 and does not keep its own.
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t in range(xs.shape[0]):
        mask = (lengths > t).unsqueeze(1)
        new = cell(xs[t], h)
        h = torch.where(mask, new, torch.zeros_like(new))
    return h

# %% wrong: mask_without_unsqueeze
# why: The mask has the shape (N,), and is laid along the columns of the state and not along its rows.
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t in range(xs.shape[0]):
        h = torch.where(lengths > t, cell(xs[t], h), h)
    return h

# %% wrong: if_on_tensor
# why: `if` asks N answers at once, which is ambiguous.
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t in range(xs.shape[0]):
        if t < lengths:
            h = cell(xs[t], h)
    return h

# %% wrong: padding_input_zero
# why: Only the input is masked. The cell goes on moving the state of a sequence that has ended, with zeros.
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t in range(xs.shape[0]):
        m = (lengths > t).unsqueeze(1)
        x = torch.where(m, xs[t], torch.zeros_like(xs[t]))
        h = cell(x, h)
    return h

# %% wrong: length_zero_wraps
# why: All states are collected and the one at lengths - 1 is picked: for length 0 that is index -1, the last state and not the first.
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    states = []
    state = h
    for t in range(xs.shape[0]):
        state = cell(xs[t], state)
        states.append(state)
    picked = [states[int(lengths[i].item()) - 1][i] for i in range(h.shape[0])]
    return torch.stack(picked)

# %% wrong: writes_into_h
# why: The rows of h are written in place, so the first state of the caller is changed.
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t in range(xs.shape[0]):
        new = cell(xs[t], h)
        for i in range(h.shape[0]):
            if lengths[i].item() > t:
                h[i] = new[i]
    return h

# %% wrong: detached_state
# why: A sequence that has ended keeps its state without its history: the detach cuts the gradient of the shorter ones.
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t in range(xs.shape[0]):
        m = (lengths > t).unsqueeze(1)
        h = torch.where(m, cell(xs[t], h), h.detach())
    return h

# %% wrong: branches_swapped
# why: The two branches of where are swapped: those that still have numbers stand still, the ended ones go on.
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t in range(xs.shape[0]):
        m = (lengths > t).unsqueeze(1)
        h = torch.where(m, h, cell(xs[t], h))
    return h

# %% wrong: returns_in_loop
# why: The return stands inside the loop, only the first number is read.
@piece
def unroll(cell, xs, lengths, h):
    """The state of each sequence after its own last number."""
    for t in range(xs.shape[0]):
        m = (lengths > t).unsqueeze(1)
        h = torch.where(m, cell(xs[t], h), h)
        return h
