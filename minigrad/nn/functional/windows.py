"""How windows run over images: their settings, and how many there are."""

from ...ops.columns import tuple_of
from ...tensor import Tensor


def settings_of(kernel_size, stride, padding, dilation=1) -> tuple:
    """The settings for two axes; the stride is the kernel if it is not given."""
    stride = kernel_size if stride in (None, ()) else stride
    given = kernel_size, stride, padding, dilation
    kernel, stride, padding, dilation = (tuple_of(each, 2) for each in given)
    if 0 in stride:
        raise RuntimeError("stride should not be zero")
    for k, p in zip(kernel, padding, strict=True):
        if p > k // 2:
            raise RuntimeError(
                "pad should be at most half of effective kernel size, but got "
                f"pad={p}, kernel_size={k} and dilation=1"
            )
    return kernel, stride, padding, dilation


def image_of(name: str, input: Tensor) -> Tensor:
    """Lines (N, C, L) or (C, L) as images of one row."""
    if input.dim() not in (2, 3):
        raise RuntimeError(
            f"{name}: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch "
            f"size for input, but got:{list(input.shape)}"
        )
    return input.unsqueeze(-2)


def in_row(value, added: int = 1):
    """A setting for lines as that of images of one row."""
    return value if value is None else (added, *tuple_of(value, 1))


def counts_of(
    input: Tensor, kernel, stride, padding, dilation, ceil_mode: bool
) -> tuple[int, int]:
    """How many windows fit into the last two axes of the input."""
    shape = list(input.shape)
    if len(shape) not in (3, 4):
        raise RuntimeError("non-empty 3D or 4D (batch mode) tensor expected for input")
    if 0 in shape[-3:]:
        raise RuntimeError(
            "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for "
            f"input, but got:{shape}"
        )
    axes = zip(shape[-2:], kernel, stride, padding, dilation, strict=True)
    counts = tuple([_count(*each, ceil_mode) for each in axes])
    if min(counts) < 1:
        given, out = ("x".join(map(str, (shape[-3], *n))) for n in (shape[-2:], counts))
        raise RuntimeError(
            f"Given input size: ({given}). Calculated output size: ({out}). Output "
            "size is too small"
        )
    return counts


def _count(
    size: int, kernel: int, stride: int, padding: int, dilation: int, ceil_mode: bool
) -> int:
    """How many windows fit; with ceil_mode one more that starts inside counts."""
    room = size + 2 * padding - dilation * (kernel - 1) - 1
    if not ceil_mode:
        return room // stride + 1
    count = -(-room // stride) + 1
    return count - 1 if (count - 1) * stride >= size + padding else count
