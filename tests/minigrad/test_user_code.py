"""Code of the user's that runs in a pass, and passes that PyTorch refuses or warns of.

Hooks that get no gradient, saved-tensor hooks that are left, passes inside passes.
"""

import threading
import warnings

import numpy as np
import pytest
import torch
from oracle import same, same_error

import minigrad
from minigrad import errors, speed

VECTOR = np.array([0.5, -1.5, 2.0])
FOUR = np.array([0.5, 1.5, 2.0, 3.0])


def noted(value):
    """A gradient, or several, as numbers."""
    if isinstance(value, tuple | list):
        return [noted(each) for each in value]
    return None if value is None else value.detach().tolist()


def noting(log: list, name: str):
    """A hook that notes what it got."""
    return lambda *given: log.append((name, noted(given)))


def ends(lib):
    """A Function whose backward gives no gradient."""

    class Ends(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return None

    return Ends.apply


# -- hooks where no gradient arrives ---------------------------------------------------


def test_hooks_of_a_non_leaf_that_gets_no_gradient_are_called_with_none():
    def program(lib, x):
        log = []
        y = x * 3
        y.register_hook(noting(log, "tensor"))
        y.retain_grad()
        y.grad_fn.register_prehook(noting(log, "prehook"))
        y.grad_fn.register_hook(noting(log, "node hook"))
        ends(lib)(y).sum().backward()
        return log, y.grad, x.grad

    assert same(program, VECTOR, order=0)["result"][0]  # they are called


def test_hooks_of_a_leaf_that_gets_no_gradient_are_called_with_none():
    def program(lib, x):
        log = []
        y = ends(lib)(x)
        (accumulates, _), *_ = y.grad_fn.next_functions
        x.register_hook(noting(log, "tensor"))
        x.register_post_accumulate_grad_hook(lambda leaf: log.append(noted(leaf.grad)))
        accumulates.register_prehook(noting(log, "prehook"))
        accumulates.register_hook(noting(log, "node hook"))
        y.sum().backward()
        (x * 2).sum().backward()
        y.sum().backward()
        return log, x.grad

    assert len(same(program, VECTOR, order=0)["result"][0]) == 12


@pytest.mark.parametrize(
    "change", [lambda x: x.requires_grad_(False), lambda x: x.detach_()]
)
def test_hooks_of_a_leaf_that_takes_no_gradient_any_more(change):
    def program(lib, x):
        log = []
        y = x * 2
        (accumulates, _), *_ = y.grad_fn.next_functions
        x.register_hook(noting(log, "tensor"))
        x.register_post_accumulate_grad_hook(lambda leaf: log.append(noted(leaf.grad)))
        accumulates.register_prehook(noting(log, "prehook"))
        accumulates.register_hook(noting(log, "node hook"))
        change(x)
        y.sum().backward()
        return log, x.grad

    assert len(same(program, VECTOR, order=0)["result"][0]) == 4


def test_a_hook_of_an_input_of_grad_that_gets_no_gradient():
    def program(lib, x):
        log = []
        x.register_hook(noting(log, "x"))
        out = ends(lib)(x).sum()
        return lib.autograd.grad(out, x, allow_unused=True), log

    same(program, VECTOR, order=0)


def test_a_hook_of_an_output_that_was_not_used():
    def program(lib, x):
        log = []
        first, second = (x + 1).split(2)
        second.register_hook(noting(log, "second"))
        second.retain_grad()
        first.register_hook(noting(log, "first"))
        first.grad_fn.register_prehook(noting(log, "prehook"))
        first.sum().backward()
        log.sort()  # PyTorch goes by the number of the output
        return log, x.grad, second.grad

    same(program, FOUR, order=0)


def test_hooks_of_the_outputs_of_a_users_function():
    def program(lib, x):
        log = []

        class Two(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 1, x * 2

            @staticmethod
            def backward(ctx, first, second):
                log.append(noted([first, second]))
                return first

        for name, used in (("first", 0), ("second", 1)):
            outs = Two.apply(x)
            outs[1 - used].register_hook(noting(log, name))
            outs[0].grad_fn.register_prehook(noting(log, "prehook"))
            outs[used].sum().backward()
        return log, x.grad

    same(program, VECTOR, order=0)


def test_what_no_gradient_reached_is_freed_though_it_has_a_hook():
    def program(lib, x):
        log = []
        y = x.exp()
        y.register_hook(noting(log, "y"))
        out = ends(lib)(y).sum()
        out.backward()
        out.backward()

    same_error(program, VECTOR, says="a second time")


def in_the_place_of_none(lib, x):
    y = x * 3
    y.register_hook(lambda grad: x.detach())
    ends(lib)(y).sum().backward()


def before_a_node_in_the_place_of_none(lib, x):
    y = x * 3
    y.grad_fn.register_prehook(lambda grads: (x.detach(),))
    ends(lib)(y).sum().backward()


def after_a_node_in_the_place_of_none(lib, x):
    y = x * 3
    y.grad_fn.register_hook(lambda into, out: (x.detach(), None))
    ends(lib)(y).sum().backward()


def after_accumulation(result):
    def program(lib, x):
        x.register_post_accumulate_grad_hook(result)
        (x * 2).sum().backward()

    return program


@pytest.mark.parametrize(
    "program, says",
    [
        (in_the_place_of_none, "can't replace a None gradient"),
        (before_a_node_in_the_place_of_none, "can't replace a None gradient"),
        (after_a_node_in_the_place_of_none, "can't replace a None gradient"),
        (after_accumulation(lambda leaf: leaf.grad * 2), "should return None"),
        (after_accumulation(lambda leaf: 0), "expected Variable, but hook returned"),
        (after_accumulation(lambda leaf: leaf.sum()), "changed the size"),
    ],
)
def test_what_hooks_must_not_return(program, says: str):
    same_error(program, VECTOR, says=says)


def test_a_hook_after_accumulation_may_return_the_leaf_itself():
    program = after_accumulation(lambda leaf: leaf)
    same(lambda lib, x: program(lib, x) or x.grad, VECTOR, order=0)


def test_a_hook_that_an_inner_pass_registers_runs_in_the_outer_one():
    def program(lib, x):
        log = []
        y = x * 2

        class Inner(lib.autograd.Function):
            @staticmethod
            def forward(ctx, y):
                return y * 1

            @staticmethod
            def backward(ctx, grad):
                def more(_):
                    x.register_hook(noting(log, "leaf"))
                    y.register_hook(noting(log, "tensor"))

                with lib.enable_grad():
                    w = lib.ones(3, requires_grad=True)
                    w.register_hook(more)
                    (w * 2).sum().backward()
                return grad

        Inner.apply(y).sum().backward()
        return log

    same(program, VECTOR, order=0)


# -- hooks of several tensors ----------------------------------------------------------


@pytest.mark.parametrize("mode", ["all", "any"])
@pytest.mark.parametrize("used", [[0, 1, 2], [1, 2], [0]])
def test_a_hook_of_several_leaves(mode: str, used: list[int]):
    def program(lib, *leaves):
        log, leaves = [], [*leaves, leaves[1]]
        register = lib.autograd.graph.register_multi_grad_hook
        handle = register(leaves, noting(log, mode), mode=mode)
        for removed in (False, False, True):
            if removed:
                handle.remove()
            sum((leaves[i] * (i + 2)).sum() for i in used).backward()
            log.append("passed")
        return log

    same(program, VECTOR, VECTOR * 2, VECTOR * 3, order=0)


@pytest.mark.parametrize("mode", ["all", "any"])
def test_a_hook_of_several_results(mode: str):
    def program(lib, x):
        log = []
        first, second = (x * 2).split(2)
        others = x.exp(), x * 3
        out = others[0].sum() + first.prod()
        lib.autograd.graph.register_multi_grad_hook(
            (first, second, *others), noting(log, mode), mode=mode
        )
        out.backward()
        return log, x.grad

    same(program, FOUR, order=0)


def test_a_hook_of_any_of_several_tensors_that_raises_or_meets_an_inner_pass():
    def program(lib, x, w):
        log = []

        class Inner(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                with lib.enable_grad():
                    (w * 3).sum().backward()
                return grad * 2

        def hook(grad):
            log.append(noted(grad))
            if len(log) > 2:
                raise ValueError("no more")

        constant = x.detach()  # "any" leaves it out
        register = lib.autograd.graph.register_multi_grad_hook
        register((x, w, constant), hook, mode="any")
        Inner.apply(x).sum().backward()
        for _ in range(2):
            with pytest.raises(ValueError):
                (x * w).sum().backward()
        return log

    same(program, VECTOR, VECTOR, order=0)


def test_a_hook_of_several_tensors_of_an_unknown_mode():
    def program(lib, x):
        lib.autograd.graph.register_multi_grad_hook([x], print, mode="some")

    same_error(program, VECTOR, says="Expects mode to be one of ('all', 'any')")


# -- saved-tensor hooks ----------------------------------------------------------------


def context(lib, log: list, pack=lambda tensor: tensor, unpack=lambda tensor: tensor):
    """Saved-tensor hooks that note their calls."""

    def packs(tensor):
        log.append("packed")
        return pack(tensor)

    def unpacks(kept):
        log.append("unpacked")
        return unpack(kept)

    return lib.autograd.graph.saved_tensors_hooks(packs, unpacks)


def left_by_a_hook(lib, x, log, ctx):
    ctx.__enter__()
    y = (x * x).exp()
    y.register_hook(lambda grad: ctx.__exit__())
    return y


def entered_by_a_hook(lib, x, log, ctx):
    y = (x * x).exp()
    y.register_hook(lambda grad: ctx.__enter__())
    return y


def left_in_a_backward(lib, x, log, ctx):
    class Leaves(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(_, grad):
            ctx.__exit__()
            return grad

    ctx.__enter__()
    return Leaves.apply(x.exp())


def left_while_unpacking(lib, x, log, ctx):
    inner = context(lib, log, unpack=lambda kept: ctx.__exit__() or kept)
    ctx.__enter__()
    with inner:
        return x.exp()


def left_while_packing(lib, x, log, ctx):
    once = []

    def pack(tensor):
        if not once:
            once.append(inner.__exit__())
        return tensor

    inner = context(lib, log, pack)
    inner.__enter__()
    return (x * x).exp()


@pytest.mark.parametrize(
    "begin",
    [
        left_by_a_hook,
        entered_by_a_hook,
        left_in_a_backward,
        left_while_unpacking,
        left_while_packing,
    ],
)
def test_what_a_pass_does_with_saved_tensor_hooks_ends_with_it(begin):
    def program(lib, x):
        log = []
        ctx = context(lib, log)
        begin(lib, x, log, ctx).sum().backward()
        log.append("passed")
        (x * x).sum().backward()
        if begin not in (entered_by_a_hook, left_while_packing):
            ctx.__exit__()
        log.append("left")
        (x * x).sum().backward()
        return log, x.grad

    before = list(speed.active)
    same(program, VECTOR, order=0)
    assert speed.active == before


def changed_by(change, of):
    def program(lib, x):
        def pack(tensor):
            change(lib, tensor)
            return tensor

        with lib.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
            return of(x)

    return program


def without_grad(lib, tensor):
    with lib.no_grad():
        tensor.mul_(2)


@pytest.mark.parametrize(
    "change",
    [
        lambda lib, tensor: tensor.add_(1),
        lambda lib, tensor: tensor.detach().add_(1),
        lambda lib, tensor: tensor[0].add_(1),
        without_grad,
    ],
)
@pytest.mark.parametrize("of", [lambda x: x.clone(), lambda x: x])
def test_a_pack_hook_must_not_change_what_it_gets(change, of):
    program = changed_by(change, lambda x: of(x) * of(x))
    same_error(program, VECTOR, says="pack hook is modifying its input in place")


def test_a_change_by_data_in_a_pack_hook_is_not_noticed():
    program = changed_by(lambda lib, tensor: tensor.data.add_(1), lambda x: x.exp())
    same(program, VECTOR, order=0)


def test_hooks_compute_without_a_history():
    def program(lib, x):
        log = []

        def pack(tensor):
            log.append([lib.is_grad_enabled(), tensor.requires_grad])
            return tensor * 2

        def unpack(kept):
            log.append([lib.is_grad_enabled(), kept.requires_grad])
            return kept / 2

        with lib.autograd.graph.saved_tensors_hooks(pack, unpack):
            y = (x * x * 1.5).exp()
            y.sum().backward()
        return log, x.grad

    same(program, VECTOR, order=0)


@pytest.mark.parametrize("replaced", [True, False])
@pytest.mark.parametrize("leaf", [True, False])
def test_a_packed_tensor_has_the_version_of_what_the_hooks_give(replaced, leaf):
    def program(lib, x):
        log = []

        class Sin(lib.autograd.Function):
            @staticmethod
            def forward(ctx, a):
                ctx.save_for_backward(a)
                return a.sin()

            @staticmethod
            def backward(ctx, grad):
                (saved,) = ctx.saved_tensors
                saved.add_(1)
                log.append([noted(saved), saved.is_leaf, saved.requires_grad])
                log.append([a._version, other._version, noted(a), noted(other)])
                return grad

        a = x if leaf else x * 1
        other = x.detach().clone()
        hooks = lib.autograd.graph.saved_tensors_hooks(
            lambda tensor: other if replaced else tensor, lambda kept: kept
        )
        with hooks:
            y = Sin.apply(a)
        y.sum().backward()
        return log

    same(program, VECTOR, order=0)


def test_a_packed_leaf_can_be_differentiated_by():
    def program(lib, x):
        hooks = lib.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t)
        with hooks:
            y = x**3
        (grad,) = lib.autograd.grad(y.sum(), x, create_graph=True)
        (second,) = lib.autograd.grad(grad.sum(), x, create_graph=True)
        second.sum().backward()
        return grad, second, x.grad

    same(program, VECTOR, order=0, graph=False, text=False)


# -- a second pass ---------------------------------------------------------------------


def an_entry(t, x, y):
    t[0] = y[0]


def a_piece(t, x, y):
    t[:2] = y[:2]


def a_number(t, x, y):
    t[0] = 3.0


def by_places(t, x, y):
    t[[0, 1]] = y[[1, 1]]


def by_a_mask(t, x, y):
    t[x > 1] = 1.0


def of_a_view(t, x, y):
    t.view(2, 2)[0] = y[:2]


def factors_of_a_piece(t, x, y):
    t[:2].mul_(3)


@pytest.mark.parametrize(
    "change",
    [an_entry, a_piece, a_number, by_places, by_a_mask, of_a_view, factors_of_a_piece],
)
@pytest.mark.parametrize("retain", [False, True])
def test_a_second_pass_through_a_change_in_place(change, retain: bool):
    def program(lib, x, y):
        t = x.clone()
        change(t, x, y)
        t.sum().backward(retain_graph=retain)
        t.sum().backward()
        return x.grad, y.grad

    if retain:
        same(program, FOUR, FOUR, order=0)
    else:
        same_error(program, FOUR, FOUR, says="a second time")


@pytest.mark.parametrize("key", [[1, 1], [True, False, True, True]])
def test_a_second_pass_through_what_was_taken_by_an_index(key: list):
    def program(lib, x, again):
        y = x[lib.tensor(key)]
        y.sum().backward(retain_graph=again)
        y.sum().backward()
        return x.grad

    same(program, FOUR, True, order=0)
    same_error(program, FOUR, False, says="a second time")


@pytest.mark.parametrize("key", [[1, 1], [True, False, True, True]])
def test_saved_indices_are_packed_and_unpacked(key: list):
    def program(lib, x):
        log = []
        with context(lib, log):
            y = x[lib.tensor(key)] ** 3
        (grad,) = lib.autograd.grad(y.sum(), x, create_graph=True)
        grad.sum().backward()
        return x.grad, log

    same(program, FOUR, order=0)


def test_outputs_that_are_not_differentiable_give_none_where_nothing_is_materialized():
    def program(lib, x, materialize):
        log = []

        class Four(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.set_materialize_grads(materialize)
                marked = x.clone()
                ctx.mark_non_differentiable(marked)
                return x.clone(), marked, (x > 0).long(), x * 2

            @staticmethod
            def backward(ctx, *grads):
                log.append(noted(grads))
                return grads[0]

        first, marked, whole, unused = Four.apply(x)
        first.sum().backward()
        return log, marked.requires_grad, whole.requires_grad, unused.requires_grad

    same(program, VECTOR, False, order=0)
    same(program, VECTOR, True, order=0)


# -- passes inside passes --------------------------------------------------------------


def deep(lib, visit=lambda level: None):
    """A Function whose backward runs a pass through itself, `level` times."""

    class Deep(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, level):
            ctx.level = level
            return x * 1

        @staticmethod
        def backward(ctx, grad):
            visit(ctx.level)
            if ctx.level:
                with lib.enable_grad():
                    inner = lib.ones(1, requires_grad=True)
                    Deep.apply(inner, ctx.level - 1).sum().backward()
                return grad * inner.grad, None
            return grad * 2, None

    return Deep.apply


def test_passes_may_be_nested_thousands_deep():
    def program(lib, x):
        deep(lib)(x, 3000).sum().backward()
        return x.grad

    threads = threading.active_count()
    same(program, np.ones(1), dtype=np.float32, order=0)
    assert threading.active_count() == threads


def test_nested_passes_through_hooks():
    def program(lib, x):
        def hook(grad):
            levels.append(0)
            if len(levels) < 300:
                (x * 2).sum().backward(inputs=[x])

        levels = []
        x.register_hook(hook)
        x.sum().backward()
        return len(levels), x.grad

    same(program, VECTOR, order=0)


@pytest.mark.parametrize("create_graph", [True, False])
@pytest.mark.filterwarnings("ignore:Using backward")
@pytest.mark.filterwarnings("ignore:Anomaly Detection")
def test_a_pass_in_another_thread_has_the_modes_of_its_own(create_graph: bool):
    seen = set()

    def visit(level):
        hooks, task = mode.saved_hooks, mode.graph_task
        recorded = minigrad.is_grad_enabled()
        anomaly = minigrad.is_anomaly_enabled()
        numpy = np.geterr()["divide"]
        seen.add((recorded, anomaly, numpy, len(hooks), task.create_graph))
        where.add(threading.get_ident())

    from minigrad.core.mode import mode

    where = set()
    x = minigrad.ones(1, requires_grad=True)
    log = []
    with (
        minigrad.autograd.detect_anomaly(),
        context(minigrad, log),
        np.errstate(divide="raise"),
    ):
        deep(minigrad, visit)(x, 99).sum().backward(create_graph=create_graph)
    expected = {(False, True, "raise", 1, False)}
    if create_graph:  # of the outermost pass alone
        expected.add((True, True, "raise", 1, True))
    assert seen == expected and len(where) == 4
    assert not mode.saved_hooks and not mode.around and minigrad.is_grad_enabled()


def test_saved_tensor_hooks_left_in_another_thread_come_back():
    def program(lib, x):
        log = []
        ctx = context(lib, log)

        for left in range(60, 100, 3):

            def visit(level, left=left):
                if level == left:
                    ctx.__exit__()

            with ctx:
                deep(lib, visit)(x, 99).sum().backward()
                log.append("passed")
                (x * x).sum().backward()
        return log, x.grad

    before = list(speed.active)
    same(program, np.ones(1), dtype=np.float32, order=0)
    assert speed.active == before


def test_an_error_deep_inside_reaches_the_caller():
    def program(lib, x):
        def visit(level):
            if level == 0:
                raise KeyError("deep")

        with pytest.raises(KeyError, match="deep"):
            deep(lib, visit)(x, 200).sum().backward()
        deep(lib)(x, 2).sum().backward()
        return x.grad

    same(program, np.ones(1), dtype=np.float32, order=0)


# -- a warning -------------------------------------------------------------------------


@pytest.fixture
def first_pass(monkeypatch):
    """As in a new process: nothing was warned of."""
    monkeypatch.setattr(errors, "unwarned", ["of a cycle"])


def caught(lib, program) -> list[str]:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        program(lib)
    return [str(each.message).split(" (Trig")[0] for each in found]


@pytest.mark.parametrize("inputs", [True, False])
def test_backward_with_create_graph_warns_of_a_cycle_as_pytorch_does(
    first_pass, inputs: bool
):
    def program(lib):
        x = lib.ones(3, requires_grad=True)
        options = {"inputs": [x]} if inputs else {}
        (x * x).sum().backward(create_graph=True, **options)
        x.grad = None

    expected = caught(torch, program)
    assert caught(minigrad, program) == expected and len(expected) == 1
    assert caught(minigrad, program) == []  # once in a process


def test_grad_warns_of_no_cycle(first_pass):
    def program(lib):
        x = lib.ones(3, requires_grad=True)
        (first,) = lib.autograd.grad((x**3).sum(), x, create_graph=True)
        first.sum().backward()

    assert caught(torch, program) == caught(minigrad, program) == []


def test_the_warning_names_the_line_that_asks_for_the_cycle(first_pass):
    x = minigrad.ones(3, requires_grad=True)
    with pytest.warns(UserWarning, match="reference cycle") as found:
        (x * x).sum().backward(create_graph=True)
    assert found[0].filename == __file__
    x.grad = None
