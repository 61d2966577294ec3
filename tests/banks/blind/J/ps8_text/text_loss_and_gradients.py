# %% right: functions_of_lib
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, wq, wk, wv, head, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, wq), F.linear(a, wk), F.linear(a, wv), is_causal=True
    )
    scores = F.linear(x, head, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% right: indexing_and_products
@piece
def text_loss_and_gradients(lib, codes, tensors):
    table, places, gain, offset, q, k, v, w, b = tensors
    given, wanted = codes[:, :-1], codes[:, 1:]
    x = table[given] + places
    width = table.shape[1]
    normal = lib.nn.functional.layer_norm(x, (width,), weight=gain, bias=offset, eps=1e-5)
    seen = lib.nn.functional.scaled_dot_product_attention(
        normal @ q.T, normal @ k.T, normal @ v.T, is_causal=True
    )
    scores = (x + seen) @ w.T + b
    loss = lib.nn.functional.cross_entropy(scores.reshape(-1, len(b)), wanted.reshape(-1))
    return loss, list(lib.autograd.grad(loss, tensors))


# %% right: unpacked_from_an_iterator
@piece
def text_loss_and_gradients(lib, codes, tensors):
    f = lib.nn.functional
    take = iter(tensors)
    x = f.embedding(codes[:, :-1], next(take)) + next(take).unsqueeze(0)
    a = f.layer_norm(x, [x.shape[-1]], next(take), next(take), 1e-5)
    query, key, value = [f.linear(a, next(take)) for _ in range(3)]
    mixed = f.scaled_dot_product_attention(query, key, value, is_causal=True) + x
    logits = f.linear(mixed, next(take), next(take))
    logs = f.log_softmax(logits.flatten(0, 1), dim=-1)
    loss = f.nll_loss(logs, codes[:, 1:].flatten())
    gradients = lib.autograd.grad(loss, tensors)
    return loss, list(gradients)


# %% wrong: not_causal
# why: The attention is called without is_causal=True, so each place sees the characters after it, which it is
# to foretell. The model is causal.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tok, pos, nw, nb, q, k, v, hw, hb = tensors
    x = F.embedding(codes[:, :-1], tok) + pos
    a = F.layer_norm(x, x.shape[-1:], nw, nb)
    y = x + F.scaled_dot_product_attention(F.linear(a, q), F.linear(a, k), F.linear(a, v))
    scores = F.linear(y, hw, hb)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: foretells_what_went_in
# why: The targets are the characters that went in. To be foretold are the next ones, codes[:, 1:].
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    codes = codes[:, :-1]
    x = tokens[codes] + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value), is_causal=True
    )
    guesses = F.linear(x, head, head_bias).flatten(0, 1)
    loss = F.cross_entropy(guesses, codes.flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: attention_without_x
# why: The head gets the attention alone. The model adds it to x: x + attention(...).
@piece
def text_loss_and_gradients(lib, codes, tensors):
    f = lib.nn.functional
    x = f.embedding(codes[:, :-1], tensors[0]) + tensors[1]
    a = f.layer_norm(x, x.shape[-1:], tensors[2], tensors[3])
    q, k, v = (f.linear(a, w) for w in tensors[4:7])
    x = f.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = f.linear(x, tensors[7], tensors[8])
    loss = f.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: attention_added_to_the_norm
# why: The attention is added to the normalized a. It is added to x, as it was before the layer norm.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    f = lib.nn.functional
    t, p, w, b, q, k, v, h, c = tensors
    x = f.embedding(codes[:, :-1], t) + p
    x = f.layer_norm(x, x.shape[-1:], w, b)
    x = x + f.scaled_dot_product_attention(
        f.linear(x, q), f.linear(x, k), f.linear(x, v), is_causal=True
    )
    x = f.linear(x, h, c).flatten(0, 1)
    loss = f.cross_entropy(x, codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: weights_not_transposed
# why: The rows are multiplied by query, key and value as they are. They are weights as linear wants them,
# which multiplies by the transposed weight.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, head, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    x = x + F.scaled_dot_product_attention(a @ query, a @ key, a @ value, is_causal=True)
    scores = F.linear(x, head, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: only_the_last_place_counts
# why: The loss is that of the last place of each row alone. It is the mean over all places of all rows.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    table, places, gain, offset, q, k, v, w, b = tensors
    x = table[codes[:, :-1]] + places
    a = F.layer_norm(x, x.shape[-1:], gain, offset)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, q), F.linear(a, k), F.linear(a, v), is_causal=True
    )
    loss = F.cross_entropy(F.linear(x[:, -1], w, b), codes[:, -1])
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: mean_over_the_rows_only
# why: The losses of the places are added up and divided by the number of rows. The mean is over all places of
# all rows, so divide by their number too.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, head, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    att = F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value), is_causal=True
    )
    scores = F.linear(x + att, head, bias)
    total = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten(), reduction="sum")
    loss = total / codes.shape[0]
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: scaled_twice
# why: The query is divided by the root of E before it is handed to scaled_dot_product_attention, which
# divides the scores itself. They are scaled twice.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, wq, wk, wv, head, bias = tensors
    x = tokens[codes[:, :-1]] + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    query = F.linear(a, wq) / tokens.shape[1] ** 0.5
    key, value = F.linear(a, wk), F.linear(a, wv)
    x = x + F.scaled_dot_product_attention(query, key, value, is_causal=True)
    scores = F.linear(x, head, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))


# %% wrong: norm_without_weight_and_bias
# why: The layer norm is called without its weight and bias, so the loss does not depend on these two tensors
# and they have no gradient. Hand both to layer_norm.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, head, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:])
    x = x + F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value), is_causal=True
    )
    scores = F.linear(x, head, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: normalized_once_more_before_the_head
# why: The layer norm is applied again before the head, as in the large model. In this one x plus attention
# goes to the head as it is.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, head, bias = tensors

    def norm(x):
        return F.layer_norm(x, x.shape[-1:], scale, shift)

    x = F.embedding(codes[:, :-1], tokens) + positions
    a = norm(x)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value), is_causal=True
    )
    scores = F.linear(norm(x), head, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: value_of_x_and_not_of_a
# why: The values are made from x, as it was before the layer norm. Query, key and value all get a.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    fn = lib.nn.functional
    tok, pos, gamma, beta, wq, wk, wv, wo, bo = tensors
    x = tok[codes[:, :-1]] + pos
    a = fn.layer_norm(x, x.shape[-1:], gamma, beta)
    q, k, v = fn.linear(a, wq), fn.linear(a, wk), fn.linear(x, wv)
    x = x + fn.scaled_dot_product_attention(q, k, v, is_causal=True)
    loss = fn.cross_entropy(fn.linear(x, wo, bo).flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: key_before_query
# why: The tensors are unpacked as key, query, value. Their order is query, key, value; so queries and keys are
# swapped.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, key, query, value, head, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    k, q, v = F.linear(a, key), F.linear(a, query), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: x_changed_in_place
# why: x += attention(...) changes x in place, but the layer norm still needs it as it was for its gradient.
# Make a new tensor: x = x + ...
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, head, bias = tensors
    x = F.embedding(codes[:, :-1], tokens)
    x = x + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    x += F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value), is_causal=True
    )
    scores = F.linear(x, head, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: grad_that_grows
# why: backward() adds to .grad, and nothing clears it, so the second call with the same tensors returns the
# sum of both. Use lib.autograd.grad.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, head, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value), is_causal=True
    )
    loss = F.cross_entropy(F.linear(x, head, bias).flatten(0, 1), codes[:, 1:].flatten())
    loss.backward()
    gradients = []
    for tensor in tensors:
        gradients.append(tensor.grad)
    return loss, gradients
