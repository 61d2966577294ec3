"""What `.venv` holds, and bringing it to what the lock file asks for.

1. `.venv/start.json` says "done" only after the last step, and what it was done for.
   A `.venv` that was begun and not finished is built anew: the installers' caches make
   that quick, and no half-written package survives.
2. A `.venv` that start.py did not make is renamed, never deleted or changed.
3. One start.py installs at a time. Its children inherit the lock, so that it holds
   while an installer outlives a start.py that was killed.
"""

import contextlib
import errno
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from typing import Any, TextIO

from tools.launcher.errors import Stop, intel_mac, no_venv_module, too_little_space
from tools.launcher.installer import LOCK, Installer, uv_torch
from tools.launcher.place import Place
from tools.launcher.terminal import TEXT, Terminal

STATE = "start.json"
FREE_BYTES = 3 * 10**9  # what a first set-up takes at most, caches included


def prepare(place: Place) -> None:
    """Make or mend `.venv`; at once where nothing changed. Raises Stop."""
    if is_ready(place):
        return
    with install_lock(place) as lock_file:
        if is_ready(place):  # the start.py that held the lock did it
            return
        update = is_whole(place, read_state(place))
        if not update:
            check_python(place)
            clear(place)
            check_space(place)
            os.mkdir(place.venv)
        write_state(place, done=None)
        terminal = Terminal(place, lock_file.fileno())
        Installer(place, terminal).install(first=2 if update else 1)
        write_state(place, done=wanted(place), identity=identity(place))


def is_ready(place: Place) -> bool:
    """Whether `.venv` was finished for what is wanted now."""
    state = read_state(place)
    return state.get("done") == wanted(place) and is_whole(place, state)


def is_whole(place: Place, state: dict[str, Any]) -> bool:
    """Whether `.venv` was finished in this folder and has the same Python still."""
    return bool(state.get("done")) and state.get("identity") == identity(place)


def wanted(place: Place) -> str:
    """A digest of everything that decides what is installed."""
    digest = hashlib.sha256(repr(uv_torch(place)).encode())
    for name in (LOCK, "pyproject.toml"):
        with open(place.path(name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


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


def read_state(place: Place) -> dict[str, Any]:
    """What start.py noted in `.venv`; empty where it noted nothing."""
    try:
        with open(place.path(".venv", STATE), **TEXT) as file:
            state = json.load(file)
    except (OSError, ValueError):
        return {}
    return state if isinstance(state, dict) else {}


def write_state(place: Place, **state: Any) -> None:
    path = place.path(".venv", STATE)
    with open(path + ".new", "w", **TEXT) as file:
        json.dump(state, file)
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
