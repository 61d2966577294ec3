# %% right: plain
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% right: allclose
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i in range(len(outputs)):
        analytics = jacobians.analytic_jacobian(outputs[i], list(inputs))
        for j in range(len(inputs)):
            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy(), array, eps
            )
            if not np.allclose(analytics[j], numerical, rtol=rtol, atol=atol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytics[j]))
    return True

# %% right: helpers
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def numerical_for(func, inputs, i, j, eps):
    def values():
        outputs = func(*inputs)
        return outputs[i].detach().numpy()

    return jacobians.numerical_jacobian(values, inputs[j].detach().numpy(), eps)


def agree(analytic, numerical, atol, rtol):
    error = abs(analytic - numerical)
    allowed = atol + rtol * abs(numerical)
    return bool((error <= allowed).all())


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):
            numerical = numerical_for(func, inputs, i, j, eps)
            if not agree(analytic[j], numerical, atol, rtol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic[j]))
    return True

# %% right: entry_by_entry
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i in range(len(func(*inputs))):
        output = func(*inputs)[i]
        analytic_list = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):
            def values(i=i):
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytic_list[j]
            for row in range(numerical.shape[0]):
                for column in range(numerical.shape[1]):
                    n = float(numerical[row, column])
                    a = float(analytic[row, column])
                    if not abs(a - n) <= atol + rtol * abs(n):
                        raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% right: first_of_all_failures
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    failures = []
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy(), x.detach().numpy(), eps
            )
            bad = ~(np.abs(numerical - analytic[j]) <= atol + rtol * np.abs(numerical))
            if bad.any():
                failures.append(MISMATCH.format(i, j, numerical, analytic[j]))
    if failures:
        raise GradcheckError(failures[0])
    return True

# %% right: nan_asked_first
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    arrays = [x.detach().numpy() for x in inputs]
    i = 0
    for output in outputs:
        all_analytic = jacobians.analytic_jacobian(output, inputs)
        j = 0
        for array in arrays:
            def values():
                return func(*inputs)[i].detach().numpy()

            analytic = all_analytic[j]
            numerical = jacobians.numerical_jacobian(values, array, eps)
            excess = np.abs(analytic - numerical) - (atol + rtol * np.abs(numerical))
            if np.isnan(excess).any() or (excess > 0).any():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
            j += 1
        i += 1
    return True

# %% wrong: relative_to_analytic
# why: The tolerance is relative to the analytic Jacobian instead of the numerical one.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(analytic)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: allclose_turned
# why: np.isclose(a, b) is relative to b, and here b is the analytic matrix.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.isclose(numerical, analytic, rtol=rtol, atol=atol)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: allclose_positions
# why: The third argument of np.isclose is rtol: atol and rtol are exchanged.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.isclose(analytic, numerical, atol, rtol)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: nan_passes
# why: It asks whether an entry is far off, and nan never is; a nan must not pass.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            far = np.abs(analytic - numerical) > atol + rtol * np.abs(numerical)
            if far.any():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: equal_nan
# why: With equal_nan=True two nan count as equal, though they never agree.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.isclose(analytic, numerical, rtol=rtol, atol=atol, equal_nan=True)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: nan_to_zero
# why: nan is turned into 0 and so may pass.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(np.nan_to_num(analytic) - np.nan_to_num(numerical)) <= atol + rtol * np.abs(np.nan_to_num(numerical))
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: any_for_all
# why: It is content if a single entry agrees; every entry must.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.any():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: largest_allowed
# why: The largest error is compared with the largest tolerance, so a small slope may be quite wrong next to a large one.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical).max() <= atol + rtol * np.abs(numerical).max()
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: mean_error
# why: The errors are averaged, so one wrong entry among many may pass.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical).mean() <= atol + rtol * np.abs(numerical).mean()
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: no_abs_of_error
# why: Without the absolute value a gradient that is too small always passes.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = analytic - numerical <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: no_abs_of_numerical
# why: For a negative slope the tolerance gets negative: the absolute value of numerical is missing.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * numerical
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: atol_forgotten
# why: atol is forgotten, so a slope 0 allows no error at all.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: rtol_forgotten
# why: rtol is forgotten, so large slopes allow no more than small ones.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: larger_of_the_two
# why: The larger of the two tolerances is taken instead of their sum.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= np.maximum(atol, rtol * np.abs(numerical))
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: strict
# why: With < two equal matrices fail where the tolerance is 0.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) < atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: tolerance_multiplied
# why: The brackets stand wrong: atol is multiplied by the slope, too.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= (atol + rtol) * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: first_output
# why: Only the first output is checked.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)[:1]
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: first_input
# why: Only the first input is checked.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs[:1]):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: pairs_only
# why: zip pairs the outputs with the inputs, so most pairs are never looked at.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, (output, input) in enumerate(zip(outputs, inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)[i]
        numerical = jacobians.numerical_jacobian(lambda: func(*inputs)[i].detach().numpy(), input.detach().numpy(), eps)
        if not (np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)).all():
            raise GradcheckError(MISMATCH.format(i, i, numerical, analytic))
    return True

# %% wrong: loops_exchanged
# why: The loops are the wrong way round: outputs belong outside, so another mismatch is told of first.
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
            numerical = jacobians.numerical_jacobian(lambda: func(*inputs)[i].detach().numpy(), input.detach().numpy(), eps)
            if not (np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: numbers_exchanged
# why: In the message the numbers of output and input are exchanged.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(j, i, numerical, analytic))
    return True

# %% wrong: matrices_exchanged
# why: In the message the two matrices are exchanged.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, analytic, numerical))
    return True

# %% wrong: counted_from_one
# why: The message counts from 1 instead of 0.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i + 1, j + 1, numerical, analytic))
    return True

# %% wrong: returns_false
# why: It returns False where it should raise a GradcheckError.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                return False
    return True

# %% wrong: value_error
# why: It raises a ValueError instead of a GradcheckError.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise ValueError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: template_not_filled
# why: The message is not filled in.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH)
    return True

# %% wrong: stale_output
# why: values returns the output that was computed before, so the differences are all 0.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return output.detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: under_no_grad
# why: Recording is off in values, so a func that calls torch.autograd.grad itself fails (gradgradcheck).
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                with torch.no_grad():
                    return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: copied_array
# why: A copy of the numbers is moved, and the tensor does not notice.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy().copy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: eps_hard_coded
# why: A fixed eps is used instead of the one that was given.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), 1e-6)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: true_in_loop
# why: return True stands inside of the loops, so only the first pair is checked.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
            return True
    return True

# %% wrong: forgets_true
# why: If all agree it returns None instead of True.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))

# %% wrong: output_zero_always
# why: values always computes output 0, whichever output is compared.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[0].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: late_lambda
# why: All lambdas look up i when they are called, and then it is the last one.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    functions = [lambda: func(*inputs)[i].detach().numpy() for i in range(len(outputs))]
    for k, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            numerical = jacobians.numerical_jacobian(functions[k], input.detach().numpy(), eps)
            if not (np.abs(matrices[j] - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(k, j, numerical, matrices[j]))
    return True

# %% wrong: whole_tuple
# why: values returns all outputs together instead of output i.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return np.array([out.detach().numpy() for out in func(*inputs)])

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: not_detached
# why: numpy() of a tensor that requires grad raises an error; it must be detached first.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: sums_compared
# why: Only the sums of the matrices are compared, where errors may cancel.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(np.array(analytic).sum() - numerical.sum()) <= atol + rtol * np.abs(numerical.sum())
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: numerical_called_once
# why: The numerical matrices are computed once, for output 0, and used for every output.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    numericals = [jacobians.numerical_jacobian(lambda: func(*inputs)[0].detach().numpy(), x.detach().numpy(), eps) for x in inputs]
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):
            if not (np.abs(matrices[j] - numericals[j]) <= atol + rtol * np.abs(numericals[j])).all():
                raise GradcheckError(MISMATCH.format(i, j, numericals[j], matrices[j]))
    return True

# %% wrong: prints_instead
# why: The mismatch is printed, and the verdict is True all the same.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, input in enumerate(inputs):
            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, input.detach().numpy(), eps)
            analytic = matrices[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                print(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: not_a_tuple
# why: func returns a tuple of outputs, and it is treated as a single tensor.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    output = func(*inputs)
    matrices = jacobians.analytic_jacobian(output, inputs)
    for j, input in enumerate(inputs):
        numerical = jacobians.numerical_jacobian(lambda: func(*inputs).detach().numpy(), input.detach().numpy(), eps)
        if not (np.abs(matrices[j] - numerical) <= atol + rtol * np.abs(numerical)).all():
            raise GradcheckError(MISMATCH.format(0, j, numerical, matrices[j]))
    return True

