# %% right: lists_of_columns
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for j, grad in enumerate(grads):
            columns[j].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% right: numpy_matrices
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    matrices = []
    for input in inputs:
        array = input.detach().numpy()
        matrices.append(np.zeros((input.numel(), output.numel()), dtype=array.dtype))
    column = 0
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1.0
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for matrix, grad in zip(matrices, grads):
            matrix[:, column] = grad.detach().numpy().reshape(-1)
        column += 1
    return matrices

# %% right: helper_column
def one_column(output, inputs, index):
    unit = torch.zeros_like(output)
    unit[index] = 1
    return torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)

@piece
def analytic_jacobian(output, inputs):
    passes = [one_column(output, inputs, index) for index in np.ndindex(*output.shape)]
    return [torch.stack([grads[j].reshape(-1) for grads in passes], 1) for j in range(len(inputs))]

# %% right: one_input_at_a_time
@piece
def analytic_jacobian(output, inputs):
    result = []
    for input in inputs:
        columns = []
        for index in np.ndindex(*output.shape):
            unit = torch.zeros_like(output)
            unit[index] = 1
            (grad,) = torch.autograd.grad(output, [input], unit, retain_graph=True, materialize_grads=True)
            columns.append(grad.detach().numpy().flatten())
        result.append(np.array(columns).T)
    return result

# %% wrong: graph_freed
# why: retain_graph is missing: each entry of the output needs a pass of its own through the same graph
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, materialize_grads=True)
        for j, grad in enumerate(grads):
            columns[j].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: freed_at_the_last
# why: the graph is retained for all passes but the last, so it does not survive for another call
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    places = list(np.ndindex(*output.shape))
    for k, index in enumerate(places):
        unit = torch.zeros_like(output)
        unit[index] = 1
        again = k < len(places) - 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=again, materialize_grads=True)
        for j, grad in enumerate(grads):
            columns[j].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: units_pile_up
# why: one tensor of zeros is made before the loop, so the ones of earlier entries are still there
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    unit = torch.zeros_like(output)
    for index in np.ndindex(*output.shape):
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for j, grad in enumerate(grads):
            columns[j].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: transposed
# why: the gradients are put in rows (stack along 0), but what arrives at an input is a column; the matrices are transposed
@piece
def analytic_jacobian(output, inputs):
    rows = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for j, grad in enumerate(grads):
            rows[j].append(grad.reshape(-1))
    return [torch.stack(each, 0) for each in rows]

# %% wrong: reshaped_not_transposed
# why: stacks rows and then reshapes to (in, out), which only mixes the entries; a transpose is needed
@piece
def analytic_jacobian(output, inputs):
    rows = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for j, grad in enumerate(grads):
            rows[j].append(grad.reshape(-1))
    return [torch.stack(r).reshape(x.numel(), output.numel()) for r, x in zip(rows, inputs)]

# %% wrong: not_materialized
# why: an input that takes no part raises an error, since neither allow_unused nor materialize_grads is set
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True)
        for j, grad in enumerate(grads):
            columns[j].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: unused_left_out
# why: with allow_unused the gradient is None, and such an input is left out, so the list is too short or its matrix empty
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, allow_unused=True)
        for j, grad in enumerate(grads):
            if grad is not None:
                columns[j].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns if each]

# %% wrong: unused_zeros_float32
# why: the zeros for an input without a part are made by torch.zeros in the default dtype, not in that of the input
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, allow_unused=True)
        for j, grad in enumerate(grads):
            if grad is None:
                grad = torch.zeros(inputs[j].numel())
            columns[j].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: uses_backward
# why: output.backward adds to .grad of the leaves, which may not be touched, and finds nothing for inputs that are no leaves
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        for x in inputs:
            x.grad = None
        output.backward(unit, retain_graph=True)
        for j, x in enumerate(inputs):
            grad = torch.zeros_like(x) if x.grad is None else x.grad
            columns[j].append(grad.clone().reshape(-1))
    for x in inputs:
        x.grad = None
    return [torch.stack(each, 1) for each in columns]

# %% wrong: ones_instead_of_units
# why: one pass with ones brings the sum of all columns, not the columns
@piece
def analytic_jacobian(output, inputs):
    grads = torch.autograd.grad(output, inputs, torch.ones_like(output), retain_graph=True, materialize_grads=True)
    return [grad.reshape(-1, 1) * torch.ones_like(output).reshape(1, -1) for grad in grads]

# %% wrong: one_column_only
# why: all in one pass with ones, so the matrix has a single column, the sum
@piece
def analytic_jacobian(output, inputs):
    grads = torch.autograd.grad(output, inputs, torch.ones_like(output), retain_graph=True, materialize_grads=True)
    return [grad.reshape(-1, 1) for grad in grads]

# %% wrong: first_input_only
# why: only the gradient of the first input is kept
@piece
def analytic_jacobian(output, inputs):
    columns = []
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grad = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)[0]
        columns.append(grad.reshape(-1))
    return [torch.stack(columns, 1)]

# %% wrong: shared_list
# why: [[]] * n makes n names of one list, so the columns of all inputs end up in the same matrix
@piece
def analytic_jacobian(output, inputs):
    columns = [[]] * len(inputs)
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for j, grad in enumerate(grads):
            columns[j].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: vectors_only
# why: goes through range(len(output)), so a matrix gets ones in whole rows and a single number has no len
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for i in range(len(output)):
        unit = torch.zeros_like(output)
        unit[i] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for j, grad in enumerate(grads):
            columns[j].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: not_flattened
# why: the gradients are not flattened, so an input that is no vector gives no matrix
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for j, grad in enumerate(grads):
            columns[j].append(grad)
    return [torch.stack(each, -1) for each in columns]

# %% wrong: numpy_of_default_dtype
# why: collects the columns in np.zeros, which are float64, where the matrix should have the dtype of the input
@piece
def analytic_jacobian(output, inputs):
    matrices = [np.zeros((x.numel(), output.numel())) for x in inputs]
    for k, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for j, grad in enumerate(grads):
            matrices[j][:, k] = grad.detach().numpy().reshape(-1)
    return matrices

# %% wrong: numpy_of_outputs_dtype
# why: the matrices are made in the dtype of the output instead of that of each input
@piece
def analytic_jacobian(output, inputs):
    kind = output.detach().numpy().dtype
    matrices = [np.zeros((x.numel(), output.numel()), dtype=kind) for x in inputs]
    for k, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for j, grad in enumerate(grads):
            matrices[j][:, k] = grad.detach().numpy().reshape(-1)
    return matrices

# %% wrong: unit_of_the_input
# why: the unit vectors go through the entries of the input; they belong to the output, where the pass begins
@piece
def analytic_jacobian(output, inputs):
    result = []
    for x in inputs:
        columns = []
        for index in np.ndindex(*x.shape):
            unit = torch.zeros_like(x)
            unit[index] = 1
            (grad,) = torch.autograd.grad(output, [x], unit, retain_graph=True, materialize_grads=True)
            columns.append(grad.reshape(-1))
        result.append(torch.stack(columns, 1))
    return result

# %% wrong: concatenated
# why: torch.cat puts the columns one behind the other into one long vector; stack makes a matrix
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for j, grad in enumerate(grads):
            columns[j].append(grad.reshape(-1))
    return [torch.cat(each) for each in columns]

# %% wrong: return_in_loop
# why: the return stands inside the loop over the output, so there is only the first column
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for j, grad in enumerate(grads):
            columns[j].append(grad.reshape(-1))
        return [torch.stack(each, 1) for each in columns]

# %% wrong: sum_over_outputs
# why: differentiates output.sum() instead of output with a unit, so every entry takes part in every column
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        grads = torch.autograd.grad(output.sum(), inputs, retain_graph=True, materialize_grads=True)
        for j, grad in enumerate(grads):
            columns[j].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: unit_times_value
# why: the unit holds the value of the output instead of a 1, so each column is multiplied by that value
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = output[index].item()
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for j, grad in enumerate(grads):
            columns[j].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]
