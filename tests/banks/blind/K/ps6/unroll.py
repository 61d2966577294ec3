# %% right: where_each_step
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        alive = (lengths > t).unsqueeze(1)
        x = torch.where(alive, xs[t], torch.zeros_like(xs[t]))
        h = torch.where(alive, cell(x, h), h)
    return h

# %% right: ended_state_kept_with_while
def choose(mask, a, b):
    return torch.where(mask.unsqueeze(1), a, b)


@piece
def unroll(cell, xs, lengths, h):
    state, t = h, 0
    while t < len(xs) and bool((lengths > t).any()):
        ended = lengths <= t
        x = choose(ended, torch.zeros_like(xs[t]), xs[t])
        new = cell(x, state)
        state = choose(ended, state, new)
        t += 1
    return state

# %% wrong: one_step_too_many
# why: The mask is t <= lengths, so each sequence reads one number of padding as well. Sequence i has
# numbers at the steps 0 to lengths[i] - 1: the mask is t < lengths.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        mask = (t <= lengths).unsqueeze(1)
        h = torch.where(mask, cell(xs[t], h), h)
    return h

# %% wrong: ended_states_become_zero
# why: The state of a sequence that has ended is replaced by zeros. It must keep the state it had
# after its own last number.
@piece
def unroll(cell, xs, lengths, h):
    T = xs.shape[0]
    for t in range(T):
        new = cell(xs[t], h)
        mask = (lengths > t).unsqueeze(1)
        h = torch.where(mask, new, torch.zeros_like(new))
    return h

# %% wrong: first_step_for_everybody
# why: The first step is done for all sequences, without a mask. A sequence of length 0 has no first
# number and must keep its first state.
@piece
def unroll(cell, xs, lengths, h):
    if xs.shape[0] == 0:
        return h
    state = cell(xs[0], h)
    for t in range(1, xs.shape[0]):
        running = (lengths > t).unsqueeze(1)
        state = torch.where(running, cell(xs[t], state), state)
    return state

# %% wrong: writes_into_h
# why: h[mask] = ... writes the new states into the tensor h of the caller. h must not be changed: put
# the chosen states into a new tensor, for example by torch.where.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(len(xs)):
        mask = lengths > t
        new = cell(xs[t], h)
        h[mask] = new[mask]
    return h

# %% wrong: padding_set_to_zero_only
# why: The padding is replaced by zeros, but the cell still runs on for sequences that have ended. An
# input of 0 changes the state too; after its end a sequence must keep its state.
@piece
def unroll(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        mask = (lengths > t).unsqueeze(1)
        x = torch.where(mask, x, torch.zeros_like(x))
        h = cell(x, h)
    return h

# %% wrong: length_zero_picks_the_last
# why: The list of states begins after the first step, and is indexed with lengths - 1. For length 0
# this is -1, which takes the last state; it should be the first state h.
@piece
def unroll(cell, xs, lengths, h):
    states = []
    for x in xs:
        h = cell(x, h)
        states.append(h)
    rows = []
    for i in range(h.shape[0]):
        rows.append(states[int(lengths[i]) - 1][i])
    return torch.stack(rows)

# %% wrong: kept_state_detached
# why: The state that is kept is detached, so that a sequence shorter than T passes no gradient on to
# its numbers, h or the cell. The kept state must stay in the graph: torch.where(mask, new, h).
@piece
def unroll(cell, xs, lengths, h):
    state = h
    for t in range(xs.shape[0]):
        going = (lengths > t).unsqueeze(1)
        state = torch.where(going, cell(xs[t], state), state.detach())
    return state
