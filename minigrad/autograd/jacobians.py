"""The two Jacobians that gradcheck compares.

Read: `numerical_jacobian`, which sees the function only, and `analytic_jacobian`, which
sees its graph only. Both have a row for each entry of the input and a column for each
entry of the output. They are looked up at call time, so that a student's can take their
place.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy import ndarray

from ..core.engine import GraphTask, run_backward
from ..core.graph import edge_of
from ..core.tensor import Tensor
from .targets import limit


# piece: numerical_jacobian
def numerical_jacobian(
    func: Callable[[], ndarray], array: ndarray, eps: float
) -> ndarray:
    """d func() / d array by central differences, of shape (entries in, entries out).

    `func` reads `array`, whose entries are moved one at a time and put back.
    """
    rows = []
    for index in np.ndindex(array.shape):
        kept = array[index]
        try:
            array[index] = kept - eps
            below = func().copy()  # it may be a view of the array
            array[index] = kept + eps
            rows.append((func() - below).reshape(-1))
        finally:
            array[index] = kept
    return np.array(rows).reshape(array.size, -1 if rows else func().size) / (2 * eps)


# piece: analytic_jacobian
def analytic_jacobian(output: Tensor, inputs: Sequence[Tensor]) -> list[ndarray]:
    """d output / d input for each input, by backward.

    Each has the shape (entries of the input, entries of the output). The graph is kept.
    """
    edges = [edge_of(input) for input in inputs]
    unit = Tensor(np.zeros(output._data.shape, output._data.dtype))
    size = output._data.size
    rows = [np.zeros((size, each._data.size), each._data.dtype) for each in inputs]
    for i in range(size):
        unit._data.fill(0)  # a backward may have written into it
        unit._data.flat[i] = 1
        # What grad(output, inputs, unit, retain_graph=True) does, without its checks.
        task = GraphTask([output], True, False)
        limit(task, edges, captures=True)
        run_backward(task, [unit])
        for edge, row in zip(edges, rows, strict=True):
            if (grad := task.captured[edge]) is not None:
                row[i] = grad.reshape(-1)
    return [row.T for row in rows]
