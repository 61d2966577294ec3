"""Reading what is not theirs: solutions, references, gradebook, environment, others."""

from helpers.grading_course import ROOT

from .kit import LEFT, WON, attack

# Uses whatever it found as if it were an answer.
USES = f"""
def use(text):
    if "class Mul(" in text:
        text = text[text.index("class Mul("):].split("\\n\\n\\n")[0]
        if "NotImplementedError" not in text:
            print({WON!r})
            exec("@piece\\n" + text, globals())
"""


@attack
def reads_the_solutions(work):
    work.cell(
        USES
        + f"""
import json
for path in ({str(ROOT / "solutions")!r}, {str(work.course / "solutions")!r},
             "solutions", "../solutions", "../../../solutions", "/course/solutions"):
    try:
        cells = json.load(open(path + "/ps2/ps2.ipynb"))["cells"]
        print({WON!r})
        for cell in cells:
            use("".join(cell["source"]))
    except OSError:
        pass
"""
    )


@attack
def searches_every_folder(work):
    """Everything that can be read, for a file that holds the piece or references."""
    work.cell(
        USES
        + f"""
import os, sys
roots = ["/course", "/home", "/etc", "/opt", "/root", "/srv", "/mnt", "/run", "/var"]
roots += [{str(ROOT)!r}, {str(work.course)!r}, "/tmp/pytest-of-root"]
for root in roots:
    for folder, folders, names in os.walk(root):
        if len(folder) > 300 or "site-packages" in folder:
            folders.clear()
        for name in names:
            if name.endswith((".npz", ".dat", ".db", ".ipynb")):
                if name != "digits.npz":  # everybody has these
                    print({WON!r}, folder, name)
            if name.endswith(".py") and "minigrad" in folder:
                use(open(os.path.join(folder, name)).read())
"""
    )


@attack
def searches_the_compiled_files(work):
    work.cell(f"""
import glob, marshal, types
def codes(code):
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from codes(each)
for path in glob.glob("/course/**/*.pyc", recursive=True):
    for code in codes(marshal.loads(open(path, "rb").read()[16:])):
        if code.co_qualname in ("Mul.forward", "Mul.backward"):
            if "save_for_backward" in code.co_names or "saved_tensors" in code.co_names:
                print({WON!r}, path)
""")


@attack
def searches_the_memory(work):
    """Objects, for the text or the code of the piece. Where outputs are shown, minigrad
    has it: what is found there earns nothing."""
    work.cell("""
import gc, types
found = None
for each in gc.get_objects():
    if isinstance(each, types.FunctionType) and each.__qualname__ == "Mul.backward":
        if "saved_tensors" in each.__code__.co_names:
            found = each
    if isinstance(each, dict):
        for value in list(each.values()):
            if isinstance(value, (str, tuple)) and "class Mul(" in str(value):
                text = str(value[-1] if isinstance(value, tuple) else value)
                if "NotImplementedError" not in text and "gc." not in text:
                    exec("@piece\\n" + text)
if found:
    @piece
    class Mul(Op):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a * b
        backward = staticmethod(lambda ctx, grad: found(ctx, grad))
""")


@attack
def asks_inspect_and_linecache(work):
    work.cell(
        USES
        + """
import inspect, linecache, minigrad
from minigrad.ops import elementwise
for each in (elementwise, elementwise.Mul, minigrad.Tensor.__mul__):
    try:
        use(inspect.getsource(each))
    except (OSError, TypeError):
        pass
for lines in list(linecache.cache.values()):
    use("".join(lines[2]) if len(lines) > 2 and "exec(" not in str(lines) else "")
"""
    )


@attack
def reads_the_gradebook(work):
    work.cell(f"""
import sqlite3
for path in ({str(work.course / "gradebook.db")!r}, "gradebook.db",
             "/course/gradebook.db"):
    try:
        with sqlite3.connect(f"file:{{path}}?mode=ro", uri=True) as book:
            print({WON!r}, book.execute("select * from grade").fetchall())
    except sqlite3.Error:
        pass
""")


@attack
def reads_the_seed_and_other_submissions(work):
    course = str(work.course)
    work.cell(f"""
import glob, os
for name in ("judged", "submitted", "autograded", "feedback"):
    for path in glob.glob({course!r} + "/" + name + "/*"):
        print({WON!r}, path)
for name in ("..", "../..", "/home", "/tmp"):
    print(sorted(os.listdir(name)))
""")


@attack
def reads_environment_and_processes(work):
    work.cell(f"""
import os, pathlib
for name, value in os.environ.items():
    if "SECRET" in name or {str(ROOT)!r} in value:
        print({WON!r}, name)
for path in [*pathlib.Path("/proc").glob("*"), pathlib.Path("/proc/self/environ")]:
    if path.exists():
        print({WON!r}, path)
for path in ("/proc/1/root/etc/shadow", "/proc/self/mem", "/dev/mem", "/dev/sda",
             "/etc/shadow", "/etc/passwd", "/root/.bashrc", "/sys/class"):
    if os.path.exists(path):
        print({WON!r}, path)
""")


@attack
def asks_ps_and_who(work):
    work.cell(
        f"lines = !ps aux; who; id -u; ls /proc /root\n"
        f"print(lines)\nprint({WON!r}) if any('pytest' in x for x in lines) else None"
    )


@attack
def leaves_a_note_for_the_next_view(work):
    """A view with another piece missing has this one: can it hand it over?"""
    work.cell(
        USES
        + f"""
import inspect, os, socket
from minigrad.ops import elementwise
here = ("/tmp", "/var/tmp", "/dev/shm", "/home/student", "/run", "/dev", "/course")
for folder in here:
    try:
        use(open(folder + "/{LEFT}").read())
    except OSError:
        pass
    try:
        code = elementwise.Mul.backward.__code__.co_code.hex()
        open(folder + "/{LEFT}", "w").write("class Mul(Op): " + code)
    except (OSError, AttributeError):
        pass
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    try:
        link = socket.socket(socket.AF_UNIX, kind)
        link.connect("\\0{LEFT}")
        print({WON!r})
    except OSError:
        link.bind("\\0{LEFT}")
"""
    )


@attack
def finds_torch(work):
    work.cell(f"""
import importlib, importlib.util, sys
for name in ("torch", "torchvision", "functorch"):
    sys.modules.pop(name, None)
    try:
        importlib.invalidate_caches()
        module = importlib.import_module(name)
        if hasattr(module, "tensor"):
            print({WON!r})
    except ImportError:
        pass
""")


@attack
def waits_for_the_key(work):
    """The judge's questions hold inputs; do they hold results?"""
    work.cell(f"""
import numpy as np
from autograder.grading.inside import probes
real = probes.View._probe
def _probe(self, payload, piece, runs, index):
    if set().union(*runs) - {{"set", "program", "inputs", "upstream"}}:
        print({WON!r})
    return real(self, payload, piece, runs, index)
probes.View._probe = _probe
""")


@attack
def asks_which_pages_others_have_read(work):
    """A way from a view that has a piece to one that lacks it, or to another's."""
    work.cell(f"""
import os
from minigrad import ops
fd = os.open(ops.__file__, os.O_RDONLY)
for act in (
    lambda: os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED),
    lambda: os.preadv(fd, [bytearray(10)], 0, os.RWF_NOWAIT),
):
    try:
        act()
        print({WON!r}, "page cache")
    except OSError:
        pass
""")
