"""Where a notebook from an earlier release finds the five Functions of ps4.

Its cell reads `from autograder.programs.ps4_numbers import five`.
"""

import sys

from .check.programs import ps4_numbers

sys.modules[f"{__name__}.ps4_numbers"] = ps4_numbers
