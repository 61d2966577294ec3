# %% right: generator
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% right: loop
@piece
def needs_input_grad(args):
    result = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            if arg.requires_grad:
                result.append(True)
            else:
                result.append(False)
        else:
            result.append(False)
    return tuple(result)

# %% right: mapped
@piece
def needs_input_grad(args):
    def wanted(arg):
        return arg.requires_grad if isinstance(arg, torch.Tensor) else False

    return tuple(map(wanted, args))

# %% right: growing_tuple
@piece
def needs_input_grad(args):
    answer = ()
    for i in range(len(args)):
        answer += (isinstance(args[i], torch.Tensor) and args[i].requires_grad is True,)
    return answer

# %% right: recursive
@piece
def needs_input_grad(args):
    if len(args) == 0:
        return ()
    first, rest = args[0], args[1:]
    return (isinstance(first, torch.Tensor) and first.requires_grad,) + needs_input_grad(rest)

# %% right: false_then_true
@piece
def needs_input_grad(args):
    flags = [False] * len(args)
    for place, arg in enumerate(args):
        if not isinstance(arg, torch.Tensor):
            continue
        flags[place] = bool(arg.requires_grad)
    return (*flags,)

# %% wrong: a_list
# why: It returns a list instead of a tuple.
@piece
def needs_input_grad(args):
    return [isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args]

# %% wrong: a_generator
# why: Round brackets around a comprehension make a generator, not a tuple.
@piece
def needs_input_grad(args):
    return (isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% wrong: filtered
# why: Arguments that are no tensors are left out, so the places of the others shift.
@piece
def needs_input_grad(args):
    return tuple(arg.requires_grad for arg in args if isinstance(arg, torch.Tensor))

# %% wrong: only_leaves
# why: Only leaves count, though a computed tensor that requires grad does too.
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad and arg.is_leaf for arg in args)

# %% wrong: only_computed
# why: A leaf has no grad_fn, and is missed.
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.grad_fn is not None for arg in args)

# %% wrong: any_attribute
# why: Anything with an attribute requires_grad counts, though only tensors should.
@piece
def needs_input_grad(args):
    return tuple(bool(getattr(arg, "requires_grad", False)) for arg in args)

# %% wrong: try_except
# why: An object that is no tensor but has requires_grad counts as True.
@piece
def needs_input_grad(args):
    result = []
    for arg in args:
        try:
            result.append(bool(arg.requires_grad))
        except AttributeError:
            result.append(False)
    return tuple(result)

# %% wrong: no_isinstance
# why: A number has no requires_grad, so this raises an AttributeError.
@piece
def needs_input_grad(args):
    return tuple(arg.requires_grad for arg in args)

# %% wrong: looks_into_lists
# why: A list with a tensor in it counts as True, but a Function does not look into lists.
@piece
def needs_input_grad(args):
    def wanted(arg):
        if isinstance(arg, (list, tuple)):
            return any(wanted(each) for each in arg)
        return isinstance(arg, torch.Tensor) and arg.requires_grad

    return tuple(wanted(arg) for arg in args)

# %% wrong: all_tensors
# why: Every tensor counts as True, also one that does not require grad.
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) for arg in args)

# %% wrong: exact_type
# why: A Parameter, which is a tensor of a subclass, counts as False.
@piece
def needs_input_grad(args):
    return tuple(type(arg) is torch.Tensor and arg.requires_grad for arg in args)

# %% wrong: or_for_and
# why: Whatever is no tensor counts as True.
@piece
def needs_input_grad(args):
    return tuple(not isinstance(arg, torch.Tensor) or arg.requires_grad for arg in args)

# %% wrong: only_when_recording
# why: Under no_grad everything is False, though the tensors still require grad.
@piece
def needs_input_grad(args):
    return tuple(torch.is_grad_enabled() and isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% wrong: tensors_not_bools
# why: The entries are the tensors themselves instead of True.
@piece
def needs_input_grad(args):
    return tuple(arg if isinstance(arg, torch.Tensor) and arg.requires_grad else False for arg in args)

# %% wrong: skips_ctx
# why: The first argument is left out as if it were ctx, but args holds no ctx.
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args[1:])

# %% wrong: return_in_loop
# why: return stands inside of the loop, so there is a bool for the first argument only.
@piece
def needs_input_grad(args):
    result = []
    for arg in args:
        result.append(isinstance(arg, torch.Tensor) and arg.requires_grad)
        return tuple(result)

# %% wrong: stops_at_number
# why: It stops at the first argument that is no tensor; tensors after it count as False.
@piece
def needs_input_grad(args):
    result = []
    for arg in args:
        if not isinstance(arg, torch.Tensor):
            break
        result.append(arg.requires_grad)
    while len(result) < len(args):
        result.append(False)
    return tuple(result)

# %% wrong: one_bool
# why: It returns one bool for all arguments together.
@piece
def needs_input_grad(args):
    return any(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% wrong: grad_is_there
# why: It asks whether a gradient is there already, not whether one is required.
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.grad is not None for arg in args)

# %% wrong: forgets_return
# why: The tuple is not returned.
@piece
def needs_input_grad(args):
    needed = []
    for arg in args:
        needed.append(isinstance(arg, torch.Tensor) and arg.requires_grad)
    needed = tuple(needed)

# %% wrong: inverted
# why: True and False are exchanged for tensors.
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) and not arg.requires_grad for arg in args)

# %% wrong: one_flag_spread
# why: If one tensor requires grad, every argument is said to.
@piece
def needs_input_grad(args):
    return (any(isinstance(a, torch.Tensor) and a.requires_grad for a in args),) * len(args)

# %% wrong: returns_places
# why: It returns the numbers of the places instead of a bool for each.
@piece
def needs_input_grad(args):
    return tuple(i for i, a in enumerate(args) if isinstance(a, torch.Tensor) and a.requires_grad)

