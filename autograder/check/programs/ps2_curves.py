"""Problem set 2: functions of one number, entry by entry."""

from ..inputs import Between, Exactly, Floats, Whole, of_shapes
from .program import program

INFINITY, NAN = float("inf"), float("nan")

# -- Exp --------------------------------------------------------------------------


@program("Exp", order=2)
def exponential(lib, a):
    """out = exp(a)"""
    return lib.exp(a)


@program(
    "Exp",
    inputs=[
        (Floats((3, 4), scale=20.0),),
        (Exactly((0.0, -0.0, 800.0, -800.0, 1e-9, 20.0, -20.0), (7,)),),
        (Exactly((INFINITY, -INFINITY, NAN), (3,)),),
    ],
)
def exponential_far_out(lib, a):
    """out = exp(a), where |a| is large"""
    return lib.exp(a)


@program("Exp", inputs=[(Whole((2, 3)),)])
def exponential_of_whole_numbers(lib, a):
    """out = exp(a), for whole numbers"""
    return a.exp()


@program("Exp", order=2, inputs=of_shapes([(3, 4)], [()]))
def exponential_twice(lib, x):
    """out = exp(exp(x))"""
    return x.exp().exp()


@program("Exp")
def exponential_plus_itself(lib, x):
    """out = exp(x) + x"""
    return x.exp() + x


@program("Exp")
def itself_plus_exponential(lib, x):
    """out = x + exp(x)"""
    return x + x.exp()


@program("Exp", inputs=of_shapes([(3, 4)]))
def share_of_all_exponentials(lib, x):
    """out = e / e.sum(), where e = exp(x)"""
    e = lib.exp(x)
    return e / e.sum()


# -- Log --------------------------------------------------------------------------

POSITIVE = [
    (Between(shape, 0.05, 5.0),) for shape in ((3, 4), (3, 1), (2, 3, 4), (), (0, 3))
]


@program("Log", order=2, inputs=[*POSITIVE, (Between((2, 3), 0.05, 5.0, "float32"),)])
def logarithm(lib, a):
    """out = log(a)"""
    return lib.log(a)


@program(
    "Log", inputs=[(Exactly((0.0, -0.0, 1.0, -1.0, INFINITY, 1e-300, NAN), (7,)),)]
)
def logarithm_of_special_values(lib, a):
    """out = log(a), with zeros, infinity and negative numbers"""
    return lib.log(a)


@program("Log", inputs=[(Whole((2, 3), low=1),)])
def logarithm_of_whole_numbers(lib, a):
    """out = log(a), for whole numbers"""
    return a.log()


@program("Log", inputs=POSITIVE[:2])
def logarithm_plus_itself(lib, x):
    """out = log(x) + x"""
    return x.log() + x


@program("Log", inputs=POSITIVE[:2])
def itself_plus_logarithm(lib, x):
    """out = x + log(x)"""
    return x + x.log()


@program("Log", inputs=of_shapes([(3, 4)]), order=2)
def logarithm_of_a_sum(lib, x):
    """out = log(exp(x).sum(dim=1))"""
    return x.exp().sum(dim=1).log()


@program("Log", inputs=POSITIVE[:1])
def entropy(lib, p):
    """out = -(p * log(p)).sum()"""
    return -(p * p.log()).sum()


# -- Tanh -------------------------------------------------------------------------


@program("Tanh", order=2)
def tanh(lib, a):
    """out = tanh(a)"""
    return lib.tanh(a)


@program(
    "Tanh",
    order=2,
    inputs=[
        (Floats((3, 4), scale=30.0),),
        (Exactly((0.0, -0.0, 800.0, -800.0, 1e-9, 20.0, -20.0), (7,)),),
        (Exactly((INFINITY, -INFINITY, NAN), (3,)),),
    ],
)
def tanh_far_out(lib, a):
    """out = tanh(a), where |a| is large"""
    return lib.tanh(a)


@program("Tanh", inputs=[(Whole((2, 3)),)])
def tanh_of_whole_numbers(lib, a):
    """out = tanh(a), for whole numbers"""
    return a.tanh()


@program("Tanh", order=2)
def tanh_twice(lib, x):
    """out = tanh(tanh(x))"""
    return x.tanh().tanh()


@program("Tanh")
def itself_plus_tanh(lib, x):
    """out = x + tanh(x)"""
    return x + x.tanh()


@program("Tanh")
def tanh_plus_itself(lib, x):
    """out = tanh(x) + x"""
    return x.tanh() + x


@program("Tanh")
def tanh_used_twice(lib, x):
    """out = t + 3 * exp(t), where t = tanh(x)"""
    t = lib.tanh(x)
    return t + 3 * t.exp()


@program("Tanh", inputs=of_shapes([(3, 4), (4,)]))
def neuron(lib, x, w):
    """out = tanh(x @ w).mean()"""
    return (x @ w).tanh().mean()


# -- ReLU -------------------------------------------------------------------------


@program("ReLU")
def rectified(lib, a):
    """out = relu(a)"""
    return lib.relu(a)


@program("ReLU", inputs=[(Exactly((0.0, -0.0, 1.5, -2.0, 1e-9, -1e-9), (2, 6)),)])
def rectified_at_zero(lib, a):
    """out = relu(a), with zeros in a"""
    return lib.relu(a)


@program("ReLU", inputs=[(Exactly((INFINITY, -INFINITY, 2.0), (3,)),)])
def rectified_of_infinity(lib, a):
    """out = relu(a), with infinities"""
    return lib.relu(a)


@program("ReLU", inputs=[(Whole((2, 3)),)])
def rectified_of_whole_numbers(lib, a):
    """out = relu(a), for whole numbers"""
    return a.relu()


@program("ReLU")
def rectified_plus_itself(lib, x):
    """out = relu(x) + x"""
    return x.relu() + x


@program("ReLU")
def itself_plus_rectified(lib, x):
    """out = x + relu(x)"""
    return x + x.relu()


@program("ReLU", order=2, inputs=of_shapes([(3, 4)]))
def square_of_rectified(lib, x):
    """out = r * r, where r = relu(x)"""
    r = x.relu()
    return r * r


@program("ReLU", inputs=of_shapes([(3, 4), (4,)]))
def rectified_neuron(lib, x, w):
    """out = relu(x @ w).sum()"""
    return (x @ w).relu().sum()


# -- Abs --------------------------------------------------------------------------


@program("Abs")
def absolute(lib, a):
    """out = abs(a)"""
    return lib.abs(a)


@program("Abs", inputs=[(Exactly((0.0, -0.0, 1.5, -2.0, 1e-9, -1e-9), (2, 6)),)])
def absolute_at_zero(lib, a):
    """out = abs(a), with zeros in a"""
    return lib.abs(a)


@program("Abs", inputs=[(Exactly((INFINITY, -INFINITY, 2.0, 1e200), (4,)),)])
def absolute_of_infinity(lib, a):
    """out = abs(a), with infinities and what is nearly infinite"""
    return lib.abs(a)


@program("Abs", inputs=[(Whole((2, 3)),)])
def absolute_of_whole_numbers(lib, a):
    """out = abs(a), for whole numbers"""
    return a.abs()


@program("Abs")
def absolute_plus_itself(lib, x):
    """out = abs(x) + x"""
    return x.abs() + x


@program("Abs")
def itself_plus_absolute(lib, x):
    """out = x + abs(x)"""
    return x + x.abs()


@program("Abs", order=2, inputs=of_shapes([(3, 4)]))
def square_of_absolute(lib, x):
    """out = r * r, where r = abs(x)"""
    r = x.abs()
    return r * r


@program("Abs", inputs=of_shapes([(3, 4), (4,)]))
def mean_of_absolute_errors(lib, x, w):
    """out = abs(x @ w).mean()"""
    return (x @ w).abs().mean()


# -- special values ---------------------------------------------------------------


@program("ReLU", bare=True, inputs=[(Exactly((NAN, -1.0, 2.0), (2, 3)),)])
def rectified_of_nan(lib, a):
    """out = relu(a.detach()), where some entries are nan"""
    return lib.relu(a.detach())


@program("Abs", bare=True, inputs=[(Exactly((NAN, -1.0, 2.0), (2, 3)),)])
def absolute_of_nan(lib, a):
    """out = abs(a.detach()), where some entries are nan"""
    return lib.abs(a.detach())
