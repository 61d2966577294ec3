"""Answers to line_loss."""

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("line_loss")


@right
def reshaped(w, b, x, y):
    return ((x @ w + b).reshape(-1) - y).pow(2).mean()


@right
def target_as_a_column(w, b, x, y):
    return ((x @ w + b - y[:, None]) ** 2).mean()


@right
def one_axis_less(w, b, x, y):
    out = (x @ w + b).squeeze(1)
    return torch.nn.functional.mse_loss(out, y)


@right
def as_a_vector(w, b, x, y):
    d = x @ w[:, 0] + b - y
    return (d * d).sum() / len(y)


@wrong("still computes what the patient did", "n × n")
def the_patient(w, b, x, y):
    return (x @ w + b - y).pow(2).mean()


@wrong("only divided by another number")
def divided_by_n(w, b, x, y):
    return (x @ w + b - y).pow(2).sum() / len(y)


@wrong("along one of the two axes")
def mean_of_columns(w, b, x, y):
    return (x @ w + b - y).mean(0).pow(2).mean()


@wrong("along one of the two axes")
def mean_of_rows(w, b, x, y):
    return (x @ w + b - y).mean(1).pow(2).mean()


@wrong("n × n")
def target_as_a_row(w, b, x, y):
    return (x @ w + b - y.reshape(1, -1)).pow(2).mean()


@wrong("n × n")
def flattened_too_late(w, b, x, y):
    return (x @ w + b - y).flatten().pow(2).mean()


@wrong("get no gradient")
def detached(w, b, x, y):
    return ((x @ w + b).detach().reshape(-1) - y).pow(2).mean()


@wrong("added up")
def a_sum(w, b, x, y):
    return ((x @ w + b).reshape(-1) - y).pow(2).sum()


@wrong("first entry of y")
def broadcast_to_the_first(w, b, x, y):
    return ((x @ w + b).reshape(-1) - y[0]).pow(2).mean()


@wrong("before the square")
def square_of_the_mean(w, b, x, y):
    return ((x @ w + b).reshape(-1) - y).mean() ** 2


@wrong("float64")
def cast(w, b, x, y):
    return ((x @ w + b).double().reshape(-1) - y.double()).pow(2).mean()


@wrong("mean is left out")
def not_averaged(w, b, x, y):
    return ((x @ w + b).reshape(-1) - y).pow(2)
