# %% right: unfold_scatter_fold
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        """The largest entry of each window."""
        N, C, H, W = input.shape
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        _, _, PH, PW = padded.shape
        columns = torch.nn.functional.unfold(
            padded.reshape(N * C, 1, PH, PW), kernel_size, stride=stride
        )
        largest, where = columns.max(1)
        ctx.where = where
        ctx.sizes = (N, C, H, W, PH, PW)
        ctx.settings = (kernel_size, stride, padding)
        OH = (PH - kernel_size[0]) // stride[0] + 1
        return largest.reshape(N, C, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W, PH, PW = ctx.sizes
        kernel_size, stride, (ph, pw) = ctx.settings
        g = grad.reshape(N * C, 1, -1)
        columns = torch.zeros(
            (N * C, kernel_size[0] * kernel_size[1], g.shape[2]), dtype=grad.dtype
        )
        columns.scatter_(1, ctx.where.reshape(N * C, 1, -1), g)
        image = torch.nn.functional.fold(columns, (PH, PW), kernel_size, stride=stride)
        image = image.reshape(N, C, PH, PW)[:, :, ph : ph + H, pw : pw + W]
        return image.clone(), None, None, None

# %% right: running_maximum
def windows(tensor, k, l, stride, size):
    below = k + stride[0] * (size[0] - 1) + 1
    right = l + stride[1] * (size[1] - 1) + 1
    return tensor[:, :, k : below : stride[0], l : right : stride[1]]


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-np.inf)
        size = [(padded.shape[d + 2] - kernel_size[d]) // stride[d] + 1 for d in (0, 1)]
        best = place = None
        for k in range(kernel_size[0]):
            for l in range(kernel_size[1]):
                now = windows(padded, k, l, stride, size)
                if best is None:
                    best = now.clone()
                    place = torch.zeros_like(best)
                else:
                    larger = now > best
                    best = torch.where(larger, now, best)
                    number = torch.full_like(place, k * kernel_size[1] + l)
                    place = torch.where(larger, number, place)
        ctx.place = place
        ctx.info = (kernel_size, stride, padding, tuple(input.shape), size)
        return best

    @staticmethod
    def backward(ctx, grad):
        kernel_size, stride, (ph, pw), (n, c, h, w), size = ctx.info
        out = torch.zeros((n, c, h + 2 * ph, w + 2 * pw), dtype=grad.dtype)
        for k in range(kernel_size[0]):
            for l in range(kernel_size[1]):
                here = (ctx.place == k * kernel_size[1] + l).to(grad.dtype)
                view = windows(out, k, l, stride, size)
                view += grad * here
        return out[:, :, ph : ph + h, pw : pw + w].clone(), None, None, None

# %% right: compare_with_arange
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        border = (padding[1], padding[1], padding[0], padding[0])
        wide = torch.nn.functional.pad(input, border, value=float("-inf"))
        ctx.shape, ctx.wide = (n, c, h, w), (wide.shape[2], wide.shape[3])
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        cols = torch.nn.functional.unfold(
            wide.reshape(n * c, 1, *ctx.wide), kernel_size, stride=stride
        )
        top = cols.max(1)
        ctx.first = top.indices
        oh = (h + 2 * padding[0] - kernel_size[0]) // stride[0] + 1
        ow = (w + 2 * padding[1] - kernel_size[1]) // stride[1] + 1
        return top.values.reshape(n, c, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = ctx.shape
        area = ctx.kernel_size[0] * ctx.kernel_size[1]
        chosen = ctx.first[:, None, :] == torch.arange(area)[:, None]
        cols = chosen.to(grad.dtype) * grad.reshape(n * c, 1, -1)
        full = torch.nn.functional.fold(cols, ctx.wide, ctx.kernel_size, stride=ctx.stride)
        top, left = ctx.padding
        full = full.reshape(n, c, *ctx.wide)
        return full[:, :, top : top + h, left : left + w] + 0, None, None, None

# %% right: index_add_into_flat_image
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ph, pw = padding
        big = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        bh, bw = big.shape[2], big.shape[3]
        oh, ow = (bh - kernel_size[0]) // stride[0] + 1, (bw - kernel_size[1]) // stride[1] + 1
        # numbers of the pixels of each window in a flat image, a row for each window
        corner = (
            torch.arange(oh).reshape(-1, 1) * stride[0] * bw
            + torch.arange(ow).reshape(1, -1) * stride[1]
        ).reshape(-1, 1)
        inside = (
            torch.arange(kernel_size[0]).reshape(-1, 1) * bw
            + torch.arange(kernel_size[1]).reshape(1, -1)
        ).reshape(1, -1)
        numbers = corner + inside
        windows = big.reshape(n * c, bh * bw)[:, numbers]
        values, where = windows.max(2)
        flat = corner.reshape(1, -1) + (where // kernel_size[1]) * bw + where % kernel_size[1]
        ctx.flat = (flat + torch.arange(n * c).reshape(-1, 1) * (bh * bw)).reshape(-1)
        ctx.sizes = (n, c, h, w, bh, bw, ph, pw)
        return values.reshape(n, c, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w, bh, bw, ph, pw = ctx.sizes
        out = torch.zeros(n * c * bh * bw, dtype=grad.dtype)
        out.index_add_(0, ctx.flat, grad.reshape(-1))
        out = out.reshape(n, c, bh, bw)[:, :, ph : ph + h, pw : pw + w]
        return out.clone(), None, None, None

# %% wrong: border_of_zeros
# why: The padding is a border of zeros, and in a window of negative numbers a zero is the largest. Padding must never win; fill it with -inf.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        cols = torch.nn.functional.unfold(
            input.reshape(n * c, 1, h, w), kernel_size, padding=padding, stride=stride
        )
        values, ctx.where = cols.max(1)
        ctx.shape, ctx.how = (n, c, h, w), (kernel_size, stride, padding)
        oh = (h + 2 * padding[0] - kernel_size[0]) // stride[0] + 1
        return values.reshape(n, c, oh, -1)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = ctx.shape
        kernel_size, stride, padding = ctx.how
        g = grad.reshape(n * c, 1, -1)
        cols = torch.zeros((n * c, kernel_size[0] * kernel_size[1], g.shape[-1]), dtype=g.dtype)
        cols.scatter_(1, ctx.where[:, None], g)
        image = torch.nn.functional.fold(
            cols, (h, w), kernel_size, padding=padding, stride=stride
        )
        return image.reshape(n, c, h, w), None, None, None

# %% wrong: gradient_to_all_equals
# why: `columns == largest` is true for all equal entries, and each of them gets the whole gradient. Only the first of them, row by row, must get it.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        ctx.padded_size = (h + 2 * ph, w + 2 * pw)
        cols = torch.nn.functional.unfold(
            padded.reshape(n * c, 1, *ctx.padded_size), kernel_size, stride=stride
        )
        largest = cols.max(1).values
        ctx.save_for_backward(cols == largest[:, None])
        ctx.info = (n, c, h, w, ph, pw, kernel_size, stride)
        oh = (ctx.padded_size[0] - kernel_size[0]) // stride[0] + 1
        return largest.reshape(n, c, oh, -1)

    @staticmethod
    def backward(ctx, grad):
        (mask,) = ctx.saved_tensors
        n, c, h, w, ph, pw, kernel_size, stride = ctx.info
        cols = mask.to(grad.dtype) * grad.reshape(n * c, 1, -1)
        image = torch.nn.functional.fold(cols, ctx.padded_size, kernel_size, stride=stride)
        image = image.reshape(n, c, *ctx.padded_size)
        return image[:, :, ph : ph + h, pw : pw + w].clone(), None, None, None

# %% wrong: last_of_the_equals
# why: The running maximum is replaced where the new entry is at least as large (>=), so of equal entries the last one is remembered. The first must be kept: replace only where it is larger.
def taken(tensor, k, l, stride, oh, ow):
    rows = slice(k, k + stride[0] * (oh - 1) + 1, stride[0])
    cols = slice(l, l + stride[1] * (ow - 1) + 1, stride[1])
    return tensor[:, :, rows, cols]


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        oh = (padded.shape[2] - kernel_size[0]) // stride[0] + 1
        ow = (padded.shape[3] - kernel_size[1]) // stride[1] + 1
        places = [(k, l) for k in range(kernel_size[0]) for l in range(kernel_size[1])]
        best = taken(padded, 0, 0, stride, oh, ow).clone()
        which = torch.zeros_like(best)
        for number, (k, l) in enumerate(places):
            now = taken(padded, k, l, stride, oh, ow)
            better = now >= best
            best = torch.where(better, now, best)
            which = torch.where(better, torch.full_like(which, number), which)
        ctx.which, ctx.places = which, places
        ctx.info = (stride, oh, ow, padding, tuple(input.shape))
        return best

    @staticmethod
    def backward(ctx, grad):
        stride, oh, ow, (ph, pw), (n, c, h, w) = ctx.info
        out = torch.zeros((n, c, h + 2 * ph, w + 2 * pw), dtype=grad.dtype)
        for number, (k, l) in enumerate(ctx.places):
            view = taken(out, k, l, stride, oh, ow)
            view += grad * (ctx.which == number).to(grad.dtype)
        return out[:, :, ph : ph + h, pw : pw + w].clone(), None, None, None

# %% wrong: overlaps_overwritten
# why: The gradients are written to the places of the largest entries with an assignment. Where one entry was the largest of several windows, the last one written remains; they must be added up.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ph, pw = padding
        big = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        bh, bw = h + 2 * ph, w + 2 * pw
        cols = torch.nn.functional.unfold(
            big.reshape(n * c, 1, bh, bw), kernel_size, stride=stride
        )
        values, where = cols.max(1)
        oh, ow = (bh - kernel_size[0]) // stride[0] + 1, (bw - kernel_size[1]) // stride[1] + 1
        window = torch.arange(oh * ow)
        row = (window // ow) * stride[0] + where // kernel_size[1]
        col = (window % ow) * stride[1] + where % kernel_size[1]
        ctx.numbers = row * bw + col
        ctx.sizes = (n, c, h, w, bh, bw, ph, pw)
        return values.reshape(n, c, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w, bh, bw, ph, pw = ctx.sizes
        out = torch.zeros((n * c, bh * bw), dtype=grad.dtype)
        out.scatter_(1, ctx.numbers, grad.reshape(n * c, -1))
        out = out.reshape(n, c, bh, bw)[:, :, ph : ph + h, pw : pw + w]
        return out.clone(), None, None, None

# %% wrong: border_of_minus_hundred
# why: The border is filled with -100, which is larger than entries below -100, so padding can win. It must be something that no entry can be below, such as -inf.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-100.0)
        ctx.size = (h + 2 * ph, w + 2 * pw)
        cols = torch.nn.functional.unfold(
            padded.reshape(n * c, 1, *ctx.size), kernel_size, stride=stride
        )
        values, ctx.where = cols.max(1)
        ctx.info = (n, c, h, w, ph, pw, kernel_size, stride)
        oh = (ctx.size[0] - kernel_size[0]) // stride[0] + 1
        return values.reshape(n, c, oh, -1)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w, ph, pw, kernel_size, stride = ctx.info
        g = grad.reshape(n * c, 1, -1)
        cols = torch.zeros((n * c, kernel_size[0] * kernel_size[1], g.shape[-1]), dtype=g.dtype)
        cols.scatter_(1, ctx.where[:, None], g)
        image = torch.nn.functional.fold(cols, ctx.size, kernel_size, stride=stride)
        image = image.reshape(n, c, *ctx.size)[:, :, ph : ph + h, pw : pw + w]
        return image.clone(), None, None, None

# %% wrong: channels_in_one_window
# why: unfold gets all channels of an image together, so a window holds the entries of all channels and the largest of them is given to each. The channels must be kept apart, as images of one channel.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        ctx.size = (h + 2 * ph, w + 2 * pw)
        cols = torch.nn.functional.unfold(padded, kernel_size, stride=stride)
        area = kernel_size[0] * kernel_size[1]
        cols = cols.reshape(n, area, c, -1)
        values, ctx.where = cols.max(1)
        ctx.info = (n, c, h, w, ph, pw, kernel_size, stride)
        oh = (ctx.size[0] - kernel_size[0]) // stride[0] + 1
        return values.reshape(n, c, oh, -1)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w, ph, pw, kernel_size, stride = ctx.info
        area = kernel_size[0] * kernel_size[1]
        g = grad.reshape(n, 1, c, -1)
        cols = torch.zeros((n, area, c, g.shape[-1]), dtype=g.dtype)
        cols.scatter_(1, ctx.where[:, None], g)
        cols = cols.reshape(n, area * c, -1)
        image = torch.nn.functional.fold(cols, ctx.size, kernel_size, stride=stride)
        return image[:, :, ph : ph + h, pw : pw + w].clone(), None, None, None

# %% wrong: place_divided_by_height
# why: The place within a window is split into row and column with the height of the kernel. Windows are counted row by row, so it must be divided by their width; with a kernel that is not square the gradient goes astray.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (n, c, h, w), (kh, kw), (ph, pw) = input.shape, kernel_size, padding
        big = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        bh, bw = h + 2 * ph, w + 2 * pw
        cols = torch.nn.functional.unfold(
            big.reshape(n * c, 1, bh, bw), kernel_size, stride=stride
        )
        values, where = cols.max(1)
        oh, ow = (bh - kh) // stride[0] + 1, (bw - kw) // stride[1] + 1
        window = torch.arange(oh * ow)
        row = (window // ow) * stride[0] + where // kh
        col = (window % ow) * stride[1] + where % kh
        pixel = row * bw + col + torch.arange(n * c)[:, None] * (bh * bw)
        ctx.pixel = pixel.reshape(-1)
        ctx.sizes = (n, c, h, w, bh, bw, ph, pw)
        return values.reshape(n, c, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w, bh, bw, ph, pw = ctx.sizes
        flat = torch.zeros(n * c * bh * bw, dtype=grad.dtype)
        flat.index_add_(0, ctx.pixel, grad.reshape(-1))
        flat = flat.reshape(n, c, bh, bw)
        return flat[:, :, ph : ph + h, pw : pw + w].clone(), None, None, None

# %% wrong: windows_side_by_side
# why: The stride is ignored, and the windows are moved by the size of the kernel, as is usual. Stride and kernel size may differ, so that windows overlap or leave gaps.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        size = (h + 2 * ph, w + 2 * pw)
        cols = torch.nn.functional.unfold(
            padded.reshape(n * c, 1, *size), kernel_size, stride=kernel_size
        )
        values, ctx.where = cols.max(1)
        ctx.info = (n, c, h, w, ph, pw, size, kernel_size)
        return values.reshape(n, c, size[0] // kernel_size[0], size[1] // kernel_size[1])

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w, ph, pw, size, kernel_size = ctx.info
        g = grad.reshape(n * c, 1, -1)
        cols = torch.zeros((n * c, kernel_size[0] * kernel_size[1], g.shape[-1]), dtype=g.dtype)
        cols.scatter_(1, ctx.where[:, None], g)
        image = torch.nn.functional.fold(cols, size, kernel_size, stride=kernel_size)
        image = image.reshape(n, c, *size)[:, :, ph : ph + h, pw : pw + w]
        return image.clone(), None, None, None
