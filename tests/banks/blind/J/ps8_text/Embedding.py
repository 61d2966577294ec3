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
        out = torch.zeros(rows, width, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, width))
        return None, out


# %% right: product_with_one_hot
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        flat = input.reshape(-1, 1)
        marks = (flat == torch.arange(weight.shape[0])).to(grad.dtype)
        return None, marks.T @ grad.reshape(-1, weight.shape[1])


# %% right: loop_over_places
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.numbers = input.reshape(-1).tolist()
        ctx.rows, ctx.width = weight.shape
        return weight[input.reshape(-1)].reshape(*input.shape, weight.shape[1])

    @staticmethod
    def backward(ctx, grad):
        result = torch.zeros((ctx.rows, ctx.width), dtype=grad.dtype)
        flat = grad.reshape(len(ctx.numbers), ctx.width)
        for place, number in enumerate(ctx.numbers):
            result[number] += flat[place]
        return None, result


# %% wrong: plus_equals_with_an_index
# why: out[input] += grad reads all rows first and then writes them, so a row that was used several times
# keeps the gradient of its last place only. It must get the sum over its places.
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
        out[input] += grad
        return None, out


# %% wrong: as_many_rows_as_the_largest_number
# why: The gradient has as many rows as the largest number in the input says, since one_hot counts them
# itself. It must have the shape of the weight, with zeros in the rows that were used nowhere.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.width = weight.shape[1]
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        flat = input.reshape(-1)
        if len(flat) == 0:
            return None, torch.zeros(0, ctx.width, dtype=grad.dtype)
        hot = torch.nn.functional.one_hot(flat).to(grad.dtype)
        return None, hot.T @ grad.reshape(-1, ctx.width)


# %% wrong: loop_over_the_first_dimension
# why: The loop goes over the first dimension of the input. In two dimensions number is then a whole row of
# numbers, and out[number] += loses those that come twice in it. Put all places into one row first.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        total = torch.zeros_like(weight)
        if input.dim() == 0:
            total[input] += grad
            return None, total
        for i, number in enumerate(input):
            total[number] += grad[i]
        return None, total


# %% wrong: mean_of_the_places
# why: What arrives at a row is divided by the number of its places. The gradient is the sum over the places
# and not their mean.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.rows, ctx.width = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        numbers = input.reshape(-1)
        arrived = torch.zeros(ctx.rows, ctx.width, dtype=grad.dtype)
        arrived.index_add_(0, numbers, grad.reshape(-1, ctx.width))
        used = [max(1, (numbers == row).sum().item()) for row in range(ctx.rows)]
        return None, arrived / torch.tensor(used, dtype=grad.dtype).reshape(-1, 1)


# %% wrong: reshape_of_nothing
# why: The gradient is reshaped to (numel, -1). If the input holds no numbers at all, the -1 cannot be found
# out, and it crashes; give the width instead. The gradient is all zeros then.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        numbers, table = ctx.saved_tensors
        count = numbers.numel()
        grad_table = torch.zeros(table.shape, dtype=table.dtype)
        grad_table.index_add_(0, numbers.reshape(count), grad.reshape(count, -1))
        return None, grad_table


# %% wrong: adds_up_in_the_upstream_gradient
# why: Places with the same number are added up in the upstream gradient itself, whose rows are changed by
# that. It belongs to others as well: add up in a tensor of your own.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        rows = grad.reshape(-1, weight.shape[1])
        result = torch.zeros_like(weight)
        first = {}
        for place, number in enumerate(input.reshape(-1).tolist()):
            if number in first:
                rows[first[number]] += rows[place]
            else:
                first[number] = place
        for number, place in first.items():
            result[number] = rows[place]
        return None, result


# %% wrong: letter_zero_as_padding
# why: Places with the number 0 are left out of the gradient, as if 0 were padding. It is a letter like all
# others, and its row gets what arrives.
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
        rows = grad.reshape(-1, weight.shape[1])
        for i, n in enumerate(input.reshape(-1).tolist()):
            if n:
                out[n] += rows[i]
        return None, out


# %% wrong: gradient_of_the_weight_comes_first
# why: backward returns the gradient of the weight first and None second. The values come in the order of
# forward's arguments: None for input, then the gradient of weight.
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
        g = torch.zeros(ctx.size, dtype=grad.dtype)
        g.index_add_(0, input.flatten(), grad.reshape(-1, ctx.size[1]))
        return g, None


# %% wrong: gradient_always_float32
# why: The zeros are made without a dtype, so the gradient is float32 even if the weight is float64. It must
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
        height, width = weight.shape
        grad_weight = torch.zeros(height, width)
        lines = grad.reshape(-1, width)
        for k, row in enumerate(input.reshape(-1).tolist()):
            grad_weight[row] = grad_weight[row] + lines[k]
        return None, grad_weight


# %% wrong: rows_stacked_one_by_one
# why: forward looks up the rows one by one in a loop over the input and stacks them. A single number cannot
# be looped over, and an empty input gives nothing to stack; weight[input] does it for any shape.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return torch.stack([weight[number] for number in input])

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        out = torch.zeros_like(weight)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, weight.shape[1]))
        return None, out


# %% wrong: width_and_rows_swapped
# why: The rows of the upstream gradient are cut with weight.shape[0], which is the number of letters. A row
# of the gradient is as wide as a row of the weight, weight.shape[1].
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        width = weight.shape[0]
        result = torch.zeros_like(weight)
        result.index_add_(0, input.reshape(-1), grad.reshape(-1, width))
        return None, result


# %% wrong: numbers_kept_as_an_attribute
# why: The input is a tensor, and it is kept as an attribute of ctx. If somebody changes it before backward,
# the gradient goes to other rows without a word; tensors go through ctx.save_for_backward.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.input = input
        ctx.rows = weight.shape[0]
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        width = grad.shape[-1]
        result = torch.zeros(ctx.rows, width, dtype=grad.dtype)
        result.index_add_(0, ctx.input.reshape(-1), grad.reshape(-1, width))
        return None, result
