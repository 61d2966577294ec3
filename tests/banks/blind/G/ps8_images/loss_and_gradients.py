# %% right: leaves_of_its_own
@piece
def loss_and_gradients(lib, images, labels, tensors):
    leaves = [each.detach().clone().requires_grad_() for each in tensors]
    out = images
    for weight, bias in (leaves[0:2], leaves[2:4]):
        out = lib.nn.functional.conv2d(out, weight, bias, padding=1)
        out = lib.nn.functional.max_pool2d(lib.nn.functional.relu(out), 2)
    scores = lib.nn.functional.linear(out.flatten(1), leaves[4], leaves[5])
    loss = lib.nn.functional.cross_entropy(scores, labels)
    loss.backward()
    return loss, [leaf.grad for leaf in leaves]


# %% right: the_loss_in_two_parts
@piece
def loss_and_gradients(lib, images, labels, tensors):
    f = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors

    def block(x, weight, bias):
        return f.max_pool2d(f.relu(f.conv2d(x, weight, bias, padding=1)), 2)

    x = block(block(images, w1, b1), w2, b2)
    x = x.reshape(x.shape[0], -1)
    scores = x @ w3.t() + b3
    logarithms = f.log_softmax(scores, dim=1)
    loss = f.nll_loss(logarithms, labels)
    return loss, tuple(lib.autograd.grad(loss, (w1, b1, w2, b2, w3, b3)))


# %% wrong: backward_adds_up
# why: backward() adds to the .grad of the tensors, and they are never set back: the second call returns twice the gradients.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    f = lib.nn.functional
    x = images
    for i in (0, 2):
        x = f.conv2d(x, tensors[i], tensors[i + 1], padding=1)
        x = f.max_pool2d(f.relu(x), 2)
    x = f.linear(x.flatten(1), tensors[4], tensors[5])
    loss = f.cross_entropy(x, labels)
    loss.backward()
    return loss, [t.grad.clone() for t in tensors]


# %% wrong: always_minigrads_names
# why: The functions come from torch, which is minigrad here, and not from lib. With PyTorch's tensors they are the wrong ones.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    conv1, bias1, conv2, bias2, linear, bias3 = tensors
    F = torch.nn.functional
    out = F.relu(F.conv2d(images, conv1, bias1, padding=1))
    out = F.max_pool2d(out, 2)
    out = F.relu(F.conv2d(out, conv2, bias2, padding=1))
    out = F.max_pool2d(out, 2)
    out = F.linear(out.flatten(1), linear, bias3)
    loss = F.cross_entropy(out, labels)
    return loss, list(lib.autograd.grad(loss, tensors))


# %% wrong: softmax_before_the_cross_entropy
# why: cross_entropy takes scores, and has the softmax in it. Here it gets probabilities, and a second softmax is made of them.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    functional = lib.nn.functional
    parameters = list(tensors)
    hidden = images
    while len(parameters) > 2:
        weight, bias = parameters.pop(0), parameters.pop(0)
        hidden = functional.relu(functional.conv2d(hidden, weight, bias, padding=1))
        hidden = functional.max_pool2d(hidden, 2)
    rows = functional.linear(hidden.flatten(1), *parameters)
    probabilities = functional.softmax(rows, dim=1)
    loss = functional.cross_entropy(probabilities, labels)
    return loss, list(lib.autograd.grad(loss, tensors))


# %% wrong: it_takes_the_step
# why: "One training step" is taken at its word: the tensors are moved along their gradients, so that the second call starts elsewhere.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    a, a_bias, b, b_bias, c, c_bias = tensors
    one = F.max_pool2d(F.relu(F.conv2d(images, a, a_bias, padding=1)), kernel_size=2)
    two = F.max_pool2d(F.relu(F.conv2d(one, b, b_bias, padding=1)), kernel_size=2)
    loss = F.cross_entropy(F.linear(two.flatten(1), c, c_bias), labels)
    grads = lib.autograd.grad(loss, tensors)
    with lib.no_grad():
        for tensor, grad in zip(tensors, grads):
            tensor -= 0.1 * grad
    return loss, grads


# %% wrong: weights_first
# why: The gradients come in another order than the tensors: first those of the three weights, then those of the biases.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    weights, biases = tensors[0::2], tensors[1::2]
    f = lib.nn.functional
    x = f.max_pool2d(f.relu(f.conv2d(images, weights[0], biases[0], padding=1)), 2)
    x = f.max_pool2d(f.relu(f.conv2d(x, weights[1], biases[1], padding=1)), 2)
    loss = f.cross_entropy(f.linear(x.flatten(1), weights[2], biases[2]), labels)
    of_weights = lib.autograd.grad(loss, weights, retain_graph=True)
    of_biases = lib.autograd.grad(loss, biases)
    return loss, [*of_weights, *of_biases]
