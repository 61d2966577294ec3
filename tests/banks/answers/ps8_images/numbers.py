"""Numbers that students might give to the questions of problem set 8, images.

`RIGHT_NUMBERS` holds several ways to write the right one, `WRONG_NUMBERS` wrong ones
with words that they must be told.
"""

RIGHT_NUMBERS = {
    "numbers_to_learn": (3590, 6 * 26 + 16 * 54 + 2570, 3590.0),
    "numbers_that_come_out": (175, 5 * 5 * 7, 175.0),
    "pixels_behind_one_number": (81, 9**2, 81.0),
}

WRONG_NUMBERS = {
    "numbers_to_learn": {
        6 * 25 + 6: "first convolution alone",
        864 + 2570: "without the first",
        156 + 864: "no Linear",
        3590 + 16: "has no bias",
        150 + 864 + 2560: "count, too",
        150 + 864 + 2570: "first convolution counts",
        156 + 864 + 2560: "Linear counts",
        156 + 144 + 2570: "6 channels",
        156 + 864 + 10250: "halves both sides",
        156 + 864 + 650: "keeps the size",
        156 + 864 + 170: "Behind Flatten",
        12 + 96 + 2570: "has an area",
    },
    "numbers_that_come_out": {
        35: "one of the images",
        3 * 35: "as many images as there are kernels",
        15 * 35: "all 3 channels",
        5 * 6 * 7: "rounded up",
        5 * 4 * 6: "first place",
        5 * 5 * 6: "one column on each side",
        5 * 6 * 6: "nothing above and below",
        5 * 4 * 8: "3 high and 5 wide",
        5 * 10 * 13: "stride is 2",
        5 * 12 * 15: "fit as a whole",
    },
    "pixels_behind_one_number": {
        9: "one side",
        49: "window of 2 x 2",
        64: "two pixels apart",
        36: "stride is not taken",
        25: "without the stride",
        100: "too long",
        121: "no stride",
        22: "areas are not added",
        16: "first convolution counts",
        18**2: "are multiplied",
    },
}
