# %% right: lists_of_columns
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
        for column, gradient in zip(columns, grads):
            column.append(gradient.reshape(-1))
    return [torch.stack(column, 1) for column in columns]

# %% right: numpy_matrices
@piece
def analytic_jacobian(output, inputs):
    result = []
    for x in inputs:
        result.append(np.zeros((x.numel(), output.numel()), x.detach().numpy().dtype))
    for k, place in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[place] = 1.0
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, allow_unused=True
        )
        for matrix, g in zip(result, grads):
            if g is not None:
                matrix[:, k] = g.detach().numpy().reshape(-1)
    return result

# %% right: helper_one_column
def one_column(output, inputs, k):
    unit = torch.zeros(output.numel(), dtype=output.dtype)
    unit[k] = 1
    grads = torch.autograd.grad(
        output,
        inputs,
        unit.reshape(output.shape),
        retain_graph=True,
        materialize_grads=True,
    )
    return [g.reshape(-1) for g in grads]


@piece
def analytic_jacobian(output, inputs):
    passes = [one_column(output, inputs, k) for k in range(output.numel())]
    return [torch.stack(list(columns), 1) for columns in zip(*passes)]

# %% right: one_input_after_the_other
@piece
def analytic_jacobian(output, inputs):
    matrices = []
    for x in inputs:
        rows = []
        for index in np.ndindex(*output.shape):
            e = torch.zeros_like(output)
            e[index] = 1
            (g,) = torch.autograd.grad(
                output, [x], e, retain_graph=True, materialize_grads=True
            )
            rows.append(g.detach().numpy().reshape(-1))
        matrices.append(np.array(rows).T)
    return matrices

# %% wrong: one_list_for_all_inputs
# why: [[]] * n makes n names for one and the same list, so the columns of all inputs end up in it together. Each input needs a list of its own.
@piece
def analytic_jacobian(output, inputs):
    columns = [[]] * len(inputs)
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for k, g in enumerate(grads):
            columns[k].append(g.reshape(-1))
    return [torch.stack(c, 1) for c in columns]

# %% wrong: units_pile_up
# why: The tensor of zeros is made once before the loop, so the 1 of the earlier entries is still there. Each pass needs a 1 at one entry only.
@piece
def analytic_jacobian(output, inputs):
    unit = torch.zeros_like(output)
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for c, g in zip(columns, grads):
            c.append(g.reshape(-1))
    return [torch.stack(c, 1) for c in columns]

# %% wrong: last_pass_frees_the_graph
# why: The last pass does not retain the graph, so that a second call fails. The graph must survive for another call too: retain_graph=True in every pass.
@piece
def analytic_jacobian(output, inputs):
    n = output.numel()
    columns = [[] for _ in inputs]
    for k, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=k < n - 1, materialize_grads=True
        )
        for c, g in zip(columns, grads):
            c.append(g.reshape(-1))
    return [torch.stack(c, 1) for c in columns]

# %% wrong: transposed
# why: What one pass brings is put as a row, so the matrix has a row for each entry of the output. It is one column: rows belong to entries of the input.
@piece
def analytic_jacobian(output, inputs):
    rows = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        for r, g in zip(
            rows,
            torch.autograd.grad(
                output, inputs, unit, retain_graph=True, materialize_grads=True
            ),
        ):
            r.append(g.reshape(-1))
    return [torch.stack(r) for r in rows]

# %% wrong: matrices_of_the_default_dtype
# why: The matrices are made by torch.zeros without a dtype, so they are float32 and a float64 gradient is rounded as it is written in. They must have the dtype of the input.
@piece
def analytic_jacobian(output, inputs):
    matrices = [torch.zeros(x.numel(), output.numel()) for x in inputs]
    for k, index in enumerate(np.ndindex(*output.shape)):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for matrix, g in zip(matrices, grads):
            matrix[:, k] = g.reshape(-1)
    return matrices

# %% wrong: first_axis_only
# why: It counts along the first axis of the output only, so that for a matrix the unit has ones in a whole row. There must be a pass for every single entry, whatever the shape.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for i in range(output.shape[0]):
        unit = torch.zeros_like(output)
        unit[i] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for c, g in zip(columns, grads):
            c.append(g.reshape(-1))
    return [torch.stack(c, 1) for c in columns]

# %% wrong: unused_inputs_left_out
# why: An input that takes no part gets no matrix at all, so the list is too short and the matrices behind it move up. It should have a matrix of zeros.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, allow_unused=True
        )
        for c, g in zip(columns, grads):
            if g is not None:
                c.append(g.reshape(-1))
    return [torch.stack(c, 1) for c in columns if c]

# %% wrong: backward_and_dot_grad
# why: It runs backward and reads .grad, which it first sets to None. This destroys what was in .grad, fills that of other leaves, and finds nothing at inputs that are no leaves;
# torch.autograd.grad touches no .grad.
@piece
def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for index in np.ndindex(*output.shape):
        for x in inputs:
            x.grad = None
        unit = torch.zeros_like(output)
        unit[index] = 1
        output.backward(unit, retain_graph=True)
        for c, x in zip(columns, inputs):
            g = torch.zeros_like(x) if x.grad is None else x.grad
            c.append(g.reshape(-1))
    return [torch.stack(c, 1) for c in columns]
