"""Odd arguments: NumPy's names, keywords of shapes, dtypes of results, wrong types."""

import re

import numpy as np
import pytest
import torch
from oracle import constant, same, same_error

import minigrad

X, Y = np.random.default_rng(0).standard_normal((2, 2, 3))
WHOLE = constant(np.array([[0, 1, 2], [3, 1, 5]]))

SPELLINGS = {
    "sum axis": lambda lib, x: x.sum(axis=0, keepdims=True),
    "mean axis": lambda lib, x: x.mean(axis=(0, 1)),
    "max axis": lambda lib, x: tuple(x.max(axis=1)),
    "std axis": lambda lib, x: lib.std(x, axis=0),
    "cumsum axis": lambda lib, x: x.cumsum(axis=1),
    "cat axis": lambda lib, x: lib.cat((x, x), axis=1),
    "softmax axis": lambda lib, x: lib.softmax(x, axis=1),
    "reshape shape": lambda lib, x: x.reshape(shape=(3, 2)),
    "view size": lambda lib, x: x.view(size=(6,)),
    "permute dims": lambda lib, x: x.permute(dims=(1, 0)),
    "expand size": lambda lib, x: x.expand(size=(4, 2, 3)),
    "repeat repeats": lambda lib, x: x.repeat(repeats=(2, 1)),
    "tile dims": lambda lib, x: x.tile(dims=(2, 1)),
    "flip dims": lambda lib, x: lib.flip(x, dims=(0,)),
    "split size": lambda lib, x: x.split(split_size=2, dim=1),
    "exp input": lambda lib, x: lib.exp(input=x),
    "relu input": lambda lib, x: lib.relu(input=x),
    "sigmoid input": lambda lib, x: lib.sigmoid(input=x),
    "sum input": lambda lib, x: lib.sum(input=x, dim=0),
    "max input": lambda lib, x: lib.max(input=x, dim=0).values,
    "round input": lambda lib, x: lib.round(input=x),
    "dot tensor": lambda lib, x: lib.dot(input=x[0], tensor=x[1]),
    "mv vec": lambda lib, x: lib.mv(input=x, vec=x[0]),
    "pow exponent": lambda lib, x: lib.pow(input=x, exponent=2) + x.pow(exponent=3),
    "add other": lambda lib, x: lib.add(input=x, other=x, alpha=2),
    "eq other": lambda lib, x: [lib.eq(input=x, other=1), x.eq(other=1)],
    "maximum other": lambda lib, x: lib.maximum(input=x, other=x.exp()),
    "det input": lambda lib, x: lib.det(input=x[:, :2]),
    "concatenate axis": lambda lib, x: lib.concatenate(tensors=(x, x), axis=1),
    "where": lambda lib, x: lib.where(condition=x > 0, input=x, other=0.0),
    "softmax input": lambda lib, x: lib.softmax(input=x, dim=1),
    "split tensor": lambda lib, x: lib.split(tensor=x, split_size_or_sections=1),
    "outer vec2": lambda lib, x: lib.outer(input=x[0], vec2=x[1]),
    "gather index": lambda lib, x: lib.gather(
        input=x, dim=0, index=lib.tensor([[0, 1, 1]])
    ),
    "randint high": lambda lib, x: list(lib.randint(high=5, size=(2,)).shape),
    "randint low": lambda lib, x: list(lib.randint(low=1, high=5, size=(2,)).shape),
    "randint_like": lambda lib, x: list(lib.randint_like(x, high=5).shape),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_arguments_have_the_names_that_pytorch_takes(name: str):
    assert "error" not in same(SPELLINGS[name], X)


def test_a_sum_of_integers_has_the_dtype_that_was_asked_for():
    def program(lib, i):
        narrow = {"dtype": lib.int32}
        sums = [i.sum(**narrow), i.sum(0, **narrow), i.cumsum(0, **narrow)]
        products = [i.prod(**narrow), i.prod(0, **narrow), i.cumprod(1, **narrow)]
        return sums + products + [i.sum(dtype=lib.uint8), i.sum(dtype=lib.float64)]

    same(program, WHOLE)


# -- choosing by a condition ------------------------------------------------------


def test_where_in_all_its_forms():
    def program(lib, x, y):
        mask = x > 0
        values = [lib.where(mask, x, y), x.where(mask, y), x.where(mask, 0.5)]
        numbers = [lib.where(mask, 1, 0), lib.where(mask, 1.0, 0)]
        return values + numbers + list(lib.where(mask))

    same(program, X, Y)


def test_where_takes_bool_conditions_only():
    same_error(lambda lib, x: lib.where(x, x, x), X, says="to be a boolean tensor")
    with pytest.raises(TypeError, match="'condition' must be Tensor, not bool"):
        minigrad.where(True, minigrad.ones(2), minigrad.ones(2))


# -- statistics -------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mean", "norm", "norm 3", "std", "rms_norm"])
def test_large_numbers_in_float16_have_means_and_norms(name: str):
    programs = {
        "mean": lambda lib, x: x.mean(),
        "norm": lambda lib, x: x.norm(),
        "norm 3": lambda lib, x: x.norm(3, 1),
        "std": lambda lib, x: x.std(1),
        "rms_norm": lambda lib, x: lib.nn.functional.rms_norm(x, (1000,)),
    }
    large = np.linspace(1, 3000, 2000, dtype=np.float16).reshape(2, 1000) / 10
    same(programs[name], large, dtype=None, order=0, graph=False, text=False)


def test_an_angle_is_taken_after_broadcasting():
    same(
        lambda lib, x, y: lib.nn.functional.cosine_similarity(x, y[:, None], dim=-2),
        X[None],
        Y,
        graph=False,
    )


def test_the_loss_of_two_numbers():
    same(lambda lib, x, y: lib.nn.functional.mse_loss(x, y), X[0, 0], Y[0, 0])


def test_an_empty_batch_leaves_the_running_statistics_as_they_are():
    def program(lib, x):
        mean, var = lib.zeros(3, dtype=lib.float64), lib.ones(3, dtype=lib.float64)
        out = lib.nn.functional.batch_norm(x[:0], mean, var, training=True)
        (grad,) = lib.autograd.grad(out.sum(), x)
        return out.shape, mean, var, grad

    same(program, X)


# -- whole numbers and bools ------------------------------------------------------


def test_the_sign_of_a_bool_is_itself():
    same(lambda lib, b: [b.sign(), lib.sign(b)], X > 0)


def test_ranges_of_whole_numbers_between_fractions():
    def program(lib):
        kinds = (lib.int32, lib.int64)
        whole = [lib.arange(0.5, 4.2, 1.3, dtype=each) for each in kinds]
        return whole + [lib.arange(end=3), lib.arange(0.0, -8.1, -4.0)]

    same(program)


def test_no_axis_is_not_all_axes():
    def program(lib, x):
        return x.squeeze(()), x.any(()), x.all(dim=()), x.sum(()), x.flip(())

    same(program, X[:, :1], order=1)


def test_nan_in_derivatives_with_bounds():
    points = np.array([np.nan, 2.0, 0.5, -3.0, 1.0])
    same(lambda lib, x: lib.nn.functional.hardtanh(x), points, order=1)
    same(lambda lib, x: lib.nn.functional.relu6(x), points, order=1)


def test_mathematical_constants_and_numel():
    same(lambda lib, x: [lib.pi, lib.e, lib.inf, -lib.nan, lib.numel(x)], X)


def test_fill_takes_a_tensor_of_one_number():
    def program(lib, x, y):
        filled = lib.zeros(2, 3).fill_(y[0, 0])
        whole = lib.zeros(2, dtype=lib.int64).fill_(lib.tensor(3.7))
        return filled, x.exp().fill_(y[0, 1]), whole

    same(program, X, Y)


def test_fill_takes_neither_a_vector_nor_a_text():
    same_error(lambda lib, x: lib.zeros(2).fill_(x[0]), X, says="fill_ only supports")
    with pytest.raises(TypeError, match="must be a number or a Tensor, not str"):
        minigrad.zeros(2).fill_("a")


WHOLE_TENSORS = {
    "view": lambda lib, x, n: x.view(n(6)),
    "reshape": lambda lib, x, n: x.t().reshape(n(3), -1),
    "sum": lambda lib, x, n: x.sum(n(0)),
    "argmax": lambda lib, x, n: x.argmax(n(1)),
    "sort": lambda lib, x, n: tuple(x.sort(n(0))),
    "flip": lambda lib, x, n: x.flip(n(1)),
    "unsqueeze": lambda lib, x, n: x.unsqueeze(n(1)),
    "cat": lambda lib, x, n: lib.cat([x, x], n(1)),
    "chunk": lambda lib, x, n: x.chunk(n(2)),
}


@pytest.mark.parametrize("name", WHOLE_TENSORS)
def test_a_whole_number_may_be_a_tensor_or_numpys(name: str):
    apply = WHOLE_TENSORS[name]
    same(lambda lib, x: apply(lib, x, lib.tensor), X)
    same(lambda lib, x: apply(lib, x, np.int64), X)


def test_a_tensor_splits():
    same(lambda lib, x: x.split(lib.tensor(1)), X)


def test_scatter_takes_a_source_of_one_number():
    def program(lib, x):
        start, index = lib.zeros(3, dtype=x.dtype), lib.tensor([1])
        plain = start.scatter(0, index, value=lib.tensor(3.0))
        return start.scatter(0, index, x[0, 0]), plain

    same(program, X, graph=False)


# -- wrong types ------------------------------------------------------------------

WRONG = {
    "exp": (lambda lib, x: lib.exp(3.0), "exp(): argument 'input'"),
    "log": (lambda lib, x: lib.log("a"), "must be Tensor, not str"),
    "sin": (lambda lib, x: lib.sin(np.ones(2)), "must be Tensor, not numpy.ndarray"),
    "isclose": (lambda lib, x: lib.isclose(x, 1.0), "'other' (position 2)"),
    "equal": (lambda lib, x: lib.equal(x, 1.0), "'other' (position 2)"),
    "logical_and": (lambda lib, x: lib.logical_and(1, x), "'input' (position 1)"),
    "mean": (lambda lib, x: lib.mean([1.0]), "mean(): argument 'input'"),
    "sum": (lambda lib, x: lib.sum(None), "must be Tensor, not NoneType"),
    "max": (lambda lib, x: lib.max([1.0]), "max(): argument 'input'"),
    "sort": (lambda lib, x: lib.sort([1.0]), "sort(): argument 'input'"),
    "argmax": (lambda lib, x: lib.argmax([1.0]), "argmax(): argument 'input'"),
    "round": (lambda lib, x: lib.round(1.5), "must be Tensor, not float"),
    "reshape": (lambda lib, x: lib.reshape([1.0], (1,)), "must be Tensor, not list"),
    "logsumexp": (lambda lib, x: lib.logsumexp([1.0], 0), "must be Tensor, not list"),
    "matmul": (lambda lib, x: lib.matmul([1.0], x), "'input' (position 1)"),
    "add": (lambda lib, x: lib.add([1.0], x), "'input' (position 1)"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_number_instead_of_a_tensor_is_a_type_error(name: str):
    program, says = WRONG[name]
    same_error(program, X, says=says)


FOREIGN = """
    x.eq("a") | x.gt("a") | x.lt(None) | x.ge([1.0]) | x.add("a") | x.mul_("a")
    x.pow("a") | x.pow_(None) | x.remainder("a") | x.lerp("a", 1)
    lib.pow(x, "a") | lib.eq(1, x) | lib.lt(x, None)
    lib.mul(x, "a") | lib.sub(x, "a") | lib.div(x, "a")
    x < None | x + "a" | x ** "a" | i & "a" | "a" + x | None * x
"""


@pytest.mark.parametrize("code", re.findall(r"[^|\s][^|\n]*[^|\s]", FOREIGN))
def test_an_operand_of_a_foreign_type_is_a_type_error(code: str):
    for lib in (torch, minigrad):
        names = {"lib": lib, "x": lib.ones(2), "i": lib.tensor([1, 2])}
        with pytest.raises(TypeError):
            eval(code, names)


def test_a_foreign_operand_may_answer_for_a_tensor():
    class Answer:
        __radd__ = __rand__ = __rpow__ = __lt__ = lambda self, other: "mine"

    def program(lib):
        x, other = lib.tensor([1, 2]), Answer()
        return [x + other, x & other, x**other, x > other, x == "a", x != None]  # noqa: E711

    assert "error" not in same(program)


MISFITS = {
    "allclose": lambda lib, x: lib.allclose(x, x.t()),
    "isclose": lambda lib, x: lib.isclose(x, x.t()),
    "addcmul": lambda lib, x: x.clone().addcmul_(x.t(), x.t()),
    "addcdiv": lambda lib, x: lib.addcdiv(x, x, x.t()),
    "lerp": lambda lib, x: lib.lerp(x, x.t(), x.t()),
    "where": lambda lib, x: lib.where(x > 0, x.t(), x.t()),
    "where, number": lambda lib, x: lib.where(x > 0, x.t(), 1.0),
    "clamp": lambda lib, x: lib.clamp(x, x.t()),
}


@pytest.mark.parametrize("name", MISFITS)
def test_shapes_that_do_not_fit_are_a_runtime_error(name: str):
    same_error(
        MISFITS[name], X, says="tensor a (3) must match the size of tensor b (2)"
    )


def test_what_view_and_interpolate_lack_is_named():
    with pytest.raises(NotImplementedError, match="takes a shape"):
        minigrad.ones(2).view(minigrad.int32)
    image = minigrad.ones(1, 1, 2, 2, dtype=minigrad.uint8)
    with pytest.raises(NotImplementedError, match="for floats only"):
        minigrad.nn.functional.interpolate(image, scale_factor=2, mode="bilinear")


@pytest.mark.parametrize("call", ["mul(2, x)", "mul(x, 2)", "exp(x)"])
def test_a_missing_attribute_inside_an_op_is_told_as_it_is(monkeypatch, call: str):
    def forward(ctx, *operands):
        return ctx.missing

    for op in (minigrad.core.arithmetic.Mul, minigrad.ops.elementwise.Exp):
        monkeypatch.setattr(op, "forward", staticmethod(forward))
    with pytest.raises(AttributeError, match="missing"):
        eval(f"minigrad.{call}", {"minigrad": minigrad, "x": minigrad.ones(2)})


# -- options that are absent --------------------------------------------------------

DEFAULTS = """
nn.Embedding(5, 3, sparse=False, max_norm=None, norm_type=2.0, scale_grad_by_freq=False)
nn.Conv2d(4, 2, 3, padding_mode="zeros")
nn.LSTM(4, 3, proj_size=0)
nn.BatchNorm1d(4, bias=True)
nn.MultiheadAttention(4, 2, add_bias_kv=False, add_zero_attn=False, kdim=None)
nn.MSELoss(size_average=None, reduce=None)
nn.init.xavier_uniform_(x.detach(), generator=None)
nn.functional.mse_loss(x, y, size_average=None, reduce=None)
nn.functional.interpolate(x[None, None], scale_factor=2, antialias=False)
nn.functional.normalize(x, out=None)
autograd.functional.jacobian(lambda t: t**2, x, strict=False, strategy="reverse-mode")
autograd.gradcheck(lambda t: t**2, x, check_forward_ad=False, check_backward_ad=True)
autograd.grad(x.sum(), x, is_grads_batched=False)
testing.assert_close(x, x, check_device=True, check_stride=False)
utils.data.DataLoader([1, 2], pin_memory_device="", in_order=True).batch_size
matmul(x, y, out=None)
mul(x, other=y, out=None)
exp(input=x, out=None)
cat([x, y], dim=1, out=None)
zeros(2, out=None)
"""
OTHERS = """
nn.Embedding(5, 3, sparse=True)
nn.Conv2d(4, 2, 3, padding_mode="reflect")
nn.LSTM(4, 3, proj_size=2)
autograd.functional.jacobian(lambda t: t**2, x, strict=True)
matmul(x, y, out=z)
mul(x, y, out=z)
nn.MSELoss(reduce=False)
"""


@pytest.mark.parametrize("call", DEFAULTS.strip().splitlines())
def test_an_option_that_is_absent_may_be_given_as_pytorchs_default(call: str):
    def program(lib, x, y):
        lib.manual_seed(3)
        made = eval(f"lib.{call}", {"lib": lib, "x": x, "y": y})
        return list(made.parameters()) if isinstance(made, lib.nn.Module) else made

    seen = same(program, np.eye(3) + 1, np.eye(3), order=0, graph=False, text=False)
    assert "error" not in seen, seen["error"]


@pytest.mark.parametrize("call", OTHERS.strip().splitlines())
def test_another_value_of_an_absent_option_is_an_error_that_names_it(call: str):
    names = {"lib": minigrad, **{name: minigrad.ones(3, 3) for name in "xyz"}}
    option = call.rpartition("=")[0].rpartition(" ")[2].rpartition("(")[2]
    pattern = f"unexpected keyword argument '{option}': minigrad has it only as"
    with pytest.raises(TypeError, match=pattern):
        eval(f"lib.{call}", names)
