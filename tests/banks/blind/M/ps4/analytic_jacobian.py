# %% right: columns_stacked
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for k, g in enumerate(grads):
            columns[k].append(g.reshape(-1))
    return [torch.stack(c, 1) for c in columns]

# %% right: numpy_matrices_filled
@piece
def analytic_jacobian(output, inputs):
    result = []
    for x in inputs:
        dtype = x.detach().numpy().dtype
        result.append(np.zeros((x.numel(), output.numel()), dtype=dtype))
    for column, place in enumerate(np.ndindex(*output.shape)):
        e = torch.zeros_like(output)
        e[place] = 1.0
        got = torch.autograd.grad(output, inputs, e, retain_graph=True, allow_unused=True)
        for matrix, g in zip(result, got):
            if g is not None:
                matrix[:, column] = g.detach().numpy().reshape(-1)
    return result

# %% right: one_input_after_the_other
def unit_at(output, index):
    unit = torch.zeros_like(output)
    unit[index] = 1
    return unit


def jacobian_of_one(output, x):
    rows = []
    for index in np.ndindex(*output.shape):
        (g,) = torch.autograd.grad(
            output, [x], unit_at(output, index), retain_graph=True, materialize_grads=True
        )
        rows.append(g.detach().numpy().flatten())
    return np.array(rows).T


@piece
def analytic_jacobian(output, inputs):
    return [jacobian_of_one(output, x) for x in inputs]

# %% right: passes_first_then_columns
@piece
def analytic_jacobian(output, inputs):
    def one_pass(k):
        flat = torch.zeros(output.numel(), dtype=output.dtype)
        flat[k] = 1
        return torch.autograd.grad(
            output, inputs, flat.reshape(output.shape), retain_graph=True, materialize_grads=True
        )

    passes = [one_pass(k) for k in range(output.numel())]
    return [
        torch.stack([gradient.reshape(-1) for gradient in per_input], 1)
        for per_input in zip(*passes)
    ]

# %% wrong: reshaped_instead_of_transposed
# why: The gradients are put below each other as rows, and then the numbers are only poured into the
# other shape, which mixes them up. Each gradient must become a column: stack along dimension 1, or
# transpose.
@piece
def analytic_jacobian(output, inputs):
    rows = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for row, g in zip(rows, grads):
            row.append(g.reshape(-1))
    return [
        torch.stack(row).reshape(x.numel(), output.numel()) for row, x in zip(rows, inputs)
    ]

# %% wrong: one_list_for_all_inputs
# why: [[]] * n is n times the same list, so the columns of all inputs land in one. Make a list of its
# own for each input: [[] for _ in inputs].
@piece
def analytic_jacobian(output, inputs):
    columns = [[]] * len(inputs)
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1.0
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for i in range(len(inputs)):
            columns[i].append(grads[i].reshape(-1))
    return [torch.stack(c, 1) for c in columns]

# %% wrong: last_pass_frees
# why: The last pass does not retain the graph, so it is freed and a second call fails. The graph must
# survive the whole function: retain_graph=True in every pass.
@piece
def analytic_jacobian(output, inputs):
    places = list(np.ndindex(*output.shape))
    cols = {j: [] for j in range(len(inputs))}
    for n, place in enumerate(places, 1):
        unit = torch.zeros_like(output)
        unit[place] = 1
        for j, g in enumerate(
            torch.autograd.grad(
                output, inputs, unit, retain_graph=n < len(places), materialize_grads=True
            )
        ):
            cols[j].append(g.reshape(-1))
    return [torch.stack(cols[j], 1) for j in range(len(inputs))]

# %% wrong: backward_fills_grad
# why: backward writes into .grad, which the caller keeps for other things, and an input that is no
# leaf gets none at all. Use torch.autograd.grad, which returns the gradients.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        for x in inputs:
            x.grad = None
        output.backward(unit, retain_graph=True)
        for x, column in zip(inputs, columns):
            g = torch.zeros_like(x) if x.grad is None else x.grad
            column.append(g.reshape(-1))
    return [torch.stack(column, 1) for column in columns]

# %% wrong: matrices_in_float32
# why: The matrices are made by torch.zeros without a dtype, which is float32, so the gradients of a
# float64 input lose half of their digits. Give them the dtype of the input.
@piece
def analytic_jacobian(output, inputs):
    matrices = [torch.zeros(x.numel(), output.numel()) for x in inputs]
    for k, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for m, g in zip(matrices, grads):
            m[:, k] = g.detach().reshape(-1)
    return matrices

# %% wrong: input_without_part_left_out
# why: An input that takes no part gets no matrix at all, so the list is too short and the others
# shift. It should have a matrix of zeros.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, allow_unused=True)
        for c, g in zip(columns, grads):
            if g is not None:
                c.append(g.reshape(-1))
    return [torch.stack(c, 1) for c in columns if c]

# %% wrong: first_axis_of_the_output_only
# why: range(len(output)) counts the rows of the output, and unit[k] = 1 sets a whole row, so the
# columns of a matrix output are sums. Take a unit for each single entry, with np.ndindex.
@piece
def analytic_jacobian(output, inputs):
    per_input = [[] for _ in inputs]
    for k in range(len(output)):
        unit = torch.zeros_like(output)
        unit[k] = 1
        got = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for where, g in zip(per_input, got):
            where.append(g.reshape(-1))
    return [torch.stack(each, 1) for each in per_input]

# %% wrong: ones_stay_in_the_unit
# why: The tensor of zeros is made once, and the 1 of each entry stays in it, so every later column is
# the sum of all up to it. Start each pass with new zeros.
@piece
def analytic_jacobian(output, inputs):
    seed = torch.zeros_like(output)
    lists = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        seed[index] = 1
        grads = torch.autograd.grad(
            output, inputs, seed.clone(), retain_graph=True, materialize_grads=True
        )
        for j, grad in enumerate(grads):
            lists[j].append(grad.reshape(-1))
    return [torch.stack(columns, 1) for columns in lists]
