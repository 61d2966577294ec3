"""From a tape to a program: two functions of NumPy, forward and backward.

Lines whose result nobody asks for are dropped, and what is read once moves to where it
is read (`lines.py`).
"""

import ast
import linecache

import numpy as np

from .lines import freed, names_in, needed, nested
from .sealed import opened
from .tape import Tape
from .writing import Value, serial

LARGE = 4096  # bytes of an array whose memory is given back as soon as it can be


def tuple_of(names: list[str]) -> str:
    return f"({', '.join(names)}{',' * (len(names) == 1)})"


class Program:
    """The text of a tape, and its functions: `forward(*inputs)` returns the outputs
    and what `backward(saved, *grads)` needs, which returns the gradients of `trained`.
    """

    def __init__(self, tape: Tape, outputs: list[Value], roots: list[Value]) -> None:
        outputs = [output(tape, value) for value in outputs]
        split = len(tape.lines)
        upstream = [tape.given("grad", np.ones_like(value.array)) for value in roots]
        grads, ends = tape.of_ops.gradients(roots, upstream), {*tape.edges.values()}
        self.trained = [v for v in tape.inputs if v in grads and v in ends]
        sent = [output(tape, grads[value]) for value in self.trained]
        for line in tape.lines:
            tape.named(line.value, tape.hints.get(line.value.node, ""))
        outputs, upstream, sent = (
            [value.name for value in part] for part in (outputs, upstream, sent)
        )
        arrays = {value.name: value.array for value in tape.inputs}
        arrays |= {line.name: line.value.array for line in tape.lines}
        later = needed(tape.lines[split:], sent)
        made = {line.name for line in later}.union(upstream)
        read = {n for line in later for n in line.reads}.union(sent) - made
        saved = [name for name in arrays if name in read]
        kept = [*outputs, *saved]
        first = needed(tape.lines[:split], kept)
        read = {n for line in first for n in line.reads}.union(kept)
        self.inputs = [value for value in tape.inputs if value.name in read]
        # In the recorded run, for who asks what shares memory.
        self.arrays = [np.asarray(arrays[name]) for name in saved]
        self.results = [np.asarray(arrays[name]) for name in outputs]
        inputs = [value.name for value in self.inputs]
        text = [f"def forward({', '.join(inputs)}):"]
        text += [f"    {n} = {n}[()]" for n in inputs if not np.ndim(arrays[n])]
        large = {n for n, a in arrays.items() if getattr(a, "nbytes", 0) >= LARGE}
        text += freed(nested(first, kept), large.difference(kept, inputs))
        text += [f"    return {tuple_of(outputs)}, {tuple_of(saved)}"]
        if sent:
            text += ["", "", f"def backward({', '.join(['saved', *upstream])}):"]
            text += [f"    {tuple_of(saved)} = saved"] if saved else []
            text += freed(nested(later, sent), large.difference(sent, saved))
            text += [f"    return {tuple_of(sent)}"]
        self.source = "\n".join(text) + "\n"
        used = names_in(ast.parse(self.source))
        self.scope = {name: tape.scope[name] for name in used if name in tape.scope}
        file, functions = f"<minigrad.compile {next(serial)}>", {}
        lines = self.source.splitlines(True)
        linecache.cache[file] = len(self.source), None, lines, file
        exec(compile(self.source, file, "exec"), self.scope, functions)
        self.forward, self.backward = map(functions.get, ("forward", "backward"))


def output(tape: Tape, thing: object) -> Value:
    """What the program returns: of a constant, a copy each time."""
    if not tape.is_constant(thing):
        return getattr(thing, "value", thing)
    array = np.array(thing.array if type(thing) is Value else opened(thing))
    return tape.line("constant", tape.tree_of_call(np.array, (thing,), {}), array)
