"""What calls did and whether operations were recorded, as numbers that inputs decide.

"recorded" or "no error" can be written down by whoever has seen a program. So a
program follows steps that are drawn with its inputs, and shows which gradients arrive:
a row of its result is what a call returned, or which error it raised. (A program says
in words what happened as well, for whoever reads a report: words earn nothing, see
`grading.key`.)

Read: `tried` and `rows`, `followed` and `Recorder`.
"""

import re
from collections.abc import Callable, Iterable
from types import ModuleType

from ..inputs import Sequences

ERRORS = (
    "a second time",
    "modified by an inplace operation",
    "does not require grad",
    "not have been used in the graph",
)


def steps(*kinds: object, count: int = 16) -> Sequences:
    """So many steps of these kinds, drawn one by one."""
    return Sequences(kinds, (count,))


def outcome(call: Callable[[], object]) -> str:
    """What became of a call: "no error", or the first sentence of PyTorch's error."""
    try:
        call()
    except RuntimeError as error:
        if type(error) is not RuntimeError:  # a blank, or recursion that is too deep
            raise
        return f"RuntimeError: {str(error).split('. ')[0].split(' (')[0]}"
    return "no error"


def tried(lib: ModuleType, like, calls: dict[str, Callable]) -> dict:
    """What became of these calls in words, by their names, and in rows."""
    both = {name: _tried(lib, like, call) for name, call in calls.items()}
    words = {name: said for name, (said, _) in both.items()}
    return words | {"what arrived": lib.stack([row for _, row in both.values()])}


def rows(lib: ModuleType, like, calls: Iterable[Callable], named: str = "index"):
    """What these calls return, one below the other; each has the shape of `like`.

    `named` is the word before the numbers that count in the text of an error.
    """
    return lib.stack([_tried(lib, like, call, named)[1] for call in calls])


def _tried(lib: ModuleType, like, call: Callable, named: str = "index") -> tuple:
    found: list = []
    said = outcome(lambda: found.append(call().detach().clone()))
    return said, found[0] if found else lib.zeros_like(like) - number_of(said, named)


def number_of(error: str, named: str) -> int:
    """Which of PyTorch's errors it is, and which index or versions it names."""
    kind = next((i for i, each in enumerate(ERRORS, 1) if each in error), 0)
    numbers = map(int, re.findall(rf"{named} (\d+)", error))
    return 100 * kind + sum(10 * place + each for place, each in enumerate(numbers))


def followed(lib: ModuleType, x, steps: Iterable[str], acts: dict[str, Callable]):
    """The gradients of x while steps are followed, each an act or "backward".

    An act may return a number. Its gradient is asked for at the next "backward": an
    error where an act in between changed what was saved.
    """
    waiting, found = [], [lib.zeros_like(x)]

    def next_gradient():
        return lib.autograd.grad(waiting.pop(0), x)[0]

    for step in (*steps, "backward"):
        if step == "backward":
            while waiting:
                found.append(_tried(lib, x, next_gradient)[1])
        elif (out := acts[step]()) is not None:
            waiting.append(out)
    return lib.stack(found)


class Recorder:
    """Squares the entries of a vector x, one at each call, and says if it is recorded.

    Which of the squares were recorded shows in their gradient.
    """

    def __init__(self, lib: ModuleType, x) -> None:
        self.lib, self.x, self.squares = lib, x, []

    def __call__(self) -> bool:
        entry = self.x[len(self.squares)]
        self.squares.append(entry * entry)
        return self.squares[-1].requires_grad

    def gradient(self) -> dict:
        """2 x where a square was recorded, 0 elsewhere."""
        found = [each for each in self.squares if each.requires_grad]
        zeros = self.lib.zeros_like(self.x)
        ones = [self.lib.ones_like(each) for each in found]
        grads = self.lib.autograd.grad(found, self.x, ones) if found else [zeros]
        return {"gradient of the squares": grads[0]}
