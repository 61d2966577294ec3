# %% right: grad
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors))
# %% right: loop_of_two
@piece
def loss_and_gradients(lib, images, labels, tensors):
    out = images
    for i in (0, 2):
        out = lib.nn.functional.conv2d(
            out, tensors[i], bias=tensors[i + 1], stride=1, padding=1
        )
        out = lib.nn.functional.relu(out)
        out = lib.nn.functional.max_pool2d(out, kernel_size=2, stride=2)
    rows = out.reshape(out.shape[0], -1)
    out = rows @ tensors[4].T + tensors[5]
    loss = lib.nn.functional.cross_entropy(out, labels, reduction="mean")
    return loss, lib.autograd.grad(loss, tensors)
# %% right: backward_on_copies
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    copies = [t.detach().clone().requires_grad_(True) for t in tensors]
    w1, b1, w2, b2, w3, b3 = copies
    x = F.max_pool2d(F.conv2d(images, w1, b1, padding=1).relu(), 2)
    x = F.max_pool2d(F.conv2d(x, w2, b2, padding=1).relu(), 2)
    loss = F.cross_entropy(F.linear(x.flatten(1), w3, b3), labels)
    loss.backward()
    return loss, [c.grad for c in copies]
# %% right: own_cross_entropy
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.relu(F.conv2d(images, w1, b1, padding=(1, 1)))
    x = F.max_pool2d(x, (2, 2))
    x = F.relu(F.conv2d(x, w2, b2, padding=(1, 1)))
    x = F.max_pool2d(x, (2, 2))
    logs = F.log_softmax(F.linear(x.flatten(start_dim=1), w3, b3), dim=1)
    loss = -logs[lib.arange(len(labels)), labels].mean()
    return (loss, lib.autograd.grad(loss, list(tensors)))
# %% right: pool_before_relu
@piece
def loss_and_gradients(lib, images, labels, tensors):
    # relu and max change places: the result is the same, with fewer relus
    F = lib.nn.functional
    x = F.relu(F.max_pool2d(F.conv2d(images, *tensors[:2], padding=1), 2))
    x = F.relu(F.max_pool2d(F.conv2d(x, *tensors[2:4], padding=1), 2))
    loss = F.cross_entropy(F.linear(x.flatten(1), *tensors[4:]), labels)
    grads = lib.autograd.grad(loss, tensors)
    return loss, list(grads)
# %% wrong: dot_grad_adds_up
# why: backward() adds to .grad, and the second call gives twice as much.
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
# %% wrong: sum_over_the_batch
# why: The loss is a sum over the batch, not the mean.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels, reduction="sum")
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: padding_missing
# why: The second convolution has no padding.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: relu_missing
# why: The ReLU after the second convolution is missing.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.conv2d(x, w2, b2, padding=1), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: minigrad_for_both
# why: The names come from minigrad (torch) and not from lib, so PyTorch's tensors do not fit.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = torch.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(torch.autograd.grad(loss, tensors))
# %% wrong: softmax_before
# why: cross_entropy takes scores; here it gets the output of a softmax.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(F.softmax(scores, dim=1), labels)
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: weights_only
# why: Only the gradients of the three weights are returned.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors[::2]))
# %% wrong: loss_as_number
# why: The loss is a Python number, not a tensor.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss.item(), list(lib.autograd.grad(loss, tensors))
# %% wrong: wrong_order_of_the_pair
# why: Gradients and loss are returned in the wrong order.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return list(lib.autograd.grad(loss, tensors)), loss
# %% wrong: biases_last
# why: The gradients come as three weights and then three biases.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, [w1, w2, w3, b1, b2, b3]))
# %% wrong: whole_batch_in_a_row
# why: flatten() without 1 puts the whole batch into one row.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: bias_forgotten
# why: The first convolution gets no bias, so its gradient cannot be found.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: weight_transposed_twice
# why: linear transposes the weight itself.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3.T, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: mean_pooling
# why: Average pooling in place of max-pooling.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.avg_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: a_step_is_taken
# why: The tensors are moved by a step, so the second call gives something else.
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
    return loss, list(grads)
# %% wrong: only_the_loss
# why: The gradients are computed and not returned.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    lib.autograd.grad(loss, tensors)
    return loss
# %% wrong: overlapping_windows
# why: The windows of the pooling overlap (stride 1).
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2, stride=1)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: same_convolution_twice
# why: The second layer uses the bias of the first.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b1, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss, tensors))
# %% wrong: gradients_of_the_squared_loss
# why: The gradients are those of the loss times the size of the batch.
@piece
def loss_and_gradients(lib, images, labels, tensors):
    F = lib.nn.functional
    w1, b1, w2, b2, w3, b3 = tensors
    x = F.max_pool2d(F.relu(F.conv2d(images, w1, b1, padding=1)), 2)
    x = F.max_pool2d(F.relu(F.conv2d(x, w2, b2, padding=1)), 2)
    scores = F.linear(x.flatten(1), w3, b3)
    loss = F.cross_entropy(scores, labels)
    return loss, list(lib.autograd.grad(loss * len(images), tensors))
