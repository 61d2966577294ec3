"""Hints for problem set 7: a nudge, the idea, the shape of the code."""

CAUSES = {
    "growth_without_the_error": (
        "retain_graph=True keeps a graph. Which graph is walked in the second step?",
        "eʷ is computed before the loop, once. So what is the slope in each step?",
        "The slope at w = 0 is 2 (x - y) x. Seven times the rate times that.",
    ),
    "loss_of_a_perfect_line": (
        "Write down the shapes of the two that are subtracted.",
        "A column minus a row is a table: each prediction minus each target.",
        "Nine differences of 1, 2 and 6. Square them, and take the mean of all nine.",
    ),
    "slope_by_data": (
        "What does tanh keep for its backward pass, its input or its output?",
        "Its slope is 1 - y², with the y that it finds when backward runs.",
        "It finds 3 · 0.5. And is the product with 3 recorded?",
    ),
    "slope_of_two_gains": (
        "Both calls of forward have ended before the first backward runs.",
        "Which factor does the class have then? Both calls use it.",
        "The first call gets the value of the second as its upstream gradient, and the "
        "other way round. Multiply both by that one factor, and add.",
    ),
    "gradient_at_the_dead_end": (
        "Where does the pass end, if not at a and b?",
        "At the tensor that torch.tensor has made, with the entries a a, a b and b.",
        "The gradient of the sum of p² is 2 p, for each of the three entries.",
    ),
    "sum_of_the_path": (
        "How many different tensors are in the list?",
        "append keeps the tensor, not its numbers, and -= changes that tensor.",
        "Four times the point after the third step. Each step halves w.",
    ),
    "quotient_of_the_judge": (
        "16 + 1e-6 is rounded to a number of float32. To which?",
        "Upwards the next one is 2⁻¹⁹ away, downwards 2⁻²⁰. Which multiple of these is "
        "nearest to 1e-6?",
        "One upwards and one downwards: the difference is 2⁻¹⁹ + 2⁻²⁰. Divide by 2e-6.",
    ),
    "slope_beside_the_damper": (
        "The sum sends the same upstream gradient, 4, to both of its inputs.",
        "To both it sends the same *tensor*. What becomes of it when Damp runs?",
        "Both ways bring what is in that tensor in the end.",
    ),
    "nodes_of_the_graph": (
        "Go through the lines. Which of them make a node that y leads to?",
        "No node: a constant, detach, what y does not need. A node in each round.",
        "Eight operations, and the leaves.",
    ),
    "edges_of_the_graph": (
        "Each node has one edge for each of its inputs that needs a gradient.",
        "Not c, not the number 2, not what is detached.",
        "Two for s, one for t, one for u, two in each round, one for t *= 2, two for "
        "y.",
    ),
}

HINTS = {
    **CAUSES,
    "fit_growth": (
        "Which lines must run again when w has another value?",
        "Each step needs a graph of its own, from the w of that step to the loss.",
        "Move one line.",
    ),
    "line_loss": (
        "Print the shapes of all that is subtracted.",
        "Bring predictions and targets to one shape before they are subtracted.",
        "reshape(-1) makes (n,) of (n, 1). squeeze() would also remove the n, if it "
        "is 1.",
    ),
    "scaled_tanh": (
        "Read the error to its end: whose output, which version?",
        "tanh needs its output as it was. So leave it alone.",
        "One sign in one line: a new tensor is the result of an ordinary product.",
    ),
    "Gain": (
        "How many places are there to keep a factor in, and how many calls?",
        "Each call has a node of its own, and that is ctx.",
        "The same name, on another object: in forward and in backward.",
    ),
    "energy": (
        "Draw the graph of parts. (It has none.) Which line has lost it?",
        "torch.tensor copies numbers. Another function joins tensors and is recorded.",
        "torch.stack takes a list of tensors of one shape. These have the shape ().",
    ),
    "way_down": (
        "Compare path[0] is path[1].",
        "Each row needs numbers of its own, at the moment at which it is kept.",
        "Either keep a copy of w, or make a new w in each step.",
    ),
    "agrees": (
        "Print the quotient beside the slope, for x³ at 1.",
        "Where are the digits lost? Not in the comparison, and not in the division.",
        "x must have more digits before a small number is added to it: x.double().",
    ),
    "Damp": (
        "Draw x + Damp.apply(x, 0.1). What does the sum send, and to whom?",
        "The tensor that backward gets belongs to others, too.",
        "A product is a new tensor; *= is none.",
    ),
    "list_edges": (
        "What must be remembered so that no node is walked through twice?",
        "A list of nodes that wait, and a set of those that were seen. Every edge "
        "counts, also one to a node that was seen.",
        "while there is a waiting node: for each position and pair of its "
        "next_functions that is no None, keep the edge; if the input is new, remember "
        "it and let it wait.",
    ),
    "first_difference": (
        "When are two nodes the same, apart from their names?",
        "Two dicts, from nodes of a to nodes of b and back. If either node is in its "
        "dict, the other must be its partner.",
        "A function inside that takes two nodes and a path, and returns the path of "
        "the first difference below, or None. Ask in the order of the rules.",
    ),
}
