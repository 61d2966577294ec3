"""Answers to Module: the two methods by which it finds what it holds."""

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("Module")


class Walk:
    """Right; the wrong ones below have another first or second method."""

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(None, prefix, remove_duplicate)
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield f"{path}.{name}" if path else name, member


@right
class AsInTheBook(Walk):
    pass


@right
class WithLists:
    """It returns lists, and remembers ids."""

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return []
        if remove_duplicate:
            memo.add(self)
        found = [(prefix, self)]
        for name in self._modules:
            module = self._modules[name]
            if module is None:
                continue
            path = name if prefix == "" else prefix + "." + name
            found += list(module.named_modules(memo, path, remove_duplicate))
        return found

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        found, ids = [], set()
        if recurse:
            modules = list(self.named_modules(None, prefix, remove_duplicate))
        else:
            modules = [(prefix, self)]
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is not None and id(member) not in ids:
                    if remove_duplicate:
                        ids.add(id(member))
                    found.append((".".join(filter(None, [path, name])), member))
        return found


@right
class ThroughADict:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = memo if memo is not None else set()
        if self not in memo:
            if remove_duplicate:
                memo |= {self}
            yield (prefix, self)
            for name, module in list(self._modules.items()):
                if module is not None:
                    start = prefix + "." if prefix else ""
                    yield from module.named_modules(
                        memo=memo,
                        prefix=start + name,
                        remove_duplicate=remove_duplicate,
                    )

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        pairs = [(prefix, self)]
        if recurse:
            pairs = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        seen = {}
        for path, module in pairs:
            start = path + "." if path else ""
            for name, member in module.__dict__[table].items():
                if member is None or (remove_duplicate and id(member) in seen):
                    continue
                seen[id(member)] = member
                yield start + name, member


@right
class WithAStack:
    """No method calls itself: what is left to list lies on a stack."""

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        left = [(prefix, self)]
        while left:
            path, module = left.pop()
            if module in memo:
                continue
            if remove_duplicate:
                memo.add(module)
            yield path, module
            for name, child in reversed(module._modules.items()):
                if child is not None:
                    left.append((".".join(filter(None, (path, name))), child))

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        listed = {}
        start = {prefix: self}.items()
        if recurse:
            start = self.named_modules(None, prefix, remove_duplicate)
        for path, module in start:
            for name, member in getattr(module, table).items():
                place = f"{path}.{name}" if path else name
                if member is not None:
                    listed.setdefault(member if remove_duplicate else place, place)
                    if listed[member if remove_duplicate else place] == place:
                        yield place, member


# -- named_modules ----------------------------------------------------------------


def walking(path=None, nothing=None, hand=lambda memo, each: (memo, each), add=bool):
    """A named_modules of these parts."""

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        if add(remove_duplicate):
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is None:
                if nothing == "return":
                    return
                continue
            below = f"{prefix}.{name}" if prefix else name
            new, each = hand(memo, remove_duplicate)
            yield from module.named_modules(
                new, path(prefix, name) if path else below, each
            )

    return named_modules


@wrong("no dot between", "named_modules")
class PrefixWithoutADot(Walk):
    named_modules = walking(path=lambda prefix, name: prefix + name)


@wrong("a dot after an empty path", "named_modules")
class DotInFront(Walk):
    named_modules = walking(path=lambda prefix, name: prefix + "." + name)


@wrong("there is the name alone", "named_modules")
class NamesAlone(Walk):
    named_modules = walking(path=lambda prefix, name: name)


@wrong("begins with a new memo")
class NewMemo(Walk):
    named_modules = walking(hand=lambda memo, each: (None, each))


@wrong("nothing is added to it")
class NothingNoted(Walk):
    named_modules = walking(add=lambda each: False)


@wrong("does not hand remove_duplicate down")
class NotHandedDown(Walk):
    named_modules = walking(hand=lambda memo, each: (memo, True))


@wrong("does not ask remove_duplicate")
class AlwaysOnce(Walk):
    named_modules = walking(add=lambda each: True)


@wrong("stops at a submodule that is None")
class StopsAtNone(Walk):
    named_modules = walking(nothing="return")


@wrong("A submodule may be None")
class NoneIsWalkedInto(Walk):
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            path = f"{prefix}.{name}" if prefix else name
            yield from module.named_modules(memo, path, remove_duplicate)


@wrong("ends with the direct submodules")
class DirectOnesOnly(Walk):
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        yield prefix, self
        seen = {self}
        for name, module in self._modules.items():
            if module is None or module in seen:
                continue
            if remove_duplicate:
                seen.add(module)
            yield f"{prefix}.{name}" if prefix else name, module


@wrong("level by level")
class LevelByLevel(Walk):
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        found, seen = [(prefix, self)], {self}
        for path, module in found:
            for name, each in module._modules.items():
                if each is None or (each in seen and remove_duplicate):
                    continue
                seen.add(each)
                found.append((f"{path}.{name}" if path else name, each))
        return found


@wrong("Only the module itself is listed")
class NothingBelow(Walk):
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = f"{prefix}.{name}" if prefix else name
                module.named_modules(memo, path, remove_duplicate)


@wrong("It comes first")
class ItselfAtTheEnd(Walk):
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        for name, module in self._modules.items():
            if module is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)
        yield prefix, self


@wrong("Modules that lie in a list are listed")
class ListsSearched(Walk):
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        found = [*self._modules.items()]
        for name, value in self.__dict__.items():
            if isinstance(value, list):
                found += [(f"{name}.{i}", each) for i, each in enumerate(value)]
        for name, module in found:
            if isinstance(module, torch.nn.Module):
                path = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)


@wrong("named_modules returned None")
class NoYield(Walk):
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        found = [(prefix, self)]
        for name, module in self._modules.items():
            found.append((name, module))


@wrong("each is a pair")
class ModulesAlone(Walk):
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        yield self
        for module in self._modules.values():
            yield from module.named_modules(memo, prefix, remove_duplicate)


# -- _named_members ---------------------------------------------------------------


class Members(Walk):
    """A _named_members of parts."""

    def once(self, seen, member, remove_duplicate):
        return remove_duplicate

    def found(self, root, table):
        return getattr(self, table).items()

    def path(self, path, name):
        return f"{path}.{name}" if path else name


def listing(found=None, path=None, anew=False, once=None, walk=None, nothing=None):
    """A _named_members of these parts."""

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        modules = [(prefix, self)]
        if walk:
            modules = walk(self, prefix, recurse, remove_duplicate)
        elif recurse:
            modules = self.named_modules(None, prefix, remove_duplicate)
        for place, module in modules:
            seen = set() if anew else seen
            of = getattr(module, table).items()
            for name, member in found(self, module, table) if found else of:
                if member is None and nothing != "listed":
                    if nothing == "break":
                        break
                    continue
                if member in seen:
                    continue
                if remove_duplicate if once is None else once:
                    seen.add(member)
                joined = f"{place}.{name}" if place else name
                yield path(place, name) if path else joined, member

    return _named_members


@wrong("forgotten at each module")
class SharedTwice(Walk):
    _named_members = listing(anew=True)


@wrong("also with remove_duplicate", "listed twice")
class NeverOnce(Walk):
    _named_members = listing(once=False)


@wrong("_named_members does not ask remove_duplicate")
class MembersAlwaysOnce(Walk):
    _named_members = listing(once=True)


@wrong("no dot between", "_named_members")
class MembersWithoutADot(Walk):
    _named_members = listing(path=lambda path, name: path + name)


@wrong("there is the name alone", "_named_members")
class MembersByNameAlone(Walk):
    _named_members = listing(path=lambda path, name: name)


@wrong("Buffers are listed with the parameters")
class BuffersListed(Walk):
    _named_members = listing(
        found=lambda root, module, table: (
            [*module._parameters.items(), *module._buffers.items()]
            if table == "_parameters"
            else getattr(module, table).items()
        )
    )


@wrong("table is not used")
class ParametersAlways(Walk):
    _named_members = listing(
        found=lambda root, module, table: module._parameters.items()
    )


@wrong("A member that is None is listed")
class NoneListed(Walk):
    _named_members = listing(nothing="listed")


@wrong("What stands behind a None is lost")
class BehindNone(Walk):
    _named_members = listing(nothing="break")


@wrong("getattr(module, table)")
class DictOfTheFirst(Walk):
    _named_members = listing(
        found=lambda root, module, table: getattr(root, table).items()
    )


@wrong("recurse is not used")
class AlwaysRecursing(Walk):
    _named_members = listing(
        walk=lambda self, prefix, recurse, each: self.named_modules(None, prefix, each)
    )


@wrong("does not hand remove_duplicate to named_modules")
class ModulesOnce(Walk):
    _named_members = listing(
        walk=lambda self, prefix, recurse, each: (
            self.named_modules(prefix=prefix) if recurse else [(prefix, self)]
        )
    )


@wrong("does not hand its prefix")
class PrefixLost(Walk):
    _named_members = listing(
        walk=lambda self, prefix, recurse, each: (
            self.named_modules(remove_duplicate=each) if recurse else [(prefix, self)]
        )
    )


@wrong("Frozen parameters are left out")
class FrozenLeftOut(Walk):
    _named_members = listing(
        found=lambda root, module, table: [
            (name, each)
            for name, each in getattr(module, table).items()
            if table != "_parameters" or (each is not None and each.requires_grad)
        ]
    )


@wrong("_named_members calls itself")
class MembersByRecursion(Walk):
    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        start = prefix + "." if prefix else ""
        for name, member in getattr(self, table).items():
            if member is not None and member not in seen:
                if remove_duplicate:
                    seen.add(member)
                yield start + name, member
        if recurse:
            for name, module in self._modules.items():
                if module is not None:
                    yield from module._named_members(
                        table, start + name, recurse, remove_duplicate
                    )


@wrong("remembered by its name")
class SeenByName(Walk):
    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(None, prefix, remove_duplicate)
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or name in seen:
                    continue
                if remove_duplicate:
                    seen.add(name)
                yield f"{path}.{name}" if path else name, member


@wrong("in a set")
class SeenInAList(Walk):
    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = []
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(None, prefix, remove_duplicate)
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.append(member)
                yield f"{path}.{name}" if path else name, member


@wrong("Two things", "no dot", "forgotten at each module")
class NoDotAndTwice(Walk):
    _named_members = listing(anew=True, path=lambda path, name: path + name)
