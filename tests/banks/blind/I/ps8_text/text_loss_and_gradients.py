# %% right: straight_through
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, nw, nb, wq, wk, wv, hw, hb = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], nw, nb)
    mixed = F.scaled_dot_product_attention(
        F.linear(a, wq), F.linear(a, wk), F.linear(a, wv), is_causal=True
    )
    scores = F.linear(x + mixed, hw, hb)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))

# %% right: products_and_indices
@piece
def text_loss_and_gradients(lib, codes, tensors):
    f = lib.nn.functional
    tokens, positions, gain, shift, *three, head, bias = tensors
    given, wanted = codes[:, :-1], codes[:, 1:]
    x = tokens[given] + positions
    a = f.layer_norm(x, (x.shape[-1],), gain, shift, 1e-5)
    q, k, v = (a @ w.T for w in three)
    y = x + f.scaled_dot_product_attention(q, k, v, is_causal=True)
    guesses = y @ head.T + bias
    loss = f.cross_entropy(guesses.reshape(-1, head.shape[0]), wanted.reshape(-1))
    return loss, tuple(lib.autograd.grad(loss, list(tensors)))

# %% wrong: without_the_causal_mask
# why: The attention is called without is_causal=True, so each place reads the characters behind it, which are the
# answers.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, nw, nb, wq, wk, wv, hw, hb = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], nw, nb)
    x = x + F.scaled_dot_product_attention(F.linear(a, wq), F.linear(a, wk), F.linear(a, wv))
    scores = F.linear(x, hw, hb)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: targets_not_moved
# why: The characters that go in are also the ones to be foretold. The targets are the last L of each row, moved by one.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, nw, nb, wq, wk, wv, hw, hb = tensors
    pieces = codes[:, :-1]
    x = F.embedding(pieces, tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], nw, nb)
    q, k, v = F.linear(a, wq), F.linear(a, wk), F.linear(a, wv)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, hw, hb)
    loss = F.cross_entropy(scores.flatten(0, 1), pieces.flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: products_without_transposing
# why: The queries, keys and values are computed as a @ w. The weights are as linear wants them, which transposes them;
# they are square, so the shapes do not show it.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, nw, nb, wq, wk, wv, hw, hb = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], nw, nb)
    x = x + F.scaled_dot_product_attention(a @ wq, a @ wk, a @ wv, is_causal=True)
    scores = F.linear(x, hw, hb)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: sum_to_the_normalized
# why: The attention is added to a, the output of the layer norm. It is added to x, which goes around the norm.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, nw, nb, wq, wk, wv, hw, hb = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    x = F.layer_norm(x, x.shape[-1:], nw, nb)
    x = x + F.scaled_dot_product_attention(
        F.linear(x, wq), F.linear(x, wk), F.linear(x, wv), is_causal=True
    )
    scores = F.linear(x, hw, hb)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: backward_on_top_of_the_last
# why: backward() adds to .grad, and nothing clears it, so a second call with the same tensors returns the gradients of
# both calls.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, nw, nb, wq, wk, wv, hw, hb = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], nw, nb)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, wq), F.linear(a, wk), F.linear(a, wv), is_causal=True
    )
    loss = F.cross_entropy(F.linear(x, hw, hb).flatten(0, 1), codes[:, 1:].flatten())
    loss.backward()
    return loss, [t.grad.clone() for t in tensors]

# %% wrong: only_the_last_place
# why: The loss is taken at the last place of each piece alone. It is the mean over all places of all rows.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, nw, nb, wq, wk, wv, hw, hb = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], nw, nb)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, wq), F.linear(a, wk), F.linear(a, wv), is_causal=True
    )
    last = F.linear(x, hw, hb)[:, -1]
    loss = F.cross_entropy(last, codes[:, -1])
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: keys_and_values_swapped
# why: The weights of key and value are unpacked in the wrong order: the list has query, key, value. The attention gets the
# values for keys.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, nw, nb, wq, wv, wk, hw, hb = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], nw, nb)
    q, k, v = [F.linear(a, w) for w in (wq, wk, wv)]
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    loss = F.cross_entropy(F.linear(x, hw, hb).flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)
