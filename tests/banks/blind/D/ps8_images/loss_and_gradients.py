# %% right: terse
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    return loss, lib.autograd.grad(loss, list(tensors))


# %% right: backward_cleared
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    for t in tensors:
        t.grad = None
    loss.backward()
    gradients = [t.grad for t in tensors]
    for t in tensors:
        t.grad = None
    return loss, gradients


# %% right: loop
@piece
def loss_and_gradients(lib, images, labels, tensors):
    out = images
    for weight, bias in zip(tensors[0:4:2], tensors[1:4:2]):
        out = lib.nn.functional.conv2d(out, weight, bias, padding=1)
        out = lib.nn.functional.relu(out)
        out = lib.nn.functional.max_pool2d(out, 2)
    scores = out.flatten(1) @ tensors[4].t() + tensors[5]
    loss = lib.nn.functional.cross_entropy(scores, labels, reduction="mean")
    return (loss, list(lib.autograd.grad(loss, tensors)))


# %% right: log_softmax
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = -F.log_softmax(F.linear(out.flatten(1), w3, b3), 1)[lib.arange(len(labels)), labels].mean()
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: accumulates
# why: backward adds to .grad, which is never set back: the second call gives twice as much.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    loss.backward()
    return loss, [t.grad for t in tensors]


# %% wrong: minigrad_names
# why: torch instead of lib: minigrad computes under PyTorch, too.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = torch.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    return loss, torch.autograd.grad(loss, tensors)


# %% wrong: no_padding
# why: The second convolution has no padding: other sizes.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: sum_loss
# why: The loss is a sum over the batch.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels, reduction="sum")
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: flatten_all
# why: flatten() puts the whole batch in one row.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(), w3, b3), labels)
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: weight_transposed
# why: linear transposes the weight itself; it is transposed once more.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3.t(), b3), labels)
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: second_relu_missing
# why: The second ReLU is left out.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.conv2d(out, w2, b2, padding=1), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: weights_only
# why: Only the gradients of the three weights are returned.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    return loss, lib.autograd.grad(loss, tensors[::2])


# %% wrong: loss_number
# why: The loss is returned as a number, not as a tensor.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    gradients = lib.autograd.grad(loss, tensors)
    return loss.item(), gradients


# %% wrong: step_made
# why: Makes a step of descent on the tensors: they are changed, and the second call gives something else.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    gradients = lib.autograd.grad(loss, tensors)
    with lib.no_grad():
        for t, g in zip(tensors, gradients):
            t -= 0.1 * g
    return loss, gradients


# %% wrong: softmax_twice
# why: A softmax stands before cross_entropy, which makes one itself.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.softmax(F.linear(out.flatten(1), w3, b3), 1), labels)
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: order
# why: The gradients are returned weights first, then biases.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    g = lib.autograd.grad(loss, tensors)
    return loss, list(g[::2]) + list(g[1::2])
