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

# %% right: sorted_numbers
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self.update({number: hook})

    def remove(self, number):
        """Take a hook away, if it is there."""
        if number in self:
            del self[number]

    def run(self, grad):
        """What the hooks make of grad."""
        todo = [self[number] for number in sorted(self)]
        for hook in todo:
            new = hook(grad)
            grad = grad if new is None else new
        return grad

# %% right: reduce_over_a_copy
from functools import reduce


def through(grad, hook):
    answer = hook(grad)
    if answer is None:
        return grad
    return answer


@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self.setdefault(number, hook)

    def remove(self, number):
        """Take a hook away, if it is there."""
        try:
            del self[number]
        except KeyError:
            pass

    def run(self, grad):
        """What the hooks make of grad."""
        return reduce(through, tuple(self.values()), grad)

# %% right: snapshot_with_numbers
@piece
class TensorHooks:
    def add(self, number, hook):
        """Keep a hook, which is called after those that are there."""
        self[number] = hook

    def remove(self, number):
        """Take a hook away, if it is there."""
        if self.get(number) is None:
            return
        self.pop(number)

    def run(self, grad):
        """What the hooks make of grad."""
        for _, hook in tuple(self.items()):
            before = grad
            grad = hook(before)
            if grad is None:
                grad = before
        return grad

# %% wrong: loop_over_the_dict_itself
# why: The loop goes over the dict itself. If a hook removes itself or registers another, the dict changes
# its size during the loop, which is an error. Go through a list of the hooks that were there at first.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in self.values():
            new = hook(grad)
            if new is not None:
                grad = new
        return grad

# %% wrong: called_to_look_and_to_take
# why: Each hook is called once to see whether it returns something, and once more to take that. It must be
# called once: keep the result under a name.
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

# %% wrong: or_the_old_one
# why: `hook(grad) or grad` asks whether the result is true. A tensor with several entries has no truth, and
# a gradient of 0 is taken for nothing. Ask `is not None`.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in list(self.values()):
            grad = hook(grad) or grad
        return grad

# %% wrong: removed_ones_are_skipped
# why: The numbers are listed at the beginning, but the hooks are looked up later, and those that were
# removed meanwhile are skipped. A removal counts from the next call of run on; this one calls all that
# were there.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for number in list(self):
            if number not in self:
                continue
            out = self[number](grad)
            if out is not None:
                grad = out
        return grad

# %% wrong: second_removal_fails
# why: `del` raises a KeyError if the hook is gone already. handle.remove() may be called twice, and then
# nothing must happen.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        del self[number]

    def run(self, grad):
        hooks = list(self.values())
        for h in hooks:
            r = h(grad)
            if r is not None:
                grad = r
        return grad

# %% wrong: every_hook_gets_the_first_one
# why: Every hook is called with the gradient that came in. Each but the first must get what those before it
# made of it.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        result = grad
        for hook in list(self.values()):
            new = hook(grad)
            if new is not None:
                result = new
        return result

# %% wrong: nothing_arrived_nothing_called
# why: If grad is None the hooks are not called at all. They are called all the same, and may even return a
# gradient.
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
            out = hook(grad)
            grad = out if out is not None else grad
        return grad

# %% wrong: same_hook_kept_once
# why: A hook that is there already is not kept a second time. If the same function is registered twice it
# has two numbers, and is called twice.
@piece
class TensorHooks:
    def add(self, number, hook):
        if hook not in self.values():
            self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in tuple(self.values()):
            changed = hook(grad)
            if changed is not None:
                grad = changed
        return grad
