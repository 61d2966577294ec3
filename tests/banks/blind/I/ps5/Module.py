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
        for name, child in self._modules.items():
            if child is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from child.named_modules(memo, path, remove_duplicate)

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

# %% right: lists_and_ids
def _joined(*parts):
    return ".".join(part for part in parts if part)


@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        found = []
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            found.append((prefix, self))
            for key in self._modules:
                sub = self._modules[key]
                if sub is None:
                    continue
                found += list(sub.named_modules(memo, _joined(prefix, key), remove_duplicate))
        return found

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        found, ids = [], set()
        walk = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        for path, module in walk:
            for key, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate and id(member) in ids:
                    continue
                ids.add(id(member))
                found.append((_joined(path, key), member))
        return found

# %% wrong: empty_memo_replaced
# why: The empty memo is made with "memo or set()", so an empty set that was handed over is thrown away
# and a new one is used. The caller's own set must be filled; only None asks for a new one.
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
                yield from child.named_modules(memo, prefix + ("." if prefix else "") + name, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        mods = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in mods:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield path + ("." if path else "") + name, member

# %% wrong: seen_anew_for_each_module
# why: The set of members that were listed begins anew for each module, so a parameter that two modules share is
# listed twice. It must be one set for the whole walk.
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
            yield from child.named_modules(memo, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            seen = set()
            for name, member in getattr(module, table).items():
                if member is not None and member not in seen:
                    if remove_duplicate:
                        seen.add(member)
                    yield (f"{path}.{name}" if path else name), member

# %% wrong: prefix_forgotten_without_recurse
# why: With recurse=False it takes the pair ("", self), so the path of this module is lost. The prefix belongs before
# the names there too.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield prefix, self
            for name, sub in self._modules.items():
                if sub is not None:
                    new = prefix + "." + name if prefix != "" else name
                    yield from sub.named_modules(memo, new, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        pairs = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        if not recurse:
            pairs = [("", self)]
        done = set()
        for path, m in pairs:
            for name, member in getattr(m, table).items():
                if member is None or (remove_duplicate and member in done):
                    continue
                done.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: remove_duplicate_not_passed_down
# why: The submodules are walked without remove_duplicate, so they fall back to True. With remove_duplicate=False a
# module used twice below is still listed once there; the setting must be passed on to every submodule.
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
            if child is not None:
                path = name if not prefix else prefix + "." + name
                yield from child.named_modules(memo, path)

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
                yield (name if not path else path + "." + name), member

# %% wrong: always_a_dot
# why: It joins path and name with a dot always, so that below an empty path the names are ".0" and ".weight". After
# an empty path there is no dot.
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
            if child is not None:
                yield from child.named_modules(memo, ".".join([prefix, name]), remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        for path, module in self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield ".".join([path, name]), member

# %% wrong: children_before_parent
# why: A module is yielded after everything below it. The module itself comes first, and then its submodules in order.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        for name, child in self._modules.items():
            if child is not None:
                yield from child.named_modules(memo, (prefix + "." if prefix else "") + name, remove_duplicate)
        yield prefix, self

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        source = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        for path, module in source:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (path + "." if path else "") + name, member

# %% wrong: duplicates_only_looked_for_below
# why: With recurse=False the members of this module are listed without looking whether one was listed already. A parameter
# that stands in one module under two names must be listed once there, too.
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
            if child is not None:
                yield from child.named_modules(memo, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        dot = "." if prefix else ""
        if not recurse:
            return [(prefix + dot + k, m) for k, m in getattr(self, table).items() if m is not None]
        found, seen = [], set()
        for path, module in self.named_modules(None, prefix, remove_duplicate):
            for k, m in getattr(module, table).items():
                if m is None or (remove_duplicate and m in seen):
                    continue
                seen.add(m)
                found.append((path + "." + k if path else k, m))
        return found
