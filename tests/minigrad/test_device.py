"""Devices: the CPU in all its spellings, and PyTorch's errors for the others."""

import copy
import pickle
from collections.abc import Iterator

import numpy as np
import pytest
import torch
from oracle import same, same_error

import minigrad


@pytest.fixture(autouse=True)
def restored_defaults() -> Iterator[None]:
    yield
    torch.set_default_device(None)
    minigrad.set_default_device(None)


def evaluated(lib, call: str):
    return eval(call, {"torch": lib, "device": lib.device, "x": lib.ones(2)})


SPELLINGS = """
    repr(device('cpu')) | repr(device('cpu', 0)) | repr(device('cpu:0'))
    str(device('cuda:1')) | str(device('cpu')) | repr(device(type='cuda', index=2))
    repr(device(device('cpu'))) | device('cpu:3').index | device('cpu').index
    device('mps').type | device('cpu') == device('cpu', 0) | device('cpu') == 'cpu'
    device('cpu', 0) == device('cpu:0') | len({device('cpu'), device('cpu')})
    repr(x.device) | x.is_cuda | repr(x.layout)
    repr(torch.get_default_device()) | torch.strided is x.layout
    repr(torch.contiguous_format) | repr(torch.preserve_format)
    torch.cuda.is_available() | torch.cuda.device_count() | torch.cuda.manual_seed(1)
    torch.cuda.manual_seed_all(1) | torch.cuda.is_initialized()
    torch.cuda.empty_cache() | torch.cuda.memory_allocated()
    torch.cuda.max_memory_allocated() | repr(torch.Generator().device)
    repr(torch.zeros(2, device='cpu:3').device) | x.cpu() is x | x.to('cpu') is x
"""
PLACED = """
    tensor([1.5, 2], device='cpu') | zeros(2, 3, device=lib.device('cpu'))
    ones(2, device='cpu:0') | full((2,), 3.0, device='cpu') | eye(2, device='cpu')
    arange(3, device='cpu') | linspace(0, 1, 3, device='cpu') | tensor(1, device=None)
    rand(2, device='cpu').shape | randn(2, device='cpu').shape
    randperm(1, device='cpu')
    zeros_like(lib.ones(2), device='cpu') | ones(2).new_zeros(3, device='cpu')
    as_tensor([1.0], device='cpu') | zeros(2, layout=lib.strided)
    zeros(size=(2,)) | ones(size=[1, 2]) | full(size=(2,), fill_value=4)
    ones_like(lib.ones(2), memory_format=lib.preserve_format)
    empty((2, 3), memory_format=lib.contiguous_format).shape
    zeros_like(lib.ones(2, 3).t()).stride() | ones(2).new_full((2,), 7)
    zeros_like(lib.ones(2, 3).t(), memory_format=lib.contiguous_format).stride()
"""
ERRORS = {
    "torch.ones(2, device='cuda')": "Torch not compiled with CUDA enabled",
    "torch.tensor([1.0], device='cuda:0')": "Torch not compiled with CUDA enabled",
    "torch.randn(2, device=device('cuda'))": "Torch not compiled with CUDA enabled",
    "torch.zeros_like(x, device='cuda')": "Torch not compiled with CUDA enabled",
    "x.new_ones(2, device='cuda')": "Torch not compiled with CUDA enabled",
    "x.cuda()": "Torch not compiled with CUDA enabled",
    "x.to('cuda')": "Torch not compiled with CUDA enabled",
    "x.to('cuda:0', torch.float64)": "Torch not compiled with CUDA enabled",
    "torch.cuda.init()": "Torch not compiled with CUDA enabled",
    "torch.cuda.current_device()": "Torch not compiled with CUDA enabled",
    "torch.cuda.synchronize()": "Torch not compiled with CUDA enabled",
    "torch.cuda.get_device_name()": "Torch not compiled with CUDA enabled",
    "torch.ones(2, device=0)": "Cannot access accelerator device",
    "x.to(0)": "Cannot access accelerator device",
    "x.cuda(0)": "Cannot access accelerator device",
    "device(0)": "Cannot access accelerator device",
    "device('foo')": "Expected one of cpu, cuda",
    "x.to('foo')": "Expected one of cpu, cuda",
    "torch.ones(2, device='foo')": "Expected one of cpu, cuda",
    "device('')": "Device string must not be empty",
    "device('cpu:-1')": "Invalid device string: 'cpu:-1'",
    "device('cpu:x')": "Invalid device string: 'cpu:x'",
    "torch.ones(2, device=1.5)": "argument 'device' must be torch.device, not float",
    "torch.ones(2, dtype='float32')": "argument 'dtype' must be torch.dtype, not str",
}


def calls(text: str) -> list[str]:
    found = (call.strip() for line in text.split("\n") for call in line.split(" | "))
    return [call for call in found if call]


@pytest.mark.parametrize("call", calls(SPELLINGS))
def test_a_device_is_spelt_as_in_pytorch(call: str):
    assert "error" not in same(lambda lib: evaluated(lib, call))


@pytest.mark.parametrize("call", calls(PLACED))
def test_creation_functions_take_the_arguments_that_all_have(call: str):
    assert "error" not in same(lambda lib: eval(f"lib.{call}", {"lib": lib}))


@pytest.mark.parametrize("call", ERRORS)
def test_a_device_that_is_not_there_is_pytorchs_error(call: str):
    same_error(lambda lib: evaluated(lib, call), says=ERRORS[call])


def test_the_default_device_is_used_where_none_is_named():
    def program(lib):
        lib.set_default_device("cpu")
        first = lib.ones(2)
        lib.set_default_device("cuda")
        other = lib.ones(2, device="cpu")
        lib.set_default_device(None)
        return [first, other, lib.ones(1), repr(lib.get_default_device())]

    same(program)


def test_without_cuda_the_default_device_cuda_fails_when_it_is_used():
    def program(lib):
        lib.set_default_device("cuda")
        try:
            return lib.ones(2)
        finally:
            lib.set_default_device(None)

    same_error(program, says="Torch not compiled with CUDA enabled")


def test_a_device_is_a_context():
    def program(lib):
        with lib.device("cuda"), lib.device("cpu"):
            inner = lib.ones(2)
        return [inner, lib.zeros(2), repr(lib.get_default_device())]

    same(program)


def test_devices_are_copied_and_pickled():
    for lib in (torch, minigrad):
        device = lib.device("cpu:1")
        assert copy.deepcopy(device) == pickle.loads(pickle.dumps(device)) == device


def test_other_devices_and_complex_numbers_are_refused_clearly():
    with pytest.raises(NotImplementedError, match="minigrad computes on the CPU only"):
        minigrad.ones(2, device="mps")
    with pytest.raises(NotImplementedError, match="no complex numbers"):
        minigrad.tensor([1j])


def test_where_a_tensor_lies_is_described_as_in_pytorch():
    views = [
        lambda x: x,
        lambda x: x.t(),
        lambda x: x[1:],
        lambda x: x[:, 1],
        lambda x: x[:0],
        lambda x: x[:, :0],
        lambda x: x.unsqueeze(1),
        lambda x: x.sum(),
        lambda x: x.float(),
        lambda x: x[1:].detach()[:, 2:],
    ]

    def program(lib, x):
        seen = []
        for view in views:
            y = view(x * 1)
            seen += [y.stride(), y.storage_offset(), y.is_contiguous(), y.nbytes]
            seen += [y.element_size(), y.itemsize, y.nelement(), y.type()]
            seen += [lib.is_floating_point(y), y.is_floating_point()]
        return seen, (x[1:].data_ptr() - x.data_ptr()), x.stride(-1), x.stride(0)

    same(program, np.ones((3, 4)))
    same_error(
        lambda lib, x: x.stride(2), np.ones((3, 4)), says="Dimension out of range"
    )
