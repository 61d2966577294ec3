# %% right: adam_dropout
def train_images(images, labels):
    """A network with convolutions that was trained on these images."""
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(128, 10),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for _ in range(25):
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net

# %% right: sgd_with_falling_rate
def train_images(images, labels):
    """A network with convolutions that was trained on these images."""
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 20, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(20, 40, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(160, 10),
    )
    sgd = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    rounds = 25
    for epoch in range(rounds):
        sgd.param_groups[0]["lr"] = 0.1 * (1 - epoch / rounds)
        order = torch.randperm(images.shape[0])
        for start in range(0, images.shape[0], 50):
            chosen = order[start : start + 50]
            sgd.zero_grad()
            outputs = net(images[chosen])
            loss = nn.functional.cross_entropy(outputs, labels[chosen])
            loss.backward()
            sgd.step()
    net.eval()
    return net

# %% wrong: no_zero_grad
# why: zero_grad is missing: each step goes along the sum of all gradients so far.
def train_images(images, labels):
    """A network with convolutions that was trained on these images."""
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(128, 10),
    )
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(25):
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            loss.backward()
            optimizer.step()
    return net

# %% wrong: untrained_returned
# why: The return stands in the loop over the rounds: one round only.
def train_images(images, labels):
    """A network with convolutions that was trained on these images."""
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(128, 10),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for _ in range(25):
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return net

# %% wrong: labels_of_the_file
# why: The labels are taken from the file and not from the argument, in which the classes are numbered in another way.
def train_images(images, labels):
    """A network with convolutions that was trained on these images."""
    nn = torch.nn
    labels = torch.tensor(digits["labels"][:1500])
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(128, 10),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for _ in range(25):
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net

# %% wrong: linear_size
# why: The Linear is made for 8 x 8; after two poolings 2 x 2 are left, so that it does not fit.
def train_images(images, labels):
    """A network with convolutions that was trained on these images."""
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(32 * 8 * 8, 10),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for _ in range(25):
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net

# %% wrong: step_missing
# why: The optimizer never makes a step: the network stays as it was made.
def train_images(images, labels):
    """A network with convolutions that was trained on these images."""
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(128, 10),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for _ in range(25):
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
    return net

# %% wrong: softmax_layer
# why: A Softmax at the end: it is no layer that is allowed, and cross_entropy applies one itself.
def train_images(images, labels):
    """A network with convolutions that was trained on these images."""
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(128, 10),
        nn.Softmax(1),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for _ in range(25):
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net

# %% wrong: images_scaled_outside
# why: The images are inverted before the first layer, in training only; the check shows the held-out images as they are.
def train_images(images, labels):
    """A network with convolutions that was trained on these images."""
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(128, 10),
    )
    images = 1 - images
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for _ in range(25):
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net
