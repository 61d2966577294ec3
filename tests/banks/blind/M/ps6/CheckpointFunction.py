# %% right: straight
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
        outs = out if isinstance(out, tuple) else (out,)
        torch.autograd.backward(outs, grads)
        return (None, None) + tuple(leaf.grad for leaf in leaves)

# %% right: try_finally
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.save_for_backward(*inputs)
        ctx.f = function
        ctx.rng = torch.get_rng_state() if preserve_rng_state else None
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = []
        for tensor in ctx.saved_tensors:
            leaf = tensor.detach()
            if tensor.requires_grad:
                leaf.requires_grad_()
            leaves.append(leaf)
        before = None
        if ctx.rng is not None:
            before = torch.get_rng_state()
            torch.set_rng_state(ctx.rng)
        try:
            with torch.enable_grad():
                outputs = ctx.f(*leaves)
        finally:
            if before is not None:
                torch.set_rng_state(before)
        torch.autograd.backward(outputs, grads)
        return None, None, *[leaf.grad for leaf in leaves]

# %% right: helper_for_the_second_run
def run_again(function, leaves, state):
    with torch.enable_grad():
        if state is None:
            return function(*leaves)
        later = torch.get_rng_state()
        torch.set_rng_state(state)
        result = function(*leaves)
        torch.set_rng_state(later)
        return result


@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.state_at_first = None
        if preserve_rng_state:
            ctx.state_at_first = torch.get_rng_state()
        result = function(*inputs)
        ctx.save_for_backward(*inputs)
        return result

    @staticmethod
    def backward(ctx, *grads):
        leaves = tuple(x.detach().requires_grad_(x.requires_grad) for x in ctx.saved_tensors)
        result = run_again(ctx.function, leaves, ctx.state_at_first)
        if not isinstance(result, tuple):
            result = (result,)
        torch.autograd.backward(result, tuple(grads))
        answers = [None, None]
        for leaf in leaves:
            answers.append(leaf.grad)
        return tuple(answers)

# %% right: one_recorded_block
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function, ctx.preserve_rng_state = function, preserve_rng_state
        ctx.rng_state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        with torch.no_grad():
            return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        with torch.enable_grad():
            leaves = [i.detach().requires_grad_(i.requires_grad) for i in ctx.saved_tensors]
            state = torch.get_rng_state()
            if ctx.preserve_rng_state:
                torch.set_rng_state(ctx.rng_state)
            out = ctx.function(*leaves)
            if ctx.preserve_rng_state:
                torch.set_rng_state(state)
        if isinstance(out, tuple):
            torch.autograd.backward(out, grads)
        else:
            out.backward(grads[0])
        return (None, None, *(leaf.grad if leaf.requires_grad else None for leaf in leaves))

# %% wrong: inputs_as_attribute
# why: The inputs are kept as an attribute of ctx. Tensors must go through ctx.save_for_backward; only what is no tensor belongs on ctx.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.inputs = inputs
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.inputs]
        now = torch.get_rng_state()
        if ctx.state is not None:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.state is not None:
            torch.set_rng_state(now)
        torch.autograd.backward(out if isinstance(out, tuple) else (out,), grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: state_after_the_first_run
# why: The state of the random numbers is read after the first run. The second run then draws what comes next and not the same; the state must be taken before function is called.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.save_for_backward(*inputs)
        ctx.function = function
        out = function(*inputs)
        ctx.preserve = preserve_rng_state
        ctx.state = torch.get_rng_state()
        return out

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            current = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(current)
        if not isinstance(out, tuple):
            out = (out,)
        torch.autograd.backward(out, grads)
        return (None, None) + tuple(leaf.grad for leaf in leaves)

# %% wrong: random_numbers_not_put_back
# why: After the second run the random numbers go on from where that run ended, so numbers that were drawn already come again. The state from before the second run must be put back.
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
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.state is not None:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        outs = out if isinstance(out, tuple) else (out,)
        torch.autograd.backward(outs, grads)
        return (None, None, *(leaf.grad for leaf in leaves))

# %% wrong: grad_of_the_leaves_only
# why: The inner walk is made by torch.autograd.grad, which stops at the leaves it is given. Weights that function holds get nothing in their .grad; torch.autograd.backward goes to all leaves.
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
            before = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(before)
        outs = out if isinstance(out, tuple) else (out,)
        wanted = [leaf for leaf in leaves if leaf.requires_grad]
        found = list(torch.autograd.grad(outs, wanted, grads, allow_unused=True)) if wanted else []
        return (None, None, *[found.pop(0) if leaf.requires_grad else None for leaf in leaves])

# %% wrong: all_leaves_require_grad
# why: requires_grad is switched on for all new leaves. It should be on where the inputs have it: an input that requires none gets a gradient here, and whole numbers cannot require one at all.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.run = function
        ctx.rng = torch.get_rng_state() if preserve_rng_state else None
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_() for t in ctx.saved_tensors]
        saved_rng = torch.get_rng_state()
        if ctx.rng is not None:
            torch.set_rng_state(ctx.rng)
        with torch.enable_grad():
            out = ctx.run(*leaves)
        if ctx.rng is not None:
            torch.set_rng_state(saved_rng)
        torch.autograd.backward(out if isinstance(out, tuple) else (out,), grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: first_output_only
# why: Only the first output is walked back, with the first upstream gradient. Where function returns a tuple, the gradients by way of the other outputs are missing; all outputs and all upstream gradients must be given.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.save_for_backward(*inputs)
        ctx.function = function
        ctx.state = None
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        now = torch.get_rng_state()
        with torch.enable_grad():
            if ctx.state is not None:
                torch.set_rng_state(ctx.state)
            out = ctx.function(*leaves)
            if ctx.state is not None:
                torch.set_rng_state(now)
        if isinstance(out, tuple):
            out = out[0]
        out.backward(grads[0])
        return (None, None) + tuple(leaf.grad for leaf in leaves)

# %% wrong: preserved_in_any_case
# why: The state of the first run is always put back, whatever preserve_rng_state says. If it is False the second run must draw new random numbers.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve_rng_state = preserve_rng_state
        ctx.rng_state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        before = torch.get_rng_state()
        torch.set_rng_state(ctx.rng_state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        torch.set_rng_state(before)
        torch.autograd.backward(out if isinstance(out, tuple) else (out,), grads)
        return (None, None, *(leaf.grad for leaf in leaves))

# %% wrong: run_for_each_output
# why: The function is run again for each output. The second run must happen only once, and one walk back through it is started with all outputs and all upstream gradients.
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
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        for i, grad in enumerate(grads):
            now = torch.get_rng_state()
            if ctx.state is not None:
                torch.set_rng_state(ctx.state)
            with torch.enable_grad():
                out = ctx.function(*leaves)
            if ctx.state is not None:
                torch.set_rng_state(now)
            one = out[i] if isinstance(out, tuple) else out
            torch.autograd.backward((one,), (grad,))
        return (None, None) + tuple(leaf.grad for leaf in leaves)
