# %% right: index_add
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        """The rows of weight that input numbers."""
        ctx.save_for_backward(input)
        ctx.shape = tuple(weight.shape)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        """None for input, and the gradient of weight."""
        (input,) = ctx.saved_tensors
        out = torch.zeros(ctx.shape, dtype=grad.dtype)
        out.index_add_(0, input.reshape(-1), grad.reshape(-1, ctx.shape[1]))
        return None, out

# %% right: loop_over_the_places
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        """The rows of weight that input numbers."""
        ctx.save_for_backward(input, weight)
        rows = weight[input.reshape(-1)]
        return rows.reshape(*input.shape, weight.shape[1])

    @staticmethod
    def backward(ctx, grad):
        """None for input, and the gradient of weight."""
        input, weight = ctx.saved_tensors
        total = torch.zeros_like(weight)
        rows = grad.reshape(-1, weight.shape[1])
        for place, number in enumerate(input.reshape(-1).tolist()):
            total[number] += rows[place]
        return None, total

# %% right: product_with_one_hot
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        """The rows of weight that input numbers."""
        ctx.save_for_backward(input)
        ctx.rows, ctx.width = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        """None for input, and the gradient of weight."""
        numbers = ctx.saved_tensors[0].reshape(-1)
        hot = torch.nn.functional.one_hot(numbers, ctx.rows).to(grad.dtype)
        return None, hot.T @ grad.reshape(-1, ctx.width)

# %% right: sum_for_each_letter
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        """The rows of weight that input numbers."""
        ctx.numbers = input.reshape(-1).tolist()
        ctx.size = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        """None for input, and the gradient of weight."""
        count, width = ctx.size
        lines = grad.reshape(-1, width)
        places = {}
        for place, number in enumerate(ctx.numbers):
            places.setdefault(number, []).append(place)
        table = torch.zeros((count, width), dtype=grad.dtype)
        for number, where in places.items():
            table[number] = lines[torch.tensor(where)].sum(0)
        return None, table

# %% wrong: plus_equals_with_many_numbers
# why: out[numbers] += rows reads all rows first, adds, and then writes, so a row that is used several
# times keeps the gradient of one place only. index_add_ or a loop adds them all.
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

# %% wrong: one_dimension_only
# why: backward goes through the input as if it were a plain list of numbers. With the shape (batch,
# length) each entry of the list is a list itself, and a single number is no list: the input must be
# flattened first.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.numbers = input.tolist()
        ctx.save_for_backward(weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (weight,) = ctx.saved_tensors
        out = torch.zeros_like(weight)
        for number, row in zip(ctx.numbers, grad):
            out[int(number)] += row
        return None, out

# %% wrong: one_hot_counts_for_itself
# why: one_hot is not told how many rows the table has, and takes the largest number that is there plus one.
# If the last rows are not used, the gradient has too few rows; it needs the shape of the weight.
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
        hot = torch.nn.functional.one_hot(input.reshape(-1)).to(grad.dtype)
        return None, hot.mT @ grad.reshape(-1, ctx.width)

# %% wrong: mean_over_the_places
# why: What arrives at the places of a row is divided by how often the row was used. The gradient is
# the sum over these places, not their mean.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.numbers = input.reshape(-1).tolist()
        ctx.shape = tuple(weight.shape)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        rows = grad.reshape(-1, ctx.shape[1])
        out = torch.zeros(ctx.shape, dtype=grad.dtype)
        for place, number in enumerate(ctx.numbers):
            out[number] += rows[place]
        for number in set(ctx.numbers):
            out[number] /= ctx.numbers.count(number)
        return None, out

# %% wrong: input_kept_as_an_attribute
# why: The input is a tensor and is kept on ctx as an attribute. Tensors that backward needs go through
# save_for_backward; only what is no tensor may be an attribute.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.input = input
        ctx.shape = tuple(weight.shape)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        out = torch.zeros(ctx.shape, dtype=grad.dtype)
        rows = grad.reshape(-1, ctx.shape[1])
        return None, out.index_add_(0, ctx.input.reshape(-1), rows)

# %% wrong: adds_up_inside_grad
# why: The gradients of later places are added to the first place of the row inside of grad, which is
# not ours: the upstream gradient is changed. The sum belongs into a new tensor.
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
        out = torch.zeros_like(weight)
        rows = grad.reshape(-1, weight.shape[1])
        first = {}
        for place, number in enumerate(ctx.numbers):
            if number in first:
                rows[first[number]] += rows[place]
            else:
                first[number] = place
        for number, place in first.items():
            out[number] = rows[place]
        return None, out

# %% wrong: zeros_in_float32
# why: torch.zeros without a dtype is float32, whatever the weight is. With a weight in float64 index_add_
# fails, or the gradient has the wrong dtype; the zeros need the dtype of grad.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.rows, ctx.width = weight.shape
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input = ctx.saved_tensors[0].reshape(-1)
        out = torch.zeros(ctx.rows, ctx.width)
        out.index_add_(0, input, grad.reshape(-1, ctx.width))
        return None, out

# %% wrong: row_zero_is_padding
# why: Row 0 is treated as a padding row that learns nothing, as in other programs. Here 0 is a letter
# like all others, and its row gets its gradient too.
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
        numbers = input.reshape(-1).tolist()
        for number, row in zip(numbers, grad.reshape(len(numbers), -1)):
            if number:
                out[number] += row
        return None, out
