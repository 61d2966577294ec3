"""Sequential, lists and dicts of modules and parameters."""

from collections import OrderedDict

import numpy as np
import pytest
from oracle import same


def described(value):
    """What can be compared: modules by their printed form."""
    if isinstance(value, list | tuple):
        return [described(each) for each in value]
    plain = isinstance(value, str | int | float | bool | type(None))
    return value if plain else repr(value)


def sequential(lib):
    nn = lib.nn
    return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))


def named(lib):
    nn = lib.nn
    return nn.Sequential(OrderedDict(first=nn.Linear(2, 3), last=nn.Tanh()))


def listed(lib):
    nn = lib.nn
    return nn.ModuleList([nn.Linear(2, 2), nn.ReLU(), nn.ReLU(), nn.Tanh()])


def mapped(lib):
    return lib.nn.ModuleDict({"a": lib.nn.ReLU(), "b": lib.nn.Linear(1, 2)})


def params(lib):
    return lib.nn.ParameterList([lib.ones(2), lib.zeros(2, 3), lib.ones(1)])


def by_name(lib):
    return lib.nn.ParameterDict({"b": lib.ones(2), "a": lib.zeros(2, 3)})


SEQUENCES = {
    "repr": lambda lib, m: m,
    "length": lambda lib, m: len(m),
    "item": lambda lib, m: m[1],
    "from the end": lambda lib, m: m[-1],
    "slice": lambda lib, m: m[:2],
    "step": lambda lib, m: m[::-1],
    "class of a slice": lambda lib, m: type(m[:1]).__name__,
    "iteration": lambda lib, m: list(m),
    "names": lambda lib, m: [name for name, _ in m.named_children()],
    "append": lambda lib, m: m.append(lib.nn.Tanh()),
    "extend": lambda lib, m: m.extend([lib.nn.Tanh(), lib.nn.ReLU()]),
    "extend by itself": lambda lib, m: m.extend(m[:1]),
    "insert": lambda lib, m: (m.insert(1, lib.nn.Tanh()), m)[1],
    "insert at the end": lambda lib, m: (m.insert(len(m), lib.nn.Tanh()), m)[1],
    "set": lambda lib, m: (m.__setitem__(-1, lib.nn.Identity()), m)[1],
    "delete": lambda lib, m: (m.__delitem__(0), m, list(m.state_dict())),
    "delete a slice": lambda lib, m: (m.__delitem__(slice(0, 2)), m)[1],
    "in place": lambda lib, m: m.__iadd__(sequential(lib)),
    "dir": lambda lib, m: [name for name in dir(m) if name[0].isdigit()],
    # errors
    "too far": lambda lib, m: m[9],
    "too far back": lambda lib, m: m[-9],
    "no index": lambda lib, m: m["first"],
    "no module": lambda lib, m: m.append(3),
    "set too far": lambda lib, m: m.__setitem__(9, lib.nn.Tanh()),
}


# PyTorch numbers what is added to named modules from their count on, or fails.
ADDING = {"append", "extend", "extend by itself", "insert", "insert at the end"}
ADDING |= {"in place"}


@pytest.mark.parametrize("make", [sequential, listed])
@pytest.mark.parametrize("change", SEQUENCES.values(), ids=SEQUENCES)
def test_sequences(change, make):
    same(lambda lib: described(change(lib, make(lib))))


@pytest.mark.parametrize("name", [name for name in SEQUENCES if name not in ADDING])
def test_sequences_with_names(name: str):
    same(lambda lib: described(SEQUENCES[name](lib, named(lib))))


def test_sequential_forward():
    def program(lib, x):
        module = sequential(lib)
        with lib.no_grad():
            for param in module.parameters():
                param.fill_(0.5)
        empty = lib.nn.Sequential()
        return module(x), empty(x) is x

    same(program, np.array([[1.0, 2.0]]), dtype=np.float32, graph=False)


def test_a_list_has_no_forward():
    assert "error" in same(lambda lib: listed(lib)(1))


DICTS = {
    "repr": lambda lib, m: m,
    "length": lambda lib, m: len(m),
    "item": lambda lib, m: m["b"],
    "keys": lambda lib, m: list(m.keys()),
    "items": lambda lib, m: list(m.items()),
    "values": lambda lib, m: list(m.values()),
    "iteration": lambda lib, m: list(m),
    "contains": lambda lib, m: ["a" in m, "z" in m],
    "set": lambda lib, m: (m.__setitem__("z", lib.nn.Tanh()), m)[1],
    "delete": lambda lib, m: (m.__delitem__("a"), m)[1],
    "pop": lambda lib, m: (m.pop("a"), m),
    "update": lambda lib, m: (m.update({"z": lib.nn.Tanh()}), m)[1],
    "update by pairs": lambda lib, m: (m.update([("z", lib.nn.Tanh())]), m)[1],
    "update by itself": lambda lib, m: (m.update(mapped(lib)), m)[1],
    "state_dict": lambda lib, m: list(m.state_dict()),
    # errors
    "missing": lambda lib, m: m["z"],
    "no module": lambda lib, m: m.__setitem__("z", 3),
}


@pytest.mark.parametrize("change", DICTS.values(), ids=DICTS)
def test_dicts(change):
    same(lambda lib: described(change(lib, mapped(lib))))


PARAMS = {
    "repr": lambda lib, m: m,
    "length": lambda lib, m: len(m),
    "item": lambda lib, m: m[1],
    "from the end": lambda lib, m: m[-2],
    "slice": lambda lib, m: m[1:3],
    "iteration": lambda lib, m: list(m),
    "append": lambda lib, m: m.append(lib.ones(1)),
    "extend": lambda lib, m: m.extend([lib.ones(1), lib.ones(2)]),
    "in place": lambda lib, m: m.__iadd__([lib.ones(1)]),
    "set": lambda lib, m: (m.__setitem__(0, lib.zeros(1)), m)[1],
    "state_dict": lambda lib, m: list(m.state_dict()),
    "dir": lambda lib, m: [name for name in dir(m) if name[0].isdigit()],
    # errors
    "too far": lambda lib, m: m[9],
}


@pytest.mark.parametrize("change", PARAMS.values(), ids=PARAMS)
def test_parameter_lists(change):
    same(lambda lib: described(change(lib, params(lib))))


def two(lib):
    return [("z", lib.ones(1)), ("y", lib.ones(2))]


NAMED_PARAMS = {
    "repr": lambda lib, m: m,
    "length": lambda lib, m: len(m),
    "item": lambda lib, m: m["a"],
    "keys": lambda lib, m: list(m.keys()),
    "items": lambda lib, m: list(m.items()),
    "values": lambda lib, m: list(m.values()),
    "iteration": lambda lib, m: list(m),
    "contains": lambda lib, m: ["a" in m, "z" in m],
    "set": lambda lib, m: (m.__setitem__("z", lib.ones(1)), m)[1],
    "delete": lambda lib, m: (m.__delitem__("a"), m)[1],
    "pop": lambda lib, m: (m.pop("a"), m),
    "update": lambda lib, m: (m.update(dict(two(lib))), m)[1],
    "update in order": lambda lib, m: (m.update(OrderedDict(two(lib))), m)[1],
    "update by pairs": lambda lib, m: (m.update(two(lib)), m)[1],
    "state_dict": lambda lib, m: list(m.state_dict()),
    # errors
    "missing": lambda lib, m: m["z"],
}


@pytest.mark.parametrize("change", NAMED_PARAMS.values(), ids=NAMED_PARAMS)
def test_parameter_dicts(change):
    same(lambda lib: described(change(lib, by_name(lib))))
