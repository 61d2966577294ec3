# %% right: autograd_grad
@piece
def loss_and_gradients(lib, images, labels, tensors):
    """The loss of the network on these images, and its gradient for each tensor."""
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    scores = F.linear(out.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% right: backward_on_copies
@piece
def loss_and_gradients(lib, images, labels, tensors):
    own = [t.detach().clone().requires_grad_(True) for t in tensors]
    f = lib.nn.functional
    x = images
    for weight, bias in ((own[0], own[1]), (own[2], own[3])):
        x = f.conv2d(x, weight, bias, padding=1)
        x = f.relu(x)
        x = f.max_pool2d(x, 2)
    loss = f.cross_entropy(f.linear(x.flatten(1), own[4], own[5]), labels)
    loss.backward()
    return loss, [t.grad for t in own]

# %% right: grads_cleared_first
def network(lib, x, tensors):
    relu, pool = lib.nn.functional.relu, lib.nn.functional.max_pool2d
    conv = lib.nn.functional.conv2d
    x = pool(relu(conv(x, tensors[0], tensors[1], padding=1)), 2)
    x = pool(relu(conv(x, tensors[2], tensors[3], padding=1)), 2)
    return x.reshape(x.shape[0], -1) @ tensors[4].mT + tensors[5]


@piece
def loss_and_gradients(lib, images, labels, tensors):
    for t in tensors:
        t.grad = None
    loss = lib.nn.functional.cross_entropy(network(lib, images, tensors), labels)
    loss.backward()
    return loss.detach(), [t.grad.clone() for t in tensors]

# %% right: zipped_layers
@piece
def loss_and_gradients(lib, images, labels, tensors):
    fn = lib.nn.functional
    layers = list(zip(tensors[::2], tensors[1::2]))
    rows = images
    for w, b in layers[:-1]:
        rows = fn.max_pool2d(fn.conv2d(rows, w, b, padding=1).relu(), kernel_size=2)
    last_w, last_b = layers[-1]
    logits = fn.linear(rows.flatten(start_dim=1), last_w, last_b)
    loss = fn.cross_entropy(logits, labels)
    gradients = [g for g in lib.autograd.grad(loss, list(tensors))]
    return loss, gradients

# %% wrong: grads_pile_up
# why: backward adds to the .grad of the tensors, which still holds the gradients of the call before. The second answer is twice the first; use lib.autograd.grad, or clear .grad first.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    loss.backward()
    return loss, [t.grad.clone() for t in tensors]

# %% wrong: step_is_made
# why: It also makes a step of descent and so changes the tensors that it was given; a second call with them gives another answer. Only the loss and the gradients are asked for.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    h = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    h = F.max_pool2d(F.relu(F.conv2d(h, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(h.flatten(1), w3, b3), labels)
    grads = lib.autograd.grad(loss, tensors)
    with lib.no_grad():
        for tensor, grad in zip(tensors, grads):
            tensor -= 0.1 * grad
    return loss, grads

# %% wrong: sum_over_the_batch
# why: The losses of the images are added up. The mean over the batch is asked for, so loss and gradients are too large by the size of the batch.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    h = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    h = F.max_pool2d(F.relu(F.conv2d(h, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(h.flatten(1), w3, b3), labels, reduction="sum")
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: second_relu_missing
# why: There is no ReLU after the second convolution. The network is convolution, ReLU, pooling, both times.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    f = lib.nn.functional
    first, second, last = tensors[:2], tensors[2:4], tensors[4:]
    x = f.relu(f.conv2d(images, *first, padding=1))
    x = f.max_pool2d(x, 2)
    x = f.conv2d(x, *second, padding=1)
    x = f.max_pool2d(x, 2)
    loss = f.cross_entropy(f.linear(x.flatten(1), *last), labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: softmax_before_the_loss
# why: The scores go through a softmax, and cross_entropy does a softmax of its own. It wants the scores as they come from the Linear layer.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    probabilities = F.softmax(F.linear(out.flatten(1), w3, b3), dim=1)
    loss = F.cross_entropy(probabilities, labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: weights_then_biases
# why: The gradients are returned as all weights first and then all biases. They must be in the order of `tensors`: weight, bias, weight, bias, weight, bias.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    weights, biases = tensors[0::2], tensors[1::2]
    x = images
    for w, b in zip(weights[:2], biases[:2]):
        x = F.max_pool2d(F.relu(F.conv2d(x, w, b, padding=1)), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), weights[2], biases[2]), labels)
    return loss, list(lib.autograd.grad(loss, [*weights, *biases]))

# %% wrong: loss_as_a_number
# why: The loss is returned as a Python number by item(). A tensor is asked for.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    gradients = lib.autograd.grad(loss, tensors)
    return loss.item(), gradients

# %% wrong: names_of_torch_inside
# why: The layers are taken from `torch`, which is minigrad in this notebook, and not from lib. With PyTorch as lib it mixes the two libraries.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    w1, b1, w2, b2, w3, b3 = tensors
    conv, relu = torch.nn.functional.conv2d, torch.nn.functional.relu
    pool = torch.nn.functional.max_pool2d
    x = pool(relu(conv(images, w1, b1, padding=1)), 2)
    x = pool(relu(conv(x, w2, b2, padding=1)), 2)
    out = lib.nn.functional.linear(x.flatten(1), w3, b3)
    loss = lib.nn.functional.cross_entropy(out, labels)
    return loss, lib.autograd.grad(loss, tensors)
