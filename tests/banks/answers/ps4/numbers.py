"""Numbers that students might give to the questions of problem set 4.

`RIGHT_NUMBERS` holds several ways to write the right one, `WRONG_NUMBERS` wrong ones
with words that they must be told.
"""

from fractions import Fraction

import numpy as np

RIGHT_NUMBERS = {
    "central_difference_of_a_cube": (12.25, 2.5**3 - 1.5**3, 3 * 4 + Fraction(1, 4)),
    "best_eps": (0.01, 1e-2, (1e-6) ** (1 / 3), np.float64(0.01)),
    "slope_at_the_kink": (0.5, 1 / 2, Fraction(1, 2), np.float32(0.5)),
    "factor_of_the_broken_one": (9, 9.0, 4 / (4 / 9), (1.5 / 0.5) ** 2),
}

WRONG_NUMBERS = {
    "central_difference_of_a_cube": {
        3 * 2**2: "slope itself",
        (2.5**3 - 8) / 0.5: "f(x + eps) - f(x).",
        (8 - 1.5**3) / 0.5: "f(x) - f(x - eps)",
        (2.5**3 - 1.5**3) / 0.5: "factor 2 is missing",
        (2.5**3 - 1.5**3) / 2: "divided by 1",
        (2.25**3 - 1.75**3) / 0.5: "steps are eps / 2",
        12 + 0.5: "eps², not eps",
        1.5**3 - 2.5**3: "sign is wrong",
        2.5**3 + 1.5**3: "sum of the two values",
        0.5**2: "error alone",
        2.5**3: "f(x + eps) alone",
        2.5**3 - 8: "not divided by eps",
        12 - 0.25: "error is added",
        (2.5**3 - 1.5**3) / 2 * 0.5: "Brackets are missing",
    },
    "best_eps": {
        1e-6**0.5: "square root of 1e-6",
        1e-6: "there E is 2",
        2e-6 ** (1 / 3): "2 eps, not eps",
        0.5e-6 ** (1 / 3): "not half of that",
        1e-4 + 2e-4: "E at its lowest point",
        1e-4: "eps² at the lowest point",
        0.1: "far more than",
        0: "second term is infinite",
        2e-6**0.5: "eps = 2e-6 / eps",
        1e-6 / 3: "cube root",
        1: "nothing is small",
    },
    "slope_at_the_kink": {
        0: "slope on the left",
        1: "slope on the right",
        -0.5: "sign is wrong",
        0.125: "It cancels",
        2: "wrong way round",
        0.25: "divided twice",
        -1: "not negative",
        0.0625: "half an eps",
        5e-7: "half an eps",
        float("nan"): "nan is no number",
    },
    "factor_of_the_broken_one": {
        1 / 9: "right gradient over the wrong one",
        4: "wrong gradient at -0.5. Divide",
        4 / 9: "right gradient at -0.5. Divide",
        4 - 4 / 9: "difference of the two gradients",
        3: "square is missing",
        -1 / 3: "value of the function",
        2: "number of the broken one",
        1: "both sides of 0",
        1 / 4: "1 over the wrong gradient",
        9 / 4: "1 over the right gradient",
        (1.25 / 0.75) ** 2: "factor at -0.25",
    },
}
