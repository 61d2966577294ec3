# %% right: three_steps
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        """softmax(query keyᵀ / √E) value, each query with the keys that it sees."""
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
        to_query = to_key = to_value = None
        if ctx.needs_input_grad[2]:
            to_value = weights.mT @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            g = grad @ value.mT
            to_scores = weights * (g - (g * weights).sum(-1, keepdim=True))
            to_scores = to_scores / math.sqrt(query.shape[-1])
            if ctx.needs_input_grad[0]:
                to_query = to_scores @ key
            if ctx.needs_input_grad[1]:
                to_key = to_scores.mT @ query
        return to_query, to_key, to_value, None

# %% right: query_scaled_first
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = query.shape[-1] ** -0.5
        q = query * ctx.scale
        a = torch.matmul(q, key.transpose(-2, -1))
        if is_causal:
            hidden = torch.arange(key.shape[-2]) > torch.arange(query.shape[-2])[:, None]
            a = a.masked_fill(hidden, float("-inf"))
        p = torch.softmax(a, dim=-1)
        y = torch.matmul(p, value)
        ctx.save_for_backward(q, key, value, p, y)
        return y

    @staticmethod
    def backward(ctx, grad):
        q, key, value, p, y = ctx.saved_tensors
        # the sum of g p over the keys is the product of grad and output
        mean = (grad * y).sum(dim=-1, keepdim=True)
        ds = p * (torch.matmul(grad, value.transpose(-2, -1)) - mean)
        need = ctx.needs_input_grad
        return (
            torch.matmul(ds, key) * ctx.scale if need[0] else None,
            torch.matmul(ds.transpose(-2, -1), q) if need[1] else None,
            torch.matmul(p.transpose(-2, -1), grad) if need[2] else None,
            None,
        )

# %% right: mask_added
def hidden_scores(L, S, dtype):
    rows = [[0.0 if s <= l else -math.inf for s in range(S)] for l in range(L)]
    return torch.tensor(rows, dtype=dtype)


@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = math.sqrt(key.shape[-1])
        scores = (query @ key.mT) / root
        if is_causal:
            scores = scores + hidden_scores(query.shape[-2], key.shape[-2], query.dtype)
        probs = scores.softmax(-1)
        ctx.root = root
        ctx.save_for_backward(query, key, value, probs)
        return probs @ value

    @staticmethod
    def backward(ctx, grad):
        Q, K, V, P = ctx.saved_tensors
        wants_q, wants_k, wants_v, _ = ctx.needs_input_grad
        dV = P.mT @ grad if wants_v else None
        dQ = dK = None
        if wants_q or wants_k:
            dP = grad @ V.mT
            dA = P * dP
            dA = (dA - P * dA.sum(-1, keepdim=True)) / ctx.root
            dQ = dA @ K if wants_q else None
            dK = dA.mT @ Q if wants_k else None
        return dQ, dK, dV, None

# %% right: tril_and_own_softmax
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        width = query.shape[-1]
        fits = query @ key.mT / width**0.5
        if is_causal:
            seen = torch.ones(fits.shape[-2], fits.shape[-1]).tril() == 1
            fits = torch.where(seen, fits, torch.full_like(fits, -math.inf))
        fits = fits - fits.max(-1, keepdim=True).values
        powers = fits.exp()
        shares = powers / powers.sum(-1, keepdim=True)
        ctx.save_for_backward(query, key, value, shares)
        return shares @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, shares = ctx.saved_tensors
        answers = [None, None, None, None]
        if ctx.needs_input_grad[2]:
            answers[2] = shares.mT @ grad
        arriving = grad @ value.mT
        arriving = arriving - (arriving * shares).sum(-1, keepdim=True)
        back = arriving * shares / query.shape[-1] ** 0.5
        if ctx.needs_input_grad[0]:
            answers[0] = back @ key
        if ctx.needs_input_grad[1]:
            answers[1] = back.mT @ query
        return tuple(answers)

# %% wrong: mask_after_softmax
# why: The weights of later keys are set to 0 after the softmax, so the rest of the row no longer adds up to 1. The scores must be hidden, with -inf, before the softmax.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        weights = torch.softmax(scores, -1)
        if is_causal:
            weights = weights * torch.ones(*scores.shape[-2:], dtype=scores.dtype).tril()
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        need = ctx.needs_input_grad
        g = grad @ value.mT
        a = weights * (g - (g * weights).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        return (
            a @ key if need[0] else None,
            a.mT @ query if need[1] else None,
            weights.mT @ grad if need[2] else None,
            None,
        )

# %% wrong: scale_forward_only
# why: The scores are divided by √E in forward, but what goes back through them is not. The gradients of query and key must be divided by √E as well.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(*scores.shape[-2:]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        P = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        need = ctx.needs_input_grad
        dP = grad @ value.mT
        dA = P * (dP - (dP * P).sum(-1, keepdim=True))
        dq = dA @ key if need[0] else None
        dk = dA.mT @ query if need[1] else None
        dv = P.mT @ grad if need[2] else None
        return dq, dk, dv, None

# %% wrong: width_of_the_values
# why: The scale is taken from the width of the values, V. It is the root of E, the width of queries and keys; the two widths may differ.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = 1 / math.sqrt(value.shape[-1])
        scores = query @ key.mT * ctx.scale
        if is_causal:
            mask = torch.ones(*scores.shape[-2:]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        P = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        need = ctx.needs_input_grad
        dP = grad @ value.mT
        dA = P * (dP - (dP * P).sum(-1, keepdim=True)) * ctx.scale
        dq = dA @ key if need[0] else None
        dk = dA.mT @ query if need[1] else None
        dv = P.mT @ grad if need[2] else None
        return dq, dk, dv, None

# %% wrong: hidden_with_minus_thousand
# why: Hidden keys get the score -1000 instead of -inf. Where the scores that are seen are as small as that or smaller, the hidden keys get a weight; -inf is smaller than all.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(*scores.shape[-2:]).triu(1).bool()
            scores = scores.masked_fill(mask, -1000.0)
        P = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        need = ctx.needs_input_grad
        dP = grad @ value.mT
        dA = P * (dP - (dP * P).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        dq = dA @ key if need[0] else None
        dk = dA.mT @ query if need[1] else None
        dv = P.mT @ grad if need[2] else None
        return dq, dk, dv, None

# %% wrong: aligned_at_the_end
# why: With more keys than queries the mask is moved so that the last query sees the last key. Queries and keys are both counted from 0: query i sees the keys 0 to i, whatever L and S are.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        L, S = query.shape[-2], key.shape[-2]
        scores = query @ key.mT / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(L, S).triu(1 + max(S - L, 0)).bool()
            scores = scores.masked_fill(mask, -math.inf)
        P = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        need = ctx.needs_input_grad
        dP = grad @ value.mT
        dA = P * (dP - (dP * P).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        dq = dA @ key if need[0] else None
        dk = dA.mT @ query if need[1] else None
        dv = P.mT @ grad if need[2] else None
        return dq, dk, dv, None

# %% wrong: all_dimensions_turned
# why: .T turns around all dimensions and not only the last two, so with dimensions in front the shapes do not fit or the wrong entries meet. Use .mT or transpose(-2, -1).
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.T / math.sqrt(query.shape[-1])
        if is_causal:
            mask = torch.ones(*scores.shape[-2:]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        P = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        need = ctx.needs_input_grad
        dP = grad @ value.T
        dA = P * (dP - (dP * P).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        dq = dA @ key if need[0] else None
        dk = dA.T @ query if need[1] else None
        dv = P.T @ grad if need[2] else None
        return dq, dk, dv, None

# %% wrong: softmax_sum_forgotten
# why: On the way back through the softmax the gradient is only multiplied by the weights; the sum Σ g p of each row is not taken off. The gradient is p (g - Σ g p).
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = 1 / math.sqrt(query.shape[-1])
        scores = query @ key.mT * ctx.scale
        if is_causal:
            mask = torch.ones(*scores.shape[-2:]).triu(1).bool()
            scores = scores.masked_fill(mask, -math.inf)
        weights = scores.softmax(-1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        grad_query = grad_key = grad_value = None
        grad_scores = weights * (grad @ value.mT) * ctx.scale
        if ctx.needs_input_grad[0]:
            grad_query = grad_scores @ key
        if ctx.needs_input_grad[1]:
            grad_key = grad_scores.mT @ query
        if ctx.needs_input_grad[2]:
            grad_value = weights.mT @ grad
        return grad_query, grad_key, grad_value, None

# %% wrong: own_key_hidden
# why: triu(0) hides the diagonal too, so query i sees the keys before i only, and the first query sees none: its row is nan. The diagonal must be seen; hide from triu(1) on.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        L, S, E = query.shape[-2], key.shape[-2], query.shape[-1]
        A = query @ key.mT / E**0.5
        if is_causal:
            A = A.masked_fill(torch.triu(torch.ones(L, S)).bool(), -math.inf)
        P = torch.softmax(A, dim=-1)
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        Q, K, V, P = ctx.saved_tensors
        need = ctx.needs_input_grad
        dP = grad @ V.mT
        dA = P * (dP - (dP * P).sum(-1, keepdim=True)) / Q.shape[-1] ** 0.5
        return (
            dA @ K if need[0] else None,
            dA.mT @ Q if need[1] else None,
            P.mT @ grad if need[2] else None,
            None,
        )
