"""Opening the course in JupyterLab."""

import contextlib
import json
import os
import secrets
import socket
import subprocess
import tempfile
import time
import urllib.request
import webbrowser
from collections.abc import Iterator
from http.client import HTTPException
from typing import TextIO

from tools.launcher.errors import Stop
from tools.launcher.place import Place
from tools.launcher.state import try_lock
from tools.launcher.terminal import finish

FIRST_NOTEBOOK = "course", "00_start_here.ipynb"  # in my_work, if copies were made
FIRST_PORT, LAST_PORT = 8888, 9999
PAGE = "tools", "launcher", "page"
RUNNING = "lab.json"  # in .venv: where the JupyterLab of this folder was opened last
LOCK = "lab.lock"  # in .venv: locked from a start to the end of its JupyterLab
PATIENCE = 60  # seconds for another start; one that hangs must not hold up this one


def open_course(
    place: Place, asked_port: int | None, browser: bool, instructor: bool = False
) -> int:
    """Run JupyterLab until it ends or Ctrl-C; the exit status. Raises Stop."""
    with open(place.path(".venv", LOCK), "a+") as lock:
        if url := started_by_another(place, lock):
            return show_running(url, browser)
        bring_copies(place)
        port = choose_port(asked_port, place)
        token = secrets.token_hex(16)
        print("Starting JupyterLab ...", flush=True)
        with runtime_folder(place) as runtime:
            env = environment(place, instructor) | runtime | {"JUPYTER_TOKEN": token}
            status = run(place, port, token, browser, env)
    if status == 0:
        return 0
    raise Stop(
        f"JupyterLab ended with status {status}; its reason is above. If .venv was "
        f"changed by hand, delete it; then {place.again()} again."
    )


def started_by_another(place: Place, lock: TextIO) -> str | None:
    """The address of what another start.py starts just now, when it is up; else None.

    The lock is ours then, unless the other one does not answer in time.
    """
    end = time.monotonic() + PATIENCE
    told = False
    while not try_lock(lock):
        if url := running(place):
            return url
        if time.monotonic() > end:
            print("It does not answer.", flush=True)
            return None
        if not told:
            print("Another start.py opens the course. Waiting for it.", flush=True)
            told = True
        time.sleep(0.2)
    return None


def run(place: Place, port: int, token: str, browser: bool, env: dict) -> int:
    """JupyterLab from its start to its end; the exit status, 0 after Ctrl-C."""
    page = first_page(place)
    options = command(place, port, browser, page)
    process = subprocess.Popen(options, cwd=place.root, env=env)
    try:
        while process.poll() is None and not serves(port, token):
            time.sleep(0.1)
        if process.poll() is None:
            note_running(place, port, token)
            print(f"The course is open at {address(port, token, page)}")
            print("Ctrl-C here ends it.", flush=True)
        return process.wait()
    except KeyboardInterrupt as interrupt:
        finish(process, interrupt)
        return 0


@contextlib.contextmanager
def runtime_folder(place: Place) -> Iterator[dict[str, str]]:
    """A short path, on a disk of this machine, for the sockets that reach kernels."""
    if place.windows:
        yield {}
        return
    with tempfile.TemporaryDirectory(
        prefix="minigrad-", dir="/tmp", ignore_cleanup_errors=True
    ) as folder:
        yield {"JUPYTER_RUNTIME_DIR": folder}


def note_running(place: Place, port: int, token: str) -> None:
    """Keep the address for a second start.py: only this user may read it."""
    path = place.path(".venv", RUNNING)
    with contextlib.suppress(FileNotFoundError):
        os.remove(path)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
        json.dump({"port": port, "token": token}, file)


def running(place: Place) -> str | None:
    """The address of the JupyterLab that this folder's start.py runs; else None."""
    try:
        with open(place.path(".venv", RUNNING)) as file:
            noted = json.load(file)
        port, token = noted["port"], noted["token"]
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return address(port, token) if serves(port, token) else None


def serves(port: int, token: str) -> bool:
    """Whether the JupyterLab of this token answers there, and no other server."""
    api = f"http://127.0.0.1:{port}/api/status?token={token}"
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        direct.open(api, timeout=5).close()
    except (OSError, HTTPException, ValueError):
        return False
    return True


def show_running(url: str, browser: bool) -> int:
    """Say that the course is open already, and where; the exit status."""
    print(f"The course is open already, at {url}")
    print("Ctrl-C where it was started ends it.", flush=True)
    if browser:
        webbrowser.open(url)
    return 0


def environment(place: Place, instructor: bool) -> dict[str, str]:
    """The environment of JupyterLab. Only instructors get the tools for grading.

    What is off for students stands in `student/`, as Jupyter's own settings.
    """
    env = place.environment()
    if not instructor:
        own = [place.path("tools", "launcher", "student")]
        own += filter(None, [env.get("JUPYTER_CONFIG_PATH")])
        env["JUPYTER_CONFIG_PATH"] = place.paths.pathsep.join(own)
    return env


def bring_copies(place: Place) -> int:
    """Update the copies in my_work, and say what is new; the exit status."""
    command = [place.python, place.path("tools", "copies.py")]
    try:
        return subprocess.call(command, cwd=place.root, env=place.environment())
    except OSError as error:  # the course opens anyway
        print(f"Your copies were not updated: {error.strerror}")
        return 1


def first_page(place: Place) -> str:
    """Where JupyterLab opens: at the first lecture, later where one was."""
    workspaces = place.path(".venv", "workspaces")
    if os.path.isdir(workspaces) and os.listdir(workspaces):
        return "/lab"
    copy = ("my_work", *FIRST_NOTEBOOK)
    found = copy if os.path.exists(place.path(*copy)) else FIRST_NOTEBOOK
    return f"/lab/tree/{'/'.join(found)}"


def command(place: Place, port: int, browser: bool, page: str) -> list[str]:
    """The command line of JupyterLab, which keeps what files are open."""
    options = [
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={place.root}",
        f"--LabApp.workspaces_dir={place.path('.venv', 'workspaces')}",
        f"--LabApp.default_url={page}",
        *page_options(place.path(*PAGE)),
        "--Application.log_level=ERROR",
        "-y",  # one Ctrl-C ends it, without a question
    ]
    if not place.windows:
        options.append("--KernelManager.transport=ipc")  # TCP ports others could reach
    if not browser:
        options.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")  # in a container; nobody needs to be root
    return [place.python, "-m", "jupyterlab", *options]


def page_options(folder: str) -> list[str]:
    """Let JupyterLab's page have the style of `custom.css`: pictures in the dark."""
    setting = f"static_custom_path={folder}"
    return ["--LabApp.custom_css=True", f"--ServerApp.tornado_settings={setting}"]


def address(port: int, token: str, page: str = "/lab") -> str:
    return f"http://127.0.0.1:{port}{page}?token={token}"


def choose_port(asked: int | None, place: Place) -> int:
    """The port that was asked for, or the first free one. Raises Stop."""
    if asked is not None and not 0 < asked < 65536:
        retry = place.again(f"--port {FIRST_PORT}")
        raise Stop(f"{asked} is no port: those are 1 to 65535. For instance {retry}.")
    if asked is not None and is_free(asked):
        return asked
    ports = range(FIRST_PORT, LAST_PORT + 1)
    free = next((port for port in ports if is_free(port)), None)
    if free is None:
        what = f"no port from {FIRST_PORT} to {LAST_PORT} is free"
        raise Stop(f"{what}. End some servers; then {place.again()} again.")
    if asked is None:
        return free
    retry = place.again(f"--port {free}")
    raise Stop(f"port {asked} is in use or reserved. Take a free one: {retry}.")


def is_free(port: int) -> bool:
    """Whether a server could listen on this port of the loopback address."""
    with contextlib.closing(socket.socket()) as probe:
        if os.name != "nt":  # there it would let two servers share a port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:  # taken or reserved
            return False
    return True
