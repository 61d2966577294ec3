# %% right: matrix_of_zeros_and_ones
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.rows, ctx.width = weight.shape
        ctx.save_for_backward(input)
        return weight[input.reshape(-1)].reshape(*input.shape, ctx.width)

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        numbers = torch.arange(ctx.rows).unsqueeze(1)
        uses = (numbers == input.reshape(1, -1)).to(grad.dtype)
        return None, uses @ grad.reshape(-1, ctx.width)

# %% right: added_place_by_place
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.numbers = input.reshape(-1).tolist()
        ctx.shape = tuple(weight.shape)
        flat = weight[torch.tensor(ctx.numbers, dtype=torch.int64)]
        return flat.reshape(*input.shape, ctx.shape[1])

    @staticmethod
    def backward(ctx, grad):
        table = torch.zeros(*ctx.shape, dtype=grad.dtype)
        arriving = grad.reshape(-1, ctx.shape[1])
        for place, number in enumerate(ctx.numbers):
            table[number] += arriving[place]
        return None, table

# %% wrong: read_then_written
# why: out[numbers] += rows reads all rows first and then writes them, so a row that was used several times keeps its last place only.
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

# %% wrong: mean_of_the_places
# why: What arrives at the places of a row is divided by how often it was used; it gets the sum and not the mean.
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
        rows, width = ctx.size
        flat = input.reshape(-1)
        hits = (torch.arange(rows).reshape(-1, 1) == flat.reshape(1, -1)).to(grad.dtype)
        count = hits.sum(1, keepdim=True).clamp(min=1)
        return None, (hits @ grad.reshape(-1, width)) / count

# %% wrong: as_many_rows_as_were_seen
# why: The gradient has rows up to the largest number in the input only; it must have a row for each row of the weight.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input)
        ctx.width = weight.shape[1]
        out = weight[input.reshape(-1)]
        return out.reshape(*input.shape, ctx.width)

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        flat = input.reshape(-1)
        rows = int(flat.max().item()) + 1 if flat.numel() else 1
        result = torch.zeros(rows, ctx.width, dtype=grad.dtype)
        result.index_add_(0, flat, grad.reshape(-1, ctx.width))
        return None, result

# %% wrong: number_zero_left_out
# why: "if number" is false for the number 0, so the first row of the table never gets a gradient.
@piece
class Embedding(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight):
        ctx.save_for_backward(input, weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        collected = {}
        rows = grad.reshape(-1, weight.shape[1])
        for number, row in zip(input.reshape(-1).tolist(), rows):
            if number:
                collected[number] = collected[number] + row if number in collected else row
        result = torch.zeros_like(weight)
        for number, row in collected.items():
            result[number] = row
        return None, result

# %% wrong: numbers_on_the_class
# why: The numbers that were looked up are kept on the class, so with two embeddings both use those of the last call.
@piece
class Embedding(torch.autograd.Function):
    last = None

    @staticmethod
    def forward(ctx, input, weight):
        Embedding.last = input
        ctx.save_for_backward(weight)
        return weight[input]

    @staticmethod
    def backward(ctx, grad):
        (weight,) = ctx.saved_tensors
        flat = Embedding.last.reshape(-1)
        total = torch.zeros_like(weight)
        total.index_add_(0, flat, grad.reshape(-1, weight.shape[1]))
        return None, total
