"""Hints for problem set 8, images: a nudge, the idea, the shape of the code."""

HINTS: dict[str, tuple[str, str, str]] = {
    "Conv2d": (
        "Take one image, one kernel, no padding. At how many places does the kernel "
        "lie, and what is multiplied with what at each? A row times a column.",
        "With all patches as columns, the output is the weight, a matrix, times these. "
        "So the weight gets grad times the transposed columns, summed over the images; "
        "the columns get the transposed weight times grad, and go back to where they "
        "were cut out; the bias gets the sum of grad over images and places.",
        "unfold in forward and again in backward, with the same kernel_size, padding "
        "and stride, kept in a dict on ctx; weight.flatten(1), grad.flatten(2); fold "
        "for the input. Three values that are None at first, each under its own if "
        "ctx.needs_input_grad[i], and two times None.",
    ),
    "MaxPool2d": (
        "What does each entry of a window get if the largest is made a little larger, "
        "and what if another one is? backward needs to know which was the largest.",
        "Windows as columns: the largest of each column, and its place. Backwards, a "
        "column of zeros with the gradient at that place; where windows overlap, the "
        "columns are added up. The border is something that is never the largest.",
        "pad with -inf, then images of one channel, (N * C, 1, ...), through unfold; "
        "columns.max(1, keepdim=True). Backwards zeros, scatter_ along dimension 1, "
        "fold, and a slice that cuts the border off.",
    ),
    "loss_and_gradients": (
        "Write it for minigrad first, with torch. in front of everything. Then let lib "
        "take its place.",
        "Six steps and a Linear: convolution, ReLU, pooling, twice; flatten, linear, "
        "cross-entropy. The functions are in lib.nn.functional.",
        "for weight, bias in (tensors[:2], tensors[2:4]): three lines. Then "
        "functional.linear(out.flatten(1), *tensors[4:]), the loss, and "
        "lib.autograd.grad(loss, tensors).",
    ),
    "train_images": (
        "It is the loop of problem set 5 with another network. Images stay images "
        "until Flatten.",
        "Two convolutions of 3 x 3 with padding=1, each followed by a ReLU and a "
        "pooling of 2 x 2, leave 2 x 2 numbers of each channel. More channels in the "
        "second than in the first.",
        "nn.Sequential, an optimizer with its parameters, two loops: rounds, and "
        "torch.randperm(len(images)).split(50). cross_entropy, zero_grad, backward, "
        "step; return the network.",
    ),
    "numbers_that_come_out": (
        "Height and width by themselves.",
        "(size + 2 padding - kernel) divided by the stride, rounded down, plus 1.",
        "Kernel and padding are pairs, (height, width). Times the number of kernels.",
    ),
    "numbers_to_learn": (
        "Three of the layers have parameters.",
        "A convolution has outputs times inputs times the area of a kernel, and a bias "
        "for each output unless there is none.",
        "Follow the side of the image: 12, after the first convolution, after pooling, "
        "after the second. What is left, times the channels, goes into the Linear.",
    ),
    "pixels_behind_one_number": (
        "Go backwards, in one direction: a window of 2 looks at how many numbers of "
        "the convolution before it, and these at how many before that?",
        "Each layer adds (its size - 1) times how far apart its inputs' pixels are.",
        "The first convolution sees 3 pixels. Behind it neighbours are 2 pixels apart. "
        "The result is the area of a square.",
    ),
}
