# %% right: copies_and_backward
@piece
def loss_and_gradients(lib, images, labels, tensors):
    w1, b1, w2, b2, w3, b3 = own = [
        t.detach().clone().requires_grad_() for t in tensors
    ]
    x = images
    for weight, bias in ((w1, b1), (w2, b2)):
        x = lib.nn.functional.conv2d(x, weight, bias, padding=1)
        x = lib.nn.functional.max_pool2d(lib.nn.functional.relu(x), 2)
    scores = lib.nn.functional.linear(x.flatten(1), w3, b3)
    loss = lib.nn.functional.cross_entropy(scores, labels)
    loss.backward()
    return loss, [t.grad for t in own]

# %% right: log_softmax_by_hand
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional

    def block(x, weight, bias):
        return F.max_pool2d(F.relu(F.conv2d(x, weight, bias, padding=1)), 2)

    hidden = block(block(images, *tensors[:2]), *tensors[2:4])
    rows = hidden.reshape(len(images), -1)
    logs = F.log_softmax(rows @ tensors[4].t() + tensors[5], dim=1)
    loss = -logs[lib.arange(len(images)), labels].mean()
    return loss, list(lib.autograd.grad(loss, list(tensors)))

# %% wrong: gradients_pile_up
# why: backward() adds to the .grad of the tensors, so a second call with the same tensors returns twice the gradients.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    loss.backward()
    return loss, [t.grad.clone() for t in tensors]

# %% wrong: sum_over_the_batch
# why: The losses of the batch are added up; the loss is to be their mean.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    f = lib.nn.functional
    x = images
    for k in (0, 2):
        x = f.conv2d(x, tensors[k], tensors[k + 1], padding=1)
        x = f.max_pool2d(f.relu(x), 2)
    x = f.linear(x.flatten(1), tensors[4], tensors[5])
    loss = f.cross_entropy(x, labels, reduction="sum")
    return loss, lib.autograd.grad(loss, tensors)

# %% wrong: second_relu_missing
# why: Behind the second convolution there is no ReLU: "the same once more" holds for it, too.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    nn = lib.nn.functional
    conv1, bias1, conv2, bias2, weight, bias = tensors
    first = nn.conv2d(images, conv1, bias1, padding=1)
    first = nn.max_pool2d(nn.relu(first), 2)
    second = nn.max_pool2d(nn.conv2d(first, conv2, bias2, padding=1), 2)
    scores = nn.linear(second.flatten(1), weight, bias)
    loss = nn.cross_entropy(scores, labels)
    gradients = lib.autograd.grad(loss, tensors)
    return loss, gradients

# %% wrong: weights_first_then_biases
# why: The gradients come in another order than the tensors: all weights first, then all biases.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    weights, biases = tensors[0::2], tensors[1::2]
    x = images
    for weight, bias in list(zip(weights, biases))[:2]:
        x = lib.relu(lib.nn.functional.conv2d(x, weight, bias, padding=1))
        x = lib.nn.functional.max_pool2d(x, 2)
    x = lib.nn.functional.linear(x.flatten(1), weights[2], biases[2])
    loss = lib.nn.functional.cross_entropy(x, labels)
    return loss, list(lib.autograd.grad(loss, weights + biases))

# %% wrong: always_minigrad
# why: The functions come from the notebook's torch, which is minigrad, and not from the library that was given; with PyTorch's tensors they do not work.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = torch.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    h = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    h = F.max_pool2d(F.relu(F.conv2d(h, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(h.flatten(1), w3, b3), labels)
    return loss, lib.autograd.grad(loss, tensors)
