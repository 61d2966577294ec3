"""What replaces a function for arguments of one form: its program, what has to hold for
it, and its node in the graph."""

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
from .guards import Guards, form_of
from .program import Program, Value
from .recording import Recording
from .sealed import each_of
from .tape import array_of


class Plan:
    """LookupError, with the reason, if the tape cannot be replayed."""

    def __init__(self, function, tape: Recording, result, tensors: list) -> None:
        """While the tape is open: then the walk back from the result is written."""
        self.function, self.tape, found = function, tape, {}
        self.result = template(result, tape, found)
        found, self.count = [*found.values()], len(found)
        self.floats = [i for i, t in enumerate(found) if t._edge is not None]
        edges = [found[i]._edge for i in self.floats]
        if not tape.edges.keys() >= {*edges} or any([t._requires_grad for t in found]):
            raise LookupError("a result has a history of its own")
        # What a pass inside has freed needs no backward.
        freed = {
            any([n._saved is None for n in engine.order_nodes([e])]) for e in edges
        }
        self.is_walked = freed == {True}
        if len(freed) == 2 or False in freed and tape.changed:
            raise LookupError("what is changed in place, or walked, is part of a graph")
        had = [(t, grad, asks) for t, (grad, asks) in tape.leaves.items()]
        graded = [t for t, grad, _ in had if t._grad is not grad]
        made = [t for t in graded if t._grad is not None]
        if any([t is leaf._grad for t in found for leaf in made]):
            raise LookupError("a result is the gradient of a leaf")
        read = [*found, *[v.tensor for v in tape.changed]]
        outputs = [tape.output(tape.read(tensor)) for tensor in read]
        for grad in [tape.read(t._grad) for t in made]:  # these may be copied below
            outputs.append(Value(grad.value.array, tape.tree(grad)))
        split, upstream, sent = len(tape.lines), [], []
        if edges and not self.is_walked:
            roots = [found[i] for i in self.floats]
            ones = [np.ones_like(array_of(each)) for each in roots]
            upstream = [tape.given("grad", each) for each in ones]
            sent = tape.gradients(roots, upstream)
        ends = [tape.output(grad) for _, grad in sent]
        self.program = program = Program(tape, split, outputs, upstream, ends)
        self.kept, places = [], {id(tensor): i for i, tensor in enumerate(tensors)}

        def place(tensor: Tensor) -> int:
            """Its number among the arguments and, after them, those that are kept."""
            if id(tensor) not in places:
                places[id(tensor)] = len(tensors) + len(self.kept)
                self.kept.append(tensor)
            return places[id(tensor)]

        # Leaves, with whether there was no gradient, where that is asked; tensors that
        # are changed, and how often.
        self.leaves = [(place(t), g is None if asks else None) for t, g, asks in had]
        changes = [(v.tensor, v.tensor._version - v.version) for v in tape.changed]
        self.updated = [(place(tensor), count) for tensor, count in changes]
        self.inputs = [place(value.tensor) for value in program.inputs]
        self.touched = self.inputs + [i for i, _ in self.updated]
        self.trained = [place(value.tensor) for value, _ in sent]
        if self.is_walked:
            self.trained = [i for i, _ in self.leaves]
        inputs, saved = [v.array for v in tape.inputs], program.saved
        results = program.results[: self.count]
        if any([is_shared(array, inputs) for array in results]):
            raise LookupError("a result shares memory with what it is made of")
        # What is saved must not be changed until it is used.
        self.watched = [
            place(v.tensor) for v in program.inputs if is_shared(v.array, saved)
        ]
        self.watched_results = [
            i for i, array in enumerate(results) if is_shared(array, saved)
        ]
        # Leaves whose gradient is another, with whether nobody else has its array, or
        # None if it goes.
        self.graded = [(place(t), None) for t in graded if t._grad is None]
        constants = [e for e in program.scope.values() if isinstance(e, np.ndarray)]
        others = [*inputs, *saved, *program.results, *constants]
        first = len(program.results) - len(made)
        for leaf, array in zip(made, program.results[first:], strict=True):
            is_own = sum([np.may_share_memory(array, each) for each in others]) == 1
            is_own = is_own and array.strides == array_of(leaf).strides
            self.graded.append((place(leaf), is_own))

    def guard(self, guards: Guards, tensors: list[Tensor]) -> None:
        """Once the tape is closed: all has to stay as it is."""
        if any([vars(e) for e in (*guards.seen, *tensors) if isinstance(e, Tensor)]):
            raise LookupError("a tensor has attributes of its own")
        if not {*map(id, guards.seen)}.issuperset(map(id, self.kept)):
            raise LookupError("a tensor comes from where nobody looks")
        guards.add_engine([*self.tape.ops])
        guards.add_equal(lambda at: form_of(at, []), self.kept)
        guards.note()
        self.guards, self.tape = guards, None
        self.program.saved = self.program.results = None

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
        for each in results[1:]:  # which may be an alias of another
            each._data = each._data.view()
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
            point_back(node, tuple([results[i] for i in self.floats]))
            for watch in watchers:
                watch(node, trained, results)
        if self.result == 0:
            return results[0]
        return each_of(self.result, lambda i: None if i is None else results[i])


def is_shared(array: np.ndarray, others: list) -> bool:
    return any([np.may_share_memory(array, each) for each in others])


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
        numbers = [g if np.ndim(g) else np.asarray(g)[()] for g in grads]
        try:
            return tuple(map(np.asarray, plan.program.backward(saved, *numbers)))
        except Exception:  # the function itself says what is wrong
            return eager_gradients(plan, call, trained, grads)


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


def template(result, tape: Recording, found: dict):
    """The result with numbers in place of tensors, which are added to `found`."""

    def number(thing):
        if thing is None:
            return None
        if not isinstance(thing, Tensor):
            raise LookupError("it returns something else than tensors")
        if id(thing) not in tape.made:
            raise LookupError("it returns a tensor that it has not computed")
        found[id(thing)] = thing
        return [*found].index(id(thing))

    return each_of(result, number)
