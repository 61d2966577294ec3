"""A recorded function: its program, what has to hold for it, and its node."""

import itertools

import numpy as np

from .. import errors
from ..autograd.engine import copy_for
from ..autograd.grad_mode import enable_grad
from ..autograd.hooks import _there as hooks
from ..core import engine
from ..core.graph import Node, edge_of, watchers
from ..core.mode import mode
from ..core.outputs import by_output, point_back
from ..core.saved import alias_of
from ..core.tensor import Tensor
from .guards import form_of
from .program import Program
from .sealed import each_of
from .tape import Tape, last
from .writing import Value


class Plan:
    """What replaces a function for arguments of one form.

    LookupError, with the reason, if the tape cannot be replayed.
    """

    def __init__(self, function, tape: Tape, result, tensors, guards) -> None:
        found = {}
        self.function, self.result = function, template(result, tape, found)
        found = [*found.values()]
        values = [value for _, value in found]
        roots = [tape.edges.get(tensor._edge) for tensor, _ in found]
        self.floats = [i for i, root in enumerate(roots) if root is not None]
        for (tensor, _), root in zip(found, roots, strict=True):
            if tensor._edge is not None and root is None:
                raise LookupError("a result has a history of its own")
        updated = [v for v in tape.changed if v.tensor is not None]
        self.count = len(found)
        values += [last(value) for value in updated]
        graded = [t for t, (grad, _) in tape.leaves.items() if t._grad is not grad]
        made = [leaf for leaf in graded if leaf._grad is not None]
        values += [tape.known_one(leaf._grad) for leaf in made]
        if any([t is leaf._grad for t, _ in found for leaf in made]):
            raise LookupError("a result is the gradient of a leaf")
        freed = {is_freed(t) for t, _ in found if t._edge is not None}
        self.is_walked = freed == {True}
        if self.is_walked:
            roots = []
        elif freed and (tape.changed or True in freed):
            raise LookupError("what is changed in place, or walked, is part of a graph")
        if any([each.node._hooks is not None for each in tape.of_ops.applied]):
            raise LookupError("a hook is registered")
        if any([vars(e) for e in (*guards.seen, *tensors) if isinstance(e, Tensor)]):
            raise LookupError("a tensor has attributes of its own")
        self.program = program = Program(tape, values, [*filter(None, roots)])
        self.kept, places = [], {id(tensor): i for i, tensor in enumerate(tensors)}

        def place(tensor: Tensor) -> int:
            """Its number among the arguments and, after them, those that are kept."""
            if id(tensor) not in places:
                places[id(tensor)] = len(tensors) + len(self.kept)
                self.kept.append(tensor)
            return places[id(tensor)]

        def where(inputs: list[Value]) -> list[int]:
            return [place(value.tensor) for value in inputs]

        def is_saved(array: np.ndarray) -> bool:
            return any([np.may_share_memory(array, each) for each in program.arrays])

        # Leaves, with whether there was no gradient, where that is asked; tensors that
        # are changed, and how often; leaves whose gradient is another, with whether
        # nobody else has its array, or None if it goes.
        had = tape.leaves.items()
        self.leaves = [
            (place(t), grad is None if asks else None) for t, (grad, asks) in had
        ]
        self.updated = [
            (place(v.tensor), v.tensor._version - v.version) for v in updated
        ]
        self.inputs, self.trained = where(program.inputs), where(program.trained)
        self.touched = self.inputs + [i for i, _ in self.updated]
        if self.is_walked:
            self.trained = [i for i, _ in self.leaves]
        inputs = [value.array for value in tape.inputs]
        others = [e for e in program.scope.values() if isinstance(e, np.ndarray)]
        others += [*inputs, *program.results]
        self.graded = [(place(leaf), None) for leaf in graded if leaf._grad is None]
        for leaf, array in zip(
            made, program.results[len(values) - len(made) :], strict=True
        ):
            is_own = sum([np.may_share_memory(array, each) for each in others]) == 1
            is_own = is_own and array.strides == leaf._data.strides
            self.graded.append((place(leaf), is_own))
        for array in program.results[: self.count + len(updated)]:
            if any([np.may_share_memory(array, each) for each in inputs]):
                raise LookupError("a result shares memory with what it is made of")
        self.watched = where([v for v in program.inputs if is_saved(v.array)])
        self.watched_results = [i for i, a in enumerate(program.results) if is_saved(a)]
        program.arrays = program.results = None
        ops = [*{each.op for each in tape.of_ops.applied}]
        known = {*map(id, guards.seen), *map(id, tape.kept)}
        if any([id(each) not in known for each in self.kept]):
            raise LookupError("a tensor comes from where nobody looks")
        guards.add_ops(ops)
        guards.add_equal(lambda at: form_of(at, []), self.kept)
        guards.note()
        self.guards = guards

    def fits(self, tensors: list[Tensor]) -> bool:
        """Whether all is as it was: what the function sees, and the state of leaves."""
        if not self.guards.hold():
            return False
        tensors = tensors + self.kept
        for i, none in self.leaves:
            if none is not None and none is not (tensors[i]._grad is None):
                return False
            if hooks.data and getattr(tensors[i], "_hooks", None) is not None:
                return False
        if self.updated:  # what is written must not be seen in another way
            arrays = {i: tensors[i]._data for i in self.touched}
            if any([array.base is not None for array in arrays.values()]):
                pairs = itertools.product(self.updated, arrays)
                pairs = [(arrays[i], arrays[k]) for (i, _), k in pairs if i != k]
                return not any(itertools.starmap(np.may_share_memory, pairs))
        return True

    def run(self, args: tuple, kwargs: dict, tensors: list[Tensor]):
        """What the function would return."""
        tensors = tensors + self.kept
        outs, saved = self.program.forward(*[tensors[i]._data for i in self.inputs])
        results = [Tensor(np.asarray(out)) for out in outs[: self.count]]
        rest = iter(outs[self.count :])
        for i, changes in self.updated:
            tensors[i]._data[...] = next(rest)
            tensors[i]._version_counter[0] += changes
        for i, is_own in self.graded:
            grad = None if is_own is None else np.asarray(next(rest))
            if grad is not None:
                grad = Tensor(grad) if is_own else copy_for(tensors[i], grad)
            tensors[i]._grad = grad
        if self.floats and self.trained and mode.enabled:
            trained = [tensors[i] for i in self.trained]
            node = CompiledFunctionBackward(*map(edge_of, trained))
            watched = [tensors[i] for i in self.watched]
            watched += [alias_of(results[i], None) for i in self.watched_results]
            versions = [(tensor._version, tensor) for tensor in watched]
            kept = self, saved, versions, args, kwargs, trained
            node._saved = None if self.is_walked else kept
            point_back(node, results)
            for watch in watchers:
                watch(node, trained, results)
        if self.result == 0:
            return results[0]
        return each_of(self.result, lambda i: None if i is None else results[i])


def is_freed(tensor: Tensor) -> bool:
    """Whether a pass has gone through the graph of a tensor, and freed it."""
    return any([n._saved is None for n in engine.order_nodes([tensor._edge])])


class CompiledFunctionBackward(Node):
    """The one node that a compiled function is in the graph."""

    def _gradients(self, grad) -> tuple:
        plan, saved, versions, *call, trained = self._saved
        for number, tensor in versions:
            if tensor._version != number:
                raise errors.changed_error(tensor, number)
        grads = by_output(self, grad)
        if mode.enabled or any([each is None for each in grads]):
            return eager_gradients(plan, call, trained, grads)
        grads = [g if np.ndim(g) else np.asarray(g)[()] for g in grads]
        return tuple(map(np.asarray, plan.program.backward(saved, *grads)))


def eager_gradients(plan: Plan, call: list, trained: list[Tensor], grads) -> tuple:
    """The gradients by the function itself: recorded, or of some of its results."""
    if not plan.guards.hold():
        raise RuntimeError("compile: what the function sees was changed since its call")
    with enable_grad():
        outputs = []
        form_of(plan.function(*call[0], **call[1]), outputs)
    pairs = zip([outputs[k] for k in plan.floats], grads, strict=True)
    pairs = [(output, grad) for output, grad in pairs if grad is not None]
    outputs = [output for output, _ in pairs]
    grads = [g if isinstance(g, Tensor) else Tensor(np.asarray(g)) for _, g in pairs]
    found = engine.grad(outputs, trained, grads, None, mode.enabled, True, False)
    if mode.enabled:
        return found
    return tuple([None if g is None else g._data for g in found])


def template(result, tape: Tape, found: dict):
    """The result with numbers in place of tensors, which are added to `found`."""

    def number(thing):
        if thing is None:
            return None
        if not isinstance(thing, Tensor):
            raise LookupError("it returns something else than tensors")
        value = tape.values.get(id(thing))
        if value is None or value.tensor is not None:
            raise LookupError("it returns a tensor that it has not computed")
        found[id(thing)] = thing, last(value)
        return [*found].index(id(thing))

    return each_of(result, number)
