# %% right: generator_in_tuple
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% right: loop
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    answer = []
    for arg in args:
        needed = False
        if isinstance(arg, torch.Tensor):
            if arg.requires_grad:
                needed = True
        answer.append(needed)
    return tuple(answer)

# %% right: map_with_helper
def _needs(arg):
    if not isinstance(arg, torch.Tensor):
        return False
    return bool(arg.requires_grad)


@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(map(_needs, args))

# %% right: growing_tuple
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    result = ()
    for i in range(len(args)):
        result += (args[i].requires_grad if isinstance(args[i], torch.Tensor) else False,)
    return result

# %% wrong: list_returned
# why: It returns a list of bools; a tuple is asked for.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return [isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args]

# %% wrong: non_tensors_left_out
# why: The if at the end of the comprehension leaves out arguments that are no tensors, so the places of the others shift.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(arg.requires_grad for arg in args if isinstance(arg, torch.Tensor))

# %% wrong: leaves_only
# why: Only leaves count; a computed tensor that requires grad gets False too.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(isinstance(a, torch.Tensor) and a.is_leaf and a.requires_grad for a in args)

# %% wrong: looks_into_lists
# why: It looks into lists and says True for a list with a tensor that requires grad; a tensor in a list is no argument.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    def needs(arg):
        if isinstance(arg, (list, tuple)):
            return any(needs(a) for a in arg)
        return isinstance(arg, torch.Tensor) and arg.requires_grad

    return tuple(needs(arg) for arg in args)

# %% wrong: never_asks_for_a_tensor
# why: It asks every argument for requires_grad without asking first whether it is a tensor: a number raises an AttributeError.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(arg.requires_grad for arg in args)

# %% wrong: first_argument_skipped
# why: It takes the first argument for ctx and skips it, but args comes without ctx: the tuple is one too short and shifted.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    needs = []
    for arg in args[1:]:
        needs.append(isinstance(arg, torch.Tensor) and arg.requires_grad)
    return tuple(needs)

# %% wrong: only_while_recording
# why: It also asks whether recording is on. In forward recording is off, and there every answer becomes False; only requires_grad of the tensor counts.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    recording = torch.is_grad_enabled()
    return tuple(recording and isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% wrong: every_tensor
# why: It says True for every tensor, since it only asks whether the attribute requires_grad exists and not what it is.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(hasattr(arg, "requires_grad") for arg in args)
