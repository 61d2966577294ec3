"""Hints for problem set 4: a nudge, the idea, the shape of the code."""

HINTS = {
    "numerical_jacobian": (
        "Take one entry of the array. Which two numbers of it does func have to see, "
        "and how must the array look before you go on to the next entry?",
        "np.ndindex(array.shape) gives the index of every entry, whatever the shape. "
        "Keep the entry; write kept + eps and call func, write kept - eps and call "
        "func, write kept.",
        "The two outputs give one row: their difference over 2 * eps, flattened by "
        ".reshape(-1). Collect the rows in a list; np.array makes a matrix of it.",
    ),
    "analytic_jacobian": (
        "One backward pass gives how a single number depends on all the inputs. How do "
        "you let a pass start from a single entry of the output?",
        "An upstream gradient that is 1 at one entry and 0 elsewhere picks that entry. "
        "torch.autograd.grad takes it as its third argument; the graph must survive "
        "until the last entry.",
        "For each entry of the output, a unit vector, a call of grad with "
        "retain_graph=True and materialize_grads=True. Each gradient, flattened, is "
        "one column of that input's matrix: torch.stack(columns, 1).",
    ),
    "gradcheck": (
        "Write down for one output and one input what is compared with what, and when "
        "you would call them equal. Everything else is loops.",
        "Outside, a loop over the outputs; inside, one over the inputs. For each pair, "
        "a matrix by differences and one by backward. They agree if every entry "
        "satisfies |analytic - numerical| <= atol + rtol * |numerical|.",
        "Ask whether all entries are close, and raise if not: a comparison with nan is "
        "False, so it must not be the other way round. After the loops, return True.",
    ),
    "central_difference_of_a_cube": (
        "Two values of the cube, one on each side of 2.",
        "The difference is divided by the distance of the two points.",
        "2.5³ is 15.625 and 1.5³ is 3.375; the points are 1 apart.",
    ),
    "best_eps": (
        "One term grows with eps, the other falls. What is true of the slope at the "
        "lowest point?",
        "The slope of E is 2 eps - 2e-6 / eps². Where is it 0?",
        "Multiply by eps²: a cube is left. Which number has that cube?",
    ),
    "slope_at_the_kink": (
        "Put 0 into the formula of the central difference, with ReLU for f.",
        "One of the two values is 0. The other is eps.",
        "eps over 2 eps.",
    ),
    "factor_of_the_broken_one": (
        "Which inputs would you try? One sign is not enough.",
        "Call torch.autograd.gradcheck(function, x) for each of the five, in float64, "
        "with x on both sides of 0. One of them raises.",
        "For that one take the gradient at -0.5 by torch.autograd.grad, the slope "
        "there by a central difference, and divide the first by the second.",
    ),
}
