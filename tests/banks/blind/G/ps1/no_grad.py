# %% right: restore_function_on_self
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        flag = torch.is_grad_enabled()

        def restore():
            torch.set_grad_enabled(flag)

        self.restore = restore
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        self.restore()

# %% right: a_stack_on_self
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        if not hasattr(self, "before"):
            self.before = []
        self.before.append(torch.is_grad_enabled())
        torch.set_grad_enabled(False)
        return None

    def __exit__(self, exc_type, exc, traceback):
        torch.set_grad_enabled(self.before.pop())
        return False

# %% wrong: always_on_again
# why: the end of the block switches recording on whatever was before, so the inner of two blocks switches it on in the middle of the outer one.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(True)

# %% wrong: remembers_on_the_class
# why: what was before is kept on the class, not on self; the inner of two blocks overwrites what the outer one remembered, and recording stays off after both.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    previous = True

    def __enter__(self):
        no_grad.previous = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(no_grad.previous)

# %% wrong: swallows_the_exception
# why: __exit__ returns True, so Python takes an exception in the block for handled and the program goes on as if nothing had happened.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.was = torch.is_grad_enabled()
        torch.set_grad_enabled(False)
        return self

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.was)
        return True

# %% wrong: not_after_an_exception
# why: recording is put back only if the block ended without an exception; after an error that is caught outside it stays off.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.enabled = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, kind, value, trace):
        if kind is not None:
            return False
        torch.set_grad_enabled(self.enabled)

# %% wrong: toggles
# why: both ends of the block turn the mode round instead of setting it; a block inside of another block switches recording on.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def _flip(self):
        torch.set_grad_enabled(not torch.is_grad_enabled())

    def __enter__(self):
        self._flip()

    def __exit__(self, *exc_info):
        self._flip()
