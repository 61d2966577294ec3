"""The colours and fonts of every picture in the course: one colour, one meaning."""

# Any two differ for every eye, in both themes: tests/course/test_teaching.py measures.
VALUE = "#2B5BB5"  # a value, the output that was asked for
GRAD = "#BC8010"  # a gradient
LEAF = "#549E58"  # a parameter or another leaf
PIECE = "#66366A"  # the student's own piece
ERROR = "#A01C18"  # what is wrong
NEUTRAL = "#807B7E"  # everything else
ERROR_ON_PAGE, PIECE_ON_PAGE = "#D8453D", "#A05CA8"  # borders, on any theme's ground

# What `meaning=` of a curve may say.
MEANINGS = {
    "value": VALUE,
    "grad": GRAD,
    "parameter": LEAF,
    "piece": PIECE,
    "error": ERROR,
    "neutral": NEUTRAL,
}

# What `highlight=` may mark, and in which colour.
MARKS = {"error": ERROR, "value": VALUE, "grad": GRAD}

# The ends of heat maps, with white for 0 between them: they mean nothing else.
NEGATIVE, POSITIVE = "#8C510A", "#01665E"

TEXT = "#1F1F1F"
BACKGROUND = "#FFFFFF"  # a picture brings its own, so it reads in a dark theme too
FONT = "DejaVu Sans"  # Graphviz knows its widths; matplotlib ships the file
FALLBACK_FONTS = "DejaVu Sans, Verdana, sans-serif"  # Verdana is equally wide


def mark(words: str) -> str:
    """The colour of a mark. What differs between two graphs is red, like an error."""
    return MARKS.get(words, ERROR)


def tint(colour: str, strength: float = 0.18) -> str:
    """`colour` ("#RRGGBB") mixed with white: dark text stays readable on it."""
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - strength * (255 - c)):02X}" for c in channels)


def shade(colour: str, strength: float = 0.4) -> str:
    """`colour` mixed with black, for a second curve of the same meaning."""
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round((1 - strength) * c):02X}" for c in channels)
