# %% right: straightforward
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% right: try_finally
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.save_for_backward(*inputs)
        ctx.function = function
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        outputs = function(*inputs)
        return outputs

    @staticmethod
    def backward(ctx, *grads):
        new_inputs = []
        for tensor in ctx.saved_tensors:
            leaf = tensor.detach()
            if tensor.requires_grad:
                leaf.requires_grad_()
            new_inputs.append(leaf)
        before = torch.get_rng_state()
        try:
            if ctx.state is not None:
                torch.set_rng_state(ctx.state)
            with torch.enable_grad():
                result = ctx.function(*new_inputs)
        finally:
            if ctx.state is not None:
                torch.set_rng_state(before)
        if isinstance(result, tuple):
            torch.autograd.backward(result, grads)
        else:
            torch.autograd.backward(result, grads[0])
        answer = [None, None]
        for leaf in new_inputs:
            answer.append(leaf.grad)
        return tuple(answer)

# %% right: helper_rerun
def _again(function, leaves, state):
    if state is None:
        with torch.enable_grad():
            return function(*leaves)
    kept = torch.get_rng_state()
    torch.set_rng_state(state)
    with torch.enable_grad():
        out = function(*leaves)
    torch.set_rng_state(kept)
    return out


@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.f, ctx.state = function, None
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = tuple(t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors)
        out = _again(ctx.f, leaves, ctx.state)
        out = out if isinstance(out, tuple) else (out,)
        torch.autograd.backward(out, grads)
        return (None, None) + tuple(leaf.grad for leaf in leaves)

# %% right: cloned_leaves
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = []
        for t in ctx.saved_tensors:
            leaf = t.detach().clone()
            leaf.requires_grad = t.requires_grad
            leaves.append(leaf)
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        outputs = [outputs] if not isinstance(outputs, tuple) else list(outputs)
        torch.autograd.backward(tuple(outputs), tuple(grads))
        return tuple([None, None] + [leaf.grad for leaf in leaves])

# %% wrong: not_recorded
# why: The second run is not under enable_grad, so nothing of it is recorded.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: inputs_not_detached
# why: The second run is on the saved inputs themselves, which have a history: the inner walk goes on beyond them.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = ctx.saved_tensors
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: autograd_grad
# why: autograd.grad stops at the inputs: the weights that the function holds get no gradient.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        wanted = [leaf for leaf in leaves if leaf.requires_grad]
        found = list(torch.autograd.grad(outputs, wanted, grads, allow_unused=True))
        return (None, None, *[found.pop(0) if leaf.requires_grad else None for leaf in leaves])

# %% wrong: rng_not_restored_after
# why: The state of the random numbers before the second run is not put back after it.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: rng_ignored
# why: The random numbers are not considered at all: the second run draws new ones.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: state_after_first_run
# why: The state is kept after the first run, and not before it.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.save_for_backward(*inputs)
        outputs = function(*inputs)
        ctx.state = torch.get_rng_state()
        return outputs

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: preserve_not_asked
# why: preserve_rng_state is not looked at: also with False the second run draws the same numbers.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = True
        ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: all_leaves_require_grad
# why: Every leaf requires grad, also where the input does not: those that need none get a gradient, or it fails for whole numbers.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = [t.detach().requires_grad_() for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: one_output_only
# why: Only the first upstream gradient is used, a tuple of outputs is not considered.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        if isinstance(outputs, tuple):
            outputs = outputs[0]
        torch.autograd.backward(outputs, grads[0])
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: nones_forgotten
# why: The two None for function and preserve_rng_state are missing at the front.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return tuple(leaf.grad for leaf in leaves)

# %% wrong: upstream_ignored
# why: The upstream gradients are not sent in: the sum of the outputs is walked back, as if they were 1.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        sum(o.sum() for o in outputs).backward()
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: runs_for_each_output
# why: The function is run again for each output, and not once.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        for i, grad in enumerate(grads):
            if ctx.preserve:
                now = torch.get_rng_state()
                torch.set_rng_state(ctx.state)
            with torch.enable_grad():
                outputs = ctx.function(*leaves)
            if ctx.preserve:
                torch.set_rng_state(now)
            output = outputs[i] if isinstance(outputs, tuple) else outputs
            torch.autograd.backward(output, grad)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: leaves_require_no_grad
# why: The leaves are detached and never told to require grad, so no gradient arrives at them.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = [t.detach() for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: recorded_in_forward
# why: The graph is built in forward already and kept on ctx: nothing is run again, and all that was to be saved is kept.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.leaves = [t.detach().requires_grad_(t.requires_grad) for t in inputs]
        with torch.enable_grad():
            ctx.outputs = function(*ctx.leaves)
        if isinstance(ctx.outputs, tuple):
            return tuple(o.detach() for o in ctx.outputs)
        return ctx.outputs.detach()

    @staticmethod
    def backward(ctx, *grads):
        outputs = ctx.outputs if isinstance(ctx.outputs, tuple) else (ctx.outputs,)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in ctx.leaves])
