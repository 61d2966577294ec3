"""The commands, and the one place where troubles are told."""

import argparse
import difflib
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import NoReturn

from tools.launcher.errors import Stop, explain_os_error
from tools.launcher.jupyter import (
    bring_copies,
    choose_port,
    open_course,
    running,
    show_running,
)
from tools.launcher.place import Place, here
from tools.launcher.state import prepare
from tools.launcher.terminal import Terminated, finish


def main(root: str, arguments: list[str]) -> int:
    """Do what the command line asks for; the exit status."""
    place = here(root)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # a path that the console cannot spell
    signal.signal(signal.SIGTERM, terminate)
    try:
        return act(place, arguments)
    except Stop as stop:
        message, status = str(stop), stop.status
    except OSError as error:
        message, status = explain_os_error(error, place), 1
    except KeyboardInterrupt:
        cure = f"{place.again()} repairs what is half made and goes on"
        message, status = f"interrupted. {cure}.", 130
    if sys.stdout.isatty():
        print()
    print(f"start.py: {message}", file=sys.stderr)
    return status


def terminate(number: int, frame: object) -> None:
    raise Terminated


def act(place: Place, arguments: list[str]) -> int:
    if arguments and not arguments[0].startswith("-"):
        name, *rest = arguments
        run = COMMANDS.get(name) or no_command(place, name)
        prepare(place)
        return run(place, rest)
    options = parse(arguments)
    browser = not options.no_browser
    if url := running(place):
        return show_running(url, browser)
    if options.port is not None:
        choose_port(options.port, place)  # before a set-up, which takes its time
    prepare(place)
    return open_course(place, options.port, browser, options.instructor)


def no_command(place: Place, name: str) -> NoReturn:
    """One line for a command that there is not. Raises Stop."""
    close = difflib.get_close_matches(name, COMMANDS, 1)
    meant = f"Did you mean {place.again(close[0])}" if close else place.again("--help")
    said = f"{meant}?" if close else f"{meant} says what there is."
    raise Stop(f"there is no command {name}. {said}", status=2)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="start.py",
        description="Set the course up in .venv and open it in JupyterLab.",
        epilog="Commands: `test` runs the tests, and what follows goes to pytest; "
        "`update` brings the copies in my_work up to date; `run FILE` runs a program "
        "written for PyTorch on minigrad; `site` writes the course for a browser; "
        "`slides`, `backup`, `restore FILE` and "
        "`grade psN` say with --help what they do.",
    )
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    parser.add_argument("--port", type=int, help="the port of JupyterLab")
    parser.add_argument(
        "--instructor", action="store_true", help="with nbgrader's tools for grading"
    )
    return parser.parse_args(arguments)


def run_tests(place: Place, arguments: list[str]) -> int:
    """Run pytest on several processors; its exit status."""
    env = place.environment()
    env.setdefault("OMP_NUM_THREADS", "1")  # the workers share the processors
    parallel = ["-n", "logical", "--maxprocesses", "4"]
    parallel += ["--dist", "loadfile", "--no-loadscope-reorder"]  # long files first
    process = subprocess.Popen(
        [place.python, "-m", "pytest", *parallel, *arguments], cwd=place.root, env=env
    )
    try:
        return process.wait()
    except KeyboardInterrupt as interrupt:
        return finish(process, interrupt)


def update(place: Place, arguments: list[str]) -> int:
    """Bring the copies in my_work up to date; the exit status."""
    if arguments:
        raise Stop("update takes nothing more.", status=2)
    return bring_copies(place)


def module(*words: str) -> Callable[[Place, list[str]], int]:
    """What runs `python -m` in the course's environment, where one is."""

    def run(place: Place, arguments: list[str]) -> int:
        env = place.environment()
        if words[0].startswith("tools"):
            env["PYTHONPATH"] = place.root  # it is not installed
        process = subprocess.Popen([place.python, "-m", *words, *arguments], env=env)
        try:
            return process.wait()
        except KeyboardInterrupt as interrupt:
            return finish(process, interrupt)

    return run


COMMANDS = {
    "test": run_tests,
    "update": update,
    "run": module("minigrad"),
    "slides": module("tools.slides"),
    "site": module("tools.site"),
    "backup": module("autograder", "backup"),
    "restore": module("autograder", "restore"),
    "grade": module("autograder", "grade"),
}
