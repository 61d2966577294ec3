"""The benchmarks run, and what they compare agrees. Nothing here asserts a time."""

import importlib
import json
import re
import subprocess
import sys

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tools.benchmarks import growth, memory, networks_by_hand, report  # noqa: E402
from tools.benchmarks.measure import (  # noqa: E402
    bytes_a_node,
    checked_works,
    processor_seconds,
)
from tools.benchmarks.rows import ROWS  # noqa: E402

RESULT = {
    "rounds": 9,
    "torch_ms": 2.0,
    "minigrad_ms": 1.0,
    "of_torch": [0.4, 0.5, 0.6],
    "of_numpy": [1.4, 1.5, 1.6],
}


@pytest.mark.parametrize("key", ROWS)
def test_a_row_computes_the_same_everywhere(key: str):
    row = ROWS[key]
    works = checked_works(row, row.small)
    assert len(works) == (2 if row.numpy is None else 3)
    assert processor_seconds(works[1]) >= 0


def test_a_program_that_computes_something_else_is_noticed():
    from dataclasses import replace

    def wrong(**sizes):
        right = ROWS["chain"].numpy(**sizes)
        return lambda: [each * 1.01 for each in right()]

    row = replace(ROWS["chain"], numpy=wrong)
    with pytest.raises(AssertionError, match="NumPy and torch differ"):
        checked_works(row, row.small)


def test_a_node_takes_some_bytes():
    assert 50 < bytes_a_node(rounds=50) < 5_000


def test_the_exponent_of_growth_is_the_slope():
    sizes = [10, 100, 1_000, 10_000]
    assert growth.exponent(sizes, [3e-6 * n for n in sizes]) == pytest.approx(1)
    assert growth.exponent(sizes, [3e-6 * n**2 for n in sizes]) == pytest.approx(2)


def test_growth_is_measured_for_both_libraries(monkeypatch):
    monkeypatch.setattr(growth, "OPERATIONS", [4, 8])
    monkeypatch.setattr(growth, "FLOATS", [1, 2])
    monkeypatch.setattr(growth, "LEAST_SECONDS", 0.0)
    measured = growth.growth()
    for curves in measured.values():
        assert len(curves["torch"]) == len(curves["minigrad"]) == 2
        assert np.greater(curves["minigrad"], 0).all()


@pytest.mark.parametrize("name", memory.LIBRARIES)
def test_checkpoints_keep_fewer_tensors_and_give_the_same(name):
    lib = importlib.import_module(name)
    sizes = memory.SMALL | {"depth": 64, "count": 1000}
    plain, less = (
        memory.work(lib, **sizes | {"segment": segment}) for segment in (0, 8)
    )
    assert memory.kept_tensors(lib, plain) == 128
    assert memory.kept_tensors(lib, less) == 24
    assert (plain() == less()).all()


@pytest.mark.skipif(not memory.PROCESS.exists(), reason="Linux tells it")
def test_the_memory_of_a_process_is_seen_to_rise():
    """Of a new one: here freed memory may be kept, and used again."""
    code = """
import numpy as np
from tools.benchmarks.memory import peak_bytes
print([peak_bytes(int), peak_bytes(lambda: np.ones(10_000_000))])
"""
    ran = [sys.executable, "-c", code]
    done = subprocess.run(ran, capture_output=True, text=True, check=True)
    nothing, array = json.loads(done.stdout)
    assert nothing < 10_000_000 and array > 70_000_000


def test_memory_is_told_in_a_sentence_for_each_library():
    found = {
        "minigrad": [{"tensors": 512, "bytes": 5e8}, {"tensors": 48, "bytes": 5e7}]
    }
    (line,) = memory.memory_lines(found)
    assert "keeps 512 of them and needs 500 MB under minigrad" in line
    assert line.endswith("every 8 layers 48 and 50 MB.")


def test_a_missed_bound_is_said():
    large = RESULT | {"bytes_a_node": 500.0}
    assert report.verdicts({"deep": large})[0] == (
        "Missed: chain of 100,000 elementwise ops: 500 bytes a node, must be 350."
    )
    slow = RESULT | {"of_torch": [0.9, 1.0, 1.1], "of_numpy": [1.9, 2.0, 2.1]}
    for key, beside in [("penalty", "torch"), ("mlp", "NumPy")]:
        (missed,) = [s for s in report.verdicts({key: slow}) if "Missed" in s]
        assert f"× {beside}, must be" in missed
    assert "Missed" not in report.verdicts({"chain": RESULT})[0]


def test_the_readme_shows_what_was_measured():
    measured = json.loads(report.RESULTS.read_text(encoding="utf-8"))
    page = report.README.read_text(encoding="utf-8")
    assert set(measured["rows"]) <= set(ROWS)
    assert report.with_results(page, measured) == page
    before, _, rest = page.partition("<!-- results -->\n")
    empty = f"{before}<!-- results -->\n<!-- end of{rest.partition('<!-- end of')[2]}"
    assert report.with_results(empty, measured) == page
    with pytest.raises(ValueError, match="lost its marks"):
        report.with_results(before, measured)


def test_what_is_newer_than_the_measurement_is_said():
    measured = json.loads(report.RESULTS.read_text(encoding="utf-8"))
    rows = measured["rows"]
    rows["gone"] = rows.pop("chain")
    del rows["mlp"]["of_numpy"]
    text = report.text(measured)
    assert "- Not measured yet: `chain`" in text and "gone" not in text
    (mlp,) = (line for line in text.splitlines() if line.startswith("| `mlp`"))
    assert "not yet (must 1.35)" in mlp
    rows["chain"] = rows.pop("gone")
    newer = report.text(measured).partition("- Not measured yet: ")[2]
    assert set(re.findall("`(\\w+)`", newer)) == set(ROWS) - set(rows)


@pytest.mark.parametrize("key", [key for key, row in ROWS.items() if row.numpy])
def test_the_program_by_hand_stays_in_float32(key):
    for value in ROWS[key].numpy(**ROWS[key].small)():
        assert np.asarray(value).dtype == np.float32


def test_the_first_of_equal_numbers_is_pooled_and_none_below_zero():
    images = np.random.default_rng(0).integers(-1, 2, (3, 5, 4, 6)).astype(np.float32)
    x = torch.tensor(images, requires_grad=True)
    expected = torch.nn.functional.max_pool2d(torch.relu(x), 2)
    upstream = np.random.default_rng(1).normal(size=expected.shape).astype(np.float32)
    expected.backward(torch.tensor(upstream))
    found, places = networks_by_hand.pool(images)
    np.testing.assert_array_equal(found, expected.detach().numpy())
    np.testing.assert_array_equal(
        networks_by_hand.unpool(upstream, places), x.grad.numpy()
    )


def test_the_pictures_can_be_drawn(tmp_path, monkeypatch):
    picture = pytest.importorskip("tools.benchmarks.picture")
    pytest.importorskip("matplotlib")
    measured = json.loads(report.RESULTS.read_text(encoding="utf-8"))
    for name in ("SPEED", "GROWTH"):
        monkeypatch.setattr(picture, name, tmp_path / f"{name}.png")
    for path in picture.draw(measured):
        assert path.read_bytes().startswith(b"\x89PNG")


def test_the_command_lists_its_rows_and_refuses_others():
    command = [sys.executable, "-m", "tools.benchmarks"]
    listed = subprocess.run(
        [*command, "--list"], capture_output=True, text=True, check=True
    )
    assert re.findall(r"^(\w+)", listed.stdout, re.MULTILINE) == list(ROWS)
    refused = subprocess.run([*command, "nothing"], capture_output=True, text=True)
    assert refused.returncode == 2
    assert "no such row: nothing" in refused.stderr
