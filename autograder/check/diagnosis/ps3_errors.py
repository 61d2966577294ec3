"""What Python's and minigrad's errors mean in the exercises of problem set 3."""

from .meanings import Meaning, add_meanings

ASK_FIRST = (
    "Among the arguments are numbers, words, None, and only a tensor has {0}. Ask "
    "isinstance(arg, torch.Tensor) first."
)
EVERY_TENSOR = (
    "The list of edges has an entry for each tensor, in every case: where nothing is "
    "recorded, each of them is None."
)

add_meanings(
    Meaning("attribute '_edge'", ASK_FIRST.format("an edge")),
    Meaning(r"object has no attribute '(requires_grad)'", ASK_FIRST),
    Meaning(r"edges: 0\b", EVERY_TENSOR),
    Meaning("'NoneType' .* iterable", EVERY_TENSOR, line="new_node"),
    Meaning(
        "",
        "The tuple args goes to forward as one argument. A star takes it apart: "
        "function.forward(node, *args).",
        line=r"forward\(\s*\w+\s*,\s*args\s*\)",
    ),
    Meaning(
        "",
        "new_node gets the tuple args as it is, without a star: new_node(function, "
        "args, edges).",
        line=r"new_node\(.*\*args",
    ),
    Meaning(
        r"edges: \d+\.",
        "The arguments come before the edges: new_node(function, args, edges).",
        line=r"new_node\(\s*function\s*,\s*edges",
    ),
    Meaning(
        r"edges: (\d+)\.",
        "The list of edges has {0} entries. It has one for each tensor among args, "
        "None where it needs no gradient or nothing is recorded; what is no tensor has "
        "none.",
    ),
    Meaning(
        "'Tensor' object has no attribute '_as_outputs'",
        "The node comes first: link(node, outputs).",
    ),
    Meaning(
        r"link\(\) takes 2",
        "link takes what forward returned as it is, without a star.",
    ),
    Meaning(
        r"Function\.__init__|SimpleNamespace' object is not callable",
        "No object is made of a Function. Call function.forward(node, *args).",
    ),
    Meaning(
        "object has no attribute '(save_for_backward|next_functions)'",
        "The first argument of forward is its ctx, and that is the node which new_node "
        "made: also where nothing is recorded.",
    ),
    Meaning(
        "'Tensor' object has no attribute '_source'|Boolean value of Tensor",
        "An edge is no tensor, but where its gradient goes: edge_of(tensor).",
    ),
    Meaning("has no setter", "link sets it: return link(node, outputs)."),
    pieces=("apply",),
)
add_meanings(
    Meaning(
        "context manager protocol",
        "The brackets are missing: with torch.no_grad():",
        line="no_grad",
    )
)
add_meanings(
    Meaning(
        r"'(?:tuple|list)' object has no attribute '_version'",
        "That is what pack returned, a pair. Take it apart first: "
        "tensor, version = kept.",
    ),
    Meaning(
        "'int' object has no attribute '_version'",
        "That is a version. The pair comes back in the order in which pack put it.",
    ),
    Meaning(
        "'int' object has no attribute '_(data|edge)'",
        "The tensor comes first: changed_error(tensor, version).",
    ),
    Meaning(
        "exceptions must derive",
        "changed_error makes the error: raise changed_error(tensor, version).",
    ),
    Meaning(
        "object has no attribute 'version'",
        "It is written tensor._version, with an underscore.",
    ),
    Meaning("unpack non-iterable NoneType", "pack returned None. Is there a return?"),
    Meaning(
        r"name '(\w+)' is not defined",
        "unpack gets nothing but what pack returned. What it needs besides must be in "
        "there: the tensor and its version.",
        line="version",
    ),
    Meaning(
        "",
        "A change is a RuntimeError in PyTorch's words: raise "
        "changed_error(tensor, version).",
        line="^assert",
    ),
    Meaning(
        "pop from|pop index",
        "unpack may run several times for one save: it leaves what pack kept as it is.",
    ),
    Meaning(
        "'NoneType' object has no attribute",
        "The tensor is not there any more. Keep the tensor itself: a weak reference "
        "does not keep it alive.",
    ),
    pieces=("Saving",),
)
add_meanings(
    Meaning(r"has no attribute '(requires_grad)'", ASK_FIRST),
    pieces=("needs_input_grad",),
)
add_meanings(
    Meaning(r"isinstance\(\) arg 2", "The class is torch.Tensor."),
    pieces=("needs_input_grad", "apply"),
)
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
        "must be Tensor, not float",
        "That function wants two tensors. x.clamp(low, high) takes numbers.",
        line="maximum|minimum",
    ),
    Meaning(
        "at least 1D",
        "@ is for vectors and matrices. A single number is multiplied by *.",
    ),
    pieces=("function",),
)
