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

# %% right: try_and_copy
@piece
class TensorHooks:
    def add(self, number, hook):
        self.update({number: hook})

    def remove(self, number):
        try:
            del self[number]
        except KeyError:
            pass

    def run(self, grad):
        hooks = dict(self)
        for number in hooks:
            new = hooks[number](grad)
            grad = grad if new is None else new
        return grad

# %% right: reduce
from functools import reduce


def after(grad, hook):
    new = hook(grad)
    return grad if new is None else new


@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        if number in self:
            del self[number]

    def run(self, grad):
        return reduce(after, tuple(self.values()), grad)

# %% right: sorted_by_number
@piece
class TensorHooks:
    def add(self, number, hook):
        self.setdefault(number, hook)

    def remove(self, number):
        self.pop(number, None)

    def run(self, grad):
        current = grad
        todo = [self[n] for n in sorted(self)]
        while todo:
            answer = todo.pop(0)(current)
            if answer is None:
                continue
            current = answer
        return current

# %% wrong: loop_over_the_dict_itself
# why: The loop goes over the dict itself. A hook that removes itself or registers another changes it meanwhile, and Python stops with an error; go through a list of the hooks that were there at the beginning.
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

# %% wrong: removed_hooks_skipped
# why: A hook that another one has removed during the run is not called any more. A removal counts from the next call of run on; this one must call all hooks that were there when it began.
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

# %% wrong: truth_of_the_result
# why: `hook(grad) or grad` asks for the truth of what the hook returned: an error for a tensor with several numbers, and a gradient of 0 is thrown away. Only None leaves the gradient as it is.
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

# %% wrong: each_gets_the_first_grad
# why: Every hook is called with the gradient that run was given. The second and all later ones must get what those before made of it.
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

# %% wrong: second_removal_fails
# why: remove deletes without a question, so that a second call for the same hook is a KeyError. If the hook is gone already nothing should happen.
@piece
class TensorHooks:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        del self[number]

    def run(self, grad):
        for hook in [*self.values()]:
            changed = hook(grad)
            if changed is not None:
                grad = changed
        return grad

# %% wrong: nothing_to_do_without_grad
# why: If the gradient is None, run returns at once. The hooks must be called all the same, with None.
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
# why: A hook that is kept already is not added again. The same function may be registered twice, under two numbers, and is then called twice.
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

# %% wrong: called_to_look_and_to_take
# why: Each hook is called once to see whether it returns None, and once more to take the result. It must be called once; keep what it returned under a name.
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
