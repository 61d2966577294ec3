# %% right: helpers
@piece
def gradcheck(func, inputs, eps, atol, rtol):
    def as_array(matrix):
        if isinstance(matrix, torch.Tensor):
            return matrix.detach().numpy()
        return np.asarray(matrix)

    def agree(analytic, numerical):
        allowed = atol + rtol * np.abs(numerical)
        return bool(np.all(np.abs(analytic - numerical) <= allowed))

    for i, output in enumerate(func(*inputs)):

        def values(place=i):
            return func(*inputs)[place].detach().numpy().copy()

        matrices = jacobians.analytic_jacobian(output, inputs)
        for j, (tensor, matrix) in enumerate(zip(inputs, matrices)):
            analytic = as_array(matrix)
            numerical = jacobians.numerical_jacobian(values, tensor.detach().numpy(), eps)
            if not agree(analytic, numerical):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% right: entry_by_entry
@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i in range(len(outputs)):
        analytic_all = jacobians.analytic_jacobian(outputs[i], inputs)
        for j in range(len(inputs)):
            analytic = analytic_all[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy().copy(),
                inputs[j].detach().numpy(),
                eps,
            )
            good = 0
            for a, n in zip(analytic.reshape(-1), numerical.reshape(-1)):
                if abs(a - n) <= atol + rtol * abs(n):
                    good += 1
            if good < numerical.size:
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: tolerances_swapped
# why: np.allclose takes rtol before atol. Here they are handed over in the other order, so each plays the part of the other.
@piece
def gradcheck(func, inputs, eps, atol, rtol):
    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, analytic in enumerate(analytics):
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy(), inputs[j].detach().numpy(), eps
            )
            if not np.allclose(analytic, numerical, atol, rtol):
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: nan_is_not_far_off
# why: It asks whether any entry is too far off. A comparison with nan is never true, so a gradient of nan passes.
@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i, output in enumerate(outputs):

        def values():
            return func(*inputs)[i].detach().numpy()

        for j, analytic in enumerate(jacobians.analytic_jacobian(output, inputs)):
            numerical = jacobians.numerical_jacobian(values, inputs[j].detach().numpy(), eps)
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            too_far = np.abs(analytic - numerical) > atol + rtol * np.abs(numerical)
            if too_far.any():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: whole_matrices_compared
# why: The norms of whole matrices are compared. One wrong small entry hides behind a large one that is right.
@piece
def gradcheck(func, inputs, eps, atol, rtol):
    def to_numpy(m):
        return m.detach().numpy() if isinstance(m, torch.Tensor) else m

    number_of_outputs = len(func(*inputs))
    for i in range(number_of_outputs):
        analytics = jacobians.analytic_jacobian(func(*inputs)[i], inputs)
        for j in range(len(inputs)):
            a = to_numpy(analytics[j])
            n = jacobians.numerical_jacobian(
                lambda: to_numpy(func(*inputs)[i]), inputs[j].detach().numpy(), eps
            )
            error = np.linalg.norm(a - n)
            if not error <= atol + rtol * np.linalg.norm(n):
                raise GradcheckError(MISMATCH.format(i, j, n, a))
    return True

# %% wrong: grad_mode_off
# why: The function is called inside of no_grad for the differences. In gradgradcheck it calls torch.autograd.grad itself, which fails then.
@piece
def gradcheck(func, inputs, eps, atol, rtol):
    def values_of(i):
        def values():
            with torch.no_grad():
                return func(*inputs)[i].detach().numpy()

        return values

    for i, output in enumerate(func(*inputs)):
        analytics = jacobians.analytic_jacobian(output, inputs)
        for j, x in enumerate(inputs):
            numerical = jacobians.numerical_jacobian(values_of(i), x.detach().numpy(), eps)
            analytic = analytics[j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            close = abs(analytic - numerical) <= atol + rtol * abs(numerical)
            if not close.all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True

# %% wrong: inputs_outside
# why: The loop over the inputs stands outside. If several Jacobians are wrong, the error names another one than the first in the order of the text.
@piece
def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    analytics = [jacobians.analytic_jacobian(output, inputs) for output in outputs]
    for j, x in enumerate(inputs):
        array = x.detach().numpy()
        for i in range(len(outputs)):
            analytic = analytics[i][j]
            if isinstance(analytic, torch.Tensor):
                analytic = analytic.detach().numpy()
            numerical = jacobians.numerical_jacobian(
                lambda: func(*inputs)[i].detach().numpy(), array, eps
            )
            difference = np.abs(analytic - numerical)
            if not (difference <= atol + rtol * np.abs(numerical)).all():
                raise GradcheckError(MISMATCH.format(i, j, numerical, analytic))
    return True
