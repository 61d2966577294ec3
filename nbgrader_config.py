"""How nbgrader makes the release in exercises/ from solutions/, and grades it.

nbgrader reads this file from the folder it is started in: the root of the course.
The commands are in docs/instructors.md.
"""

import ast
import glob
import os
import stat
from datetime import UTC, datetime
from pathlib import Path

from nbgrader.apps.api import NbGraderAPI
from nbgrader.converters import Autograde, GenerateAssignment, GenerateFeedback, base
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import ClearSolutions


class NameBlanks(ClearSolutions):
    """Clears the solutions, and writes into each stub what is to be written there.

    A solution region stands in a function or a method. Its name takes the place of
    `{blank}` in `code_stub`.
    """

    def preprocess_cell(self, cell, resources, cell_index):
        names = blanks(cell.source) if cell.cell_type == "code" else []
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        for name in names:
            cell.source = cell.source.replace("{blank}", name, 1)
        return cell, resources


def blanks(source: str) -> list[str]:
    """The qualified name of the function around each solution region, in order.

    ValueError for a region outside of a function: its stub would raise where the cell
    is run, before a check can say what is missing.
    """
    lines = enumerate(source.splitlines(), start=1)
    starts = [number for number, line in lines if "BEGIN SOLUTION" in line]
    tree = ast.parse(source) if starts else None
    names = [enclosing(tree, start) for start in starts]
    if "" in names:
        raise ValueError(f"put the solution region into a function:\n{source}")
    return names


def enclosing(node: ast.AST, line: int) -> str:
    """The dotted name of the innermost class or function around a line; or ""."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            if child.lineno < line <= child.end_lineno:
                return f"{child.name}.{enclosing(child, line)}".rstrip(".")
    return ""


def submitted_at(self, assignment_id, student_id):
    """When something was handed in, as `python -m autograder grade` records it.

    The formgrader calls a submission graded if the gradebook has the same time. Its own
    way knows timestamp.txt only, and stops the page where that is a pipe or no time.
    """
    from autograder.grading.finding import find
    from autograder.grading.run import handed_in, read_result

    submitted = Path(self.coursedir.root, self.coursedir.submitted_directory)
    kept = Path(self.coursedir.root, "judged", assignment_id, f"{student_id}.json")
    found, result = find(submitted, student_id, assignment_id), read_result(kept)
    when = handed_in(found, result and result[1])
    when = when and datetime.fromisoformat(when).astimezone(UTC)
    return when.replace(tzinfo=None) if when else None


NbGraderAPI.get_submitted_timestamp = submitted_at

# nbgrader copies what lies beside a notebook into autograded/ and feedback/. A link
# would bring what it leads to: the gradebook, another's work, the solutions.


def is_own(path: str, folder: str) -> bool:
    """True if a path is an ordinary file, and no link on the way leads out of a
    folder."""
    own = os.path.join(os.path.realpath(folder), os.path.relpath(path, folder))
    return os.path.realpath(path) == own and stat.S_ISREG(os.lstat(path).st_mode)


def find_notebooks(self):
    """The notebooks to convert: of folders with any name ("[a]"), and no links."""
    students, known = self.coursedir.student_id, self.coursedir.assignment_id
    wanted = self._format_source(known, students)
    above = os.path.join(self.coursedir.root, self._input_directory)
    self.assignments, self.notebooks = {}, []
    one = students != "*" and os.path.isdir(wanted)  # and not all of them
    for folder in [wanted] if one else glob.glob(wanted):
        name = f"{self.coursedir.notebook_id}.ipynb"
        found = glob.glob(os.path.join(glob.escape(folder), name))
        found = [each for each in found if is_own(each, above)]
        if found and "\n" not in folder:  # nbgrader would stop at such a name
            self.assignments[folder] = found
        else:
            self.log.warning("%r has no notebook (links do not count)", folder)
    if not self.assignments:
        raise base.NbGraderException(f"No notebooks were matched by '{wanted}'")


def find_own_files(path, exclude=None, find=base.find_all_files):
    return [each for each in find(path, exclude) if is_own(each, path)]


def timestamp_of(self, folder, read=CourseDirectory.get_existing_timestamp):
    path = os.path.join(folder, "timestamp.txt")
    small = os.path.lexists(path) and os.lstat(path).st_size < 1000
    return read(self, folder) if small and is_own(path, folder) else None


Autograde.init_notebooks = GenerateFeedback.init_notebooks = find_notebooks
base.find_all_files = find_own_files
CourseDirectory.get_existing_timestamp = timestamp_of

c = get_config()

# Solutions may lie in a private place, outside of this repository.
c.CourseDirectory.source_directory = os.environ.get("MINIGRAD_SOLUTIONS", "solutions")
c.CourseDirectory.release_directory = "exercises"

c.GenerateAssignment.preprocessors = [
    NameBlanks if step is ClearSolutions else step
    for step in GenerateAssignment.preprocessors.default()
]
c.ClearSolutions.code_stub = {"python": 'raise NotImplementedError("write {blank}")'}
c.ClearSolutions.text_stub = "*Replace this line with your answer.*"

# zip_collect takes files that are named NAME_psN.ipynb, or NAME_ps8_images.ipynb, and
# of an archive NAME_psN.zip, such as backup() makes, the notebook psN.ipynb.
c.FileNameCollectorPlugin.named_regexp = (
    r".*[/\\](?P<student_id>[^/\\]+)_(?P<file_id>ps\d+(_[a-z]+)?)"
    r"([/\\](.*[/\\])?(?P=file_id))?\.ipynb"
)

# The times of what is in an archive.
c.ZipCollectApp.extractor_plugin = "autograder.grading.collect.Archives"
c.ZipCollectApp.collector_plugin = "autograder.grading.collect.Names"

# What a late day costs, in `grade`, `autograde`, feedback and export alike.
c.AssignLatePenalties.plugin_class = "autograder.grading.late.PerDay"
# c.PerDay.percent = 10  # ten per cent of the points for each day that has begun
c.ExportApp.plugin_class = "autograder.grading.late.Table"

# Students' code runs in a sandbox, and points are what the judge found out, outside of
# it (autograder/grading). The same steps as `python -m autograder grade`.
c.Autograde.sanitize_preprocessors = ["autograder.grading.steps.Stage"]
c.Autograde.autograde_preprocessors = [
    "autograder.grading.steps.Judge",
    "autograder.grading.steps.SaveVerdicts",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]

c.GenerateFeedback.exporter_class = "autograder.grading.feedback.Page"
c.GenerateFeedback.preprocessors = [
    "nbgrader.preprocessors.AssignLatePenalties",
    "autograder.grading.feedback.Grades",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]

# What students write is shown in the browser of whoever grades, and of others.
c.HTMLExporter.sanitize_html = True

# Beside a written answer the formgrader shows its rubric; other pages have none.
c.HTMLExporter.preprocessors = ["autograder.grading.rubric.Rubrics"]
