"""Problem set 6: predictions; how wrong numbers come about."""

import weakref

from .computed import question


@question(
    lambda u: (f"$u_0 = {u}$", f"return {2 * u * u} * 6 *"),
    u=(3, 5, 6, 7),
)
def slope_of_the_rate(lib, u):
    """u from {u}, three steps of descent on 2 u²: the slope of the loss by η, at 1/8"""
    rate = lib.tensor(0.125, dtype=lib.float64, requires_grad=True)
    u = lib.tensor(float(u), dtype=lib.float64, requires_grad=True)
    for _ in range(3):
        (slope,) = lib.autograd.grad(2 * u**2, u, create_graph=True)
        u = u - rate * slope
    return lib.autograd.grad(2 * u**2, rate)[0]


_WORDS = {4: "four", 6: "six", 7: "seven", 8: "eight"}


@question(
    lambda segments, layers: (
        f"A chain has {segments * layers} layers",
        f"cut into {_WORDS[segments]} segments of {layers} layers",
        f"return {segments} + {layers} * 3",
    ),
    segments=(6, 4, 7, 8),
    layers=(5, 7, 9, 10),
)
def peak_of_tensors(lib, segments, layers):
    """{segments} segments of {layers} layers of three tensors: the most tensors kept"""
    alive, most = weakref.WeakSet(), [0]

    class Box:
        def __init__(self, tensor):
            self.tensor = tensor

    def pack(tensor):
        box = Box(tensor)
        alive.add(box)
        most[0] = max(most[0], len(alive))
        return box

    def segment(x):
        for _ in range(layers):
            x = lib.tanh(lib.tan(lib.tanh(x)))
        return x

    class Again(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return segment(x)

        @staticmethod
        def backward(ctx, grad):
            x = ctx.saved_tensors[0].detach().requires_grad_()
            with lib.enable_grad():
                segment(x).backward(grad)
            return x.grad

    x = lib.tensor([0.25], dtype=lib.float64, requires_grad=True)
    with lib.autograd.graph.saved_tensors_hooks(pack, lambda box: box.tensor):
        out = x
        for _ in range(segments):
            out = Again.apply(out)
        out.sum().backward()
    return lib.tensor(float(most[0]))


def _slopes(u: int) -> dict[float, str]:
    left, twice = u / 8, 2 * u**2  # of the distance; the loss at the start
    return {
        4 * left * -7 * u: "That is what comes out without create_graph: the three "
        "gradients count as constants. But with another rate the second and third "
        "would be others, too.",
        twice * 6 * 0.5**6 * -4: "A power loses one of its exponent when it is "
        "differentiated: (1 - 4 η)⁶ becomes 6 (1 - 4 η)⁵ times the inner derivative. "
        "Or the loss is taken as u², where it is 2 u².",
        twice
        * 6
        * 0.5**5: "The inner derivative is missing: 1 - 4 η has the slope -4.",
        -twice * 6 * 0.5**5: "The inner derivative is -4, not -1: the gradient of 2 u² "
        "is 4 u.",
        u * 3 * 0.5**2 * -4: "That is the derivative of u after three steps. Asked for "
        "is that of the loss, 2 u².",
        2 * left**2: "That is the loss itself. Asked for is its derivative.",
        twice
        * 6
        * 0.75**5
        * -2: "The gradient of 2 u² is 4 u, so each step multiplies u by 1 - 4 η.",
        twice * 4 * 0.5**3 * -4: "That is after two steps. There are three.",
        twice * 2 * 0.5 * -4: "That is after a single step. There are three.",
        twice * 3 * 0.5**2 * -4: "The loss is a square: its factor is (1 - 4 η)⁶, and "
        "not (1 - 4 η)³.",
        4
        * left: "That is the gradient by u at the end. Asked for is the derivative by "
        "η.",
        4 * left * -4 * left: "That is as if only the step after the last one depended "
        "on η. Each of the three steps does.",
        4 * left * -u: "That is the last step alone, and η is in each of the three. Or "
        "it is after four steps.",
        0.0: "The steps depend on η, and so does where they end.",
    }


def _peaks(segments: int, layers: int) -> dict[int, str]:
    own, all = 3 * layers, segments * layers
    word = _WORDS[segments]
    return {
        3 * all: f"That is without checkpoints: three for each of the {all} layers.",
        3 * all + segments: "Only one segment at a time is run again and kept: the "
        "tensors of the others are not there.",
        own: "These are the tensors of one segment. The inputs of the segments are "
        "kept, too.",
        segments: "These are the checkpoints, as they are after the way forward. On "
        "the way back a segment is run again, and keeps its tensors.",
        segments + layers: "A layer keeps three tensors, and not one.",
        own + 1: f"All {word} checkpoints are still there when the last segment runs "
        "again: nothing has been freed.",
        own + segments - 1: f"All {word} checkpoints are still there when the last "
        "segment runs again. Its own is freed only when its backward is done.",
        own + segments + 1: "The output of the last segment is nobody's input, and is "
        "not saved. The first checkpoint is x.",
        segments + all: f"There are {segments} segments and {segments} checkpoints; a "
        f"segment has {layers} layers, and so {own} tensors.",
        layers + 3 * segments: f"The segment has {layers} layers, and there are "
        f"{segments} of them: {segments} checkpoints, and {own} tensors of one "
        "segment.",
        own + all: f"Each segment's input is one tensor, and not each layer's: "
        f"{segments} in all.",
        all: "That is one tensor for each layer. With checkpoints most are not kept.",
        layers: f"A segment has {layers} layers. How many tensors does it keep, and "
        "what is kept of the others?",
        3
        * segments: f"A segment has {layers} layers, and so {own} tensors. The inputs "
        "of all segments are kept, too.",
        own + 3 * segments: f"That is three tensors for each of {layers} layers, and "
        "three for each checkpoint. A checkpoint is one tensor.",
    }


WRONG = {"slope_of_the_rate": _slopes, "peak_of_tensors": _peaks}
