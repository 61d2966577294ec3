# %% right: index_add
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        """The rows of weight that input numbers."""
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        out = torch.zeros_like(weight)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, weight.shape[1]))
        return None, out

# %% right: one_hot_product
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
        hot = torch.nn.functional.one_hot(input.reshape(-1), ctx.rows)
        table = hot.to(grad.dtype).transpose(0, 1) @ grad.reshape(-1, ctx.width)
        return None, table

# %% right: loop_over_places
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.numbers = input.reshape(-1).tolist()
        ctx.save_for_backward(weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (weight,) = ctx.saved_tensors
        flat = grad.reshape(-1, weight.shape[1])
        result = torch.zeros_like(weight)
        for place, number in enumerate(ctx.numbers):
            result[number] += flat[place]
        return None, result

# %% right: row_by_row_of_the_table
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        places = {}
        for place, number in enumerate(input.reshape(-1).tolist()):
            places.setdefault(number, []).append(place)
        ctx.places = places
        ctx.size = tuple(weight.shape)
        return weight[input.reshape(-1)].reshape(*input.shape, weight.shape[1])

    @staticmethod
    def backward(ctx, grad):
        rows, width = ctx.size
        below = grad.reshape(-1, width)
        table = torch.zeros((rows, width), dtype=grad.dtype)
        for number, places in ctx.places.items():
            table[number] = sum(below[place] for place in places)
        return None, table

# %% wrong: assigned_rows
# why: The rows of the gradient are written into the table with an assignment, so a row that was used several times keeps the last one only. What arrives at all its places must be added up.
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
        out[input] = grad
        return None, out

# %% wrong: plus_equals_with_numbers
# why: out[numbers] += rows reads all rows first and then writes them, so for a number that comes twice the last write wins. index_add_ adds each of them.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.shape = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        numbers = ctx.saved_tensors[0].reshape(-1)
        out = torch.zeros(ctx.shape, dtype=grad.dtype)
        out[numbers] += grad.reshape(-1, ctx.shape[1])
        return None, out

# %% wrong: gradient_of_the_places
# why: The upstream gradient itself is returned, with a row for each place of the input. The gradient of the weight has a row for each row of the table, with the sum of what arrives there.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        return None, grad.reshape(-1, grad.shape[-1]).clone()

# %% wrong: as_many_rows_as_seen
# why: one_hot is called without the number of classes and takes the largest number in the input plus one. If the last rows of the table are not used, the gradient has too few rows; give it the rows of the weight.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        numbers = ctx.saved_tensors[0].flatten()
        hot = torch.nn.functional.one_hot(numbers).to(grad.dtype)
        return None, hot.mT @ grad.reshape(len(numbers), -1)

# %% wrong: table_in_float32
# why: The table of zeros has the default dtype float32, also for a float64 weight. The gradient must have the dtype of the weight.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.numbers = input.reshape(-1).tolist()
        ctx.rows, ctx.width = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        table = torch.zeros(ctx.rows, ctx.width)
        flat = grad.reshape(-1, ctx.width)
        for i, number in enumerate(ctx.numbers):
            table[number] += flat[i]
        return None, table

# %% wrong: mean_of_uses
# why: A row that was used several times gets the mean of what arrives, since the sum is divided by the number of uses. It must be the sum.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        numbers = input.reshape(-1)
        out = torch.zeros_like(weight)
        out.index_add_(0, numbers, grad.reshape(-1, weight.shape[1]))
        uses = torch.zeros(weight.shape[0], dtype=grad.dtype)
        uses.index_add_(0, numbers, torch.ones(len(numbers), dtype=grad.dtype))
        return None, out / uses.clamp(min=1)[:, None]

# %% wrong: one_dimension_of_input
# why: The loop goes over the first dimension of the input only, as if it were a plain row of numbers. With a batch of rows or a single number it fails; bring input and gradient into one row first.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.input = input.tolist()
        ctx.save_for_backward(weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        weight, = ctx.saved_tensors
        out = torch.zeros_like(weight)
        for number, row in zip(ctx.input, grad):
            out[number] += row
        return None, out

# %% wrong: number_zero_is_nothing
# why: `if number` is false for the number 0, so the first row of the table never gets a gradient. 0 is a row like any other.
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
        out = torch.zeros_like(weight)
        for number, row in zip(input.reshape(-1).tolist(), rows):
            if number:
                out[number] += row
        return None, out
