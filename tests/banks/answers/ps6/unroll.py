"""Answers to unroll."""

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("unroll")


@right
def by_where(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        h = torch.where((lengths > t).unsqueeze(1), cell(x, h), h)
    return h


@right
def each_by_itself(cell, xs, lengths, h):
    rows = []
    for i, length in enumerate(lengths.tolist()):
        state = h[i : i + 1]
        for t in range(length):
            state = cell(xs[t, i : i + 1], state)
        rows.append(state)
    return torch.cat(rows)


@right
def chosen_at_the_end(cell, xs, lengths, h):
    states = [h]
    for x in xs:
        states.append(cell(x, states[-1]))
    return torch.stack(states)[lengths, torch.arange(len(lengths))]


@right
def only_those_that_go_on(cell, xs, lengths, h):
    for t in range(int(lengths.max())):
        real = (torch.arange(len(xs))[:, None] < lengths)[t]
        new = cell(xs[t], h)
        h = torch.where(real[:, None].expand(new.shape), new, h)
    return h


@wrong("after the padding")
def no_mask(cell, xs, lengths, h):
    for x in xs:
        h = cell(x, h)
    return h


@wrong("one step too many")
def one_too_many(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        h = torch.where((lengths >= t)[:, None], cell(x, h), h)
    return h


@wrong("last number", "not read")
def one_too_few(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        h = torch.where((lengths > t + 1)[:, None], cell(x, h), h)
    return h


@wrong("last number", "not read")
def one_too_few_in_the_loop(cell, xs, lengths, h):
    for t in range(1, len(xs)):
        h = torch.where((lengths > t)[:, None], cell(xs[t - 1], h), h)
    return h


@wrong("first number")
def the_first_is_left_out(cell, xs, lengths, h):
    for t in range(1, len(xs)):
        h = torch.where((lengths > t)[:, None], cell(xs[t], h), h)
    return h


@wrong("becomes 0")
def zeroed(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        h = cell(x, h) * (lengths > t)[:, None]
    return h


@wrong("becomes 0")
def zeroed_by_where(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        new = cell(x, h)
        h = torch.where((lengths > t)[:, None], new, torch.zeros_like(new))
    return h


@wrong("Zeros are read")
def the_padding_zeroed(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        x = x * (lengths > t)[:, None]
        h = cell(x, h)
    return h


class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, mask):
        ctx.save_for_backward(mask)
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        return grad * mask, None


@wrong("after the padding")
def only_the_gradient_is_masked(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        mask = (lengths > t).to(x.dtype)[:, None]
        h = cell(Gate.apply(x, mask), h)
    return h


@wrong("after the padding")
def padding_detached(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        mask = (lengths > t)[:, None]
        h = cell(torch.where(mask, x, x.detach()), h)
    return h


@wrong("swapped")
def the_wrong_way_round(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        h = torch.where((lengths > t)[:, None], h, cell(x, h))
    return h


@wrong("shortest")
def as_long_as_the_shortest(cell, xs, lengths, h):
    for t in range(int(lengths.min())):
        h = cell(xs[t], h)
    return h


@wrong("longest")
def as_long_as_the_longest(cell, xs, lengths, h):
    for t in range(int(lengths.max())):
        h = cell(xs[t], h)
    return h


@wrong("first sequence")
def of_the_first(cell, xs, lengths, h):
    for t in range(int(lengths[0])):
        h = cell(xs[t], h)
    return h


@wrong("cut")
def old_states_detached(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        h = torch.where((lengths > t)[:, None], cell(x, h.detach()), h)
    return h


@wrong("cut")
def waiting_states_detached(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        h = torch.where((lengths > t)[:, None], cell(x, h), h.detach())
    return h


@wrong("start")
def from_zeros(cell, xs, lengths, h):
    h = torch.zeros_like(h)
    for t, x in enumerate(xs):
        h = torch.where((lengths > t)[:, None], cell(x, h), h)
    return h


@wrong("start")
def always_from_the_start(cell, xs, lengths, h):
    state = h
    for t, x in enumerate(xs):
        state = torch.where((lengths > t)[:, None], cell(x, h), state)
    return state


@wrong("(N, 1)")
def a_mask_of_one_dimension(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        h = torch.where(lengths > t, cell(x, h), h)
    return h


@wrong("object of type list")
def a_list_of_states(cell, xs, lengths, h):
    states = []
    for t, x in enumerate(xs):
        h = torch.where((lengths > t)[:, None], cell(x, h), h)
        states.append(h)
    return states


@wrong("All states")
def all_states(cell, xs, lengths, h):
    states = []
    for t, x in enumerate(xs):
        h = torch.where((lengths > t)[:, None], cell(x, h), h)
        states.append(h)
    return torch.stack(states)


@wrong("one of several", "any")
def an_if(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        if lengths > t:
            h = cell(x, h)
    return h


@wrong("in place")
def rows_written_in_place(cell, xs, lengths, h):
    for t, x in enumerate(xs):
        new = cell(x, h)
        h[lengths > t] = new[lengths > t]
    return h


@wrong("last number", "not read")
def the_last_number_of_all(cell, xs, lengths, h):
    states = [h]
    for x in xs:
        states.append(cell(x, states[-1]))
    return torch.stack(states)[lengths - 1, torch.arange(len(lengths))]


@wrong("padding")
def a_mask_as_a_factor(cell, xs, lengths, h):
    for t in range(xs.shape[0]):
        mask = (t < lengths).to(h.dtype)[:, None]
        h = mask * cell(xs[t], h) + (1 - mask) * h
    return h
