# %% right: state_and_leaves
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
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% right: helper_that_replays
def _again(function, leaves, state):
    before = torch.get_rng_state()
    try:
        if state is not None:
            torch.set_rng_state(state)
        with torch.enable_grad():
            return function(*leaves)
    finally:
        if state is not None:
            torch.set_rng_state(before)


@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        ctx.run = function
        ctx.save_for_backward(*inputs)
        return ctx.run(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = []
        for saved in ctx.saved_tensors:
            leaf = saved.detach()
            if saved.requires_grad:
                leaf.requires_grad_()
            leaves.append(leaf)
        out = _again(ctx.run, leaves, ctx.state)
        outs = out if isinstance(out, tuple) else (out,)
        torch.autograd.backward(outs, grads)
        return None, None, *(leaf.grad for leaf in leaves)

# %% wrong: inputs_not_detached
# why: The second run uses the saved inputs themselves, so the inner walk goes on into the graph in front of the
# checkpoint. New leaves are needed: detached tensors with the same values.
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
        inputs = ctx.saved_tensors
        now = torch.get_rng_state()
        if ctx.preserve:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*inputs)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None, *[t.grad for t in inputs])

# %% wrong: weights_forgotten
# why: The inner walk asks for the gradients of the leaves alone, by autograd.grad. Weights that the function holds get
# nothing; torch.autograd.backward goes to all leaves, and fills their .grad.
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
        outs = out if isinstance(out, tuple) else (out,)
        wanted = [leaf for leaf in leaves if leaf.requires_grad]
        found = iter(torch.autograd.grad(outs, wanted, grads, allow_unused=True))
        return (None, None, *[next(found) if leaf.requires_grad else None for leaf in leaves])

# %% wrong: random_numbers_not_put_back
# why: Before the second run the old state of the random numbers is set, but afterwards it is left where the second run
# ended. The random numbers must go on where they stood before it.
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
        if ctx.rng is not None:
            torch.set_rng_state(ctx.rng)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        torch.autograd.backward(out, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: state_taken_after_the_first_run
# why: The state of the random numbers is read after function has run. The second run then draws other numbers than the
# first; the state must be read before the first run.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        out = function(*inputs)
        ctx.function, ctx.preserve = function, preserve_rng_state
        ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return out

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            later = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(later)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: always_the_same_numbers
# why: preserve_rng_state is not asked: the second run always draws the numbers of the first. If it is False, the second
# run draws new ones, and nothing is put back.
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
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        now = torch.get_rng_state()
        torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None) + tuple(leaf.grad for leaf in leaves)

# %% wrong: every_leaf_requires_grad
# why: All new leaves require grad, also those whose input does not. An input that requires none gets a gradient then,
# where it must be None (and whole numbers cannot require grad at all).
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.f, ctx.keep = function, preserve_rng_state
        if ctx.keep:
            ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        xs = [x.detach().requires_grad_() for x in ctx.saved_tensors]
        if ctx.keep:
            saved = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            ys = ctx.f(*xs)
        if ctx.keep:
            torch.set_rng_state(saved)
        torch.autograd.backward(ys, grads)
        return (None, None, *[x.grad for x in xs])

# %% wrong: only_the_first_output
# why: Only the first output is walked back, with the first upstream gradient. If the function returns a tuple, the
# gradients that come through the other outputs are missing.
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
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        first = out[0] if isinstance(out, tuple) else out
        first.backward(grads[0])
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: inputs_as_attribute
# why: The inputs are kept as an attribute of ctx instead of by ctx.save_for_backward. Then nobody notices if an input has
# been changed in place before the second run.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function, ctx.preserve, ctx.inputs = function, preserve_rng_state, inputs
        ctx.state = torch.get_rng_state()
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.inputs]
        now = torch.get_rng_state()
        if ctx.preserve:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None, *[leaf.grad for leaf in leaves])
