"""Submissions that try to earn what they did not write, or to do harm.

One file for each kind. `kit` says what an attack is; tests/grading/test_attacks.py
hands all of them in to one class, and grades it.
"""

import importlib
from pathlib import Path

for _file in sorted(Path(__file__).parent.glob("*.py")):
    if _file.stem != "__init__":
        importlib.import_module(f"banks.attacks.{_file.stem}")
