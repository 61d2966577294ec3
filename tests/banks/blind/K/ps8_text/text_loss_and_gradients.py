# %% right: autograd_grad
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head, shift = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    q, k, v = (F.linear(a, each) for each in (query, key, value))
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, shift)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% right: backward_with_clean_grads
@piece
def text_loss_and_gradients(lib, codes, tensors):
    for t in tensors:
        t.grad = None
    tokens, positions, scale, move, wq, wk, wv, wh, bh = tensors
    length = codes.shape[1] - 1
    x = tokens[codes[:, :length]] + positions[:length]
    mean = x.mean(-1, keepdim=True)
    variance = (x - mean).pow(2).mean(-1, keepdim=True)
    a = (x - mean) / (variance + 1e-5).sqrt() * scale + move
    attended = lib.nn.functional.scaled_dot_product_attention(
        a @ wq.mT, a @ wk.mT, a @ wv.mT, is_causal=True
    )
    scores = (x + attended) @ wh.mT + bh
    loss = lib.nn.functional.cross_entropy(
        scores.reshape(-1, scores.shape[-1]), codes[:, 1:].reshape(-1)
    )
    loss.backward()
    return loss, [t.grad.clone() for t in tensors]

# %% wrong: foretells_what_it_sees
# why: The targets are the first L codes, the ones that go in. They should be the last L, moved by one place.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, gain, shift, wq, wk, wv, wh, bh = tensors
    before = after = codes[:, :-1]
    x = F.embedding(before, tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], gain, shift)
    q, k, v = F.linear(a, wq), F.linear(a, wk), F.linear(a, wv)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, wh, bh)
    loss = F.cross_entropy(scores.flatten(0, 1), after.flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: sees_what_comes
# why: The attention is not causal, so each place reads what comes after it. It should get is_causal=True.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, gain, shift, wq, wk, wv, wh, bh = tensors
    before, after = codes[:, :-1], codes[:, 1:]
    x = F.embedding(before, tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], gain, shift)
    q, k, v = F.linear(a, wq), F.linear(a, wk), F.linear(a, wv)
    x = x + F.scaled_dot_product_attention(q, k, v)
    scores = F.linear(x, wh, bh)
    loss = F.cross_entropy(scores.flatten(0, 1), after.flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: sum_with_the_norm
# why: The attention is added to a, the output of the layer norm. It should be added to x.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, gain, shift, wq, wk, wv, wh, bh = tensors
    before, after = codes[:, :-1], codes[:, 1:]
    x = F.embedding(before, tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], gain, shift)
    q, k, v = F.linear(a, wq), F.linear(a, wk), F.linear(a, wv)
    x = a + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, wh, bh)
    loss = F.cross_entropy(scores.flatten(0, 1), after.flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: weights_not_transposed
# why: The rows are multiplied by the weights as they stand. A weight for linear has to be transposed: a @ weight.mT,
# or linear itself.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, gain, shift, wq, wk, wv, wh, bh = tensors
    before, after = codes[:, :-1], codes[:, 1:]
    x = F.embedding(before, tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], gain, shift)
    q, k, v = a @ wq, a @ wk, a @ wv
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, wh, bh)
    loss = F.cross_entropy(scores.flatten(0, 1), after.flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: keys_before_queries
# why: The weights are unpacked as key, query, value. The list has query, key, value, so queries and keys are swapped.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, gain, shift, wk, wq, wv, wh, bh = tensors
    before, after = codes[:, :-1], codes[:, 1:]
    x = F.embedding(before, tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], gain, shift)
    q, k, v = F.linear(a, wq), F.linear(a, wk), F.linear(a, wv)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, wh, bh)
    loss = F.cross_entropy(scores.flatten(0, 1), after.flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: last_place_only
# why: The loss is that of the last place of each row alone. It should be the mean over all places.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, gain, shift, wq, wk, wv, wh, bh = tensors
    before, after = codes[:, :-1], codes[:, 1:]
    x = F.embedding(before, tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], gain, shift)
    q, k, v = F.linear(a, wq), F.linear(a, wk), F.linear(a, wv)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, wh, bh)
    loss = F.cross_entropy(scores[:, -1], after[:, -1])
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: gradients_add_up
# why: backward adds to .grad, which nobody clears: called again with the same tensors, it gives twice the gradients. They
# should be cleared first, or autograd.grad be used.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, gain, shift, wq, wk, wv, wh, bh = tensors
    before, after = codes[:, :-1], codes[:, 1:]
    x = F.embedding(before, tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], gain, shift)
    q, k, v = F.linear(a, wq), F.linear(a, wk), F.linear(a, wv)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, wh, bh)
    loss = F.cross_entropy(scores.flatten(0, 1), after.flatten())
    loss.backward()
    return loss, [t.grad.clone() for t in tensors]

# %% wrong: divided_by_n_minus_1
# why: The layer norm by hand uses var, which divides by n - 1. The variance of a layer norm is divided by n:
# unbiased=False.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, gain, shift, wq, wk, wv, wh, bh = tensors
    before, after = codes[:, :-1], codes[:, 1:]
    x = F.embedding(before, tokens) + positions
    a = (x - x.mean(-1, keepdim=True)) / (x.var(-1, keepdim=True) + 1e-5).sqrt()
    a = a * gain + shift
    q, k, v = F.linear(a, wq), F.linear(a, wk), F.linear(a, wv)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, wh, bh)
    loss = F.cross_entropy(scores.flatten(0, 1), after.flatten())
    return loss, lib.autograd.grad(loss, tensors)

