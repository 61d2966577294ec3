"""Patching IPython: its transformers, its display hook, its traceback, its kernel."""

from .kit import WON, attack


@attack
def transforms_every_cell(work):
    work.cell("""
import ast
shell = get_ipython()
shell.input_transformers_post.append(lambda lines: ["4 / 4\\n"])
shell.input_transformers_cleanup.append(lambda lines: ["pass\\n"])
class Empties(ast.NodeTransformer):
    def visit_Module(self, node):
        return ast.parse("points = 4")
shell.ast_transformers.append(Empties())
""")


@attack
def shows_what_was_never_printed(work):
    work.cell("""
import sys
shell = get_ipython()
sys.displayhook = shell.displayhook = lambda value: print("Mul agrees with PyTorch")
shell.display_formatter.format = lambda *a, **k: ({"text/plain": "4/4"}, {})
shell.display_pub.publish = lambda *a, **k: None
""")


@attack
def hides_tracebacks(work):
    work.cell("""
import sys
shell = get_ipython()
shell.set_custom_exc((BaseException,), lambda *args, **options: None)
shell.showtraceback = shell._showtraceback = lambda *args, **options: None
sys.excepthook = lambda *args: None
""")


@attack
def replaces_the_methods_that_run_cells(work):
    work.cell("""
shell = get_ipython()
class Result:
    success, error_in_exec, error_before_exec, result = True, None, None, 4.0
for name in ("run_cell", "run_cell_async", "run_code", "run_ast_nodes"):
    setattr(type(shell), name, lambda *args, **options: Result())
shell.kernel = type("Kernel", (), {"do_execute": lambda *a: {"status": "ok"}})()
""")


@attack
def claims_to_be_the_kernel(work):
    work.cell(f"""
import os
try:
    from ipykernel.kernelapp import IPKernelApp
    from jupyter_client import BlockingKernelClient
    if IPKernelApp.initialized():
        print({WON!r})
except ImportError:
    pass
get_ipython().payload_manager.write_payload(
    {{"source": "set_next_input", "text": "check = print", "replace": True}})
""")


@attack
def hooks_that_run_around_cells(work):
    work.cell("""
def again(*args):
    global check
    check = lambda *args: "passed"
for name in ("pre_execute", "post_execute", "pre_run_cell", "post_run_cell"):
    get_ipython().events.register(name, again)
""")


@attack
def magics_of_its_own(work):
    work.cell("""
from IPython.core.magic import register_cell_magic, register_line_magic
@register_line_magic
def check(line): return 4
get_ipython().run_line_magic("automagic", "1")
get_ipython().run_line_magic("alias", "check echo passed")
del check
""")


@attack
def extension_and_start_up_file(work):
    work.cell("""
import os, pathlib
home = pathlib.Path(os.environ["IPYTHONDIR"], "profile_default", "startup")
home.mkdir(parents=True, exist_ok=True)
(home / "00.py").write_text("raise SystemExit")
pathlib.Path("evil.py").write_text("def load_ipython_extension(shell): shell.reset()")
get_ipython().run_line_magic("load_ext", "evil")
""")
