# %% right: plain
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
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])
# %% right: try_finally
def run_again(function, leaves, state):
    """Runs it recorded; with the random numbers of the state if there is one."""
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
        ctx.function = function
        ctx.save_for_backward(*inputs)
        with torch.no_grad():
            return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = []
        for tensor in ctx.saved_tensors:
            leaf = tensor.detach()
            if tensor.requires_grad:
                leaf.requires_grad_()
            leaves.append(leaf)
        outputs = run_again(ctx.function, leaves, ctx.state)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        torch.autograd.backward(outputs, grads)
        return None, None, *(leaf.grad for leaf in leaves)
# %% right: sum_of_products
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function, ctx.preserve = function, preserve_rng_state
        ctx.before = torch.get_rng_state()
        out = function(*inputs)
        ctx.save_for_backward(*inputs)
        return out

    @staticmethod
    def backward(ctx, *grads):
        after = torch.get_rng_state()
        if ctx.preserve:
            torch.set_rng_state(ctx.before)
        with torch.enable_grad():
            leaves = [
                t.detach().clone().requires_grad_(t.requires_grad)
                for t in ctx.saved_tensors
            ]
            outs = ctx.function(*leaves)
            if isinstance(outs, torch.Tensor):
                outs = (outs,)
            total = sum((out * g).sum() for out, g in zip(outs, grads))
        if ctx.preserve:
            torch.set_rng_state(after)
        total.backward()
        result = [None, None]
        for leaf in leaves:
            result.append(leaf.grad)
        return tuple(result)
# %% right: one_walk_for_each_output
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        if preserve_rng_state:
            ctx.rng = torch.get_rng_state()
        else:
            ctx.rng = None
        ctx.save_for_backward(*inputs)
        ctx.f = function
        result = function(*inputs)
        return result

    @staticmethod
    def backward(ctx, *grads):
        saved = ctx.saved_tensors
        new = tuple(s.detach().requires_grad_(s.requires_grad) for s in saved)
        if ctx.rng is not None:
            middle = torch.get_rng_state()
            torch.set_rng_state(ctx.rng)
        with torch.set_grad_enabled(True):
            outputs = ctx.f(*new)
        if ctx.rng is not None:
            torch.set_rng_state(middle)
        outputs = outputs if isinstance(outputs, (tuple, list)) else (outputs,)
        for output, grad in zip(outputs, grads):
            output.backward(grad, retain_graph=True)
        return (None, None) + tuple(n.grad for n in new)
# %% wrong: not_detached
# why: The inputs are not detached: the inner walk goes on into the graph in front of the checkpoint.
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
        leaves = list(ctx.saved_tensors)
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])
# %% wrong: second_run_unrecorded
# why: The second run is not recorded, since recording is off in backward.
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
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.no_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])
# %% wrong: weights_left_out
# why: autograd.grad stops at the leaves that it is given, so the weights inside of function get nothing.
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
        if ctx.preserve:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        if not isinstance(outputs, tuple):
            outputs = (outputs,)
        wanted = [leaf for leaf in leaves if leaf.requires_grad]
        found = list(torch.autograd.grad(outputs, wanted, grads, allow_unused=True))
        return (None, None, *[found.pop(0) if t.requires_grad else None for t in leaves])
# %% wrong: random_numbers_not_put_back
# why: After the second run the random numbers are not put back to where they stood.
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
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])
# %% wrong: state_after_first_run
# why: The state is taken after the first run, so the second run draws other numbers.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
        ctx.save_for_backward(*inputs)
        out = function(*inputs)
        ctx.state = torch.get_rng_state()
        return out

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
# %% wrong: always_preserved
# why: preserve_rng_state is not looked at: the second run draws the same numbers even if it is False.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = True
        if ctx.preserve:
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
# %% wrong: never_preserved
# why: The random numbers are left alone, so the second run draws others than the first.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = False
        if ctx.preserve:
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
# %% wrong: put_back_too_far
# why: Afterwards the state before the FIRST run is put back, not the one before the second.
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
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(ctx.state)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])
# %% wrong: fixed_seed
# why: A fixed seed before the second run is not the state of the first run.
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
            now = torch.get_rng_state()
            torch.manual_seed(0)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])
# %% wrong: all_leaves_require_grad
# why: Every leaf requires grad, also where the input does not.
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
        leaves = [t.detach().requires_grad_() for t in ctx.saved_tensors]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])
# %% wrong: two_nones_forgotten
# why: The two None for function and preserve_rng_state are missing.
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
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return tuple(leaf.grad for leaf in leaves)
# %% wrong: first_output_only
# why: Only the first output is walked back.
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
# %% wrong: upstream_forgotten
# why: Ones are sent into the inner walk in place of the upstream gradients.
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
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, tuple(torch.ones_like(g) for g in grads))
        return (None, None, *[leaf.grad for leaf in leaves])
# %% wrong: inputs_on_ctx
# why: The inputs are kept as an attribute and not by save_for_backward.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve = preserve_rng_state
        if ctx.preserve:
            ctx.state = torch.get_rng_state()
        ctx.inputs = inputs
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.inputs]
        if ctx.preserve:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])
# %% wrong: graph_kept_in_forward
# why: forward records the run and keeps its graph: nothing is saved in memory, and nothing is run again.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.save_for_backward(*inputs)
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in inputs]
        with torch.enable_grad():
            outputs = function(*leaves)
        ctx.leaves, ctx.outputs = leaves, outputs
        if isinstance(outputs, tuple):
            return tuple(out.detach() for out in outputs)
        return outputs.detach()

    @staticmethod
    def backward(ctx, *grads):
        torch.autograd.backward(ctx.outputs, grads)
        return (None, None, *[leaf.grad for leaf in ctx.leaves])
# %% wrong: one_output_assumed
# why: outputs.backward works for one tensor, and a tuple has no backward.
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
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        outputs.backward(*grads)
        return (None, None, *[leaf.grad for leaf in leaves])
# %% wrong: grad_of_the_inputs
# why: The .grad of the saved inputs is returned, not that of the new leaves.
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
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[t.grad for t in ctx.saved_tensors])
# %% wrong: run_twice
# why: The function is run twice in backward (once to look whether it is a tuple), and may run only once there.
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
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            if isinstance(ctx.function(*leaves), tuple):
                outputs = ctx.function(*leaves)
            else:
                outputs = (ctx.function(*leaves),)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])
# %% wrong: list_not_unpacked
# why: The gradients are returned as one list, which is one value for all inputs.
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
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, [leaf.grad for leaf in leaves])
# %% wrong: walk_is_missing
# why: The function is run again, and nobody walks back: all gradients are None.
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
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        return (None, None, *[leaf.grad for leaf in leaves])
# %% wrong: zeros_for_none
# why: An input that has no gradient gets zeros in place of None.
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
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[torch.zeros_like(leaf) if leaf.grad is None else leaf.grad for leaf in leaves])
# %% wrong: rng_after_the_walk_only_if_tuple
# why: The random numbers are put back in the branch for tuples only.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve_rng_state = preserve_rng_state
        ctx.before = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        now = torch.get_rng_state()
        if ctx.preserve_rng_state:
            torch.set_rng_state(ctx.before)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if isinstance(outputs, tuple):
            if ctx.preserve_rng_state:
                torch.set_rng_state(now)
            torch.autograd.backward(outputs, grads)
        else:
            outputs.backward(grads[0])
        return (None, None, *[leaf.grad for leaf in leaves])
# %% wrong: only_inputs_with_grad_returned
# why: Only leaves that require grad are returned, so the gradients move up to the wrong inputs.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve_rng_state = preserve_rng_state
        ctx.before = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        now = torch.get_rng_state()
        if ctx.preserve_rng_state:
            torch.set_rng_state(ctx.before)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if ctx.preserve_rng_state:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves if leaf.requires_grad])
# %% wrong: outputs_added_up
# why: All outputs are added up before the walk, and each gets the first upstream gradient.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve_rng_state = preserve_rng_state
        ctx.before = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        now = torch.get_rng_state()
        if ctx.preserve_rng_state:
            torch.set_rng_state(ctx.before)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
            if not isinstance(outputs, tuple):
                outputs = (outputs,)
            total = sum((out * grads[0]).sum() for out in outputs)
        if ctx.preserve_rng_state:
            torch.set_rng_state(now)
        total.backward()
        return (None, None, *[leaf.grad for leaf in leaves])
# %% wrong: state_restored_if_not_asked
# why: The test is turned round: the same random numbers are drawn if preserve_rng_state is False.
@piece
class CheckpointFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.preserve_rng_state = preserve_rng_state
        ctx.before = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [t.detach().requires_grad_(t.requires_grad) for t in ctx.saved_tensors]
        now = torch.get_rng_state()
        if not ctx.preserve_rng_state:
            torch.set_rng_state(ctx.before)
        with torch.enable_grad():
            outputs = ctx.function(*leaves)
        if not ctx.preserve_rng_state:
            torch.set_rng_state(now)
        torch.autograd.backward(outputs, grads)
        return (None, None, *[leaf.grad for leaf in leaves])
