# %% right: scatter_and_fold
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        low = -float("inf")
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=low)
        ctx.padded_size = tuple(padded.shape[2:])
        columns = torch.nn.functional.unfold(
            padded.reshape(N * C, 1, *ctx.padded_size), kernel_size, stride=stride
        )
        largest, where = columns.max(1)
        ctx.where, ctx.count = where, columns.shape[1]
        ctx.shape = input.shape
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        rows = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(N, C, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        ph, pw = ctx.padding
        flat = grad.reshape(N * C, 1, -1)
        columns = torch.zeros((N * C, ctx.count, flat.shape[2]), dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), flat)
        images = torch.nn.functional.fold(
            columns, ctx.padded_size, ctx.kernel_size, stride=ctx.stride
        )
        images = images[:, :, ph : ph + H, pw : pw + W]
        return images.reshape(N, C, H, W), None, None, None

# %% right: stack_of_slices
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(
                    padded[:, :, k : k + sh * oh : sh, l : l + sw * ow : sw]
                )
        values, places = torch.stack(windows).max(0)
        ctx.places = places
        ctx.sizes = input.shape, kernel_size, stride, padding
        return values

    @staticmethod
    def backward(ctx, grad):
        shape, (kh, kw), (sh, sw), (ph, pw) = ctx.sizes
        n, c, h, w = shape
        oh, ow = grad.shape[2], grad.shape[3]
        out = torch.zeros((n, c, h + 2 * ph, w + 2 * pw), dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                chosen = (ctx.places == k * kw + l).to(grad.dtype)
                rows = slice(k, k + sh * oh, sh)
                cols = slice(l, l + sw * ow, sw)
                out[:, :, rows, cols] += grad * chosen
        return out[:, :, ph : ph + h, pw : pw + w], None, None, None

# %% right: best_so_far
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        """The largest entry of each window."""
        N, C, H, W = input.shape
        KH, KW = kernel_size
        SH, SW = stride
        PH, PW = padding
        OH = (H + 2 * PH - KH) // SH + 1
        OW = (W + 2 * PW - KW) // SW + 1
        best = None
        where = None
        # number all pixels, walk over the window, keep the best so far
        numbers = torch.arange(H * W).reshape(1, 1, H, W).expand(N, C, H, W)
        low = float("-inf")
        images = torch.nn.functional.pad(input, (PW, PW, PH, PH), value=low)
        numbers = torch.nn.functional.pad(numbers, (PW, PW, PH, PH), value=0)
        for k in range(KH):
            for l in range(KW):
                rows = slice(k, k + (OH - 1) * SH + 1, SH)
                cols = slice(l, l + (OW - 1) * SW + 1, SW)
                candidate = images[:, :, rows, cols]
                number = numbers[:, :, rows, cols]
                if best is None:
                    best, where = candidate, number
                else:
                    better = candidate > best
                    best = torch.where(better, candidate, best)
                    where = torch.where(better, number, where)
        ctx.where = where
        ctx.shape = (N, C, H, W)
        return best.clone()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of the input, and None for each of the settings."""
        N, C, H, W = ctx.shape
        result = torch.zeros(N * C * H * W, dtype=grad.dtype)
        image = torch.arange(N * C).reshape(N * C, 1) * (H * W)
        index = (ctx.where.reshape(N * C, -1) + image).flatten()
        result.index_add_(0, index, grad.flatten())
        return result.reshape(N, C, H, W), None, None, None

# %% right: mask
def windows_of(image, kernel_size, stride):
    n, c, h, w = image.shape
    one = image.reshape(n * c, 1, h, w)
    return torch.nn.functional.unfold(one, kernel_size, stride=stride)


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        ph, pw = padding
        border = (pw, pw, ph, ph)
        padded = torch.nn.functional.pad(input, border, value=-1e30)
        columns = windows_of(padded, kernel_size, stride)
        values, first = columns.max(dim=1, keepdim=True)
        order = torch.arange(columns.shape[1]).reshape(1, -1, 1)
        ctx.mask = order == first
        ctx.settings = kernel_size, stride
        ctx.border, ctx.padded = (ph, pw), padded.shape
        ctx.size = input.shape
        height = (padded.shape[2] - kernel_size[0]) // stride[0] + 1
        width = (padded.shape[3] - kernel_size[1]) // stride[1] + 1
        return values.reshape(*input.shape[:2], height, width)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = ctx.size
        kernel_size, stride = ctx.settings
        (ph, pw), (_, _, big_h, big_w) = ctx.border, ctx.padded
        columns = ctx.mask.to(grad.dtype) * grad.reshape(n * c, 1, -1)
        image = torch.nn.functional.fold(
            columns, (big_h, big_w), kernel_size, stride=stride
        )
        inner = image.reshape(n, c, big_h, big_w)[:, :, ph : big_h - ph, pw : big_w - pw]
        return inner, None, None, None

# %% wrong: padded_with_zeros
# why: The border is of zeros: in a window of negative numbers the padding is the largest.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(
                    padded[:, :, k : k + sh * oh : sh, l : l + sw * ow : sw]
                )
        values, places = torch.stack(windows).max(0)
        ctx.places = places
        ctx.sizes = input.shape, kernel_size, stride, padding
        return values

    @staticmethod
    def backward(ctx, grad):
        shape, (kh, kw), (sh, sw), (ph, pw) = ctx.sizes
        n, c, h, w = shape
        oh, ow = grad.shape[2], grad.shape[3]
        out = torch.zeros((n, c, h + 2 * ph, w + 2 * pw), dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                chosen = (ctx.places == k * kw + l).to(grad.dtype)
                rows = slice(k, k + sh * oh, sh)
                cols = slice(l, l + sw * ow, sw)
                out[:, :, rows, cols] += grad * chosen
        return out[:, :, ph : ph + h, pw : pw + w], None, None, None

# %% wrong: unfold_pads
# why: unfold adds the padding as zeros, which are larger than negative numbers of the image.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        ctx.padded_size = (H, W)
        columns = torch.nn.functional.unfold(
            input.reshape(N * C, 1, H, W), kernel_size, padding=padding, stride=stride
        )
        largest, where = columns.max(1)
        ctx.where, ctx.count = where, columns.shape[1]
        ctx.shape = input.shape
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        rows = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(N, C, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        ph, pw = ctx.padding
        flat = grad.reshape(N * C, 1, -1)
        columns = torch.zeros((N * C, ctx.count, flat.shape[2]), dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), flat)
        images = torch.nn.functional.fold(
            columns, (H, W), ctx.kernel_size, padding=ctx.padding, stride=ctx.stride
        )
        return images.reshape(N, C, H, W), None, None, None

# %% wrong: padded_with_minus_one
# why: The border has the value -1; numbers of the image may be smaller than that.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-1.0)
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(
                    padded[:, :, k : k + sh * oh : sh, l : l + sw * ow : sw]
                )
        values, places = torch.stack(windows).max(0)
        ctx.places = places
        ctx.sizes = input.shape, kernel_size, stride, padding
        return values

    @staticmethod
    def backward(ctx, grad):
        shape, (kh, kw), (sh, sw), (ph, pw) = ctx.sizes
        n, c, h, w = shape
        oh, ow = grad.shape[2], grad.shape[3]
        out = torch.zeros((n, c, h + 2 * ph, w + 2 * pw), dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                chosen = (ctx.places == k * kw + l).to(grad.dtype)
                rows = slice(k, k + sh * oh, sh)
                cols = slice(l, l + sw * ow, sw)
                out[:, :, rows, cols] += grad * chosen
        return out[:, :, ph : ph + h, pw : pw + w], None, None, None

# %% wrong: all_ties
# why: All entries that are equal to the largest get the gradient, not the first alone.
def windows_of(image, kernel_size, stride):
    n, c, h, w = image.shape
    one = image.reshape(n * c, 1, h, w)
    return torch.nn.functional.unfold(one, kernel_size, stride=stride)


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        ph, pw = padding
        border = (pw, pw, ph, ph)
        padded = torch.nn.functional.pad(input, border, value=-1e30)
        columns = windows_of(padded, kernel_size, stride)
        values, first = columns.max(dim=1, keepdim=True)
        order = torch.arange(columns.shape[1]).reshape(1, -1, 1)
        ctx.mask = columns == values
        ctx.settings = kernel_size, stride
        ctx.border, ctx.padded = (ph, pw), padded.shape
        ctx.size = input.shape
        height = (padded.shape[2] - kernel_size[0]) // stride[0] + 1
        width = (padded.shape[3] - kernel_size[1]) // stride[1] + 1
        return values.reshape(*input.shape[:2], height, width)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = ctx.size
        kernel_size, stride = ctx.settings
        (ph, pw), (_, _, big_h, big_w) = ctx.border, ctx.padded
        columns = ctx.mask.to(grad.dtype) * grad.reshape(n * c, 1, -1)
        image = torch.nn.functional.fold(
            columns, (big_h, big_w), kernel_size, stride=stride
        )
        inner = image.reshape(n, c, big_h, big_w)[:, :, ph : big_h - ph, pw : big_w - pw]
        return inner, None, None, None

# %% wrong: ties_shared
# why: The gradient is shared among equal entries; the first one gets it alone.
def windows_of(image, kernel_size, stride):
    n, c, h, w = image.shape
    one = image.reshape(n * c, 1, h, w)
    return torch.nn.functional.unfold(one, kernel_size, stride=stride)


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        ph, pw = padding
        border = (pw, pw, ph, ph)
        padded = torch.nn.functional.pad(input, border, value=-1e30)
        columns = windows_of(padded, kernel_size, stride)
        values, first = columns.max(dim=1, keepdim=True)
        order = torch.arange(columns.shape[1]).reshape(1, -1, 1)
        equal = (columns == values).to(input.dtype)
        ctx.mask = equal / equal.sum(1, keepdim=True)
        ctx.settings = kernel_size, stride
        ctx.border, ctx.padded = (ph, pw), padded.shape
        ctx.size = input.shape
        height = (padded.shape[2] - kernel_size[0]) // stride[0] + 1
        width = (padded.shape[3] - kernel_size[1]) // stride[1] + 1
        return values.reshape(*input.shape[:2], height, width)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = ctx.size
        kernel_size, stride = ctx.settings
        (ph, pw), (_, _, big_h, big_w) = ctx.border, ctx.padded
        columns = ctx.mask.to(grad.dtype) * grad.reshape(n * c, 1, -1)
        image = torch.nn.functional.fold(
            columns, (big_h, big_w), kernel_size, stride=stride
        )
        inner = image.reshape(n, c, big_h, big_w)[:, :, ph : big_h - ph, pw : big_w - pw]
        return inner, None, None, None

# %% wrong: last_of_ties
# why: With >= the last of equal entries wins; the first one counts (and equal padding cannot happen).
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        """The largest entry of each window."""
        N, C, H, W = input.shape
        KH, KW = kernel_size
        SH, SW = stride
        PH, PW = padding
        OH = (H + 2 * PH - KH) // SH + 1
        OW = (W + 2 * PW - KW) // SW + 1
        best = None
        where = None
        # number all pixels, walk over the window, keep the best so far
        numbers = torch.arange(H * W).reshape(1, 1, H, W).expand(N, C, H, W)
        low = float("-inf")
        images = torch.nn.functional.pad(input, (PW, PW, PH, PH), value=low)
        numbers = torch.nn.functional.pad(numbers, (PW, PW, PH, PH), value=0)
        for k in range(KH):
            for l in range(KW):
                rows = slice(k, k + (OH - 1) * SH + 1, SH)
                cols = slice(l, l + (OW - 1) * SW + 1, SW)
                candidate = images[:, :, rows, cols]
                number = numbers[:, :, rows, cols]
                if best is None:
                    best, where = candidate, number
                else:
                    better = candidate >= best
                    best = torch.where(better, candidate, best)
                    where = torch.where(better, number, where)
        ctx.where = where
        ctx.shape = (N, C, H, W)
        return best.clone()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of the input, and None for each of the settings."""
        N, C, H, W = ctx.shape
        result = torch.zeros(N * C * H * W, dtype=grad.dtype)
        image = torch.arange(N * C).reshape(N * C, 1) * (H * W)
        index = (ctx.where.reshape(N * C, -1) + image).flatten()
        result.index_add_(0, index, grad.flatten())
        return result.reshape(N, C, H, W), None, None, None

# %% wrong: overlap_overwritten
# why: An entry that is the largest of several windows keeps the gradient of the last one; they must be added.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        """The largest entry of each window."""
        N, C, H, W = input.shape
        KH, KW = kernel_size
        SH, SW = stride
        PH, PW = padding
        OH = (H + 2 * PH - KH) // SH + 1
        OW = (W + 2 * PW - KW) // SW + 1
        best = None
        where = None
        # number all pixels, walk over the window, keep the best so far
        numbers = torch.arange(H * W).reshape(1, 1, H, W).expand(N, C, H, W)
        low = float("-inf")
        images = torch.nn.functional.pad(input, (PW, PW, PH, PH), value=low)
        numbers = torch.nn.functional.pad(numbers, (PW, PW, PH, PH), value=0)
        for k in range(KH):
            for l in range(KW):
                rows = slice(k, k + (OH - 1) * SH + 1, SH)
                cols = slice(l, l + (OW - 1) * SW + 1, SW)
                candidate = images[:, :, rows, cols]
                number = numbers[:, :, rows, cols]
                if best is None:
                    best, where = candidate, number
                else:
                    better = candidate > best
                    best = torch.where(better, candidate, best)
                    where = torch.where(better, number, where)
        ctx.where = where
        ctx.shape = (N, C, H, W)
        return best.clone()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of the input, and None for each of the settings."""
        N, C, H, W = ctx.shape
        result = torch.zeros(N * C * H * W, dtype=grad.dtype)
        image = torch.arange(N * C).reshape(N * C, 1) * (H * W)
        index = (ctx.where.reshape(N * C, -1) + image).flatten()
        result[index] = grad.flatten()
        return result.reshape(N, C, H, W), None, None, None

# %% wrong: plus_equals_index
# why: += with repeated indices reads first and writes then: of several windows only the last one counts.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        """The largest entry of each window."""
        N, C, H, W = input.shape
        KH, KW = kernel_size
        SH, SW = stride
        PH, PW = padding
        OH = (H + 2 * PH - KH) // SH + 1
        OW = (W + 2 * PW - KW) // SW + 1
        best = None
        where = None
        # number all pixels, walk over the window, keep the best so far
        numbers = torch.arange(H * W).reshape(1, 1, H, W).expand(N, C, H, W)
        low = float("-inf")
        images = torch.nn.functional.pad(input, (PW, PW, PH, PH), value=low)
        numbers = torch.nn.functional.pad(numbers, (PW, PW, PH, PH), value=0)
        for k in range(KH):
            for l in range(KW):
                rows = slice(k, k + (OH - 1) * SH + 1, SH)
                cols = slice(l, l + (OW - 1) * SW + 1, SW)
                candidate = images[:, :, rows, cols]
                number = numbers[:, :, rows, cols]
                if best is None:
                    best, where = candidate, number
                else:
                    better = candidate > best
                    best = torch.where(better, candidate, best)
                    where = torch.where(better, number, where)
        ctx.where = where
        ctx.shape = (N, C, H, W)
        return best.clone()

    @staticmethod
    def backward(ctx, grad):
        """The gradient of the input, and None for each of the settings."""
        N, C, H, W = ctx.shape
        result = torch.zeros(N * C * H * W, dtype=grad.dtype)
        image = torch.arange(N * C).reshape(N * C, 1) * (H * W)
        index = (ctx.where.reshape(N * C, -1) + image).flatten()
        result[index] += grad.flatten()
        return result.reshape(N, C, H, W), None, None, None

# %% wrong: stride_is_kernel
# why: The stride is taken to be the size of the window; it is an argument of its own.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (ph, pw) = kernel_size, padding
        sh, sw = kh, kw
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(
                    padded[:, :, k : k + sh * oh : sh, l : l + sw * ow : sw]
                )
        values, places = torch.stack(windows).max(0)
        ctx.places = places
        ctx.sizes = input.shape, kernel_size, stride, padding
        return values

    @staticmethod
    def backward(ctx, grad):
        shape, (kh, kw), _, (ph, pw) = ctx.sizes
        sh, sw = kh, kw
        n, c, h, w = shape
        oh, ow = grad.shape[2], grad.shape[3]
        out = torch.zeros((n, c, h + 2 * ph, w + 2 * pw), dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                chosen = (ctx.places == k * kw + l).to(grad.dtype)
                rows = slice(k, k + sh * oh, sh)
                cols = slice(l, l + sw * ow, sw)
                out[:, :, rows, cols] += grad * chosen
        return out[:, :, ph : ph + h, pw : pw + w], None, None, None

# %% wrong: padding_not_cut
# why: The border is not cut off the gradient: it has the shape of the padded image.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(
                    padded[:, :, k : k + sh * oh : sh, l : l + sw * ow : sw]
                )
        values, places = torch.stack(windows).max(0)
        ctx.places = places
        ctx.sizes = input.shape, kernel_size, stride, padding
        return values

    @staticmethod
    def backward(ctx, grad):
        shape, (kh, kw), (sh, sw), (ph, pw) = ctx.sizes
        n, c, h, w = shape
        oh, ow = grad.shape[2], grad.shape[3]
        out = torch.zeros((n, c, h + 2 * ph, w + 2 * pw), dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                chosen = (ctx.places == k * kw + l).to(grad.dtype)
                rows = slice(k, k + sh * oh, sh)
                cols = slice(l, l + sw * ow, sw)
                out[:, :, rows, cols] += grad * chosen
        return out, None, None, None

# %% wrong: upstream_ignored
# why: The upstream gradient is not used: each largest entry gets a 1 for each window.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(
                    padded[:, :, k : k + sh * oh : sh, l : l + sw * ow : sw]
                )
        values, places = torch.stack(windows).max(0)
        ctx.places = places
        ctx.sizes = input.shape, kernel_size, stride, padding
        return values

    @staticmethod
    def backward(ctx, grad):
        shape, (kh, kw), (sh, sw), (ph, pw) = ctx.sizes
        n, c, h, w = shape
        oh, ow = grad.shape[2], grad.shape[3]
        out = torch.zeros((n, c, h + 2 * ph, w + 2 * pw), dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                chosen = (ctx.places == k * kw + l).to(grad.dtype)
                rows = slice(k, k + sh * oh, sh)
                cols = slice(l, l + sw * ow, sw)
                out[:, :, rows, cols] += chosen
        return out[:, :, ph : ph + h, pw : pw + w], None, None, None

# %% wrong: channels_mixed
# why: unfold is called on all channels at once: the largest is taken over the channels too, which do not stay apart.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        low = -float("inf")
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=low)
        ctx.padded_size = tuple(padded.shape[2:])
        columns = torch.nn.functional.unfold(
            padded, kernel_size, stride=stride
        )
        largest, where = columns.max(1)
        ctx.where, ctx.count = where, columns.shape[1]
        ctx.shape = input.shape
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        rows = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(N, C, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        ph, pw = ctx.padding
        flat = grad.reshape(N, 1, -1)
        columns = torch.zeros((N * C, ctx.count, flat.shape[2]), dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), flat)
        images = torch.nn.functional.fold(
            columns, ctx.padded_size, ctx.kernel_size, stride=ctx.stride
        )
        images = images[:, :, ph : ph + H, pw : pw + W]
        return images.reshape(N, C, H, W), None, None, None

# %% wrong: average
# why: forward returns the mean of each window and not its largest entry.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        low = -float("inf")
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=low)
        ctx.padded_size = tuple(padded.shape[2:])
        columns = torch.nn.functional.unfold(
            padded.reshape(N * C, 1, *ctx.padded_size), kernel_size, stride=stride
        )
        largest, where = columns.mean(1), columns.max(1)[1]
        ctx.where, ctx.count = where, columns.shape[1]
        ctx.shape = input.shape
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        rows = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(N, C, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        ph, pw = ctx.padding
        flat = grad.reshape(N * C, 1, -1)
        columns = torch.zeros((N * C, ctx.count, flat.shape[2]), dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), flat)
        images = torch.nn.functional.fold(
            columns, ctx.padded_size, ctx.kernel_size, stride=ctx.stride
        )
        images = images[:, :, ph : ph + H, pw : pw + W]
        return images.reshape(N, C, H, W), None, None, None

# %% wrong: kernel_swapped
# why: Height and width of the window are swapped.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kw, kh), (sh, sw), (ph, pw) = kernel_size, stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(
                    padded[:, :, k : k + sh * oh : sh, l : l + sw * ow : sw]
                )
        values, places = torch.stack(windows).max(0)
        ctx.places = places
        ctx.sizes = input.shape, kernel_size, stride, padding
        return values

    @staticmethod
    def backward(ctx, grad):
        shape, (kw, kh), (sh, sw), (ph, pw) = ctx.sizes
        n, c, h, w = shape
        oh, ow = grad.shape[2], grad.shape[3]
        out = torch.zeros((n, c, h + 2 * ph, w + 2 * pw), dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                chosen = (ctx.places == k * kw + l).to(grad.dtype)
                rows = slice(k, k + sh * oh, sh)
                cols = slice(l, l + sw * ow, sw)
                out[:, :, rows, cols] += grad * chosen
        return out[:, :, ph : ph + h, pw : pw + w], None, None, None

# %% wrong: place_decoded_wrong
# why: The place is numbered with the height of the window instead of its width: wrong where the two differ.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(
                    padded[:, :, k : k + sh * oh : sh, l : l + sw * ow : sw]
                )
        values, places = torch.stack(windows).max(0)
        ctx.places = places
        ctx.sizes = input.shape, kernel_size, stride, padding
        return values

    @staticmethod
    def backward(ctx, grad):
        shape, (kh, kw), (sh, sw), (ph, pw) = ctx.sizes
        n, c, h, w = shape
        oh, ow = grad.shape[2], grad.shape[3]
        out = torch.zeros((n, c, h + 2 * ph, w + 2 * pw), dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                chosen = (ctx.places == k * kh + l).to(grad.dtype)
                rows = slice(k, k + sh * oh, sh)
                cols = slice(l, l + sw * ow, sw)
                out[:, :, rows, cols] += grad * chosen
        return out[:, :, ph : ph + h, pw : pw + w], None, None, None

# %% wrong: two_values
# why: backward returns two values in place of four.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        low = -float("inf")
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=low)
        ctx.padded_size = tuple(padded.shape[2:])
        columns = torch.nn.functional.unfold(
            padded.reshape(N * C, 1, *ctx.padded_size), kernel_size, stride=stride
        )
        largest, where = columns.max(1)
        ctx.where, ctx.count = where, columns.shape[1]
        ctx.shape = input.shape
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        rows = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(N, C, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        ph, pw = ctx.padding
        flat = grad.reshape(N * C, 1, -1)
        columns = torch.zeros((N * C, ctx.count, flat.shape[2]), dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), flat)
        images = torch.nn.functional.fold(
            columns, ctx.padded_size, ctx.kernel_size, stride=ctx.stride
        )
        images = images[:, :, ph : ph + H, pw : pw + W]
        return images.reshape(N, C, H, W), None

# %% wrong: float32_gradient
# why: The zeros for the gradient are float32, also where the input is float64.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(
                    padded[:, :, k : k + sh * oh : sh, l : l + sw * ow : sw]
                )
        values, places = torch.stack(windows).max(0)
        ctx.places = places
        ctx.sizes = input.shape, kernel_size, stride, padding
        return values

    @staticmethod
    def backward(ctx, grad):
        shape, (kh, kw), (sh, sw), (ph, pw) = ctx.sizes
        n, c, h, w = shape
        oh, ow = grad.shape[2], grad.shape[3]
        out = torch.zeros((n, c, h + 2 * ph, w + 2 * pw))
        for k in range(kh):
            for l in range(kw):
                chosen = (ctx.places == k * kw + l).to(grad.dtype)
                rows = slice(k, k + sh * oh, sh)
                cols = slice(l, l + sw * ow, sw)
                out[:, :, rows, cols] += grad * chosen
        return out[:, :, ph : ph + h, pw : pw + w], None, None, None
