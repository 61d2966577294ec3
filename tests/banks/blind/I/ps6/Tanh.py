# %% right: saved_output
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad * (1 - out * out)

# %% right: two_factors
@piece
class Tanh(Op):
    """out = tanh(a)"""

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(y := np.tanh(a))
        return y

    @staticmethod
    def backward(ctx, grad):
        y = ctx.saved_tensors[0]
        return grad * (1 + y) * (1 - y)

# %% wrong: numpy_in_backward
# why: backward computes np.tanh of the saved operand. For second derivatives it is run on tensors, and np.tanh is for
# arrays alone; save the output and use operators.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 - np.tanh(a) ** 2)

# %% wrong: slope_is_saved
# why: forward computes the slope and saves it. It is neither an operand nor the output and has no history, so it cannot
# be differentiated again; save the output and compute the slope in backward.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(1 - out**2)
        return out

    @staticmethod
    def backward(ctx, grad):
        (slope,) = ctx.saved_tensors
        return slope * grad

# %% wrong: output_as_attribute
# why: The output is kept as an attribute of ctx and stays a plain array. In the second differentiation it is a constant;
# it must go through save_for_backward, to come back as a tensor with its history.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.y = np.tanh(a)
        return ctx.y

    @staticmethod
    def backward(ctx, grad):
        return grad * (1 - ctx.y * ctx.y)

# %% wrong: square_of_the_operand
# why: It saves the operand and takes 1 - a². The slope of tanh is 1 minus the square of the output.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return np.tanh(a)

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 - a * a)

# %% wrong: slope_of_the_sigmoid
# why: out (1 - out) is the slope of the sigmoid. That of tanh is 1 - out².
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        out, = ctx.saved_tensors
        return grad * out * (1 - out)

# %% wrong: quotient_of_exponentials
# why: tanh is computed as a quotient of exponentials, which overflow for large a and give nan (inf / inf).
# np.tanh gives 1 there.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        up, down = np.exp(a), np.exp(-a)
        out = (up - down) / (up + down)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (out,) = ctx.saved_tensors
        return grad - grad * out**2
