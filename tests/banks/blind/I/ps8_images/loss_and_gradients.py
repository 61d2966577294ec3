# %% right: straight_through
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), w3, b3), labels)
    return loss, list(lib.autograd.grad(loss, tensors))

# %% right: blocks_in_a_loop
def block(f, x, weight, bias):
    out = f.conv2d(x, weight, bias, stride=1, padding=1)
    return f.max_pool2d(f.relu(out), kernel_size=2)


@piece
def loss_and_gradients(lib, images, labels, tensors):
    f = lib.nn.functional
    out = images
    for i in (0, 2):
        out = block(f, out, tensors[i], tensors[i + 1])
    rows = out.reshape(out.shape[0], -1)
    scores = rows @ tensors[4].T + tensors[5]
    loss = f.cross_entropy(scores, labels)
    grads = lib.autograd.grad(loss, list(tensors))
    return loss, tuple(grads)

# %% wrong: gradients_add_up
# why: The gradients are collected by backward() in .grad and never cleared. A second call with the same tensors gives
# the sum of both; clear them, or use lib.autograd.grad.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    h = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    h = F.max_pool2d(F.relu(F.conv2d(h, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(h.flatten(1), w3, b3), labels)
    loss.backward()
    return loss, [t.grad for t in tensors]

# %% wrong: softmax_twice
# why: The scores go through a softmax before cross_entropy, which takes a (log-)softmax of its own. It wants the scores
# as they are.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    p = F.softmax(F.linear(x.flatten(1), w3, b3), dim=1)
    loss = F.cross_entropy(p, labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: sum_of_the_losses
# why: The losses of the batch are added up (reduction="sum"). The loss is their mean.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    c1, d1, c2, d2, l, m = tensors
    x = images
    for w, b in ((c1, d1), (c2, d2)):
        x = F.max_pool2d(F.relu(F.conv2d(x, w, b, padding=1)), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), l, m), labels, reduction="sum")
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: weights_first_then_biases
# why: The gradients come back as all weights and then all biases. They must be in the order of tensors: weight, bias,
# weight, bias, weight, bias.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    weights, biases = tensors[0::2], tensors[1::2]
    x = images
    for i in range(2):
        x = F.max_pool2d(F.relu(F.conv2d(x, weights[i], biases[i], padding=1)), 2)
    scores = F.linear(x.flatten(1), weights[2], biases[2])
    loss = F.cross_entropy(scores, labels)
    return loss, lib.autograd.grad(loss, [*weights, *biases])

# %% wrong: relu_behind_the_head
# why: A ReLU stands behind the Linear layer, so that negative scores become 0. There are only two ReLUs, one after each
# convolution; the scores go into the loss as they are.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    x = F.relu(F.linear(x.flatten(1), w3, b3))
    loss = F.cross_entropy(x, labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: second_relu_forgotten
# why: There is no ReLU after the second convolution. The second block is the same as the first: convolution, ReLU,
# max-pooling.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    f = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    first = f.max_pool2d(f.relu(f.conv2d(images, w1, b1, padding=1)), 2)
    second = f.max_pool2d(f.conv2d(first, w2, b2, padding=1), 2)
    loss = f.cross_entropy(f.linear(second.flatten(1), w3, b3), labels)
    return loss, list(lib.autograd.grad(loss, tensors))

# %% wrong: global_library
# why: The functions are taken from torch.nn.functional, which is minigrad in the notebook, and not from lib. With
# PyTorch's tensors that fails, or compares minigrad with itself.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = torch.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), w3, b3), labels)
    return loss, torch.autograd.grad(loss, tensors)
