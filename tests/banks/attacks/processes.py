"""Ending processes, signals to others, and daemons that outlive the notebook."""

from .kit import NAMED, WON, attack


@attack
def exits(work):
    work.cell("import os\nos._exit(0)")


@attack
def exits_while_it_is_judged(work):
    work.cell("""
import os
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b): os._exit(0)
    backward = forward
""")


@attack
def exits_later(work):
    work.cell("import os, threading\nthreading.Timer(0.3, os._exit, (0,)).start()")


@attack
def crashes(work):
    work.cell("import ctypes\nctypes.string_at(0)")


@attack
def raises_what_nobody_catches(work):
    work.cell("raise SystemExit")
    work.cell("raise KeyboardInterrupt")
    work.cell("raise GeneratorExit")
    work.cell("class Own(BaseException): pass\nraise Own")


@attack
def signals_to_everybody(work):
    work.cell("""
import os, signal
for pid in [os.getppid(), 1, 0, -1, *range(2, 300)]:
    if pid != os.getpid():
        for number in (signal.SIGSTOP, signal.SIGINT, signal.SIGKILL):
            try:
                if pid > 0 or number == signal.SIGINT:
                    os.kill(pid, number)
            except (OSError, KeyboardInterrupt):
                pass
""")


@attack
def kills_all_that_it_can(work):
    work.cell("import os, signal\nos.kill(-1, signal.SIGKILL)")


@attack(heavy=True)
def stops_itself(work):
    work.cell("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)")


@attack
def daemons(work):
    work.cell(NAMED)
    work.cell("""
import os, signal, subprocess, time
subprocess.Popen(["sleep", "86397"], start_new_session=True)
for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            time.sleep(900)
    os._exit(0)
""")


@attack
def a_child_that_answers(work):
    """The process that is asked ends; one that it left behind holds the socket."""
    work.cell(
        NAMED
        + """
import os
if os.fork():
    os._exit(0)
"""
    )


@attack
def another_program_answers(work):
    """The process becomes another program, which answers whatever it likes."""
    program = """
import json, socket, struct, sys, ctypes
ctypes.CDLL(None).prctl(15, b"left-by-attack")
channel = socket.socket(fileno=int(sys.argv[1]))
row = {"arrays": [], "graph": [], "text": [], "facts": {}, "error": None, "blank": ""}
while True:
    text = json.dumps({"seen": [row] * 40, "index": [], "outputs": []}).encode()
    channel.sendall(struct.pack(">II", len(text), 0) + text)
    sizes = struct.unpack(">II", channel.recv(8, socket.MSG_WAITALL))
    for size in sizes:
        channel.recv(size, socket.MSG_WAITALL)
"""
    work.cell(f"""
import gc, os, sys
from autograder.grading.inside import probes
view = next(each for each in gc.get_objects() if isinstance(each, probes.View))
os.set_inheritable(view.channel.fileno(), True)
program = {program!r}
os.execv(sys.executable, [sys.executable, "-c", program, str(view.channel.fileno())])
""")


@attack
def looks_into_other_processes(work):
    work.cell(f"""
import ctypes, os
libc = ctypes.CDLL(None)
child = os.fork()
if child == 0:
    os._exit(0)
os.waitpid(child, 0)
for pid in [1, os.getppid(), *range(2, 50)]:
    if pid != os.getpid() and libc.ptrace(16, pid, None, None) == 0:
        print({WON!r}, "ptrace", pid)
class Part(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]
buffer = ctypes.create_string_buffer(8)
ours = Part(ctypes.addressof(buffer), 8)
theirs = Part(id(None), 8)
if libc.process_vm_readv(1, ctypes.byref(ours), 1, ctypes.byref(theirs), 1, 0) > 0:
    print({WON!r}, "memory")
""")


@attack
def limits_are_raised(work):
    work.cell(f"""
import resource
for name in dir(resource):
    if name.startswith("RLIMIT_"):
        try:
            kind = getattr(resource, name)
            soft, hard = resource.getrlimit(kind)
            resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            if hard != resource.RLIM_INFINITY:
                print({WON!r}, name)
        except (OSError, ValueError):
            pass
""")


@attack
def closes_what_is_open(work):
    work.cell("import os\nos.closerange(0, 4096)")
