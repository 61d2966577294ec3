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
                yield (path + "." + name if path else name), member


# %% right: lists_verbose
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """Pairs (path, module): this module, then all below it."""
        result = []
        if memo is None:
            memo = set()
        if self in memo:
            return result
        if remove_duplicate == True:
            memo.add(self)
        result.append((prefix, self))
        for name in self._modules:
            submodule = self._modules[name]
            if submodule is not None:
                if prefix == "":
                    new_prefix = name
                else:
                    new_prefix = prefix + "." + name
                for pair in submodule.named_modules(memo, new_prefix, remove_duplicate):
                    result.append(pair)
        return result

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        """Pairs (path, member) of what the modules have in their dict `table`."""
        result = []
        seen = set()
        if recurse == True:
            all_modules = list(self.named_modules(None, prefix, remove_duplicate))
        else:
            all_modules = [(prefix, self)]
        for path, module in all_modules:
            dictionary = getattr(module, table)
            for name in dictionary:
                member = dictionary[name]
                if member is None:
                    continue
                if remove_duplicate == True:
                    if id(member) in seen:
                        continue
                    seen.add(id(member))
                if path == "":
                    full_name = name
                else:
                    full_name = path + "." + name
                result.append((full_name, member))
        return result


# %% right: join_helper
def _join(path, name):
    return f"{path}.{name}" if path != "" else name


@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield (prefix, self)
            for name, sub in self._modules.items():
                if sub is not None:
                    yield from sub.named_modules(
                        memo=memo,
                        prefix=_join(prefix, name),
                        remove_duplicate=remove_duplicate,
                    )

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        walk = (
            self.named_modules(None, prefix, remove_duplicate)
            if recurse
            else iter([(prefix, self)])
        )
        pairs = (
            (_join(path, name), member)
            for path, module in walk
            for name, member in vars(module)[table].items()
            if member is not None
        )
        if not remove_duplicate:
            yield from pairs
            return
        memo = set()
        for path, member in pairs:
            if member not in memo:
                memo.add(member)
                yield path, member


# %% right: dict_of_ids
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
        dot = "." if len(prefix) > 0 else ""
        for name, m in list(self._modules.items()):
            if m is None:
                pass
            else:
                for pair in m.named_modules(memo, prefix + dot + name, remove_duplicate):
                    yield pair

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        first_place = {}
        for path, module in self.named_modules(None, prefix, remove_duplicate):
            if not recurse and module is not self:
                break
            for name, member in getattr(module, table).items():
                if member is not None:
                    full = ".".join([path, name]) if path else name
                    if remove_duplicate and id(member) in first_place:
                        continue
                    first_place[id(member)] = full
                    yield full, member
            if not recurse:
                break


# %% wrong: always_a_dot
# why: The dot is written also after an empty path, so the names begin with one: ".0.weight" instead of "0.weight".
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
                yield from child.named_modules(memo, prefix + "." + name, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield path + "." + name, member


# %% wrong: memo_not_passed_on
# why: The memo is not handed to the submodules: each begins a new set, and a module that is used twice is listed twice.
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
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: seen_anew_for_each_module
# why: The set of members already seen is made anew for each module, so a parameter that two modules share is listed twice.
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
            yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            seen = set()
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: default_set_argument
# why: `memo=set()` as a default value is made once, when the function is defined, and kept for all calls: the second walk finds every module already in it and lists nothing.
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
            if child is None:
                continue
            path = f"{prefix}.{name}" if prefix else name
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
                yield (f"{path}.{name}" if path else name), member


# %% wrong: none_submodule
# why: A submodule that is None is not passed over: None has no named_modules, and the walk ends with an AttributeError.
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
            path = f"{prefix}.{name}" if prefix else name
            yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: none_members_listed
# why: Members that are None, such as the bias of a layer without one, are listed too.
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
            yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if remove_duplicate:
                    if member in seen:
                        continue
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: seen_is_a_list
# why: The members seen are kept in a list, and `in` compares the numbers of tensors: that is an error for several entries ("Boolean value of Tensor"), or takes two parameters with equal numbers for the same.
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
            yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = []
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None:
                    continue
                if remove_duplicate and member in seen:
                    continue
                seen.append(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: recurse_ignored
# why: `recurse` is not used: with recurse=False the members of all modules below are listed as well.
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
            yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        seen = set()
        for path, module in self.named_modules(None, prefix, remove_duplicate):
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: table_ignored
# why: `table` is not used: whatever is asked for, the parameters are listed, and never the buffers or modules.
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
            yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in module._parameters.items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: children_before_parent
# why: The module itself is listed after its submodules; it must come first.
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
            if child is None:
                continue
            path = f"{prefix}.{name}" if prefix else name
            yield from child.named_modules(memo, path, remove_duplicate)
        yield prefix, self

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: remove_duplicate_not_passed_down
# why: remove_duplicate is not handed on to the submodules: they run with the default True, so with remove_duplicate=False a module used twice further down is still listed once.
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
            yield from child.named_modules(memo, path)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: one_level_only
# why: Only the direct submodules are listed: the method yields the pair of each child, but does not call the child's named_modules, so grandchildren are missing.
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
            if child is None or child in memo:
                continue
            if remove_duplicate:
                memo.add(child)
            yield (f"{prefix}.{name}" if prefix else name), child

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: forgot_yield_from
# why: The submodule's generator is called but nothing is done with it (`yield from` is missing): only the module itself is listed.
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
            child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: prefix_lost_for_members
# why: _named_members does not hand its prefix on to named_modules: with prefix="net" the names are "0.weight" instead of "net.0.weight".
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
            yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        if recurse:
            modules = self.named_modules(remove_duplicate=remove_duplicate)
        else:
            modules = [("", self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: only_modules_deduplicated
# why: Members are never compared: each module is listed once, but a parameter that two different modules share is listed with both.
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
            yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is not None:
                    yield (f"{path}.{name}" if path else name), member


# %% wrong: empty_memo_replaced
# why: `memo = memo or set()` replaces a set that was given but is still empty by a new one: the caller's set stays empty, although every module listed should be added to it. Asked for is `memo is None`.
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
            if child is None:
                continue
            path = f"{prefix}.{name}" if prefix else name
            yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: memo_of_names
# why: The memo holds the names of the submodules and not the modules: two different modules that are both called "0" are taken for one, and a shared module under two names is listed twice.
@piece
class Module:
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = set()
        yield prefix, self
        for name, child in self._modules.items():
            if child is None or name in memo:
                continue
            if remove_duplicate:
                memo.add(name)
            path = f"{prefix}.{name}" if prefix else name
            yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield (f"{path}.{name}" if path else name), member


# %% wrong: truth_of_member
# why: `if member` asks for the truth value of a tensor instead of `is not None`: an error for several entries, and a parameter of one zero is dropped.
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
            yield from child.named_modules(memo, path, remove_duplicate)

    def _named_members(self, table, prefix, recurse, remove_duplicate):
        modules = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member and member not in seen:
                    if remove_duplicate:
                        seen.add(member)
                    yield (f"{path}.{name}" if path else name), member
