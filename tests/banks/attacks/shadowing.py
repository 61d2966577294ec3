"""Shadowing modules: by files beside the notebook, and by modules of their own."""

from .kit import LEFT, attack

EVIL = f"open('/tmp/{LEFT}', 'w').write('x')\ncheck = piece = progress = print\n"
NAMES = ("numpy", "minigrad", "autograder", "torch", "json", "socket", "sitecustomize")


@attack
def modules_beside_the_notebook(work):
    for name in NAMES:
        work.file(f"{name}.py", EVIL)
        work.file(f"{name}/__init__.py", EVIL)
    work.file("evil.pth", f"import os; os.system('touch /tmp/{LEFT}')")
    work.file("pyvenv.cfg", "home = .")


@attack
def settings_beside_the_notebook(work):
    evil = f"import os; os.system('touch /tmp/{LEFT}')\nc = get_config()\n"
    for name in ("nbgrader_config.py", "jupyter_config.py", "ipython_config.py"):
        work.file(name, evil)
    work.file("conftest.py", evil)
    work.file(".ipython/profile_default/startup/00.py", evil)
    work.file("gradebook.db", "these are the points")
    work.file("exercises/ps2/ps2.ipynb", "{}")


@attack
def modules_written_by_a_cell(work):
    work.cell(f"""
import importlib, sys
for name in {NAMES!r}:
    open(name + ".py", "w").write({EVIL!r})
sys.path.insert(0, ".")
for name in {NAMES!r}:
    sys.modules.pop(name, None)
    importlib.import_module(name)
""")


@attack
def a_finder_of_modules(work):
    work.cell("""
import sys, types
class Finder:
    @staticmethod
    def find_spec(name, *args):
        raise SystemExit
sys.meta_path.insert(0, Finder)
sys.path_hooks.clear()
sys.path.clear()
for name in list(sys.modules):
    if name.startswith(("autograder", "minigrad", "numpy")):
        sys.modules[name] = types.ModuleType(name)
""")


@attack
def builtins_of_its_own(work):
    work.cell("""
import builtins
builtins.isinstance = lambda *args: True
builtins.len = lambda *args: 1
builtins.zip = lambda *args, **options: iter(())
builtins.__import__ = lambda *args, **options: builtins
""")
