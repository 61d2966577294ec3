"""state_dict and load_state_dict: what is saved, and what is said when it won't fit."""

import numpy as np
import pytest
import torch
from oracle import same, same_error

import minigrad


def net_of(lib):
    class Net(lib.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = lib.nn.Parameter(lib.ones(2, 3))
            self.s = lib.nn.Parameter(lib.tensor(1.0))
            self.register_buffer("b", lib.zeros(2))
            self.register_buffer("n", lib.tensor([1, 2]))
            self.register_buffer("hidden", lib.ones(1), persistent=False)
            self.register_parameter("none", None)

    net = Net()
    net.inner = Net()
    return net


def test_keys_values_and_flags():
    def program(lib):
        net = net_of(lib)
        state = net.state_dict()
        kept = net.state_dict(keep_vars=True)
        return (
            [
                (key, value.tolist(), value.requires_grad)
                for key, value in state.items()
            ],
            [value.requires_grad for value in kept.values()],
            kept["w"] is net.w,
            type(state).__mro__[-2].__name__,
            list(state._metadata.items()),
        )

    same(program)


def test_the_state_shares_memory_with_the_module():
    for lib in (torch, minigrad):
        net = net_of(lib)
        state = net.state_dict()
        with lib.no_grad():
            net.w.fill_(7)
        assert state["w"].tolist() == [[7] * 3] * 2


def test_a_given_destination_and_prefix():
    def program(lib):
        given = {"there": 1}
        found = net_of(lib).state_dict(destination=given, prefix="net.")
        return found is given, list(given)

    same(program)


def changed(lib, **changes):
    """A state for the net; a change of None leaves the key out."""
    state = dict(net_of(lib).state_dict())
    for key, value in changes.items():
        key = key.replace("__", ".")
        if value is None:
            del state[key]
        else:
            state[key] = value(lib)
    return state


STATES = {
    "as it is": {},
    "values": {"w": lambda lib: lib.full((2, 3), 5.0)},
    "another dtype": {"w": lambda lib: lib.full((2, 3), 5.0, dtype=lib.float64)},
    "one missing": {"w": None},
    "two missing": {"w": None, "inner__b": None},
    "one unexpected": {"more": lambda lib: lib.ones(1)},
    "unexpected below": {"inner__more": lambda lib: lib.ones(1)},
    "unexpected branch": {"nowhere__more": lambda lib: lib.ones(1)},
    "a buffer that is not saved": {"hidden": lambda lib: lib.ones(1)},
    "a wrong shape": {"w": lambda lib: lib.ones(3, 2)},
    "two wrong shapes": {
        "w": lambda lib: lib.ones(6),
        "inner__b": lambda lib: lib.ones(3),
    },
    "all at once": {
        "w": lambda lib: lib.ones(6),
        "b": None,
        "more": lambda lib: lib.ones(1),
    },
    "a number": {"w": lambda lib: 5.0},
    "a longer vector for a scalar": {"s": lambda lib: lib.full((2,), 5.0)},
}


@pytest.mark.parametrize("assign", [False, True])
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("changes", STATES.values(), ids=STATES)
def test_loading(changes: dict, strict: bool, assign: bool):
    def program(lib):
        net = net_of(lib)
        try:
            said = repr(net.load_state_dict(changed(lib, **changes), strict, assign))
        except RuntimeError as error:
            said = str(error)
        state = [
            (key, value.tolist(), str(value.dtype), type(value).__name__)
            for key, value in net.state_dict(keep_vars=True).items()
        ]
        return said, state, [param.requires_grad for param in net.parameters()]

    same(program)


def test_the_result_names_the_keys():
    def program(lib):
        found = net_of(lib).load_state_dict(changed(lib, w=None), strict=False)
        missing, unexpected = found
        return found.missing_keys, found.unexpected_keys, missing, unexpected

    same(program)


def test_copying_keeps_the_parameter_and_assigning_takes_the_tensor():
    for lib in (torch, minigrad):
        net = net_of(lib)
        param, given = net.w, changed(lib)
        net.load_state_dict(given)
        assert net.w is param
        net.load_state_dict(given, assign=True)
        assert net.w is not param
        given["w"].fill_(9)
        assert net.w.tolist() == [[9] * 3] * 2


def test_loading_is_an_in_place_change():
    def program(lib):
        net = net_of(lib)
        before = net.w._version
        net.load_state_dict(changed(lib))
        return net.w._version - before

    same(program)


def test_anything_but_a_dict_is_refused():
    same_error(
        lambda lib: net_of(lib).load_state_dict([1]),
        says="Expected state_dict to be dict-like, got <class 'list'>",
    )


def test_states_pass_between_the_libraries():
    theirs = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.LayerNorm(2))
    ours = minigrad.nn.Sequential(minigrad.nn.Linear(3, 2), minigrad.nn.LayerNorm(2))
    state = {
        key: minigrad.from_numpy(value.numpy().copy())
        for key, value in theirs.state_dict().items()
    }
    assert repr(ours.load_state_dict(state)) == "<All keys matched successfully>"
    for key, value in ours.state_dict().items():
        assert np.array_equal(value.numpy(), theirs.state_dict()[key].numpy())


def test_a_state_dict_is_an_ordered_dict():
    def program(lib):
        net = lib.nn.Sequential(lib.nn.Linear(2, 1), lib.nn.ReLU())
        with lib.no_grad():
            for param in net.parameters():
                param.fill_(0.5)
        state = net.state_dict()
        return str(state), type(state).__name__, dict(state._metadata)

    same(program)
