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
        rows, width = ctx.shape
        out = torch.zeros((rows, width), dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, width))
        return None, out
# %% right: one_hot
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        flat = weight.index_select(0, input.reshape(-1))
        return flat.reshape(*input.shape, weight.shape[1])

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        rows, width = weight.shape
        picks = torch.nn.functional.one_hot(input.reshape(-1), rows).to(grad.dtype)
        return None, picks.T @ grad.reshape(-1, width)
# %% right: loop_over_places
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input].clone()

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        result = torch.zeros_like(weight)
        gradients = grad.reshape(-1, weight.shape[1])
        for place, number in enumerate(input.reshape(-1).tolist()):
            result[number] += gradients[place]
        return None, result
# %% wrong: loop_over_rows
# why: The numbers are a tensor, and it is kept as an attribute of ctx. If somebody changes it before backward, the
# gradient goes to other rows without an error. A tensor goes through ctx.save_for_backward.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.numbers = input.reshape(-1)
        ctx.rows = len(weight)
        ctx.width = weight.shape[-1]
        rows = weight[ctx.numbers]
        return rows.reshape(input.shape + (ctx.width,))

    @staticmethod
    def backward(ctx, grad):
        grad = grad.reshape(-1, ctx.width)
        rows = []
        for r in range(ctx.rows):
            here = (ctx.numbers == r).to(grad.dtype)
            rows.append((here.unsqueeze(1) * grad).sum(0))
        return None, torch.stack(rows)
# %% wrong: written_not_added
# why: A row that was used twice keeps the gradient of its last place.
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
        out[input.reshape(-1)] = grad.reshape(-1, width)
        return None, out
# %% wrong: plus_equals
# why: += with a tensor of numbers reads first and then writes: the last place wins again.
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
        out[input.reshape(-1)] += grad.reshape(-1, width)
        return None, out
# %% wrong: grad_of_the_places
# why: The upstream gradient is returned as it is, with a row for each place and not for each letter.
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
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, width))
        return None, grad
# %% wrong: wrong_order
# why: None and the gradient are in the wrong order.
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
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, width))
        return out, None
# %% wrong: mean_of_places
# why: The gradients of a row's places are averaged and not added.
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
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, width))
        counts = torch.zeros(rows, dtype=grad.dtype)
        counts.index_add_(0, input.reshape(-1), torch.ones(input.numel(), dtype=grad.dtype))
        return None, out / counts.clamp(min=1).unsqueeze(1)
# %% wrong: rows_that_were_used
# why: The gradient has rows up to the largest number in the input only.
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
        out = torch.zeros((int(input.max()) + 1, width), dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, width))
        return None, out
# %% wrong: vectors_only
# why: The loop expects one row of numbers; a batch (or a single number) does not fit.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input].clone()

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        result = torch.zeros_like(weight)
        gradients = grad
        for place, number in enumerate(input.tolist()):
            result[number] += gradients[place]
        return None, result
# %% wrong: first_sequence_only
# why: Only the first sequence of the batch gets a gradient.
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
        if input.dim() > 1:
            input, grad = input[0], grad[0]
        rows, width = ctx.shape
        out = torch.zeros((rows, width), dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, width))
        return None, out
# %% wrong: columns_looked_up
# why: forward looks up columns and not rows.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[:, input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        rows, width = ctx.shape
        out = torch.zeros((rows, width), dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, width))
        return None, out
# %% wrong: shape_lost
# why: forward forgets the shape of the input: all places in one row.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input.reshape(-1)]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        rows, width = ctx.shape
        out = torch.zeros((rows, width), dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, width))
        return None, out
# %% wrong: added_to_the_weight
# why: The gradients are added to the values of the weight, not to zeros.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input].clone()

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        result = weight.clone()
        gradients = grad.reshape(-1, weight.shape[1])
        for place, number in enumerate(input.reshape(-1).tolist()):
            result[number] += gradients[place]
        return None, result
# %% wrong: weight_overwritten
# why: The gradients are added into the weight itself, which is changed.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input].clone()

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        result = weight.detach()
        gradients = grad.reshape(-1, weight.shape[1])
        for place, number in enumerate(input.reshape(-1).tolist()):
            result[number] += gradients[place]
        return None, result
# %% wrong: upstream_forgotten
# why: The places are counted: the upstream gradient is left out.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input].clone()

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        result = torch.zeros_like(weight)
        gradients = grad.reshape(-1, weight.shape[1])
        for place, number in enumerate(input.reshape(-1).tolist()):
            result[number] += 1
        return None, result
# %% wrong: returns_in_the_loop
# why: return stands in the loop: only the first place counts (and none gives no values at all).
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input].clone()

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        result = torch.zeros_like(weight)
        gradients = grad.reshape(-1, weight.shape[1])
        for place, number in enumerate(input.reshape(-1).tolist()):
            result[number] += gradients[place]
            return None, result
# %% wrong: single_precision
# why: The gradient is float32, whatever the weight is.
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
        out = torch.zeros((rows, width), dtype=torch.float32)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, width).float())
        return None, out
# %% wrong: one_value
# why: Only one value is returned; forward has two arguments.
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
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, width))
        return out
# %% wrong: numbers_get_zeros
# why: The numbers get a gradient of zeros in the shape of the weight.
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
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, width))
        return torch.zeros_like(out), out
# %% wrong: minus
# why: The gradients are subtracted.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input].clone()

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        result = torch.zeros_like(weight)
        gradients = grad.reshape(-1, weight.shape[1])
        for place, number in enumerate(input.reshape(-1).tolist()):
            result[number] -= gradients[place]
        return None, result
# %% wrong: unique_rows
# why: The gradients of equal numbers are added, but the rows come in the order of unique numbers, without those that were not used.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.numbers = input.reshape(-1).tolist()
        ctx.width = weight.shape[1]
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        grad = grad.reshape(-1, ctx.width)
        sums = {}
        for place, number in enumerate(ctx.numbers):
            sums[number] = sums.get(number, 0) + grad[place]
        return None, torch.stack([sums[number] for number in sorted(sums)])
