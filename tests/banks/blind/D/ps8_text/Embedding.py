# %% right: index_add
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.size, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.size[1]))
        return None, out


# %% right: loop
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.size, dtype=grad.dtype)
        rows = grad.reshape(-1, ctx.size[1])
        for place, number in enumerate(input.reshape(-1).tolist()):
            out[number] += rows[place]
        return None, out


# %% right: one_hot_compare
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        numbers = input.reshape(-1, 1)
        table = (numbers == torch.arange(ctx.size[0])).to(grad.dtype)
        out = table.t() @ grad.reshape(numbers.shape[0], ctx.size[1])
        return None, out


# %% right: save_weight
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        flat = weight[input.reshape(-1)]
        return flat.reshape(*input.shape, weight.shape[1])

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        out = torch.zeros_like(weight)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, weight.shape[1]))
        return None, out


# %% wrong: overwritten
# why: Written and not added: a row that was used twice keeps the last gradient.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.size, dtype=grad.dtype)
        out[input] = grad
        return None, out


# %% wrong: plus_equals
# why: out[numbers] += grad reads once and writes once: repeated numbers keep the last.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.size, dtype=grad.dtype)
        out[input] += grad
        return None, out


# %% wrong: gradient_of_places
# why: The gradient is returned as it came, with a row for each place.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.size, dtype=grad.dtype)
        return None, grad.reshape(-1, ctx.size[1])


# %% wrong: mean_of_places
# why: The sum is divided by how often the row was used.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.size, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.size[1]))
        numbers = input.reshape(-1).tolist()
        times = [[max(1, numbers.count(row))] for row in range(ctx.size[0])]
        out = out / torch.tensor(times, dtype=out.dtype)
        return None, out


# %% wrong: swapped_results
# why: The two values are returned in the wrong order.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.size, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.size[1]))
        return out, None


# %% wrong: only_one_dimension
# why: Assumes an input of shape (n,): other shapes raise an error.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.size, dtype=grad.dtype)
        out.index_add_(0, input, grad)
        return None, out


# %% wrong: first_of_batch
# why: Only the first row of a batch is looked at.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.size, dtype=grad.dtype)
        if input.dim() == 2:
            input, grad = input[0], grad[0]
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.size[1]))
        return None, out


# %% wrong: rows_from_max
# why: The table has as many rows as the largest number of the input, not as the weight.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(input.max().item() + 1, ctx.size[1], dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.size[1]))
        return None, out


# %% wrong: float32
# why: The gradient is float32, whatever the weight is.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.size)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.size[1]))
        return None, out


# %% wrong: loop_len
# why: Loops over len(input): fails for a single number and for batches adds wrong shapes.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.size, dtype=grad.dtype)
        for place in range(len(input)):
            out[input[place]] += grad[place]
        return None, out


# %% wrong: ones_counted
# why: The upstream gradient is replaced by ones: it counts how often a row was used.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.size, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), torch.ones_like(grad.reshape(-1, ctx.size[1])))
        return None, out


# %% wrong: off_by_one
# why: The numbers are taken to begin with 1.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.size = weight.shape
        return weight[input - 1]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.size, dtype=grad.dtype)
        out.index_add_(0, (input - 1).reshape(-1), grad.reshape(-1, ctx.size[1]))
        return None, out


# %% wrong: times_weight
# why: The gradient is multiplied by the weight rows, as in a product.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        out = torch.zeros(ctx.size, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), (grad * weight[input]).reshape(-1, ctx.size[1]))
        return None, out
