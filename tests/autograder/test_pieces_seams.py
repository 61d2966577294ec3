"""Every caller in minigrad runs on what is plugged: a marked impostor for each seam."""

import importlib
import inspect
import itertools
from pathlib import Path

import numpy as np
import pytest

import minigrad
from autograder.authoring.marks import every, marked
from autograder.pieces.catalogue import PIECES
from autograder.pieces.kinds import MethodsPiece, OpPiece, PieceError, SeamPiece, away
from autograder.pieces.registry import alone, forget_all
from autograder.pieces.rules import Violation
from autograder.pieces.seams import SEAMS, SWITCH, WALK
from minigrad import speed
from minigrad.autograd import Function
from minigrad.autograd.grad_mode import mode

FOLDER = minigrad.__path__[0]


@pytest.fixture(autouse=True)
def clean():
    forget_all()
    yield
    forget_all()


def leaf():
    return minigrad.tensor([1.0, 2.0, 3.0], requires_grad=True)


def column():
    return minigrad.tensor([[0.5], [2.0]], requires_grad=True)


class Twice(Function):
    """A user's Function that saves what it gets."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 2 * x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 4 * x


# -- who calls a backward pass ----------------------------------------------------


def method(x):
    (x * column()).sum().backward()


def function(x):
    minigrad.autograd.backward((x * column()).sum())


def the_gradient(x):
    minigrad.autograd.grad((x * column()).sum(), x)


def create_graph(x):
    (grad,) = minigrad.autograd.grad((x * column()).exp().sum(), x, create_graph=True)
    grad.sum().backward()


def some_inputs(x):
    (x * column()).sum().backward(inputs=[x])


def user_function(x):
    Twice.apply(x * column()).sum().backward()


def module(x):
    layer = minigrad.nn.Linear(3, 2)
    layer(x * column().detach()).sum().backward()


def by_gradcheck(x):
    inputs = [minigrad.tensor(each._data, dtype=minigrad.float64) for each in (x,)]
    inputs[0].requires_grad_()
    assert minigrad.autograd.gradcheck(lambda a: (a * column_64()).exp(), inputs)


def column_64():
    return minigrad.tensor([[0.5], [2.0]], dtype=minigrad.float64)


def by_jacobian(x):
    minigrad.autograd.functional.jacobian(lambda a: (a * column()).sum(1), x)


def by_checkpoint(x):
    run = minigrad.utils.checkpoint.checkpoint
    run(lambda a: (a * column()).exp(), x, use_reentrant=False).sum().backward()


def in_a_backward(x):
    class Nested(Function):
        @staticmethod
        def forward(ctx, a):
            ctx.save_for_backward(a)
            return a.exp()

        @staticmethod
        def backward(ctx, grad):
            (a,) = ctx.saved_tensors
            with minigrad.enable_grad():
                a = a.detach().requires_grad_()
                (a * column()).exp().sum().backward()
            return grad * a.grad

    Nested.apply(x).sum().backward()


PASSES = [method, function, the_gradient, create_graph, some_inputs, user_function]
PASSES += [module, by_gradcheck, by_jacobian, by_checkpoint, in_a_backward]
GRADS = [the_gradient, create_graph, by_jacobian]
LEAVES = [each for each in PASSES if each not in (the_gradient, by_gradcheck)]
LEAVES.remove(by_jacobian)
BROADCAST = [each for each in PASSES if each not in (module, by_gradcheck)]


# -- detach, no_grad, Functions, gradcheck ----------------------------------------


def detach_method(x):
    assert not x.detach().requires_grad


def detach_of_an_inner_tensor(x):
    assert not (x * 2).detach().requires_grad


def apply(x):
    Twice.apply(x)


def apply_of_a_subclass(x):
    type("Sub", (Twice,), {}).apply(x * 2)


def twice_in_a_module(x):
    class Doubled(minigrad.nn.Module):
        def forward(self, x):
            return Twice.apply(x)

    Doubled()(x)


def twice_backward(x):
    Twice.apply(x).sum().backward()


def twice_second(x):
    (grad,) = minigrad.autograd.grad(Twice.apply(x).sum(), x, create_graph=True)
    grad.sum().backward()


def saved_tensors(x):
    assert Twice.apply(x).grad_fn.saved_tensors[0] is x


def check_mul(x):
    a = minigrad.tensor([1.0, 2.0], dtype=minigrad.float64, requires_grad=True)
    assert minigrad.autograd.gradcheck(lambda a: a * a, [a])


def check_exp_twice(x):
    a = minigrad.tensor([1.0, 2.0], dtype=minigrad.float64, requires_grad=True)
    assert minigrad.autograd.gradgradcheck(lambda a: a.exp(), [a])


def check_wrong(x):
    a = minigrad.tensor([1.0], dtype=minigrad.float64, requires_grad=True)

    class Wrong(Twice):
        @staticmethod
        def backward(ctx, grad):
            return grad

    assert not minigrad.autograd.gradcheck(Wrong.apply, [a], raise_exception=False)


CHECKS = [check_mul, check_exp_twice, check_wrong]


# -- layers -----------------------------------------------------------------------


def linear(x):
    minigrad.nn.functional.linear(x, minigrad.ones(2, 3))


def recurrent(x):
    minigrad.nn.GRU(3, 2)(x.detach().reshape(1, 1, 3))


def recurrent_cell(x):
    minigrad.nn.RNNCell(3, 2)(x.detach().reshape(1, 3))


def attention(x):
    rows = x.detach().reshape(1, 3)
    minigrad.nn.MultiheadAttention(3, 1)(rows, rows, rows)


def attend(x):
    rows = x.detach().reshape(1, 3)
    minigrad.nn.functional.scaled_dot_product_attention(rows, rows, rows)


def attention_to_itself(x):
    rows = x.detach().reshape(1, 3)
    layer = minigrad.nn.MultiheadAttention(3, 1)
    layer(rows, rows, rows, need_weights=False)


def attention_to_others(x):
    rows = x.detach().reshape(1, 3)
    layer = minigrad.nn.MultiheadAttention(3, 1)
    layer(rows, rows * 2, rows, need_weights=False)


def encoder(x):
    layer = minigrad.nn.TransformerEncoderLayer(3, 1, 4)
    layer(x.detach().reshape(1, 3))


def layer_norm(x):
    minigrad.nn.functional.layer_norm(x, (3,))


def norm_of_torch(x):
    minigrad.layer_norm(x, (3,))


def norm_layer(x):
    minigrad.nn.LayerNorm(3)(x)


def embedding(x):
    minigrad.nn.functional.embedding(minigrad.tensor([0]), column())


def embedding_layer(x):
    minigrad.nn.Embedding(3, 2)(minigrad.tensor([0, 2]))


def convolution(x):
    minigrad.nn.Conv2d(1, 1, 1)(x.detach().reshape(1, 1, 1, 3))


def convolution_function(x):
    image = x.detach().reshape(1, 1, 1, 3)
    minigrad.nn.functional.conv2d(image, image)


def pooling(x):
    minigrad.nn.MaxPool2d(1)(x.detach().reshape(1, 1, 1, 3))


def pooling_function(x):
    minigrad.nn.functional.max_pool2d(x.detach().reshape(1, 1, 1, 3), 1)


def fill(x):
    minigrad.nn.init.kaiming_uniform_(minigrad.ones(2, 3), a=1)


def new_linear(x):
    minigrad.nn.Linear(3, 2)


def new_convolution(x):
    minigrad.nn.Conv2d(1, 2, 3)


USERS = {
    "order_nodes": PASSES,
    "run": PASSES,
    "accumulate": LEAVES,
    "release": PASSES,
    "grad": GRADS,
    "sum_to_shape": BROADCAST,
    "detach": [detach_method, detach_of_an_inner_tensor],
    "apply": [apply, apply_of_a_subclass, twice_in_a_module, twice_second],
    "needs_input_grad": [apply, apply_of_a_subclass, twice_in_a_module, twice_second],
    "pack": [apply, apply_of_a_subclass, twice_in_a_module, user_function],
    "unpack": [twice_backward, twice_second, saved_tensors, user_function],
    "numerical_jacobian": CHECKS,
    "analytic_jacobian": CHECKS,
    "gradcheck": CHECKS,
    "Linear": [linear, module, recurrent, recurrent_cell, attention],
    "Conv2d": [convolution, convolution_function],
    "MaxPool2d": [pooling, pooling_function],
    "kaiming_uniform_": [fill, new_linear, new_convolution, module],
    "LayerNorm": [layer_norm, norm_of_torch, norm_layer, encoder],
    "Attention": [attend, attention_to_itself, attention_to_others],
    "Embedding": [embedding, embedding_layer],
}
CASES = [(name, user) for name, users in USERS.items() for user in users]


@pytest.fixture(params=["with the ring", "without"])
def ring(request):
    """With minigrad/speed, and without: the core's own forms."""
    if request.param == "without":
        speed.off()
    elif not speed.is_loaded:
        pytest.skip("this process is without it")
    yield
    if speed.is_loaded:
        speed.on()


@pytest.fixture(params=["no hook", "a hook"])
def a_leaf(request):
    """What makes a leaf; one with a hook makes its passes take another way."""

    def made():
        x = leaf()
        if request.param == "a hook":
            x.register_hook(lambda grad: None)
        return x

    return made


@pytest.mark.parametrize(
    "name, user",
    [pytest.param(*case, id=f"{case[0]}-{case[1].__name__}") for case in CASES],
)
def test_every_caller_uses_the_impostor(name, user, ring, a_leaf):
    seam, calls = SeamPiece(name, "ps0", *SEAMS[name]), []
    original = getattr(*SEAMS[name])

    def impostor(*args, **kwargs):
        calls.append(args)
        return original(*args, **kwargs)

    with alone(seam, seam.parts(impostor)):
        user(a_leaf())
    assert calls
    calls.clear()
    user(a_leaf())
    assert calls == [] and getattr(*SEAMS[name]) is original


@pytest.mark.parametrize("name", SEAMS)
def test_what_the_impostor_answers_is_what_minigrad_goes_on_with(name, ring, a_leaf):
    """An impostor that raises is met by every user of the seam."""
    seam = SeamPiece(name, "ps0", *SEAMS[name])

    def impostor(*args, **kwargs):
        raise LookupError("the impostor")

    for user in USERS[name]:
        with alone(seam, seam.parts(impostor)), pytest.raises(LookupError):
            user(a_leaf())


# -- no_grad ----------------------------------------------------------------------


@minigrad.no_grad()
def decorated(x):
    return x * 2


@minigrad.no_grad()
def generator(x):
    yield x * 2


def with_block(x):
    with minigrad.no_grad():
        return x * 2


def alias(x):
    from minigrad import no_grad
    from minigrad.autograd import no_grad as other

    with no_grad(), other():
        return x * 2


def made_before(x):
    with MADE_BEFORE:
        return x * 2


MADE_BEFORE = minigrad.no_grad()


def a_module(x):
    layer = minigrad.nn.Linear(2, 1)
    layer.load_state_dict(layer.state_dict())
    return minigrad.ones(1)


SWITCHED = [decorated, lambda x: next(generator(x)), with_block, alias, made_before]
SWITCHED.append(a_module)


@pytest.mark.parametrize("user", SWITCHED)
def test_every_no_grad_is_the_impostors(user):
    entered = itertools.count()

    class no_grad:
        def __enter__(self):
            next(entered)
            self.before, mode.enabled = mode.enabled, False

        def __exit__(self, *exc_info):
            mode.enabled = self.before

    switch = MethodsPiece("no_grad", "ps0", *SWITCH)
    switch.check_form(no_grad)
    with alone(switch, switch.parts(no_grad)):
        assert not user(leaf()).requires_grad
        assert (leaf() * 2).requires_grad
    assert next(entered) > 0
    assert "__enter__" not in vars(minigrad.no_grad)
    assert not user(leaf()).requires_grad and (leaf() * 2).requires_grad


def test_a_no_grad_that_never_ends_does_not_outlive_its_check():
    class no_grad:
        def __enter__(self):
            mode.enabled = False

        def __exit__(self, *exc_info):
            pass

    switch = MethodsPiece("no_grad", "ps0", *SWITCH)
    with alone(switch, switch.parts(no_grad)):
        with_block(leaf())
        assert not minigrad.is_grad_enabled()
    assert minigrad.is_grad_enabled()


@pytest.mark.parametrize(
    "own, told",
    [
        (with_block, "no_grad is a class"),
        (minigrad.no_grad, "minigrad's own"),
        (type("no_grad", (minigrad.no_grad,), {}), "minigrad's own"),
        (type("no_grad", (), {"__enter__": with_block}), "no method __exit__: write"),
        (type("no_grad", (), {"__init__": with_block}), "never calls your __init__"),
    ],
)
def test_what_cannot_stand_in_for_no_grad_is_refused(own, told):
    with pytest.raises(PieceError, match=told):
        MethodsPiece("no_grad", "ps0", *SWITCH).check_form(own)


# -- Module -----------------------------------------------------------------------

WALKS = {
    "parameters": lambda net: list(net.parameters()),
    "buffers": lambda net: list(net.buffers()),
    "modules": lambda net: list(net.modules()),
    "children": lambda net: list(net.children()),
    "train": lambda net: net.train(),
    "apply": lambda net: net.apply(lambda module: None),
    "to": lambda net: net.double(),
    "zero_grad": lambda net: net.zero_grad(),
    "requires_grad_": lambda net: net.requires_grad_(False),
    "load_state_dict": lambda net: net.load_state_dict(net.state_dict()),
}


@pytest.mark.parametrize("walk", WALKS)
def test_every_walk_through_a_net_is_the_impostors(walk):
    calls = []

    def listing(method):
        def counted(self, *args, **kwargs):
            calls.append(method)
            return method(self, *args, **kwargs)

        return counted

    owner, methods = WALK
    own = {name: listing(getattr(owner, name)) for name in methods}
    piece = MethodsPiece("Module", "ps0", *WALK)
    net = minigrad.nn.Sequential(minigrad.nn.Linear(2, 1))
    with alone(piece, own):
        WALKS[walk](net)
    assert calls
    calls.clear()
    WALKS[walk](net)
    assert calls == []


@pytest.mark.parametrize("name", ["Linear", "kaiming_uniform_", "Module"])
def test_minigrads_own_is_away_under_every_name(name):
    kept = minigrad.nn.functional.linear, minigrad.nn.init.kaiming_uniform_
    net, table = minigrad.nn.Linear(2, 1), minigrad.ones(1, 2)
    uses = {
        "Linear": lambda: kept[0](table, table),
        "kaiming_uniform_": lambda: kept[1](table),
        "Module": lambda: list(net.parameters()),
    }
    with away(PIECES[name]), pytest.raises(Violation):
        uses[name]()
    uses[name]()


def walks(named_modules):
    return type(
        "Module", (), {"named_modules": named_modules, "_named_members": members}
    )


def members(self, table, prefix, recurse, remove_duplicate):
    return []


@pytest.mark.parametrize(
    "own, told",
    [
        (type("Module", (minigrad.nn.Module,), {}), "without a base class"),
        (walks(with_block), "named_modules gets 4 arguments"),
        (type("Module", (), {"named_modules": with_block}), "no method _named_members"),
        (minigrad.nn.Module, "without a base class"),
    ],
)
def test_what_cannot_stand_in_for_the_walk_is_refused(own, told):
    with pytest.raises(PieceError, match=told):
        PIECES["Module"].check_form(own)


@pytest.mark.parametrize(
    "listed, told",
    [
        (None, "returned None"),
        (3, "an object of type int"),
        ([minigrad.nn.Module()], "each is a pair"),
        ([(minigrad.nn.Module(), "0")], "comes first"),
    ],
)
def test_what_is_no_list_of_pairs_breaks_a_rule(listed, told):
    own = walks(lambda self, memo=None, prefix="", remove_duplicate=True: listed)
    piece = PIECES["Module"]
    piece.check_form(own)
    with alone(piece, piece.parts(own)), pytest.raises(Violation, match=told):
        list(minigrad.nn.Linear(2, 1).modules())


# -- optimizers -------------------------------------------------------------------


def stepped(make, steps=2, x=None):
    """Steps of an optimizer of one parameter, whose gradient is 1 everywhere."""
    x = leaf() if x is None else x
    optimizer = make([x])
    for _ in range(steps):
        optimizer.zero_grad()
        x.sum().backward()
        optimizer.step()
    return optimizer, x


OPTIMIZERS = {
    "SGD": [minigrad.optim.SGD, type("Own", (minigrad.optim.SGD,), {})],
    "Adam": [minigrad.optim.Adam, minigrad.optim.AdamW],
}
STEPS = [(name, make) for name, both in OPTIMIZERS.items() for make in both]


@pytest.mark.parametrize("name, make", STEPS)
def test_every_optimizer_of_a_kind_runs_on_the_impostor(name, make):
    def update(param, grad, state, group):
        state["seen"] = state.get("seen", minigrad.tensor(0)) + 1
        param -= grad

    piece = PIECES[name]
    with alone(piece, {"update": update}):
        optimizer, x = stepped(make)
    assert x.tolist() == [-1.0, 0.0, 1.0]
    assert optimizer.state_dict()["state"][0]["seen"].item() == 2
    _, x = stepped(make)
    assert x.tolist() != [-1.0, 0.0, 1.0]


def own(name, update):
    return PIECES[name].parts(type(name, (), {"update": staticmethod(update)}))


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_an_update_keeps_arrays_and_the_optimizer_has_tensors(name):
    seen = []

    def update(param, grad, state, group):
        seen.append((state.get("step", 0), type(state.get("exp_avg")), group["lr"]))
        state["step"], state["exp_avg"] = state.get("step", 0) + 1, grad * 2

    piece = PIECES[name]
    with alone(piece, own(name, update)):
        rate = minigrad.tensor(0.5)
        optimizer, x = stepped(lambda params: piece.owner(params, lr=rate))
    assert seen == [(0, type(None), 0.5), (1, np.ndarray, 0.5)]
    (kept,) = optimizer.state.values()
    assert kept["exp_avg"].tolist() == [2.0] * 3
    assert kept["step"].item() == 2.0 and kept["step"].dtype == minigrad.float32


SETTINGS = {
    "SGD": [{"nesterov": True, "momentum": 0.5}, {"maximize": True}],
    "Adam": [{"amsgrad": True}, {"maximize": True}, {"decoupled_weight_decay": True}],
}
SETTINGS["SGD"].append({"dampening": 0.5, "momentum": 0.5})


@pytest.mark.parametrize(
    "name, settings", [(name, each) for name in SETTINGS for each in SETTINGS[name]]
)
def test_what_an_exercise_leaves_out_is_still_minigrads(name, settings):
    def update(param, grad, state, group):
        raise AssertionError("a student's")

    piece = PIECES[name]

    def make(params):
        return piece.owner(params, lr=0.1, **settings)

    with alone(piece, own(name, update)):
        _, x = stepped(make)
    assert x.tolist() == stepped(make)[1].tolist()


def _keeps(what):
    def update(param, grad, state, group):
        state["kept"] = {"grad": grad, "param": param[:2]}[what]

    return update


def _changes(param, grad, state, group):
    grad += param


@pytest.mark.parametrize("name", OPTIMIZERS)
@pytest.mark.parametrize(
    "update, told",
    [
        (lambda param, grad, state, group: param - grad, "type ndarray, which nobody"),
        (_changes, "changed grad in place"),
        (_keeps("grad"), "keeps grad itself"),
        (_keeps("param"), "keeps param itself"),
    ],
)
def test_what_is_right_only_by_luck_in_an_update_is_told(name, update, told):
    piece = PIECES[name]
    with alone(piece, own(name, update)), pytest.raises(Violation, match=told):
        stepped(piece.owner)


@pytest.mark.parametrize(
    "own, told",
    [
        (lambda param, grad, state, group: None, "SGD is a class"),
        (minigrad.optim.SGD, "no Optimizer: write class SGD:"),
        (type("SGD", (minigrad.optim.SGD,), {}), "no Optimizer: write class SGD:"),
        (type("SGD", (), {}), "no update: write it as a static method, def update"),
        (
            type("SGD", (), {"update": lambda self, param, grad, state, group: None}),
            "must be a static method",
        ),
        (
            type("SGD", (), {"update": lambda param, grad, state: None}),
            "gets 4 arguments: write def update",
        ),
    ],
)
def test_what_cannot_stand_in_for_an_optimizer_is_refused(own, told):
    with pytest.raises(PieceError, match=told):
        PIECES["SGD"].check_form(own)


# -- ops --------------------------------------------------------------------------

OPS = [name for name, each in PIECES.items() if isinstance(each, OpPiece)]


@pytest.mark.parametrize("name", OPS)
def test_a_class_of_the_students_gets_every_option_of_the_op(name):
    op = PIECES[name].op
    own = type(
        name,
        (minigrad.Op,),
        {"forward": staticmethod(op.forward), "backward": staticmethod(op.backward)},
    )
    PIECES[name].adopt(own)
    for option in (
        "operands",
        "elementwise",
        "floats",
        "used_for",
        "tensors",
        "is_view",
    ):
        assert getattr(own, option) == getattr(op, option)


@pytest.mark.parametrize("name", OPS)
def test_an_ops_impostor_is_looked_up_at_each_call(name):
    """By apply, by call (the way from another backward), and in both kinds of pass."""
    piece, calls = PIECES[name], []
    original = {method: getattr(piece.op, method) for method in ("forward", "backward")}

    def counting(method):
        def counted(*args):
            calls.append(method)
            return original[method](*args)

        return counted

    with alone(piece, {method: counting(method) for method in original}):
        assert piece.op.node_class._piece
        with pytest.raises(TypeError):
            piece.op.forward()
        assert calls == ["forward"]
    assert {m: getattr(piece.op, m) for m in original} == original
    assert not piece.op.node_class._piece


def test_an_ops_impostor_is_applied_under_every_name(ring, a_leaf):
    piece, calls = PIECES["Mul"], []
    reference = piece.op.forward

    def forward(ctx, a, b):
        calls.append(type(a))
        return reference(ctx, a, b)

    ways = [lambda x: x * 2.0, lambda x: 2.0 * x, lambda x: minigrad.mul(x, x)]
    ways += [lambda x: x.mul(x), lambda x: x * column(), lambda x: np.multiply(x, x)]
    parts = {"forward": forward, "backward": piece.op.backward}
    for way in ways:
        calls.clear()
        with alone(piece, parts):
            way(a_leaf()).sum().backward()
            way(a_leaf().sum()).sum().backward()  # of a single number
        assert calls == [np.ndarray] * 2
        way(a_leaf())
        assert len(calls) == 2


# -- marks ------------------------------------------------------------------------


def test_every_piece_is_marked_where_it_stands():
    found = {}
    for module_name, _, each in every(Path(FOLDER)):
        found.setdefault(each.name, []).append((module_name, each.node.name))
    known = {*PIECES, *SEAMS, SWITCH[0].__name__}
    parts = {name: piece for name, piece in PIECES.items() if piece.in_minigrad}
    assert set(parts) <= set(found) <= known
    for name, piece in parts.items():
        (place, defined), *faster = found[name]  # one that takes its place for speed
        assert all(each.startswith("minigrad.speed.") for each, _ in faster)
        home = importlib.import_module(place)
        if isinstance(piece, OpPiece | MethodsPiece):
            assert getattr(home, defined) is piece.owner
        else:
            homes = [home, *(importlib.import_module(each) for each, _ in faster)]
            own = inspect.unwrap(getattr(piece.owner, piece.attribute))
            there = [getattr(each, defined) for each in homes]
            assert own in map(inspect.unwrap, there)


def test_a_mark_of_nothing_is_an_error():
    with pytest.raises(ValueError, match="f.py, line 1: `# piece: Mul` must stand"):
        marked("# piece: Mul\n\nx = 1\n", "f.py")
    (one,) = marked("x = 1\n# piece: f\n@np\ndef f():\n    pass\n", "f.py")
    assert (one.name, one.text) == ("f", "@np\ndef f():\n    pass")


def test_what_a_students_product_returns_is_copied_by_the_leaf():
    """minigrad's own Mm makes its gradients anew; a student's may keep one."""
    kept = []

    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        kept.append(grad @ b.T)
        return kept[0], a.T @ grad

    piece = PIECES["Mm"]
    x = minigrad.ones(2, 3, requires_grad=True)
    with alone(piece, {"forward": forward, "backward": backward}):
        x.mm(minigrad.ones(3, 4)).sum().backward()
    x.grad += 1.0
    assert len(kept) == 1 and kept[0].max() == 4.0
