"""Ideas of a student who knows this repository by heart.

What counts as cheating: the numbers decide. A piece that computes what PyTorch does on
inputs that nobody knew is right, whatever it is made of: other ops of minigrad, SciPy,
minigrad's autograd on a formula of other ops. That takes more understanding than
the answer does, and gives the same. Such answers are in `honest`. Here are those that
look like it, and compute nothing.
"""

from .kit import WON, attack
from .replies import ZEROS

OP = """
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        {forward}
    @staticmethod
    def backward(ctx, grad):
        {backward}
"""


@attack
def right_only_where_nobody_looks(work):
    """Detects the judge by the frames above, and answers for the student at home."""
    work.cell(
        """
import sys
def judged():
    frame = sys._getframe()
    while frame:
        if "probes" in frame.f_code.co_filename:
            return frame
        frame = frame.f_back
"""
        + OP.format(
            forward="frame = judged()\n"
            "        return frame.f_locals['seen'][-1] if frame else a * b",
            backward="return judged().f_locals['numbers'][:2]",
        )
    )


@attack
def leaves_it_to_minigrad(work):
    """Ways to minigrad's own op that do not say `Mul`."""
    ways = (
        "(torch.tensor(a) * torch.tensor(b)).numpy()",
        "np.multiply(torch.tensor(a), torch.tensor(b)).numpy()",
        "torch.mul(torch.tensor(a), torch.tensor(b)).numpy()",
        "torch.tensor(a).mul_(torch.tensor(b)).numpy()",
        "torch.addcmul(torch.zeros(()), torch.tensor(a), torch.tensor(b)).numpy()",
    )
    tries = "\n        ".join(
        f"try: return {way}\n        except Exception: pass" for way in ways
    )
    work.cell(OP.format(forward=tries, backward="return grad, grad"))


@attack
def the_op_itself_under_another_name(work):
    work.cell("""
import minigrad
from autograder.pieces.catalogue import PIECES
from minigrad.ops import elementwise
own = elementwise.Mul
class Mul(own): pass
try:
    Mul.forward = staticmethod(PIECES["Mul"]._reference["forward"])
    Mul.backward = staticmethod(PIECES["Mul"]._reference["backward"])
    piece(Mul)
except Exception as error:
    print(error)
""")


@attack
def the_spare_parts(work):
    work.cell(f"""
import autograder.pieces.spares as spares
for name, value in list(vars(spares).items()):
    if callable(value):
        try:
            found = value()
            if "Mul" in found:
                print({WON!r})
        except Exception:
            pass
""")


@attack
def a_seam_that_returns_what_is_wanted(work):
    """The engine is patched, so that gradients come from somewhere else."""
    work.cell(
        ZEROS
        + """
import minigrad
from minigrad.core import engine
real = engine.run
def run(*args, **options):
    found = real(*args, **options)
    return found
for name in ("accumulate", "sum_to_shape", "order_nodes"):
    setattr(engine, name, lambda *args, **options: args[0])
engine.run = run
"""
    )


@attack
def remembers_answers(work):
    """Whatever was asked before is kept for the next time it is asked."""
    work.cell(
        """
import functools, pathlib, pickle
kept = pathlib.Path.home() / "answers"
table = pickle.loads(kept.read_bytes()) if kept.exists() else {}
def remember(key, value):
    table[key] = value
    kept.write_bytes(pickle.dumps(table))
    return value
"""
        + OP.format(
            forward="return table.get(a.tobytes(), np.zeros_like(a + b))",
            backward="return remember(grad.tobytes(), (grad, grad))",
        )
    )


@attack
def guesses_the_seed(work):
    work.cell(
        """
import os, random, secrets, time
np.random.seed(0)
random.seed(0)
np.random.default_rng = lambda *args: np.random.Generator(np.random.PCG64(0))
os.urandom = lambda count: bytes(count)
secrets.randbits = random.getrandbits = lambda count: 4
time.time = time.monotonic = lambda: 0.0
drawn = [np.random.Generator(np.random.PCG64(seed)) for seed in range(500)]
guess = [each.normal(size=9) for each in drawn]
"""
        + OP.format(
            forward="return np.resize(guess[0], np.broadcast(a, b).shape)",
            backward="return guess[0][0] * grad, guess[1][0] * grad",
        )
    )


@attack
def patches_from_a_thread_later(work):
    work.cell("""
import sys, threading, time
def later():
    while True:
        time.sleep(0.02)
        for name, module in list(sys.modules.items()):
            if name.startswith(("autograder", "minigrad.autograd")):
                for each in ("compare", "agrees", "_observed", "packed"):
                    if hasattr(module, each):
                        setattr(module, each, lambda *a, **o: ([], b""))
threading.Thread(target=later, daemon=True).start()
""")


@attack
def patches_when_garbage_is_collected(work):
    work.cell("""
import gc, weakref
from autograder.grading.inside import probes
def when(phase, info):
    probes.packed = lambda arrays: ([], b"")
gc.callbacks.append(when)
gc.set_threshold(1)
class Late:
    def __del__(self): probes._noted = lambda *args: {"error": None}
view = [each for each in gc.get_objects() if isinstance(each, probes.View)]
for each in view:
    weakref.finalize(each, when, 0, 0)
""")


@attack
def takes_a_lot_of_time_only_here(work):
    """Slow in the first views, so that a later one would not be judged."""
    work.cell("""
import time
time.sleep(1.0)
raise KeyboardInterrupt
""")


@attack
def asks_for_another_try(work):
    """Says that another piece is missing, which is why it would be judged again."""
    work.cell(
        OP.format(
            forward="raise NotImplementedError('Add.forward is a piece of ps2 that you "
            "write and check')",
            backward="raise NotImplementedError('that you write and check')",
        )
    )


@attack
def claims_to_be_accepted(work):
    work.cell("""
import gc
from autograder.pieces import registry
from autograder.grading.inside import probes
for each in gc.get_objects():
    if isinstance(each, probes.View):
        each.accepted = ["Mul", "Add"]
        each.cells.run_on = each.cells.run = lambda *args: []
try:
    registry.register(Mul).accept()
except Exception as error:
    print(error)
""")


@attack
def raises_what_pytorch_might_raise(work):
    work.cell(
        OP.format(
            forward="raise RuntimeError('The size of tensor a (2) must match "
            "the size of tensor b (3) at non-singleton dimension 0')",
            backward="raise RuntimeError('')",
        )
    )


@attack
def only_what_can_be_had_for_nothing(work):
    """Passes on what it is given: right where the other factor is one, or empty."""
    work.cell(OP.format(forward="return b", backward="return grad, grad"))


@attack
def a_difference_with_steps_of_many_sizes(work):
    """A quotient with the steps that fit each number is a gradient only nearly: and
    for products, where it would be exact, its forward is not written."""
    work.cell(
        """
def slope(f, x):
    h = np.spacing(x) * 2**26
    return (f(x + h) - f(x - h)) / (2 * h)
"""
        + OP.format(
            forward="ctx.save_for_backward(a, b); return np.zeros_like(a + b)",
            backward="return tuple(slope(np.zeros_like, x) for x in ctx.saved_tensors)",
        )
    )


@attack
def changes_the_inputs(work):
    """Makes all inputs zero, so that any product is right: but for who knows them."""
    work.cell(
        OP.format(
            forward="""a *= 0
        b *= 0
        ctx.save_for_backward(a, b)
        return np.zeros(np.broadcast(a, b).shape, np.result_type(a, b))""",
            backward="""grad *= 0
        return grad, grad""",
        )
    )


@attack
def makes_all_other_pieces_its_own(work):
    """Claims pieces of other sets, which are none of its business."""
    work.cell("""
from autograder.pieces import registry
for name in ("Tanh", "Exp", "run", "accumulate", "grad"):
    made = type(name, (Op,), {m: staticmethod(lambda *a: a[1]) for m in
                              ("forward", "backward")})
    try:
        piece(made)
        registry.register(made).accept()
    except Exception:
        pass
""")
