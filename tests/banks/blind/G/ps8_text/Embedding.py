# %% right: a_product_with_zeros_and_ones
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.rows, ctx.width = weight.shape
        picked = weight[input.reshape(-1)]
        return picked.reshape((*input.shape, ctx.width))

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        row = torch.arange(ctx.rows).reshape(-1, 1)
        used = (row == input.reshape(1, -1)).to(grad.dtype)
        return None, used @ grad.reshape(-1, ctx.width)


# %% right: a_walk_through_all_places
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.numbers = input.reshape(-1).tolist()
        ctx.shape = tuple(weight.shape)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        table = torch.zeros(ctx.shape, dtype=grad.dtype)
        arrived = grad.reshape(-1, ctx.shape[1])
        for place, number in enumerate(ctx.numbers):
            table[number] = table[number] + arrived[place]
        return None, table


# %% wrong: the_last_place_counts
# why: Adding by an index reads once and writes once: a row that was used in several places gets what arrives at the last of them.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        out = torch.zeros_like(weight)
        out[input.reshape(-1)] += grad.reshape(-1, weight.shape[1])
        return None, out


# %% wrong: the_mean_of_the_places
# why: What arrives at a row is divided by how often the row was used. Asked for is the sum, not the mean.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = tuple(weight.shape)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        numbers = ctx.saved_tensors[0].reshape(-1)
        rows, width = ctx.size
        hits = (torch.arange(rows).unsqueeze(1) == numbers).to(grad.dtype)
        sums = hits @ grad.reshape(-1, width)
        often = hits.sum(1, keepdim=True)
        often = torch.where(often == 0, torch.ones_like(often), often)
        return None, sums / often


# %% wrong: rows_as_far_as_they_were_used
# why: The table of the gradient ends at the largest number in the input. The rows of the weight behind it, which were not used, are missing.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        numbers, width = input.reshape(-1), grad.shape[-1]
        count = int(numbers.max().item()) + 1 if numbers.numel() else 0
        out = torch.zeros((count, width), dtype=grad.dtype)
        out.index_add_(0, numbers, grad.reshape(-1, width))
        return None, out


# %% wrong: the_zeros_are_made_once
# why: The table for the gradient is made in forward and kept on ctx. A second backward pass through the same call adds to what the first one left there.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.table = torch.zeros_like(weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        rows = grad.reshape(-1, ctx.table.shape[1])
        return None, ctx.table.index_add_(0, input.reshape(-1), rows)


# %% wrong: a_single_row_of_numbers
# why: The loop takes every entry of the first dimension for one number. For inputs of shape (batch, length) it is a row of them, whose repetitions are lost, and a single number has no first dimension.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        d_weight = torch.zeros_like(weight)
        for i in range(len(input)):
            number = input[i]
            d_weight[number] = d_weight[number] + grad[i]
        return None, d_weight
