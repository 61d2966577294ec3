"""In a browser, whose small stack a recursion overflows, and ends Python: none is deep.

Python frees what an object alone refers to inside of freeing the object, and stops this
recursion in time, but not in WebAssembly, where a chain of 4,000 nodes is too much.
So a node that goes lays what it refers to on a pile, and the first one clears the pile.
And a function that calls itself for ever gets its RecursionError sooner.

`import torch` says where PyTorch runs.
"""

import sys
from functools import cache

from ..core.graph import Node

pile: list[object] = []
clearing = False


def lay_down(node: Node) -> None:
    """Move what `node` refers to onto the pile; clear it, unless that is under way."""
    global clearing
    pile.append(vars(node).copy())
    vars(node).clear()
    for member in members_of(type(node)):
        try:
            pile.append(member.__get__(node))
            member.__delete__(node)
        except AttributeError:  # it was never set
            continue
    if not clearing:
        clearing = True
        try:
            while pile:
                pile.pop()
        finally:
            clearing = False


@cache
def members_of(kind: type) -> list:
    """The slots of a kind of node."""
    return [
        vars(each)[name]
        for each in kind.__mro__
        for name in vars(each).get("__slots__", ())
        if not name.startswith("__")
    ]


class NoTorch:
    """Finds no module, and for `torch` says why."""

    @staticmethod
    def find_spec(name: str, path=None, target=None) -> None:
        if name == "torch":
            raise ModuleNotFoundError(
                "PyTorch does not run in a browser. `import minigrad as torch` does; "
                "on your machine, python3 start.py brings PyTorch.",
                name=name,
            )


Node.__del__ = lay_down
sys.meta_path.append(NoTorch)
sys.setrecursionlimit(500)  # through C, as in max(map(itself, …)), 1,000 are too many
