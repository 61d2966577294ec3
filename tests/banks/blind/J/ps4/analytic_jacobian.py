# %% right: stacked_columns
@piece
def analytic_jacobian(output, inputs):
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
    n = output.numel()
    matrices = [np.zeros((x.numel(), n), dtype=x.detach().numpy().dtype) for x in inputs]
    for k in range(n):
        unit = torch.zeros(n, dtype=output.dtype)
        unit[k] = 1.0
        unit = unit.reshape(output.shape)
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for matrix, g in zip(matrices, grads):
            matrix[:, k] = g.detach().numpy().reshape(-1)
    return matrices

# %% right: one_input_at_a_time
def column(output, input, index):
    unit = torch.zeros_like(output)
    unit[index] = 1.0
    (grad,) = torch.autograd.grad(
        output, [input], unit, retain_graph=True, materialize_grads=True
    )
    return grad.reshape(-1)


@piece
def analytic_jacobian(output, inputs):
    result = []
    for input in inputs:
        rows = [column(output, input, index) for index in np.ndindex(*output.shape)]
        result.append(torch.stack(rows, 1))
    return result

# %% wrong: the_units_pile_up
# why: The unit is made once before the loop and the ones of earlier entries stay in it. From the second entry
# on several columns are added up; each entry needs a unit with a single 1.
@piece
def analytic_jacobian(output, inputs):
    unit = torch.zeros_like(output)
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit.clone(), retain_graph=True, materialize_grads=True
        )
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]

# %% wrong: unit_taken_back_too_early
# why: One unit is used for all entries and set back to 0. Where an operation hands the upstream gradient on
# as it is (a sum, the output itself), the kept column is that same memory and becomes 0 as well.
@piece
def analytic_jacobian(output, inputs):
    unit = torch.zeros_like(output)
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        unit[index] = 0
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]

# %% wrong: freed_by_the_last_pass
# why: The last pass does not retain the graph, so it is freed in the end. It must survive, for another call
# too.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    places = list(np.ndindex(*output.shape))
    for k, index in enumerate(places):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output,
            inputs,
            unit,
            retain_graph=k < len(places) - 1,
            materialize_grads=True,
        )
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]

# %% wrong: columns_as_rows
# why: What comes back for one entry of the output is stacked as a row, so the matrix is transposed. It is a
# column: the shape must be (entries in, entries out).
@piece
def analytic_jacobian(output, inputs):
    rows = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for row, grad in zip(rows, grads):
            row.append(grad.reshape(-1))
    return [torch.stack(row) for row in rows]

# %% wrong: reshaped_into_place
# why: The rows are stacked and then reshaped to (entries in, entries out). That gives the right shape but the
# numbers stand in the wrong places; the matrix must be transposed.
@piece
def analytic_jacobian(output, inputs):
    collected = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for k in range(len(inputs)):
            collected[k].append(grads[k].reshape(-1))
    return [
        torch.stack(c).reshape(x.numel(), output.numel()) for c, x in zip(collected, inputs)
    ]

# %% wrong: unused_inputs_are_none
# why: allow_unused gives None for an input that takes no part, and None has no reshape. Such an input has a
# matrix of zeros: materialize_grads=True.
@piece
def analytic_jacobian(output, inputs):
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

# %% wrong: zeros_of_the_default_dtype
# why: For an input without a part the zeros are made without a dtype, so they are float32. The matrix must
# have the dtype of the input.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, allow_unused=True
        )
        for column, grad, x in zip(columns, grads, inputs):
            column.append(torch.zeros(x.numel()) if grad is None else grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]

# %% wrong: by_backward_and_grad
# why: output.backward writes into the .grad of the leaves, which may not be touched, and an input that is no
# leaf gets none. torch.autograd.grad returns the gradients and touches nothing.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        for x in inputs:
            x.grad = None
        output.backward(unit, retain_graph=True)
        for column, x in zip(columns, inputs):
            g = torch.zeros_like(x) if x.grad is None else x.grad
            column.append(g.reshape(-1).clone())
    return [torch.stack(column, 1) for column in columns]

# %% wrong: first_dimension_only
# why: The loop counts the first dimension of output only, so for a matrix unit[k] = 1 sets a whole row to 1,
# and a single number has no len. Each entry of the output needs a unit of its own.
@piece
def analytic_jacobian(output, inputs):
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

# %% wrong: one_list_for_all_inputs
# why: [[]] * n is n times the same list, so the columns of all inputs end up in one. Each input needs a list
# of its own.
@piece
def analytic_jacobian(output, inputs):
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

# %% wrong: always_double
# why: np.zeros makes float64 matrices also for float32 inputs. The matrix must have the dtype of its input.
@piece
def analytic_jacobian(output, inputs):
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

# %% wrong: graph_walked_once
# why: Without retain_graph=True the first pass frees the graph, and the second entry of the output raises an
# error.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, materialize_grads=True)
        for column, grad in zip(columns, grads):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]

# %% wrong: upstream_of_ones
# why: The upstream gradient is 1 everywhere, so each column is the sum of all columns. It must be 1 at one
# entry and 0 elsewhere.
@piece
def analytic_jacobian(output, inputs):
    grads = torch.autograd.grad(
        output, inputs, torch.ones_like(output), retain_graph=True, materialize_grads=True
    )
    return [torch.stack([g.reshape(-1)] * output.numel(), 1) for g in grads]

# %% wrong: only_the_first_input
# why: Only the gradient of the first input is taken. There must be a matrix for each input.
@piece
def analytic_jacobian(output, inputs):
    columns = []
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grad = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )[0]
        columns.append(grad.reshape(-1))
    return [torch.stack(columns, 1)]
