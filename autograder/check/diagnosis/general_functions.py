"""What can go wrong in any Function: with what it is handed, and by which error."""

from .meanings import Meaning, add_meanings
from .mistakes import says_fact

# -- what is handed in (`programs.handed_in`) -------------------------------------

says_fact(
    "the upstream gradient, afterwards",
    "backward changes the upstream gradient in place. It belongs to others, who may "
    "still need it: compute a new tensor.",
)
says_fact(
    "an error, or the right gradient",
    "{0} is kept as an attribute of ctx, or as an array, so nobody notices that it was "
    "changed in place before backward, and the gradient is wrong. Tensors go through "
    "ctx.save_for_backward.",
)
says_fact(
    "x is as it was",
    "The input itself is handed back as the output, or a part of its memory, so a "
    "change of the output changes the input. Return a new tensor.",
)

# -- errors -----------------------------------------------------------------------

add_meanings(
    Meaning(
        r"save_for_backward can only save variables, .* of type (\w+)",
        "save_for_backward is for tensors. An attribute of ctx keeps anything else, "
        "here of type {0}: ctx.n = n.",
    ),
    Meaning(
        r"forward\(\) (?:takes|missing)",
        "forward gets ctx, and then what apply was given: def forward(ctx, ...).",
    ),
    Meaning(
        r"number of gradients \(expected (\d+), got (\d+)\)",
        "forward has {0} arguments besides ctx, and so backward returns {0} values: "
        "one for each argument, in their order, None for what is no tensor. Here it "
        "returns {1}.",
    ),
    Meaning(
        r"gradient different than None at position (\d+)",
        "Argument {0} of forward is no tensor, and has no gradient: return None in its "
        "place.",
    ),
    Meaning(
        r"invalid gradient at index (\d+) - got (\[.*\]) but .* with (\[.*\])",
        "A gradient has the shape of its argument: {2}. That at index {0} has the "
        "shape {1}.",
    ),
    Meaning(
        r"values to unpack \(expected \d+, got (\d+)\)",
        "ctx.saved_tensors is what the last call of save_for_backward in forward kept: "
        "{0} of them. Save all that backward needs by one call.",
        line="saved_tensors",
    ),
    Meaning(
        "can't multiply sequence|'tuple' and|and 'tuple'",
        "A tuple takes part in the arithmetic. ctx.saved_tensors is a tuple, also when "
        "it holds a single tensor: (x,) = ctx.saved_tensors.",
    ),
    Meaning(
        "'tuple' object is not callable",
        "ctx.needs_input_grad is a tuple: write [0], with square brackets.",
        line=r"needs_input_grad\(",
    ),
    Meaning(
        "builtin_function_or_method",
        "In backward, input is a function of Python's: forward's argument of that name "
        "is not seen there. ctx carries over what backward needs.",
        line=r"\binput\b",
    ),
    Meaning(
        "does not require grad and does not have a grad_fn",
        "Nothing is recorded in backward, so autograd cannot be asked there. Write the "
        "gradient down as a formula.",
        line="grad",
    ),
    Meaning(
        "modified by an inplace operation",
        "A saved tensor is changed by the Function itself, in place (by a name with an "
        "underscore, or *=). It belongs to the caller: compute a new one.",
        line="saved_tensors",
    ),
    Meaning(
        "Boolean value of Tensor",
        "Python's min and max compare two whole things. x.clamp(low, high) takes each "
        "entry by itself.",
        line=r"\b(?:min|max)\(",
    ),
    Meaning(
        "truth value of an (empty )?array|Boolean value of Tensor",
        "That asks whether its entries are true. To ask whether it is there at all, "
        "write is not None, or is None.",
        line=r"\b(if|while) (not )?[\w.]+( else\b|:)",
    ),
    Meaning(
        "Boolean value of Tensor",
        "a <= x <= b, and, or, not and if want a single True or False, and this has "
        "one for each entry. Write (a <= x) & (x <= b), with the brackets, and use "
        "that as a factor.",
    ),
    Meaning(
        "bitwise_(and|or)|for [&|]:",
        "& and | bind closer than <= and >=. Put brackets around each comparison: "
        "(a <= x) & (x <= b).",
    ),
    Meaning("has no attribute 'zero'", "In place it is zero_(), with an underscore."),
    Meaning("__round__", "A tensor rounds itself: x.round()."),
    Meaning(
        "at least 1D",
        "@ is for vectors and matrices. A single number is multiplied by *.",
    ),
    pieces=("function",),
)
