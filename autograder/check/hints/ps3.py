"""Hints for problem set 3: a nudge, the idea, the shape of the code."""

HINTS = {
    "apply": (
        "Four things happen, in this order: edges, node, forward, link. Write a line "
        "of words for each before you write code.",
        "Whether there is recording must be asked before you switch it off. Each "
        "tensor among the arguments has a place in the list of edges; arguments "
        "that are no tensors have none.",
        "node = new_node(function, args, edges). Then, inside of with torch.no_grad(), "
        "forward gets the node first and the arguments after it. At the end, link.",
    ),
    "Saving": (
        "What do you have to know later, to be sure that the tensor is as it was?",
        "Two things are kept: the tensor itself (no copy), and the number "
        "tensor._version as it is when pack runs.",
        "pack returns a pair. unpack takes it apart, compares the version of the "
        "tensor now with the one in the pair, raises changed_error if they differ, and "
        "returns the tensor otherwise.",
    ),
    "needs_input_grad": (
        "Go through the arguments one by one. For which of them is the answer True?",
        "An argument must be a tensor, and it must require grad. Ask in this order: a "
        "number has no requires_grad.",
        "tuple(... for arg in args), with a condition made of isinstance and and.",
    ),
    "ZeroHead": (
        "Which entries of the output depend on an entry of the input? What flows back "
        "to the others?",
        "forward and backward do the same to what they get: a copy, with zeros in the "
        "first n places along dim. n and dim have to wait on ctx.",
        "tensor.narrow(dim, 0, n) is the head, whatever the shape, and shares "
        "its memory with the tensor; .zero_() zeroes it. backward returns two more "
        "values, None.",
    ),
    "AbsDot": (
        "Leave the bars away first: how does the dot product change with one entry of "
        "u? Then: what do the bars do to a number that is negative?",
        "The slope for u is sign(u . v) v, that for v is sign(u . v) u: one sign, that "
        "of the sum. Both need u and v when backward runs.",
        "Save both by one call in forward. The upstream gradient is a single number "
        "here. backward returns two vectors.",
    ),
    "LegendreP3": (
        "Call z = scale * x. What is the slope of P3(z) by z, and that of z by x?",
        "The slope is scale (15 z² - 3) / 2. It depends on x and on the scale: one is "
        "a tensor, the other a number.",
        "One line of formula in forward, one in backward, times the upstream "
        "gradient, and a None. Written with torch operations on the saved x, it can be "
        "differentiated again.",
    ),
    "Clamp": (
        "Where does the output move when x moves a little, and where does it not?",
        "The gradient passes where low <= x <= high, bounds included, and stops "
        "elsewhere. So x is saved; the bounds are numbers, and stay on ctx.",
        "A comparison gives a tensor of True and False, and & joins two of them (mind "
        "the brackets). The gradient times that, and a None for each bound.",
    ),
    "Round": (
        "What would backward return if forward did not round at all?",
        "The straight-through estimator behaves as if the function were the identity: "
        "the upstream gradient passes unchanged.",
        "Nothing needs to be saved, and backward is one line.",
    ),
    "Polar": (
        "Each output depends on both arguments. How does x change with r, and how with "
        "phi? And y?",
        "An argument that goes into two outputs gets the sum of what both send back: "
        "grad_x times the slope of x, plus grad_y times the slope of y.",
        "Save r and phi. backward returns two values, in the order of r and phi; in "
        "the place of one that ctx.needs_input_grad says is not needed stands None.",
    ),
    "ratio_of_two_falls": (
        "By what factor does the error of one entry of the tail change in a step?",
        "The mean is over 10 entries, so the slope of an entry's square is 2 e / 10.",
        "The error is multiplied by 1 - 2/10. The loss has its square, and the floor "
        "drops out of the falls.",
    ),
    "gradient_through_rounding": (
        "First the way forward, with numbers: 4 x, rounded, divided by 4, the loss.",
        "Then back: 2 (y - 0.5), and each step's slope. Which slope does the rounding "
        "have here?",
        "1: the gradient passes. The factors 1/4 and 4 are left.",
    ),
}
