# %% right: remembers_on_self
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)

# %% right: with_self_returned_and_false
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self._was_on = torch.is_grad_enabled()
        if self._was_on:
            torch.set_grad_enabled(False)
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        torch.set_grad_enabled(self._was_on)
        return False

# %% wrong: always_on_at_the_end
# why: At the end recording is always switched on. In a block inside of another, or where it was off before,
# it must stay off: put back what was found.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(True)

# %% wrong: looked_up_too_late
# why: It switches recording off and then asks what it was, so it always remembers False and recording never
# comes back. Ask first.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)
        self.prev = torch.is_grad_enabled()

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.prev)

# %% wrong: swallows_exceptions
# why: __exit__ returns True, and that tells Python that the exception is dealt with. Errors inside of the
# block disappear. Return nothing.
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

# %% wrong: returns_what_was_before
# why: __exit__ returns the old state. If recording was on, that is True, and Python then swallows an exception
# of the block. Return nothing.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.state = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.state)
        return self.state

# %% wrong: kept_on_the_class
# why: The old state is kept on the class, which all blocks share. An inner block overwrites what the outer one
# remembered, and after the outer one recording stays off. Keep it on self.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        no_grad.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(no_grad.before)

# %% wrong: kept_in_a_global
# why: The old state is in one global name for all blocks, so the inner of two blocks overwrites that of the
# outer one, and recording stays off afterwards. Each block must remember its own, on self.
_before = True


@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        global _before
        _before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(_before)

# %% wrong: nothing_restored_after_an_exception
# why: The old state is put back only if no exception came. After an error in the block recording stays off for
# the rest of the program. It must be put back in both cases.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, exc_type, exc, tb):
        if exc_type is None:
            torch.set_grad_enabled(self.before)

# %% wrong: switches_to_the_opposite
# why: Both ends turn the state round. If recording is off already, as in an inner block, the block switches it
# on. Set False at the start, and at the end what was before.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(not torch.is_grad_enabled())

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(not torch.is_grad_enabled())

# %% wrong: remembers_the_function
# why: Without parentheses the function itself is kept, not its answer. At the end it is asked, inside of the
# block, and says False. So recording never comes back.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before())

# %% wrong: counts_the_blocks
# why: It counts how many blocks are open, and switches recording on after the last. If it was off before the
# first block, by set_grad_enabled(False), it is on afterwards. (And the count is shared by all threads.)
@piece
class no_grad:
    """A block in which nothing is recorded."""

    depth = 0

    def __enter__(self):
        no_grad.depth += 1
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        no_grad.depth -= 1
        if no_grad.depth == 0:
            torch.set_grad_enabled(True)

# %% wrong: never_switched_off
# why: __enter__ only remembers the state and does not switch recording off, so everything in the block is
# recorded as before.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.was = torch.is_grad_enabled()
        return self

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.was)

# %% wrong: looks_at_the_state_when_the_class_is_written
# why: `before` is computed once, when the class is written, and not at the start of each block. A block that
# starts while recording is off switches it on at its end.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    before = torch.is_grad_enabled()

    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
