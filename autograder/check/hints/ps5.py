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

OPTIM = {
    "MSE": (
        "What does a square pass on to what was squared? And what does a mean pass on "
        "to each of the numbers that it was taken of?",
        "In all three cases the slope for a is 2 (a - b), divided by one number. Which "
        "one is it where reduction is mean, and where it is not?",
        "forward saves a and b and leaves that number on ctx. backward computes the "
        "gradient of a; that of b is the same, negated.",
    ),
    "LogSoftmax": (
        "If the same number is subtracted from all scores of a row, what becomes of "
        "out? Which number makes every exponential at most 1?",
        "a.max(dim, keepdims=True) can be subtracted from a, whatever dim is. The "
        "logarithm of a sum of exponentials stands in the formula as it is: no "
        "quotient is needed.",
        "Each score moves its own entry of out by 1, and all entries along dim by "
        "minus its probability: grad, minus exp(out) times a sum of grad along dim.",
    ),
    "NLL": (
        "From each row one entry is picked. Which entries of a have no influence on "
        "out, and what is their gradient?",
        "Two lists of whole numbers between the brackets, one of rows and one of "
        "columns, pick one entry for each pair.",
        "Zeros in the shape of a, and at the places that were picked minus grad over "
        "the number of rows.",
    ),
    "SGD": (
        "What has to be known at a step that the gradient of this step does not tell? "
        "That goes into state.",
        "First the gradient with its decay, in a new array; then the velocity, of the "
        "old one and of that; the rate comes last.",
        "state.get(name, 0) is the old velocity, or 0 at the first step. Put the new "
        "one into state, and subtract its product with the rate from param by -=.",
    ),
    "Adam": (
        "Three things are kept from step to step: a count and two running means. Which "
        "of the formulas use the old value of one of them?",
        "Raise the count first, so that it is 1 at the first step. Keep the means as "
        "they are, and divide by 1 - beta ** step only where they are used.",
        "Six lines: the gradient with its decay, the count, the first mean, the "
        "second, the root of the corrected second plus eps, and the step.",
    ),
}

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
