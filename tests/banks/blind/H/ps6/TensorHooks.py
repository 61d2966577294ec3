# %% right: tuple_of_values
@piece
class TensorHooks:
    def add(self, number, hook):
        self.update({number: hook})

    def remove(self, number):
        if number in self:
            del self[number]

    def run(self, grad):
        for hook in tuple(self.values()):
            new = hook(grad)
            grad = grad if new is None else new
        return grad

# %% right: sorted_copy_and_while
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        try:
            self.pop(number)
        except KeyError:
            pass

    def run(self, grad):
        waiting = [self[number] for number in self]
        waiting.reverse()
        while waiting:
            answer = waiting.pop()(grad)
            if answer is not None:
                grad = answer
        return grad

# %% wrong: or_instead_of_is_none
# why: "or" asks whether the result is true: a hook that returns 0 is passed over, and a tensor of several numbers has no truth.
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

# %% wrong: called_to_look_and_to_take
# why: Each hook is called once to look whether it returns something and once more to take it.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        hooks = list(self.items())
        for _, hook in hooks:
            if hook(grad) is not None:
                grad = hook(grad)
        return grad

# %% wrong: nothing_arrived_nobody_called
# why: If grad is None the hooks are not called at all, but they are to be called all the same.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        result = grad
        for hook in [*self.values()]:
            if result is None:
                return None
            changed = hook(result)
            if changed is not None:
                result = changed
        return result

# %% wrong: removed_hooks_are_skipped
# why: A hook that was removed by an earlier hook of this run is left out, though this run calls all that were there when it began.
@piece
class TensorHooks:
    def add(self, number, hook):
        self.setdefault(number, hook)

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for number in list(self.keys()):
            hook = self.get(number)
            if hook is None:
                continue
            out = hook(grad)
            if out is not None:
                grad = out
        return grad

# %% wrong: each_gets_the_first_gradient
# why: Every hook is handed the gradient that came in, and not what those before it made of it.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        if number in self.keys():
            self.pop(number)

    def run(self, grad):
        results = [hook(grad) for hook in list(self.values())]
        results = [each for each in results if each is not None]
        return results[-1] if results else grad
