"""Numbers that students might give to the questions of problem set 6.

`RIGHT_NUMBERS` holds several ways to write the right one, `WRONG_NUMBERS` wrong ones
with words that they must be told.
"""

RIGHT_NUMBERS = {
    "slope_of_the_rate": (-13.5, -27 / 2, 18 * 6 * (1 - 4 / 8) ** 5 * -4),
    "peak_of_tensors": (21, 21.0, 6 + 3 * 5),
}

WRONG_NUMBERS = {
    "slope_of_the_rate": {
        13.5: "sign is wrong",
        -31.5: "without create_graph",
        -6.75: "loses one of its exponent",
        108 / 32: "inner derivative is missing",
        -108 / 32: "is -4, not -1",
        -9: "derivative of u",
        2 * (3 / 8) ** 2: "the loss itself",
        -4.5: "last step alone",
        18 * 6 * 0.75**5 * -2: "4 u",
        -36: "two steps",
        -72: "a single step",
        -54: "(1 - 4 η)³",
        1.5: "gradient by u",
        -2.25: "Each of the three steps",
        0: "depend on η",
    },
    "peak_of_tensors": {
        90: "without checkpoints",
        96: "one segment at a time",
        15: "inputs of the segments",
        6: "run again",
        11: "three tensors, and not one",
        16: "nothing has been freed",
        20: "Its own is freed",
        22: "nobody's input",
        36: "15 tensors",
        23: "6 checkpoints",
        45: "6 in all",
        30: "one tensor for each layer",
        5: "A segment has 5 layers",
        18: "inputs of all segments",
        33: "one tensor",
    },
}
