"""`x[key]` and `x[key] = value` for every kind of key, with PyTorch's errors."""

import numpy as np
import pytest
from oracle import same, same_error

X = np.random.default_rng(0).standard_normal((2, 3, 4))
MASK = np.array([[True, False, True], [False, True, False]])

KEYS = """
    0 | -1 | 1, 2 | 1, -1, 0 | np.int64(1) | np.uint8(1), 2
    : | 1: | :1 | ::2 | 1:100 | 2:1 | -1: | np.int64(0):np.int64(1) | t(0):t(1)
    :, 1 | :, :, ::3 | 0:2 | 0:2, : | :, : | :, 1:, 0 | 0, 1:, 2:
    ... | ..., 0 | 0, ... | 1, ..., 0 | ..., : | ..., None | ()
    None | None, 0 | 0, None | :, None, 1 | None, None | None, :, 1
    [0] | [0, 1, 0] | [1], : | :, [0, 2, 2] | :, [], 0 | [] | range(2) | (0, 1), 1
    0, [0, 2] | [0, 1], 0 | [0, 1], [2, 0] | [0, 1], :, [1, 3] | 0, :, [1, 2]
    [0, 1], None, [1, 2] | None, [0, 1], :, [0, 1] | ..., [0, 1], 0 | 0, ..., [0, 1]
    1:, [0, 1] | [0, 1], 1:, [0, 1] | ::2, [0, 1], ::2 | :, 0, [1, 2] | -1, [-1, 0]
    np.array([[0, 1], [1, 0]]) | np.array(1) | :, np.array([[0], [2]]), [1, 3]
    [[0], [1]], [[0, 1]] | np.array([[0], [1]]), 0, np.array([1, 2])
    t([0, 1, 1]) | t(1) | t(1), [0, 1] | t([[1], [0]]), t([0, 2]) | t([0], 'int32')
    mask | mask, 0 | mask, None | mask, 0:2 | None, mask | mask[0], : , [True] * 4
    x > 0 | x[:, 0, 0] > 0 | x > 100 | x[0, 0, 0] > 0 | [True, False] | :, [True] * 3
    True | False | True, 0 | 0, True | None, True | np.bool_(True), False
"""


def keys(text: str) -> list[str]:
    return [key.strip() for line in text.split("\n") for key in line.split("|")]


def names(lib, x) -> dict:
    """What the keys and values below are written in."""

    def t(values, dtype="int64"):
        return lib.tensor(values, dtype=getattr(lib, dtype))

    mask = lib.from_numpy(MASK.copy())
    return {"x": x, "t": t, "mask": mask, "np": np, "lib": lib}


def taken(key: str):
    """The program that takes `x[key]`."""
    return lambda lib, x: eval(f"x[{key}]", names(lib, x))


@pytest.mark.parametrize("key", list(filter(None, keys(KEYS))))
def test_a_key_takes_what_pytorch_takes(key: str):
    same(taken(key), X)


LISTS = """
    [[0, 1], [1, 0]] | [[0, 1]] | [[[0, 1], [1, 0]]] | [[0, 1], 1] | [1, [0, 2]]
    [(0, 1), (1, 0)] | [range(2), range(2)] | [[0, 1], [[1], [0]]] | [[0, 1], [1]]
    [t([0, 1]), t([1, 0])] | [t(0), 1] | [t(0)] | [np.array([0, 1]), 2] | [np.int64(1)]
    [:, 1] | [0, :] | [None] | [0, None] | [...] | [[0, 1], ...] | [None, [0, 1]]
    [[True, False]] | [mask, 0] | [x[:, 0, 0] > 0, [1]] | [[]] | [[], []] | [[0]] * 33
    [[0, 1], :] | ([[0, 1], [1, 0]],)
""".replace(":", "slice(None)")
LIST_ERRORS = {
    "[[0, 3], [1, 0]]": "index 3 is out of bounds for dimension 0 with size 2",
    "[[0], [0], [0], [0]]": "too many indices",
    "[[0, 1], 'a']": "new(): invalid data type 'str'",
    "['a']": "new(): invalid data type 'str'",
    "[[True], [False]]": "The shape of the mask [1] at index 0",
}


@pytest.mark.parametrize("key", list(filter(None, keys(LISTS))))
def test_a_list_of_more_than_numbers_is_a_tuple_with_a_warning(key: str):
    key = key.replace("x[slice(None), 0, 0]", "x[:, 0, 0]")
    warned = same(taken(key), X)["warnings"]
    alone = key in ("[np.int64(1)]", "[[0]] * 33", "([[0, 1], [1, 0]],)")
    assert len(warned) == (not alone)

    def assigned(lib, x):
        x = x.detach().clone()
        x[eval(key, names(lib, x))] = -1.0
        return x

    same(assigned, X)


@pytest.mark.parametrize("key", LIST_ERRORS)
def test_a_wrong_list_is_pytorchs_error(key: str):
    same_error(taken(key), X, says=LIST_ERRORS[key])


@pytest.mark.parametrize(
    "key", ["...", "()", "None", "True", "x > 0", "x > 100", "t(1) > 0"]
)
def test_a_key_into_a_scalar(key: str):
    same(taken(key), np.array(1.5))


def test_a_key_into_an_empty_tensor():
    for key in (":", "1:", "[]", "..., None", "x > 0", ":, 1"):
        same(taken(key), np.zeros((0, 3)))


def test_a_value_taken_several_times_gets_the_sum_of_its_gradients():
    same(lambda lib, x: x[[0, 0, 1, 0]] * x[0] + x[:1, 1:2] * x[-1, 2], X)
    same(lambda lib, x: x[0][1] * x[0, 1] + x[:, 1][0], X)


def test_indexing_an_integer_tensor():
    same(lambda lib, x: [x[0], x[1, 1:], x[[1, 0]], x[x > 2]], X.astype(np.int64))


ERRORS = {
    "5": "index 5 is out of bounds for dimension 0 with size 2",
    "-3": "index -3 is out of bounds",
    "0, 5": "index 5 is out of bounds for dimension 1 with size 3",
    ":, None, 5": "out of bounds for dimension 2 with size 3",
    "0, 0, 0, 0": "too many indices for tensor of dimension 3",
    "mask, 0, 0": "too many indices",
    "..., mask": "The shape of the mask [2, 3] at index 0 does not match",
    "mask[:, :2]": "The shape of the mask [2, 2] at index 1 does not match",
    "[0, 7]": "index 7 is out of bounds for dimension 0 with size 2",
    ":, [-4]": "index -4 is out of bounds",
    "[0, 1], [0, 1, 2]": "shape mismatch: indexing tensors could not be broadcast",
    "::-1": "step must be greater than zero",
    "::0": "slice step cannot be zero",
    "0:1.5": "slice indices must be integers",
    "0.5": "(got float)",
    "0, 1j": "(got complex)",
    "np.float64(1)": "(got numpy.float64)",
    "{}": "(got dict)",
    "0, 'a'": "new(): invalid data type 'str'",
    "t([0.5], 'float32')": "must be long, int, byte or bool tensors",
    "t([1], 'int16')": "must be long, int, byte or bool tensors",
}


@pytest.mark.parametrize("key", ERRORS)
def test_a_wrong_key_is_pytorchs_error(key: str):
    same_error(taken(key), X, says=ERRORS[key])


@pytest.mark.parametrize("key", ["0", "0, 0", ":", "..., 0", "[0]"])
def test_a_scalar_cannot_be_indexed(key: str):
    same_error(taken(key), np.array(1.5), says="")


# -- assignment ----------------------------------------------------------------------

ASSIGNMENTS = """
    x[0] = 1 | x[0, 0] = t([1, 2, 3, 4]) | x[..., 0] = 2.5 | x[None] = 1 | x[...] = 3
    x[()] = 3 | x[0, 0, 0] = t(7) | x[0, 0, 0] = t([7]) | x[0, 0] = lib.ones(1, 1, 4)
    x[mask] = 5 | x[mask] = lib.ones(3, 4).double() | x[x > 0] = t(0) | x[True] = 1
    x[[0, 1]] = 1 | x[:, [0, 0]] = 2 | x[0, [0, 2]] = lib.zeros(4).double()
    x[1:, 0] = x[:1, 0] | x[0] = np.float64(2) | x[0] = True | x[False] = 2
    x[:, 1] = lib.arange(4) | x[0:0] = 1 | x[1] = x[0].float() | x[..., ::2] = -1
"""


@pytest.mark.parametrize("statement", list(filter(None, keys(ASSIGNMENTS))))
def test_an_assignment_changes_what_pytorchs_changes_and_counts_it(statement: str):
    def program(lib, x):
        x = x.detach().clone()
        exec(statement, names(lib, x))
        return x, x._version

    same(program, X)


ASSIGNMENT_ERRORS = {
    "x[5] = 1": "index 5 is out of bounds",
    "x[:, [0, 7]] = 1": "index 7 is out of bounds",
    "x[0] = lib.ones(2)": "must match the existing size (2)",
    "x[0, 0] = lib.ones(2, 1, 4)": "must be greater or equal to the number of dim",
    "x[mask] = lib.ones(2, 4).double()": "shape mismatch: value tensor of shape [2, 4]",
    "x[[0, 1]] = lib.ones(3, 3).double()": "cannot be broadcast to indexing result",
    "x[[0]] = lib.ones(4)": "requires the source and destination dtypes match",
    "x[0] = 'a'": "can't assign a str to a torch.DoubleTensor",
    "x[0] = [1, 2, 3, 4]": "can't assign a list",
    "x[0] = np.ones(4)": "can't assign a numpy.ndarray",
    "x[0] = None": "can't assign a NoneType",
}


@pytest.mark.parametrize("statement", ASSIGNMENT_ERRORS)
def test_a_wrong_assignment_is_pytorchs_error(statement: str):
    def program(lib, x):
        exec(statement, names(lib, x.detach().clone()))

    same_error(program, X, says=ASSIGNMENT_ERRORS[statement])


def test_an_assignment_to_an_integer_tensor_rounds_towards_zero():
    def program(lib):
        x = lib.arange(4)
        x[0] = 1.7
        x[1:3] = lib.tensor([-2.7, 2.7])
        return x

    same(program)


def test_an_assignment_to_a_leaf_is_an_error_but_not_under_no_grad():
    def assign(lib, x):
        x[0] = 1.0

    def assign_unrecorded(lib, x):
        with lib.no_grad():
            x[0] = 1.0
        return x * x

    same_error(assign, X, says="a view of a leaf Variable that requires grad")
    same(assign_unrecorded, X)


# -- integers alone: the short way, where nothing is recorded ------------------------

INTEGERS = """
    0 | -1 | 1, 2 | 1, -1, 0 | t(1), 2 | t(-1), t(0), 3 | t(1, 'int8') | 2 | 0, 3
    0, 0, 0, 0 | t(1.0) | t(True) | True, 0 | t([1]), 0 | np.int64(1), 1 | 0, 0, 4
"""


@pytest.mark.parametrize("key", list(filter(None, keys(INTEGERS))))
@pytest.mark.parametrize("kind", ["float32", "int32", "bool"])
def test_single_entries_change_as_in_pytorch_where_nothing_is_recorded(
    key: str, kind: str
):
    """The values, versions, and what is a view of what, also under no_grad."""

    def program(lib, x):
        seen = []
        for mode in (lib.enable_grad, lib.no_grad):
            x = lib.arange(24).reshape(2, 3, 4).to(getattr(lib, kind))
            with mode():
                part = eval(f"x[{key}]", names(lib, x))
                seen += [part.clone(), part._base is not None, part.is_leaf]
                part += 1 if kind != "bool" else False
                exec(f"x[{key}] = 5.75", names(lib, x))
                exec(f"x[{key}] = part", names(lib, x) | {"part": part})
                exec(f"x[{key}] -= 2", names(lib, x)) if kind != "bool" else None
            seen += [x, x._version, part._version, part]
        return seen

    same(program, X, order=0, graph=False)


def test_an_entry_of_memory_that_is_shared_by_several_places_is_not_changed():
    def program(lib, x):
        x.detach()[0, :, :1].expand(3, 4)[1] = lib.ones(4).double()

    same_error(program, X, says="more than one element of the written-to tensor")


def test_rows_that_are_taken_many_times_get_the_sum_of_their_gradients():
    rows = np.random.default_rng(1).integers(-5, 5, 60)
    same(lambda lib, x: x.reshape(-1)[lib.tensor(rows)] * lib.arange(60), X[:, :, :2])
    wide = np.random.default_rng(2).standard_normal((5, 80))
    for width in (1, 64, 65, 80):
        same(lambda lib, x: x[lib.tensor(rows)].sum(0).cos(), wide[:, :width])
