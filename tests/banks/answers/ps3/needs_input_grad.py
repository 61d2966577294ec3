"""Answers to needs_input_grad."""

from banks.answers.bank import answers_to

import minigrad as torch

right, wrong = answers_to("needs_input_grad")

# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)


@right
def with_a_loop(args):
    found = ()
    for arg in args:
        if isinstance(arg, torch.Tensor):
            found += (arg.requires_grad,)
        else:
            found += (False,)
    return found


@right
def one_after_the_other(args):
    found = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            found.append(arg.requires_grad)
        else:
            found.append(False)
    return tuple(found)


# -- wrong -----------------------------------------------------------------------------


@wrong("Every tensor counts")
def every_tensor(args):
    return tuple(isinstance(arg, torch.Tensor) for arg in args)


@wrong("places of the others shift")
def tensors_alone(args):
    return tuple(arg.requires_grad for arg in args if isinstance(arg, torch.Tensor))


@wrong("Only leaves count")
def leaves(args):
    return tuple(
        isinstance(arg, torch.Tensor) and arg.is_leaf and arg.requires_grad
        for arg in args
    )


@wrong("Every leaf counts")
def is_leaf(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.is_leaf for arg in args)


@wrong("Only results of operations")
def grad_fn(args):
    return tuple(getattr(arg, "grad_fn", None) is not None for arg in args)


@wrong("breaks a rule", "type list: return a tuple")
def a_list(args):
    return [isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args]


@wrong("type generator: return a tuple")
def a_generator(args):
    return (isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)


@wrong("looks into lists")
def into_lists(args):
    def needed(arg):
        if isinstance(arg, (list, tuple)):
            return any(map(needed, arg))
        return isinstance(arg, torch.Tensor) and arg.requires_grad

    return tuple(map(needed, args))


@wrong("Every argument is said")
def all_of_them(args):
    return (True,) * len(args)


@wrong("No argument is said")
def none_of_them(args):
    return (False,) * len(args)


@wrong("floating-point")
def floats(args):
    return tuple(
        isinstance(arg, torch.Tensor) and arg.is_floating_point() for arg in args
    )


@wrong("Inside of no_grad it says False")
def if_recorded(args):
    return tuple(
        torch.is_grad_enabled() and isinstance(arg, torch.Tensor) and arg.requires_grad
        for arg in args
    )


@wrong("negated")
def negated(args):
    return tuple(not each for each in as_in_the_book(args))


@wrong("one answer for all")
def together(args):
    return (any(as_in_the_book(args)),) * len(args)


@wrong("ctx is none of them")
def with_ctx(args):
    return (False, *as_in_the_book(args))


@wrong("raised AttributeError", "only a tensor has requires_grad")
def without_isinstance(args):
    return tuple(arg.requires_grad for arg in args)


@wrong("returned None")
def no_return(args):
    as_in_the_book(args)


@wrong("type NoneType in it")
def none_for_no(args):
    return tuple(
        arg.requires_grad if isinstance(arg, torch.Tensor) else None for arg in args
    )


@wrong("Both must hold")
def by_or(args):
    return tuple(isinstance(arg, torch.Tensor) or arg.requires_grad for arg in args)


@wrong("torch.nn.Parameter, are left out")
def plain_tensors(args):
    return tuple(type(arg) is torch.Tensor and arg.requires_grad for arg in args)


@wrong("The class is torch.Tensor")
def the_module(args):
    return tuple(isinstance(arg, torch) and arg.requires_grad for arg in args)


@wrong("type bool: return a tuple")
def the_first(args):
    for arg in args:
        return isinstance(arg, torch.Tensor) and arg.requires_grad


@wrong("Whatever has a requires_grad counts")
def by_attribute(args):
    return tuple([bool(getattr(arg, "requires_grad", False)) for arg in args])
