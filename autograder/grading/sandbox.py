"""The judge's side of the sandbox: how it is built, asked, and ended.

Read: `Sandbox` (bubblewrap with one waiting Python in it), `View` (one run of one
notebook in it), `Limits`, and `missing` (why there can be no sandbox here). What the
sandbox shows is in `mounts.py`.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from . import mounts, wire
from .cgroups import Group
from .inside import calls

GRACE = 3.0  # seconds between an interrupt and the end
TOO_MUCH = "it took too much memory"
STARTING = 120.0  # seconds, on a machine that is busy
NO_NAMESPACES = (
    ". This system does not let you make user namespaces. Its administrator can allow "
    "it (sysctl kernel.unprivileged_userns_clone=1, or on Ubuntu "
    "kernel.apparmor_restrict_unprivileged_userns=0), or grade as root. A container "
    "is started as docs/instructors.md says"
)
_FORBIDDEN = re.compile(r"namespace|[ug]id map|loopback")
_RESIDENT = re.compile(r"^Rss(?:Anon|Shmem):\s+(\d+) kB", re.MULTILINE)


class SandboxError(Exception):
    """There is no sandbox, or it did not start. The text says what to do."""


class Ended(Exception):
    """What ran in a view is gone, or was ended. The text says why."""


@dataclass(frozen=True)
class Limits:
    """What a view may use. `memory` is of all its processes, `seconds` of the clock
    for one cell or one piece; `total` for all views of a submission."""

    memory: int = 2_000_000_000
    seconds: float = 60.0
    total: float = 1800.0
    processes: int = 64
    file_size: int = 100_000_000
    disk: int = 200_000_000

    def of_processes(self) -> dict[str, int]:
        """The limits that the system keeps itself, for each process."""
        return {
            "DATA": self.memory,
            "CPU": int(self.total),
            "NPROC": self.processes,
            "FSIZE": self.file_size,
            "NOFILE": 256,
            "CORE": 0,
        }


def missing() -> str:
    """Why there can be no sandbox on this machine; "" if there can be."""
    if sys.platform != "linux":
        return f"the sandbox needs Linux, and this is {sys.platform}"
    for program in ("bwrap", "setpriv") if os.geteuid() == 0 else ("bwrap",):
        if not shutil.which(program):
            package = "bubblewrap" if program == "bwrap" else "util-linux"
            return f"{program} is not installed (Debian: apt-get install {package})"
    return calls.unknown_machine() or _refused()


def _refused() -> str:
    """Why bubblewrap, which is there, can make no sandbox: it tries an empty one."""
    own = [] if os.geteuid() == 0 else ["--unshare-user"]
    ask = ["bwrap", *own, "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/"]
    try:
        subprocess.run(
            [*ask, "--proc", "/proc", "--dev", "/dev", "true"],
            capture_output=True,
            check=True,
            timeout=STARTING,
        )
    except subprocess.CalledProcessError as error:
        words = error.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        return f"bwrap is refused what it needs: {words}{NO_NAMESPACES}"
    except subprocess.TimeoutExpired:
        return "bwrap does not end"
    return ""


class Sandbox:
    """A sandbox around one Python, in which views are run one after the other.

    `tree` is the cut course. With `safe=False` there is no sandbox: views run with the
    rights of whoever grades.
    """

    def __init__(self, tree: Path, limits: Limits, safe: bool = True) -> None:
        self.tree, self.limits, self.safe = tree, limits, safe
        self.process: subprocess.Popen | None = None
        self.view: View | None = None
        self._worn = False  # served a view that could not be shut off from the next

    def open(self) -> "View":
        """A new view; the last one ends. SandboxError if there can be none."""
        self.end()
        if self.process is None or self._worn:
            self.close()
            self._start()
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self._control, [b"view"], [theirs.fileno()])
        how = self._answer()
        if how not in (b"alone", b"shared"):
            raise SandboxError(f"the sandbox could not begin a view: {how!r}")
        self._worn = how == b"shared"
        self.view = View(ours, self)
        return self.view

    def end(self) -> None:
        """End the view that runs, with everything that it started."""
        if self.view is None:
            return
        self.view.channel.close()
        self.view = None
        try:
            self._control.send(b"kill")
            if self._answer() != b"dead" or self._worn:
                self.close()
        except (OSError, SandboxError):
            self.close()

    def stop(self) -> None:
        """Interrupt what runs, as the button in a notebook does."""
        self._control.send(b"stop")

    def close(self) -> None:
        """End everything."""
        if self.view is not None:
            self.view.channel.close()
            self.view = None
        if self.process is None:
            return
        self._control.close()
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.process.stderr.close()
        self.process = None
        self.group.close()

    def _start(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        plan = mounts.Plan(self.tree, self.limits.disk, self.safe)
        settings = {
            "limits": self.limits.of_processes() if self.safe else {},
            "writable": plan.writable,
            "course": str(plan.course),
            "isolate": self.safe,
        }
        code = (
            f"import sys; sys.path.insert(0, {str(plan.course)!r});"
            "from autograder.grading.inside.__main__ import main; main()"
        )
        python = [sys.executable, "-I", "-B", "-c", code]
        room = self.limits.memory + self.limits.disk * len(plan.writable)
        self.group = Group(room, self.limits.processes)
        command = [*self.group.command, *plan.command, *python]
        with theirs:
            self.process = subprocess.Popen(
                [*command, str(theirs.fileno()), json.dumps(settings)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                env=plan.environment,
                start_new_session=True,
            )
        self._control, self._worn = ours, False
        if self._answer() != b"ready":
            words = self._last_words()
            self.close()
            hint = NO_NAMESPACES if _FORBIDDEN.search(words) else ""
            raise SandboxError(f"the sandbox did not start: {words}{hint}")

    def _answer(self) -> bytes:
        self._control.settimeout(STARTING)
        try:
            return self._control.recv(16)
        except OSError as error:
            raise SandboxError(f"the sandbox does not answer: {error}") from None

    def _last_words(self) -> str:
        os.set_blocking(self.process.stderr.fileno(), False)
        text = (self.process.stderr.read() or b"").decode(errors="replace")
        lines = [each for each in text.splitlines() if each.strip()]
        return next((each for each in lines if "Error" in each), (lines or [""])[-1])


class View:
    """One run of a notebook. `ask` sends a request and waits for its answer."""

    def __init__(self, channel: socket.socket, sandbox: Sandbox) -> None:
        self.channel, self.sandbox = channel, sandbox

    def ask(
        self, header: dict, payload: bytes = b"", seconds: float | None = None
    ) -> tuple[dict, bytes]:
        """The answer to a request. Ended, with the reason, if there is none.

        When the time is over, what runs is interrupted (`stopped` says so then); if
        that does not help, ended.
        """
        limit = self.sandbox.limits.seconds if seconds is None else seconds
        self.stopped = False
        self._until = time.monotonic() + limit
        try:
            self._send(wire.framed(header, payload))
            receive = partial(self._within_limits, self.channel.recv)
            return wire.receive(wire.reader(receive))
        except wire.WireError as error:
            self._end(f"it answered with {error}")
        except (OSError, EOFError):
            self._end("it ended the process that ran it")

    def _send(self, message: bytes) -> None:
        rest = memoryview(message)
        while rest:
            rest = rest[self._within_limits(self.channel.send, rest[: 1 << 20]) :]

    def _within_limits(self, act, argument):
        """What an act of the channel gives; limits are looked at while it waits."""
        while True:
            self._check_limits()
            self.channel.settimeout(min(0.5, max(self._until - time.monotonic(), 0.01)))
            with suppress(TimeoutError):
                return act(argument)

    def _check_limits(self) -> None:
        now = time.monotonic()
        if now >= self._until:
            if self.stopped or not self.sandbox.safe:
                self._end("it took too long")
            self.sandbox.stop()
            self.stopped, self._until = True, now + GRACE
        elif now > getattr(self, "_looked", 0.0) + 0.5:
            self._looked = now
            if _occupied(self.sandbox.process.pid) > self.sandbox.limits.memory:
                self._end(TOO_MUCH)

    def _end(self, reason: str) -> None:
        if self.sandbox.group.was_full():
            reason, self.sandbox._worn = TOO_MUCH, True  # the count is of its group
        self.sandbox.end()
        raise Ended(reason)


def _occupied(root: int) -> int:
    """The resident memory of a process and its descendants, but for pages of files."""
    parents, own = {}, {}
    for each in os.scandir("/proc"):
        if each.name.isdecimal():
            try:
                stat = Path(each.path, "stat").read_text()
                memory = _RESIDENT.findall(Path(each.path, "status").read_text())
            except OSError:
                continue
            pid = int(each.name)
            parents[pid] = int(stat.rpartition(")")[2].split()[1])
            own[pid] = sum(map(int, memory))
    found = {root}
    while more := {pid for pid, up in parents.items() if up in found} - found:
        found |= more
    return sum(own.get(pid, 0) for pid in found) * 1024
