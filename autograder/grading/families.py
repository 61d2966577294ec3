"""What gives a piece's answer under another name, or holds the same formula.

Where a piece is judged, this is cut out of the course with it: its class, or its
helpers, would otherwise be the answer. In the views of other pieces it is there.
Operations of PyTorch's that an answer may be made of stay (`unfold` for a convolution).

Read: `FAMILIES`, then `cut`; `inside.families` puts back what is cut.
"""

import ast
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..authoring.handout import Sources, emptied
from ..pieces.catalogue import PIECES

_FUNCTIONAL = {"autograd.functional": "vjp jvp jacobian _jacobian hessian vhp hvp"}

# {piece: {module of minigrad: its functions and classes}}
FAMILIES: dict[str, dict[str, str]] = {
    "accumulate": {"speed.run": "accumulate"},
    "detach": {"core.saved": "alias_of"},
    "Saving": {"utils.checkpoint": "Input"},
    "numerical_jacobian": {"autograd.gradcheck_fast": "_along"},
    "analytic_jacobian": {"autograd.functional": "_jacobian"},
    "gradcheck": {"autograd.gradcheck_fast": "compare_projections"},
    "kaiming_uniform_": {"nn.init": "_kaiming_std"},
    "MSE": {"ops.loss": "HuberLoss"},
    "LogSoftmax": {"ops.softmax": "LogSoftmaxGrad"},
    "NLL": {"ops.class_loss": "NllLoss NllGrad"},
    "RNNCell": {"nn.functional.recurrent": "RnnTanh rnn_steps rnn_change"},
    **dict.fromkeys(("hvp", "jvp", "gradient_penalty"), _FUNCTIONAL),
    "CheckpointFunction": {"utils.checkpoint": "Frame"},
    "list_edges": {"viz.reading": "_edges_of"},
    "Conv2d": {
        "ops.conv": "Convolution ConvolutionInput ConvolutionWeight _conv",
        "ops.columns": "Columns",
    },
    "MaxPool2d": {"nn.functional.max_pool": "MaxPool PlaceTaps TakeTaps largest"},
    "Embedding": {"nn.functional.embedding": "Embedding"},
    "Softmax": {"ops.softmax": "SafeSoftmax SoftmaxGrad"},
    "LayerNorm": {
        "nn.functional.standardize": "LayerNorm BatchNorm normalized input_grad"
    },
    "Attention": {
        "nn.functional.attention": "Attention SelfAttention scores scores_grad"
    },
}


def cut(folder: Path, names: Iterable[str]) -> Sources:
    """Cut the families of the pieces `names` out of the minigrad in a folder.

    Answers {"its pieces/function": (module, text)}. ValueError for what is not there.
    """
    whose: dict[str, dict[str, list[str]]] = {}  # by module and member
    for name in names:
        for module, members in FAMILIES.get(name, {}).items():
            for each in members.split():
                whose.setdefault(module, {}).setdefault(each, []).append(name)
    found: Sources = {}
    for module, members in whose.items():
        path = (folder / "minigrad" / module.replace(".", "/")).with_suffix(".py")
        lines = path.read_text(encoding="utf-8").splitlines()
        edits = []
        for place, node in _functions(ast.parse("\n".join(lines)), members):
            theirs = members[place.partition(".")[0]]
            text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            found[f"{' '.join(theirs)}/{place}"] = (
                f"minigrad.{module}",
                textwrap.dedent(text),
            )
            said = f"{place}, like {' and '.join(theirs)},"
            edits.append(emptied(node, PIECES[theirs[0]], said))
        for start, end, stub in sorted(edits, reverse=True):
            lines[start:end] = stub
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return found


def _functions(
    tree: ast.Module, members: Iterable[str]
) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module, and the methods of its classes, with their places."""
    known = {getattr(node, "name", ""): node for node in tree.body}
    if missing := [each for each in members if each not in known]:
        raise ValueError(f"minigrad has no {', '.join(missing)}")
    for name in members:
        node = known[name]
        if isinstance(node, ast.FunctionDef):
            yield name, node
        else:
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    yield f"{name}.{each.name}", each
