# %% right: index_add
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.table = tuple(weight.shape)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.table, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.table[1]))
        return None, out

# %% right: loop_over_the_places
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.numbers = input.reshape(-1).tolist()
        ctx.rows, ctx.width = weight.shape
        return weight[input].clone()

    @staticmethod
    def backward(ctx, grad):
        total = torch.zeros(ctx.rows, ctx.width, dtype=grad.dtype)
        flat = grad.reshape(len(ctx.numbers), ctx.width)
        for place, number in enumerate(ctx.numbers):
            total[number] += flat[place]
        return None, total

# %% wrong: one_dimension_only
# why: The loop takes input for a plain list of numbers. A single number cannot be looped over, and with two
# dimensions an entry is a list, whose equal numbers are not added up: it should be flattened first.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.numbers = input.tolist()
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        g = torch.zeros(*ctx.shape, dtype=grad.dtype)
        for i, number in enumerate(ctx.numbers):
            g[number] += grad[i]
        return None, g

# %% wrong: sums_in_the_upstream_gradient
# why: The first row of a number is a view of the upstream gradient, and += adds the later ones into it: the
# upstream gradient is changed. It should add into zeros or a copy.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.numbers = input.reshape(-1).tolist()
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        rows = {}
        flat = grad.reshape(-1, ctx.shape[1])
        for i, number in enumerate(ctx.numbers):
            if number in rows:
                rows[number] += flat[i]
            else:
                rows[number] = flat[i]
        out = torch.zeros(*ctx.shape, dtype=grad.dtype)
        for number, row in rows.items():
            out[number] = row
        return None, out

# %% wrong: plus_equals_with_numbers
# why: g[numbers] += rows reads first and then writes, so a row that was used several times gets the gradient of
# one place only. It should get the sum, by index_add_.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        g = torch.zeros_like(weight)
        g[input] += grad
        return None, g

# %% wrong: rows_up_to_the_largest
# why: The gradient has only as many rows as the largest number that was used. It should have all rows of the
# weight, with 0 in those that were not used.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        numbers = input.reshape(-1)
        rows = max(numbers.tolist(), default=0) + 1
        out = torch.zeros(rows, grad.shape[-1], dtype=grad.dtype)
        out.index_add_(0, numbers, grad.reshape(-1, grad.shape[-1]))
        return None, out

# %% wrong: stack_of_nothing
# why: The output is stacked from the single rows. An input without any numbers gives an empty list, which stack
# refuses; the output should then be empty, too.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        rows = [weight[number] for number in input.reshape(-1).tolist()]
        return torch.stack(rows).reshape(*input.shape, weight.shape[1])

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        out = torch.zeros(*ctx.shape, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.shape[1]))
        return None, out

# %% wrong: mean_of_the_places
# why: The sum of a row is divided by how often the row was used. A row should get the sum of what arrives, not
# the mean.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.numbers = input.reshape(-1).tolist()
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        rows, width = ctx.shape
        flat = grad.reshape(-1, width)
        out = torch.zeros(rows, width, dtype=grad.dtype)
        for i, number in enumerate(ctx.numbers):
            out[number] += flat[i] / ctx.numbers.count(number)
        return None, out

# %% wrong: zeros_in_float32
# why: The zeros are float32 whatever the weight is, so with float64 index_add_ fails or digits are lost. They
# should have the dtype of the weight.
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
        out = torch.zeros(ctx.rows, ctx.width)
        out.index_add_(0, input.flatten(), grad.reshape(-1, ctx.width))
        return None, out

# %% wrong: gradient_for_the_numbers
# why: The gradient is returned in the first place, which belongs to the numbers of the rows. It should return
# None first, and the gradient of the weight second.
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
        out = torch.zeros(*ctx.shape, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.shape[1]))
        return out, None
