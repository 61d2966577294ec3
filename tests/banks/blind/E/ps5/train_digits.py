# %% right: sgd_momentum
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    nn = torch.nn
    net = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(20):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net

# %% right: adam_deeper
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    layers = [torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10)]
    net = torch.nn.Sequential(*layers)
    criterion = torch.nn.CrossEntropyLoss()
    opt = torch.optim.Adam(net.parameters(), lr=0.005)
    n = len(labels)
    for _ in range(15):
        order = torch.randperm(n)
        for start in range(0, n, 50):
            rows = order[start : start + 50]
            opt.zero_grad()
            loss = criterion(net(images[rows]), labels[rows])
            loss.backward()
            opt.step()
    return net

# %% wrong: too_few_steps
# why: All images in each step, and only 20 small steps: the network has hardly moved.
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    net = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    for epoch in range(20):
        loss = torch.nn.functional.cross_entropy(net(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return net

# %% wrong: labels_not_batched
# why: The images are picked with the shuffled numbers, the labels in the old order: they do not belong together.
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    net = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for epoch in range(10):
        batches = torch.randperm(1500).split(50)
        for i, batch in enumerate(batches):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[i * 50 : (i + 1) * 50])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net

# %% wrong: softmax_layer
# why: A Softmax is the last layer, which is neither a Linear nor a ReLU, and cross_entropy takes scores, not probabilities.
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    net = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10), torch.nn.Softmax(1))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for epoch in range(10):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net

# %% wrong: inverted_outside
# why: The images are inverted to dark on light before the training, which the network itself does not contain: the check shows it images as they are.
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    images = 1 - images
    net = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for epoch in range(10):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net

# %% wrong: optimizer_before_net
# why: The optimizer holds the parameters of a first network; the network that is trained and returned is another one and never moves.
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    def make():
        return torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10))

    optimizer = torch.optim.SGD(make().parameters(), lr=0.1, momentum=0.9)
    net = make()
    for epoch in range(10):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net

# %% wrong: zero_grad_after_backward
# why: zero_grad stands between backward and step, so each step goes along gradients that were just thrown away.
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    net = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(10):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            loss.backward()
            optimizer.zero_grad()
            optimizer.step()
    return net

# %% wrong: returns_in_loop
# why: The return stands inside the loop: after one round of a single batch it is over.
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    net = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(10):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            return net

# %% wrong: rate_much_too_large
# why: The rate of 10 is far too large: the training explodes and ends in nan or in one class.
def train_digits(images, labels):
    """A network that was trained on these images, whose classes are `labels`."""
    net = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10))
    optimizer = torch.optim.SGD(net.parameters(), lr=10.0, momentum=0.9)
    for epoch in range(5):
        for batch in torch.randperm(1500).split(50):
            loss = torch.nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net
