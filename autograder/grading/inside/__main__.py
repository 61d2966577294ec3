"""The first process of a sandbox: everything imported, it makes views on request.

It never runs a student's code. Commands come by its control socket, as one packet each:

    view   with a socket attached: fork a process that serves it
    stop   interrupt (SIGINT) what runs there
    kill   end it, and all that it started; answered by "dead"

A view that cannot have namespaces of its own is served all the same, and the answer
says so ("shared"): then the judge takes a new sandbox for each view.
"""

import json
import os
import signal
import socket
import sys

from ..wire import reader
from . import calls, isolate


def main() -> None:
    """Serve the control socket, whose number is the first argument."""
    control = socket.socket(fileno=int(sys.argv[1]))
    settings = json.loads(sys.argv[2])
    from . import cells, probes

    probes.warm_up()
    if settings["isolate"]:
        settings["files"] = isolate.files_of(settings["course"])
        isolate.protect_this_process()
    shell = cells.make_shell()
    control.send(b"ready")
    first = 0  # the first process of the view
    while True:
        command, fds, _, _ = socket.recv_fds(control, 16, 1)
        if command == b"view":
            first, how = _start(control, fds[0], shell, settings)
            control.send(how)
        elif command == b"stop":
            _signal(first, signal.SIGINT)
        elif command == b"kill":
            _signal(first, signal.SIGKILL)
            os.waitpid(first, 0)
            control.send(b"dead")
        else:  # the judge is gone
            os._exit(0)


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def _start(control, fd: int, shell, settings: dict) -> tuple[int, bytes]:
    """Fork a view. (Its first process, b"alone" or b"shared")."""
    here, there = os.pipe()
    middle = os.fork()
    if middle == 0:
        os.close(here)
        control.close()
        _in_the_middle(there, fd, shell, settings)
    os.close(there)
    os.close(fd)
    with os.fdopen(here, "rb") as file:
        number, _, how = file.read().partition(b" ")
    os.waitpid(middle, 0)
    return int(number), how


def _in_the_middle(report: int, fd: int, shell, settings: dict) -> None:
    """Enter the namespaces, fork the view's first process there, and vanish."""
    how = b"shared"
    if settings["isolate"]:
        try:
            isolate.enter_namespaces()
            how = b"alone"
        except OSError:
            pass
    ready, go = os.pipe()
    first = os.fork()
    if first == 0:
        os.close(report)
        os.close(go)
        os.read(ready, 1)  # until it is adopted
        os.close(ready)
        _first(fd, shell, settings, how == b"alone")
    os.write(report, b"%d %s" % (first, how))
    os._exit(0)


def _first(fd: int, shell, settings: dict, alone: bool) -> None:
    """The first process of a view: when it ends, everything in the view does."""
    if alone:
        isolate.shut_in(settings["writable"], settings["course"], settings["files"])
    null = os.open("/dev/null", os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(null, each)
    isolate.set_limits(settings["limits"])
    if settings["isolate"]:
        calls.refuse()
    child = os.fork()
    if child == 0:
        _serve(fd, shell)
    os.close(fd)
    signal.signal(signal.SIGINT, lambda *_: _signal(child, signal.SIGINT))
    while True:
        ended, _ = os.wait()
        if ended == child:
            os._exit(0)


def _serve(fd: int, shell) -> None:
    """Do what the judge asks for, until it hangs up."""
    from . import probes

    channel = socket.socket(fileno=fd)
    os.chdir(os.environ["HOME"])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    view = probes.View(shell, channel)
    read = reader(channel.recv)
    while True:
        try:
            view.serve(read)
        except EOFError:
            os._exit(0)
        except KeyboardInterrupt:  # it came too late
            continue
