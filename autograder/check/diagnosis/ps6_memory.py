"""Mistakes in a checkpoint's Function, and in the hooks of a tensor.

Read: `checkpoint_of` and `hooks_of`, which are composed of parts (`versions.family`),
each with its wrong ones.
"""

from collections.abc import Callable

import minigrad as torch
from minigrad.autograd import Function, backward, grad

from .meanings import Meaning, add_meanings
from .mistakes import says_fact
from .versions import family, wrong_version

# -- CheckpointFunction -----------------------------------------------------------

NEVER_SAME = (
    "The second run draws other random numbers than the first, and the gradient "
    "belongs to another output. Keep the state of before the first run on ctx, and put "
    "it back before the second."
)
STILL_ATTACHED = (
    "The leaves are not new: the inner pass goes on beyond the inputs, into the graph "
    "in front of the checkpoint. Cut them off: detach() and requires_grad_()."
)
RECORDED_FIRST = (
    "The first run is recorded, in forward: all that it saves is kept until backward, "
    "and nothing is gained. It must not be recorded: the second run is."
)
UNRECORDED = (
    "The second run is not recorded, or an output of it has no history. In backward "
    "recording is off: run the function inside of torch.enable_grad(), and go back "
    "with torch.autograd.backward(outputs, grads)."
)
ONE_RUN = (
    "The function is not run again: backward walks through what forward has recorded "
    "and kept. Keep the inputs alone, and run it once more in backward."
)


def leaves_of(ctx) -> list:
    return [x.detach().requires_grad_(x.requires_grad) for x in ctx.saved_tensors]


def _state_before(ctx, run: Callable, preserve: bool):
    ctx.state = torch.get_rng_state() if preserve else None
    return run()


def _state_after(ctx, run: Callable, preserve: bool):
    out = run()
    ctx.state = torch.get_rng_state() if preserve else None
    return out


def _again(ctx, run: Callable):
    """The second run, with the random numbers of the first."""
    before = torch.get_rng_state()
    if ctx.state is not None:
        torch.set_rng_state(ctx.state)
    out = run()
    if ctx.state is not None:
        torch.set_rng_state(before)
    return out


def _walk(out, grads, leaves, retain_graph: bool = False) -> list:
    backward(out, grads, retain_graph=retain_graph)
    return [each.grad for each in leaves]


def _left_there(ctx, run: Callable):
    if ctx.state is not None:
        torch.set_rng_state(ctx.state)
    return run()


def _by_grad(out, grads, leaves) -> list:
    outs = out if isinstance(out, tuple) else (out,)
    wanted = [each for each in leaves if each.requires_grad]
    found = iter(grad(outs, wanted, grads, allow_unused=True))
    return [next(found) if each.requires_grad else None for each in leaves]


def _by_ones(out, grads, leaves) -> list:
    return _walk(out, tuple(map(torch.ones_like, grads)), leaves)


def _detached_all(out):
    return tuple(x.detach() for x in out) if isinstance(out, tuple) else out.detach()


def _recorded(function: Callable, inputs):
    with torch.enable_grad():
        return _detached_all(function(*[x.detach().requires_grad_() for x in inputs]))


def checkpoint_of(
    first: Callable = lambda function, inputs: function(*inputs),
    kept: Callable = _state_before,
    again: Callable = _again,
    recorded: Callable = torch.enable_grad,
    leaves: Callable = leaves_of,
    walk: Callable = _walk,
    sent: Callable = lambda gradients: gradients,
) -> type[Function]:
    """A CheckpointFunction of these parts."""

    class CheckpointFunction(Function):
        @staticmethod
        def forward(ctx, function, preserve_rng_state, *inputs):
            ctx.function = function
            ctx.save_for_backward(*inputs)
            return kept(ctx, lambda: first(function, inputs), preserve_rng_state)

        @staticmethod
        def backward(ctx, *grads):
            new = leaves(ctx)

            def run():
                with recorded():
                    return ctx.function(*new)

            return None, None, *sent(walk(again(ctx, run), grads, new))

    return CheckpointFunction


family(
    "CheckpointFunction",
    checkpoint_of,
    first={RECORDED_FIRST: _recorded},
    kept={
        NEVER_SAME: lambda ctx, run, preserve: _state_before(ctx, run, False),
        "The state of the random numbers is kept after the first run has drawn its "
        "own. Ask for it before.": _state_after,
        "preserve_rng_state is not looked at: the second run draws the same random "
        "numbers where it should draw new ones.": (
            lambda ctx, run, preserve: _state_before(ctx, run, True)
        ),
    },
    again={
        "The random numbers are not put back after the second run: afterwards they go "
        "on from there, and are drawn a second time. Put back the state of before the "
        "second run.": _left_there,
    },
    recorded={UNRECORDED: torch.no_grad},
    leaves={STILL_ATTACHED: lambda ctx: list(ctx.saved_tensors)},
    walk={
        "The weights that the function holds get no gradient: the inner pass stops at "
        "the inputs that it is asked for. torch.autograd.backward(out, grads) goes to "
        "all leaves.": _by_grad,
        "Only the first output is walked back from. The function may return several, "
        "and grads has a gradient for each.": lambda out, grads, leaves: _walk(
            out[0] if isinstance(out, tuple) else out, grads[:1], leaves
        ),
        "The upstream gradients are not used: the inner pass starts from ones.": (
            _by_ones
        ),
    },
)


@wrong_version("CheckpointFunction", STILL_ATTACHED)
class _Retained(Function):
    forward = staticmethod(checkpoint_of().forward)

    @staticmethod
    def backward(ctx, *grads):
        for each in ctx.saved_tensors:
            if each.requires_grad:
                each.retain_grad()
        inputs = ctx.saved_tensors

        def run():
            with torch.enable_grad():
                return ctx.function(*inputs)

        return None, None, *_walk(_again(ctx, run), grads, inputs, retain_graph=True)


@wrong_version("CheckpointFunction", ONE_RUN)
class _OneRun(Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        with torch.enable_grad():
            ctx.leaves = [x.detach().requires_grad_(x.requires_grad) for x in inputs]
            ctx.out = function(*ctx.leaves)
        return _detached_all(ctx.out)

    @staticmethod
    def backward(ctx, *grads):
        return None, None, *_walk(ctx.out, grads, ctx.leaves, retain_graph=True)


@wrong_version("CheckpointFunction", ONE_RUN)
class _OneRunFreed(_OneRun):
    @staticmethod
    def backward(ctx, *grads):
        return None, None, *_walk(ctx.out, grads, ctx.leaves)


for _what, _says in (
    (
        "gradients of x, or errors",
        "A change of an input between the two runs is not noticed. Keep the inputs by "
        "ctx.save_for_backward, which looks at it, and not as attributes.",
    ),
    ("runs before backward()", "forward runs the function once."),
    (
        "runs in backward()",
        "backward runs the function again more often than once. One run is enough: "
        "from it all inputs get their gradients.",
    ),
):
    says_fact(_what, _says, piece="CheckpointFunction")

add_meanings(
    Meaning("a second time", STILL_ATTACHED),
    Meaning(
        "is incompatible with",
        "torch.autograd.grad stops at what it is asked for: weights in the function "
        "get nothing, and a checkpoint in it refuses. Use torch.autograd.backward.",
    ),
    Meaning(
        "none of output has requires_grad",
        "No leaf requires grad in the second run: requires_grad_() is missing.",
    ),
    Meaning("can't retain_grad", STILL_ATTACHED),
    Meaning(
        "incorrect number of gradients",
        "The gradients of the inputs come after two times None, which are for function "
        "and preserve_rng_state.",
    ),
    Meaning(
        "only Tensors of floating point|only change requires_grad flags of leaf",
        "requires_grad_() is for new leaves that are detached, and for those alone "
        "whose input requires grad.",
    ),
    Meaning(
        r"takes \d+ positional argument|missing \d+ required positional",
        "The function gets all inputs, one after the other: function(*inputs).",
    ),
    Meaning(
        r"'tuple' object has no attribute|got \d+ tensors and \d+ gradients",
        "The function may return a tuple of tensors, and grads has a gradient for "
        "each: torch.autograd.backward(out, grads) takes both as they are.",
    ),
    pieces=("CheckpointFunction",),
)

# -- TensorHooks ------------------------------------------------------------------


def _add(hooks: dict, number: int, hook: Callable) -> None:
    hooks[number] = hook


def _remove(hooks: dict, number: int) -> None:
    hooks.pop(number, None)


def run_of(
    order: Callable = lambda hooks: list(hooks.values()),
    call: Callable = lambda hook, grad: hook(grad),
    take: Callable = lambda old, new: old if new is None else new,
) -> Callable:
    """A `run` that calls these hooks in this way, and takes this for the gradient."""

    def run(hooks, grad):
        for hook in order(hooks):
            grad = take(grad, call(hook, grad))
        return grad

    return run


CALLED = run_of()


def hooks_of(
    add: Callable = _add, remove: Callable = _remove, run: Callable = CALLED
) -> type:
    """A TensorHooks of these parts."""
    methods = {"add": add, "remove": remove, "run": run}
    return type("TensorHooks", (), methods)


def _in_front(hooks, number, hook):
    others = dict(hooks)
    hooks.clear()
    hooks[number] = hook
    hooks.update(others)


def _alone(hooks, number, hook):
    hooks.clear()
    hooks[number] = hook


def _one_out(at: int) -> Callable:
    return lambda hooks, number: hooks and hooks.pop(list(hooks)[at])


def _with_those_that_come(hooks):
    called = set()
    while left := [number for number in hooks if number not in called]:
        called.add(left[0])
        yield hooks[left[0]]


def _results(hooks, grad) -> list:
    found = [hook(grad) for hook in list(hooks.values())]
    return [each for each in found if each is not None]


def _added_up(hooks, grad):
    found = _results(hooks, grad)
    return sum(found) if found else grad


_REVERSE = "The hooks are called in reverse: the first that was added is the first."
_BEFORE = (
    "Every hook is called with the gradient of the beginning. It gets what those "
    "before it made of it."
)
LIST = (
    "A hook may remove itself, or register another, while run goes through the dict. "
    "Go through a list of the hooks that were there when it began."
)
family(
    "TensorHooks",
    hooks_of,
    add={
        _REVERSE: _in_front,
        "Only the last hook is kept: those that were added before are gone.": _alone,
        "The hooks are not kept.": lambda hooks, number, hook: None,
    },
    remove={
        "A hook whose handle was removed is still called: remove takes nothing out.": (
            lambda hooks, number: None
        ),
        "remove takes the last hook out, whatever its number is.": _one_out(-1),
        "remove takes all hooks out.": lambda hooks, number: hooks.clear(),
    },
    run={
        "None of a hook takes the place of the gradient. It leaves it as it is.": (
            run_of(take=lambda old, new: new)
        ),
        _REVERSE: run_of(lambda hooks: list(hooks.values())[::-1]),
        "Each hook that returns something is called twice: once to look at what it "
        "returns, once to take it. Call it once, and keep what it returns.": (
            run_of(call=lambda hook, g: None if hook(g) is None else hook(g))
        ),
        f"{_BEFORE} What the last one returns is taken.": (
            lambda hooks, grad: [grad, *_results(hooks, grad)][-1]
        ),
        f"{_BEFORE} And what they return is added up.": _added_up,
        "What the hooks return is not looked at, and not used.": (
            run_of(take=lambda old, new: old)
        ),
        "Only the first hook is called: return stands in the loop.": (
            run_of(lambda hooks: list(hooks.values())[:1])
        ),
        "Only the last hook is called.": (
            run_of(lambda hooks: list(hooks.values())[-1:])
        ),
        LIST: run_of(lambda hooks: hooks.values()),
        "A hook that a hook registers is called in the same pass. It counts from the "
        "next one on: run calls those that were there when it began.": (
            run_of(_with_those_that_come)
        ),
        "A hook that another hook removes is not called any more in the same pass. "
        "That counts from the next one on: run calls those that were there when it "
        "began.": run_of(lambda hooks: (hooks[n] for n in list(hooks) if n in hooks)),
        "Where no gradient has arrived the hooks are not called. They are, with "
        "None.": lambda hooks, grad: None if grad is None else CALLED(hooks, grad),
    },
)
add_meanings(
    Meaning(
        r"^\d+$",
        "The hook with this number is gone already: its handle was used before. Then "
        "nothing happens: pop(number, None), or look first.",
    ),
    Meaning(
        "written-to tensor|leaf Variable",
        "The gradient is changed in place. What a hook returns takes its place: give "
        "it the name, and write nothing into it.",
    ),
    Meaning("changed size during iteration|mutated during iteration", LIST),
    Meaning(
        "NoneType",
        "None of a hook takes the place of the gradient. It leaves it as it is.",
    ),
    Meaning(
        "Boolean value of Tensor",
        "A gradient is no single True or False. Whether a hook returned something is "
        "asked by is not None.",
    ),
    Meaning(
        "has no attribute 'hooks'",
        "self is the dict itself: self[number] = hook, and self.values().",
    ),
    pieces=("TensorHooks",),
)
