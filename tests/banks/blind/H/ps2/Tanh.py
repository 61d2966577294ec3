# %% right: bracket_multiplied_out
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
        return grad - grad * out * out

# %% right: two_factors
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        t = np.tanh(a)
        ctx.save_for_backward(t)
        return t

    @staticmethod
    def backward(ctx, grad):
        t = ctx.saved_tensors[0]
        return grad * ((1 - t) * (1 + t))

# %% wrong: written_with_exp
# why: tanh is computed by its formula. For large inputs exp overflows, and inf / inf is nan.
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
        return grad * (1 - out**2)

# %% wrong: tanh_twice
# why: The output was saved, but backward takes it for the input and applies tanh again.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (a,) = ctx.saved_tensors
        return grad * (1 - np.tanh(a) ** 2)

# %% wrong: sigmoid_slope
# why: That is the slope of the sigmoid, out (1 - out).
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (s,) = ctx.saved_tensors
        return s * (1 - s) * grad

# %% wrong: squared_in_place
# why: To save memory the saved output is squared in place. But that array is the output which the user holds.
@piece
class Tanh(Op):
    @staticmethod
    def forward(ctx, a):
        out = np.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad):
        (square,) = ctx.saved_tensors
        square *= square
        return (1 - square) * grad

# %% wrong: bracket_lost
# why: Without brackets only the 1 is multiplied by the upstream gradient, not the square.
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
        return grad * 1 - out**2
