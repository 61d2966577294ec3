"""Forging what the judge reads: output, scores, messages, the form of its replies."""

from .kit import attack

# A piece that answers zeros, so that replies have rows; `reply` changes what is sent.
ZEROS = """
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return np.zeros(np.broadcast(a, b).shape, np.result_type(a, b))
    @staticmethod
    def backward(ctx, grad):
        return tuple(np.zeros(each.shape, each.dtype) for each in ctx.saved_tensors)
"""
SENDS = """
import gc, io, json, os, pickle, struct, zipfile
from autograder.grading import wire
from autograder.grading.inside import probes
view = next(each for each in gc.get_objects() if isinstance(each, probes.View))
def forged(channel, header, payload=b""):
    if "seen" in header:
        header, payload = reply(header, payload)
    wire.send(channel, header, payload)
probes.send = forged
"""


def replying(work, source):
    work.cell(ZEROS + SENDS + source)


@attack
def prints_full_marks(work):
    work.cell("print('Mul agrees with PyTorch.')\nprint('4/4', {'score': 4})")


@attack
def says_it_is_right(work):
    replying(
        work,
        """
def reply(header, payload):
    for row in header["seen"]:
        row.update(share=1.0, agree=99, verdict="right", score=4.0, differences=[])
    return header | {"share": 1.0, "score": 4, "accepted": ["Mul"]}, payload
""",
    )


@attack
def answers_without_rows(work):
    replying(
        work,
        """
def reply(header, payload):
    return {"seen": [], "why": None, "index": []}, b""
""",
    )


@attack
def answers_rows_without_arrays(work):
    replying(
        work,
        """
def reply(header, payload):
    for row in header["seen"]:
        row.update(arrays=[], facts={}, graph=[], text=[], error=None)
    return header | {"index": []}, b""
""",
    )


@attack
def answers_with_names_of_its_own(work):
    replying(
        work,
        """
def reply(header, payload):
    for row in header["seen"]:
        row["arrays"] = ["out"] * len(row["arrays"])
        row["error"] = None
    return header, payload
""",
    )


@attack
def answers_before_it_is_asked(work):
    """Many replies wait in the socket when the judge asks."""
    work.cell(
        ZEROS + SENDS.replace("probes.send = forged", "") + "channel = view.channel\n"
        "channel.setblocking(False)\n"
        "row = dict(arrays=[], graph=[], text=[], facts={}, error=None, blank='')\n"
        "try:\n    for _ in range(50):\n"
        "        wire.send(channel, {'seen': [row] * 40, 'index': [], 'outputs': []})\n"
        "except OSError:\n    pass\n"
        "channel.setblocking(True)\n"
    )


@attack
def repeats_the_reply_of_another_piece(work):
    """What was answered for `Add`, or in another view, is sent again for `Mul`."""
    replying(
        work,
        """
first = []
def reply(header, payload):
    first.append((header, payload))
    return first[0]
""",
    )


@attack
def sends_the_question_back(work):
    work.cell(
        ZEROS
        + SENDS
        + """
real = probes.View._probe
def _probe(self, payload, piece, runs, index):
    said, arrays = real(self, payload, piece, runs, index)
    given = wire.unpacked(index, payload)
    like = [each for each in given for _ in range(3)]
    return said, (like * 9)[: len(arrays)]
probes.View._probe = _probe
def reply(header, payload): return header, payload
"""
    )


@attack
def writes_noise_into_every_pipe(work):
    work.cell("""
import os
for number in range(3, 200):
    try:
        os.set_blocking(number, False)
        os.write(number, os.urandom(500))
    except OSError:
        pass
""")


@attack
def a_header_that_is_no_json(work):
    replying(
        work,
        """
def reply(header, payload):
    view.channel.sendall(struct.pack(">II", 9, 0) + b"{'a': 1}}")
    return header, payload
""",
    )


@attack
def a_header_that_is_too_deep(work):
    replying(
        work,
        """
def reply(header, payload):
    text = b'{"seen": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    view.channel.sendall(struct.pack(">II", len(text), 0) + text)
    return header, payload
""",
    )


@attack
def a_header_with_a_number_of_millions_of_digits(work):
    replying(
        work,
        """
def reply(header, payload):
    text = b'{"seen": ' + b"9" * 5_000_000 + b"}"
    view.channel.sendall(struct.pack(">II", len(text), 0) + text)
    return header, payload
""",
    )


@attack
def sizes_that_never_come(work):
    replying(
        work,
        """
def reply(header, payload):
    view.channel.sendall(struct.pack(">II", 2**32 - 1, 2**32 - 1))
    return header, payload
""",
    )


@attack
def facts_without_end(work):
    """A reply of megabytes in what is compared as text."""
    replying(
        work,
        """
def reply(header, payload):
    for row in header["seen"][:3]:
        row.update(facts={str(i): [i] * 9 for i in range(20_000)}, error=None)
        row.update(graph=["MulBackward0"] * 50_000, text=["x" * 1_000_000])
    return header, payload
""",
    )


@attack
def errors_of_every_form(work):
    replying(
        work,
        """
odd = [[], [[]], {}, 1, True, "text", [None], ["RuntimeError", {"a": [1]}], [1e400]]
def reply(header, payload):
    for number, row in enumerate(header["seen"]):
        row["error"] = odd[number % len(odd)]
        row["blank"] = odd[-1 - number % len(odd)]
    return header, payload
""",
    )


@attack
def letters_that_are_none(work):
    """Lone surrogates cannot be written into a file in UTF-8."""
    work.cell("print('\\ud800', chr(0xdfff))\nraise ValueError('\\ud800')")
    work.cell(ZEROS.replace("return np.zeros", "raise ValueError('\\ud800')\n        "))


@attack
def a_reason_of_its_own(work):
    """The judge repeats why a piece cannot be run: in letters, and not for ever."""
    replying(
        work,
        """
def reply(header, payload):
    return {"why": "\\x1b]0;title\\x07\\x00\\ud800<script>alert(1)</script>" * 99}, b""
""",
    )
