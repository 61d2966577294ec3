# %% right: stack_columns
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
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


# %% right: numpy_matrices_filled
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    matrices = []
    for each in inputs:
        dtype = each.detach().numpy().dtype
        matrices.append(np.zeros((each.numel(), output.numel()), dtype=dtype))
    for column, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1.0
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, allow_unused=True
        )
        for matrix, grad in zip(matrices, grads):
            if grad is not None:
                matrix[:, column] = grad.detach().numpy().reshape(-1)
    return matrices


# %% right: rows_of_the_identity
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    shape = tuple(output.shape)
    identity = np.eye(output.numel(), dtype=output.detach().numpy().dtype)
    passes = [
        torch.autograd.grad(
            output,
            inputs,
            torch.tensor(row.reshape(shape)),
            retain_graph=True,
            materialize_grads=True,
        )
        for row in identity
    ]
    return [torch.stack([grads[j].reshape(-1) for grads in passes], 1) for j in range(len(inputs))]


# %% right: one_input_at_a_time
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""

    def unit_at(place):
        unit = torch.zeros_like(output)
        unit[place] = 1
        return unit

    def matrix_of(one):
        rows = []
        for place in np.ndindex(*output.shape):
            (grad,) = torch.autograd.grad(
                output, [one], unit_at(place), retain_graph=True, materialize_grads=True
            )
            rows.append(grad.detach().numpy().reshape(-1).copy())
        return np.array(rows).T

    return [matrix_of(one) for one in inputs]


# %% wrong: graph_not_retained
# why: retain_graph=True is missing: the first pass frees the graph, and the second entry of the output finds none.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, materialize_grads=True)
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


# %% wrong: unused_input
# why: Nothing is said about inputs that take no part: grad raises an error for them where a matrix of zeros is due.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True)
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


# %% wrong: units_pile_up
# why: The tensor of zeros is made once before the loop; the 1 of earlier entries is still there, so each column is the sum of those up to it.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    unit = torch.zeros_like(output)
    for index in np.ndindex(*output.shape):
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


# %% wrong: transposed
# why: Stacks the columns as rows (axis 0): the matrices have shape (entries out, entries in), the transpose.
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
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 0) for column in columns]


# %% wrong: backward_and_grad
# why: Runs output.backward and reads .grad, which adds to the .grad of the leaves and leaves it changed, though no .grad may be touched.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        for each in inputs:
            each.grad = None
        output.backward(unit, retain_graph=True)
        for column, each in zip(columns, inputs):
            grad = torch.zeros_like(each) if each.grad is None else each.grad
            column.append(grad.clone().reshape(-1))
    return [torch.stack(column, 1) for column in columns]


# %% wrong: all_ones_upstream
# why: The upstream gradient is 1 everywhere and not at one entry: every column is the sum of all columns.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for _ in range(output.numel()):
        unit = torch.ones_like(output)
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


# %% wrong: one_list_for_all_inputs
# why: [[]] * n holds the same list n times, so the columns of all inputs end up mixed in one list.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[]] * len(inputs)
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for j, grad in enumerate(grads):
            columns[j].append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


# %% wrong: vector_outputs_only
# why: range(len(output)) fits vectors only: in a matrix unit[k] = 1 sets a whole row, so columns are missing and summed; a single number has no len.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for k in range(len(output)):
        unit = torch.zeros_like(output)
        unit[k] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]
