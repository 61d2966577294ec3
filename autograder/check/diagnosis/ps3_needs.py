"""Mistakes in needs_input_grad, each as a wrong version."""

import minigrad as torch

from .versions import wrong_version


def is_tensor(arg: object) -> bool:
    return isinstance(arg, torch.Tensor)


def wrong_needs(says: str):
    """A wrong version that says something about each argument by itself."""

    def add(rule):
        def needs_input_grad(args):
            return tuple(rule(arg) for arg in args)

        needs_input_grad.__name__ = rule.__name__
        wrong_version("needs_input_grad", says)(needs_input_grad)
        return rule

    return add


@wrong_needs("Every tensor counts. Only those that require grad need a gradient.")
def any_tensor(arg):
    return is_tensor(arg)


@wrong_needs(
    "Every tensor counts, since or asks its second half only where the first is False. "
    "Both must hold: and."
)
def by_or(arg):
    return is_tensor(arg) or arg.requires_grad


@wrong_needs(
    "Tensors of a class of their own, such as torch.nn.Parameter, are left out: "
    "isinstance(arg, torch.Tensor) is true of them, too."
)
def plain_tensors(arg):
    return type(arg) is torch.Tensor and arg.requires_grad


@wrong_needs("Every argument is said to need a gradient.")
def everything(arg):
    return True


@wrong_needs("No argument is said to need a gradient.")
def nothing(arg):
    return False


@wrong_needs(
    "Only leaves count. The result of an operation needs its gradient too: it is "
    "handed on from there."
)
def leaves(arg):
    return is_tensor(arg) and arg.requires_grad and arg.is_leaf


@wrong_needs(
    "Every leaf counts. A leaf that requires no grad needs none, and a result of an "
    "operation may need one."
)
def any_leaf(arg):
    return is_tensor(arg) and arg.is_leaf


@wrong_needs(
    "Only results of operations count (grad_fn). A leaf that requires grad needs its "
    "gradient too."
)
def results(arg):
    return is_tensor(arg) and arg.grad_fn is not None


@wrong_needs("The answer is negated.")
def negated(arg):
    return not (is_tensor(arg) and arg.requires_grad)


@wrong_needs(
    "Every tensor of floating-point numbers counts. Only those that require grad need "
    "a gradient."
)
def floating(arg):
    return is_tensor(arg) and arg.dtype.is_floating_point


@wrong_needs(
    "It looks into lists. A Function sees direct arguments only; a tensor in a list is "
    "an object like any other."
)
def in_lists(arg):
    parts = arg if isinstance(arg, list | tuple) else [arg]
    return any(is_tensor(each) and each.requires_grad for each in parts)


@wrong_needs(
    "Inside of no_grad it says False. It says what the tensors are, whether anything "
    "is recorded or not."
)
def if_recorded(arg):
    return is_tensor(arg) and arg.requires_grad and torch.is_grad_enabled()


@wrong_needs("Every number counts. Only tensors can need a gradient.")
def numbers_too(arg):
    return isinstance(arg, float) or (is_tensor(arg) and arg.requires_grad)


def wrong_together(says: str):
    """A wrong version that says something about all arguments together."""

    def add(own):
        def needs_input_grad(args):
            return tuple(own([is_tensor(a) and a.requires_grad for a in args]))

        needs_input_grad.__name__ = own.__name__
        wrong_version("needs_input_grad", says)(needs_input_grad)
        return own

    return add


@wrong_together("The answers stand in the wrong order.")
def backwards(found):
    return found[::-1]


@wrong_together("There is one answer for all arguments together.")
def all_together(found):
    return [any(found)] * len(found)
