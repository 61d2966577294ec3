# %% right: unfold_with_a_border
F = torch.nn.functional


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ph, pw = padding
        padded = F.pad(input.reshape(n * c, 1, h, w), (pw, pw, ph, ph), value=float("-inf"))
        columns = F.unfold(padded, kernel_size, stride=stride)
        largest, where = columns.max(1)
        ctx.where, ctx.sizes = where, (tuple(input.shape), tuple(padded.shape[2:]))
        ctx.settings = kernel_size, stride, padding
        rows = (h + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(n, c, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        kernel, stride, (ph, pw) = ctx.settings
        (n, c, h, w), size = ctx.sizes
        g = grad.reshape(n * c, 1, -1)
        places = torch.arange(kernel[0] * kernel[1]).reshape(1, -1, 1)
        hot = (ctx.where.unsqueeze(1) == places).to(grad.dtype)
        image = F.fold(hot * g, size, kernel, stride=stride)
        image = image[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None

# %% right: running_champion
def windows(k, l, stride, oh, ow):
    sh, sw = stride
    return (..., slice(k, k + sh * (oh - 1) + 1, sh), slice(l, l + sw * (ow - 1) + 1, sw))


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        kh, kw = kernel_size
        ph, pw = padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-math_inf())
        oh = (x.shape[2] - kh) // stride[0] + 1
        ow = (x.shape[3] - kw) // stride[1] + 1
        best, index = None, None
        for number in range(kh * kw):
            entry = x[windows(number // kw, number % kw, stride, oh, ow)]
            if best is None:
                best, index = entry.clone(), torch.zeros(*entry.shape, dtype=torch.int64)
            else:
                better = entry > best
                best = torch.where(better, entry, best)
                index = torch.where(better, torch.full_like(index, number), index)
        ctx.index, ctx.stride, ctx.kernel = index, stride, kernel_size
        ctx.padding, ctx.shape, ctx.padded = padding, tuple(input.shape), tuple(x.shape)
        return best

    @staticmethod
    def backward(ctx, grad):
        kh, kw = ctx.kernel
        full = torch.zeros(*ctx.padded, dtype=grad.dtype)
        for number in range(kh * kw):
            spot = windows(number // kw, number % kw, ctx.stride, grad.shape[2], grad.shape[3])
            full[spot] += torch.where(ctx.index == number, grad, torch.zeros_like(grad))
        (ph, pw), (h, w) = ctx.padding, ctx.shape[2:]
        return full[:, :, ph : ph + h, pw : pw + w], None, None, None


def math_inf():
    return float("inf")

# %% wrong: border_of_zeros
# why: unfold pads with zeros, and in a window of negative numbers a zero of the border is the largest. Padding is never
# the largest; the border must be of something like minus infinity.
F = torch.nn.functional


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        cols = F.unfold(input.reshape(n * c, 1, h, w), kernel_size, padding=padding, stride=stride)
        values, ctx.index = cols.max(1)
        ctx.shape, ctx.columns = (n, c, h, w), tuple(cols.shape)
        ctx.args = kernel_size, stride, padding
        return values.reshape(n, c, (h + 2 * padding[0] - kernel_size[0]) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        kernel, stride, padding = ctx.args
        n, c, h, w = ctx.shape
        cols = torch.zeros(*ctx.columns, dtype=grad.dtype)
        cols.scatter_(1, ctx.index.unsqueeze(1), grad.reshape(n * c, 1, -1))
        image = F.fold(cols, (h, w), kernel, padding=padding, stride=stride)
        return image.reshape(n, c, h, w), None, None, None

# %% wrong: all_equals_get_the_gradient
# why: Every entry that equals the largest gets the gradient. If several are equal, the first one alone counts.
F = torch.nn.functional


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ph, pw = padding
        x = F.pad(input.reshape(n * c, 1, h, w), (pw, pw, ph, ph), value=float("-inf"))
        cols = F.unfold(x, kernel_size, stride=stride)
        top = cols.max(1)[0].unsqueeze(1)
        ctx.mask = cols == top
        ctx.info = (n, c, h, w), tuple(x.shape[2:]), kernel_size, stride, padding
        return top.reshape(n, c, (x.shape[2] - kernel_size[0]) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        (n, c, h, w), size, kernel, stride, (ph, pw) = ctx.info
        cols = ctx.mask.to(grad.dtype) * grad.reshape(n * c, 1, -1)
        image = F.fold(cols, size, kernel, stride=stride)[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None

# %% wrong: last_of_the_equals
# why: The comparison is >=, so among equal entries the last one wins. The first one, row by row, gets the gradient.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        oh, ow = (x.shape[2] - kh) // sh + 1, (x.shape[3] - kw) // sw + 1
        best = torch.full((*input.shape[:2], oh, ow), float("-inf"), dtype=input.dtype)
        index = torch.zeros(*best.shape, dtype=torch.int64)
        for k in range(kh):
            for l in range(kw):
                entry = x[:, :, k : k + sh * (oh - 1) + 1 : sh, l : l + sw * (ow - 1) + 1 : sw]
                wins = entry >= best
                best = torch.where(wins, entry, best)
                index = torch.where(wins, torch.full_like(index, k * kw + l), index)
        ctx.keep = index, kernel_size, stride, padding, tuple(input.shape), tuple(x.shape)
        return best

    @staticmethod
    def backward(ctx, grad):
        index, (kh, kw), (sh, sw), (ph, pw), shape, padded = ctx.keep
        oh, ow = grad.shape[2:]
        full = torch.zeros(*padded, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                part = grad * (index == k * kw + l).to(grad.dtype)
                full[:, :, k : k + sh * (oh - 1) + 1 : sh, l : l + sw * (ow - 1) + 1 : sw] += part
        return full[:, :, ph : ph + shape[2], pw : pw + shape[3]], None, None, None

# %% wrong: overlapping_windows_overwrite
# why: The gradients are written to their places with "=". An entry that is the largest of several windows keeps that of
# the last one; it must get their sum.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        n, c, h, w = input.shape
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        oh, ow = (x.shape[2] - kh) // sh + 1, (x.shape[3] - kw) // sw + 1
        out = torch.zeros(n, c, oh, ow, dtype=input.dtype)
        ctx.places = []
        for i in range(oh):
            for j in range(ow):
                window = x[:, :, i * sh : i * sh + kh, j * sw : j * sw + kw].reshape(n * c, -1)
                values, index = window.max(1)
                out[:, :, i, j] = values.reshape(n, c)
                ctx.places.append((i, j, index.numpy()))
        ctx.rest = kernel_size, stride, padding, tuple(input.shape), tuple(x.shape)
        return out

    @staticmethod
    def backward(ctx, grad):
        (kh, kw), (sh, sw), (ph, pw), (n, c, h, w), padded = ctx.rest
        full = np.zeros((n * c, padded[2], padded[3]), dtype=grad.detach().numpy().dtype)
        g = grad.detach().numpy().reshape(n * c, *grad.shape[2:])
        for i, j, index in ctx.places:
            full[np.arange(n * c), i * sh + index // kw, j * sw + index % kw] = g[:, i, j]
        full = torch.tensor(full, dtype=grad.dtype).reshape(n, c, padded[2], padded[3])
        return full[:, :, ph : ph + h, pw : pw + w], None, None, None

# %% wrong: border_left_on_the_gradient
# why: The border that forward added is not cut off, so the gradient has the shape of the padded image. It must have the
# shape of the input.
F = torch.nn.functional


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        x = F.pad(
            input.reshape(n * c, 1, h, w),
            (padding[1], padding[1], padding[0], padding[0]),
            value=float("-inf"),
        )
        cols = F.unfold(x, kernel_size, stride=stride)
        values, index = cols.max(1)
        ctx.index, ctx.cols = index, tuple(cols.shape)
        ctx.nc, ctx.size = (n, c), tuple(x.shape[2:])
        ctx.kernel, ctx.stride = kernel_size, stride
        return values.reshape(n, c, (x.shape[2] - kernel_size[0]) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        n, c = ctx.nc
        cols = torch.zeros(*ctx.cols, dtype=grad.dtype)
        cols.scatter_(1, ctx.index.unsqueeze(1), grad.reshape(n * c, 1, -1))
        image = F.fold(cols, ctx.size, ctx.kernel, stride=ctx.stride)
        return image.reshape(n, c, *ctx.size), None, None, None

# %% wrong: windows_side_by_side
# why: The windows are laid side by side, with the kernel size as stride: the argument stride is not used. Windows may
# overlap, or leave gaps.
F = torch.nn.functional


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ph, pw = padding
        x = F.pad(input.reshape(n * c, 1, h, w), (pw, pw, ph, ph), value=float("-inf"))
        cols = F.unfold(x, kernel_size, stride=kernel_size)
        values, index = cols.max(1)
        ctx.keep = index, tuple(cols.shape), (n, c, h, w), tuple(x.shape[2:]), kernel_size, padding
        return values.reshape(n, c, (x.shape[2] - kernel_size[0]) // kernel_size[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        index, shape, (n, c, h, w), size, kernel, (ph, pw) = ctx.keep
        cols = torch.zeros(*shape, dtype=grad.dtype)
        cols.scatter_(1, index.unsqueeze(1), grad.reshape(n * c, 1, -1))
        image = F.fold(cols, size, kernel, stride=kernel)[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None

# %% wrong: channels_compete
# why: The patches of all channels lie in one column, and the largest entry over all channels is taken. Each channel has
# its own windows.
F = torch.nn.functional


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ph, pw = padding
        x = F.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        cols = F.unfold(x, kernel_size, stride=stride)
        values, index = cols.max(1)
        ctx.keep = index, tuple(cols.shape), (n, c, h, w), tuple(x.shape[2:]), kernel_size, stride, padding
        rows = (x.shape[2] - kernel_size[0]) // stride[0] + 1
        return values.reshape(n, 1, rows, -1) + torch.zeros(1, c, 1, 1, dtype=input.dtype)

    @staticmethod
    def backward(ctx, grad):
        index, shape, (n, c, h, w), size, kernel, stride, (ph, pw) = ctx.keep
        cols = torch.zeros(*shape, dtype=grad.dtype)
        cols.scatter_(1, index.unsqueeze(1), grad.sum(1).reshape(n, 1, -1))
        image = F.fold(cols, size, kernel, stride=stride)[:, :, ph : ph + h, pw : pw + w]
        return image, None, None, None
