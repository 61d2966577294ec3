# %% right: loops_and_a_rule
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if not (np.abs(a - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
    return True

# %% right: close_helper_and_lambda
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    def close(a, n):
        with np.errstate(invalid="ignore"):
            return bool(np.all(abs(a - n) <= atol + rtol * abs(n)))

    outputs = func(*inputs)
    for i in range(len(outputs)):
        matrices = jacobians.analytic_jacobian(outputs[i], inputs)
        for j, x in enumerate(inputs):
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy(), x.detach().numpy(), eps
            )
            if close(as_array(matrices[j]), as_array(numerical)):
                continue
            raise GradcheckError(MISMATCH.format(i, j, numerical, matrices[j]))
    return True

# %% right: allclose_in_the_right_order
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)

        def values(which=i):
            return func(*inputs)[which].detach().numpy()

        for j, (tensor, matrix) in enumerate(zip(inputs, analytic)):
            numerical = jacobians.numerical_jacobian(values, tensor.detach().numpy(), eps)
            if not np.allclose(as_array(matrix), numerical, rtol=rtol, atol=atol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, matrix))
    return True

# %% wrong: relative_to_the_analytic_one
# why: The tolerance is relative to the analytic Jacobian. It must be relative to the numerical one: a backward that
# is far too large would otherwise widen its own tolerance.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if not (np.abs(a - numerical) <= atol + rtol * np.abs(a)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
    return True

# %% wrong: allclose_arguments_swapped
# why: np.allclose(a, b) takes its tolerance relative to b, and b is the analytic matrix here. The numerical one must
# come second.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if not np.allclose(numerical, a, rtol=rtol, atol=atol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
    return True

# %% wrong: any_entry_far_off
# why: It asks whether an entry is far off, and a comparison with nan is always False. So matrices with nan pass; ask
# whether all entries are close, and raise if not.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if (np.abs(a - numerical) > atol + rtol * np.abs(numerical)).any():
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
    return True

# %% wrong: nan_equals_nan
# why: With equal_nan=True two matrices that are nan in the same place count as equal. Wherever there is a nan, they do
# not agree.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if not np.allclose(a, numerical, rtol, atol, equal_nan=True):
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
    return True

# %% wrong: default_tolerances
# why: np.allclose is called without rtol and atol and uses its own defaults. The tolerances that were handed in must
# be used.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if not np.allclose(a, numerical):
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
    return True

# %% wrong: inputs_outside
# why: The outer loop goes over the inputs and the inner one over the outputs. If several Jacobians are wrong, another one
# is reported than PyTorch names; outputs must be outside.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    matrices = [jacobians.analytic_jacobian(output, inputs) for output in outputs]
    for j, x in enumerate(inputs):
        for i in range(len(outputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            a = as_array(matrices[i][j])
            if not (np.abs(a - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
    return True

# %% wrong: array_is_a_copy
# why: The array is a copy of the memory of the tensor. What numerical_jacobian changes in it does not reach func, and all
# differences are 0; hand over the array that shares the memory.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy().copy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if not (np.abs(a - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
    return True

# %% wrong: outputs_computed_once
# why: values returns the outputs that were computed once at the beginning. It must call func anew, or the moved entries
# have no effect.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):
            numerical = jacobians.numerical_jacobian(
                lambda: output.detach().numpy(), x.detach().numpy(), eps
            )
            a = as_array(analytic[j])
            if not (np.abs(a - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
    return True

# %% wrong: always_the_first_output
# why: values always returns output 0, whatever i is. For the second output its analytic matrix is compared with the
# differences of the first; it must return output i.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[0].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if not (np.abs(a - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
    return True

# %% wrong: returns_after_the_first_pair
# why: return True stands inside of the loop, so only the first input of the first output is looked at. It belongs after
# both loops.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if not (np.abs(a - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
            return True

# %% wrong: grad_mode_off_in_values
# why: values runs func inside of no_grad. gradgradcheck hands over a func that calls autograd.grad itself, and that
# fails without recording; leave grad mode on.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                with torch.no_grad():
                    return func(*inputs)[i].numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if not (np.abs(a - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
    return True

# %% wrong: matrices_swapped_in_the_message
# why: The message gets the analytic matrix in the place of the numerical one and the other way round. The order is
# i, j, numerical, analytic.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if not (np.abs(a - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, a, numerical))
    return True

# %% wrong: returns_false
# why: If two Jacobians differ, False is returned. A GradcheckError with the words of MISMATCH must be raised.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if not (np.abs(a - numerical) <= atol + rtol * np.abs(numerical)).all():
                return False
    return True

# %% wrong: no_magnitude_of_the_difference
# why: The difference is compared without its magnitude, so a backward that is too small by any amount passes. Take np.abs
# of the difference.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if not (a - numerical <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
    return True

# %% wrong: largest_entry_sets_the_tolerance
# why: The largest error is compared with a tolerance from the largest entry of the matrix. A small entry may then be far off;
# each entry has its own tolerance.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    if isinstance(matrix, torch.Tensor):
        matrix = matrix.detach().numpy()
    return np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            a = as_array(analytic[j])
            if not np.abs(a - numerical).max(initial=0) <= atol + rtol * np.abs(numerical).max(initial=0):
                raise GradcheckError(MISMATCH.format(i, j, numerical, a))
    return True
