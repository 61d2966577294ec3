"""Optimizers: step for step the numbers of PyTorch's.

Read: `optimizer.py`, `sgd.py`, then the others; `lr_scheduler.py` changes their
learning rates.
"""

from ..names import module_getattr
from . import lr_scheduler, swa_utils
from .adam import Adam, AdamW
from .adam_variants import Adamax, NAdam, RAdam
from .adaptive import Adadelta, Adagrad, RMSprop
from .batch import ASGD, Rprop
from .lbfgs import LBFGS
from .optimizer import Optimizer
from .sgd import SGD

__all__ = [
    "ASGD",
    "Adadelta",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "LBFGS",
    "NAdam",
    "Optimizer",
    "RAdam",
    "RMSprop",
    "Rprop",
    "SGD",
    "lr_scheduler",
    "swa_utils",
]

__getattr__ = module_getattr(__name__)
