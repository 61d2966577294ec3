"""When `.venv` is installed into, when made anew, and when left alone.

What is in it and what is missing, uv knows (`installer.is_complete`). Noted here is
only what uv cannot know:

1. `.venv/start.json` says "done" only after the last step, and for which folder and
   Python. A `.venv` that was begun and not finished is built anew: the installers'
   caches make that quick, and no half-written package survives.
2. A `.venv` that start.py did not make is renamed, never deleted or changed.
3. One start.py installs at a time. Its children inherit the lock, so that it holds
   while an installer outlives a start.py that was killed.
"""

import contextlib
import errno
import importlib.util
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from typing import TextIO

from tools.launcher.errors import (
    Offline,
    Stop,
    intel_mac,
    no_venv_module,
    too_little_space,
)
from tools.launcher.installer import Installer, is_complete
from tools.launcher.place import Place
from tools.launcher.terminal import TEXT, Terminal

STATE = "start.json"
FREE_BYTES = 3 * 10**9  # what a first set-up takes at most, caches included


def prepare(place: Place) -> None:
    """Make or mend `.venv`; at once where nothing is to do. Raises Stop."""
    if is_ready(place):
        return
    with install_lock(place) as lock_file:
        if is_ready(place):  # the start.py that held the lock did it
            return
        done = read_done(place) if is_whole(place) else None
        if not done:
            check_python(place)
            clear(place)
            check_space(place)
            os.mkdir(place.venv)
        note_done(place, None)
        terminal = Terminal(place, lock_file.fileno())
        try:
            Installer(place, terminal).install(first=2 if done else 1)
        except Offline:
            note_done(place, done)
            raise
        note_done(place, identity(place))


def is_ready(place: Place) -> bool:
    """Whether `.venv` was finished, and nothing is missing in it now."""
    return is_whole(place) and is_complete(place)


def is_whole(place: Place) -> bool:
    """Whether `.venv` was finished in this folder and has the same Python still."""
    done = read_done(place)
    return done is not None and done == identity(place)


def identity(place: Place) -> list[str] | None:
    """Folder, version and origin of the Python in `.venv`; None if it does not run."""
    ask = "import sys; print('%d.%d' % sys.version_info[:2], ascii(sys.base_prefix))"
    try:
        answer = subprocess.run(
            [place.python, "-I", "-c", ask], capture_output=True, check=True, **TEXT
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return [os.path.realpath(place.root), answer.stdout.strip()]


def read_done(place: Place) -> list[str] | None:
    """The identity for which `.venv` was finished; None if it was not."""
    try:
        with open(place.path(".venv", STATE), **TEXT) as file:
            return json.load(file)["done"]
    except (OSError, ValueError, TypeError, KeyError):
        return None


def note_done(place: Place, done: list[str] | None) -> None:
    path = place.path(".venv", STATE)
    with open(path + ".new", "w", **TEXT) as file:
        json.dump({"done": done}, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)


def check_python(place: Place) -> None:
    """Refuse at once a Python with which a later step would fail. Raises Stop."""
    if importlib.util.find_spec("ensurepip") is None:
        raise Stop(no_venv_module(place))
    if place.system == "Darwin" and place.processor == "x86_64":
        raise Stop(intel_mac(place))


def check_space(place: Place) -> None:
    free = shutil.disk_usage(place.root).free
    if free < FREE_BYTES:
        raise Stop(too_little_space(place, free, FREE_BYTES))


def clear(place: Place) -> None:
    """Take `.venv` away. One that start.py did not make is kept under a new name."""
    discarded = place.path(".venv.discarded")
    with contextlib.suppress(OSError):
        os.rmdir(place.venv)  # empty: made just before a start.py was killed
    if os.path.isfile(place.path(".venv", STATE)):
        print("Building .venv anew: it is unfinished, moved, or its Python changed.")
        remove(discarded)
        os.rename(place.venv, discarded)  # a killed deletion leaves no half .venv
    elif os.path.lexists(place.venv):
        kept = free_name(place.path(".venv.kept"))
        os.rename(place.venv, kept)
        print(f"The .venv here was not made by start.py. It is kept as {kept}.")
    remove(discarded)


def remove(folder: str) -> None:
    if os.path.lexists(folder):
        shutil.rmtree(folder)


def free_name(path: str) -> str:
    number = 1
    while os.path.lexists(f"{path}{number}"):
        number += 1
    return f"{path}{number}"


@contextlib.contextmanager
def install_lock(place: Place) -> Iterator[TextIO]:
    """Held by the one start.py that installs here; others wait for it."""
    with open(place.path(".venv.lock"), "a+") as file:
        if not try_lock(file):
            print("Another start.py installs here. Waiting for it.", flush=True)
            while not try_lock(file):
                time.sleep(0.2)
        yield file


def try_lock(file: TextIO) -> bool:
    """Whether the lock is ours now. The system frees it when its holders end."""
    try:
        if os.name == "nt":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # On a file system without locks: better two starts at once than none.
        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
    return True
