"""Hints for problem set 6: second derivatives, and what a pass keeps and calls."""

HIGHER: dict[str, tuple[str, str, str]] = {
    "hvp": (
        "The gradient is a function of the inputs, too. What does a backward pass "
        "through it compute?",
        "Record the first pass. In the second one the vectors are the upstream "
        "gradients. What has no history cannot be started from, and counts as 0.",
        "Two calls of torch.autograd.grad, with allow_unused in the first and "
        "materialize_grads in the second; between them, leave out the gradients that "
        "are None or require no grad, each with its vector.",
    ),
    "jvp": (
        "One pass computes the transposed product, for an upstream gradient u of your "
        "own choice. How does it depend on u?",
        "It is linear in u, so its derivative by u is the matrix itself, whatever u "
        "is. That derivative is another backward pass.",
        "u = zeros like y that require grad; a recorded pass from y to x with u as "
        "upstream gradient; a pass from what it gave to u, with v.",
    ),
    "gradient_penalty": (
        "The penalty must depend on the weights by way of the gradient. What does the "
        "gradient need for that?",
        "The gradient of the sum of all outputs has the gradient of each sample in its "
        "row. Take the norm of each row, and the mean in the end.",
        "A detached x that requires grad; torch.autograd.grad with create_graph=True; "
        "reshape(n, -1) and norm(dim=1), which has slope 0 at 0; the mean of squares.",
    ),
    "CheckpointFunction": (
        "What must be known to run the function once more exactly as the first time?",
        "The inputs, the function, and the state of the random numbers. The second run "
        "takes place in backward: recorded, on new leaves.",
        "In backward: leaves by detach and requires_grad_; the old state of the random "
        "numbers; enable_grad around the call; torch.autograd.backward(out, grads); "
        "then the .grad of each leaf, after two times None.",
    ),
    "TensorHooks": (
        "Three times a dict: an entry comes, an entry goes, all are called.",
        "What a hook returns is looked at once: None changes nothing, all else is what "
        "the next hook gets.",
        "self[number] = hook; self.pop(number, None); a loop over a list "
        "of the values, with the gradient in a variable that is returned in the end.",
    ),
}
