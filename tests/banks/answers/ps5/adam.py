"""Answers to Adam."""

import numpy as np
from banks.answers.bank import answers_to

right, wrong = answers_to("Adam")

# -- right -----------------------------------------------------------------------------


@right
class AsInTheBook:
    @staticmethod
    def update(param, grad, state, group):
        beta1, beta2 = group["betas"]
        grad = grad + group["weight_decay"] * param
        step = state["step"] = state.get("step", 0) + 1
        mean = beta1 * state.get("exp_avg", 0) + (1 - beta1) * grad
        square = beta2 * state.get("exp_avg_sq", 0) + (1 - beta2) * grad**2
        state["exp_avg"], state["exp_avg_sq"] = mean, square
        root = np.sqrt(square / (1 - beta2**step))
        param -= group["lr"] * mean / (1 - beta1**step) / (root + group["eps"])


@right
class InPlace:
    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state["step"] = 0
            state["exp_avg"] = np.zeros_like(param)
            state["exp_avg_sq"] = np.zeros_like(param)
        b1, b2 = group["betas"]
        state["step"] += 1
        if group["weight_decay"] != 0:
            grad = grad + param * group["weight_decay"]
        m, s = state["exp_avg"], state["exp_avg_sq"]
        m *= b1
        m += (1 - b1) * grad
        s *= b2
        s += (1 - b2) * grad * grad
        m_hat = m / (1 - b1 ** state["step"])
        s_hat = s / (1 - b2 ** state["step"])
        param -= group["lr"] * m_hat / (np.sqrt(s_hat) + group["eps"])


@right
class AsInThePaper:
    @staticmethod
    def update(param, grad, state, group):
        lr, (b1, b2), eps = group["lr"], group["betas"], group["eps"]
        t = int(state.get("step", 0)) + 1
        g = grad + group["weight_decay"] * param
        m = state.get("exp_avg", np.zeros(param.shape))
        s = state.get("exp_avg_sq", np.zeros(param.shape))
        m = m + (1 - b1) * (g - m)
        s = s + (1 - b2) * (np.square(g) - s)
        state.update(step=t, exp_avg=m, exp_avg_sq=s)
        rate = lr * np.sqrt(1 - b2**t) / (1 - b1**t)
        eps = eps * np.sqrt(1 - b2**t)
        param[...] -= rate * m / (np.sqrt(s) + eps)


# -- wrong -----------------------------------------------------------------------------


def means(param, grad, state, group, beta1=None, beta2=None, decays=True):
    """The right way to the count and the two means."""
    beta1, beta2 = beta1 or group["betas"][0], beta2 or group["betas"][1]
    if decays:
        grad = grad + group["weight_decay"] * param
    state["step"] = state.get("step", 0) + 1
    state["exp_avg"] = beta1 * state.get("exp_avg", 0) + (1 - beta1) * grad
    state["exp_avg_sq"] = beta2 * state.get("exp_avg_sq", 0) + (1 - beta2) * grad**2
    return state["step"], state["exp_avg"], state["exp_avg_sq"]


def corrected(t, m, s, group):
    beta1, beta2 = group["betas"]
    return m / (1 - beta1**t), s / (1 - beta2**t)


@wrong("The means are not corrected")
class NoCorrection:
    @staticmethod
    def update(param, grad, state, group):
        _, m, s = means(param, grad, state, group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("exp_avg_sq is not corrected")
class OnlyTheFirstCorrected:
    @staticmethod
    def update(param, grad, state, group):
        t, m, s = means(param, grad, state, group)
        m, _ = corrected(t, m, s, group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("one step behind")
class CountedAfterwards:
    @staticmethod
    def update(param, grad, state, group):
        t, m, s = means(param, grad, state, group)
        m, s = corrected(t - 1, m, s, group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("eps stands under the root")
class EpsUnderTheRoot:
    @staticmethod
    def update(param, grad, state, group):
        m, s = corrected(*means(param, grad, state, group), group)
        param -= group["lr"] * m / np.sqrt(s + group["eps"])


@wrong("eps", "corrected, too")
class EpsCorrectedToo:
    @staticmethod
    def update(param, grad, state, group):
        t, m, s = means(param, grad, state, group)
        b1, b2 = group["betas"]
        rate = group["lr"] * np.sqrt(1 - b2**t) / (1 - b1**t)
        param -= rate * m / (np.sqrt(s) + group["eps"])


@wrong("eps is missing")
class NoEps:
    @staticmethod
    def update(param, grad, state, group):
        m, s = corrected(*means(param, grad, state, group), group)
        param -= group["lr"] * m / np.sqrt(s)


@wrong("One count for all parameters")
class CountOfTheGroup:
    @staticmethod
    def update(param, grad, state, group):
        _, m, s = means(param, grad, state, group)
        group["step"] = group.get("step", 0) + 1
        m, s = corrected(group["step"], m, s, group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("One count for all parameters")
class CountOfTheClass:
    steps = 0

    @staticmethod
    def update(param, grad, state, group):
        _, m, s = means(param, grad, state, group)
        CountOfTheClass.steps += 1
        m, s = corrected(CountOfTheClass.steps, m, s, group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("betas are swapped")
class BetasSwapped:
    @staticmethod
    def update(param, grad, state, group):
        swapped = group | {"betas": group["betas"][::-1]}
        m, s = corrected(*means(param, grad, state, swapped), swapped)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("decay", "around the means")
class DecayDecoupled:
    @staticmethod
    def update(param, grad, state, group):
        param *= 1 - group["lr"] * group["weight_decay"]
        m, s = corrected(*means(param, grad, state, group, decays=False), group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("weight decay is missing")
class NoDecay:
    @staticmethod
    def update(param, grad, state, group):
        m, s = corrected(*means(param, grad, state, group, decays=False), group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("The root is missing")
class NoRoot:
    @staticmethod
    def update(param, grad, state, group):
        m, s = corrected(*means(param, grad, state, group), group)
        param -= group["lr"] * m / (s + group["eps"])


@wrong("square of the mean")
class SquareOfTheMean:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        grad = grad + group["weight_decay"] * param
        t = state["step"] = state.get("step", 0) + 1
        m = state["exp_avg"] = b1 * state.get("exp_avg", 0) + (1 - b1) * grad
        s = state["exp_avg_sq"] = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * m**2
        m, s = corrected(t, m, s, group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("keeps the corrected means")
class CorrectionKept:
    @staticmethod
    def update(param, grad, state, group):
        m, s = corrected(*means(param, grad, state, group), group)
        state["exp_avg"], state["exp_avg_sq"] = m, s
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("beta and 1 - beta")
class WeightsExchanged:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        grad = grad + group["weight_decay"] * param
        t = state["step"] = state.get("step", 0) + 1
        m = state["exp_avg"] = (1 - b1) * state.get("exp_avg", 0) + b1 * grad
        s = state["exp_avg_sq"] = (1 - b2) * state.get("exp_avg_sq", 0) + b2 * grad**2
        m, s = corrected(t, m, s, group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("factor 1 - beta is missing")
class SumsForMeans:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        grad = grad + group["weight_decay"] * param
        t = state["step"] = state.get("step", 0) + 1
        m = state["exp_avg"] = b1 * state.get("exp_avg", 0) + grad
        s = state["exp_avg_sq"] = b2 * state.get("exp_avg_sq", 0) + grad**2
        m, s = corrected(t, m, s, group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("param is not changed")
class ANewArray:
    @staticmethod
    def update(param, grad, state, group):
        m, s = corrected(*means(param, grad, state, group), group)
        param = param - group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("keeps grad itself")
class GradKept:
    @staticmethod
    def update(param, grad, state, group):
        if not state:
            state["exp_avg"] = grad
        state["step"] = state.get("step", 0) + 1
        param -= group["lr"] * state["exp_avg"]


@wrong("state is empty at the first step")
class NoFirstStep:
    @staticmethod
    def update(param, grad, state, group):
        state["step"] += 1
        m, s = corrected(*means(param, grad, state, group), group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("changed grad in place")
class GradChanged:
    @staticmethod
    def update(param, grad, state, group):
        grad += group["weight_decay"] * param
        m, s = corrected(*means(param, grad, state, group, decays=False), group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("always 0.9 and 0.999")
class BetasOfItsOwn:
    @staticmethod
    def update(param, grad, state, group):
        fixed = group | {"betas": (0.9, 0.999)}
        m, s = corrected(*means(param, grad, state, fixed), fixed)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("always 1e-8")
class EpsOfItsOwn:
    @staticmethod
    def update(param, grad, state, group):
        m, s = corrected(*means(param, grad, state, group), group)
        param -= group["lr"] * m / (np.sqrt(s) + 1e-8)


@wrong("count is not raised")
class CountThatIsNotRaised:
    @staticmethod
    def update(param, grad, state, group):
        state.setdefault("step", 1)
        t = state["step"]
        _, m, s = means(param, grad, state, group)
        state["step"] = t
        m, s = corrected(t, m, s, group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("Two things")
class NoCorrectionAndEpsUnderTheRoot:
    @staticmethod
    def update(param, grad, state, group):
        _, m, s = means(param, grad, state, group)
        param -= group["lr"] * m / np.sqrt(s + group["eps"])


@wrong("Brackets are missing")
class WholeDivision:
    @staticmethod
    def update(param, grad, state, group):
        m, s = corrected(*means(param, grad, state, group), group)
        param -= group["lr"] * m / np.sqrt(s) + group["eps"]


@wrong("squares of all entries")
class NormInsteadOfEntries:
    @staticmethod
    def update(param, grad, state, group):
        b1, b2 = group["betas"]
        grad = grad + group["weight_decay"] * param
        t = state["step"] = state.get("step", 0) + 1
        m = state["exp_avg"] = b1 * state.get("exp_avg", 0) + (1 - b1) * grad
        square = (grad**2).sum()
        s = state["exp_avg_sq"] = b2 * state.get("exp_avg_sq", 0) + (1 - b2) * square
        m, s = corrected(t, m, s, group)
        param -= group["lr"] * m / (np.sqrt(s) + group["eps"])


@wrong("gradient is divided by the root")
class GradForTheMean:
    @staticmethod
    def update(param, grad, state, group):
        _, s = corrected(*means(param, grad, state, group), group)
        g = grad + group["weight_decay"] * param
        param -= group["lr"] * g / (np.sqrt(s) + group["eps"])


@right
class WithTheCountFirst:
    @staticmethod
    def update(param, grad, state, group):
        state["step"] = state.get("step", 0) + 1
        for name, value, beta in zip(
            ("exp_avg", "exp_avg_sq"), (1, 2), group["betas"], strict=True
        ):
            g = (grad + group["weight_decay"] * param) ** value
            old = state.get(name, np.zeros_like(param))
            state[name] = beta * old + (1 - beta) * g
        m, s = corrected(state["step"], state["exp_avg"], state["exp_avg_sq"], group)
        param -= group["lr"] * (m / (s**0.5 + group["eps"]))
