# %% right: generators
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
            path = prefix + "." + name if prefix else name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% right: lists
def join(path, name):
    return f"{path}.{name}" if path != "" else name


@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return []
        if remove_duplicate:
            memo.add(self)
        found = [(prefix, self)]
        for name, child in self._modules.items():
            if child is not None:
                found += list(child.named_modules(memo, join(prefix, name), remove_duplicate))
        return found

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = [(prefix, self)]
        if recurse:
            modules = list(self.named_modules(None, prefix, remove_duplicate))
        everything = [(join(path, name), member)
                      for path, module in modules
                      for name, member in getattr(module, table).items()
                      if member is not None]
        if not remove_duplicate:
            return everything
        result, ids = [], set()
        for path, member in everything:
            if id(member) not in ids:
                ids.add(id(member))
                result.append((path, member))
        return result

# %% right: dot_computed_once
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield (prefix, self)
            dot = "." if prefix else ""
            for name in self._modules:
                sub = self._modules[name]
                if sub is not None:
                    for pair in sub.named_modules(memo=memo, prefix=prefix + dot + name,
                                                  remove_duplicate=remove_duplicate):
                        yield pair

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        already = set()
        for path, module in self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate):
            dot = "." if path else ""
            for name, member in getattr(module, table).items():
                if member is not None and member not in already:
                    if remove_duplicate:
                        already.add(member)
                    yield (path + dot + name, member)
            if not recurse:
                break

# %% right: join_nonempty_parts
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo |= {self}
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = ".".join(part for part in (prefix, name) if part)
                yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        pairs = self.named_modules(None, prefix, remove_duplicate) if recurse else ((prefix, self),)
        listed = {}
        for path, module in pairs:
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate and id(member) in listed:
                    continue
                listed[id(member)] = member
                yield ".".join(part for part in (path, name) if part), member

# %% wrong: members_of_distinct_modules_only
# why: _named_members always walks through named_modules with duplicates removed. With remove_duplicate=False a module that is used twice must have its members listed twice, so the argument has to be passed on to named_modules.
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
            path = prefix + "." + name if prefix else name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(prefix=prefix) if recurse else [(prefix, self)]
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

# %% wrong: memo_is_copied
# why: Each module makes a copy of memo, so what one submodule has listed is not known to the next. A module that lies in two branches is listed twice; all modules of the walk must share one set.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set(memo) if memo is not None else set()
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
        if recurse:
            modules = self.named_modules(None, prefix, remove_duplicate)
        else:
            modules = [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member

# %% wrong: breadth_first
# why: The modules are listed level by level, with a queue. After a module all that is below its first submodule must come before its second submodule, in the order of the recursion.
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
            for name, sub in module._modules.items():
                if sub is not None:
                    queue.append((path + "." + name if path else name, sub))

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is not None and member not in seen:
                    if remove_duplicate:
                        seen.add(member)
                    yield (path + "." + name if path else name), member

# %% wrong: prefix_lost_without_recurse
# why: With recurse=False the path of the module itself is taken to be empty, so its members are called "weight" and not "net.weight". The path of this module is prefix in both cases.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield prefix, self
            for name, m in self._modules.items():
                if m is None:
                    continue
                yield from m.named_modules(memo, (prefix + "." if prefix else "") + name, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        if recurse:
            todo = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            todo = [("", self)]
        for path, m in todo:
            for name, member in getattr(m, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (path + "." if path else "") + name, member

# %% wrong: remove_duplicate_not_passed_down
# why: The submodules are asked without remove_duplicate, so they use its default True and put themselves into memo. With remove_duplicate=False a module that is used twice is then still listed once; the argument must be passed on to every submodule.
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
            yield from module.named_modules(memo, prefix + ("." if prefix else "") + name)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield path + ("." if path else "") + name, member

# %% wrong: memo_counts_only_without_duplicates
# why: With remove_duplicate=False memo is not looked at at all. A module that is in the memo it was given yields nothing in any case; only the adding depends on remove_duplicate.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if remove_duplicate:
            if self in memo:
                return
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = prefix + "." + name if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        walk = self.named_modules(None, prefix, remove_duplicate) if recurse else iter([(prefix, self)])
        seen = set()
        for path, module in walk:
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: falsy_members_skipped
# why: `if not member` asks for the truth of a tensor's numbers: an error where there are several, and a parameter that is a single 0 is passed over. Only what `is None` must be passed over.
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
            path = prefix + "." + name if prefix else name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if not member or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: prefix_put_in_front_afterwards
# why: The walk starts with an empty prefix, and prefix and a dot are put in front afterwards. For the members of the module itself, whose path is empty there, this gives "net..weight" with two dots; named_modules should get the prefix, so that no dot follows an empty path.
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
            path = prefix + "." + name if prefix else name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(remove_duplicate=remove_duplicate)
        else:
            modules = [("", self)]
        seen = set()
        for path, module in modules:
            if prefix:
                path = prefix + "." + path
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (path + "." + name if path else name), member
