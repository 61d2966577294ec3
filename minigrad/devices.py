"""Devices: PyTorch's names for where a tensor lives. minigrad computes on the CPU.

Read: `device`, `check` (what every creation function does with its `device=`), the
default. A program written for any device runs as long as it chooses the CPU, as it
does where `torch.cuda.is_available()` is False; another device is PyTorch's error.
"""

TYPES = (
    "cpu cuda ipu xpu mkldnn opengl opencl ideep hip ve fpga maia xla lazy vulkan mps "
    "meta hpu mtia privateuseone"
).split()


class device:
    """A device by type and index: `device('cpu')`, `device('cpu', 0)` or `'cpu:0'`.

    As a context manager it is the default device of what is made inside.
    """

    __slots__ = ("type", "index", "_before")

    def __init__(self, type: "str | device", index: int | None = None) -> None:
        if isinstance(type, device):
            type, index = type.type, type.index
        elif isinstance(type, int):
            raise no_accelerator()
        self.type, found = _parse(type)
        self.index = found if index is None else index
        self._before = []

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, device):
            return NotImplemented
        return (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self) -> str:
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

    def __reduce__(self) -> tuple:
        return device, (self.type, self.index)

    def __enter__(self) -> "device":
        self._before.append(get_default_device())
        set_default_device(self)
        return self

    def __exit__(self, *error: object) -> None:
        set_default_device(self._before.pop())


def _parse(text: str) -> tuple[str, int | None]:
    """The type and the index of `cpu:0`; RuntimeError if it is no device."""
    if not text:
        raise RuntimeError("Device string must not be empty")
    name, colon, index = text.partition(":")
    if name not in TYPES:
        raise RuntimeError(
            f"Expected one of {', '.join(TYPES)} device type at start of device "
            f"string: {text}"
        )
    if colon and not (index.isascii() and index.isdigit()):
        raise RuntimeError(f"Invalid device string: '{text}'")
    return name, int(index) if colon else None


CPU = device("cpu")
_default = CPU


def get_default_device() -> device:
    """The device of tensors that are made without `device=`."""
    return _default


def set_default_device(device: "device | str | None") -> None:
    """Choose the device of tensors that are made without `device=`.

    As in PyTorch a device that is not there is an error only when it is used.
    """
    global _default
    _default = CPU if device is None else _as_device(device)


def _as_device(given: "device | str | int") -> device:
    return given if isinstance(given, device) else device(given)


def check(given: "device | str | int | None", name: str = "device") -> device:
    """The CPU if that is meant; for another device the error that PyTorch raises."""
    if given is None:
        given = _default
    if given is CPU:
        return CPU
    if not isinstance(given, device | str | int):
        raise TypeError(
            f"{name}(): argument 'device' must be torch.device, not "
            f"{type(given).__name__}"
        )
    chosen = _as_device(given)
    if chosen.type == "cuda":
        raise no_cuda()
    if chosen.type != "cpu":
        raise NotImplementedError(
            f"minigrad computes on the CPU only, not on '{chosen}': leave out the "
            "device, or say device='cpu'"
        )
    return chosen


def no_cuda() -> AssertionError:
    """PyTorch's error for a CUDA device where it was built without CUDA."""
    return AssertionError(
        "Torch not compiled with CUDA enabled. minigrad computes on the CPU only: ask "
        "torch.cuda.is_available() first."
    )


def no_accelerator() -> RuntimeError:
    """PyTorch's error for a device given by number alone."""
    return RuntimeError(
        "Cannot access accelerator device when none is available. minigrad computes on "
        "the CPU only: say 'cpu'."
    )


# -- how it lies in memory --------------------------------------------------------


class layout:
    """How entries are stored, and in which order: names without a meaning here."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> str:
        return self.name


memory_format = layout
strided = layout("strided")
contiguous_format = memory_format("contiguous_format")
preserve_format = memory_format("preserve_format")
