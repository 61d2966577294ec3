"""Random fillings: what a tensor becomes does not depend on what it was."""

import numpy as np

from ..core.op import Op


class Uniform(Op):
    """out = numbers that were drawn; the derivative is 0"""

    @staticmethod
    def forward(ctx, a, numbers):
        return numbers

    @staticmethod
    def backward(ctx, grad):
        return np.zeros_like(grad)


class Normal(Uniform):
    """out = numbers drawn for normal_"""


class Random(Uniform):
    """out = integers between two bounds, drawn for random_"""


class RandomBelow(Uniform, name="RandomBackward1"):
    """out = integers from 0 up, drawn for random_"""


class RandomAny(Uniform, name="RandomBackward2"):
    """out = integers as large as the dtype has them, drawn for random_"""


class Bernoulli(Uniform, name="BernoulliBackward2"):
    """out = zeros and ones of one probability, drawn for bernoulli_"""


class BernoulliOfEach(Uniform, name="BernoulliBackward1"):
    """out = zeros and ones, each of its own probability, drawn for bernoulli_"""


class Exponential(Uniform):
    """out = numbers drawn for exponential_"""


class Geometric(Uniform):
    """out = numbers drawn for geometric_"""
