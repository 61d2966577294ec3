"""Tags and metadata of every sort on cells that carry points."""

import copy

from .kit import attack

TAGS = ["skip-execution", "remove-cell", "raises-exception", "hide-input", "injected"]


def _marked(work, **marks):
    work["mul-check"].metadata.nbgrader.update(marks)


@attack
def tags_that_skip_the_check(work):
    work["mul-check"].metadata.tags = TAGS
    work["add-check"].metadata.tags = TAGS


@attack
def more_points_than_there_are(work):
    _marked(work, points=1000)
    work["predict-check"].metadata.nbgrader.points = 1000
    work["keep"].metadata.nbgrader.points = -5


@attack
def scores_in_the_metadata(work):
    for cell in work.notebook.cells:
        cell.metadata.update(score=99, max_score=99, auto_score=99, trusted=True)
        cell.metadata.setdefault("nbgrader", {}).update(score=99, manual_score=99)
    work.notebook.metadata.update(score=99, nbgrader={"score": 99})


@attack
def a_check_that_is_unlocked(work):
    _marked(work, locked=False)
    work["mul-check"].source = "pass"


@attack
def a_check_that_is_a_solution(work):
    _marked(work, solution=True, locked=False, grade=True)
    work["mul-check"].source = "4"


@attack
def a_check_that_is_no_grade(work):
    _marked(work, grade=False)


@attack
def a_check_of_another_version(work):
    _marked(work, schema_version=1, checksum="0" * 32, cell_type="markdown")


@attack
def a_check_of_another_kind(work):
    _marked(work, task=True, grade=False, solution=False)


@attack
def the_checks_change_their_names(work):
    """The check of `mul` is called as that of `add`, and the other way round."""
    _marked(work, grade_id="add-check")
    work["add-check"].metadata.nbgrader.grade_id = "mul-check"


@attack
def an_answer_under_the_name_of_another(work):
    """The right `add` claims to be `mul`."""
    work["add"].metadata.nbgrader.grade_id = "mul"


@attack
def a_second_grade_cell(work):
    more = copy.deepcopy(work["mul-check"])
    more.id = "more-points"
    more.metadata.nbgrader.update(grade_id="more-points", points=100)
    more.source = "pass"
    work.notebook.cells.append(more)


@attack
def names_that_are_no_names(work):
    for odd in ("", "../../x", "<script>", "x" * 10_000, "a'; drop table grade; --"):
        more = copy.deepcopy(work["mul-check"])
        more.id = f"own-{len(work.notebook.cells)}"
        more.metadata.nbgrader.grade_id = odd
        work.notebook.cells.append(more)


@attack
def metadata_that_are_no_metadata(work):
    import json

    notebook = json.loads(json.dumps(work.notebook))
    odd = [None, [], 4, "text", {"nbgrader": None}, {"nbgrader": {"grade_id": [1]}}]
    for number, cell in enumerate(notebook["cells"]):
        if cell["id"] not in ("add", "predict", "keep"):
            cell["metadata"] = odd[number % len(odd)]
    notebook["metadata"] = {"kernelspec": {"name": "../evil", "language": 4}}
    work.content = json.dumps(notebook).encode()


@attack
def another_kernel(work):
    work.notebook.metadata.kernelspec = {
        "name": "bash",
        "display_name": "x",
        "language": "bash",
    }
    work.notebook.metadata.language_info = {"name": "javascript", "version": "<script>"}
    work.notebook.metadata.widgets = {"application/javascript": "alert(1)"}
