"""Deleted, duplicated, renamed, reordered, retyped and merged cells."""

import copy

from .kit import attack, release


def _remove(work, *ids):
    work.notebook.cells = [each for each in work.notebook.cells if each.id not in ids]


@attack
def without_the_check(work):
    _remove(work, "mul-check")


@attack
def without_the_blank_and_the_check(work):
    _remove(work, "mul", "mul-check")


@attack
def check_twice(work):
    more = copy.deepcopy(work["add-check"])
    more.id = "again"
    work.notebook.cells += [more, copy.deepcopy(more)]


@attack
def the_right_check_with_another_source(work):
    work["mul-check"].source = "check(Add)"


@attack
def a_check_above_its_blank(work):
    cells = work.notebook.cells
    check = work["mul-check"]
    cells.remove(check)
    cells.insert(0, check)


@attack
def everything_upside_down(work):
    """Cells still define what they define; whoever needs `imports` sooner has them."""
    cells = work.notebook.cells
    cells[1:] = cells[:0:-1]


@attack
def a_check_that_is_text(work):
    work["mul-check"].cell_type = "markdown"
    for name in ("outputs", "execution_count"):
        work["mul-check"].pop(name, None)


@attack
def a_written_answer_that_is_code(work):
    work["keep"].cell_type = "code"
    work["keep"].update(outputs=[], execution_count=None, source="print('6/6')")


@attack
def all_in_one_cell(work):
    """What belongs to several cells stands in the first blank."""
    source = "\n\n".join([work["add"].source, "check(Mul)", "check(Add)"])
    _remove(work, "mul", "add-check", "mul-check")
    work["add"].source = source


@attack
def code_in_the_locked_cell(work):
    work["mul-check"].source = "check = lambda *args: 4\n" + work["mul-check"].source


@attack
def outputs_of_another_run(work):
    work["mul-check"].outputs = [
        {"output_type": "stream", "name": "stdout", "text": "Mul agrees with PyTorch."}
    ]
    work["mul-check"].execution_count = 4


@attack
def a_copy_that_hides_the_blank(work):
    """Two cells with one grade_id: one right for `Add`, one that is left as it was."""
    more = copy.deepcopy(release(work.course).cells[1])
    more.id = "copy"
    work.notebook.cells.append(more)


@attack
def thousands_of_copies(work):
    for number in range(2000):
        more = copy.deepcopy(work["mul-check"])
        more.id = f"copy-{number}"
        work.notebook.cells.append(more)


@attack
def ids_that_are_none(work):
    import json

    notebook = json.loads(json.dumps(work.notebook))
    for number, odd in enumerate((None, 4, "", "a b", "x" * 999)):
        own = {"cell_type": "code", "id": odd, "metadata": {}, "source": f"{number}"}
        notebook["cells"].append(own | {"outputs": None})
    notebook["cells"] += [None, [], "text", 4, {"cell_type": "../x", "source": [1, {}]}]
    work.content = json.dumps(notebook).encode()
