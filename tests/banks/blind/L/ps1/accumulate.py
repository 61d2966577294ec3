# %% right: three_cases
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% right: early_returns_add_underscore
@piece
def accumulate(leaf, grad):
    old = leaf.grad
    if old is None:
        leaf.grad = grad.clone()
        return
    if not torch.is_grad_enabled():
        old.add_(grad)
        return
    leaf.grad = old + grad

# %% right: nested_ifs
@piece
def accumulate(leaf, grad):
    if leaf.grad is not None:
        recorded = torch.is_grad_enabled()
        if recorded:
            total = leaf.grad + grad
            leaf.grad = total
        else:
            g = leaf.grad
            g += grad
    else:
        own = grad.clone()
        leaf.grad = own

# %% right: helper_for_the_new_value
def new_value(old, extra):
    return extra.clone() if old is None else old + extra


@piece
def accumulate(leaf, grad):
    in_place = leaf.grad is not None and not torch.is_grad_enabled()
    if in_place:
        leaf.grad.add_(grad)
    else:
        leaf.grad = new_value(leaf.grad, grad)

# %% wrong: first_gradient_as_it_came
# why: At the first pass the tensor grad itself becomes leaf.grad. It may be the user's tensor or also go to another leaf, so
# that a later change of one changes the other; the leaf needs memory of its own, a clone.
@piece
def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: first_gradient_detached
# why: The first gradient is detached before it is copied, so with create_graph=True the .grad has no history and cannot be
# differentiated further. clone alone gives memory of its own and keeps the history.
@piece
def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.detach().clone()
    elif not torch.is_grad_enabled():
        leaf.grad.add_(grad)
    else:
        leaf.grad = leaf.grad + grad

# %% wrong: always_a_new_sum
# why: The sum is always a new tensor, also when the pass is not recorded. Whoever holds leaf.grad, as an optimizer does, keeps
# the old sum; without recording it must be added in place.
@piece
def accumulate(leaf, grad):
    leaf.grad = grad.clone() if leaf.grad is None else leaf.grad + grad

# %% wrong: always_in_place
# why: It adds in place also when the pass is recorded. Then the earlier .grad, which has a history and may be used in somebody's
# graph, is changed; a new sum must be made in that case.
@piece
def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
        return
    leaf.grad += grad

# %% wrong: add_without_underscore
# why: leaf.grad.add(grad) makes a new tensor that nobody keeps, so in an unrecorded pass .grad stays as it was. add_ with the
# underscore adds in place.
@piece
def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad.add(grad)
    else:
        leaf.grad.add(grad)

# %% wrong: asks_the_gradient_not_the_mode
# why: It asks whether the new gradient requires grad, instead of whether the pass is recorded. In a recorded pass the gradient may
# be a constant, as for 2 * x, and then the old .grad is changed in place, which must not happen there.
@piece
def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif grad.requires_grad:
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: if_instead_of_elif
# why: After the first case the code goes on with the second question, and by then leaf.grad is no longer None. So the first gradient
# is added twice; it must be elif, or return.
@piece
def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    if torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: truth_of_a_tensor
# why: `if leaf.grad` asks for the truth of a tensor: with several entries this is an error, and a .grad that is 0 (as after
# zeroing it in place) is replaced by another tensor. It must be compared with None by `is`.
@piece
def accumulate(leaf, grad):
    if leaf.grad:
        if torch.is_grad_enabled():
            leaf.grad = leaf.grad + grad
        else:
            leaf.grad += grad
    else:
        leaf.grad = grad.clone()
