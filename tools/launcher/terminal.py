"""Running installers, and showing how far they are."""

import contextlib
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

from tools.launcher.errors import LOG, Failed
from tools.launcher.place import Place

TEXT = {"encoding": "utf-8", "errors": "replace"}
REFRESH_SECONDS = 0.25  # on a terminal
REPORT_SECONDS = 20  # elsewhere


class Terminated(KeyboardInterrupt):
    """SIGTERM: an interruption that the children have not seen."""


class Terminal:
    """Shows the steps: one line, rewritten, on a terminal; a few lines elsewhere."""

    def __init__(self, place: Place, lock_file: int | None = None) -> None:
        self.place = place
        self.live = sys.stdout.isatty()
        self.inherited = () if lock_file is None or os.name == "nt" else (lock_file,)
        self.title = self.note = ""
        self.began = self.shown = time.monotonic()

    def begin(self, number: int, total: int, title: str) -> None:
        self.title, self.note = f"[{number}/{total}] {title}", ""
        self.began = self.shown = time.monotonic()
        print(self.title, end="" if self.live else "\n", flush=True)

    def end(self) -> None:
        self.note = "done"
        self.show()
        if self.live:
            print()

    def show(self) -> None:
        self.shown = time.monotonic()
        minutes, seconds = divmod(int(self.shown - self.began), 60)
        text = f"{minutes}:{seconds:02d}  {self.note}"
        if self.live:
            width = shutil.get_terminal_size().columns - 1
            print(f"\r{f'{self.title}  {text}'[:width]:<{width}}", end="", flush=True)
        else:
            print(f"      {text}", flush=True)

    def run(self, command: list[str], env: dict[str, str]) -> str:
        """Run a command to its end; its output. Raises Failed."""
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.place.root,
            env=env,
            pass_fds=self.inherited,
            **TEXT,
        )
        try:
            output = "".join(self.follow(process))
        except KeyboardInterrupt as interrupt:
            finish(process, interrupt)
            raise
        process.stdout.close()
        self.log(f"$ {' '.join(command)}\n{output}\n")
        if process.wait():
            raise Failed(output)
        return output

    def follow(self, process: subprocess.Popen) -> Iterator[str]:
        """The lines of a process; shows the latest one and the time meanwhile."""
        lines: queue.Queue[str | None] = queue.Queue()

        def read() -> None:
            for line in process.stdout:
                lines.put(line)
            lines.put(None)

        threading.Thread(target=read, daemon=True).start()
        while True:
            line = ""
            with contextlib.suppress(queue.Empty):
                line = lines.get(timeout=REFRESH_SECONDS)
            if line is None:
                return
            if line.strip() and not line.startswith("ERROR"):  # `explain` tells those
                self.note = line.strip()
            if self.live or time.monotonic() - self.shown > REPORT_SECONDS:
                self.show()
            yield line

    def log(self, text: str) -> None:
        with contextlib.suppress(OSError):  # a full disk is told by the installer
            with open(self.place.path(".venv", LOG), "a", **TEXT) as file:
                file.write(text)


def finish(process: subprocess.Popen, interrupt: KeyboardInterrupt) -> int:
    """Wait for a child after an interruption; end it if it does not end itself.

    Ctrl-C reaches the child as well, so it is given time. SIGTERM does not.
    """
    patience = 0 if isinstance(interrupt, Terminated) else 10
    for insist in (process.terminate, process.kill):
        with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
            return process.wait(timeout=patience)
        insist()
        patience = 10
    return process.wait()
