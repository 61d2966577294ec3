"""start.py: paths, commands and messages on every system, the system faked."""

import ast
import errno
import http.server
import importlib.util
import json
import os
import pathlib
import socket
import subprocess
import sys
import threading

import pytest

import start
from tools.launcher import commands, errors, installer, jupyter, state
from tools.launcher.commands import parse
from tools.launcher.errors import Failed, Stop
from tools.launcher.place import Place, base_python, here

ROOT = pathlib.Path(__file__).parents[2]
LINUX = Place("/home/zoë/my course", "Linux", "x86_64")
MAC = Place("/Users/zoë/my course", "Darwin", "arm64")
WINDOWS = Place(r"C:\Users\Zoë\my course", "Windows", "AMD64")
PLACES = [pytest.param(place, id=place.system) for place in (LINUX, MAC, WINDOWS)]
PYTHON = {
    "Linux": "/home/zoë/my course/.venv/bin/python",
    "Darwin": "/Users/zoë/my course/.venv/bin/python",
    "Windows": r"C:\Users\Zoë\my course\.venv\Scripts\python.exe",
}
NO_WHEEL = "ERROR: No matching distribution found for torch==2.13.0"


class RecordingTerminal:
    """Stands in for the terminal: keeps the commands, answers a few of them."""

    def __init__(self, answers: dict[str, str | Failed]) -> None:
        self.answers = answers
        self.commands: list[list[str]] = []

    def run(self, command: list[str], env: dict[str, str]) -> str:
        self.commands.append(command)
        for words, answer in self.answers.items():
            if words in " ".join(command):
                if isinstance(answer, Failed):
                    raise answer
                return answer
        return ""

    def begin(self, number: int, total: int, title: str) -> None:
        pass

    def end(self) -> None:
        pass


def commands_of(
    place: Place, monkeypatch: pytest.MonkeyPatch, answers: dict[str, str | Failed]
) -> list[list[str]]:
    """The commands of a whole set-up on `place`, none of them run."""
    monkeypatch.setattr(installer, "pins", lambda place: ["numpy==2.4.6", "uv==0.8.0"])
    terminal = RecordingTerminal(answers)
    installer.Installer(place, terminal).install(first=1)
    return terminal.commands


def is_one_line_with_a_next_step(message: str, place: Place) -> bool:
    return "\n" not in message and place.again() in message


def test_start_py_parses_on_python_3_6() -> None:
    source = (ROOT / "start.py").read_text(encoding="utf-8")
    assert ast.parse(source, feature_version=(3, 6))


def test_an_old_python_is_told_what_to_do(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 8, 10))
    assert start.main([]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "this is 3.8.10" in told and "https://python.org" in told


def test_only_the_standard_library_is_imported() -> None:
    launcher = sorted((ROOT / "tools" / "launcher").glob("*.py"))
    for path in [ROOT / "start.py", ROOT / "tools" / "__init__.py", *launcher]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [getattr(node, "module", None)]
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            for name in filter(None, names):
                top = name.split(".")[0]
                own = name.startswith("tools.launcher")
                assert own or top in sys.stdlib_module_names, path


@pytest.mark.parametrize("place", PLACES)
def test_python_lies_where_this_system_puts_it(place) -> None:
    assert place.python == PYTHON[place.system]


@pytest.mark.parametrize("place", PLACES)
def test_the_next_step_is_the_command_of_this_system(place) -> None:
    python = "py" if place.windows else "python3"
    assert place.again() == f"`{python} start.py`"
    assert place.again("--port 9") == f"`{python} start.py --port 9`"


@pytest.mark.parametrize("place", PLACES)
def test_pip_brings_uv_and_uv_brings_the_packages(place, monkeypatch) -> None:
    python = PYTHON[place.system]
    separator = "\\" if place.windows else "/"
    venv, pip, uv, _, packages, *_ = commands_of(place, monkeypatch, {})
    assert venv[:4] == [base_python(), "-m", "venv", "--without-pip"]
    assert venv[4:] == [place.root + separator + ".venv"]
    assert pip == [python, "-m", "ensurepip", "--default-pip"]
    assert uv == [python, "-m", "pip", "install", "--no-compile", "uv==0.8.0"]
    assert packages[:7] == [python, "-m", "uv", "pip", "install", "--python", python]
    assert packages[7:] == ["-r", place.root + separator + "requirements.lock"]


@pytest.mark.parametrize("place", PLACES)
def test_torch_is_a_cpu_build_where_pip_knows_no_wheel(place, monkeypatch) -> None:
    answers = {"--no-index": Failed(NO_WHEEL)}
    *_, local, torch, _, _ = commands_of(place, monkeypatch, answers)
    assert local[1:4] == ["-m", "pip", "install"]
    assert {"--no-index", "--no-deps", "torch==2.13.0"} < set(local)
    backend = [] if place is MAC else ["--torch-backend", "cpu"]
    lock = place.path("requirements.lock")
    assert torch[7:] == [*backend, "--constraint", lock, "torch==2.13.0"]


@pytest.mark.parametrize("place", PLACES)
def test_a_local_wheel_of_torch_gets_what_it_needs(place, monkeypatch) -> None:
    """By uv, which keeps it: no backend is named, whose index might be out of reach."""
    *_, torch, _, _ = commands_of(place, monkeypatch, {})
    lock = place.path("requirements.lock")
    assert torch[7:] == ["--constraint", lock, "torch==2.13.0"]


@pytest.mark.parametrize("place", PLACES)
def test_the_project_is_installed_without_downloads(place, monkeypatch) -> None:
    project = commands_of(place, monkeypatch, {})[-2]
    assert {"--no-deps", "--no-build-isolation"} < set(project)
    assert project[-2:] == ["--editable", place.root]


def test_a_broken_local_wheel_is_not_taken_for_a_missing_one(monkeypatch) -> None:
    answers = {"--no-index": Failed("OSError: No space left on device")}
    with pytest.raises(Stop, match="step 4 of 5, PyTorch.*disk is full"):
        commands_of(LINUX, monkeypatch, answers)


def test_uv_uses_the_index_that_pip_is_told_to_use(monkeypatch) -> None:
    for name in ("UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(installer, "pins", lambda place: [])
    answer = {"config get": "https://mirror.example/simple\n"}
    one = installer.Installer(LINUX, RecordingTerminal(answer))
    one.follow_pip()
    assert one.env["UV_DEFAULT_INDEX"] == "https://mirror.example/simple"
    one = installer.Installer(LINUX, RecordingTerminal({"config get": Failed("none")}))
    one.follow_pip()
    assert "UV_DEFAULT_INDEX" not in one.env


@pytest.fixture
def installed() -> Place:
    """The course in which this Python's environment was made by start.py."""
    if pathlib.Path(sys.prefix) != ROOT / ".venv":
        pytest.skip("runs in the .venv that start.py makes")
    return here(str(ROOT))


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("LOCK", "six==1.10.0\n"),
        ("LOCK", "no-such-package==1\n"),
        ("TORCH", "torch==1"),
    ],
)
def test_uv_says_offline_whether_something_is_missing(
    name, changed, installed, monkeypatch, tmp_path
) -> None:
    monkeypatch.setenv("UV_DEFAULT_INDEX", "http://127.0.0.1:9/")
    assert installer.is_complete(installed)
    if name == "LOCK":
        (tmp_path / "lock").write_text(changed)
        changed = str(tmp_path / "lock")  # an absolute path: `place.path` leaves it
    monkeypatch.setattr(installer, name, changed)
    assert not installer.is_complete(installed)


def test_where_no_python_is_something_is_missing(tmp_path) -> None:
    assert not installer.is_complete(here(str(tmp_path)))


@pytest.mark.parametrize("place", PLACES)
def test_what_misleads_installers_stays_out_of_the_environment(
    place, monkeypatch
) -> None:
    for name in ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET"):
        monkeypatch.setenv(name, "elsewhere")
    env = place.environment()
    assert not {"PYTHONPATH", "PYTHONHOME", "PIP_TARGET"} & set(env)
    first = env["PATH"].split(";" if place.windows else ":")[0]
    assert first == place.path(".venv", "Scripts" if place.windows else "bin")


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("error: failed to write: not enough space (os error 112)", "disk is full"),
        ("error: Permission denied (os error 13)", "cannot be written"),
        ("[WinError 32] The process cannot access the file", "cannot be written"),
        ("NewConnectionError: Temporary failure in name resolution", "no network"),
        ("error: Failed to fetch: `https://x`\n  dns error", "no network"),
        ("NewConnectionError\nERROR: No matching distribution found", "no network"),
        ("tcp connect error\nConnection refused (os error 111)", "no network"),
        ("(from versions: none)\nERROR: No matching distribution", "no network"),
        ("ERROR: No matching distribution found for torch", "no build"),
        ("  x No solution found when resolving dependencies", "no build"),
        ("Segmentation fault", "Read .venv/start.log"),
    ],
)
@pytest.mark.parametrize("place", PLACES)
def test_a_failed_installer_is_one_line(output, told, place) -> None:
    line = str(errors.explain(output, "step 3 of 5, 143 packages", place))
    assert line.startswith("step 3 of 5, 143 packages: ") and told in line
    assert is_one_line_with_a_next_step(line, place)


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.ENOSPC, "is full"),
        (errno.EROFS, "cannot be written"),
        (errno.EACCES, "cannot be written"),
        (errno.ENOENT, "No such file"),
    ],
)
@pytest.mark.parametrize("place", PLACES)
def test_an_error_of_the_system_is_one_line(number, told, place) -> None:
    error = OSError(number, os.strerror(number), place.venv)
    line = errors.explain_os_error(error, place)
    assert told in line and is_one_line_with_a_next_step(line, place)


@pytest.mark.parametrize("place", PLACES)
def test_a_python_without_venv_is_told_where_to_get_it(place, monkeypatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(Stop) as stop:
        state.check_python(place)
    package = "python{}.{}-venv".format(*sys.version_info[:2])
    assert (f"apt install {package}" in str(stop.value)) == (place is LINUX)
    assert is_one_line_with_a_next_step(str(stop.value), place)


def test_an_intel_mac_is_told_at_once() -> None:
    intel = MAC._replace(processor="x86_64")
    with pytest.raises(Stop) as stop:
        state.check_python(intel)
    assert is_one_line_with_a_next_step(str(stop.value), intel)
    state.check_python(MAC)


@pytest.mark.parametrize("place", PLACES)
def test_a_port_in_use_is_told_with_a_free_one(place) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = server.getsockname()[1]
        with pytest.raises(Stop, match=f"port {taken} is in use") as stop:
            jupyter.choose_port(taken, place)
    assert place.again("--port 8").rstrip("8`") in str(stop.value)
    assert jupyter.choose_port(taken, place) == taken


def test_without_a_port_the_first_free_one_is_taken(monkeypatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = server.getsockname()[1]
        monkeypatch.setattr(jupyter, "FIRST_PORT", taken)
        monkeypatch.setattr(jupyter, "LAST_PORT", taken + 50)
        assert taken < jupyter.choose_port(None, LINUX) <= taken + 50


@pytest.mark.parametrize("port", [-1, 0, 65536, 70000])
def test_what_is_no_port_is_told_before_a_set_up(port, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(commands, "prepare", None)
    with pytest.raises(Stop, match=f"{port} is no port") as stop:
        commands.act(LINUX, ["--port", str(port)])
    assert LINUX.again("--port 8888") in str(stop.value)


@pytest.mark.parametrize("place", PLACES)
def test_a_command_with_a_slip_is_told_before_a_set_up(place, monkeypatch) -> None:
    monkeypatch.setattr(commands, "prepare", None)
    with pytest.raises(Stop, match="no command tset. Did you mean") as stop:
        commands.act(place, ["tset"])
    assert f"{place.again('test')}?" in str(stop.value)
    with pytest.raises(Stop, match="--help` says what there is"):
        commands.act(place, ["xyz"])


class Server(http.server.BaseHTTPRequestHandler):
    """Answers the address that JupyterLab answers, if the token is right."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/api/status?token=right" else 403)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        pass


@pytest.mark.parametrize("token", ["right", "another"])
def test_a_second_start_opens_the_one_that_runs(
    token, monkeypatch, tmp_path, capsys
) -> None:
    place, opened = here(str(tmp_path)), []
    assert jupyter.running(place) is None
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(commands, "prepare", lambda place: None)
    monkeypatch.setattr(commands, "open_course", lambda *options: 7)
    monkeypatch.setattr(jupyter.webbrowser, "open", opened.append)
    with http.server.HTTPServer(("127.0.0.1", 0), Server) as server:
        jupyter.note_running(place, server.server_port, token)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        status = commands.act(place, [])
        server.shutdown()
    address = f"http://127.0.0.1:{server.server_port}/lab?token=right"
    if token == "right":
        assert (status, opened) == (0, [address])
        assert f"open already, at {address}\n" in capsys.readouterr().out
    else:
        assert (status, opened) == (7, [])
    assert commands.act(place, []) == 7  # it has ended
    if os.name != "nt":
        assert (tmp_path / ".venv" / "lab.json").stat().st_mode & 0o777 == 0o600


def test_a_port_that_another_server_took_is_not_the_course(
    tmp_path, monkeypatch, capsys
) -> None:
    place = here(str(tmp_path))
    with http.server.HTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        ends = [sys.executable, "-c", "import time; time.sleep(0.3); exit(1)"]
        monkeypatch.setattr(jupyter, "command", lambda *options: ends)
        status = jupyter.run(place, server.server_port, "another", False, {})
        server.shutdown()
    assert (status, capsys.readouterr().out) == (1, "")
    assert not (tmp_path / ".venv").exists()  # nothing is noted as running


def test_the_lab_reopens_where_one_was(tmp_path) -> None:
    place = here(str(tmp_path))
    first = "--LabApp.default_url=/lab/tree/course/00_start_here.ipynb"
    assert first in jupyter.command(place, 8888, True, jupyter.first_page(place))
    (tmp_path / ".venv" / "workspaces").mkdir(parents=True)
    (tmp_path / ".venv" / "workspaces" / "default.jupyterlab-workspace").touch()
    assert "--LabApp.default_url=/lab" in jupyter.command(
        place, 8888, True, jupyter.first_page(place)
    )


@pytest.mark.parametrize("place", PLACES)
def test_kernels_are_reached_by_sockets_where_there_are_some(place) -> None:
    command = jupyter.command(place, 8888, True, jupyter.first_page(place))
    assert ("--KernelManager.transport=ipc" in command) != place.windows
    with jupyter.runtime_folder(place) as runtime:
        assert bool(runtime) != place.windows
        for folder in runtime.values():
            assert os.path.isdir(folder) and len(folder) < 30
    assert not any(map(os.path.exists, runtime.values()))


@pytest.mark.parametrize("place", PLACES)
def test_jupyterlab_opens_the_first_notebook(place) -> None:
    command = jupyter.command(place, 8890, True, jupyter.first_page(place))
    assert command[:3] == [PYTHON[place.system], "-m", "jupyterlab"]
    assert "--ServerApp.port=8890" in command
    assert f"--ServerApp.root_dir={place.root}" in command
    assert "--LabApp.default_url=/lab/tree/course/00_start_here.ipynb" in command
    assert "--no-browser" not in command
    assert "--no-browser" in jupyter.command(
        place, 8890, False, jupyter.first_page(place)
    )


@pytest.mark.parametrize("instructor", [False, True])
def test_the_tools_for_grading_are_for_instructors(instructor, monkeypatch) -> None:
    """Asked of Jupyter itself. Validate stays for everybody."""
    monkeypatch.delenv("JUPYTER_CONFIG_PATH", raising=False)
    env = jupyter.environment(here(str(ROOT)), instructor)
    output = subprocess.check_output([sys.executable, "-c", EXTENSIONS], env=env)
    off, servers = json.loads(output)
    tools = ("assignment-list", "course-list", "create-assignment", "formgrader")
    for name in (*tools, "menu"):
        assert (f"@jupyter/nbgrader:{name}" not in off) == instructor
    for name in ("assignment_list", "course_list", "formgrader"):
        assert servers[f"nbgrader.server_extensions.{name}"] == instructor
    assert "@jupyter/nbgrader:validate-assignment" not in off
    assert servers["nbgrader.server_extensions.validate_assignment"]


EXTENSIONS = """
import json
from jupyter_core.paths import jupyter_config_path
from jupyter_server.extension.config import ExtensionConfigManager
from jupyterlab_server.config import get_page_config
servers = ExtensionConfigManager(read_config_path=jupyter_config_path())
off = get_page_config([], None)["disabledExtensions"]
print(json.dumps([off, servers.get_jpserver_extensions()]))
"""


@pytest.mark.parametrize("place", PLACES)
def test_settings_of_the_users_own_stay(place, monkeypatch) -> None:
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "own")
    students = place.path("tools", "launcher", "student")
    expected = students + (";" if place.windows else ":") + "own"
    assert jupyter.environment(place, False)["JUPYTER_CONFIG_PATH"] == expected


def test_the_options_are_the_ones_promised() -> None:
    options = parse(["--no-browser", "--port", "9000", "--instructor"])
    assert (options.no_browser, options.port, options.instructor) == (True, 9000, True)
    options = parse([])
    assert (options.no_browser, options.port) == (False, None)
    assert not options.instructor


def test_here_is_this_machine() -> None:
    place = here(str(ROOT))
    assert place.root == str(ROOT) and place.system in ("Linux", "Darwin", "Windows")
