"""Convolutions, linear maps and attention of nn.functional."""

from .case import Case
from .nn_activation import named

LINEAR = {
    "F.linear": (lambda F, x, w, b: F.linear(x, w, b), ((2, 3), (4, 3), (4,))),
    "F.linear no bias": (lambda F, x, w: F.linear(x, w), ((2, 3), (4, 3))),
    "F.linear 1D": (lambda F, x, w, b: F.linear(x, w, b), ((3,), (4, 3), (4,))),
    "F.linear 1D no bias": (lambda F, x, w: F.linear(x, w), ((3,), (4, 3))),
    "F.linear 3D": (lambda F, x, w, b: F.linear(x, w, b), ((2, 5, 3), (4, 3), (4,))),
    "F.linear 3D no bias": (lambda F, x, w: F.linear(x, w), ((2, 5, 3), (4, 3))),
    "F.linear vector": (lambda F, x, w: F.linear(x, w), ((2, 3), (3,))),
    "F.linear empty": (lambda F, x, w, b: F.linear(x, w, b), ((0, 3), (4, 3), (4,))),
}
CONV = {
    "F.conv1d": (lambda F, x, w, b: F.conv1d(x, w, b), ((2, 3, 7), (4, 3, 3), (4,))),
    "F.conv1d stride": (
        lambda F, x, w: F.conv1d(x, w, stride=2, padding=1, dilation=2),
        ((2, 3, 9), (4, 3, 3)),
    ),
    "F.conv1d unbatched": (lambda F, x, w: F.conv1d(x, w), ((3, 7), (4, 3, 3))),
    "F.conv2d": (
        lambda F, x, w, b: F.conv2d(x, w, b),
        ((2, 3, 5, 6), (4, 3, 3, 2), (4,)),
    ),
    "F.conv2d padding": (
        lambda F, x, w, b: F.conv2d(x, w, b, padding=(1, 2)),
        ((2, 1, 4, 5), (3, 1, 3, 3), (3,)),
    ),
    "F.conv2d stride": (
        lambda F, x, w: F.conv2d(x, w, stride=(2, 1), padding=1, dilation=(1, 2)),
        ((2, 2, 7, 6), (3, 2, 3, 2)),
    ),
    "F.conv2d wide stride": (
        lambda F, x, w: F.conv2d(x, w, stride=3),
        ((1, 2, 8, 7), (2, 2, 2, 2)),
    ),
    "F.conv2d groups": (
        lambda F, x, w, b: F.conv2d(x, w, b, padding=1, groups=2),
        ((2, 4, 4, 3), (6, 2, 3, 3), (6,)),
    ),
    "F.conv2d depthwise": (
        lambda F, x, w: F.conv2d(x, w, groups=3, stride=2),
        ((2, 3, 5, 5), (3, 1, 3, 3)),
    ),
    "F.conv2d 1x1": (lambda F, x, w: F.conv2d(x, w), ((2, 3, 4, 4), (5, 3, 1, 1))),
    "F.conv2d large kernel": (
        lambda F, x, w: F.conv2d(x, w),
        ((2, 2, 4, 5), (3, 2, 4, 5)),
    ),
    "F.conv2d same": (
        lambda F, x, w: F.conv2d(x, w, padding="same", dilation=(1, 2)),
        ((1, 2, 4, 5), (3, 2, 3, 3)),
    ),
    "F.conv2d valid": (
        lambda F, x, w: F.conv2d(x, w, padding="valid"),
        ((1, 2, 4, 5), (3, 2, 3, 3)),
    ),
    "F.conv2d no batch": (lambda F, x, w: F.conv2d(x, w), ((0, 2, 4, 5), (3, 2, 3, 3))),
    "F.conv_transpose2d": (
        lambda F, x, w, b: F.conv_transpose2d(x, w, b),
        ((2, 3, 4, 3), (3, 2, 3, 2), (2,)),
    ),
    "F.conv_transpose2d stride": (
        lambda F, x, w: F.conv_transpose2d(x, w, None, (2, 3), 1, (1, 0), 2, (1, 2)),
        ((2, 4, 3, 3), (4, 2, 3, 3)),
    ),
}
ATTENTION = {
    "F.attention": lambda F, q, k, v: F.scaled_dot_product_attention(q, k, v),
    "F.attention causal": lambda F, q, k, v: F.scaled_dot_product_attention(
        q, k, v, is_causal=True, scale=0.3
    ),
    "F.attention float mask": lambda F, q, k, v: F.scaled_dot_product_attention(
        q, k, v, (q @ k.mT).detach()
    ),
    "F.attention mask with a gradient": lambda F, q, k, v: (
        F.scaled_dot_product_attention(q, k, v, q @ k.mT / 2)
    ),
    "F.attention of one query": lambda F, q, k, v: F.scaled_dot_product_attention(
        q[:1], k, v, is_causal=True
    ),
    "F.attention bool mask": lambda F, q, k, v: F.scaled_dot_product_attention(
        q, k, v, (q @ k.mT).detach() > -0.5
    ),
}
QKV = ((2, 3, 4), (2, 5, 4), (2, 5, 6))


def of_tables(*tables: dict, graph: bool = True) -> list[Case]:
    """Cases of tables of (program of nn.functional, shapes)."""
    rows = {name: row for table in tables for name, row in table.items()}
    programs = named({name: program for name, (program, _) in rows.items()})
    return [Case(name, programs[name], rows[name][1], graph=graph) for name in rows]


CASES = [
    *of_tables(LINEAR, CONV),
    *(Case(name, row, QKV, graph=False) for name, row in named(ATTENTION).items()),
]
