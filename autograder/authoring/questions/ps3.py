"""Problem set 3: predictions; how wrong numbers come about."""

from .computed import question


@question(
    lambda rows, columns: (
        rf"${rows} \times {columns}$",
        f"over all {rows * columns} entries",
        f"$e^2/{rows * columns}$",
        f"return (1 - 2 / {rows * columns}) ** 2",
    ),
    rows=(2, 4, 5),
    columns=(5, 10),
)
def ratio_of_two_falls(lib, rows, columns):
    """five steps on a table of {rows} x {columns} whose first column is cut off:
    fall over fall"""
    x = lib.arange(1.0 * rows * columns, dtype=lib.float64)
    x = x.reshape(rows, columns).requires_grad_()
    tail = (lib.arange(columns) >= 1).to(x.dtype)
    losses = []
    for _ in range(3):
        loss = ((x * tail - 1) ** 2).mean()
        losses.append(loss.detach())
        (grad,) = lib.autograd.grad(loss, x)
        x = (x - grad).detach().requires_grad_()
    return (losses[1] - losses[2]) / (losses[0] - losses[1])


@question(
    lambda x: (f"At $x = {x}$", f"return 2 * ({round(4 * x) / 4} - 0.5)"),
    x=(0.7, 1.2, 1.3),
)
def gradient_through_rounding(lib, x):
    """y = Round(4 x) / 4, loss = (y - 0.5)² for x = {x}, with the straight-through"""
    x = lib.tensor(x, dtype=lib.float64, requires_grad=True)
    four = 4 * x
    y = (four + (four.round() - four).detach()) / 4
    ((y - 0.5) ** 2).backward()
    return x.grad


def _falls(rows: int, columns: int) -> dict[float, str]:
    n, part = rows * columns, 2 / (rows * columns)
    left = 1 - part
    of_a_row = f"the mean was taken over {columns} entries, not over all {n}."
    return {
        left: "That is by how much an error shrinks in a step. The loss has its "
        "square.",
        121 / 144: "That is the ratio of the lecture, for a table of 24 entries.",
        (1 - part / 2) ** 2: "The slope of a square is 2 e: the factor 2 is missing.",
        1 - part / 2: "The slope of a square is 2 e: the factor 2 is missing. And the "
        "loss has the square of that.",
        left**4: "That is a fall over the fall two steps before.",
        left**3: "The factor of an error is squared for the loss, not cubed.",
        (1 - 2 / (n - rows)) ** 2: f"The mean is over all {n} entries, not only over "
        "those of the tail.",
        1 - left**2: "That is by which part the loss falls in a step"
        + (f"; or {of_a_row}" if n == 10 else "."),
        (1 + part) ** 2: "The step goes down the slope: the error shrinks, 1 - "
        f"{part:g}.",
        part**2: "That is the square of what a step takes away. What is left is 1 - "
        f"{part:g}.",
        part: "That is what a step takes away from an error, as a part of it.",
        1.0: "Equal falls: then each step would take the same off the loss.",
        1 / left: "That is upside down, and of the errors: the falls get smaller.",
        1 / left**2: "That is upside down: the later fall over the earlier one.",
        0.0: "The second fall would be 0 only if the first step reached the floor.",
    } | ({} if n == 10 else {(1 - 2 / columns) ** 2: f"That is as if {of_a_row}"})


def _rounded(x: float) -> dict[float, str]:
    whole = round(4 * x)
    y = whole / 4
    return {
        0.0: "That is the true gradient: rounding is flat almost everywhere. The "
        "straight-through backward lets the gradient pass.",
        2
        * (x - 0.5): f"That is with {x} itself. The loss is computed from the rounded "
        "value.",
        y - 0.5: "The slope of a square has a factor 2.",
        8
        * (y - 0.5): "The factor 4 goes in before the rounding, and the quotient takes "
        "it out again: 4 / 4.",
        (y - 0.5) / 2: "The quotient by 4 counts, and so does the factor 4 before: "
        "4 / 4.",
        2
        * (0.5 - y): "The sign is wrong: y lies above 0.5, and so the loss grows with "
        "y.",
        (y - 0.5) ** 2: "That is the loss.",
        (x - 0.5) ** 2: f"That is the loss at {x} itself. What is asked for is the "
        "gradient.",
        2 * y: "That is 2 y. The loss is (y - 0.5)²: its slope is 2 (y - 0.5).",
        2 * (whole - 0.5): f"The rounded number {whole} is still to be divided by 4.",
        2 * (y - x): f"That is 2 (y - {x}). The loss compares y with 0.5.",
        4.0: "That is the slope of Round(4 x). The quotient by 4 and the loss follow.",
        y: "That is y.",
        1.0: "That is the gradient of y by x. The loss comes after: times 2 (y - 0.5). "
        "Or y was rounded to a whole number, and not to a quarter.",
        float(whole): "That is the rounded number, not yet divided by 4.",
        x
        - 0.5: f"That is {x} - 0.5: y is the rounded value, and a square has the slope "
        "2.",
    }


WRONG = {"ratio_of_two_falls": _falls, "gradient_through_rounding": _rounded}
