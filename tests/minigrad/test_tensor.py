"""What a Tensor says about itself, and how it turns into Python objects and copies."""

import copy
import pickle

import numpy as np
import pytest
from oracle import same, same_error

import minigrad

X = np.array([[0.5, -1.0, 2.0], [3.0, 0.0, 1.5]])


def test_shape_size_and_dtype_as_pytorch_shows_them():
    same(lambda lib, x: [x.shape, x.size(), x.size(0), x.size(-1), x.shape[1:]], X)
    same(lambda lib, x: [x.ndim, x.dim(), x.numel(), len(x), x.shape.numel()], X)
    same(lambda lib, x: [x.dtype, x.dtype is lib.float64, x.dtype.itemsize], X)
    same(lambda lib, x: [x.is_floating_point(), x.long().is_floating_point()], X)
    same(lambda lib, x: [str(x.shape), repr(x.shape + (1,)), x.shape == (2, 3)], X)


def test_values_as_python_objects():
    same(lambda lib, x: [x.tolist(), x[0, 1].item(), x.long().tolist()], X)
    same(lambda lib, x: [(x > 0).tolist(), (x[0, 0] > 0).item()], X)
    same(
        lambda lib, x: [int(x[0, 2]), bool(x[0, 0]), bool(x[1, 1]), x[0, 0].tolist()], X
    )
    same(lambda lib, x: [[1, 2, 3][lib.tensor(1)], hex(lib.tensor(10))], X)
    same(lambda lib, x: [float(x.detach()[0, 1]), 0.5 in x, 7 in x, x in x], X)


def test_float_of_a_tensor_that_requires_grad_warns():
    seen = same(lambda lib, x: float(x), np.array(1.5))
    assert "Converting a tensor with requires_grad=True" in seen["warnings"][0][1]


def test_formatting_in_strings():
    same(lambda lib, x: f"{x[0, 1]:.3f} {x[0, 0]:>8} {x[0]} {x.sum().item():g}", X)
    same_error(lambda lib, x: f"{x:.3f}", X, says="unsupported format string")


CONVERSION_ERRORS = {
    "x.item()": "a Tensor with 6 elements cannot be converted to Scalar",
    "float(x)": "only one element tensors can be converted to Python scalars",
    "int(x)": "only one element tensors can be converted to Python scalars",
    "bool(x)": "Boolean value of Tensor with more than one value is ambiguous",
    "bool(x[:0])": "Boolean value of Tensor with no values is ambiguous",
    "[1, 2][x[0, 0]]": "only integer tensors of a single element",
    "len(x[0, 0])": "len() of a 0-d tensor",
    "list(x[0, 0])": "iteration over a 0-d tensor",
    "x[0, 0].size(0)": "Dimension specified as 0 but tensor has no dimensions",
    "x.numpy()": "Can't call numpy() on Tensor that requires grad",
    "'a' in x": "Tensor.__contains__ only supports Tensor or scalar",
}


@pytest.mark.parametrize("call", CONVERSION_ERRORS)
def test_a_conversion_that_makes_no_sense_is_pytorchs_error(call: str):
    program = lambda lib, x: eval(call, {"x": x})  # noqa: E731
    same_error(program, X, says=CONVERSION_ERRORS[call])


def test_numpy_and_from_numpy_share_memory():
    def program(lib):
        array = np.zeros(3)
        x = lib.from_numpy(array)
        array[0] = 1
        x[1] = 2
        x.numpy()[2] = 3
        return x, array.tolist(), np.asarray(x).tolist()

    same(program)


# -- leaves ----------------------------------------------------------------------------


def test_what_is_a_leaf_and_what_requires_grad():
    def program(lib, x):
        made = [x * 2, x.detach(), x.detach() * 2, x > 0, x.long(), lib.ones(2)]
        made += [lib.ones(2, requires_grad=True), x.detach().requires_grad_(), x.data]
        return [(y.is_leaf, y.requires_grad, y.grad_fn is None) for y in made]

    same(program, X)


def test_requires_grad_spreads_from_any_operand():
    def program(lib, x, y):
        z = y.detach()
        return [(z * z).requires_grad, (z * x).requires_grad, (x - z).requires_grad]

    same(program, X, X)


def test_requires_grad_of_a_leaf_can_be_turned_off_and_on():
    def program(lib, x):
        before = x * 2
        x.requires_grad = False
        off = x * 3
        x.requires_grad_()
        return before, off, x * 5

    same(program, X)


FLAG_ERRORS = {
    "(x * 2).requires_grad_(False)": "only change requires_grad flags of leaf",
    "setattr(x * 2, 'requires_grad', False)": "only change requires_grad flags of leaf",
    "x.long().requires_grad_()": "only Tensors of floating point dtype can require",
    "setattr(x.long(), 'requires_grad', True)": "only Tensors of floating point and",
    "lib.tensor([1, 2], requires_grad=True)": "Only Tensors of floating point",
    "lib.zeros(2, dtype=lib.int64, requires_grad=True)": "Only Tensors of floating",
}


@pytest.mark.parametrize("call", FLAG_ERRORS)
def test_a_flag_that_cannot_be_is_pytorchs_error(call: str):
    program = lambda lib, x: eval(call, {"x": x, "lib": lib})  # noqa: E731
    same_error(program, X, says=FLAG_ERRORS[call])


def test_requires_grad_true_of_a_computed_tensor_changes_nothing():
    same(lambda lib, x: (x * 2).requires_grad_(), X)


def test_grad_fn_and_output_nr():
    same(lambda lib, x: [(x * 2).grad_fn.name(), x.grad_fn, (x * 2).output_nr], X)


def test_the_grad_of_a_computed_tensor_is_none_with_a_warning():
    seen = same(lambda lib, x: (x * 2).grad, X)
    assert "not a leaf Tensor is being accessed" in seen["warnings"][0][1]


GRAD_ERRORS = {
    "x": "can't assign Variable as its own grad",
    "lib.ones(3).double()": "attempting to assign a gradient of size '[3]'",
    "lib.ones(2, 3)": "attempting to assign a gradient with dtype 'float'",
    "1.0": "assigned grad expected to be a Tensor or None but got grad of type float",
}


@pytest.mark.parametrize("value", GRAD_ERRORS)
def test_a_grad_that_does_not_fit_is_pytorchs_error(value: str):
    def program(lib, x):
        x.grad = eval(value, {"x": x, "lib": lib})

    same_error(program, X, says=GRAD_ERRORS[value])


def test_a_grad_can_be_assigned_and_taken_away():
    def program(lib, x):
        x.grad = lib.ones(2, 3).double()
        (x * 2).sum().backward()
        first = x.grad.clone()
        x.grad = None
        (x * 2).sum().backward()
        return first, x.grad

    same(program, X)


def test_data_is_an_alias_that_autograd_does_not_watch():
    def program(lib, x):
        y = x * x
        x.data += 1
        return y, x * 2, x._version, x.data.requires_grad

    same(program, X)


# -- copies ----------------------------------------------------------------------------


def test_a_deep_copy_of_a_leaf_has_its_own_memory_and_grad():
    def program(lib, x):
        (x * x).sum().backward()
        twin = copy.deepcopy(x)
        twin.data += 1
        return twin.grad, twin.grad is x.grad, twin.tolist(), x.tolist(), twin.is_leaf

    same(program, X)


def test_a_deep_copy_of_a_computed_tensor_is_an_error():
    same_error(lambda lib, x: copy.deepcopy(x * 2), X, says="graph leaves")


def test_a_pickled_tensor_keeps_values_dtype_and_flag():
    for dtype in (np.float64, np.float32):
        x = minigrad.tensor(X.astype(dtype), requires_grad=True)
        (x * x).sum().backward()
        twin = pickle.loads(pickle.dumps(x))
        assert repr(twin) == repr(x)
        assert twin.is_leaf and pickle.loads(pickle.dumps(x * 2)).is_leaf


def test_a_copied_tensor_shares_memory():
    def program(lib, x):
        twin = copy.copy(x.detach())
        twin += 1
        return x.tolist(), twin.tolist()

    same(program, X)


def test_tensors_are_told_apart_by_identity_in_sets_and_dicts():
    def program(lib, x):
        y = x.detach()
        return len({x, y, x}), {x: 1}[x], y in [x.detach()[0, 0]], x is not y

    same(program, np.array(1.0))


def test_attributes_of_the_users_own():
    def program(lib, x):
        x.note = "mine"
        return x.note, hasattr(x, "absent")

    same(program, X)


# -- what is checked on the way in -----------------------------------------------------

FLAGS = {
    "zeros": lambda lib, flag: lib.zeros(2, requires_grad=flag),
    "full": lambda lib, flag: lib.full((2,), 1.0, requires_grad=flag),
    "tensor": lambda lib, flag: lib.tensor([1.0], requires_grad=flag),
    "zeros_like": lambda lib, flag: lib.zeros_like(lib.ones(2), requires_grad=flag),
    "Parameter": lambda lib, flag: lib.nn.Parameter(lib.ones(2), requires_grad=flag),
    "requires_grad_": lambda lib, flag: lib.ones(2).requires_grad_(flag),
    "requires_grad": lambda lib, flag: setattr(lib.ones(2), "requires_grad", flag),
    "of a result": lambda lib, flag: setattr(
        lib.ones(2, requires_grad=True) * 2, "requires_grad", flag
    ),
    "of a result, method": lambda lib, flag: (
        lib.ones(2, requires_grad=True) * 2
    ).requires_grad_(flag),
}


@pytest.mark.parametrize("make", FLAGS.values(), ids=FLAGS)
@pytest.mark.parametrize("flag", [True, False, None, 1, 0, "yes", 1.0, np.True_])
def test_requires_grad_is_a_bool(make, flag):
    same(lambda lib: make(lib, flag))


GIVEN = {
    "a number": lambda lib: 3,
    "a list": lambda lib: [1.0, 2.0],
    "integers": lambda lib: lib.tensor([1, 2]),
    "float64": lambda lib: lib.ones(3, dtype=lib.float64),
}


@pytest.mark.parametrize("given", GIVEN.values(), ids=GIVEN)
@pytest.mark.parametrize("kind", ["plain", "leaf", "result"])
def test_what_data_can_be(given, kind: str):
    def program(lib):
        x = lib.ones(2, requires_grad=kind != "plain")
        if kind == "result":
            x = x * 2
        x.data = given(lib)
        return x.detach(), x.requires_grad

    same(program)


def test_data_cannot_be_deleted():
    def program(lib):
        x = lib.ones(2)
        del x.data

    same_error(program, says="Deleting tensor data is not allowed")
