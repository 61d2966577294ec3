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
