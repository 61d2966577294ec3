# %% right: index_add
@piece
class Embedding(torch.autograd.Function):
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

# %% right: loop
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        """The rows of weight that input numbers."""
        flat = input.reshape(-1)
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[flat].reshape(*input.shape, weight.shape[1])

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        rows, width = ctx.shape
        out = torch.zeros((rows, width), dtype=grad.dtype)
        numbers = input.reshape(-1).tolist()
        arrived = grad.reshape(-1, width)
        for place, number in enumerate(numbers):
            out[number] += arrived[place]
        return None, out

# %% right: table_of_hits
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        rows, width = ctx.shape
        flat = input.reshape(-1)
        used = (flat.unsqueeze(1) == torch.arange(rows)).to(grad.dtype)
        return None, used.T @ grad.reshape(-1, width)

# %% right: none_if_not_needed
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        out = weight.index_select(0, input.flatten())
        return out.reshape(tuple(input.shape) + (weight.shape[-1],))

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        if not ctx.needs_input_grad[1]:
            return None, None
        for_weight = torch.zeros_like(weight)
        for_weight.index_add_(0, input.flatten(), grad.reshape(-1, weight.shape[1]))
        return None, for_weight

# %% wrong: last_place
# why: Writing instead of adding: a row that is used several times gets the gradient of its last place alone.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.shape, dtype=grad.dtype)
        out[input] = grad
        return None, out

# %% wrong: plus_equals
# why: out[input] += reads first and writes then; a repeated row gets its last place only.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.shape, dtype=grad.dtype)
        out[input] += grad
        return None, out

# %% wrong: gradient_looked_up
# why: backward looks up as forward does, in place of adding to the rows: shape and numbers are wrong.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        return None, grad[input]

# %% wrong: upstream_handed_on
# why: The upstream gradient is handed on as it is, with a row for each place and not for each letter.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        return None, grad

# %% wrong: values_swapped
# why: The two values are swapped: the gradient is given to the numbers.
@piece
class Embedding(torch.autograd.Function):
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
        return out, None

# %% wrong: mean_over_uses
# why: The mean of what arrives at a row is taken, not the sum.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        rows, width = ctx.shape
        flat = input.reshape(-1)
        used = (flat.unsqueeze(1) == torch.arange(rows)).to(grad.dtype)
        counts = used.sum(0).clamp(min=1)
        return None, used.T @ grad.reshape(-1, width) / counts.unsqueeze(1)

# %% wrong: one_dimension_only
# why: The input is taken for one row of numbers; with (batch, length) or a single number it fails.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        rows, width = ctx.shape
        out = torch.zeros((rows, width), dtype=grad.dtype)
        numbers = input.tolist()
        arrived = grad
        for place, number in enumerate(numbers):
            out[number] += arrived[place]
        return None, out

# %% wrong: largest_plus_one
# why: The gradient has rows up to the largest number that is used, not for each row of the weight (and no input at all has no maximum).
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        rows = int(input.max()) + 1
        out = torch.zeros((rows, ctx.shape[1]), dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.shape[1]))
        return None, out

# %% wrong: counts_only
# why: The gradient is how often a row was used; the upstream gradient is ignored.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        rows, width = ctx.shape
        flat = input.reshape(-1)
        used = (flat.unsqueeze(1) == torch.arange(rows)).to(grad.dtype)
        return None, used.sum(0).unsqueeze(1).expand(rows, width)

# %% wrong: float32_zeros
# why: The zeros are float32, also for a float64 weight: the dtype of the gradient is wrong.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        rows, width = ctx.shape
        out = torch.zeros((rows, width))
        numbers = input.reshape(-1).tolist()
        arrived = grad.reshape(-1, width)
        for place, number in enumerate(numbers):
            out[number] += arrived[place]
        return None, out

# %% wrong: columns_looked_up
# why: The columns of the weight are looked up and not its rows.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight.T[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.shape, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.shape[1]))
        return None, out

# %% wrong: first_row_left_out
# why: The row 0 gets no gradient, as if it were padding; padding_idx is not asked for.
@piece
class Embedding(torch.autograd.Function):
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
        out[0] = 0
        return None, out

# %% wrong: starts_with_weight
# why: The sum starts with the weight itself and not with zeros.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        out = weight.clone()
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, weight.shape[1]))
        return None, out

# %% wrong: width_wrong
# why: The upstream gradient is cut into rows as long as there are letters; the length is the width.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.shape, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.shape[0]))
        return None, out
