# %% right: columns_stacked
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% right: arrays_filled
@piece
def analytic_jacobian(output, inputs):
    matrices = []
    for input in inputs:
        dtype = input.detach().numpy().dtype
        matrices.append(np.zeros((input.numel(), output.numel()), dtype=dtype))
    for column, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1.0
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for matrix, grad in zip(matrices, grads):
            matrix[:, column] = grad.detach().numpy().reshape(-1)
    return matrices

# %% right: none_handled
@piece
def analytic_jacobian(output, inputs):
    shapes = [(each.numel(), output.numel()) for each in inputs]
    result = [torch.zeros(shape, dtype=each.dtype) for shape, each in zip(shapes, inputs)]
    for j, place in enumerate(np.ndindex(*output.shape)):
        one = torch.zeros_like(output)
        one[place] = 1
        grads = torch.autograd.grad(output, inputs, one, retain_graph=True, allow_unused=True)
        for matrix, grad in zip(result, grads):
            if grad is None:
                continue
            matrix[:, j] = grad.detach().reshape(-1)
    return result

# %% right: one_input_at_a_time
def matrix_for(output, input):
    rows = []
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        (grad,) = torch.autograd.grad(
            output, [input], unit, retain_graph=True, materialize_grads=True
        )
        rows.append(grad.detach().numpy().reshape(-1))
    return np.array(rows).T


@piece
def analytic_jacobian(output, inputs):
    return [matrix_for(output, each) for each in inputs]

# %% right: units_from_eye
@piece
def analytic_jacobian(output, inputs):
    n = output.numel()
    eye = np.eye(n)
    parts = []
    for k in range(n):
        unit = torch.tensor(eye[k].reshape(output.shape), dtype=output.dtype)
        parts.append(torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True))
    answer = []
    for j in range(len(inputs)):
        answer.append(np.stack([part[j].detach().numpy().ravel() for part in parts], axis=1))
    return answer

# %% right: one_unit_cleaned
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    unit = torch.zeros_like(output)
    for index in np.ndindex(*output.shape):
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit.clone(), retain_graph=True, materialize_grads=True)
        unit[index] = 0
        for column, grad in zip(columns, grads):
            column.append(grad.clone().reshape(-1))
    return [torch.stack(column).t() for column in columns]

# %% wrong: graph_freed
# why: Without retain_graph=True the first pass frees the graph that the second one needs.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: graph_freed_at_the_end
# why: The last pass frees the graph, so a second call on the same output fails.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    places = list(np.ndindex(*output.shape))
    for index in places:
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=index != places[-1], materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: units_pile_up
# why: The unit is made once before the loop, so the ones of earlier entries are still there.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    unit = torch.zeros_like(output)
    for index in np.ndindex(*output.shape):
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: transposed
# why: The columns are stacked as rows, so the matrix is transposed.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 0) for each in columns]

# %% wrong: reshaped_not_transposed
# why: reshape gives the right shape but does not transpose: the entries are in the wrong places.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 0).reshape(i.numel(), output.numel()) for each, i in zip(columns, inputs)]

# %% wrong: unused_not_allowed
# why: An input that takes no part raises an error instead of having a matrix of zeros.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: none_kept
# why: An input that takes no part comes as None, which has no reshape.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, allow_unused=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: unused_left_out
# why: An input that takes no part has no matrix in the list, which should be zeros.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, allow_unused=True)
        for k, grad in enumerate(grads):
            if grad is not None:
                columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns if each]

# %% wrong: backward_and_grad
# why: backward() writes into .grad, which must not be touched, and inputs that are no leaves have none.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        for each in inputs:
            each.grad = None
        output.backward(unit, retain_graph=True)
        for k, each in enumerate(inputs):
            columns[k].append(each.grad.reshape(-1).clone())
    return [torch.stack(each, 1) for each in columns]

# %% wrong: backward_piles_up
# why: backward() adds to .grad, so each column contains those before it.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        output.backward(unit, retain_graph=True)
        for k, each in enumerate(inputs):
            columns[k].append(each.grad.reshape(-1).clone())
    return [torch.stack(each, 1) for each in columns]

# %% wrong: first_input_only
# why: Only the first input gets a matrix.
@piece
def analytic_jacobian(output, inputs):
    columns = [[]]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs[:1], unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: single_matrix
# why: For a single input the bare matrix is returned instead of a list with one matrix.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    matrices = [torch.stack(each, 1) for each in columns]
    return matrices[0] if len(matrices) == 1 else matrices

# %% wrong: all_in_one_matrix
# why: The matrices of all inputs are put into one instead of a list.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return torch.cat([torch.stack(each, 1) for each in columns], 0)

# %% wrong: vector_outputs_only
# why: range(len(output)) goes through a vector only; a matrix gives too few columns and a single number an error.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in range(len(output)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: float64_always
# why: All matrices are float64, though each should have the dtype of its input.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1).to(torch.float64) for each in columns]

# %% wrong: dtype_of_output
# why: The matrices have the dtype of the output instead of the input's.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1).to(output.dtype) for each in columns]

# %% wrong: float32_zeros
# why: torch.zeros without a dtype makes float32 matrices, also for float64 inputs.
@piece
def analytic_jacobian(output, inputs):
    matrices = [torch.zeros(each.numel(), output.numel()) for each in inputs]
    for j, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for matrix, grad in zip(matrices, grads):
            matrix[:, j] = grad.detach().reshape(-1)
    return matrices

# %% wrong: return_in_loop
# why: return stands inside of the loop, so there is one column only.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
        return [torch.stack(each, 1) for each in columns]

# %% wrong: ones_for_unit
# why: The upstream gradient is 1 everywhere, so each column is the sum of all columns.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.ones_like(output)
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: shared_lists
# why: [[]] * n is n times the same list, so the columns of all inputs get mixed.
@piece
def analytic_jacobian(output, inputs):
    columns = [[]] * len(inputs)
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: not_flattened
# why: The gradients are not flattened, so an input with several dimensions gives no matrix.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad)
    return [torch.stack(each, 1) for each in columns]

# %% wrong: no_unit_scalar_only
# why: Without an upstream gradient this works for a single number only.
@piece
def analytic_jacobian(output, inputs):
    grads = torch.autograd.grad(output, inputs, retain_graph=True, materialize_grads=True)
    return [grad.reshape(-1, 1) for grad in grads]

# %% wrong: sum_of_outputs
# why: The gradient of the sum mixes all columns into one.
@piece
def analytic_jacobian(output, inputs):
    grads = torch.autograd.grad(output.sum(), inputs, retain_graph=True, materialize_grads=True)
    return [grad.reshape(-1, 1) for grad in grads]

# %% wrong: one_column_short
# why: The last entry of the output has no column.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    places = list(np.ndindex(*output.shape))
    for index in places[:-1]:
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: columns_overwritten
# why: The number of the column is never moved on, so every pass overwrites the first column.
@piece
def analytic_jacobian(output, inputs):
    matrices = [torch.zeros((each.numel(), output.numel()), dtype=each.dtype) for each in inputs]
    j = 0
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for matrix, grad in zip(matrices, grads):
            matrix[:, j] = grad.detach().reshape(-1)
    return matrices

# %% wrong: times_output
# why: The unit holds the value of the output instead of 1, which scales each column.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = output.detach()[index]
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: forgets_return
# why: The list is not returned.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    matrices = [torch.stack(each, 1) for each in columns]

# %% wrong: leaves_only
# why: The inputs are detached anew; the output does not depend on these copies, so all gradients are zero.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        leaves = [each.detach().requires_grad_() for each in inputs]
        grads = torch.autograd.grad(output, leaves, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: a_tuple_of_rows
# why: Each entry is a tuple of columns and not a matrix.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [tuple(each) for each in columns]

# %% wrong: reversed_inputs
# why: The inputs are asked for in reversed order, so the matrices are exchanged.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs[::-1], unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: unit_from_input
# why: The loop goes through the places of the input instead of those of the output.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*inputs[0].shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: clears_grad
# why: It sets the .grad of the inputs to None, though no .grad may be touched.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for each in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, materialize_grads=True)
        for k, grad in enumerate(grads):
            columns[k].append(grad.reshape(-1))
    for each in inputs:
        each.grad = None
    return [torch.stack(each, 1) for each in columns]

