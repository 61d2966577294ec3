"""Hints for problem set 6: a nudge, the idea, the shape of the code."""

from .ps6_higher import HIGHER

HINTS: dict[str, tuple[str, str, str]] = {
    "RNNCell": (
        "Two linear layers are added, and tanh is taken of the sum. What does tanh "
        "pass on to that sum, and what does a sum pass on to its terms?",
        "Compute the gradient of what stands in tanh once: grad * (1 - out * out), "
        "with the new state. All six gradients are made of it, as in a linear layer.",
        "Save input, hidden, both weights and out. d = grad * (1 - out * out). Then "
        "a product of d for each of the first four, and d.sum(0) for each bias that is "
        "there.",
    ),
    "unroll": (
        "All sequences go through the loop together, to the end of the longest one. "
        "Which of them still have a number at step t?",
        "At step t the sequences with lengths > t take the new state, all others keep "
        "the old one. That holds for each row of the state.",
        "for t, x in enumerate(xs): new = cell(x, h), and h is torch.where of a mask "
        "of shape (N, 1), new and h. (lengths > t) has the shape (N,).",
    ),
    "Root": (
        "The loop finds r, and the derivative need not know how. Which equation do r "
        "and a satisfy, whatever way r was found?",
        "Differentiate both sides of r³ + r = a by a, and solve for dr/da. It is a "
        "formula of r.",
        "Save the result of the loop with save_for_backward. In backward compute the "
        "slope from r and multiply grad by it, with torch operations only.",
    ),
    "safe_divide": (
        "Where b is 0 the quotient is inf or nan. where throws it away on the way "
        "forward. What does it send to it on the way back?",
        "0 times inf is nan. So the division must never see a 0: replace those entries "
        "of b before it, by a number that does no harm.",
        "zero = b == 0; one where for b, with 1 in those entries, then the quotient, "
        "then another where that puts 0 there.",
    ),
    "Tanh": (
        "In a pass that is recorded, saved arrays and grad are tensors. What of your "
        "backward is for arrays only?",
        "Operators and methods are recorded (*, -, **, @, .sum()), functions of np and "
        "what was computed in forward are not.",
        "Save out. backward is one line of grad and out, by *, - and ** alone.",
    ),
    "Mm": (
        "In a pass that is recorded, saved arrays and grad are tensors. What of your "
        "backward is for arrays only?",
        "@ and .T are there for arrays and for tensors. np.dot is not.",
        "Save a and b. Two products, each of grad and the other one, transposed.",
    ),
    "Swish": (
        "What is computed in forward is not recorded. What does backward then know of "
        "how it depends on x?",
        "Save x itself. Compute the sigmoid once more in backward, where all is "
        "recorded.",
        "(x,) = ctx.saved_tensors and s = torch.sigmoid(beta * x) in backward; the "
        "slope is a formula of x, s and beta. Return None for beta.",
    ),
    "slope_of_the_rate": (
        "Write down the distance from the minimum after k steps as a formula of η.",
        "Each step multiplies the distance by the same factor. Differentiate the "
        "square of what is left after four steps by η.",
        "The chain rule: 2 times the distance that is left, times its derivative.",
    ),
    "peak_of_tensors": (
        "While a segment runs again, what is still kept of the others?",
        "Count the inputs of all segments, and what one segment keeps when it is run "
        "again.",
        "The last segment runs again first, while nothing has been freed.",
    ),
    **HIGHER,
}
