"""Hints for problem set 5: a nudge, the idea, the shape of the code."""

LAYERS: dict[str, tuple[str, str, str]] = {
    "Linear": (
        "Take a single row and a single output first. Which numbers is each of the "
        "three multiplied by on the way to the output?",
        "For a batch: the input gets grad times the weight, the weight the transposed "
        "grad times the input, the bias the sum of grad over the rows. Of an input "
        "with more dimensions all are rows but the last.",
        "Save input and weight. rows = grad.reshape(-1, out), and the same for the "
        "input; three values that are None at first, each computed under its own if "
        "ctx.needs_input_grad[i].",
    ),
    "Module": (
        "A network is a tree. Which part of the list does a module make itself, and "
        "which do the modules in it make?",
        "named_modules yields itself, and then all that named_modules of each "
        "submodule yields, with the same memo and a longer prefix. _named_members "
        "walks over what named_modules yields and looks into one dict of each.",
        "Two loops in the second: for path, module in ..., and for name, member in "
        "getattr(module, table).items(). A set that is made before both remembers "
        "what was listed. None is passed over in each method.",
    ),
    "kaiming_uniform_": (
        "Three numbers one after the other: the fan, the standard deviation, the "
        "bound.",
        "outputs, inputs, *kernel = tensor.shape; math.prod(kernel) is the area. std "
        "is the gain over the root of the fan, and the bound is the root of 3 times "
        "that.",
        "First return the tensor if it has no entries. Fill it under torch.no_grad() "
        "by one call of uniform_, which returns the tensor itself.",
    ),
}

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
