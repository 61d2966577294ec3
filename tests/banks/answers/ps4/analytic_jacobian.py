"""Answers to analytic_jacobian."""

import numpy as np
from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("analytic_jacobian")


def units(output):
    """For each entry of a tensor, a gradient that is 1 there and 0 elsewhere."""
    for index in np.ndindex(*output.shape):
        unit = torch.zeros_like(output)
        unit[index] = 1
        yield unit


# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(output, inputs):
    columns = [[] for _ in inputs]
    for unit in units(output):
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for column, grad in zip(columns, grads, strict=True):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


@right
def one_input_after_another(output, inputs):
    found = []
    for x in inputs:
        matrix = np.zeros((x.numel(), output.numel()), x.detach().numpy().dtype)
        for i, unit in enumerate(units(output)):
            (grad,) = torch.autograd.grad(
                output, x, unit, retain_graph=True, allow_unused=True
            )
            if grad is not None:
                matrix[:, i] = grad.numpy().ravel()
        found.append(matrix)
    return found


@right
def from_each_entry(output, inputs):
    rows = [
        torch.autograd.grad(
            entry, inputs, retain_graph=True, allow_unused=True, materialize_grads=True
        )
        for entry in output.reshape(-1)
    ]
    return tuple(
        torch.stack([row[j].flatten() for row in rows]).T for j in range(len(inputs))
    )


# -- wrong -----------------------------------------------------------------------------


@wrong("transposed")
def turned_over(output, inputs):
    return [each.T for each in as_in_the_book(output, inputs)]


@wrong("upstream gradient is ones")
def of_ones(output, inputs):
    grads = torch.autograd.grad(
        output, inputs, torch.ones_like(output), True, materialize_grads=True
    )
    return [torch.stack([grad.reshape(-1)] * output.numel(), 1) for grad in grads]


@wrong("units pile up")
def one_unit_for_all(output, inputs):
    columns, unit = [[] for _ in inputs], torch.zeros_like(output)
    for index in np.ndindex(*output.shape):
        unit[index] = 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for column, grad in zip(columns, grads, strict=True):
            column.append(grad.flatten())
    return [torch.stack(column, 1) for column in columns]


@wrong("retain_graph=True to every pass")
def frees_the_graph(output, inputs):
    columns = [[] for _ in inputs]
    for unit in units(output):
        grads = torch.autograd.grad(output, inputs, unit, materialize_grads=True)
        for column, grad in zip(columns, grads, strict=True):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


@wrong("freed by the last pass")
def frees_it_last(output, inputs):
    columns = [[] for _ in inputs]
    for i, unit in enumerate(units(output)):
        last = i == output.numel() - 1
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=not last, materialize_grads=True
        )
        for column, grad in zip(columns, grads, strict=True):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


@wrong("takes no part is an error")
def of_used_inputs(output, inputs):
    columns = [[] for _ in inputs]
    for unit in units(output):
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True)
        for column, grad in zip(columns, grads, strict=True):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


@wrong("'NoneType' object has no attribute")
def none_for_unused(output, inputs):
    columns = [[] for _ in inputs]
    for unit in units(output):
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, allow_unused=True
        )
        for column, grad in zip(columns, grads, strict=True):
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


@wrong("changed the .grad of an input")
def by_backward(output, inputs):
    columns = [[] for _ in inputs]
    for unit in units(output):
        for x in inputs:
            x.grad = None
        output.backward(unit, retain_graph=True)
        for column, x in zip(columns, inputs, strict=True):
            grad = torch.zeros_like(x) if x.grad is None else x.grad
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


@wrong("changed the .grad of an input", "on top of what is there")
def by_backward_adding(output, inputs):
    columns = [[] for _ in inputs]
    for unit in units(output):
        output.backward(unit, retain_graph=True)
        for column, x in zip(columns, inputs, strict=True):
            grad = torch.zeros_like(x) if x.grad is None else x.grad.clone()
            column.append(grad.reshape(-1))
    return [torch.stack(column, 1) for column in columns]


@wrong("Flatten each")
def grads_as_they_are(output, inputs):
    columns = [[] for _ in inputs]
    for unit in units(output):
        grads = torch.autograd.grad(
            output, inputs, unit, retain_graph=True, materialize_grads=True
        )
        for column, grad in zip(columns, grads, strict=True):
            column.append(grad)
    return [torch.stack(column, -1) for column in columns]


@wrong("wrong order")
def last_input_first(output, inputs):
    return as_in_the_book(output, inputs)[::-1]


@wrong("first input has a matrix")
def always_the_first(output, inputs):
    return [as_in_the_book(output, inputs)[0] for _ in inputs]


@wrong("1 matrices for 2 inputs")
def a_single_matrix(output, inputs):
    return as_in_the_book(output, inputs)[:1]


@wrong("object of type Tensor")
def no_list(output, inputs):
    return as_in_the_book(output, inputs)[0]


@wrong("returned None")
def no_return(output, inputs):
    as_in_the_book(output, inputs)


@wrong("dtype is lost")
def in_double_precision(output, inputs):
    return [each.double() for each in as_in_the_book(output, inputs)]


@wrong("column by column")
def by_columns(output, inputs):
    return as_in_the_book(output.T if output.dim() == 2 else output, inputs)


def columns_of(output, inputs, every, columns, **options):
    """`columns`, with the gradients under each of the units `every`."""
    for unit in every:
        grads = torch.autograd.grad(output, inputs, unit, retain_graph=True, **options)
        for column, grad in zip(columns, grads, strict=True):
            column.append(grad.reshape(-1))
    return columns


@wrong("share one list", "[[] for _ in inputs]")
def one_list(output, inputs):
    found = [[]] * len(inputs)
    columns_of(output, inputs, units(output), found, materialize_grads=True)
    return [torch.stack(column, 1) for column in found]


@wrong("along the first axis alone", "np.ndindex(*output.shape)")
def a_unit_for_each_row(output, inputs):
    every = []
    for i in range(len(output)):
        every.append(torch.zeros_like(output))
        every[-1][i] = 1
    found = [[] for _ in inputs]
    columns_of(output, inputs, every, found, materialize_grads=True)
    return [torch.stack(column, 1) for column in found]


@wrong("joined to a single one", "torch.stack")
def joined(output, inputs):
    found = [[] for _ in inputs]
    columns_of(output, inputs, units(output), found, materialize_grads=True)
    return [torch.cat(column) for column in found]


@wrong("have one column", "inside of the loop")
def returns_in_the_loop(output, inputs):
    return [each[:, :1] for each in as_in_the_book(output, inputs)]


@wrong("raised AttributeError", "gets the gradient None")
def with_none(output, inputs):
    found = [[] for _ in inputs]
    columns_of(output, inputs, units(output), found, allow_unused=True)
    return [torch.stack(column, 1) for column in found]


@wrong("must be a tensor", "NumPy array")
def units_of_numpy(output, inputs):
    every = [np.zeros(output.shape)]
    return columns_of(output, inputs, every, [[] for _ in inputs])


@wrong("Rows and columns are not swapped")
def reshaped(output, inputs):
    return [
        each.T.reshape(x.numel(), output.numel())
        for each, x in zip(as_in_the_book(output, inputs), inputs, strict=True)
    ]


@wrong("no leaf")
def by_backward_that_clears_up(output, inputs):
    before = [x.grad for x in inputs]
    found = [[] for _ in inputs]
    for unit in units(output):
        for x in inputs:
            x.grad = None
        output.backward(unit, retain_graph=True)
        for column, x in zip(found, inputs, strict=True):
            grad = torch.zeros_like(x) if x.is_leaf and x.grad is None else x.grad
            column.append(grad.reshape(-1))
    for x, grad in zip(inputs, before, strict=True):
        x.grad = grad
    return [torch.stack(column, 1) for column in found]


@wrong("no upstream gradient")
def without_a_unit(output, inputs):
    return [torch.autograd.grad(output, inputs, retain_graph=True) for _ in inputs]


@wrong("shape of the output")
def units_of_the_input(output, inputs):
    found = [[] for _ in inputs]
    columns_of(output, inputs, units(inputs[0]), found, materialize_grads=True)
    return [torch.stack(column, 1) for column in found]


@wrong("a number for each axis")
def without_a_star(output, inputs):
    every = []
    for index in np.ndindex(output.numel()):
        every.append(torch.zeros_like(output))
        every[-1][index] = 1
    found = [[] for _ in inputs]
    columns_of(output, inputs, every, found, materialize_grads=True)
    return [torch.stack(column, 1) for column in found]


@wrong("dtype is lost")
def in_the_dtype_of_the_output(output, inputs):
    matrices = as_in_the_book(output, inputs)
    return [each.to(output.dtype) for each in matrices]


@wrong("Not every RuntimeError")
def every_error_is_no_part(output, inputs):
    found = []
    for x in inputs:
        columns = []
        for unit in units(output):
            try:
                (grad,) = torch.autograd.grad(output, x, unit, retain_graph=True)
            except RuntimeError:
                grad = torch.zeros_like(x)
            columns.append(grad.reshape(-1))
        found.append(torch.stack(columns, 1))
    return found
