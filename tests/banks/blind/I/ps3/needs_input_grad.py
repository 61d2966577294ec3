# %% right: tuple_of_and
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)

# %% right: loop_with_append
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    answer = []
    for arg in args:
        wanted = False
        if isinstance(arg, torch.Tensor):
            if arg.requires_grad:
                wanted = True
        answer.append(wanted)
    return tuple(answer)

# %% right: map_with_helper
def wants(arg):
    if not isinstance(arg, torch.Tensor):
        return False
    return bool(arg.requires_grad)


@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return (*map(wants, args),)

# %% wrong: a_list
# why: The result is a list. needs_input_grad must be a tuple.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return [isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args]

# %% wrong: others_left_out
# why: The if at the end leaves out what is no tensor, and the places of the others shift. Every argument has a
# place, with False if it is no tensor.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(arg.requires_grad for arg in args if isinstance(arg, torch.Tensor))

# %% wrong: any_object_with_the_attribute
# why: getattr asks anything that has an attribute requires_grad, not only tensors. What is no tensor gets
# False, whatever attributes it has.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(bool(getattr(arg, "requires_grad", False)) for arg in args)

# %% wrong: leaves_only
# why: Only leaves that require grad get True. A tensor that was computed and requires grad counts as well.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(
        isinstance(arg, torch.Tensor) and arg.is_leaf and arg.requires_grad
        for arg in args
    )

# %% wrong: every_tensor
# why: Every tensor gets True, whether it requires grad or not. Both must hold: a tensor, and requires_grad.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(isinstance(arg, torch.Tensor) for arg in args)

# %% wrong: looks_into_lists
# why: A list gets True if one of the tensors in it requires grad. A Function does not look into lists: a list
# is no tensor and gets False.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""

    def needs(arg):
        if isinstance(arg, (list, tuple)):
            return any(needs(each) for each in arg)
        return isinstance(arg, torch.Tensor) and arg.requires_grad

    return tuple(needs(arg) for arg in args)

# %% wrong: ampersand
# why: & evaluates both sides, so a number is asked for requires_grad and an AttributeError is raised. `and`
# does not look at its right side if the left one is false.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(isinstance(arg, torch.Tensor) & arg.requires_grad for arg in args)

# %% wrong: has_a_grad_fn
# why: It asks whether the tensor has a grad_fn, which a leaf does not have. A leaf that requires grad must get
# True: ask requires_grad.
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return tuple(
        isinstance(arg, torch.Tensor) and arg.grad_fn is not None for arg in args
    )

# %% wrong: generator
# why: Round brackets around a comprehension make a generator, not a tuple: it has no places to index and is used
# up after one reading. Write tuple(...).
@piece
def needs_input_grad(args):
    """For each argument, whether it is a tensor that requires grad."""
    return (isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args)
