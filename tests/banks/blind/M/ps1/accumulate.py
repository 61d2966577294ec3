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
    old = leaf.grad
    if old is None:
        leaf.grad = grad.clone()
        return
    if not torch.is_grad_enabled():
        old.add_(grad)
        return
    leaf.grad = old + grad

# %% right: new_sum_in_a_helper
def new_value(old, grad):
    """The tensor that .grad is to be from now on."""
    if old is None:
        return grad.clone()
    if torch.is_grad_enabled():
        return old + grad
    old += grad
    return old


@piece
def accumulate(leaf, grad):
    leaf.grad = new_value(leaf.grad, grad)

# %% right: flags_first
@piece
def accumulate(leaf, grad):
    first = leaf.grad is None
    recorded = torch.is_grad_enabled()

    if not first and not recorded:
        leaf.grad.add_(grad)
    if not first and recorded:
        leaf.grad = grad + leaf.grad
    if first:
        leaf.grad = grad.clone()

# %% wrong: first_one_as_it_came
# why: The first gradient becomes leaf.grad as it is, and the same tensor may be the user's or another
# leaf's: whoever changes one changes the other. Put a clone there, with memory of its own.
@piece
def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad
    elif not torch.is_grad_enabled():
        leaf.grad += grad
    else:
        leaf.grad = leaf.grad + grad

# %% wrong: always_a_new_sum
# why: The sum is a new tensor in an ordinary pass too, so an optimizer that holds leaf.grad goes on
# looking at the old one. If the pass is not recorded, add in place.
@piece
def accumulate(leaf, grad):
    leaf.grad = grad.clone() if leaf.grad is None else leaf.grad + grad

# %% wrong: asks_the_gradient_instead_of_the_pass
# why: Whether grad requires grad is not whether the pass is recorded: in a recorded pass a gradient
# may well be a constant, and then .grad is changed in place although it has a history. Ask
# torch.is_grad_enabled().
@piece
def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
        return
    if grad.requires_grad:
        leaf.grad = leaf.grad + grad
    else:
        with torch.no_grad():
            leaf.grad += grad

# %% wrong: first_one_detached
# why: detach cuts the first gradient off from its history, so after create_graph=True nothing can be
# differentiated through .grad. clone alone gives memory of its own and keeps the history.
@piece
def accumulate(leaf, grad):
    recording = torch.is_grad_enabled()
    if leaf.grad is None:
        leaf.grad = grad.detach().clone()
    elif recording:
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad.add_(grad)

# %% wrong: sum_in_a_local_name
# why: In a recorded pass the new sum is only given to the local name total, and leaf.grad stays what
# it was. The sum must be assigned to leaf.grad.
@piece
def accumulate(leaf, grad):
    total = leaf.grad
    if total is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        total = total + grad
    else:
        total += grad

# %% wrong: asks_whether_grad_is_true
# why: "not leaf.grad" asks for the truth of the numbers: a .grad of several entries raises an error,
# and a .grad of 0 is replaced by another tensor instead of being added to. Ask "is None".
@piece
def accumulate(leaf, grad):
    if not leaf.grad:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: old_history_cut_off
# why: In a recorded pass the old .grad is detached before the sum, so only the new gradient keeps its
# history. Both parts of the sum must keep theirs: leaf.grad + grad.
@piece
def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        so_far = leaf.grad.detach()
        leaf.grad = so_far + grad
    else:
        leaf.grad += grad

# %% wrong: added_through_data
# why: The sum is written through .data, which counts changes by itself, so the version of leaf.grad
# does not rise and an operation that saved it does not notice. Add in place on leaf.grad itself.
@piece
def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
        return
    if torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
        return
    leaf.grad.data.add_(grad.data)
