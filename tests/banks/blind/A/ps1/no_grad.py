# %% right: plain
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


# %% right: returns_self_and_false
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.previous = torch.is_grad_enabled()
        torch.set_grad_enabled(False)
        return self

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.previous)
        return False


# %% right: only_if_needed
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.was_on = torch.is_grad_enabled()
        if self.was_on:
            torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        if self.was_on:
            torch.set_grad_enabled(True)
        else:
            torch.set_grad_enabled(False)


# %% right: named_arguments
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        # remember first, then switch off
        flag = torch.is_grad_enabled()
        self.flag = flag
        torch.set_grad_enabled(False)
        return None

    def __exit__(self, exc_type=None, exc_value=None, traceback=None):
        flag = self.flag
        torch.set_grad_enabled(flag)
        return None


# %% right: restored_in_finally
def _switch(flag):
    before = torch.is_grad_enabled()
    torch.set_grad_enabled(flag)
    return before


@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self._before = _switch(False)

    def __exit__(self, *exc_info):
        _switch(self._before)


# %% wrong: always_on
# why: Switches recording on at the end, also inside of an outer block that had it off.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(True)


# %% wrong: looked_up_too_late
# why: Looks up what was before after switching off: it is always False then.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)
        self.before = torch.is_grad_enabled()

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


# %% wrong: swallows_exceptions
# why: __exit__ returns True, and Python then drops the exception of the block.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
        return True


# %% wrong: not_after_exceptions
# why: Restores only if there was no exception; after one, recording stays off.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        if exc_info[0] is None:
            torch.set_grad_enabled(self.before)


# %% wrong: kept_on_the_class
# why: Remembers on the class, which all blocks share: the inner block overwrites what the outer one remembered.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        type(self).before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(type(self).before)


# %% wrong: kept_in_a_global
# why: Remembers in a global variable, which an inner block overwrites.
before = True


@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        global before
        before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(before)


# %% wrong: turned_over
# why: At the end it turns the flag over instead of putting back what was before: a block inside of another switches recording on.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(not torch.is_grad_enabled())


# %% wrong: never_restored
# why: __exit__ does nothing: recording stays off for good.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        pass


# %% wrong: switched_on
# why: set_grad_enabled(True) in __enter__: taken for "no_grad is on".
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(True)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


# %% wrong: function_remembered
# why: The brackets are missing: it remembers the function is_grad_enabled, which is always true, not its answer.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(bool(self.before))


# %% wrong: exit_without_arguments
# why: __exit__ takes no arguments, but Python hands it three.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self):
        torch.set_grad_enabled(self.before)


# %% wrong: nothing_switched_if_off
# why: If recording is off already it returns before remembering, so __exit__ finds nothing on self.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        if not torch.is_grad_enabled():
            return
        self.before = True
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
