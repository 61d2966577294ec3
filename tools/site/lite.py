"""The course in a browser: a JupyterLite site, whose kernel is Pyodide.

Read: `build_lite`; `documents` and `for_browser` (what stands in the list of files);
`in_the_wheel` (what Python imports there); `configure` (JupyterLite's settings).
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.site.wheels import EXTENSIONS, ROOT, gather, pure_wheels

LAB = "lab"  # the folder below the site
NOTE = """\
> **This notebook runs in your browser**, without a server. Your work is kept in this \
browser, for this site alone: clearing the site's data deletes it. `from autograder \
import backup`, then `backup()`, puts it into one file to download. A cell that never \
ends, or `[*]` that stays: *Kernel, Restart Kernel*.
"""
# In the place of Pyodide's loader, which it loads: so Python begins beside JupyterLab.
EARLY = Path(__file__).with_name("early.js")
START = '<head><script src="../static/pyodide/pyodide.js" data-version="{}"></script>'
FRONT_ENDS = ["@jupyterlite/pyodide-kernel-extension", "anywidget"]
WIDGETS = "jupyterlab-widgets==3.0.16"  # JupyterLite's JupyterLab is 4.5
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
# What the kernel asks for when it starts, by the names that it uses; all else is what
# minigrad depends on.
FIRST = ["micropip", "piplite", "sqlite3", "ipykernel", "comm", "pyodide_kernel"]
FIRST += ["jedi", "ipython", "minigrad"]


def build_lite(destination: Path) -> Path:
    """Write the JupyterLite site into `destination/lab`, and answer that folder.

    A link to a notebook is `lab/lab/index.html?reset&path=ps2/ps2.ipynb`. Raises
    `wheels.Missing` where Pyodide or NumPy cannot be had.
    """
    lab = destination / LAB
    files = documents()
    with tempfile.TemporaryDirectory() as scratch:
        lite = Path(scratch)
        gather(lite / "static" / "pyodide", in_the_wheel(files))
        loader = lite / "static" / "pyodide" / "pyodide.js"
        loader.rename(loader.with_name("loader.js"))
        shutil.copy(EARLY, loader)
        for place, content in files.items():
            path = lite / "contents" / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        configure(lite)
        shutil.rmtree(lab, ignore_errors=True)
        command = [sys.executable, "-m", "jupyterlite_core", "build"]
        command += ["--lite-dir", scratch, "--output-dir", str(lab.resolve())]
        done = subprocess.run(command, cwd=scratch, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
    settings = json.loads((lab / "jupyter-lite.json").read_text(encoding="utf-8"))
    start = START.format(settings["jupyter-config-data"]["appVersion"])
    for page in lab.glob("*/index.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace("<head>", start, 1), encoding="utf-8")
    return lab


# -- what a student sees ----------------------------------------------------------


def documents() -> dict[str, bytes]:
    """Every file in the list of files, by its place there: lectures, problem sets as
    in `my_work`, the data, and whatever a link of theirs leads to."""
    notebooks = sorted((ROOT / "course").glob("*.ipynb"))
    notebooks += sorted((ROOT / "exercises").glob("ps*/ps*.ipynb"))
    found = {}
    for path in notebooks:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        place = path.relative_to(ROOT).as_posix().removeprefix("exercises/")
        found[place] = for_browser(notebook)
        for linked in re.findall(r"\]\(([^)#\s:]+)", path.read_text(encoding="utf-8")):
            target = (path.parent / linked).resolve()
            if target.is_file() and target.suffix != ".ipynb":
                found[target.relative_to(ROOT).as_posix()] = target.read_bytes()
    for path in sorted((ROOT / "course" / "data").iterdir()):
        found[path.relative_to(ROOT).as_posix()] = path.read_bytes()
    return found


def for_browser(notebook: dict) -> bytes:
    """A notebook with a note above it, on minigrad, and with links that lead."""
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if "library" in cell["metadata"].get("tags", []):
            source = source.replace("import torch", "import minigrad as torch")
        source = source.replace("../../", "../")  # sets stand one folder higher
        source = source.replace("(../exercises/", "(../")
        cell["source"] = source
    notebook["cells"] = [
        cell for cell in notebook["cells"] if cell["id"] != "your-copy"
    ]
    note = {"cell_type": "markdown", "id": "in-a-browser", "metadata": {}}
    notebook["cells"].insert(0, note | {"source": NOTE})
    notebook["metadata"]["kernelspec"] = {
        "display_name": "Python (Pyodide)",
        "language": "python",
        "name": "python",
    }
    return json.dumps(notebook, ensure_ascii=False).encode()


def in_the_wheel(files: dict[str, bytes]) -> dict[str, bytes]:
    """What Python imports and reads: both packages, the data, and the notebooks as
    they are released, by which `progress` counts and what is new or changed is known.
    """
    found = {}
    for folder in ("minigrad", "autograder", "course/data"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                found[path.relative_to(ROOT).as_posix()] = path.read_bytes()
    for place, content in files.items():
        if place.endswith(".ipynb"):
            within = "" if place.startswith("course/") else "exercises/"
            found[within + place] = without_outputs(content)
    return found


def without_outputs(notebook: bytes) -> bytes:
    content = json.loads(notebook)
    for cell in content["cells"]:
        if cell["cell_type"] == "code":
            cell.update(outputs=[], execution_count=None)
    return json.dumps(content).encode()


# -- JupyterLite's settings -------------------------------------------------------


def configure(lite: Path) -> None:
    front_ends = [EXTENSIONS / name for name in FRONT_ENDS] + pure_wheels([WIDGETS])
    environment = {"HOME": "/home/pyodide", "MINIGRAD_WORK": "/drive"}
    pyodide = {"packages": FIRST, "env": environment}
    kernel = {
        "pyodideUrl": "./static/pyodide/pyodide.js",
        "disablePyPIFallback": True,
        "loadPyodideOptions": pyodide,
    }
    page = {
        "appName": "Build the engine",
        "enableMemoryStorage": True,
        "exposeAppInBrowser": True,
        "litePluginSettings": {KERNEL: kernel},
    }
    build = {
        "apps": ["lab", "notebooks"],
        "contents": [str(lite / "contents")],
        "federated_extensions": [str(each) for each in front_ends],
        "ignore_sys_prefix": True,
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
    }
    news = {"fetchNews": "false", "checkForUpdates": False}
    overrides = {"@jupyterlab/apputils-extension:notification": news}
    for name, content in {
        "jupyter-lite.json": {
            "jupyter-lite-schema-version": 0,
            "jupyter-config-data": page,
        },
        "jupyter_lite_config.json": {"LiteBuildConfig": build},
        "overrides.json": overrides,
    }.items():
        (lite / name).write_text(json.dumps(content), encoding="utf-8")
