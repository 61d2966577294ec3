# %% right: stack
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


# %% right: numpy_matrices
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    # first the empty matrices
    matrices = []
    for x in inputs:
        dtype = x.detach().numpy().dtype
        matrices.append(np.zeros((x.numel(), output.numel()), dtype=dtype))
    # then column by column
    k = 0
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1.0
        gradients = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for j in range(len(inputs)):
            matrices[j][:, k] = gradients[j].detach().numpy().reshape(-1)
        k += 1
    return matrices


# %% right: input_by_input
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""

    def column(x, index):
        unit = torch.zeros_like(output)
        unit[index] = 1
        (g,) = torch.autograd.grad(
            output, [x], unit, retain_graph=True, materialize_grads=True
        )
        return g.reshape(-1)

    places = list(np.ndindex(*output.shape))
    return [torch.stack([column(x, index) for index in places], 1) for x in inputs]


# %% right: allow_unused
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    result = [
        np.zeros((x.numel(), output.numel()), x.detach().numpy().dtype) for x in inputs
    ]
    for k, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, allow_unused=True
        )
        for matrix, g in zip(result, grads):
            if g is not None:
                matrix[:, k] = g.detach().numpy().ravel()
    return result


# %% right: rows_then_transpose
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    passes = []
    unit = torch.zeros_like(output)
    for index in np.ndindex(*output.shape):
        unit[index] = 1
        passes.append(
            torch.autograd.grad(
                output, inputs, unit.clone(), retain_graph=True, materialize_grads=True
            )
        )
        unit[index] = 0
    jacobians_found = []
    for j in range(len(inputs)):
        rows = [each[j].detach().numpy().flatten() for each in passes]
        jacobians_found.append(np.array(rows).T)
    return jacobians_found


# %% wrong: no_retain
# why: The first pass frees the graph, since retain_graph=True is missing; the second pass fails, and with one entry the caller's graph is gone.
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


# %% wrong: frees_at_the_last
# why: The graph is retained for all passes but the last, which frees it; the caller's graph must survive.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    places = list(np.ndindex(*output.shape))
    for k, index in enumerate(places):
        unit = torch.zeros_like(output)
        unit[index] = 1
        keep = k < len(places) - 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=keep, materialize_grads=True
        )
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


# %% wrong: units_pile_up
# why: The tensor of zeros is made once before the loop: the ones of earlier entries stay in it, so the columns are running sums.
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


# %% wrong: rows
# why: The gradients are stacked as rows; each is a column, so the matrices are transposed.
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
    return [torch.stack(column) for column in columns]


# %% wrong: unused_not_allowed
# why: Neither materialize_grads nor allow_unused is given: an input that takes no part raises an error instead of having a matrix of zeros.
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


# %% wrong: none_for_unused
# why: With allow_unused an input without a part gets None, and None has no reshape; zeros were wanted.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, allow_unused=True
        )
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


# %% wrong: unused_left_out
# why: Inputs without a part are left out of the list, so the matrices behind them are at the wrong place.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, allow_unused=True
        )
        for column, grad in zip(columns, grads):
            if grad is not None:
                column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns if column]


# %% wrong: backward_and_grad
# why: It calls output.backward and reads .grad: the caller's .grad is changed, and the gradients of all passes add up in it.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        output.backward(unit, retain_graph=True)
        for column, x in zip(columns, inputs):
            column.append(x.grad.clone().reshape(-1))
    return [torch.stack(column, 1) for column in columns]


# %% wrong: grad_cleared
# why: It goes through backward and .grad and sets .grad to None before each pass; the numbers of leaves are right, but the caller's .grad is lost.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        for x in inputs:
            x.grad = None
        unit = torch.zeros_like(output)
        unit[index] = 1
        output.backward(unit, retain_graph=True)
        for column, x in zip(columns, inputs):
            g = torch.zeros_like(x) if x.grad is None else x.grad
            column.append(g.reshape(-1))
    for x in inputs:
        x.grad = None
    return [torch.stack(column, 1) for column in columns]


# %% wrong: ones_upstream
# why: The upstream gradient is 1 everywhere, in every pass: each column is the sum of all columns.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.ones_like(output)
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


# %% wrong: first_input_only
# why: Only the first input has a matrix, and it is not in a list.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = []
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        columns.append(grads[0].reshape(-1))
    return torch.stack(columns, 1)


# %% wrong: same_list
# why: [[]] * n holds one and the same list n times: the gradients of all inputs land in it, mixed.
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
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


# %% wrong: not_flattened
# why: The gradients keep the input's shape; for an input that is a matrix or a single number the result is no matrix of the asked shape.
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
            column.append(grad)
    return [torch.stack(column, -1) for column in columns]


# %% wrong: only_vector_outputs
# why: range(len(output)) counts only the first dimension: for a matrix a whole row gets the 1, and a single number has no len.
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


# %% wrong: return_in_loop
# why: The return is inside of the loop over the output's entries; the matrices have one column only.
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


# %% wrong: always_float64
# why: All matrices are float64 (the default of np.zeros), also for a float32 input; the dtype should be the input's.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    matrices = [np.zeros((x.numel(), output.numel())) for x in inputs]
    for k, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for matrix, grad in zip(matrices, grads):
            matrix[:, k] = grad.detach().numpy().reshape(-1)
    return matrices


# %% wrong: no_upstream
# why: The unit is made but not handed over: grad without an upstream gradient fails for an output with more than one entry.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, retain_graph=True, materialize_grads=True
        )
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


# %% wrong: units_of_the_input
# why: The units run over the entries of the input instead of the output; the upstream gradient has the wrong shape.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    matrices = []
    for x in inputs:
        rows = []
        for index in np.ndindex(*x.shape):
            unit = torch.zeros_like(x)
            unit[index] = 1
            (grad,) = torch.autograd.grad(
                output, [x], unit, retain_graph=True, materialize_grads=True
            )
            rows.append(grad.reshape(-1))
        matrices.append(torch.stack(rows))
    return matrices


# %% wrong: reshaped_instead_of_transposed
# why: The gradients are rows of an array that is then reshaped to (inputs, outputs): reshaping is not transposing, the numbers land at wrong places.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    rows = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for row, grad in zip(rows, grads):
            row.append(grad.reshape(-1))
    return [
        torch.stack(row).reshape(x.numel(), output.numel())
        for row, x in zip(rows, inputs)
    ]


# %% wrong: one_matrix
# why: The matrices of all inputs are stacked to one; a list with a matrix for each input was asked for.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = []
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        columns.append(np.concatenate([g.detach().numpy().reshape(-1) for g in grads]))
    return np.array(columns).T


# %% wrong: no_star
# why: np.ndindex(output.numel()) gives flat numbers (k,), which are no places in an output of two dimensions; it sets whole rows or runs out of range.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(output.numel()):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]
