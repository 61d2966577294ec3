"""Problem set 5: losses, and the updates of SGD and Adam.

An update is seen in the parameter after each step, for gradients that are given.
"""

from ..inputs import Between, Exactly, Floats, OneOf, Sequences, Whole, given
from .program import program

# -- MSE --------------------------------------------------------------------------

REDUCTIONS = ("mean", "sum", "none")
PAIRS = [((3, 4), (3, 4)), ((2, 3, 4), (2, 3, 4)), ((5,), (5,)), ((1, 3), (1, 3))]


def _in_every_way(*shapes) -> list:
    pairs = [(Floats(a), Floats(b)) for a, b in shapes]
    return [(a, b, given(each)) for each in REDUCTIONS for a, b in pairs]


@program("MSE", order=2, inputs=_in_every_way(*PAIRS))
def mean_squared_error(lib, a, b, reduction):
    """out = mse_loss(a, b, reduction=reduction)"""
    return lib.nn.functional.mse_loss(a, b, reduction=reduction)


@program(
    "MSE",
    inputs=[
        *_in_every_way(((), ())),
        *[
            (Floats((2, 3), "float32"), Floats((2, 3), "float32"), given(each))
            for each in REDUCTIONS
        ],
    ],
)
def mean_squared_error_of_others(lib, a, b, reduction):
    """out = mse_loss(a, b, reduction=reduction), of single numbers and in float32"""
    return lib.nn.functional.mse_loss(a, b, reduction=reduction)


@program("MSE", inputs=[(Floats((4, 3)), Floats((4, 3)), OneOf(REDUCTIONS))] * 3)
def distance_from_constants(lib, a, b, reduction):
    """out = mse_loss(a, b, reduction=reduction), where b requires no grad"""
    return lib.nn.MSELoss(reduction=reduction)(a, b.detach())


@program("MSE", order=2, inputs=[(Floats((4,)), OneOf(REDUCTIONS))] * 2)
def distance_from_the_square(lib, x, reduction):
    """out = 3 * mse_loss(x, x * x, reduction=reduction)"""
    return 3 * lib.nn.functional.mse_loss(x, x * x, reduction=reduction)


@program("MSE", inputs=[(Floats((3,)), Floats((5, 3)), Floats((5,)))])
def error_of_a_line(lib, w, x, y):
    """out = mse_loss(x @ w, y)"""
    return lib.nn.functional.mse_loss(x @ w, y)


@program(
    "MSE",
    inputs=[
        (Floats((4, 3)), Floats((4, 3)), given(each))
        for each in zip(REDUCTIONS, REDUCTIONS[1:] + REDUCTIONS[:1], strict=True)
    ],
)
def two_losses(lib, a, b, reductions):
    """out = the sum of two mse_loss of a and b, each with a reduction of its own"""
    first, second = reductions
    loss = lib.nn.functional.mse_loss
    return loss(a, b, reduction=first) + 3 * loss(a * a, b, reduction=second)


# -- LogSoftmax -------------------------------------------------------------------

SCORES = [
    (Floats((3, 4)), given(1)),
    (Floats((3, 4)), given(0)),
    (Floats((3, 3)), given(1)),
    (Floats((3, 4)), given(-1)),
    *((Floats((2, 3, 4)), given(dim)) for dim in (1, 0, 2)),
    (Floats((3, 3, 3)), given(2)),
    *((Floats((2, 3, 2, 4)), given(dim)) for dim in (1, 2)),
    (Floats((5,)), given(0)),
    (Floats((3, 1)), given(1)),
    (Floats((1, 4)), given(0)),
    (Floats((0, 3)), given(1)),
]


@program("LogSoftmax", order=2, inputs=SCORES)
def log_softmax(lib, a, dim):
    """out = log_softmax(a, dim)"""
    return a.log_softmax(dim)


@program("LogSoftmax", inputs=[(Floats((2, 3), "float32"), given(1))])
def log_softmax_in_float32(lib, a, dim):
    """out = log_softmax(a, dim), in float32"""
    return lib.nn.functional.log_softmax(a, dim)


@program(
    "LogSoftmax",
    inputs=[
        (Floats((3, 4), scale=1000.0), given(1)),
        (Floats((4, 3), scale=1000.0), given(0)),
        (Between((3, 4), 1000.0, 1005.0), given(1)),
        (Between((2, 3), -1005.0, -1000.0), given(1)),
    ],
)
def log_softmax_of_large_scores(lib, a, dim):
    """out = log_softmax(a, dim), where scores are large"""
    return a.log_softmax(dim)


@program("LogSoftmax", inputs=[(Floats((3, 4)), OneOf((1500.0, 2000.0)))])
def rows_of_different_size(lib, a, size):
    """out = log_softmax(a + (size, 0, -size), 1): each row elsewhere"""
    return (a + lib.tensor([[size], [0.0], [-size]])).log_softmax(1)


@program("LogSoftmax", inputs=[(Floats((3, 4)), Exactly((0.0, 0.0, -1.0), (3, 4)))])
def some_left_out(lib, a, mask):
    """out = exp(log_softmax(a, 1)), with scores of -inf where the mask is negative"""
    return a.masked_fill(mask.detach() < 0, float("-inf")).log_softmax(1).exp()


@program("LogSoftmax", inputs=[(Floats((3, 4)),)])
def entropy(lib, a):
    """out = -(exp(y) * y).sum(1), where y = log_softmax(a, 1)"""
    y = a.log_softmax(1)
    return -(y.exp() * y).sum(1)


@program("LogSoftmax", inputs=[(Floats((3, 3)),)])
def along_both_axes(lib, a):
    """out = log_softmax(a, 1) + 3 * log_softmax(a * a, 0)"""
    return a.log_softmax(1) + 3 * (a * a).log_softmax(0)


# -- NLL --------------------------------------------------------------------------


def _rows(n: int, classes: int, dtype: str = "float64") -> tuple:
    return Floats((n, classes), dtype), Whole((n,), 0, classes - 1)


@program(
    "NLL",
    inputs=[_rows(4, 3), _rows(5, 5), _rows(2, 6), _rows(6, 2), _rows(1, 4)],
)
def negative_log_likelihood(lib, a, target):
    """out = nll_loss(a, target)"""
    return lib.nn.functional.nll_loss(a, target)


@program("NLL", inputs=[_rows(3, 4, "float32"), _rows(3, 1)])
def negative_log_likelihood_of_others(lib, a, target):
    """out = nll_loss(a, target), in float32, or of a single class"""
    return lib.nn.NLLLoss()(a, target)


@program("LogSoftmax", "NLL", order=2, inputs=[_rows(4, 3), _rows(2, 5), _rows(1, 3)])
def cross_entropy(lib, a, target):
    """out = cross_entropy(a, target)"""
    return lib.nn.functional.cross_entropy(a, target)


@program("LogSoftmax", "NLL", inputs=[(Floats((4, 3), scale=1000.0), _rows(4, 3)[1])])
def cross_entropy_of_large_scores(lib, a, target):
    """out = cross_entropy(a, target), where scores are large"""
    return lib.nn.CrossEntropyLoss()(a, target)


@program("NLL", inputs=[(Floats((3, 4)), _rows(4, 3)[1])])
def scores_that_lie_across(lib, a, target):
    """out = nll_loss(a.t(), target)"""
    return lib.nn.functional.nll_loss(a.t(), target)


@program("NLL", inputs=[(*_rows(4, 3), _rows(4, 3)[1])])
def two_targets(lib, a, first, second):
    """out = nll_loss(a, first) + 3 * nll_loss(a * a, second)"""
    loss = lib.nn.functional.nll_loss
    return loss(a, first) + 3 * loss(a * a, second)


@program("NLL", inputs=[_rows(4, 3)])
def likelihood_and_square(lib, a, target):
    """out = 2 * nll_loss(a, target) + (a * a).sum()"""
    return 2 * lib.nn.functional.nll_loss(a, target) + (a * a).sum()


# -- SGD and Adam -----------------------------------------------------------------


def leaf(values):
    """A parameter that begins with these values."""
    return values.detach().clone().requires_grad_()


def steps_of(lib, optimizer, params, grads, changes=()):
    """The parameters after each step, in rows. None stands for no gradient; `changes`
    are the settings of each step, if they change."""
    rows = []
    for number, row in enumerate(grads):
        for group in optimizer.param_groups if changes else ():
            group.update(changes[number])
        for param, grad in zip(params, row, strict=True):
            param.grad = None if grad is None else grad.detach().clone()
        optimizer.step()
        rows.append(lib.cat([each.detach().reshape(-1) for each in params]))
    return lib.stack(rows)


def of_one(lib, kind: str, w, grads, changes=(), **settings):
    """The same for an optimizer of one parameter; and its gradient at the end."""
    w = leaf(w)
    optimizer = getattr(lib.optim, kind)([w], **{"lr": 0.1} | settings)
    rows = steps_of(lib, optimizer, [w], [[grad] for grad in grads], changes)
    return {"w after each step": rows, "w.grad": w.grad}


WHO = Sequences(("all", "w", "u", "v", "w and v", "nobody"), (7,))


def of_several(lib, kind: str, start, grads, who, one: dict, other: dict):
    """w and u in one group and v in another; who gets a gradient differs by step."""
    places = {"w": slice(0, 3), "u": slice(3, 6), "v": slice(6, 8)}
    params = {name: leaf(start[place]) for name, place in places.items()}
    groups = [
        {"params": [params["w"], params["u"]], **one},
        {"params": [params["v"]], **other},
    ]
    rows = [
        [
            grad[at] if each in now or now == "all" else None
            for each, at in places.items()
        ]
        for grad, now in zip(grads, who, strict=True)
    ]
    optimizer = getattr(lib.optim, kind)(groups)
    return {
        "w, u and v after each step": steps_of(lib, optimizer, params.values(), rows)
    }


def restored(lib, kind: str, w, grads, kept: dict, **settings):
    """Steps from a state that was saved; and what is kept at their end."""
    w = leaf(w)
    optimizer = getattr(lib.optim, kind)([w], **{"lr": 0.1} | settings)
    saved = optimizer.state_dict()
    saved["state"] = {0: kept}
    optimizer.load_state_dict(saved)
    rows = steps_of(lib, optimizer, [w], [[grad] for grad in grads])
    state = optimizer.state_dict()["state"][0]
    return {"w after each step": rows} | {
        name: state[name] for name in kept if name != "step"
    }


def zeroed_in_place(lib, kind: str, w, grads, **settings):
    """Gradients of backward passes, in arrays that zero_grad fills with zeros."""
    w = leaf(w)
    optimizer = getattr(lib.optim, kind)([w], **settings)
    rows = []
    for grad in grads:
        optimizer.zero_grad(set_to_none=False)
        (w * grad.detach()).sum().backward()
        optimizer.step()
        rows.append(w.detach().clone())
    return {"w after each step": lib.stack(rows)}


def descent(lib, kind: str, w, x, y, **settings):
    """Steps down a mean squared error, from one loss to the next."""
    w, x, y = leaf(w), x.detach(), y.detach()
    optimizer = getattr(lib.optim, kind)([w], **settings)
    losses = []
    for _ in range(5):
        optimizer.zero_grad()
        loss = ((x @ w - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return {"losses": lib.stack(losses), "w": w.detach()}


def _steps(*shape: int, dtype: str = "float64", count: int = 4) -> tuple:
    return Floats(shape, dtype), Floats((count, *shape), dtype)


RATES = Sequences((0.3, 0.1, 0.05, 0.02), (4,))
DATA = (Floats((3,)), Floats((6, 3)), Floats((6,)))
MOMENTUM = OneOf((0.5, 0.8, 0.9))
DECAY = OneOf((0.1, 0.3, 0.5))

# -- SGD --------------------------------------------------------------------------


@program("SGD", inputs=[(*_steps(3, count=1), OneOf((0.1, 0.5)))] * 2)
def a_step_of_descent(lib, w, grads, lr):
    """a step of SGD([w], lr=lr)"""
    return of_one(lib, "SGD", w, grads, lr=lr)


@program(
    "SGD",
    inputs=[
        (*_steps(3), MOMENTUM),
        (*_steps(2, 3), MOMENTUM),
        (*_steps(), MOMENTUM),
        (*_steps(2, dtype="float32"), MOMENTUM),
        (*_steps(1, 4), given(0.0)),
    ],
)
def momentum_steps(lib, w, grads, momentum):
    """steps of SGD([w], lr=0.1, momentum=momentum)"""
    return of_one(lib, "SGD", w, grads, momentum=momentum)


@program(
    "SGD",
    inputs=[
        *[(*_steps(3), each, DECAY) for each in (given(0.0), MOMENTUM)],
        (*_steps(), MOMENTUM, DECAY),
    ],
)
def decayed_steps(lib, w, grads, momentum, decay):
    """steps of SGD([w], lr=0.1, momentum=momentum, weight_decay=decay)"""
    return of_one(lib, "SGD", w, grads, momentum=momentum, weight_decay=decay)


@program("SGD", inputs=[(*_steps(3), MOMENTUM, DECAY, RATES)] * 2)
def a_schedule(lib, w, grads, momentum, decay, rates):
    """the same, with another rate in each step"""
    settings = {"momentum": momentum, "weight_decay": decay}
    changes = [{"lr": rate} for rate in rates]
    return of_one(lib, "SGD", w, grads, changes, **settings)


@program("SGD", inputs=[(*_steps(2, 3), DECAY, Sequences(MOMENTUM.values, (4,)))])
def a_matrix_that_lies_across(lib, w, grads, decay, momenta):
    """steps of SGD([w.t()], weight_decay=decay), with another momentum in each"""
    changes, grads = [{"momentum": each} for each in momenta], grads.transpose(1, 2)
    return of_one(lib, "SGD", w.t(), grads, changes, weight_decay=decay)


@program("SGD", inputs=[(Floats((8,)), Floats((7, 8)), WHO)] * 3)
def groups_of_parameters(lib, start, grads, who):
    """steps of SGD for w and u in one group, v in another; `who` gets a gradient"""
    one = {"lr": 0.1, "momentum": 0.9}
    other = {"lr": 0.3, "momentum": 0.5, "weight_decay": 0.2}
    return of_several(lib, "SGD", start, grads, who, one, other)


@program("SGD", inputs=[(*_steps(3), Floats((3,)), MOMENTUM)] * 2)
def a_restored_velocity(lib, w, grads, velocity, momentum):
    """steps of SGD from a state that was saved, {"momentum_buffer": velocity}"""
    kept = {"momentum_buffer": velocity.detach().clone()}
    return restored(lib, "SGD", w, grads, kept, momentum=momentum)


@program("SGD", inputs=[(*_steps(3), MOMENTUM)])
def gradients_zeroed_in_place(lib, w, grads, momentum):
    """steps of SGD, with zero_grad(set_to_none=False) before each backward"""
    return zeroed_in_place(lib, "SGD", w, grads, lr=0.1, momentum=momentum)


@program("SGD", inputs=[(*DATA, MOMENTUM)])
def a_line_by_descent(lib, w, x, y, momentum):
    """five steps of SGD down the mean of (x @ w - y)²"""
    return descent(lib, "SGD", w, x, y, lr=0.05, momentum=momentum)


# -- Adam -------------------------------------------------------------------------

BETAS = OneOf(((0.9, 0.999), (0.8, 0.9), (0.5, 0.75)))


@program("Adam", inputs=[(*_steps(3, count=1), OneOf((0.1, 0.01)))] * 2)
def a_step_of_adam(lib, w, grads, lr):
    """the first step of Adam([w], lr=lr)"""
    return of_one(lib, "Adam", w, grads, lr=lr)


@program(
    "Adam",
    inputs=[
        (*_steps(3), given((0.9, 0.999))),
        (*_steps(2, 3), BETAS),
        (*_steps(), BETAS),
        (*_steps(2, dtype="float32"), BETAS),
        (*_steps(1, 4), BETAS),
    ],
)
def adam_steps(lib, w, grads, betas):
    """steps of Adam([w], lr=0.1, betas=betas)"""
    return of_one(lib, "Adam", w, grads, betas=betas)


@program("Adam", inputs=[(*_steps(3), OneOf((0.1, 0.5)))] * 2)
def a_large_eps(lib, w, grads, eps):
    """steps of Adam([w], lr=0.1, betas=(0.8, 0.9), eps=eps)"""
    return of_one(lib, "Adam", w, grads, betas=(0.8, 0.9), eps=eps)


@program("Adam", inputs=[(*_steps(3), BETAS, DECAY)] * 2)
def adam_with_decay(lib, w, grads, betas, decay):
    """steps of Adam([w], lr=0.1, betas=betas, weight_decay=decay)"""
    return of_one(lib, "Adam", w, grads, betas=betas, weight_decay=decay)


@program("Adam", inputs=[(*_steps(3), BETAS, DECAY, RATES)])
def adam_by_a_schedule(lib, w, grads, betas, decay, rates):
    """the same, with another rate in each step"""
    settings = {"betas": betas, "weight_decay": decay}
    changes = [{"lr": rate} for rate in rates]
    return of_one(lib, "Adam", w, grads, changes, **settings)


@program("Adam", inputs=[(*_steps(2, 3), DECAY, Sequences(BETAS.values, (4,)))])
def adam_of_a_matrix_that_lies_across(lib, w, grads, decay, betas):
    """steps of Adam([w.t()], lr=0.1, weight_decay=decay), with other betas in each"""
    changes, grads = [{"betas": each} for each in betas], grads.transpose(1, 2)
    return of_one(lib, "Adam", w.t(), grads, changes, weight_decay=decay)


@program("Adam", inputs=[(Floats((8,)), Floats((7, 8)), WHO)] * 3)
def adam_for_groups(lib, start, grads, who):
    """steps of Adam for w and u in one group, v in another; `who` gets a gradient"""
    one = {"lr": 0.1, "betas": (0.8, 0.9)}
    other = {"lr": 0.3, "betas": (0.5, 0.75), "weight_decay": 0.2, "eps": 0.1}
    return of_several(lib, "Adam", start, grads, who, one, other)


@program("Adam", inputs=[(*_steps(3), Floats((2, 3)), OneOf((1, 4, 30)), BETAS)] * 2)
def restored_means(lib, w, grads, means, count, betas):
    """steps of Adam from a state that was saved after so many steps"""
    mean, square = means.detach()
    kept = {
        "step": lib.tensor(float(count)),
        "exp_avg": mean.clone(),
        "exp_avg_sq": mean**2 + square**2,
    }
    return restored(lib, "Adam", w, grads, kept, betas=betas)


@program("Adam", inputs=[(*_steps(3), BETAS)])
def adam_with_gradients_zeroed_in_place(lib, w, grads, betas):
    """steps of Adam, with zero_grad(set_to_none=False) before each backward"""
    return zeroed_in_place(lib, "Adam", w, grads, lr=0.1, betas=betas)


@program("Adam", inputs=[(*DATA, BETAS)])
def a_line_by_adam(lib, w, x, y, betas):
    """five steps of Adam down the mean of (x @ w - y)²"""
    return descent(lib, "Adam", w, x, y, lr=0.05, betas=betas)
