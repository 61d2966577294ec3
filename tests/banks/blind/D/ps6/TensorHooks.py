# %% right: list_of_values
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad

# %% right: verbose
@piece
class TensorHooks:
    def add(self, number, hook):
        self.update({number: hook})

    def remove(self, number):
        if number in self:
            del self[number]

    def run(self, grad):
        numbers = list(self.keys())
        hooks = [self[number] for number in numbers]
        current = grad
        for hook in hooks:
            answer = hook(current)
            if answer is None:
                continue
            current = answer
        return current

# %% right: copy_of_dict
@piece
class TensorHooks:
    def add(self, number, hook):
        self.setdefault(number, hook)

    def remove(self, number):
        try:
            del self[number]
        except KeyError:
            pass

    def run(self, grad):
        for _, hook in dict(self).items():
            new = hook(grad)
            grad = grad if new is None else new
        return grad

# %% right: reduce_helper
def _apply(hook, grad):
    result = hook(grad)
    return grad if result is None else result


@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        value = grad
        for hook in tuple(self.values()):
            value = _apply(hook, value)
        return value

# %% wrong: changes_while_running
# why: The loop goes through the dict itself: a hook that removes itself or registers another makes "dictionary changed size during iteration".
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        for hook in self.values():
            result = hook(grad)
            if result is not None:
                grad = result
        return grad

# %% wrong: none_replaces
# why: A hook that returns None makes the gradient None.
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        for hook in list(self.values()):
            grad = hook(grad)
        return grad

# %% wrong: called_twice
# why: The hook is called once to look and once more to take the result.
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        for hook in list(self.values()):
            if hook(grad) is not None:
                grad = hook(grad)
        return grad

# %% wrong: remove_keyerror
# why: Removing a hook that is gone already is a KeyError.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        del self[number]

    def run(self, grad):
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad

# %% wrong: truthy_result
# why: `or` asks whether the numbers of the result are not 0: a gradient of 0 counts as None, and more than one entry is ambiguous.
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        for hook in list(self.values()):
            grad = hook(grad) or grad
        return grad

# %% wrong: original_for_all
# why: Each hook gets the first gradient, and not what the hooks before it made of it.
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        result = grad
        for hook in list(self.values()):
            new = hook(grad)
            if new is not None:
                result = new
        return result

# %% wrong: none_skips_hooks
# why: If nothing has arrived the hooks are not called at all.
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        if grad is None:
            return None
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad

# %% wrong: removed_ones_skipped
# why: Before each call it looks whether the hook is still there: one that was removed during this run is no longer called, though it was there when the run began.
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        for number in list(self):
            if number not in self:
                continue
            result = self[number](grad)
            if result is not None:
                grad = result
        return grad

# %% wrong: new_ones_called
# why: It goes on until no hook is left that was not called, so hooks that were registered during this run are called in it, too.
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        called = set()
        while True:
            rest = [n for n in self if n not in called]
            if not rest:
                return grad
            called.add(rest[0])
            result = self[rest[0]](grad)
            if result is not None:
                grad = result

# %% wrong: reversed_order
# why: The hooks are called in the reverse order, the last one first.
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        for hook in reversed(list(self.values())):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad

# %% wrong: cleared_after_run
# why: The hooks are thrown away after the run; they should stay until they are removed.
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        hooks = list(self.values())
        self.clear()
        for hook in hooks:
            result = hook(grad)
            if result is not None:
                grad = result
        return grad

# %% wrong: returns_in_loop
# why: The first hook that returns something ends the run, the others are not called.
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                return result
        return grad

# %% wrong: number_by_length
# why: The hook is kept under the number of hooks that are there, and not under its own number: remove does not find it, or takes another.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[len(self)] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad

# %% wrong: return_forgotten
# why: run returns nothing.
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        self.pop(number, None)

    def run(self, grad):
        """What the hooks make of grad."""
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                grad = result
