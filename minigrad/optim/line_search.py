"""How far to go along a direction: a step that fulfils the strong Wolfe conditions.

The loss falls by at least C1 times what the slope at the start promises, and the slope
there is at most C2 times as steep. First a bracket is found that must hold such a step,
then it is narrowed.

Source: J. Nocedal, S. Wright, "Numerical optimization" (2006), algorithms 3.5 and 3.6.
"""

from collections.abc import Callable
from typing import NamedTuple

from numpy import ndarray

C1, C2 = 1e-4, 0.9


class Point(NamedTuple):
    """Where a step of length `t` leads: the loss, its gradient, and its slope there."""

    t: float
    loss: float
    grad: ndarray
    slope: float


def strong_wolfe(
    evaluate: Callable[[float], Point],
    start: Point,
    t: float,
    size: float,
    tolerance: float,
    limit: int,
) -> tuple[Point, int]:
    """The point found, and how often `evaluate` was called (at most limit + 1 times).

    `t` is the first length to try, `size` that of the direction's largest entry: a
    bracket smaller than `tolerance` is not narrowed any more.
    """
    calls = 0

    def at(length: float) -> Point:
        nonlocal calls
        calls += 1
        return evaluate(length)

    def too_high(point: Point) -> bool:
        return point.loss > start.loss + C1 * point.t * start.slope

    def flat(point: Point) -> bool:
        return abs(point.slope) <= -C2 * start.slope

    before, now = start, at(t)
    while True:
        if calls > limit:
            bracket = [start, now]
            break
        higher = calls > 2 and now.loss >= before.loss
        if not too_high(now) and not higher and flat(now):
            return now, calls
        if too_high(now) or higher or now.slope >= 0:
            bracket = [before, now]
            break
        nearest, farthest = now.t + 0.01 * (now.t - before.t), now.t * 10
        before, now = now, at(between(before, now, nearest, farthest))
    slow = False
    low, high = _ordered(bracket)
    while calls <= limit and abs(bracket[1].t - bracket[0].t) * size >= tolerance:
        t, slow = _trial(bracket, slow)
        now = at(t)
        if too_high(now) or now.loss >= bracket[low].loss:
            bracket[high] = now
            low, high = _ordered(bracket)
            continue
        if flat(now):
            return now, calls
        if now.slope * (bracket[high].t - bracket[low].t) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = now
    return bracket[low], calls


def _ordered(bracket: list[Point]) -> tuple[int, int]:
    """The places of the lower and of the higher end."""
    return (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)


def between(one: Point, other: Point, low: float, high: float) -> float:
    """Where the cubic through two points has its minimum, cut off at the bounds."""
    rise = (one.loss - other.loss) / (one.t - other.t)
    d1 = one.slope + other.slope - 3 * rise
    square = d1**2 - one.slope * other.slope
    if not square >= 0:
        return (low + high) / 2.0
    d2 = square**0.5
    if one.t > other.t:
        one, other = other, one
    part = (other.slope + d2 - d1) / (other.slope - one.slope + 2 * d2)
    return min(max(other.t - (other.t - one.t) * part, low), high)


def _trial(bracket: list[Point], slow: bool) -> tuple[float, bool]:
    """A length inside a bracket; `slow` tells that it was near an end before."""
    low, high = sorted(point.t for point in bracket)
    t = between(*bracket, low, high)
    margin = 0.1 * (high - low)
    if min(high - t, t - low) >= margin:
        return t, False
    if not (slow or t >= high or t <= low):
        return t, True
    return (high - margin if abs(t - high) < abs(t - low) else low + margin), False
