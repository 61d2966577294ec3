"""Hints for problem set 8, text: a nudge, the idea, the shape of the code."""

HINTS = {
    "Embedding": (
        "From each row of the table arrows go to the places where it was used. What "
        "happens where they meet on their way back?",
        "All numbers of input in a row, all rows of grad below one another: each row "
        "of grad is added to the row of the table that its number says.",
        "Zeros in the shape of the weight, and index_add_(0, numbers, rows). Return "
        "None for input and that.",
    ),
    "Softmax": (
        "If the same number is added to all scores of a row, what becomes of the "
        "result? Which number makes every exponential at most 1?",
        "Take a.max(dim, keepdims=True) off first. Backwards, each score hears of all "
        "upstream gradients along dim.",
        "Save the result. The gradient is the result times a bracket: grad less the "
        "sum of grad times the result along dim, with keepdims=True.",
    ),
    "loss_of_a_guess": (
        "What is the probability of each character after the softmax?",
        "The loss of a place is minus the natural logarithm of the probability of "
        "what stands there.",
        "It is the same at every place, so it is the mean as well: minus the logarithm "
        "of one over 50.",
    ),
    "LayerNorm": (
        "Take the way back in two steps: from the output to the normalized row, and "
        "from there to the input.",
        "At the normalized row arrives h = grad * weight. The gradient of the input is "
        "h, less its mean, less the normalized row times the mean of h times the "
        "normalized row; all divided by the root.",
        "Save the normalized input and one over the root. Every mean goes over the "
        "last dimension, with keepdim=True. Weight and bias sum over all rows: "
        "reshape(-1, size).sum(0).",
    ),
    "Attention": (
        "Write down the shapes of scores, weights and output for 4 queries and 5 keys. "
        "Which products lead from one to the next?",
        "Hidden scores are -inf before the softmax. Backwards: grad @ valueᵀ arrives "
        "at the weights, p * (g - Σ g p) at the scores, and a product with key, or "
        "with query, leads to the two others.",
        "Save query, key, value and the weights. for_weights = grad @ value.mT, "
        "for_scores of it by the softmax's gradient times the scale; then three "
        "products, each under its own if, one of them with weights.mT.",
    ),
    "size_of_a_model": (
        "Go through the table row by row. A Linear has as many weights as the product "
        "of its sizes.",
        "Three norms have a weight and a bias each; query, key and value have no bias.",
        "V E + L E + 6 E + 3 E² + (E² + E) + (E H + H) + (H E + E) + (E V + V).",
    ),
    "train_text": (
        "Random pieces of L + 1 characters: the first L go in, the last L are to be "
        "foretold. The rest is the loop of lecture 06.",
        "model(pieces[:, :-1]).flatten(0, 1) beside pieces[:, 1:].flatten() in "
        "cross_entropy; Adam with 0.01, which falls to 0; 32 pieces of 32 characters.",
        "for step in range(steps): draw starts, cut out text[starts + places], loss, "
        "zero_grad, backward, step. Above it the model and the optimizer; below, "
        "return the model.",
    ),
    "text_loss_and_gradients": (
        "It is the model of Train on a text, without its second half: write it with "
        "functions, in the place of layers, and every name from lib.",
        "lib.nn.functional has embedding, layer_norm, scaled_dot_product_attention, "
        "linear (which transposes the weight itself) and cross_entropy.",
        "The first characters of each row go in, codes[:, :-1]; the last are foretold, "
        "codes[:, 1:]. lib.autograd.grad(loss, tensors) returns the gradients and "
        "leaves .grad alone.",
    ),
}
