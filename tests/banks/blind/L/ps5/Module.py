# %% right: generators_with_a_set
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """Pairs (path, module): this module, then all below it."""
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, child in self._modules.items():
            if child is None:
                continue
            path = prefix + "." + name if prefix else name
            yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        """Pairs (path, member) of what the modules have in their dict `table`."""
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
                yield (path + "." if path else "") + name, member

# %% right: lists_of_pairs
def join(path, name):
    return ".".join(part for part in (path, name) if part)


@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """Pairs (path, module): this module, then all below it."""
        memo = set() if memo is None else memo
        if self in memo:
            return []
        if remove_duplicate:
            memo.add(self)
        pairs = [(prefix, self)]
        for name in self._modules:
            child = self._modules[name]
            if child is not None:
                pairs += list(child.named_modules(memo, join(prefix, name), remove_duplicate))
        return pairs

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        """Pairs (path, member) of what the modules have in their dict `table`."""
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(None, prefix, remove_duplicate)
        pairs = [
            (join(path, name), member)
            for path, module in modules
            for name, member in getattr(module, table).items()
            if member is not None
        ]
        if not remove_duplicate:
            return pairs
        once = {}
        for path, member in pairs:
            once.setdefault(id(member), (path, member))
        return list(once.values())

# %% right: dot_in_the_prefix
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """Pairs (path, module): this module, then all below it."""
        if memo is None:
            memo = set()
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield (prefix, self)
            start = prefix and prefix + "."
            for key, sub in self._modules.items():
                if sub is not None:
                    for pair in sub.named_modules(memo=memo, prefix=start + key,
                                                  remove_duplicate=remove_duplicate):
                        yield pair

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        """Pairs (path, member) of what the modules have in their dict `table`."""
        if recurse:
            todo = list(self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate))
        else:
            todo = [(prefix, self)]
        done = set()
        for path, module in todo:
            start = path and path + "."
            for key, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate:
                    if id(member) in done:
                        continue
                    done.add(id(member))
                yield start + key, member

# %% right: f_strings_and_lstrip
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """Pairs (path, module): this module, then all below it."""
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo |= {self}
        yield prefix, self
        children = ((n, m) for n, m in list(self._modules.items()) if m is not None)
        for n, m in children:
            yield from m.named_modules(memo, f"{prefix}.{n}" if prefix != "" else n, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        """Pairs (path, member) of what the modules have in their dict `table`."""
        seen = set()

        def of_one(path, module):
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate and member in seen:
                    continue
                seen.add(member)
                yield (f"{path}.{name}" if path != "" else name), member

        if not recurse:
            yield from of_one(prefix, self)
            return
        for path, module in self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate):
            yield from of_one(path, module)

# %% wrong: memo_or_a_new_set
# why: `memo or set()` throws away a set that was given but is still empty, so the caller's set is never
# filled. A new set begins only where memo is None.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = memo or set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, child in self._modules.items():
            if child is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        mods = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, mod in mods:
            for name, member in getattr(mod, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member

# %% wrong: one_set_for_all_calls
# why: The default value memo=set() is made once, when the method is defined, and is shared by all calls.
# From the second walk on every module counts as listed (and a memo of None is not replaced by a set at all).
# The default must be None, and a new set be made inside.
@piece
class Module:
    def named_modules(self, memo=set(), prefix="", remove_duplicate=True):
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, child in self._modules.items():
            if child is None:
                continue
            path = prefix + ("." if prefix else "") + name
            yield from child.named_modules(memo, path, remove_duplicate)

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

# %% wrong: truth_of_a_module
# why: `if child:` asks for the truth of the module, and a container without entries (length 0) is
# false: an empty Sequential is passed over. Only None is to be passed over: `child is not None`.
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
        for name, child in self._modules.items():
            if child:
                yield from child.named_modules(
                    memo, prefix + "." + name if prefix else name, remove_duplicate
                )

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or (remove_duplicate and member in seen):
                    continue
                seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: seen_anew_for_each_module
# why: The set of members seen is made inside of the loop over the modules, so it is empty again for each
# module. A parameter that two modules share is listed twice; the set must last for the whole walk.
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
                if module is not None:
                    sub = name if prefix == "" else prefix + "." + name
                    yield from module.named_modules(memo, sub, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(prefix, self)]
        for path, module in modules:
            seen = set()
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (name if path == "" else path + "." + name), member

# %% wrong: breadth_first
# why: The modules are listed level by level: first all children, then the grandchildren. Each submodule
# must be followed by everything below it before the next one comes.
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
                    queue.append((f"{path}.{name}" if path else name, child))

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        walk = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        if not recurse:
            walk = [(prefix, self)]
        seen = set()
        for path, module in walk:
            for name, member in getattr(module, table).items():
                if member is not None and member not in seen:
                    if remove_duplicate:
                        seen.add(member)
                    yield (f"{path}.{name}" if path else name), member

# %% wrong: prefix_put_in_front_twice
# why: named_modules has been given the prefix, so its paths begin with it, and _named_members puts it in
# front once more: "net.net.0.weight". The path of a member is the path of its module, a dot and its name.
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
        for name, child in self._modules.items():
            if child is None:
                continue
            yield from child.named_modules(
                memo, ".".join(filter(None, [prefix, name])), remove_duplicate
            )

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = (
            self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
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
                yield ".".join(filter(None, [prefix, path, name])), member

# %% wrong: memo_unasked_without_removal
# why: With remove_duplicate=False the memo is not looked at. A module that stands in the memo that was
# given yields nothing in any case; False only means that nothing is added to it.
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
        for name, child in self._modules.items():
            if child is not None:
                path = prefix + "." + name if prefix else name
                yield from child.named_modules(memo, path, remove_duplicate)

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

# %% wrong: duplicates_always_removed_below
# why: _named_members does not pass remove_duplicate on to named_modules, which removes duplicates by
# default. With remove_duplicate=False the members of a module that is used twice are listed only once.
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
        for name, child in self._modules.items():
            if child is not None:
                yield from child.named_modules(memo, prefix + dot + name, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        for path, module in self.named_modules(prefix=prefix) if recurse else [(prefix, self)]:
            dot = "." if path else ""
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate and member in seen:
                    continue
                seen.add(member)
                yield path + dot + name, member
