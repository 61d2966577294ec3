"""A student's copies of lectures and problem sets: `python tools/copies.py`.

start.py runs it. The lectures go to `my_work/course/`, with their data, and the problem
sets beside them. Copies that nobody changed follow the course, a new one goes beside
those that were changed, and a line says so. The folder `course/` stays as it came, so
that git can update it.
"""

import json
import re
from pathlib import Path

from autograder.work import folder

LECTURE = re.compile(r"\d\d_\w+\.ipynb")
UP = re.compile(r"\]\(\.\./(exercises/)?")


def main() -> None:
    told = bring_lectures() + folder.bring()
    print(*told or ["Your copies of the course are up to date."], sep="\n")


def bring_lectures() -> list[str]:
    """Copy or update the lectures; answers a line for each thing to know."""
    own, told = folder.folder(), []
    if own != folder.root() / folder.NAME:
        return told  # from another place their links would lead nowhere
    state = folder.read_state(own)
    course = folder.root() / "course"
    for path in sorted([*course.glob("*.*"), *course.glob("data/*.*")]):
        if path.suffix == ".ipynb" and not LECTURE.fullmatch(path.name):
            continue  # somebody's own
        place = f"{folder.LECTURES}{path.relative_to(course).as_posix()}"
        told += folder.update(own / place, copied(path), place, state)
    if state != folder.read_state(own):
        folder.write_json(own / folder.STATE, state)
    return told


def copied(path: Path) -> bytes:
    """What the copy of a file holds."""
    content = path.read_bytes()
    if path.suffix != ".ipynb":
        return content
    notebook = json.loads(content)
    cells = [each for each in notebook["cells"] if each.get("id") != folder.NOTE]
    notebook["cells"] = cells
    for cell in cells:
        if cell["cell_type"] == "markdown":
            text = "".join(cell["source"])
            cell["source"] = UP.sub(relinked, text).splitlines(keepends=True)
    return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode()


def relinked(link: re.Match) -> str:
    """The start of a link out of course/, from a folder deeper."""
    return "](../" if link[1] else "](../../"


if __name__ == "__main__":
    main()
