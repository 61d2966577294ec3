# %% right: list_of_values
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

# %% right: sorted_numbers
@piece
class TensorHooks:
    def add(self, number, hook):
        self.update({number: hook})

    def remove(self, number):
        if number in self:
            del self[number]

    def run(self, grad):
        hooks = [self[n] for n in sorted(self)]
        for h in hooks:
            new = h(grad)
            grad = grad if new is None else new
        return grad

# %% wrong: loops_over_the_dict_itself
# why: The loop goes over the dict itself, which changes if a hook removes itself or registers another:
# Python raises an error. Go over a list of the hooks that were there at the beginning.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for number, hook in self.items():
            out = hook(grad)
            if out is not None:
                grad = out
        return grad

# %% wrong: removed_hooks_skipped_at_once
# why: A hook that an earlier one has removed in this run is skipped. Removing counts from the next run
# on: this one calls all hooks that were there when it began.
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
            result = hook(grad)
            if result is not None:
                grad = result
        return grad

# %% wrong: or_instead_of_is_none
# why: hook(grad) or grad asks whether the result is true. A gradient of 0 counts as false and is not
# taken, and a tensor with more entries raises an error; ask whether it is None.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in tuple(self.values()):
            grad = hook(grad) or grad
        return grad

# %% wrong: second_remove_raises
# why: del raises a KeyError when the hook is gone already. Removing a second time must do nothing, as
# pop(number, None) does.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        del self[number]

    def run(self, grad):
        for hook in list(self.values()):
            changed = hook(grad)
            if changed is not None:
                grad = changed
        return grad

# %% wrong: all_see_the_first_gradient
# why: Every hook is called with the gradient that run was given. Each but the first must get what the
# hooks before it made of it.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        result = grad
        for hook in list(self.values()):
            value = hook(grad)
            if value is not None:
                result = value
        return result

# %% wrong: no_hooks_without_gradient
# why: If grad is None the hooks are not called. They are called all the same, and may return a gradient.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        if grad is None:
            return None
        for hook in list(self.values()):
            r = hook(grad)
            if r is not None:
                grad = r
        return grad

# %% wrong: same_hook_kept_once
# why: A hook that is there already is not added again. Each registration has its own number, so a
# function that was registered twice must be called twice.
@piece
class TensorHooks:
    def add(self, number, hook):
        if hook not in self.values():
            self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in list(self.values()):
            answer = hook(grad)
            if answer is not None:
                grad = answer
        return grad
