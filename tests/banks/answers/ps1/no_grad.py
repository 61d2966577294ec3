"""Answers to no_grad."""

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("no_grad")


class Enter:
    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)


# -- right -----------------------------------------------------------------------------


@right
class AsInTheBook(Enter):
    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


@right
class OnlyWhereItWasOn:
    def __enter__(self):
        self.was_on = torch.is_grad_enabled()
        if self.was_on:
            torch.set_grad_enabled(False)
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        torch.set_grad_enabled(bool(self.was_on))
        return False


@right
class WithTheSwitchOfMinigrad:
    """Keeps the object that set_grad_enabled makes: it knows what was before."""

    def __enter__(self):
        self.switch = torch.set_grad_enabled(torch.is_grad_enabled())
        self.kept = self.switch.enabled
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.kept)


# -- wrong -----------------------------------------------------------------------------


@wrong("always switched on at the end")
class SwitchesOn(Enter):
    def __exit__(self, *exc_info):
        torch.set_grad_enabled(True)


@wrong("stays off when the block ends by an exception")
class NotAfterAnException(Enter):
    def __exit__(self, exc_type, exc_value, traceback):
        if exc_type is not None:
            return False
        torch.set_grad_enabled(self.before)


@wrong("swallows the exception")
class Swallows(Enter):
    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)
        return self


@wrong("not switched off inside")
class OnlyLooks:
    def __enter__(self):
        self.before = torch.is_grad_enabled()

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


@wrong("Recording stays off after the block")
class NeverOnAgain(Enter):
    def __exit__(self, *exc_info):
        pass


@wrong("looked up when recording is off already", "Look first")
class LooksTooLate:
    def __enter__(self):
        torch.set_grad_enabled(False)
        self.before = torch.is_grad_enabled()

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


@wrong("kept in one place for all blocks", "keep it on self")
class InAGlobal:
    def __enter__(self):
        global before
        before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(before)


before = True


@wrong("block turns recording to the opposite of what it is")
class Toggles:
    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(not self.before)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


@wrong("At the end recording is turned to the opposite")
class TogglesAtTheEnd(Enter):
    def __exit__(self, *exc_info):
        torch.set_grad_enabled(not torch.is_grad_enabled())


@wrong("switched on inside of the block, and not off")
class TheWrongWayRound:
    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(True)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.before)


@wrong("raised AttributeError", "self.befor", "Did you mean before?")
class Misspelt(Enter):
    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.befor)


@wrong("raised TypeError", "positional argument")
class ExitWithoutArguments(Enter):
    def __exit__(self):
        torch.set_grad_enabled(self.before)


@wrong("Nothing is switched", "only makes an object")
class MakesObjects:
    def __enter__(self):
        torch.no_grad()

    def __exit__(self, *exc_info):
        torch.enable_grad()


@wrong("raised TypeError", "write self as its first parameter")
class WithoutSelf:
    def __enter__():
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(True)


@wrong("list that all blocks and all threads share")
class InAListOfTheClass:
    found: list = []  # noqa: RUF012

    def __enter__(self):
        self.found.append(torch.is_grad_enabled())
        torch.set_grad_enabled(False)

    def __exit__(self, *exc_info):
        torch.set_grad_enabled(self.found.pop())
