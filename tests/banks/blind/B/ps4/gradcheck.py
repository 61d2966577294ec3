# %% right: two_loops
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if hasattr(matrix, "detach") else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = as_array(matrices[j])
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% right: allclose
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if hasattr(matrix, "detach") else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        pairs = zip(inputs, jacobians.analytic_jacobian(output, list(inputs)))
        for j, (each, analytic) in enumerate(pairs):
            analytic = as_array(analytic)
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy().copy(), each.detach().numpy(), eps
            )
            if not np.allclose(analytic, numerical, rtol=rtol, atol=atol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% right: entry_by_entry
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if hasattr(matrix, "detach") else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    number_of_outputs = len(outputs)
    number_of_inputs = len(inputs)
    for i in range(number_of_outputs):
        analytic_matrices = jacobians.analytic_jacobian(outputs[i], inputs)
        for j in range(number_of_inputs):
            def values():
                again = func(*inputs)
                return again[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, inputs[j].detach().numpy(), eps)
            analytic = as_array(analytic_matrices[j])
            ok = True
            for a, n in zip(analytic.reshape(-1), numerical.reshape(-1)):
                allowed = atol + rtol * abs(n)
                if abs(a - n) <= allowed:
                    continue
                ok = False
            if not ok:
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% right: helper_functions
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if hasattr(matrix, "detach") else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    def numerical_for(i, j):
        def values():
            return func(*inputs)[i].detach().numpy().copy()

        return jacobians.numerical_jacobian(values, inputs[j].detach().numpy(), eps)

    def disagree(analytic, numerical):
        error = abs(analytic - numerical)
        too_far = error > atol + rtol * abs(numerical)
        return bool(np.any(too_far | np.isnan(error)))

    for i, output in enumerate(func(*inputs)):
        for j, matrix in enumerate(jacobians.analytic_jacobian(output, inputs)):
            analytic, numerical = as_array(matrix), numerical_for(i, j)
            if disagree(analytic, numerical):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: relative_to_analytic
# why: The tolerance is relative to the analytic matrix: np.allclose is relative to its second argument, and the arguments are the wrong way round.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if hasattr(matrix, "detach") else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = as_array(matrices[j])
            if not np.allclose(numerical, analytic, rtol=rtol, atol=atol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: nan_passes
# why: Asks whether one entry is too far off; a comparison with nan is False, so a backward that returns nan passes.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if hasattr(matrix, "detach") else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = as_array(matrices[j])
            far = np.abs(analytic - numerical) > atol + rtol * np.abs(numerical)
            if far.any():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: loops_swapped
# why: Inputs outside and outputs inside: if several Jacobians are wrong, another one is reported first.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if hasattr(matrix, "detach") else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for j in range(len(inputs)):
        array = inputs[j].detach().numpy()
        for i, output in enumerate(outputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            analytic = as_array(jacobians.analytic_jacobian(output, inputs)[j])
            numerical = jacobians.numerical_jacobian(values, array, eps)
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: true_after_the_first_output
# why: return True stands inside the outer loop: only the first output is looked at.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if hasattr(matrix, "detach") else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = as_array(matrices[j])
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
        return True


# %% wrong: output_not_computed_anew
# why: values() returns the output that was computed before and does not call func again: the differences are all zero.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if hasattr(matrix, "detach") else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return output.detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = as_array(matrices[j])
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: no_absolute_value
# why: The absolute value of the difference is missing: an analytic slope that is too small, however far off, passes.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if hasattr(matrix, "detach") else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = as_array(matrices[j])
            close = analytic - numerical <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: largest_only
# why: Compares the largest error with the tolerance of the largest slope, not entry by entry: small entries that are wrong hide behind large ones.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if hasattr(matrix, "detach") else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = as_array(matrices[j])
            worst = np.abs(analytic - numerical).max()
            if not worst <= atol + rtol * np.abs(numerical).max():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: indices_swapped
# why: The places in the message are swapped: the input's number stands where the output's should.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if hasattr(matrix, "detach") else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = as_array(matrices[j])
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(j, i, numerical, analytic))
    return True
