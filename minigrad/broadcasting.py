"""Shapes that do not broadcast together: PyTorch's error for them."""


def size_error(a: tuple[int, ...], b: tuple[int, ...]) -> RuntimeError:
    """The error for two shapes, which names the last axis that differs."""
    length = max(len(a), len(b))
    for back in range(1, length + 1):
        x = a[-back] if back <= len(a) else 1
        y = b[-back] if back <= len(b) else 1
        if x != y and 1 not in (x, y):
            return RuntimeError(
                f"The size of tensor a ({x}) must match the size of tensor b ({y}) at "
                f"non-singleton dimension {length - back}"
            )
    raise AssertionError(f"{a} and {b} broadcast")
