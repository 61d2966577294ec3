# %% right: autograd_grad
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    return loss, list(lib.autograd.grad(loss, tensors))

# %% right: backward_with_fresh_grads
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    for tensor in tensors:
        tensor.grad = None
    x = images
    for i in (0, 2):
        x = lib.nn.functional.conv2d(x, tensors[i], tensors[i + 1], padding=1)
        x = lib.nn.functional.relu(x)
        x = lib.nn.functional.max_pool2d(x, 2)
    scores = lib.nn.functional.linear(x.flatten(1), tensors[4], tensors[5])
    loss = lib.nn.functional.cross_entropy(scores, labels)
    loss.backward()
    return loss.detach(), [tensor.grad for tensor in tensors]

# %% right: own_leaves
def block(lib, x, weight, bias):
    x = lib.nn.functional.conv2d(x, weight, bias, padding=1)
    # ReLU and maximum may change places
    return lib.nn.functional.relu(lib.nn.functional.max_pool2d(x, 2))


@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    leaves = [t.detach().clone().requires_grad_() for t in tensors]
    hidden = block(lib, images, *leaves[:2])
    hidden = block(lib, hidden, *leaves[2:4])
    rows = hidden.reshape(len(images), -1)
    scores = rows @ leaves[4].T + leaves[5]
    loss = lib.nn.functional.cross_entropy(scores, labels)
    loss.backward()
    return loss, tuple(leaf.grad for leaf in leaves)

# %% right: cross_entropy_by_hand
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    f = lib.nn.functional
    x = images
    *convolutions, weight, bias = tensors
    while convolutions:
        w, b, *convolutions = convolutions
        x = f.max_pool2d(f.relu(f.conv2d(x, w, b, padding=1)), 2)
    scores = f.linear(x.flatten(1), weight, bias)
    logs = f.log_softmax(scores, 1)
    loss = -logs[lib.arange(len(labels)), labels].mean()
    return loss, lib.autograd.grad(loss, list(tensors))

# %% wrong: grads_pile_up
# why: backward adds to what is in .grad already, and nothing clears it. The second call with the same
# tensors returns the sum of both calls; it should give the same twice.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), w3, b3), labels)
    loss.backward()
    return loss, [t.grad for t in tensors]

# %% wrong: torch_in_the_place_of_lib
# why: The functions are taken from torch, which is minigrad in this notebook, whatever lib is. With
# PyTorch's tensors they do not work; all names must come from lib.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = torch.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), w3, b3), labels)
    return loss, torch.autograd.grad(loss, tensors)

# %% wrong: one_relu
# why: The ReLU after the second convolution is missing. "The same once more" means convolution, ReLU
# and pooling.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.conv2d(images, w1, b1, padding=1)
    x = F.max_pool2d(F.relu(x), 2)
    x = F.conv2d(x, w2, b2, padding=1)
    x = F.max_pool2d(x, 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), w3, b3), labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: softmax_before_cross_entropy
# why: The scores go through a softmax before cross_entropy, which has one inside. It wants the plain
# scores of the Linear layer.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    x = images
    for weight, bias in (tensors[0:2], tensors[2:4]):
        x = F.max_pool2d(F.relu(F.conv2d(x, weight, bias, padding=1)), 2)
    scores = F.linear(x.flatten(1), tensors[4], tensors[5])
    probabilities = F.softmax(scores, dim=1)
    loss = F.cross_entropy(probabilities, labels)
    return loss, list(lib.autograd.grad(loss, tensors))

# %% wrong: weights_first
# why: The gradients of the three weights come first, then those of the three biases. They should come
# in the order of tensors: weight, bias, weight, bias, weight, bias.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    weights, biases = tensors[::2], tensors[1::2]
    x = images
    for w, b in zip(weights[:2], biases[:2]):
        x = F.max_pool2d(F.relu(F.conv2d(x, w, b, padding=1)), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), weights[2], biases[2]), labels)
    grads = lib.autograd.grad(loss, [*weights, *biases])
    return loss, list(grads)

# %% wrong: makes_the_step
# why: After the gradients are computed the tensors are moved by a step of descent. The function should
# only return loss and gradients; now a second call with the same tensors gives another answer.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), w3, b3), labels)
    gradients = lib.autograd.grad(loss, tensors)
    with lib.no_grad():
        for tensor, gradient in zip(tensors, gradients):
            tensor -= 0.1 * gradient
    return loss, gradients

# %% wrong: loss_as_a_float
# why: loss.item() is a Python float. The loss should be returned as a tensor, like the gradients.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), w3, b3), labels)
    grads = lib.autograd.grad(loss, tensors)
    return loss.item(), grads

# %% wrong: zeroed_after_collecting
# why: The list holds the .grad tensors themselves, and they are set to zero in place afterwards, so what
# is returned are zeros. Clear them before backward, set .grad to None, or return copies.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), w3, b3), labels)
    loss.backward()
    grads = [t.grad for t in tensors]
    for t in tensors:
        t.grad.zero_()
    return loss, grads
