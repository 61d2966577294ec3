"""Numbers that students might give to the questions of problem set 3.

`RIGHT_NUMBERS` holds several ways to write the right one, `WRONG_NUMBERS` wrong ones
with words that they must be told.
"""

from fractions import Fraction

import numpy as np

RIGHT_NUMBERS = {
    "ratio_of_two_falls": (0.64, (1 - 2 / 10) ** 2, Fraction(16, 25), np.float64(0.64)),
    "gradient_through_rounding": (0.5, 2 * (3 / 4 - 0.5), Fraction(1, 2)),
}

WRONG_NUMBERS = {
    "ratio_of_two_falls": {
        1 - 2 / 10: "has its square",
        121 / 144: "ratio of the lecture",
        (1 - 1 / 10) ** 2: "factor 2 is missing",
        1 - 1 / 10: "factor 2 is missing",
        (1 - 2 / 10) ** 4: "two steps before",
        (1 - 2 / 10) ** 3: "not cubed",
        (1 - 2 / 8) ** 2: "those of the tail",
        (1 - 2 / 5) ** 2: "over 5 entries",
        (1 + 2 / 10) ** 2: "down the slope",
        (2 / 10) ** 2: "takes away. What is left",
        2 / 10: "takes away from an error",
        1: "Equal falls",
        1 / 0.8: "of the errors",
        1 / 0.64: "upside down: the later",
        0: "reached the floor",
    },
    "gradient_through_rounding": {
        0: "true gradient",
        2 * (0.7 - 0.5): "with 0.7 itself",
        0.75 - 0.5: "factor 2",
        4 * 0.5: "takes it out again",
        0.5 / 4: "quotient by 4 counts",
        -0.5: "sign is wrong",
        0.25**2: "That is the loss.",
        (0.7 - 0.5) ** 2: "the loss at 0.7",
        2 * 0.75: "That is 2 y",
        2 * (3 - 0.5): "still to be divided by 4",
        2 * (0.75 - 0.7): "compares y with 0.5",
        4: "slope of Round(4 x)",
        3 / 4: "That is y.",
        1: "gradient of y by x",
        3: "not yet divided",
        0.7 - 0.5: "0.7 - 0.5",
    },
}
