"""Submissions that try to earn what they did not write, or to do harm.

For each: `Mul` is not written, and an attack stands in the notebook. It must earn what
the same notebook earns without the attack, and leave nothing behind.
"""

import os
import re
import time
from pathlib import Path

import nbformat
import pytest
from helpers.grading_course import filled, place, small, small_grader, submitted

pytest.importorskip("torch")
pytest.importorskip("nbgrader")

SET = small("ps2")
FULL = {name: slot.points for name, slot in SET.checks.items()}
WITHOUT_MUL = FULL | {"mul-check": 0.0}

STEAL_FROM_FILES = """
import glob, re
found = []
for path in glob.glob("/course/**/*.py", recursive=True):
    text = open(path).read()
    if "class Mul(" in text:
        found.append(text[text.index("class Mul("):][:600])
exec("@piece\\n" + found[0].split("\\n\\n\\n")[0])
"""
STEAL_FROM_MEMORY = """
import gc, types
for each in gc.get_objects():
    if isinstance(each, types.FunctionType) and "Mul" in each.__qualname__:
        code = each.__code__
        if code.co_name == "backward" and "piece of" not in str(code.co_consts):
            class Mul(Op):
                forward = staticmethod(lambda ctx, a, b: a * b)
                backward = staticmethod(each)
            piece(Mul)
"""
STEAL_BY_FILES = """
import os, pathlib
for folder in ("/tmp", "/home/student", "/dev/shm", "/var/tmp"):
    try:
        for path in pathlib.Path(folder).glob("*.stolen"):
            exec(path.read_text())
    except OSError:
        pass
import inspect, linecache
from minigrad.ops import elementwise
for folder in ("/tmp", "/home/student", "/dev/shm", "/var/tmp"):
    try:
        pathlib.Path(folder, "mul.stolen").write_text("print('found')")
    except OSError:
        pass
"""
PATCH_NUMPY = """
import numpy.testing
for module in (np, numpy.testing):
    for name in ("allclose", "array_equal", "assert_allclose", "isclose"):
        if hasattr(module, name):
            setattr(module, name, lambda *a, **k: True)
np.testing.assert_allclose = lambda *a, **k: None
"""
PATCH_THE_JUDGE = """
import sys
from autograder import checking
from autograder.check import comparison, observation
import autograder
comparison.compare = lambda *a: []
comparison.agrees = lambda *a: True
checking.check = autograder.check = lambda *a, **k: "passed"
for name, module in list(sys.modules.items()):
    if name.startswith("autograder.grading"):
        for key, value in list(vars(module).items()):
            if key in ("packed", "_observed", "_noted"):
                setattr(module, key, lambda *a, **k: ({}, b""))
"""
FORGE_REPLIES = """
import os, json, struct
text = json.dumps({"seen": [], "index": [], "why": None, "share": 1.0}).encode()
for fd in range(3, 40):
    try:
        os.write(fd, struct.pack(">II", len(text), 0) + text)
    except OSError:
        pass
"""
PATCH_IPYTHON = """
shell = get_ipython()
shell.input_transformers_post.append(lambda lines: ["pass"])
shell.run_cell = lambda *a, **k: None
shell._showtraceback = lambda *a: None
shell.display_formatter.format = lambda *a, **k: ({"text/plain": "4/4"}, {})
import sys
sys.excepthook = lambda *a: None
"""
FIND_TORCH = """
import sys, importlib
sys.modules.pop("torch", None)
sys.meta_path[:] = [each for each in sys.meta_path]
importlib.invalidate_caches()
import torch as real
real.tensor(1.0) * 2
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        return (real.from_numpy(a) * real.from_numpy(b)).numpy()
"""
TRACE = """
import sys
def tracer(frame, event, arg):
    frame.f_locals.update(differences=[], agrees=True)
    return tracer
sys.settrace(tracer)
"""
RETURNS_EVERYTHING = """
class Any(np.ndarray):
    def __eq__(self, other): return True
    def __array_ufunc__(self, *a, **k): return Any((1,))
    def __reduce__(self): return (print, ("pickled",))

@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        return Any((1,))

    @staticmethod
    def backward(ctx, grad):
        return Any((1,)), Any((1,))
"""
DELEGATES = """
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        import minigrad
        return (minigrad.tensor(a) * minigrad.tensor(b)).numpy()

    @staticmethod
    def backward(ctx, grad):
        return grad, grad
"""
TAMPERS_WITH_RANDOM = """
import random, os, secrets
np.random.seed(0); random.seed(0)
np.random.default_rng = lambda *a: np.random.Generator(np.random.PCG64(0))
os.urandom = lambda n: bytes(n)
secrets.randbits = lambda n: 4
"""
WRITES_EVERYWHERE = """
import pathlib, site, os
for path in ("/course/autograder/__init__.py", "/course/minigrad/evil.py",
             "/usr/lib/evil", "/etc/evil", "/home/evil", site.__file__):
    try:
        pathlib.Path(path).write_text("evil")
        print("WROTE", path)
    except OSError:
        pass
"""

ATTACKS = {
    name.lower(): source
    for name, source in globals().copy().items()
    if name.isupper() and isinstance(source, str)
}


@pytest.fixture(scope="module")
def grader(program):
    program("bwrap")
    grader = small_grader("ps2", seconds=5.0, memory=500_000_000)
    yield grader
    grader.close()


def attacked(source):
    notebook = filled(SET, mul="")
    cell = nbformat.v4.new_code_cell(source, id="attack")
    notebook.cells.insert(place(notebook, "mul-check"), cell)
    return notebook


def outputs_of(result, id):
    cells = nbformat.reads(result.notebook, as_version=4).cells
    return next(cell.outputs for cell in cells if cell.id == id)


def graded(grader, notebook):
    result = grader.grade(submitted(notebook))
    assert result.failed == ""
    return result


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_earns_nothing(name, grader):
    result = graded(grader, attacked(ATTACKS[name]))
    assert result.scores["mul-check"] == 0
    assert result.scores.keys() == FULL.keys()
    assert all(result.scores[each] <= FULL[each] for each in FULL)
    said = str(outputs_of(result, "attack"))
    assert "WROTE" not in said and "found" not in said


BOMBS = {
    "memory": "x = [bytearray(50_000_000) for _ in range(10_000)]",
    "processes": "import os\nwhile True:\n    os.fork()",
    "threads": "import threading, time\nwhile True:\n"
    "    threading.Thread(target=time.sleep, args=(60,)).start()",
    "files": "with open('big', 'wb') as f:\n    while True: f.write(bytes(10**6))",
    "output": "while True: print('x' * 1000)",
    "swallows": "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    "while True:\n    try:\n        sum(range(1000))\n    except BaseException: pass",
    "stops": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "kills": "import os, signal\nfor pid in range(1, 400):\n    try:\n"
    "        os.kill(pid, signal.SIGKILL)\n    except OSError: pass",
    "closes": "import os\nos.closerange(0, 300)",
    "recursion": "import sys\nsys.setrecursionlimit(10**9)\ndef f(): return f()\nf()",
    "replies": "import os\nfor fd in range(3, 20):\n    try:\n"
    "        os.write(fd, b'\\xff' * 64)\n    except OSError: pass",
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_harms_only_itself(name, grader):
    result = graded(grader, attacked(BOMBS[name]))
    assert result.scores["mul-check"] == 0
    assert result.scores["add-check"] == FULL["add-check"]
    assert graded(grader, filled(SET)).scores == FULL


def processes():
    """The command lines of all processes that this user can see."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes())
        except OSError:
            continue
    return found


def test_a_daemon_does_not_outlive_its_view(grader):
    source = (
        "import subprocess\n"
        "subprocess.Popen(['sleep', '86397'], start_new_session=True)\n"
        "print('started')"
    )
    result = graded(grader, attacked(source))
    assert "started" in str(outputs_of(result, "attack"))
    time.sleep(0.2)
    assert not any(b"86397" in each for each in processes())


LOOKS = """
import os, socket, sys
print("env", sorted(os.environ))
print("pids", [name for name in os.listdir("/proc") if name.isdigit()])
for path in ({secret!r}, "/root/.bashrc", "/etc/shadow", "/etc/passwd"):
    try:
        print("LEAKED", open(path).read()[:10])
    except OSError:
        pass
for family, address in ((socket.AF_INET, ("127.0.0.1", 22)),
                        (socket.AF_INET, ("1.1.1.1", 53))):
    try:
        socket.create_connection(address, timeout=1)
        print("CONNECTED", address)
    except OSError:
        pass
print("uid", os.getuid())
"""


def test_nothing_of_the_machine_is_in_sight(grader, tmp_path):
    secret = tmp_path / "gradebook.db"
    secret.write_text("the points of all")
    os.environ["OF_THE_INSTRUCTOR"] = "secret"
    try:
        result = graded(grader, attacked(LOOKS.format(secret=str(secret))))
    finally:
        del os.environ["OF_THE_INSTRUCTOR"]
    (output,) = outputs_of(result, "attack")
    assert "LEAKED" not in output.text and "CONNECTED" not in output.text
    assert "OF_THE_INSTRUCTOR" not in output.text
    assert "pids []" in output.text
    assert "uid 0" not in output.text


def test_what_is_shown_holds_no_scripts(grader):
    source = (
        "from IPython.display import HTML, Javascript, SVG, display\n"
        "display(HTML('<script>alert(1)</script>'))\n"
        "display(Javascript('alert(1)'))\n"
        'display(SVG(\'<svg xmlns="http://www.w3.org/2000/svg" onload="a()"/>\'))\n'
        "display({'text/html': '<script>', 'image/png': '\"><script>'}, raw=True)"
    )
    result = graded(grader, attacked(source))
    for output in outputs_of(result, "attack"):
        assert set(output.get("data", ())) <= {"text/plain", "image/png"}
        assert "<script>" not in output.get("data", {}).get("image/png", "")


def test_after_all_of_them_right_work_has_all_points(grader):
    assert graded(grader, filled(SET)).scores == FULL


def test_attacks_aim_at_modules_that_are_there():
    """One that fails to import what it patches would show nothing."""
    here = Path(__file__)
    aimed = re.compile(r"^ *((?:from|import) autograder\b.*)", re.MULTILINE)
    for path in (here, *(here.parents[1] / "banks" / "attacks").glob("*.py")):
        for line in aimed.findall(path.read_text(encoding="utf-8")):
            exec(line, {})
