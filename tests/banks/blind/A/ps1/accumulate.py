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


# %% right: add_underscore
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    before = leaf.grad
    if before is None:
        leaf.grad = grad.clone()
        return
    if not torch.is_grad_enabled():
        before.add_(grad)
    else:
        leaf.grad = before + grad


# %% right: terse
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    recorded = torch.is_grad_enabled()
    if leaf.grad is not None and not recorded:
        leaf.grad += grad
    else:
        leaf.grad = grad.clone() if leaf.grad is None else leaf.grad + grad


# %% right: nested_ifs
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    is_first_pass = leaf.grad is None
    if is_first_pass:
        own = grad * 1  # new memory, and recorded where recording is on
        leaf.grad = own
    if not is_first_pass:
        if torch.is_grad_enabled():
            new_sum = grad + leaf.grad
            leaf.grad = new_sum
        else:
            old = leaf.grad
            old += grad


# %% wrong: as_it_came
# why: The first gradient is put into .grad as it came, without memory of its own.
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
# why: Always makes a new sum: an optimizer that holds the old .grad does not see it.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad = leaf.grad + grad


# %% wrong: always_in_place
# why: Always adds in place, also in a recorded pass, where .grad has a history that must not be changed.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad += grad


# %% wrong: history_cut_first
# why: detach in the first case cuts the history of the gradient, which create_graph=True asked for.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.detach().clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# %% wrong: history_cut_in_sum
# why: The new sum is made from detached tensors, so its history is lost.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad.detach() + grad.detach()
    else:
        leaf.grad += grad


# %% wrong: cases_exchanged
# why: The second and third case are exchanged: in place when recorded, a new sum when not.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad += grad
    else:
        leaf.grad = leaf.grad + grad


# %% wrong: truth_of_grad
# why: `if not leaf.grad` asks whether the gradient is 0, not whether it is None; with several entries it is an error.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if not leaf.grad:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# %% wrong: replaces
# why: The new gradient takes the place of the old one; nothing is added up.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    leaf.grad = grad.clone()


# %% wrong: no_first_case
# why: The first pass is not provided for: None += tensor fails.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# %% wrong: first_added_twice
# why: After the first gradient was put in, the code goes on and adds it once more.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    if torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# %% wrong: sum_in_no_grad
# why: Makes the sum inside of no_grad, so it is without history.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    with torch.no_grad():
        if leaf.grad is None:
            leaf.grad = grad.clone()
        else:
            leaf.grad += grad


# %% wrong: asks_requires_grad
# why: Asks leaf.requires_grad, which is True for every leaf here, instead of whether the pass is recorded.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif leaf.requires_grad:
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad


# %% wrong: local_name
# why: The sum is bound to a local name and never arrives in leaf.grad.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        total = leaf.grad
        total = total + grad
    else:
        leaf.grad += grad


# %% wrong: into_the_incoming
# why: Adds into the incoming grad, which belongs to others, and makes that .grad.
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


# %% wrong: data_in_place
# why: Changes .data in place in every later pass: in a recorded pass the old history stays and that of the new gradient is lost.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad.data += grad.data
