# %% right: numpy_matrices_filled
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    size = output.numel()
    matrices = [
        np.zeros((each.numel(), size), dtype=each.detach().numpy().dtype) for each in inputs
    ]
    for k, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        arrived = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, allow_unused=True
        )
        for matrix, gradient in zip(matrices, arrived):
            if gradient is not None:
                matrix[:, k] = gradient.detach().numpy().reshape(-1)
    return matrices

# %% right: passes_then_columns
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""

    def one_pass(index):
        seed = torch.zeros_like(output)
        seed[index] = 1.0
        return torch.autograd.grad(
            output, inputs, seed, retain_graph=True, materialize_grads=True
        )

    passes = [one_pass(index) for index in np.ndindex(*output.shape)]
    result = []
    for j, tensor in enumerate(inputs):
        if passes:
            columns = [gradients[j].detach().reshape(-1) for gradients in passes]
            result.append(torch.stack(columns, 1))
        else:
            result.append(torch.zeros(tensor.numel(), 0, dtype=tensor.dtype))
    return result

# %% wrong: graph_freed
# why: retain_graph is not passed, so the first pass frees the graph; the second entry of the output (or the next call) ends in an error.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        gradients = torch.autograd.grad(output, inputs, unit, materialize_grads=True)
        for place, gradient in zip(columns, gradients):
            place.append(gradient.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: units_pile_up
# why: one tensor of zeros is made before the loop, and the 1 of the entries before is still there: the columns are running sums.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    unit = torch.zeros_like(output)
    passes = []
    for index in np.ndindex(*output.shape):
        unit[index] = 1
        passes.append(
            torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        )
    return [
        torch.stack([gradients[j].reshape(-1) for gradients in passes], 1)
        for j in range(len(inputs))
    ]

# %% wrong: rows_instead_of_columns
# why: what a unit brings back is put into a row; it is one column of the matrix, so the result is transposed.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    matrices = []
    for tensor in inputs:
        rows = []
        for index in np.ndindex(*output.shape):
            unit = torch.zeros_like(output)
            unit[index] = 1
            (gradient,) = torch.autograd.grad(
                output, [tensor], unit, retain_graph=True, materialize_grads=True
            )
            rows.append(gradient.reshape(-1))
        matrices.append(torch.stack(rows, 0))
    return matrices

# %% wrong: backward_fills_grad
# why: it runs backward and reads .grad of the inputs; that touches the .grad of every leaf, and inputs that are no leaves have none.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = {j: [] for j in range(len(inputs))}
    for index in np.ndindex(*output.shape):
        for tensor in inputs:
            tensor.grad = None
        unit = torch.zeros_like(output)
        unit[index] = 1
        output.backward(unit, retain_graph=True)
        for j, tensor in enumerate(inputs):
            gradient = tensor.grad if tensor.grad is not None else torch.zeros_like(tensor)
            columns[j].append(gradient.reshape(-1))
    return [torch.stack(columns[j], 1) for j in range(len(inputs))]

# %% wrong: always_float64
# why: the matrices are float64 whatever the inputs are; each must have the dtype of its input.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    result = [np.zeros((tensor.numel(), output.numel())) for tensor in inputs]
    for column, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        gradients = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for matrix, gradient in zip(result, gradients):
            matrix[:, column] = gradient.detach().numpy().ravel()
    return result
