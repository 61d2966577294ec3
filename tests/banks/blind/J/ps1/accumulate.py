# %% right: if_elif_else
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% right: early_returns_and_add_
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
    leaf.grad = old + grad

# %% wrong: first_gradient_as_it_came
# why: The first gradient becomes leaf.grad without a copy. That tensor may be the user's or go to another
# leaf too, and the next addition in place changes them all. Use grad.clone().
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
# why: There is always a new tensor for the sum, also when the pass is not recorded. Who holds the old
# leaf.grad, as an optimizer does, does not see the new sum. Add in place then.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad = leaf.grad + grad

# %% wrong: always_in_place
# why: It adds in place also when the pass is recorded. Then .grad has a history and nothing may be changed
# in place: make a new sum.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad.add_(grad)

# %% wrong: the_two_cases_swapped
# why: The two cases are the wrong way round: in place when the pass is recorded, and a new tensor when it
# is not.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif not torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: asks_whether_grad_is_true
# why: `if not leaf.grad` asks the tensor whether it is true. With several entries that is an error, and a
# .grad that is 0 is taken for missing and replaced. Ask `leaf.grad is None`.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if not leaf.grad:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: first_gradient_detached
# why: The first gradient is detached before it is copied, so with create_graph=True it loses its history,
# and no second derivative can go through it. clone alone gives memory of its own and keeps the history.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.detach().clone()
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: replaces_instead_of_adding
# why: Every pass puts its own gradient into leaf.grad and forgets the one that was there. Gradients add
# up: after 6 and 7 it must be 13.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None or torch.is_grad_enabled():
        leaf.grad = grad.clone()
    else:
        leaf.grad.copy_(grad)

# %% wrong: sum_in_a_local_name
# why: In the recorded case the new sum is bound to the local name `total` and never put into leaf.grad. So
# the second gradient is lost.
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

# %% wrong: the_function_instead_of_its_answer
# why: torch.is_grad_enabled without parentheses is the function itself, and a function always counts as
# true. So the case in place is never reached, and an optimizer that holds leaf.grad sees nothing new.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
    elif torch.is_grad_enabled:
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: recording_is_asked_first
# why: It asks first whether the pass is recorded, and then adds to a leaf.grad that may still be None. On
# the first recorded pass None + grad fails. Ask for None first.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    elif leaf.grad is None:
        leaf.grad = grad.clone()
    else:
        leaf.grad += grad

# %% wrong: asks_the_gradient_instead_of_the_engine
# why: It decides by grad.requires_grad. In a recorded pass a gradient may well be a constant, and then this
# code adds in place where a new sum is wanted. torch.is_grad_enabled() says whether the pass is recorded.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.clone()
        return
    if grad.requires_grad:
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: adds_into_the_incoming_gradient
# why: The old sum is added into `grad` in place, and that tensor becomes leaf.grad. So the tensor that came
# in, perhaps the user's, is changed, and leaf.grad is not the tensor that it was. It is leaf.grad that
# must be changed in place.
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

# %% wrong: reshape_taken_for_a_copy
# why: reshape to the same shape makes a new tensor object but not new memory, so leaf.grad shares its
# numbers with the tensor that came in. Memory of its own needs clone.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    if leaf.grad is None:
        leaf.grad = grad.reshape(leaf.shape)
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: no_grad_around_everything
# why: The whole function stands in torch.no_grad(), so neither the copy nor the sum has a history, also if
# the pass is recorded. And is_grad_enabled() inside of the block always says False.
@piece
def accumulate(leaf, grad):
    """Add `grad` to `leaf.grad`."""
    with torch.no_grad():
        if leaf.grad is None:
            leaf.grad = grad.clone()
        elif torch.is_grad_enabled():
            leaf.grad = leaf.grad + grad
        else:
            leaf.grad += grad
