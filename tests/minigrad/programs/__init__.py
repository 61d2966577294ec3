"""Every differentiable operation as small programs, with the shapes to try them on.

One module a family; each has a list `CASES` made of tables with a row per operation,
`name: program`. A new op of minigrad needs a row in one of them, or a test fails.
"""

import importlib
import pkgutil

from .case import Case

CASES: list[Case] = []
for _module in sorted(each.name for each in pkgutil.iter_modules(__path__)):
    CASES += getattr(importlib.import_module(f"{__name__}.{_module}"), "CASES", [])
