# %% right: remembers_undo
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        mode = torch.is_grad_enabled()

        def undo():
            torch.set_grad_enabled(mode)

        self._undo = undo
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        self._undo()

# %% right: tuple_assignment
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.modes = (torch.is_grad_enabled(), False)
        torch.set_grad_enabled(self.modes[1])
        return self

    def __exit__(self, *exc_info):
        before, _ = self.modes
        torch.set_grad_enabled(before)
        return False

# %% wrong: always_on
# why: At the end recording is always switched on. After the inner of two blocks the rest of the outer one is recorded.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)
        return self

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(True)

# %% wrong: swallows_exceptions
# why: __exit__ returns True, which tells Python that the exception is dealt with. Errors inside of the block vanish.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.was = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.was)
        return True

# %% wrong: not_after_an_exception
# why: Recording is put back only if the block ended without an exception. After an error it stays off.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.old = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        failed = any(each is not None for each in exc_info)
        if not failed:
            torch.set_grad_enabled(self.old)

# %% wrong: kept_on_the_class
# why: What was before is kept on the class, where the inner block overwrites what the outer one had found. After both recording stays off.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    previous = True

    def __enter__(self):
        no_grad.previous = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(no_grad.previous)

# %% wrong: only_if_it_was_on
# why: If recording was off before, nothing is done at the end. If somebody switched it on inside of the block, it stays on.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.switched = False
        if torch.is_grad_enabled():
            torch.set_grad_enabled(False)
            self.switched = True

    def __exit__(self, *exc_info):
        if self.switched:
            torch.set_grad_enabled(True)
