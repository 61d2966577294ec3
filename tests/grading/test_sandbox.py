"""What the sandbox itself refuses, hides and watches, whatever a submission is."""

import inspect
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from banks.answers import bank
from banks.answers.ps8_images import conv2d
from helpers.grading_course import filled, place, small, small_grader, submitted

pytest.importorskip("torch")

from test_grading_bank import verdict

from autograder.grading import cgroups, finding, mounts, sandbox, template
from autograder.grading.inside import calls
from autograder.grading.key import make_key
from autograder.grading.worker import Grader, Job

SET = small("ps2")


@pytest.fixture(scope="module")
def grader(program):
    program("bwrap")
    grader = small_grader("ps2", seconds=20.0, memory=400_000_000)
    yield grader
    grader.close()


def said(grader, source):
    """What a cell prints in the view that shows all outputs."""
    notebook = filled(SET)
    cell = nbformat.v4.new_code_cell(source, id="own")
    notebook.cells.insert(place(notebook, "mul-check"), cell)
    cells = nbformat.reads(grader.grade(submitted(notebook)).notebook, 4).cells
    (output,) = next(each.outputs for each in cells if each.id == "own")
    return output.text


# -- what others have read --------------------------------------------------------

# What fails for another reason has not been refused: a kernel may allow it.
PAGE_CACHE = """
import ctypes, errno, fcntl, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
shared = os.open(sys.executable, os.O_RDONLY)
size = os.fstat(shared).st_size

def tried(name, act):
    try:
        result = act()
        number = ctypes.get_errno() if result is not None and result < 0 else 0
    except OSError as error:
        number = error.errno
    # The last is what glibc says of a preadv2 that is not there.
    if number not in (errno.ENOSYS, errno.EAFNOSUPPORT, errno.EOPNOTSUPP):
        print("DONE", name, number)

at = libc.mmap
at.restype = ctypes.c_void_p
address = ctypes.c_void_p(at(None, size, 1, 2, shared, 0))
pages, number = ctypes.create_string_buffer(size // 4096 + 1), libc.syscall
tried("fadvise", lambda: os.posix_fadvise(shared, 0, 0, os.POSIX_FADV_DONTNEED))
tried("nowait", lambda: os.preadv(shared, [bytearray(10)], 0, os.RWF_NOWAIT))
tried("readahead", lambda: libc.readahead(shared, ctypes.c_long(0), size))
tried("mincore", lambda: libc.mincore(address, ctypes.c_size_t(size), pages))
ranges, found = (ctypes.c_uint64 * 2)(0, 0), (ctypes.c_uint64 * 5)()
tried("cachestat", lambda: number(451, shared, ranges, found, 0))
tried("aio", lambda: number(206, 1, ctypes.byref(ctypes.c_ulong(0))))
tried("inotify", libc.inotify_init)
tried("inotify1", lambda: libc.inotify_init1(0))
tried("fanotify", lambda: libc.fanotify_init(0x200, 0))
tried("flock", lambda: fcntl.flock(shared, fcntl.LOCK_EX))
tried("lock", lambda: fcntl.lockf(shared, fcntl.LOCK_SH))
tried("ofd", lambda: fcntl.fcntl(shared, 36, bytes(32)) and 0)
tried("lease", lambda: fcntl.fcntl(shared, fcntl.F_SETLEASE, fcntl.F_RDLCK))
tried("notice", lambda: fcntl.fcntl(os.open("/usr", 0), fcntl.F_NOTIFY, 1))
tried("vsock", lambda: socket.socket(40, socket.SOCK_STREAM).fileno())
tried("packet", lambda: socket.socket(17, socket.SOCK_RAW).fileno())
assert fcntl.fcntl(os.dup(shared), fcntl.F_GETFD) >= 0
print(os.preadv(shared, [bytearray(10)], 0), socket.socket(), "went on")
"""


def test_calls_into_the_page_cache_are_refused(grader):
    text = said(grader, PAGE_CACHE)
    assert "DONE" not in text and "went on" in text


def test_each_view_has_a_course_of_its_own(grader):
    """A file of it is none of those that other views, and the grader, read."""
    source = (
        "import os\nprint(os.stat('/course/minigrad/__init__.py').st_dev)\n"
        "try:\n    open('/course/minigrad/new.py', 'w')\nexcept OSError:\n"
        "    print('read-only')"
    )
    device, written = said(grader, source).split()
    assert int(device) != (grader.folder / "minigrad").stat().st_dev
    assert written == "read-only"


def views(grader, monkeypatch, error):
    """In how many views a notebook is run whose Mul and Tanh raise an error: Mul is
    judged alone in any case, Tanh together with others at first."""
    opened = []
    own = sandbox.Sandbox.open
    monkeypatch.setattr(
        sandbox.Sandbox, "open", lambda self: opened.append(1) or own(self)
    )
    source = (
        "@piece\nclass {}(Op):\n    @staticmethod\n    def forward(ctx, *args):\n"
        f"        raise {error}\n    backward = forward\n"
    )
    given = filled(SET, mul=source.format("Mul"), tanh=source.format("Tanh"))
    result = grader.grade(submitted(given))
    monkeypatch.undo()
    assert result.scores["mul-check"] == result.scores["tanh-check"] == 0
    return len(opened)


def test_no_view_is_to_be_had_by_the_text_of_an_error(grader, monkeypatch):
    groups = sorted(len(each) for each in grader.job.key.groups)
    assert groups == [1, 1, 2]
    chosen = "NotImplementedError('Add is a piece of ps2 that you write and check')"
    assert views(grader, monkeypatch, chosen) == views(
        grader, monkeypatch, "ValueError('a shape')"
    )


# -- what is hidden ---------------------------------------------------------------


def test_packages_of_the_python_below_are_hidden(tmp_path, monkeypatch):
    """As a whole: the Python below a virtual environment may have PyTorch."""
    below = tmp_path / "base" / "lib" / "python3.11" / "site-packages"
    above = tmp_path / "env" / "lib" / "python3.11" / "site-packages"
    for each in (below / "torch", above / "minigrad", above / "numpy"):
        each.mkdir(parents=True)
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path / "base"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "env"))
    monkeypatch.setattr(sys, "path", [*sys.path, str(above)])
    hidden = mounts.Plan(tmp_path, 1_000_000, safe=True)._hidden()
    assert below in hidden and above / "minigrad" in hidden
    assert above not in hidden and above / "numpy" not in hidden


def test_where_calls_cannot_be_refused_nothing_runs(monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    assert "riscv64" in sandbox.missing()
    with pytest.raises(OSError, match="riscv64"):
        calls.refuse()


def answer(own):
    """A cell with an answer of the bank: Patches, or one that is made of it."""
    return "\n".join(
        [
            "from minigrad.autograd import Function\nF = torch.nn.functional\n",
            inspect.getsource(conv2d.Patches),
            inspect.getsource(own).partition("\n")[2] if own != conv2d.Patches else "",
            f"@piece\nclass Conv2d({own.__name__}):\n    pass\n",
        ]
    )


@pytest.fixture(scope="module")
def images(program):
    program("bwrap")
    whole = template.load("ps8_images")
    checks = [slot for slot in whole.checks.values() if slot.target == "Conv2d"]
    kept = {each for slot in checks for each in (slot.id, slot.anchor)}
    slots = [slot for slot in whole.slots if not slot.kind or slot.id in kept]
    release = template.Template("ps8_images", slots, whole.digest, whole.metadata)
    # The tree lacks all pieces of the set, as it does for the whole of it.
    grader = Grader(
        Job(release, make_key(["Conv2d"], [], 7), sandbox.Limits(), safe=True)
    )
    yield grader
    grader.close()


def test_the_librarys_own_conv2d_is_missing_where_conv2d_is_judged(images):
    """Where the library is whole, an answer that calls it is right."""
    assert verdict("Conv2d", bank.WRONG["Conv2d"]["TheLibrarys"]).share == 1.0
    (check,) = images.job.template.checks.values()
    scores, logs = {}, {}
    for own in (conv2d.Patches, conv2d.TheLibrarys):
        cells = {check.anchor: answer(own)}
        found = images.grade(submitted(filled(images.job.template, **cells)))
        scores[own], logs[own] = found.scores[check.id], found.logs[check.id]
    assert scores == {conv2d.Patches: check.points, conv2d.TheLibrarys: 0.0}
    assert "Conv2d is a piece of ps8_images" in str(logs[conv2d.TheLibrarys])


# -- what is watched --------------------------------------------------------------


FILLS = """
import os, time
from autograder.grading.inside import probes
answer = probes.send

def answer_and_read_no_more(*args):
    answer(*args)
    for _ in range(4):
        if os.fork() == 0:
            kept = b"x" * 200_000_000
            time.sleep(60)
    time.sleep(60)

probes.send = answer_and_read_no_more
"""


def test_memory_is_watched_while_the_judge_sends(grader):
    view, began = grader.sandbox.open(), time.monotonic()
    cell = {"do": "cell", "source": FILLS, "name": "<cell>", "shown": False}
    view.ask({"do": "begin", "parts": {}, "accepted": []})
    view.ask(cell)
    with pytest.raises(sandbox.Ended, match="too much memory"):
        view.ask(cell, bytes(30_000_000))
    assert time.monotonic() - began < 15


def test_a_large_submission_is_read_once(tmp_path, monkeypatch):
    folder = tmp_path / "ann" / "ps2"
    folder.mkdir(parents=True)
    for name in ("ps2.ipynb", "copy.ipynb", "other.ipynb"):
        (folder / name).write_text("{}")
    read, own = [], finding._read
    monkeypatch.setattr(
        finding, "_read", lambda path, found: read.append(path) or own(path, found)
    )
    found = finding.find(tmp_path, "ann", "ps2")
    assert found.content == b"{}" and found.notes == [
        "other notebooks that lay beside it: 2"
    ]
    assert read[0] == folder / "ps2.ipynb" and len(read) == len({*read})


# -- groups of processes ----------------------------------------------------------


@pytest.fixture
def offered(tmp_path, monkeypatch):
    """A folder as the kernel's, in which groups can be made, and our own there."""
    own = tmp_path / "user.slice" / "session.scope"
    own.mkdir(parents=True)
    for each, controllers in ((own, ""), (own.parent, "cpu memory pids")):
        (each / "cgroup.subtree_control").write_text(f"{controllers}\n")
        (each / "cgroup.procs").touch()
    (tmp_path / "own").write_text("1:name=systemd:/\n0::/user.slice/session.scope\n")
    monkeypatch.setattr(cgroups, "ROOT", tmp_path)
    monkeypatch.setattr(cgroups, "OWN", tmp_path / "own")
    monkeypatch.setattr(Path, "rmdir", shutil.rmtree)  # as the kernel does it
    return own.parent


def test_a_sandbox_runs_in_a_group_where_the_system_offers_it(offered, grader):
    box = sandbox.Sandbox(grader.folder, sandbox.Limits(10**9, disk=10**6))
    box.open()
    try:
        folder = box.group.folder
        found = {each.name: each.read_text().strip() for each in folder.iterdir()}
        assert folder.parent == offered
        assert int(found["memory.max"]) == 10**9 + 10**6 * len(
            mounts.Plan(grader.folder, 10**6, safe=True).writable
        )
        assert found["pids.max"] == str(64 + cgroups.OURS)
        assert found["cgroup.procs"] == str(box.process.pid)
        assert not box.group.was_full()
        (folder / "memory.events").write_text("max 7\noom 2\noom_kill 1\n")
        with pytest.raises(sandbox.Ended, match="too much memory"):
            box.view._end("it ended the process that ran it")
    finally:
        box.close()
    assert not folder.exists()


def test_where_the_system_offers_none_it_runs_all_the_same(offered, grader):
    (offered / "cgroup.subtree_control").write_text("cpu\n")
    group = cgroups.Group(10**9, 64)
    assert (group.folder, group.command, group.was_full()) == (None, [], False)
    group.close()


def test_a_group_of_the_system_keeps_its_limit():
    group = cgroups.Group(50_000_000, 64)
    if group.folder is None:
        pytest.skip("this system offers no cgroups v2")
    try:
        filling = [sys.executable, "-c", "x = b'x' * 500_000_000"]
        assert subprocess.run([*group.command, *filling]).returncode != 0
        assert group.was_full()
    finally:
        group.close()
    assert not group.folder.exists()


def test_a_bwrap_that_is_there_and_refused_is_missing(tmp_path, monkeypatch):
    """Programs exist, and the kernel lets nobody make a namespace."""
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    said = sandbox.missing()
    assert "No permissions" in said and "user namespaces" in said


def test_a_bwrap_that_works_is_not_missing(program):
    program("bwrap")
    assert sandbox.missing() == ""
