# %% right: three_branches
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% right: early_returns
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    old = leaf.grad
    recorded = torch.is_grad_enabled()
    if old is not None and not recorded:
        old.add_(grad)
        return
    leaf.grad = grad.clone() if old is None else old + grad

# %% wrong: first_gradient_as_it_came
# why: In the first pass leaf.grad becomes the very tensor grad, which the user or another leaf may hold
# too. It needs memory of its own: store grad.clone().
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad
    elif not torch.is_grad_enabled():
        leaf.grad += grad
    else:
        leaf.grad = leaf.grad + grad

# %% wrong: always_a_new_sum
# why: Also in a pass that is not recorded, a new tensor is made and assigned to leaf.grad. Who holds the
# old leaf.grad, such as an optimizer, does not see the sum; there it must be added in place.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad = leaf.grad + grad

# %% wrong: always_in_place
# why: Also in a recorded pass the sum is made in place. With create_graph the old .grad has a history
# and may be in use; a new sum must be made there.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad.add_(grad)

# %% wrong: clone_of_detached
# why: detach throws away the history of the first gradient. In a recorded pass the gradient must keep
# it, so clone alone is right.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.detach().clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: branches_the_wrong_way_round
# why: The two later cases are exchanged: it adds in place when the pass is recorded and makes a new
# tensor when it is not. It should be the other way round.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
        return
    if torch.is_grad_enabled():
        leaf.grad += grad
    else:
        leaf.grad = leaf.grad + grad

# %% wrong: brackets_forgotten
# why: torch.is_grad_enabled without brackets is the function itself, which always counts as true. So
# the branch for recorded passes is always taken and nothing is ever added in place; the function must be
# called.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled:
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: add_without_underscore
# why: leaf.grad.add(grad) makes a new tensor that nobody keeps, so a pass that is not recorded adds
# nothing. add_ or += changes leaf.grad in place.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad.add(grad)

# %% wrong: old_history_cut
# why: In a recorded pass the old gradient is detached before the sum is made, so only the new one keeps
# its history. Both must keep it.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad.detach() + grad
    else:
        leaf.grad += grad

# %% wrong: truth_of_a_tensor
# why: `not leaf.grad` asks for the truth value of a tensor: a gradient of 0 counts as none, and one of
# several entries raises an error. Ask `leaf.grad is None`.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if not leaf.grad:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: sum_in_a_local_name
# why: The sum of a recorded pass is only given to the local name total and never assigned to leaf.grad,
# so it is lost.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    total = leaf.grad
    if total is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        total = total + grad
    else:
        total += grad
