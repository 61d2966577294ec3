"""The explorer as an anywidget. Read: `make`, `bundle`."""

import hashlib
import json
from collections import Counter
from functools import cache

from . import page

INSTALL = (
    "The explorer's widget needs the package anywidget: pip install anywidget, then "
    "restart the kernel. Without it, to_html() and save() still work."
)

_made: Counter = Counter()  # how many widgets there were for the same data


def make(data: dict) -> object:
    """A widget that shows `data`. ImportError without anywidget."""
    return _widget_class()(data=data, model_id=_model_id(data))


def bundle(widget: object) -> dict:
    """What a notebook stores of a widget, without a random number in it."""
    found = widget._repr_mimebundle_()
    found = found[0] if isinstance(found, tuple) else found
    return {kind: value for kind, value in found.items() if kind != "text/plain"}


@cache
def _widget_class() -> type:
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise ImportError(INSTALL) from error

    class ExplorerWidget(anywidget.AnyWidget):
        """`step` is the step that is shown, from 0."""

        _esm = page.script()
        _css = page.styles()
        data = traitlets.Dict().tag(sync=True)
        step = traitlets.Int(0).tag(sync=True)

    return ExplorerWidget


def _model_id(data: dict) -> str:
    """The same for the same record, so that a notebook that ran again is the same."""
    digest = hashlib.sha256(json.dumps(data).encode()).hexdigest()[:24]
    _made[digest] += 1
    return f"{digest}{_made[digest]:08x}"
