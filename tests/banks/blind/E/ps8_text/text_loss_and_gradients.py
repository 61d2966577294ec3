# %% right: grad_call
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% right: backward_and_clear
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    functional = lib.nn.functional
    inputs, targets = codes[:, :-1], codes[:, 1:]
    x = tensors[0][inputs] + tensors[1]
    a = functional.layer_norm(x, (x.shape[-1],), tensors[2], tensors[3])
    asked = [a @ matrix.T for matrix in tensors[4:7]]
    x = x + functional.scaled_dot_product_attention(*asked, is_causal=True)
    scores = x @ tensors[7].T + tensors[8]
    scores = scores.reshape(-1, scores.shape[-1])
    loss = functional.cross_entropy(scores, targets.reshape(-1))
    for tensor in tensors:
        tensor.grad = None
    loss.backward()
    gradients = [tensor.grad for tensor in tensors]
    for tensor in tensors:
        tensor.grad = None
    return loss, gradients

# %% right: by_hand
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, wq, wk, wv, head, head_bias = tensors
    linear = lib.nn.functional.linear
    length, width = positions.shape
    x = lib.nn.functional.embedding(codes[:, :length], tokens) + positions
    mean = x.mean(-1, keepdim=True)
    variance = ((x - mean) ** 2).mean(-1, keepdim=True)
    a = (x - mean) / (variance + 1e-5).sqrt() * weight + bias
    fits = linear(a, wq) @ linear(a, wk).transpose(1, 2) / width**0.5
    hidden = lib.ones(length, length).triu(1) > 0
    shares = fits.masked_fill(hidden, -math.inf).softmax(-1)
    scores = linear(x + shares @ linear(a, wv), head, head_bias)
    logs = scores.log_softmax(-1)
    target = codes[:, 1:]
    loss = -logs.gather(2, target.unsqueeze(2)).mean()
    return loss, list(lib.autograd.grad(loss, tensors))

# %% right: copies
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    copies = [tensor.detach().clone().requires_grad_() for tensor in tensors]
    table, places, norm_w, norm_b, q, k, v, out_w, out_b = copies
    f = lib.nn.functional
    seen = codes[:, :-1]
    x = f.embedding(seen, table)
    x = x + places
    a = f.layer_norm(x, x.shape[-1:], norm_w, norm_b, eps=1e-5)
    attended = f.scaled_dot_product_attention(
        f.linear(a, q), f.linear(a, k), f.linear(a, v), is_causal=True
    )
    scores = f.linear(x + attended, out_w, out_b)
    loss = f.cross_entropy(scores.reshape(-1, len(out_b)), codes[:, 1:].reshape(-1))
    loss.backward()
    return loss, [copy.grad for copy in copies]

# %% wrong: grads_add_up
# why: backward adds to .grad, which is never cleared: the second call gives twice the gradients.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    loss.backward()
    return loss, [t.grad for t in tensors]

# %% wrong: torch_not_lib
# why: The functions come from torch (minigrad) and not from lib.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = torch.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: not_causal
# why: The attention is not causal: each place reads what it should foretell.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: targets_not_moved
# why: The targets are the characters that go in; they should be moved by one.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, :-1].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: residual_missing
# why: The way around the attention is missing: x + is forgotten.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: residual_of_norm
# why: The attention is added to the normalized a, and not to x.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = a + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: norm_missing
# why: The attention gets x and not its layer norm (whose weight and bias are then unused).
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(x, query), F.linear(x, key), F.linear(x, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: positions_missing
# why: The positions are multiplied by 0, so that their gradient is 0 and the order is lost.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + 0 * positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: key_query_swapped
# why: Query and key are handed on in the wrong order; with the causal mask that is another model.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(k, q, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: transposed_weights
# why: The weights are used without transposing; linear wants them the other way round.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = a @ query, a @ key, a @ value
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: sum_loss
# why: The loss is the sum over all places, not the mean.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten(), reduction="sum")
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: last_place_only
# why: The loss is only that of the last place in each row.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores[:, -1], codes[:, -1])
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: scores_not_flattened
# why: cross_entropy gets (batch, L, V) and takes the second dimension for the classes.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores, codes[:, 1:])
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: large_eps
# why: The eps of the layer norm is 1e-3 and not 1e-5.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-3)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: loss_as_number
# why: The loss is returned as a number and not as a tensor.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    gradients = lib.autograd.grad(loss, tensors)
    return loss.item(), gradients

# %% wrong: gradients_reversed
# why: The gradients come in the reverse order of the tensors.
@piece
def text_loss_and_gradients(lib, codes, tensors):
    """The loss of the model on these codes, and its gradient for each tensor."""
    tokens, positions, weight, bias, query, key, value, head, head_bias = tensors
    F = lib.nn.functional
    x = F.embedding(codes[:, :-1], tokens) + positions
    a = F.layer_norm(x, x.shape[-1:], weight, bias, 1e-5)
    q, k, v = F.linear(a, query), F.linear(a, key), F.linear(a, value)
    x = x + F.scaled_dot_product_attention(q, k, v, is_causal=True)
    scores = F.linear(x, head, head_bias)
    loss = F.cross_entropy(scores.flatten(0, 1), codes[:, 1:].flatten())
    return loss, lib.autograd.grad(loss, tensors)[::-1]
