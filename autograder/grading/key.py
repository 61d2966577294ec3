"""What is right: PyTorch on secret inputs, drawn once for a batch from its seed.

Making a key imports PyTorch and takes seconds; judging with it needs neither. It
holds, for each piece, the references (`Reference`) and, ready to send, the request
that goes to the sandbox: inputs and upstream gradients, never results.

Inputs are those of a check (`check.inputs`), drawn anew, and once more over many
magnitudes, where a difference quotient goes wrong. A case counts only if minigrad's
own version agrees with PyTorch in it: what the two libraries round differently is no
student's fault.

Of what a program shows, only secrets count: arrays that are others on the inputs of
another seed. Facts, graphs, errors and printed forms are what the student's process
says of itself, and can be written down beforehand, as can an array that is always
the same.

Read: `Key`, `make_key`, then `_references`, `_secrets`, `_is_evidence` and `_groups`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from ..check import programs, questions
from ..check.comparison import agrees, compare, compare_arrays
from ..check.inputs import Argument, Between, Case
from ..check.observation import Arrays, Observation
from ..check.programs import Program
from ..check.references import Reference, load, made, replayed
from ..check.running import is_bare
from ..check.trainings import training_of
from ..pieces.catalogue import PIECES
from ..pieces.kinds import OpPiece, Piece
from ..pieces.patients import PATIENTS
from ..pieces.registry import alone
from . import wire

MAGNITUDES = 6  # inputs from 1e-6 to 1e6
DRAWS = 6  # at least so many draws for a program: points do not depend on a seed


@dataclass
class Question:
    """What a piece is asked: `references` are right, `header` and `payload` are sent.

    `secrets` are the arrays of each reference that count; `evidence` are the programs
    that an empty piece fails: only those earn points by themselves.
    """

    piece: str
    references: list[Reference]
    secrets: list[Arrays]
    evidence: set[str]
    header: dict
    payload: bytes
    order: int = 0  # of derivatives; 0: that of each program


@dataclass
class Training:
    """What a student's function trains on, `header` and `payload`, and what is held
    out."""

    name: str
    tasks: list
    header: dict
    payload: bytes


@dataclass
class Key:
    """The questions of a problem set, the answers to its numbers, and its trainings.

    `groups` are pieces that can be judged in one view: no program of one needs
    another, so that their own versions can all be missing there.
    """

    seed: int
    torch: str
    questions: dict[str, Question] = field(default_factory=dict)
    answers: "dict[str, questions.Question]" = field(default_factory=dict)
    trainings: dict[str, Training] = field(default_factory=dict)
    groups: list[list[str]] = field(default_factory=list)


def make_key(
    pieces: Iterable[str],
    answers: Iterable[str],
    seed: int,
    twice: Iterable[str] = (),
) -> Key:
    """Ask PyTorch. ImportError without it. Pieces in `twice` are asked for second
    derivatives."""
    import torch

    key, pieces = Key(seed, torch.__version__.partition("+")[0]), list(pieces)
    known: dict[str, list[tuple[Reference, Arrays]]] = {}
    for name in pieces:
        tests, order = programs.of_piece(name), 1
        if name in twice:
            tests, order = [each for each in tests if each.order > 1], 2
        for each in tests:
            if each.name not in known:
                known[each.name] = [
                    (reference, _secrets(torch, reference, seed))
                    for reference in _references(torch, each, seed, order)
                ]
        asked = [each for test in tests for each in known[test.name]]
        references, secrets = [each for each, _ in asked], [each for _, each in asked]
        evidence = {
            reference.program.name
            for reference, secret in asked
            if _is_evidence(PIECES[name], reference, secret)
        }
        key.questions[name] = Question(
            name, references, secrets, evidence, *_request(name, references)
        )
    for name in answers:
        if name in questions.TRAININGS:
            key.trainings[name] = _training(name, seed)
        else:
            key.answers[name] = questions.question(name)
    needs = {name: _needs(key.questions[name], pieces) for name in pieces}
    key.groups = _groups(pieces, needs)
    return key


def recorded(piece: str, only: list[Reference] | None = None) -> Question:
    """What a check in a notebook asks a piece, or `only` a part of it: for the reason,
    never for points."""
    short = [each for each in programs.of_piece(piece) if not each.takes_long]
    references = only or [each for program in short for each in load(program)]
    request = _request(piece, references, order=1)
    return Question(piece, references, [], set(), *request, order=1)


# -- cases ------------------------------------------------------------------------


@dataclass(frozen=True)
class Magnitudes:
    """Numbers of many magnitudes and of these signs: a tensor that requires grad."""

    shape: tuple[int, ...]
    signs: tuple[float, ...]

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        sizes = 10.0 ** rng.uniform(-MAGNITUDES, MAGNITUDES, self.shape)
        return np.asarray(sizes * rng.choice(self.signs, self.shape))


def _references(torch, program: Program, seed: int, order: int) -> Iterator[Reference]:
    """What PyTorch does, where minigrad's own version agrees.

    Inputs over many magnitudes are for single ops. In longer programs, and in a
    Function of the student's, terms cancel, and what is left is rounding, which
    differs between right formulas.
    """
    times = 1 if program.takes_long else -(-DRAWS // len(program.cases))
    first = replace(program, order=order, cases=program.cases * times)
    found = [_made(torch, first, case, seed) for case in range(len(first.cases))]
    wide = _wide(first)
    if not program.opaque and any(map(is_bare, found)):
        found += [_made(torch, wide, case, seed) for case in range(len(wide.cases))]
    for each in found:
        if not compare(each.seen, replayed(each, order)):
            yield each


def _made(torch, program: Program, case: int, seed: int) -> Reference:
    return _bare(made(torch, program, case, seed))


def _wide(program: Program) -> Program:
    """The program with inputs over many magnitudes, for the cases that can have them.

    Its name gives other random numbers.
    """
    cases = [_wide_case(case) for case in program.cases if not program.takes_long]
    return replace(program, cases=tuple(filter(None, dict.fromkeys(cases))))


def _wide_case(case: Case) -> Case | None:
    wide = tuple(map(_wide_argument, case))
    return wide if wide != case else None


def _wide_argument(argument: Argument) -> Argument | Magnitudes:
    if getattr(argument, "dtype", "") != "float64":
        return argument
    if isinstance(argument, Between) and argument.low <= 0:
        return argument
    signs = (1.0,) if isinstance(argument, Between) else (-1.0, 1.0)
    return Magnitudes(argument.shape, signs)


def _bare(reference: Reference) -> Reference:
    """A reference that can be sent to another process: no tensors, no exceptions."""
    seen = reference.seen
    kept = Observation(seen.arrays, seen.graph, seen.text, seen.facts, seen.error)
    return replace(reference, seen=kept)


# -- evidence ---------------------------------------------------------------------


def _secrets(torch, reference: Reference, seed: int) -> Arrays:
    """The arrays of a reference that are others where another seed draws the inputs."""
    program, case = reference.program, reference.case
    other = made(torch, program, case, seed + 1, diagnosis=False).seen.arrays
    return {
        name: array
        for name, array in reference.seen.arrays.items()
        if name not in other or not agrees(array, other[name])
    }


def _is_evidence(piece: Piece, reference: Reference, secrets: Arrays) -> bool:
    """True if an empty piece gets a secret wrong."""
    for parts in _empty(piece) if secrets else ():
        with alone(piece, parts):
            seen = replayed(reference, reference.program.order)
        if not seen.error and not compare_arrays(secrets, seen.arrays):
            return False
    return bool(secrets)


def _empty(piece: Piece) -> Iterator[dict]:
    """Versions of a piece that do nothing: return None, or what they are given; and a
    patient as it comes."""

    def nothing(*args, **options):
        return None

    def passes_on(*args, **options):
        return args[0] if args else None

    def passes_on_one(ctx, one, *others):
        return one

    for each in (nothing, passes_on_one if isinstance(piece, OpPiece) else passes_on):
        yield dict.fromkeys(piece.names, each)
    if piece.name in PATIENTS:
        yield piece.parts(PATIENTS[piece.name])


# -- requests ---------------------------------------------------------------------


def _request(
    name: str, references: list[Reference], order: int = 0
) -> tuple[dict, bytes]:
    arrays: list[np.ndarray] = []

    def put(value: object) -> int:
        arrays.append(value)
        return len(arrays) - 1

    runs = [
        {
            "set": each.program.set,
            "program": each.program.name,
            "order": order or each.program.order,
            "inputs": [
                {"array": put(value)}
                if isinstance(value, np.ndarray)
                else {"value": value}
                for value in each.inputs.values()
            ],
            "upstream": {name: put(value) for name, value in each.upstream.items()},
        }
        for each in references
    ]
    index, payload = wire.packed(arrays)
    return {"do": "probe", "piece": name, "runs": runs, "index": index}, payload


def _training(name: str, seed: int) -> Training:
    tasks = training_of(name).tasks(seed)
    arrays = [array for each in tasks for array in each.given]
    index, payload = wire.packed(arrays)
    header = {"do": "train", "name": name, "index": index}
    return Training(name, tasks, header, payload)


# -- groups -----------------------------------------------------------------------


def _needs(question: Question, names: list[str]) -> set[str]:
    """The pieces that are called when the programs of a piece run."""
    found: set[str] = set()
    pieces = [PIECES[name] for name in names]
    for piece in pieces:
        piece.plug({each: _noting(piece, each, found) for each in piece.names})
    try:
        for each in question.references:
            replayed(each, each.program.order)
    finally:
        for piece in pieces:
            piece.unplug()
    return found - {question.piece}


def _noting(piece: Piece, part: str, found: set[str]) -> Callable:
    """A part of minigrad that notes when it is called."""
    own = getattr(piece.owner, part)

    def noting(*args, **options):
        found.add(piece.name)
        return own(*args, **options)

    return noting


def _groups(names: list[str], needs: dict[str, set[str]]) -> list[list[str]]:
    """The names in few groups, in none of which one needs another."""
    groups: list[list[str]] = []
    for name in sorted(names, key=lambda each: (-len(needs[each]), names.index(each))):
        for group in groups:
            if not any(each in needs[name] or name in needs[each] for each in group):
                group.append(name)
                break
        else:
            groups.append([name])
    return groups
