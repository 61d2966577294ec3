"""Hints for problem set 1: a nudge, the idea, the shape of the code."""

HINTS = {
    "order_nodes": (
        "Take x * x + x. Two nodes send x a gradient. When may the node of x run?",
        "First find every node, each once, without calling yourself: a list that grows "
        "while you read it, and a set of those that were seen. Then sort.",
        "A node is made after the nodes of its inputs, and node._number counts them in "
        "the order in which they were made. So which number must come first?",
    ),
    "run": (
        "Write down what happens at one node: where its gradient comes from, who "
        "computes, and where the results go.",
        "Take the gradient of the node out of grads, or None if there is none. Hand it "
        "to task.step. Go through the edges and what step returned in pairs.",
        "Three cases need no work: step returned None, an edge is None, a gradient is "
        "None. Otherwise: is there something for this edge in grads already? Then the "
        "new value is a new sum, else it is the gradient itself.",
    ),
    "accumulate": (
        "There are three cases. What if there is no .grad yet? What if there is one? "
        "And what if the pass itself is recorded?",
        "The first gradient is not yours to keep: somebody else may hold its memory. "
        "Later ones are added in place, so that whoever holds leaf.grad sees the sum.",
        "An if, an elif and an else, one line each: a clone; under "
        "torch.is_grad_enabled() a new tensor; else +=.",
    ),
    "release": (
        "Two questions: is the graph to be kept? And has the node something to free?",
        "retain_graph may be None: nothing was said. Then create_graph decides.",
        "First settle what retain_graph is, and return if it is true. Then, if "
        "node._saved holds something, put None in its place.",
    ),
    "grad": (
        "engine.arriving(inputs, outputs, grad_outputs, retain_graph, create_graph) "
        "runs a pass that fills no .grad. What does it leave you to do?",
        "Go through the inputs and what arrived in pairs, with their index. Only where "
        "None arrived there is something to decide.",
        "The decision: zeros if materialize_grads, else an error unless allow_unused, "
        "else None. The zeros have the shape of the input, and require grad if the "
        "graph is created. Return a tuple.",
    ),
    "detach": (
        "What must the new tensor share with the old one, and what must it not have?",
        "tensor.data shares the memory and has no history. One thing is still missing: "
        "do changes of one count for the other?",
        "Three lines: take tensor.data, let its _version_counter be that of the "
        "tensor, return it.",
    ),
    "no_grad": (
        "A block must leave everything as it found it. What must it remember?",
        "torch.is_grad_enabled() says how things are, torch.set_grad_enabled(flag) "
        "changes them. Put what you remember on self.",
        "Two lines in __enter__, in the right order. One line in __exit__, which must "
        "not ask whether there was an exception, and returns nothing.",
    ),
    "gradient_of_a_quotient": (
        "a stands in the numerator and in the denominator.",
        "The slope of u / v is (u' v - u v') / v². Here u = a b and v = a + b.",
        "u' is b and v' is 1. Put the numbers in, and simplify last.",
    ),
    "gradient_of_a_diamond": (
        "Draw the graph: how many ways lead from out back to x?",
        "First find what y receives, from y * y (twice) and from y * x. Then go on "
        "to x.",
        "x receives what y received times 2 x, and besides what y * x sends to it "
        "directly.",
    ),
    "gradient_through_a_matrix": (
        "Write both entries of y as sums. In which of them does the first entry of x "
        "stand, and with which weight?",
        "Each entry of y sends back its upstream gradient times that weight.",
        "Only the first column of W takes part: one product from each row.",
    ),
    "grad_after_two_passes": (
        "What does x.grad hold after the first pass? Does the second replace it?",
        "The first pass brings the slope of 2 x², the second that of x² + x.",
        "Compute both slopes for x = 3, then add.",
    ),
    "grad_past_a_detach": (
        "Which ways lead from out back to x? One of them is closed.",
        "Write out = c x + x², where c is the number that y has. What is its slope?",
        "c is 9 for x = 3, and it is a constant.",
    ),
}
