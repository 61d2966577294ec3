"""What was measured, as text: the table, the machine, and what is missed."""

import json
import os
import platform
import re
from pathlib import Path

import numpy as np

from .growth import exponent
from .memory import memory_lines
from .rows import ROWS, Row

FOLDER = Path(__file__).parent
RESULTS = FOLDER / "results.json"
README = FOLDER / "README.md"
HEAD = (
    "| row | work | × torch | quartiles | must | aim | × NumPy | ms |\n"
    "|---|---|---|---|---|---|---|---|"
)


def machine() -> dict[str, str | int]:
    """Where the numbers come from; `busy` is how many processes wanted to run."""
    import torch

    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "system": platform.system(),
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "PyTorch": torch.__version__,
        "busy": f"{busy():.1f}",
    }


def busy() -> float:
    """The load of the last minute: how many processes ran or waited for a core."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")


def machine_line(measured: dict) -> str:
    """One sentence that says what `machine` found, and how long was measured."""
    m = measured["machine"]
    return (
        f"{m['processor']} with {m['cores']} cores, {m['system']}, Python "
        f"{m['Python']}, NumPy {m['NumPy']}, PyTorch {m['PyTorch']}; one thread, "
        f"{measured['processes']} processes of {measured['seconds']:g} s a row. "
        f"Load of the machine before the run {m['busy']}, after it "
        f"{measured['busy_after']} (1 is this run alone)."
    )


def line(key: str, result: dict) -> str:
    """The row of the table for one row's result."""
    row = ROWS[key]
    low, ratio, high = result["of_torch"]
    by_hand = "–"
    if row.numpy:  # the program by hand may be newer than the result
        by_hand = f"{result['of_numpy'][1]:.2f}" if "of_numpy" in result else "not yet"
    if row.must_of_numpy:
        by_hand += f" (must {row.must_of_numpy:.2f})"
    return (
        f"| `{key}` | {row.name} | {ratio:.2f} | {low:.2f}–{high:.2f} "
        f"| {_bound(row.must)} | {_bound(row.aim)} | {by_hand} "
        f"| {result['minigrad_ms']:.3g} |"
    )


def verdicts(results: dict) -> list[str]:
    """What the bounds say, a sentence each: what is missed, then what holds."""
    missed = [text for key in results for text in _missed(ROWS[key], results[key])]
    bounded = [k for k in results if ROWS[k].must or ROWS[k].must_of_numpy]
    aims = {key: ROWS[key].aim for key in bounded if ROWS[key].aim}
    aimed = [k for k, aim in aims.items() if results[k]["of_torch"][1] <= aim]
    lines = [f"Missed: {text}." for text in missed]
    if bounded:
        lines.append(
            f"{len(bounded)} rows have bounds; {len(missed)} bounds are missed. "
            f"{len(aimed)} of the rows reach their aim"
            + (": " + ", ".join(f"`{key}`" for key in aimed) if aimed else "")
            + "."
        )
    for key, result in results.items():
        if size := result.get("bytes_a_node"):
            must, aim = ROWS[key].bytes_a_node
            lines.append(
                f"The graph of `{key}` takes {size:.0f} bytes a node, arrays included "
                f"(must be at most {must}, aim {aim})."
            )
    return lines


def growth_lines(growth: dict) -> list[str]:
    """How the cost grows, a sentence each."""
    return [
        f"With {what} minigrad's cost grows as size^"
        f"{exponent(growth[key]['sizes'], growth[key]['minigrad']):.2f} "
        f"(PyTorch: {exponent(growth[key]['sizes'], growth[key]['torch']):.2f}), over "
        f"the three largest sizes."
        for key, what in (
            ("operations", "the number of operations"),
            ("floats", "the size of the tensors"),
        )
    ]


def text(measured: dict) -> str:
    """All of it, as it stands in tools/benchmarks/README.md.

    A row that is newer than the result is named below the table, and one that is gone
    is left out.
    """
    results = {key: each for key, each in measured["rows"].items() if key in ROWS}
    lines = [machine_line(measured), "", HEAD]
    lines += [line(key, result) for key, result in results.items()]
    lines += ["", *[f"- {each}" for each in verdicts(results)]]
    lines += [f"- {each}" for each in growth_lines(measured["growth"])]
    lines += [f"- {each}" for each in memory_lines(measured.get("memory", {}))]
    if missing := ", ".join(f"`{key}`" for key in ROWS if key not in results):
        lines += [f"- Not measured yet: {missing}."]
    return "\n".join(lines)


def save(measured: dict) -> None:
    """Keep the results, and put their text between the marks in the README."""
    RESULTS.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")
    page = README.read_text(encoding="utf-8")
    README.write_text(with_results(page, measured), encoding="utf-8")


def with_results(page: str, measured: dict) -> str:
    """`page` with the text of the results between its marks."""
    begin, end = "<!-- results -->\n", "<!-- end of results -->"
    before, marked, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not (marked and closed):
        raise ValueError(
            f"tools/benchmarks/README.md has lost its marks {begin.strip()} {end}"
        )
    return f"{before}{begin}{text(measured)}\n{end}{after}"


def _bound(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _missed(row: Row, result: dict) -> list[str]:
    """The bounds of the row that its result is above."""
    missed = []
    ratio = result["of_torch"][1]
    if row.must is not None and ratio > row.must:
        missed.append(f"{row.name}: {ratio:.2f} × torch, must be {row.must:.2f}")
    of_numpy = result["of_numpy"][1] if "of_numpy" in result else 0.0
    if row.must_of_numpy and of_numpy > row.must_of_numpy:
        missed.append(
            f"{row.name}: {of_numpy:.2f} × NumPy, must be {row.must_of_numpy:.2f}"
        )
    if row.bytes_a_node and result["bytes_a_node"] > row.bytes_a_node[0]:
        missed.append(
            f"{row.name}: {result['bytes_a_node']:.0f} bytes a node, must be "
            f"{row.bytes_a_node[0]}"
        )
    return missed


def _processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        found = re.search(
            r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8")
        )
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor() or platform.machine()
