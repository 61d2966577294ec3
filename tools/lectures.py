"""`python -m tools.lectures NOTEBOOK ...`: run lectures and save them as committed.

Committed is what a reader needs who runs nothing: texts, and pictures as PNG. What a
run leaves besides, times, widgets and the SVG of a picture that has a PNG, is not kept,
nor in how many parts a print arrived.
"""

import argparse
import copy
import os
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[1]


def run(
    notebook: nbformat.NotebookNode, folder: Path = ROOT / "course", root: Path = ROOT
) -> nbformat.NotebookNode:
    """A copy, executed in a fresh kernel in a folder, on the minigrad of a tree."""
    from nbclient import NotebookClient

    notebook = copy.deepcopy(notebook)
    client = NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(folder)}},
    )
    path = os.pathsep.join(filter(None, [str(root), os.environ.get("PYTHONPATH")]))
    # The matrices are small: on a busy machine several threads mostly wait.
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    client.execute(env={**os.environ, **one, "PYTHONPATH": path})
    return notebook


def tidy(notebook: nbformat.NotebookNode) -> None:
    """Drop what is not committed."""
    notebook.metadata.language_info = {"name": "python"}
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if "image/png" in output.get("data", {}):
                output.data.pop("image/svg+xml", None)
                output.metadata.pop("image/svg+xml", None)
        whole = []
        for output in cell.get("outputs", ()):
            if whole and "name" in output and output.name == whole[-1].get("name"):
                whole[-1].text += output.text
            else:
                whole.append(output)
        if whole:
            cell.outputs = whole


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.lectures", description="Run lectures, and save them."
    )
    parser.add_argument("notebook", nargs="+", type=Path)
    for path in parser.parse_args(arguments).notebook:
        notebook = run(nbformat.read(path, as_version=4))
        tidy(notebook)
        nbformat.write(notebook, path)
        print(path)


if __name__ == "__main__":
    main()
