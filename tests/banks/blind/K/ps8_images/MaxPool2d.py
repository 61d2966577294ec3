# %% right: border_of_minus_infinity
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ph, pw = padding
        framed = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        tall, wide = h + 2 * ph, w + 2 * pw
        columns = torch.nn.functional.unfold(
            framed.reshape(n * c, 1, tall, wide), kernel_size, stride=stride
        )
        largest, where = columns.max(1)
        ctx.where, ctx.shape, ctx.framed = where, input.shape, (tall, wide)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest.reshape(n, c, (tall - kernel_size[0]) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = ctx.shape
        ph, pw = ctx.padding
        kh, kw = ctx.kernel_size
        g = grad.reshape(n * c, 1, -1)
        columns = torch.zeros(n * c, kh * kw, g.shape[-1], dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), g)
        framed = torch.nn.functional.fold(
            columns, ctx.framed, (kh, kw), stride=ctx.stride
        )
        image = framed[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None

# %% right: loop_over_the_window
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        n, c, h, w = input.shape
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        framed = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        ctx.places = [
            (
                slice(None),
                slice(None),
                slice(k, k + sh * (oh - 1) + 1, sh),
                slice(l, l + sw * (ow - 1) + 1, sw),
            )
            for k in range(kh)
            for l in range(kw)
        ]
        best = framed[ctx.places[0]].clone()
        winner = torch.zeros(n, c, oh, ow)
        for number, place in enumerate(ctx.places):
            here = framed[place]
            larger = here > best  # an equal one that comes later does not win
            best = torch.where(larger, here, best)
            winner = winner.masked_fill(larger, float(number))
        ctx.winner, ctx.size = winner, (n, c, h, w, ph, pw)
        return best

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w, ph, pw = ctx.size
        framed = torch.zeros(n, c, h + 2 * ph, w + 2 * pw, dtype=grad.dtype)
        for number, place in enumerate(ctx.places):
            framed[place] += grad * (ctx.winner == number).to(grad.dtype)
        return framed[:, :, ph : ph + h, pw : pw + w], None, None, None

# %% wrong: border_of_zeros
# why: The border is made of zeros. In a window of negative numbers a zero of the padding is the largest; it should be
# minus infinity.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (ph, pw) = input.shape, padding
        OH = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        OW = (W + 2 * pw - kernel_size[1]) // stride[1] + 1
        border = 0.0
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=border)
        x = x.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        windows = torch.nn.functional.unfold(x, kernel_size, stride=stride)
        out, index = windows.max(1)
        ctx.index = index
        ctx.shape, ctx.settings = input.shape, (kernel_size, stride, padding)
        return out.reshape(N, C, OH, OW)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        g = grad.reshape(N * C, 1, -1)
        steps = torch.arange(kernel_size[0] * kernel_size[1]).reshape(1, -1, 1)
        chosen = ctx.index.unsqueeze(1) == steps
        columns = g * chosen.to(grad.dtype)
        size = (H + 2 * ph, W + 2 * pw)
        x = torch.nn.functional.fold(columns, size, kernel_size, stride=stride)
        x = x[:, :, ph : ph + H, pw : pw + W]
        return x.reshape(N, C, H, W), None, None, None

# %% wrong: all_equals_get_it
# why: Every entry that equals the largest gets the whole gradient. If several are equal, only the first of the window
# should get it.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (ph, pw) = input.shape, padding
        OH = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        OW = (W + 2 * pw - kernel_size[1]) // stride[1] + 1
        border = -float("inf")
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=border)
        x = x.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        windows = torch.nn.functional.unfold(x, kernel_size, stride=stride)
        out, index = windows.max(1)
        ctx.chosen = windows == out.unsqueeze(1)
        ctx.shape, ctx.settings = input.shape, (kernel_size, stride, padding)
        return out.reshape(N, C, OH, OW)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        g = grad.reshape(N * C, 1, -1)
        columns = g * ctx.chosen.to(grad.dtype)
        size = (H + 2 * ph, W + 2 * pw)
        x = torch.nn.functional.fold(columns, size, kernel_size, stride=stride)
        x = x[:, :, ph : ph + H, pw : pw + W]
        return x.reshape(N, C, H, W), None, None, None

# %% wrong: shared_among_equals
# why: Equal largest entries share the gradient in equal parts. The first of them should get all of it.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (ph, pw) = input.shape, padding
        OH = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        OW = (W + 2 * pw - kernel_size[1]) // stride[1] + 1
        border = -float("inf")
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=border)
        x = x.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        windows = torch.nn.functional.unfold(x, kernel_size, stride=stride)
        out, index = windows.max(1)
        hits = (windows == out.unsqueeze(1)).to(input.dtype)
        ctx.parts = hits / hits.sum(1, keepdim=True)
        ctx.shape, ctx.settings = input.shape, (kernel_size, stride, padding)
        return out.reshape(N, C, OH, OW)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        g = grad.reshape(N * C, 1, -1)
        columns = g * ctx.parts
        size = (H + 2 * ph, W + 2 * pw)
        x = torch.nn.functional.fold(columns, size, kernel_size, stride=stride)
        x = x[:, :, ph : ph + H, pw : pw + W]
        return x.reshape(N, C, H, W), None, None, None

# %% wrong: border_of_the_least
# why: The border is as large as the smallest entry of the image. Where a window holds only that number, the border
# is equal and comes first, takes the gradient, and it is cut off. It should be minus infinity.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (ph, pw) = input.shape, padding
        OH = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        OW = (W + 2 * pw - kernel_size[1]) // stride[1] + 1
        border = input.min().item()
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=border)
        x = x.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        windows = torch.nn.functional.unfold(x, kernel_size, stride=stride)
        out, index = windows.max(1)
        ctx.index = index
        ctx.shape, ctx.settings = input.shape, (kernel_size, stride, padding)
        return out.reshape(N, C, OH, OW)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        g = grad.reshape(N * C, 1, -1)
        steps = torch.arange(kernel_size[0] * kernel_size[1]).reshape(1, -1, 1)
        chosen = ctx.index.unsqueeze(1) == steps
        columns = g * chosen.to(grad.dtype)
        size = (H + 2 * ph, W + 2 * pw)
        x = torch.nn.functional.fold(columns, size, kernel_size, stride=stride)
        x = x[:, :, ph : ph + H, pw : pw + W]
        return x.reshape(N, C, H, W), None, None, None

# %% wrong: kernel_as_stride
# why: The windows are laid side by side, one kernel apart, whatever the stride is. They should be one stride apart.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (ph, pw) = input.shape, padding
        OH = (H + 2 * ph) // kernel_size[0]
        OW = (W + 2 * pw) // kernel_size[1]
        border = -float("inf")
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=border)
        x = x.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        windows = torch.nn.functional.unfold(x, kernel_size, stride=kernel_size)
        out, index = windows.max(1)
        ctx.index = index
        ctx.shape, ctx.settings = input.shape, (kernel_size, stride, padding)
        return out.reshape(N, C, OH, OW)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        g = grad.reshape(N * C, 1, -1)
        steps = torch.arange(kernel_size[0] * kernel_size[1]).reshape(1, -1, 1)
        chosen = ctx.index.unsqueeze(1) == steps
        columns = g * chosen.to(grad.dtype)
        size = (H + 2 * ph, W + 2 * pw)
        x = torch.nn.functional.fold(columns, size, kernel_size, stride=kernel_size)
        x = x[:, :, ph : ph + H, pw : pw + W]
        return x.reshape(N, C, H, W), None, None, None

# %% wrong: cut_from_minus_zero
# why: The border is cut off with ph:-ph. Without padding that is 0:0, which is empty. It should end at ph + H.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (ph, pw) = input.shape, padding
        OH = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        OW = (W + 2 * pw - kernel_size[1]) // stride[1] + 1
        border = -float("inf")
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=border)
        x = x.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        windows = torch.nn.functional.unfold(x, kernel_size, stride=stride)
        out, index = windows.max(1)
        ctx.index = index
        ctx.shape, ctx.settings = input.shape, (kernel_size, stride, padding)
        return out.reshape(N, C, OH, OW)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        g = grad.reshape(N * C, 1, -1)
        steps = torch.arange(kernel_size[0] * kernel_size[1]).reshape(1, -1, 1)
        chosen = ctx.index.unsqueeze(1) == steps
        columns = g * chosen.to(grad.dtype)
        size = (H + 2 * ph, W + 2 * pw)
        x = torch.nn.functional.fold(columns, size, kernel_size, stride=stride)
        x = x[:, :, ph:-ph, pw:-pw]
        return x.reshape(N, C, H, W), None, None, None

# %% wrong: zero_times_infinity
# why: The largest is picked as a sum of the windows times 0 and 1. With padding the border is minus infinity, and 0
# times that is nan. The largest entry should be taken as max returns it.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (ph, pw) = input.shape, padding
        OH = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        OW = (W + 2 * pw - kernel_size[1]) // stride[1] + 1
        border = -float("inf")
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=border)
        x = x.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        windows = torch.nn.functional.unfold(x, kernel_size, stride=stride)
        index = windows.max(1)[1]
        steps = torch.arange(windows.shape[1]).reshape(1, -1, 1)
        chosen = (index.unsqueeze(1) == steps).to(input.dtype)
        out = (windows * chosen).sum(1)
        ctx.index = index
        ctx.shape, ctx.settings = input.shape, (kernel_size, stride, padding)
        return out.reshape(N, C, OH, OW)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        g = grad.reshape(N * C, 1, -1)
        steps = torch.arange(kernel_size[0] * kernel_size[1]).reshape(1, -1, 1)
        chosen = ctx.index.unsqueeze(1) == steps
        columns = g * chosen.to(grad.dtype)
        size = (H + 2 * ph, W + 2 * pw)
        x = torch.nn.functional.fold(columns, size, kernel_size, stride=stride)
        x = x[:, :, ph : ph + H, pw : pw + W]
        return x.reshape(N, C, H, W), None, None, None

# %% wrong: last_window_wins
# why: The gradients are written to their places instead of added there. An entry that was the largest of several
# overlapping windows should get the sum.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (ph, pw) = input.shape, padding
        OH = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        OW = (W + 2 * pw - kernel_size[1]) // stride[1] + 1
        border = -float("inf")
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=border)
        x = x.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        windows = torch.nn.functional.unfold(x, kernel_size, stride=stride)
        out, index = windows.max(1)
        ctx.index = index
        ctx.shape, ctx.settings = input.shape, (kernel_size, stride, padding)
        return out.reshape(N, C, OH, OW)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        g = grad.reshape(N * C, 1, -1)
        steps = torch.arange(kernel_size[0] * kernel_size[1]).reshape(1, -1, 1)
        chosen = ctx.index.unsqueeze(1) == steps
        chosen = chosen.tolist()
        OH, OW = grad.shape[2:]
        x = torch.zeros(N * C, 1, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for image in range(N * C):
            for place in range(OH * OW):
                entry = [row[place] for row in chosen[image]].index(True)
                i = place // OW * stride[0] + entry // kernel_size[1]
                j = place % OW * stride[1] + entry % kernel_size[1]
                x[image, 0, i, j] = g[image, 0, place]
        x = x[:, :, ph : ph + H, pw : pw + W]
        return x.reshape(N, C, H, W), None, None, None

