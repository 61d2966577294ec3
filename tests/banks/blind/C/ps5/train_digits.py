# %% right: sgd_batches
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    nn = torch.nn
    net = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% right: adam_two_hidden
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 64),
        torch.nn.ReLU(),
        torch.nn.Linear(64, 32),
        torch.nn.ReLU(),
        torch.nn.Linear(32, 10),
    )
    criterion = torch.nn.CrossEntropyLoss()
    adam = torch.optim.Adam(net.parameters(), lr=0.003)
    for round_number in range(25):
        order = torch.randperm(len(labels))
        for start in range(0, len(labels), 50):
            numbers = order[start : start + 50]
            x = images[numbers]
            y = labels[numbers]
            adam.zero_grad()
            scores = net(x)
            loss = criterion(scores, y)
            loss.backward()
            adam.step()
    return net


# %% right: all_at_once_adam
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 10)
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for step in range(250):
        optimizer.zero_grad()
        log_p = torch.nn.functional.log_softmax(net(images), dim=1)
        torch.nn.functional.nll_loss(log_p, labels).backward()
        optimizer.step()
    return net


# %% right: centred_and_folded_into_first_layer
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    mean = images.mean(0)
    centred = images - mean
    first = torch.nn.Linear(64, 48)
    net = torch.nn.Sequential(first, torch.nn.ReLU(), torch.nn.Linear(48, 10))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    for epoch in range(25):
        for batch in torch.randperm(1500).split(50):
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(net(centred[batch]), labels[batch])
            loss.backward()
            optimizer.step()
    # W (x - mean) + b = W x + (b - W mean): now the net takes images as they are
    with torch.no_grad():
        bias = first.bias
        bias -= first.weight @ mean
    return net


# %% right: weight_decay_and_own_rate_schedule
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    torch.manual_seed(0)
    layers = [torch.nn.Linear(64, 100), torch.nn.ReLU(), torch.nn.Linear(100, 10)]
    net = torch.nn.Sequential(*layers)
    opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
    for epoch in range(20):
        if epoch == 15:
            for group in opt.param_groups:
                group["lr"] = 0.01
        for batch in torch.randperm(1500).split(30):
            opt.zero_grad()
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            loss.backward()
            opt.step()
    return net


# %% wrong: images_labels_shuffled_apart
# why: Images and labels are shuffled with two different permutations: the labels no longer belong to the images, and nothing but guessing can be learned.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
    )
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(20):
        x = images[torch.randperm(1500)]
        y = labels[torch.randperm(1500)]
        for i in range(0, 1500, 50):
            loss = torch.nn.functional.cross_entropy(net(x[i : i + 50]), y[i : i + 50])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: optimizer_of_another_network
# why: The optimizer is made with the parameters of a first network, and then a second one is made under the same name: the optimizer moves weights that nobody uses.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 10),
    )
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    # with a hidden layer it is better
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
    )
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: step_forgotten
# why: The gradients are computed, but optimizer.step() is never called: backward alone moves no weight.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
    return net


# %% wrong: zero_grad_after_backward
# why: zero_grad stands between backward and step: the gradients are thrown away before the optimizer sees them.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
    )
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            loss.backward()
            optimizer.zero_grad()
            optimizer.step()
    return net


# %% wrong: softmax_layer
# why: A Softmax is put at the end of the network. Only Linear and ReLU are allowed, and cross_entropy has the softmax in itself.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32),
        torch.nn.ReLU(),
        torch.nn.Linear(32, 10),
        torch.nn.Softmax(dim=1),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: rate_far_too_large
# why: A rate of 10 for SGD: the weights explode in the first steps, and the ReLUs die or the numbers become nan.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
    )
    optimizer = torch.optim.SGD(net.parameters(), lr=10, momentum=0.9)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: twenty_small_steps
# why: All images are in one batch, so 20 rounds are only 20 steps, with a small rate: the network has hardly moved from its start.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
    )
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    for epoch in range(20):
        loss = torch.nn.functional.cross_entropy(net(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return net


# %% wrong: one_output_for_the_digit
# why: The network has a single output that is to be the digit itself, fitted by the squared error. Classes are no quantities: 10 outputs are asked for, the largest of which says the class.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 1)
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    wanted = labels.to(torch.float32).reshape(-1, 1)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.mse_loss(net(images[batch]), wanted[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: network_anew_for_each_batch
# why: Network and optimizer are made inside of the loop: every batch begins with a new one, and the network returned has made a single step.
def train_digits(images, labels):
    for batch in torch.randperm(1500).split(50):
        net = torch.nn.Sequential(
            torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
        )
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
        loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return net


# %% wrong: returns_after_first_batch
# why: `return net` stands inside of the loop: it ends after the first batch.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

            return net


# %% wrong: uses_the_file_instead
# why: The network is trained with the digits from the file and not with what the function gets: there pixels and classes are in another order, so that it knows the wrong ones.
def train_digits(images, labels):
    data = np.load("../../course/data/digits.npz")
    x = torch.tensor(data["images"].reshape(-1, 64) / 16, dtype=torch.float32)[:1500]
    y = torch.tensor(data["labels"])[:1500]
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
    )
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(x[batch]), y[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: weights_start_at_zero
# why: All parameters are set to 0 "for a clean start": the hidden layer is 0 and stays so, since no weight gets a gradient; only the last bias learns.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
    )
    with torch.no_grad():
        for p in net.parameters():
            p.zero_()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: minus_forgotten_in_own_loss
# why: The loss is written by hand without its minus sign: descending it makes the right classes ever less likely.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
    )
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    for epoch in range(10):
        for batch in torch.randperm(1500).split(50):
            log_p = torch.nn.functional.log_softmax(net(images[batch]), dim=1)
            loss = log_p[torch.arange(50), labels[batch]].mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: arguments_of_loss_swapped
# why: cross_entropy gets the labels first and the outputs second: it is an error, as the scores come first.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(labels[batch], net(images[batch]))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: inverted_outside
# why: The images are inverted and rescaled outside of the network, (0.5 - x) / 0.5, black on white. The network is judged on images as they are given and does not contain that step.
def train_digits(images, labels):
    images = (0.5 - images) / 0.5
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
    )
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: network_not_returned
# why: The function trains a network and prints its loss, but returns nothing.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)
    )
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(loss.item())


# %% wrong: too_wide
# why: The hidden layer has 2048 outputs, "the more the better": at most 1,024 are allowed.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 2048), torch.nn.ReLU(), torch.nn.Linear(2048, 10)
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.001)
    for epoch in range(3):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: dropout_against_overfitting
# why: A Dropout layer is put in, which is no Linear or ReLU (and was left in training mode): the network is refused.
def train_digits(images, labels):
    net = torch.nn.Sequential(
        torch.nn.Linear(64, 64),
        torch.nn.ReLU(),
        torch.nn.Dropout(0.2),
        torch.nn.Linear(64, 10),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net
