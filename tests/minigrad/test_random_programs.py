"""Random programs do the same under both libraries: values, graphs and gradients.

On a failure the test names the seed and the smallest number of steps that still fails.
"""

import numpy as np
import pytest
from oracle import same, upstream
from random_programs import Program

QUICK, MANY = 150, 4000


def check(seed: int, compare) -> None:
    """Run `compare(program)`; if it fails, again on ever shorter programs."""
    if failure(Program(seed), compare):
        for steps in range(1, Program.steps + 1):
            if error := failure(Program(seed, steps), compare):
                raise AssertionError(f"Program({seed}, {steps}):\n{error}")


def failure(program: Program, compare) -> AssertionError | None:
    try:
        compare(program)
    except AssertionError as error:
        return error
    return None


def values_graph_and_derivatives(program: Program) -> None:
    compared(program, program)


def compared(program: Program, function, dtype: type | None = None, **options) -> dict:
    leaves = program.leaves()
    single = any(leaf.dtype == np.float32 for leaf in leaves) and dtype is None
    options.setdefault("tolerance", 5e-4 if single else 1e-10)
    return same(
        function,
        *leaves,
        dtype=dtype,
        seed=program.seed,
        text=False,
        signs=False,
        memory_order=False,
        **options,
    )


def passes_in_any_sequence(program: Program) -> None:
    """Several passes over one graph: backward and grad, retained, with inputs."""

    def several(lib, *leaves):
        rng = np.random.default_rng((program.seed, 3))
        roots = [root for root in program(lib, *leaves) if root.requires_grad]
        seen = []
        for number in range(rng.integers(2, 5)):
            chosen = [root for root in roots if rng.random() < 0.7] or roots
            sent = [upstream(lib, root, (program.seed, number)) for root in chosen]
            kind = rng.integers(4)
            if not chosen:
                break
            if kind == 0:
                grads = lib.autograd.grad(
                    chosen, leaves, sent, retain_graph=True, allow_unused=True
                )
                seen.append(list(grads))
                continue
            inputs = list(leaves[: rng.integers(1, len(leaves) + 1)])
            lib.autograd.backward(
                chosen, sent, retain_graph=True, inputs=inputs if kind == 1 else None
            )
            if kind == 2:
                leaves[0].grad = None
            seen.append([None if x.grad is None else x.grad.clone() for x in leaves])
        return seen

    compared(program, several, order=0)


def third_derivatives(program: Program) -> None:
    """In float64, to six digits: by the third derivative, terms of size 100 cancel.

    (1 - out²) grad and grad - grad out² differ by a rounding, and so do the libraries.
    """
    compared(program, program, order=3, dtype=np.float64, tolerance=1e-6)


@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize(
    "compare", [values_graph_and_derivatives, passes_in_any_sequence]
)
def test_random_programs(compare, part: int):
    for seed in range(part, QUICK, 5):
        check(seed, compare)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize(
    "compare", [values_graph_and_derivatives, passes_in_any_sequence, third_derivatives]
)
def test_many_random_programs(compare, part: int):
    for seed in range(QUICK + part, MANY, 20):
        check(seed, compare)


def test_the_random_programs_are_not_trivial():
    """Most have a graph worth comparing, and together they use every kind of step."""
    sizes, names = [], set()
    for seed in range(40):
        program = Program(seed)
        seen = compared(program, program, order=0)
        assert "error" not in seen, seen
        sizes.append(len(seen.get("graph", [])))
        names.update(name for name, _ in seen.get("graph", []))
    assert np.median(sizes) > 15
    assert len(names) > 40
