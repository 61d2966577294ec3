"""Answers to TensorHooks."""

from banks.answers.bank import answers_to

right, wrong = answers_to("TensorHooks")


class Book:
    """The right answer, which the wrong ones change at one place."""

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


# -- right -----------------------------------------------------------------------------


@right
class AsInTheBook(Book):
    add = Book.add


@right
class ByQuestions:
    def add(self, number, hook):
        self.update({number: hook})

    def remove(self, number):
        if number in self:
            del self[number]

    def run(self, grad):
        hooks = tuple(self.values())
        for hook in hooks:
            new = hook(grad)
            grad = grad if new is None else new
        return grad


@right
class ByTheirNumbers:
    def add(self, number, hook):
        self[number] = hook

    def remove(self, number):
        try:
            del self[number]
        except KeyError:
            pass

    def run(self, grad):
        there = [self[number] for number in sorted(self)]
        for hook in there:
            replaced = hook(grad)
            if replaced is None:
                continue
            grad = replaced
        return grad


@right
class WithACopy:
    def add(self, number, hook):
        self.setdefault(number, hook)

    def remove(self, number):
        if self.get(number) is None:
            return
        self.pop(number)

    def run(self, grad):
        result = grad
        for _, hook in self.copy().items():
            answer = hook(result)
            if answer is not None:
                result = answer
        return result


# -- wrong -----------------------------------------------------------------------------


@wrong("None", "the place of the gradient")
class NoneReplaces(Book):
    def run(self, grad):
        for hook in list(self.values()):
            grad = hook(grad)
        return grad


@wrong("reverse")
class Backwards(Book):
    def run(self, grad):
        for hook in reversed(list(self.values())):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad


@wrong("reverse")
class AddedInFront(Book):
    def add(self, number, hook):
        others = dict(self)
        self.clear()
        self[number] = hook
        self.update(others)


@wrong("twice")
class CalledTwice(Book):
    def run(self, grad):
        for hook in list(self.values()):
            if hook(grad) is not None:
                grad = hook(grad)
        return grad


@wrong("handle")
class DeadHandle(Book):
    def remove(self, number):
        pass


@wrong()  # the number in its error is another each time
class RemovedTwice(Book):
    def remove(self, number):
        del self[number]


@wrong("last")
class TheLastIsRemoved(Book):
    def remove(self, number):
        if self:
            self.popitem()


@wrong("all hooks")
class AllAreRemoved(Book):
    def remove(self, number):
        self.clear()


@wrong("list of the hooks")
class OverTheDictItself(Book):
    def run(self, grad):
        for hook in self.values():
            result = hook(grad)
            if result is not None:
                grad = result
        return grad


@wrong("what those before it made")
class EachGetsTheFirst(Book):
    def run(self, grad):
        found = grad
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                found = result
        return found


@wrong("what those before it made")
class AllAreAdded(Book):
    def run(self, grad):
        results = [hook(grad) for hook in list(self.values())]
        results = [each for each in results if each is not None]
        return sum(results) if results else grad


@wrong("looked at", "not used")
class ResultsAreIgnored(Book):
    def run(self, grad):
        for hook in list(self.values()):
            hook(grad)
        return grad


@wrong("first hook")
class ReturnInTheLoop(Book):
    def run(self, grad):
        for hook in list(self.values()):
            result = hook(grad)
            return grad if result is None else result
        return grad


@wrong("Only the last")
class OneHookAlone(Book):
    def add(self, number, hook):
        self.clear()
        self[number] = hook


@wrong("registers")
class ThoseThatComeAreCalled(Book):
    def run(self, grad):
        called = set()
        while left := [number for number in self if number not in called]:
            called.add(left[0])
            result = self[left[0]](grad)
            if result is not None:
                grad = result
        return grad


@wrong("returned None")
class NothingReturned(Book):
    def run(self, grad):
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                grad = result


@wrong("no gradient")
class NotCalledWithNone(Book):
    def run(self, grad):
        if grad is None:
            return None
        for hook in list(self.values()):
            result = hook(grad)
            if result is not None:
                grad = result
        return grad


@wrong("Boolean value")
class AskedByTruth(Book):
    def run(self, grad):
        for hook in list(self.values()):
            grad = hook(grad) or grad
        return grad
