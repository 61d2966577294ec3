"""Where minigrad differs from PyTorch on purpose: each test shows both.

docs/deviations.md tells why. The last test holds that the two lists agree.
"""

import importlib
import re
from pathlib import Path

import numpy as np
import pytest
import torch

import minigrad
from minigrad import speed

DOCUMENT = Path(__file__).parents[2] / "docs" / "deviations.md"
X = [0.5, -1.5, 2.0]


def result(program, lib):
    """What `program(lib)` returns, or the error that it raises, as text."""
    try:
        return program(lib)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def both(program) -> tuple:
    return result(program, torch), result(program, minigrad)


def leaf(lib, values=X):
    return lib.tensor(values, dtype=lib.float64, requires_grad=True)


# -- passes ----------------------------------------------------------------------------


def test_a_second_backward_that_fails_leaves_every_grad_as_it_was():
    def program(lib):
        x, w = leaf(lib), leaf(lib)
        y = (x * x).sum()
        y.backward()
        with pytest.raises(RuntimeError, match="a second time"):
            (w.sum() + y).backward()
        return w.grad is None

    assert both(program) == (False, True)


def test_what_a_pass_that_raised_leaves_behind():
    """The same as in PyTorch: this is no deviation."""

    def program(lib):
        fails = [True]

        class Fails(lib.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                if fails:
                    raise ValueError("once")
                return grad * 2

        x, y = leaf(lib), leaf(lib)
        early = x.exp()
        inner = Fails.apply(early)
        out = (inner * y).sum()
        with pytest.raises(ValueError):
            out.backward()
        fails.clear()
        grads = [None if each.grad is None else each.grad.tolist() for each in (x, y)]
        with pytest.raises(RuntimeError, match="a second time"):
            out.backward()
        inner.sum().backward()  # what had not run is still there
        return grads, x.grad.tolist()

    expected, found = both(program)
    assert expected[0] == found[0]
    assert np.allclose(expected[1], found[1])


def test_a_version_error_names_what_made_the_tensor_before_it_was_changed():
    def program(lib):
        y = leaf(lib) * 2
        z = y * y
        y.add_(1)
        z.sum().backward()

    expected, found = both(program)
    assert "output 0 of Add" in expected and "output 0 of Mul" in found


# -- checking gradients, checkpoints ------------------------------------------------


def test_gradcheck_takes_functions_over_which_pytorchs_stumbles():
    def program(lib, check: str, function, **options) -> str:
        x = lib.ones(3, dtype=lib.float64, requires_grad=True)
        try:
            return str(getattr(lib.autograd, check)(function, x, **options))
        except Exception as error:
            return type(error).__name__

    cases = [
        ("IndexError", "gradcheck", lambda x: (x.detach().int(), x * 2), False),
        ("GradcheckError", "gradcheck", lambda x: (x.detach() * 0 + 1, x * 2), True),
        ("TypeError", "gradgradcheck", lambda x: x.detach() * 0, False),
    ]
    for error, check, function, fast in cases:
        assert program(torch, check, function, fast_mode=fast) == error
        assert program(minigrad, check, function, fast_mode=fast) == "True"


def test_there_is_no_forward_mode():
    x = minigrad.ones(3, dtype=minigrad.float64, requires_grad=True)
    autograd = minigrad.autograd
    calls = {
        "check_forward_ad": lambda **more: autograd.gradcheck(minigrad.exp, x, **more),
        "check_batched_grad": lambda **m: autograd.gradcheck(minigrad.exp, x, **m),
        "strategy": lambda **m: autograd.functional.jacobian(minigrad.exp, x, **m),
        "strict": lambda **m: autograd.functional.jacobian(minigrad.exp, x, **m),
        "is_grads_batched": lambda **m: autograd.grad(x.sum(), x, **m),
    }
    for option, call in calls.items():
        with pytest.raises(TypeError, match=f"unexpected .* '{option}'"):
            call(**{option: True})
    with pytest.raises(AttributeError, match="minigrad has no torch.autograd.forward"):
        autograd.forward_ad  # noqa: B018


def test_gradcheck_puts_inputs_back_when_a_function_raises():
    def program(lib) -> list:
        x = lib.ones(2, dtype=lib.float64, requires_grad=True)

        def function(x):
            if x[0].item() != 1:
                raise ValueError
            return x * 2

        with pytest.raises(ValueError):
            lib.autograd.gradcheck(function, x, eps=0.5)
        return x.tolist()

    assert program(torch) == [0.5, 1.0]
    assert program(minigrad) == [1.0, 1.0]


@pytest.mark.parametrize(
    "options", [{"debug": True}, {"early_stop": False}, {"determinism_check": "none"}]
)
def test_a_checkpoint_has_no_options_for_the_second_run(options):
    def program(lib, function):
        checkpoint = importlib.import_module(f"{lib.__name__}.utils.checkpoint")
        x = lib.ones(3, requires_grad=True)
        return checkpoint.checkpoint(function, x, use_reentrant=False, **options)

    assert program(torch, lambda x: x * 2).tolist() == [2.0] * 3
    with pytest.raises(
        TypeError, match=f"unexpected keyword argument '{[*options][0]}"
    ):
        program(minigrad, lambda x: x * 2)


# -- in place --------------------------------------------------------------------------


def test_an_optimizer_leaves_the_edges_of_views():
    def program(lib):
        x = leaf(lib)
        view = x[1:]
        x.grad = lib.ones(3, dtype=lib.float64)
        lib.optim.SGD([x], lr=1.0).step()
        return type(view.grad_fn).__name__

    assert both(program) == ("AsStridedBackward0", "SliceBackward0")


def test_a_view_that_must_not_be_used_raises_when_it_is_looked_at():
    def program(lib):
        y = leaf(lib) * 2
        with lib.no_grad():
            view = y[1:]
        y.add_(1)
        later = view * 3
        return type(later.grad_fn).__name__

    expected, found = both(program)
    assert "A view was created in no_grad mode" in expected
    assert found == "MulBackward0"

    def passing(lib):
        y = leaf(lib) * 2
        with lib.no_grad():
            view = y[1:]
        y.add_(1)
        (view * 3).sum().backward()

    expected, found = both(passing)
    assert expected[:60] == found[:60]


def test_a_tensor_that_was_an_index_may_be_changed():
    def program(lib):
        x, places = leaf(lib), lib.tensor([0, 2])
        y = x[places]
        places.zero_()
        y.sum().backward()
        return x.grad.tolist()

    expected, found = both(program)
    assert "modified by an inplace operation" in expected
    assert found == [1.0, 0.0, 1.0]


def test_a_row_of_an_expanded_tensor_cannot_be_written():
    def program(lib):
        x = lib.zeros(3).expand(2, 3)
        x[0] = 1
        return x.tolist()

    expected, found = both(program)
    assert expected == [[1.0] * 3] * 2 and "read-only" in found


def test_a_change_by_entries_of_the_same_memory_is_computed_from_what_they_were():
    def program(lib):
        x = lib.arange(4.0)
        try:
            x[1:].add_(x[:-1])
        except RuntimeError as error:
            return str(error)
        return x.tolist()

    expected, found = both(program)
    assert "unsupported operation" in expected
    assert found == [0.0, 1.0, 3.0, 5.0]


def test_a_view_made_under_no_grad_requires_none():
    def program(lib):
        x = leaf(lib)
        with lib.no_grad():
            view = x[:2]
        needed = view.requires_grad
        if needed:
            (view * 2).sum().backward()
        return needed, x.grad is None and view.grad is None

    assert both(program) == ((True, True), (False, True))


def test_a_change_of_shape_under_no_grad_can_be_passed():
    def program(lib):
        x = leaf(lib, [[1.0, 2.0]])
        y = x * 3
        with lib.no_grad():
            y.t_()
        y.sum().backward()
        return x.grad.tolist()

    expected, found = both(program)
    assert "returned an invalid gradient" in expected
    assert found == [[3.0, 3.0]]


def test_a_saved_tensor_may_be_detached_in_place():
    def program(lib):
        x = leaf(lib)
        y = x * 2
        z = (y * y).sum()
        y.detach_()
        (grad,) = lib.autograd.grad(z, x, create_graph=True)  # what was saved has it
        grad.sum().backward()
        return grad.tolist(), x.grad.tolist()

    expected, found = both(program)
    assert "detached in-place" in expected
    assert found == ([8.0 * value for value in X], [8.0] * 3)


def test_grad_mode_stays_off_in_inference_mode():
    def program(lib):
        x = leaf(lib)
        with lib.inference_mode(), lib.enable_grad():
            return lib.is_grad_enabled(), (x * 2).requires_grad

    assert both(program) == ((True, False), (False, False))


def test_tensors_of_inference_mode_may_take_part_in_a_graph():
    def program_that_saves(lib):
        x = leaf(lib)
        with lib.inference_mode():
            weights = lib.ones(3, dtype=lib.float64) * 2
        (x * weights).sum().backward()
        return x.grad.tolist()

    expected, found = both(program_that_saves)
    assert "Inference tensors cannot be saved for backward" in expected
    assert found == [2.0, 2.0, 2.0]

    def program(lib):
        with lib.inference_mode():
            return [each.is_inference() for each in (leaf(lib) * 2, x[lib], x[lib][1:])]

    x = {lib: leaf(lib) for lib in (torch, minigrad)}
    assert both(program) == ([True, False, False], [False, False, False])


@pytest.mark.skipif(not speed.is_loaded, reason="of the forms in minigrad/speed")
def test_replacing_data_does_not_change_what_was_saved():
    def program(lib):
        x = leaf(lib)
        y = (x * x).sum()
        x.data = x.data * 10
        y.backward()
        return x.grad.tolist()

    assert both(program) == ([10.0, -30.0, 40.0], [1.0, -3.0, 4.0])


def test_memory_of_a_read_only_array_cannot_be_written():
    array = np.ones(2)
    array.flags.writeable = False
    x = minigrad.from_numpy(array)
    with pytest.raises(ValueError, match="read-only"):
        x += 1
    with pytest.warns(UserWarning, match="not writable"):
        torch.from_numpy(array)


# -- operations ------------------------------------------------------------------------


def test_numpy_functions_of_tensors_are_differentiable():
    def program(lib):
        return np.exp(leaf(lib)).requires_grad

    expected, found = both(program)
    assert "Can't call numpy() on Tensor that requires grad" in expected
    assert found is True


def test_a_numpy_array_is_an_operand():
    def program(lib):
        return (leaf(lib) * np.ones(3)).requires_grad

    expected, found = both(program)
    assert "Error" in expected and found is True


def test_the_determinant_of_a_singular_matrix_has_its_gradient():
    def program(lib):
        x = leaf(lib, [[1.0, 2.0], [2.0, 4.0]])
        lib.det(x).backward()
        return x.grad.numpy()

    expected, found = both(program)
    assert (expected == 0).all()
    np.testing.assert_allclose(found, [[4.0, -2.0], [-2.0, 1.0]], rtol=1e-12)


def test_singular_vectors_have_no_gradient():
    def program(lib):
        x = leaf(lib, [[1.0, 2.0], [0.0, 3.0]])
        lib.linalg.svd(x).U.abs().sum().backward()
        return x.grad.isfinite().all().item()

    expected, found = both(program)
    assert expected is True and "not of singular vectors" in found


def test_a_scatter_source_may_be_larger_than_its_index():
    def program(lib):
        source = lib.ones(1, 2, requires_grad=True)
        lib.zeros(1, 2).scatter(1, lib.tensor([[0]]), source).sum().backward()
        return source.grad.tolist()

    expected, found = both(program)
    assert "returned an invalid gradient" in expected
    assert found == [[1.0, 0.0]]


def test_some_graphs_are_minigrads_own():
    def program(lib):
        x = leaf(lib)
        out = lib.einsum("i,j->ij", x, x)
        nodes = [out.grad_fn]
        for node in nodes:
            nodes += [each for each, _ in node.next_functions if each is not None]
        return out.tolist(), len(nodes)

    (expected, many), (found, few) = both(program)
    assert expected == found and few < many


def test_whole_numbers_have_no_negative_powers():
    expected, found = both(lambda lib: (2 ** lib.tensor([-1, 3])).tolist())
    assert expected == [0, 8]
    assert "Integers to negative integer powers are not allowed" in found


def test_a_number_modulo_a_tensor_has_a_derivative():
    def program(lib):
        x = leaf(lib)
        (7 % x).sum().backward()
        return x.grad.tolist()

    expected, found = both(program)
    assert "derivative for aten::remainder is not implemented" in expected
    assert found == [-14.0, 5.0, -3.0]


def test_a_remainder_of_zero_has_the_sign_of_the_divisor():
    assert both(lambda lib: str((lib.tensor(2.0) % -2.0).item())) == ("0.0", "-0.0")


def test_a_reduction_with_a_dtype_shows_the_conversion():
    def program(lib):
        (source, _), *_ = leaf(lib).sum(dtype=lib.float32).grad_fn.next_functions
        return source.name().rpartition("::")[2]

    assert both(program) == ("AccumulateGrad", "ToCopyBackward0")


def test_the_memory_order_of_a_result_may_differ():
    def program(lib):
        x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        flat = (x.T * x).reshape(4)
        return flat.tolist(), flat.grad_fn.name()

    (expected, clone_and_view), (found, view) = both(program)
    assert expected == found == [1.0, 6.0, 6.0, 16.0]
    assert (clone_and_view, view) == ("UnsafeViewBackward0", "ViewBackward0")


def test_a_first_grad_of_the_core_has_its_entries_in_order():
    def program(lib):
        x = lib.ones(2, 3).t().detach().requires_grad_()
        (x * x).sum().backward()
        return x.grad.stride()

    speed.off()
    try:
        assert both(program) == ((1, 3), (2, 1))
    finally:
        speed.active.remove("off")


def test_arithmetic_of_bool_tensors_is_numpys():
    def refused(lib):
        return (lib.ones(2) - lib.tensor([True, False])).tolist()

    expected, found = both(refused)
    assert "with a bool tensor is not supported" in expected
    assert found == [0.0, 1.0]
    for program in (
        lambda lib: -lib.tensor([True]),
        lambda lib: lib.tensor([True]) - lib.tensor([True]),
    ):
        assert all("Error" in each for each in both(program))


def test_the_sign_of_nan_is_nan():
    def program(lib):
        x = leaf(lib, [float("nan")])
        x.abs().sum().backward()
        return np.isnan(x.sign().item()), np.isnan(x.grad.item())

    assert both(program) == ((False, False), (True, True))


def test_a_zero_may_have_the_other_sign():
    def program(lib):
        x = leaf(lib, [float("inf")])
        x.tanh().backward(lib.tensor([-1.0], dtype=lib.float64))
        return x.grad.tolist()

    expected, found = both(program)
    assert expected == found == [0.0]
    assert np.signbit(expected) != np.signbit(found)


def test_second_derivatives_where_the_first_is_a_convention():
    def program(lib):
        x = leaf(lib, [0.0, 0.0])
        (grad,) = lib.autograd.grad(x.norm(), x, create_graph=True)
        (second,) = lib.autograd.grad(grad.sum(), x)
        return np.isnan(second.tolist()).any()

    assert both(program) == (True, False)


def test_a_number_that_a_dtype_cannot_hold_is_an_error():
    def program(lib):
        return (lib.tensor([1], dtype=lib.int8) + 300).tolist()

    expected, found = both(program)
    assert expected == [45] and found.startswith("OverflowError")


def test_a_numpy_bool_counts_as_a_bool():
    def program(lib):
        return repr((lib.tensor([1]) * np.True_).dtype)

    assert both(program) == ("torch.float32", "torch.int64")


# -- networks --------------------------------------------------------------------------


def test_running_statistics_have_a_version():
    def program(lib):
        norm = lib.nn.BatchNorm1d(3).double()
        x = lib.ones(2, 3, dtype=lib.float64).cumsum(0).requires_grad_()
        out = norm.eval()(x)
        norm.train()(x)
        out.sum().backward()

    expected, found = both(program)
    assert expected is None and "modified by an inplace operation" in found


def test_attention_has_a_second_derivative():
    def program(lib):
        x = lib.linspace(-1, 1, 12, dtype=lib.float64).reshape(1, 2, 3, 2)
        x.requires_grad_()
        out = lib.nn.functional.scaled_dot_product_attention(x, x, x)
        (grad,) = lib.autograd.grad(out.sum(), x, create_graph=True)
        return len(lib.autograd.grad(grad.sum(), x))

    expected, found = both(program)
    assert "not implemented" in expected
    assert found == 1


def test_a_recurrent_layer_is_one_node():
    def program(lib):
        lib.manual_seed(0)
        out, _ = lib.nn.GRU(3, 4)(lib.ones(5, 2, 3))
        nodes = {out.grad_fn}
        while more := {n for e in nodes for n, _ in e.next_functions if n} - nodes:
            nodes |= more
        return [f"{each:.4f}" for each in out[:, 0, 0].tolist()], len(nodes)

    (expected, many), (found, few) = both(program)
    assert expected == found and few < 12 < many


def test_settings_that_layers_lack_are_refused():
    for make in (
        lambda nn: nn.BatchNorm1d(3, bias=False),
        lambda nn: nn.Conv2d(1, 1, 3, padding_mode="circular"),
        lambda nn: nn.Embedding(3, 2, max_norm=1.0),
        lambda nn: nn.MultiheadAttention(4, 2, kdim=3),
        lambda nn: nn.LSTM(3, 4, proj_size=2),
        lambda nn: nn.ReLU().register_forward_hook(print, with_kwargs=True),
    ):
        make(torch.nn)
        with pytest.raises(TypeError, match="unexpected keyword argument"):
            make(minigrad.nn)


def test_what_nn_functional_lacks_says_so():
    with pytest.raises(NotImplementedError, match="minigrad"):
        minigrad.nn.functional.interpolate(
            minigrad.ones(1, 1, 2, 2), scale_factor=2, mode="bicubic"
        )
    with pytest.raises(TypeError, match="size_average"):
        minigrad.nn.functional.mse_loss(
            minigrad.ones(2), minigrad.ones(2), size_average=False
        )


def test_saved_files_are_safetensors(tmp_path):
    torch.save({"x": torch.ones(2)}, tmp_path / "torch.pt")
    with pytest.raises((ValueError, RuntimeError), match="safetensors"):
        minigrad.load(tmp_path / "torch.pt")
    minigrad.save({"x": minigrad.ones(2)}, tmp_path / "own")
    assert minigrad.load(tmp_path / "own")["x"].tolist() == [1.0, 1.0]


def test_what_optimizers_lack_says_so():
    parameters = [minigrad.ones(2, requires_grad=True)]
    for call in (
        lambda: minigrad.optim.SGD(parameters, lr=0.1, differentiable=True),
        lambda: minigrad.optim.Adam(parameters, capturable=True),
    ):
        with pytest.raises(NotImplementedError, match="minigrad"):
            call()
    with pytest.raises(TypeError, match="one of the params is tuple"):
        minigrad.optim.SGD([("weight", parameters[0])])
    assert not minigrad.optim.Adagrad(parameters).state
    assert torch.optim.Adagrad([torch.ones(2, requires_grad=True)]).state


def test_a_loader_with_workers_loads_in_this_process():
    data = minigrad.utils.data
    data.dataloader._warn_of_workers.cache_clear()  # as if this were the first time
    dataset = data.TensorDataset(minigrad.arange(5))
    with pytest.warns(UserWarning, match="loads data in this process") as caught:
        loaders = [data.DataLoader(dataset, 2, num_workers=4) for _ in range(2)]
    assert len(caught) == 1
    assert caught[0].filename == __file__
    for loader in loaders:
        assert [batch.tolist() for (batch,) in loader] == [[0, 1], [2, 3], [4]]


def test_dropout_of_packed_sequences_has_masks_of_its_own():
    def program(lib, packed: bool):
        lib.manual_seed(0)
        layer = lib.nn.LSTM(2, 3, num_layers=2, dropout=0.5)
        x = lib.ones(4, 2, 2)
        if packed:
            x = lib.nn.utils.rnn.pack_padded_sequence(x, [4, 2])
        return np.round(float(layer(x)[1][0].sum().detach()), 5)

    assert len(set(both(lambda lib: program(lib, packed=False)))) == 1
    assert len(set(both(lambda lib: program(lib, packed=True)))) == 2


# -- keys and data ---------------------------------------------------------------------


def test_floats_are_no_indices_and_one_ellipsis_is_enough():
    for key in ([0.5], (..., ...)):
        expected, found = both(lambda lib, key=key: lib.ones(2)[key].tolist())
        assert expected in ([1.0], [1.0, 1.0]) and found.startswith("IndexError")


def test_ragged_data_is_an_error_even_after_an_empty_row():
    expected, found = both(lambda lib: tuple(lib.tensor([[], [1]]).shape))
    assert expected == (2, 0)
    assert "expected sequence of length 0 at dim 1 (got 1)" in found


def test_the_old_constructor_keeps_the_dtype_of_an_array():
    expected, found = both(lambda lib: str(lib.Tensor(np.ones(2)).dtype))
    assert (expected, found) == ("torch.float32", "torch.float64")


def test_settings_are_remembered_and_change_nothing():
    before = minigrad.get_num_threads()
    a = minigrad.rand(50, 50)
    try:
        expected = (a @ a).tolist()
        minigrad.set_num_threads(before + 1)
        assert minigrad.get_num_threads() == before + 1
        assert (a @ a).tolist() == expected
    finally:
        minigrad.set_num_threads(before)


def test_what_is_not_there_of_devices_and_dtypes_says_so():
    for call in (
        lambda: minigrad.ones(2, device="meta"),
        lambda: minigrad.tensor(1j),
    ):
        with pytest.raises(NotImplementedError, match="minigrad"):
            call()
    with pytest.raises(TypeError, match="out"):
        minigrad.ones(2, out=minigrad.ones(2))
    assert not hasattr(minigrad, "bfloat16")


def test_the_storage_of_a_slice_of_an_array_is_the_arrays():
    assert both(lambda lib: lib.from_numpy(np.ones(5)[2:]).storage_offset()) == (0, 2)


def test_normal_numbers_are_float32_or_float64():
    expected, found = both(lambda lib: str(lib.randn(2, dtype=lib.float16).dtype))
    assert expected == "torch.float16"
    assert "draw in float32 and convert" in found


def test_the_state_of_a_generator_has_bytes_of_its_own():
    expected, found = both(lambda lib: len(lib.get_rng_state()))
    assert found < expected


def test_a_name_that_is_not_there_is_an_attribute_error():
    for name in ("vmap", "fft", "stft"):
        assert hasattr(torch, name) and not hasattr(minigrad, name)
    with pytest.raises(AttributeError):
        minigrad.ones(2).storage()


# -- the document ----------------------------------------------------------------------


def test_the_document_lists_each_deviation_with_its_test():
    text = DOCUMENT.read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", text))
    here = {name for name in globals() if name.startswith("test_")}
    here.remove("test_the_document_lists_each_deviation_with_its_test")
    assert named == here
