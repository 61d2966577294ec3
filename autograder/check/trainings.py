"""Programs that train: which module judges what a student's function returns.

Such a module has `tasks(seed)` (what is handed over, as `given`, and what is held
out), `train(function, *given)` (the numbers of what was trained; Violation for anything
else), `judged(tasks, networks)` (how good they are at what was held out), `share`
(which part of the points that earns), `said`, `reasons` (why it is not more),
`arrays_of` and `networks_of` (the way between two processes); TIMES, SECONDS and SLOW.

Read: `training_of`, `checked`.
"""

import importlib
import time
from collections.abc import Callable
from types import ModuleType

from ..pieces.registry import whole
from ..pieces.rules import Violation
from ..variant import published
from .diagnosis import loops_ps5
from .errors import blank_name, is_blank, line_of
from .explaining import raised_headline
from .places import operands_of
from .report import Passed, Report

MODULES = {
    "train_digits": "training",
    "train_images": "training_images",
    "train_text": "training_text",
}


def training_of(name: str) -> ModuleType:
    """What judges the student's function of this name."""
    return importlib.import_module(f".{MODULES[published(name)]}", __package__)


def checked(function: Callable, seed: int) -> Report | Passed:
    """A student's function on fresh tasks: what a check says of it."""
    name = function.__name__
    training, networks = training_of(name), []
    given, began = training.tasks(seed), time.monotonic()
    try:
        for each in given:
            with whole():
                networks.append(training.train(function, *each.given))
            if time.monotonic() - began > training.SECONDS:
                headline = f"{name} takes more than {training.SECONDS} seconds"
                return Report(headline, [training.SLOW])
    except Violation as error:
        return Report(f"{name} is no network that can be judged", [str(error)])
    except Exception as error:
        if is_blank(error):
            return Report(f"{blank_name(error, name)} is not written yet")
        report = Report(raised_headline(name, error))
        report.line = line_of(error)
        report.reasons = [each for each in [operands_of(error)] if each]
        return report
    found = training.judged(given, networks)
    said = f"{name}: {training.said(found)}"
    if training.share(found) == 1.0:
        return Passed(said)
    return Report(said, loops_ps5.faults(function) or training.reasons(given, networks))
