"""Right programs of ps4, with which a check compares a student's.

`banks.right_programs` packs them. A second one of a piece is called `name_`.
"""

import numpy as np

import minigrad as torch
from minigrad.autograd import jacobians
from minigrad.autograd.gradcheck import GradcheckError

_MISMATCH = """Jacobian mismatch for output {} with respect to input {},
numerical:{}
analytical:{}
"""


def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        kept = array[index].copy()
        array[index] = kept + eps
        above = func().reshape(-1)
        array[index] = kept - eps
        below = func().reshape(-1)
        array[index] = kept
        rows.append((above - below) / (2 * eps))
    return np.array(rows)


def numerical_jacobian_(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        kept = array[index].copy()
        row = 0
        for sign in (1, -1):
            array[index] = kept + sign * eps
            row = row + sign * func().reshape(-1)
        array[index] = kept
        rows.append(row / (2 * eps))
    return np.array(rows)


def analytic_jacobian(output, inputs):
    columns = [[] for _ in inputs]
    for place in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[place] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for i in range(len(inputs)):
            columns[i].append(grads[i].reshape(-1))
    return [torch.stack(each, 1) for each in columns]


def gradcheck(func, inputs, eps, atol, rtol):
    outputs = func(*inputs)
    for i in range(len(outputs)):
        analytics = jacobians.analytic_jacobian(outputs[i], list(inputs))

        def values():
            return func(*inputs)[i].detach().numpy()  # noqa: B023

        for j in range(len(inputs)):
            analytic = np.asarray(analytics[j])
            array = inputs[j].detach().numpy()
            numerical = jacobians.numerical_jacobian(values, array, eps)
            error = np.abs(analytic - numerical)
            close = error <= atol + rtol * np.abs(numerical)
            if not close.all():
                raise GradcheckError(_MISMATCH.format(i, j, numerical, analytic))
    return True
