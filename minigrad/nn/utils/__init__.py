"""Helpers for parameters and their gradients."""

from ...ops.public import publish
from . import rnn
from .clip_grad import clip_grad_norm_, clip_grad_value_, get_total_norm
from .convert_parameters import parameters_to_vector, vector_to_parameters

__getattr__ = publish(globals())
