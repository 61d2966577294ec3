# %% right: list_then_tuple
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    answers = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            answers.append(bool(arg.requires_grad))
        else:
            answers.append(False)
    return tuple(answers)

# %% right: map_a_question
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""

    def wanted(arg):
        return arg.requires_grad is True if isinstance(arg, torch.Tensor) else False

    return (*map(wanted, args),)

# %% wrong: whatever_has_the_attribute
# why: it asks for an attribute requires_grad instead of for a tensor; another object with such an attribute is no tensor and must give False.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(bool(getattr(arg, "requires_grad", False)) for arg in args)

# %% wrong: only_tensors_have_a_place
# why: arguments that are no tensors are left out, so the places of the others shift; every argument has a place.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    flags = ()
    for arg in args:
        if isinstance(arg, torch.Tensor):
            flags = flags + (arg.requires_grad,)
    return flags

# %% wrong: only_leaves
# why: only leaves are counted; a tensor in the middle of the graph requires grad as well, and its gradient is needed.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(
        isinstance(arg, torch.Tensor) and arg.is_leaf and arg.requires_grad for arg in args
    )

# %% wrong: looks_into_lists
# why: a list with a tensor that requires grad gives True; a Function does not look into lists.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""

    def ask(arg):
        if isinstance(arg, (list, tuple)):
            return any(ask(each) for each in arg)
        return isinstance(arg, torch.Tensor) and arg.requires_grad

    return tuple(ask(arg) for arg in args)

# %% wrong: a_list_is_returned
# why: the result is a list; ctx.needs_input_grad is a tuple.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    result = [False] * len(args)
    for place, arg in enumerate(args):
        if isinstance(arg, torch.Tensor) and arg.requires_grad:
            result[place] = True
    return result
