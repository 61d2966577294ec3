# %% right: three_lines_and_back
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = 1 / math.sqrt(query.shape[-1])
        scores = query @ key.mT * ctx.scale
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1) > 0
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        need_q, need_k, need_v, _ = ctx.needs_input_grad
        gq = gk = gv = None
        if need_v:
            gv = p.mT @ grad
        if need_q or need_k:
            gp = grad @ value.mT
            gs = p * (gp - (gp * p).sum(-1, keepdim=True)) * ctx.scale
            gq = gs @ key if need_q else None
            gk = gs.mT @ query if need_k else None
        return gq, gk, gv, None

# %% right: query_scaled_first
def seen(L, S):
    return torch.arange(S).reshape(1, S) <= torch.arange(L).reshape(L, 1)


@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        small = query / query.shape[-1] ** 0.5
        a = small @ key.transpose(-2, -1)
        if is_causal:
            hidden = ~seen(a.shape[-2], a.shape[-1])
            a = a.masked_fill(hidden, float("-inf"))
        p = a.softmax(dim=-1)
        y = p @ value
        ctx.save_for_backward(small, key, value, p, y)
        return y

    @staticmethod
    def backward(ctx, grad):
        small, key, value, p, y = ctx.saved_tensors
        need = ctx.needs_input_grad
        inner = (grad * y).sum(-1, keepdim=True)
        da = p * (grad @ value.transpose(-2, -1) - inner)
        return (
            da @ key / small.shape[-1] ** 0.5 if need[0] else None,
            da.transpose(-2, -1) @ small if need[1] else None,
            p.transpose(-2, -1) @ grad if need[2] else None,
            None,
        )

# %% wrong: hidden_after_the_softmax
# why: The weights of later keys are set to 0 after the softmax, so the others no longer add up to 1. The scores must be
# hidden, by minus infinity, before the softmax.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.root = math.sqrt(query.shape[-1])
        p = torch.softmax(query @ key.mT / ctx.root, -1)
        if is_causal:
            p = p * torch.ones(p.shape[-2], p.shape[-1], dtype=p.dtype).tril()
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        q, k, v, p = ctx.saved_tensors
        dp = grad @ v.mT
        da = p * (dp - (dp * p).sum(-1, keepdim=True)) / ctx.root
        n = ctx.needs_input_grad
        return (
            da @ k if n[0] else None,
            da.mT @ q if n[1] else None,
            p.mT @ grad if n[2] else None,
            None,
        )

# %% wrong: no_scale_on_the_way_back
# why: The scores are divided by the root of E in forward, but backward forgets it. What comes back through the scores must
# be divided by it as well.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        a = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(a.shape[-2], a.shape[-1]).triu(1).bool()
            a = a.masked_fill(mask, -math.inf)
        p = torch.softmax(a, dim=-1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        q, k, v, p = ctx.saved_tensors
        gv = p.mT @ grad if ctx.needs_input_grad[2] else None
        gp = grad @ v.mT
        ga = p * (gp - (gp * p).sum(-1, keepdim=True))
        gq = ga @ k if ctx.needs_input_grad[0] else None
        gk = ga.mT @ q if ctx.needs_input_grad[1] else None
        return gq, gk, gv, None

# %% wrong: query_does_not_see_itself
# why: The mask hides the diagonal as well (triu(0)), so a query does not see the key at its own place, and the first one
# sees none: nan. Query i sees the keys 0 to i.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = query.shape[-1] ** -0.5
        a = (query @ key.mT) * ctx.scale
        if is_causal:
            a = a.masked_fill(torch.ones(a.shape[-2], a.shape[-1]).triu() == 1, -math.inf)
        p = torch.softmax(a, -1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        q, k, v, p = ctx.saved_tensors
        gp = grad @ v.mT
        ga = p * (gp - (gp * p).sum(-1, keepdim=True)) * ctx.scale
        grads = (ga @ k, ga.mT @ q, p.mT @ grad)
        return (*[g if need else None for g, need in zip(grads, ctx.needs_input_grad)], None)

# %% wrong: softmax_along_the_queries
# why: The softmax goes along the queries, dimension -2. The weights of each query must add up to 1, along the keys, the
# last dimension.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.root = query.shape[-1] ** 0.5
        a = query @ key.mT / ctx.root
        if is_causal:
            later = torch.ones(a.shape[-2], a.shape[-1]).triu(1) == 1
            a = a.masked_fill(later, -1e9)
        p = torch.softmax(a, -2)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        q, k, v, p = ctx.saved_tensors
        gp = grad @ v.mT
        ga = p * (gp - (gp * p).sum(-2, keepdim=True)) / ctx.root
        need = ctx.needs_input_grad
        return (
            ga @ k if need[0] else None,
            ga.mT @ q if need[1] else None,
            p.mT @ grad if need[2] else None,
            None,
        )

# %% wrong: square_mask
# why: The mask has the shape (L, L), from the number of queries alone. If there are more or fewer keys it does not fit the
# scores, which have the shape (L, S).
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.factor = 1.0 / math.sqrt(query.shape[-1])
        scores = query @ key.mT * ctx.factor
        if is_causal:
            L = query.shape[-2]
            scores = scores.masked_fill(torch.ones(L, L).triu(1) > 0, -math.inf)
        p = scores.softmax(-1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        q, k, v, p = ctx.saved_tensors
        gp = grad @ v.mT
        gs = p * (gp - (p * gp).sum(-1, keepdim=True)) * ctx.factor
        n = ctx.needs_input_grad
        gq, gk, gv = gs @ k, gs.mT @ q, p.mT @ grad
        return gq if n[0] else None, gk if n[1] else None, gv if n[2] else None, None

# %% wrong: root_of_the_width_of_the_values
# why: The scores are divided by the root of V, the width of the values. It is the root of E, the width of queries and
# keys.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = 1 / math.sqrt(value.shape[-1])
        scores = query @ key.mT * ctx.scale
        if is_causal:
            hide = torch.ones(scores.shape[-2], scores.shape[-1]).triu(1) > 0
            scores = scores.masked_fill(hide, -math.inf)
        p = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        q, k, v, p = ctx.saved_tensors
        gq = gk = gv = None
        gp = grad @ v.mT
        gs = p * (gp - (gp * p).sum(-1, keepdim=True)) * ctx.scale
        if ctx.needs_input_grad[0]:
            gq = gs @ k
        if ctx.needs_input_grad[1]:
            gk = gs.mT @ q
        if ctx.needs_input_grad[2]:
            gv = p.mT @ grad
        return gq, gk, gv, None

# %% wrong: softmax_gradient_without_the_row
# why: The gradient of the softmax is taken entry by entry, g p (1 - p). Each score moves all weights of its row, so the
# sum of g p over the row must be subtracted: p (g - Σ g p).
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = 1 / math.sqrt(query.shape[-1])
        scores = query @ key.mT * ctx.scale
        if is_causal:
            hide = torch.ones(scores.shape[-2], scores.shape[-1]).triu(1) > 0
            scores = scores.masked_fill(hide, -math.inf)
        p = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        q, k, v, p = ctx.saved_tensors
        gs = (grad @ v.mT) * p * (1 - p) * ctx.scale
        need = ctx.needs_input_grad
        return (
            gs @ k if need[0] else None,
            gs.mT @ q if need[1] else None,
            p.mT @ grad if need[2] else None,
            None,
        )

# %% wrong: scaled_twice_for_the_keys
# why: The query is divided by the root of E and saved like that; backward divides by the root once more for the keys as well.
# For the gradient of the keys the scale is in the saved query already, and counts once.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.root = math.sqrt(query.shape[-1])
        q = query / ctx.root
        scores = q @ key.mT
        if is_causal:
            hide = torch.ones(scores.shape[-2], scores.shape[-1]).triu(1) > 0
            scores = scores.masked_fill(hide, -math.inf)
        p = torch.softmax(scores, -1)
        ctx.save_for_backward(q, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        q, k, v, p = ctx.saved_tensors
        gp = grad @ v.mT
        gs = p * (gp - (gp * p).sum(-1, keepdim=True)) / ctx.root
        need = ctx.needs_input_grad
        return (
            gs @ k if need[0] else None,
            gs.mT @ q if need[1] else None,
            p.mT @ grad if need[2] else None,
            None,
        )
