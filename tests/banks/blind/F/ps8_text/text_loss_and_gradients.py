# %% right: grad
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
# %% right: indexing_and_products
@piece
def text_loss_and_gradients(lib, codes, tensors):
    inputs, targets = codes[:, :-1], codes[:, 1:]
    x = tensors[0][inputs] + tensors[1]
    a = lib.nn.functional.layer_norm(
        x, (x.shape[-1],), weight=tensors[2], bias=tensors[3], eps=1e-5
    )
    q, k, v = (a @ t.T for t in tensors[4:7])
    x = x + lib.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    out = x @ tensors[7].T + tensors[8]
    rows = out.reshape(-1, out.shape[-1])
    loss = lib.nn.functional.cross_entropy(rows, targets.reshape(-1))
    return loss, lib.autograd.grad(loss, tensors)
# %% right: backward_on_copies
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    copies = [t.detach().clone().requires_grad_() for t in tensors]
    tokens, positions, w, b, wq, wk, wv, wh, bh = copies
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    y = F.scaled_dot_product_attention(
        F.linear(a, wq), F.linear(a, wk), F.linear(a, wv), is_causal=True
    )
    scores = F.linear(x + y, wh, bh)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    loss.backward()
    return loss.detach(), [c.grad for c in copies]
# %% right: by_hand
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, wq, wk, wv, wh, bh = tensors
    first, after = codes[:, :-1], codes[:, 1:]
    x = tokens[first] + positions
    mean = x.mean(-1, keepdim=True)
    variance = ((x - mean) ** 2).mean(-1, keepdim=True)
    a = (x - mean) / (variance + 1e-5) ** 0.5 * w + b
    n = first.shape[1]
    hidden = lib.ones(n, n).triu(1) > 0
    scores = (a @ wq.T) @ (a @ wk.T).transpose(1, 2) / wq.shape[0] ** 0.5
    p = lib.softmax(scores.masked_fill(hidden, float("-inf")), -1)
    x = x + p @ (a @ wv.T)
    logs = F.log_softmax(F.linear(x, wh, bh), -1).flatten(0, 1)
    places = after.reshape(-1)
    loss = -logs[lib.arange(len(places)), places].mean()
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: dot_grad_adds_up
# why: backward() adds to .grad, so the second call gives twice as much.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    loss.backward()
    return loss, [t.grad for t in tensors]
# %% wrong: not_causal
# why: The causal mask is missing.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: not_moved_by_one
# why: The targets are the characters that went in, not the next ones.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, :-1].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: residual_missing
# why: The attention takes the place of x and is not added to it.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: residual_of_the_norm
# why: The attention is added to a, the normalized x.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = a + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: norm_without_weights
# why: The layer norm gets neither weight nor bias; these have no gradient then.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:])
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: positions_missing
# why: The positions are not added.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens)
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: last_place_only
# why: Only the last place of each row counts in the loss.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores[:, -1], codes[:, -1])
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: sum_over_places
# why: The loss is a sum and not the mean.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten(), reduction="sum")
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: minigrad_for_both
# why: The names come from minigrad and not from lib.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = torch.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(torch.autograd.grad(loss, tensors))
# %% wrong: key_and_value_swapped
# why: Key and value have changed places.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, v, k, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: attention_on_x
# why: Query, key and value are made of x and not of its layer norm.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(x, query), F.linear(x, key), F.linear(x, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: eps_of_another_size
# why: eps is 1e-2 in place of 1e-5.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b, 1e-2)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: head_without_bias
# why: The head gets no bias, which then has no gradient.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: softmax_before
# why: cross_entropy takes scores, and gets probabilities.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.softmax(-1).flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: loss_as_number
# why: The loss is returned as a Python number.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss.item(), list(lib.autograd.grad(loss, tensors))
# %% wrong: gradients_in_reverse
# why: The gradients come in the opposite order.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))[::-1]
# %% wrong: not_flattened
# why: cross_entropy gets scores (batch, L, V) as they are, and takes L for the classes.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores, codes[:, 1:])
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: weights_not_transposed
# why: linear wants x Wᵀ; here x W is computed.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = a @ query, a @ key, a @ value
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: a_step_is_taken
# why: The tensors are moved, so the second call gives something else.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    grads = list(lib.autograd.grad(loss, tensors))
    with lib.no_grad():
        for t, g in zip(tensors, grads):
            t -= 0.1 * g
    return loss, grads
# %% wrong: all_characters_go_in
# why: All L + 1 characters go in, and there is no place for the last one.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, head_bias = tensors
    x = F.embedding(codes, tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))
