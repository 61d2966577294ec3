# %% right: running_maximum
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def windows(ctx, padded):
        (kh, kw), (sh, sw), (oh, ow) = ctx.kernel, ctx.stride, ctx.out
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + sh * (oh - 1) + 1, sh)
                columns = slice(l, l + sw * (ow - 1) + 1, sw)
                yield k * kw + l, padded[:, :, rows, columns]

    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        ctx.kernel, ctx.stride, ctx.padding = kernel_size, stride, padding
        ctx.size, ctx.wide = tuple(input.shape), tuple(padded.shape)
        ctx.out = tuple(
            (padded.shape[2 + d] - kernel_size[d]) // stride[d] + 1 for d in (0, 1)
        )
        best = None
        for number, entries in MaxPool2d.windows(ctx, padded):
            if best is None:
                best = entries.clone()
                ctx.place = torch.zeros(*best.shape, dtype=torch.int64)
            else:
                larger = entries > best
                best = torch.where(larger, entries, best)
                here = torch.full_like(ctx.place, number)
                ctx.place = torch.where(larger, here, ctx.place)
        return best

    @staticmethod
    def backward(ctx, grad):
        wide = torch.zeros(*ctx.wide, dtype=grad.dtype)
        for number, entries in MaxPool2d.windows(ctx, wide):
            entries += torch.where(ctx.place == number, grad, torch.zeros_like(grad))
        (ph, pw), (h, w) = ctx.padding, ctx.size[2:]
        return wide[:, :, ph : ph + h, pw : pw + w].clone(), None, None, None

# %% right: columns_and_places
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ph, pw = padding
        ctx.settings = kernel_size, stride, padding
        ctx.shape = (n, c, h, w)
        single = input.reshape(n * c, 1, h, w)
        single = torch.nn.functional.pad(single, (pw, pw, ph, ph), value=-float("inf"))
        columns = torch.nn.functional.unfold(single, kernel_size, stride=stride)
        best, ctx.place = columns.max(1)
        return best.reshape(n, c, (h + 2 * ph - kernel_size[0]) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        kernel_size, stride, (ph, pw) = ctx.settings
        n, c, h, w = ctx.shape
        count = kernel_size[0] * kernel_size[1]
        chosen = ctx.place.unsqueeze(1) == torch.arange(count).reshape(1, -1, 1)
        columns = chosen.to(grad.dtype) * grad.reshape(n * c, 1, -1)
        wide = torch.nn.functional.fold(
            columns, (h + 2 * ph, w + 2 * pw), kernel_size, stride=stride
        )
        wide = wide[:, :, ph : ph + h, pw : pw + w]
        return wide.reshape(n, c, h, w), None, None, None

# %% wrong: padding_of_zeros
# why: unfold pads with zeros, which are the largest in a window of negative numbers.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ctx.shape = input.shape
        ctx.how = dict(stride=stride, padding=padding)
        ctx.kernel = kernel_size
        columns = torch.nn.functional.unfold(
            input.reshape(n * c, 1, h, w), kernel_size, **ctx.how
        )
        values, ctx.index = columns.max(1)
        oh = (h + 2 * padding[0] - kernel_size[0]) // stride[0] + 1
        return values.reshape(n, c, oh, -1)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = ctx.shape
        g = grad.reshape(n * c, 1, -1)
        k = ctx.kernel[0] * ctx.kernel[1]
        columns = torch.zeros(n * c, k, g.shape[2], dtype=grad.dtype)
        columns.scatter_(1, ctx.index.unsqueeze(1), g)
        back = torch.nn.functional.fold(columns, (h, w), ctx.kernel, **ctx.how)
        return back.reshape(n, c, h, w), None, None, None

# %% wrong: all_equal_ones
# why: Every entry that equals the largest gets the whole gradient; of equal ones only the first should.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def cut(ctx, input):
        n, c, h, w = input.shape
        (ph, pw) = ctx.padding
        alone = input.reshape(n * c, 1, h, w)
        alone = torch.nn.functional.pad(alone, (pw, pw, ph, ph), value=-float("inf"))
        return torch.nn.functional.unfold(alone, ctx.kernel, stride=ctx.stride)

    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        ctx.kernel, ctx.stride, ctx.padding = kernel_size, stride, padding
        ctx.save_for_backward(input)
        n, c, h, w = input.shape
        oh = (h + 2 * padding[0] - kernel_size[0]) // stride[0] + 1
        return MaxPool2d.cut(ctx, input).max(1)[0].reshape(n, c, oh, -1)

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        n, c, h, w = input.shape
        ph, pw = ctx.padding
        columns = MaxPool2d.cut(ctx, input)
        mask = columns == columns.max(1)[0].unsqueeze(1)
        spread = mask.to(grad.dtype) * grad.reshape(n * c, 1, -1)
        wide = torch.nn.functional.fold(
            spread, (h + 2 * ph, w + 2 * pw), ctx.kernel, stride=ctx.stride
        )
        inner = wide[:, :, ph : ph + h, pw : pw + w]
        return inner.reshape(n, c, h, w), None, None, None

# %% wrong: the_last_of_equal_ones
# why: A later entry that is only as large takes the place of the first one, so of equal entries the last gets the gradient.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        oh, ow = (x.shape[2] - kh) // sh + 1, (x.shape[3] - kw) // sw + 1
        ctx.slices = [
            (slice(k, k + sh * (oh - 1) + 1, sh), slice(l, l + sw * (ow - 1) + 1, sw))
            for k in range(kh)
            for l in range(kw)
        ]
        ctx.shape, ctx.wide, ctx.padding = input.shape, x.shape, padding
        rows, columns = ctx.slices[0]
        best = x[:, :, rows, columns]
        place = torch.zeros(*best.shape, dtype=torch.int64)
        for number, (rows, columns) in enumerate(ctx.slices):
            new = x[:, :, rows, columns]
            better = new >= best
            best = torch.where(better, new, best)
            place = torch.where(better, torch.full_like(place, number), place)
        ctx.place = place
        return best

    @staticmethod
    def backward(ctx, grad):
        out = torch.zeros(*ctx.wide, dtype=grad.dtype)
        for number, (rows, columns) in enumerate(ctx.slices):
            share = grad * (ctx.place == number).to(grad.dtype)
            out[:, :, rows, columns] += share
        (ph, pw), (h, w) = ctx.padding, ctx.shape[2:]
        return out[:, :, ph : ph + h, pw : pw + w].clone(), None, None, None

# %% wrong: overlap_keeps_the_last
# why: The gradients are written to the places of the largest entries; where one is the largest of several windows, only the last gradient is left.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        ph, pw = padding
        n, c, h, w = input.shape
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        oh = (h + 2 * ph - kernel_size[0]) // stride[0] + 1
        ow = (w + 2 * pw - kernel_size[1]) // stride[1] + 1
        out = torch.zeros(n, c, oh, ow, dtype=input.dtype)
        ctx.where = {}
        for i in range(oh):
            for j in range(ow):
                top, left = i * stride[0], j * stride[1]
                window = x[
                    :, :, top : top + kernel_size[0], left : left + kernel_size[1]
                ]
                out[:, :, i, j], place = window.flatten(2).max(2)
                ctx.where[i, j] = (place, top, left)
        ctx.kw, ctx.padding, ctx.shape, ctx.wide = kernel_size[1], padding, input.shape, x.shape
        return out

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = ctx.shape
        result = np.zeros(tuple(ctx.wide), dtype=grad.detach().numpy().dtype)
        a, b = np.arange(n)[:, None], np.arange(c)[None, :]
        for (i, j), (place, top, left) in ctx.where.items():
            place = place.numpy()
            rows, columns = top + place // ctx.kw, left + place % ctx.kw
            result[a, b, rows, columns] = grad[:, :, i, j].detach().numpy()
        ph, pw = ctx.padding
        inner = result[:, :, ph : ph + h, pw : pw + w].copy()
        return torch.tensor(inner, dtype=grad.dtype), None, None, None

# %% wrong: stride_of_the_kernel
# why: The windows always lie side by side, as far apart as the kernel is large; the stride that was given is not used.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        stride = kernel_size
        n, c, h, w = input.shape
        border = (padding[1], padding[1], padding[0], padding[0])
        x = torch.nn.functional.pad(
            input.reshape(n * c, 1, h, w), border, value=-float("inf")
        )
        ctx.sizes = (n, c, h, w), (x.shape[2], x.shape[3])
        ctx.kernel, ctx.stride, ctx.padding = kernel_size, stride, padding
        columns = torch.nn.functional.unfold(x, kernel_size, stride=stride)
        largest, ctx.at = columns.max(1)
        return largest.reshape(n, c, (x.shape[2] - kernel_size[0]) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        (n, c, h, w), size = ctx.sizes
        top, left = ctx.padding
        g = grad.reshape(n * c, 1, -1)
        cols = torch.zeros(
            n * c, ctx.kernel[0] * ctx.kernel[1], g.shape[-1], dtype=grad.dtype
        )
        cols.scatter_(1, ctx.at.unsqueeze(1), g)
        full = torch.nn.functional.fold(cols, size, ctx.kernel, stride=ctx.stride)
        full = full[:, :, top : top + h, left : left + w]
        return full.reshape(n, c, h, w), None, None, None
