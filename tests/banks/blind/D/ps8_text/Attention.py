# %% right: three_lines
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% right: transpose
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.transpose(-2, -1) / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.arange(S).reshape(1, S) > torch.arange(L).reshape(L, 1)
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.transpose(-2, -1) @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% right: scaled_query
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = (query * (1 / scale)) @ key.mT
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        gp = g * p
        s = (gp - p * gp.sum(-1, keepdim=True)) * query.shape[-1] ** -0.5
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% right: added_mask
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            later = torch.tensor([[k > q for k in range(S)] for q in range(L)])
            zeros = torch.zeros(L, S, dtype=scores.dtype)
            scores = scores + zeros.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: no_scale
# why: The scores are not divided by the root of E, neither forward nor backward.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True))
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: scale_missing_backward
# why: The scale is missing in backward.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True))
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: scale_twice
# why: The scale is divided by once more for the query.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key / scale if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: scale_of_E
# why: Divided by E and not by its root.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = query.shape[-1]
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = query.shape[-1]
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: mask_after
# why: The mask comes after the softmax: the weights no longer add up to 1.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
        weights = torch.softmax(scores, -1)
        if is_causal:
            weights = weights.masked_fill(hidden, 0.0)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: mask_own_key
# why: The mask hides the own key too: the first query sees none, nan.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(0).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: mask_turned
# why: The earlier keys are hidden and not the later ones.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).tril(-1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: mask_zero
# why: Hidden scores are set to 0: they keep a weight.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, 0.0)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: softmax_queries
# why: The softmax goes along the queries.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -2)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: no_softmax_sum
# why: The softmax in backward has only p * g.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * g / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: sigmoid_slope
# why: The softmax in backward is taken as p (1 - p).
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = g * p * (1 - p) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: value_not_transposed
# why: The weights are not transposed for the values.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: key_query_swapped
# why: The gradients of query and key are returned swapped.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_key, to_query, to_value, None


# %% wrong: transposes_all
# why: t() is for two dimensions: with dimensions in front it raises.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.t() / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: always_causal
# why: is_causal is ignored: later keys are always hidden.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if True:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None


# %% wrong: mask_aligned_right
# why: With L and S different, the mask is counted from the end.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            L, S = scores.shape[-2:]
            hidden = torch.ones(L, S).triu(1 + S - L).bool()
            scores = scores.masked_fill(hidden, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        g = grad @ value.mT
        s = p * (g - (g * p).sum(-1, keepdim=True)) / scale
        to_query = s @ key if ctx.needs_input_grad[0] else None
        to_key = s.mT @ query if ctx.needs_input_grad[1] else None
        to_value = p.mT @ grad if ctx.needs_input_grad[2] else None
        return to_query, to_key, to_value, None
