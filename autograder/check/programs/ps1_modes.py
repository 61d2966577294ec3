"""Problem set 1: detach and no_grad."""

import threading
from itertools import islice

from ..inputs import Floats, OneOf, Sequences, given, of_shapes
from .program import program
from .ps1 import TWO, Stop
from .rows import Recorder, followed, outcome, steps

# -- detach -----------------------------------------------------------------------


@program("detach", inputs=[(Floats((3,)),), (Floats(()),), (Floats((2, 0)),)])
def detached(lib, x):
    """d = sin(x).detach()"""
    hidden = x.sin()
    out = hidden.detach()
    return {
        "d": out,
        "d requires grad": out.requires_grad,
        "d is a leaf": out.is_leaf,
        "sin(x) requires grad": hidden.requires_grad,
        "d is sin(x)": out is hidden,
    }


@program("detach", inputs=[(Floats((3,)), given(each)) for each in (True, False)])
def detached_leaf(lib, x, frozen):
    """d = x.detach() for a leaf, which may require grad or not"""
    x.requires_grad_(not frozen)
    out = x.detach()
    return {
        "d requires grad": out.requires_grad,
        "x requires grad": x.requires_grad,
        "d is x": out is x,
        "d": out,
    }


@program("detach", order=2, inputs=of_shapes([(3,)]))
def half_of_a_square(lib, x):
    """out = x * x.detach() + sin(x)"""
    return x * x.detach() + x.sin()


@program("detach", inputs=of_shapes([(3,), (3,)]))
def cut_in_the_middle(lib, x, y):
    """out = h.detach() * y + h, where h = sin(x)"""
    hidden = x.sin()
    return hidden.detach() * y + hidden


@program("detach", inputs=[(Floats((2, 3)), OneOf((0.0, 7.5, -1.0)))])
def the_same_memory(lib, x, number):
    """d = h.detach() for h = x + 0; then an entry of d is set, and h is looked at"""
    hidden = x + 0
    out = hidden.detach()
    out[0, 1] = number
    return {"h": hidden.detach().clone(), "d": out}


@program("detach", inputs=[(Floats((3,)), given(each)) for each in ("sin", "add")])
def changes_are_noticed(lib, x, how):
    """out = sin(h) or h + 1, where h = x * 1; h.detach() changes before backward()"""
    inner = x * 1
    out = inner.sin() if how == "sin" else inner + 1
    out_sum = out.sum()
    inner.detach().add_(1.0)
    return {
        "outcome": outcome(out_sum.backward),
        "changes of h": inner._version,
        "gradient of x": x.grad,
    }


@program("detach", inputs=of_shapes([(3,)]))
def changed_the_other_way(lib, x):
    """d = h.detach(), y = sin(d with requires_grad); h changes before and after"""
    hidden = x * 1
    with lib.no_grad():
        hidden.add_(1.0)
    out = hidden.detach().requires_grad_()
    y = out.sin().sum()
    with lib.no_grad():
        hidden.add_(1.0)
    return {"changes of d": out._version, "outcome": outcome(y.backward)}


KINDS = ("h is saved", "d is saved", "h changes", "d changes", "h is detached")


@program("detach", inputs=[(*TWO[0], steps(*KINDS, "backward", count=20))] * 3)
def saved_and_changed(lib, x, y, steps):
    """h = x * 1 and d = h.detach(); then these steps, where (h * y).sum() saves h"""
    hidden = x * 1
    ds = [hidden.detach()]

    def changes(tensor):
        with lib.no_grad():
            tensor.add_(1.0)

    acts = {
        "h is saved": lambda: (hidden * y).sum(),
        "d is saved": lambda: (ds[-1] * y).sum(),
        "h changes": lambda: changes(hidden),
        "d changes": lambda: changes(ds[-1]),
        "h is detached": lambda: ds.append(hidden.detach()),
    }
    return {"gradients of y": followed(lib, y, steps, acts), "d": ds[0].clone()}


@program("detach", inputs=of_shapes([(3,)]))
def detached_in_a_second_pass(lib, x):
    """out = x.detach() / x + x * x * x: the gradient of its gradient"""
    out = (x.detach() / x + x * x * x).sum()
    (first,) = lib.autograd.grad(out, x, create_graph=True)
    (second,) = lib.autograd.grad(first.sum(), x)
    return {"first derivative": first, "its gradient": second}


@program("detach", inputs=[(Floats((3,), "float32"),)])
def detached_twice(lib, x):
    """d = x.detach().detach(), in float32"""
    out = x.detach().detach()
    return {"d": out, "d requires grad": out.requires_grad}


# -- no_grad ----------------------------------------------------------------------

VECTOR = Floats((20,))


@program("no_grad", inputs=[(VECTOR, given(1)), (VECTOR, OneOf((2, 3, 4)))])
def inside_and_after(lib, x, count):
    """the squares of so many entries of x before, inside and after a no_grad block"""
    recorded = Recorder(lib, x)
    before = [recorded() for _ in range(count)]
    with lib.no_grad():
        inside = [recorded() for _ in range(count)]
    return {
        "recorded before": str(before),
        "recorded inside": str(inside),
        "recorded after": recorded(),
    } | recorded.gradient()


_BLOCKS = ("no_grad", "no_grad", "enable_grad")


@program("no_grad", inputs=[(VECTOR, Sequences(_BLOCKS, (2, 3, 4)))] * 4)
def nested(lib, x, blocks):
    """these blocks inside of each other: what is recorded on the way in and out?"""
    seen, recorded = [], Recorder(lib, x)

    def enter(depth: int) -> None:
        seen.append(recorded())
        if depth < len(blocks):
            with getattr(lib, blocks[depth])():
                enter(depth + 1)
            seen.append(recorded())

    enter(0)
    middle = len(blocks) + 1
    return {
        "recorded on the way in": str(seen[:middle]),
        "recorded on the way out": str(seen[middle:]),
    } | recorded.gradient()


@program("no_grad", inputs=[(VECTOR, given(each)) for each in (1, 2, 4)])
def broken_off(lib, x, depth):
    """an exception inside of so many no_grad blocks, caught outside"""

    recorded = Recorder(lib, x)

    def fail(depth: int) -> None:
        with lib.no_grad():
            recorded()
            if depth == 1:
                raise Stop
            fail(depth - 1)

    try:
        fail(depth)
        outcome = "no exception"
    except Stop:
        outcome = "the exception arrives"
    found = {"outcome": outcome, "recorded after": recorded()}
    return found | recorded.gradient()


@program("no_grad", inputs=of_shapes([(3,)]))
def one_step_downhill(lib, x):
    """x -= 0.1 * x.grad inside of no_grad, after a pass for (x * x).sum()"""
    (x * x).sum().backward()
    with lib.no_grad():
        x -= 0.1 * x.grad
    return {"x": x, "x is a leaf": x.is_leaf, "x requires grad": x.requires_grad}


@program("no_grad", inputs=[(VECTOR, OneOf((1, 2, 3, 4)))])
def as_a_decorator(lib, x, times):
    """a function below @no_grad() that calls itself so many times"""
    recorded = Recorder(lib, x)

    @lib.no_grad()
    def count(n: int) -> list[bool]:
        inside = [recorded()]
        return inside + (count(n - 1) if n else []) + [recorded()]

    found = {"recorded inside": str(count(times)), "recorded after": recorded()}
    return found | recorded.gradient()


@program("no_grad", inputs=[(VECTOR, OneOf((1, 2, 3, 4)))])
def around_a_generator(lib, x, times):
    """a generator below @no_grad(): recorded inside of it, and where it is used?"""
    inside, recorded = [], Recorder(lib, x)

    @lib.no_grad()
    def numbers():
        for i in range(times):
            inside.append(recorded())
            yield i

    outside = [recorded() for _ in islice(numbers(), 6)]
    found = {"recorded inside": str(inside), "recorded outside": str(outside)}
    return found | recorded.gradient()


@program("no_grad", inputs=[(VECTOR,)], threads=True)
def in_another_thread(lib, x):
    """another thread records while this one is inside of two blocks, and the reverse"""
    seen, recorded = {}, Recorder(lib, x)

    def other() -> None:
        seen["recorded in the thread"] = recorded()
        try:
            with lib.no_grad():
                entered.set()
                leave.wait(10)
        except Exception as error:
            errors.append(error)
        entered.set()
        seen["recorded in the thread, after its block"] = recorded()

    errors: list[Exception] = []
    entered, leave = threading.Event(), threading.Event()
    thread = threading.Thread(target=other)
    with lib.no_grad():
        with lib.no_grad():
            thread.start()
            entered.wait(10)
            seen["recorded inside"] = recorded()
        seen["recorded in the outer block"] = recorded()
    seen["recorded while the thread is inside"] = recorded()
    leave.set()
    thread.join(10)
    for error in errors:
        raise error
    seen["recorded at the end"] = recorded()
    return dict(sorted(seen.items())) | recorded.gradient()


@program("no_grad", inputs=[(VECTOR, given(each)) for each in (True, False)])
def made_before_it_is_entered(lib, x, inside):
    """no_grad() made inside or outside of another block, entered on the other side"""
    recorded = Recorder(lib, x)
    if inside:
        with lib.no_grad():
            block = lib.no_grad()
        with block:
            recorded()
        return {"recorded after": recorded()} | recorded.gradient()
    block = lib.no_grad()
    with lib.no_grad():
        with block:
            pass
        found = {"recorded after, in the outer block": recorded()}
    recorded()
    with block:  # once more, on this side
        recorded()
    found["recorded after it was entered again"] = recorded()
    return found | recorded.gradient()


@program("no_grad", inputs=[(VECTOR, given(each)) for each in (True, False)])
def switched_by_hand(lib, x, before):
    """set_grad_enabled(before), then a no_grad block that calls it with True"""
    recorded = Recorder(lib, x)
    lib.set_grad_enabled(before)
    try:
        with lib.no_grad():
            inside = recorded()
            lib.set_grad_enabled(True)
            recorded()
        found = {"recorded inside": inside, "recorded after": recorded()}
        return found | recorded.gradient()
    finally:
        lib.set_grad_enabled(True)


@program("no_grad", inputs=[(Floats((3,)), OneOf((0.5, -2.0)))])
def a_part_without_history(lib, x, factor):
    """out = x * s, where s = (x * factor).sin() is computed inside of no_grad"""
    with lib.no_grad():
        s = (x * factor).sin()
    return x * s


@program("no_grad", inputs=[(VECTOR, steps(*_BLOCKS, "leave", "raise", count=19))] * 2)
def in_and_out(lib, x, steps):
    """blocks are entered and left as these steps say: what is recorded after each?"""
    recorded, left = Recorder(lib, x), iter(steps)

    def follow(depth: int) -> None:
        for step in left:
            recorded()
            if step in _BLOCKS:
                try:
                    with getattr(lib, step)():
                        follow(depth + 1)
                except Stop:
                    pass
            elif depth and step == "raise":
                raise Stop
            elif depth:
                return

    follow(0)
    recorded()
    return recorded.gradient()
