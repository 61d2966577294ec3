"""The functions of minigrad's engine that can be replaced, each with where it is.

Every caller in minigrad looks them up there at each call; a test plugs an impostor
into each of them. `catalogue` says which of them are pieces of an exercise.
"""

import importlib
from types import ModuleType

from minigrad.autograd import jacobians
from minigrad.core import engine, function, mode, saved, tensor
from minigrad.nn import functional, init
from minigrad.nn.modules import rnn_cell, tree
from minigrad.viz import reading

# By its name, because a function hides this module in its package.
gradcheck = importlib.import_module("minigrad.autograd.gradcheck")

SEAMS: dict[str, tuple[ModuleType | type, str]] = {
    "order_nodes": (engine, "order_nodes"),
    "run": (engine, "run"),
    "accumulate": (engine, "accumulate"),
    "release": (engine, "release"),
    "grad": (engine, "grad"),
    "sum_to_shape": (engine, "sum_to_shape"),
    "detach": (tensor, "detach"),
    "apply": (function, "apply"),
    "needs_input_grad": (function, "needs_input_grad"),
    "pack": (saved.Saving, "pack"),
    "unpack": (saved.Saving, "unpack"),
    "numerical_jacobian": (jacobians, "numerical_jacobian"),
    "analytic_jacobian": (jacobians, "analytic_jacobian"),
    "gradcheck": (gradcheck, "compare_jacobians"),
    "Linear": (functional, "linear"),
    "kaiming_uniform_": (init, "kaiming_uniform_"),
    "RNNCell": (rnn_cell, "rnn_tanh_cell"),
    "list_edges": (reading, "list_edges"),
    "Conv2d": (functional, "conv2d"),
    "MaxPool2d": (functional, "max_pool2d"),
    "LayerNorm": (functional, "layer_norm"),
    "Attention": (functional, "scaled_dot_product_attention"),
    "Embedding": (functional, "embedding"),
}

SAVING = (saved.Saving, ("pack", "unpack"))
WALK = (tree.Tree, ("named_modules", "_named_members"))
SWITCH = (mode.no_grad, ("__enter__", "__exit__"))
