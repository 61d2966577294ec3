# %% right: early_returns
@piece
def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.clone()
        return
    if not torch.is_grad_enabled():
        leaf.grad.add_(grad)
        return
    leaf.grad = leaf.grad + grad

# %% right: one_expression
@piece
def accumulate(leaf, grad):
    before = leaf.grad
    if before is None:
        after = grad.clone()
    else:
        add = before.__add__ if torch.is_grad_enabled() else before.add_
        after = add(grad)
    leaf.grad = after

# %% wrong: stored_as_it_came
# why: The first gradient is not copied, so .grad shares its memory with the user's tensor or with the .grad of another leaf.
@piece
def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad
    elif torch.is_grad_enabled():
        leaf.grad = leaf.grad + grad
    else:
        leaf.grad += grad

# %% wrong: always_a_new_sum
# why: The second pass replaces leaf.grad by a new tensor even if nothing is recorded. An optimizer that holds the old tensor does not see the sum.
@piece
def accumulate(leaf, grad):
    old = leaf.grad
    leaf.grad = grad.clone() if old is None else old + grad

# %% wrong: always_in_place
# why: A recorded pass is added in place too, so a .grad that has a history is changed under the feet of those who use it.
@piece
def accumulate(leaf, grad):
    if leaf.grad is not None:
        leaf.grad += grad
        return
    leaf.grad = grad.clone()

# %% wrong: history_cut
# why: The first gradient is detached before it is copied. With create_graph=True .grad has no history then.
@piece
def accumulate(leaf, grad):
    if leaf.grad is None:
        leaf.grad = grad.detach().clone()
    else:
        if torch.is_grad_enabled():
            leaf.grad = torch.add(leaf.grad, grad)
        else:
            leaf.grad.add_(grad)

# %% wrong: asks_the_gradient
# why: It asks whether the new gradient requires grad, not whether the pass is recorded. In a recorded pass whose gradient is a constant, the old .grad is changed in place.
@piece
def accumulate(leaf, grad):
    total = leaf.grad
    if total is None:
        leaf.grad = grad.clone()
    elif grad.requires_grad:
        leaf.grad = total + grad
    else:
        total += grad
