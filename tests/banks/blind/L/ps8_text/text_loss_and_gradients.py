# %% right: functions_of_lib
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    before, after = codes[:, :-1], codes[:, 1:]
    x = F.embedding(before, tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    q, k, v = (F.linear(a, matrix) for matrix in (query, key, value))
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, shift)
    loss = F.cross_entropy(scores.flatten(0, 1), after.flatten())
    return loss, list(lib.autograd.grad(loss, tensors))

# %% right: norm_and_attention_by_hand
def layer_norm(x, weight, bias, eps=1e-5):
    centered = x - x.mean(-1, keepdim=True)
    variance = (centered * centered).mean(-1, keepdim=True)
    return centered / (variance + eps).sqrt() * weight + bias


def attention(lib, q, k, v):
    length = q.shape[1]
    scores = q @ k.mT / math.sqrt(q.shape[2])
    hidden = lib.ones(length, length).triu(1).bool()
    return scores.masked_fill(hidden, -math.inf).softmax(-1) @ v


@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, wq, wk, wv, out_weight, out_bias = tensors
    x = tokens[codes[:, :-1]] + positions
    a = layer_norm(x, weight, bias)
    x = x + attention(lib, a @ wq.T, a @ wk.T, a @ wv.T)
    scores = (x @ out_weight.T + out_bias).reshape(-1, len(out_bias))
    loss = lib.nn.functional.cross_entropy(scores, codes[:, 1:].reshape(-1))
    return loss, lib.autograd.grad(loss, tensors)

# %% right: backward_on_copies
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    leaves = [tensor.detach().clone().requires_grad_() for tensor in tensors]
    f = lib.nn.functional
    x = f.embedding(codes[:, :-1], leaves[0]) + leaves[1]
    a = f.layer_norm(x, (x.shape[-1],), leaves[2], leaves[3], eps=1e-5)
    mixed = f.scaled_dot_product_attention(
        f.linear(a, leaves[4]),
        f.linear(a, leaves[5]),
        f.linear(a, leaves[6]),
        is_causal=True,
    )
    scores = f.linear(x + mixed, leaves[7], leaves[8])
    # cross_entropy wants the classes in dimension 1
    loss = f.cross_entropy(scores.transpose(1, 2), codes[:, 1:])
    loss.backward()
    return loss.detach(), [leaf.grad for leaf in leaves]

# %% right: clears_the_grads_first
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    for t in tensors:
        t.grad = None
    F = lib.nn.functional
    tokens, positions, *norm, wq, wk, wv, weight, bias = tensors
    x = F.embedding(codes, tokens)[:, :-1] + positions
    a = F.layer_norm(x, x.shape[-1:], *norm)
    heads = [F.linear(a, w) for w in (wq, wk, wv)]
    y = x + F.scaled_dot_product_attention(*heads, is_causal=True)
    logs = F.log_softmax(F.linear(y, weight, bias), -1).reshape(-1, len(bias))
    targets = codes[:, 1:].reshape(-1)
    loss = -logs[lib.arange(len(targets)), targets].mean()
    loss.backward()
    return loss, tuple(t.grad for t in tensors)

# %% wrong: sees_what_comes
# why: The attention is called without is_causal=True, so each place also sees the characters that
# come later, which are the answers. The model is causal.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value)
    )
    scores = F.linear(x, head, shift).flatten(0, 1)
    loss = F.cross_entropy(scores, codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: foretells_itself
# why: The targets are the same codes that went in, so each place foretells its own character. They
# have to be moved by one: the last L codes of each row.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    length = codes.shape[1] - 1
    codes = codes[:, :length]
    x = F.embedding(codes, tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, shift)
    loss = F.cross_entropy(scores.flatten(0, 1), codes.flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: adds_to_the_normed
# why: The attention is added to a, the normalized rows, because x was overwritten by its layer norm. The
# sum is x + attention, with the x from before the norm.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    x = F.layer_norm(x, x.shape[-1:], weight, bias)
    q, k, v = F.linear(x, query), F.linear(x, key), F.linear(x, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, shift)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: reshaped_to_classes_first
# why: cross_entropy wants the classes in dimension 1, but reshape does not exchange dimensions: it cuts
# the same numbers into other rows, and the scores of different places are mixed. transpose(1, 2), or
# flattening to (n, V), is right.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, shift)
    batch, length, size = scores.shape
    loss = F.cross_entropy(scores.reshape(batch, size, length), codes[:, 1:])
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: weights_not_transposed
# why: The rows are multiplied by the weights of query, key and value as they are. linear multiplies by the
# transposed weight, and the weights are given as linear wants them.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    x = tokens[codes[:, :-1]] + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    mixed = F.scaled_dot_product_attention(a @ query, a @ key, a @ value, is_causal=True)
    scores = (x + mixed) @ head.T + shift
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: norm_by_std
# why: The layer norm divides by x.std(), which divides by n - 1 and has eps outside of the root. It
# should be the root of the mean of the squares plus eps, as in layer_norm.
def norm(x, weight, bias):
    mean = x.mean(-1, keepdim=True)
    std = x.std(-1, keepdim=True)
    return (x - mean) / (std + 1e-5) * weight + bias


@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    x = tokens[codes[:, :-1]] + positions
    a = norm(x, weight, bias)
    q, k, v = (F.linear(a, w) for w in (query, key, value))
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, shift)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: sum_over_the_places
# why: The losses of the places are added up, and only then is the mean over the rows taken, so the result is
# L times too large. It should be the mean over all places of all rows.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, shift)
    loss = 0
    for place in range(scores.shape[1]):
        loss = loss + F.cross_entropy(scores[:, place], codes[:, place + 1])
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: query_and_key_exchanged
# why: The tensors are unpacked as key, query, value, but their order is query, key, value. So the query is
# made with the weight of the key, and the key with that of the query.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, gain, offset, key, query, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], gain, offset)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value), is_causal=True
    )
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
