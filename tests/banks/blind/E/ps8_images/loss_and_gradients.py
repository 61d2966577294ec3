# %% right: grad_call
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% right: backward_and_clear
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    functional = lib.nn.functional
    x = images
    for i in (0, 2):
        x = functional.conv2d(x, tensors[i], tensors[i + 1], padding=1)
        x = functional.relu(x)
        x = functional.max_pool2d(x, kernel_size=2)
    x = x.reshape(x.shape[0], -1)
    x = x @ tensors[4].T + tensors[5]
    loss = functional.cross_entropy(x, labels)
    for tensor in tensors:
        tensor.grad = None
    loss.backward()
    gradients = [tensor.grad for tensor in tensors]
    for tensor in tensors:
        tensor.grad = None
    return loss, gradients

# %% right: block_helper
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    first, first_bias, second, second_bias, last, last_bias = tensors

    def block(x, weight, bias):
        x = lib.nn.functional.conv2d(x, weight, bias, stride=1, padding=1)
        return lib.nn.functional.max_pool2d(x.relu(), 2, stride=2)

    features = block(block(images, first, first_bias), second, second_bias)
    scores = lib.nn.functional.linear(features.flatten(1), last, last_bias)
    logs = lib.nn.functional.log_softmax(scores, dim=1)
    picked = logs[lib.arange(len(labels)), labels]
    loss = -picked.mean()
    gradients = list(lib.autograd.grad(loss, tensors))
    return loss, gradients

# %% right: copies
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    copies = [t.detach().clone().requires_grad_() for t in tensors]
    relu = lib.nn.functional.relu
    conv, pool = lib.nn.functional.conv2d, lib.nn.functional.max_pool2d
    hidden = pool(relu(conv(images, copies[0], copies[1], padding=1)), 2)
    hidden = pool(relu(conv(hidden, copies[2], copies[3], padding=1)), 2)
    rows = lib.flatten(hidden, 1)
    scores = lib.nn.functional.linear(rows, copies[4], copies[5])
    loss = lib.nn.functional.cross_entropy(scores, labels, reduction="mean")
    loss.backward()
    return loss, [copy.grad for copy in copies]

# %% wrong: grads_add_up
# why: backward adds to .grad, which is never cleared: called twice, it gives twice the gradients.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    loss.backward()
    return loss, [t.grad for t in tensors]

# %% wrong: torch_not_lib
# why: The names come from torch (minigrad) and not from lib: with tensors of PyTorch it fails.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = torch.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: no_padding
# why: The convolutions are called without padding=1; the sizes shrink, and Linear does not fit.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2)), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: sum_loss
# why: The loss is the sum over the batch and not its mean.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels, reduction="sum")
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: relu_missing
# why: The second ReLU is missing.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.conv2d(out, w2, b2, padding=1), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: softmax_twice
# why: A softmax before cross_entropy, which computes one itself: it is applied twice.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores.softmax(1), labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: loss_as_number
# why: The loss is returned as a Python number; a tensor is asked for.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    gradients = lib.autograd.grad(loss, tensors)
    return loss.item(), gradients

# %% wrong: flatten_all
# why: flatten() without 1 puts the batch into the row, too.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: relu_on_scores
# why: A ReLU after the last Linear as well: negative scores are lost.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.relu(F.linear(out.flatten(1), w3, b3))
    loss = F.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: weights_only
# why: Only the gradients of the three weights are returned, not of the biases.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, [w1, w2, w3])

# %% wrong: weights_then_biases
# why: The gradients come in another order than the tensors: weights first, biases then.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, [w1, w2, w3, b1, b2, b3])

# %% wrong: gradients_only
# why: Only the gradients are returned; the pair with the loss is missing.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return lib.autograd.grad(loss, tensors)

# %% wrong: average_pool
# why: The first pooling takes the mean of each window and not the maximum.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.avg_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: no_last_bias
# why: The bias of the Linear is not used, so that the loss does not depend on it (and grad complains of it).
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(1), w3)
    loss = F.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: step_made
# why: A step of descent is made as well: the tensors are changed, and the second call gives something else.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    w1, b1, w2, b2, w3, b3 = tensors
    F = lib.nn.functional
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    loss.backward()
    gradients = [t.grad.clone() for t in tensors]
    with lib.no_grad():
        for t in tensors:
            t -= 0.01 * t.grad
            t.grad = None
    return loss, gradients
