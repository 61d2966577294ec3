# %% right: one_number_walks_back
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.before = torch.get_rng_state() if preserve_rng_state else None
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = []
        for saved in ctx.saved_tensors:
            leaf = saved.detach()
            leaf.requires_grad_(saved.requires_grad)
            leaves.append(leaf)
        now = torch.get_rng_state()
        try:
            if ctx.before is not None:
                torch.set_rng_state(ctx.before)
            with torch.enable_grad():
                out = ctx.function(*leaves)
        finally:
            if ctx.before is not None:
                torch.set_rng_state(now)
        outputs = out if isinstance(out, (tuple, list)) else (out,)
        with torch.enable_grad():
            total = 0
            for each, grad in zip(outputs, grads):
                if grad is not None:
                    total = total + (each * grad.detach()).sum()
        total.backward()
        return (None, None, *[leaf.grad for leaf in leaves])


# %% right: the_state_is_always_taken
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        state = torch.get_rng_state()
        ctx.again = (function, preserve_rng_state, state)
        ctx.save_for_backward(*inputs)
        result = function(*inputs)
        return result

    @staticmethod
    def backward(ctx, *grads):
        function, preserve, state = ctx.again
        fresh = tuple(
            each.detach().requires_grad_(each.requires_grad)
            for each in ctx.saved_tensors
        )

        def rerun():
            with torch.enable_grad():
                return function(*fresh)

        if preserve:
            interrupted = torch.get_rng_state()
            torch.set_rng_state(state)
            outputs = rerun()
            torch.set_rng_state(interrupted)
        else:
            outputs = rerun()
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return (None, None) + tuple(each.grad for each in fresh)


# %% wrong: the_inputs_are_not_cut_off
# why: The second run is made on the saved inputs themselves, with their history. The inner walk goes on into the graph in front of the checkpoint, and what is returned goes there once more.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function, ctx.preserve = function, preserve_rng_state
        if preserve_rng_state:
            ctx.rng = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        inputs = ctx.saved_tensors
        for each in inputs:
            if each.requires_grad and each.grad_fn is not None:
                each.retain_grad()
        now = torch.get_rng_state()
        if ctx.preserve:
            torch.set_rng_state(ctx.rng)
        with torch.enable_grad():
            outputs = ctx.function(*inputs)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *(each.grad for each in inputs))


# %% wrong: all_leaves_require_grad
# why: Every new leaf is made to require grad. Inputs that require none get a gradient returned, and whole numbers refuse it with an error.
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
        leaves = [t.detach().clone().requires_grad_(True) for t in ctx.saved_tensors]
        current = torch.get_rng_state()
        if ctx.preserve:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(current)
        torch.autograd.backward(out, grads)
        return (None, None, *[leaf.grad for leaf in leaves])


# %% wrong: only_the_listed_leaves
# why: autograd.grad stops at the inputs it is given. The weights that the function holds get nothing in their .grad.
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
        copies = [s.detach().requires_grad_(s.requires_grad) for s in ctx.saved_tensors]
        after = torch.get_rng_state()
        if ctx.state is not None:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            result = ctx.function(*copies)
        if ctx.state is not None:
            torch.set_rng_state(after)
        outputs = result if isinstance(result, tuple) else (result,)
        wanted = [c for c in copies if c.requires_grad]
        found = iter(torch.autograd.grad(outputs, wanted, grads, allow_unused=True))
        answer = [next(found) if c.requires_grad else None for c in copies]
        return (None, None, *answer)


# %% wrong: once_for_each_output
# why: The function is run again for each of its outputs, and not once for all: twice the work for two outputs, and other random numbers where they are not preserved.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.rng_state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [x.detach().requires_grad_(x.requires_grad) for x in ctx.saved_tensors]
        for number, grad in enumerate(grads):
            here = torch.get_rng_state()
            if ctx.preserve:
                torch.set_rng_state(ctx.rng_state)
            with torch.enable_grad():
                out = ctx.function(*leaves)
            if ctx.preserve:
                torch.set_rng_state(here)
            if isinstance(out, tuple):
                out = out[number]
            torch.autograd.backward(out, grad)
        return (None, None, *(x.grad for x in leaves))


# %% wrong: the_random_numbers_do_not_go_on
# why: The state from before the first run is put back for the second run, but afterwards the random numbers do not go on where they stood: the rest of the program draws the same ones again.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function, ctx.rng = function, None
        if preserve_rng_state:
            ctx.rng = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        new = []
        for old in ctx.saved_tensors:
            new.append(old.detach().requires_grad_(old.requires_grad))
        if ctx.rng is not None:
            torch.set_rng_state(ctx.rng)
        with torch.enable_grad():
            outputs = ctx.function(*new)
        torch.autograd.backward(outputs, grads)
        gradients = [each.grad for each in new]
        return None, None, *gradients
