"""PyTorch's words for what is wrong. Nothing here computes.

Read it when an error puzzles you. What is checked often is checked where it happens,
and only the words stand here.
"""

import operator
import warnings
from itertools import zip_longest

import numpy as np
from numpy import ndarray

from . import dtypes


def type_name(value: object) -> str:
    """The name of a value's type as PyTorch's errors give it; TypeError for its own."""
    refuse_pytorch(value)
    kind = type(value)
    outside = kind.__module__ != "builtins"
    return f"{kind.__module__}.{kind.__name__}" if outside else kind.__name__


def refuse_pytorch(*values: object) -> None:
    """TypeError for what is PyTorch's, in lists too. For where an error is due."""
    for value in values:
        if value is None or hasattr(value, "_edge"):  # the usual: a Tensor
            continue
        if isinstance(value, list | tuple):
            refuse_pytorch(*value)
        packages = {each.__module__.partition(".")[0] for each in type(value).__mro__}
        if "torch" in packages and "minigrad" not in packages:
            raise mixed(type(value), "PyTorch")


def mixed(kind: type, library: str) -> TypeError:
    """The error for an object of one library in the hands of the other."""
    return TypeError(
        f"this {kind.__name__} is {library}'s, and PyTorch and minigrad do not "
        "mix: after a change of the import, restart the kernel and run all cells"
    )


def not_implemented(operands: tuple):
    """NotImplemented, so that Python asks the other operand; PyTorch's is an error."""
    refuse_pytorch(*operands)
    return NotImplemented


def listed(tensors) -> tuple:
    """Several tensors, or one GradientEdge, as a tuple."""
    if tensors.__class__ is not list and tensors.__class__ is not tuple:
        refuse_pytorch(tensors)
    return (tensors,) if hasattr(tensors, "_edge") else tuple(tensors)


# -- tensors ----------------------------------------------------------------------


def check_requires_grad(flag: object, is_leaf: bool, array: ndarray) -> None:
    """RuntimeError for `requires_grad = flag` where that cannot be set."""
    if flag is not True and flag is not False:
        raise RuntimeError("requires_grad must be a bool")
    if not is_leaf:
        text = "you can only change requires_grad flags of leaf variables."
        if not flag:
            text += " If you want to use a computed variable in a subgraph that doesn't"
            text += " require differentiation use var_no_grad = var.detach()."
        raise RuntimeError(text)
    if flag and array.dtype.kind != "f":
        raise RuntimeError(
            "only Tensors of floating point and complex dtype can require gradients"
        )


def bool_error(function: str, argument: str, given: object) -> TypeError:
    """The error for a flag that is neither True nor False."""
    return TypeError(
        f"{function}(): argument {argument} must be bool, not {type_name(given)}"
    )


def dimension_error(dim: int, ndim: int) -> IndexError:
    """The error for an axis that a tensor does not have."""
    limit = max(ndim, 1)
    return IndexError(
        f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], "
        f"but got {dim})"
    )


# -- shapes -----------------------------------------------------------------------


def check_shapes(*shapes: tuple[int, ...]) -> None:
    """RuntimeError for shapes that do not broadcast together."""
    together: tuple[int, ...] = ()
    for shape in shapes:
        try:
            together = np.broadcast_shapes(together, shape)
        except ValueError:
            raise size_error(together, shape) from None


def check_broadcast(op, operands: tuple) -> None:
    """RuntimeError if the operands of an op do not broadcast; its factors need not."""
    if op.elementwise and op.used_for != {1: 2, 2: 1}:
        check_shapes(*map(np.shape, operands))


def size_error(a: tuple[int, ...], b: tuple[int, ...]) -> RuntimeError:
    """The error for two shapes, which names the last axis that differs."""
    length = max(len(a), len(b))
    pairs = zip_longest(a[::-1], b[::-1], fillvalue=1)
    for back, (x, y) in enumerate(pairs, 1):
        if x != y and 1 not in (x, y):
            return RuntimeError(
                f"The size of tensor a ({x}) must match the size of tensor b ({y}) at "
                f"non-singleton dimension {length - back}"
            )
    raise AssertionError(f"{a} and {b} broadcast")


def axes_of(dim: "int | tuple[int, ...] | None", ndim: int) -> tuple[int, ...]:
    """The axes that `dim` names, counted from 0; all for None or ().

    IndexError for an axis out of range, RuntimeError for one named twice.
    """
    if dim is None or dim.__class__ is tuple and not dim:
        return tuple(range(ndim))
    if dim.__class__ is int and -ndim <= dim < ndim:
        return (dim % ndim,)
    axes = []
    for axis in (operator.index(dim),) if hasattr(dim, "__index__") else tuple(dim):
        limit = max(ndim, 1)
        if not -limit <= axis < limit:
            raise dimension_error(axis, ndim)
        axis %= limit
        if axis in axes:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
        axes.append(axis)
    return tuple(axes) if ndim else ()


# -- arguments --------------------------------------------------------------------


def check_tensor(name: str, value, argument: str = "input", position: int = 1) -> None:
    """TypeError unless an argument of the function `name` is a Tensor."""
    if not hasattr(value, "_data"):
        raise TypeError(
            f"{name}(): argument '{argument}' (position {position}) must be Tensor, "
            f"not {type_name(value)}"
        )


# -- ops and nodes ----------------------------------------------------------------


def check_options(op: type, kind: type, options: dict) -> None:
    """TypeError for what is no option of an Op, the class `kind`."""
    for option in options:
        if not hasattr(kind, option):
            raise TypeError(f"{op.__name__}: an Op has no option {option!r}")


def check_count(name: str, grads: tuple, expected: int) -> None:
    """One gradient per input; more may follow as long as they are None."""
    if len(grads) < expected or any(grad is not None for grad in grads[expected:]):
        raise RuntimeError(
            f"function {name} returned an incorrect number of gradients (expected "
            f"{expected}, got {len(grads)})"
        )


def freed() -> RuntimeError:
    """The error for a second pass through a graph whose buffers are freed."""
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved "
        "tensors after they have already been freed). Saved intermediate values of "
        "the graph are freed when you call .backward() or autograd.grad(). Specify "
        "retain_graph=True if you need to backward through the graph a second time or "
        "if you need to access saved tensors after calling backward."
    )


ENABLE_ANOMALY = (
    "enable anomaly detection to find the operation that failed to compute its "
    "gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False)."
)
anomaly_hint = [ENABLE_ANOMALY]  # the last one counts


def changed_error(tensor, version: int) -> RuntimeError:
    """The error for a saved tensor that has another version than it had."""
    return changed_in_place(tensor._data, tensor._edge, tensor._version, version)


def changed_in_place(array: ndarray, edge, now: int, then: int) -> RuntimeError:
    """The error for a saved tensor: which one was changed, and how often."""
    made_by = ""
    if edge is not None and not hasattr(edge, "variable"):
        maker = type(edge._source())
        maker = getattr(maker, "_name", maker.__name__)
        maker = maker.rstrip("0123456789").removesuffix("Backward")
        made_by = f", which is output {edge._output_nr} of {maker},"
    kind = f"torch.{dtypes.LEGACY[dtypes.of(array.dtype)]}"
    if array.dtype == np.bool_:
        kind = "CPUBoolType"  # as PyTorch prints it here
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an "
        f"inplace operation: [{kind} {list(array.shape)}]{made_by} is at version "
        f"{now}; expected version {then} instead. Hint: {anomaly_hint[-1]}"
    )


def constant(node, what: str) -> RuntimeError:
    """Why a second derivative would be wrong, and what to do."""
    return RuntimeError(
        f"{type(node).__name__} {what} is neither an input nor the output, so "
        "create_graph=True would treat it as a constant and give a wrong derivative. "
        f"In {node._op.__name__}.backward, recompute it from the inputs, or return it "
        "from forward as an output."
    )


def check_attributes(node) -> None:
    """RuntimeError for a float array on ctx: it would count as a constant."""
    for name, value in node.__dict__.items():
        if isinstance(value, ndarray) and value.dtype.kind == "f":
            raise constant(node, f"keeps a float array in ctx.{name} that")


# -- a user's Function ------------------------------------------------------------


def check_savable(tensors: tuple, tensor_class: type) -> None:
    """TypeError for what save_for_backward cannot keep."""
    for index, tensor in enumerate(tensors):
        if tensor is not None and not isinstance(tensor, tensor_class):
            raise TypeError(
                "save_for_backward can only save variables, but argument "
                f"{index} is of type {type(tensor).__name__}"
            )


def check_edges(edges: int, tensors: int) -> None:
    """ValueError if there is not one edge for each tensor."""
    if edges != tensors:
        raise ValueError(
            f"tensors among the arguments: {tensors}, edges: {edges}. Give one edge "
            "for each tensor, None where there is none"
        )


def checked_gradients(node, result: object, tensor_class: type) -> list:
    """The gradients of the tensors among the arguments of a Function.

    RuntimeError if there is not one gradient for each argument, None for what is no
    tensor, in shapes that fit.
    """
    result = result if isinstance(result, tuple) else (result,)
    name = type(node).__name__
    if len(result) != len(node._is_tensor):
        check_count(name, result, len(node._is_tensor))
    sent, metadata = [], node._next_metadata
    for place, takes_part in enumerate(node._is_tensor):
        grad = result[place]
        if not takes_part:
            if grad is not None:
                raise RuntimeError(
                    f"function {name} returned a gradient different than None "
                    f"at position {place + 1}, but the corresponding forward input was "
                    "not a Variable"
                )
            continue
        if grad is not None:
            if not isinstance(grad, tensor_class):
                raise RuntimeError(f"expected Variable or None (got {type_name(grad)})")
            shape, expected = grad._data.shape, metadata[len(sent)][0]
            if shape != expected and not _sums_down(shape, expected):
                raise RuntimeError(
                    f"Function {name} returned an invalid gradient at index "
                    f"{len(sent)} - got {list(shape)} but expected shape compatible "
                    f"with {list(expected)}"
                )
        sent.append(grad)
    return sent


def _sums_down(shape: tuple, to: tuple) -> bool:
    """True if a gradient of `shape` can be one of a broadcast operand of shape `to`."""
    pairs = zip(shape[::-1], to[::-1], strict=False)
    return len(shape) >= len(to) and all(want in (1, got) for got, want in pairs)


# -- a pass -----------------------------------------------------------------------


unwarned = ["of a cycle"]  # empty once it was


def warn_of_cycle() -> None:
    """Warn the first caller in this process of a backward() that is recorded."""
    if unwarned:
        warnings.warn(CYCLE, stacklevel=3)
        unwarned.clear()


CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the "
    "parameter and its gradient which can cause a memory leak. We recommend using "
    "autograd.grad when creating the graph to avoid this. If you have to use this "
    "function, make sure to reset the .grad fields of your parameters to None after "
    "use to break the cycle and avoid the leak."
)


def unused_input(index: int) -> RuntimeError:
    """The error of grad() for an input that the outputs do not depend on."""
    return RuntimeError(
        f"The differentiated Tensor at index {index} appears to not have been used in "
        "the graph. Set allow_unused=True if this is the desired behavior."
    )


def no_inputs(edges: list, caller: str) -> RuntimeError:
    """The error where there is nothing to differentiate by."""
    if not edges:
        return RuntimeError(f"`inputs` argument to `{caller}()` cannot be empty.")
    return RuntimeError("One of the differentiated Tensors does not require grad")


def upstream(index: int, output, grad, tensor_class: type) -> Exception:
    """The error for what is no upstream gradient of an output, or for one without."""
    if grad is None and output.requires_grad:
        return RuntimeError("grad can be implicitly created only for scalar outputs")
    if grad is not None and not isinstance(grad, tensor_class):
        return TypeError(
            f"gradients can be either Tensors or None, but got {type_name(grad)}"
        )
    if grad is not None and grad._data.shape != output._data.shape:
        return RuntimeError(
            f"Mismatch in shape: grad_output[{index}] has a shape of {grad.shape} and "
            f"output[{index}] has a shape of {output.shape}."
        )
    return RuntimeError(
        f"element {index} of tensors does not require grad and does not have a grad_fn"
    )
