# %% right: tuple_generator
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% right: loop
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    answer = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            if arg.requires_grad:
                answer.append(True)
            else:
                answer.append(False)
        else:
            answer.append(False)
    return tuple(answer)

# %% right: helper_and_map
def wants(arg):
    if not isinstance(arg, torch.Tensor):
        return False
    return bool(arg.requires_grad)

@piece
def needs_input_grad(args):
    return tuple(map(wants, args))

# %% right: star_and_indices
@piece
def needs_input_grad(args):
    needs = [False] * len(args)
    for i in range(len(args)):
        if isinstance(args[i], torch.Tensor) and args[i].requires_grad is True:
            needs[i] = True
    return (*needs,)

# %% right: growing_tuple
@piece
def needs_input_grad(args):
    result = ()
    for a in args:
        result = result + ((a.requires_grad if isinstance(a, torch.Tensor) else False),)
    return result

# %% wrong: list
# why: returns a list; a tuple is asked for
@piece
def needs_input_grad(args):
    return [isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args]

# %% wrong: generator
# why: round brackets around a comprehension make a generator, not a tuple
@piece
def needs_input_grad(args):
    return (isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% wrong: filters_tensors
# why: the if at the end leaves the arguments out that are no tensors, so the places of the others shift
@piece
def needs_input_grad(args):
    return tuple(arg.requires_grad for arg in args if isinstance(arg, torch.Tensor))

# %% wrong: no_isinstance
# why: asks every argument for requires_grad, and a number has no such attribute
@piece
def needs_input_grad(args):
    return tuple(arg.requires_grad for arg in args)

# %% wrong: hasattr
# why: asks whether there is an attribute requires_grad instead of whether it is a tensor; an object that happens to have one counts, too
@piece
def needs_input_grad(args):
    return tuple(hasattr(arg, "requires_grad") and arg.requires_grad for arg in args)

# %% wrong: getattr_default
# why: getattr with a default takes anything with a requires_grad attribute for a tensor
@piece
def needs_input_grad(args):
    needs = []
    for arg in args:
        needs.append(getattr(arg, "requires_grad", False))
    return tuple(needs)

# %% wrong: or_for_and
# why: or in the place of and: each tensor is True, and a number is asked for requires_grad
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) or arg.requires_grad for arg in args)

# %% wrong: only_leaves
# why: counts only leaves; a tensor that was computed and requires grad gets False
@piece
def needs_input_grad(args):
    return tuple(isinstance(a, torch.Tensor) and a.is_leaf and a.requires_grad for a in args)

# %% wrong: only_nonleaves
# why: asks for grad_fn, which a leaf does not have, so leaves get False
@piece
def needs_input_grad(args):
    return tuple(isinstance(a, torch.Tensor) and a.grad_fn is not None for a in args)

# %% wrong: every_tensor
# why: says True for every tensor, also for one that requires no grad
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) for arg in args)

# %% wrong: looks_into_lists
# why: looks into lists and says True for a list that holds a tensor; a tensor in a list is no argument
@piece
def needs_input_grad(args):
    def needs(arg):
        if isinstance(arg, (list, tuple)):
            return any(needs(each) for each in arg)
        return isinstance(arg, torch.Tensor) and arg.requires_grad
    return tuple(needs(arg) for arg in args)

# %% wrong: flattens_lists
# why: goes through the entries of a list as if they were arguments, so the tuple is too long
@piece
def needs_input_grad(args):
    out = []
    for arg in args:
        if isinstance(arg, list):
            for each in arg:
                out.append(isinstance(each, torch.Tensor) and each.requires_grad)
        else:
            out.append(isinstance(arg, torch.Tensor) and arg.requires_grad)
    return tuple(out)

# %% wrong: return_in_loop
# why: the return stands inside the loop, so only the first argument is looked at
@piece
def needs_input_grad(args):
    out = []
    for arg in args:
        out.append(isinstance(arg, torch.Tensor) and arg.requires_grad)
        return tuple(out)

# %% wrong: includes_ctx
# why: takes the first entry of args for the ctx and skips it; args are without ctx
@piece
def needs_input_grad(args):
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args[1:])

# %% wrong: any
# why: returns one bool for all the arguments together, instead of one for each
@piece
def needs_input_grad(args):
    return any(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% wrong: none_for_non_tensors
# why: says None for what is no tensor, where False is asked for
@piece
def needs_input_grad(args):
    out = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            out.append(arg.requires_grad)
        else:
            out.append(None)
    return tuple(out)

# %% wrong: missing_else
# why: nothing is appended for what is no tensor; the else is missing and the places shift
@piece
def needs_input_grad(args):
    out = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            if arg.requires_grad:
                out.append(True)
            else:
                out.append(False)
    return tuple(out)

# %% wrong: truth_of_tensor
# why: asks for the truth of the tensor's value (if arg) before its requires_grad, which is False for a zero and an error for several entries
@piece
def needs_input_grad(args):
    return tuple(bool(arg and isinstance(arg, torch.Tensor) and arg.requires_grad) for arg in args)

# %% wrong: grad_mode
# why: also asks whether recording is on; the question is only whether the tensor requires grad
@piece
def needs_input_grad(args):
    return tuple(isinstance(a, torch.Tensor) and a.requires_grad and torch.is_grad_enabled() for a in args)

# %% wrong: has_grad
# why: asks whether there is already a .grad instead of whether one is required
@piece
def needs_input_grad(args):
    return tuple(isinstance(a, torch.Tensor) and a.grad is not None for a in args)

# %% wrong: frozen_as_true_swapped
# why: the bool is upside down: True for what needs no gradient
@piece
def needs_input_grad(args):
    return tuple(isinstance(a, torch.Tensor) and not a.requires_grad for a in args)
