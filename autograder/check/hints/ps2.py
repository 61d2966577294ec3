"""Hints for problem set 2: a nudge, the idea, the shape of the code."""

HINTS = {
    "Add": (
        "Nudge one of the operands by a little. By how much does the sum move?",
        "Both slopes are 1, so nothing has to be saved, and both gradients are what "
        "came from above.",
        "One line in each method. backward returns a tuple of two arrays, even if they "
        "are the same one.",
    ),
    "Div": (
        "Write a / b as a times the reciprocal of b. What is the slope of a "
        "reciprocal?",
        "For a the slope is the reciprocal of b. For b it is the quotient rule: a "
        "minus sign, and b squared below the line.",
        "Save both operands in one call. backward returns two gradients, each the "
        "upstream gradient times its slope; divide as often as b stands below.",
    ),
    "Pow": (
        "The exponent comes down as a factor, and one less stays above. Which of a and "
        "n does backward need, and how does each get there?",
        "Save a as an array and keep n as an attribute of ctx. Then ask what your "
        "formula gives for n = 0 where a is 0.",
        "An if for n = 0 that returns zeros in the shape of grad; below it a product "
        "of three factors. One gradient: n has none.",
    ),
    "Exp": (
        "This function is its own slope. What is worth saving?",
        "Save the output, and multiply the upstream gradient by it.",
        "Three lines in forward: compute, save, return. Two lines in backward: unpack "
        "the tuple of one, and return one product.",
    ),
    "Log": (
        "The slope at 4 is a quarter, at 10 a tenth. What is it written with?",
        "Save the input: multiplying by a reciprocal is dividing.",
        "Two lines in forward: save, and return the logarithm. Two lines in backward: "
        "unpack the tuple of one, and return one quotient.",
    ),
    "ReLU": (
        "Which entries of out move when a is nudged, and which stay 0?",
        "The gradient passes where a is positive, and is 0 where a is 0 or less. A "
        "comparison gives a mask of True and False.",
        "forward chooses the larger of a and 0, and saves something that tells the "
        "sides apart. backward multiplies by the mask, where True counts as 1.",
    ),
    "Abs": (
        "On which side of 0 does |a| rise, and on which does it fall?",
        "The slope is 1 or -1, and 0 at 0: the sign. The output has lost it, so save "
        "the input.",
        "NumPy has a function that gives -1, 0 and 1. backward is one product with "
        "what it gives.",
    ),
    "Mean": (
        "A mean is a sum divided by a number. Which number, if a is (2, 3) and dim is "
        "1?",
        "Every entry gets an equal share of the gradient of its mean: put the axes "
        "back, divide by the number of entries in each mean, and repeat.",
        "forward keeps the axes first and notes that shape, and a.size divided by the "
        "number of means. backward: a reshape, a division, np.broadcast_to.",
    ),
    "Max": (
        "If an entry that is not the largest is nudged, does the output move? And if "
        "two are the largest?",
        "Compare a with the output, whose axes are put back with size 1. Those that "
        "are equal share the gradient, so count them along the same axes.",
        "backward has a mask of ones and zeros in the dtype of a, its sum over dim in "
        "the shape with the axes kept, and grad in that shape: a product and a "
        "quotient of the three.",
    ),
    "Norm": (
        "Differentiate the root of x, then what stands below it. Which factor cancels?",
        "The slope is the entry divided by the norm. Where the norm is 0 it is 0, and "
        "nothing may be divided by 0 on the way.",
        "Bring the norm and grad to the shape with the axes kept. One np.where makes "
        "the divisor harmless, a second puts 0 where the norm is 0.",
    ),
    "Dot": (
        "Each entry of a meets one entry of b. With which factor?",
        "It is a product, entry by entry, and a sum. The sum hands its gradient, a "
        "single number, to every term.",
        "Save both vectors in one call. backward returns two vectors, each the single "
        "number from above times one of the operands.",
    ),
    "Mv": (
        "In how many entries of the output does one entry of the matrix take part? And "
        "one of the vector?",
        "The matrix gets a matrix: every entry of grad times every entry of the "
        "vector. The vector gets sums over the columns of the matrix.",
        "A column of shape (n, 1) times a row of m entries broadcasts to (n, m). For "
        "the vector, transpose the matrix and multiply by grad.",
    ),
    "Mm": (
        "Write down the shapes of a, b and grad, with three different sizes. Which two "
        "can be multiplied to give the shape of a?",
        "grad takes part in both. For the gradient of one operand the other one is "
        "transposed; on which side it stands, the shapes tell.",
        "Save both in one call. backward returns two products made with @, in each of "
        "which one factor is transposed by .T.",
    ),
    "Bmm": (
        "Each matrix of the batch is a case by itself. What is right for one?",
        "The formulas are those for two matrices. Only transposing must leave the "
        "batch where it is.",
        "As for two matrices, with @, which goes through the batch by itself, and .mT, "
        "which swaps the last two axes alone.",
    ),
    "Index": (
        "Where did each entry of the output come from? That is where its gradient must "
        "go.",
        "Start with zeros in the shape of a. What was taken several times gets the "
        "sum, and NumPy's x[key] += y forgets repeated places.",
        "Keep the shape and the key as attributes. Three lines in backward: zeros of "
        "the right shape and dtype, np.add.at, return.",
    ),
    "sum_to_shape": (
        "Write the two shapes below each other, flush right. Which axes were copied "
        "along?",
        "Those in front that the operand does not have, and those in which it has "
        "size 1. Sum over all of them at once.",
        "Count how many axes grad has more. A tuple of axes from a comprehension over "
        "range(grad.ndim), a sum over it, and a reshape.",
    ),
    "second_entry_of_x_grad": (
        "Which terms use the second entry of x, and how often?",
        "The gradient of the maximum is shared by all that are the largest.",
        "Find the share of the maximum's gradient first. Then add what each use by the "
        "index sends back.",
    ),
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
