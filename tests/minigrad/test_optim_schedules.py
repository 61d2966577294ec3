"""Learning rate schedules and gradient clipping: PyTorch's numbers, epoch by epoch."""

import numpy as np
import pytest
from oracle import same, same_error

SCHEDULES = {
    "LambdaLR": lambda s, o: s.LambdaLR(o, lambda epoch: 0.9**epoch),
    "LambdaLR, each": lambda s, o: s.LambdaLR(o, [lambda e: 1 / (1 + e), lambda e: 2]),
    "StepLR": lambda s, o: s.StepLR(o, 3, 0.5),
    "MultiStepLR": lambda s, o: s.MultiStepLR(o, [2, 5, 5, 9], 0.5),
    "ExponentialLR": lambda s, o: s.ExponentialLR(o, 0.8),
    "CosineAnnealingLR": lambda s, o: s.CosineAnnealingLR(o, 4, 0.01),
}
STEPS = 12


def optimizer_of(lib, kind: str = "SGD"):
    groups = [{"params": [lib.ones(1, requires_grad=True)]}]
    groups.append({"params": [lib.ones(1, requires_grad=True)], "lr": 0.5})
    settings = {"momentum": 0.9} if kind == "SGD" else {}
    return getattr(lib.optim, kind)(groups, lr=0.1, **settings)


def rates(optimizer) -> list:
    names = ("lr", "momentum", "betas")
    return [[group.get(name) for name in names] for group in optimizer.param_groups]


@pytest.mark.parametrize("kind", ["SGD", "Adam"])
@pytest.mark.parametrize("make", SCHEDULES.values(), ids=SCHEDULES)
def test_rates_epoch_by_epoch(make, kind: str):
    def program(lib):
        optimizer = optimizer_of(lib, kind)
        scheduler = make(lib.optim.lr_scheduler, optimizer)
        seen = [rates(optimizer)]
        for _ in range(STEPS):
            optimizer.step()
            scheduler.step()
            seen.append([rates(optimizer), scheduler.get_last_lr()])
        return seen

    same(program)


@pytest.mark.parametrize("make", SCHEDULES.values(), ids=SCHEDULES)
def test_a_loaded_state_continues(make):
    def program(lib):
        first, other = optimizer_of(lib), optimizer_of(lib)
        scheduler = make(lib.optim.lr_scheduler, first)
        for _ in range(5):
            first.step()
            scheduler.step()
        again = make(lib.optim.lr_scheduler, other)
        again.load_state_dict(scheduler.state_dict())
        other.load_state_dict(first.state_dict())
        for _ in range(3):
            other.step()
            again.step()
        return rates(other), again.last_epoch if hasattr(again, "last_epoch") else None

    same(program)


METRICS = [5.0, 4.0, 4.0, 4.0, 3.9999, 3.0, 3.5, 3.5, 3.5, 3.5, 2.0, 2.5, 2.5, 2.5]
PLATEAUS = {
    "usual": {"patience": 1},
    "absolute": {"patience": 1, "threshold": 0.5, "threshold_mode": "abs"},
    "upwards": {"patience": 2, "mode": "max"},
    "upwards, absolute": {"patience": 1, "mode": "max", "threshold_mode": "abs"},
    "cooldown": {"patience": 0, "cooldown": 2, "factor": 0.5},
    "least": {"patience": 0, "min_lr": 0.01},
    "least of each": {"patience": 0, "min_lr": [0.01, 0.2]},
    "too small a change": {"patience": 0, "eps": 0.2},
}


@pytest.mark.parametrize("settings", PLATEAUS.values(), ids=PLATEAUS)
def test_plateaus(settings: dict):
    def program(lib):
        optimizer = optimizer_of(lib)
        scheduler = lib.optim.lr_scheduler.ReduceLROnPlateau(optimizer, **settings)
        seen = []
        for metric in METRICS:
            scheduler.step(lib.tensor(metric))
            seen.append([rates(optimizer), scheduler.num_bad_epochs])
        return seen, scheduler.get_last_lr(), scheduler.best

    same(program)


def test_a_tensor_rate_is_filled_in_place():
    def program(lib):
        rate = lib.tensor(0.5, dtype=lib.float64)
        optimizer = lib.optim.SGD([lib.ones(1, requires_grad=True)], lr=rate)
        scheduler = lib.optim.lr_scheduler.StepLR(optimizer, 1)
        optimizer.step()
        scheduler.step()
        return rate.item(), optimizer.param_groups[0]["lr"] is rate

    same(program)


def test_a_schedule_of_ones_own():
    def program(lib):
        class Halving(lib.optim.lr_scheduler.LRScheduler):
            def get_lr(self):
                return [base / 2**self.last_epoch for base in self.base_lrs]

        optimizer = optimizer_of(lib)
        scheduler = Halving(optimizer)
        optimizer.step()
        scheduler.step()
        return rates(optimizer), isinstance(scheduler.get_last_lr(), list)

    same(program)


def test_the_wrong_order_is_a_warning():
    def program(lib):
        scheduler = lib.optim.lr_scheduler.StepLR(optimizer_of(lib), 1)
        scheduler.step()

    assert same(program)["warnings"]


ERRORS = {
    "no optimizer": (lambda s, o: s.StepLR(1, 2), "int is not an Optimizer"),
    "lambdas": (lambda s, o: s.LambdaLR(o, [abs]), "Expected 2 lr_lambdas, but got 1"),
    "resumed": (lambda s, o: s.StepLR(o, 1, last_epoch=3), "'initial_lr' is not spec"),
    "mode": (lambda s, o: s.ReduceLROnPlateau(o, "up"), "mode up is unknown!"),
    "plateau factor": (
        lambda s, o: s.ReduceLROnPlateau(o, factor=1.0),
        "Factor should be < 1.0",
    ),
    "min_lrs": (lambda s, o: s.ReduceLROnPlateau(o, min_lr=[0]), "expected 2 min_lrs"),
}


@pytest.mark.parametrize(("make", "says"), ERRORS.values(), ids=ERRORS)
def test_errors(make, says: str):
    same_error(lambda lib: make(lib.optim.lr_scheduler, optimizer_of(lib)), says=says)


# -- gradients, clipped ------------------------------------------------------------

GRADS = [np.array([[3.0, -4.0]]), np.array([12.0]), np.array(0.5)]


def with_grads(lib, params: tuple) -> list:
    for param, grad in zip(params, GRADS, strict=False):
        param.grad = lib.from_numpy(grad.copy())
    return list(params)


@pytest.mark.parametrize("norm_type", [2.0, 1.0, 3, float("inf")])
@pytest.mark.parametrize("max_norm", [0.5, 13.0, 100.0])
def test_clip_grad_norm(max_norm: float, norm_type: float):
    def program(lib, *params):
        params = with_grads(lib, params)
        total = lib.nn.utils.clip_grad_norm_(params, max_norm, norm_type)
        return total, [param.grad for param in params]

    same(program, *GRADS, np.ones(2))


def test_clip_grad_norm_of_one_of_none_and_of_nothing():
    def program(lib, x, y):
        clip = lib.nn.utils.clip_grad_norm_
        (param,) = with_grads(lib, (x,))
        totals = [clip(param, 1.0), clip([y], 1.0), clip([], 1.0)]
        return totals, param.grad

    same(program, GRADS[0], np.ones(2))


def test_a_norm_that_is_not_finite_can_be_an_error():
    def program(lib, x):
        x.grad = lib.full((2,), float("inf"), dtype=lib.float64)
        lib.nn.utils.clip_grad_norm_([x], 1.0, error_if_nonfinite=True)

    same_error(program, np.ones(2), says="is non-finite, so it cannot be clipped")


def test_a_gradient_that_is_not_a_number_spreads():
    def program(lib, x, y):
        x.grad = lib.full((2,), float("nan"), dtype=lib.float64)
        y.grad = lib.ones(2, dtype=lib.float64)
        return lib.nn.utils.clip_grad_norm_([x, y], 1.0), x.grad, y.grad

    same(program, np.ones(2), np.ones(2))


def test_clip_grad_value():
    def program(lib, *params):
        params = with_grads(lib, params)
        versions = [param.grad._version for param in params[:3]]
        lib.nn.utils.clip_grad_value_(params, 2.5)
        later = [param.grad._version for param in params[:3]]
        changed = [a < b for a, b in zip(versions, later, strict=True)]
        return [param.grad for param in params], changed

    same(program, *GRADS, np.ones(2))


def test_parameters_as_a_vector_and_back():
    def program(lib, x, y):
        utils = lib.nn.utils
        vector = utils.parameters_to_vector([x, y])
        (vector * vector).sum().backward()
        fresh = lib.arange(5.0, dtype=lib.float64)
        utils.vector_to_parameters(fresh, [x, y])
        fresh[0] = 9.0
        return vector.detach(), x.grad, x.detach(), y.detach(), x.is_leaf

    same(program, np.ones((1, 3)), np.ones(2))


def test_anything_but_a_tensor_is_no_vector():
    same_error(
        lambda lib: lib.nn.utils.vector_to_parameters([1], []),
        says="expected torch.Tensor, but got: list",
    )
