# %% right: sum_from_the_output
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = query.shape[-1] ** -0.5
        scores = (query * ctx.scale) @ key.mT
        if is_causal:
            i = torch.arange(query.shape[-2]).unsqueeze(1)
            j = torch.arange(key.shape[-2]).unsqueeze(0)
            scores = scores.masked_fill(j > i, -math.inf)
        weights = torch.softmax(scores, -1)
        out = weights @ value
        ctx.save_for_backward(query, key, value, weights, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights, out = ctx.saved_tensors
        needs_q, needs_k, needs_v, _ = ctx.needs_input_grad
        mean = (grad * out).sum(-1, keepdim=True)
        at_scores = weights * (grad @ value.mT - mean) * ctx.scale
        return (
            at_scores @ key if needs_q else None,
            at_scores.mT @ query if needs_k else None,
            weights.mT @ grad if needs_v else None,
            None,
        )

# %% right: hidden_by_where
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = math.sqrt(query.shape[-1])
        scores = torch.matmul(query, key.transpose(-2, -1)) / root
        if is_causal:
            seen = torch.ones(scores.shape[-2], scores.shape[-1]).tril() > 0
            hidden = torch.full_like(scores, -math.inf)
            scores = torch.where(seen, scores, hidden)
        p = scores.softmax(dim=-1)
        ctx.root = root
        ctx.save_for_backward(query, key, value, p)
        return torch.matmul(p, value)

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        grads = [None, None, None, None]
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            product = p * torch.matmul(grad, value.transpose(-2, -1))
            a = product - p * product.sum(-1, keepdim=True)
            a = a / ctx.root
            if ctx.needs_input_grad[0]:
                grads[0] = torch.matmul(a, key)
            if ctx.needs_input_grad[1]:
                grads[1] = torch.matmul(a.transpose(-2, -1), query)
        if ctx.needs_input_grad[2]:
            grads[2] = torch.matmul(p.transpose(-2, -1), grad)
        return tuple(grads)

# %% wrong: mask_from_the_end
# why: The mask is lined up with the last key, so with more keys than queries a query sees more than the keys 0 to i, and with fewer too little.
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
        dq = dk = dv = None
        dP = grad @ value.mT
        dA = P * (dP - (dP * P).sum(-1, keepdim=True)) / math.sqrt(query.shape[-1])
        if ctx.needs_input_grad[0]:
            dq = dA @ key
        if ctx.needs_input_grad[1]:
            dk = dA.mT @ query
        if ctx.needs_input_grad[2]:
            dv = P.mT @ grad
        return dq, dk, dv, None

# %% wrong: scale_missing_backward
# why: The scores are divided by the root of E on their way forward, but what comes back through them is not.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scaled = query / query.shape[-1] ** 0.5
        a = scaled @ key.transpose(-1, -2)
        if is_causal:
            later = torch.ones(*a.shape[-2:]).triu(1) == 1
            a = a.masked_fill(later, -math.inf)
        p = a.softmax(-1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        g = grad @ value.transpose(-1, -2)
        g = p * (g - (g * p).sum(-1, keepdim=True))
        result = []
        result.append(g @ key if ctx.needs_input_grad[0] else None)
        result.append(g.transpose(-1, -2) @ query if ctx.needs_input_grad[1] else None)
        result.append(p.transpose(-1, -2) @ grad if ctx.needs_input_grad[2] else None)
        return (*result, None)

# %% wrong: scaled_by_the_values
# why: The scale is taken from the width of the values and not from E, that of queries and keys.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        d = value.shape[-1]
        ctx.factor = 1 / math.sqrt(d)
        scores = torch.matmul(query, key.mT) * ctx.factor
        if is_causal:
            rows, columns = scores.shape[-2:]
            mask = torch.arange(columns) > torch.arange(rows).reshape(-1, 1)
            scores = scores.masked_fill(mask, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return torch.matmul(weights, value)

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        arriving = torch.matmul(grad, value.mT)
        common = (arriving * weights).sum(dim=-1, keepdim=True)
        scores = weights * (arriving - common) * ctx.factor
        of_query = torch.matmul(scores, key) if ctx.needs_input_grad[0] else None
        of_key = torch.matmul(scores.mT, query) if ctx.needs_input_grad[1] else None
        of_value = torch.matmul(weights.mT, grad) if ctx.needs_input_grad[2] else None
        return of_query, of_key, of_value, None

# %% wrong: softmax_gradient_over_the_queries
# why: In the gradient of the softmax the sum is taken over the queries, where it belongs to the keys of each row.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = query @ key.mT
        scores = scores / math.sqrt(query.shape[-1])
        if is_causal:
            ones = torch.ones(query.shape[-2], key.shape[-2])
            scores = scores.masked_fill(ones.triu(1).bool(), -math.inf)
        p = scores.softmax(-1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def softmax_back(p, g):
        inner = (p * g).sum(-2, keepdim=True)
        return p * (g - inner)

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        scale = math.sqrt(query.shape[-1])
        ds = Attention.softmax_back(p, grad @ value.mT) / scale
        needs = ctx.needs_input_grad
        dq = ds @ key if needs[0] else None
        dk = ds.mT @ query if needs[1] else None
        dv = p.mT @ grad if needs[2] else None
        return dq, dk, dv, None

# %% wrong: hidden_scores_are_zero
# why: The scores of later keys are set to 0, but exp 0 is 1: they still get a weight. Hidden is what has the score minus infinity.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = (query @ key.mT) / query.shape[-1] ** 0.5
        ctx.mask = None
        if is_causal:
            ctx.mask = torch.ones(query.shape[-2], key.shape[-2]).tril().to(query.dtype)
            scores = scores * ctx.mask
        weights = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights = ctx.saved_tensors
        g = grad @ value.mT
        d = weights * (g - (weights * g).sum(-1, keepdim=True))
        if ctx.mask is not None:
            d = d * ctx.mask
        d = d / query.shape[-1] ** 0.5
        need = ctx.needs_input_grad
        return (
            d @ key if need[0] else None,
            d.mT @ query if need[1] else None,
            weights.mT @ grad if need[2] else None,
            None,
        )
