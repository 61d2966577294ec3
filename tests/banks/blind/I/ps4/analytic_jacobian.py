# %% right: columns_into_numpy
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    matrices = [
        np.zeros((x.numel(), output.numel()), dtype=x.detach().numpy().dtype)
        for x in inputs
    ]
    for column, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for matrix, g in zip(matrices, grads):
            matrix[:, column] = g.detach().numpy().reshape(-1)
    return matrices

# %% right: stacked_columns
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for place in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[place] = 1.0
        arrived = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for k in range(len(inputs)):
            columns[k].append(arrived[k].reshape(-1))
    result = []
    for x, parts in zip(inputs, columns):
        if parts:
            result.append(torch.stack(parts, 1))
        else:
            result.append(torch.zeros((x.numel(), 0), dtype=x.dtype))
    return result

# %% right: unit_wiped_after_use
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    n = output.numel()
    jacobians = [
        np.empty((x.numel(), n), x.detach().numpy().dtype) for x in inputs
    ]
    unit = torch.zeros_like(output)
    for j, where in enumerate(np.ndindex(*output.shape)):
        unit[where] = 1
        grads = torch.autograd.grad(output, inputs, unit.clone(), retain_graph=True, allow_unused=True)
        unit[where] = 0
        for jac, g in zip(jacobians, grads):
            jac[:, j] = 0 if g is None else g.detach().numpy().reshape(-1)
    return jacobians

# %% wrong: units_pile_up
# why: The tensor of zeros is made once before the loop, and the 1 of each entry is still there in the next turn.
# So the later columns are sums of several; make a new unit for every entry.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    unit = torch.zeros_like(output)
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for each, g in zip(columns, grads):
            each.append(g.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: graph_not_retained
# why: The first pass frees the graph, and the second one raises an error. Each entry needs a pass through the
# same graph: retain_graph=True.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, materialize_grads=True)
        for each, g in zip(columns, grads):
            each.append(g.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: freed_in_the_last_pass
# why: The graph is retained in all passes but the last, which frees it. It must survive for another call, so the
# last pass must retain it, too.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    places = list(np.ndindex(*output.shape))
    columns = [[] for _ in inputs]
    for k, index in enumerate(places):
        unit = torch.zeros_like(output)
        unit[index] = 1
        more = k < len(places) - 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=more, materialize_grads=True
        )
        for each, g in zip(columns, grads):
            each.append(g.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: gradients_as_rows
# why: What arrives for one entry of the output is put into a row, so the matrix is transposed. It is a column:
# rows belong to the input, columns to the output.
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
        for each, g in zip(rows, grads):
            each.append(g.reshape(-1))
    return [torch.stack(each, 0) for each in rows]

# %% wrong: unused_input_forgotten
# why: materialize_grads is not asked for, so an input that takes no part raises an error. Its matrix should be
# zeros.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True)
        for each, g in zip(columns, grads):
            each.append(g.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: one_list_for_all_inputs
# why: [[]] * n makes n names for one and the same list, so the columns of all inputs end up in it together. Make
# a list for each input: [[] for _ in inputs].
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
        for each, g in zip(columns, grads):
            each.append(g.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: backward_and_grad
# why: It runs backward and reads .grad. That touches the .grad of leaves, adds up from pass to pass, and gives
# nothing for inputs that are no leaves; use torch.autograd.grad.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        for x in inputs:
            x.grad = None
        output.backward(unit, retain_graph=True)
        for each, x in zip(columns, inputs):
            g = torch.zeros_like(x) if x.grad is None else x.grad
            each.append(g.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: always_float64
# why: The matrices are NumPy zeros in float64, whatever the inputs are. Each matrix must have the dtype of its
# input.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    result = [np.zeros((x.numel(), output.numel())) for x in inputs]
    for j, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for matrix, g in zip(result, grads):
            matrix[:, j] = g.detach().numpy().reshape(-1)
    return result

# %% wrong: first_axis_of_the_output_only
# why: The loop goes over the first axis of the output, so for a matrix the unit is 1 in a whole row (and a
# single number has no first axis). Each entry of the output needs a unit of its own.
@piece
def analytic_jacobian(output, inputs):
    """d output / d input for each input: (entries in, entries out)."""
    columns = [[] for _ in inputs]
    for i in range(output.shape[0]):
        unit = torch.zeros_like(output)
        unit[i] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for each, g in zip(columns, grads):
            each.append(g.reshape(-1))
    return [torch.stack(each, 1) for each in columns]

# %% wrong: gradients_not_flattened
# why: The gradients are stacked in the shape of the input and not flattened. For a matrix as input the result
# has three axes; it must be (input.numel(), output.numel()).
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
        for each, g in zip(columns, grads):
            each.append(g)
    return [torch.stack(each, -1) for each in columns]
