# %% right: three_lines
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% right: scaled_query
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = query.shape[-1] ** -0.5
        a = (query * ctx.scale) @ key.transpose(-1, -2)
        if is_causal:
            i = torch.arange(query.shape[-2]).unsqueeze(1)
            j = torch.arange(key.shape[-2]).unsqueeze(0)
            a = torch.where(j <= i, a, torch.full_like(a, -math.inf))
        p = a.softmax(-1)
        ctx.save_for_backward(query, key, value, p)
        return p.matmul(value)

    @staticmethod
    def backward(ctx, grad):
        q, k, v, p = ctx.saved_tensors
        need = ctx.needs_input_grad
        gradients = [None, None, None, None]
        if need[2]:
            gradients[2] = p.transpose(-1, -2) @ grad
        if need[0] or need[1]:
            d_p = grad @ v.transpose(-1, -2)
            row = (d_p * p).sum(dim=-1, keepdim=True)
            d_a = p * d_p - p * row
            if need[0]:
                gradients[0] = (d_a @ k) * ctx.scale
            if need[1]:
                gradients[1] = d_a.transpose(-1, -2) @ (q * ctx.scale)
        return tuple(gradients)
# %% right: own_softmax
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        length, e = query.shape[-2:]
        s = key.shape[-2]
        a = torch.matmul(query, key.mT) / e**0.5
        if is_causal:
            hidden = torch.tensor([[j > i for j in range(s)] for i in range(length)])
            a = a.masked_fill(hidden, float("-inf"))
        a = torch.exp(a - a.max(-1, keepdim=True)[0])
        p = a / a.sum(-1, keepdim=True)
        out = p @ value
        ctx.save_for_backward(query, key, value, p, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        q, k, v, p, out = ctx.saved_tensors
        # sum over the row of g * p is the product of grad and the output
        total = (grad * out).sum(-1, keepdim=True)
        to_scores = p * (grad @ v.mT - total) / q.shape[-1] ** 0.5
        return (
            to_scores @ k if ctx.needs_input_grad[0] else None,
            to_scores.mT @ q if ctx.needs_input_grad[1] else None,
            p.mT @ grad if ctx.needs_input_grad[2] else None,
            None,
        )
# %% right: one_after_the_other
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        front = query.shape[:-2]
        q = query.reshape(-1, *query.shape[-2:])
        k = key.reshape(-1, *key.shape[-2:])
        v = value.reshape(-1, *value.shape[-2:])
        root = math.sqrt(q.shape[-1])
        late = torch.ones(q.shape[1], k.shape[1]).triu(1) > 0
        outs, ctx.weights = [], []
        for i in range(len(q)):
            a = (q[i] @ k[i].T) / root
            if is_causal:
                a = a.masked_fill(late, -math.inf)
            p = torch.softmax(a, 1)
            ctx.weights.append(p)
            outs.append(p @ v[i])
        ctx.root = root
        ctx.save_for_backward(query, key, value)
        return torch.stack(outs).reshape(*front, q.shape[1], v.shape[2])

    @staticmethod
    def backward(ctx, grad):
        query, key, value = ctx.saved_tensors
        q, k, v, g = (t.reshape(-1, *t.shape[-2:]) for t in (query, key, value, grad))
        dq, dk, dv = [], [], []
        for i, p in enumerate(ctx.weights):
            dp = g[i] @ v[i].T
            da = p * (dp - (p * dp).sum(1, keepdim=True)) / ctx.root
            dq.append(da @ k[i])
            dk.append(da.T @ q[i])
            dv.append(p.T @ g[i])
        result = []
        for need, parts, like in zip(ctx.needs_input_grad, (dq, dk, dv), (query, key, value)):
            result.append(torch.stack(parts).reshape(like.shape) if need else None)
        return (*result, None)
# %% wrong: no_scale
# why: The scores are not divided by the root of E.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: divided_by_e
# why: Divided by E, not by its root.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / query.shape[-1]
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: scale_of_the_keys
# why: The scale uses the number of keys S in place of the width E.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(key.shape[-2])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: scale_missing_in_backward
# why: The scale is missing on the way back.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: scale_twice_in_backward
# why: What comes back through the scores is divided by E, that is twice by the root.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / query.shape[-1]
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: mask_after_softmax
# why: Weights are set to 0 after the softmax, and the rest of the row no longer adds up to 1.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
        weights = torch.softmax(scores, -1)
        if is_causal:
            weights = weights.masked_fill(mask, 0.0)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: itself_hidden
# why: triu(0) hides the query's own place, too; the first query sees nothing, and its row is nan.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(0).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: past_hidden
# why: The mask hides what came before and shows what comes later.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).tril(-1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: hidden_scores_are_0
# why: A hidden score of 0 still has a weight; it must be minus infinity.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, 0.0)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: causal_ignored
# why: is_causal is ignored.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if False:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: always_causal
# why: The mask is used even where is_causal is False.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
        scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: softmax_over_queries
# why: The softmax goes along the queries and not along the keys.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -2)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: aligned_at_the_end
# why: The mask is moved by S - L, as if the last query saw all keys.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(key.shape[-2] - query.shape[-2] + 1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: square_mask
# why: The mask is L × L, and fits only if there are as many keys as queries.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], query.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: softmax_row_missing
# why: The softmax's gradient lacks the sum over the row.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * g
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: sum_along_queries
# why: The sum in the softmax's gradient goes along the queries.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-2, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: softmax_skipped_backward
# why: The gradient goes past the softmax, straight to the scores.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: query_and_key_swapped
# why: The gradients of query and key are swapped.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_key, to_query, to_value, None
# %% wrong: key_without_transpose
# why: The gradient of the keys needs the scores' gradient transposed.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: value_without_transpose
# why: The gradient of the values needs the weights transposed.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights @ grad
        return to_query, to_key, to_value, None
# %% wrong: all_computed
# why: Gradients that nobody needs are computed and returned.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if True:
            to_query = g @ key
        if True:
            to_key = g.mT @ query
        if True:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: t_of_all_dimensions
# why: .T turns all dimensions around (and refuses more than two); only the last two are meant.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.T / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: mask_forgotten_in_backward
# why: backward computes the weights again without the mask.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        weights = torch.softmax(query @ key.mT / math.sqrt(query.shape[-1]), -1)
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: overflowing_softmax
# why: The softmax is written without a maximum, and large scores overflow.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = scores.exp() / scores.exp().sum(-1, keepdim=True)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: small_penalty
# why: Hidden scores are lowered by 10 only, which leaves them a weight.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores - 10 * mask.to(scores.dtype)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value, None
# %% wrong: three_values
# why: None for is_causal is missing.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        to_query = to_key = to_value = None
        g = grad @ value.mT
        g = weights * (g - (g * weights).sum(-1, keepdim=True))
        g = g / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            to_query = g @ key
        if ctx.needs_input_grad[1]:
            to_key = g.mT @ query
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        return to_query, to_key, to_value
# %% wrong: last_query_decides
# why: The loop over the queries overwrites the gradient of the keys instead of adding to it.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        a = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            late = torch.ones(a.shape[-2], a.shape[-1]).triu(1) > 0
            a = a.masked_fill(late, -math.inf)
        p = torch.softmax(a, -1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        q, k, v, p = ctx.saved_tensors
        d_p = grad @ v.mT
        d_a = p * (d_p - (p * d_p).sum(-1, keepdim=True)) / math.sqrt(q.shape[-1])
        to_key = torch.zeros_like(k)
        for i in range(q.shape[-2]):
            to_key = d_a[..., i, :].unsqueeze(-1) * q[..., i, :].unsqueeze(-2)
        need = ctx.needs_input_grad
        return (
            d_a @ k if need[0] else None,
            to_key if need[1] else None,
            p.mT @ grad if need[2] else None,
            None,
        )
