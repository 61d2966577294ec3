# %% right: remember_then_off
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)

# %% right: off_only_if_on
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.was_on = torch.is_grad_enabled()
        if self.was_on:
            torch.set_grad_enabled(False)

    def __exit__(self, kind, value, traceback):
        now = torch.is_grad_enabled()
        if now != self.was_on:
            torch.set_grad_enabled(self.was_on)
        return False

# %% wrong: always_on_again
# why: At the end recording is always switched on. After the inner of two blocks, or if it was off before,
# it must stay off: put back what was found.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(True)

# %% wrong: asked_too_late
# why: The state is asked after recording was switched off, so what is remembered is always False and
# recording stays off after the block. Ask first, then switch off.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)
        self.prev = torch.is_grad_enabled()

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.prev)

# %% wrong: swallows_exceptions
# why: __exit__ returns True, and Python then takes an exception of the block as dealt with and drops it.
# It must return nothing, so that the exception goes on.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.old = torch.is_grad_enabled()
        torch.set_grad_enabled(False)
        return self

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.old)
        return True

# %% wrong: returns_the_old_state
# why: __exit__ returns the remembered state. If recording was on, that is True, and Python drops an
# exception of the block; nothing should be returned.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.state = torch.is_grad_enabled()
        torch.set_grad_enabled(False)
        return self.state

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.state)
        return self.state

# %% wrong: remembered_on_the_class
# why: The state is kept on the class, which all blocks share. An inner block overwrites what the outer
# one remembered, and after the outer one recording stays off; keep it on self.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        type(self).before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(type(self).before)

# %% wrong: not_after_an_exception
# why: If the block ends by an exception, nothing is put back and recording stays off. The state must be
# put back in any case.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        if exc_info[0] is not None:
            return False
        torch.set_grad_enabled(self.before)

# %% wrong: toggles
# why: At the end the present state is turned round. If recording was off before the block, or was changed
# inside of it, the result is not what was before; remember the state and put it back.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(not torch.is_grad_enabled())

# %% wrong: puts_back_only_on
# why: Only a state of on is put back. If recording was off before and was switched on inside of the
# block, it stays on; False must be put back, too.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        if self.before:
            torch.set_grad_enabled(True)

# %% wrong: exit_without_arguments
# why: Python calls __exit__ with three arguments about an exception, and this one takes none, so the end
# of every block raises a TypeError. It must accept them, as by *exc_info.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self):
        torch.set_grad_enabled(self.before)
