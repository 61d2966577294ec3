# %% right: list_of_the_values
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad

# %% right: copied_items
@piece
class TensorHooks:
    def add(self, number, hook):
        self.update({number: hook})

    def remove(self, number):
        if number in self:
            del self[number]

    def run(self, grad):
        current = grad
        for _, hook in tuple(self.items()):
            answer = hook(current)
            current = current if answer is None else answer
        return current

# %% wrong: loop_over_the_living_dict
# why: The loop runs over the dict itself. If a hook removes itself or registers another, the dict changes during the
# loop, which is an error; go through a list made at the beginning.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in self.values():
            out = hook(grad)
            if out is not None:
                grad = out
        return grad

# %% wrong: removed_hooks_skipped_at_once
# why: Before each call it looks whether the hook is still in the dict, and skips one that another hook has just removed.
# A removal counts from the next run on; this one calls all hooks that were there when it began.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for number in list(self):
            hook = self.get(number)
            if hook is None:
                continue
            out = hook(grad)
            if out is not None:
                grad = out
        return grad

# %% wrong: removed_twice_is_an_error
# why: del raises a KeyError if the number is not there. A hook that is gone already may be removed again, and nothing
# happens.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        del self[number]

    def run(self, grad):
        hooks = list(self.values())
        for hook in hooks:
            new = hook(grad)
            grad = grad if new is None else new
        return grad

# %% wrong: called_twice
# why: The hook is called once to see whether it returns something, and once more for the result. Each hook is called
# once; keep what it returned.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        if number in self:
            self.pop(number)

    def run(self, grad):
        for hook in list(self.values()):
            if hook(grad) is not None:
                grad = hook(grad)
        return grad

# %% wrong: none_not_handed_to_hooks
# why: If no gradient has arrived, run returns at once. The hooks are to be called all the same, with None.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        if grad is None:
            return None
        for hook in [*self.values()]:
            changed = hook(grad)
            if changed is not None:
                grad = changed
        return grad

# %% wrong: each_hook_gets_the_first_gradient
# why: Every hook is called with the gradient that came in, and the last answer wins. A hook gets what those before it
# made of the gradient.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        result = grad
        for hook in list(self.values()):
            answer = hook(grad)
            if answer is not None:
                result = answer
        return result

# %% wrong: newest_hook_first
# why: The hooks are run from the last that was added to the first. They run in the order in which they were added.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in reversed(list(self.values())):
            out = hook(grad)
            if out is not None:
                grad = out
        return grad

# %% wrong: sorted_by_number
# why: The hooks are run in the order of their numbers. They run in the order in which they were added, whatever their numbers
# are.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        hooks = [self[number] for number in sorted(self)]
        for hook in hooks:
            replaced = hook(grad)
            if replaced is not None:
                grad = replaced
        return grad
