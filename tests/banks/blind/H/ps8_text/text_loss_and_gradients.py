# %% right: copies_walked_back
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    own = [t.detach().clone().requires_grad_() for t in tensors]
    tokens, positions, gain, shift, wq, wk, wv, head, bias = own
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], gain, shift)
    q, k, v = (F.linear(a, w) for w in (wq, wk, wv))
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, bias)
    loss = F.cross_entropy(
        scores.reshape(-1, scores.shape[-1]), codes[:, 1:].reshape(-1)
    )
    loss.backward()
    return loss, [t.grad for t in own]

# %% right: products_by_hand
@piece
def text_loss_and_gradients(lib, codes, tensors):
    tokens, positions, gain, shift, wq, wk, wv, head, bias = tensors
    given, wanted = codes[:, :-1], codes[:, 1:].flatten()
    x = tokens[given] + positions
    centred = x - x.mean(-1, keepdim=True)
    variance = (centred * centred).mean(-1, keepdim=True)
    a = centred / (variance + 1e-5).sqrt() * gain + shift
    attended = lib.nn.functional.scaled_dot_product_attention(
        a @ wq.t(), a @ wk.t(), a @ wv.t(), is_causal=True
    )
    scores = (x + attended) @ head.t() + bias
    loss = lib.nn.functional.cross_entropy(scores.flatten(0, 1), wanted)
    return loss, tuple(lib.autograd.grad(loss, list(tensors)))

# %% wrong: not_causal
# why: is_causal is forgotten: each place sees what comes after it, which is the answer.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, w, b, query, key, value, head_w, head_b = tensors
    x = tokens[codes[:, :-1]] + positions
    a = F.layer_norm(x, x.shape[-1:], w, b)
    attention = F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value)
    )
    scores = F.linear(x + attention, head_w, head_b)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: not_moved_by_one
# why: The characters that go in are also those that are foretold; the targets must be moved by one.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    f = lib.nn.functional
    pieces = codes[:, :-1]
    x = f.embedding(pieces, tensors[0]) + tensors[1]
    a = f.layer_norm(x, x.shape[-1:], tensors[2], tensors[3])
    q, k, v = [f.linear(a, weight) for weight in tensors[4:7]]
    x = x + f.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = f.linear(x, *tensors[7:])
    loss = f.cross_entropy(scores.flatten(0, 1), pieces.flatten())
    return loss, list(lib.autograd.grad(loss, tensors))

# %% wrong: added_to_the_normalized
# why: What attention returns is added to a, the normalized rows, and not to x itself.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    fn = lib.nn.functional
    (tok, pos, norm_w, norm_b, q, k, v, head, bias) = tensors
    inputs, targets = codes[:, :-1], codes[:, 1:]
    x = fn.embedding(inputs, tok) + pos
    x = fn.layer_norm(x, x.shape[-1:], norm_w, norm_b)
    x = x + fn.scaled_dot_product_attention(
        fn.linear(x, q), fn.linear(x, k), fn.linear(x, v), is_causal=True
    )
    out = fn.linear(x, head, bias)
    loss = fn.cross_entropy(out.flatten(0, 1), targets.flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: grad_adds_up
# why: backward() adds to .grad, so the gradients of a second call with the same tensors are too large.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    tokens, positions, gain, shift, wq, wk, wv, head, bias = tensors

    def model(pieces):
        x = tokens[pieces] + positions
        a = F.layer_norm(x, x.shape[-1:], gain, shift, eps=1e-5)
        y = F.scaled_dot_product_attention(
            F.linear(a, wq), F.linear(a, wk), F.linear(a, wv), is_causal=True
        )
        return F.linear(x + y, head, bias)

    guesses = model(codes[:, :-1])
    loss = F.cross_entropy(guesses.flatten(0, 1), codes[:, 1:].flatten())
    loss.backward()
    gradients = []
    for tensor in tensors:
        gradients.append(tensor.grad.clone())
    return loss, gradients

# %% wrong: key_and_query_exchanged
# why: The tensors are unpacked as key, query, value, but their order is query, key, value.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    F = lib.nn.functional
    embedding, norm = tensors[:2], tensors[2:4]
    key, query, value = tensors[4:7]
    weight, bias = tensors[7:]
    x = F.embedding(codes[:, :-1], embedding[0]) + embedding[1]
    a = F.layer_norm(x, x.shape[-1:], norm[0], norm[1])
    y = F.scaled_dot_product_attention(
        F.linear(a, query), F.linear(a, key), F.linear(a, value), is_causal=True
    )
    scores = F.linear(x + y, weight, bias)
    target = codes[:, 1:].flatten()
    loss = F.cross_entropy(scores.flatten(0, 1), target)
    return loss, lib.autograd.grad(loss, tensors)
