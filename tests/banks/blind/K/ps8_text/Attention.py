# %% right: three_steps
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        scale = math.sqrt(query.shape[-1])
        scores = query @ key.mT / scale
        if is_causal:
            later = torch.ones(*scores.shape[-2:]).triu(1) > 0
            scores = scores.masked_fill(later, -math.inf)
        weights = torch.softmax(scores, -1)
        ctx.scale = scale
        ctx.save_for_backward(query, key, value, weights)
        return weights @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, p = ctx.saved_tensors
        g = grad @ value.mT
        g_scores = p * (g - (g * p).sum(-1, keepdim=True)) / ctx.scale
        needs = ctx.needs_input_grad
        return (
            g_scores @ key if needs[0] else None,
            g_scores.mT @ query if needs[1] else None,
            p.mT @ grad if needs[2] else None,
            None,
        )

# %% right: scaled_query_and_row_numbers
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        factor = query.shape[-1] ** -0.5
        small = query * factor
        a = small @ key.transpose(-2, -1)
        if is_causal:
            rows = torch.arange(query.shape[-2])[:, None]
            columns = torch.arange(key.shape[-2])[None, :]
            a = a.masked_fill(columns > rows, -float("inf"))
        p = a.softmax(-1)
        ctx.factor = factor
        ctx.save_for_backward(small, key, value, p)
        return p @ value

    @staticmethod
    def backward(ctx, grad):
        small, key, value, p = ctx.saved_tensors
        dq = dk = dv = None
        if ctx.needs_input_grad[2]:
            dv = p.transpose(-2, -1) @ grad
        if ctx.needs_input_grad[0] or ctx.needs_input_grad[1]:
            pg = p * (grad @ value.transpose(-2, -1))
            da = pg - p * pg.sum(-1, keepdim=True)
            if ctx.needs_input_grad[0]:
                dq = (da @ key) * ctx.factor
            if ctx.needs_input_grad[1]:
                dk = da.transpose(-2, -1) @ small
        return dq, dk, dv, None

# %% wrong: root_of_the_values
# why: The scores are divided by the root of the width of the values. It should be that of the queries and keys, E.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = math.sqrt(value.shape[-1])
        A = query @ key.mT / root
        L, S = query.shape[-2], key.shape[-2]
        if is_causal:
            hidden = torch.ones(L, S).triu(1).bool()
            A = A.masked_fill(hidden, -math.inf)
        P = torch.softmax(A, -1)
        ctx.root = root
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        need_q, need_k, need_v, _ = ctx.needs_input_grad
        gq = gk = gv = None
        if need_v:
            gv = P.mT @ grad
        if need_q or need_k:
            gP = grad @ value.mT
            gA = P * (gP - (gP * P).sum(-1, keepdim=True))
            if need_q:
                gq = gA @ key / ctx.root
            if need_k:
                gk = gA.mT @ query / ctx.root
        return gq, gk, gv, None

# %% wrong: hidden_after_the_softmax
# why: The weights of hidden keys are set to 0 after the softmax, so those that are left do not add up to 1. The scores
# should be hidden before it.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = math.sqrt(query.shape[-1])
        A = query @ key.mT / root
        L, S = query.shape[-2], key.shape[-2]
        if is_causal:
            P = torch.softmax(A, -1).tril()
        else:
            P = torch.softmax(A, -1)
        ctx.root = root
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        need_q, need_k, need_v, _ = ctx.needs_input_grad
        gq = gk = gv = None
        if need_v:
            gv = P.mT @ grad
        if need_q or need_k:
            gP = grad @ value.mT
            gA = P * (gP - (gP * P).sum(-1, keepdim=True))
            if need_q:
                gq = gA @ key / ctx.root
            if need_k:
                gk = gA.mT @ query / ctx.root
        return gq, gk, gv, None

# %% wrong: counted_from_the_end
# why: With more keys than queries the mask is moved so that the last query sees all keys. Query i should see the keys 0
# to i, whatever L and S are.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = math.sqrt(query.shape[-1])
        A = query @ key.mT / root
        L, S = query.shape[-2], key.shape[-2]
        if is_causal:
            hidden = torch.ones(L, S).triu(S - L + 1).bool()
            A = A.masked_fill(hidden, -math.inf)
        P = torch.softmax(A, -1)
        ctx.root = root
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        need_q, need_k, need_v, _ = ctx.needs_input_grad
        gq = gk = gv = None
        if need_v:
            gv = P.mT @ grad
        if need_q or need_k:
            gP = grad @ value.mT
            gA = P * (gP - (gP * P).sum(-1, keepdim=True))
            if need_q:
                gq = gA @ key / ctx.root
            if need_k:
                gk = gA.mT @ query / ctx.root
        return gq, gk, gv, None

# %% wrong: hidden_by_minus_100
# why: Hidden keys get the score -100. Scores may be large, and where the seen ones are far below -100, the hidden ones
# win. It should be minus infinity.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = math.sqrt(query.shape[-1])
        A = query @ key.mT / root
        L, S = query.shape[-2], key.shape[-2]
        if is_causal:
            hidden = torch.ones(L, S).triu(1).bool()
            A = A.masked_fill(hidden, -100.0)
        P = torch.softmax(A, -1)
        ctx.root = root
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        need_q, need_k, need_v, _ = ctx.needs_input_grad
        gq = gk = gv = None
        if need_v:
            gv = P.mT @ grad
        if need_q or need_k:
            gP = grad @ value.mT
            gA = P * (gP - (gP * P).sum(-1, keepdim=True))
            if need_q:
                gq = gA @ key / ctx.root
            if need_k:
                gk = gA.mT @ query / ctx.root
        return gq, gk, gv, None

# %% wrong: query_scaled_in_place
# why: query /= root changes the caller's query. It should compute a new tensor.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = math.sqrt(query.shape[-1])
        query /= root
        A = query @ key.mT
        L, S = query.shape[-2], key.shape[-2]
        if is_causal:
            hidden = torch.ones(L, S).triu(1).bool()
            A = A.masked_fill(hidden, -math.inf)
        P = torch.softmax(A, -1)
        ctx.root = root
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        need_q, need_k, need_v, _ = ctx.needs_input_grad
        gq = gk = gv = None
        if need_v:
            gv = P.mT @ grad
        if need_q or need_k:
            gP = grad @ value.mT
            gA = P * (gP - (gP * P).sum(-1, keepdim=True))
            if need_q:
                gq = gA @ key / ctx.root
            if need_k:
                gk = gA.mT @ query
        return gq, gk, gv, None

# %% wrong: root_missing_for_the_keys
# why: The gradient of the keys is not divided by the root of E. The scores are, so both gradients that come through
# them should be.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = math.sqrt(query.shape[-1])
        A = query @ key.mT / root
        L, S = query.shape[-2], key.shape[-2]
        if is_causal:
            hidden = torch.ones(L, S).triu(1).bool()
            A = A.masked_fill(hidden, -math.inf)
        P = torch.softmax(A, -1)
        ctx.root = root
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        need_q, need_k, need_v, _ = ctx.needs_input_grad
        gq = gk = gv = None
        if need_v:
            gv = P.mT @ grad
        if need_q or need_k:
            gP = grad @ value.mT
            gA = P * (gP - (gP * P).sum(-1, keepdim=True))
            if need_q:
                gq = gA @ key / ctx.root
            if need_k:
                gk = gA.mT @ query
        return gq, gk, gv, None

# %% wrong: all_or_none
# why: If the query needs no gradient, backward returns None for everything. Keys and values may need theirs all the
# same: each should be asked by itself.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = math.sqrt(query.shape[-1])
        A = query @ key.mT / root
        L, S = query.shape[-2], key.shape[-2]
        if is_causal:
            hidden = torch.ones(L, S).triu(1).bool()
            A = A.masked_fill(hidden, -math.inf)
        P = torch.softmax(A, -1)
        ctx.root = root
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        need_q, need_k, need_v, _ = ctx.needs_input_grad
        gq = gk = gv = None
        if not need_q:
            return None, None, None, None
        if need_v:
            gv = P.mT @ grad
        if need_q or need_k:
            gP = grad @ value.mT
            gA = P * (gP - (gP * P).sum(-1, keepdim=True))
            if need_q:
                gq = gA @ key / ctx.root
            if need_k:
                gk = gA.mT @ query / ctx.root
        return gq, gk, gv, None

# %% wrong: zero_times_infinity
# why: The mask is multiplied by minus infinity and added, and 0 times infinity is nan: the scores that should be seen
# are spoilt. masked_fill should write it only where a key is hidden.
@piece
class Attention(torch.autograd.Function):
    @staticmethod
    def forward(ctx, query, key, value, is_causal):
        root = math.sqrt(query.shape[-1])
        A = query @ key.mT / root
        L, S = query.shape[-2], key.shape[-2]
        if is_causal:
            hidden = torch.ones(L, S, dtype=A.dtype).triu(1)
            A = A + hidden * -math.inf
        P = torch.softmax(A, -1)
        ctx.root = root
        ctx.save_for_backward(query, key, value, P)
        return P @ value

    @staticmethod
    def backward(ctx, grad):
        query, key, value, P = ctx.saved_tensors
        need_q, need_k, need_v, _ = ctx.needs_input_grad
        gq = gk = gv = None
        if need_v:
            gv = P.mT @ grad
        if need_q or need_k:
            gP = grad @ value.mT
            gA = P * (gP - (gP * P).sum(-1, keepdim=True))
            if need_q:
                gq = gA @ key / ctx.root
            if need_k:
                gk = gA.mT @ query / ctx.root
        return gq, gk, gv, None

