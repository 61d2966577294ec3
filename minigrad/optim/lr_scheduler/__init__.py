"""Schedules for the learning rates of an optimizer: call `step()` after each epoch.

Read: `base.py`, `formulas.py`, then what is made of several schedulers (`combined.py`),
of the loss (`plateau.py`), of one long cycle (`one_cycle.py`) or many (`cyclic.py`).
"""

from ...names import module_getattr
from .base import LRScheduler, _LRScheduler
from .combined import ChainedScheduler, SequentialLR
from .cyclic import CosineAnnealingWarmRestarts, CyclicLR
from .formulas import (
    ConstantLR,
    CosineAnnealingLR,
    ExponentialLR,
    LambdaLR,
    LinearLR,
    MultiplicativeLR,
    MultiStepLR,
    PolynomialLR,
    StepLR,
)
from .one_cycle import OneCycleLR
from .plateau import ReduceLROnPlateau

__all__ = [
    "ChainedScheduler",
    "ConstantLR",
    "CosineAnnealingLR",
    "CosineAnnealingWarmRestarts",
    "CyclicLR",
    "ExponentialLR",
    "LRScheduler",
    "LambdaLR",
    "LinearLR",
    "MultiStepLR",
    "MultiplicativeLR",
    "OneCycleLR",
    "PolynomialLR",
    "ReduceLROnPlateau",
    "SequentialLR",
    "StepLR",
    "_LRScheduler",
]

__getattr__ = module_getattr(__name__)
