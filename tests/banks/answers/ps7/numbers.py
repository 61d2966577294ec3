"""Numbers that students might give to the questions of problem set 7.

`RIGHT_NUMBERS` holds several ways to write the right one, `WRONG_NUMBERS` wrong ones
with words that they must be told.
"""

import math
from fractions import Fraction

import numpy as np

RIGHT_NUMBERS = {
    "growth_without_the_error": (4.2, 7 * 0.05 * 2 * 3 * 2, Fraction(21, 5)),
    "loss_of_a_perfect_line": (28 / 3, 2 * (1 + 25 + 16) / 9, 9.33333),
    "slope_by_data": (-1.25, 1 - 1.5**2, Fraction(-5, 4)),
    "slope_of_two_gains": (63, 7 * (7 + 2), np.float64(63)),
    "gradient_at_the_dead_end": (26, 2 * (4 + 6 + 3), 26.0),
    "sum_of_the_path": (40, 4 * 80 / 8, np.float32(40)),
    "quotient_of_the_judge": (1.43051, (2**-19 + 2**-20) / 2e-6, 3 * 2**-20 / 2e-6),
    "slope_beside_the_damper": (0.8, 2 * 0.4, Fraction(4, 5)),
    "nodes_of_the_graph": (10, 8 + 2, 10.0),
    "edges_of_the_graph": (13, 2 + 1 + 1 + 6 + 1 + 2, np.int64(13)),
}

WRONG_NUMBERS = {
    "growth_without_the_error": {
        math.log(5 / 2): "healthy program",
        0.6: "one step",
        0: "does move",
        -4.2: "direction is wrong",
        2.1: "factor 2",
        84: "0.05, is missing",
        3.6: "after 6 steps",
        4.8: "after 8 steps",
    },
    "loss_of_a_perfect_line": {
        0: "healthy loss",
        42 / 9: "twice",
        28: "sum over 3",
        84: "all entries",
        42: "half the table",
        84 / 6: "zeros on the diagonal",
        (1 + 4 + 36) / 3: "mean of y²",
        -28 / 3: "sign is wrong",
    },
    "slope_by_data": {
        2.25: "right slope",
        0.75: "tanh alone",
        -3.75: "recorded the product",
        -0.25: "y = 1.5",
        1 - 9: "not 3",
        1.25: "sign is wrong",
        -0.5: "square is missing",
        1.5: "value",
    },
    "slope_of_two_gains": {
        28: "right slope",
        18: "first factor",
        7: "Sum the two",
        49: "one of the two",
        98: "not 7 and 7",
        14: "one of the two",
        9: "Times which factor",
        -63: "sign is wrong",
    },
    "gradient_at_the_dead_end": {
        68: "a should get",
        13: "factor 2",
        61: "value of the energy",
        122: "twice the value",
        0: "requires grad",
        3: "number of parts",
        30: "b should get",
        -26: "sign is wrong",
    },
    "sum_of_the_path": {
        150: "healthy",
        30: "four rows",
        10: "one row",
        320: "not the first point",
        20: "w is 10",
        80: "halves",
        70: "without the start",
        140: "without the last point",
    },
    "quotient_of_the_judge": {
        1: "exact numbers",
        0: "does not vanish",
        2 * 2**-19 / 2e-6: "half as far apart",
        2 * 2**-20 / 2e-6: "twice as far apart",
        3 * 2**-20 / 1e-6: "2 eps",
        2**-20 / 2e-6: "Both sides move",
        1.5: "powers of two",
        -3 * 2**-20 / 2e-6: "sign is wrong",
    },
    "slope_beside_the_damper": {
        4.4: "right gradient",
        0.4: "from the sum, too",
        8: "has become 0.4",
        4.04: "once",
        0.44: "one and the same",
        0.08: "once",
        0.2: "factor 4 is missing",
        -0.8: "sign is wrong",
    },
    "nodes_of_the_graph": {
        8: "Each leaf has a node",
        11: "One too many",
        12: "A value has one node",
        9: "One is missing",
        13: "no nodes behind y",
        7: "every round",
        -10: "sign is wrong",
        float("nan"): "nan is no number",
    },
    "edges_of_the_graph": {
        18: "have no edge",
        16: "edges to None",
        12: "One is missing",
        14: "One too many",
        15: "detached s",
        10: "number of nodes",
        11: "a and b",
        9: "Each round",
    },
}
