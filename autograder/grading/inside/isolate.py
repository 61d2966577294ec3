"""A process shut off from its siblings: namespaces, empty folders, limits.

The sandbox (bubblewrap) hides the machine. One sandbox serves many views, of several
students; this keeps them apart. Each has its own processes, network, memory to share,
temporary files and copy of the course, which vanish with it, and sees none of the
process that made it.

Read: `protect_this_process`, `enter_namespaces`, `shut_in`, `set_limits`.
"""

import ctypes
import os
import resource
from pathlib import Path

_libc = ctypes.CDLL(None, use_errno=True)

# From <sched.h>, <sys/mount.h>, <sys/prctl.h>, <linux/capability.h>
_NEW = {
    "mount": 0x00020000,
    "uts": 0x04000000,
    "ipc": 0x08000000,
    "user": 0x10000000,
    "process": 0x20000000,
    "network": 0x40000000,
}
_NOSUID, _NODEV, _RDONLY, _REMOUNT = 2, 4, 1, 32
_REC, _PRIVATE, _BIND = 0x4000, 0x40000, 0x1000
_FILES = 20_000  # in a folder that can be written to: empty ones are memory too
_SET_DUMPABLE, _CAPBSET_DROP, _SET_NO_NEW_PRIVS, _SUBREAPER = 4, 24, 38, 36
_LAST_CAPABILITY = 63
_CAPABILITY_VERSION_3 = 0x20080522


def _check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def protect_this_process() -> None:
    """Let no process of the same user look into this one, and adopt its orphans."""
    _check(_libc.prctl(_SET_DUMPABLE, 0, 0, 0, 0), "prctl")
    _check(_libc.prctl(_SUBREAPER, 1, 0, 0, 0), "prctl")


def enter_namespaces() -> None:
    """Namespaces of its own, for this process and (processes) those it forks.

    OSError where the system does not let an ordinary user have them.
    """
    uid, gid = os.getuid(), os.getgid()
    _check(_libc.prctl(_SET_DUMPABLE, 1, 0, 0, 0), "prctl")  # to write the maps below
    _check(_libc.unshare(sum(_NEW.values())), "unshare")
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")


def files_of(folder: str) -> list[tuple[str, list[tuple[str, bytes]]]]:
    """The files of a folder by the folders they are in, those above first. Without
    compiled ones: whatever a view needs is imported."""
    return [
        (above, [(f"{above}/{name}", Path(above, name).read_bytes()) for name in names])
        for above, _, names in os.walk(folder)
        if not above.endswith("__pycache__")
    ]


def shut_in(writable: dict[str, int], course: str, files: list) -> None:
    """Empty the folders that can be written to (their sizes in bytes), hide /proc, put
    a copy of the course in its place, and give up every right to change that."""
    _mount("none", "/", "", _REC | _PRIVATE)
    options = f"size={{}},mode=1777,nr_inodes={_FILES}"
    for folder, size in writable.items():
        _mount("tmpfs", folder, "tmpfs", _NOSUID | _NODEV, options.format(size))
    _mount("tmpfs", "/proc", "tmpfs", _NOSUID | _NODEV | _RDONLY, "size=4096")
    # Of a file that views share, each could tell which pages another has read.
    _mount("tmpfs", course, "tmpfs", _NOSUID | _NODEV, "mode=755")
    for folder, inside in files:
        os.makedirs(folder, exist_ok=True)
        for path, content in inside:
            file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
            os.write(file, content)
            os.close(file)
    _mount("none", course, "", _REMOUNT | _NOSUID | _NODEV | _RDONLY)
    # Pages of it that are shared are memory which belongs to no process.
    _mount("/dev/null", "/dev/zero", "", _BIND)
    for capability in range(_LAST_CAPABILITY + 1):
        _libc.prctl(_CAPBSET_DROP, capability, 0, 0, 0)  # fails for unknown ones
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    _check(_libc.capset(header, (ctypes.c_uint32 * 6)()), "capset")
    _check(_libc.prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl")


def _mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    arguments = [each.encode() for each in (source, target, kind)]
    _check(_libc.mount(*arguments, flags, options.encode()), f"mount {target}")


def set_limits(limits: dict[str, int]) -> None:
    """Limits of this process and those it starts: {"DATA": bytes, "CPU": s, …}."""
    for name, value in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))
