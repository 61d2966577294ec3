"""The steps of a set-up. pip brings uv, and uv, which is far faster, the rest.

torch is installed by a rule of its own, which postBuild follows too: first the wheel
that pip may know on this machine, which succeeds or fails at once; else the CPU build,
through uv, which knows PyTorch's index by the name of the backend. What only torch
needs is in no lock: uv takes it with torch, or from what a local wheel says it needs.
"""

import contextlib

from tools.launcher.errors import Failed, Stop, explain
from tools.launcher.place import Place, base_python
from tools.launcher.terminal import TEXT, Terminal

TORCH = "torch==2.13.0"
LOCK = "requirements.lock"
NEWS = "@jupyterlab/apputils-extension:announcements"  # asks to fetch Jupyter's news


def uv_torch(place: Place) -> list[str]:
    """uv's arguments for a CPU build of torch."""
    # Builds for macOS are CPU builds. Elsewhere a plain `torch` can mean CUDA.
    backend = [] if place.system == "Darwin" else ["--torch-backend", "cpu"]
    return [*backend, TORCH]


def pins(place: Place) -> list[str]:
    """The lines of requirements.lock."""
    with open(place.path(LOCK), **TEXT) as file:
        return [line.strip() for line in file if line.strip()]


class Installer:
    """The steps in order. Each leaves `.venv` as the next one needs it."""

    def __init__(self, place: Place, terminal: Terminal) -> None:
        self.place, self.terminal = place, terminal
        self.env = place.environment()
        self.pins = pins(place)
        self.steps = (
            ("Python environment in .venv", self.make_venv),
            ("uv, the installer", self.install_uv),
            (f"{len(self.pins)} packages", self.install_packages),
            ("PyTorch, CPU build", self.install_torch),
            ("minigrad and autograder", self.install_project),
        )

    def install(self, first: int) -> None:
        """Run the steps from number `first` (1 to 5) on. Raises Stop."""
        total = len(self.steps)
        for number, (title, act) in enumerate(self.steps, 1):
            if number < first:
                continue
            self.terminal.begin(number, total, title)
            try:
                act()
            except Failed as failure:
                doing = f"step {number} of {total}, {title}"
                raise Stop(explain(str(failure), doing, self.place)) from None
            self.terminal.end()

    def run(self, *command: str) -> str:
        return self.terminal.run(list(command), self.env)

    def python(self, *arguments: str) -> str:
        return self.run(self.place.python, *arguments)

    def uv(self, *arguments: str) -> None:
        python = self.place.python
        self.python("-m", "uv", "pip", "install", "--python", python, *arguments)

    def make_venv(self) -> None:
        # venv can add pip itself, but then hides why it could not.
        self.run(base_python(), "-m", "venv", "--without-pip", self.place.venv)
        self.python("-m", "ensurepip", "--default-pip")

    def install_uv(self) -> None:
        pin = next(pin for pin in self.pins if pin.startswith("uv=="))
        self.python("-m", "pip", "install", "--no-compile", pin)

    def install_packages(self) -> None:
        self.follow_pip()
        self.uv("-r", self.place.path(LOCK))

    def follow_pip(self) -> None:
        """Let uv use the package index that pip is told to use: uv reads UV_* only."""
        if "UV_DEFAULT_INDEX" in self.env or "UV_INDEX_URL" in self.env:
            return
        with contextlib.suppress(Failed):  # pip has no such setting
            index = self.python("-m", "pip", "config", "get", "global.index-url")
            self.env["UV_DEFAULT_INDEX"] = index.strip()
        if "PIP_INDEX_URL" in self.env:
            self.env["UV_DEFAULT_INDEX"] = self.env["PIP_INDEX_URL"]

    def install_torch(self) -> None:
        local = ("-m", "pip", "install", "--no-index", "--no-deps", "--no-compile")
        try:
            self.python(*local, TORCH)
        except Failed as failure:
            if "No matching distribution" not in str(failure):
                raise
            self.uv(*uv_torch(self.place))
        else:
            self.uv("--constraint", self.place.path(LOCK), *self.needs_of_torch())

    def needs_of_torch(self) -> list[str]:
        """What the installed torch says it needs, optional extras left out."""
        ask = "import importlib.metadata as m; print(*m.requires('torch'), sep='\\n')"
        needs = self.python("-c", ask).splitlines()
        return [need for need in needs if need and "extra ==" not in need]

    def install_project(self) -> None:
        self.uv("--no-deps", "--no-build-isolation", "--editable", self.place.root)
        self.python("-m", "jupyter", "labextension", "disable", NEWS)
