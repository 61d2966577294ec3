"""Problem set 5: a linear layer, what a Module finds, and how a weight is filled."""

import math
import warnings
from collections.abc import Iterable
from itertools import product
from types import ModuleType

from ..inputs import Exactly, Floats, OneOf, Whole, given, of_shapes
from .handed_in import after_a_change, handed_in
from .program import program
from .rows import Recorder, steps

# -- Linear -----------------------------------------------------------------------

A_BATCH = [(4, 3), (2, 3), (2,)]
SIZES = [
    A_BATCH,
    [(1, 3), (2, 3), (2,)],
    [(4, 1), (3, 1), (3,)],
    [(4, 3), (1, 3), (1,)],
]


@program("Linear", bare=True, inputs=of_shapes(*SIZES, [(3, 2), (2, 2), (2,)]))
def a_batch(lib, input, weight, bias):
    """linear(input, weight, bias)"""
    return lib.nn.functional.linear(input, weight, bias)


@program(
    "Linear",
    bare=True,
    inputs=[
        *of_shapes(*([a, b] for a, b, _ in SIZES)),
        (Whole((4, 3)), Whole((2, 3))),  # a bias of zeros would make floats of them
    ],
)
def without_a_bias(lib, input, weight):
    """linear(input, weight)"""
    return lib.nn.functional.linear(input, weight)


@program("Linear", bare=True, inputs=of_shapes([(3,), (2, 3), (2,)]) * 2)
def a_single_row(lib, input, weight, bias):
    """linear(input, weight, bias), where input has the shape (in,)"""
    return lib.nn.functional.linear(input, weight, bias)


MORE = (
    [(2, 4, 3), (5, 3), (5,)],
    [(2, 1, 4, 3), (2, 3), (2,)],
    [(1, 2, 3), (4, 3), (4,)],
)


@program("Linear", bare=True, inputs=of_shapes(*MORE))
def more_dimensions(lib, input, weight, bias):
    """linear(input, weight, bias), where input has the shape (..., in)"""
    return lib.nn.functional.linear(input, weight, bias)


@program("Linear", opaque=True, inputs=of_shapes(*MORE[:2]))
def rows_that_lie_apart(lib, input, weight, bias):
    """out and its gradient lie across, where out = linear(input.transpose(0, 1), …)"""
    out = lib.nn.functional.linear(input.transpose(0, 1), weight, bias)
    return out.transpose(0, 1) * 2


@program("Linear", bare=True, inputs=[tuple(Floats(s, "float32") for s in A_BATCH)])
def linear_in_float32(lib, input, weight, bias):
    """linear(input, weight, bias), in float32"""
    return lib.nn.functional.linear(input, weight, bias)


@program(
    "Linear",
    bare=True,
    inputs=[(Floats((4, 3)), Floats((1, 3)), Exactly((0.0,), (1,)))],
)
def a_bias_of_zero(lib, input, weight, bias):
    """linear(input, weight, bias), where bias is 0"""
    return lib.nn.functional.linear(input, weight, bias)


@program("Linear", opaque=True, inputs=of_shapes(A_BATCH))
def no_rows(lib, input, weight, bias):
    """linear of an input without rows, joined to linear(input, weight, bias)"""
    both = [lib.nn.functional.linear(rows, weight, bias) for rows in (input[:0], input)]
    return lib.cat(both)


NEEDED = list(product((True, False), repeat=3))[1:-1]


@program(
    "Linear",
    opaque=True,
    inputs=[(*map(Floats, A_BATCH), given(needed)) for needed in NEEDED],
)
def some_need_none(lib, input, weight, bias, needed):
    """linear(input, weight, bias), where only some of them require grad"""
    given = (input, weight, bias)
    given = [a if need else a.detach() for a, need in zip(given, needed, strict=True)]
    return lib.nn.functional.linear(*given)


@program("Linear", inputs=of_shapes([*A_BATCH, (4, 2)]))
def tensors_handed_in(lib, x, weight, bias, grad):
    """linear(x, weight, bias), backward(grad): what became of x and grad?"""
    found = handed_in(lib, lib.nn.functional.linear, x, grad, weight, bias)
    return found | {"gradient of weight": weight.grad, "gradient of bias": bias.grad}


@program("Linear", inputs=of_shapes([(4, 3)]))
def a_changed_input(lib, input):
    """input is changed in place between linear(input, weight) and backward"""
    linear = lib.nn.functional.linear
    return after_a_change(lib, lambda x: linear(x, x[:2] * 1), input)


@program("Linear", inputs=of_shapes([(4, 3)]))
def a_changed_weight(lib, weight):
    """weight is changed in place between linear(input, weight) and backward"""
    linear = lib.nn.functional.linear
    return after_a_change(lib, lambda w: linear(w[:2] * 1, w), weight)


@program("Linear", opaque=True, inputs=of_shapes([(4, 3), (3, 3), (3,)]))
def a_weight_used_twice(lib, input, weight, bias):
    """linear(tanh(linear(input, weight, bias)), weight) + linear(input, weight * 2)"""
    linear = lib.nn.functional.linear
    inner = linear(input, weight, bias).tanh()
    return linear(inner, weight) + linear(input, weight * 2)


@program("Linear", inputs=of_shapes(A_BATCH))
def gradients_of_gradients(lib, input, weight, bias):
    """the gradients of out³, for out = linear(input, weight, bias), and theirs"""
    out = lib.nn.functional.linear(input, weight, bias)
    given = {"input": input, "weight": weight, "bias": bias}
    firsts = lib.autograd.grad((out**3).sum(), [*given.values()], create_graph=True)
    total = sum((each**2).sum() for each in firsts) + (out**2).sum()
    seconds = lib.autograd.grad(total, [*given.values()], allow_unused=True)
    found = {f"gradient of {n}": g.detach() for n, g in zip(given, firsts, strict=True)}
    return found | {
        f"differentiated again, by {name}": grad
        for name, grad in zip(given, seconds, strict=True)
    }


@program("Linear", inputs=of_shapes([*A_BATCH, (4, 2)]))
def used_for_nothing(lib, input, weight, bias, grad):
    """backward(grad) where input, weight or bias needs no gradient"""
    layer = {"input": input, "weight": weight, "bias": bias}

    def products(frozen: str, other: str) -> int:
        """How often backward multiplies by what only the other gradient needs."""
        given, saved = layer | {frozen: layer[frozen].detach()}, []

        def pack(tensor):
            saved.append(tensor.data_ptr())
            return tensor

        out = lib.nn.functional.linear(*given.values())
        with lib.autograd.graph.saved_tensors_hooks(pack, lambda kept: kept):
            lib.autograd.grad(out, given[other], grad, create_graph=True)
        return saved.count(given[other].data_ptr())

    def nodes(frozen: str = "") -> int:
        """How many nodes backward makes; a product or a sum is one at least."""
        given = [x.detach() if n == frozen else x for n, x in layer.items()]
        out = lib.nn.functional.linear(*given)
        before = _number(grad)
        needed = [each for each in given if each.requires_grad]
        lib.autograd.grad(out, needed, grad, create_graph=True)
        return _number(grad) - before

    found = products("input", "weight"), products("weight", "input")
    sums = [int(nodes(each) >= nodes()) for each in layer]
    numbers = [grad.detach().sum() * (1 + number) for number in (*found, *sums)]
    return {
        "unneeded products": sum(found),
        "unneeded operations": sum(sums),
        "in numbers": lib.stack(numbers),
    }


def _number(x) -> int:
    """The number of a node that is made now: they are counted as they are made."""
    node = (x * 1).grad_fn
    return node._number if hasattr(node, "_number") else node._sequence_nr()


@program("Linear", inputs=of_shapes([(2, 4, 3), (2, 3), (2,), (5, 2)]))
def two_layers_trained(lib, input, weight, bias, last):
    """the parameters of two layers and a recurrent cell after a step of SGD"""
    first, then = dense(lib, weight, bias), dense(lib, last)
    cell = lib.nn.RNNCell(5, 2, bias=False, dtype=input.dtype)
    cell.weight_ih, cell.weight_hh = copy(lib, last.t()), copy(lib, last[:2])
    net = lib.nn.Sequential(first, lib.nn.Tanh(), then)
    params = [first.weight, first.bias, then.weight, cell.weight_ih, cell.weight_hh]
    (cell(net(input)[0]) ** 2).sum().backward()
    lib.optim.SGD(params, lr=0.01).step()
    return {f"parameter {i}": each.detach() for i, each in enumerate(params)}


def copy(lib: ModuleType, tensor):
    """A Parameter with these values."""
    return lib.nn.Parameter(tensor.detach().clone())


def dense(lib: ModuleType, weight, bias=None):
    """`torch.nn.Linear` with these values."""
    outputs, inputs = weight.shape
    layer = lib.nn.Linear(inputs, outputs, bias is not None, dtype=weight.dtype)
    layer.weight = copy(lib, weight)
    if bias is not None:
        layer.bias = copy(lib, bias)
    return layer


# -- Module -----------------------------------------------------------------------


def listed(lib: ModuleType, x, pairs: Iterable, what: str = "what is listed") -> dict:
    """Paths, with what is found there: in words, and in numbers that x decides.

    A row for each pair: the sum of what is found (of a module, its mark), times a
    number for the path. The first row is the sum of x.
    """
    pairs, rows = list(pairs), [x.detach().sum()]
    for path, found in pairs:
        number = getattr(found, "mark", found)
        number = rows[0] * 0 if number is None else number.detach().sum()
        rows.append(number * sum(i * ord(c) for i, c in enumerate(path, 1)))
        rows.append(number)
    paths = ", ".join(path or '""' for path, _ in pairs)
    return {what: paths, f"{what}, in numbers": lib.stack(rows)}


def marked(module, mark):
    """The module, with a number by which it is told from others."""
    module.mark = mark.detach()
    return module


@program("Module", inputs=of_shapes([(2, 3), (2,)]))
def of_a_layer(lib, weight, bias):
    """layer.named_modules() and layer.named_parameters() of a Linear"""
    layer = marked(dense(lib, weight, bias), weight[0])
    return listed(lib, weight, layer.named_modules(), "modules") | listed(
        lib, weight, layer.named_parameters(), "parameters"
    )


def net_of(lib: ModuleType, weight, bias):
    """Sequential(Linear, Tanh, Sequential(Linear without a bias, Linear))"""
    sequential, tanh = lib.nn.Sequential, lib.nn.Tanh
    inner = [dense(lib, weight.t()), dense(lib, weight + 1, bias * 2)]
    net = sequential(dense(lib, weight, bias), tanh(), sequential(*inner))
    for i, each in enumerate([net, net[0], net[1], net[2], net[2][0], net[2][1]]):
        marked(each, (i + 1) * weight[0] + bias[0])
    return net


@program("Module", inputs=[(Floats((2, 3)), Floats((2,)), given(p)) for p in ("", "a")])
def modules_of_a_net(lib, weight, bias, prefix):
    """net.named_modules(prefix=prefix), and once more"""
    net = net_of(lib, weight, bias)
    first = listed(lib, weight, net.named_modules(prefix=prefix), "modules")
    again = listed(lib, weight, net.named_modules(prefix=prefix), "once more")
    return first | again


@program("Module", inputs=[(Floats((2, 3)), Floats((2,)), given(p)) for p in ("", "a")])
def parameters_of_a_net(lib, weight, bias, prefix):
    """net.named_parameters(prefix), and with recurse=False those of net[2][1]"""
    net = net_of(lib, weight, bias)
    own = net[2][1].named_parameters(prefix, recurse=False)
    return (
        listed(lib, weight, net.named_parameters(prefix), "parameters")
        | listed(lib, weight, net.named_parameters(prefix, recurse=False), "of net")
        | listed(lib, weight, own, "of net[2][1]")
    )


@program(
    "Module",
    inputs=[(Floats((2, 3)), Floats((2,)), given(each)) for each in (True, False)],
)
def shared_parts(lib, weight, bias, remove_duplicate):
    """net[2][0] has the weight of net[0]; net[3] is net[2]"""
    net = net_of(lib, weight, bias)
    net[2][1].weight = net[0].weight
    net.append(net[2])
    modules = net.named_modules(remove_duplicate=remove_duplicate)
    parameters = net.named_parameters(remove_duplicate=remove_duplicate)
    return listed(lib, weight, modules, "modules") | listed(
        lib, weight, parameters, "parameters"
    )


@program("Module", inputs=of_shapes([(6,)]))
def what_is_found(lib, x):
    """a module with parameters (one is None), buffers, and lists of such"""
    module = marked(lib.nn.Module(), x[0])
    module.first = copy(lib, x[1])
    module.register_parameter("nothing", None)
    module.layers = [marked(lib.nn.Module(), x[2]), copy(lib, x[3])]
    module.by_name = {"a": copy(lib, x[3])}
    module.bare = x[3] * 2
    module.register_buffer("mean", x[4].detach().clone())
    module.register_buffer("no_mean", None)
    module.add_module("no_layer", None)
    module.empty = marked(lib.nn.Sequential(), x[1] * 3)
    module.last = copy(lib, x[5])
    module.frozen = copy(lib, x[1]).requires_grad_(False)
    module.layer = marked(lib.nn.Module(), x[5] * 2)
    module.layer.own = copy(lib, x[2])
    return (
        listed(lib, x, module.named_parameters(), "parameters")
        | listed(lib, x, module.named_buffers(), "buffers")
        | listed(lib, x, module.named_modules(), "modules")
        | listed(lib, x, module.named_children(), "children")
    )


KINDS = ("module", "module", "module", "up", "up", "parameter", "parameter", "buffer")
KINDS += ("None", "no module", "list", "same parameter", "same module")


def tree_of(lib: ModuleType, x, steps: tuple):
    """A module that is built by steps, with modules and parameters below it."""
    root = here = marked(lib.nn.Module(), x[-1])
    above, done, params = [], [], []
    for i, step in enumerate(steps):
        name, number = f"{step[0]}{i}", x[i].detach().clone()
        if step == "module":
            new = marked(lib.nn.Module(), number)
            here.add_module(name, new)
            above.append(here)
            here = new
        elif step == "up" and above:
            done.append(here)
            here = above.pop()
        elif step == "parameter":
            params.append(lib.nn.Parameter(number))
            here.register_parameter(name, params[-1])
        elif step == "buffer":
            here.register_buffer(name, number)
        elif step == "None":
            here.register_parameter(name, None)
        elif step == "no module":
            here.add_module(name, None)
        elif step == "list":
            setattr(here, name, [lib.nn.Parameter(number), lib.nn.Module()])
        elif step == "same parameter" and params:
            here.register_parameter(name, params[i % len(params)])
        elif step == "same module" and done:
            here.add_module(name, done[i % len(done)])
    return root


@program("Module", inputs=[(Floats((31,)), steps(*KINDS, count=30))] * 4)
def a_tree(lib, x, steps):
    """a network that is built by these steps"""
    root = tree_of(lib, x, steps)
    found = {}
    for each in (True, False):
        both = ", each once" * each
        modules = root.named_modules(remove_duplicate=each)
        params = root.named_parameters("net", remove_duplicate=each)
        buffers = root.named_buffers("net", remove_duplicate=each)
        found |= listed(lib, x, modules, f"modules{both}")
        found |= listed(lib, x, params, f"parameters{both}")
        found |= listed(lib, x, buffers, f"buffers{both}")
    children = root.named_children()
    return found | listed(lib, x, children, "children")


@program("Module", inputs=of_shapes([(2, 3), (2,), (4, 3)]))
def what_goes_through_a_net(lib, weight, bias, input):
    """net is trained for a step, loaded into another, frozen, set to eval()"""
    net, other = net_of(lib, weight, bias), net_of(lib, weight * 2, bias * 3)
    net[2][1].weight = net[0].weight
    (net(input) ** 2).sum().backward()
    lib.optim.SGD(net.parameters(), lr=0.1, momentum=0.9).step()
    grads = lib.cat([each.grad.flatten() for each in net.parameters()])
    net.zero_grad()
    other.load_state_dict(net.state_dict())
    other[0].requires_grad_(False)
    out = other.eval()(input)
    recorded = lib.autograd.grad((out**2).sum(), other[2][0].weight)[0]
    mode = [1.0 + each.training for each in other.modules()]
    needed = [1.0 + each.requires_grad for each in other.parameters()]
    numbers = lib.tensor(mode + needed, dtype=weight.dtype) * out.detach().sum()
    return {"output": out.detach(), "gradients": grads, "of the other": recorded} | {
        "training and requires_grad": numbers
    }


@program(
    "Module",
    inputs=[(Floats((2, 3)), Floats((2,)), given(each)) for each in (True, False)],
)
def a_set_handed_in(lib, weight, bias, remove_duplicate):
    """net.named_modules(memo), and once more with the same memo, a set"""
    net, memo = net_of(lib, weight, bias), set()
    first = listed(lib, weight, net.named_modules(memo, "", remove_duplicate), "first")
    again = net.named_modules(memo, "", remove_duplicate)
    return first | listed(lib, weight, again, "again")


@program(
    "Module",
    inputs=[(Floats((2, 3)), Floats((2,)), given(each)) for each in (True, False)],
)
def some_listed_already(lib, weight, bias, remove_duplicate):
    """net.named_modules({net[2]}), where net[0] stands in net once more"""
    net = net_of(lib, weight, bias)
    net.append(net[0])
    listing = net.named_modules({net[2]}, "", remove_duplicate)
    return listed(lib, weight, listing, "modules")


# -- kaiming_uniform_ -------------------------------------------------------------

SEED = Whole((), 0, 10**6)


def drawn(lib: ModuleType, seed, make) -> dict:
    """What `make()` gives after manual_seed(seed), and what is drawn after it."""
    before = lib.get_rng_state()
    try:
        lib.manual_seed(int(seed))
        return make() | {"two numbers drawn next": lib.rand(2)}
    finally:
        lib.set_rng_state(before)


def filled(*cases: tuple) -> list:
    return [(SEED, given(shape), *map(given, options)) for shape, *options in cases]


@program(
    "kaiming_uniform_",
    inputs=filled(
        *(((3, 4), 0, mode) for mode in ("fan_in", "fan_out")),
        *(((2, 5), 0.5, mode) for mode in ("fan_in", "fan_out")),
    ),
)
def a_weight(lib, seed, shape, a, mode):
    """kaiming_uniform_(zeros(shape), a, mode) after manual_seed(seed)"""

    def make():
        weight = lib.zeros(shape, dtype=lib.float64)
        lib.nn.init.kaiming_uniform_(weight, a, mode)
        return {"the weight": weight}

    return drawn(lib, seed, make)


@program(
    "kaiming_uniform_",
    inputs=filled(
        *(((4, 3, 2, 5), mode) for mode in ("fan_in", "fan_out")),
        *(((2, 3, 4), mode) for mode in ("fan_in", "fan_out")),
        *(((2, 3, 2, 1, 3), mode) for mode in ("fan_in", "fan_out")),
    ),
)
def a_kernel(lib, seed, shape, mode):
    """kaiming_uniform_(zeros(shape), mode=mode): the weight of a convolution"""
    return a_weight(lib, seed, shape, math.sqrt(5), mode)


@program(
    "kaiming_uniform_",
    inputs=[
        (SEED, OneOf((0.0, 0.1, 2.0)), given(name))
        for name in ("relu", "leaky_relu", "tanh", "linear")
    ],
)
def an_activation(lib, seed, a, nonlinearity):
    """kaiming_uniform_(zeros(2, 3), a, nonlinearity=nonlinearity)"""

    def make():
        weight = lib.zeros(2, 3)
        lib.nn.init.kaiming_uniform_(weight, a, nonlinearity=nonlinearity)
        return {"the weight": weight}

    return drawn(lib, seed, make)


@program("kaiming_uniform_", inputs=[(SEED, Floats((3,)))])
def a_parameter(lib, seed, x):
    """a Parameter is filled, then multiplied by x"""

    def make():
        weight = lib.nn.Parameter(lib.ones(2, 3, dtype=lib.float64))
        filled = lib.nn.init.kaiming_uniform_(weight)
        ((filled * x) ** 2).sum().backward()
        return {"gradient of x": x.grad, "gradient of the weight": weight.grad}

    return drawn(lib, seed, make)


@program("kaiming_uniform_", inputs=[(SEED, Floats((3,)))])
def a_frozen_weight(lib, seed, x):
    """a weight that requires no grad is filled, then multiplied by x"""

    def make():
        weight = lib.ones(2, 3, dtype=lib.float64)
        filled = lib.nn.init.kaiming_uniform_(weight)
        ((filled * x) ** 2).sum().backward()
        times = 1.0 if weight.grad is None else 2.0
        return {"gradient of x": x.grad, "x, twice if it has one": x.detach() * times}

    return drawn(lib, seed, make)


@program("kaiming_uniform_", inputs=[(SEED,)])
def a_part_of_a_tensor(lib, seed):
    """kaiming_uniform_(whole.t()[:2]), where whole = ones(4, 3): what is in whole?"""

    def make():
        whole = lib.ones(4, 3, dtype=lib.float64)
        lib.nn.init.kaiming_uniform_(whole.t()[:2])
        numbers = whole[:, :2].flatten().sort()[0]  # in which order does not matter
        return {"what was filled, sorted": numbers, "the rest": whole[:, 2]}

    return drawn(lib, seed, make)


@program("kaiming_uniform_", inputs=[(SEED, Floats((6,)), steps(True, False, count=6))])
def recorded_afterwards(lib, seed, x, modes):
    """set_grad_enabled(mode), a weight is filled, a square: is that recorded?"""
    recorder = Recorder(lib, x)

    def make():
        for mode in modes:
            with lib.set_grad_enabled(mode):
                lib.nn.init.kaiming_uniform_(lib.zeros(2, 3))
                recorder()
        return recorder.gradient()

    return drawn(lib, seed, make)


@program("kaiming_uniform_", inputs=[(SEED,)])
def without_entries(lib, seed):
    """kaiming_uniform_ of zeros(0, 3), zeros(3, 0) and zeros(2, 3, 0)"""

    def make():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for shape in ((0, 3), (3, 0), (2, 3, 0)):
                lib.nn.init.kaiming_uniform_(lib.zeros(shape))
        return {}

    return drawn(lib, seed, make)


@program("kaiming_uniform_", inputs=[(SEED,)])
def new_layers(lib, seed):
    """the weights of a new Linear(3, 2) and Conv2d(2, 3, (3, 2))"""

    def make():
        layers = lib.nn.Linear(3, 2), lib.nn.Conv2d(2, 3, (3, 2))
        return {
            f"{kind} {i}": getattr(each, kind).detach()
            for i, each in enumerate(layers)
            for kind in ("weight", "bias")
        }

    return drawn(lib, seed, make)
