"""What was late, and what that costs: in the summary, the report and the export alike.

A penalty is a part of the points that there are, so it is computed anew wherever it is
shown: points that are given by hand later count, too. The rule is nbgrader's plugin
(`c.AssignLatePenalties.plugin_class` in nbgrader_config.py), by default `PerDay`.

Read: `PerDay`, `late`, `Table` (for `nbgrader export`).
"""

import csv
import math
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.plugins import ExportPlugin, LateSubmissionPlugin
from nbgrader.preprocessors import AssignLatePenalties
from traitlets import Float
from traitlets.config import Config
from traitlets.config.loader import ConfigFileNotFound, PyFileConfigLoader

DAY = 86_400.0
COLUMNS = (
    "assignment duedate timestamp student_id last_name first_name email raw_score "
    "late_submission_penalty score max_score days_late to_grade"
).split()


class PerDay(LateSubmissionPlugin):
    """So many per cent of the points for each day that has begun."""

    percent = Float(0.0, help="per cent of the points, for each day").tag(config=True)

    def late_submission_penalty(self, student_id, score, seconds):
        if not self.percent:
            return super().late_submission_penalty(student_id, score, seconds)
        days = math.ceil(seconds / DAY)
        return min(score, score * days * self.percent / 100)


def settings(root: Path) -> Config:
    """The settings of the course's nbgrader_config.py."""
    try:
        return PyFileConfigLoader("nbgrader_config.py", str(root)).load_config()
    except ConfigFileNotFound:
        return Config()


def late(gradebook: Gradebook, set: str, config: Config) -> dict[str, tuple]:
    """{student: (seconds, points off)} of those whose submissions were late."""
    step = AssignLatePenalties(config=config)
    step.init_plugin()
    found = {}
    for each in gradebook.assignment_submissions(set):
        if (seconds := each.total_seconds_late) > 0:
            notebook, student = each.notebooks[0], each.student.id
            penalty = step.plugin_inst.late_submission_penalty(
                student, notebook.score, seconds
            )
            off = step._check_late_penalty(notebook, penalty) if penalty else 0.0
            found[student] = seconds, off
    return dict(sorted(found.items()))


def how_late(seconds: float) -> str:
    """ "1 day 3 h", or minutes."""
    minutes = math.ceil(seconds / 60)
    days, hours = minutes // 1440, minutes % 1440 // 60
    if not days:
        return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min"
    return f"{days} day{'s' * (days > 1)}" + (f" {hours} h" if hours else "")


class Table(ExportPlugin):
    """nbgrader's table of points, with the days that each was late (0.25 is six hours)
    and how many answers wait for a person."""

    def export(self, gradebook: Gradebook) -> None:
        with open(self.to or "grades.csv", "w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, COLUMNS, restval="")
            table.writeheader()
            for set in gradebook.assignments:
                if not self.assignment or set.name in self.assignment:
                    table.writerows(self._rows(gradebook, set))

    def _rows(self, gradebook: Gradebook, set):
        known = late(gradebook, set.name, self.config)
        for student in gradebook.students:
            if self.student and student.id not in map(str, self.student):
                continue
            row = {
                "assignment": set.name,
                "duedate": set.duedate,
                "student_id": student.id,
                "last_name": student.last_name,
                "first_name": student.first_name,
                "email": student.email,
                "max_score": set.max_score,
            }
            row |= dict.fromkeys(("raw_score", "late_submission_penalty", "score"), 0.0)
            try:
                submission = gradebook.find_submission(set.name, student.id)
            except MissingEntry:
                yield row
                continue
            seconds, off = known.get(student.id, (0.0, 0.0))
            grades = submission.notebooks[0].grades
            yield row | {
                "timestamp": submission.timestamp,
                "raw_score": submission.score,
                "late_submission_penalty": off,
                "score": submission.score - off,
                "days_late": seconds and max(round(seconds / DAY, 2), 0.01),
                "to_grade": sum(bool(each.needs_manual_grade) for each in grades),
            }
