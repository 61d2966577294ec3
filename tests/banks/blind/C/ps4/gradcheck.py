# %% right: plain
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()
            numerical = np.array(jacobians.numerical_jacobian(values, input.detach().numpy(), eps))
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% right: lambda_and_helper
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        return matrix.detach().numpy()
    return np.asarray(matrix)


def agree(analytic, numerical, atol, rtol):
    far = np.abs(analytic - numerical)
    allowed = atol + rtol * np.abs(numerical)
    if np.isnan(analytic).any() or np.isnan(numerical).any():
        return False
    return bool(np.all(far <= allowed))


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i in range(len(outputs)):
        analytic = jacobians.analytic_jacobian(outputs[i], list(inputs))
        for j in range(len(inputs)):
            array = inputs[j].detach().numpy()
            values = lambda: func(*inputs)[i].detach().numpy()
            n = as_array(jacobians.numerical_jacobian(values, array, eps))
            a = as_array(analytic[j])
            if not agree(a, n, atol, rtol):
                raise GradcheckError(MISMATCH.format(i, j, n, a))
    return True

# %% right: split_in_two
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def numerical_of(func, inputs, i, j, eps):
    def values():
        outputs = func(*inputs)
        return outputs[i].detach().numpy()

    return jacobians.numerical_jacobian(values, inputs[j].detach().numpy(), eps)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, matrix in enumerate(matrices):
            numerical = numerical_of(func, inputs, i, j, eps)
            if isinstance(matrix, torch.Tensor):
                matrix = matrix.detach().numpy()
            close = abs(matrix - numerical) <= atol + rtol * abs(numerical)
            if close.all():
                continue
            raise GradcheckError(MISMATCH.format(i, j, numerical, matrix))
    return True

# %% right: entry_by_entry
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        all_analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values(i=i):
                return func(*inputs)[i].detach().numpy().copy()

            numerical = np.array(jacobians.numerical_jacobian(values, inputs[j].detach().numpy(), eps))
            analytic = all_analytic[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            ok = True
            for a, n in zip(analytic.reshape(-1), numerical.reshape(-1)):
                difference = abs(a - n)
                allowed = atol + rtol * abs(n)
                if not (difference <= allowed):
                    ok = False
            if not ok:
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: relative_to_analytic
# why: the tolerance is relative to the analytic matrix instead of the numerical one
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(analytic)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: allclose_swapped
# why: np.allclose is not symmetric: its tolerance is relative to the second argument, which is the analytic matrix here
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not np.allclose(numerical, analytic, rtol=rtol, atol=atol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: allclose_tolerances_swapped
# why: np.allclose takes rtol before atol; handed over by place, the two tolerances are swapped
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not np.allclose(analytic, numerical, atol, rtol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: allclose_equal_nan
# why: equal_nan=True lets nan agree with nan, but wherever there is a nan the two do not agree
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not np.allclose(analytic, numerical, rtol=rtol, atol=atol, equal_nan=True):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: far_any
# why: asks whether one entry is far off: a comparison with nan is False, so a nan passes
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            far = np.abs(analytic - numerical) > atol + rtol * np.abs(numerical)
            if far.any():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: max_of_difference
# why: compares the largest difference with the largest allowed one, so an entry that is far off may hide behind a large slope elsewhere
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            worst = np.abs(analytic - numerical).max()
            if not worst <= atol + rtol * np.abs(numerical).max():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: any_close
# why: any instead of all: one entry that agrees is enough for the whole matrix
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.any():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: mean_difference
# why: the mean of the differences is compared, not every entry
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not np.abs(analytic - numerical).mean() <= atol + rtol * np.abs(numerical).mean():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: abs_lost
# why: the bars around the difference are lost, so an analytic entry that is too small always passes
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = analytic - numerical <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: abs_of_numerical_lost
# why: the bars around the numerical slope are lost, so for negative slopes the tolerance shrinks or is negative
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * numerical
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: strictly_less
# why: < instead of <=: a difference of exactly the tolerance (also 0 with both tolerances 0) is rejected
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) < atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: atol_only
# why: only the absolute tolerance is used; rtol is ignored
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: max_of_tolerances
# why: takes the larger of the two tolerances instead of their sum
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= np.maximum(atol, rtol * np.abs(numerical))
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: brackets_tolerance
# why: brackets in the wrong place: (atol + rtol) times the slope, so at a slope of 0 nothing is allowed
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= (atol + rtol) * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: numbers_swapped_in_message
# why: numerical and analytic are swapped in the message
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, analytic, numerical))
    return True

# %% wrong: indices_swapped_in_message
# why: output and input are swapped in the message: first comes the number of the output
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(j, i, numerical, analytic))
    return True

# %% wrong: counted_from_one
# why: counts outputs and inputs from 1 in the message
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i + 1, j + 1, numerical, analytic))
    return True

# %% wrong: returns_false
# why: returns False for a mismatch instead of raising GradcheckError
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                return False
    return True

# %% wrong: returns_the_error
# why: makes the error but returns it instead of raising it
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                return GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: no_return
# why: returns nothing when all agree; True is missing
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))

# %% wrong: return_inside_input_loop
# why: return True stands inside of the loop over the inputs, so only the first input of the first output is looked at
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
            return True

# %% wrong: return_inside_output_loop
# why: return True stands inside of the loop over the outputs, so only the first output is looked at
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
        return True

# %% wrong: values_without_i
# why: values always computes output 0 instead of output i
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[0].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: values_from_old_output
# why: values returns the output computed once before the loops instead of computing it anew, so all differences are 0
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return output.detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: values_called
# why: hands the result of values() to numerical_jacobian instead of the function
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values(), array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: array_copied
# why: the array is a copy, which does not share its memory with the tensor, so func never sees the moved entries
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy().copy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: no_grad_in_values
# why: switches grad mode off in values; a func that calls torch.autograd.grad itself, as in gradgradcheck, fails then
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                with torch.no_grad():
                    return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: inputs_outside
# why: inputs outside and outputs inside: the loops are the wrong way round, so another mismatch may be told of first
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for j, input in enumerate(inputs):
        for i, output in enumerate(outputs):
            analytic = jacobians.analytic_jacobian(output, inputs)[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            if not (np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: last_mismatch
# why: remembers the mismatch and raises only after the loops, so the error tells of the last one instead of the first
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    problem = None
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                problem = GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    if problem is not None:
        raise problem
    return True

# %% wrong: first_input_only
# why: only the first input is checked; the loop over the inputs is missing
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)[0]
        if isinstance(analytic, torch.Tensor):
            analytic = analytic.detach().numpy()
        array = inputs[0].detach().numpy()
        numerical = jacobians.numerical_jacobian(lambda: func(*inputs)[i].detach().numpy(), array, eps)
        if not (np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)).all():
            raise GradcheckError(MISMATCH.format(i, 0, numerical, analytic))
    return True

# %% wrong: zip_outputs_inputs
# why: zips outputs and inputs, so only output i with input i is compared instead of each with each
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, (output, input) in enumerate(zip(func(*inputs), inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)[i]
        if isinstance(analytic, torch.Tensor):
            analytic = analytic.detach().numpy()
        values = lambda: func(*inputs)[i].detach().numpy()
        numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
        if not (np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)).all():
            raise GradcheckError(MISMATCH.format(i, i, numerical, analytic))
    return True

# %% wrong: own_eps
# why: ignores the eps that was handed over and takes 1e-6
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, 1e-6)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: no_detach
# why: calls numpy() on a tensor that requires grad without detach
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: nan_to_num
# why: replaces nan by 0 before comparing, so a nan in both matrices agrees
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            analytic = np.nan_to_num(analytic)
            numerical = np.nan_to_num(numerical)
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: func_without_star
# why: calls func with the tuple as one argument; the star is missing
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(inputs)
    for i, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            array = input.detach().numpy()

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True
