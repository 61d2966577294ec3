# %% right: a_snapshot_by_numbers
@piece
class TensorHooks:
    def add(self, number, hook):
        self.update({number: hook})

    def remove(self, number):
        if number in self:
            del self[number]

    def run(self, grad):
        snapshot = dict(self.items())
        for number in snapshot:
            returned = snapshot[number](grad)
            grad = grad if returned is None else returned
        return grad


# %% right: one_after_the_other_by_recursion
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        def through(hooks, value):
            if not hooks:
                return value
            first, *others = hooks
            made = first(value)
            if made is None:
                made = value
            return through(others, made)

        return through(tuple(self.values()), grad)


# %% wrong: what_is_false_is_dropped
# why: `or` asks for the truth of the gradient. A hook that returns 0 is ignored, and a tensor with several entries has no truth value.
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


# %% wrong: each_hook_is_called_twice
# why: A hook is called once to see whether it returns something, and once more for what it returns. A hook that prints or counts does so twice.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        if number in self:
            self.pop(number)

    def run(self, grad):
        hooks = [self[number] for number in self]
        for hook in hooks:
            if hook(grad) is not None:
                grad = hook(grad)
        return grad


# %% wrong: removed_while_running
# why: Each hook is looked up only when its turn comes. One that another hook has removed in this run is not called any more, although it was there at the beginning.
@piece
class TensorHooks:
    def add(self, number, hook):
        self.setdefault(number, hook)

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        for number in tuple(self.keys()):
            hook = self.get(number)
            if hook is None:
                continue
            result = hook(grad)
            if result is not None:
                grad = result
        return grad


# %% wrong: nothing_to_do_for_none
# why: If no gradient has arrived, run returns at once. The hooks are to be called all the same, and may put a gradient there.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        try:
            del self[number]
        except KeyError:
            pass

    def run(self, grad):
        if grad is None:
            return None
        current = grad
        for hook in [*self.values()]:
            answer = hook(current)
            if answer is not None:
                current = answer
        return current


# %% wrong: every_hook_sees_the_first_gradient
# why: Each hook gets the gradient that came in, and not what the hooks before it made of it: only the last one that returns something counts.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        answers = [hook(grad) for hook in list(self.values())]
        answers = [answer for answer in answers if answer is not None]
        return answers[-1] if answers else grad
