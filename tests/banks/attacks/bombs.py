"""Endless loops, and bombs of memory, processes, files and output."""

from .kit import NAMED, WON, attack

# So much is more than a view may have (`MEMORY` of the tests), and no machine's end.
TOO_MUCH = 1_500_000_000


@attack(heavy=True)
def a_loop_that_swallows_interrupts(work):
    work.cell(NAMED)
    work.cell("""
import signal
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
    signal.signal(number, signal.SIG_IGN)
while True:
    try:
        while True:
            pass
    except BaseException:
        continue
""")


@attack(heavy=True)
def a_loop_in_c(work):
    work.cell(NAMED + "sum(range(10**14))")


@attack(heavy=True)
def a_piece_that_never_ends(work):
    work.cell("""
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        while True:
            try:
                while True: pass
            except KeyboardInterrupt:
                pass
    backward = forward
""")


@attack(heavy=True)
def memory_of_its_own(work):
    work.cell(
        f"x = []\nwhile sum(map(len, x)) < {TOO_MUCH}:\n"
        "    x.append(bytearray(b'x') * 10**7)"
        f"\nprint({WON!r})"
    )


@attack(heavy=True)
def memory_that_is_shared(work):
    """Of no process alone: it is neither data nor private."""
    work.cell(f"""
import mmap
memory = mmap.mmap(-1, {TOO_MUCH})
for start in range(0, len(memory), 10**7):
    memory[start : start + 10**7] = b"x" * len(memory[start : start + 10**7])
import time
time.sleep(2)
print({WON!r})
""")


@attack
def files_that_are_memory(work):
    """Of no process at all: nothing maps it, and no folder holds it."""
    work.cell(f"""
import os
files = []
while 50_000_000 * len(files) < {TOO_MUCH}:
    files.append(os.memfd_create("x"))
    for _ in range(50):
        os.write(files[-1], bytes(10**6))
print({WON!r})
""")


@attack
def segments_of_shared_memory(work):
    work.cell(f"""
import ctypes
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
libc.shmat.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
libc.shmdt.argtypes = (ctypes.c_void_p,)
segments = 0
while segments < {TOO_MUCH} // 10**8:
    number = libc.shmget(0, ctypes.c_size_t(10**8), 0o1600)
    if number < 0:
        raise MemoryError
    place = libc.shmat(number, None, 0)
    ctypes.memset(place, 1, 10**8)
    libc.shmdt(place)
    segments += 1
print({WON!r})
""")


@attack(heavy=True)
def processes_without_end(work):
    work.cell(NAMED + "import os\nwhile True:\n    os.fork()")


@attack(heavy=True)
def processes_that_share_the_memory(work):
    work.cell(
        NAMED + "import os, time\n"
        "for _ in range(4):\n    os.fork()\n"
        "x = bytearray(b'x') * 150_000_000\ntime.sleep(20)\n"
        f"print({WON!r})"
    )


@attack(heavy=True)
def threads_without_end(work):
    work.cell("""
import threading, time
while True:
    threading.Thread(target=time.sleep, args=(900,)).start()
""")


@attack
def a_file_without_end(work):
    work.cell("with open('big', 'wb') as f:\n    while True: f.write(bytes(10**6))")


@attack
def files_without_end(work):
    work.cell(f"""
import os
for folder in (".", "/tmp", "/dev/shm"):
    try:
        for number in range(300):
            with open(f"{{folder}}/{{number}}", "wb") as file:
                file.write(bytes(5 * 10**6))
        print({WON!r})
    except OSError:
        pass
""")


@attack(heavy=True)
def names_of_files_without_end(work):
    """Empty files cost memory too."""
    work.cell(f"""
import os
for number in range(3_000_000):
    os.close(os.open(f"/dev/shm/{{number:0200}}", os.O_CREAT))
print({WON!r})
""")


@attack(heavy=True)
def output_without_end(work):
    work.cell("while True:\n    print('x' * 1000)")


@attack
def output_of_one_gigabyte(work):
    work.cell("import sys\nfor _ in range(100):\n    sys.stdout.write('x' * 10**7)")
    work.cell("'x' * 10**8")
    work.cell("raise ValueError('x' * 10**8)")


@attack
def pictures_without_end(work):
    """Each cell stays below what a cell may show."""
    for _ in range(20):
        work.cell("""
import os
from IPython.display import Image, display
for _ in range(4):
    display(Image(b"\\x89PNG\\r\\n\\x1a\\n" + os.urandom(1_400_000)))
""")


@attack
def errors_without_end(work):
    work.cell("""
def chain(depth):
    try:
        return chain(depth - 1) if depth else 1 / 0
    except Exception as error:
        raise ValueError("x" * 100_000) from error
chain(200)
""")


@attack
def recursion_without_end(work):
    work.cell("""
import sys
sys.setrecursionlimit(10**9)
def again(): return again()
again()
""")


@attack
def a_source_that_is_too_deep(work):
    work.cell("x = " + "(" * 5000 + ")" * 5000)
    work.cell("x = " + "-" * 50_000 + "1")
    work.cell("x = 1\0")
    work.cell("x = " + "1 + " * 50_000 + "1")
