"""The two commands, and the one place where troubles are told."""

import argparse
import signal
import subprocess
import sys

from tools.launcher.errors import Stop, explain_os_error
from tools.launcher.jupyter import open_course
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
    if arguments[:1] == ["test"]:
        prepare(place)
        return run_tests(place, arguments[1:])
    options = parse(arguments)
    prepare(place)
    browser = not options.no_browser
    return open_course(place, options.port, browser, options.instructor)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="start.py",
        description="Set the course up in .venv and open it in JupyterLab.",
        epilog="`start.py test` runs the tests; what follows it goes to pytest.",
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
    parallel = ["-n", "logical", "--maxprocesses", "4", "--dist", "loadfile"]
    process = subprocess.Popen(
        [place.python, "-m", "pytest", *parallel, *arguments], cwd=place.root, env=env
    )
    try:
        return process.wait()
    except KeyboardInterrupt as interrupt:
        return finish(process, interrupt)
