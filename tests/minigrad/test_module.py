"""nn.Module: what it holds, how it is walked, printed, copied and called."""

import copy
import importlib
import pickle

import numpy as np
import pytest
import torch
from oracle import same, same_error

import minigrad


def net_of(lib):
    """A module with parameters, buffers, shared and missing parts."""
    nn = lib.nn

    class Inner(nn.Module):
        def __init__(self):
            super().__init__()
            self.w = nn.Parameter(lib.ones(2))
            self.register_parameter("absent", None)
            self.register_buffer("count", lib.zeros(1))
            self.register_buffer("scratch", lib.zeros(2), persistent=False)

        def forward(self, x):
            return x * self.w

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = Inner()
            self.second = Inner()
            self.again = self.first
            self.gone = None
            self.register_module("nothing", None)
            self.scale = nn.Parameter(lib.tensor(3.0))
            self.register_buffer("mean", lib.arange(3.0))
            self.label = "a net"

        def forward(self, x):
            return self.second(self.first(x)) * self.scale

        def extra_repr(self):
            return "label=a net"

    return Net()


WALKS = {
    "named_parameters": lambda net: [name for name, _ in net.named_parameters()],
    "own named_parameters": lambda net: [
        name for name, _ in net.named_parameters("net", recurse=False)
    ],
    "with duplicates": lambda net: [
        name for name, _ in net.named_parameters(remove_duplicate=False)
    ],
    "parameters": lambda net: [each.tolist() for each in net.parameters()],
    "named_buffers": lambda net: [name for name, _ in net.named_buffers("x")],
    "buffers": lambda net: [each.tolist() for each in net.buffers(recurse=False)],
    "named_children": lambda net: [name for name, _ in net.named_children()],
    "children": lambda net: len(list(net.children())),
    "named_modules": lambda net: [name for name, _ in net.named_modules(prefix="p")],
    "modules": lambda net: [type(each).__name__ for each in net.modules()],
    "all modules": lambda net: len(list(net.modules(remove_duplicate=False))),
    "get_submodule": lambda net: net.get_submodule("first") is net.first,
    "get_submodule of nothing": lambda net: net.get_submodule("") is net,
    "get_parameter": lambda net: net.get_parameter("second.w") is net.second.w,
    "state_dict": lambda net: list(net.state_dict(prefix="a.")),
    "repr": repr,
    "dir": lambda net: [
        name for name in dir(net) if name in ("scale", "mean", "first")
    ],
    "label": lambda net: net.label,
    "absent": lambda net: (net.first.absent, net.nothing, net.gone),
}


@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
def test_walks(walk):
    same(lambda lib: walk(net_of(lib)))


CHANGES = {
    "a parameter in place of a plain value": lambda lib, net: setattr(
        net, "label", lib.nn.Parameter(lib.ones(1))
    ),
    "a parameter in place of a buffer": lambda lib, net: setattr(
        net, "mean", lib.nn.Parameter(lib.ones(1))
    ),
    "a parameter in place of a module": lambda lib, net: setattr(
        net, "first", lib.nn.Parameter(lib.ones(1))
    ),
    "a module in place of a parameter": lambda lib, net: setattr(
        net, "scale", lib.nn.Identity()
    ),
    "a module in place of None": lambda lib, net: setattr(
        net, "nothing", lib.nn.Identity()
    ),
    "None in place of a parameter": lambda lib, net: setattr(net, "scale", None),
    "None in place of a module": lambda lib, net: setattr(net, "first", None),
    "None in place of a buffer": lambda lib, net: setattr(net, "mean", None),
    "a buffer anew": lambda lib, net: setattr(net, "mean", lib.ones(2)),
    "a plain tensor": lambda lib, net: setattr(net, "plain", lib.ones(2)),
    "deleted parameter": lambda lib, net: delattr(net, "scale"),
    "deleted buffer": lambda lib, net: delattr(net, "mean"),
    "deleted module": lambda lib, net: delattr(net, "first"),
    "deleted plain value": lambda lib, net: delattr(net, "label"),
    "add_module": lambda lib, net: net.add_module("more", lib.nn.Identity()),
    "register_parameter": lambda lib, net: net.register_parameter(
        "more", lib.nn.Parameter(lib.ones(1))
    ),
    # and the errors
    "a tensor as a parameter": lambda lib, net: setattr(net, "scale", lib.ones(1)),
    "a number as a parameter": lambda lib, net: setattr(net, "scale", 1.0),
    "a number as a module": lambda lib, net: setattr(net, "first", 1.0),
    "a number as a buffer": lambda lib, net: setattr(net, "mean", 1.0),
    "register a tensor": lambda lib, net: net.register_parameter("p", lib.ones(1)),
    "register under a number": lambda lib, net: net.register_parameter(1, None),
    "register with a dot": lambda lib, net: net.register_parameter("a.b", None),
    "register without a name": lambda lib, net: net.register_parameter("", None),
    "register what is there": lambda lib, net: net.register_parameter("label", None),
    "buffer of a number": lambda lib, net: net.register_buffer("b", 1.0),
    "buffer with a dot": lambda lib, net: net.register_buffer("a.b", None),
    "buffer without a name": lambda lib, net: net.register_buffer("", None),
    "buffer under a number": lambda lib, net: net.register_buffer(2, None),
    "buffer that is there": lambda lib, net: net.register_buffer("scale", None),
    "module with a dot": lambda lib, net: net.add_module("a.b", None),
    "module without a name": lambda lib, net: net.add_module("", None),
    "module under a number": lambda lib, net: net.add_module(1, None),
    "module that is there": lambda lib, net: net.add_module("label", None),
    "module that is none": lambda lib, net: net.add_module("new", lib.ones(1)),
    "no such attribute": lambda lib, net: net.nowhere,
    "no such deletion": lambda lib, net: delattr(net, "nowhere"),
    "no such submodule": lambda lib, net: net.get_submodule("first.deep"),
    "a parameter as submodule": lambda lib, net: net.get_submodule("first.w"),
    "no such parameter": lambda lib, net: net.get_parameter("first.v"),
    "a buffer as parameter": lambda lib, net: net.get_parameter("mean"),
    "train with a number": lambda lib, net: net.train(1) and None,
    "to an integer dtype": lambda lib, net: net.to(lib.int64) and None,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_changes(change):
    def program(lib):
        net = net_of(lib)
        result = change(lib, net)
        tables = [list(each) for each in (net._parameters, net._buffers, net._modules)]
        return result, tables, list(net.state_dict()), "label" in net.__dict__

    same(program)


@pytest.mark.parametrize("kind", ["Parameter", "Module", "buffer", "plain"])
def test_assignment_before_super_init(kind: str):
    def program(lib):
        class Net(lib.nn.Module):
            def __init__(self):
                if kind == "Parameter":
                    self.w = lib.nn.Parameter(lib.ones(1))
                elif kind == "Module":
                    self.m = lib.nn.Identity()
                elif kind == "buffer":
                    self.register_buffer("b", lib.ones(1))
                else:
                    self.x = 1
                super().__init__()

        return Net().x

    seen = same(program)
    assert ("error" in seen) is (kind != "plain")


def test_a_module_without_forward():
    def program(lib):
        class Net(lib.nn.Module):
            pass

        return Net()(1)

    same_error(program, says='is missing the required "forward" function')


def test_forward_and_gradients():
    def program(lib, x):
        net = net_of(lib)
        out = net(x)
        out.sum().backward()
        grads = [param.grad for _, param in net.named_parameters()]
        return out.detach(), grads

    same(program, np.array([1.0, 2.0]), dtype=np.float32)


def test_train_and_eval_reach_every_module():
    def program(lib):
        net = net_of(lib)
        modes = [[each.training for each in net.modules()]]
        modes.append([each.training for each in net.eval().modules()])
        net.second.train()
        modes.append([each.training for each in net.modules()])
        return modes

    same(program)


def test_apply_visits_children_first():
    def program(lib):
        seen = []
        net = net_of(lib)
        assert net.apply(lambda module: seen.append(type(module).__name__)) is net
        return seen

    same(program)


def test_requires_grad_and_zero_grad():
    def program(lib, x):
        net = net_of(lib)
        net(x).sum().backward()
        held = net.scale.grad
        net.zero_grad(set_to_none=False)
        flags = [net.scale.grad is held, held.tolist()]
        net.zero_grad()
        flags.append(net.scale.grad)
        assert net.requires_grad_(False) is net
        return flags, [param.requires_grad for param in net.parameters()]

    same(program, np.array([1.0, 2.0]), dtype=np.float32)


def test_conversions_keep_the_parameter_objects():
    def program(lib, x):
        net = net_of(lib)
        net.register_buffer("whole", lib.tensor([1, 2]))
        net(x).sum().backward()
        before = list(net.parameters())
        seen = []
        for convert in (
            lambda: net.double(),
            lambda: net.half(),
            lambda: net.float(),
            lambda: net.to(lib.float64),
            lambda: net.to("cpu"),
            lambda: net.to("cpu", lib.float32),
            lambda: net.to(dtype=lib.float64),
            lambda: net.to(lib.zeros(1)),
            lambda: net.cpu(),
        ):
            assert convert() is net
            after = list(net.parameters())
            assert all(a is b for a, b in zip(before, after, strict=True))
            seen.append([param.dtype for param in after])
            seen.append([param.grad.dtype for param in after])
            seen.append([buffer.dtype for buffer in net.buffers()])
            seen.append([param.is_leaf and param.requires_grad for param in after])
        return seen

    same(program, np.array([1.0, 2.0]), dtype=np.float32)


def test_copies_are_deep_and_pickles_hold_the_values():
    def program(lib):
        net = lib.nn.Sequential(lib.nn.Identity(), lib.nn.Flatten())
        net.w = lib.nn.Parameter(lib.ones(2))
        net.register_buffer("b", lib.zeros(1))
        twins = [copy.deepcopy(net), pickle.loads(pickle.dumps(net))]
        with lib.no_grad():
            net.w.mul_(5)
        return [
            (twin.w.tolist(), type(twin.w).__name__, list(twin.state_dict()))
            for twin in twins
        ], repr(twins)

    same(program)


def test_shared_parameters_stay_shared_in_a_copy():
    for lib in (torch, minigrad):
        net = net_of(lib)
        net.second.w = net.first.w
        twin = copy.deepcopy(net)
        assert twin.second.w is twin.first.w is not net.first.w
        assert twin.again is twin.first


def test_a_subclass_may_look_up_attributes_itself():
    def program(lib):
        class Net(lib.nn.Module):
            @property
            def doubled(self):
                return self.w * 2

            def __getattr__(self, name):
                if name == "answer":
                    return 42
                return super().__getattr__(name)

        net = Net()
        net.w = lib.nn.Parameter(lib.ones(2))
        return net.answer, net.doubled.tolist(), hasattr(net, "nowhere")

    same(program)


@pytest.mark.parametrize("kind", ["Linear", "ReLU", "Sequential"])
def test_there_is_no_cuda_to_move_to(kind: str):
    def program(lib):
        module = lib.nn.Linear(1, 1) if kind == "Linear" else getattr(lib.nn, kind)()
        return repr(module.cuda())

    if kind == "Linear":
        same_error(program, says="Torch not compiled with CUDA enabled")
    else:
        same(program)


@pytest.mark.parametrize("name", ["_single", "_pair"])
def test_settings_given_once_for_every_axis(name: str):
    def program(lib):
        make = getattr(
            importlib.import_module(f"{lib.__name__}.nn.modules.utils"), name
        )
        return [make(each) for each in (3, (1, 2), [4], range(2), 2.5, None, "ab")]

    same(program)
