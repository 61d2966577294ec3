"""The solution of each piece, out of the notebook that has it.

Read: `Solution`, `solutions`.
"""

import ast
import json
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType

from autograder.authoring.handout import full_course
from autograder.pieces.catalogue import PIECES
from autograder.pieces.kinds import Piece

GIVEN = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef | ast.Assign


@dataclass(frozen=True)
class Solution:
    """The definition of a piece, and what the notebook has defined above it."""

    piece: Piece
    node: ast.ClassDef | ast.FunctionDef
    above: CodeType

    def made(self, node: ast.ClassDef | ast.FunctionDef) -> object:
        """The class or function that `node`, in the solution's place, defines."""
        scope = ModuleType("solution").__dict__
        exec(self.above, scope)
        module = ast.Module([node], [])
        exec(compile(ast.fix_missing_locations(module), "<mutant>", "exec"), scope)
        return scope[node.name]


def solutions(set: str) -> list[Solution]:
    """The solutions of the pieces of a problem set, as their notebook has them.

    A piece without one is left out. WorkError where there are no solutions.
    """
    course = full_course("Solutions are read")
    cells = _code_cells(course / "solutions" / set / f"{set}.ipynb")
    found, above = {}, []
    for source in cells:
        for node in ast.parse(source).body:
            name = getattr(node, "name", None)
            if name in PIECES and PIECES[name].set == set:
                node.decorator_list = []
                code = compile(ast.Module([*above], []), "<above>", "exec")
                found[name] = Solution(PIECES[name], node, code)
            elif isinstance(node, GIVEN) and _defines(node):
                above.append(node)
    return [found[name] for name in PIECES if name in found]


def _code_cells(path: Path) -> list[str]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]


def _defines(node: ast.stmt) -> bool:
    """False for an assignment that computes: it may run on pieces, or take long."""
    if not isinstance(node, ast.Assign):
        return True
    if isinstance(node.value, ast.Attribute):
        return ast.unparse(node.value.value) == "torch"  # nn = torch.nn
    return isinstance(node.value, ast.Constant | ast.Tuple | ast.Name)
