"""Mistakes in the two methods by which a Module finds what it holds.

Read: `walk_of`, both methods in parts (`versions.family`), then the wrong ones.
"""

from collections.abc import Callable, Iterator

import minigrad as torch

from .meanings import Meaning, add_meanings
from .versions import family, wrong_version


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
    key: Callable = lambda name, member: member,
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
                    if key(name, member) in known:
                        continue
                    if once(remove_duplicate):
                        known.add(key(name, member))
                    yield called(place, name), member

    return Module


DIRECT = "named_modules ends with the direct submodules. Each of these has its own."
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
    key={
        "What was seen is remembered by its name. Others of that name are left out: "
        "remember the member itself.": lambda name, member: name,
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
        "A module that is used twice is listed twice: memo is handed down, and nothing "
        "is added to it.": lambda each: False,
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
        DIRECT: (direct),
    },
    order={
        "A module is listed after those below it. It comes first.": (
            lambda own, below: (each for of in (below, own) for each in of)
        ),
        "Only the module itself is listed. yield from passes on all that named_modules "
        "of a submodule yields.": lambda own, below: own,
    },
    modules={
        "_named_members does not hand remove_duplicate to named_modules: a module that "
        "is used twice counts once, also where it is False.": (
            lambda module, prefix, each: module.named_modules(None, prefix)
        ),
        "_named_members does not hand its prefix to named_modules.": (
            lambda module, prefix, each: module.named_modules(None, "", each)
        ),
    },
    recurses={
        "recurse is not used: submodules are searched in every case.": (
            lambda recurse: True
        ),
    },
)


RIGHT, ONES = walk_of(), walk_of(visit=direct)


@wrong_version(
    "Module",
    "Modules are listed level by level. All that is below a submodule comes before the "
    "next submodule.",
)
class ByLevels(RIGHT):
    def named_modules(self, memo, prefix, remove_duplicate):
        found, seen = [(prefix, self)], {self}
        for path, module in found:  # the list grows while it is read
            for name, child in of_table(module, "_modules", module):
                if not (remove_duplicate and child in seen):
                    found.append((joined(path, name), child))
                seen.add(child)
        return found


@wrong_version(
    "Module",
    "What two modules share is listed twice: _named_members calls itself for each "
    "submodule, and remembers nothing from one to the next. named_modules does know "
    "all of them: one loop over it, and one set.",
)
class Recursive(RIGHT):
    def _named_members(self, table, prefix, recurse, remove_duplicate):
        yield from RIGHT._named_members(self, table, prefix, False, remove_duplicate)
        for name, child in of_table(self, "_modules", self) if recurse else ():
            path = joined(prefix, name)
            yield from child._named_members(table, path, True, remove_duplicate)


wrong_version(
    "Module",
    "_named_members does not use its prefix. It is the path of this module, with which "
    "all others begin.",
)(
    walk_of(
        modules=lambda module, prefix, each: module.named_modules(None, "", each),
        alone=lambda prefix: "",
    )
)


@wrong_version("Module", DIRECT)
class DirectWithoutMemo(ONES):
    def named_modules(self, memo, prefix, remove_duplicate):
        return ONES.named_modules(self, None, prefix, remove_duplicate)


@wrong_version(
    "Module",
    "memo has names. Two modules may have the same one, and one module two: put the "
    "modules themselves into it.",
)
class MemoOfNames(RIGHT):
    def named_modules(self, memo, prefix, remove_duplicate):
        memo = set() if memo is None else memo
        yield prefix, self
        for name, child in of_table(self, "_modules", self):
            if name not in memo:
                memo |= {name} if remove_duplicate else set()
                path = joined(prefix, name)
                yield from child.named_modules(memo, path, remove_duplicate)


add_meanings(
    Meaning(
        "values to unpack",
        "A dict by itself gives its names. Its .items() are pairs of a name and a "
        "member.",
    ),
    Meaning(
        "not subscriptable|interpreted as an integer|has no attribute 'table'",
        "table is a text, the name of an attribute: getattr(module, table) is the "
        "dict.",
    ),
    Meaning(
        "Boolean value of Tensor|size of tensor a",
        "The truth of a tensor is asked for here, by if member, by == or by in a list: "
        "it has one for each entry. Whether a member is there is asked by is None, and "
        "what was seen belongs in a set.",
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
