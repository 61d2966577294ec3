# %% right: the_rule_spelled_out
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% right: allclose_with_names
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def plain(matrix):
    return matrix.detach().numpy() if hasattr(matrix, "detach") else matrix


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    outputs = func(*inputs)
    for i in range(len(outputs)):
        analytic = jacobians.analytic_jacobian(outputs[i], list(inputs))
        for j in range(len(inputs)):
            values = lambda: func(*inputs)[i].detach().numpy().copy()
            numerical = jacobians.numerical_jacobian(values, inputs[j].detach().numpy(), eps)
            if not np.allclose(plain(analytic[j]), numerical, rtol=rtol, atol=atol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, plain(analytic[j])))
    return True

# %% right: helpers_and_a_generator
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def pairs(func, inputs, eps):
    for i, output in enumerate(func(*inputs)):
        for j, analytic in enumerate(jacobians.analytic_jacobian(output, inputs)):
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy(), array, eps
            )
            yield i, j, numerical, analytic


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, j, numerical, analytic in pairs(func, inputs, eps):
        far = ~(abs(analytic - numerical) <= atol + rtol * abs(numerical))
        if far.any():
            raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: nan_slips_through
# why: It asks whether some entry is too far off. With nan every comparison is False, so nan passes; ask whether
# all entries are close.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            if (np.abs(analytic - numerical) > atol + rtol * np.abs(numerical)).any():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: allclose_the_other_way
# why: np.allclose(numerical, analytic) takes the tolerance relative to its second argument, the analytic matrix. It
# must be relative to the numerical one.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            if not np.allclose(numerical, analytic, rtol=rtol, atol=atol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: tolerances_swapped
# why: np.allclose takes rtol before atol; here they are passed in the other order, so each tolerance is used as
# the other one.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            if not np.allclose(analytic, numerical, atol, rtol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: true_after_the_first_pair
# why: return True stands inside of the loop, so only the first output and input are compared. It belongs after
# all loops.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):
            values = lambda: func(*inputs)[i].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if close.all():
                return True
            raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))

# %% wrong: output_not_computed_anew
# why: values returns the output that was computed before the loop, so it never changes and the numerical matrix is
# zero. func must be called again from what the tensors hold now.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return output.detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: no_grad_in_values
# why: func is called under no_grad. In gradgradcheck func calls torch.autograd.grad itself, which then finds no
# graph; grad mode must stay on.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                with torch.no_grad():
                    return func(*inputs)[i].numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: matrices_swapped_in_the_message
# why: The message is given the analytic matrix as the numerical one, and the other way round. The order is
# i, j, numerical, analytic.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            analytic = as_array(matrices[j])
            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, analytic, numerical))
    return True

# %% wrong: tolerance_of_the_largest
# why: The largest error is compared with a tolerance made from the largest slope, so a wrong small entry hides
# behind a large one. Each entry has its own tolerance.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            error = np.abs(analytic - numerical).max()
            if not error <= atol + rtol * np.abs(numerical).max():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: mean_error
# why: The mean error is compared with the mean tolerance, so one wrong entry among many right ones passes. Every
# entry must be within its tolerance.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            tolerance = atol + rtol * np.abs(numerical)
            if np.mean(np.abs(analytic - numerical)) <= np.mean(tolerance):
                continue
            raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: moves_a_copy
# why: The array is a copy of the input, so what numerical_jacobian writes into it does not reach the tensor and
# the differences are 0. It must share its memory with the tensor.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = x.detach().clone().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            analytic = as_array(matrices[j])
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: late_binding
# why: The functions of the list all look up i when they are called, and find the last one of the comprehension. So
# every output is compared with the differences of the last output; bind i, or make the function in the loop.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    values = [lambda: func(*inputs)[i].detach().numpy() for i in range(len(outputs))]
    for k, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):
            numerical = jacobians.numerical_jacobian(values[k], x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(k, j, numerical, analytic))
    return True

# %% wrong: first_output_only
# why: Only output 0 is looked at. Each output must be compared.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    output = func(*inputs)[0]
    matrices = jacobians.analytic_jacobian(output, inputs)
    for j, x in enumerate(inputs):
        numerical = jacobians.numerical_jacobian(
            lambda: func(*inputs)[0].detach().numpy(), x.detach().numpy(), eps
        )
        analytic = as_array(matrices[j])
        close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
        if not close.all():
            raise GradcheckError(MISMATCH.format(0, j, numerical, analytic))
    return True

# %% wrong: larger_of_two_tolerances
# why: The tolerance is the larger one of atol and rtol * |numerical|. It must be their sum.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            close = np.abs(analytic - numerical) <= np.maximum(atol, rtol * np.abs(numerical))
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: inputs_outside
# why: The loop over the inputs is outside, so if several Jacobians are wrong another one is reported first. For
# each output, all inputs come before the next output.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for j, x in enumerate(inputs):
        for i, output in enumerate(outputs):
            analytic = as_array(jacobians.analytic_jacobian(output, inputs)[j])

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: counted_from_one
# why: Outputs and inputs are counted from 1 in the message. They are counted from 0.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs), 1):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs, 1):

            def values():
                return func(*inputs)[i - 1].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j - 1])
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: nan_counts_as_equal
# why: equal_nan=True lets nan agree with nan. Wherever there is nan, in either matrix, the two do not agree.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            if not np.allclose(analytic, numerical, rtol=rtol, atol=atol, equal_nan=True):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: says_false
# why: It returns False where a Jacobian does not agree. It must raise the GradcheckError.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    ok = True
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            ok = ok and bool(close.all())
    return ok

# %% wrong: in_pairs
# why: zip puts output 0 with input 0 and output 1 with input 1, and stops at the shorter of the two. Each output must be
# compared for each input, so there are two loops.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for k, (output, x) in enumerate(zip(func(*inputs), inputs)):
        analytic = as_array(jacobians.analytic_jacobian(output, inputs)[k])

        def values():
            return func(*inputs)[k].detach().numpy()

        numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
        close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
        if not close.all():
            raise GradcheckError(MISMATCH.format(k, k, numerical, analytic))
    return True

# %% wrong: input_before_output
# why: The message is given the number of the input before that of the output. MISMATCH tells of the output first.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):
            values = lambda: func(*inputs)[i].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            if not np.allclose(analytic, numerical, rtol, atol):
                raise GradcheckError(MISMATCH.format(j, i, numerical, analytic))
    return True

# %% wrong: verdict_of_the_last
# why: ok is overwritten by each pair, so only the last output and input decide. Each pair that does not agree must raise
# the error.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def as_array(matrix):
    return matrix.detach().numpy() if isinstance(matrix, torch.Tensor) else np.asarray(matrix)


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            analytic = as_array(matrices[j])
            ok = (np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)).all()
    if not ok:
        raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True
