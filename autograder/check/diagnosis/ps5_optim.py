"""Usual mistakes in the updates of SGD and Adam: parts, of which one is wrong, or two.

Read: `DECAYS` and `ENDS`, which both have, then `sgd` and `adam`.
"""

from collections.abc import Callable
from functools import partial
from itertools import count
from types import SimpleNamespace

import numpy as np

from .meanings import Meaning, add_meanings
from .versions import family, wrong_version

Table = dict[str, Callable]


def _update(piece: str, update: Callable) -> type:
    return type(piece, (), {"update": staticmethod(update)})


# -- what both have: the gradient with its decay, and the end ---------------------


def _decayed(p, g, group):
    return g + group["weight_decay"] * p


DECAYS: Table = {
    "The weight decay is missing.": lambda p, g, group: g,
    "The weight decay has the wrong sign.": (
        lambda p, g, group: g - group["weight_decay"] * p
    ),
}


def _down(p, change, group):
    p -= group["lr"] * change


def _up(p, change, group):
    p += group["lr"] * change


def _by_itself(p, change, group):
    p -= change


ENDS: Table = {
    "param is not changed: `param = …` gives the name to a new array, which the "
    "optimizer never sees. Write param -= …": lambda p, change, group: None,
    "The step goes uphill: subtract it.": _up,
    "The rate is missing.": _by_itself,
} | {
    f"The rate is always {rate}, whatever the group says.": (
        lambda p, change, group, rate=rate: _by_itself(p, rate * change, group)
    )
    for rate in (0.1, 0.01, 0.001)
}

# -- SGD --------------------------------------------------------------------------


def _velocity(v, g, group):
    return g if v is None else group["momentum"] * v + g


def _kept(state: dict, group: dict) -> dict:
    return state


def _forgotten(state: dict, group: dict) -> dict:
    return dict(state)


def _renamed(state: dict, group: dict) -> dict:
    """A state in which nothing is found by PyTorch's names."""
    return state.setdefault("of the student", {})


def sgd(
    gradient=_decayed,
    velocity=_velocity,
    kept=_kept,
    stored=lambda v, g: v,
    step=lambda v, g, group: v,
    end=_down,
):
    """An update of SGD of these parts."""

    def update(param, grad, state, group):
        g = gradient(param, grad, group) + 0  # an array of its own
        place = kept(state, group)
        v = velocity(place.get("momentum_buffer"), g, group)
        place["momentum_buffer"] = stored(v, g)
        end(param, step(v, g, group), group)

    return _update("SGD", update)


_RATE_INSIDE = (
    "The rate is in the velocity already. When it changes from one step to the next, "
    "the old velocity keeps the old rate: sum up gradients, and multiply at the end."
)
_SHARED = "One {} for all parameters of a group. Each has its own: keep it in state."


def _rate_inside(v, g, group):
    return group["lr"] * g if v is None else group["momentum"] * v + group["lr"] * g


family(
    "SGD",
    sgd,
    {},
    gradient=DECAYS,
    velocity={
        "The gradient is multiplied by 1 - momentum, as in a running mean. Here it is "
        "added whole.": lambda v, g, group: (
            (v if v is not None else 0) * group["momentum"]
            + (1 - group["momentum"]) * g
        ),
        "From the second step on the gradient is multiplied by 1 - momentum. It is "
        "added whole.": lambda v, g, group: (
            g if v is None else group["momentum"] * v + (1 - group["momentum"]) * g
        ),
        "The first gradient counts twice: at the first step v is g alone.": (
            lambda v, g, group: group["momentum"] * (g if v is None else v) + g
        ),
        "The momentum is always 0.9, whatever the group says.": (
            lambda v, g, group: g if v is None else 0.9 * v + g
        ),
    },
    kept={
        "No velocity is kept: it begins anew in each step. Put it into state, the very "
        "dict that update gets.": _forgotten,
        "The velocity is kept under another name than momentum_buffer, where one "
        "that was saved is not found.": _renamed,
        _SHARED.format("velocity"): lambda state, group: group,
    },
    stored={
        "state keeps the last gradient, and not the velocity: what was before it is "
        "forgotten.": lambda v, g: g,
    },
    step={
        "That is Nesterov's momentum: the step is v itself here.": (
            lambda v, g, group: g + group["momentum"] * v
        ),
    },
    end=ENDS,
)


def _behind(param, grad, state, group, decayed_before=True, first=0):
    v = state.get("momentum_buffer", first * _decayed(param, grad, group))
    before = param + 0
    param -= group["lr"] * v
    g = _decayed(before if decayed_before else param, grad, group)
    state["momentum_buffer"] = group["momentum"] * v + g


_after_the_first = partial(_behind, first=1)


def _from_the_second(rest: Callable) -> Callable:
    """`rest`, an update, without the step of an empty state."""

    def update(param, grad, state, group):
        rest(param if state else param + 0, grad, state, group)

    return update


def _with_first_settings(rest: Callable) -> Callable:
    """`rest`, an update, with the settings that a parameter had at its first step."""

    def update(param, grad, state, group):
        rest(param, grad, state, state.setdefault("of the first step", dict(group)))

    return update


_NOT_AT_FIRST = (
    "param is not changed at its first step. What is kept begins there, and the step "
    "itself is taken, too."
)
_SETTINGS = (
    "The settings are those of the first step. A schedule changes them: read group in "
    "each step."
)


def _with_the_step_kept(param, grad, state, group):
    g, v = _decayed(param, grad, group), state.get("momentum_buffer", 0)
    state["momentum_buffer"] = group["momentum"] * v - group["lr"] * g
    param += state["momentum_buffer"]


def _around(rest: Callable, before: bool, rated: bool = True) -> Callable:
    """`rest`, an update without decay, with the decay before it or after it."""

    def update(param, grad, state, group):
        kept = param.copy()
        shrinks = group["weight_decay"] * (group["lr"] if rated else 1)
        rest(param, grad, state, group)
        param -= shrinks * (kept if before else param)

    return update


_PLAIN_SGD = sgd(gradient=DECAYS["The weight decay is missing."]).update
_AFTER = (
    "The weight decay comes after the momentum. It belongs to the gradient, and goes "
    "into the velocity with it."
)
for _says, _own in (
    (_RATE_INSIDE, sgd(velocity=_rate_inside, end=_by_itself).update),
    (_RATE_INSIDE, _with_the_step_kept),
    (_AFTER, _around(_PLAIN_SGD, before=True)),
    (_AFTER, _around(_PLAIN_SGD, before=False)),
    (_AFTER, _around(_PLAIN_SGD, before=True, rated=False)),
    ("The step is taken with the velocity of the step before.", _behind),
    (
        "The step is taken with the velocity of the step before.",
        partial(_behind, decayed_before=False),
    ),
    ("The step is taken with the velocity of the step before.", _after_the_first),
    (_NOT_AT_FIRST, _from_the_second(sgd().update)),
    (_SETTINGS, _with_first_settings(sgd().update)),
):
    wrong_version("SGD", _says)(_update("SGD", _own))

# -- Adam -------------------------------------------------------------------------


def _mean(m, g, beta):
    return beta * m + (1 - beta) * g


def _corrections(t, betas):
    return 1 - betas[0] ** t, 1 - betas[1] ** t


def _square(g, m):
    return g * g


def _quotient(c):
    return c.m / c.one / (np.sqrt(c.s / c.two) + c.eps)


def adam(
    gradient=_decayed,
    betas=lambda betas: betas,
    mean=_mean,
    averaged=lambda g, grad: g,
    squared=lambda g, grad: g,
    square=_square,
    kept=_kept,
    counted=_kept,
    corrections=_corrections,
    stored=lambda value, correction: value,
    quotient=_quotient,
    end=_down,
):
    """An update of Adam of these parts."""

    def update(param, grad, state, group):
        g, (first, second) = gradient(param, grad, group), betas(group["betas"])
        place, steps = kept(state, group), counted(state, group)
        t = steps["step"] = steps.get("step", 0) + 1
        m = mean(place.get("exp_avg", 0), averaged(g, grad), first)
        of = squared(g, grad)
        s = mean(place.get("exp_avg_sq", 0), square(of, m), second)
        with np.errstate(all="ignore"):
            one, two = corrections(t, (first, second))
            place["exp_avg"], place["exp_avg_sq"] = stored(m, one), stored(s, two)
            known = SimpleNamespace(m=m, s=s, one=one, two=two, **group)
            end(param, quotient(known), group)

    return _update("Adam", update)


family(
    "Adam",
    adam,
    {},
    corrections={
        "The means are not corrected: divide each by 1 - beta ** t.": (
            lambda t, betas: (1, 1)
        ),
        "exp_avg_sq is not corrected: divide it by 1 - beta2 ** t.": (
            lambda t, betas: (1 - betas[0] ** t, 1)
        ),
        "The count is one step behind: it is 1 at the first step. Raise it first.": (
            lambda t, betas: _corrections(t - 1, betas)
        ),
        "The correction is 1 - beta. It is 1 - beta ** t, another one in each step.": (
            lambda t, betas: _corrections(1, betas)
        ),
        "Both means are corrected by the same beta. Each has its own.": (
            lambda t, betas: _corrections(t, (betas[0], betas[0]))
        ),
    },
    quotient={
        "eps stands under the root. It is added to the root.": (
            lambda c: c.m / c.one / np.sqrt(c.s / c.two + c.eps)
        ),
        "eps is corrected, too: it is added to the root of exp_avg_sq before the "
        "correction. It comes after that.": (
            lambda c: c.m / c.one / (np.sqrt(c.s) + c.eps) * np.sqrt(c.two)
        ),
        "eps is missing in the denominator.": (
            lambda c: c.m / c.one / np.sqrt(c.s / c.two)
        ),
        "eps is always 1e-8, whatever the group says.": (
            lambda c: c.m / c.one / (np.sqrt(c.s / c.two) + 1e-8)
        ),
        "Brackets are missing: eps is added to the step. It belongs to the "
        "denominator.": lambda c: c.m / c.one / np.sqrt(c.s / c.two) + c.eps / c.lr,
        "The root is missing.": lambda c: c.m / c.one / (c.s / c.two + c.eps),
    },
    gradient=DECAYS,
    betas={
        "The betas are swapped: the first is that of exp_avg.": lambda b: b[::-1],
        "The betas are always 0.9 and 0.999, whatever the group says.": (
            lambda b: (0.9, 0.999)
        ),
    },
    mean={
        "beta and 1 - beta are swapped: beta is what the old mean keeps.": (
            lambda m, g, beta: (1 - beta) * m + beta * g
        ),
        "The factor 1 - beta is missing: these are sums, and no means.": (
            lambda m, g, beta: beta * m + g
        ),
    },
    squared={
        "The weight decay goes into exp_avg alone. It is a part of the gradient, and "
        "goes into both means.": lambda g, grad: grad,
    },
    square={
        "exp_avg_sq is the square of the mean. It is the mean of the squares.": (
            lambda g, m: m * m
        ),
        "The squares of all entries are summed. Each entry has a mean of its own.": (
            lambda g, m: (g * g).sum()
        ),
    },
    kept={
        _SHARED.format("pair of means"): lambda state, group: group,
    },
    counted={
        _SHARED.format("count"): lambda state, group: group,
        "The count is not kept in state: it is the same in each step.": _forgotten,
        "The count is not raised from one step to the next.": (
            lambda state, group: {"step": state.setdefault("step", 1) - 1}
        ),
    },
    stored={
        "state keeps the corrected means, which the next step corrects once more. Keep "
        "them as they are.": lambda value, correction: value / correction,
    },
    end=ENDS,
)


def _with_the_gradient(param, grad, state, group):
    before = state.get("exp_avg_sq", 0)
    adam().update(param * 0, grad, state, group)
    one, two = _corrections(state["step"], group["betas"])
    g = _decayed(param, grad, group)
    state["exp_avg_sq"] = _mean(before, g * g, group["betas"][1])
    root = np.sqrt(state["exp_avg_sq"] / two) + group["eps"]
    param -= group["lr"] * g / root


_PLAIN_ADAM = adam(gradient=DECAYS["The weight decay is missing."]).update
for _before in (True, False):
    _own = _around(_PLAIN_ADAM, _before)
    _says = (
        "The decay goes around the means: param is shrunk by itself. That is AdamW; in "
        "Adam the decay is a part of the gradient."
    )
    wrong_version("Adam", _says)(_update("Adam", _own))
for _says, _own in (
    (
        "Count and means are kept under other names than step, exp_avg and exp_avg_sq, "
        "where those that were saved are not found.",
        adam(kept=_renamed, counted=_renamed).update,
    ),
    (_NOT_AT_FIRST, _from_the_second(adam().update)),
    (_SETTINGS, _with_first_settings(adam().update)),
):
    wrong_version("Adam", _says)(_update("Adam", _own))
wrong_version(
    "Adam",
    "The gradient is divided by the root. It is the first mean that is divided.",
)(_update("Adam", _with_the_gradient))


def _counts_all(run) -> bool:
    """True if the first step of a parameter is taken as a later one. (A count of a
    whole class starts where other programs left it: to run one tells nothing.)"""
    reference, seen = run.reference, run.seen
    if seen.error or reference.program.name != "a_step_of_adam":
        return not (seen.error or run.agrees)
    w, (g,), lr = reference.inputs.values()
    one, two = _corrections(np.arange(2, 2000)[:, None], (0.9, 0.999))
    means = {"m": 0.1 * g, "s": 0.001 * g * g}
    known = SimpleNamespace(one=one, two=two, eps=1e-8, **means)
    near = np.isclose(w - lr * _quotient(known), seen.arrays["w after each step"], 1e-9)
    return bool(near.all(1).any()) or (run.agrees and reference.case == 0)


_every = count(1)

wrong_version(
    "Adam",
    "One count for all parameters: it goes on from one to the next. Each parameter "
    "counts its own steps, in state.",
    fits=_counts_all,
)(adam(counted=lambda state, group: {"step": next(_every)}))

# -- errors -----------------------------------------------------------------------

add_meanings(
    Meaning(
        r"^'(lr|momentum|weight_decay|betas|eps)'$",
        "Settings are in group, and state need not have them: a state that was saved "
        "has none. Read group in each step, since a schedule changes them.",
        pieces=("SGD", "Adam"),
    ),
    Meaning(
        r"^'(momentum_buffer|step|exp_avg|exp_avg_sq)'$",
        "state is empty at the first step of a parameter, and has no {0} yet.",
        pieces=("SGD", "Adam"),
    ),
    Meaning(
        r"'numpy.ndarray' object has no attribute '(grad|data|add_|mul_|sub_)'",
        "param is an array, and its gradient the second argument. Arrays are changed "
        "by -=, += and *=.",
        pieces=("SGD", "Adam"),
    ),
    Meaning(
        "could not be broadcast together|broadcastable output operand",
        "Arrays of two parameters meet here. One velocity for all parameters, or one "
        "count, will not do: what is kept outside of state (in a variable, or as an "
        "attribute of the class) is there once.",
        pieces=("SGD", "Adam"),
    ),
)
