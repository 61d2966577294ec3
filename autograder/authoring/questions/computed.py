"""The computation behind each question: a function of the library."""

from collections.abc import Callable

from ...check.questions import set_of_file

functions: dict[str, list[Callable]] = {}  # by problem set


def question(function: Callable) -> Callable:
    """Make a function of `lib` the computation behind a student's of the same name."""
    set = set_of_file(function.__module__.rpartition(".")[2])
    functions.setdefault(set, []).append(function)
    return function
