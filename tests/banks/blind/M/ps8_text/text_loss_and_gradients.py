# %% right: autograd_grad
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    attended = F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value), is_causal=True
    )
    scores = F.linear(x + attended, head, shift)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% right: backward_after_clearing
@piece
def text_loss_and_gradients(lib, codes, tensors):
    for each in tensors:
        each.grad = None
    tok, pos, gamma, beta, wq, wk, wv, wh, bh = tensors
    f = lib.nn.functional
    inputs, targets = codes[:, :-1], codes[:, 1:]
    x = tok[inputs] + pos
    a = f.layer_norm(x, (x.shape[-1],), gamma, beta, 1e-5)
    q, k, v = [a @ w.mT for w in (wq, wk, wv)]
    x = x + f.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = x @ wh.mT + bh
    loss = f.cross_entropy(scores.reshape(-1, scores.shape[-1]), targets.reshape(-1))
    loss.backward()
    return loss, [each.grad.clone() for each in tensors]

# %% right: own_copies
def scores_of(lib, codes, own):
    fn = lib.nn.functional
    x = fn.embedding(codes, own[0]) + own[1]
    a = fn.layer_norm(x, x.shape[-1:], own[2], own[3])
    seen = (fn.linear(a, w) for w in own[4:7])
    mixed = fn.scaled_dot_product_attention(*seen, is_causal=True)
    return fn.linear(x + mixed, own[7], own[8])


@piece
def text_loss_and_gradients(lib, codes, tensors):
    own = [t.detach().clone().requires_grad_(True) for t in tensors]
    length = codes.shape[1] - 1
    scores = scores_of(lib, codes[:, :length], own)
    rows = scores.reshape(-1, own[8].shape[0])
    loss = lib.nn.functional.cross_entropy(rows, codes[:, 1:].reshape(-1))
    loss.backward()
    return loss.detach(), [t.grad for t in own]

# %% right: attention_by_hand
@piece
def text_loss_and_gradients(lib, codes, tensors):
    tokens, positions, scale, shift, q, k, v, head_w, head_b = tensors
    F = lib.nn.functional
    length = codes.shape[1] - 1
    x = tokens[codes[:, :length]] + positions
    a = F.layer_norm(x, x.shape[-1:], scale, shift, eps=1e-5)
    fits = F.linear(a, q) @ F.linear(a, k).mT / x.shape[-1] ** 0.5
    later = lib.ones(length, length).triu(1).bool()
    fits = fits.masked_fill(later, -float("inf"))
    x = x + lib.softmax(fits, -1) @ F.linear(a, v)
    scores = F.linear(x, head_w, head_b)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, list(lib.autograd.grad(loss, tensors))

# %% wrong: grads_pile_up
# why: backward adds to the .grad that the call before has left, so the second answer is twice the first. Use lib.autograd.grad, or clear .grad before.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value), is_causal=True
    )
    scores = F.linear(x, head, shift)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    loss.backward()
    return loss, [t.grad.clone() for t in tensors]

# %% wrong: everything_is_seen
# why: The attention is called without is_causal=True, so each place sees the characters that come after it, also the one that it should foretell.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value)
    )
    scores = F.linear(x, head, shift)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: foretells_what_it_got
# why: The targets are the same L characters that went in. They must be the last L of each row, moved by one: codes[:, 1:].
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    given = codes[:, :-1]
    x = F.embedding(given, tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value), is_causal=True
    )
    scores = F.linear(x, head, shift)
    loss = F.cross_entropy(scores.flatten(0, 1), given.flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: added_to_the_norm
# why: The attention is added to a, the layer norm, instead of to x. The way around goes from x itself: x + attention(...).
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    x = F.layer_norm(x, x.shape[-1:], weight, bias)
    x = x + F.scaled_dot_product_attention(
        F.linear(x, query), F.linear(x, key), F.linear(x, value), is_causal=True
    )
    scores = F.linear(x, head, shift)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: weights_not_transposed
# why: Query, key and value are computed as a @ weight. The weights are as `linear` wants them, so it must be a @ weight transposed, or linear(a, weight).
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    x = tokens[codes[:, :-1]] + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    attended = F.scaled_dot_product_attention(a @ query, a @ key, a @ value, is_causal=True)
    scores = (x + attended) @ head.mT + shift
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: only_the_last_place
# why: The loss is that of the last place of each row only. It is the mean over all places of all rows.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value), is_causal=True
    )
    scores = F.linear(x[:, -1], head, shift)
    loss = F.cross_entropy(scores, codes[:, -1])
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: classes_and_places_mixed
# why: scores.reshape(batch, V, L) does not exchange the last two dimensions; it only cuts the same numbers in another way, so scores of different places are mixed. It needs a transpose, or flatten(0, 1).
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value), is_causal=True
    )
    scores = F.linear(x, head, shift)
    batch, length, classes = scores.shape
    scores = scores.reshape(batch, classes, length).transpose(1, 2).reshape(-1, classes)
    loss = F.cross_entropy(scores, codes[:, 1:].reshape(-1))
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: sum_of_row_means
# why: The mean losses of the rows are added up and not averaged, so loss and gradients are too large by the number of rows. The loss is the mean over all places of all rows.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, shift = tensors
    loss = 0
    for row in codes:
        x = F.embedding(row[:-1], tokens) + positions
        a = F.layer_norm(x, x.shape[-1:], weight, bias)
        q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
        x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
        loss = loss + F.cross_entropy(F.linear(x, head, shift), row[1:])
    return loss, lib.autograd.grad(loss, tensors)
