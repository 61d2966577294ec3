"""Where the course lies, on what system, and what follows from it.

The system is data, not looked up by the functions that depend on it: the tests give
them the paths, commands and messages of Windows and macOS on any machine.
"""

import ntpath
import os
import platform
import posixpath
import sys
from types import ModuleType
from typing import NamedTuple

# Settings of the user's that would lead an installer or a Python out of `.venv`.
MISLEADING = {
    "CONDA_PREFIX",
    "PIP_PREFIX",
    "PIP_TARGET",
    "PYTHONDONTWRITEBYTECODE",  # every start would be slow
    "PYTHONHOME",
    "PYTHONPATH",
    "UV_SYSTEM_PYTHON",
    "__PYVENV_LAUNCHER__",
}


class Place(NamedTuple):
    """The course's folder; `system` and `processor` as `platform` names them."""

    root: str
    system: str
    processor: str

    @property
    def windows(self) -> bool:
        return self.system == "Windows"

    @property
    def paths(self) -> ModuleType:
        """The module that spells paths as this system does."""
        return ntpath if self.windows else posixpath

    def path(self, *parts: str) -> str:
        """A path inside the course's folder."""
        return self.paths.join(self.root, *parts)

    @property
    def venv(self) -> str:
        return self.path(".venv")

    @property
    def python(self) -> str:
        """The Python inside `.venv`."""
        if self.windows:
            return self.path(".venv", "Scripts", "python.exe")
        return self.path(".venv", "bin", "python")

    def again(self, arguments: str = "") -> str:
        """The command that starts start.py, to be shown to its user."""
        command = ("py" if self.windows else "python3", "start.py", arguments)
        return f"`{' '.join(command).strip()}`"

    def environment(self) -> dict[str, str]:
        """The environment of everything that runs inside `.venv`."""
        env = {name: os.environ[name] for name in os.environ.keys() - MISLEADING}
        scripts = self.paths.dirname(self.python)
        env["PATH"] = scripts + self.paths.pathsep + env.get("PATH", "")
        env["VIRTUAL_ENV"] = self.venv
        env["PIP_USER"] = "0"
        env["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
        env["PYTHONUTF8"] = "1"
        return env


def here(root: str) -> Place:
    return Place(root, platform.system(), platform.machine())


def base_python() -> str:
    """The Python that environments are made with: never the one inside a venv."""
    return getattr(sys, "_base_executable", None) or sys.executable
