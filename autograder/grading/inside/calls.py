"""System calls that a view has no use for, refused by the kernel (seccomp).

They are ways to memory that no limit and no measurement sees (files and segments that
are memory, pages that are shared), to what others read or lock (the page cache, and
files of the system, which all views see), into other processes, and into the parts of
the kernel in which holes are found. A refused call fails as on a kernel that does not
have it, so that libraries take another way.

Read: `REFUSED`, `refuse`.
"""

import ctypes
import errno
import platform
import struct

# Numbers on x86_64 and on aarch64, from <asm/unistd.h>.
REFUSED = {
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "unshare": (272, 97),
    "setns": (308, 268),
    "chroot": (161, 51),
    "pivot_root": (155, 41),
    "mount": (165, 40),
    "umount2": (166, 39),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "fadvise64": (221, 223),
    "readahead": (187, 213),
    "mincore": (27, 232),
    "cachestat": (451, 451),
    "preadv2": (327, 286),  # with RWF_NOWAIT
    "process_madvise": (440, 440),
    "io_setup": (206, 0),  # with RWF_NOWAIT, too
    "flock": (73, 32),
    "inotify_init": (253, 26),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "userfaultfd": (323, 282),
    "perf_event_open": (298, 241),
    "bpf": (321, 280),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "clone3": (435, 435),  # its flags are out of sight: libraries fall back on clone
}
_MACHINES = ("x86_64", "aarch64")
_CLONE, _MMAP, _SOCKET, _FCNTL = (56, 220), (9, 222), (41, 198), (72, 25)
_LOCKS = (5, 6, 7, 36, 37, 38, 1024, 1026)  # F_GETLK to F_OFD_SETLKW, leases, notices
_FAMILIES = (1, 2, 10, 16)  # AF_UNIX, _INET, _INET6, _NETLINK: not AF_VSOCK, say
_ARCHITECTURE = (0xC000003E, 0xC00000B7)  # <linux/audit.h>
_FOREIGN = 0x40000000  # numbers of another calling convention begin here
_NEW_USER, _SHARED_ANONYMOUS = 0x10000000, 0x21

# From <linux/filter.h>, <linux/seccomp.h> and <linux/prctl.h>
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
# Offsets in struct seccomp_data
_NUMBER, _ARCH, _FIRST, _SECOND, _FOURTH = 0, 4, 16, 24, 40
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_SET_SECCOMP, _FILTER = 22, 2


def unknown_machine() -> str:
    """Why calls cannot be refused on this machine; "" if they can be."""
    if platform.machine() in _MACHINES:
        return ""
    return f"its filter of system calls does not know {platform.machine()}"


def refuse() -> None:
    """Refuse these calls to this process and to all that it starts, for ever.

    It needs `no_new_privs`. OSError where numbers are not known (another machine), and
    if the kernel has no filters.
    """
    if why := unknown_machine():
        raise OSError(errno.ENOSYS, why)
    code = b"".join(_program(_MACHINES.index(platform.machine())))
    buffer = ctypes.create_string_buffer(code, len(code))
    program = ctypes.create_string_buffer(
        struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer))
    )
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_SET_SECCOMP, _FILTER, program, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the kernel has no seccomp filters")


def _program(machine: int):
    missing = _step(_RETURN, _ERRNO | errno.ENOSYS)
    allow = _step(_RETURN, _ALLOW)
    yield _step(_LOAD, _ARCH)
    yield _step(_EQUAL, _ARCHITECTURE[machine], 1, 0) + missing
    yield _step(_LOAD, _NUMBER)
    yield _step(_AT_LEAST, _FOREIGN, 0, 1) + missing
    for numbers in REFUSED.values():
        yield _step(_EQUAL, numbers[machine], 0, 1) + missing
    yield _step(_EQUAL, _CLONE[machine], 0, 4) + _step(_LOAD, _FIRST)
    yield _step(_ANY_BIT, _NEW_USER, 0, 1) + missing + allow
    yield _step(_EQUAL, _MMAP[machine], 0, 5) + _step(_LOAD, _FOURTH)
    yield _step(_AND, _SHARED_ANONYMOUS) + _step(_EQUAL, _SHARED_ANONYMOUS, 0, 1)
    yield _step(_RETURN, _ERRNO | errno.ENOMEM) + allow
    yield _step(_EQUAL, _FCNTL[machine], 0, 3 + len(_LOCKS)) + _step(_LOAD, _SECOND)
    for at, command in enumerate(_LOCKS):
        yield _step(_EQUAL, command, len(_LOCKS) - at, 0)
    yield allow + missing
    yield _step(_EQUAL, _SOCKET[machine], 0, 3 + len(_FAMILIES)) + _step(_LOAD, _FIRST)
    for at, family in enumerate(_FAMILIES):
        yield _step(_EQUAL, family, len(_FAMILIES) - at, 0)
    yield _step(_RETURN, _ERRNO | errno.EAFNOSUPPORT) + allow
    yield allow


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    """An instruction; the last two say how many to skip."""
    return struct.pack("HBBI", code, then, otherwise, value)
