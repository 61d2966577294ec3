# %% right: plain
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


# %% right: return_false
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        was_on = torch.is_grad_enabled()
        if was_on:
            torch.set_grad_enabled(False)
        self.was_on = was_on
        return None

    def __exit__(self, *exc_info):
        if self.was_on:
            torch.set_grad_enabled(True)
        else:
            torch.set_grad_enabled(False)
        return False


# %% right: stack_on_self
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        if not hasattr(self, "stack"):
            self.stack = []
        self.stack.append(torch.is_grad_enabled())
        torch.set_grad_enabled(False)

    def __exit__(self, exc_type=None, exc_value=None, traceback=None):
        torch.set_grad_enabled(self.stack.pop())


# %% wrong: always_on
# why: Recording is always switched on at the end, also if it was off before the block.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(True)


# %% wrong: looked_up_too_late
# why: What was before is looked up after recording has been switched off, so it is always False and recording stays off.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)
        self.before = torch.is_grad_enabled()

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


# %% wrong: swallows_all
# why: __exit__ returns True, which makes Python swallow every exception of the block.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
        return True


# %% wrong: returns_before
# why: __exit__ returns what was before; if that is True, exceptions of the block are swallowed.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
        return self.before


# %% wrong: on_the_class
# why: What was before is kept on the class, not on self; an inner block overwrites what the outer one remembered, and recording stays off after both.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        no_grad.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(no_grad.before)


# %% wrong: not_after_exception
# why: The old state is put back only if the block ended without an exception.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        if exc_info[0] is None:
            torch.set_grad_enabled(self.before)


# %% wrong: exit_without_arguments
# why: __exit__ takes no arguments, but Python hands it three: a TypeError at the end of each block.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self):
        torch.set_grad_enabled(self.before)


# %% wrong: toggle
# why: Recording is flipped at the start and flipped at the end: in a block inside of another it is switched on.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(not torch.is_grad_enabled())

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(not torch.is_grad_enabled())


# %% wrong: never_off
# why: The state is remembered and put back, but recording is never switched off.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


# %% wrong: function_kept
# why: The brackets are missing, so the function is_grad_enabled is kept instead of its answer; as a flag it counts as true, and recording is switched on at the end.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(bool(self.before))


# %% wrong: local_not_self
# why: What was before is kept in a local variable of __enter__, which is gone when __exit__ runs: a NameError.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(before)


# %% wrong: exit_forgotten
# why: __exit__ does nothing, so recording stays off after the block.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        return None


# %% wrong: raises_again
# why: __exit__ raises the exception itself before it has put back what was before; recording stays off after an error.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, exc_type, exc, tb):
        if exc is not None:
            raise exc
        torch.set_grad_enabled(self.before)
