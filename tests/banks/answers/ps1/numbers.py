"""Numbers that students might give to the questions of problem set 1.

`RIGHT_NUMBERS` holds several ways to write the right one, `WRONG_NUMBERS` wrong ones
with words that they must be told.
"""

from fractions import Fraction

import numpy as np

RIGHT_NUMBERS = {
    "gradient_of_a_quotient": (4 / 9, 36 / 81, (6 / 9) ** 2, np.float64(4) / 9),
    "gradient_of_a_diamond": (44, 44.0, Fraction(44), np.array(44.0)),
    "gradient_through_a_matrix": (310, 10 + 100 * 3.0, np.int64(310)),
    "grad_after_two_passes": (19, 12 + 7.0, np.float32(19)),
    "grad_past_a_detach": (15, 9 + 6.0, np.float64(15)),
}

WRONG_NUMBERS = {
    "gradient_of_a_quotient": {
        6 / 9: "denominator is held constant",
        9 / 81: "gradient of b",
        -18 / 81: "part of the denominator alone",
        18 / 9: "value of out",
        6: "has another rule",
        36 / 9: "must be squared",
        (18 - 54) / 81: "sign is wrong",
        (54 + 18) / 81: "terms of the quotient rule are added",
        36: "squared, is missing",
    },
    "gradient_of_a_diamond": {
        2 * 4 * 4: "y * y alone",
        3 * 4: "y * x alone",
        4: "direct use of x",
        32 + 8: "direct use of x in y * x is missing",
        32 + 4: "y receives something from y * x as well",
        16 + 8: "value of out",
        8 + 2: "gradient of y. Go on",
        10 + 4: "slope of x * x",
        (4 + 2) * 4 + 4: "y takes part twice",
        3: "how often x is used",
    },
    "gradient_through_a_matrix": {
        10 + 200: "meets a column of W",
        1 + 3: "comes from ones",
        10: "The second sends",
        300: "The first sends",
        17: "not a gradient",
        110: "sum of the upstream gradient. Each",
        50: "first entry of W",
        1 + 2: "a row of W took the place",
        20 + 400: "second entry of the gradient of x",
        4 * 110: "entry of the same row",
    },
    "grad_after_two_passes": {
        7: "what the second pass brings",
        12: "what the first pass brings",
        18: "takes part directly",
        13: "factor 2",
        19 / 2: "mean of the two passes",
        18 + 12: "sum of the values",
        14: "second pass, twice",
        24: "first pass, twice",
        6: "slope of h alone",
        2 + 2 + 1: "slope of h is 2 x",
        2 * 3 + 3 + 1: "not x",
        12 + (2 + 1) * 6 + 1: "Only leaves keep a .grad",
    },
    "grad_past_a_detach": {
        3 * 9 + 6: "gradient without detach",
        6: "+ y alone",
        9: "+ y is left out",
        27 + 9: "value of out",
        1 + 6: "the number that y is",
        6 + 6: "where it is the number y",
        3 * 6: "Nothing does",
        18 + 6: "what flows is the rest",
        0: "There are other ways to x",
        9 + 1: "2 x, not 1",
    },
}
