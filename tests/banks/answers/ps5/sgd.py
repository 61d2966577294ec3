"""Answers to SGD."""

import numpy as np
from banks.answers.bank import answers_to

right, wrong = answers_to("SGD")

# -- right -----------------------------------------------------------------------------


@right
class AsInTheBook:
    @staticmethod
    def update(param, grad, state, group):
        velocity = grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            velocity += group["momentum"] * state["momentum_buffer"]
        state["momentum_buffer"] = velocity
        param -= group["lr"] * velocity


@right
class InPlaceInTheState:
    @staticmethod
    def update(param, grad, state, group):
        if group["weight_decay"] != 0:
            grad = grad + group["weight_decay"] * param
        if group["momentum"] != 0:
            if "momentum_buffer" not in state:
                state["momentum_buffer"] = np.zeros_like(param)
            state["momentum_buffer"] *= group["momentum"]
            state["momentum_buffer"] += grad
            grad = state["momentum_buffer"]
        param -= group["lr"] * grad


@right
class AsInTheLecture:
    def update(param, grad, state, group):
        lr, beta, decay = group["lr"], group["momentum"], group["weight_decay"]
        state["momentum_buffer"] = (
            beta * state.get("momentum_buffer", 0) + grad + decay * param
        )
        param[...] = param - lr * state["momentum_buffer"]


@right
class WithACopyAtTheFirstStep:
    @staticmethod
    def update(param, grad, state, group):
        g = grad.copy()
        g += param * group["weight_decay"]
        v = state.setdefault("momentum_buffer", None)
        v = g if v is None else group["momentum"] * v + g
        state["momentum_buffer"] = v.copy()
        np.subtract(param, group["lr"] * v, out=param)


# -- wrong -----------------------------------------------------------------------------


@wrong("rate is in the velocity")
class RateInsideTheBuffer:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + group["lr"] * grad
        state["momentum_buffer"] = v
        param -= v


@wrong("One velocity for all parameters")
class OneBufferForAGroup:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = grad + group["momentum"] * group.get("momentum_buffer", 0)
        group["momentum_buffer"] = v
        param -= group["lr"] * v


@wrong("One velocity for all parameters")
class OneBufferForAll:
    velocity = 0

    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        OneBufferForAll.velocity = group["momentum"] * OneBufferForAll.velocity + grad
        param -= group["lr"] * OneBufferForAll.velocity


kept = {}


@wrong("One velocity for all parameters")
class OneBufferInAGlobalDict:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        kept["v"] = group["momentum"] * kept.get("v", 0) + grad
        param -= group["lr"] * kept["v"]


@wrong("decay", "after the momentum")
class DecayAfterMomentum:
    @staticmethod
    def update(param, grad, state, group):
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * (v + group["weight_decay"] * param)


@wrong("decay", "after the momentum")
class DecayByShrinking:
    @staticmethod
    def update(param, grad, state, group):
        param *= 1 - group["lr"] * group["weight_decay"]
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v


@wrong("weight decay is missing")
class NoDecay:
    @staticmethod
    def update(param, grad, state, group):
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v


@wrong("weight decay", "sign")
class DecayWithTheWrongSign:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad - group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v


@wrong("param is not changed")
class ANewArray:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param = param - group["lr"] * v


@wrong("returned an object of type ndarray")
class Returned:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        return param - group["lr"] * v


@wrong("changed grad in place")
class GradChanged:
    @staticmethod
    def update(param, grad, state, group):
        grad += group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v


@wrong("keeps grad itself")
class GradKept:
    @staticmethod
    def update(param, grad, state, group):
        if group["weight_decay"]:
            grad = grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            v = group["momentum"] * state["momentum_buffer"] + grad
        else:
            v = grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v


@wrong("1 - momentum")
class RunningMean:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        mu = group["momentum"]
        v = mu * state.get("momentum_buffer", 0) + (1 - mu) * grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v


@wrong("No velocity is kept")
class VelocityForgotten:
    @staticmethod
    def update(param, grad, state, group):
        velocity = grad + group["weight_decay"] * param
        if "momentum_buffer" in state:
            velocity += group["momentum"] * state["momentum_buffer"]
        param -= group["lr"] * velocity


@wrong("No velocity is kept")
class StateReplaced:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state = {"momentum_buffer": v}
        param -= group["lr"] * v


@wrong("another name")
class AnotherName:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        state["v"] = group["momentum"] * state.get("v", 0) + grad
        param -= group["lr"] * state["v"]


@wrong("state is empty at the first step")
class NoFirstStep:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        state["momentum_buffer"] = group["momentum"] * state["momentum_buffer"] + grad
        param -= group["lr"] * state["momentum_buffer"]


@wrong("Nesterov")
class Nesterov:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * (grad + group["momentum"] * v)


@wrong("uphill")
class Uphill:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param += group["lr"] * v


@wrong("velocity of the step before")
class VelocityOfTheStepBefore:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = state.get("momentum_buffer", np.zeros_like(param))
        param -= group["lr"] * v
        state["momentum_buffer"] = group["momentum"] * v + grad


@wrong("rate is missing")
class NoRate:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= v


@wrong("counts twice")
class FirstGradientTwice:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", grad) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v


@wrong("rate is in the velocity")
class VelocityThatGoesDown:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) - group["lr"] * grad
        state["momentum_buffer"] = v
        param += v


@wrong("always 0.9")
class AMomentumOfItsOwn:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = 0.9 * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v


@wrong("rate is always 0.1")
class ARateOfItsOwn:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param -= 0.1 * v


@wrong("no axis to index")
class WrittenByAColon:
    @staticmethod
    def update(param, grad, state, group):
        grad = grad + group["weight_decay"] * param
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        state["momentum_buffer"] = v
        param[:] = param - group["lr"] * v


@wrong("after the momentum")
class DecayInTheVelocityAndTheEnd:
    @staticmethod
    def update(param, grad, state, group):
        v = group["momentum"] * state.get("momentum_buffer", 0) + grad
        v = v + group["weight_decay"] * param
        state["momentum_buffer"] = v - group["weight_decay"] * param
        param -= group["lr"] * v


@wrong("param is an array")
class ParamWithDot:
    @staticmethod
    def update(param, grad, state, group):
        v = group["momentum"] * state.get("momentum_buffer", 0) + param.grad
        state["momentum_buffer"] = v
        param -= group["lr"] * v


@wrong("lies across")
class FlatEntries:
    @staticmethod
    def update(param, grad, state, group):
        p = param.reshape(-1)
        g = grad.reshape(-1) + group["weight_decay"] * p
        v = g + group["momentum"] * np.reshape(state.get("momentum_buffer", 0 * g), -1)
        state["momentum_buffer"] = v.reshape(param.shape)
        p -= group["lr"] * v
