# %% right: three_steps
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% right: scaled_query
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        """softmax(query keyᵀ / √E) value, each query with the keys that it sees."""
        ctx.scale = query.shape[-1] ** -0.5
        scores = (query * ctx.scale) @ key.transpose(-2, -1)
        L, S = scores.shape[-2:]
        if is_causal:
            seen = torch.arange(S).unsqueeze(0) <= torch.arange(L).unsqueeze(1)
            scores = scores.masked_fill(~seen, float("-inf"))
        P = scores.softmax(dim=-1)
        Y = P @ value
        ctx.save_for_backward(query, key, value, P, Y)
        return Y.clone()

    @staticmethod
    def backward(ctx, grad):
        """The gradients of query, key and value, each None if not needed; and None."""
        query, key, value, P, Y = ctx.saved_tensors
        need_q, need_k, need_v, _ = ctx.needs_input_grad
        dP = grad @ value.transpose(-2, -1)
        # Σ g p over the keys is the same as grad · Y
        dA = P * (dP - (grad * Y).sum(-1, keepdim=True))
        dq = dA @ key * ctx.scale if need_q else None
        dk = dA.transpose(-2, -1) @ query * ctx.scale if need_k else None
        dv = P.transpose(-2, -1) @ grad if need_v else None
        return dq, dk, dv, None

# %% right: einsum
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = query.shape[-1] ** 0.5
        scores = torch.einsum("...le,...se->...ls", query, key) / root
        if is_causal:
            rows, columns = scores.shape[-2], scores.shape[-1]
            mask = torch.zeros(rows, columns, dtype=scores.dtype)
            for i in range(rows):
                if i + 1 < columns:
                    mask[i, i + 1 :] = -math.inf
            scores = scores + mask
        weights = torch.softmax(scores, dim=-1)
        ctx.save_for_backward(query, key, value, weights)
        return torch.einsum("...ls,...sv->...lv", weights, value)

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        root = query.shape[-1] ** 0.5
        g = torch.einsum("...lv,...sv->...ls", grad, value)
        g = (p * g - p * (p * g).sum(-1, keepdim=True)) / root
        answers = [
            torch.einsum("...ls,...se->...le", g, key),
            torch.einsum("...ls,...le->...se", g, query),
            torch.einsum("...ls,...lv->...sv", p, grad),
        ]
        needed = ctx.needs_input_grad[:3]
        answers = [a if need else None for a, need in zip(answers, needed)]
        return (*answers, None)

# %% right: weights_by_hand
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1])
        if is_causal:
            hidden = torch.ones(scores.shape[-2:]).triu(diagonal=1) > 0
            scores = scores.masked_fill(hidden, -math.inf)
        largest = scores.max(-1, keepdim=True)[0]
        powers = (scores - largest).exp()
        ctx.weights = powers / powers.sum(-1, keepdim=True)
        ctx.save_for_backward(query, key, value)
        return torch.matmul(ctx.weights, value)

    @staticmethod
    def backward(ctx, grad):
        query, key, value = ctx.saved_tensors
        p = ctx.weights
        result = [None, None, None, None]
        through_value = torch.matmul(grad, value.transpose(-1, -2))
        mean = (through_value * p).sum(dim=-1).unsqueeze(-1)
        for_scores = (through_value - mean) * p
        for_product = for_scores / math.sqrt(key.shape[-1])
        if ctx.needs_input_grad[0]:
            result[0] = torch.matmul(for_product, key)
        if ctx.needs_input_grad[1]:
            result[1] = torch.matmul(for_product.transpose(-1, -2), query)
        if ctx.needs_input_grad[2]:
            result[2] = torch.matmul(p.transpose(-1, -2), grad)
        return tuple(result)

# %% wrong: mask_after_softmax
# why: The mask comes after the softmax: the weights that are left do not add up to 1.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            weights = torch.softmax(scores, -1).masked_fill(later, 0.0)
        else:
            weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: scale_forward_missing
# why: The scores are not divided by the root of E in forward.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: scale_backward_missing
# why: The scale is missing in backward.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner)
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: scale_twice
# why: The scale is applied twice in backward.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query / math.sqrt(query.shape[-1])
        return for_query, for_key, for_value, None

# %% wrong: divided_by_e
# why: The scores are divided by E and not by its root.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / query.shape[-1]
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / query.shape[-1]
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: scale_of_keys
# why: The root of the number of keys S stands for the root of the width E.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(key.shape[-2])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(key.shape[-2])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: own_place_hidden
# why: The diagonal is hidden too: query i does not see key i, and query 0 sees none.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(0).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: mask_flipped
# why: The earlier keys are hidden in place of the later ones.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).tril(-1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: square_mask
# why: The mask is square, with L on both sides; with other numbers of keys it does not fit.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], query.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: aligned_at_the_end
# why: The mask is aligned at the last key, as if the queries were the last ones: with L and S different, query i sees too many or too few.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1 + key.shape[-2] - query.shape[-2]).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: softmax_over_queries
# why: The softmax goes along the queries and not along the keys.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -2)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-2, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: minus_nine
# why: The hidden scores are set to -9, which is not small enough: a little weight is left, and much where the scores are very negative.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -9.0)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: mask_ignored
# why: is_causal is never looked at.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: sigmoid_slope
# why: The softmax is differentiated entry by entry, p (1 - p): the sum over the row is missing.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            for_scores = weights * (1 - weights) * arrived / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: inner_without_weights
# why: The plain mean of what arrives is taken off, not the mean with the weights.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = arrived.mean(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: softmax_skipped
# why: The gradient does not go through the softmax; it goes from the weights to the scores as it is.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            for_scores = arrived / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: key_value_swapped
# why: The gradients of key and value are swapped.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_value, for_key, None

# %% wrong: t_of_all
# why: T turns all dimensions around; with dimensions in front the last two alone must be transposed.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.T / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: weights_not_transposed
# why: P stands untransposed in the gradient of the values: it does not fit, or mixes queries and keys where L = S.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[2]:
            for_value = weights @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None

# %% wrong: needs_of_value_ignored
# why: The gradient of the value is made to depend on whether the query needs one.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            later = torch.ones(query.shape[-2], key.shape[-2]).triu(1).bool()
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        for_query = for_key = for_value = None
        if ctx.needs_input_grad[0]:
            for_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            arrived = grad @ value.mT
            inner = (arrived * weights).sum(-1, keepdim=True)
            for_scores = weights * (arrived - inner) / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                for_query = for_scores @ key
            if ctx.needs_input_grad[1]:
                for_key = for_scores.mT @ query
        return for_query, for_key, for_value, None
