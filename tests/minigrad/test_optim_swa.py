"""Averages of parameters: PyTorch's numbers, state and schedule."""

import numpy as np
import pytest
from oracle import same, same_error
from test_layers import prepared
from test_optim_schedules import optimizer_of, rates

AVERAGES = {
    "mean": lambda s: {},
    "ema": lambda s: {"avg_fn": s.get_ema_avg_fn(0.9)},
    "ema of lists": lambda s: {"multi_avg_fn": s.get_ema_multi_avg_fn(0.9)},
    "mean of each": lambda s: {"avg_fn": s.get_swa_avg_fn()},
    "mean of lists": lambda s: {"multi_avg_fn": s.get_swa_multi_avg_fn()},
    "own": lambda s: {"avg_fn": lambda average, current, count: average * 0.5},
    "buffers": lambda s: {"use_buffers": True},
}


@pytest.mark.parametrize("name", AVERAGES)
def test_averages(name: str):
    def program(lib, x):
        s, nn = lib.optim.swa_utils, lib.nn
        net = prepared(lib, nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2)))
        averaged = s.AveragedModel(net, **AVERAGES[name](s))
        optimizer = lib.optim.SGD(net.parameters(), lr=0.1)
        for _ in range(4):
            optimizer.zero_grad()
            out = net(x)
            (out * out.cos()).sum().backward()
            optimizer.step()
            averaged.update_parameters(net)
        state = averaged.state_dict()
        before = [(key, value.detach().clone()) for key, value in state.items()]
        s.update_bn([x, (x * 2, 0)], averaged)
        after = [(key, value.detach()) for key, value in averaged.state_dict().items()]
        return before, after, averaged.eval()(x).detach(), repr(averaged)

    # PyTorch's share of a new parameter is a float32 for lists.
    tolerance = 1e-6 if name == "mean of lists" else 1e-10
    x = np.random.default_rng(0).standard_normal((5, 3))
    same(program, x, dtype=None, text=False, tolerance=tolerance, order=0)


SCHEDULES = {
    "cos": lambda s, o: s.SWALR(o, 0.05, 4),
    "linear": lambda s, o: s.SWALR(o, [0.05, 0.3], 3, "linear"),
    "at once": lambda s, o: s.SWALR(o, 0.05, 0),
}


@pytest.mark.parametrize("make", SCHEDULES.values(), ids=SCHEDULES)
def test_the_rate_goes_to_its_last_value(make):
    def program(lib):
        optimizer = optimizer_of(lib)
        scheduler = make(lib.optim.swa_utils, optimizer)
        seen = [rates(optimizer)]
        for _ in range(6):
            optimizer.step()
            scheduler.step()
            seen.append([rates(optimizer), scheduler.get_last_lr()])
        return seen

    same(program)


WRONG = {
    "s.SWALR(o, 0.1, anneal_strategy='foo')": "anneal_strategy must be one of",
    "s.SWALR(o, 0.1, -1)": "anneal_epochs must be equal or greater than 0",
    "s.get_ema_avg_fn(2.0)": "Invalid decay value 2.0",
    "s.AveragedModel(lib.nn.Linear(2, 2), avg_fn=id, multi_avg_fn=id)": "Only one of",
}


@pytest.mark.parametrize("call", WRONG)
def test_wrong_settings_are_pytorchs_errors(call: str):
    def program(lib):
        names = {"lib": lib, "s": lib.optim.swa_utils, "o": optimizer_of(lib)}
        return eval(call, names)

    same_error(program, says=WRONG[call])
