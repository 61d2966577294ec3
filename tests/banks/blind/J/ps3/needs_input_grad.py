# %% right: tuple_of_generator
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% right: loop_and_append
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    needs = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            needs.append(arg.requires_grad)
        else:
            needs.append(False)
    return tuple(needs)

# %% right: map_and_helper
def wants(arg):
    if not isinstance(arg, torch.Tensor):
        return False
    return bool(arg.requires_grad)


@piece
def needs_input_grad(args):
    return (*map(wants, args),)

# %% right: growing_tuple
@piece
def needs_input_grad(args):
    result = ()
    for each in args:
        result += (isinstance(each, torch.Tensor) and each.requires_grad,)
    return result

# %% wrong: a_list
# why: A list is returned where a tuple is asked for.
@piece
def needs_input_grad(args):
    return [isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args]

# %% wrong: duck_typing
# why: Anything that has an attribute requires_grad counts. What is no tensor must give False, whatever
# attributes it has, so the type must be asked.
@piece
def needs_input_grad(args):
    needs = []
    for arg in args:
        try:
            needs.append(arg.requires_grad)
        except AttributeError:
            needs.append(False)
    return tuple(needs)

# %% wrong: asked_in_the_wrong_order
# why: requires_grad is asked before the type, so a number raises an AttributeError. First ask whether it is
# a tensor.
@piece
def needs_input_grad(args):
    return tuple(arg.requires_grad and isinstance(arg, torch.Tensor) for arg in args)

# %% wrong: leaves_only
# why: Only leaves count. A tensor that was computed and requires grad needs its gradient too.
@piece
def needs_input_grad(args):
    return tuple(
        isinstance(arg, torch.Tensor) and arg.is_leaf and arg.requires_grad for arg in args
    )

# %% wrong: only_what_has_a_node
# why: Only tensors with a grad_fn count. A leaf that requires grad has none, and needs its gradient all the
# same.
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.grad_fn is not None for arg in args)

# %% wrong: looks_into_lists
# why: A list is True if a tensor in it requires grad. A Function does not look into lists: a tensor in a
# list is no argument, so its place is False.
def needs(arg):
    if isinstance(arg, (list, tuple)):
        return any(needs(each) for each in arg)
    return isinstance(arg, torch.Tensor) and arg.requires_grad


@piece
def needs_input_grad(args):
    return tuple(needs(arg) for arg in args)

# %% wrong: first_is_skipped
# why: The first argument is skipped, as if it were ctx. args does not hold ctx, so every entry counts.
@piece
def needs_input_grad(args):
    return tuple(isinstance(a, torch.Tensor) and a.requires_grad for a in args[1:])

# %% wrong: others_left_out
# why: Arguments that are no tensors are left out, so the places of the later ones shift. Every argument has
# a place.
@piece
def needs_input_grad(args):
    return tuple(arg.requires_grad for arg in args if isinstance(arg, torch.Tensor))

# %% wrong: none_for_no_tensor
# why: What is no tensor gets None. It must be the bool False.
@piece
def needs_input_grad(args):
    needs = [None] * len(args)
    for k, arg in enumerate(args):
        if isinstance(arg, torch.Tensor):
            needs[k] = arg.requires_grad
    return tuple(needs)

# %% wrong: any_float_tensor
# why: Every tensor of floats counts as needing a gradient. Only one that requires grad does.
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.is_floating_point() for arg in args)

# %% wrong: depends_on_grad_mode
# why: Under no_grad all places are False, since is_grad_enabled is asked. The question is only whether a
# tensor requires grad; while forward runs, recording is off.
@piece
def needs_input_grad(args):
    on = torch.is_grad_enabled()
    return tuple(on and isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% wrong: exact_type
# why: type(arg) is torch.Tensor is False for a tensor of a subclass, such as a Parameter, which is a tensor
# and requires grad. isinstance is the right question.
@piece
def needs_input_grad(args):
    return tuple(type(arg) is torch.Tensor and arg.requires_grad for arg in args)
