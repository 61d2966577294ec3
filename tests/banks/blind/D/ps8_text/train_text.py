# %% right: linear_decay
nn = torch.nn


class Model(nn.Module):
    def __init__(self, size, length=32, width=48, hidden=128):
        super().__init__()
        self.tokens = nn.Embedding(size, width)
        self.positions = nn.Embedding(length, width)
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.norm3 = nn.LayerNorm(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width, bias=False)
        self.mix = nn.Linear(width, width)
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)
        self.head = nn.Linear(width, size)

    def forward(self, codes):
        x = self.tokens(codes) + self.positions(torch.arange(codes.shape[1]))
        a = self.norm1(x)
        attention = nn.functional.scaled_dot_product_attention
        x = x + self.mix(attention(self.query(a), self.key(a), self.value(a), is_causal=True))
        x = x + self.down(nn.functional.relu(self.up(self.norm2(x))))
        return self.head(self.norm3(x))


def train_text(text):
    size, L, steps = int(text.max().item()) + 1, 32, 800
    model = Model(size)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 0.01 * (1 - step / steps)
        pieces = text[torch.randint(0, len(text) - L, (32, 1)) + torch.arange(L + 1)]
        scores = model(pieces[:, :-1])
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), pieces[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


# %% right: positions_weight
nn = torch.nn


class Model(nn.Module):
    def __init__(self, size, length=32, width=48, hidden=128):
        super().__init__()
        self.tokens = nn.Embedding(size, width)
        self.positions = nn.Embedding(length, width)
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.norm3 = nn.LayerNorm(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width, bias=False)
        self.mix = nn.Linear(width, width)
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)
        self.head = nn.Linear(width, size)

    def forward(self, codes):
        x = self.tokens(codes) + self.positions.weight[: codes.shape[1]]
        a = self.norm1(x)
        attention = nn.functional.scaled_dot_product_attention
        x = x + self.mix(attention(self.query(a), self.key(a), self.value(a), is_causal=True))
        x = x + self.down(nn.functional.relu(self.up(self.norm2(x))))
        return self.head(self.norm3(x))


def train_text(text):
    size, L, steps = int(text.max().item()) + 1, 32, 900
    model = Model(size)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 0.01 * (1 - step / steps)
        pieces = text[torch.randint(0, len(text) - L, (32, 1)) + torch.arange(L + 1)]
        scores = model(pieces[:, :-1])
        loss = nn.functional.cross_entropy(scores.reshape(-1, size), pieces[:, 1:].flatten())
        model.zero_grad()
        loss.backward()
        optimizer.step()
    return model


# %% wrong: not_causal
# why: Trained without the causal mask: each place reads its neighbour, which is the answer.
nn = torch.nn


class Model(nn.Module):
    def __init__(self, size, length=32, width=48, hidden=128):
        super().__init__()
        self.tokens = nn.Embedding(size, width)
        self.positions = nn.Embedding(length, width)
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.norm3 = nn.LayerNorm(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width, bias=False)
        self.mix = nn.Linear(width, width)
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)
        self.head = nn.Linear(width, size)

    def forward(self, codes):
        x = self.tokens(codes) + self.positions(torch.arange(codes.shape[1]))
        a = self.norm1(x)
        attention = nn.functional.scaled_dot_product_attention
        x = x + self.mix(attention(self.query(a), self.key(a), self.value(a)))
        x = x + self.down(nn.functional.relu(self.up(self.norm2(x))))
        return self.head(self.norm3(x))


def train_text(text):
    size, L, steps = int(text.max().item()) + 1, 32, 800
    model = Model(size)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 0.01 * (1 - step / steps)
        pieces = text[torch.randint(0, len(text) - L, (32, 1)) + torch.arange(L + 1)]
        scores = model(pieces[:, :-1])
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), pieces[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


# %% wrong: targets_not_moved
# why: The targets are the inputs themselves, not moved by one.
nn = torch.nn


class Model(nn.Module):
    def __init__(self, size, length=32, width=48, hidden=128):
        super().__init__()
        self.tokens = nn.Embedding(size, width)
        self.positions = nn.Embedding(length, width)
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.norm3 = nn.LayerNorm(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width, bias=False)
        self.mix = nn.Linear(width, width)
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)
        self.head = nn.Linear(width, size)

    def forward(self, codes):
        x = self.tokens(codes) + self.positions(torch.arange(codes.shape[1]))
        a = self.norm1(x)
        attention = nn.functional.scaled_dot_product_attention
        x = x + self.mix(attention(self.query(a), self.key(a), self.value(a), is_causal=True))
        x = x + self.down(nn.functional.relu(self.up(self.norm2(x))))
        return self.head(self.norm3(x))


def train_text(text):
    size, L, steps = int(text.max().item()) + 1, 32, 800
    model = Model(size)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 0.01 * (1 - step / steps)
        pieces = text[torch.randint(0, len(text) - L, (32, 1)) + torch.arange(L + 1)]
        scores = model(pieces[:, :-1])
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), pieces[:, :-1].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


# %% wrong: no_residual
# why: The way around the two blocks is missing in training; the judge has it.
nn = torch.nn


class Model(nn.Module):
    def __init__(self, size, length=32, width=48, hidden=128):
        super().__init__()
        self.tokens = nn.Embedding(size, width)
        self.positions = nn.Embedding(length, width)
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.norm3 = nn.LayerNorm(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width, bias=False)
        self.mix = nn.Linear(width, width)
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)
        self.head = nn.Linear(width, size)

    def forward(self, codes):
        x = self.tokens(codes) + self.positions(torch.arange(codes.shape[1]))
        a = self.norm1(x)
        attention = nn.functional.scaled_dot_product_attention
        x = self.mix(attention(self.query(a), self.key(a), self.value(a), is_causal=True))
        x = self.down(nn.functional.relu(self.up(self.norm2(x))))
        return self.head(self.norm3(x))


def train_text(text):
    size, L, steps = int(text.max().item()) + 1, 32, 800
    model = Model(size)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 0.01 * (1 - step / steps)
        pieces = text[torch.randint(0, len(text) - L, (32, 1)) + torch.arange(L + 1)]
        scores = model(pieces[:, :-1])
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), pieces[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


# %% wrong: optimizer_other_model
# why: The optimizer moves the parameters of another model.
nn = torch.nn


class Model(nn.Module):
    def __init__(self, size, length=32, width=48, hidden=128):
        super().__init__()
        self.tokens = nn.Embedding(size, width)
        self.positions = nn.Embedding(length, width)
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.norm3 = nn.LayerNorm(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width, bias=False)
        self.mix = nn.Linear(width, width)
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)
        self.head = nn.Linear(width, size)

    def forward(self, codes):
        x = self.tokens(codes) + self.positions(torch.arange(codes.shape[1]))
        a = self.norm1(x)
        attention = nn.functional.scaled_dot_product_attention
        x = x + self.mix(attention(self.query(a), self.key(a), self.value(a), is_causal=True))
        x = x + self.down(nn.functional.relu(self.up(self.norm2(x))))
        return self.head(self.norm3(x))


def train_text(text):
    size, L, steps = int(text.max().item()) + 1, 32, 800
    model = Model(size)
    optimizer = torch.optim.Adam(Model(size).parameters(), lr=0.01)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 0.01 * (1 - step / steps)
        pieces = text[torch.randint(0, len(text) - L, (32, 1)) + torch.arange(L + 1)]
        scores = model(pieces[:, :-1])
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), pieces[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


# %% wrong: few_steps
# why: Fifty steps only, left from trying out.
nn = torch.nn


class Model(nn.Module):
    def __init__(self, size, length=32, width=48, hidden=128):
        super().__init__()
        self.tokens = nn.Embedding(size, width)
        self.positions = nn.Embedding(length, width)
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.norm3 = nn.LayerNorm(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width, bias=False)
        self.mix = nn.Linear(width, width)
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)
        self.head = nn.Linear(width, size)

    def forward(self, codes):
        x = self.tokens(codes) + self.positions(torch.arange(codes.shape[1]))
        a = self.norm1(x)
        attention = nn.functional.scaled_dot_product_attention
        x = x + self.mix(attention(self.query(a), self.key(a), self.value(a), is_causal=True))
        x = x + self.down(nn.functional.relu(self.up(self.norm2(x))))
        return self.head(self.norm3(x))


def train_text(text):
    size, L, steps = int(text.max().item()) + 1, 32, 50
    model = Model(size)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 0.01 * (1 - step / steps)
        pieces = text[torch.randint(0, len(text) - L, (32, 1)) + torch.arange(L + 1)]
        scores = model(pieces[:, :-1])
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), pieces[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


# %% wrong: qkv_bias
# why: query, key and value have a bias that the table does not have.
nn = torch.nn


class Model(nn.Module):
    def __init__(self, size, length=32, width=48, hidden=128):
        super().__init__()
        self.tokens = nn.Embedding(size, width)
        self.positions = nn.Embedding(length, width)
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.norm3 = nn.LayerNorm(width)
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.mix = nn.Linear(width, width)
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)
        self.head = nn.Linear(width, size)

    def forward(self, codes):
        x = self.tokens(codes) + self.positions(torch.arange(codes.shape[1]))
        a = self.norm1(x)
        attention = nn.functional.scaled_dot_product_attention
        x = x + self.mix(attention(self.query(a), self.key(a), self.value(a), is_causal=True))
        x = x + self.down(nn.functional.relu(self.up(self.norm2(x))))
        return self.head(self.norm3(x))


def train_text(text):
    size, L, steps = int(text.max().item()) + 1, 32, 800
    model = Model(size)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 0.01 * (1 - step / steps)
        pieces = text[torch.randint(0, len(text) - L, (32, 1)) + torch.arange(L + 1)]
        scores = model(pieces[:, :-1])
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), pieces[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


# %% wrong: no_positions
# why: The positions are not added in training.
nn = torch.nn


class Model(nn.Module):
    def __init__(self, size, length=32, width=48, hidden=128):
        super().__init__()
        self.tokens = nn.Embedding(size, width)
        self.positions = nn.Embedding(length, width)
        self.norm1 = nn.LayerNorm(width)
        self.norm2 = nn.LayerNorm(width)
        self.norm3 = nn.LayerNorm(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width, bias=False)
        self.mix = nn.Linear(width, width)
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)
        self.head = nn.Linear(width, size)

    def forward(self, codes):
        x = self.tokens(codes)
        a = self.norm1(x)
        attention = nn.functional.scaled_dot_product_attention
        x = x + self.mix(attention(self.query(a), self.key(a), self.value(a), is_causal=True))
        x = x + self.down(nn.functional.relu(self.up(self.norm2(x))))
        return self.head(self.norm3(x))


def train_text(text):
    size, L, steps = int(text.max().item()) + 1, 32, 800
    model = Model(size)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 0.01 * (1 - step / steps)
        pieces = text[torch.randint(0, len(text) - L, (32, 1)) + torch.arange(L + 1)]
        scores = model(pieces[:, :-1])
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), pieces[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model
