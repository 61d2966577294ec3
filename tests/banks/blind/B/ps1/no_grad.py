# %% right: remember_and_put_back
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


# %% right: returns_false
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        if torch.is_grad_enabled():
            self._was_on = True
        else:
            self._was_on = False
        torch.set_grad_enabled(False)
        return None

    def __exit__(self, exc_type, exc_value, traceback):
        if self._was_on:
            torch.set_grad_enabled(True)
        else:
            torch.set_grad_enabled(False)
        return False


# %% right: stack_on_self
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.__dict__.setdefault("stack", []).append(torch.is_grad_enabled())
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.stack.pop())


# %% right: function_to_undo
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def _swap(self, flag):
        old = torch.is_grad_enabled()
        torch.set_grad_enabled(flag)
        return old

    def __enter__(self):
        self.old = self._swap(False)

    def __exit__(self, *exc_info):
        self._swap(self.old)


# %% wrong: always_on_afterwards
# why: Recording is always switched on at the end; what was before is not put back, so an inner block switches it on in the middle of the outer one.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(True)


# %% wrong: looked_up_too_late
# why: What was before is looked up when recording is off already, so it is always False and recording never comes back.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)
        self.before = torch.is_grad_enabled()

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


# %% wrong: exceptions_swallowed
# why: __exit__ returns True, so Python drops every exception that ends the block.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
        return True


# %% wrong: remembered_in_the_class
# why: The state is kept in a class attribute that all blocks share: the inner block overwrites what the outer one has remembered.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    before = []

    def __enter__(self):
        self.before[:] = [torch.is_grad_enabled()]
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before[0])


# %% wrong: not_after_an_exception
# why: Puts the state back only if there was no exception; after an exception recording stays off.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        if exc_info[0] is None:
            torch.set_grad_enabled(self.before)


# %% wrong: never_switched_off
# why: __enter__ remembers the state but does not switch recording off.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


# %% wrong: exit_without_arguments
# why: __exit__ takes no arguments, but Python hands it three about the exception: a TypeError at the end of each block.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self):
        torch.set_grad_enabled(self.before)


# %% wrong: brackets_forgotten
# why: torch.is_grad_enabled without brackets remembers the function and not its answer; a function counts as true (or is refused), so recording is always on afterwards.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
