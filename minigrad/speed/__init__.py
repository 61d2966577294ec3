"""What is there for speed: `nodes.py` (what a node keeps), `forms.py` (applying an op),
`constants.py`, `run.py` (the loop of a pass), `sums.py`, `memory.py`.

Each takes the place of a function of the core that does the same in fewer lines, looks
up what a student may have written at each call, and steps aside for it. `off()` leaves
operations and passes to the core until `on()`; `MINIGRAD_PLAIN=1` leaves these out.
"""

import os

from ..autograd.saved_hooks import active
from ..core import arithmetic, engine
from ..ops.broadcasting import stretched

is_loaded = os.environ.get("MINIGRAD_PLAIN", "0") in ("", "0")


def off() -> None:
    """From now on the core does the work. A graph that is there goes on to work."""
    if "off" not in active:
        active.append("off")


def on() -> None:
    """The forms of this folder run again."""
    if not is_loaded:
        raise RuntimeError("to have them, start Python without MINIGRAD_PLAIN")
    if "off" in active:
        active.remove("off")


if is_loaded:
    from . import constants, forms, memory, run, sums

    memory.keep_freed_memory()
    arithmetic.Expand.plain = staticmethod(stretched)
    constants.install()
    forms.install()
    arithmetic.sums, arithmetic.broadcast_to = sums.sums, stretched
    engine.run, engine.sum_to_shape = run.run, run.sum_to_shape
