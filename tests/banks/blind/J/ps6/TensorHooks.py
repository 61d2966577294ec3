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

# %% right: with_a_copy
@piece
class TensorHooks:
    def add(self, number, hook):
        self.update({number: hook})

    def remove(self, number):
        if number in self:
            del self[number]

    def run(self, grad):
        waiting = self.copy()
        for number in waiting:
            new = waiting[number](grad)
            grad = grad if new is None else new
        return grad

# %% wrong: loops_over_itself
# why: The loop runs over the dict itself, and a hook that removes itself or registers another changes its size under way, which is an error. A list of the hooks that were there at the beginning must be made first.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in self.values():
            result = hook(grad)
            if result is not None:
                grad = result
        return grad

# %% wrong: truth_of_the_result
# why: `hook(grad) or grad` asks whether the result counts as true. A gradient of 0 is passed over as if it were None, and a tensor with several entries has no truth at all. The question is `is not None`.
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

# %% wrong: called_to_look
# why: Each hook is called once to see whether it returns something, and once more to take it. A hook must be called once; keep its result under a name.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in tuple(self.values()):
            if hook(grad) is not None:
                grad = hook(grad)
        return grad

# %% wrong: skips_what_was_removed
# why: A hook that another one has removed during this run is passed over. A removal counts from the next run on: this one calls all hooks that were there when it began.
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
            result = self[number](grad)
            if result is not None:
                grad = result
        return grad

# %% wrong: looked_up_under_way
# why: Only the numbers are listed at the beginning, and the hooks are looked up under way. If a hook has removed a later one, its number is not there any more: KeyError. The hooks themselves must be in the list.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for number in list(self.keys()):
            out = self[number](grad)
            if out is not None:
                grad = out
        return grad

# %% wrong: removed_twice
# why: `del self[number]` is a KeyError if the hook is gone already. handle.remove() may be called a second time, and then nothing happens.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        del self[number]

    def run(self, grad):
        for hook in list(self.values()):
            result = hook(grad)
            grad = result if result is not None else grad
        return grad

# %% wrong: sorted_by_number
# why: The hooks are called in the order of their numbers. Asked for is the order in which they were added, and the numbers are names only.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        hooks = [self[n] for n in sorted(self)]
        for h in hooks:
            r = h(grad)
            if r is not None:
                grad = r
        return grad

# %% wrong: all_get_the_first_gradient
# why: Every hook is called with the gradient that arrived, and the last result wins. Each one should get what those before it have made of the gradient.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        final = grad
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                final = result
        return final

# %% wrong: nothing_for_none
# why: If grad is None, the method returns at once. The hooks are called all the same, also where nothing has arrived.
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
            result = hook(grad)
            if result is not None:
                grad = result
        return grad

# %% wrong: same_hook_only_once
# why: A function that is there already is not kept a second time. Who registers it twice has two hooks, with two numbers, and it is called twice.
@piece
class TensorHooks:
    def add(self, number, hook):
        if hook not in self.values():
            self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad

# %% wrong: list_of_the_class
# why: The hooks are kept in a list that belongs to the class, so all tensors share it, and the hooks of one are called for another. self is a dict that each tensor has for itself, and they belong there.
@piece
class TensorHooks:
    entries = []

    def add(self, number, hook):
        TensorHooks.entries.append((number, hook))

    def remove(self, number):
        TensorHooks.entries = [e for e in TensorHooks.entries if e[0] != number]

    def run(self, grad):
        for number, hook in TensorHooks.entries:
            result = hook(grad)
            if result is not None:
                grad = result
        return grad

# %% right: folded
from functools import reduce


def call(grad, hook):
    result = hook(grad)
    return grad if result is None else result


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
        return reduce(call, tuple(self.values()), grad)
