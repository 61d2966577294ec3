# %% right: tuple_of_and
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% right: loop_with_else
@piece
def needs_input_grad(args):
    needs = []
    for a in args:
        if isinstance(a, torch.Tensor):
            needs.append(a.requires_grad)
        else:
            needs.append(False)
    return tuple(needs)

# %% right: mapped_helper
def wanted(value):
    if not isinstance(value, torch.Tensor):
        return False
    return value.requires_grad


@piece
def needs_input_grad(args):
    return tuple(map(wanted, args))

# %% right: falses_first
@piece
def needs_input_grad(args):
    flags = [False] * len(args)
    for i, arg in enumerate(args):
        if isinstance(arg, torch.Tensor):
            flags[i] = bool(arg.requires_grad)
    return (*flags,)

# %% wrong: any_attribute_counts
# why: Whatever has an attribute requires_grad counts here, also if it is no tensor. Ask first whether
# the argument is a tensor, with isinstance.
@piece
def needs_input_grad(args):
    return tuple(bool(getattr(arg, "requires_grad", False)) for arg in args)

# %% wrong: generator_returned
# why: Round brackets around a comprehension make a generator, which has no places and can be read only
# once. Make a tuple of it: tuple(...).
@piece
def needs_input_grad(args):
    return (isinstance(a, torch.Tensor) and a.requires_grad for a in args)

# %% wrong: leaves_only
# why: Only leaves get True, but a tensor that was computed from them requires grad as well, and the
# gradient must go on through it. Ask requires_grad alone.
@piece
def needs_input_grad(args):
    result = ()
    for arg in args:
        if isinstance(arg, torch.Tensor):
            result += (arg.is_leaf and arg.requires_grad,)
        else:
            result += (False,)
    return result

# %% wrong: looks_into_lists
# why: A list gets True if a tensor in it requires grad. A Function does not look into lists: a list is
# no tensor, so its entry is False.
@piece
def needs_input_grad(args):
    def needs(arg):
        if isinstance(arg, (list, tuple)):
            return any(needs(each) for each in arg)
        return isinstance(arg, torch.Tensor) and arg.requires_grad

    return tuple(needs(arg) for arg in args)

# %% wrong: none_instead_of_false
# why: For what is no tensor the helper ends without a return, so the entry is None. Each entry must be
# a bool, here False.
def check_one(arg):
    if isinstance(arg, torch.Tensor):
        return arg.requires_grad


@piece
def needs_input_grad(args):
    return tuple([check_one(arg) for arg in args])

# %% wrong: first_argument_taken_for_ctx
# why: The first argument is left out as if it were ctx, but args comes without ctx already. Every
# argument has its place in the tuple.
@piece
def needs_input_grad(args):
    return tuple(isinstance(a, torch.Tensor) and a.requires_grad for a in args[1:])

# %% wrong: exact_type
# why: type(arg) == torch.Tensor is not true of a subclass such as a Parameter, which then gets False
# though it requires grad. Use isinstance.
@piece
def needs_input_grad(args):
    out = []
    for arg in args:
        out.append(type(arg) == torch.Tensor and arg.requires_grad)
    return tuple(out)

# %% wrong: asks_for_a_grad
# why: It is asked whether a .grad is there already, not whether the tensor requires one. Before the
# first backward every entry is False; ask arg.requires_grad.
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.grad is not None for arg in args)
