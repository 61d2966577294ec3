"""Hints for problem set 5: a nudge, the idea, the shape of the code."""

LAYERS: dict[str, tuple[str, str, str]] = {}

OPTIM: dict[str, tuple[str, str, str]] = {}

HINTS = {
    **LAYERS,
    **OPTIM,
    "largest_stable_rate": (
        "The loss is a parabola in w. How much does a step change the distance to its "
        "lowest point?",
        "The distance is multiplied by 1 - rate * curvature. Until which rate is that "
        "not below -1?",
        "The curvature is the second derivative of the mean of (w x - y)² by w: twice "
        "the mean of x².",
    ),
    "adams_first_change": (
        "Write down both running means after the first step, with the gradient as a "
        "letter.",
        "m is 0.1 g and is divided by 0.1; s is 0.001 g² and is divided by 0.001.",
        "Minus the rate, times g over |g| + eps.",
    ),
}
