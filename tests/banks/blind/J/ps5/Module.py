# %% right: plain_recursion
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
            path = prefix + "." + name if prefix else name
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

# %% right: lists_instead_of_generators
def join(*parts):
    return ".".join(p for p in parts if p)


@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        found = []
        if self not in memo:
            found.append((prefix, self))
            if remove_duplicate:
                memo.add(self)
            for name, sub in self._modules.items():
                if sub is not None:
                    found += sub.named_modules(memo=memo, prefix=join(prefix, name), remove_duplicate=remove_duplicate)
        return found

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        result, ids = [], set()
        for path, module in self.named_modules(None, prefix, remove_duplicate):
            if not recurse and module is not self:
                break
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate and id(member) in ids:
                    continue
                ids.add(id(member))
                result.append((join(path, name), member))
            if not recurse:
                break
        return result

# %% wrong: always_a_dot
# why: The dot is put in even where the path of the parent is empty, so that the names begin with one: ".0.weight". After an
# empty path there is no dot.
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
                if m is not None:
                    yield from m.named_modules(memo, f"{prefix}.{name}", remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        where = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        for path, m in where:
            for name, member in getattr(m, table).items():
                if member is not None and member not in seen:
                    if remove_duplicate:
                        seen.add(member)
                    yield f"{path}.{name}", member

# %% wrong: a_set_as_default
# why: The default set is made once, when the method is defined, and is shared by all walks: in the second one every module is
# already in it, and nothing is listed. The default must be None, so that a new set begins in each call without one.
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
        for name, child in self._modules.items():
            if child is not None:
                path = prefix + "." + name if prefix else name
                yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or (remove_duplicate and member in seen):
                    continue
                seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: empty_memo_is_replaced
# why: `memo or set()` makes a new set also where the caller has handed in an empty one, since an empty set counts as false.
# The caller's set is never filled, and a second walk with it lists everything again. Only None asks for a new set.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = memo or set()
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
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            dot = "." if path else ""
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield path + dot + name, member

# %% wrong: each_child_its_own_memo
# why: The set of what was listed is not handed on, so each submodule begins with an empty one, and a module that is used
# in two places is listed twice. Every submodule must get the same set.
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
            path = f"{prefix}.{name}" if prefix else name
            yield from child.named_modules(prefix=path, remove_duplicate=remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member

# %% wrong: seen_anew_for_each_module
# why: The set of members that were listed begins anew for each module. A parameter that two modules share is listed twice;
# what was seen must be remembered during the whole walk.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield prefix, self
            for name, child in self._modules.items():
                if child is not None:
                    yield from child.named_modules(memo, prefix + ("." if prefix else "") + name, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        else:
            modules = [(prefix, self)]
        for path, module in modules:
            seen = set()
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield path + ("." if path else "") + name, member

# %% wrong: members_forget_to_ask_for_duplicates
# why: _named_members walks through named_modules with its default, which lists each module once, so with
# remove_duplicate=False the members of a module that is used twice appear only once. remove_duplicate has to be handed on.
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
                yield from child.named_modules(memo, ".".join([prefix, name]) if prefix else name, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        for path, module in self.named_modules(prefix=prefix):
            if not recurse and module is not self:
                continue
            for name, member in getattr(module, table).items():
                if member is None or (remove_duplicate and member in seen):
                    continue
                seen.add(member)
                yield ".".join([path, name]) if path else name, member

# %% wrong: level_by_level
# why: The modules are listed level by level: first all children, then the grandchildren. Asked for is that each submodule is
# followed by everything below it, before the next one comes.
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
        seen = set()
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is not None and not (remove_duplicate and member in seen):
                    seen.add(member)
                    yield f"{path}.{name}" if path else name, member

# %% wrong: prefix_lost_without_recursion
# why: With recurse=False the members are listed by their bare names, and the prefix is forgotten. The prefix is the path of this
# module, whether the walk goes on to the others or not.
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
        seen = set()
        modules = [("", self)]
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield f"{path}.{name}" if path else name, member

# %% wrong: none_ends_the_list
# why: At the first member that is None the method returns, and everything behind it is lost. A None is passed over, and the
# walk goes on with the next one.
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
                yield from child.named_modules(memo, prefix + "." + name if prefix else name, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        for path, module in (self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]):
            for name, member in getattr(module, table).items():
                if member is None:
                    return
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: children_forget_remove_duplicate
# why: remove_duplicate is not handed on to the submodules, so they fall back to the default True and put themselves into memo. With False, only this module itself would be listed again, and not those below it.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        pairs = []
        if self not in memo:
            pairs.append((prefix, self))
            if remove_duplicate:
                memo.add(self)
            for name in self._modules:
                child = self._modules[name]
                if child is not None:
                    below = child.named_modules(memo, f"{prefix}.{name}".lstrip("."))
                    pairs.extend(below)
        return pairs

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen, pairs = set(), []
        for path, module in self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]:
            for name, member in getattr(module, table).items():
                if member is not None and member not in seen:
                    pairs.append((f"{path}.{name}".lstrip("."), member))
                    if remove_duplicate:
                        seen.add(member)
        return pairs

# %% wrong: truth_of_a_member
# why: `if not member` asks whether the numbers of the tensor are 0, which several numbers cannot answer, and drops a parameter that is a single 0. Only None is passed over: `if member is None`.
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
                yield from child.named_modules(memo, prefix + "." + name if prefix else name, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if not member or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (path + "." + name if path else name), member

# %% wrong: names_that_were_seen
# why: What is remembered are the names, and not the members: the second weight is taken for a repetition of the first one, as it has the same name in its module. The members themselves must be remembered.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield prefix, self
            start = prefix and prefix + "."
            for name, child in self._modules.items():
                if child is not None:
                    yield from child.named_modules(memo, start + name, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        names = set()
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            start = path and path + "."
            for name, member in getattr(module, table).items():
                if member is None or (remove_duplicate and name in names):
                    continue
                names.add(name)
                yield start + name, member
