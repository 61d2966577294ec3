"""start.py meets interruptions, full disks and strange folders, in real processes.

The quick tests run the real start.py in a copy of the course whose installer steps are
exchanged for short ones, and so is the question to uv whether anything is missing;
venv, lock, state, signals and messages are the real ones. The slow tests install
everything.
"""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator

import pytest

ROOT = pathlib.Path(__file__).parents[2]
OFFLINE = {
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_FIND_LINKS": "",
    "PIP_RETRIES": "0",
    "PIP_NO_CACHE_DIR": "1",
}
# `python -c DRIVER FOLDER SECONDS`: start.py with steps that take SECONDS and no more.
DRIVER = """
import filecmp, os, shutil, sys
root, seconds = sys.argv[1:]
sys.path.insert(0, root)
from tools.launcher import commands, state
from tools.launcher.installer import Installer
from tools.launcher.place import base_python

def make_venv(self):
    self.run(base_python(), "-m", "venv", "--without-pip", self.place.venv)

def install(self):
    with open(self.place.path("steps.txt"), "a") as file:
        file.write("step\\n")
    self.python("-c", f"import time; time.sleep({seconds})")

    shutil.copy(self.place.path("requirements.lock"), self.place.venv)

def is_complete(place):
    return filecmp.cmp(
        place.path("requirements.lock"), place.path(".venv", "requirements.lock"), False
    )

def open_course(place, port, browser, instructor):
    print("The course is open.")
    return 0

Installer.make_venv = make_venv
for name in ("uv", "packages", "torch", "project"):
    setattr(Installer, f"install_{name}", install)
commands.open_course = open_course
state.is_complete = is_complete
state.FREE_BYTES = int(os.environ.get("FREE_BYTES", 0))
sys.exit(commands.main(root, ["--no-browser"]))
"""

# `python -c LAB FOLDER SECONDS`: start.py with nothing to install, and with a server
# that answers after SECONDS instead of JupyterLab.
LAB = """
import sys
root, seconds = sys.argv[1:]
sys.path.insert(0, root)
from tools.launcher import commands, jupyter

def server(place, port, browser, page):
    wait = f"import time, http.server as h; time.sleep({seconds});"
    serve = f"h.HTTPServer(('127.0.0.1', {port}), h.SimpleHTTPRequestHandler)"
    return [sys.executable, "-c", f"{wait} {serve}.serve_forever()"]

commands.prepare = lambda place: None
jupyter.bring_copies = lambda place: 0
jupyter.command = server
jupyter.PATIENCE = 3
sys.exit(commands.main(root, ["--no-browser"]))
"""


@pytest.fixture
def course(tmp_path: pathlib.Path) -> pathlib.Path:
    return copy_course(tmp_path / "Übung eins" / "my course")


def copy_course(folder: pathlib.Path) -> pathlib.Path:
    """A copy of what start.py needs, with packages that hold nothing."""
    folder.mkdir(parents=True)
    for name in ("start.py", "pyproject.toml", "requirements.lock", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    ignore = shutil.ignore_patterns("__pycache__", "slides", "benchmarks")
    shutil.copytree(ROOT / "tools", folder / "tools", ignore=ignore)
    for package in ("minigrad", "autograder"):
        (folder / package).mkdir()
        (folder / package / "__init__.py").touch()
    return folder


def start(folder: pathlib.Path, seconds: float = 0, **env: str) -> subprocess.Popen:
    """start.py with exchanged steps, in a process group of its own."""
    command = [sys.executable, "-c", DRIVER, str(folder), str(seconds)]
    return popen(command, env)


def popen(command: list[str], env: dict[str, str]) -> subprocess.Popen:
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"} | env,
        cwd="/",
        start_new_session=True,
    )


def assert_opens(process: subprocess.Popen) -> str:
    """It ended well; what it printed."""
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, ""), out
    assert "The course is open." in out
    return out


def assert_one_line(
    process: subprocess.Popen, *words: str, status: int = 1, seconds: float = 60
) -> None:
    """It ended with one line on stderr, with these words and the next step."""
    out, err = process.communicate(timeout=seconds)
    assert process.returncode == status, out + err
    assert err.count("\n") == 1 and err.startswith("start.py: ")
    for word in (*words, "`python3 start.py`"):
        assert word in err
    assert "Traceback" not in out


def wait_for(condition: Callable[[], object], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def steps(folder: pathlib.Path) -> int:
    """How many installer steps have begun there so far."""
    with contextlib.suppress(FileNotFoundError):
        return (folder / "steps.txt").read_text().count("step")
    return 0


@contextlib.contextmanager
def small_disk(folder: pathlib.Path, options: str) -> Iterator[pathlib.Path]:
    """A tmpfs at `folder`; skips where it cannot be mounted."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    if os.name == "nt" or os.geteuid() != 0:
        pytest.skip("needs root, to mount a small tmpfs")
    mounted = subprocess.run(command, capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"mounting a tmpfs is refused here: {mounted.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_second_run_installs_nothing(course) -> None:
    assert "[5/5]" in assert_opens(start(course))
    assert "[" not in assert_opens(start(course))
    assert steps(course) == 4


def test_a_changed_lock_is_installed_into_the_same_venv(course) -> None:
    assert_opens(start(course))
    (course / ".venv" / "of the user").touch()
    with open(course / "requirements.lock", "a") as file:
        file.write("six==1.17.0\n")
    out = assert_opens(start(course))
    assert "[1/5]" not in out and "[2/5]" in out
    assert (course / ".venv" / "of the user").exists()


@pytest.mark.parametrize("reached", [1, 3])
def test_ctrl_c_is_one_line_and_the_next_run_repairs(course, reached) -> None:
    process = start(course, seconds=20 if reached == 1 else 0.5)
    wait_for(lambda: steps(course) == reached)
    os.killpg(process.pid, signal.SIGINT)
    assert_one_line(process, "interrupted", "repairs", status=130)
    assert "Building .venv anew" in assert_opens(start(course))


def test_sigterm_ends_the_installer_too(course) -> None:
    process = start(course, seconds=20)
    wait_for(lambda: steps(course) == 1)
    began = time.monotonic()
    process.terminate()
    assert_one_line(process, "interrupted", status=130)
    assert time.monotonic() - began < 5


def test_after_a_kill_the_next_run_waits_for_the_orphan_and_repairs(course) -> None:
    process = start(course, seconds=3)
    wait_for(lambda: steps(course) == 1)
    time.sleep(0.3)  # the installer's own process has begun
    process.kill()
    process.communicate()
    out = assert_opens(start(course))
    assert "Another start.py installs here" in out and "Building .venv anew" in out


def test_two_starts_at_once_install_once(course) -> None:
    first = start(course, seconds=0.3)
    wait_for(lambda: (course / ".venv.lock").exists())
    second = start(course, seconds=0.3)
    outs = [assert_opens(first), assert_opens(second)]
    assert steps(course) == 4
    assert sum("waiting for it" in out.lower() for out in outs) == 1


@pytest.fixture
def lab(course) -> Iterator[Callable[[float], subprocess.Popen]]:
    """start.py, whose server answers after some seconds; ended after the test."""
    (course / ".venv").mkdir()
    (course / "api").mkdir()
    (course / "api" / "status").touch()
    begun = []

    def start_lab(seconds: float) -> subprocess.Popen:
        command = [sys.executable, "-c", LAB, str(course), str(seconds)]
        begun.append(popen(command, {"PYTHONUNBUFFERED": "1"}))
        return begun[-1]

    yield start_lab
    for process in begun:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_a_start_while_another_starts_opens_that_one(lab) -> None:
    first = lab(2)
    assert first.stdout.readline() == "Starting JupyterLab ...\n"
    out, err = lab(0).communicate(timeout=30)
    address = read_until_open(first)[1]
    assert out.startswith("Another start.py opens the course. Waiting for it.\n")
    assert "Starting JupyterLab" not in out
    port, token = re.search(r":(\d+)/.*(token=\w+)", address).groups()
    assert f"open already, at http://127.0.0.1:{port}/lab?{token}\n" in out
    end(first)
    assert "Starting" in read_until_open(lab(0))[0]


def test_a_start_that_was_killed_holds_up_no_other(lab) -> None:
    killed = lab(30)
    killed.stdout.readline()
    killed.kill()
    killed.wait()
    assert "Waiting" not in read_until_open(lab(0))[0]


def test_a_start_that_hangs_does_not_hold_up_another_for_long(lab) -> None:
    hangs = lab(30)
    hangs.stdout.readline()
    os.killpg(hangs.pid, signal.SIGSTOP)
    out, _ = read_until_open(lab(0))
    assert "Waiting for it.\nIt does not answer.\nStarting JupyterLab" in out


def test_a_moved_course_gets_its_venv_anew(course, tmp_path) -> None:
    assert_opens(start(course))
    moved = tmp_path / "moved"
    course.rename(moved)
    assert "Building .venv anew" in assert_opens(start(moved))
    assert not (moved / ".venv.discarded").exists()


def test_a_venv_whose_python_is_gone_is_made_anew(course) -> None:
    assert_opens(start(course))
    python = course / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(course / "no python")
    assert "Building .venv anew" in assert_opens(start(course))


def test_a_venv_of_the_users_own_is_kept(course) -> None:
    (course / ".venv").mkdir()
    (course / ".venv" / "thesis.txt").write_text("mine")
    assert "kept as" in assert_opens(start(course))
    assert (course / ".venv.kept1" / "thesis.txt").read_text() == "mine"


def test_a_venv_that_was_only_begun_is_not_kept(course) -> None:
    (course / ".venv").mkdir()
    assert "kept as" not in assert_opens(start(course))


def test_too_little_space_is_told_before_anything_is_made(course) -> None:
    assert_one_line(start(course, FREE_BYTES=str(10**18)), "are needed")
    assert not (course / ".venv").exists()


def test_a_read_only_folder_is_one_line(tmp_path) -> None:
    with small_disk(tmp_path / "disk", "size=8m") as disk:
        course = copy_course(disk / "course")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        assert_one_line(start(course), "cannot be written", "copy the course")


def test_a_full_disk_is_one_line_and_the_next_run_repairs(tmp_path) -> None:
    with small_disk(tmp_path / "disk", "size=4m") as disk:
        course = copy_course(disk / "course")
        driver = DRIVER.replace("Installer.make_venv = make_venv", "")
        process = popen([sys.executable, "-c", driver, str(course), "0"], {})
        assert_one_line(process, "step 1 of 5", "the disk is full", "Free some")
        subprocess.run(["mount", "-o", "remount,size=64m", str(disk)], check=True)
        assert "Building .venv anew" in assert_opens(start(course))


def test_the_real_start_refuses_a_small_disk_at_once(tmp_path) -> None:
    with small_disk(tmp_path / "disk", "size=64m") as disk:
        course = copy_course(disk / "course")
        process = popen([sys.executable, str(course / "start.py")], {})
        assert_one_line(process, "0.1 GB free", "3 GB are needed")


def test_no_network_is_one_line(course) -> None:
    process = popen([sys.executable, str(course / "start.py")], OFFLINE)
    assert_one_line(process, "step 2 of 5", "no network", "HTTPS_PROXY")


@pytest.mark.slow
@pytest.mark.parametrize(("size", "step"), [("50m", 2), ("250m", 3), ("800m", 4)])
def test_a_disk_that_fills_up_midway_is_one_line(tmp_path, size, step) -> None:
    with small_disk(tmp_path / "disk", f"size={size}") as disk:
        course = copy_course(disk / "course")
        driver = "import sys; sys.path.insert(0, sys.argv[1])\n"
        driver += "from tools.launcher import commands, state; state.FREE_BYTES = 0\n"
        driver += "sys.exit(commands.main(sys.argv[1], []))"
        process = popen([sys.executable, "-c", driver, str(course)], {})
        assert_one_line(process, f"step {step} of 5", "the disk is full", seconds=300)


@pytest.mark.slow
def test_killed_midway_then_offline_then_whole_then_open(course) -> None:
    command = [sys.executable, str(course / "start.py"), "--no-browser"]

    killed = popen(command, {})
    wait_for(lambda: list(course.glob(".venv/lib/*/site-packages/numpy")), 300)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate()

    no_network = OFFLINE | {"UV_DEFAULT_INDEX": "http://127.0.0.1:9/"}
    assert_one_line(popen(command, no_network), "no network")

    repaired = popen(command, {})
    _, address = read_until_open(repaired)
    with urllib.request.urlopen(address) as page:
        assert page.status == 200
    end(repaired)

    # Nothing is missing now: it opens at once, and without a network.
    began = time.monotonic()
    again = popen(command, no_network)
    assert "[1/5]" not in read_until_open(again)[0]
    assert time.monotonic() - began < 30
    end(again)

    # A package that torch needs is gone, and brought back; the user's own stay.
    python = [course / ".venv" / "bin" / "python", "-m", "pip"]
    (own,) = course.glob(".venv/lib/*/site-packages")
    (own / "of_the_user.py").touch()
    subprocess.run([*python, "uninstall", "-y", "mpmath"], check=True)
    assert_one_line(popen(command, no_network), "step 4 of 5", "no network")
    mended = popen(command, {})
    out, _ = read_until_open(mended)
    assert "[5/5]" in out and "[1/5]" not in out
    end(mended)
    assert list(own.glob("mpmath")) and (own / "of_the_user.py").exists()


def read_until_open(process: subprocess.Popen) -> tuple[str, str]:
    """What start.py prints until the course is open, and its address."""
    out = ""
    for line in process.stdout:
        out += line
        if found := re.search(r"The course is open at (\S+)", line):
            return out, found[1]
    raise AssertionError(process.stderr.read())


def end(process: subprocess.Popen) -> None:
    """End an open course as Ctrl-C does."""
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 0
