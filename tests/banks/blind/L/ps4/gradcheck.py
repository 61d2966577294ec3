# %% right: two_loops
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    """True if all Jacobians agree; else GradcheckError for the first that does not."""
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, tensor in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, tensor.detach().numpy(), eps)
            analytic = analytics[j]
            close = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% right: helper_agree
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def agree(analytic, numerical, atol, rtol):
    if np.isnan(analytic).any() or np.isnan(numerical).any():
        return False
    error = abs(analytic - numerical)
    return bool(np.all(error <= atol + rtol * abs(numerical)))


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i in range(len(outputs)):
        analytic = jacobians.analytic_jacobian(outputs[i], inputs)
        for j in range(len(inputs)):
            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy(), array, eps
            )
            if not agree(analytic[j], numerical, atol, rtol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic[j]))
    return True

# %% right: generator_of_pairs
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def reader(func, inputs, i):
    def values():
        out = func(*inputs)[i]
        return out.detach().numpy()

    return values


def pairs(func, inputs, eps):
    for i, output in enumerate(func(*inputs)):
        values = reader(func, inputs, i)
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, (x, analytic) in enumerate(zip(inputs, matrices)):
            yield i, j, jacobians.numerical_jacobian(values, x.detach().numpy(), eps), analytic


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, j, numerical, analytic in pairs(func, inputs, eps):
        within = np.abs(numerical - analytic) <= (atol + rtol * np.abs(numerical))
        if np.count_nonzero(within) < within.size:
            raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% right: entry_by_entry
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    number_of_outputs = len(func(*inputs))
    for i in range(number_of_outputs):
        analytic = jacobians.analytic_jacobian(func(*inputs)[i], inputs)
        for j in range(len(inputs)):
            numerical = jacobians.numerical_jacobian(
                lambda i=i: func(*inputs)[i].detach().numpy(),
                inputs[j].detach().numpy(),
                eps,
            )
            for a, n in zip(analytic[j].reshape(-1), numerical.reshape(-1)):
                if not abs(a - n) <= atol + rtol * abs(n):
                    raise GradcheckError(MISMATCH.format(i, j, numerical, analytic[j]))
    return True

# %% wrong: atol_and_rtol_swapped
# why: np.allclose takes rtol as its third argument and atol as its fourth, and here they are handed over the other way round. They should be given by name.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            if not np.allclose(analytic[j], numerical, atol, rtol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic[j]))
    return True

# %% wrong: true_after_the_first_pair
# why: return True stands inside of the loop over the outputs, so only the first output is looked at. True may be returned only when all pairs agree, after both loops.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i in range(len(outputs)):
        analytic = jacobians.analytic_jacobian(outputs[i], inputs)
        for j in range(len(inputs)):
            f = lambda: func(*inputs)[i].detach().numpy()
            num = jacobians.numerical_jacobian(f, inputs[j].detach().numpy(), eps)
            ana = analytic[j]
            if (abs(ana - num) <= atol + rtol * abs(num)).all():
                continue
            raise GradcheckError(MISMATCH.format(i, j, num, ana))
        return True

# %% wrong: lambdas_share_the_last_i
# why: The functions are made in a list beforehand, and each looks up i only when it is called; then i is the number of the last output. With several outputs all are compared with
# the last one; each function must keep its own i.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    readers = [lambda: func(*inputs)[i].detach().numpy() for i in range(len(outputs))]
    for i, output in enumerate(outputs):
        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, analytic in enumerate(matrices):
            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(readers[i], array, eps)
            if not (np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: strictly_less
# why: It asks for < instead of <=. An error that is just as large as allowed must pass; with atol=0 even two matrices of zeros do not agree here.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy(), inputs[j].detach().numpy(), eps
            )
            error = np.abs(analytic[j] - numerical)
            if not np.all(error < atol + rtol * np.abs(numerical)):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic[j]))
    return True

# %% wrong: largest_error_against_largest_slope
# why: The largest error is compared with a tolerance made from the largest slope. A wrong small entry passes beside a large one; every entry must be compared with its own tolerance.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def distance(a, b):
    return np.max(np.abs(a - b))


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    arrays = [x.detach().numpy() for x in inputs]
    for i, output in enumerate(func(*inputs)):
        read = lambda: func(*inputs)[i].detach().numpy()
        for j, analytic in enumerate(jacobians.analytic_jacobian(output, inputs)):
            numerical = jacobians.numerical_jacobian(read, arrays[j], eps)
            allowed = atol + rtol * np.max(np.abs(numerical))
            if not distance(analytic, numerical) <= allowed:
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: either_tolerance
# why: The error must be within atol or within rtol * |numerical|, whichever is larger. The rule adds the two: errors between the larger one and the sum are refused though they are allowed.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def close(a, n, atol, rtol):
    for x, y in zip(a.flatten(), n.flatten()):
        error = abs(x - y)
        if not (error <= atol or error <= rtol * abs(y)):
            return False
    return True


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, tensor in enumerate(inputs):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, tensor.detach().numpy(), eps)
            if not close(analytics[j], numerical, atol, rtol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytics[j]))
    return True

# %% wrong: values_in_no_grad
# why: The outputs are computed anew inside of no_grad. For gradgradcheck func calls torch.autograd.grad itself and needs recording, so it fails there; grad mode must stay on.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):

            def values():
                with torch.no_grad():
                    return func(*inputs)[i].numpy()

            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            close = np.abs(analytic[j] - numerical) <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic[j]))
    return True

# %% wrong: nan_slips_through
# why: It asks whether some entry is too far off. A comparison with nan is never true, so a nan passes; it must be asked whether all entries are close.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    i = 0
    for output in func(*inputs):
        def new_value(k=i):
            return func(*inputs)[k].detach().numpy()

        j = 0
        for analytic in jacobians.analytic_jacobian(output, inputs):
            memory = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(new_value, memory, eps)
            tolerance = atol + rtol * np.abs(numerical)
            if np.any(np.abs(analytic - numerical) > tolerance):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
            j += 1
        i += 1
    return True
