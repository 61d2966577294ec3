"""A tensor in another dtype: `to` in all its forms, the named methods, old names."""

import numpy as np
import pytest
from oracle import same, same_error

FORMS = """
    x.to(lib.float64) | x.to(lib.float32) | x.to('cpu') | x.to(lib.device('cpu', 0))
    x.to('cpu', lib.float64) | x.to(lib.device('cpu'), lib.float16, False, True)
    x.to(other) | x.to(other, True, True) | x.to() | x.to(None)
    x.to(dtype=lib.float64) | x.to(device='cpu') | x.to(device='cpu', dtype=lib.float16)
    x.to(lib.float64, True) | x.to(lib.float32, copy=True) | x.to('cpu', copy=True)
    x.to(lib.float64, non_blocking=True, copy=True) | x.to(float) | x.to(dtype=None)
    x.to(memory_format=lib.preserve_format) | x.to(lib.int64) | x.cpu()
    x.type(lib.float64) | x.type('torch.DoubleTensor') | x.type(lib.DoubleTensor)
    x.type(lib.float32) | x.type_as(other) | x.type() | x.int().type() | x.bool().type()
    x.half() | x.float() | x.double() | x.int() | x.long() | x.short() | x.byte()
    x.char() | x.bool() | x.half().float() | x.double().float() * x
"""


def calls(text: str) -> list[str]:
    found = (call.strip() for line in text.split("\n") for call in line.split(" | "))
    return [call for call in found if call]


@pytest.mark.parametrize("call", calls(FORMS))
def test_a_conversion_is_pytorchs(call: str):
    def program(lib, x):
        other = lib.zeros(1, dtype=lib.float64)
        y = eval(call, {"lib": lib, "x": x, "other": other})
        return [y, y is x]

    x = np.array([1.5, 2.0, 0.0, -0.0])
    assert "error" not in same(program, x, dtype=np.float32, tolerance=1e-3)


ERRORS = {
    "x.type('foo')": "invalid type: 'foo'",
    "x.type(float)": "invalid type: 'float'",
    "lib.finfo(lib.int8)": "torch.finfo() requires a floating point input type",
    "lib.iinfo(lib.float32)": "torch.iinfo() requires an integer input type",
    "lib.iinfo(lib.bool)": "torch.bool is not supported by torch.iinfo",
    "lib.set_default_dtype(lib.int64)": "only floating-point types are supported",
    "lib.set_default_dtype(float)": "invalid dtype object",
    "x.numpy()": "Can't call numpy() on Tensor that requires grad",
}


@pytest.mark.parametrize("call", ERRORS)
def test_what_cannot_be_converted_is_pytorchs_error(call: str):
    same_error(
        lambda lib, x: eval(call, {"lib": lib, "x": x}), np.ones(2), says=ERRORS[call]
    )


@pytest.mark.parametrize(
    "arguments", ["(1.5)", "(lib.float64, 'cpu')", "('cpu', 1, 2)"]
)
def test_arguments_that_to_does_not_take_are_a_type_error(arguments: str):
    import minigrad as lib

    with pytest.raises(TypeError, match="invalid combination of arguments"):
        eval(f"lib.ones(2).to{arguments}", {"lib": lib})


KINDS = "bool uint8 int8 int16 int32 int64 float16 float32 float64".split()


def test_types_are_promoted_as_in_pytorch():
    def program(lib):
        dtypes = [getattr(lib, name) for name in KINDS]
        pairs = [(a, b) for a in dtypes for b in dtypes]
        return (
            [lib.promote_types(a, b) for a, b in pairs],
            [(d.is_signed, d.is_complex, d.itemsize) for d in dtypes],
        )

    same(program)


def test_the_limits_of_a_dtype_are_pytorchs():
    def program(lib):
        floats = [lib.finfo(getattr(lib, name)) for name in KINDS[6:]]
        integers = [lib.iinfo(getattr(lib, name)) for name in KINDS[1:6]]
        names = "bits dtype eps max min tiny smallest_normal resolution".split()
        return (
            [[getattr(each, name) for name in names] for each in floats],
            [[each.bits, each.dtype, each.min, each.max] for each in integers],
            [repr(each) for each in [*floats, *integers, lib.finfo()]],
            [lib.finfo(lib.float32) == lib.finfo(), floats[0] == floats[1]],
        )

    same(program)


OLD = """
    Tensor() | Tensor([1, 2]) | Tensor((1, 2)) | Tensor(2, 3).shape | Tensor(3).dtype
    Tensor(2, 3, 4).shape | Tensor([True]) | Tensor(lib.Size([2, 3])).shape
    FloatTensor([1, 2]) | LongTensor([1, 2]) | LongTensor([1.5]) | DoubleTensor([1])
    LongTensor(2).shape | BoolTensor([0, 1]) | Tensor(lib.ones(2)) | IntTensor([[1]])
    ByteTensor([1]).type() | HalfTensor([1.5]) | FloatTensor.__name__
"""


@pytest.mark.parametrize("call", calls(OLD))
def test_the_old_constructors_make_pytorchs_tensors(call: str):
    assert "error" not in same(lambda lib: eval(f"lib.{call}", {"lib": lib}))


@pytest.mark.parametrize("name", ["from_numpy", "as_tensor", "tensor"])
def test_an_array_that_runs_backwards_is_an_error(name: str):
    def program(lib, key):
        return getattr(lib, name)(np.arange(6).reshape(2, 3)[key])

    says = "At least one stride in the given numpy array is negative"
    same_error(program, np.s_[:, ::-1], says=says)
    assert "error" not in same(program, np.s_[:, ::2])


def test_an_old_class_knows_its_tensors():
    def program(lib, x):
        return [
            isinstance(x, lib.FloatTensor),
            isinstance(x, lib.DoubleTensor),
            isinstance(x.long(), lib.LongTensor),
            isinstance(1.0, lib.FloatTensor),
            repr(lib.FloatTensor),
        ]

    same(program, np.ones(2))


def test_numpy_with_force_takes_any_tensor():
    def program(lib, x):
        return lib.from_numpy((x * 2).numpy(force=True)), x.detach().numpy(force=False)

    same(lambda lib, x: program(lib, x)[0], np.ones(2))
