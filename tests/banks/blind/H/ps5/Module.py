# %% right: lists_instead_of_yield
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return []
        if remove_duplicate:
            memo.add(self)
        pairs = [(prefix, self)]
        start = f"{prefix}." if prefix else ""
        for name, child in self._modules.items():
            if child is not None:
                pairs += list(child.named_modules(memo, start + name, remove_duplicate))
        return pairs

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        where = [(prefix, self)]
        if recurse:
            where = self.named_modules(None, prefix, remove_duplicate)
        found, seen = [], set()
        for path, module in where:
            for name, member in getattr(module, table).items():
                if member is None or (remove_duplicate and member in seen):
                    continue
                seen.add(member)
                found.append((f"{path}.{name}" if path else name, member))
        return found

# %% right: generators_and_ids
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield prefix, self
            children = ((n, m) for n, m in self._modules.items() if m is not None)
            for name, module in children:
                path = ".".join(part for part in (prefix, name) if part)
                yield from module.named_modules(
                    memo=memo, prefix=path, remove_duplicate=remove_duplicate
                )

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = list(
                self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
            )
        else:
            modules = [(prefix, self)]
        everything = [
            (path + ("." if path else "") + name, member)
            for path, module in modules
            for name, member in getattr(module, table).items()
            if member is not None
        ]
        listed = set()
        for pair in everything:
            if not remove_duplicate or id(pair[1]) not in listed:
                listed.add(id(pair[1]))
                yield pair

# %% wrong: memo_as_a_default
# why: The default of memo is a set, which Python makes once for all calls: from the second call on everything counts as listed already.
@piece
class Module:
    def named_modules(self, memo=set(), prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is None:
                continue
            path = prefix + "." + name if prefix else name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(prefix, self)]
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: seen_anew_for_each_module
# why: The set of members that were seen is made anew for each module, so a parameter that two modules share is listed twice.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        dot = "." if prefix else ""
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(
                    memo, f"{prefix}{dot}{name}", remove_duplicate
                )

    def _own_members(self, table, prefix, remove_duplicate):
        seen = set()
        dot = "." if prefix else ""
        for name, member in getattr(self, table).items():
            if member is not None and member not in seen:
                if remove_duplicate:
                    seen.add(member)
                yield f"{prefix}{dot}{name}", member

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        own = Module._own_members
        if not recurse:
            yield from own(self, table, prefix, remove_duplicate)
            return
        for path, module in self.named_modules(None, prefix, remove_duplicate):
            yield from own(module, table, path, remove_duplicate)

# %% wrong: last_path_wins
# why: Members are collected in a dict from member to path, and a shared member overwrites its path: it is listed under its last place instead of its first.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is None:
                continue
            sub = name if prefix == "" else prefix + "." + name
            yield from module.named_modules(memo, sub, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = list(self.named_modules(None, prefix, remove_duplicate))
        else:
            modules = [(prefix, self)]
        pairs = []
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is not None:
                    pairs.append((name if path == "" else path + "." + name, member))
        if not remove_duplicate:
            return pairs
        place = {}
        for path, member in pairs:
            place[member] = path
        return [(path, member) for member, path in place.items()]

# %% wrong: prefix_twice
# why: named_modules is given the prefix already, and _named_members puts it in front once more.
@piece
class Module:
    @staticmethod
    def _join(*parts):
        return ".".join(part for part in parts if part != "")

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield (prefix, self)
        for name, child in self._modules.items():
            if child is not None:
                yield from child.named_modules(
                    memo, Module._join(prefix, name), remove_duplicate
                )

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = (
            self.named_modules(None, prefix, remove_duplicate)
            if recurse
            else [("", self)]
        )
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield Module._join(prefix, path, name), member

# %% wrong: level_by_level
# why: The modules are listed level by level, all children before any grandchild, where each submodule should be followed at once by what is below it.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        queue = [(prefix, self)]
        while queue:
            path, module = queue.pop(0)
            if module in memo:
                continue
            if remove_duplicate:
                memo.add(module)
            yield path, module
            for name, child in module._modules.items():
                if child is not None:
                    queue.append((path + "." + name if path else name, child))

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(None, prefix, remove_duplicate)
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member
