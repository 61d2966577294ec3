# %% right: keeps_the_weights
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            L, S = scores.shape[-2:]
            later = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        need_q, need_k, need_v, _ = ctx.needs_input_grad
        dq = dk = dv = None
        if need_v:
            dv = weights.mT @ grad
        if need_q or need_k:
            dp = grad @ value.mT
            ds = weights * (dp - (dp * weights).sum(-1, keepdim=True))
            ds = ds / math.sqrt(query.shape[-1])
            if need_q:
                dq = ds @ key
            if need_k:
                dk = ds.mT @ query
        return dq, dk, dv, None


# %% right: scaled_query_and_weights_again
def weights_of(scaled, key, is_causal):
    scores = scaled @ key.transpose(-2, -1)
    if is_causal:
        i = torch.arange(scores.shape[-2]).reshape(-1, 1)
        j = torch.arange(scores.shape[-1]).reshape(1, -1)
        scores = scores.masked_fill(j > i, float("-inf"))
    return scores.softmax(-1)


@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.is_causal = is_causal
        ctx.scale = query.shape[-1] ** -0.5
        ctx.save_for_backward(query, key, value)
        return weights_of(query * ctx.scale, key, is_causal) @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value = ctx.saved_tensors
        scaled = query * ctx.scale
        p = weights_of(scaled, key, ctx.is_causal)
        to_weights = grad @ value.transpose(-2, -1)
        mean = (p * to_weights).sum(-1, keepdim=True)
        to_scores = p * (to_weights - mean)
        result = []
        for needed, gradient in zip(
            ctx.needs_input_grad,
            (
                lambda: (to_scores @ key) * ctx.scale,
                lambda: to_scores.transpose(-2, -1) @ scaled,
                lambda: p.transpose(-2, -1) @ grad,
            ),
        ):
            result.append(gradient() if needed else None)
        return *result, None


# %% right: softmax_by_hand
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = math.sqrt(key.shape[-1])
        a = (query @ key.mT) / root
        if is_causal:
            seen = torch.ones(a.shape[-2], a.shape[-1], dtype=torch.bool).tril()
            a = torch.where(seen, a, torch.full((), -math.inf, dtype=a.dtype))
        e = (a - a.max(-1, keepdim=True)[0]).exp()
        p = e / e.sum(-1, keepdim=True)
        ctx.root = root
        out = p @ value
        ctx.save_for_backward(query, key, value, p, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p, out = ctx.saved_tensors
        answers = [None] * 4
        if any(ctx.needs_input_grad[:2]):
            # sum of g p over the keys is grad times the output, summed over its width
            a = p * (grad @ value.mT - (grad * out).sum(-1, keepdim=True)) / ctx.root
            if ctx.needs_input_grad[0]:
                answers[0] = a @ key
            if ctx.needs_input_grad[1]:
                answers[1] = a.mT @ query
        if ctx.needs_input_grad[2]:
            answers[2] = p.mT @ grad
        return tuple(answers)


# %% wrong: hidden_scores_become_zero
# why: Hidden scores are multiplied by 0, but exp(0) is 1, so a later key still gets a weight. Their score must
# be minus infinity.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            L, S = scores.shape[-2:]
            scores = scores * torch.ones(L, S, dtype=scores.dtype).tril()
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        ctx.is_causal = is_causal
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        dq = dk = dv = None
        dp = grad @ value.mT
        da = weights * (dp - (dp * weights).sum(-1, keepdim=True))
        if ctx.is_causal:
            L, S = da.shape[-2:]
            da = da * torch.ones(L, S, dtype=da.dtype).tril()
        da = da / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            dq = da @ key
        if ctx.needs_input_grad[1]:
            dk = da.mT @ query
        if ctx.needs_input_grad[2]:
            dv = weights.mT @ grad
        return dq, dk, dv, None


# %% wrong: last_query_sees_the_last_key
# why: The mask is moved so that the last query sees the last key. With different numbers of queries and keys
# that is wrong: query i sees the keys 0 to i, counted from the first.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        A = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            L, S = A.shape[-2:]
            i = torch.arange(L).unsqueeze(1) + max(S - L, 0)
            j = torch.arange(S).unsqueeze(0)
            A = A.masked_fill(j > i, -math.inf)
        P = torch.softmax(A, -1)
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        Q, K, V, P = ctx.saved_tensors
        gq = gk = gv = None
        gP = grad @ V.mT
        gA = P * (gP - (gP * P).sum(-1, keepdim=True)) / math.sqrt(Q.shape[-1])
        if ctx.needs_input_grad[0]:
            gq = gA @ K
        if ctx.needs_input_grad[1]:
            gk = gA.mT @ Q
        if ctx.needs_input_grad[2]:
            gv = P.mT @ grad
        return gq, gk, gv, None


# %% wrong: square_mask
# why: The mask is made L times L, so it does not fit the scores if there are more or fewer keys than queries.
# It needs a row for each query and a column for each key.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        length = query.shape[-2]
        scores = query @ key.mT / query.shape[-1] ** 0.5
        if is_causal:
            mask = torch.ones(length, length).triu(1) == 1
            scores = scores.masked_fill(mask, -math.inf)
        weights = scores.softmax(-1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        grad_query = grad_key = grad_value = None
        if ctx.needs_input_grad[2]:
            grad_value = weights.mT @ grad
        grad_weights = grad @ value.mT
        inner = (grad_weights * weights).sum(-1, keepdim=True)
        grad_scores = weights * (grad_weights - inner) / query.shape[-1] ** 0.5
        if ctx.needs_input_grad[0]:
            grad_query = grad_scores @ key
        if ctx.needs_input_grad[1]:
            grad_key = grad_scores.mT @ query
        return grad_query, grad_key, grad_value, None


# %% wrong: sees_what_comes_and_not_what_was
# why: The mask hides the keys before the query and shows the later ones. A query sees the keys 0 to i: hide
# those above the diagonal, not those below it.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = (query @ key.mT) / math.sqrt(query.shape[-1])
        if is_causal:
            L, S = query.shape[-2], key.shape[-2]
            hidden = torch.ones(L, S).tril(-1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        p = torch.softmax(scores, dim=-1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        return (
            s @ key if ctx.needs_input_grad[0] else None,
            s.mT @ query if ctx.needs_input_grad[1] else None,
            p.mT @ grad if ctx.needs_input_grad[2] else None,
            None,
        )


# %% wrong: scale_by_the_width_of_the_values
# why: The scores are divided by the root of the width of the values. E is the width of queries and keys, which
# may be another.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = 1 / math.sqrt(value.size(-1))
        attn = query @ key.mT * ctx.scale
        if is_causal:
            mask = torch.ones(attn.size(-2), attn.size(-1)).triu(1).bool()
            attn = attn.masked_fill(mask, -math.inf)
        attn = attn.softmax(-1)
        ctx.save_for_backward(query, key, value, attn)
        return attn @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, attn = ctx.saved_tensors
        dattn = grad @ value.mT
        dscores = attn * (dattn - (dattn * attn).sum(-1, keepdim=True)) * ctx.scale
        dq = dscores @ key if ctx.needs_input_grad[0] else None
        dk = dscores.mT @ query if ctx.needs_input_grad[1] else None
        dv = attn.mT @ grad if ctx.needs_input_grad[2] else None
        return dq, dk, dv, None


# %% wrong: scale_on_the_way_to_the_query_only
# why: The gradient of the query is divided by the root of E, but that of the key is not. What comes back
# through the scores is scaled for both.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = math.sqrt(query.shape[-1])
        scores = (query / root) @ key.mT
        if is_causal:
            later = torch.arange(key.shape[-2]) > torch.arange(query.shape[-2]).unsqueeze(1)
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        ctx.root = root
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        gq = gk = gv = None
        gw = grad @ value.mT
        gs = weights * (gw - (weights * gw).sum(-1, keepdim=True))
        if ctx.needs_input_grad[0]:
            gq = gs @ key / ctx.root
        if ctx.needs_input_grad[1]:
            gk = gs.mT @ query
        if ctx.needs_input_grad[2]:
            gv = weights.mT @ grad
        return gq, gk, gv, None


# %% wrong: softmax_along_dimension_one
# why: The softmax goes along dimension 1. That is the keys only if there are no dimensions in front; with a
# batch it is the queries. It goes along the last dimension, -1.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            L, S = scores.shape[-2:]
            scores = scores.masked_fill(torch.ones(L, S).triu(1).bool(), -math.inf)
        weights = torch.softmax(scores, dim=1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        dq = dk = dv = None
        dw = grad @ value.mT
        ds = weights * (dw - (dw * weights).sum(1, keepdim=True))
        ds = ds / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            dq = ds @ key
        if ctx.needs_input_grad[1]:
            dk = ds.mT @ query
        if ctx.needs_input_grad[2]:
            dv = weights.mT @ grad
        return dq, dk, dv, None


# %% wrong: exactly_one_dimension_in_front
# why: The key is transposed by transpose(1, 2), which fits only if there is exactly one dimension in front.
# There may be none or several: transpose the last two, by .mT or transpose(-2, -1).
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        E = query.shape[-1]
        scores = query @ key.transpose(1, 2) / math.sqrt(E)
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        probs = scores.softmax(-1)
        ctx.save_for_backward(query, key, value, probs)
        return probs @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, probs = ctx.saved_tensors
        d_probs = grad @ value.transpose(1, 2)
        d_scores = probs * (d_probs - (d_probs * probs).sum(-1, keepdim=True))
        d_scores = d_scores / math.sqrt(query.shape[-1])
        d_query = d_key = d_value = None
        if ctx.needs_input_grad[0]:
            d_query = d_scores @ key
        if ctx.needs_input_grad[1]:
            d_key = d_scores.transpose(1, 2) @ query
        if ctx.needs_input_grad[2]:
            d_value = probs.transpose(1, 2) @ grad
        return d_query, d_key, d_value, None


# %% wrong: softmax_slope_without_the_rest_of_the_row
# why: Back through the softmax it multiplies by p (1 - p), the slope of a weight for its own score. A score
# changes all weights of its row: p times (g less the sum of g p).
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(*scores.shape[-2:]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        p = scores.softmax(-1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        back = grad @ value.mT * p * (1 - p) / math.sqrt(query.shape[-1])
        need_q, need_k, need_v = ctx.needs_input_grad[:3]
        return (
            back @ key if need_q else None,
            back.mT @ query if need_k else None,
            p.mT @ grad if need_v else None,
            None,
        )


# %% wrong: key_gradient_without_transposing
# why: The gradient of the key multiplies what arrives at the scores by the query as it is. It must be
# transposed first, so that each key adds up over the queries that looked at it.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            L, S = scores.shape[-2:]
            scores = scores.masked_fill(torch.ones(L, S).triu(1).bool(), -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        dq = dk = dv = None
        if ctx.needs_input_grad[2]:
            dv = weights.mT @ grad
        dweights = grad @ value.mT
        dscores = weights * (dweights - (dweights * weights).sum(-1, keepdim=True))
        dscores = dscores / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            dq = dscores @ key
        if ctx.needs_input_grad[1]:
            dk = dscores @ query
        return dq, dk, dv, None


# %% wrong: hidden_by_minus_one_hundred
# why: Hidden scores are set to -100. If the scores that are seen are as low as that, or lower, hidden keys get
# a weight; only minus infinity hides for sure.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        A = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            A = A.masked_fill(torch.ones(A.shape[-2], A.shape[-1]).triu(1).bool(), -100.0)
        P = A.softmax(-1)
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        dP = grad @ value.mT
        dA = P * (dP - (P * dP).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        out = [None, None, None, None]
        if ctx.needs_input_grad[0]:
            out[0] = dA @ key
        if ctx.needs_input_grad[1]:
            out[1] = dA.mT @ query
        if ctx.needs_input_grad[2]:
            out[2] = P.mT @ grad
        return tuple(out)


# %% wrong: nothing_for_all_if_the_query_needs_none
# why: If the query needs no gradient, backward returns None for all. Key and value may need theirs
# nevertheless: ask for each by itself.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            L, S = scores.shape[-2:]
            scores = scores.masked_fill(torch.ones(L, S).triu(1).bool(), -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        if not ctx.needs_input_grad[0]:
            return None, None, None, None
        query, key, value, weights = ctx.saved_tensors
        dw = grad @ value.mT
        ds = weights * (dw - (dw * weights).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        dk = ds.mT @ query if ctx.needs_input_grad[1] else None
        dv = weights.mT @ grad if ctx.needs_input_grad[2] else None
        return ds @ key, dk, dv, None


# %% wrong: gradients_hidden_by_minus_infinity
# why: In backward the mask is laid on the gradient of the scores, with minus infinity again. A hidden score
# gets the gradient 0, which it has already because its weight is 0; no mask is needed there.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.mask = None
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            ctx.mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(ctx.mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        dw = grad @ value.mT
        ds = weights * (dw - (dw * weights).sum(-1, keepdim=True))
        if ctx.mask is not None:
            ds = ds.masked_fill(ctx.mask, -math.inf)
        ds = ds / math.sqrt(query.shape[-1])
        dq = ds @ key if ctx.needs_input_grad[0] else None
        dk = ds.mT @ query if ctx.needs_input_grad[1] else None
        dv = weights.mT @ grad if ctx.needs_input_grad[2] else None
        return dq, dk, dv, None


# %% wrong: exponentials_that_overflow
# why: The softmax is written out with the exponentials of the scores as they are. Large scores overflow to
# inf, and inf / inf is nan; use torch.softmax, or subtract the largest score of the row first.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        e = torch.exp(query @ key.mT / math.sqrt(query.shape[-1]))
        if is_causal:
            e = e * torch.ones(e.shape[-2], e.shape[-1], dtype=e.dtype).tril()
        p = e / e.sum(-1, keepdim=True)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        g = grad @ value.mT
        a = p * (g - (g * p).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        dq = a @ key if ctx.needs_input_grad[0] else None
        dk = a.mT @ query if ctx.needs_input_grad[1] else None
        dv = p.mT @ grad if ctx.needs_input_grad[2] else None
        return dq, dk, dv, None


# %% wrong: weights_hidden_after_the_softmax
# why: The weights of later keys are set to 0 after the softmax, so what is left of a row no longer adds up to
# 1. Hide the scores before the softmax.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        full = torch.softmax(query @ key.mT / math.sqrt(query.shape[-1]), -1)
        L, S = full.shape[-2:]
        seen = torch.ones(L, S, dtype=full.dtype)
        if is_causal:
            seen = seen.tril()
        ctx.save_for_backward(query, key, value, full, seen)
        return (full * seen) @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, full, seen = ctx.saved_tensors
        dq = dk = dv = None
        dp = (grad @ value.mT) * seen
        ds = full * (dp - (dp * full).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            dq = ds @ key
        if ctx.needs_input_grad[1]:
            dk = ds.mT @ query
        if ctx.needs_input_grad[2]:
            dv = (full * seen).mT @ grad
        return dq, dk, dv, None


# %% wrong: sum_in_the_softmax_loses_its_axis
# why: In backward the sum of g p drops the last dimension, so it is laid along the keys and not beside each
# query, or does not fit at all. Keep it by keepdim=True.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            L, S = scores.shape[-2:]
            scores = scores.masked_fill(torch.ones(L, S).triu(1).bool(), -math.inf)
        p = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        g = grad @ value.mT
        a = p * (g - (g * p).sum(-1)) / math.sqrt(query.shape[-1])
        dq = a @ key if ctx.needs_input_grad[0] else None
        dk = a.mT @ query if ctx.needs_input_grad[1] else None
        dv = p.mT @ grad if ctx.needs_input_grad[2] else None
        return dq, dk, dv, None
