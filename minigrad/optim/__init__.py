"""Optimizers: step for step the numbers of PyTorch's.

Read: `optimizer.py`, `sgd.py`, then `adam.py` and `adaptive.py`; `lr_scheduler.py`
changes their learning rates.
"""

from ..ops.public import publish
from . import lr_scheduler
from .adam import Adam, AdamW
from .adaptive import Adadelta, Adagrad, RMSprop
from .optimizer import Optimizer
from .sgd import SGD

__all__ = [
    "Adadelta",
    "Adagrad",
    "Adam",
    "AdamW",
    "Optimizer",
    "RMSprop",
    "SGD",
    "lr_scheduler",
]

__getattr__ = publish(globals(), Optimizer)
