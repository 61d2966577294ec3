"""Methods that make a tensor of the same dtype as another: `x.new_zeros(2, 3)`."""

from collections.abc import Callable

from .. import creation
from ..tensor import Tensor
from .legacy import array_of


def _method(create: Callable[..., Tensor]) -> Callable[..., Tensor]:
    def method(self: Tensor, *args, dtype=None, **options) -> Tensor:
        return create(*args, dtype=self.dtype if dtype is None else dtype, **options)

    method.__name__ = method.__qualname__ = f"new_{create.__name__}"
    method.__doc__ = f"{create.__doc__.splitlines()[0]} Of this tensor's dtype."
    return method


new_zeros = _method(creation.zeros)
new_ones = _method(creation.ones)
new_empty = _method(creation.empty)
new_full = _method(creation.full)
new_tensor = _method(creation.tensor)


def new(self: Tensor, *arguments: object) -> Tensor:
    """PyTorch's old way: uninitialised of given sizes, or from data; this dtype."""
    return Tensor(array_of(arguments, self.dtype))


METHODS = "new new_zeros new_ones new_empty new_full new_tensor".split()
FUNCTIONS: list[str] = []
NUMPY: dict = {}
