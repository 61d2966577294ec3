# %% right: rule
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% right: allclose
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i in range(len(outputs)):
        analytic_list = jacobians.analytic_jacobian(outputs[i], list(inputs))
        values = lambda: func(*inputs)[i].detach().numpy().copy()
        for j in range(len(inputs)):
            array = inputs[j].detach().numpy()
            n = jacobians.numerical_jacobian(values, array, eps)
            a = analytic_list[j]
            a = a.detach().numpy() if isinstance(a, torch.Tensor) else a
            if not np.allclose(a, n, rtol=rtol, atol=atol):
                raise GradcheckError(MISMATCH.format(i, j, n, a))
    return True


# %% right: entry_by_entry
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, np.ndarray):
        return matrix
    return matrix.detach().numpy()


def agree(a, n, atol, rtol):
    for row_a, row_n in zip(a, n):
        for one_a, one_n in zip(row_a, row_n):
            if not abs(one_a - one_n) <= atol + rtol * abs(one_n):
                return False
    return True


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    number_of_outputs = len(outputs)
    number_of_inputs = len(inputs)
    for i in range(number_of_outputs):
        all_analytic = jacobians.analytic_jacobian(outputs[i], list(inputs))
        for j in range(number_of_inputs):

            def values():
                new_outputs = func(*inputs)
                return new_outputs[i].detach().numpy()

            numerical = as_array(
                jacobians.numerical_jacobian(values, inputs[j].detach().numpy(), eps)
            )
            analytic = as_array(all_analytic[j])
            if not agree(analytic, numerical, atol, rtol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% right: far_or_nan
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""

    def value_of(i):
        return lambda: func(*inputs)[i].detach().numpy()

    pairs = []
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j in range(len(inputs)):
            numerical = jacobians.numerical_jacobian(
                value_of(i), inputs[j].detach().numpy(), eps
            )
            pairs.append((i, j, numerical, analytics[j]))

    for i, j, numerical, analytic in pairs:
        if isinstance(analytic, torch.Tensor):
            analytic = analytic.detach().numpy()
        error = np.abs(analytic - numerical)
        allowed = atol + rtol * np.abs(numerical)
        far = error > allowed
        bad = far | np.isnan(error)
        if bad.any():
            raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% right: plain_difference
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy(),
                inputs[j].detach().numpy(),
                eps,
            )
            a = np.array(
                [[float(entry) for entry in row] for row in analytic[j]]
            ).reshape(numerical.shape)
            if np.all(abs(a - numerical) <= atol + rtol * abs(numerical)):
                continue
            raise GradcheckError(MISMATCH.format(i, j, numerical, analytic[j]))
    return True


# %% wrong: any_far
# why: It asks whether some entry is far off; a comparison with nan is false, so a backward that returns nan passes.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if (np.abs(analytic - numerical) > atol + rtol * np.abs(numerical)).any():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: relative_to_analytic
# why: The tolerance is relative to the analytic matrix instead of the numerical one: a backward that is too large allows itself more.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(analytic)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: allclose_swapped
# why: np.allclose is relative to its second argument, and here that is the analytic matrix.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not np.allclose(numerical, analytic, rtol=rtol, atol=atol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: allclose_tolerances_swapped
# why: np.allclose takes rtol before atol; by position they are exchanged here.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not np.allclose(analytic, numerical, atol, rtol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: default_tolerances
# why: np.allclose is called without tolerances: atol and rtol are not used.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not np.allclose(analytic, numerical):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: equal_nan
# why: With equal_nan=True a nan in both matrices counts as agreement; nan must never pass.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not np.allclose(
                analytic, numerical, rtol=rtol, atol=atol, equal_nan=True
            ):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: nan_to_num
# why: nan is replaced by 0 before the comparison, so a backward that returns nan where the slope is 0 passes.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            error = np.nan_to_num(np.abs(analytic - numerical))
            if not (error <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: signed_difference
# why: The absolute value of the difference is missing: a backward that is too small by any amount passes.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (analytic - numerical <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: tolerance_without_bars
# why: The bars round the numerical slope in the tolerance are missing: for negative slopes the tolerance is too small or negative.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (np.abs(analytic - numerical) <= atol + rtol * numerical).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: only_absolute
# why: Only atol is used; the relative part of the tolerance is missing.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (np.abs(analytic - numerical) <= atol).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: brackets
# why: The tolerance is (atol + rtol) * |numerical|: brackets at the wrong place, so atol does not help where the slope is 0.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= (atol + rtol) * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: any_close
# why: One entry that agrees is enough (.any()); the rule asks for every entry.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).any():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: mean_error
# why: The mean error is compared with the mean tolerance: a single wrong entry can hide among many right ones.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if (
                not np.abs(analytic - numerical).mean()
                <= atol + rtol * np.abs(numerical).mean()
            ):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: largest_slope
# why: The tolerance comes from the largest slope of the whole matrix, so small entries may be quite wrong.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical).max()
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: strictly_less
# why: < instead of <=: with both tolerances 0, or an error of just the allowed size, matrices that agree are refused.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) < atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: returns_false
# why: A mismatch returns False instead of raising GradcheckError.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                return False
    return True


# %% wrong: other_error
# why: A ValueError is raised; it must be a GradcheckError.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise ValueError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: matrices_swapped_in_message
# why: In the message the analytic matrix stands for the numerical one and the other way round.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, analytic, numerical))
    return True


# %% wrong: numbers_swapped_in_message
# why: In the message the numbers of output and input are exchanged.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(j, i, numerical, analytic))
    return True


# %% wrong: counted_from_one
# why: The numbers of output and input in the message are counted from 1, not from 0.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i + 1, j + 1, numerical, analytic))
    return True


# %% wrong: returns_after_first
# why: return True stands inside of the loop, so only the first output and the first input are looked at.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
            return True


# %% wrong: returns_after_first_output
# why: return True is indented one step too far: only the first output is checked.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
        return True


# %% wrong: no_true
# why: Nothing is returned if all agree (None instead of True).
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))


# %% wrong: array_is_a_copy
# why: The array is a copy of the input: moving it does not change what func reads, so the numerical matrix is 0.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(
                values, x.detach().numpy().copy(), eps
            )
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: values_not_anew
# why: values returns the output computed before; nothing is computed anew, and all differences are 0.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return output.detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: values_of_output_0
# why: values always takes output 0, so the other outputs are compared with the slopes of the first.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[0].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: values_not_called_later
# why: The values are computed once and handed over as an array; numerical_jacobian needs a function that it can call.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):
            values = func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: own_eps
# why: The eps is written in as 1e-6; the argument is not used.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), 1e-6)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: loops_wrong_way
# why: The loop over the inputs is outside and that over the outputs inside; with several mismatches another one is reported first.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for j, x in enumerate(inputs):
        for i, output in enumerate(outputs):
            analytic = jacobians.analytic_jacobian(output, list(inputs))[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy(), x.detach().numpy(), eps
            )
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True


# %% wrong: last_mismatch
# why: The mismatches are collected, and the last one is reported at the end; it should be the first.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    message = None
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                message = MISMATCH.format(i, j, numerical, analytic)
    if message is not None:
        raise GradcheckError(message)
    return True


# %% wrong: late_closure
# why: The functions are made in a list comprehension and called later: all of them see the last i, so every output is compared with the slopes of the last.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    all_values = [
        lambda: func(*inputs)[i].detach().numpy() for i in range(len(outputs))
    ]
    for k, output in enumerate(outputs):
        analytics = jacobians.analytic_jacobian(output, list(inputs))
        for j, x in enumerate(inputs):
            numerical = jacobians.numerical_jacobian(
                all_values[k], x.detach().numpy(), eps
            )
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            if not (
                np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ).all():
                raise GradcheckError(MISMATCH.format(k, j, numerical, analytic))
    return True


# %% wrong: first_output_only
# why: func is taken to have one output: only func(*inputs)[0] is checked.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    output = func(*inputs)[0]
    analytics = jacobians.analytic_jacobian(output, list(inputs))
    for j, x in enumerate(inputs):
        numerical = jacobians.numerical_jacobian(
            lambda: func(*inputs)[0].detach().numpy(), x.detach().numpy(), eps
        )
        analytic = analytics[j]
        if isinstance(analytic, torch.Tensor):
            analytic = analytic.detach().numpy()
        if not (np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)).all():
            raise GradcheckError(MISMATCH.format(0, j, numerical, analytic))
    return True
