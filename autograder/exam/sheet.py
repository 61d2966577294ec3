"""An exam as a notebook and as a page to print, and its answers apart from it.

Read: `main` (the command), `choose`, `write`.
"""

import html
import random
from importlib import import_module
from pathlib import Path
from string import ascii_uppercase

from ..work.folder import WorkError
from .bank import Question, ask, bank, words

# Each puts its questions into the bank.
LECTURES = [import_module(f".lecture_{n:02}", __package__) for n in range(1, 11)]
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: {size}pt/1.45 Georgia, serif; max-width: 42em; margin: 2em auto;
  padding: 0 1em; color: #111; background: #fff }}
code, pre {{ font: 0.88em/1.4 ui-monospace, Menlo, Consolas, monospace }}
pre code {{ font: inherit }}
ul {{ list-style: none; padding-left: 1.2em }}
pre {{ background: #f3f3f3; padding: 0.6em 0.9em; white-space: pre-wrap }}
section {{ break-inside: avoid; margin: 0 0 1.6em }}
h2 {{ font-size: 1.1em }}
.room {{ border: 1px solid #767676; height: 9em }}
@page {{ margin: 18mm }}
@media print {{ body {{ margin: 0; max-width: none }} }}
</style></head><body>
{body}
</body></html>
"""


def main(given) -> int:
    """`python -m autograder exam`."""
    names = choose(given.seed, given.count, given.lectures)
    to = Path(given.to or f"exams/{given.seed}")
    for path in write(given.seed, names, to, large=given.large):
        print(path)
    return 0


def choose(seed: int, count: int = 10, lectures: list[int] | None = None) -> list[str]:
    """The names of `count` questions, spread evenly over lectures, in their order."""
    rng = random.Random(seed)
    piles = []
    for number in lectures or range(1, len(LECTURES) + 1):
        if not 0 < number <= len(LECTURES):
            raise WorkError(f"no lecture {number}: there are 1 to {len(LECTURES)}")
        module = LECTURES[number - 1].__name__
        pile = [name for name, made in bank.items() if made.__module__ == module]
        piles.append(rng.sample(pile, len(pile)))
    there = sum(map(len, piles))
    if not 0 < count <= there:
        raise WorkError(f"--count is 1 to {there}, which is all there are")
    rng.shuffle(piles)
    drawn = [
        pile[k] for k in range(max(map(len, piles))) for pile in piles if k < len(pile)
    ]
    return [name for name in bank if name in drawn[:count]]


def write(seed: int, names: list[str], to: Path, large: bool = False) -> list[Path]:
    """Write the exam into `to` and its answers into `to-answers`; answers the files.

    Nothing is written over: WorkError if one of the folders is there.
    """
    answers = to.with_name(f"{to.name}-answers")
    for folder in (to, answers):
        if folder.exists():
            raise WorkError(f"{folder} is there already. Delete it, or use --to DIR.")
    asked = [ask(name, seed) for name in names]
    title = f"Exam {seed}"
    head = f"# {title}\n\n{len(asked)} questions, "
    head += f"{sum(each.points for each in asked)} points."
    reasons = "Give reasons: an answer without one has half of its points."
    exam = [("text", f"{head} {reasons}"), ("text", "Name:")]
    shown = "Below each answer stands a program that shows it under PyTorch."
    key = [("text", f"{head} {shown}"), ("code", "import torch")]
    for number, each in enumerate(asked, 1):
        text = f"## {number}. ({each.points} points)\n\n{each.text}{_choices(each)}"
        exam += [("text", text), ("room", "*Answer:*")]
        key += [("text", f"{text}\n\n{solution(each)}")]
        key += [("code", f"{each.program}\nprint(answer)")]
    pages = {
        to / "exam.ipynb": _notebook(exam),
        to / "exam.html": _page(title, exam, large),
        answers / "answers.ipynb": _notebook(key),
        answers / "answers.html": _page(f"{title}: answers", key, large),
    }
    for path, page in pages.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8", newline="\n")
    return list(pages)


def solution(question: Question) -> str:
    """What an answer sheet says of a question, in Markdown."""
    named = {value: text for text, value in question.choices.items()}
    lines = [
        f"**Answer: {named.get(question.answer, words(question.answer))}** "
        f"(objective {question.objective})",
        "",
        " ".join(question.reasons.split()),
        "",
        "Other answers, and the thought behind them:",
        "",
        *(
            f"- {named.get(answer, words(answer))}: {why}"
            for answer, why in question.wrong.items()
        ),
    ]
    return "\n".join(lines)


def _choices(question: Question) -> str:
    lines = zip(ascii_uppercase, question.choices, strict=False)
    return "".join(f"\n\n{letter}. {text}" for letter, text in lines)


def _notebook(cells: list[tuple[str, str]]) -> str:
    import nbformat

    made = nbformat.v4.new_notebook()
    for number, (kind, text) in enumerate(cells):
        new = nbformat.v4.new_code_cell
        if kind != "code":
            new = nbformat.v4.new_markdown_cell
        made.cells.append(new(text, id=f"{kind}-{number}"))
    return nbformat.writes(made) + "\n"


def _page(title: str, cells: list[tuple[str, str]], large: bool) -> str:
    """A page without scripts, which a browser prints; a question is not torn apart."""
    import mistune

    markdown = mistune.create_markdown(escape=True)
    parts = []
    for kind, text in cells:
        if kind == "text":
            parts.append(f"</section>\n<section>\n{markdown(text)}")
        elif kind == "room":
            parts.append(f'{markdown(text)}<div class="room"></div>')
        else:
            parts.append(f"<pre>{html.escape(text)}</pre>")
    body = "\n".join(parts).removeprefix("</section>\n") + "\n</section>"
    return PAGE.format(title=title, size=18 if large else 11, body=body)
