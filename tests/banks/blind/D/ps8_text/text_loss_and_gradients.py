# %% right: plain
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% right: index_matmul
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = tokens[codes[:, :-1]] + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = a @ query.t(), a @ key.t(), a @ value.t()
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = x @ weight.t() + bias
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% right: backward_cleared
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    for t in tensors:
        t.grad = None
    loss.backward()
    found = [t.grad.clone() for t in tensors]
    for t in tensors:
        t.grad = None
    return loss, found


# %% right: reshape_eps
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.reshape(-1, len(tokens)), codes[:, 1:].reshape(-1))
    gradients = lib.autograd.grad(loss, tensors)
    return (loss, list(gradients))


# %% wrong: accumulates
# why: backward adds to .grad, which is not set back: the second call gives twice as much.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    loss.backward()
    return loss, [t.grad for t in tensors]


# %% wrong: minigrad_names
# why: torch in the place of lib.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = torch.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, torch.autograd.grad(loss, tensors)


# %% wrong: not_causal
# why: The attention is not causal.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: no_residual
# why: The way around the attention is missing.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: not_moved
# why: The targets are the inputs, not moved by one.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, :-1].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: sum_loss
# why: The loss is a sum over all places.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten(), reduction="sum")
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: residual_of_norm
# why: The attention is added to the normalized a, not to x.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = a + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: query_key_swapped
# why: Query and key are swapped in the call.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(k, q, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: no_norm
# why: The layer norm is left out: its two tensors are used nowhere, and grad complains.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = x
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: weights_not_transposed
# why: The weights are multiplied as they are; linear would transpose them.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = a @ query, a @ key, a @ value
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: no_positions_first
# why: The place 0 is added everywhere: positions[0] instead of positions.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions[0]
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: last_place
# why: Only the last place of each row counts in the loss.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores[:, -1], codes[:, -1])
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: loss_item
# why: The loss is returned as a number.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    gradients = lib.autograd.grad(loss, tensors)
    return loss.item(), gradients


# %% wrong: softmax_before
# why: A softmax stands before cross_entropy.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(F.softmax(scores, -1).flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: detached_norm
# why: The norm is fed with a detached x: the tables get no gradient through the attention.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, scale, shift, query, key, value, weight, bias = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x.detach(), x.shape[-1:], scale, shift)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, weight, bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)
