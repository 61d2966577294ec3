"""What other people's programs call is there, and does what it does in PyTorch.

Each line of the tables is a small program: one call of a name that lectures, sets,
sources or widely read tutorials and examples use. Values (of random ones, too), dtypes
and gradients are compared. The tables decide what may be taken out of minigrad: a name
that stands here may not.
"""

import io
import re
import types

import numpy as np
import pytest
import torch
from oracle import same

import minigrad

numbers = np.random.default_rng(7)
INPUTS = {
    "x": numbers.standard_normal((3, 4)),
    "y": numbers.standard_normal((3, 4)),
    "p": numbers.random((3, 4)) * 0.8 + 0.1,
    "v": numbers.standard_normal(4),
    "w": numbers.standard_normal((4, 2)),
    "seq": numbers.standard_normal((2, 3, 4)),
    "one": numbers.standard_normal(()),
    "img": numbers.standard_normal((2, 4, 6, 6)),
    "i": np.array([2, 0, 1]),
    "ii": np.array([[0, 1, 3, 3], [2, 2, 0, 1], [1, 0, 0, 2]]),
    "m": numbers.random((3, 4)) > 0.5,
    "a": numbers.standard_normal((3, 3)) + 3 * np.eye(3),
}

TORCH = """
torch.tensor([[1.5, 2], [3, 4]])
torch.tensor([1, 2], dtype=torch.float64, requires_grad=True)
torch.as_tensor([1.0, 2.0])
torch.from_numpy(np.arange(3.0))
torch.zeros(2, 3)
torch.ones((2, 3), dtype=torch.float64)
torch.full((2, 2), 3.5)
torch.empty(2, 3).shape
torch.eye(3)
torch.arange(1, 7, 2)
torch.linspace(-1, 1, 5)
torch.diag(v)
torch.zeros_like(x)
torch.ones_like(x)
torch.full_like(x, 2.0)
torch.empty_like(x).shape
torch.rand(2, 3)
torch.randn(2, 3)
torch.randint(0, 10, (2, 3))
torch.randperm(7)
torch.rand_like(x)
torch.randn_like(x)
torch.randint_like(ii, 5)
torch.normal(0.0, 1.0, size=(2, 3))
torch.multinomial(torch.tensor([0.1, 0.2, 0.7]), 2)
torch.multinomial(torch.tensor([0.1, 0.2, 0.7]), 20, replacement=True)
torch.bernoulli(p.detach())
torch.manual_seed(3).initial_seed()
torch.rand(3, generator=torch.Generator().manual_seed(5))
torch.randn(20, generator=torch.Generator().manual_seed(5))
torch.cat([x, y], dim=1)
torch.stack([x, y])
torch.roll(x, 1, 0)
torch.flatten(x)
torch.tril(x)
torch.triu(x, 1)
torch.where(m, x, y)
torch.topk(x, 2)
torch.sort(x, dim=1, descending=True)
torch.argsort(x, dim=1)
torch.max(x)
torch.max(x, 1)
torch.maximum(x, y)
torch.minimum(x, y)
torch.min(x, dim=0)
torch.sum(x, dim=1, keepdim=True)
torch.mean(x)
torch.var(x, 0)
torch.std(x, 0, unbiased=False)
torch.any(m, 1)
torch.all(m)
torch.allclose(x, x + 1e-9)
torch.equal(x, x)
torch.isnan(x)
torch.argmax(x, 1)
torch.argmin(x)
torch.exp(x)
torch.log(p)
torch.log1p(p)
torch.log10(p)
torch.log2(p)
torch.sqrt(p)
torch.pow(x, 3)
torch.abs(x)
torch.sin(x)
torch.cos(x)
torch.sigmoid(x)
torch.tanh(x)
torch.relu(x)
torch.softmax(x, dim=1)
torch.clamp(x, -0.5, 0.5)
torch.clamp(x, min=0)
torch.sign(x)
torch.add(x, y, alpha=2)
torch.mul(x, y)
torch.mm(x, w)
torch.mv(x, v)
torch.bmm(seq, seq.transpose(1, 2))
torch.matmul(seq, w)
torch.dot(v, v)
torch.outer(v, v)
torch.einsum("ij,jk->ik", x, w)
torch.histogram(v.detach(), bins=4)
torch.bincount(i)
torch.unsqueeze(x, 1)
torch.squeeze(x[:1])
torch.transpose(x, 0, 1)
torch.permute(seq, (2, 0, 1))
torch.reshape(x, (2, 6))
torch.cumsum(x, 0)
torch.norm(x)
torch.numel(x)
torch.is_tensor(x)
torch.split(x, 2, dim=1)
torch.chunk(x, 2, 1)
torch.gather(x, 1, ii)
torch.meshgrid(v, v, indexing="ij")
torch.repeat_interleave(v, 2)
torch.float16, torch.float32, torch.float64, torch.float, torch.double
torch.int8, torch.int16, torch.int32, torch.int64, torch.int, torch.long
torch.uint8, torch.bool, torch.half
torch.FloatTensor([1, 2])
torch.LongTensor([1, 2])
torch.Tensor([1, 2])
torch.Tensor(2, 3).shape
torch.Size([2, 3]).numel()
torch.finfo(torch.float32).eps, torch.finfo(torch.float64).max
torch.iinfo(torch.int32).max
torch.pi, torch.e, torch.inf
torch.device("cpu")
torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.cuda.is_available()
torch.cuda.device_count()
torch.cuda.manual_seed(1), torch.cuda.manual_seed_all(1)
torch.accelerator.is_available()
torch.backends.mps.is_available()
torch.linalg.solve(a, a[0])
torch.linalg.inv(a)
torch.linalg.det(a)
torch.linalg.norm(x)
torch.linalg.cholesky(a @ a.T)
torch.random.manual_seed(4).initial_seed()
torch.is_grad_enabled()
torch.autograd.grad(one * one, one, create_graph=True)
torch.autograd.functional.jacobian(lambda t: t**2, v)
torch.autograd.functional.hessian(lambda t: (t**3).sum(), v)
torch.autograd.functional.hvp(lambda t: (t**3).sum(), v, v.detach())
torch.autograd.functional.vhp(lambda t: (t**3).sum(), v, v.detach())
torch.autograd.functional.jvp(lambda t: t**2, v, v.detach())
torch.autograd.functional.vjp(lambda t: t**2, v, v.detach())
torch.autograd.gradcheck(lambda t: t**2, v)
torch.autograd.gradcheck(lambda t: t**2, v, fast_mode=True)
torch.autograd.gradgradcheck(lambda t: t**3, v)
torch.testing.assert_close(x, x + 1e-9)
"""

TENSOR = """
x.T
x.mT
seq.mT
x.abs()
x.detach().clone().add_(1)
x.detach().clone().sub_(y)
x.detach().clone().mul_(2)
x.detach().clone().div_(2)
x.detach().clone().zero_()
x.detach().clone().fill_(3)
x.detach().clone().copy_(y)
x.detach().clone().clamp_(-1, 1)
x.detach().clone().normal_()
x.detach().clone().uniform_(-1, 1)
x.detach().clone().masked_fill_(m, 0.0)
x.detach().clone().scatter_(1, ii[:, :1], 1.0)
x.detach().clone().index_add_(0, i, y)
x.all()
x.any(1)
x.argmax(1)
x.argmin()
x.chunk(2, 1)
x.clamp(min=0)
x.clone()
x.contiguous().is_contiguous()
x.cpu()
x.cumsum(1)
x.data
x.detach()
x.device
x.dim()
x.double()
x.dtype
x.expand(2, 3, 4)
x.flip(0)
x.float()
x.long()
x.int()
m.bool()
m.float()
x.gather(1, ii)
(x * 1).backward(torch.ones_like(x)), x.grad
x.index_select(0, i)
one.item()
p.log()
x.exp()
p.sqrt()
x.masked_fill(m, 0.0)
x.masked_select(m)
x.max()
x.max(1).values
x.max(1).indices
x.min(0)
x.mean(0, keepdim=True)
x.mm(w)
x.matmul(w)
v.dot(v)
x.narrow(1, 1, 2)
x.ndim
x.nelement()
x.numel()
x.new_zeros(2)
x.new_ones(2), x.new_full((2,), 3.0), x.new_tensor([1.0])
x.norm()
x.detach().numpy().tolist()
seq.permute(2, 0, 1)
x.pow(2)
retained(x)
x.reshape(2, -1)
x.view(2, 6)
x.view(-1)
x.view_as(y)
x.shape
x.size(), x.size(1), x.size(-1)
x.split([1, 3], dim=1)
x[:1].squeeze(0)
x.unsqueeze(0)
x.std()
x.var(1)
x.sum((0, 1))
x.t()
x.to(torch.float32)
x.to("cpu")
x.to(torch.device("cpu"), torch.float32)
x.type(torch.float32)
x.type()
x.tolist()
x.transpose(0, 1)
x.tril(), x.triu()
ii.unique()
ii.eq(2), ii.ne(2), x.gt(0), x.lt(0), x.ge(0), x.le(0)
x.repeat(2, 1)
x.flatten(1)
x.relu(), x.sigmoid(), x.tanh(), x.softmax(1), x.log_softmax(1)
x.scatter(1, ii[:, :1], 1.0)
x.scatter_add(1, ii, y)
x.topk(2)
x.sort(1)
x.where(m, y)
x.unbind(0)
x.is_leaf, x.requires_grad, x.grad_fn, (x * 1).output_nr
x.detach().clone().requires_grad_()
x.register_hook(lambda grad: 2 * grad) and None
x.add(1), x.sub(1), x.mul(2), x.div(2), x.neg(), x.sin(), x.cos(), x.sign()
seq.bmm(seq.transpose(1, 2))
x.prod()
x.logsumexp(1)
x @ w
x**2
p**0.5
2**x
x % 0.7
x.detach() // 0.5
-x + 1 - y * 2 / p
1 / p, 1 - p
x > 0, x < y, x == y, x != y, x >= 0
~m, m & m, m | m
x[0], x[:, 1], x[..., None], x[1:, ::2]
x[i], x[i, i], x[m], x[:, [0, 2]]
assigned(x.detach().clone(), i)
len(x), [row.sum() for row in x]
float(one.detach()), int(one.detach()), bool(one.detach() > 0)
f"{one.detach():.3f}"
np.asarray(x.detach()).sum() == x.detach().numpy().sum()
augmented(x)
"""

NN = """
nn.Linear(4, 2) : x
nn.Linear(4, 2, bias=False) : x
nn.Conv1d(3, 2, 2) : seq
nn.Conv2d(4, 2, 3, stride=2, padding=1) : img
nn.Conv2d(4, 4, 3, groups=2, bias=False) : img
nn.ConvTranspose2d(4, 2, 4, stride=2, padding=1) : img
nn.MaxPool2d(2) : img
nn.MaxPool2d(3, stride=2, padding=1) : img
nn.AvgPool2d(2) : img
nn.AdaptiveAvgPool2d((1, 1)) : img
nn.BatchNorm1d(4) : x
nn.BatchNorm2d(4) : img
nn.LayerNorm(4) : x
nn.InstanceNorm2d(4) : img
nn.Dropout(0.5).eval() : x
nn.Dropout2d(0.5).eval() : img
nn.Embedding(5, 3) : ii
nn.RNN(4, 3, batch_first=True) : seq
nn.LSTM(4, 3, 2) : seq
nn.GRU(4, 3) : seq
nn.RNNCell(4, 3) : x
nn.LSTMCell(4, 3) : x
nn.GRUCell(4, 3) : x
nn.MultiheadAttention(4, 2, batch_first=True) : seq seq seq
nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True) : seq
nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8), 2, None, False).eval() : seq
nn.TransformerDecoderLayer(4, 2, 8, dropout=0.0, batch_first=True) : seq seq
nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 8, 0.0), 1) : seq seq
nn.Transformer(4, 2, 1, 1, 8, 0.0, batch_first=True) : seq seq
nn.ReLU() : x
nn.LeakyReLU(0.2) : x
nn.ELU() : x
nn.GELU() : x
nn.SiLU() : x
nn.Sigmoid() : x
nn.Tanh() : x
nn.Softmax(dim=1) : x
nn.LogSoftmax(dim=1) : x
nn.Softplus() : x
nn.MSELoss() : x y
nn.MSELoss(reduction="sum") : x y
nn.L1Loss() : x y
nn.SmoothL1Loss() : x y
nn.BCELoss() : p p
nn.BCEWithLogitsLoss() : x p
nn.CrossEntropyLoss() : x i
nn.CrossEntropyLoss(label_smoothing=0.1) : x i
nn.NLLLoss() : x i
nn.Flatten() : img
nn.Identity() : x
nn.PixelShuffle(2) : img
nn.ReflectionPad2d(1) : img
nn.Upsample(scale_factor=2) : img
nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 1)) : x
"""

# Kinds of the module that the expression makes: only parts of a larger one.
MODULES = """
len(nn.ModuleList([nn.Linear(2, 2), nn.ReLU()]))
list(nn.ModuleDict({"a": nn.Linear(2, 2)}).keys())
nn.Parameter(torch.ones(2))
[name for name, _ in net.named_parameters()]
[name for name, _ in net.named_modules()]
[type(each).__name__ for each in net.children()]
[type(each).__name__ for each in net.modules()]
type(net.apply(lambda module: None)).__name__
[list(each.shape) for each in net.parameters()]
net.train().training, net.eval().training
net.register_buffer("kept", torch.zeros(2)), list(net.state_dict())
str(net.load_state_dict(net.state_dict()))
net.zero_grad(), net.to("cpu") is net, net.double()(x.detach())
net.requires_grad_(False)[0].weight.requires_grad
repr(net)
sum(each.numel() for each in net.parameters())
net.register_forward_hook(lambda *given: None) is None
net.register_full_backward_hook(lambda *given: None) is None
saved_and_loaded(net)
nn.Dropout(0.5)(x), nn.Dropout2d(0.5)(img)
nn.init.xavier_uniform_(torch.empty(3, 4))
nn.init.xavier_normal_(torch.empty(3, 4))
nn.init.kaiming_uniform_(torch.empty(3, 4), nonlinearity="relu")
nn.init.kaiming_normal_(torch.empty(3, 4), mode="fan_out")
nn.init.normal_(torch.empty(3, 4), 0.0, 0.02)
nn.init.uniform_(torch.empty(3, 4), -1, 1)
nn.init.constant_(torch.empty(3), 2.0)
nn.init.zeros_(torch.empty(3)), nn.init.ones_(torch.empty(3))
nn.init.orthogonal_(torch.empty(3, 3)).shape
nn.init.calculate_gain("tanh")
nn.utils.clip_grad_norm_(with_grads(net).parameters(), 0.1)
nn.utils.clip_grad_value_(with_grads(net).parameters(), 0.1)
nn.utils.parameters_to_vector(net.parameters())
nn.utils.vector_to_parameters(torch.zeros(23), net.parameters())
nn.utils.rnn.pad_sequence([x[:2], x], batch_first=True)
nn.utils.rnn.pack_padded_sequence(seq, [3, 2], batch_first=True).data
nn.utils.rnn.pad_packed_sequence(nn.utils.rnn.pack_padded_sequence(seq, [2, 2, 1]))
"""

FUNCTIONAL = """
F.linear(x, w.t())
F.conv1d(seq, seq[:, :, :2])
F.conv2d(img, img[:, :, :3, :3], padding=1)
F.conv_transpose2d(img, img[:, :, :3, :3].transpose(0, 1))
F.max_pool2d(img, 2)
F.avg_pool2d(img, 2)
F.adaptive_avg_pool2d(img, 1)
F.batch_norm(x, None, None, training=True)
F.layer_norm(x, (4,))
F.instance_norm(img)
F.dropout(x, 0.5), F.dropout(x, 0.5, training=False)
F.dropout2d(img, 0.5), F.dropout2d(img, 0.1)
F.embedding(ii, w)
F.relu(x)
F.leaky_relu(x, 0.2)
F.elu(x)
F.gelu(x)
F.silu(x)
F.sigmoid(x)
F.tanh(x)
F.softmax(x, dim=-1)
F.softplus(x)
F.log_softmax(x, dim=1)
F.logsigmoid(x)
F.mse_loss(x, y)
F.l1_loss(x, y)
F.smooth_l1_loss(x, y)
F.binary_cross_entropy(p, p.detach())
F.binary_cross_entropy_with_logits(x, p.detach())
F.cross_entropy(x, i)
F.cross_entropy(x, i, reduction="none")
F.cross_entropy(x, ii[:, 0], ignore_index=0)
F.nll_loss(x, i)
F.kl_div(x, p, reduction="batchmean")
F.one_hot(i, 4)
F.interpolate(img, scale_factor=2)
F.scaled_dot_product_attention(seq, seq, seq, is_causal=True)
F.pad(x, (1, 2))
F.normalize(x, dim=1)
F.unfold(img, 3)
F.fold(F.unfold(img, 2), (6, 6), 2)
F.pixel_shuffle(img, 2)
F.cosine_similarity(x, y)
"""

OPTIM = """
optim.SGD(parameters, lr=0.1)
optim.SGD(parameters, lr=0.1, momentum=0.9, weight_decay=0.01, nesterov=True)
optim.Adam(parameters, lr=0.01)
optim.Adam(parameters, lr=0.01, betas=(0.5, 0.999))
optim.AdamW(parameters, lr=0.01, weight_decay=0.1)
optim.RMSprop(parameters, lr=0.01)
optim.Adagrad(parameters, lr=0.01)
optim.Adadelta(parameters)
"""

SCHEDULES = """
schedule.StepLR(optimizer, 2, gamma=0.5)
schedule.MultiStepLR(optimizer, [1, 3], gamma=0.5)
schedule.ExponentialLR(optimizer, 0.9)
schedule.CosineAnnealingLR(optimizer, 5)
schedule.LambdaLR(optimizer, lambda epoch: 0.9**epoch)
schedule.ReduceLROnPlateau(optimizer, patience=1)
"""

DATA = """
[len(batch[0]) for batch in data.DataLoader(pairs, batch_size=3)]
[a for a, _ in data.DataLoader(pairs, batch_size=3, shuffle=True)]
[a for a, _ in data.DataLoader(pairs, 3, drop_last=True, pin_memory=False)]
[a for a, _ in data.DataLoader(pairs, 4, sampler=data.RandomSampler(pairs))]
len(data.TensorDataset(x, y)), data.TensorDataset(x, y)[1]
[part.indices for part in data.random_split(pairs, [5, 3])]
[part.indices for part in data.random_split(range(10), [0.5, 0.5])]
list(data.Subset(pairs, [1, 2]))
issubclass(data.TensorDataset, data.Dataset)
"""


def lines(table: str) -> list[str]:
    return [line for line in table.split("\n") if line]


# -- what some lines need ----------------------------------------------------------


def assigned(x, i):
    """Changes of single entries and of parts."""
    x[0, 1] = 5.0
    x[1] += 1
    x[i, i] = 0.0
    x[:, 2] *= 2
    return x


def augmented(x):
    """The five augmented assignments, on a tensor with a history."""
    y = x * 1
    y += 1
    y -= x
    y *= x
    y /= 3
    y **= 2
    return y


def retained(x):
    """The gradient of a tensor that is no leaf."""
    y = 2 * x
    y.retain_grad()
    (y * y).sum().backward()
    return y.grad, x.grad


def saved_and_loaded(lib, net):
    """The values of a state_dict that was written and read, by name."""
    file = io.BytesIO()
    lib.save(net.state_dict(), file)
    file.seek(0)
    return list(lib.load(file, map_location="cpu").items())


def with_grads(lib, net):
    net(lib.ones(2, 4)).sum().backward()
    return net


def scope(lib, tensors: tuple) -> dict:
    """What the lines may name."""
    nn = lib.nn
    return {
        "torch": lib,
        "np": np,
        "nn": nn,
        "F": nn.functional,
        "data": lib.utils.data,
        "net": nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 2)),
        "pairs": [(float(k), k % 3) for k in range(8)],
        "assigned": assigned,
        "augmented": augmented,
        "retained": retained,
        "saved_and_loaded": lambda net: saved_and_loaded(lib, net),
        "with_grads": lambda net: with_grads(lib, net),
        **dict(zip(INPUTS, tensors, strict=True)),
    }


def compare(program, **options) -> None:
    """Run `program(lib, scope)` under both, from the same seed."""

    def seeded(lib, *tensors):
        lib.manual_seed(11)
        return plain(lib, program(lib, scope(lib, tensors)))

    options = {"text": False, "graph": False, "order": 1, "signs": False, **options}
    seen = same(seeded, *INPUTS.values(), **options)
    assert "error" not in seen, seen["error"]


def plain(lib, value):
    """Results in a form that can be compared: tuples for named ones, text for types."""
    if isinstance(value, lib.device | types.ModuleType | lib.dtype):
        return repr(value)
    if isinstance(value, tuple | list) and not isinstance(value, lib.Size):
        return [plain(lib, each) for each in value]
    return value


# -- the tests ---------------------------------------------------------------------


@pytest.mark.parametrize("call", lines(TORCH + TENSOR + FUNCTIONAL + MODULES + DATA))
def test_a_call_does_what_it_does_in_pytorch(call: str):
    tolerance = 2e-5 if "net" in call else None
    compare(lambda lib, names: eval(call, names), tolerance=tolerance)


@pytest.mark.parametrize("call", lines(NN))
def test_a_layer_computes_what_it_computes_in_pytorch(call: str):
    made, _, operands = call.partition(" : ")

    def program(lib, names):
        layer = eval(made, names).double()
        out = layer(*[names[each] for each in operands.split()])
        return out, [parameter.detach() for parameter in layer.parameters()]

    compare(program)


@pytest.mark.parametrize("call", lines(OPTIM))
def test_three_steps_of_an_optimizer_are_pytorchs(call: str):
    def program(lib, names):
        net = names["net"].double()
        names |= {"optim": lib.optim, "parameters": net.parameters()}
        optimizer, losses = eval(call, names), []
        for _ in range(3):
            optimizer.zero_grad()
            loss = (net(names["x"].detach()) ** 2).mean()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        return losses, [parameter.detach() for parameter in net.parameters()]

    compare(program)


@pytest.mark.parametrize("call", lines(SCHEDULES))
def test_five_rates_of_a_schedule_are_pytorchs(call: str):
    def program(lib, names):
        optimizer = lib.optim.SGD(names["net"].parameters(), lr=0.1)
        names |= {"optimizer": optimizer, "schedule": lib.optim.lr_scheduler}
        scheduler, rates = eval(call, names), []
        for _ in range(5):
            optimizer.step()
            scheduler.step(*[1.0][: "Plateau" in call])
            rates.append(optimizer.param_groups[0]["lr"])
        return rates

    compare(program)


def test_settings_and_modes():
    def program(lib, names):
        lib.set_default_device("cpu")
        lib.set_default_dtype(lib.float64)
        lib.set_num_threads(1)
        lib.backends.cudnn.benchmark = True
        lib.backends.cudnn.deterministic = True
        results = [lib.ones(2)]
        lib.set_default_dtype(lib.float32)
        with lib.no_grad():
            results.append(names["x"] * 2)
        with lib.inference_mode():
            results.append((names["x"] * 2).requires_grad)
        with lib.enable_grad(), lib.set_grad_enabled(False):
            results.append((names["x"] * 2).requires_grad)
        return results

    try:
        compare(program)
    finally:
        for lib in (torch, minigrad):
            lib.set_default_dtype(lib.float32)
            lib.set_default_device(None)
            lib.backends.cudnn.benchmark = lib.backends.cudnn.deterministic = False


def test_a_function_a_module_and_a_dataset_of_ones_own():
    def program(lib, names):
        class Cube(lib.autograd.Function):
            @staticmethod
            def forward(ctx, input):
                ctx.save_for_backward(input)
                return input**3

            @staticmethod
            def backward(ctx, grad):
                (input,) = ctx.saved_tensors
                return 3 * grad * input**2

        class Net(lib.nn.Module):
            def __init__(self):
                super().__init__()
                self.fc = lib.nn.Linear(4, 1)
                self.scale = lib.nn.Parameter(lib.ones(1))

            def forward(self, x):
                return self.scale * Cube.apply(self.fc(x))

        class Rows(lib.utils.data.Dataset):
            def __len__(self):
                return 3

            def __getitem__(self, k):
                return names["x"].detach()[k], k

        net = Net().double()
        loader = lib.utils.data.DataLoader(Rows(), batch_size=2, shuffle=True)
        return [(net(rows), places) for rows, places in loader]

    compare(program)


# -- the list ----------------------------------------------------------------------

# What 61 programs of widely read courses and examples use, by where it stands.
USED = """
tensor from_numpy zeros ones full empty eye arange linspace diag rand randn randint
randperm zeros_like ones_like rand_like randn_like multinomial manual_seed Generator cat
stack roll flatten tril where topk sort max min sum mean all any allclose exp log log1p
log10 sqrt pow sin cos sigmoid tanh relu mm matmul einsum histogram save load no_grad
inference_mode set_default_device device FloatTensor LongTensor cuda.is_available
cuda.manual_seed_all accelerator.is_available backends.cudnn autograd.Function
T mT abs add_ argmax backward chunk clamp clone contiguous cpu cumsum data detach dim
double dtype expand fill_ flip float gather grad index_select item masked_fill
masked_select narrow ndim nelement new_zeros norm numel numpy permute retain_grad
reshape scatter_ shape size split squeeze std t to tolist transpose type unique
unsqueeze var view view_as values indices
Linear Conv1d Conv2d ConvTranspose2d MaxPool2d AvgPool2d AdaptiveAvgPool2d BatchNorm1d
BatchNorm2d LayerNorm InstanceNorm2d Dropout Dropout2d Embedding RNN LSTM GRU RNNCell
LSTMCell GRUCell MultiheadAttention Transformer TransformerEncoder
TransformerEncoderLayer TransformerDecoder TransformerDecoderLayer ReLU LeakyReLU ELU
GELU SiLU Sigmoid Tanh Softmax Softplus MSELoss L1Loss BCELoss BCEWithLogitsLoss
CrossEntropyLoss NLLLoss Flatten Identity PixelShuffle ReflectionPad2d Sequential
ModuleList ModuleDict Parameter Module apply children named_modules named_parameters
register_buffer state_dict load_state_dict train eval zero_grad
one_hot log_softmax interpolate smooth_l1_loss logsumexp scaled_dot_product_attention
clip_grad_norm_ clip_grad_value_ parameters_to_vector pad_sequence pack_padded_sequence
SGD Adam AdamW RMSprop Adagrad Adadelta StepLR ExponentialLR CosineAnnealingLR LambdaLR
ReduceLROnPlateau Dataset TensorDataset DataLoader random_split RandomSampler sampler
pin_memory drop_last
"""


@pytest.mark.parametrize("name", USED.split())
def test_every_name_of_the_list_is_called(name: str):
    with open(__file__, encoding="utf-8") as file:
        programs = file.read().partition("\nUSED")[0]
    assert re.search(rf"\b{re.escape(name)}\b", programs), f"no line calls {name}"
