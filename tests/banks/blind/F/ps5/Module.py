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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% right: lists
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        found = []
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            found.append((prefix, self))
            for name in self._modules:
                below = self._modules[name]
                if below is not None:
                    if prefix == "":
                        path = name
                    else:
                        path = f"{prefix}.{name}"
                    for pair in below.named_modules(memo, path, remove_duplicate):
                        found.append(pair)
        return found

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        found = []
        already = set()
        for path, module in self.named_modules(None, prefix, remove_duplicate):
            if not recurse and module is not self:
                continue
            for name, member in getattr(module, table).items():
                if member is None or (remove_duplicate and member in already):
                    continue
                already.add(member)
                if path != "":
                    name = path + "." + name
                found.append((name, member))
            if not recurse:
                break
        return found

# %% right: joined_paths
def join(path, name):
    return ".".join(part for part in (path, name) if part)


@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        memo.update([self] if remove_duplicate else [])
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(
                    memo=memo, prefix=join(prefix, name), remove_duplicate=remove_duplicate
                )

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        def everything():
            walk = [(prefix, self)]
            if recurse:
                walk = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
            for path, module in walk:
                for name, member in getattr(module, table).items():
                    if member is not None:
                        yield join(path, name), member

        ids = set()
        for path, member in everything():
            if not remove_duplicate:
                yield path, member
            elif id(member) not in ids:
                ids.add(id(member))
                yield path, member

# %% right: table_by_cases
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield (prefix, self)
            start = prefix + "." if prefix != "" else ""
            for key, value in self._modules.items():
                if value is not None:
                    for path, module in value.named_modules(memo, start + key, remove_duplicate):
                        yield (path, module)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        pairs = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else iter([(prefix, self)])
        seen = set()
        for path, module in pairs:
            if table == "_parameters":
                members = module._parameters
            elif table == "_buffers":
                members = module._buffers
            else:
                members = module._modules
            for name, member in members.items():
                if member is not None and member not in seen:
                    if remove_duplicate:
                        seen.add(member)
                    yield (f"{path}.{name}" if path else name, member)

# %% right: dict_keeps_first
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
        walk = list(self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)) if recurse else [(prefix, self)]
        pairs = []
        for path, module in walk:
            dot = "." if path else ""
            pairs += [(path + dot + name, member) for name, member in getattr(module, table).items() if member is not None]
        if not remove_duplicate:
            return pairs
        first = {}
        for path, member in pairs:
            first.setdefault(id(member), (path, member))
        return list(first.values())

# %% right: walk_inside_members
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """Pairs (path, module): this module, then all below it."""
        if memo is None:
            memo = set()
        if self in memo:
            return []
        if remove_duplicate:
            memo.add(self)
        pairs = [(prefix, self)]
        names = list(self._modules.keys())
        for name in names:
            child = self._modules[name]
            if child is None:
                continue
            if len(prefix) > 0:
                child_path = prefix + "." + name
            else:
                child_path = name
            pairs.extend(child.named_modules(memo, child_path, remove_duplicate))
        return pairs

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        """Pairs (path, member) of what the modules have in their dict `table`."""
        listed = set()

        def of_one(path, module):
            for name, member in getattr(module, table).items():
                if member is None or (remove_duplicate and member in listed):
                    continue
                listed.add(member)
                yield (f"{path}.{name}" if path else name), member

        if not recurse:
            yield from of_one(prefix, self)
            return
        for path, module in self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate):
            yield from of_one(path, module)

# %% wrong: dot_always
# why: Where the path of the parent is empty there is no dot; here the names begin with one.
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
            path = prefix + "." + name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(prefix, self)]
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

# %% wrong: dot_always_for_members
# why: A member of a module with an empty path gets a dot in front of its name.
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield path + "." + name, member

# %% wrong: memo_not_passed
# why: Every submodule gets a new memo, so a module that is used twice is listed twice.
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
            yield from module.named_modules(None, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(prefix, self)]
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

# %% wrong: empty_memo_replaced
# why: `memo or set()` replaces also an empty set of the caller, who then finds nothing in it.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = memo or set()
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: shared_default_memo
# why: The default set is made once for all calls, so the second walk lists nothing.
@piece
class Module:
    def named_modules(self, memo=set(), prefix="", remove_duplicate=True):
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: none_submodule
# why: A submodule that is None is not passed over and has no named_modules.
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: stops_at_none
# why: At a submodule that is None the walk ends, instead of going on to the next.
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
                return
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: prefix_lost
# why: The path of the parent is lost: only the name of the submodule is passed on.
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
            path = name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(prefix, self)]
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

# %% wrong: children_first
# why: The module itself comes after its submodules instead of before them.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        for name, module in self._modules.items():
            if module is None:
                continue
            path = prefix + "." + name if prefix else name
            yield from module.named_modules(memo, path, remove_duplicate)
        yield prefix, self

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(prefix, self)]
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

# %% wrong: no_yield_from
# why: The pairs of the submodules are made and dropped: yield from is missing.
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
            module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(prefix, self)]
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

# %% wrong: yields_generators
# why: yield hands out the generator itself instead of its pairs.
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
            yield module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(prefix, self)]
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

# %% wrong: one_level
# why: Only the children are listed, not what lies below them.
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
            yield path, module

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(prefix, self)]
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

# %% wrong: remove_duplicate_not_passed
# why: remove_duplicate is not passed on, so below the first level duplicates are removed anyway.
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
            yield from module.named_modules(memo, path)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(prefix, self)]
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

# %% wrong: always_remembers
# why: With remove_duplicate=False nothing may be added to memo, or a module that is used twice is listed once.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: never_remembers
# why: Nothing is added to memo, so duplicates are never removed.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: memo_not_asked
# why: memo is filled but never asked, so a module in it is listed again.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: pairs_turned
# why: The pairs are the wrong way round: the path comes first.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield self, prefix
        for name, module in self._modules.items():
            if module is None:
                continue
            path = prefix + "." + name if prefix else name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(self, prefix)]
        seen = set()
        for module, path in modules:
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: self_left_out
# why: The module itself is left out where its path is empty.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        if prefix:
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: name_for_prefix
# why: The module itself is listed with an empty path instead of with prefix.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield "", self
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: sorted_names
# why: The submodules are sorted by name instead of taken in their order.
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
        for name, module in sorted(self._modules.items()):
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: seen_in_a_list
# why: `in` on a list compares tensors entry by entry; a set compares which object they are.
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
        seen = []
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.append(member)
                yield (path + "." + name if path else name), member

# %% wrong: seen_anew
# why: What was seen is forgotten at each module, so a parameter that two modules share is listed twice.
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
        for path, module in modules:
            seen = set()
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: none_listed
# why: Members that are None are listed, too.
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
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: truth_of_member
# why: `not member` asks for the truth value of a tensor instead of whether it is None.
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
                if not member:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: recurse_ignored
# why: recurse=False still lists the members of all modules below.
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
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
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

# %% wrong: recurse_never
# why: Only the members of this module are listed, even with recurse=True.
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

# %% wrong: prefix_lost_without_recurse
# why: With recurse=False the prefix is left out.
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
            modules = [("", self)]
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

# %% wrong: prefix_lost_with_recurse
# why: The prefix is not handed to named_modules, so the paths of the members begin without it.
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
            modules = [(prefix, self)]
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

# %% wrong: prefix_twice
# why: The prefix is put in front of a path that has it already.
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield prefix + (path + "." + name if path else name), member

# %% wrong: parameters_only
# why: It lists the parameters whatever table was asked for.
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
            for name, member in module._parameters.items():
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: parameters_from_self
# why: It looks into the dict of this module again and again instead of that of each module.
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
            for name, member in getattr(self, table).items():
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: always_once
# why: Members are listed once even with remove_duplicate=False.
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
                if member is None:
                    continue
                if member in seen:
                    continue
                seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: never_once
# why: A parameter that two modules share is listed twice, though remove_duplicate is True.
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
                if member is None:
                    continue
                yield (path + "." + name if path else name), member

# %% wrong: once_by_name
# why: It remembers names instead of members, so the second weight of the network is lost.
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
                if member is None:
                    continue
                if remove_duplicate:
                    if name in seen:
                        continue
                    seen.add(name)
                yield (path + "." + name if path else name), member

# %% wrong: modules_default_duplicates
# why: remove_duplicate is not handed to named_modules, so a module that is used twice shows its members once.
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
            modules = self.named_modules(prefix=prefix)
        else:
            modules = [(prefix, self)]
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

# %% wrong: members_without_path
# why: The members are listed by their bare names, without the path of their module.
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield name, member

# %% wrong: members_only
# why: It yields members instead of pairs.
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield member

# %% wrong: return_in_loop
# why: return stands inside of the loop, so only the first module is looked at.
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
        walk = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        result = []
        seen = set()
        for path, module in walk:
            for name, member in getattr(module, table).items():
                if member is None or (remove_duplicate and member in seen):
                    continue
                seen.add(member)
                result.append((path + "." + name if path else name, member))
            return result

# %% wrong: forgets_return
# why: The list is built and not returned.
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
        walk = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        result = []
        seen = set()
        for path, module in walk:
            for name, member in getattr(module, table).items():
                if member is None or (remove_duplicate and member in seen):
                    continue
                seen.add(member)
                result.append((path + "." + name if path else name, member))

# %% wrong: a_dict
# why: It returns a dict; going through it gives the paths alone instead of pairs.
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
        walk = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        result = {}
        for path, module in walk:
            for name, member in getattr(module, table).items():
                if member is not None and not (remove_duplicate and any(member is m for m in result.values())):
                    result[path + "." + name if path else name] = member
        return result

# %% wrong: frozen_left_out
# why: Members that require no gradient, such as frozen parameters and buffers, are left out.
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
                if member is None or not getattr(member, "requires_grad", True):
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: looks_into_attributes
# why: It goes through all attributes of the object instead of its dict of modules.
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
        for name, module in vars(self).items():
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
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

