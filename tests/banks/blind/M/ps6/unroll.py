# %% right: where_at_each_step
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        going_on = (lengths > t).unsqueeze(1)
        h = torch.where(going_on, cell(xs[t], h), h)
    return h

# %% right: all_states_then_pick
@piece
def unroll(cell, xs, lengths, h):
    T, N = xs.shape[0], xs.shape[1]
    states = [h]
    for t in range(T):
        states.append(cell(xs[t], states[-1]))
    table = torch.stack(states)              # (T + 1, N, out)
    return table[lengths, torch.arange(N)]

# %% right: reversed_mask_and_reshape
@piece
def unroll(cell, xs, lengths, h):
    n_steps = int(xs.shape[0])
    state = h
    for step in range(n_steps):
        ended = lengths <= step
        new = cell(xs[step], state)
        state = torch.where(ended.reshape(-1, 1), state, new)
    return state

# %% right: padding_replaced_as_well
@piece
def unroll(cell, xs, lengths, h):
    longest = max([0] + lengths.tolist())
    for t in range(longest):
        alive = (t < lengths).reshape(-1, 1)
        x = torch.where(alive, xs[t], torch.zeros_like(xs[t]))
        h = torch.where(alive, cell(x, h), h)
    return h

# %% wrong: one_step_too_many
# why: The mask is t <= lengths, so each sequence is read one number further than it has, into its padding. Steps are counted from 0: step t belongs to a sequence if t < lengths.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        mask = (t <= lengths).unsqueeze(1)
        h = torch.where(mask, cell(xs[t], h), h)
    return h

# %% wrong: ended_states_become_zero
# why: The state of a sequence that has ended is set to zeros. It should keep the state after its own last number.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        mask = (lengths > t).unsqueeze(1)
        new = cell(xs[t], h)
        h = torch.where(mask, new, torch.zeros_like(new))
    return h

# %% wrong: lengths_minus_one
# why: The state is picked at index lengths - 1 of the states after each number. For a sequence of length 0 this is -1, the last state of all; it should keep its first state.
@piece
def unroll(cell, xs, lengths, h):
    states = []
    for t in range(xs.shape[0]):
        h = cell(xs[t], h)
        states.append(h)
    rows = torch.arange(xs.shape[1])
    return torch.stack(states)[lengths - 1, rows]

# %% wrong: padding_read_as_zeros
# why: The padding is replaced by zeros, but the cell goes on to be applied to it. Reading a 0 changes the state as well; a sequence that has ended must keep its state.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        x = torch.where((lengths > t).unsqueeze(1), xs[t], torch.zeros_like(xs[t]))
        h = cell(x, h)
    return h

# %% wrong: padding_recognized_by_zero
# why: A number counts as padding if it is 0. Padding may be any numbers, and a 0 may be a true number of the sequence; only lengths says where it ends.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        x = xs[t]
        real = ((x != 0).sum(dim=1) > 0).unsqueeze(1)
        h = torch.where(real, cell(x, h), h)
    return h

# %% wrong: sorted_by_length
# why: At each step the first rows are taken for those that go on, as if the sequences were sorted from the longest to the shortest. They come in any order; which rows go on must be asked of each one's length.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        n = int((lengths > t).sum())
        if n == 0:
            break
        new = cell(xs[t][:n], h[:n])
        h = torch.cat([new, h[n:]]) if n < h.shape[0] else new
    return h

# %% wrong: stops_with_the_shortest
# why: The loop ends as soon as the first sequence has ended. The others have numbers left; it must go on until the longest has ended.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        mask = lengths > t
        if not bool(mask.all()):
            break
        h = torch.where(mask.unsqueeze(1), cell(xs[t], h), h)
    return h

# %% wrong: history_cut_at_each_step
# why: The old state is detached before it goes into the cell (from the second step on). The values are right, but the gradient reaches the last number of each sequence only, and neither the earlier ones nor the first state.
@piece
def unroll(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        old = h.detach() if t > 0 else h
        mask = (lengths > t).reshape(-1, 1)
        h = torch.where(mask, cell(xs[t], old), h)
    return h
