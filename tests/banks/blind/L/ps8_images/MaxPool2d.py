# %% right: columns_and_scatter
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        """The largest entry of each window."""
        N, C, H, W = input.shape
        (kh, kw), (ph, pw) = kernel_size, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        single = padded.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        columns = torch.nn.functional.unfold(single, kernel_size, stride=stride)
        values, ctx.where = columns.max(1)
        ctx.shape, ctx.settings = tuple(input.shape), (kernel_size, stride, padding)
        rows = (H + 2 * ph - kh) // stride[0] + 1
        return values.reshape(N, C, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of the input, and None for each of the settings."""
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        g = grad.reshape(N * C, 1, -1)
        count = kernel_size[0] * kernel_size[1]
        columns = torch.zeros((N * C, count, g.shape[2]), dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), g)
        size = (H + 2 * ph, W + 2 * pw)
        out = torch.nn.functional.fold(columns, size, kernel_size, stride=stride)
        out = out[:, :, ph : ph + H, pw : pw + W].reshape(N, C, H, W)
        return out, None, None, None

# %% right: window_by_window
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        """The largest entry of each window."""
        N, C, H, W = input.shape
        OH = (H + 2 * padding[0] - kernel_size[0]) // stride[0] + 1
        OW = (W + 2 * padding[1] - kernel_size[1]) // stride[1] + 1
        out = torch.zeros((N, C, OH, OW), dtype=input.dtype)
        ctx.windows = []
        for i in range(OH):
            for j in range(OW):
                # only the part of the window that lies on the image
                top, left = i * stride[0] - padding[0], j * stride[1] - padding[1]
                rows = slice(max(top, 0), min(top + kernel_size[0], H))
                cols = slice(max(left, 0), min(left + kernel_size[1], W))
                best, index = input[:, :, rows, cols].flatten(2).max(2)
                out[:, :, i, j] = best
                ctx.windows.append((i, j, rows, cols, index))
        ctx.shape = tuple(input.shape)
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradient of the input, and None for each of the settings."""
        result = torch.zeros(ctx.shape, dtype=grad.dtype)
        for i, j, rows, cols, index in ctx.windows:
            h, w = rows.stop - rows.start, cols.stop - cols.start
            places = torch.arange(h * w) == index.unsqueeze(2)
            part = places.to(grad.dtype) * grad[:, :, i, j].unsqueeze(2)
            result[:, :, rows, cols] += part.reshape(*ctx.shape[:2], h, w)
        return result, None, None, None

# %% right: running_best
INF = float("inf")


def places(kernel_size, stride, rows, columns):
    """For each place of the kernel, in order: the slices of what lies there."""
    (kh, kw), (sh, sw) = kernel_size, stride
    for k in range(kh):
        for l in range(kw):
            yield (
                slice(None),
                slice(None),
                slice(k, k + sh * (rows - 1) + 1, sh),
                slice(l, l + sw * (columns - 1) + 1, sw),
            )


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        """The largest entry of each window."""
        ph, pw = padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-INF)
        rows = (x.shape[2] - kernel_size[0]) // stride[0] + 1
        columns = (x.shape[3] - kernel_size[1]) // stride[1] + 1
        best = place = None
        for number, there in enumerate(places(kernel_size, stride, rows, columns)):
            here = x[there]
            if best is None:
                best, place = here.clone(), torch.zeros(here.shape, dtype=torch.int64)
            else:
                larger = here > best
                best = torch.where(larger, here, best)
                place = torch.where(larger, torch.tensor(number), place)
        ctx.place, ctx.padded = place, tuple(x.shape)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return best

    @staticmethod
    def backward(ctx, grad):
        """The gradient of the input, and None for each of the settings."""
        g = torch.zeros(ctx.padded, dtype=grad.dtype)
        rows, columns = grad.shape[2:]
        walk = places(ctx.kernel_size, ctx.stride, rows, columns)
        for number, there in enumerate(walk):
            g[there] += grad * (ctx.place == number)
        ph, pw = ctx.padding
        g = g[:, :, ph : ctx.padded[2] - ph, pw : ctx.padded[3] - pw]
        return g, None, None, None

# %% right: flat_indices
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        """The largest entry of each window."""
        n, c, h, w = input.shape
        oh, ow = (
            (size + 2 * p - k) // s + 1
            for size, p, k, s in zip((h, w), padding, kernel_size, stride)
        )
        best, where = [], []
        for i in range(oh):
            for j in range(ow):
                y, x = i * stride[0] - padding[0], j * stride[1] - padding[1]
                inside = [
                    yy * w + xx
                    for yy in range(y, y + kernel_size[0])
                    for xx in range(x, x + kernel_size[1])
                    if 0 <= yy < h and 0 <= xx < w
                ]
                inside = torch.tensor(inside)
                values, at = input.reshape(n * c, h * w)[:, inside].max(1)
                best.append(values)
                where.append(inside[at])
        ctx.where = torch.stack(where, 1)
        ctx.shape = (n, c, h, w)
        return torch.stack(best, 1).reshape(n, c, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        """The gradient of the input, and None for each of the settings."""
        n, c, h, w = ctx.shape
        offsets = torch.arange(n * c).unsqueeze(1) * (h * w)
        flat = torch.zeros(n * c * h * w, dtype=grad.dtype)
        flat.index_add_(0, (ctx.where + offsets).reshape(-1), grad.reshape(-1))
        return flat.reshape(n, c, h, w), None, None, None

# %% wrong: all_equals_get_it
# why: backward asks which entries of the window are equal to the largest, and gives the gradient to all
# of them. With a tie only the first one, row by row, should get it.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        single = padded.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        columns = torch.nn.functional.unfold(single, kernel_size, stride=stride)
        values = columns.max(1, keepdim=True)[0]
        ctx.save_for_backward(columns, values)
        ctx.shape, ctx.settings = tuple(input.shape), (kernel_size, stride, padding)
        rows = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return values.reshape(N, C, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, values = ctx.saved_tensors
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        g = (columns == values) * grad.reshape(N * C, 1, -1)
        out = torch.nn.functional.fold(
            g, (H + 2 * ph, W + 2 * pw), kernel_size, stride=stride
        )
        out = out[:, :, ph : ph + H, pw : pw + W].reshape(N, C, H, W)
        return out, None, None, None

# %% wrong: last_of_equals_wins
# why: The running best is replaced where the next entry is larger or equal, so of equal entries the
# last one counts. It should be replaced only where the next is larger, so that the first one stays.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        oh = (x.shape[2] - kh) // sh + 1
        ow = (x.shape[3] - kw) // sw + 1
        best = torch.full((*input.shape[:2], oh, ow), float("-inf"), dtype=input.dtype)
        where = torch.zeros(best.shape, dtype=torch.int64)
        for k in range(kh):
            for l in range(kw):
                here = x[:, :, k : k + sh * (oh - 1) + 1 : sh, l : l + sw * (ow - 1) + 1 : sw]
                better = here >= best
                best = torch.where(better, here, best)
                where = torch.where(better, torch.tensor(k * kw + l), where)
        ctx.where = where
        ctx.sizes = kernel_size, stride, padding, tuple(x.shape)
        return best

    @staticmethod
    def backward(ctx, grad):
        (kh, kw), (sh, sw), (ph, pw), shape = ctx.sizes
        oh, ow = grad.shape[2:]
        g = torch.zeros(shape, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + sh * (oh - 1) + 1, sh)
                cols = slice(l, l + sw * (ow - 1) + 1, sw)
                g[:, :, rows, cols] += grad * (ctx.where == k * kw + l)
        return g[:, :, ph : shape[2] - ph, pw : shape[3] - pw], None, None, None

# %% wrong: overlapping_windows_overwrite
# why: scatter_ writes the gradient of each window to the place of its largest entry; where one entry
# is the largest of several windows, only one of their gradients is left. They must be added up.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        HP, WP = H + 2 * ph, W + 2 * pw
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        single = padded.reshape(N * C, 1, HP, WP)
        columns = torch.nn.functional.unfold(single, kernel_size, stride=stride)
        values, place = columns.max(1)
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        window = torch.arange(OH * OW)
        row = window // OW * sh + place // kw
        column = window % OW * sw + place % kw
        ctx.flat = row * WP + column
        ctx.sizes = N, C, H, W, ph, pw
        return values.reshape(N, C, OH, OW)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W, ph, pw = ctx.sizes
        out = torch.zeros((N * C, (H + 2 * ph) * (W + 2 * pw)), dtype=grad.dtype)
        out.scatter_(1, ctx.flat, grad.reshape(N * C, -1))
        out = out.reshape(N, C, H + 2 * ph, W + 2 * pw)
        return out[:, :, ph : ph + H, pw : pw + W], None, None, None

# %% wrong: border_of_the_smallest_entry
# why: The border has the value of the smallest entry of the input. In a window whose entries are all
# that small, the border is an equal and comes first, so the gradient goes to the padding and is cut off.
# The border must be smaller than every entry.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        lowest = input.min().item()
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=lowest)
        single = padded.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        columns = torch.nn.functional.unfold(single, kernel_size, stride=stride)
        values, ctx.where = columns.max(1)
        ctx.shape, ctx.settings = tuple(input.shape), (kernel_size, stride, padding)
        rows = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return values.reshape(N, C, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        g = grad.reshape(N * C, 1, -1)
        count = kernel_size[0] * kernel_size[1]
        columns = torch.zeros((N * C, count, g.shape[2]), dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), g)
        size = (H + 2 * ph, W + 2 * pw)
        out = torch.nn.functional.fold(columns, size, kernel_size, stride=stride)
        out = out[:, :, ph : ph + H, pw : pw + W].reshape(N, C, H, W)
        return out, None, None, None

# %% wrong: cut_off_with_a_negative_zero
# why: The border is cut off the gradient with ph:-ph. Without padding this is 0:-0, which is an
# empty slice, so the gradient is empty. ph : ph + H is right for every padding.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        single = padded.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        columns = torch.nn.functional.unfold(single, kernel_size, stride=stride)
        values, ctx.where = columns.max(1)
        ctx.shape, ctx.settings = tuple(input.shape), (kernel_size, stride, padding)
        rows = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return values.reshape(N, C, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        g = grad.reshape(N * C, 1, -1)
        numbers = torch.arange(kernel_size[0] * kernel_size[1]).reshape(1, -1, 1)
        columns = g * (numbers == ctx.where.unsqueeze(1))
        out = torch.nn.functional.fold(
            columns, (H + 2 * ph, W + 2 * pw), kernel_size, stride=stride
        ).reshape(N, C, H + 2 * ph, W + 2 * pw)
        return out[:, :, ph:-ph, pw:-pw], None, None, None

# %% wrong: channels_mixed_in_the_columns
# why: unfold lays the channels one after the other, (C, KH * KW), in each column, but the columns are
# read as (KH * KW, C). The largest is taken over entries of different channels. Each channel has
# windows of its own.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        K = kernel_size[0] * kernel_size[1]
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        columns = torch.nn.functional.unfold(padded, kernel_size, stride=stride)
        values, ctx.where = columns.reshape(N, K, C, -1).max(1)
        ctx.shape, ctx.settings = (N, C, H, W), (kernel_size, stride, padding)
        rows = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return values.reshape(N, C, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        K = kernel_size[0] * kernel_size[1]
        g = grad.reshape(N, 1, C, -1)
        columns = torch.zeros((N, K, C, g.shape[3]), dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), g)
        out = torch.nn.functional.fold(
            columns.reshape(N, K * C, -1),
            (H + 2 * ph, W + 2 * pw),
            kernel_size,
            stride=stride,
        )
        return out[:, :, ph : ph + H, pw : pw + W], None, None, None

# %% wrong: place_divided_by_the_height
# why: The place in the window is split into row and column by the height of the kernel. The places run row
# by row, so a row is as long as the kernel is wide: it must be divided by kw. With a kernel that is
# not square the gradient goes to the wrong entry.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        HP, WP = H + 2 * ph, W + 2 * pw
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        out = torch.zeros((N, C, OH, OW), dtype=input.dtype)
        ctx.places = []
        for i in range(OH):
            for j in range(OW):
                y, x = i * sh, j * sw
                window = padded[:, :, y : y + kh, x : x + kw].flatten(2)
                out[:, :, i, j], place = window.max(2)
                row, column = place // kh, place % kh
                ctx.places.append((y + row) * WP + x + column)
        ctx.sizes = N, C, H, W, ph, pw
        return out

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W, ph, pw = ctx.sizes
        size = (H + 2 * ph) * (W + 2 * pw)
        out = torch.zeros(N * C * size, dtype=grad.dtype)
        image = torch.arange(N * C) * size
        flat = grad.flatten(2)
        for number, places in enumerate(ctx.places):
            values = flat[:, :, number].reshape(-1)
            out.index_add_(0, image + places.reshape(-1), values)
        out = out.reshape(N, C, H + 2 * ph, W + 2 * pw)
        return out[:, :, ph : ph + H, pw : pw + W], None, None, None

# %% wrong: stride_of_the_kernel
# why: The windows are laid side by side, a kernel apart, whatever the stride is. That is only the
# usual case; the distance of the windows is the stride.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        (kh, kw), (ph, pw) = kernel_size, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        single = padded.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        columns = torch.nn.functional.unfold(single, (kh, kw), stride=(kh, kw))
        values, ctx.where = columns.max(1)
        ctx.shape, ctx.kernel, ctx.padding = (N, C, H, W), kernel_size, padding
        return values.reshape(N, C, (H + 2 * ph - kh) // kh + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        (kh, kw), (ph, pw) = ctx.kernel, ctx.padding
        g = grad.reshape(N * C, 1, -1)
        columns = torch.zeros((N * C, kh * kw, g.shape[2]), dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), g)
        out = torch.nn.functional.fold(
            columns, (H + 2 * ph, W + 2 * pw), (kh, kw), stride=(kh, kw)
        )
        out = out[:, :, ph : ph + H, pw : pw + W].reshape(N, C, H, W)
        return out, None, None, None
