# %% right: lists_of_pairs
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return []
        if remove_duplicate:
            memo.add(self)
        pairs = [(prefix, self)]
        for name, child in self._modules.items():
            if child is None:
                continue
            path = name if prefix == "" else prefix + "." + name
            pairs.extend(child.named_modules(memo, path, remove_duplicate))
        return pairs

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            places = self.named_modules(None, prefix, remove_duplicate)
        else:
            places = [(prefix, self)]
        everything = [
            (name if path == "" else path + "." + name, member)
            for path, module in places
            for name, member in getattr(module, table).items()
            if member is not None
        ]
        if not remove_duplicate:
            return everything
        first = {}
        for path, member in everything:
            first.setdefault(id(member), (path, member))
        return list(first.values())


# %% right: generators_with_join
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        known = memo
        if known is None:
            known = set()
        if self not in known:
            if remove_duplicate:
                known.add(self)
            yield prefix, self
            for name in self._modules:
                below = self._modules[name]
                if below is not None:
                    path = ".".join(part for part in (prefix, name) if part)
                    yield from below.named_modules(
                        memo=known, prefix=path, remove_duplicate=remove_duplicate
                    )

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        for path, module in self.named_modules(
            prefix=prefix, remove_duplicate=remove_duplicate
        ):
            start = path + "." if path else ""
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield start + name, member
            if not recurse:
                return


# %% wrong: one_memo_for_all_walks
# why: The default value memo=set() is made once, when the class is written. The second walk without a memo finds all modules in it and yields nothing.
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
                yield (f"{path}.{name}" if path else name), member


# %% wrong: each_module_remembers_for_itself
# why: What was seen is remembered anew for each module, so a parameter that two modules share is listed twice.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield (prefix, self)
        dot = "." if prefix else ""
        for name, sub in self._modules.items():
            if sub is not None:
                yield from sub.named_modules(memo, prefix + dot + name, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        def of_one(path, module):
            seen, dot = set(), "." if path else ""
            for name, member in getattr(module, table).items():
                if member is not None and member not in seen:
                    if remove_duplicate:
                        seen.add(member)
                    yield path + dot + name, member

        if not recurse:
            yield from of_one(prefix, self)
        else:
            for path, module in self.named_modules(
                prefix=prefix, remove_duplicate=remove_duplicate
            ):
                yield from of_one(path, module)


# %% wrong: level_by_level
# why: The modules are listed level by level. Asked for is each submodule with everything below it before the next submodule.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        waiting = [(prefix, self)]
        while waiting:
            path, module = waiting.pop(0)
            if module in memo:
                continue
            if remove_duplicate:
                memo.add(module)
            yield path, module
            for name, child in module._modules.items():
                if child is not None:
                    waiting.append((path + "." + name if path else name, child))

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        listed = set()
        if recurse:
            walk = self.named_modules(None, prefix, remove_duplicate)
        else:
            walk = [(prefix, self)]
        for path, module in walk:
            members = getattr(module, table)
            for name in members:
                member = members[name]
                if member is None:
                    continue
                if remove_duplicate:
                    if member in listed:
                        continue
                    listed.add(member)
                yield (path + "." + name if path else name), member


# %% wrong: duplicates_are_not_handed_on
# why: _named_members does not hand remove_duplicate on to named_modules: with False, the parameters of a module that is used twice are still listed once.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield prefix, self
            for name, module in self._modules.items():
                if module is None:
                    continue
                sub_prefix = prefix + ("." if prefix else "") + name
                for pair in module.named_modules(memo, sub_prefix, remove_duplicate):
                    yield pair

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        modules = self.named_modules(prefix=prefix) if recurse else [(prefix, self)]
        for module_prefix, module in modules:
            for name, value in getattr(module, table).items():
                if value is None or (remove_duplicate and value in seen):
                    continue
                seen.add(value)
                yield module_prefix + ("." if module_prefix else "") + name, value


# %% wrong: a_dot_before_the_members_of_the_top
# why: A member of the top module, whose path is empty, gets a path that begins with a dot, such as ".weight".
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, child in self._modules.items():
            if child is not None:
                yield from child.named_modules(
                    memo, f"{prefix}.{name}" if prefix else name, remove_duplicate
                )

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        walk = [(prefix, self)]
        if recurse:
            walk = list(self.named_modules(None, prefix, remove_duplicate))
        seen, found = set(), []
        for path, module in walk:
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if member in seen and remove_duplicate:
                    continue
                seen.add(member)
                found.append((f"{path}.{name}", member))
        return found
