# %% right: two_helpers
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    def as_array(matrix):
        return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)

    def compare(i, j, analytic, numerical):
        allowed = atol + rtol * np.abs(numerical)
        if not np.all(np.abs(analytic - numerical) <= allowed):
            raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))

    def output_of(i):
        return lambda: func(*inputs)[i].detach().numpy().copy()

    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, list(inputs))
        for j in range(len(inputs)):
            memory = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(output_of(i), memory, eps)
            compare(i, j, as_array(analytic[j]), as_array(numerical))
    return True

# %% right: excess_and_nan
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i in range(len(outputs)):

        def values(i=i):
            return func(*inputs)[i].detach().numpy()

        matrices = jacobians.analytic_jacobian(outputs[i], list(inputs))
        for j, (tensor, analytic) in enumerate(zip(inputs, matrices)):
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            numerical = jacobians.numerical_jacobian(values, tensor.detach().numpy(), eps)
            distance = np.abs(np.subtract(analytic, numerical))
            far = distance > atol + rtol * np.abs(numerical)
            if far.any() or np.isnan(distance).any():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: relative_to_the_analytic
# why: np.allclose is relative to its second argument, and here that is the analytic matrix; a wrong slope that is large allows itself a large error.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, list(inputs))
        for j, each in enumerate(inputs):
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy(), each.detach().numpy(), eps
            )
            found = analytic[j]
            if isinstance(found, torch.Tensor):
                found = found.detach().numpy()
            if not np.allclose(numerical, found, rtol=rtol, atol=atol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, found))
    return True

# %% wrong: nan_is_never_too_far
# why: it asks whether any entry is too far off; a comparison with nan is False, so a matrix with nan passes.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i, output in enumerate(outputs):

        def values():
            return func(*inputs)[i].detach().numpy()

        matrices = jacobians.analytic_jacobian(output, list(inputs))
        for j, matrix in enumerate(matrices):
            analytic = matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else matrix
            numerical = jacobians.numerical_jacobian(values, inputs[j].detach().numpy(), eps)
            error = np.abs(analytic - numerical)
            tolerance = atol + rtol * np.abs(numerical)
            if (error > tolerance).any():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: inputs_outside
# why: the loops are the wrong way round: all outputs of the first input are looked at before the second input, so if several Jacobians are wrong the error may name another pair.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    table = [jacobians.analytic_jacobian(output, list(inputs)) for output in outputs]
    for j, tensor in enumerate(inputs):
        array = tensor.detach().numpy()
        for i in range(len(outputs)):
            analytic = table[i][j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy(), array, eps
            )
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: functions_made_before_the_loop
# why: the functions for the outputs are made in a list comprehension and all read the same i when they are called: that of the last output, against which every analytic matrix is compared.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    readers = [lambda: func(*inputs)[i].detach().numpy() for i in range(len(outputs))]

    def agree(analytic, numerical):
        return (np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)).all()

    for k, (output, reader) in enumerate(zip(outputs, readers)):
        for j, analytic in enumerate(jacobians.analytic_jacobian(output, list(inputs))):
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            numerical = jacobians.numerical_jacobian(reader, inputs[j].detach().numpy(), eps)
            if not agree(analytic, numerical):
                raise GradcheckError(MISMATCH.format(k, j, numerical, analytic))
    return True

# %% wrong: tolerance_of_the_whole_matrix
# why: the largest error is compared with a tolerance from the largest slope of the matrix; the rule must hold in every entry, so a wrong small slope beside a large one passes.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, analytic in enumerate(analytics):
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, inputs[j].detach().numpy(), eps)
            if numerical.size == 0:
                continue
            worst = np.abs(analytic - numerical).max()
            if not worst <= atol + rtol * np.abs(numerical).max():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True
