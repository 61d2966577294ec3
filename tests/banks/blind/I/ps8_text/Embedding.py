# %% right: index_add
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = tuple(weight.shape)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(*ctx.shape, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.shape[1]))
        return None, out

# %% right: zeros_and_ones
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input.reshape(-1)].reshape(*input.shape, weight.shape[1])

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        rows, width = weight.shape
        numbers = input.reshape(-1, 1)
        hot = (numbers == torch.arange(rows)).to(grad.dtype)
        return None, hot.T @ grad.reshape(-1, width)

# %% wrong: last_place_wins
# why: out[numbers] = rows writes each row, and what is written twice keeps only the last. A row that was used in several
# places gets the sum.
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
        out[input.reshape(-1)] = grad.reshape(-1, weight.shape[1])
        return None, out

# %% wrong: plus_equals_with_indices
# why: out[numbers] += rows reads all rows first and then writes them, so a number that comes twice is added only once.
# Every place must be added.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.rows, ctx.width = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        numbers = ctx.saved_tensors[0].flatten()
        d = torch.zeros(ctx.rows, ctx.width, dtype=grad.dtype)
        d[numbers] += grad.reshape(-1, ctx.width)
        return None, d

# %% wrong: rows_up_to_the_largest_number
# why: The gradient has as many rows as the largest number in the input says. Rows of the table behind it are missing;
# it must have the shape of the weight.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        flat = input.reshape(-1)
        rows = int(flat.max().item()) + 1
        out = torch.zeros(rows, grad.shape[-1], dtype=grad.dtype)
        return None, out.index_add_(0, flat, grad.reshape(-1, grad.shape[-1]))

# %% wrong: mean_over_the_places
# why: What arrives at a row is divided by how often it was used. It is a sum and not a mean.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        rows, width = weight.shape
        hot = (input.reshape(-1, 1) == torch.arange(rows)).to(grad.dtype)
        counts = hot.sum(0).clamp(min=1)
        return None, (hot.T @ grad.reshape(-1, width)) / counts.unsqueeze(1)

# %% wrong: first_dimension_only
# why: The code goes through the first dimension of the input with a loop and takes each entry for one number. An input of
# shape (batch, length) has rows of numbers there, and a number repeated in such a row is counted once.
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
        for i in range(len(input)):
            out[input[i]] = out[input[i]] + grad[i]
        return None, out

# %% wrong: row_zero_is_padding
# why: The row 0 gets no gradient, as if it were a padding. Nothing of that is said here: row 0 is a letter like the others.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        result = torch.zeros_like(weight)
        result.index_add_(0, input.reshape(-1), grad.reshape(-1, weight.shape[1]))
        result[0] = 0
        return None, result

# %% wrong: zeros_in_the_default_dtype
# why: torch.zeros makes float32 whatever the weight is. With a weight of float64 the dtypes do not fit; the gradient must
# have the dtype of the weight.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        rows, width = weight.shape
        table = torch.zeros(rows, width)
        table.index_add_(0, input.reshape(-1), grad.reshape(-1, width))
        return None, table
