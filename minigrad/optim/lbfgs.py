"""L-BFGS: Newton's method with a Hessian guessed from the last gradients.

Source: J. Nocedal, S. Wright, "Numerical optimization" (2006), algorithm 7.4.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy import ndarray

from ..autograd.grad_mode import enable_grad
from ..tensor import Tensor
from .line_search import Point, strong_wolfe
from .optimizer import Optimizer
from .settings import as_number, check_lr


class LBFGS(Optimizer):
    """p ← p + t · d, where d = −(guess of the inverse Hessian) · g

    A step calls its closure several times: it must compute the loss and all gradients
    anew. t is `lr`, or found with line_search_fn="strong_wolfe". A step ends after
    `max_iter` updates or `max_eval` evaluations, or where nothing changes any more.
    """

    def __init__(
        self,
        params: Iterable,
        lr: "float | Tensor" = 1,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
    ) -> None:
        check_lr(lr)
        defaults = {
            "lr": lr,
            "max_iter": max_iter,
            "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad,
            "tolerance_change": tolerance_change,
            "history_size": history_size,
            "line_search_fn": line_search_fn,
        }
        super().__init__(params, defaults)
        if len(self.param_groups) != 1:
            raise ValueError(
                "LBFGS doesn't support per-parameter options (parameter groups)"
            )

    def step(self, closure: Callable[[], Any]) -> Any:
        """Go on until one of the limits. Returns what the closure gave first."""
        group = self.param_groups[0]
        state = self.state[group["params"][0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first = self._call(closure)
        loss, grad, evaluations = as_number(first), self._gradient(), 1
        state["func_evals"] += 1
        optimal = np.abs(grad).max() <= group["tolerance_grad"]
        updates = 0
        while updates < group["max_iter"] and not optimal:
            updates += 1
            state["n_iter"] += 1
            direction = _direction(grad, state, group["history_size"])
            state["prev_flat_grad"] = Tensor(grad.copy())
            state["prev_loss"] = before = loss
            t = as_number(group["lr"])
            if state["n_iter"] == 1:
                t *= min(1.0, 1.0 / np.abs(grad).sum())
            state["t"], slope = t, grad.dot(direction)
            if slope > -group["tolerance_change"]:
                break
            start = Point(0.0, loss, grad, slope)
            last = updates == group["max_iter"]
            left = group["max_eval"] - evaluations
            end, calls = self._search(closure, start, t, direction, last, left)
            state["t"], loss, grad = end.t, end.loss, end.grad
            evaluations += calls
            state["func_evals"] += calls
            optimal = np.abs(grad).max() <= group["tolerance_grad"]
            moved = np.abs(direction * end.t).max()
            if last or evaluations >= group["max_eval"]:
                break
            if moved <= group["tolerance_change"]:
                break
            if abs(loss - before) < group["tolerance_change"]:
                break
        return first

    def _search(
        self,
        closure: Callable,
        start: Point,
        t: float,
        direction: ndarray,
        last: bool,
        left: int,
    ) -> tuple[Point, int]:
        """Move along the direction. Returns where to, and the number of evaluations."""
        group = self.param_groups[0]
        if group["line_search_fn"] is None:
            self._move(t, direction)
            if last:  # nothing looks at the loss there
                return Point(t, start.loss, start.grad, start.slope), 0
            loss = as_number(self._call(closure))
            return Point(t, loss, self._gradient(), 0.0), 1
        if group["line_search_fn"] != "strong_wolfe":
            raise RuntimeError("only 'strong_wolfe' is supported")
        values = [param._data.copy() for param in group["params"]]

        def evaluate(length: float) -> Point:
            self._move(length, direction)
            loss, grad = as_number(self._call(closure)), self._gradient()
            self._put(values)
            return Point(length, loss, grad, grad.dot(direction))

        size, tolerance = np.abs(direction).max(), group["tolerance_change"]
        end, calls = strong_wolfe(evaluate, start, t, size, tolerance, left)
        self._move(end.t, direction)
        return end, calls

    # -- all parameters as one vector ---------------------------------------------

    def _call(self, closure: Callable) -> Any:
        with enable_grad():
            return closure()

    def _gradient(self) -> ndarray:
        return np.concatenate(
            [
                np.zeros(param._data.size, param._data.dtype)
                if param._grad is None
                else param._grad._data.reshape(-1)
                for param in self.param_groups[0]["params"]
            ]
        )

    def _move(self, t: float, direction: ndarray) -> None:
        """Add t times the direction to the parameters."""
        start = 0
        for param in self.param_groups[0]["params"]:
            part = direction[start : start + param._data.size]
            param._data += t * part.reshape(param._data.shape)
            param._version_counter[0] += 1
            start += param._data.size

    def _put(self, values: list[ndarray]) -> None:
        for param, value in zip(self.param_groups[0]["params"], values, strict=True):
            param._data[...] = value
            param._version_counter[0] += 1


def _direction(grad: ndarray, state: dict[str, Any], history: int) -> ndarray:
    """Where to go; takes note of how the gradient changed by the last step.

    `old_stps` are the last steps s, `old_dirs` the changes y of the gradient by them,
    `ro` is 1 / (y · s) for each, `H_diag` the scale of the inverse Hessian.
    """
    if state["n_iter"] == 1:
        state.update(old_dirs=[], old_stps=[], ro=[], H_diag=1)
        state["d"] = Tensor(-grad)
        return state["d"]._data
    change = grad - state["prev_flat_grad"]._data
    step = state["d"]._data * as_number(state["t"])
    curvature = change.dot(step)
    if curvature > 1e-10:
        for name, value in (
            ("old_dirs", Tensor(change)),
            ("old_stps", Tensor(step)),
            ("ro", Tensor(np.asarray(1.0 / curvature))),
        ):
            if len(state[name]) == history:
                state[name].pop(0)
            state[name].append(value)
        state["H_diag"] = Tensor(np.asarray(curvature / change.dot(change)))
    kept = [
        tuple(each._data for each in row)
        for row in zip(state["old_dirs"], state["old_stps"], state["ro"], strict=True)
    ]
    direction = _times_inverse(-grad, kept, as_number(state["H_diag"]))
    state["d"] = Tensor(direction)
    return direction


def _times_inverse(vector: ndarray, kept: list[tuple], scale: float) -> ndarray:
    """The guessed inverse Hessian times a vector, by the two loops of L-BFGS."""
    out, shares = vector.copy(), []
    for change, step, inverse in reversed(kept):
        shares.append(step.dot(out) * inverse)
        out -= shares[-1] * change
    out *= scale
    for change, step, inverse in kept:
        out += (shares.pop() - change.dot(out) * inverse) * step
    return out
