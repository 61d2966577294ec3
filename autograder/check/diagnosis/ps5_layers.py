"""Mistakes in a linear layer, in what a Module finds, and in how a weight is filled.

Each piece is composed of parts (`versions.family`), with tables of wrong ones.
"""

import math
from collections.abc import Callable, Iterator

import minigrad as torch
from minigrad import Tensor
from minigrad.autograd import Function

from .computed import right
from .meanings import Meaning, add_meanings
from .mistakes import says_fact
from .versions import family

# -- Linear -----------------------------------------------------------------------

right(
    "Linear",
    out="input @ weight.t(), plus bias in each row",
    input="grad @ weight",
    weight="the sum over all rows: grad.t() @ input",
    bias="the sum of grad over all rows",
)


def rows(tensor: Tensor) -> Tensor:
    return tensor.reshape(-1, tensor.shape[-1])


def linear_of(
    product: Callable = lambda x, w: x @ w.t(),
    plus: Callable = lambda out, b: out + b,
    rows: Callable = rows,
    of_weight: Callable = lambda grad, x: grad.t() @ x,
    of_bias: Callable = lambda grad: grad.sum(0),
    kept: Callable = lambda *tensors: tensors,
    shared: list | None = None,
) -> type:
    """A Function of these parts; those of weight and bias get tables of rows."""

    class Linear(Function):
        @staticmethod
        def forward(ctx, input, weight, bias):
            ctx.save_for_backward(input, weight)
            if shared is not None:
                shared[:] = input, weight
            out = product(input, weight)
            return out if bias is None else plus(out, bias)

        @staticmethod
        def backward(ctx, grad):
            needs = ctx.needs_input_grad
            saved = ctx.saved_tensors if shared is None else shared
            grad, x, w = kept(grad, *saved)
            return (
                grad @ w if needs[0] else None,
                of_weight(rows(grad), rows(x)) if needs[1] else None,
                of_bias(rows(grad)) if needs[2] else None,
            )

    return Linear


TRANSPOSED = "The gradient of the weight is transposed"
LOST = (
    "The gradients are right, and theirs are lost: they are computed {}, where nothing "
    "is recorded. Compute with the tensors as they are."
)
family(
    "Linear",
    linear_of,
    {
        "of_weight": "It is grad.t() @ input, with all rows below one another, of "
        "shape (out, in).",
        "rows": "tensor.reshape(-1, size) puts all rows below one another.",
    },
    product={"forward does not transpose the weight.": lambda x, w: x @ w},
    plus={
        "The bias is not added.": lambda out, b: out,
        "The bias is subtracted.": lambda out, b: out - b,
        "if bias asks for the truth of a tensor: a bias of 0 counts as none, and one "
        "of several entries is an error. Ask bias is not None.": (
            lambda out, b: out + b if b else out
        ),
    },
    rows={
        "More dimensions in front than one are not put together.": lambda each: each,
        "Only the last two dimensions are looked at.": lambda each: each.mT.mT,
        "A single row, of shape (in,), is not treated as a table with one row.": (
            lambda each: each if each.dim() < 2 else rows(each)
        ),
    },
    of_weight={
        f"{TRANSPOSED}.": lambda grad, x: x.t() @ grad,
        f"{TRANSPOSED}, and then given the right shape by reshape or view, which moves "
        "the numbers to wrong places.": (
            lambda grad, x: (x.t() @ grad).reshape(grad.shape[1], x.shape[1])
        ),
        "The gradient of the weight is the mean over the rows.": (
            lambda grad, x: grad.t() @ x / len(x)
        ),
    },
    of_bias={
        "The gradient of the bias is the mean over the rows. It is the sum: the bias "
        "is added in each of them.": lambda grad: grad.mean(0),
        "The gradient of the bias is summed along the wrong dimension. It is the sum "
        "over all rows.": lambda grad: grad.sum(1),
        "The gradient of the bias is a single number, the sum of all of grad. It is "
        "the sum over the rows.": lambda grad: grad.sum(),
    },
    kept={
        LOST.format("from detach() or .data"): lambda grad, x, w: (
            (grad, x.detach(), w.detach())
        ),
        LOST.format("in NumPy, by once_differentiable, or under no_grad"): (
            lambda *all: [each.detach() for each in all]
        ),
    },
    shared={
        "What backward needs is kept in a place that all calls share, so a later call "
        "spoils an earlier one. Keep it on ctx: every call has its own.": [],
    },
)
says_fact(
    "unneeded products",
    "backward multiplies for a gradient that nobody needs, and throws it away. Compute "
    "each product under its own if ctx.needs_input_grad[i].",
)
add_meanings(
    Meaning(
        "Boolean value of Tensor",
        "To ask whether there is a bias, write bias is not None. The bias itself has a "
        "True or False for each of its entries.",
        line="bias",
    ),
    Meaning(
        r"t\(\) expects|mT is only|at most 2-D|shapes cannot be multiplied"
        "|inconsistent tensor size|start_dim cannot",
        "Shapes do not fit in the line shown. The input may be a single row, or have "
        "more dimensions in front than one: tensor.reshape(-1, size) puts all rows "
        "below one another. Then the shapes are (rows, in) for the input, (rows, out) "
        "for grad and (out, in) for the weight.",
    ),
    Meaning(
        "unsupported operand type.*'NoneType'|must be Tensor, not NoneType",
        "The bias may be None. Then nothing is added.",
    ),
    pieces=("Linear",),
)


# -- Module -----------------------------------------------------------------------


def joined(prefix: str, name: str) -> str:
    return f"{prefix}.{name}" if prefix else name


def of_table(module, table: str, root) -> list:
    """What a module has in this dict, but for None."""
    found = getattr(module, table).items()
    return [(name, each) for name, each in found if each is not None]


def until_none(module, table: str, root) -> list:
    found = [*getattr(module, table).items()]
    return found[: [*(each for _, each in found), None].index(None)]


def in_lists(module, table: str, root) -> Iterator[tuple]:
    """Also what lies in lists, under its place there."""
    kind = {"_modules": torch.nn.Module, "_parameters": torch.nn.Parameter}
    yield from of_table(module, table, root)
    for name, held in vars(module).items():
        for i, each in enumerate(held if isinstance(held, list) else ()):
            if isinstance(each, kind.get(table, ())):
                yield f"{name}.{i}", each


def direct(module, memo: set, path: str, each: bool) -> list:
    """A module alone, without what is below it."""
    known = module in memo
    memo |= {module} if each else set()
    return [] if known else [(path, module)]


def walk_of(
    path: Callable = joined,
    children: Callable = of_table,
    order: Callable = lambda own, below: (each for of in (own, below) for each in of),
    visit: Callable = lambda module, *given: module.named_modules(*given),
    handed: Callable = lambda memo, each: (memo, each),
    noted: Callable = lambda each: each,
    modules: Callable = lambda module, prefix, each: module.named_modules(
        None, prefix, each
    ),
    alone: Callable = lambda prefix: prefix,
    recurses: Callable = lambda recurse: recurse,
    members: Callable = of_table,
    called: Callable = joined,
    seen: Callable = lambda seen: seen,
    once: Callable = lambda each: each,
) -> type:
    """Both methods, of these parts: those up to `noted` are named_modules'."""

    def below(module, memo, prefix, each):
        memo, each = handed(memo, each)
        for name, child in children(module, "_modules", module):
            yield from visit(child, memo, path(prefix, name), each)

    class Module:
        def named_modules(self, memo, prefix, remove_duplicate):
            memo = set() if memo is None else memo
            if self in memo:
                return
            if noted(remove_duplicate):
                memo.add(self)
            under = below(self, memo, prefix, remove_duplicate)
            yield from order([(prefix, self)], under)

        def _named_members(self, table, prefix, recurse, remove_duplicate):
            known: set = set()
            found = [(alone(prefix), self)]
            if recurses(recurse):
                found = modules(self, prefix, remove_duplicate)
            for place, module in found:
                known = seen(known)
                for name, member in members(module, table, self):
                    if member in known:
                        continue
                    if once(remove_duplicate):
                        known.add(member)
                    yield called(place, name), member

    return Module


PATHS = {
    "There is no dot between a path and a name.": lambda path, name: path + name,
    "The path of what a module lies in is missing: there is the name alone.": (
        lambda path, name: name
    ),
    "There is a dot after an empty path, too.": lambda path, name: f"{path}.{name}",
}
family(
    "Module",
    walk_of,
    {"path": "This is in named_modules.", "called": "This is in _named_members."},
    called=PATHS,
    seen={
        "A parameter that two modules share is listed twice: what was seen is "
        "forgotten at each module. One set serves the whole walk.": lambda seen: set(),
    },
    path=PATHS,
    handed={
        "A module that is used twice is listed twice: every submodule begins with a "
        "new memo, or nothing is added to it. Hand the same set down.": (
            lambda memo, each: (None, each)
        ),
        "named_modules does not hand remove_duplicate down, so below this module it is "
        "True.": lambda memo, each: (memo, True),
    },
    members={
        "A member that is None is listed. It stands for something that is not there: "
        "leave it out.": lambda module, table, root: getattr(module, table).items(),
        "What stands behind a None is lost: pass over it (continue), and go on.": (
            until_none
        ),
        "table is not used: parameters are listed in every case.": (
            lambda module, table, root: of_table(module, "_parameters", root)
        ),
        "Buffers are listed with the parameters. table says which dict is asked for.": (
            lambda module, table, root: [
                *of_table(module, table, root),
                *(of_table(module, "_buffers", root) if table == "_parameters" else ()),
            ]
        ),
        "Parameters that lie in a list are listed. Only what stands in the dict is.": (
            in_lists
        ),
        "For every module the dict of the first one is read: getattr(module, table), "
        "not getattr(self, table).": (
            lambda module, table, root: of_table(root, table, root)
        ),
        "Frozen parameters are left out. Whether they require grad does not matter.": (
            lambda module, table, root: [
                (name, each)
                for name, each in of_table(module, table, root)
                if table != "_parameters" or each.requires_grad
            ]
        ),
    },
    once={
        "A parameter that two modules share is listed twice, also with "
        "remove_duplicate.": lambda each: False,
        "_named_members does not ask remove_duplicate: each member is listed once, "
        "also where it is False.": lambda each: True,
    },
    noted={
        "named_modules does not ask remove_duplicate: each module is listed once, also "
        "where it is False.": lambda each: True,
    },
    children={
        "Modules that lie in a list are listed. Only what stands in _modules is.": (
            in_lists
        ),
        "named_modules stops at a submodule that is None. Those behind it count.": (
            until_none
        ),
    },
    visit={
        "named_modules ends with the direct submodules. Each of these has its own.": (
            direct
        ),
    },
    order={
        "A module is listed after those below it. It comes first.": (
            lambda own, below: (each for of in (below, own) for each in of)
        ),
        "The module itself is not listed.": lambda own, below: below,
    },
    modules={
        "_named_members does not hand remove_duplicate to named_modules: a module that "
        "is used twice counts once, also where it is False.": (
            lambda module, prefix, each: module.named_modules(None, prefix)
        ),
        "_named_members does not hand its prefix to named_modules.": (
            lambda module, prefix, each: module.named_modules(None, "", each)
        ),
        "_named_members hands neither prefix nor remove_duplicate to named_modules.": (
            lambda module, prefix, each: module.named_modules()
        ),
    },
    alone={
        "With recurse=False the prefix is lost. It is the path of this module.": (
            lambda prefix: ""
        ),
    },
    recurses={
        "recurse is not used: submodules are searched in every case.": (
            lambda recurse: True
        ),
        "recurse is not used: submodules are never searched.": lambda recurse: False,
    },
)
add_meanings(
    Meaning(
        "Boolean value of Tensor|size of tensor a",
        "tensor in a_list, and ==, compare numbers, entry by entry. Keep what was seen "
        "in a set; and whether something is there at all is asked by is None.",
    ),
    Meaning(
        "'NoneType' object has no attribute '(?:named_modules|_\\w+)'",
        "A submodule may be None. Pass over it.",
    ),
    Meaning(
        "'NoneType' (?:is not|object is not) (?:iterable|a container)",
        "memo is None where the walk begins: make a new set then.",
    ),
    Meaning("unhashable type", "A module or a tensor itself goes into a set, no list."),
    pieces=("Module",),
)


# -- kaiming_uniform_ -------------------------------------------------------------


def area_of(shape: tuple) -> int:
    return math.prod(shape[2:])


def fan_of(shape: tuple, mode: str) -> float:
    return shape[mode == "fan_in"] * area_of(shape)


def filling(
    fan: Callable = fan_of,
    gain: Callable = torch.nn.init.calculate_gain,
    bound: Callable = lambda gain, fan: math.sqrt(3) * gain / math.sqrt(fan),
    draw: Callable = lambda tensor, bound: tensor.uniform_(-bound, bound),
) -> Callable:
    def kaiming_uniform_(tensor, a, mode, nonlinearity):
        if tensor.numel():
            with torch.no_grad():
                draw(tensor, bound(gain(nonlinearity, a), fan(tensor.shape, mode)))
        return tensor

    return kaiming_uniform_


family(
    "kaiming_uniform_",
    filling,
    {
        "fan": "The fan is in times the area for fan_in, and out times the area for "
        "fan_out.",
        "gain": "The gain is calculate_gain(nonlinearity, a).",
        "bound": "std is gain / √fan, and the bound √3 * std.",
    },
    fan={
        "Fan-in and fan-out are swapped.": lambda shape, mode: (
            shape[mode != "fan_in"] * area_of(shape)
        ),
        "mode is not used: it is always the fan-in.": lambda shape, mode: (
            shape[1] * area_of(shape)
        ),
        "mode is not used: it is always the fan-out.": lambda shape, mode: (
            shape[0] * area_of(shape)
        ),
        "The area of a kernel is forgotten.": lambda shape, mode: shape[
            mode == "fan_in"
        ],
        "The area of a kernel counts for fan_in alone.": lambda shape, mode: (
            shape[1] * area_of(shape) if mode == "fan_in" else shape[0]
        ),
        "Of a kernel only one size counts, and not the area.": lambda shape, mode: (
            shape[mode == "fan_in"] * math.prod(shape[2:3])
        ),
        "Of a kernel only the last size counts, and not the area.": (
            lambda shape, mode: shape[mode == "fan_in"] * math.prod(shape[2:][-1:])
        ),
        "The sizes of a kernel are added. An area is a product.": (
            lambda shape, mode: shape[mode == "fan_in"] * (sum(shape[2:]) or 1)
        ),
        "The fan is the number of all entries.": lambda shape, mode: math.prod(shape),
        "The fan is the mean of both, as in Glorot's rule.": lambda shape, mode: (
            (shape[0] + shape[1]) * area_of(shape) / 2
        ),
        "The fan is the sum of both, as in Glorot's rule.": lambda shape, mode: (
            (shape[0] + shape[1]) * area_of(shape)
        ),
        "The fan is the last size of the shape.": lambda shape, mode: shape[-1],
    },
    gain={
        "a is not used.": lambda name, a: torch.nn.init.calculate_gain(name),
        "a is taken to be 0.": lambda name, a: torch.nn.init.calculate_gain(name, 0),
        "nonlinearity is not used.": lambda name, a: torch.nn.init.calculate_gain(
            "leaky_relu", a
        ),
        "The gain is always √2, that of a ReLU.": lambda name, a: math.sqrt(2),
        "The gain is missing.": lambda name, a: 1.0,
        "The gain is squared.": lambda name, a: (
            torch.nn.init.calculate_gain(name, a) ** 2
        ),
    },
    bound={
        "The factor √3 is missing: the bound is the standard deviation.": (
            lambda gain, fan: gain / math.sqrt(fan)
        ),
        "The bound is made of the variance, gain² / fan, in the place of std.": (
            lambda gain, fan: math.sqrt(3) * gain**2 / fan
        ),
        "The bound is the variance, gain² / fan.": lambda gain, fan: gain**2 / fan,
        "The root of the fan is missing.": lambda gain, fan: math.sqrt(3) * gain / fan,
        "The root of the fan is missing, and so is √3.": lambda gain, fan: gain / fan,
        "The factor is 3, not √3.": lambda gain, fan: 3 * gain / math.sqrt(fan),
        "std is divided by √3.": lambda gain, fan: gain / math.sqrt(3 * fan),
        "The gain stands under the root.": lambda gain, fan: math.sqrt(3 * gain / fan),
        "A factor 2 is too many under the root: √6 has the gain of a ReLU in it, and "
        "the gain comes in once more.": lambda gain, fan: gain * math.sqrt(6 / fan),
        "The factor is √12, as if the width were the bound. The numbers go from -bound "
        "to bound.": lambda gain, fan: math.sqrt(12) * gain / math.sqrt(fan),
        "The bound is half of what it should be.": lambda gain, fan: (
            math.sqrt(3) * gain / math.sqrt(fan) / 2
        ),
        "fan is multiplied by, and not divided.": lambda gain, fan: (
            math.sqrt(3) * gain * math.sqrt(fan)
        ),
    },
    draw={
        "The numbers are drawn from 0 to the bound, not from -bound.": (
            lambda tensor, bound: tensor.uniform_(0, bound)
        ),
        "The numbers are normal. Uniform ones are asked for.": (
            lambda tensor, bound: tensor.normal_(0, bound)
        ),
        "The numbers are normal, with std. Uniform ones are asked for.": (
            lambda tensor, bound: tensor.normal_(0, bound / math.sqrt(3))
        ),
        "The numbers are drawn twice. One call of uniform_ draws one for each entry.": (
            lambda tensor, bound: tensor.uniform_().uniform_(-bound, bound)
        ),
    },
)
add_meanings(
    Meaning(
        "leaf Variable that requires|requires grad is being used",
        "Filling the weight is recorded. It is a leaf, whose history may not begin "
        "with a change: fill it within with torch.no_grad().",
    ),
    Meaning(
        "division by zero",
        "A tensor without entries has a fan of 0, and nothing to be filled: return it "
        "before you divide.",
    ),
    Meaning(
        r"values to unpack",
        "The shape has more than two sizes where the weight is a convolution's: "
        "outputs, inputs, *kernel = tensor.shape.",
    ),
    Meaning(
        "expected to be in range|from.*to",
        "uniform_(low, high) wants the lower bound first.",
    ),
    pieces=("kaiming_uniform_",),
)
