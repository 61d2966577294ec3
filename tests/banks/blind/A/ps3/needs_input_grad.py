# %% right: tuple_of_and
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)


# %% right: loop
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    result = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            if arg.requires_grad == True:
                result.append(True)
            else:
                result.append(False)
        else:
            result.append(False)
    return tuple(result)


# %% right: map_helper
def wants(arg):
    if not isinstance(arg, torch.Tensor):
        return False
    return bool(arg.requires_grad)


@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(map(wants, args))


# %% right: conditional
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return (*[a.requires_grad if isinstance(a, torch.Tensor) else False for a in args],)


# %% right: grows_tuple
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    answer = ()
    for i in range(len(args)):
        answer = answer + (
            all([isinstance(args[i], torch.Tensor)]) and args[i].requires_grad,
        )
    return answer


# %% wrong: list
# why: A list is returned; a tuple was asked for.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return [isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args]


# %% wrong: generator
# why: Round brackets around a comprehension make a generator, not a tuple: it has no places and is used up once.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return (isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)


# %% wrong: skips_non_tensors
# why: Arguments that are no tensor have no entry at all, so the places of the others shift.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(arg.requires_grad for arg in args if isinstance(arg, torch.Tensor))


# %% wrong: no_isinstance
# why: Every argument is asked for requires_grad; a number has none, which raises an AttributeError.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(arg.requires_grad for arg in args)


# %% wrong: asked_in_wrong_order
# why: requires_grad is asked before isinstance; for a number this raises an AttributeError.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(arg.requires_grad and isinstance(arg, torch.Tensor) for arg in args)


# %% wrong: only_leaves
# why: Only leaves count; a tensor in the middle of a computation that requires grad gets False.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(
        isinstance(a, torch.Tensor) and a.is_leaf and a.requires_grad for a in args
    )


# %% wrong: only_with_grad_fn
# why: It asks for a grad_fn, which a leaf does not have; leaves that require grad get False.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(isinstance(a, torch.Tensor) and a.grad_fn is not None for a in args)


# %% wrong: looks_into_lists
# why: A list that contains a tensor requiring grad counts as True; a Function does not look into lists.
def wanted(arg):
    if isinstance(arg, (list, tuple)):
        return any(wanted(a) for a in arg)
    return isinstance(arg, torch.Tensor) and arg.requires_grad


@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(wanted(arg) for arg in args)


# %% wrong: any_tensor
# why: It says True for every tensor; whether the tensor requires grad is not asked.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(isinstance(arg, torch.Tensor) for arg in args)


# %% wrong: skips_ctx
# why: The first argument is left out as if it were ctx; but args comes without ctx.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(
        isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args[1:]
    )


# %% wrong: return_in_loop
# why: The return stands inside of the loop, so only the first argument is looked at.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    needs = []
    for arg in args:
        needs.append(isinstance(arg, torch.Tensor) and arg.requires_grad)
        return tuple(needs)


# %% wrong: one_bool
# why: One bool for all arguments together is returned, not one for each.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return any(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)


# %% wrong: none_for_others
# why: Arguments that are no tensor get None instead of False.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(
        arg.requires_grad if isinstance(arg, torch.Tensor) else None for arg in args
    )


# %% wrong: grad_is_there
# why: It asks whether a .grad has already been computed, not whether the tensor requires grad.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(isinstance(arg, torch.Tensor) and arg.grad is not None for arg in args)


# %% wrong: requires_grad_method
# why: requires_grad_ with the underscore is a method: as it is not called, the entry is a bound method instead of a bool.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad_ for arg in args)


# %% wrong: sets_requires_grad
# why: arg.requires_grad_() switches requires_grad on at the caller's tensor instead of asking for it.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(
        bool(isinstance(arg, torch.Tensor) and arg.requires_grad_().requires_grad)
        for arg in args
    )


# %% wrong: stops_at_number
# why: The loop breaks at the first argument that is no tensor; everything behind it has no entry.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    needs = ()
    for arg in args:
        if not isinstance(arg, torch.Tensor):
            break
        needs += (arg.requires_grad,)
    return needs


# %% wrong: star_args
# why: The stub takes one tuple; with a star in the signature args is a tuple with that tuple in it, and the answer is (False,).
@piece
def needs_input_grad(*args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)


# %% wrong: exact_type
# why: type(arg) is torch.Tensor is False for subclasses such as nn.Parameter, which are tensors too.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(type(arg) is torch.Tensor and arg.requires_grad for arg in args)


# %% wrong: duck_typing
# why: Anything with an attribute requires_grad counts, also what is no tensor (some object of the caller's that has such an attribute).
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(getattr(arg, "requires_grad", False) for arg in args)
