"""`python -m tools.lectures` runs a notebook and saves of it what is committed."""

import nbformat

from tools import lectures

DRAW = """\
import minigrad
from minigrad import viz

viz.draw((minigrad.ones(2, requires_grad=True) * 2).sum())"""


def test_what_was_printed_is_one_text_however_it_arrived():
    def printed(text, name="stdout"):
        return nbformat.v4.new_output("stream", name=name, text=text)

    outputs = [printed("a"), printed("b\n"), printed("c", "stderr"), printed("d")]
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell("", outputs=outputs)]
    )
    lectures.tidy(notebook)
    found = [(each.name, each.text) for each in notebook.cells[0].outputs]
    assert found == [("stdout", "ab\n"), ("stderr", "c"), ("stdout", "d")]


def test_a_picture_is_saved_as_png_and_text(tmp_path):
    cell = nbformat.v4.new_code_cell(DRAW, id="draw")
    notebook = nbformat.v4.new_notebook(cells=[cell])
    path = tmp_path / "lecture.ipynb"
    nbformat.write(notebook, path)
    lectures.main([str(path)])
    saved = nbformat.read(path, as_version=4)
    assert saved.metadata == {"language_info": {"name": "python"}}
    (cell,) = saved.cells
    assert cell.metadata == {} and cell.execution_count == 1
    (output,) = cell.outputs
    assert set(output.data) == {"image/png", "text/markdown", "text/plain"}
    assert set(output.metadata) == {"image/png"}
