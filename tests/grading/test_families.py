"""Answers that call what holds a piece's formula under another name earn nothing.

On the whole library each of these cheats has points, most have all. In the grader's
tree the family is cut out with the piece, where that is judged.
"""

import functools
import textwrap

import pytest
from helpers.grading_course import filled, submitted

pytest.importorskip("torch")

import numpy as np
from test_grading_bank import verdict

import minigrad
from autograder.grading import families, sandbox, template
from autograder.grading.key import make_key
from autograder.grading.worker import Grader, Job
from autograder.pieces.catalogue import PIECES

RECORDED = """
    class {name}(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *args):
            with torch.enable_grad():
                ctx.leaves = [
                    each.detach().clone().requires_grad_(each.is_floating_point())
                    if isinstance(each, torch.Tensor) else each for each in args
                ]
                ctx.out = made(*ctx.leaves)
            return ctx.out.detach().clone()

        @staticmethod
        def backward(ctx, grad):
            tensors = [each for each in ctx.leaves if isinstance(each, torch.Tensor)]
            floats = [each for each in tensors if each.requires_grad]
            given = iter(torch.autograd.grad(
                ctx.out, floats, grad, allow_unused=True, create_graph=True
            ))
            found = []
            for each, need in zip(ctx.leaves, ctx.needs_input_grad):
                is_float = getattr(each, "requires_grad", False)
                sent = next(given) if is_float else None
                found.append(sent if need else None)
            return tuple(found)
    """


def recorded(name, made):
    return textwrap.dedent(made) + textwrap.dedent(RECORDED).replace("{name}", name)


CHEATS = {
    "accumulate": """
        from minigrad.speed.run import accumulate as known

        def accumulate(leaf, grad):
            known(leaf, grad if torch.is_grad_enabled() else grad._data, False)
        """,
    "detach": """
        from minigrad.core.saved import alias_of

        def detach(tensor):
            return alias_of(tensor, None)
        """,
    "Saving": """
        from minigrad.utils.checkpoint import Input

        class Saving:
            @staticmethod
            def pack(tensor):
                return Input(tensor)

            @staticmethod
            def unpack(kept):
                return kept.tensor()
        """,
    "numerical_jacobian": """
        from types import FunctionType, SimpleNamespace
        from minigrad.autograd import gradcheck_fast

        class Outputs:
            places = [0]
            def __init__(self, case, *rest): self.case = case
            def __call__(self): return self.case.func().copy()

        names = {**vars(gradcheck_fast), "Outputs": Outputs}
        along = FunctionType(gradcheck_fast._along.__code__, names)

        def numerical_jacobian(func, array, eps):
            case = SimpleNamespace(eps=eps, func=func, split=lambda found: found)
            units = np.eye(array.size)
            input = SimpleNamespace(_data=array)
            rows = [along(case, input, unit) for unit in units]
            return np.array(rows).reshape(array.size, -1)
        """,
    "analytic_jacobian": """
        from minigrad.autograd import functional

        def analytic_jacobian(output, inputs):
            found = functional._jacobian(output, tuple(inputs), False)
            return [
                each.detach().reshape(output.numel(), x.numel()).t()
                for each, x in zip(found, inputs)
            ]
        """,
    "gradcheck": """
        from minigrad.autograd import gradcheck_fast, gradcheck_options as options
        from minigrad.autograd.gradcheck import _whole

        def gradcheck(func, inputs, eps, atol, rtol):
            out = func(*inputs)
            case = options.Case(func, inputs, list(inputs), out, eps, atol, rtol, 0.0)
            try:
                gradcheck_fast.compare_projections(case, _whole(case))
            except options.GradcheckError as error:  # without its numbers
                raise options.GradcheckError(str(error).splitlines()[0])
            return True
        """,
    "kaiming_uniform_": """
        from minigrad.nn import init

        def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
            if tensor.numel() == 0:
                return tensor
            bound = 3**0.5 * init._kaiming_std(tensor, a, mode, nonlinearity)
            with torch.no_grad():
                return tensor.uniform_(-bound, bound)
        """,
    "MSE": """
        from minigrad.ops.loss import HuberLoss

        class MSE(Op):
            @staticmethod
            def forward(ctx, a, b, reduction):
                return HuberLoss.forward(ctx, a, b, np.inf, a.dtype.type(2), reduction)

            backward = staticmethod(lambda ctx, grad: HuberLoss.backward(ctx, grad))
        """,
    "LogSoftmax": """
        from minigrad.ops.softmax import LogSoftmaxGrad

        class LogSoftmax(Op):
            @staticmethod
            def forward(ctx, a, dim):
                a = a - a.max(dim, keepdims=True)
                out = a - np.log(np.exp(a).sum(dim, keepdims=True))
                ctx.save_for_backward(out)
                ctx.dim = dim
                return out

            @staticmethod
            def backward(ctx, grad):
                return LogSoftmaxGrad.call(grad, *ctx.saved_tensors, ctx.dim)
        """,
    "NLL": """
        from minigrad.ops.class_loss import NllLoss

        class NLL(Op):
            @staticmethod
            def forward(ctx, a, target):
                return NllLoss.forward(ctx, a, target, None, -100, "mean")

            backward = staticmethod(lambda ctx, grad: NllLoss.backward(ctx, grad))
        """,
    "RNNCell": recorded(
        "RNNCell",
        """
        from minigrad.nn.functional.recurrent import RnnTanh

        def made(x, h, w_ih, w_hh, b_ih, b_hh):
            total = x @ w_ih.t()
            if b_ih is not None:
                total = total + b_ih + b_hh
            return RnnTanh.apply(total.unsqueeze(0), h, w_hh, False)[0]
        """,
    ),
    "hvp": """
        from types import FunctionType
        from minigrad.autograd import functional

        code = functional.vhp.__wrapped__.__code__
        known = FunctionType(code, vars(functional), "vhp", (None, False))

        def hvp(function, inputs, vectors):
            found = known(function, tuple(inputs), tuple(vectors))[1]
            return found if isinstance(found, tuple) else (found,)
        """,
    "jvp": """
        from types import FunctionType
        from minigrad.autograd import functional

        code = functional.jvp.__wrapped__.__code__
        known = FunctionType(code, vars(functional), "jvp", (None, False))

        def jvp(function, x, v):
            return known(function, x, v)[1]
        """,
    "CheckpointFunction": """
        from minigrad.utils.checkpoint import checkpoint

        class CheckpointFunction(torch.autograd.Function):
            @staticmethod
            def forward(ctx, function, preserve_rng_state, *inputs):
                ctx.leaves = [
                    each.detach().clone().requires_grad_(each.requires_grad)
                    for each in inputs
                ]
                with torch.enable_grad():
                    out = checkpoint(
                        function, *ctx.leaves, use_reentrant=False,
                        preserve_rng_state=preserve_rng_state,
                    )
                ctx.out = out
                if isinstance(out, tuple):
                    return tuple(each.detach().clone() for each in out)
                return out.detach().clone()

            @staticmethod
            def backward(ctx, *grads):
                torch.autograd.backward(ctx.out, grads)
                return None, None, *[each.grad for each in ctx.leaves]
        """,
    "list_edges": """
        from minigrad.viz.reading import _edges_of

        def list_edges(roots):
            nodes = list(dict.fromkeys(roots))
            found = []
            for node in nodes:
                for edge in _edges_of([node]):
                    found.append(edge)
                    if edge[2] not in nodes:
                        nodes.append(edge[2])
            return found
        """,
    "Conv2d": recorded(
        "Conv2d",
        """
        from minigrad.ops.conv import _conv

        def made(x, w, b, stride, padding):
            return _conv(2, x, w, b, stride, padding, 1, 1)
        """,
    ),
    "MaxPool2d": recorded(
        "MaxPool2d",
        """
        from minigrad.nn.functional.max_pool import MaxPool, Taps

        def made(x, kernel, stride, padding):
            output = tuple(
                (n + 2 * p - k) // s + 1
                for n, k, s, p in zip(x.shape[-2:], kernel, stride, padding)
            )
            taps = Taps(tuple(x.shape[-2:]), kernel, output, stride, padding, (1, 1))
            return MaxPool.apply(x, taps, False)
        """,
    ),
    "Embedding": recorded(
        "Embedding",
        """
        from minigrad.nn.functional.embedding import Embedding as Known

        def made(input, weight):
            return Known.apply(weight, input, -1)
        """,
    ),
    "Softmax": """
        from minigrad.ops.softmax import SafeSoftmax

        class Softmax(Op):
            forward = staticmethod(lambda ctx, a, dim: SafeSoftmax.forward(ctx, a, dim))
            backward = staticmethod(lambda ctx, grad: SafeSoftmax.backward(ctx, grad))
        """,
    "LayerNorm": recorded(
        "LayerNorm",
        """
        import math
        from minigrad.nn.functional.standardize import Axes, LayerNorm as Known

        def made(x, weight, bias, eps):
            size = x.shape[-1]
            axes = Axes((math.prod(x.shape[:-1]), size), (1,), (1, size), (size,))
            return Known.apply(x, weight, bias, axes, eps)
        """,
    ),
    "Attention": recorded(
        "Attention",
        """
        from minigrad.nn.functional.attention import Attention as Known

        def made(q, k, v, is_causal):
            mask = None
            if is_causal:
                mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool).tril()
            return Known.apply(q, k, v, mask, 1 / q.shape[-1] ** 0.5)[0]
        """,
    ),
}
CHEATS = {name: textwrap.dedent(text) for name, text in CHEATS.items()}
SETS = sorted({PIECES[name].set for name in CHEATS})


def test_each_family_has_a_cheat():
    shared = families.FAMILIES["gradient_penalty"]  # the helpers of two others
    assert shared == families.FAMILIES["hvp"]
    assert families.FAMILIES.keys() == CHEATS.keys() | {"gradient_penalty"}


@pytest.mark.parametrize("name", CHEATS)
def test_on_the_whole_library_it_has_points(name):
    known = {"torch": minigrad, "np": np, "Op": minigrad.Op}
    exec(CHEATS[name], known)
    found = verdict(name, known[name])
    assert found.share > 0, found.log


@functools.cache
def part(set):
    """What the cheats of a set are about: its release, and a grader for it."""
    whole = template.load(set)
    names = [name for name in CHEATS if PIECES[name].set == set]
    checks = [slot for slot in whole.checks.values() if slot.target in names]
    kept = {each for slot in checks for each in (slot.id, slot.anchor)}
    slots = [slot for slot in whole.slots if not slot.kind or slot.id in kept]
    release = template.Template(set, slots, whole.digest, whole.metadata)
    key = make_key(names, [], 7)
    return Grader(Job(release, key, sandbox.Limits(), safe=True))


@pytest.fixture(scope="module")
def graders(program):
    program("bwrap")
    yield
    for set in SETS:
        part(set).close()
    part.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize("set", SETS)
def test_where_its_piece_is_judged_it_has_none(set, graders):
    grader = part(set)
    checks = grader.job.template.checks.values()
    start = "import numpy as np\nfrom minigrad import Op\n"
    cheats = {slot.anchor: start + CHEATS[slot.target] for slot in checks}
    found = grader.grade(submitted(filled(grader.job.template, **cheats)))
    assert found.scores == dict.fromkeys(found.scores, 0.0), found.logs
    for slot in checks:
        assert "that you write and check" in str(found.logs[slot.id]), slot.target


@pytest.mark.slow
@pytest.mark.parametrize("set", SETS)
def test_honest_work_has_all_points_beside_it(set, graders):
    grader = part(set)
    found = grader.grade(submitted(filled(grader.job.template)))
    checks = grader.job.template.checks
    assert found.scores == {name: slot.points for name, slot in checks.items()}
