# %% right: adam_decay
def train_images(images, labels):
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(128, 10),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for epoch in range(20):
        if epoch == 15:
            optimizer.param_groups[0]["lr"] = 0.0005
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% right: wider_linear_decay
def train_images(images, labels):
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 24, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(24, 48, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(192, 10),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for epoch in range(20):
        optimizer.param_groups[0]["lr"] = 0.003 * (1 - epoch / 20)
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: no_step
# why: The optimizer never makes a step: an untrained network.
def train_images(images, labels):
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(128, 10),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for epoch in range(20):
        if epoch == 15:
            optimizer.param_groups[0]["lr"] = 0.0005
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
    return net


# %% wrong: softmax_at_end
# why: A softmax stands at the end, which is not one of the allowed layers (and cross_entropy takes scores).
def train_images(images, labels):
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(128, 10), nn.Softmax(1),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for epoch in range(20):
        if epoch == 15:
            optimizer.param_groups[0]["lr"] = 0.0005
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: wrong_flat_size
# why: The Linear does not fit what Flatten gives: the second pooling was not counted.
def train_images(images, labels):
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(512, 10),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for epoch in range(20):
        if epoch == 15:
            optimizer.param_groups[0]["lr"] = 0.0005
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: return_in_loop
# why: return stands in the loop over the rounds: one round only.
def train_images(images, labels):
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(128, 10),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for epoch in range(20):
        if epoch == 15:
            optimizer.param_groups[0]["lr"] = 0.0005
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return net


# %% wrong: scaled_images
# why: The images are centred before the first layer; the judge shows them as they are.
def train_images(images, labels):
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(128, 10),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for epoch in range(20):
        if epoch == 15:
            optimizer.param_groups[0]["lr"] = 0.0005
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(4 * (0.3 - images[batch])), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net


# %% wrong: no_zero_grad
# why: The gradients are never set back.
def train_images(images, labels):
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(128, 10),
    )
    optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
    for epoch in range(20):
        if epoch == 15:
            optimizer.param_groups[0]["lr"] = 0.1
        for batch in torch.randperm(len(images)).split(50):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[batch])
            loss.backward()
            optimizer.step()
    return net


# %% wrong: labels_not_shuffled
# why: The images are shuffled and the labels are not.
def train_images(images, labels):
    nn = torch.nn
    net = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.3), nn.Linear(128, 10),
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    for epoch in range(20):
        if epoch == 15:
            optimizer.param_groups[0]["lr"] = 0.0005
        for i, batch in enumerate(torch.randperm(len(images)).split(50)):
            loss = nn.functional.cross_entropy(net(images[batch]), labels[50 * i : 50 * i + 50])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return net
