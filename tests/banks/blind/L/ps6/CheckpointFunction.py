# %% right: straight_through
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if preserve_rng_state:
            ctx.rng = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.rng)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *(leaf.grad for leaf in leaves))

# %% right: try_and_finally
def fresh(tensor):
    leaf = tensor.detach()
    if tensor.requires_grad:
        leaf.requires_grad_()
    return leaf


@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.save_for_backward(*inputs)
        ctx.function = function
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        leaves = tuple(map(fresh, ctx.saved_tensors))
        with torch.enable_grad():
            if ctx.state is None:
                out = ctx.function(*leaves)
            else:
                before = torch.get_rng_state()
                try:
                    torch.set_rng_state(ctx.state)
                    out = ctx.function(*leaves)
                finally:
                    torch.set_rng_state(before)
        if not isinstance(out, tuple):
            out = (out,)
        torch.autograd.backward(out, grads)
        return (None, None) + tuple(leaf.grad for leaf in leaves)

# %% right: one_number_to_walk_from
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.f, ctx.same = function, preserve_rng_state
        ctx.dice = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        xs = []
        for t in ctx.saved_tensors:
            x = t.detach()
            x.requires_grad_(t.requires_grad)
            xs.append(x)
        there = torch.get_rng_state()
        if ctx.same:
            torch.set_rng_state(ctx.dice)
        with torch.enable_grad():
            ys = ctx.f(*xs)
            ys = ys if isinstance(ys, tuple) else (ys,)
            total = sum((y * g).sum() for y, g in zip(ys, grads))
        if ctx.same:
            torch.set_rng_state(there)
        total.backward()
        result = [None, None]
        for x in xs:
            result.append(x.grad)
        return tuple(result)

# %% right: helper_runs_it_again
def again(ctx, leaves):
    if not ctx.preserve:
        return ctx.function(*leaves)
    outside = torch.get_rng_state()
    torch.set_rng_state(ctx.start)
    out = ctx.function(*leaves)
    torch.set_rng_state(outside)
    return out


@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        """function(*inputs), of which nothing is kept but the inputs."""
        ctx.start = torch.get_rng_state()
        ctx.preserve = preserve_rng_state
        ctx.function = function
        result = function(*inputs)
        ctx.save_for_backward(*inputs)
        return result

    @staticmethod
    def backward(ctx, *grads):
        """Run the function again, recorded, and walk back through it."""
        needed = ctx.needs_input_grad[2:]
        leaves = [t.detach().requires_grad_(need) for t, need in zip(ctx.saved_tensors, needed)]
        with torch.enable_grad():
            out = again(ctx, leaves)
            torch.autograd.backward(out, grads)
        gradients = [leaf.grad if need else None for leaf, need in zip(leaves, needed)]
        return (None, None, *gradients)

# %% wrong: second_run_not_recorded
# why: The second run stands in backward, where recording is off, so there is nothing to walk back through.
# Put it into a block of torch.enable_grad().
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.rng = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        now = torch.get_rng_state()
        if ctx.preserve:
            torch.set_rng_state(ctx.rng)
        out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None) + tuple(leaf.grad for leaf in leaves)

# %% wrong: weights_get_nothing
# why: The inner walk is made by torch.autograd.grad, which stops at the leaves it is given. Weights inside
# of the function get no gradient in their .grad; use torch.autograd.backward.
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
            out = ctx.function(*leaves)
        if ctx.rng is not None:
            torch.set_rng_state(now)
        outs = out if isinstance(out, tuple) else (out,)
        wanted = [leaf for leaf in leaves if leaf.requires_grad]
        found = iter(torch.autograd.grad(outs, wanted, grads, allow_unused=True))
        return (None, None) + tuple(next(found) if leaf.requires_grad else None for leaf in leaves)

# %% wrong: random_numbers_not_put_back
# why: The second run starts from the stored state of the random numbers, but the state from before it is
# never put back. Afterwards they go on from the wrong place, and numbers drawn earlier come again.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if ctx.preserve:
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
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: state_taken_after_the_run
# why: The state of the random numbers is stored after the first run, so the second run draws the numbers
# that come next. Store it before the function is called.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.save_for_backward(*inputs)
        out = function(*inputs)
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.rng_state = torch.get_rng_state()
        return out

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        if ctx.preserve:
            saved = torch.get_rng_state()
            torch.set_rng_state(ctx.rng_state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(saved)
        torch.autograd.backward(out, grads)
        return (None, None, *[leaf.grad for leaf in leaves])

# %% wrong: every_leaf_requires_grad
# why: All new leaves require grad, also those of inputs that do not. A leaf must require grad where its
# input does; for the others None is returned.
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
        leaves = [t.detach().requires_grad_() for t in ctx.saved_tensors]
        now = torch.get_rng_state()
        if ctx.rng is not None:
            torch.set_rng_state(ctx.rng)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.rng is not None:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None) + tuple(leaf.grad for leaf in leaves)

# %% wrong: inputs_as_they_are
# why: The second run gets the inputs themselves, with their history. The inner walk goes on into the graph
# in front of the checkpoint, and what is returned goes there a second time. Detach them first.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.rng = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        inputs = ctx.saved_tensors
        now = torch.get_rng_state()
        if ctx.preserve:
            torch.set_rng_state(ctx.rng)
        with torch.enable_grad():
            out = ctx.function(*inputs)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None) + tuple(x.grad for x in inputs)

# %% wrong: state_kept_on_the_class
# why: The state of the random numbers is kept on the class, which all checkpoints share. With two
# checkpoints in a row the second one overwrites it, and the first draws other numbers in its second run.
# Keep it on ctx.
@piece
class CheckpointFunction(torch.autograd.Function):
    rng = None

    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        CheckpointFunction.rng = torch.get_rng_state()
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        now = torch.get_rng_state()
        if ctx.preserve:
            torch.set_rng_state(CheckpointFunction.rng)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(out, grads)
        return (None, None) + tuple(leaf.grad for leaf in leaves)

# %% wrong: one_run_for_each_output
# why: The function is run again for each output, to walk back from that one alone. It must run only once
# more, with one walk from all outputs: each further run costs as much, and draws other random numbers.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.rng = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        now = torch.get_rng_state()
        for i, g in enumerate(grads):
            if ctx.preserve:
                torch.set_rng_state(ctx.rng)
            with torch.enable_grad():
                out = ctx.function(*leaves)
            if isinstance(out, tuple):
                out = out[i]
            torch.autograd.backward(out, g)
        if ctx.preserve:
            torch.set_rng_state(now)
        return (None, None) + tuple(leaf.grad for leaf in leaves)
