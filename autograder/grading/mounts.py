"""What the sandbox shows: the system and Python, read-only, and the cut course.

Not there: the network, the instructor's files, other submissions, the gradebook, the
solutions, PyTorch, whatever of this course is installed beside it, and packages that
our own Python does not import (those of the Python below a virtual environment).

Read: `Plan`.
"""

import os
import random
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

COURSE = Path("/course")
HOME = Path("/home/student")
HIDDEN = ("torch", "torchgen", "functorch", "torchvision", "torchaudio")
HIDDEN += ("minigrad", "autograder")
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "fonts")
UIDS = range(61_000, 61_999)  # as whom views run where root grades


class Plan:
    """How to start Python in a sandbox: `command` stands before it.

    `course` is where the cut course lies for it, `writable` the folders, with their
    sizes, that each view gets anew, `environment` its variables. With `safe=False` the
    command is empty.
    """

    def __init__(self, tree: Path, disk: int, safe: bool) -> None:
        self.tree, self.safe = tree, safe
        self.course = COURSE if safe else tree
        home = HOME
        if not safe:
            home = tree / "home"  # it is removed with the tree
            home.mkdir(exist_ok=True)
        self.writable = {str(HOME): disk, "/dev/shm": disk}
        if not any(each.is_relative_to("/tmp") for each in self._python()):
            self.writable["/tmp"] = disk
        self.environment = _environment(home)
        self.command = list(self._command()) if safe else []

    def _python(self) -> list[Path]:
        """Where Python and its packages are, outside of the system's folders."""
        found = {Path(each) for each in (sys.prefix, sys.base_prefix)}
        found.add(Path(os.path.realpath(sys.executable)).parent)
        outside = [each for each in found if not each.is_relative_to("/usr")]
        return sorted(
            each
            for each in outside
            if not any(each != up and each.is_relative_to(up) for up in outside)
        )

    def _command(self) -> Iterator[str]:
        root = os.geteuid() == 0
        # By its whole path: the sandbox gets another PATH than we have.
        yield from (
            shutil.which("bwrap") or "bwrap",
            "--die-with-parent",
            "--new-session",
            "--unshare-pid",
        )
        yield from ("--unshare-ipc", "--unshare-net", "--unshare-uts")
        yield from ("--unshare-cgroup-try", "--hostname", "sandbox", "--clearenv")
        if not root:
            yield from ("--unshare-user", "--cap-drop", "ALL")
        for name, value in self.environment.items():
            yield from ("--setenv", name, value)
        for folder in SYSTEM:
            if os.path.islink(folder):
                yield from ("--symlink", os.readlink(folder), folder)
            elif os.path.isdir(folder):
                yield from ("--ro-bind", folder, folder)
        for name in SETTINGS:
            yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")
        yield from ("--proc", "/proc", "--dev", "/dev")
        for folder in self._python():
            yield from self._parents(folder)
            yield from ("--ro-bind", str(folder), str(folder))
        yield from ("--ro-bind", str(self.tree), str(COURSE))
        for folder in self._hidden():
            yield from ("--perms", "0555", "--tmpfs", str(folder))
        for folder, size in self.writable.items():
            yield from ("--size", str(size), "--perms", "1777", "--tmpfs", folder)
        yield from ("--remount-ro", "/dev", "--remount-ro", "/")
        yield from ("--chdir", "/")
        if root:
            # Limits do nothing for root, and so views run as somebody else. Not sooner:
            # root's Python may lie where nobody else can read.
            user = str(random.choice(UIDS))
            yield from ("setpriv", f"--reuid={user}", f"--regid={user}")
            yield from ("--clear-groups", "--no-new-privs", "--inh-caps=-all")
            yield from ("--bounding-set=-all",)

    def _parents(self, folder: Path) -> Iterator[str]:
        for each in reversed(folder.parents):
            if str(each) != "/":
                yield from ("--perms", "0755", "--dir", str(each))

    def _hidden(self) -> list[Path]:
        """Folders below what is shown that must not be."""
        shown = [*self._python(), Path("/usr")]
        used = {Path(each).resolve() for each in sys.path if each}
        found = {place / name for place in used for name in HIDDEN}
        found = {each for each in found if each.is_dir()}
        found.add(Path(__file__).resolve().parents[2])
        for base in {sys.base_prefix, "/usr", "/usr/local"}:
            found |= {*Path(base).resolve().glob("lib/python3*/*-packages")} - used
        return [
            each
            for each in sorted(found)
            if any(each.is_relative_to(up) for up in shown)
            and not any(up.is_relative_to(each) for up in shown)
        ]


def _environment(home: Path) -> dict[str, str]:
    """Few variables, none of the instructor's, and one thread: workers run beside."""
    return {
        "HOME": str(home),
        "TMPDIR": str(home),
        "IPYTHONDIR": str(home / ".ipython"),
        "MPLCONFIGDIR": str(home / ".matplotlib"),
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "MINIGRAD_WORK": "",
        "NBGRADER_EXECUTION": "autograde",
    }
