"""Every trouble as one line: what happened, and what to do next."""

import errno
import re
import sys

from tools.launcher.place import Place

LOG = "start.log"


class Stop(Exception):
    """Ends start.py with its one line and an exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


class Offline(Stop):
    """Nothing was half installed: installers fetch everything before they begin."""


class Failed(Exception):
    """A command ended with an error; carries what it printed."""


NO_NETWORK = "no network, or the package index does not answer"
FULL = "Free some 3 GB, there and where your home folder is"
LOCKED = "Close what uses .venv, or copy the course to a folder of yours"

# What installers print when they fail, what happened, what to do. The first one counts.
TROUBLES = (
    (
        r"No space left|not enough space|quota exceeded|os error (28|112|122)\b",
        "the disk is full",
        FULL,
    ),
    (
        r"Read-only file system|Permission denied|Access is denied|os error (5|13|30)\b"
        r"|WinError (5|32)\b",
        "a file cannot be written",
        LOCKED,
    ),
    (
        r"NewConnectionError|ConnectTimeout|ReadTimeout|ProxyError|SSLError|timed out"
        r"|name resolution|getaddrinfo|unreachable|connection (refused|reset|aborted)"
        r"|Failed to fetch|error sending request|dns error|are you offline"
        r"|from versions: none",
        NO_NETWORK,
        "Connect to the internet (behind a proxy, set HTTPS_PROXY)",
    ),
    (
        r"No matching distribution|No solution found|no wheels with|current platform",
        "a package has no build for this Python on this machine",
        "Use a released 64-bit Python, 3.11 to 3.14",
    ),
)


def explain(output: str, doing: str, place: Place) -> Stop:
    """One line about an installer that failed, from what it printed."""
    known = (row[1:] for row in TROUBLES if re.search(row[0], output, re.IGNORECASE))
    what, cure = next(known, ("the installer failed", f"Read .venv/{LOG}"))
    kind = Offline if what == NO_NETWORK else Stop
    return kind(f"{doing}: {what}. {cure}; then {place.again()} again.")


def explain_os_error(error: OSError, place: Place) -> str:
    """One line about what start.py itself could not do."""
    where = error.filename or place.root
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        what, cure = f"the disk of {place.root} is full", FULL
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        what, cure = f"{where} cannot be written", LOCKED
    else:
        what, cure = f"{where}: {error.strerror or error}", "Mend that"
    return f"{what}. {cure}; then {place.again()} again."


def no_venv_module(place: Place) -> str:
    """One line for a Python that cannot make environments."""
    what = "this Python comes without its venv module"
    if place.system != "Linux":
        cure = "Install one from https://python.org"
    else:
        package = "python{}.{}-venv".format(*sys.version_info[:2])
        cure = f"On Debian and Ubuntu: `sudo apt install {package}`"
    return f"{what}. {cure}; then {place.again()} again."


def intel_mac(place: Place) -> str:
    """One line for a Mac for which PyTorch makes no builds any more."""
    return (
        "PyTorch has no build for this Intel Python. On an Apple chip, install the "
        f"arm64 Python from https://python.org; then {place.again()} again. "
        "On an Intel Mac, open the course in Binder."
    )


def too_little_space(place: Place, free: int, needed: int) -> str:
    """One line for a disk that is too full to begin; sizes in bytes."""
    return (
        f"the disk of {place.root} has {free / 1e9:.1f} GB free, and "
        f"{needed / 1e9:.0f} GB are needed. Free some; then {place.again()} again."
    )
