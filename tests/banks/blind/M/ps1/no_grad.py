# %% right: remember_and_put_back
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)

# %% right: partial_as_undo
from functools import partial


@piece
class no_grad:
    def __enter__(self):
        self._undo = partial(torch.set_grad_enabled, torch.is_grad_enabled())
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        self._undo()

# %% right: three_arguments_returns_false
@piece
class no_grad:
    def __enter__(self):
        self.was_recording = bool(torch.is_grad_enabled())
        torch.set_grad_enabled(False)
        return None

    def __exit__(self, exc_type, exc_value, traceback):
        if self.was_recording:
            torch.set_grad_enabled(True)
        else:
            torch.set_grad_enabled(False)
        return False

# %% right: stack_on_self
@piece
class no_grad:
    def __enter__(self):
        stack = self.__dict__.setdefault("_earlier", [])
        stack.append(torch.is_grad_enabled())
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self._earlier.pop())

# %% wrong: always_on_at_the_end
# why: At the end recording is always switched on, also when it was off before, as in a block inside
# of another. Remember in __enter__ what was in force, and put that back.
@piece
class no_grad:
    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(True)

# %% wrong: swallows_exceptions
# why: __exit__ returns True, which tells Python to drop the exception that ended the block, so errors
# vanish. Return nothing.
@piece
class no_grad:
    def __enter__(self):
        self.prev = torch.is_grad_enabled()
        torch.set_grad_enabled(False)
        return self

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.prev)
        return True

# %% wrong: remembered_on_the_class
# why: What was before is kept on the class, which all blocks share: an inner block overwrites what the
# outer one remembered, and recording stays off after both. Keep it on self.
@piece
class no_grad:
    before = True

    def __enter__(self):
        no_grad.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(no_grad.before)

# %% wrong: not_restored_after_an_exception
# why: Recording is put back only if the block ended without an exception, so after an error it stays
# off. Put it back in either case.
@piece
class no_grad:
    def __enter__(self):
        self.old = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, kind, value, trace):
        if kind is not None:
            return False
        torch.set_grad_enabled(self.old)

# %% wrong: only_back_on_never_back_off
# why: If recording was off before, __exit__ does nothing, so what the block itself switched on stays
# on after it. Put back what was before, on or off.
@piece
class no_grad:
    def __enter__(self):
        self.was_on = torch.is_grad_enabled()
        if self.was_on:
            torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        if self.was_on:
            torch.set_grad_enabled(True)

# %% wrong: toggles
# why: Recording is turned round at both ends, so a block inside of another switches it on. Inside of
# a block it must be off in every case, and afterwards as it was before.
@piece
class no_grad:
    def flip(self):
        torch.set_grad_enabled(not torch.is_grad_enabled())

    def __enter__(self):
        self.flip()

    def __exit__(self, *exc_info):
        self.flip()

# %% wrong: depth_counter
# why: The end of the outermost block always switches recording on, also where it was off before that
# block for another reason. Each block must remember what was in force when it began.
@piece
class no_grad:
    depth = 0

    def __enter__(self):
        no_grad.depth += 1
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        no_grad.depth -= 1
        if no_grad.depth == 0:
            torch.set_grad_enabled(True)

# %% wrong: local_name_in_enter
# why: before is a local name of __enter__ and is gone when __exit__ runs, which ends in a NameError.
# Keep it on self: self.before.
@piece
class no_grad:
    def __enter__(self):
        before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(before)
