# %% right: generators
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
        for name, module in self._modules.items():
            if module is None:
                continue
            path = prefix + ("." if prefix else "") + name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        """Pairs (path, member) of what the modules have in their dict `table`."""
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
                yield path + ("." if path else "") + name, member

# %% right: lists_by_id
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        result = []
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            result.append((prefix, self))
            for name in self._modules:
                child = self._modules[name]
                if child is not None:
                    if prefix == "":
                        child_path = name
                    else:
                        child_path = f"{prefix}.{name}"
                    result.extend(child.named_modules(memo, child_path, remove_duplicate))
        return result

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        result = []
        ids = []
        pairs = [(prefix, self)]
        if recurse:
            pairs = list(self.named_modules(None, prefix, remove_duplicate))
        for path, module in pairs:
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate and id(member) in ids:
                    continue
                ids.append(id(member))
                result.append((name if path == "" else path + "." + name, member))
        return result

# %% right: join_filter
def _join(*parts):
    return ".".join(part for part in parts if part)


@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield (prefix, self)
            for name, child in self._modules.items():
                if child is not None:
                    yield from child.named_modules(
                        memo=memo, prefix=_join(prefix, name), remove_duplicate=remove_duplicate
                    )

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        def everything():
            if recurse:
                yield from self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
            else:
                yield prefix, self

        done = set()
        for path, module in everything():
            for name, member in getattr(module, table).items():
                if member is not None and not (remove_duplicate and member in done):
                    done.add(member)
                    yield _join(path, name), member

# %% right: dict_of_first_places
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
        start = prefix + "." if prefix != "" else ""
        for name, module in list(self._modules.items()):
            if module is not None:
                for pair in module.named_modules(memo, start + name, remove_duplicate):
                    yield pair

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        found = []
        for path, module in self.named_modules(None, prefix, remove_duplicate):
            for name, member in getattr(module, table).items():
                if member is not None:
                    found.append((path + "." + name if path else name, member))
            if not recurse:
                break  # the first one is this module
        if remove_duplicate:
            first = {}
            for pair in found:
                first.setdefault(id(pair[1]), pair)
            found = list(first.values())
        return iter(found)

# %% wrong: memo_truthy
# why: `if not memo` also begins a new set where an empty one was given, so a caller's own set is never filled.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if not memo:
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
        """Pairs (path, member) of what the modules have in their dict `table`."""
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
                yield path + ("." if path else "") + name, member

# %% wrong: default_set
# why: The default of memo is one set for all calls, so the second walk finds that everything was listed already.
@piece
class Module:
    def named_modules(self, memo=set(), prefix="", remove_duplicate=True):
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
        """Pairs (path, member) of what the modules have in their dict `table`."""
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
                yield path + ("." if path else "") + name, member

# %% wrong: memo_not_passed
# why: The submodules do not get the memo, each begins its own, and a module that two parents share is listed twice.
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
            if module is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(prefix=path, remove_duplicate=remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        """Pairs (path, member) of what the modules have in their dict `table`."""
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
                yield path + ("." if path else "") + name, member

# %% wrong: dot_in_front
# why: A dot is put in front also where the path of the parent is empty: ".0" in place of "0".
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
            if module is not None:
                yield from module.named_modules(memo, prefix + "." + name, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        """Pairs (path, member) of what the modules have in their dict `table`."""
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
                yield path + ("." if path else "") + name, member

# %% wrong: none_module_crashes
# why: A submodule that is None is not passed over, its named_modules is an AttributeError.
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
            path = f"{prefix}.{name}" if prefix else name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        """Pairs (path, member) of what the modules have in their dict `table`."""
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
                yield path + ("." if path else "") + name, member

# %% wrong: remove_duplicate_lost
# why: remove_duplicate is not passed on to the submodules, so with False the shared modules further down are still listed once.
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
            if module is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, path)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        """Pairs (path, member) of what the modules have in their dict `table`."""
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
                yield path + ("." if path else "") + name, member

# %% wrong: seen_per_module
# why: The set of what was seen begins anew for each module, so a parameter that two modules share is listed twice.
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
        for name, module in self._modules.items():
            if module is None:
                continue
            path = prefix + ("." if prefix else "") + name
            yield from module.named_modules(memo, path, remove_duplicate)

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
                yield (path + "." if path else "") + name, member

# %% wrong: seen_list
# why: What was seen is kept in a list, and `in` on a list compares the numbers of tensors, which raises "Boolean value of Tensor" or takes equal tensors for the same.
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
        for name, module in self._modules.items():
            if module is None:
                continue
            path = prefix + ("." if prefix else "") + name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = []
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.append(member)
                yield (path + "." if path else "") + name, member

# %% wrong: recurse_ignored
# why: recurse is never looked at: recurse=False lists the members of all modules below, too.
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
        for name, module in self._modules.items():
            if module is None:
                continue
            path = prefix + ("." if prefix else "") + name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        for path, module in self.named_modules(None, prefix, remove_duplicate):
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (path + "." if path else "") + name, member

# %% wrong: only_parameters
# why: `_parameters` is written where the dict named by `table` is meant, so buffers and modules are not found.
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
        for name, module in self._modules.items():
            if module is None:
                continue
            path = prefix + ("." if prefix else "") + name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in module._parameters.items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (path + "." if path else "") + name, member

# %% wrong: prefix_lost
# why: The walk over the modules starts without the prefix, so it is missing in all paths when recursing.
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
        for name, module in self._modules.items():
            if module is None:
                continue
            path = prefix + ("." if prefix else "") + name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        modules = self.named_modules(remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (path + "." if path else "") + name, member

# %% wrong: modules_always_unique
# why: _named_members does not hand remove_duplicate to named_modules: with False the members of a module that is used twice are still listed once.
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
        for name, module in self._modules.items():
            if module is None:
                continue
            path = prefix + ("." if prefix else "") + name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        modules = self.named_modules(prefix=prefix) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (path + "." if path else "") + name, member

# %% wrong: none_listed
# why: Members that are None, like the bias of a layer without one, are listed.
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
        for name, module in self._modules.items():
            if module is None:
                continue
            path = prefix + ("." if prefix else "") + name
            yield from module.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if remove_duplicate and member in seen:
                    continue
                seen.add(member)
                yield (path + "." if path else "") + name, member

# %% wrong: children_before_self
# why: The submodules are listed before the module itself, the wrong order.
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
            if module is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)
        yield prefix, self

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        """Pairs (path, member) of what the modules have in their dict `table`."""
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
                yield path + ("." if path else "") + name, member
