# %% right: filled_matrices
@piece
def analytic_jacobian(output, inputs):
    matrices = [
        torch.zeros(x.numel(), output.numel(), dtype=x.dtype) for x in inputs
    ]
    for column, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for matrix, g in zip(matrices, grads):
            matrix[:, column] = g.detach().reshape(-1)
    return matrices

# %% right: numpy_columns
@piece
def analytic_jacobian(output, inputs):
    size = output.numel()
    result = [
        np.zeros((x.numel(), size), dtype=x.detach().numpy().dtype) for x in inputs
    ]
    identity = np.eye(size, dtype=output.detach().numpy().dtype)
    for k in range(size):
        upstream = torch.tensor(identity[k].reshape(tuple(output.shape)))
        arrived = torch.autograd.grad(
            output, inputs, upstream, retain_graph=True, allow_unused=True
        )
        for j, g in enumerate(arrived):
            if g is not None:
                result[j][:, k] = g.detach().numpy().reshape(-1)
    return result

# %% wrong: units_pile_up
# why: The tensor of zeros is made once, and the 1 of an earlier entry is still in it at the next one. The columns are sums.
@piece
def analytic_jacobian(output, inputs):
    unit = torch.zeros_like(output)
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for list_, g in zip(columns, grads):
            list_.append(g.reshape(-1))
    return [torch.stack(list_, 1) for list_ in columns]

# %% wrong: last_pass_frees
# why: The last pass does not retain the graph, to save memory. The graph must survive for another call.
@piece
def analytic_jacobian(output, inputs):
    places = list(np.ndindex(*output.shape))
    columns = [[] for _ in inputs]
    while places:
        unit = torch.zeros_like(output)
        unit[places.pop(0)] = 1
        grads = torch.autograd.grad(
            output,
            inputs,
            unit,
            retain_graph=len(places) > 0,
            materialize_grads=True,
        )
        for j in range(len(inputs)):
            columns[j].append(grads[j].reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: unused_is_a_number
# why: For an input that takes no part a single column of zeros is put in, whatever the number of outputs. The matrix has the wrong shape.
@piece
def analytic_jacobian(output, inputs):
    jacobians_ = []
    for x in inputs:
        columns = []
        for index in np.ndindex(*output.shape):
            unit = torch.zeros_like(output)
            unit[index] = 1
            (g,) = torch.autograd.grad(
                output, [x], unit, retain_graph=True, allow_unused=True
            )
            if g is None:
                columns = [torch.zeros_like(x).reshape(-1)]
                break
            columns.append(g.reshape(-1))
        jacobians_.append(torch.stack(columns, 1))
    return jacobians_

# %% wrong: rows_for_outputs
# why: The gradients are stacked as rows. The matrices are the transposes: (entries out, entries in).
@piece
def analytic_jacobian(output, inputs):
    passes = []
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1.0
        passes.append(
            torch.autograd.grad(
                output, inputs, unit, retain_graph=True, materialize_grads=True
            )
        )
    return [torch.stack([g.reshape(-1) for g in grads], 0) for grads in zip(*passes)]

# %% wrong: float64_matrices
# why: The matrices are made by np.zeros and are always float64. For a float32 input the matrix must be float32.
@piece
def analytic_jacobian(output, inputs):
    result = [np.zeros((x.numel(), output.numel())) for x in inputs]
    for k, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for matrix, g in zip(result, grads):
            matrix[:, k] = g.detach().numpy().ravel()
    return result
