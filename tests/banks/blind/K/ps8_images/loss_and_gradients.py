# %% right: autograd_grad
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = images
    for w, b in ((w1, b1), (w2, b2)):
        x = F.max_pool2d(F.relu(F.conv2d(x, w, b, padding=1)), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), w3, b3), labels)
    return loss, lib.autograd.grad(loss, tensors)

# %% right: backward_on_clean_tensors
@piece
def loss_and_gradients(lib, images, labels, tensors):
    for each in tensors:
        each.grad = None
    net = lib.nn.functional
    hidden = net.relu(net.conv2d(images, tensors[0], tensors[1], padding=1))
    hidden = net.max_pool2d(hidden, 2)
    hidden = net.relu(net.conv2d(hidden, tensors[2], tensors[3], padding=1))
    hidden = net.max_pool2d(hidden, 2)
    rows = hidden.reshape(hidden.shape[0], -1)
    loss = net.cross_entropy(rows @ tensors[4].mT + tensors[5], labels)
    loss.backward()
    return loss.detach(), [each.grad.clone() for each in tensors]

# %% wrong: gradients_add_up
# why: backward adds to .grad, which is never cleared: the second call with the same tensors returns twice the
# gradients. .grad should be set to None first, or autograd.grad be used.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    loss.backward()
    return loss, [t.grad for t in tensors]

# %% wrong: softmax_twice
# why: cross_entropy contains the softmax already, and gets probabilities here. It should get the scores themselves.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    scores = F.softmax(scores, dim=1)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors))

# %% wrong: always_minigrad
# why: The functions come from torch, which is minigrad in this notebook, and not from lib. With PyTorch's tensors that
# fails; all names should come from lib.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = torch.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors))

# %% wrong: zeroed_what_is_returned
# why: The list holds the .grad tensors themselves, and these are set to zero in place before they are returned: all
# gradients are 0. Copies should be returned, or .grad set to None.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    loss.backward()
    grads = [t.grad for t in tensors]
    for t in tensors:
        t.grad.zero_()  # clean up for the next call
    return loss, grads

# %% wrong: also_moves_the_tensors
# why: It also moves the tensors against their gradients, so a second call gives another loss. It should only compute
# loss and gradients and leave the tensors as they are.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    grads = lib.autograd.grad(loss, tensors)
    with lib.no_grad():
        for t, g in zip(tensors, grads):
            t -= 0.1 * g
    return loss, grads

# %% wrong: second_relu_missing
# why: After the second convolution there is no ReLU. The text wants the same once more: convolution, ReLU, pooling.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.conv2d(x, w2, b2, padding=1), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors))

# %% wrong: mean_over_all_classes
# why: The mean goes over all entries of the table of images and classes, so the loss is too small by the number of
# classes. It should go over the images of the batch.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    target = F.one_hot(labels, scores.shape[1]).to(scores.dtype)
    loss = -(target * F.log_softmax(scores, dim=1)).mean()
    return loss, list(lib.autograd.grad(loss, tensors))

# %% wrong: loss_as_a_number
# why: The loss is returned by item(), as a Python number. It should be a tensor.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss.item(), list(lib.autograd.grad(loss, tensors))

