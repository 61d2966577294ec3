"""Depth and memory: long chains, wide nodes, many uses, many threads.

Chains that end without a recursion error are in `test_order.py`, and what a step leaves
behind in `test_memory.py`.
"""

import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from oracle import same

import minigrad
from minigrad import Tensor, speed
from minigrad.core.graph import watchers

MANY = 10_000


class Twice(minigrad.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


# One link of a chain: (how many nodes it makes, how it goes on from y).
LINKS = {
    "a constant added": (1, lambda y, w: y + 1.0),
    "a product": (1, lambda y, w: y * w),
    "a function": (1, lambda y, w: y.tanh()),
    "a layer": (3, lambda y, w: (y * w).tanh() + w),
}


def chain(link: Callable, length: int) -> Tensor:
    w = minigrad.full((2,), 0.9, requires_grad=True)
    y = w
    for _ in range(length):
        y = link(y, w)
    return y


def bytes_of(make: Callable[[], object]) -> int:
    """The bytes that what `make` returns keeps."""
    make()  # what is made only once is made here
    tracemalloc.start()
    try:
        made = make()
        size = tracemalloc.get_traced_memory()[0]
        del made
        return size
    finally:
        tracemalloc.stop()


@pytest.fixture
def unwatched():
    """Nothing watches new nodes: minigrad.viz, once it is there, keeps their shapes."""
    before = watchers[:]
    watchers.clear()
    yield
    watchers[:] = before


@pytest.mark.skipif(not speed.is_loaded, reason="of the forms in minigrad/speed")
@pytest.mark.parametrize("name", LINKS)
def test_a_node_costs_at_most_450_bytes_over_its_data(unwatched, name: str):
    nodes, link = LINKS[name]
    length = 1000
    graph = bytes_of(lambda: chain(link, length))
    data = bytes_of(lambda: [np.ones(2, np.float32) for _ in range(length * nodes)])
    assert (graph - data) / (length * nodes) <= 450


def events(work: Callable[[], None]) -> int:
    """How many calls, of Python's functions and of C's, `work` makes."""
    count = 0

    def seen(frame, event: str, arg) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", LINKS)
def test_the_work_grows_as_the_chain_does(name: str):
    link = LINKS[name][1]

    def work(length: int) -> Callable[[], None]:
        return lambda: chain(link, length).sum().backward()

    work(10)()
    short, long = events(work(500)), events(work(2000))
    assert 3.5 * short < long < 4.1 * short


@pytest.mark.slow
def test_the_time_of_a_million_nodes_is_ten_times_that_of_a_hundred_thousand():
    def seconds(length: int) -> float:
        start = time.process_time()
        y = chain(LINKS["a layer"][1], length)
        y.sum().backward()
        del y
        return time.process_time() - start

    seconds(1000)
    short = min(seconds(33_333) for _ in range(3))
    assert seconds(333_333) < 20 * short  # ten, and room for the caches


# -- wide nodes -------------------------------------------------------------------


def parts_of(lib, x, count: int = MANY) -> list:
    """`count` tensors that depend on x, each in another way."""
    return [x * (i % 7 - 3.0) for i in range(count)]


JOINED = {
    "cat": lambda lib, parts: lib.cat(parts).reshape(-1, 2),
    "stack": lambda lib, parts: lib.stack(parts),
}


@pytest.mark.parametrize("name", JOINED)
def test_ten_thousand_inputs_into_one_node(name: str):
    def program(lib, x, weights):
        out = JOINED[name](lib, parts_of(lib, x))
        (out * weights).sum().backward()
        return out.shape, x.grad

    weights = np.random.default_rng(0).standard_normal((MANY, 2))
    same(program, np.array([0.5, -1.5]), weights, order=0, graph=False, tolerance=1e-9)


def test_ten_thousand_arguments_of_a_function():
    def program(lib, x):
        class Total(lib.autograd.Function):
            @staticmethod
            def forward(ctx, *parts):
                ctx.save_for_backward(*parts)
                return sum(part * i for i, part in enumerate(parts))

            @staticmethod
            def backward(ctx, grad):
                assert len(ctx.saved_tensors) == MANY
                return tuple(grad * i for i in range(MANY))

        out = Total.apply(*parts_of(lib, x))
        out.sum().backward()
        return out, x.grad

    same(program, np.array([0.5, -1.5]), order=0, graph=False, text=False)


def test_two_thousand_outputs_of_a_function():
    count = 2000

    def program(lib, x):
        class Multiples(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return tuple(x * i for i in range(count))

            @staticmethod
            def backward(ctx, *grads):
                return sum(grad * i for i, grad in enumerate(grads))

        outs = Multiples.apply(x)
        (outs[3] * outs[-1] + outs[count // 2]).sum().backward()
        return x.grad

    same(program, np.array([0.5, -1.5]), order=0, tolerance=1e-9)


# -- many uses --------------------------------------------------------------------

USES = {
    "of a leaf": lambda x: x,
    "of a result": lambda x: x.exp(),
    "of a view": lambda x: x.reshape(1, 2),
}


@pytest.mark.parametrize("name", USES)
def test_ten_thousand_uses_of_one_tensor(name: str):
    def program(lib, x):
        y = USES[name](x)
        total = 0
        for i in range(MANY):
            total = total + y * (i % 7 - 2.5)
        total.sum().backward()
        return x.grad

    same(program, np.array([0.5, -1.5]), order=0, tolerance=1e-9)


def test_many_uses_need_one_gradient_at_a_time():
    x = minigrad.ones(1000, requires_grad=True)
    y = x * 1.0
    out = y * 0.5
    for _ in range(300):
        out = out + y
    tracemalloc.start()
    try:
        out.backward(minigrad.ones(1000))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert x.grad[0].item() == 300.5
    assert peak < 20 * 4000 + 300 * 450  # some arrays of 1,000, not 300 of them


# -- threads ----------------------------------------------------------------------


@pytest.fixture
def restless() -> Iterator[None]:
    """Python changes from thread to thread as often as it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


MAKERS = {
    "a product": lambda leaf: (leaf * 3.0).sum(),
    "many uses": lambda leaf: (leaf + leaf + leaf).sum(),
    "a function": lambda leaf: (Twice.apply(leaf) + leaf).sum(),
}


@pytest.mark.parametrize("name", MAKERS)
def test_threads_over_one_leaf_lose_no_gradient(name: str, restless):
    threads, rounds, steps = 6, 10, 10
    leaf = minigrad.zeros(50, requires_grad=True)
    start = threading.Barrier(threads + 1)
    errors = []

    def work() -> None:
        for _ in range(rounds):
            start.wait()  # so that the first gradients of all come at once
            try:
                for _ in range(steps):
                    MAKERS[name](leaf).backward()
            except Exception as error:  # shown below: it is lost otherwise
                errors.append(error)
            start.wait()

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    found = []
    for _ in range(rounds):
        leaf.grad = None
        start.wait()
        start.wait()
        found.append(leaf.grad.tolist())
    for worker in workers:
        worker.join()
    assert not errors
    assert found == [[3.0 * threads * steps] * 50] * rounds


FREED = """
import weakref
import minigrad
from minigrad.autograd import in_browser

x = y = minigrad.ones(3, requires_grad=True)
nodes = []
for _ in range(2_000):
    y = (y * 1.0).reshape(3) + minigrad.stack(y.exp().unbind()) * 0.0
    nodes.append(weakref.ref(y.grad_fn))
y.sum().backward(retain_graph=True)
assert all(node() is not None for node in nodes)
del y
assert all(node() is None for node in nodes)
assert in_browser.pile == []
"""


def test_the_way_in_which_a_browser_frees_leaves_no_node():
    """In a process of its own, since it stays."""
    command = [sys.executable, "-W", "error", "-c", FREED]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
