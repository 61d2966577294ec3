"""Numbers that students might give to the questions of problem set 5.

`RIGHT_NUMBERS` holds several ways to write the right one, `WRONG_NUMBERS` wrong ones
with words that they must be told.
"""

from fractions import Fraction

import numpy as np

RIGHT_NUMBERS = {
    "largest_stable_rate": (0.2, 1 / 5, 2 / (2 * (1**2 + 3**2) / 2), Fraction(1, 5)),
    "adams_first_change": (0.08, 0.1 * 0.04 / 0.05, np.float64(0.08), 2 / 25),
}

WRONG_NUMBERS = {
    "largest_stable_rate": {
        2 / 5: "has a factor 2",
        1 / 10: "1 over the curvature",
        10: "curvature of the loss",
        5: "mean of x²",
        20: "curvature of a sum",
        1 / 20: "curvature of a sum",
        2 / (2 * 2**2): "square of the mean",
        2 / 2**2: "square of the mean",
        2 / (2 * 3**2): "larger x alone",
        2 / 3**2: "larger x alone",
        2 / (2 * 1**2): "(1, 2) alone",
        17 / 10: "best w",
        0: "nothing moves",
        -0.2: "sign is wrong",
    },
    "adams_first_change": {
        0.1: "eps is next to nothing",
        -0.1: "down the slope",
        -0.08: "sign is wrong",
        0.1 * 0.004 / ((0.001 * 0.04**2) ** 0.5 + 0.01): "bias correction",
        0.1 * 0.04 / ((0.001 * 0.04**2) ** 0.5 + 0.01): "second mean is not corrected",
        0.1 * 0.004 / 0.05: "first mean is not corrected",
        0.1 * 0.04 / (0.04**2 + 0.01) ** 0.5: "not under it",
        0.1 * 0.04 / (0.04**2 + 0.01): "root is missing",
        0.004: "plain descent",
        0.4: "eps alone",
        0.8: "rate is missing",
        2.08: "where the parameter lies",
        2 - 0.08: "would lie",
    },
}
