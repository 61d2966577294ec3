"""What `functional` asks of its arguments, in PyTorch's words.

Read: `point` and `as_tensors` (arguments as tuples), `check_vector`, `check_scalar`,
then what `strict` refuses: `check_strict` and `filled`.
"""

import numpy as np

from ..ops.shape import Alias
from ..tensor import Tensor

NOT_ALLOWED = "This is not allowed in strict mode."


def as_tensors(value: object, what: str, name: str) -> tuple[bool, tuple[Tensor, ...]]:
    """`(True, the tuple)`, or `(False, a tuple of the one tensor)`; else TypeError."""
    several = isinstance(value, tuple)
    tensors = value if several else (value,)
    for i, each in enumerate(tensors):
        if not isinstance(each, Tensor):
            which = f"value at index {i}" if several else f"given {what}"
            raise TypeError(
                f"The {what} given to {name} must be either a Tensor or a tuple of "
                f"Tensors but the {which} has type {type(each)}."
            )
    return several, tensors


def point(
    value: object, name: str, create_graph: bool, what: str = "inputs"
) -> tuple[bool, tuple[Tensor, ...]]:
    """The inputs as new Tensors, so that others that the function holds do not count.

    They have a history if there is one and `create_graph` asks for it; else inputs
    require grad by themselves, and a vector does not.
    """
    several, tensors = as_tensors(value, what, name)
    return several, tuple(
        Alias.apply(each)
        if create_graph and each.requires_grad
        else each.detach().requires_grad_(what == "inputs")
        for each in tensors
    )


def check_vector(v: tuple, like: tuple, several: bool) -> None:
    """RuntimeError unless v has the sizes of the tensors that it goes with."""
    if len(v) != len(like):
        if not several:
            raise RuntimeError("The given v should contain a single Tensor.")
        raise RuntimeError(
            f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}."
        )
    for i, (each, other) in enumerate(zip(v, like, strict=True)):
        if each._data.shape != other._data.shape:
            entry = f"Entry {i} in " if several else ""
            raise RuntimeError(
                f"{entry}v has invalid size: should be {other.shape} but got "
                f"{each.shape}."
            )


def check_scalar(output: object, name: str, strict: bool) -> Tensor:
    """`output`, which must be one tensor with one element."""
    several, outputs = as_tensors(output, "outputs of the user-provided function", name)
    check_strict(outputs, "outputs", strict)
    if several:
        raise RuntimeError(
            f"The function given to {name} should return a single Tensor"
        )
    if outputs[0]._data.size != 1:
        raise RuntimeError(
            f"The Tensor returned by the function given to {name} should contain a "
            "single element"
        )
    return outputs[0]


def refuse_strategy(
    strategy: str, create_graph: bool, strict: bool, vectorize: bool
) -> None:
    """Raise unless the Jacobian is to be computed backwards."""
    if strategy == "reverse-mode":
        return
    if strategy != "forward-mode":
        raise AssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If '
            'your function has more outputs than inputs, "forward-mode" tends to be '
            'more performant. Otherwise, prefer to use "reverse-mode".'
        )
    for flag, text, error in (
        (create_graph, "`create_graph=True`", NotImplementedError),
        (strict, "`strict=True`", RuntimeError),
    ):
        if flag:
            raise error(
                f"torch.autograd.functional.jacobian: {text} and "
                '`strategy="forward-mode"` are not supported together (yet). Please '
                'use `strategy="reverse-mode"`.'
            )
    if not vectorize:
        raise NotImplementedError(
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian is"
            "only implemented for `vectorize=True`."
        )
    raise NotImplementedError(
        'minigrad has no forward mode: leave strategy at "reverse-mode"'
    )


def refuse_vectorize(vectorize: bool, strict: bool) -> None:
    if vectorize and strict:
        raise RuntimeError(
            "torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` "
            "are not supported together. Please either set `strict=False` or "
            "`vectorize=False`."
        )


def check_strict(tensors: tuple, what: str, strict: bool) -> None:
    """In strict mode, RuntimeError for a tensor without a history."""
    for i, tensor in enumerate(tensors) if strict else ():
        if tensor is None:
            raise RuntimeError(_independent(i))
        if not tensor.requires_grad:
            raise RuntimeError(_NO_HISTORY[what].format(i=i))


_NO_HISTORY = {
    "outputs": (
        "Output {i} of the user-provided function does not require gradients. The "
        "outputs must be computed in a differentiable manner from the input when "
        "running in strict mode."
    ),
    "grad_inputs": (
        "The gradient with respect to input {i} is independent of the inputs of the "
        f"user-provided function. {NOT_ALLOWED}"
    ),
    "jacobian": (
        "While computing the hessian, found that the jacobian of the user-provided "
        "function with respect to input {i} is independent of the input. This is not "
        "allowed in strict mode. You should ensure that your function is twice "
        "differentiable and that the jacobian depends on the inputs (this would be "
        "violated by a linear function for example)."
    ),
    "hessian": (
        "The hessian of the user-provided function with respect to input {i} is "
        f"independent of the input. {NOT_ALLOWED} You should ensure that your function "
        "is thrice differentiable and that the hessian depends on the inputs."
    ),
}


def _independent(i: int) -> str:
    return (
        "The output of the user-provided function is independent of input "
        f"{i}. {NOT_ALLOWED}"
    )


def filled(
    grads: tuple, like: tuple, strict: bool, create_graph: bool, stage: str | int
) -> tuple[Tensor, ...]:
    """Zeros for gradients that are None; in strict mode a RuntimeError.

    `stage` says which pass gave them: for the error only. An int is that of a Jacobian,
    the place of the output.
    """
    return tuple(
        _filled(i, grad, other, strict, create_graph, stage)
        for i, (grad, other) in enumerate(zip(grads, like, strict=True))
    )


def _filled(i, grad, like, strict, create_graph, stage) -> Tensor:
    if strict and grad is None:
        raise RuntimeError(_unused(i, stage))
    if strict and create_graph and not grad.requires_grad:
        place = stage if isinstance(stage, int) else i
        what = "hessian" if "double" in str(stage) else "jacobian"
        raise RuntimeError(
            f"The {what} of the user-provided function is independent of input "
            f"{place}. This is not allowed in strict mode when create_graph=True."
        )
    return Tensor(np.zeros_like(like._data)) if grad is None else grad


def _unused(i: int, stage: str | int) -> str:
    """Which independence strict mode has found."""
    if isinstance(stage, int):
        return (
            f"Output {stage} of the user-provided function is independent of input "
            f"{i}. {NOT_ALLOWED}"
        )
    return {
        "back": _independent(i),
        "back_trick": (
            "The gradient with respect to the input is independent of entry "
            f"{i} in the grad_outputs when using the double backward trick to compute "
            f"forward mode gradients. {NOT_ALLOWED}"
        ),
        "double_back": (
            "The jacobian of the user-provided function is independent of input "
            f"{i}. {NOT_ALLOWED}"
        ),
        "double_back_trick": (
            "The hessian of the user-provided function is independent of entry "
            f"{i} in the grad_jacobian. This is not allowed in strict mode as it "
            "prevents from using the double backward trick to replace forward mode AD."
        ),
    }[stage]
