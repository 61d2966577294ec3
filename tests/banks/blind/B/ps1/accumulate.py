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


# %% right: early_returns_add_
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    old = leaf.grad
    if old is None:
        leaf.grad = grad.clone()
        return
    if not torch.is_grad_enabled():
        old.add_(grad)
        return
    leaf.grad = grad + old


# %% right: times_one
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    recorded = torch.is_grad_enabled()
    if leaf.grad is not None and not recorded:
        held = leaf.grad
        held += grad  # the same tensor, changed in place
    else:
        leaf.grad = grad * 1 if leaf.grad is None else leaf.grad + grad


# %% right: nested_ifs
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    is_first = leaf.grad is None
    if is_first:
        own = grad.clone()
        leaf.grad = own
    if not is_first:
        if torch.is_grad_enabled() == True:
            a_sum = leaf.grad + grad
            leaf.grad = a_sum
        else:
            leaf.grad.add_(grad)


# %% wrong: first_one_not_copied
# why: The first gradient is put into .grad as it came, without memory of its own; it may be the user's tensor, or another leaf's.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# %% wrong: always_a_new_sum
# why: Always makes a new sum, also in a pass that is not recorded; an optimizer that holds leaf.grad still sees the old one.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad = leaf.grad + grad


# %% wrong: always_in_place
# why: Adds in place also when the pass is recorded; there a new sum must be made, for the old .grad has a history.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad.add_(grad)


# %% wrong: history_cut_at_the_first
# why: detach() before clone() cuts the history of the first gradient; with create_graph=True there is no second derivative.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.detach().clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# %% wrong: cases_swapped
# why: The last two cases are swapped: in place when the pass is recorded, a new tensor when it is not.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad += grad
    else:
        leaf.grad = leaf.grad + grad


# %% wrong: overwritten
# why: Every pass replaces .grad; nothing is added to what earlier passes left.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    leaf.grad = grad.clone()


# %% wrong: truth_of_a_tensor
# why: `not leaf.grad` asks for the truth of a tensor where `is None` is meant: it fails with several entries, and takes a gradient of 0 for none.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if not leaf.grad:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# %% wrong: first_one_twice
# why: The second `if` should be an `elif`: after the first gradient was put there it is added once more, so the first pass counts twice.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    if torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad
