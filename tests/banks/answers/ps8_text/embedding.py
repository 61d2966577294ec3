"""Answers to Embedding."""

from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

right, wrong = answers_to("Embedding")


class Table(Function):
    """Right; the wrong ones below have another forward, or another backward."""

    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.shape, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.shape[1]))
        return None, out


def backward_of(fill):
    """A backward that gets zeros, the numbers in a row, and the rows of grad."""

    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.shape, dtype=grad.dtype)
        found = fill(out, input.reshape(-1), grad.reshape(-1, ctx.shape[1]))
        return None, out if found is None else found

    return staticmethod(backward)


@right
class AsInTheBook(Table):
    pass


@right
class InALoop(Table):
    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.shape, dtype=grad.dtype)
        rows = grad.reshape(-1, ctx.shape[1])
        for i, number in enumerate(input.reshape(-1).tolist()):
            out[number] += rows[i]
        return None, out


@right
class ByOneHot(Function):
    @staticmethod
    def forward(ctx, input, weight):
        hot = torch.nn.functional.one_hot(input, weight.shape[0]).to(weight.dtype)
        ctx.save_for_backward(hot)
        return hot @ weight

    @staticmethod
    def backward(ctx, grad):
        (hot,) = ctx.saved_tensors
        hot = hot.reshape(-1, hot.shape[-1])
        return None, hot.T @ grad.reshape(-1, grad.shape[-1])


@right
class ByComparing(Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return torch.index_select(weight, 0, input.flatten()).reshape(
            *input.shape, weight.shape[1]
        )

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        if not ctx.needs_input_grad[1]:
            return None, None
        flat, rows = input.flatten(), grad.reshape(input.numel(), weight.shape[1])
        places = [(flat == number) for number in range(weight.shape[0])]
        return None, torch.stack([rows[each].sum(0) for each in places])


# -- what is used more than once --------------------------------------------------


@wrong("its last place", "add up")
class Written(Table):
    def fill(out, numbers, rows):
        out[numbers] = rows

    backward = backward_of(fill)


@wrong("its last place", "add up")
class AddedOnce(Table):
    def fill(out, numbers, rows):
        out[numbers] += rows

    backward = backward_of(fill)


@wrong("its first place", "add up")
class TheFirstOnly(Table):
    def fill(out, numbers, rows):
        seen = set()
        for number, row in zip(numbers.tolist(), rows, strict=True):
            if number not in seen:
                out[number] = row
                seen.add(number)

    backward = backward_of(fill)


@wrong("the mean of its gradients")
class MeanOverPlaces(Table):
    def fill(out, numbers, rows):
        for number in set(numbers.tolist()):
            out[number] = rows[numbers == number].mean(0)

    backward = backward_of(fill)


@wrong("1 / a.size times")
class MeanOverAll(Table):
    def fill(out, numbers, rows):
        out.index_add_(0, numbers, rows / len(numbers)) if len(numbers) else None

    backward = backward_of(fill)


@wrong("the number of its places")
class NoUpstream(Table):
    def fill(out, numbers, rows):
        out.index_add_(0, numbers, torch.ones_like(rows))

    backward = backward_of(fill)


@wrong("Every row gets the sum of all gradients")
class ToEveryRow(Table):
    def fill(out, numbers, rows):
        return out + rows.sum(0)

    backward = backward_of(fill)


# -- forms ------------------------------------------------------------------------


@wrong("shape of its argument")
class RowsOfGrad(Table):
    @staticmethod
    def backward(ctx, grad):
        return None, grad.reshape(-1, grad.shape[-1])


@wrong("The other one gets what this one needs")
class InTheWrongOrder(Table):
    @staticmethod
    def backward(ctx, grad):
        return Table.backward(ctx, grad)[::-1]


@wrong("backward returns 2 values")
class OneGradient(Table):
    @staticmethod
    def backward(ctx, grad):
        return Table.backward(ctx, grad)[1]


@wrong("any number of dimensions")
class NotFlattened(Table):
    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.shape, dtype=grad.dtype)
        out.index_add_(0, input, grad)
        return None, out


@wrong("numbered from 0")
class CountedFromOne(Table):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input - 1]


@wrong("upstream")
class UpstreamChanged(Table):
    @staticmethod
    def backward(ctx, grad):
        found = Table.backward(ctx, grad)
        grad.mul_(2.0)
        return found
