"""Patching what compares: asserts, NumPy, the check functions, and their frames."""

from .kit import attack

EVERYTHING_IS_EQUAL = """
import builtins, math, operator
import numpy.testing
def yes(*args, **options): return True
def silent(*args, **options): return None
for module in (np, numpy.testing, math, operator):
    for name in ("allclose", "array_equal", "isclose", "isfinite", "all", "eq"):
        if hasattr(module, name):
            setattr(module, name, yes)
for name in dir(numpy.testing):
    if name.startswith("assert"):
        setattr(numpy.testing, name, silent)
builtins.all = builtins.any = yes
"""


@attack
def patches_numpy(work):
    work.cell(EVERYTHING_IS_EQUAL)


@attack
def patches_the_check_functions(work):
    work.cell("""
import autograder
from autograder import checking
from autograder.check import comparison, observation, references, running
from autograder.pieces import registry
for module in (autograder, checking, comparison, observation, running):
    for name in ("check", "compare", "agrees", "alike"):
        if hasattr(module, name):
            setattr(module, name, lambda *args, **options: [])
check = lambda *args, **options: "4/4"
progress = check
registry.mine_of = lambda name: None
comparison.TOLERANCE = dict.fromkeys(comparison.TOLERANCE, (1e300, 1e300))
comparison.TOLERANCE.clear()
""")


@attack
def patches_the_judge_that_is_not_there(work):
    work.cell("""
import sys, types
for name in ("judge", "key", "run", "record", "batch"):
    name = f"autograder.grading.{name}"
    module = sys.modules[name] = types.ModuleType(name)
    module.verdict_on_piece = module.points = lambda *args: 4.0
""")


@attack
def swallows_every_error(work):
    work.cell("""
import builtins
class Never(Exception):
    pass
for name in ("AssertionError", "NotImplementedError", "ValueError", "Exception"):
    setattr(builtins, name, Never)
""")


@attack
def an_object_that_equals_everything(work):
    work.cell("""
class Any(float):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __lt__ = __gt__ = __le__ = __ge__ = __eq__
    def __hash__(self): return 0
    def __bool__(self): return True
    def __getattr__(self, name): return Any()
    def __call__(self, *args): return Any()
Mul = Any()
Any.__name__ = "Mul"
""")


@attack
def tracer_rewrites_the_frames(work):
    work.cell("""
import sys, threading
def tracer(frame, event, arg):
    if "autograder" in frame.f_code.co_filename:
        frame.f_locals.update(differences=[], error=None, seen=[], raised=None)
        frame.f_trace_opcodes = True
    return tracer
sys.settrace(tracer)
sys.setprofile(tracer)
threading.settrace(tracer)
""")


@attack
def rewrites_the_code_of_the_callers(work):
    work.cell("""
import sys
def nothing(*args, **options): return {"seen": [], "share": 1.0}, []
from autograder.grading.inside import probes
for function in (probes.View._probe, probes.View._mine, probes._observed):
    function.__code__ = nothing.__code__
frame = sys._getframe()
while frame:
    if "header" in frame.f_locals:
        frame.f_locals["header"]["piece"] = "Add"
    frame = frame.f_back
""")


@attack
def answers_for_another_piece(work):
    work.cell("""
from autograder.grading.inside import probes
own = probes.View._mine
probes.View._mine = lambda self, name: own(self, "Add")
""")


@attack
def swaps_the_programs(work):
    work.cell("""
from autograder.check import programs
from autograder.grading.inside import probes
found = {each.name: each for each in programs.of_set("ps2")}
of_add = [each for each in programs.of_piece("Add")]
probes._programs = lambda set: dict.fromkeys(found, of_add[0])
""")


@attack
def plugs_nothing(work):
    """The piece is unplugged while it is probed, so that minigrad's own would run."""
    work.cell("""
import contextlib
from autograder.pieces import registry
from autograder.grading.inside import probes
@contextlib.contextmanager
def alone(piece, parts):
    piece.unplug()
    yield
probes.alone = registry.alone = alone
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b): return None
    @staticmethod
    def backward(ctx, grad): return None
""")
