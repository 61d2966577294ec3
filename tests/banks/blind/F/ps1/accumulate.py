# %% right: plain
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
# %% right: local_name
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    recorded = torch.is_grad_enabled()
    old = leaf.grad
    if old is not None and not recorded:
        old += grad
    elif old is not None and recorded:
        both = old + grad
        leaf.grad = both
    else:
        leaf.grad = grad.clone()
# %% right: times_one
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        # a product is new memory, and it keeps the history
        leaf.grad = grad * 1
    else:
        if torch.is_grad_enabled() is True:
            leaf.grad = torch.add(leaf.grad, grad)
        else:
            leaf.grad.add_(grad)
# %% wrong: no_clone
# why: The first gradient becomes .grad as it came, and its memory may be the user's or another leaf's.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad
# %% wrong: always_new
# why: The sum is always a new tensor, so an optimizer that holds leaf.grad does not see it.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad = leaf.grad + grad
# %% wrong: always_in_place
# why: In a recorded pass too, the sum is made in place; there a new one is needed.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad += grad
# %% wrong: swapped_cases
# why: The two cases are swapped: it adds in place when the pass is recorded.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad += grad
    else:
        leaf.grad = leaf.grad + grad
# %% wrong: replaced
# why: Each pass replaces what was there; it must be added.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    leaf.grad = grad.clone()
# %% wrong: detached_clone
# why: detach cuts off the history of the first gradient, which create_graph asked for.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.detach().clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad
# %% wrong: detached_sum
# why: The sum of a recorded pass is detached, so it has no history.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = (leaf.grad + grad).detach()
    else:
        leaf.grad += grad
# %% wrong: old_detached
# why: The old gradient loses its history in the sum; both are to keep theirs.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad.detach() + grad
    else:
        leaf.grad += grad
# %% wrong: no_grad_everywhere
# why: Everything is done in no_grad, so a recorded pass leaves no history.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    with torch.no_grad():
        if leaf.grad is None:
            leaf.grad = grad.clone()
        else:
            leaf.grad += grad
# %% wrong: not_assigned
# why: The sum of the recorded case is computed and thrown away.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad + grad
    else:
        leaf.grad += grad
# %% wrong: truth_of_grad
# why: `if leaf.grad` asks for the value and not for None: a gradient of 0 counts as none, and one of several entries is an error.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if not leaf.grad:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad
# %% wrong: function_not_called
# why: Without brackets is_grad_enabled is the function itself, which is always true, so nothing is ever added in place.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled:
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad
# %% wrong: asks_the_gradient
# why: Whether grad requires grad is not whether the pass is recorded; a user may pass such a gradient to a pass that is not.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif grad.requires_grad:
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad
# %% wrong: into_the_new
# why: The sum is made in the memory of the new gradient, which belongs to others.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        grad += leaf.grad
        leaf.grad = grad
# %% wrong: view
# why: A view is a new tensor on the same memory; it is no memory of its own.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.view(grad.shape)
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad
# %% wrong: added_to_leaf
# why: The gradient is added to the values of the leaf and not to its .grad.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.data += grad
# %% wrong: clone_then_add
# why: In the second case a copy is added to, so who holds the old .grad still holds the old sum.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad = leaf.grad.clone()
        leaf.grad += grad
# %% wrong: none_forgotten
# why: In the first pass .grad is None, and nothing can be added to None.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad
# %% wrong: through_numpy
# why: The way through NumPy loses the history, or is refused for a tensor that has one.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = torch.tensor(grad.detach().numpy())
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad
# %% wrong: if_not_elif
# why: Two ifs in a row: after the first gradient was put there, it is added once more.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    if torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad
# %% wrong: averaged
# why: Gradients of several passes are added up and not averaged.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = (leaf.grad + grad) / 2
    else:
        leaf.grad += grad
        leaf.grad /= 2
# %% wrong: recorded_no_clone
# why: In a recorded first pass the gradient is taken as it came; memory of its own is needed there, too.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad if torch.is_grad_enabled() else grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad
