"""The steps of a set-up. pip brings uv, and uv, which is far faster, the rest.

Each step may be done again: it leaves alone what is there already, also packages of
the user's own. `is_complete` asks uv whether anything is missing.

torch is installed by a rule of its own, which postBuild follows too: first the wheel
that pip may know on this machine, which succeeds or fails at once; else the CPU build,
through uv, which knows PyTorch's index by the name of the backend. What only torch
needs is in no lock: uv brings it, with torch or for a torch that is there.
"""

import contextlib
import subprocess

from tools.launcher.errors import Failed, explain
from tools.launcher.place import Place, base_python
from tools.launcher.terminal import TEXT, Terminal

TORCH = "torch==2.13.0"
LOCK = "requirements.lock"
NEWS = "@jupyterlab/apputils-extension:announcements"  # asks to fetch Jupyter's news


def uv_install(place: Place, *arguments: str) -> list[str]:
    """The command `uv pip install` into `.venv`."""
    uv = [place.python, "-m", "uv", "pip", "install", "--python", place.python]
    return [*uv, *arguments]


def is_complete(place: Place) -> bool:
    """Whether uv would install nothing. Needs no network; some 50 ms."""
    locked = ["-r", place.path(LOCK), "-r", "-"]
    command = uv_install(place, "--dry-run", "--offline", *locked)
    try:
        answer = subprocess.run(
            command,
            # Named in a file, which stdin is here, an editable project is installed
            # until pyproject.toml changes; as an argument, it is always due again.
            input=f"{TORCH}\n--editable .\n",
            capture_output=True,
            cwd=place.root,
            env=place.environment(),
            **TEXT,
        )
    except OSError:  # no Python there
        return False
    return answer.returncode == 0 and "no changes" in answer.stderr


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
                raise explain(str(failure), doing, self.place) from None
            self.terminal.end()

    def run(self, *command: str) -> str:
        return self.terminal.run(list(command), self.env)

    def python(self, *arguments: str) -> str:
        return self.run(self.place.python, *arguments)

    def uv(self, *arguments: str) -> None:
        self.run(*uv_install(self.place, *arguments))

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
        backend = []
        try:
            self.python(*local, TORCH)
        except Failed as failure:
            if "No matching distribution" not in str(failure):
                raise
            # Builds for macOS are CPU builds. Elsewhere a plain `torch` can mean CUDA.
            if self.place.system != "Darwin":
                backend = ["--torch-backend", "cpu"]
        # uv keeps a torch that is there, and brings what it needs.
        self.uv(*backend, "--constraint", self.place.path(LOCK), TORCH)

    def install_project(self) -> None:
        self.uv("--no-deps", "--no-build-isolation", "--editable", self.place.root)
        self.python("-m", "jupyter", "labextension", "disable", NEWS)
