# %% right: query_by_query
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def weights(query, key, i, is_causal):
        seen = min(i + 1, key.shape[-2]) if is_causal else key.shape[-2]
        scores = query[..., i : i + 1, :] @ key[..., :seen, :].mT
        return seen, torch.softmax(scores / math.sqrt(query.shape[-1]), -1)

    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.save_for_backward(query, key, value)
        ctx.is_causal = is_causal
        rows = []
        for i in range(query.shape[-2]):
            seen, p = Attention.weights(query, key, i, is_causal)
            rows.append(p @ value[..., :seen, :])
        return torch.cat(rows, -2)

    @staticmethod
    def backward(ctx, grad):
        query, key, value = ctx.saved_tensors
        scale = 1 / math.sqrt(query.shape[-1])
        dq, dk, dv = [torch.zeros_like(each) for each in (query, key, value)]
        for i in range(query.shape[-2]):
            seen, p = Attention.weights(query, key, i, ctx.is_causal)
            g = grad[..., i : i + 1, :]
            to_p = g @ value[..., :seen, :].mT
            to_a = p * (to_p - (to_p * p).sum(-1, keepdim=True)) * scale
            dq[..., i : i + 1, :] = to_a @ key[..., :seen, :]
            dk[..., :seen, :] = dk[..., :seen, :] + to_a.mT @ query[..., i : i + 1, :]
            dv[..., :seen, :] = dv[..., :seen, :] + p.mT @ g
        needs = ctx.needs_input_grad
        return (*[d if need else None for d, need in zip((dq, dk, dv), needs)], None)


# %% right: scaled_operands_and_a_sum_of_outputs
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.scale = query.shape[-1] ** -0.5
        scores = (query * ctx.scale) @ key.mT
        if is_causal:
            later = torch.arange(key.shape[-2]) > torch.arange(query.shape[-2]).unsqueeze(1)
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        out = weights @ value
        ctx.save_for_backward(query, key, value, weights, out)
        return out

    @staticmethod
    def backward(ctx, grad):
        query, key, value, weights, out = ctx.saved_tensors
        need_q, need_k, need_v, _ = ctx.needs_input_grad
        dq = dk = dv = None
        if need_v:
            dv = weights.mT @ grad
        if need_q or need_k:
            # Σ g p over the keys is the same as Σ G Y over the values
            inner = (grad * out).sum(-1, keepdim=True)
            d_scores = weights * (grad @ value.mT - inner)
            if need_q:
                dq = (d_scores @ key) * ctx.scale
            if need_k:
                dk = (d_scores.mT @ query) * ctx.scale
        return dq, dk, dv, None


# %% wrong: hidden_after_the_softmax
# why: The weights of later keys are set to 0 after the softmax. What is left of a row does not add up to 1.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = math.sqrt(query.shape[-1])
        full = torch.softmax(query @ key.mT / root, -1)
        mask = torch.ones(query.shape[-2], key.shape[-2], dtype=query.dtype)
        if is_causal:
            mask = mask.tril()
        P = full * mask
        ctx.save_for_backward(query, key, value, full, mask)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, full, mask = ctx.saved_tensors
        dP = (grad @ value.mT) * mask
        dA = full * (dP - (dP * full).sum(-1, keepdim=True))
        dA = dA / math.sqrt(query.shape[-1])
        needs = ctx.needs_input_grad
        return (
            dA @ key if needs[0] else None,
            dA.mT @ query if needs[1] else None,
            (full * mask).mT @ grad if needs[2] else None,
            None,
        )


# %% wrong: counted_from_the_end
# why: With more keys than queries the last query is made to see all keys, as if the queries were the last ones. Query i sees the keys 0 to i, whatever L and S are.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        L, E = query.shape[-2:]
        S = key.shape[-2]
        ctx.scale = 1 / math.sqrt(E)
        scores = query @ key.mT * ctx.scale
        if is_causal:
            hidden = torch.ones(L, S).triu(max(S - L, 0) + 1) > 0
            scores = scores.masked_fill(hidden, -math.inf)
        p = torch.softmax(scores, dim=-1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        g_query = g_key = g_value = None
        g = grad @ value.mT
        g_scores = p * (g - (g * p).sum(-1, keepdim=True)) * ctx.scale
        if ctx.needs_input_grad[0]:
            g_query = g_scores @ key
        if ctx.needs_input_grad[1]:
            g_key = g_scores.mT @ query
        if ctx.needs_input_grad[2]:
            g_value = p.mT @ grad
        return g_query, g_key, g_value, None


# %% wrong: no_scale_on_the_way_back
# why: The scores are divided by the root of E forward, but what comes back through them is not.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scores = torch.matmul(query, key.mT) / query.shape[-1] ** 0.5
        if is_causal:
            rows = torch.arange(scores.shape[-2]).reshape(-1, 1)
            columns = torch.arange(scores.shape[-1]).reshape(1, -1)
            scores = scores.masked_fill(columns > rows, -math.inf)
        ctx.p = torch.softmax(scores, -1)
        ctx.save_for_backward(query, key, value)
        return torch.matmul(ctx.p, value)

    @staticmethod
    def backward(ctx, grad):
        query, key, value = ctx.saved_tensors
        p = ctx.p
        weighted = p * torch.matmul(grad, value.mT)
        scores = weighted - p * weighted.sum(-1, keepdim=True)
        grads = [None, None, None, None]
        if ctx.needs_input_grad[0]:
            grads[0] = torch.matmul(scores, key)
        if ctx.needs_input_grad[1]:
            grads[1] = torch.matmul(scores.mT, query)
        if ctx.needs_input_grad[2]:
            grads[2] = torch.matmul(p.mT, grad)
        return tuple(grads)


# %% wrong: hidden_by_a_finite_number
# why: The hidden scores are set to -100. Where the scores that are seen are as small or smaller, the hidden keys get a good share of the weights.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        ctx.root = math.sqrt(query.size(-1))
        a = (query @ key.mT) / ctx.root
        if is_causal:
            late = torch.ones(a.size(-2), a.size(-1)).triu(1) > 0
            a = a.masked_fill(late, -100.0)
        p = torch.softmax(a, -1)
        ctx.save_for_backward(query, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors

        def to_scores():
            up = grad @ value.mT
            return p * (up - (up * p).sum(-1, keepdim=True)) / ctx.root

        need = ctx.needs_input_grad
        at_scores = to_scores() if need[0] or need[1] else None
        return (
            at_scores @ key if need[0] else None,
            at_scores.mT @ query if need[1] else None,
            p.mT @ grad if need[2] else None,
            None,
        )


# %% wrong: the_softmax_entry_by_entry
# why: The softmax is taken back with p (1 - p), as if every weight hung on its own score alone. The sum over the row is missing.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        E = query.shape[-1]
        A = query.matmul(key.mT).div(math.sqrt(E))
        if is_causal:
            mask = torch.ones(query.shape[-2], key.shape[-2]).triu(1) == 1
            A = A.masked_fill(mask, -math.inf)
        P = A.softmax(-1)
        ctx.save_for_backward(query, key, value, P)
        return P.matmul(value)

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        gq = gk = gv = None
        gP = grad.matmul(value.mT)
        gA = gP * P * (1 - P)
        gA = gA.div(math.sqrt(query.shape[-1]))
        if ctx.needs_input_grad[0]:
            gq = gA.matmul(key)
        if ctx.needs_input_grad[1]:
            gk = gA.mT.matmul(query)
        if ctx.needs_input_grad[2]:
            gv = P.mT.matmul(grad)
        return gq, gk, gv, None
