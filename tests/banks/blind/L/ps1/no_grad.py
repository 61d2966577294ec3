# %% right: remember_on_self
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)

# %% right: named_exception_arguments
@piece
class no_grad:
    def __enter__(self):
        self._was = torch.is_grad_enabled()
        torch.set_grad_enabled(False)
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        torch.set_grad_enabled(self._was)
        return False

# %% right: helper_method
@piece
class no_grad:
    def _switch(self, flag):
        old = torch.is_grad_enabled()
        torch.set_grad_enabled(flag)
        return old

    def __enter__(self):
        self.old = self._switch(False)

    def __exit__(self, *exc_info):
        self._switch(self.old)

# %% right: stack_on_self
@piece
class no_grad:
    def __enter__(self):
        if not hasattr(self, "flags"):
            self.flags = []
        self.flags.append(torch.is_grad_enabled())
        torch.set_grad_enabled(False)
        return None

    def __exit__(self, *_):
        flag = self.flags.pop()
        if flag:
            torch.set_grad_enabled(True)
        else:
            torch.set_grad_enabled(False)

# %% wrong: always_on_afterwards
# why: At the end of the block recording is always switched on. In a block inside of another it was off before; what was in force before must
# be put back.
@piece
class no_grad:
    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(True)

# %% wrong: looked_up_too_late
# why: Recording is switched off first and only then looked up, so False is remembered always and recording stays off after the block. The two
# lines belong in the other order.
@piece
class no_grad:
    def __enter__(self):
        torch.set_grad_enabled(False)
        self.prev = torch.is_grad_enabled()

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.prev)

# %% wrong: exit_returns_the_old_flag
# why: __exit__ returns the old flag, and if that is True, Python takes the exception for dealt with and swallows it. __exit__ must
# return nothing (or False).
@piece
class no_grad:
    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)
        return self

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
        return self.before

# %% wrong: not_restored_after_an_exception
# why: It puts the old state back only if the block ended without an exception. After an exception recording stays off; it must be put back in
# any case.
@piece
class no_grad:
    def __enter__(self):
        self.enabled = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, kind, error, trace):
        if kind is None:
            torch.set_grad_enabled(self.enabled)

# %% wrong: remembered_on_the_class
# why: What was before is kept on the class, which all blocks share. An inner block overwrites it with False, and after the outer one
# recording stays off; each block must keep it on its own self.
@piece
class no_grad:
    before = True

    def __enter__(self):
        type(self).before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(type(self).before)

# %% wrong: toggles
# why: At the end it turns the present state round. In a block inside of another, where recording was off before, this switches it on;
# what was before must be remembered and put back.
@piece
class no_grad:
    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(not torch.is_grad_enabled())

# %% wrong: function_not_called
# why: The brackets of torch.is_grad_enabled() are missing, so the function itself is remembered and not its answer. It is no True or False, and
# counts as true where it is taken for one.
@piece
class no_grad:
    def __enter__(self):
        self.flag = torch.is_grad_enabled
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        if self.flag:
            torch.set_grad_enabled(True)
        else:
            torch.set_grad_enabled(False)

# %% wrong: only_switched_back_on
# why: If recording was off before, nothing is put back. When somebody switches it on inside of the block, it stays on afterwards,
# though it was off before.
@piece
class no_grad:
    def __enter__(self):
        self.was_on = torch.is_grad_enabled()
        if self.was_on:
            torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        if self.was_on:
            torch.set_grad_enabled(True)
