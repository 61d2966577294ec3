# %% right: early_returns
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    old = leaf.grad
    if old is None:
        leaf.grad = grad.clone()
        return
    if torch.is_grad_enabled():
        leaf.grad = old + grad
        return
    old.add_(grad)

# %% right: one_new_tensor_or_none
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    recorded = torch.is_grad_enabled()
    first = leaf.grad is None
    if not first and not recorded:
        leaf.grad += grad
    else:
        leaf.grad = grad.clone() if first else grad + leaf.grad

# %% wrong: first_gradient_as_it_came
# why: the first gradient is assigned without a copy, so .grad shares its memory with the user's upstream gradient or with the .grad of another leaf.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad.add_(grad)

# %% wrong: always_a_new_sum
# why: the sum is a new tensor in every pass; an optimizer that holds leaf.grad keeps the old sum when the pass is not recorded.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    so_far = leaf.grad
    leaf.grad = grad.clone() if so_far is None else so_far + grad

# %% wrong: always_in_place
# why: the sum is made in place in a recorded pass too, where .grad has a history and must not be changed.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is not None:
        with torch.no_grad():
            leaf.grad.add_(grad)
        return
    leaf.grad = grad.clone()

# %% wrong: first_gradient_detached
# why: the copy of the first gradient is detached, so after create_graph=True the .grad has no history and cannot be differentiated again.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        fresh = grad.detach().clone()
        leaf.grad = fresh
    else:
        if not torch.is_grad_enabled():
            leaf.grad += grad
        else:
            leaf.grad = leaf.grad + grad

# %% wrong: asks_the_gradient_not_the_mode
# why: whether the pass is recorded is guessed from grad.requires_grad; in a recorded pass whose new gradient is a constant (2 * x) the old .grad is changed in place.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    has_history = grad.requires_grad
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif has_history:
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad
