# %% right: plain
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
        return (None, None) + tuple(leaf.grad for leaf in leaves)

# %% right: helper_with_finally
def run_again(function, leaves, state):
    with torch.enable_grad():
        if state is None:
            return function(*leaves)
        before = torch.get_rng_state()
        try:
            torch.set_rng_state(state)
            return function(*leaves)
        finally:
            torch.set_rng_state(before)


@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.fn = function
        ctx.rng = torch.get_rng_state() if preserve_rng_state else None
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = []
        for t in ctx.saved_tensors:
            leaf = t.detach()
            if t.requires_grad:
                leaf.requires_grad_(True)
            leaves.append(leaf)
        outputs = run_again(ctx.fn, leaves, ctx.rng)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        result = [None, None]
        for leaf in leaves:
            result.append(leaf.grad)
        return tuple(result)

# %% wrong: leaves_not_detached
# why: The function is run again on the saved inputs themselves, which still have their history. The
# inner walk goes on in front of the checkpoint, and gradients are counted twice; new, detached leaves are needed.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        inputs = ctx.saved_tensors
        if ctx.state is not None:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*inputs)
        if ctx.state is not None:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None) + tuple(t.grad for t in inputs)

# %% wrong: gradients_for_inputs_only
# why: torch.autograd.grad computes gradients for the inputs only, so weights inside of the function get
# nothing in their .grad. torch.autograd.backward goes to all leaves.
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
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        wanted = [leaf for leaf in leaves if leaf.requires_grad]
        found = iter(torch.autograd.grad(out, wanted, grads, allow_unused=True) if wanted else ())
        return (None, None, *[next(found) if leaf.requires_grad else None for leaf in leaves])

# %% wrong: random_state_not_put_back
# why: After the second run the random numbers go on from where that run ended. The state from before
# the second run must be kept and put back afterwards.
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
        return (None, None) + tuple(l.grad for l in leaves)

# %% wrong: always_draws_the_same
# why: preserve_rng_state is ignored, and the second run always draws the same numbers. If it is False
# the state must be left alone, so that the second run draws new ones.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.start = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        here = torch.get_rng_state()
        torch.set_rng_state(ctx.start)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        torch.set_rng_state(here)
        torch.autograd.backward(out, grads)
        return (None, None) + tuple(l.grad for l in leaves)

# %% wrong: one_walk_for_each_output
# why: Each output is walked back by itself. The first walk frees what the outputs share, and the second
# fails there; all outputs belong into one torch.autograd.backward.
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
        now = torch.get_rng_state()
        if ctx.rng is not None:
            torch.set_rng_state(ctx.rng)
        with torch.enable_grad():
            outs = ctx.function(*leaves)
        if ctx.rng is not None:
            torch.set_rng_state(now)
        if not isinstance(outs, tuple):
            outs = (outs,)
        for o, g in zip(outs, grads):
            o.backward(g)
        return (None, None) + tuple(l.grad for l in leaves)

# %% wrong: state_taken_after_the_first_run
# why: The random state is read after the first run, so that the second run draws the numbers that
# follow. It must be read before function is called.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        out = function(*inputs)
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.rng = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return out

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        with torch.enable_grad():
            if ctx.preserve:
                saved = torch.get_rng_state()
                torch.set_rng_state(ctx.rng)
                out = ctx.function(*leaves)
                torch.set_rng_state(saved)
            else:
                out = ctx.function(*leaves)
        torch.autograd.backward(out, grads)
        return (None, None) + tuple(l.grad for l in leaves)

# %% wrong: recorded_in_forward
# why: forward records the first run and keeps its graph on ctx, with all that was saved in it. Nothing
# but the inputs may be kept; the function must be run again in backward.
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
        return (None, None) + tuple(l.grad for l in ctx.leaves)
