"""Functions of a problem set that belong to the student alone, not to minigrad.

A program gets such a Function by `choose_function(lib, "ZeroHead", reference)`. While
the student's is checked it is theirs; otherwise, and under PyTorch, it is `reference`,
a function of ordinary operations that computes the same. So no file here holds a
Function that an exercise asks for.

Each attribute below is a seam, as minigrad's are: it gets its name and the reference,
and answers what to apply.
"""

from collections.abc import Callable
from types import ModuleType


def _reference(name: str, reference: Callable) -> Callable:
    return reference


ZeroHead = AbsDot = LegendreP3 = Clamp = Round = Polar = _reference
Root = Swish = unroll = safe_divide = _reference
hvp = jvp = gradient_penalty = _reference
Gain = Damp = _reference
fit_growth = line_loss = scaled_tanh = energy = way_down = agrees = _reference
first_difference = _reference
loss_and_gradients = text_loss_and_gradients = _reference


def choose_function(lib: ModuleType, name: str, reference: Callable) -> Callable:
    """What to apply in a program: the student's Function, or the reference."""
    return reference if lib.__name__ == "torch" else globals()[name](name, reference)
