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
        for j, analytic in enumerate(analytics):

            def values():
                return func(*inputs)[i].detach().numpy()

            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            close = abs(analytic - numerical) <= atol + rtol * abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% right: allclose_in_its_order
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i in range(len(outputs)):
        values = lambda: func(*inputs)[i].detach().numpy()
        matrices = jacobians.analytic_jacobian(outputs[i], inputs)
        for j in range(len(inputs)):
            num = jacobians.numerical_jacobian(values, inputs[j].detach().numpy(), eps)
            if not np.allclose(matrices[j], num, rtol=rtol, atol=atol):
                raise GradcheckError(MISMATCH.format(i, j, num, matrices[j]))
    return True

# %% right: helpers_for_values_and_rule
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def reader(func, inputs, i):
    def values():
        return func(*inputs)[i].detach().numpy().copy()

    return values


def agree(analytic, numerical, atol, rtol):
    error = np.abs(analytic - numerical)
    return bool(np.all(error <= atol + rtol * np.abs(numerical)))


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, out in enumerate(func(*inputs)):
        analytic_list = jacobians.analytic_jacobian(out, inputs)
        read = reader(func, inputs, i)
        for j, (x, analytic) in enumerate(zip(inputs, analytic_list)):
            numerical = jacobians.numerical_jacobian(read, x.detach().numpy(), eps)
            if not agree(analytic, numerical, atol, rtol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% right: product_and_nan_asked
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


from itertools import product


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, j in product(range(len(outputs)), range(len(inputs))):
        if j == 0:
            analytic_of = jacobians.analytic_jacobian(outputs[i], inputs)
        a = analytic_of[j]
        n = jacobians.numerical_jacobian(
            lambda i=i: func(*inputs)[i].detach().numpy(), inputs[j].detach().numpy(), eps
        )
        too_far = np.abs(a - n) > atol + rtol * np.abs(n)
        if too_far.any() or np.isnan(a - n).any():
            raise GradcheckError(MISMATCH.format(i, j, n, a))
    return True

# %% wrong: every_function_reads_the_last_output
# why: The lambdas in the list look up k when they are called, and then it has its last value, so each of
# them computes the last output. values must compute output i: make it inside of the loop over i.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    readers = [lambda: func(*inputs)[k].detach().numpy() for k in range(len(outputs))]
    for i, output in enumerate(outputs):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):
            numerical = jacobians.numerical_jacobian(readers[i], x.detach().numpy(), eps)
            ok = np.abs(analytic[j] - numerical) <= atol + rtol * np.abs(numerical)
            if not ok.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic[j]))
    return True

# %% wrong: true_after_the_first_pair
# why: return True stands inside of the loops, so only the first output and the first input are compared.
# It belongs behind both loops.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j in range(len(inputs)):

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, inputs[j].detach().numpy(), eps)
            error = abs(analytic[j] - numerical)
            if not (error <= atol + rtol * abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic[j]))
            return True

# %% wrong: the_larger_of_the_tolerances
# why: The error may be as large as the larger of the two tolerances, but it should be allowed their sum,
# atol + rtol * |numerical|. A matrix that is just within the sum is refused.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, inputs)
        values = lambda: func(*inputs)[i].detach().numpy()
        for j, (x, analytic) in enumerate(zip(inputs, analytics)):
            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            allowed = np.maximum(atol, rtol * np.abs(numerical))
            if not np.all(np.abs(analytic - numerical) <= allowed):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: tolerance_may_be_negative
# why: The relative part of the tolerance takes numerical without its absolute value, so at a negative slope
# the tolerance shrinks below atol or below 0, and right gradients are refused. Take |numerical|.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outs = func(*inputs)
    for i in range(len(outs)):
        ana = jacobians.analytic_jacobian(outs[i], inputs)
        for j in range(len(inputs)):
            def f():
                return func(*inputs)[i].detach().numpy()
            num = jacobians.numerical_jacobian(f, inputs[j].detach().numpy(), eps)
            if not (abs(ana[j] - num) <= atol + rtol * num).all():
                raise GradcheckError(MISMATCH.format(i, j, num, ana[j]))
    return True

# %% wrong: values_without_grad_mode
# why: func runs inside of no_grad, but in gradgradcheck it calls torch.autograd.grad itself and needs a
# graph. Leave grad mode on, and detach what comes out.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)

        def values():
            with torch.no_grad():      # no graph needed for the differences
                return func(*inputs)[i].detach().numpy()

        for j, x in enumerate(inputs):
            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            good = np.abs(analytic[j] - numerical) <= atol + rtol * np.abs(numerical)
            if not good.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic[j]))
    return True

# %% wrong: a_copy_of_the_input_is_moved
# why: np.array copies the input's memory, so what numerical_jacobian moves is not what func reads, and the
# numerical matrix is zero. Hand over the array of .detach().numpy() itself.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytic = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):
            array = np.array(x.detach().numpy())

            def values():
                return func(*inputs)[i].detach().numpy()

            numerical = jacobians.numerical_jacobian(values, array, eps)
            if not (np.abs(analytic[j] - numerical) <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic[j]))
    return True

# %% wrong: matrices_swapped_in_the_message
# why: The message shows the analytic matrix as the numerical one and the other way round. The order is
# output, input, numerical, analytic.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        for j, analytic in enumerate(jacobians.analytic_jacobian(output, inputs)):
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy(), inputs[j].detach().numpy(), eps
            )
            within = np.abs(analytic - numerical) <= atol + rtol * np.abs(numerical)
            if not within.all():
                raise GradcheckError(MISMATCH.format(i, j, analytic, numerical))
    return True

# %% wrong: compared_by_the_largest_entries
# why: The largest error is compared with a tolerance made from the largest slope, so a small entry may be
# quite wrong beside a large one. The rule must hold in every entry, each with its own tolerance.
MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):
            values = lambda: func(*inputs)[i].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, x.detach().numpy(), eps)
            worst = np.abs(analytics[j] - numerical).max()
            if not worst <= atol + rtol * np.abs(numerical).max():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytics[j]))
    return True
