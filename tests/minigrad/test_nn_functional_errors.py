"""Wrong arguments of nn.functional: the errors and warnings are PyTorch's."""

import pytest
from oracle import same, same_error


def image(lib, *sizes: int):
    return lib.ones(*(sizes or (2, 4, 6, 6)))


def longs(lib, *values: int):
    return lib.tensor(values)


CONV = {
    "rank": lambda lib, F: F.conv2d(image(lib, 6, 6), lib.ones(3, 4, 3, 3)),
    "rank 5": lambda lib, F: F.conv2d(image(lib, 1, 1, 2, 6, 6), lib.ones(3, 4, 3, 3)),
    "rank 1D": lambda lib, F: F.conv1d(lib.ones(3), lib.ones(3, 4, 3)),
    "dtype": lambda lib, F: F.conv2d(image(lib).double(), lib.ones(3, 4, 3, 3)),
    "bias dtype": lambda lib, F: F.conv2d(
        image(lib), lib.ones(3, 4, 3, 3), lib.ones(3).double()
    ),
    "weight rank": lambda lib, F: F.conv2d(image(lib), lib.ones(3, 4, 3)),
    "channels": lambda lib, F: F.conv2d(image(lib), lib.ones(3, 5, 3, 3)),
    "large kernel": lambda lib, F: F.conv2d(image(lib), lib.ones(3, 4, 7, 7)),
    "bias": lambda lib, F: F.conv2d(image(lib), lib.ones(3, 4, 3, 3), lib.ones(4)),
    "stride 0": lambda lib, F: F.conv2d(image(lib), lib.ones(3, 4, 3, 3), stride=0),
    "padding -1": lambda lib, F: F.conv2d(image(lib), lib.ones(3, 4, 3, 3), padding=-1),
    "dilation 0": lambda lib, F: F.conv2d(image(lib), lib.ones(3, 4, 3, 3), dilation=0),
    "same, strided": lambda lib, F: F.conv2d(
        image(lib), lib.ones(3, 4, 3, 3), padding="same", stride=2
    ),
    "padding name": lambda lib, F: F.conv2d(
        image(lib), lib.ones(3, 4, 3, 3), padding="full"
    ),
    "three strides": lambda lib, F: F.conv2d(
        image(lib), lib.ones(3, 4, 3, 3), stride=(1, 1, 1)
    ),
    "empty image": lambda lib, F: F.conv2d(
        image(lib, 2, 4, 0, 6), lib.ones(3, 4, 3, 3)
    ),
    "transposed channels": lambda lib, F: F.conv_transpose2d(
        image(lib), lib.ones(3, 3, 3, 3)
    ),
    "transposed bias": lambda lib, F: F.conv_transpose2d(
        image(lib), lib.ones(4, 3, 3, 3), lib.ones(4)
    ),
    "too small": lambda lib, F: F.conv_transpose2d(
        image(lib), lib.ones(4, 3, 1, 1), padding=4
    ),
}
POOL = {
    "rank": lambda lib, F: F.max_pool2d(image(lib, 6, 6), 2),
    "padding": lambda lib, F: F.max_pool2d(image(lib), 2, padding=2),
    "too small": lambda lib, F: F.max_pool2d(image(lib), 7),
    "stride 0": lambda lib, F: F.max_pool2d(image(lib), 2, 0),
    "kernel 0": lambda lib, F: F.max_pool2d(image(lib), 0),
    "no channels": lambda lib, F: F.max_pool2d(image(lib, 2, 0, 6, 6), 2),
    "1D rank": lambda lib, F: F.max_pool1d(lib.ones(6), 2),
    "avg padding": lambda lib, F: F.avg_pool2d(image(lib), 2, padding=2),
    "avg too small": lambda lib, F: F.avg_pool2d(image(lib), 7),
    "avg divisor": lambda lib, F: F.avg_pool2d(image(lib), 2, divisor_override=0),
    "adaptive rank": lambda lib, F: F.adaptive_avg_pool2d(image(lib, 6, 6), 2),
    "adaptive three": lambda lib, F: F.adaptive_avg_pool2d(image(lib), (1, 2, 3)),
    "adaptive integers": lambda lib, F: F.adaptive_avg_pool2d(image(lib).long(), 2),
    "interpolate to what": lambda lib, F: F.interpolate(image(lib)),
    "interpolate to both": lambda lib, F: F.interpolate(image(lib), 3, 2),
}
NORM = {
    "shape": lambda lib, F: F.layer_norm(lib.ones(2, 6), (5,)),
    "weight": lambda lib, F: F.layer_norm(lib.ones(2, 6), (6,), lib.ones(5)),
    "bias": lambda lib, F: F.layer_norm(lib.ones(2, 6), (6,), lib.ones(6), lib.ones(5)),
    "integers": lambda lib, F: F.layer_norm(lib.ones(2, 6).long(), (6,)),
    "dtypes": lambda lib, F: F.layer_norm(lib.ones(2, 6), (6,), lib.ones(6).double()),
    "rms shape": lambda lib, F: F.rms_norm(lib.ones(2, 6), (5,)),
    "rms weight": lambda lib, F: F.rms_norm(lib.ones(2, 6), (6,), lib.ones(5)),
    "one value": lambda lib, F: F.batch_norm(lib.ones(1, 3), None, None, training=True),
    "no statistics": lambda lib, F: F.batch_norm(lib.ones(2, 3), None, None),
    "mean": lambda lib, F: F.batch_norm(lib.ones(2, 3), lib.ones(4), lib.ones(3)),
    "variance": lambda lib, F: F.batch_norm(lib.ones(2, 3), lib.ones(3), lib.ones(4)),
    "batch weight": lambda lib, F: F.batch_norm(
        lib.ones(2, 3), lib.ones(3), lib.ones(3), lib.ones(4)
    ),
    "batch bias": lambda lib, F: F.batch_norm(
        lib.ones(2, 3), lib.ones(3), lib.ones(3), lib.ones(3), lib.ones(4)
    ),
    "batch integers": lambda lib, F: F.batch_norm(
        lib.ones(2, 3).long(), lib.ones(3), lib.ones(3)
    ),
    "batch dtypes": lambda lib, F: F.batch_norm(
        lib.ones(2, 3).double(), lib.ones(3), lib.ones(3)
    ),
    "groups": lambda lib, F: F.group_norm(image(lib), 3),
}
LOSS = {
    "shapes": lambda lib, F: F.mse_loss(lib.ones(3), lib.ones(2)),
    "broadcast": lambda lib, F: F.mse_loss(lib.ones(3, 1), lib.zeros(3)),
    "broadcast l1": lambda lib, F: F.l1_loss(lib.ones(3, 1), lib.zeros(3)),
    "broadcast huber": lambda lib, F: F.huber_loss(lib.ones(3, 1), lib.zeros(3)),
    "reduction": lambda lib, F: F.mse_loss(lib.ones(3), lib.ones(3), reduction="avg"),
    "integers": lambda lib, F: F.mse_loss(lib.arange(3), lib.arange(3)),
    "a list": lambda lib, F: F.mse_loss(lib.ones(3), [1.0, 2.0, 3.0]),
    "beta": lambda lib, F: F.smooth_l1_loss(lib.ones(3), lib.ones(3), beta=-1.0),
    "delta": lambda lib, F: F.huber_loss(lib.ones(3), lib.ones(3), delta=0.0),
    "dtypes": lambda lib, F: F.mse_loss(lib.ones(3).double(), lib.zeros(3)),
    "integer target": lambda lib, F: F.mse_loss(lib.ones(3), lib.arange(3)),
    "class": lambda lib, F: F.cross_entropy(lib.ones(2, 3), longs(lib, 0, 3)),
    "negative": lambda lib, F: F.cross_entropy(lib.ones(2, 3), longs(lib, 0, -1)),
    "floats": lambda lib, F: F.cross_entropy(lib.ones(2, 3), lib.ones(2)),
    "batch": lambda lib, F: F.cross_entropy(lib.ones(2, 3), longs(lib, 0)),
    "class weight": lambda lib, F: F.cross_entropy(
        lib.ones(2, 3), longs(lib, 0, 1), lib.ones(2)
    ),
    "class weight dtype": lambda lib, F: F.cross_entropy(
        lib.ones(2, 3), longs(lib, 0, 1), lib.ones(3).double()
    ),
    "target rank": lambda lib, F: F.cross_entropy(
        lib.ones(2, 3), lib.ones(2, 1).long()
    ),
    "smoothing": lambda lib, F: F.cross_entropy(
        lib.ones(2, 3), longs(lib, 0, 1), label_smoothing=2.0
    ),
    "probabilities": lambda lib, F: F.cross_entropy(
        lib.ones(2, 3), lib.ones(2, 3), ignore_index=1
    ),
    "probabilities as integers": lambda lib, F: F.cross_entropy(
        lib.ones(2, 3), lib.ones(2, 3).long()
    ),
    "probabilities' weight": lambda lib, F: F.cross_entropy(
        lib.ones(2, 3), lib.ones(2, 3), lib.ones(2)
    ),
    "int32": lambda lib, F: F.cross_entropy(lib.ones(2, 3), longs(lib, 0, 1).int()),
    "bytes": lambda lib, F: F.cross_entropy(
        lib.ones(2, 3), longs(lib, 0, 1).to(lib.uint8)
    ),
    "places": lambda lib, F: F.cross_entropy(lib.ones(2, 3, 4), lib.ones(2, 5).long()),
    "image": lambda lib, F: F.cross_entropy(
        lib.ones(2, 3, 4, 4), lib.ones(2, 4, 5).long()
    ),
    "image rank": lambda lib, F: F.cross_entropy(
        lib.ones(2, 3, 4, 4), lib.ones(2, 4).long()
    ),
    "empty": lambda lib, F: F.cross_entropy(lib.ones(0, 3), lib.ones(0).long()),
    "empty sum": lambda lib, F: F.cross_entropy(
        lib.ones(0, 3), lib.ones(0).long(), reduction="sum"
    ),
    "one row": lambda lib, F: F.cross_entropy(lib.ones(3), longs(lib, 1)),
    "two for a row": lambda lib, F: F.cross_entropy(lib.ones(3), longs(lib, 1, 2)),
    "all ignored": lambda lib, F: F.cross_entropy(
        lib.ones(2, 3), longs(lib, -100, -100)
    ),
    "integer scores": lambda lib, F: F.cross_entropy(
        lib.ones(2, 3).long(), longs(lib, 0, 1)
    ),
    "nll 0-d": lambda lib, F: F.nll_loss(lib.tensor(1.0), lib.tensor(0)),
    "nll batch": lambda lib, F: F.nll_loss(lib.ones(2, 3), lib.ones(3).long()),
    "bce range": lambda lib, F: F.binary_cross_entropy(
        lib.tensor([1.5]), lib.tensor([1.0])
    ),
    "bce target": lambda lib, F: F.binary_cross_entropy(
        lib.tensor([0.5]), lib.tensor([1.5])
    ),
    "bce size": lambda lib, F: F.binary_cross_entropy(lib.ones(3), lib.ones(2)),
    "bce dtype": lambda lib, F: F.binary_cross_entropy(
        lib.ones(3), lib.ones(3).double()
    ),
    "bce at 0 and 1": lambda lib, F: F.binary_cross_entropy(
        lib.tensor([0.0, 1.0, 0.0]), lib.tensor([0.0, 1.0, 1.0]), reduction="none"
    ),
    "logits size": lambda lib, F: F.binary_cross_entropy_with_logits(
        lib.ones(3), lib.ones(2)
    ),
    "logits integers": lambda lib, F: F.binary_cross_entropy_with_logits(
        lib.ones(3), lib.ones(3).long()
    ),
    "pos_weight": lambda lib, F: F.binary_cross_entropy_with_logits(
        lib.ones(3), lib.ones(3), pos_weight=lib.ones(2)
    ),
    "kl mean": lambda lib, F: F.kl_div(lib.zeros(2, 3), lib.ones(2, 3)),
    "kl reduction": lambda lib, F: F.kl_div(
        lib.ones(2, 3), lib.ones(2, 3), reduction="avg"
    ),
}
OTHER = {
    "softmax of integers": lambda lib, F: F.softmax(lib.arange(3), 0),
    "softmax of columns": lambda lib, F: F.softmax(lib.ones(2, 2).long(), 0),
    "log_softmax of integers": lambda lib, F: F.log_softmax(lib.arange(3), 0),
    "softmax axis": lambda lib, F: F.softmax(image(lib), 4),
    "softmax of no axis": lambda lib, F: F.softmax(lib.ones(2, 2)),
    "softmax 0-d": lambda lib, F: F.softmax(lib.tensor(3.0), 0),
    "softmax of a list": lambda lib, F: F.softmax([1.0], 0),
    "dropout p": lambda lib, F: F.dropout(image(lib), 1.5),
    "dropout -p": lambda lib, F: F.dropout(image(lib), -0.1),
    "dropout2d p": lambda lib, F: F.dropout2d(image(lib), 2.0),
    "dropout2d rank": lambda lib, F: F.dropout2d(lib.ones(3, 3), 0.0),
    "dropout of integers": lambda lib, F: F.dropout(image(lib).long()),
    "dropout in evaluation": lambda lib, F: F.dropout(image(lib), 0.5, False),
    "dropout of everything": lambda lib, F: F.dropout(image(lib), 1.0),
    "embedding floats": lambda lib, F: F.embedding(lib.ones(2), lib.ones(3, 4)),
    "embedding bytes": lambda lib, F: F.embedding(
        lib.ones(2).to(lib.uint8), lib.ones(3, 4)
    ),
    "embedding 3": lambda lib, F: F.embedding(longs(lib, 3), lib.ones(3, 4)),
    "embedding -1": lambda lib, F: F.embedding(longs(lib, -1), lib.ones(3, 4)),
    "embedding rank": lambda lib, F: F.embedding(longs(lib, 1), lib.ones(3)),
    "one_hot": lambda lib, F: F.one_hot(longs(lib, 1, 0, 2)),
    "one_hot of 5": lambda lib, F: F.one_hot(lib.tensor([[1], [4]]), 5),
    "one_hot -1": lambda lib, F: F.one_hot(longs(lib, -1)),
    "one_hot 3 of 2": lambda lib, F: F.one_hot(longs(lib, 3), 2),
    "one_hot floats": lambda lib, F: F.one_hot(lib.ones(2)),
    "one_hot of nothing": lambda lib, F: F.one_hot(lib.ones(0).long()),
    "glu odd": lambda lib, F: F.glu(lib.ones(3)),
    "gelu": lambda lib, F: F.gelu(lib.ones(3), approximate="x"),
    "hardtanh": lambda lib, F: F.hardtanh(lib.ones(3), 2.0, 1.0),
    "hardtanh of integers": lambda lib, F: F.hardtanh(lib.arange(3), 0, 1),
    "relu6 of integers": lambda lib, F: F.relu6(lib.arange(9)),
    "prelu": lambda lib, F: F.prelu(lib.ones(2, 3), lib.ones(2)),
    "relu of a list": lambda lib, F: F.relu([1.0]),
    "relu of a leaf": lambda lib, F: F.relu(lib.ones(3, requires_grad=True), True),
    "attention masks": lambda lib, F: F.scaled_dot_product_attention(
        *[lib.ones(2, 3, 4)] * 3, lib.ones(3, 3) > 0, is_causal=True
    ),
    "attention dtypes": lambda lib, F: F.scaled_dot_product_attention(
        lib.ones(2, 3, 4), lib.ones(2, 3, 4).double(), lib.ones(2, 3, 4)
    ),
    "attention mask of integers": lambda lib, F: F.scaled_dot_product_attention(
        *[lib.ones(2, 3, 4)] * 3, lib.ones(3, 3).long()
    ),
    "attention sizes": lambda lib, F: F.scaled_dot_product_attention(
        lib.ones(2, 3, 4), lib.ones(2, 3, 5), lib.ones(2, 3, 4)
    ),
    "linear dtype": lambda lib, F: F.linear(lib.ones(2, 3), lib.ones(4, 3).double()),
    "linear bias dtype": lambda lib, F: F.linear(
        lib.ones(2, 3), lib.ones(4, 3), lib.ones(4).double()
    ),
    "linear sizes": lambda lib, F: F.linear(lib.ones(2, 3), lib.ones(4, 5)),
    "linear sizes, bias": lambda lib, F: F.linear(
        lib.ones(2, 3), lib.ones(4, 5), lib.ones(4)
    ),
    "linear bias": lambda lib, F: F.linear(lib.ones(2, 3), lib.ones(4, 3), lib.ones(5)),
    "linear weight": lambda lib, F: F.linear(lib.ones(2, 3), lib.ones(1, 4, 3)),
    "linear of a vector, 0-d bias": lambda lib, F: F.linear(
        lib.ones(2, 3), lib.ones(3), lib.tensor(1.0)
    ),
    "linear list, bias": lambda lib, F: F.linear([1.0], lib.ones(4, 3), lib.ones(4)),
    "linear float bias": lambda lib, F: F.linear(lib.ones(2, 3), lib.ones(4, 3), 1.0),
    "linear list": lambda lib, F: F.linear([1.0], lib.ones(4, 3)),
    "linear 0-d": lambda lib, F: F.linear(lib.tensor(1.0), lib.ones(4, 5)),
    "linear 0-d, bias": lambda lib, F: F.linear(
        lib.tensor(1.0), lib.ones(4, 5), lib.ones(4)
    ),
} | {
    f"{name} of integers": lambda lib, F, name=name: getattr(F, name)(lib.arange(4))
    for name in """
        gelu silu elu selu leaky_relu softplus logsigmoid glu softsign
    """.split()
}
PROGRAMS = {
    f"{family}: {name}": program
    for family, table in {
        "conv": CONV,
        "pool": POOL,
        "norm": NORM,
        "loss": LOSS,
        "other": OTHER,
    }.items()
    for name, program in table.items()
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_wrong_arguments_are_met_as_pytorch_meets_them(name: str):
    same(lambda lib: PROGRAMS[name](lib, lib.nn.functional))


LAYERS = {
    "Conv1d": lambda nn: (nn.Conv1d(2, 4, 3), (1, 2, 5)),
    "Conv2d": lambda nn: (nn.Conv2d(2, 4, 3), (1, 2, 5, 5)),
    "Conv2d without bias": lambda nn: (nn.Conv2d(2, 4, 3, bias=False), (1, 2, 5, 5)),
    "ConvTranspose2d": lambda nn: (nn.ConvTranspose2d(2, 4, 3), (1, 2, 5, 5)),
    "LayerNorm": lambda nn: (nn.LayerNorm(2), (3, 2)),
    "LayerNorm without bias": lambda nn: (nn.LayerNorm(2, bias=False), (3, 2)),
    "GroupNorm": lambda nn: (nn.GroupNorm(1, 2), (3, 2, 4)),
    "BatchNorm1d": lambda nn: (nn.BatchNorm1d(2), (3, 2)),
}


@pytest.mark.parametrize("make", LAYERS.values(), ids=LAYERS)
@pytest.mark.parametrize("own, given", [("float", "double"), ("double", "float")])
def test_an_input_of_another_dtype_than_the_layer(make, own: str, given: str):
    def program(lib):
        layer, shape = make(lib.nn)
        return getattr(layer, own)()(getattr(lib.ones(shape), given)())

    same_error(program, says="")
