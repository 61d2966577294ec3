# %% right: surrogate_sum
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.state = torch.get_rng_state()
        ctx.preserve = preserve_rng_state
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = []
        for tensor in ctx.saved_tensors:
            leaf = tensor.detach()
            if tensor.requires_grad:
                leaf.requires_grad_()
            leaves.append(leaf)
        now = torch.get_rng_state()
        try:
            if ctx.preserve:
                torch.set_rng_state(ctx.state)
            with torch.enable_grad():
                out = ctx.function(*leaves)
                outs = out if isinstance(out, tuple) else (out,)
                total = sum((o * g).sum() for o, g in zip(outs, grads) if g is not None)
        finally:
            if ctx.preserve:
                torch.set_rng_state(now)
        total.backward()
        return (None, None) + tuple(leaf.grad for leaf in leaves)

# %% right: one_walk_for_all_outputs
def with_state(state, function, *args):
    if state is None:
        return function(*args)
    before = torch.get_rng_state()
    torch.set_rng_state(state)
    try:
        return function(*args)
    finally:
        torch.set_rng_state(before)


@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.save_for_backward(*inputs)
        ctx.function, ctx.state = function, None
        if preserve_rng_state:
            ctx.state = torch.get_rng_state()
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        with torch.enable_grad():
            outputs = with_state(ctx.state, ctx.function, *leaves)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return None, None, *(leaf.grad for leaf in leaves)

# %% wrong: inputs_not_detached
# why: The function is run again on the saved inputs themselves and not on new leaves, so the inner walk goes on into the graph in front of them.
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
        inputs = ctx.saved_tensors
        current = torch.get_rng_state()
        if ctx.rng is not None:
            torch.set_rng_state(ctx.rng)
        with torch.enable_grad():
            outputs = ctx.function(*inputs)
        if ctx.rng is not None:
            torch.set_rng_state(current)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return None, None, *[each.grad for each in inputs]

# %% wrong: grad_of_the_inputs_only
# why: torch.autograd.grad stops at the leaves it is given, so weights inside the function get no gradient.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function, ctx.preserve = function, preserve_rng_state
        if preserve_rng_state:
            ctx.before = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        after = torch.get_rng_state()
        if ctx.preserve:
            torch.set_rng_state(ctx.before)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(after)
        out = out if isinstance(out, tuple) else (out,)
        wanted = [leaf for leaf in leaves if leaf.requires_grad]
        found = []
        if wanted:
            found = list(torch.autograd.grad(out, wanted, grads, allow_unused=True))
        result = [found.pop(0) if leaf.requires_grad else None for leaf in leaves]
        return None, None, *result

# %% wrong: random_numbers_not_put_back
# why: The old random state is set for the second run, but the state from before the second run is not put back afterwards.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.run = function
        ctx.same_numbers = preserve_rng_state
        ctx.rng_state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        copies = []
        for tensor in ctx.saved_tensors:
            copies.append(tensor.detach().requires_grad_(tensor.requires_grad))
        if ctx.same_numbers:
            torch.set_rng_state(ctx.rng_state)
        with torch.enable_grad():
            outputs = ctx.run(*copies)
        if isinstance(outputs, torch.Tensor):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[copy.grad for copy in copies])

# %% wrong: state_after_the_first_run
# why: The random state is noted after the first run instead of before it, so the second run draws other numbers.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        outputs = function(*inputs)
        ctx.function = function
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        ctx.save_for_backward(*inputs)
        return outputs

    @staticmethod
    def backward(ctx, *grads):
        leaves = [x.detach().requires_grad_(x.requires_grad) for x in ctx.saved_tensors]
        with torch.enable_grad():
            if ctx.state is None:
                outputs = ctx.function(*leaves)
            else:
                current = torch.get_rng_state()
                torch.set_rng_state(ctx.state)
                outputs = ctx.function(*leaves)
                torch.set_rng_state(current)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return None, None, *(leaf.grad for leaf in leaves)

# %% wrong: a_walk_for_each_output
# why: Each output is walked back by itself; the first walk frees what the outputs share, and the second one stops with an error.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.save_for_backward(*inputs)
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.rng = torch.get_rng_state()
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        rng = torch.get_rng_state()
        with torch.enable_grad():
            if ctx.preserve:
                torch.set_rng_state(ctx.rng)
            outputs = ctx.function(*leaves)
            if ctx.preserve:
                torch.set_rng_state(rng)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        for output, grad in zip(outputs, grads):
            output.backward(grad)
        return None, None, *[leaf.grad for leaf in leaves]
