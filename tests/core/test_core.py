"""The core: what runs without the speed ring, and that it works alone."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLAIN = {**os.environ, "MINIGRAD_PLAIN": "1"}
RING = {**os.environ, "MINIGRAD_PLAIN": ""}


def printed(program: str, **options) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        **options,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# -- what runs --------------------------------------------------------------------

TRACED = """
import json, sys
import minigrad as torch
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([3.0, 5.0], requires_grad=True)
upstream = torch.tensor([10.0, 100.0])
files, lines = set(), set()

def trace(frame, event, arg):
    files.add(frame.f_code.co_filename)
    if "minigrad" in frame.f_code.co_filename:
        lines.add((frame.f_code.co_filename, frame.f_lineno))
    return trace

sys.settrace(trace)
product = a * b
product.backward(upstream)
sys.settrace(None)
print(json.dumps([sorted(files), len(lines), a.grad.tolist(), b.grad.tolist()]))
"""
READABLE = 200  # lines run, those with a `def` included: what a student can follow


def test_a_product_and_its_backward_run_in_the_core_alone():
    files, lines, *grads = json.loads(printed(TRACED, env=PLAIN))
    assert lines <= READABLE
    assert grads == [[30.0, 500.0], [10.0, 200.0]]
    core = ROOT / "minigrad" / "core"
    own = [Path(each) for each in files if str(ROOT / "minigrad") in each]
    assert {each.parent for each in own} == {core}
    assert core / "engine.py" in map(Path, files)
    assert core / "arithmetic.py" in map(Path, files)


def test_with_the_speed_ring_another_form_runs():
    files, _, *grads = json.loads(printed(TRACED, env=RING))
    assert grads == [[30.0, 500.0], [10.0, 200.0]]
    assert any("speed" in each for each in files)


def test_without_it_nothing_of_it_is_loaded():
    program = "import sys, minigrad; print([m for m in sys.modules if 'speed.' in m])"
    assert printed(program, env=PLAIN) == "[]\n"


def test_the_ring_can_be_switched_off_and_on_while_a_graph_is_there():
    program = """
import minigrad as torch
from minigrad import speed
x = torch.tensor([0.5, -2.0, 3.0], dtype=torch.float64, requires_grad=True)
w = torch.tensor([[2.0], [0.25]], dtype=torch.float64, requires_grad=True)
def loss():
    y = (x * w).tanh() * x + (x / 3.0).exp().sum() ** 2
    return (y * y).sum()
def grads(first, second):
    first(); out = loss()
    second(); found = torch.autograd.grad(out, (x, w), create_graph=True)
    first(); again = torch.autograd.grad(sum(each.sum() for each in found), (x, w))
    speed.on()
    return [each.tolist() for each in (*found, *again)]
print(all(grads(a, b) == grads(speed.on, speed.on)
          for a in (speed.on, speed.off) for b in (speed.on, speed.off)))
"""
    assert printed(program, env=RING) == "True\n"


def test_on_says_why_it_cannot_be_switched_on():
    program = """
from minigrad import speed
try:
    speed.on()
except RuntimeError as error:
    print(error)
"""
    assert "MINIGRAD_PLAIN" in printed(program, env=PLAIN)


# -- what is public ---------------------------------------------------------------


def test_public_functions_have_their_names_docstrings_and_signatures():
    import inspect

    import minigrad

    for place in (minigrad, minigrad.Tensor, minigrad.nn.functional):
        for name, value in vars(place).items():
            if name.startswith("_") or not inspect.isfunction(value):
                continue
            assert value.__doc__, name
            assert value.__name__.isidentifier() and value.__name__ != "apply", name
            inspect.signature(value)
    assert minigrad.exp.__name__ == minigrad.Tensor.exp.__name__ == "exp"
    assert "exp a" in minigrad.exp.__doc__
    assert list(inspect.signature(minigrad.mul).parameters) == ["input", "other"]
    assert list(inspect.signature(minigrad.Tensor.tanh).parameters) == ["a"]


# -- the core by itself -----------------------------------------------------------

# The package's own __init__ does not run: nothing but the core is there.
ALONE = """
import sys, types
package = types.ModuleType("minigrad")
package.__path__ = ["minigrad"]
sys.modules["minigrad"] = package
import numpy as np
from minigrad.core import arithmetic, engine, function, mode
from minigrad.core.op import Op
from minigrad.core.tensor import Tensor
assert not [m for m in sys.modules if m.startswith(("minigrad.ops", "minigrad.auto"))]
def leaf(values):
    return Tensor(np.array(values), requires_grad=True)
def grads(out, *inputs, **options):
    for each in inputs:
        each._grad = None
    out.backward(**options)
    return [each._grad for each in inputs]
def shown(tensors):
    return [each._data.tolist() for each in tensors]
class Exp(Op, elementwise=True, floats=True):
    @staticmethod
    def forward(ctx, a):
        out = np.exp(a)
        ctx.save_for_backward(out)
        return out
    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * out
mul, exp, total = arithmetic.Mul.apply, Exp.apply, arithmetic.Sum.apply
"""


def alone(program: str) -> object:
    return json.loads(printed(ALONE + program))


def torch_grads(program):
    import torch

    x = torch.tensor([[0.5, -1.0, 2.0]], dtype=torch.float64, requires_grad=True)
    w = torch.tensor([[2.0], [3.0]], dtype=torch.float64, requires_grad=True)
    first = torch.autograd.grad(program(x, w), (x, w), create_graph=True)
    second = torch.autograd.grad(sum(each.sum() for each in first), (x, w))
    return [each.tolist() for each in (*first, *second)]


def test_first_and_second_derivatives():
    found = alone("""
import json
x, w = leaf([[0.5, -1.0, 2.0]]), leaf([[2.0], [3.0]])
out = total(exp(x * w) * x + w)
first = grads(out, x, w, create_graph=True)
second = grads(total(first[0]) + total(first[1]), x, w)
print(json.dumps(shown((*first, *second))))
""")
    expected = torch_grads(lambda x, w: ((x * w).exp() * x + w).sum())
    for ours, theirs in zip(found, expected, strict=True):
        assert ours == [pytest.approx(row) for row in theirs]


def test_what_is_freed_changed_or_has_several_outputs():
    found = alone("""
import json
x = leaf([1.0, 2.0])
out = total(x * x)
out.backward()
said = []
for program in (out.backward, lambda: None):
    try:
        program()
    except RuntimeError as error:
        said.append(str(error)[:50])
y = x * x
saved = y * y
y._data += 1.0
y._version_counter[0] += 1
try:
    total(saved).backward()
except RuntimeError as error:
    said.append("modified by an inplace operation" in str(error))

class Both(function.Function):
    @staticmethod
    def forward(ctx, a, number):
        ctx.save_for_backward(a)
        return Tensor(a._data * number), Tensor(a._data ** 2)
    @staticmethod
    def backward(ctx, g, h):
        (a,) = ctx.saved_tensors
        return g * 3.0 + h * a * 2.0, None

z = leaf([1.0, 2.0])
one, two = Both.apply(z, 3.0)
total(one + two).backward()
with mode.no_grad():
    unrecorded = (z * z)._edge is None
print(json.dumps([said, z._grad._data.tolist(), unrecorded]))
""")
    assert found == [
        ["Trying to backward through the graph a second time", True],
        [5.0, 7.0],
        True,
    ]


def test_a_deep_graph_and_no_garbage():
    found = alone("""
import gc, json
x = leaf(1.0)
y = x
for _ in range(100_000):
    y = y * 1.0
y.backward()
del y
gc.collect()
gc.disable()
out = total(exp(x * x))
out.backward()
del out
print(json.dumps([float(x._grad._data) > 1, gc.collect()]))
""")
    assert found == [True, 0]


CALLED = """
import numpy as np
from minigrad import Op

class Halve(Op):
    @staticmethod
    def forward(ctx, a):
        print(ctx.saved_tensors, any(ctx.needs_input_grad))
        ctx.save_for_backward(a)
        return a / 2

    @staticmethod
    def backward(ctx, grad):
        return grad / 2

print(Halve.call(np.ones(2)))
"""


@pytest.mark.parametrize("env", [PLAIN, RING], ids=["plain", "ring"])
def test_an_op_that_is_called_on_arrays_has_a_ctx_as_any_other(env):
    assert printed(CALLED, env=env) == "() False\n[0.5 0.5]\n"


TOO_MANY = """
import minigrad
from minigrad import Op

class Divided(Op):
    @staticmethod
    def forward(ctx, a, number):
        ctx.number = number
        return a / number

    @staticmethod
    def backward(ctx, grad):
        return grad / ctx.number, None

x = minigrad.ones(2, requires_grad=True)
Divided.apply(x, 4.0).sum().backward()
print(x.grad.tolist())
"""


@pytest.mark.parametrize("env", [PLAIN, RING], ids=["plain", "ring"])
def test_a_backward_may_return_none_for_an_option_too(env):
    assert printed(TOO_MANY, env=env) == "[0.25, 0.25]\n"
