"""Problem set 6: predictions; how wrong numbers come about."""

import weakref

from .computed import question


@question
def slope_of_the_rate(lib):
    """u from 3, three steps of descent on 2 u²: the slope of the loss by η, at 1/8"""
    rate = lib.tensor(0.125, dtype=lib.float64, requires_grad=True)
    u = lib.tensor(3.0, dtype=lib.float64, requires_grad=True)
    for _ in range(3):
        (slope,) = lib.autograd.grad(2 * u**2, u, create_graph=True)
        u = u - rate * slope
    return lib.autograd.grad(2 * u**2, rate)[0]


@question
def peak_of_tensors(lib):
    """30 layers of three tensors, in segments of 5: the most tensors kept at a time"""
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
        for _ in range(5):
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
        for _ in range(6):
            out = Again.apply(out)
        out.sum().backward()
    return lib.tensor(float(most[0]))


_LEFT = 3 * 0.5**3  # what is left of the distance
_CONSTANT = 4 * _LEFT * -(12 + 6 + 3)

WRONG = {
    "slope_of_the_rate": {
        _CONSTANT: "That is what comes out without create_graph: the three gradients "
        "count as constants. But with another rate the second and third would be "
        "others, too.",
        -432 * 0.5**6: "A power loses one of its exponent when it is differentiated: "
        "(1 - 4 η)⁶ becomes 6 (1 - 4 η)⁵ times the inner derivative. Or the loss is "
        "taken as u², where it is 2 u².",
        108 * 0.5**5: "The inner derivative is missing: 1 - 4 η has the slope -4.",
        -108 * 0.5**5: "The inner derivative is -4, not -1: the gradient of 2 u² is "
        "4 u.",
        3 * 3 * 0.5**2 * -4: "That is the derivative of u after three steps. Asked "
        "for is that of the loss, 2 u².",
        2 * _LEFT**2: "That is the loss itself. Asked for is its derivative.",
        18 * 6 * 0.75**5 * -2: "The gradient of 2 u² is 4 u, so each step multiplies u "
        "by 1 - 4 η.",
        18 * 8 * 0.5**7 * -4: "That is after four steps. There are three.",
        18 * 4 * 0.5**3 * -4: "That is after two steps. There are three.",
        18 * 2 * 0.5 * -4: "That is after a single step. There are three.",
        18 * 3 * 0.5**2 * -4: "The loss is a square: its factor is (1 - 4 η)⁶, and "
        "not (1 - 4 η)³.",
        4 * _LEFT: "That is the gradient by u at the end. Asked for is the derivative "
        "by η.",
        4 * _LEFT * -4 * _LEFT: "That is as if only the step after the last one "
        "depended on η. Each of the three steps does.",
        4 * _LEFT * -3: "That is the last step alone. η is in each of the three.",
        0.0: "The steps depend on η, and so does where they end.",
    },
    "peak_of_tensors": {
        90: "That is without checkpoints: three for each of the 30 layers.",
        96: "Only one segment at a time is run again and kept: the tensors of the "
        "others are not there.",
        15: "These are the tensors of one segment. The inputs of the segments are "
        "kept, too.",
        6: "These are the checkpoints, as they are after the way forward. On the way "
        "back a segment is run again, and keeps its tensors.",
        11: "A layer keeps three tensors, and not one.",
        16: "All six checkpoints are still there when the last segment runs again: "
        "nothing has been freed.",
        20: "All six checkpoints are still there when the last segment runs again. "
        "Its own is freed only when its backward is done.",
        22: "The output of the last segment is nobody's input, and is not saved. The "
        "first checkpoint is x.",
        36: "There are 6 segments and 6 checkpoints; a segment has 5 layers, and so "
        "15 tensors.",
        23: "The segment has 5 layers, and there are 6 of them: 6 checkpoints, and 15 "
        "tensors of one segment.",
        45: "Each segment's input is one tensor, and not each layer's: 6 in all.",
        30: "That is one tensor for each layer. With checkpoints most are not kept.",
        5: "A segment has 5 layers. How many tensors does it keep, and what is kept "
        "of the others?",
        18: "A segment has 5 layers, and so 15 tensors. The inputs of all segments "
        "are kept, too.",
        33: "That is three tensors for each of 5 layers, and three for each "
        "checkpoint. A checkpoint is one tensor.",
    },
}
