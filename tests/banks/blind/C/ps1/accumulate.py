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


# %% right: early_return
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
        return
    if not torch.is_grad_enabled():
        leaf.grad.add_(grad)
        return
    leaf.grad = grad + leaf.grad


# %% right: verbose
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    recorded = torch.is_grad_enabled()
    old = leaf.grad
    first_pass = old is None
    if first_pass:
        own = grad.clone()
        leaf.grad = own
    else:
        if recorded is True:
            total = old + grad
            leaf.grad = total
        else:
            old += grad


# %% right: conditional_expression
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    old = leaf.grad
    if old is not None and not torch.is_grad_enabled():
        old.add_(grad)
    else:
        leaf.grad = grad.clone() if old is None else old + grad


# %% wrong: as_it_came
# why: In the first pass the tensor grad itself becomes leaf.grad, without memory of its own: changing x.grad changes the user's gradient too.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# %% wrong: always_new_sum
# why: The sum is always a new tensor, also when the pass is not recorded: an optimizer that holds leaf.grad still sees the old sum.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad = leaf.grad + grad


# %% wrong: always_in_place
# why: The sum is made in place also when the pass is recorded; a gradient with a history may not be changed in place.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad += grad


# %% wrong: swapped_cases
# why: The two cases are swapped: in place when recorded, a new sum when not.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad += grad
    else:
        leaf.grad = leaf.grad + grad


# %% wrong: detached_first
# why: The first gradient is detached before it is copied, so with create_graph=True its history is lost.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.detach().clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# %% wrong: replaces
# why: The second gradient replaces the first; nothing is added up over passes.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    leaf.grad = grad.clone()


# %% wrong: function_not_called
# why: torch.is_grad_enabled without brackets is the function itself, which is always true: the in-place case is never reached.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled:
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# %% wrong: requires_grad_asked
# why: It asks whether grad requires grad, not whether the pass is recorded. In a recorded pass whose gradient is a constant the old .grad, which may have a history, is changed in place.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif grad.requires_grad:
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# %% wrong: added_twice
# why: After the first case there is no elif: the first gradient is stored and then added once more, so it counts twice.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    if torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# %% wrong: local_name
# why: In the recorded case the sum is bound to a local name only and never assigned to leaf.grad.
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


# %% wrong: old_without_history
# why: In the recorded case leaf.grad.data is added, so the sum keeps the history of the new gradient only.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad.data + grad
    else:
        leaf.grad += grad


# %% wrong: zeros_first
# why: leaf.grad starts as zeros without history, and everything is added in place inside no_grad: the history is lost in recorded passes, and a recorded .grad is changed in place.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = torch.zeros_like(leaf)
    with torch.no_grad():
        leaf.grad += grad
