"""Answers to CheckpointFunction."""

from banks.answers.bank import answers_to

import minigrad as torch
from minigrad.autograd import Function

right, wrong = answers_to("CheckpointFunction")


class Book(Function):
    """The right answer, which the wrong ones change at one place."""

    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [x.detach().requires_grad_(x.requires_grad) for x in ctx.saved_tensors]
        before = torch.get_rng_state()
        if ctx.state is not None:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        if ctx.state is not None:
            torch.set_rng_state(before)
        torch.autograd.backward(out, grads)
        return None, None, *[x.grad for x in leaves]


def again(ctx, leaves):
    before = torch.get_rng_state()
    if ctx.state is not None:
        torch.set_rng_state(ctx.state)
    with torch.enable_grad():
        out = ctx.function(*leaves)
    if ctx.state is not None:
        torch.set_rng_state(before)
    return out


def fresh(ctx):
    return [x.detach().requires_grad_(x.requires_grad) for x in ctx.saved_tensors]


# -- right -----------------------------------------------------------------------------


@right
class AsInTheBook(Book):
    forward = staticmethod(Book.forward)
    backward = staticmethod(Book.backward)


@right
class WithATryAndALoop(Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function, ctx.preserve = function, preserve_rng_state
        ctx.state = torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        with torch.no_grad():
            return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = []
        for tensor in ctx.saved_tensors:
            leaf = tensor.detach()
            leaf.requires_grad = tensor.requires_grad
            leaves.append(leaf)
        now = torch.get_rng_state()
        try:
            if ctx.preserve:
                torch.set_rng_state(ctx.state)
            with torch.enable_grad():
                out = ctx.function(*leaves)
        finally:
            if ctx.preserve:
                torch.set_rng_state(now)
        outs = out if isinstance(out, tuple) else (out,)
        torch.autograd.backward(outs, grads)
        return (None, None) + tuple(leaf.grad for leaf in leaves)


@right
class ByTheSumOfProducts(Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = fresh(ctx)
        out = again(ctx, leaves)
        outs = out if isinstance(out, tuple) else (out,)
        with torch.enable_grad():
            total = sum((o * g).sum() for o, g in zip(outs, grads, strict=True))
        total.backward()
        return None, None, *[leaf.grad for leaf in leaves]


@right
class ByOwnNames(Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.run = function
        ctx.rng = None
        if preserve_rng_state:
            ctx.rng = torch.random.get_rng_state()
        ctx.save_for_backward(*inputs)
        out = function(*inputs)
        return out

    @staticmethod
    def backward(ctx, *grads):
        with torch.enable_grad():
            leaves = tuple(
                t.detach().clone().requires_grad_(t.requires_grad)
                for t in ctx.saved_tensors
            )
            current = torch.random.get_rng_state()
            if ctx.rng is not None:
                torch.random.set_rng_state(ctx.rng)
            out = ctx.run(*leaves)
            if ctx.rng is not None:
                torch.random.set_rng_state(current)
        if isinstance(out, tuple):
            torch.autograd.backward(list(out), list(grads))
        else:
            out.backward(grads[0])
        return None, None, *(leaf.grad for leaf in leaves)


# -- wrong -----------------------------------------------------------------------------


@wrong("recorded", "forward")
class FirstRunRecorded(Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        with torch.enable_grad():
            ctx.leaves = [x.detach().requires_grad_(x.requires_grad) for x in inputs]
            ctx.out = function(*ctx.leaves)
        several = isinstance(ctx.out, tuple)
        if several:
            return tuple(each.detach() for each in ctx.out)
        return ctx.out.detach()

    @staticmethod
    def backward(ctx, *grads):
        torch.autograd.backward(ctx.out, grads, retain_graph=True)
        return None, None, *[x.grad for x in ctx.leaves]


@wrong("recorded", "forward")
class FirstRunRecordedForNothing(Book):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        ctx.save_for_backward(*inputs)
        with torch.enable_grad():
            out = function(*[x.detach().requires_grad_() for x in inputs])
        if isinstance(out, tuple):
            return tuple(each.detach() for each in out)
        return out.detach()

    backward = staticmethod(Book.backward)


@wrong("detach")
class NotDetached(Book):
    forward = staticmethod(Book.forward)

    @staticmethod
    def backward(ctx, *grads):
        inputs = ctx.saved_tensors
        out = again(ctx, inputs)
        torch.autograd.backward(out, grads)
        return None, None, *[x.grad for x in inputs]


@wrong("detach")
class NotDetachedAndAskedForByGrad(Book):
    forward = staticmethod(Book.forward)

    @staticmethod
    def backward(ctx, *grads):
        inputs = ctx.saved_tensors
        for each in inputs:
            if each.requires_grad:
                each.retain_grad()
        out = again(ctx, inputs)
        torch.autograd.backward(out, grads, retain_graph=True)
        return None, None, *[x.grad for x in inputs]


@wrong("random numbers", "second run")
class RandomStateForgotten(Book):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function, ctx.state = function, None
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    backward = staticmethod(Book.backward)


@wrong("random numbers", "afterwards")
class RandomStateNotPutBack(Book):
    forward = staticmethod(Book.forward)

    @staticmethod
    def backward(ctx, *grads):
        leaves = fresh(ctx)
        if ctx.state is not None:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        torch.autograd.backward(out, grads)
        return None, None, *[x.grad for x in leaves]


@wrong("random numbers", "after the first run")
class StateTakenTooLate(Book):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function = function
        ctx.save_for_backward(*inputs)
        out = function(*inputs)
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        return out

    backward = staticmethod(Book.backward)


@wrong("preserve_rng_state")
class AlwaysPreserved(Book):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function, ctx.state = function, torch.get_rng_state()
        ctx.save_for_backward(*inputs)
        return function(*inputs)

    backward = staticmethod(Book.backward)


@wrong("weights")
class WeightsOfTheClosureLost(Book):
    forward = staticmethod(Book.forward)

    @staticmethod
    def backward(ctx, *grads):
        leaves = fresh(ctx)
        out = again(ctx, leaves)
        outs = out if isinstance(out, tuple) else (out,)
        wanted = [x for x in leaves if x.requires_grad]
        found = iter(torch.autograd.grad(outs, wanted, grads, allow_unused=True))
        return None, None, *[next(found) if x.requires_grad else None for x in leaves]


@wrong("second run is not recorded")
class SecondRunUnrecorded(Book):
    forward = staticmethod(Book.forward)

    @staticmethod
    def backward(ctx, *grads):
        leaves = fresh(ctx)
        out = ctx.function(*leaves)
        torch.autograd.backward(out, grads)
        return None, None, *[x.grad for x in leaves]


@wrong("upstream")
class UpstreamIgnored(Book):
    forward = staticmethod(Book.forward)

    @staticmethod
    def backward(ctx, *grads):
        leaves = fresh(ctx)
        out = again(ctx, leaves)
        torch.autograd.backward(out, tuple(torch.ones_like(g) for g in grads))
        return None, None, *[x.grad for x in leaves]


@wrong("None for what is no tensor")
class OneNoneTooFew(Book):
    forward = staticmethod(Book.forward)

    @staticmethod
    def backward(ctx, *grads):
        leaves = fresh(ctx)
        torch.autograd.backward(again(ctx, leaves), grads)
        return None, *[x.grad for x in leaves]


@wrong("second run")
class RandomStateNotSet(Book):
    forward = staticmethod(Book.forward)

    @staticmethod
    def backward(ctx, *grads):
        leaves = fresh(ctx)
        with torch.enable_grad():
            out = ctx.function(*leaves)
        torch.autograd.backward(out, grads)
        return None, None, *[x.grad for x in leaves]


@wrong("save_for_backward")
class KeptAsAnAttribute(Function):
    @staticmethod
    def forward(ctx, function, preserve_rng_state, *inputs):
        ctx.function, ctx.inputs = function, inputs
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        return function(*inputs)

    @staticmethod
    def backward(ctx, *grads):
        leaves = [x.detach().requires_grad_(x.requires_grad) for x in ctx.inputs]
        torch.autograd.backward(again(ctx, leaves), grads)
        return None, None, *[x.grad for x in leaves]


@wrong("more often than once")
class RunTwice(Book):
    forward = staticmethod(Book.forward)

    @staticmethod
    def backward(ctx, *grads):
        leaves = fresh(ctx)
        found = [None, None]
        for i in range(len(leaves)):
            leaves = fresh(ctx)
            torch.autograd.backward(again(ctx, leaves), grads)
            found.append(leaves[i].grad)
        return tuple(found)


@wrong("Is there a return")
class NothingReturned(Book):
    forward = staticmethod(Book.forward)

    @staticmethod
    def backward(ctx, *grads):
        torch.autograd.backward(again(ctx, fresh(ctx)), grads)
