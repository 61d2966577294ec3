# %% right: three_lines_each_way
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        """softmax(query keyᵀ / √E) value, each query with the keys that it sees."""
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        """The gradients of query, key and value, each None if not needed; and None."""
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            g = grad @ value.mT
            a = weights * (g - (g * weights).sum(-1, keepdim=True))
            a = a / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                to_query = a @ key
            if ctx.needs_input_grad[1]:
                to_key = a.mT @ query
        return to_query, to_key, to_value, None

# %% right: query_by_query
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        """softmax(query keyᵀ / √E) value, each query with the keys that it sees."""
        L, S = query.shape[-2], key.shape[-2]
        scale = query.shape[-1] ** -0.5
        ctx.seen = [min(i + 1, S) if is_causal else S for i in range(L)]
        rows, all_weights = [], []
        for i, seen in enumerate(ctx.seen):
            one = query[..., i : i + 1, :]
            p = torch.softmax(scale * (one @ key[..., :seen, :].mT), -1)
            all_weights.append(p)
            rows.append(p @ value[..., :seen, :])
        ctx.scale = scale
        ctx.save_for_backward(query, key, value, *all_weights)
        return torch.cat(rows, -2)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of query, key and value, each None if not needed; and None."""
        query, key, value, *all_weights = ctx.saved_tensors
        dq = torch.zeros_like(query)
        dk = torch.zeros_like(key)
        dv = torch.zeros_like(value)
        for i, (seen, p) in enumerate(zip(ctx.seen, all_weights)):
            g = grad[..., i : i + 1, :]
            dp = g @ value[..., :seen, :].mT
            da = ctx.scale * p * (dp - (dp * p).sum(-1, keepdim=True))
            dq[..., i : i + 1, :] = da @ key[..., :seen, :]
            dk[..., :seen, :] += da.mT @ query[..., i : i + 1, :]
            dv[..., :seen, :] += p.mT @ g
        need = ctx.needs_input_grad
        return (
            dq if need[0] else None,
            dk if need[1] else None,
            dv if need[2] else None,
            None,
        )

# %% right: scaled_query_and_added_mask
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        """softmax(query keyᵀ / √E) value, each query with the keys that it sees."""
        ctx.root = math.sqrt(query.shape[-1])
        small = query / ctx.root
        scores = small @ key.transpose(-2, -1)
        if is_causal:
            place = torch.arange(query.shape[-2]).unsqueeze(1)
            later = torch.arange(key.shape[-2]) > place
            mask = torch.zeros(later.shape, dtype=query.dtype)
            scores = scores + mask.masked_fill(later, float("-inf"))
        p = scores.softmax(-1)
        out = p @ value
        ctx.save_for_backward(small, key, value, p, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of query, key and value, each None if not needed; and None."""
        small, key, value, p, out = ctx.saved_tensors
        need_q, need_k, need_v, _ = ctx.needs_input_grad
        grad_q = grad_k = grad_v = None
        if need_v:
            grad_v = p.transpose(-2, -1) @ grad
        if need_q or need_k:
            # Σ g p along a row of weights is the same as Σ grad out along a row of outputs
            inner = (grad * out).sum(-1, keepdim=True)
            s = p * (grad @ value.transpose(-2, -1) - inner)
            if need_q:
                grad_q = s @ key / ctx.root
            if need_k:
                grad_k = s.transpose(-2, -1) @ small
        return grad_q, grad_k, grad_v, None

# %% right: helper_functions
def attention_weights(query, key, is_causal):
    scores = torch.matmul(query, key.mT) * (1 / math.sqrt(query.shape[-1]))
    if is_causal:
        seen = torch.ones(scores.shape[-2], scores.shape[-1]).tril() > 0
        scores = torch.where(seen, scores, torch.tensor(-math.inf, dtype=scores.dtype))
    return torch.softmax(scores, dim=-1)


def softmax_backward(p, g):
    gp = g * p
    return gp - p * gp.sum(-1, keepdim=True)


@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        """softmax(query keyᵀ / √E) value, each query with the keys that it sees."""
        ctx.is_causal = is_causal
        ctx.save_for_backward(query, key, value)
        return torch.matmul(attention_weights(query, key, is_causal), value)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of query, key and value, each None if not needed; and None."""
        query, key, value = ctx.saved_tensors
        p = attention_weights(query, key, ctx.is_causal)
        ds = softmax_backward(p, torch.matmul(grad, value.mT))
        ds = ds * (1 / math.sqrt(query.shape[-1]))
        ways = (
            lambda: torch.matmul(ds, key),
            lambda: torch.matmul(ds.mT, query),
            lambda: torch.matmul(p.mT, grad),
        )
        needed = ctx.needs_input_grad
        return *(way() if need else None for way, need in zip(ways, needed)), None

# %% wrong: mask_from_the_lower_right
# why: The mask is shifted so that the last query sees all keys. The places are counted from 0 on both
# sides: query i sees the keys 0 to i, also where there are more keys than queries, or fewer.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        L, S = query.shape[-2], key.shape[-2]
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            hidden = torch.ones(L, S).triu(S - L + 1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        p = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        dp = grad @ value.mT
        ds = p * (dp - (dp * p).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        need = ctx.needs_input_grad
        return (
            ds @ key if need[0] else None,
            ds.mT @ query if need[1] else None,
            p.mT @ grad if need[2] else None,
            None,
        )

# %% wrong: key_without_the_scale
# why: The gradient of the query is divided by √E, that of the key is not. Both go back through the
# scaled scores, and both must be divided by it once.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            hidden = torch.ones(*scores.shape[-2:]).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        p = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        g = grad @ value.mT
        a = p * (g - (g * p).sum(-1, keepdim=True))
        dq = dk = dv = None
        if ctx.needs_input_grad[0]:
            dq = a @ key / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[1]:
            dk = a.mT @ query
        if ctx.needs_input_grad[2]:
            dv = p.mT @ grad
        return dq, dk, dv, None

# %% wrong: softmax_along_dimension_one
# why: The softmax goes along dimension 1. That is the last one for plain matrices only; with dimensions in
# front it is another, and the weights of a query do not add up to 1. It must be -1.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            hidden = torch.ones(*scores.shape[-2:]).triu(1) == 1
            scores = scores.masked_fill(hidden, -math.inf)
        p = torch.softmax(scores, 1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        dq = dk = dv = None
        if ctx.needs_input_grad[2]:
            dv = p.mT @ grad
        g = grad @ value.mT
        s = p * (g - (g * p).sum(1, keepdim=True)) / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            dq = s @ key
        if ctx.needs_input_grad[1]:
            dk = s.mT @ query
        return dq, dk, dv, None

# %% wrong: hidden_scores_are_zero
# why: The scores are multiplied by a triangle of ones, so the hidden ones are 0. A score of 0 still has
# a weight after the softmax, e⁰ = 1; it must be minus infinity.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            seen = torch.ones(*scores.shape[-2:], dtype=scores.dtype).tril()
            scores = scores * seen
        p = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, p)
        ctx.is_causal = is_causal
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        if ctx.is_causal:
            s = s.tril()
        dq = s @ key if ctx.needs_input_grad[0] else None
        dk = s.mT @ query if ctx.needs_input_grad[1] else None
        dv = p.mT @ grad if ctx.needs_input_grad[2] else None
        return dq, dk, dv, None

# %% wrong: divided_anew_after_the_mask
# why: The mask comes after the softmax, and the weights that are left are divided by their sum. Where
# a hidden key has a much larger score than the seen ones, their weights are 0 in the computer, and 0 is
# divided by 0. The scores must be hidden before the softmax.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        p = torch.softmax(query @ key.mT / math.sqrt(query.shape[-1]), -1)
        if is_causal:
            p = p * torch.ones(*p.shape[-2:], dtype=p.dtype).tril()
            p = p / p.sum(-1, keepdim=True)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        dq = s @ key if ctx.needs_input_grad[0] else None
        dk = s.mT @ query if ctx.needs_input_grad[1] else None
        dv = p.mT @ grad if ctx.needs_input_grad[2] else None
        return dq, dk, dv, None

# %% wrong: transposed_for_batches_only
# why: The key is transposed with transpose(1, 2), which are the last two dimensions only if there is
# exactly one in front. With none, or with two, it is an error or the wrong dimensions; mT or
# transpose(-2, -1) are meant.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.transpose(1, 2) / math.sqrt(query.shape[-1])
        if is_causal:
            L, S = scores.shape[-2:]
            scores = scores.masked_fill(torch.ones(L, S).triu(1).bool(), -math.inf)
        p = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        g = grad @ value.transpose(1, 2)
        s = p * (g - (g * p).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        dq = s @ key if ctx.needs_input_grad[0] else None
        dk = s.transpose(1, 2) @ query if ctx.needs_input_grad[1] else None
        dv = p.transpose(1, 2) @ grad if ctx.needs_input_grad[2] else None
        return dq, dk, dv, None

# %% wrong: mask_forgotten_in_backward
# why: backward computes the weights again, but without the mask, so with is_causal=True its weights are not
# those of forward. They should be hidden there as well, or be saved.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.save_for_backward(query, key, value)
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            hidden = torch.ones(*scores.shape[-2:]).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        return torch.softmax(scores, -1) @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value = ctx.saved_tensors
        root = math.sqrt(query.shape[-1])
        p = torch.softmax(query @ key.mT / root, -1)
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / root
        dq = s @ key if ctx.needs_input_grad[0] else None
        dk = s.mT @ query if ctx.needs_input_grad[1] else None
        dv = p.mT @ grad if ctx.needs_input_grad[2] else None
        return dq, dk, dv, None

# %% wrong: root_of_the_wrong_width
# why: The scores are divided by the root of the width of the values. E is the width of the queries and
# keys, which may be another number.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = 1 / math.sqrt(value.shape[-1])
        scores = ctx.scale * (query @ key.mT)
        if is_causal:
            hidden = torch.ones(*scores.shape[-2:]).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        p = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        g = grad @ value.mT
        s = ctx.scale * p * (g - (g * p).sum(-1, keepdim=True))
        dq = s @ key if ctx.needs_input_grad[0] else None
        dk = s.mT @ query if ctx.needs_input_grad[1] else None
        dv = p.mT @ grad if ctx.needs_input_grad[2] else None
        return dq, dk, dv, None
