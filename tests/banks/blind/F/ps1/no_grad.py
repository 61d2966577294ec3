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
        self.was_enabled = torch.is_grad_enabled()
        torch.set_grad_enabled(False)
        return self

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.was_enabled)
        return False
# %% right: three_arguments
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, exc_type, exc_value, traceback):
        if self.before:
            torch.set_grad_enabled(True)
        else:
            torch.set_grad_enabled(False)
# %% right: stack_on_self
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        if not hasattr(self, "stack"):
            self.stack = []
        self.stack.append(torch.is_grad_enabled())
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.stack.pop())
# %% right: conditional_off
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        if self.before is True:
            torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        before = self.before
        torch.set_grad_enabled(before)
        return None
# %% wrong: always_on
# why: At the end recording is always switched on, also when it was off before the block.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(True)
# %% wrong: never_restored
# why: The end of the block puts nothing back, so recording stays off.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        pass
# %% wrong: looked_up_late
# why: What was before is looked up when recording is off already, so it is always False.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)
        self.before = torch.is_grad_enabled()

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
# %% wrong: global_memory
# why: All blocks share one global name, so the inner block overwrites what the outer one found.
before = True


@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        global before
        before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        global before
        torch.set_grad_enabled(before)
# %% wrong: class_memory
# why: What was found is kept on the class, which all blocks share, so the inner one overwrites it.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        no_grad.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(no_grad.before)
# %% wrong: swallows
# why: __exit__ returns True, which tells Python that the exception has been dealt with.
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
# why: It returns what was before; if that is True, exceptions are swallowed.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
        return self.before
# %% wrong: not_after_exception
# why: After an exception nothing is put back, so recording stays off.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        if exc_info[0] is None:
            torch.set_grad_enabled(self.before)
# %% wrong: toggles_at_exit
# why: It turns recording round at the end instead of putting back what was found.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(not torch.is_grad_enabled())
# %% wrong: toggles_at_enter
# why: It turns recording round at the start, so a block inside of another switches it on.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(not self.before)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
# %% wrong: local_variable
# why: before is a local name of __enter__, which is gone in __exit__.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(before)
# %% wrong: function_not_called
# why: Without brackets the function itself is kept, which always counts as true.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(bool(self.before))
# %% wrong: exit_without_arguments
# why: Python hands __exit__ three arguments about an exception; this one takes none.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self):
        torch.set_grad_enabled(self.before)
# %% wrong: not_switched_off
# why: It remembers what was before, but does not switch recording off.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
# %% wrong: only_if_on
# why: It puts back only True; if the block was in another one and switched recording on inside, it stays on.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        if self.before:
            torch.set_grad_enabled(True)
# %% wrong: own_init
# why: What was before is asked in __init__, not at the start of the block, and the text says to write none.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __init__(self):
        self.before = torch.is_grad_enabled()

    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
# %% wrong: setter_result
# why: set_grad_enabled does not return what was before; that is what is_grad_enabled is for.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(bool(self.before))
# %% wrong: switches_on
# why: It switches recording on inside of the block and off after it.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(True)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(not self.before)
# %% wrong: off_at_exit
# why: At the end recording is switched off once more instead of being put back.
@piece
class no_grad:
    """A block in which nothing is recorded."""

    def __enter__(self):
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(False)
