"""Work that only looks strange: it earns what it is worth.

`expected` are the checks that lose their points; all others have them.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

import nbformat

from .cunning import OP
from .kit import Work


@dataclass(frozen=True)
class Honest:
    """`act` changes a submission that is right; `loses` are checks that cost points."""

    name: str
    act: Callable[[Work], None]
    loses: tuple[str, ...] = ()


HONEST: list[Honest] = []


def honest(act=None, *, loses: tuple[str, ...] = ()):
    def add(act):
        HONEST.append(Honest(act.__name__, act, loses))
        return act

    return add if act is None else add(act)


RIGHT = OP.format(
    forward="ctx.save_for_backward(a, b); return a * b",
    backward="a, b = ctx.saved_tensors; return grad * b, grad * a",
)


@honest
def as_it_should_be(work):
    pass


@honest
def warnings_and_prints(work):
    work["mul"].source = "import sys, warnings, logging\n" + OP.format(
        forward="print(a, b, file=sys.stderr); warnings.warn('hm'); np.log(-1.0)\n"
        "        logging.error('!'); ctx.save_for_backward(a, b); return a * b",
        backward="a, b = ctx.saved_tensors; print(grad); return grad * b, grad * a",
    )


@honest
def warnings_as_errors(work):
    work.cell("import warnings\nwarnings.simplefilter('error')\nnp.seterr(all='warn')")


@honest
def takes_its_time(work):
    work["mul"].source = "import time\ntime.sleep(1)\n" + OP.format(
        forward="time.sleep(0.002); ctx.save_for_backward(a, b); return a * b",
        backward="a, b = ctx.saved_tensors; return grad * b, grad * a",
    )


@honest
def other_words(work):
    work["mul"].source = OP.format(
        forward="ctx.save_for_backward(a, b); return np.multiply(b, a)",
        backward="a, b = ctx.saved_tensors\n"
        "        return tuple(np.multiply(each, grad) for each in (b, a))",
    )


@honest
def by_way_of_other_ops(work):
    """A product of sums of squares would be wrong in its last digits; a quotient of
    minigrad's is right: what computes the numbers is right, however it was made."""
    work["mul"].source = "import minigrad\n" + OP.format(
        forward="ctx.save_for_backward(a, b)\n"
        "        return np.einsum('...,...->...', a, b)",
        backward="a, b = ctx.saved_tensors; return grad * b, grad * a",
    )


@honest
def tried_out_above(work):
    work["mul"].source = (
        "x = torch.tensor(3.0, requires_grad=True)\ny = x * x + x\ny.backward()\n"
        "assert x.grad is not None\n" + RIGHT
    )


@honest
def without_the_decorator(work):
    work["mul"].source = RIGHT.replace("@piece\n", "")


@honest
def more_cells(work):
    for source in (
        "%timeit -n1 -r1 1 + 1",
        "!echo a",
        "1 / 0",
        "no Python",
        "raise SystemExit",
    ):
        work.cell(source)
        work.cell(source, above="add")
    work.cell("import matplotlib.pyplot as plt\nplt.plot([1, 2])", above="add-check")
    work.cell("input()", above="add-check")
    work.cell("# *a note* \U0001f600 $x$", kind="markdown")


@honest
def a_crash_in_the_last_cell(work):
    work.cell("import os\nos.abort()", above="keep")


@honest(loses=("add-check",))
def unfinished_in_the_middle(work):
    work["add"].source = "@piece\nclass Add(Op):\n    def forward(ctx, a, b:\n"


@honest(loses=("add-check", "predict-check"))
def only_one_piece(work):
    work["add"].source = "raise ValueError('I will do this tomorrow')"
    work["predict"].source = ""


@honest
def format_3(work):
    cells = []
    for cell in work.notebook.cells:
        new = {"cell_type": cell.cell_type, "metadata": dict(cell.metadata)}
        if cell.cell_type == "code":
            new |= {"input": cell.source, "language": "python", "outputs": []}
            new |= {"prompt_number": None, "collapsed": False}
        else:
            new |= {"source": cell.source}
        cells.append(new)
    work.content = json.dumps(
        {
            "nbformat": 3,
            "nbformat_minor": 0,
            "metadata": {"name": "ps2"},
            "worksheets": [{"cells": cells, "metadata": {}}],
        }
    ).encode()


@honest
def without_ids(work):
    notebook = json.loads(json.dumps(work.notebook))
    for cell in notebook["cells"]:
        del cell["id"]
    work.content = json.dumps(notebook | {"nbformat_minor": 4}).encode()


@honest
def without_any_metadata(work):
    """As some converters leave it."""
    notebook = json.loads(json.dumps(work.notebook))
    for cell in notebook["cells"]:
        del cell["id"]
        cell["metadata"] = {}
    work.content = json.dumps(notebook | {"metadata": {}}).encode()


@honest
def another_name(work):
    work.name = "ps2 (3) – Müller final.ipynb"


@honest
def among_many_files(work):
    for number in range(300):
        work.file(f"a picture {number}.png", b"\x89PNG")
    work.file(".ipynb_checkpoints/ps2-checkpoint.ipynb", "{}")


@honest
def in_utf_16(work):
    work.content = json.dumps(work.notebook).encode("utf-16")


@honest
def cut_off_at_the_end(work):
    work.notebook.cells += [nbformat.v4.new_markdown_cell("the end", id="end")]
    content = json.dumps(work.notebook, indent=1)
    work.content = content[: content.rindex("the end")].encode()


@honest
def left_over_from_a_merge(work):
    content = json.dumps(work.notebook, indent=1)
    at = content.index('  {\n   "', 40)
    work.content = (content[:at] + "<<<<<<< HEAD\n" + content[at:]).encode()


@honest
def a_text_was_copied_without_its_picture(work):
    work["keep"].source = "As drawn here: ![my graph](attachment:graph.png)"
    work.cell("![](attachment:my%20graph.png) ![](attachment:)", kind="markdown")
