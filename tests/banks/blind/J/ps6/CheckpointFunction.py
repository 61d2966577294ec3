# %% right: leaves_and_one_walk
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
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
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% right: with_try_and_finally
def run_again(function, leaves, state):
    if state is None:
        with torch.enable_grad():
            return function(*leaves)
    later = torch.get_rng_state()
    try:
        torch.set_rng_state(state)
        with torch.enable_grad():
            return function(*leaves)
    finally:
        torch.set_rng_state(later)


@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.save_for_backward(*inputs)
        ctx.function = function
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = []
        for saved in ctx.saved_tensors:
            leaf = saved.detach()
            if saved.requires_grad:
                leaf.requires_grad_()
            leaves.append(leaf)
        outs = run_again(ctx.function, leaves, ctx.state)
        if not isinstance(outs, tuple):
            outs = (outs,)
        torch.autograd.backward(outs, grads)
        return (None, None) + tuple(leaf.grad for leaf in leaves)

# %% wrong: second_run_unrecorded
# why: The second run is not recorded, since recording is switched off inside of backward. There is nothing to walk back through; it must stand under torch.enable_grad().
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function, ctx.preserve = function, preserve_rng_state
        ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        now = torch.get_rng_state()
        if ctx.preserve:
            torch.set_rng_state(ctx.state)
        out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None, *(leaf.grad for leaf in leaves))

# %% wrong: only_the_listed_leaves
# why: torch.autograd.grad computes the gradients of the leaves that it is given, and weights that the function holds get none. They must arrive in their .grad, as torch.autograd.backward does it.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.rng = torch.get_rng_state() if preserve_rng_state else None
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        before = torch.get_rng_state()
        if ctx.rng is not None:
            torch.set_rng_state(ctx.rng)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.rng is not None:
            torch.set_rng_state(before)
        wanted = [leaf for leaf in leaves if leaf.requires_grad]
        found = iter(torch.autograd.grad(out, wanted, grads, allow_unused=True))
        return (None, None, *[next(found) if leaf.requires_grad else None for leaf in leaves])

# %% wrong: state_taken_too_late
# why: The state of the random numbers is taken after the first run, so the second one draws those that come next. It must be taken before the function runs.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.save_for_backward(*inputs)
        out = function(*inputs)
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.state = torch.get_rng_state()
        return out

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None, *(leaf.grad for leaf in leaves))

# %% wrong: random_numbers_not_put_back
# why: The old state is set for the second run, and afterwards left as it is. The program draws the same random numbers once more that it has drawn after the checkpoint; the state from before the second run must come back.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        torch.autograd.backward(out, grads)
        return (None, None, *(leaf.grad for leaf in leaves))

# %% wrong: always_the_same_numbers
# why: The random numbers of the first run are brought back in any case. Where preserve_rng_state is False the second run should draw new ones, and nothing be set.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        now = torch.get_rng_state()
        torch.set_rng_state(ctx.state)
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        with torch.enable_grad():
            out = ctx.function(*leaves)
        torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None, *(leaf.grad for leaf in leaves))

# %% wrong: inputs_not_cut_off
# why: The function runs on the saved inputs themselves. The inner walk goes on into the graph in front of the checkpoint, and what is returned walks there once more. The inputs must be detached first.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        inputs = ctx.saved_tensors
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*inputs)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None, *(t.grad for t in inputs))

# %% wrong: one_output_only
# why: The second run is walked back by out.backward(*grads), as if there were always a single tensor. The function may return a tuple, with an upstream gradient for each of its tensors.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
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
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        out.backward(*grads)
        return (None, None, *(leaf.grad for leaf in leaves))

# %% wrong: everything_requires_grad
# why: All new leaves require grad, also where the input does not. That computes gradients that nobody wants, and is an error for whole numbers; each leaf should require grad where its input does.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_() for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None, *(leaf.grad for leaf in leaves))

# %% wrong: keeps_the_first_graph
# why: The first run is recorded, and its graph is kept on ctx and walked back later. Nothing is run again, and so nothing is saved: all that the function needs for its backward pass is kept. Only the inputs may be.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.save_for_backward(*inputs)
        ctx.leaves = [t.detach().requires_grad_(t.requires_grad) for t in inputs]
        with torch.enable_grad():
            ctx.out = function(*ctx.leaves)
        if isinstance(ctx.out, tuple):
            return tuple(o.detach() for o in ctx.out)
        return ctx.out.detach()

    @staticmethod
    def backward(ctx, *grads):
        torch.autograd.backward(ctx.out, grads)
        return (None, None, *(leaf.grad for leaf in ctx.leaves))

# %% wrong: run_once_for_each_output
# why: The function is run again for every one of its outputs, to walk back from each by itself. The second run must be only one, and one walk takes all outputs together; random numbers and costs are multiplied otherwise.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        now = torch.get_rng_state()
        for i, grad in enumerate(grads):
            if ctx.preserve:
                torch.set_rng_state(ctx.state)
            with torch.enable_grad():
                out = ctx.function(*leaves)
            if isinstance(out, tuple):
                out = out[i]
            out.backward(grad)
        if ctx.preserve:
            torch.set_rng_state(now)
        return (None, None, *(leaf.grad for leaf in leaves))

# %% wrong: two_arguments_forgotten
# why: Only the gradients of the inputs are returned. forward has two arguments in front of them, function and preserve_rng_state, and for each of these a None must be returned.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
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
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return tuple(leaf.grad for leaf in leaves)

# %% wrong: first_state_comes_back
# why: After the second run the state that was kept in forward is set once more, and not the one that was there before the second run. The random numbers must go on where they stood, so that state has to be read before it is replaced.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function, ctx.preserve = function, preserve_rng_state
        ctx.save_for_backward(*inputs)
        if preserve_rng_state:
            ctx.before = torch.get_rng_state()
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = tuple(t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors)
        if ctx.preserve:
            torch.set_rng_state(ctx.before)
            later = torch.get_rng_state()
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(later)
        torch.autograd.backward(outputs, grads)
        return (None, None) + tuple(leaf.grad for leaf in leaves)
