"""What the panel beside the drawing shows of one step.

Read: `Details.of`, then `_rule`: the formula, with numbers where they are known.
"""

from collections.abc import Mapping

import numpy as np

from ..labels import node_name, shape_text
from ..reading import Box, Edge
from .arrays import Arrays
from .checking import Part, Told, total_of
from .recording import Step
from .rules import Rule, formula_of, own_source, rule_of, with_numbers
from .values import Values, letters, value_of
from .words import Names, end_of, number, numbers, one_line

BROADCAST = ("Add", "Sub", "Mul", "Div", "Pow", "Maximum", "Minimum", "Where")


class Details:
    """Makes the data of steps; arrays go into `arrays`, and stand here as numbers."""

    def __init__(
        self,
        names: Names,
        ids: Mapping[Box | Edge, str],
        arrays: Arrays,
        values: Values,
    ) -> None:
        self.names, self.ids, self.arrays, self.values = names, ids, arrays, values

    def of(self, each: Told) -> dict:
        """The data of one step."""
        step, box = each.step, each.step.box
        data = {
            "box": self.ids[box],
            "name": self.names[box],
            "kind": step.kind,
            "arrives": self._arrives(each),
            "sends": [
                {
                    "edge": self.ids[edge],
                    "to": end_of(edge, self.names),
                    "array": self.arrays.add(step.sent[edge.position]),
                }
                for edge in box.edges
                if edge.position in step.sent
            ],
            "waiting": [
                {
                    "box": self.ids[waiting],
                    "name": self.names[waiting],
                    "text": self._waiting_words(parts, total),
                }
                for waiting, (parts, total) in each.waiting.items()
            ],
            "wrong": [*each.wrong, *filter(None, [one_line(step.error)])],
        }
        if step.kind == "node":
            data["rule"] = self._rule(step)
        if step.kind == "leaf":
            data["leaf"] = self._leaf(step)
        value = value_of(box, self.values)
        if value is not None and step.kind != "start":
            data["value"] = self.arrays.add(value)
        return data

    def _arrives(self, each: Told) -> list[dict]:
        grads = each.step.sent if each.step.kind == "start" else each.step.arrived
        return [
            {
                "output": output if len(grads) > 1 or output else None,
                "array": self.arrays.add(grad),
                "parts": [
                    {
                        "from": self.names[part.sender],
                        "edge": self.ids[part.edge],
                        "array": self.arrays.add(part.grad),
                    }
                    for part in each.parts
                    if part.edge.output == output
                ],
            }
            for output, grad in sorted(grads.items())
        ]

    def _leaf(self, step: Step) -> dict:
        before, after = (
            None if array is None else self.arrays.add(array)
            for array in (step.before, step.after)
        )
        return {
            "before": before,
            "added": self.arrays.add(step.arrived[0]),
            "after": after,
        }

    def _waiting_words(self, parts: list[Part], total: int) -> str:
        so_far = ""
        if len({part.edge.output for part in parts}) == 1:
            so_far = f"{numbers(total_of(parts))} "
        if len(parts) == total:
            return f"{so_far}is ready" + (f" ({total} added)" if total > 1 else "")
        return f"{so_far}so far, {len(parts)} of {total} gradients"

    def _rule(self, step: Step) -> dict:
        box, name = step.box, node_name(step.box.node)
        whose, source = own_source(box)
        data = {"formula": "", "known": "", "rows": [], "whose": whose}
        data["source"] = source
        if whose:
            return data
        data["formula"] = formula_of(name)
        rule = rule_of(name)
        if rule is not None:
            known = letters(box, self.values)
            data["known"] = self._known(box, known)
            data["rows"] = self._rows(step, rule, known)
        return data

    def _rows(self, step: Step, rule: Rule, known: dict[str, float]) -> list[dict]:
        """For each input that gets a gradient: the formula, also with numbers."""
        arrived = step.arrived.get(0)
        if arrived is not None and arrived.ndim == 0:
            known = known | {"grad": arrived.item()}
        rows = []
        for edge in step.box.edges:
            grad = step.sent.get(edge.position)
            if grad is None or edge.position >= len(rule.inputs):
                continue
            formula = rule.inputs[edge.position]
            filled = with_numbers(formula, known) if grad.ndim == 0 else ""
            rows.append(
                {
                    "letter": _letter(rule.out, edge.position),
                    "formula": formula,
                    "filled": f"{filled} = {numbers(grad)}" if filled else "",
                    "note": _note(step, grad),
                }
            )
        return rows

    def _known(self, box: Box, known: dict[str, float]) -> str:
        """ "a = 3 (w), b = 2": the numbers that the letters of a rule stand for."""
        inputs = {"ab"[e.position]: e.to for e in box.edges if e.position < 2}
        texts = []
        for letter in ("a", "b", "n", "out"):
            if letter in known:
                whose = inputs.get(letter)
                name = f" ({self.names[whose]})" if whose else ""
                texts.append(f"{letter} = {number(known[letter])}{name}")
        return f"with {', '.join(texts)}" if texts else ""


def _note(step: Step, grad: np.ndarray) -> str:
    """What the engine did to a gradient of an operand that was broadcast."""
    operation = node_name(step.box.node).partition("Backward")[0]
    arrived = step.arrived.get(0)
    if operation in BROADCAST and arrived is not None and arrived.shape != grad.shape:
        return f"summed to shape {shape_text(grad.shape)}, that of the input"
    return ""


def _letter(out: str, position: int) -> str:
    """What the formula of a rule calls an input."""
    if "A B" in out:
        return ("c", "A", "B")[position] if "c +" in out else "AB"[position]
    if "A x" in out:
        return ("c", "A", "x")[position] if "c +" in out else "Ax"[position]
    return "input" if "inputs" in out else "abc"[position]
