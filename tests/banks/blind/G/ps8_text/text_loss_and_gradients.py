# %% right: leaves_of_its_own
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    leaves = [t.detach().clone().requires_grad_() for t in tensors]
    tokens, positions, gain, shift, query, key, value, head, bias = leaves
    known, wanted = codes[:, :-1], codes[:, 1:]
    x = tokens[known] + positions
    a = F.layer_norm(x, x.shape[-1:], gain, shift, 1e-5)
    mixed = F.scaled_dot_product_attention(
        a @ query.t(), a @ key.t(), a @ value.t(), is_causal=True
    )
    scores = (x + mixed) @ head.t() + bias
    log_p = F.log_softmax(scores.reshape(-1, scores.shape[-1]), dim=-1)
    loss = F.nll_loss(log_p, wanted.reshape(-1))
    loss.backward()
    return loss, [leaf.grad for leaf in leaves]


# %% right: attention_by_hand
@piece
def text_loss_and_gradients(lib, codes, tensors):
    f = lib.nn.functional
    length = codes.shape[1] - 1
    x = f.embedding(codes[:, :length], tensors[0]) + tensors[1].unsqueeze(0)
    a = f.layer_norm(x, (x.shape[-1],), tensors[2], tensors[3])
    q, k, v = [f.linear(a, weight) for weight in tensors[4:7]]
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    later = lib.arange(length).unsqueeze(0) > lib.arange(length).unsqueeze(1)
    weights = f.softmax(scores.masked_fill(later, -float("inf")), dim=-1)
    x = x + weights @ v
    guesses = f.linear(x, tensors[7], tensors[8])
    loss = f.cross_entropy(guesses.flatten(0, 1), codes[:, 1:].flatten())
    return loss, tuple(lib.autograd.grad(loss, tensors))


# %% wrong: every_place_sees_all
# why: is_causal is left out, so every place sees its neighbour to the right, which is the answer.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    inputs, targets = codes[:, :-1], codes[:, 1:]
    x = tokens[inputs] + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias)
    x = x + F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value)
    )
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), targets.flatten())
    return loss, list(lib.autograd.grad(loss, tensors))


# %% wrong: it_foretells_what_it_was_given
# why: The targets are the characters that go in, and not those that come next.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    functional = lib.nn.functional
    given = codes[:, :-1]
    rows = functional.embedding(given, tensors[0])
    rows = rows + tensors[1]
    normal = functional.layer_norm(rows, rows.shape[-1:], tensors[2], tensors[3])
    triple = [functional.linear(normal, matrix) for matrix in tensors[4:7]]
    rows = rows + functional.scaled_dot_product_attention(*triple, is_causal=True)
    out = functional.linear(rows, *tensors[7:])
    loss = functional.cross_entropy(out.flatten(0, 1), given.flatten())
    return loss, list(lib.autograd.grad(loss, tensors))


# %% wrong: the_attention_is_added_to_the_norm
# why: The attention is added to a, the normalized rows. It is x that goes on beside it.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    f = lib.nn.functional
    (tok, pos, g, b, wq, wk, wv, wo, bo) = tensors
    x = tok[codes[:, :-1]] + pos
    x = f.layer_norm(x, x.shape[-1:], g, b)
    heads = f.scaled_dot_product_attention(
        f.linear(x, wq), f.linear(x, wk), f.linear(x, wv), is_causal=True
    )
    x = x + heads
    logits = f.linear(x, wo, bo)
    count = logits.shape[-1]
    loss = f.cross_entropy(logits.reshape(-1, count), codes[:, 1:].reshape(-1))
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: the_weights_are_not_transposed
# why: a @ weight in place of a linear layer: its weights are transposed. They are square, so nothing complains.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    codes_in, codes_out = codes[:, :-1], codes[:, 1:]
    table, places, scale, shift = tensors[:4]
    x = F.embedding(codes_in, table) + places
    a = F.layer_norm(x, [x.shape[-1]], scale, shift)
    q, k, v = a @ tensors[4], a @ tensors[5], a @ tensors[6]
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = x @ tensors[7].t() + tensors[8]
    loss = F.cross_entropy(scores.flatten(0, 1), codes_out.flatten())
    return loss, list(lib.autograd.grad(loss, tensors))


# %% wrong: backward_adds_up
# why: backward() adds to the .grad of the tensors, and nobody sets it back: the second call with the same tensors gives twice the gradients.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    names = "tokens positions weight bias query key value head head_bias".split()
    t = dict(zip(names, tensors))
    x = t["tokens"][codes[:, :-1]] + t["positions"]
    a = F.layer_norm(x, x.shape[-1:], t["weight"], t["bias"], eps=1e-5)
    parts = (F.linear(a, t[name]) for name in ("query", "key", "value"))
    x = x + F.scaled_dot_product_attention(*parts, is_causal=True)
    scores = F.linear(x, t["head"], t["head_bias"])
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    loss.backward()
    return loss, [tensor.grad.clone() for tensor in tensors]
