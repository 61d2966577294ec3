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
    "train_digits": (
        "Outputs, loss, zero_grad, backward, step: which of these needs to know that "
        "the network reads digits?",
        "Two Linear with a ReLU between them; cross_entropy; SGD with momentum 0.9 and "
        "a rate of 0.1, or Adam with 0.01. In batches, 20 rounds are 600 steps.",
        "for batch in torch.randperm(1500).split(50): outputs of net(images[batch]), "
        "their loss with labels[batch], and the three calls. Around it, a loop of 20 "
        "rounds; below, return the network.",
    ),
}
