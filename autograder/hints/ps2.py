"""Hints for problem set 2: a nudge, the idea, the shape of the code."""

HINTS = {
    "Mul": (
        "Write down the slope of a * b, once for a and once for b. Which arrays does "
        "backward need for them?",
        "backward returns two gradients. Each is the upstream gradient times a slope, "
        "entry by entry.",
        "One call of ctx.save_for_backward in forward, with two arrays. Two lines in "
        "backward: unpack ctx.saved_tensors, return a tuple. Broadcasting is no "
        "concern of yours.",
    ),
    "Tanh": (
        "The slope of tanh can be written with its output alone. What is worth saving?",
        "Compute the slope at one number by hand, then multiply by the upstream "
        "gradient: with 0.6 saved and 10 from above, 6.4 goes down.",
        "Three lines in forward: compute, save, return. Two lines in backward: "
        "ctx.saved_tensors is a tuple of one, and the gradient is returned by itself.",
    ),
    "Sum": (
        "Every entry counts once, so its slope is 1. Which entry of grad belongs to a "
        "given entry of a?",
        "backward brings grad to the shape of a. That needs no numbers of a, only its "
        "shape and which axes were summed: attributes of ctx.",
        "Two steps: give grad the summed axes back, with size 1 (a reshape to the "
        "shape that keepdim=True gives), then repeat it along them (np.broadcast_to).",
    ),
    "first_entry_of_a_grad": (
        "In how many of the twelve products does the first entry of a take part?",
        "Each of those products sends something back to it: its slope for a.",
        "The slope of a product for one factor is the other factor. Add up what the "
        "products of the first row send back.",
    ),
}
