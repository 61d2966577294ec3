"""Answers to way_down."""

import copy

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("way_down")


def walked(keep, start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(keep(w))
        w -= rate * 2 * w
    path.append(keep(w))
    return torch.stack(path)


@right
def cloned(start, rate, steps):
    return walked(lambda w: w.clone(), start, rate, steps)


@right
def a_new_w(start, rate, steps):
    w = start.detach()
    path = [w]
    for _ in range(steps):
        w = w - rate * 2 * w
        path.append(w)
    return torch.stack(path)


@right
def into_a_table(start, rate, steps):
    path = torch.zeros(steps + 1, *start.shape, dtype=start.dtype)
    path[0] = start.detach()
    for i in range(steps):
        path[i + 1] = path[i] - rate * 2 * path[i]
    return path


@right
def copied_deeply(start, rate, steps):
    return walked(copy.deepcopy, start, rate, steps)


@wrong("the result has a graph if start requires grad")
def with_a_graph(start, rate, steps):
    path = [start]
    for _ in range(steps):
        path.append(path[-1] - rate * 2 * path[-1])
    return torch.stack(path)


@wrong("All rows are the last point")
def the_patient(start, rate, steps):
    return walked(lambda w: w, start, rate, steps)


@wrong("All rows are the last point")
def detached(start, rate, steps):
    return walked(lambda w: w.detach(), start, rate, steps)


@wrong("All rows are the last point")
def data(start, rate, steps):
    return walked(lambda w: w.data, start, rate, steps)


@wrong("All rows are the last point")
def viewed(start, rate, steps):
    return walked(lambda w: w.view_as(w), start, rate, steps)


@wrong("All rows are the last point")
def list_copied(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path = [*path, w]
        w -= rate * 2 * w
    path = [*path, w]
    return torch.stack(path.copy()).clone()


@wrong("one step late")
def cloned_after_the_step(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        w -= rate * 2 * w
        path.append(w.clone())
    path.append(w.clone())
    return torch.stack(path)


@wrong("start is missing")
def without_the_start(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        w -= rate * 2 * w
        path.append(w.clone())
    return torch.stack(path)


@wrong("last point is missing")
def without_the_end(start, rate, steps):
    w, path = start.detach().clone(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    return torch.stack(path)


@wrong("start is changed")
def start_changed(start, rate, steps):
    w, path = start.detach(), []
    for _ in range(steps):
        path.append(w.clone())
        w -= rate * 2 * w
    path.append(w.clone())
    return torch.stack(path)


@wrong("factor 2")
def half_the_slope(start, rate, steps):
    w, path = start.detach().clone(), [start.detach().clone()]
    for _ in range(steps):
        w -= rate * w
        path.append(w.clone())
    return torch.stack(path)


@wrong("an object of type list")
def a_list(start, rate, steps):
    w, path = start.detach().clone(), [start.detach().clone()]
    for _ in range(steps):
        w -= rate * 2 * w
        path.append(w.clone())
    return path
