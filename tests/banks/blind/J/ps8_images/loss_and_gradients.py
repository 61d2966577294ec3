# %% right: functions_of_lib
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    out = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    out = F.max_pool2d(F.relu(F.conv2d(out, w2, b2, padding=1)), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), w3, b3), labels)
    return loss, lib.autograd.grad(loss, tensors)


# %% right: loop_over_the_convolutions
@piece
def loss_and_gradients(lib, images, labels, tensors):
    x = images
    for weight, bias in zip(tensors[0:4:2], tensors[1:4:2]):
        x = lib.nn.functional.conv2d(x, weight, bias, padding=1)
        x = lib.nn.functional.relu(x)
        x = lib.nn.functional.max_pool2d(x, kernel_size=2)
    scores = x.reshape(len(images), -1) @ tensors[4].T + tensors[5]
    loss = lib.nn.functional.cross_entropy(scores, labels)
    gradients = list(lib.autograd.grad(loss, list(tensors)))
    return loss, gradients


# %% right: loss_by_hand_from_log_softmax
@piece
def loss_and_gradients(lib, images, labels, tensors):
    def block(x, weight, bias):
        x = lib.nn.functional.conv2d(x, weight, bias, stride=1, padding=1)
        return lib.nn.functional.max_pool2d(lib.relu(x), 2, 2)

    x = block(block(images, *tensors[:2]), *tensors[2:4])
    scores = lib.nn.functional.linear(x.flatten(1), *tensors[4:])
    logs = scores.log_softmax(1)
    loss = -logs[lib.arange(len(labels)), labels].mean()
    return loss, [g for g in lib.autograd.grad(loss, tensors)]


# %% wrong: backward_adds_to_grad
# why: The gradients are taken from .grad after backward(), which adds to what is there. The second call with
# the same tensors gives twice the gradients; use lib.autograd.grad, or clear .grad first.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    f = lib.nn.functional
    x = f.relu(f.conv2d(images, tensors[0], tensors[1], padding=1))
    x = f.max_pool2d(x, 2)
    x = f.relu(f.conv2d(x, tensors[2], tensors[3], padding=1))
    x = f.max_pool2d(x, 2).flatten(1)
    loss = f.cross_entropy(f.linear(x, tensors[4], tensors[5]), labels)
    loss.backward()
    return loss, [t.grad.clone() for t in tensors]


# %% wrong: names_from_the_notebooks_torch
# why: The functions are those of the notebook's torch, which is minigrad, whatever lib is. So PyTorch's
# tensors are handed to minigrad; all names must come from lib.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    w1, b1, w2, b2, w3, b3 = tensors
    x = torch.nn.functional.conv2d(images, w1, b1, padding=1).relu()
    x = torch.nn.functional.max_pool2d(x, 2)
    x = torch.nn.functional.conv2d(x, w2, b2, padding=1).relu()
    x = torch.nn.functional.max_pool2d(x, 2)
    x = torch.nn.functional.linear(x.flatten(1), w3, b3)
    loss = torch.nn.functional.cross_entropy(x, labels)
    return loss, torch.autograd.grad(loss, tensors)


# %% wrong: no_relu_in_the_second_round
# why: After the second convolution the ReLU is missing. The network is convolution, ReLU, max-pooling, and
# the same once more.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    hidden = F.max_pool2d(F.relu(F.conv2d(images, *tensors[:2], padding=1)), 2)
    hidden = F.max_pool2d(F.conv2d(hidden, *tensors[2:4], padding=1), 2)
    loss = F.cross_entropy(F.linear(hidden.flatten(1), *tensors[4:]), labels)
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: relu_also_behind_linear
# why: The scores go through a ReLU before the loss. The Linear layer is the last one; what it gives goes to
# cross-entropy as it is.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    relu, conv = lib.nn.functional.relu, lib.nn.functional.conv2d
    pool, linear = lib.nn.functional.max_pool2d, lib.nn.functional.linear
    a, b, c, d, e, f = tensors
    x = pool(relu(conv(images, a, b, padding=1)), 2)
    x = pool(relu(conv(x, c, d, padding=1)), 2)
    x = relu(linear(x.flatten(1), e, f))
    loss = lib.nn.functional.cross_entropy(x, labels)
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: softmax_before_cross_entropy
# why: The scores are turned to probabilities by softmax before cross_entropy, which takes a softmax itself.
# It wants the scores.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    x = images
    for i in (0, 2):
        x = F.conv2d(x, tensors[i], tensors[i + 1], padding=1)
        x = F.max_pool2d(F.relu(x), 2)
    x = F.linear(x.flatten(1), tensors[4], tensors[5])
    probabilities = F.softmax(x, dim=1)
    loss = F.cross_entropy(probabilities, labels)
    grads = lib.autograd.grad(loss, tensors)
    return loss, list(grads)


# %% wrong: sum_over_the_batch
# why: The losses of the images are added up with reduction="sum". The loss is their mean.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    fn = lib.nn.functional
    conv1, bias1, conv2, bias2, weight, bias = tensors
    out = fn.conv2d(images, conv1, bias1, padding=1)
    out = fn.max_pool2d(fn.relu(out), 2)
    out = fn.conv2d(out, conv2, bias2, padding=1)
    out = fn.max_pool2d(fn.relu(out), 2)
    out = fn.linear(out.flatten(1), weight, bias)
    loss = fn.cross_entropy(out, labels, reduction="sum")
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: weights_first_then_biases
# why: The gradients are returned with the three weights first and then the three biases. They must come in
# the order of tensors: weight, bias, weight, bias, weight, bias.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    weights, biases = tensors[::2], tensors[1::2]
    x = images
    for w, b in zip(weights[:2], biases[:2]):
        x = F.max_pool2d(F.relu(F.conv2d(x, w, b, padding=1)), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), weights[2], biases[2]), labels)
    return loss, lib.autograd.grad(loss, weights + biases)


# %% wrong: channels_last_before_flatten
# why: The channels are moved to the end before everything is laid in one row. Flatten keeps the order
# channel, row, column, and the Linear's weight is meant for that.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    k1, c1, k2, c2, w, b = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, k1, c1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, k2, c2, padding=1)), 2)
    x = x.permute(0, 2, 3, 1).reshape(len(images), -1)
    loss = F.cross_entropy(F.linear(x, w, b), labels)
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: loss_as_a_python_number
# why: The loss is returned as a Python number, by item(). It must be a tensor.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    f = lib.nn.functional
    h = f.max_pool2d(f.relu(f.conv2d(images, tensors[0], tensors[1], padding=1)), 2)
    h = f.max_pool2d(f.relu(f.conv2d(h, tensors[2], tensors[3], padding=1)), 2)
    loss = f.cross_entropy(f.linear(h.flatten(1), tensors[4], tensors[5]), labels)
    gradients = lib.autograd.grad(loss, tensors)
    return loss.item(), gradients


# %% wrong: takes_a_step_of_descent
# why: After the gradients are computed, the tensors are moved against them. Only the loss and the gradients
# are asked for; the second call with the same tensors now gives something else.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    x = F.max_pool2d(F.relu(F.conv2d(images, tensors[0], tensors[1], padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, tensors[2], tensors[3], padding=1)), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), tensors[4], tensors[5]), labels)
    grads = lib.autograd.grad(loss, tensors)
    with lib.no_grad():
        for tensor, grad in zip(tensors, grads):
            tensor -= 0.1 * grad
    return loss, grads


# %% wrong: dropout_before_the_last_layer
# why: A dropout stands before the Linear layer. It is not in the network that was described, and makes each
# call give other numbers.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    x = F.dropout(x.flatten(1), 0.25)
    loss = F.cross_entropy(F.linear(x, w3, b3), labels)
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: batch_of_fifty_written_in
# why: The sum of the losses is divided by 50, the batch that the author had in mind. The mean divides by
# the number of images that were given.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    BATCH = 50
    F = lib.nn.functional
    x = images
    for weight, bias in (tensors[:2], tensors[2:4]):
        x = F.max_pool2d(F.relu(F.conv2d(x, weight, bias, padding=1)), 2)
    scores = F.linear(x.flatten(1), *tensors[4:])
    loss = F.cross_entropy(scores, labels, reduction="sum") / BATCH
    return loss, lib.autograd.grad(loss, tensors)


# %% wrong: seven_values_in_one_tuple
# why: The loss and the six gradients are returned as one tuple of seven. Return a pair: the loss, and a list
# of the gradients.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    out = images
    for layer in range(2):
        out = F.conv2d(out, tensors[2 * layer], tensors[2 * layer + 1], padding=1)
        out = F.max_pool2d(F.relu(out), 2)
    loss = F.cross_entropy(F.linear(out.flatten(1), tensors[4], tensors[5]), labels)
    return loss, *lib.autograd.grad(loss, tensors)
