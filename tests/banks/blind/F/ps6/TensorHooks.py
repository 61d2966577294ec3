# %% right: plain
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
# %% right: ask_then_delete
@piece
class TensorHooks:
    def add(self, number, hook):
        self.update({number: hook})

    def remove(self, number):
        if number in self:
            del self[number]

    def run(self, grad):
        hooks = dict(self)
        for number in hooks:
            new = hooks[number](grad)
            grad = grad if new is None else new
        return grad
# %% right: try_it
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
        current = grad
        for _, hook in tuple(self.items()):
            answer = hook(current)
            if answer is None:
                continue
            current = answer
        return current
# %% right: reduce
from functools import reduce


def one_hook(grad, hook):
    result = hook(grad)
    return grad if result is None else result


@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        return reduce(one_hook, [*self.values()], grad)
# %% right: while_loop
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook
        return None

    def remove(self, number):
        if self.get(number) is not None:
            self.pop(number)

    def run(self, grad):
        waiting = [self[number] for number in self]
        i = 0
        while i < len(waiting):
            returned = waiting[i](grad)
            if not (returned is None):
                grad = returned
            i = i + 1
        return grad
# %% wrong: live_dict
# why: The loop runs over the dict itself; a hook that removes itself changes it, which is an error.
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
# %% wrong: none_replaces
# why: What the hook returns replaces the gradient even if it is None.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in list(self.values()):
            grad = hook(grad)
        return grad
# %% wrong: truth_of_the_result
# why: `if result:` asks for the truth of a tensor: an error for several numbers, and a 0 is passed over.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in list(self.values()):
            result = hook(grad)
            if result:
                grad = result
        return grad
# %% wrong: called_twice
# why: Each hook is called twice, once to look and once more to take the result.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in list(self.values()):
            if hook(grad) is not None:
                grad = hook(grad)
        return grad
# %% wrong: all_get_the_first
# why: Every hook gets the original gradient and not what those before it made of it.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        first = grad
        for hook in list(self.values()):
            result = hook(first)
            if result is not None:
                grad = result
        return grad
# %% wrong: nothing_arrived
# why: If the gradient is None the hooks are not called.
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
# %% wrong: removed_twice
# why: A hook that is gone already raises a KeyError at the second remove.
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
# %% wrong: attribute
# why: self is a dict and has no attribute `hooks`: an error.
@piece
class TensorHooks:
    def add(self, number, hook):
        self.hooks[number] = hook

    def remove(self, number):
        self.hooks.pop(number, None)

    def run(self, grad):
        for hook in list(self.hooks.values()):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad
# %% wrong: last_first
# why: The hooks are called in the opposite order.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in reversed(list(self.values())):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad
# %% wrong: sorted_by_number
# why: The hooks are sorted by number, and not called in the order in which they were added.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for _, hook in sorted(self.items(), key=lambda pair: pair[0]):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad
# %% wrong: return_in_the_loop
# why: return stands inside the loop, so only the first hook is called (and none gives None).
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
# %% wrong: no_return
# why: run does not return the gradient.
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
# %% wrong: removed_are_skipped
# why: A hook that another one removes in this run is left out at once, and that should count from the next run on.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for number, hook in list(self.items()):
            if number not in self:
                continue
            result = hook(grad)
            if result is not None:
                grad = result
        return grad
# %% wrong: new_ones_join_in
# why: A hook that is registered in this run is called in it, and should wait for the next.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        called = set()
        while set(self) - called:
            for number, hook in list(self.items()):
                if number not in called:
                    called.add(number)
                    result = hook(grad)
                    if result is not None:
                        grad = result
        return grad
# %% wrong: own_numbers
# why: Hooks are kept under the number of hooks there are, not under their own: remove takes the wrong one.
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
# %% wrong: cleared
# why: The hooks are thrown away after the first run.
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
        self.clear()
        return grad
# %% wrong: or
# why: `hook(grad) or grad` asks for the truth of a tensor.
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
# %% wrong: remove_all
# why: remove empties everything in place of taking one hook away.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.clear()

    def run(self, grad):
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad
# %% wrong: one_hook_only
# why: A new hook drives out those that were there.
@piece
class TensorHooks:
    def add(self, number, hook):
        self.clear()
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad
# %% wrong: added_in_front
# why: The result is added to the gradient instead of taking its place.
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
                grad = grad + result
        return grad
