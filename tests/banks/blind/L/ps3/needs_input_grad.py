# %% right: tuple_of_a_generator
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% right: loop_with_append
@piece
def needs_input_grad(args):
    answers = []
    for a in args:
        if isinstance(a, torch.Tensor):
            answers.append(a.requires_grad)
        else:
            answers.append(False)
    return tuple(answers)

# %% right: helper_and_map
def wants(arg):
    if not isinstance(arg, torch.Tensor):
        return False
    return bool(arg.requires_grad)


@piece
def needs_input_grad(args):
    return tuple(map(wants, args))

# %% right: growing_tuple
@piece
def needs_input_grad(args):
    result = ()
    for k in range(len(args)):
        flag = False
        if isinstance(args[k], torch.Tensor):
            flag = args[k].requires_grad
        result += (flag,)
    return result

# %% wrong: anything_with_the_attribute
# why: It asks for an attribute requires_grad instead of whether the argument is a tensor. An object that is no tensor but has such an
# attribute is answered with True; it must be False.
@piece
def needs_input_grad(args):
    return tuple(bool(getattr(arg, "requires_grad", False)) for arg in args)

# %% wrong: leaves_only
# why: It says True only for leaves. A tensor that was computed and requires grad needs its gradient, too, so that it can flow on.
@piece
def needs_input_grad(args):
    return tuple(
        isinstance(a, torch.Tensor) and a.is_leaf and a.requires_grad for a in args
    )

# %% wrong: only_with_grad_fn
# why: It asks whether the tensor has a grad_fn. A leaf that requires grad has none, and is answered with False; requires_grad is what counts.
@piece
def needs_input_grad(args):
    result = []
    for arg in args:
        needs = isinstance(arg, torch.Tensor) and arg.grad_fn is not None
        result.append(needs)
    return tuple(result)

# %% wrong: exact_type
# why: It compares the type with torch.Tensor exactly, so a tensor of a subclass, such as a Parameter, is taken for no tensor.
# isinstance accepts subclasses as well.
@piece
def needs_input_grad(args):
    return tuple(type(arg) is torch.Tensor and arg.requires_grad for arg in args)

# %% wrong: first_argument_skipped
# why: It leaves out the first argument, as if that were ctx. args comes without ctx, so the tuple is one entry too short and all are shifted.
@piece
def needs_input_grad(args):
    flags = []
    for arg in args[1:]:
        flags.append(isinstance(arg, torch.Tensor) and arg.requires_grad)
    return tuple(flags)

# %% wrong: only_while_recording
# why: It says False for all when recording is off at the moment. Only whether the tensor requires grad counts, and that does not depend
# on the mode.
@piece
def needs_input_grad(args):
    on = torch.is_grad_enabled()
    return tuple(on and isinstance(a, torch.Tensor) and a.requires_grad for a in args)

# %% wrong: none_for_what_is_no_tensor
# why: For arguments that are no tensors the entry is None instead of False. Every entry must be a bool.
@piece
def needs_input_grad(args):
    def ask(arg):
        if isinstance(arg, torch.Tensor):
            return arg.requires_grad

    return tuple(ask(arg) for arg in args)

# %% wrong: looks_into_lists
# why: For a list it asks whether one of the tensors in it requires grad. A Function does not look into lists: a list is no tensor, so its entry is False.
@piece
def needs_input_grad(args):
    def needs(arg):
        if isinstance(arg, (list, tuple)):
            return any(needs(each) for each in arg)
        return isinstance(arg, torch.Tensor) and arg.requires_grad

    return tuple(needs(arg) for arg in args)
