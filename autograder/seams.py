"""The functions of minigrad's engine that can be replaced, each with where it is.

Every caller in minigrad looks them up there at each call; a test plugs an impostor
into each of them. `catalogue.py` says which of them are pieces of an exercise.
"""

import importlib
from types import ModuleType

from minigrad.autograd import engine, function, grad_mode, jacobians, saved_tensor

# By their names, because functions hide these modules in their packages.
tensor = importlib.import_module("minigrad.tensor")
gradcheck = importlib.import_module("minigrad.autograd.gradcheck")

SEAMS: dict[str, tuple[ModuleType | type, str]] = {
    "order_nodes": (engine, "order_nodes"),
    "run": (engine, "run"),
    "accumulate": (engine, "accumulate"),
    "release": (engine, "release"),
    "grad": (engine, "grads_of"),
    "sum_to_shape": (engine, "sum_to_shape"),
    "detach": (tensor, "detach"),
    "apply": (function, "apply_function"),
    "needs_input_grad": (function, "needs_input_grad"),
    "pack": (saved_tensor.Saving, "pack"),
    "unpack": (saved_tensor.Saving, "unpack"),
    "numerical_jacobian": (jacobians, "numerical_jacobian"),
    "analytic_jacobian": (jacobians, "analytic_jacobian"),
    "gradcheck": (gradcheck, "compare_jacobians"),
}

SAVING = (saved_tensor.Saving, ("pack", "unpack"))
SWITCH = (grad_mode.no_grad, ("__enter__", "__exit__"))
