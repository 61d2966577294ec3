# %% right: map
@piece
def needs_input_grad(args):
    def wanted(arg):
        if not isinstance(arg, torch.Tensor):
            return False
        return arg.requires_grad

    return tuple(map(wanted, args))

# %% right: start_with_false
@piece
def needs_input_grad(args):
    flags = [False] * len(args)
    for place, arg in enumerate(args):
        if isinstance(arg, torch.Tensor):
            flags[place] = arg.requires_grad
    return tuple(flags)

# %% wrong: attribute_asked
# why: It asks for the attribute requires_grad, whatever the argument is. An object that is no tensor but has such an attribute gets True.
@piece
def needs_input_grad(args):
    return tuple(bool(getattr(arg, "requires_grad", False)) for arg in args)

# %% wrong: exact_type
# why: The type must be Tensor itself. A Parameter, or another subclass, is a tensor too and gets False.
@piece
def needs_input_grad(args):
    result = ()
    for arg in args:
        if type(arg) is torch.Tensor and arg.requires_grad:
            result += (True,)
        else:
            result += (False,)
    return result

# %% wrong: looks_into_lists
# why: It looks into lists and tuples. A tensor in a list is no argument.
@piece
def needs_input_grad(args):
    def needs(arg):
        if isinstance(arg, (list, tuple)):
            return any(needs(each) for each in arg)
        return isinstance(arg, torch.Tensor) and arg.requires_grad

    return tuple(needs(arg) for arg in args)

# %% wrong: others_left_out
# why: Arguments that are no tensors get no place, so the places of those behind shift.
@piece
def needs_input_grad(args):
    flags = []
    for arg in args:
        try:
            if isinstance(arg, torch.Tensor):
                flags.append(arg.requires_grad)
        except AttributeError:
            flags.append(False)
    return tuple(flags)

# %% wrong: grad_fn_asked
# why: It asks for grad_fn. A leaf that requires grad has none and gets False.
@piece
def needs_input_grad(args):
    return tuple(
        [isinstance(arg, torch.Tensor) and arg.grad_fn is not None for arg in args]
    )
