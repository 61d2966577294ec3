# %% right: unfold_max_scatter_fold
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        _, _, PH, PW = padded.shape
        windows = torch.nn.functional.unfold(
            padded.reshape(N * C, 1, PH, PW), (kh, kw), stride=(sh, sw)
        )
        largest, where = windows.max(1)
        ctx.where, ctx.windows, ctx.big = where, tuple(windows.shape), (PH, PW)
        ctx.shape, ctx.settings = (N, C, H, W), (kernel_size, stride, padding)
        return largest.reshape(N, C, (PH - kh) // sh + 1, (PW - kw) // sw + 1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        kernel_size, stride, (ph, pw) = ctx.settings
        columns = torch.zeros(ctx.windows, dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), grad.reshape(N * C, 1, -1))
        image = torch.nn.functional.fold(columns, ctx.big, kernel_size, stride=stride)
        image = image[:, :, ph : ph + H, pw : pw + W]
        return image.reshape(N, C, H, W), None, None, None


# %% right: best_so_far_over_the_kernel
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        n, c, h, w = input.shape
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        best = torch.full((n, c, oh, ow), float("-inf"), dtype=input.dtype)
        place = torch.zeros((n, c, oh, ow), dtype=torch.int64)
        for k in range(kh):
            for l in range(kw):
                here = x[:, :, k : k + sh * (oh - 1) + 1 : sh, l : l + sw * (ow - 1) + 1 : sw]
                larger = here > best
                best = torch.where(larger, here, best)
                place = torch.where(larger, torch.zeros_like(place) + (k * kw + l), place)
        ctx.place = place
        ctx.all = kernel_size, stride, padding, (n, c, h, w)
        return best

    @staticmethod
    def backward(ctx, grad):
        (kh, kw), (sh, sw), (ph, pw), (n, c, h, w) = ctx.all
        oh, ow = grad.shape[2], grad.shape[3]
        out = torch.zeros(n, c, h + 2 * ph, w + 2 * pw, dtype=grad.dtype)
        for number in range(kh * kw):
            k, l = divmod(number, kw)
            part = grad * (ctx.place == number)
            out[:, :, k : k + sh * (oh - 1) + 1 : sh, l : l + sw * (ow - 1) + 1 : sw] += part
        return out[:, :, ph : ph + h, pw : pw + w], None, None, None


# %% right: window_by_window
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        kh, kw = kernel_size
        rows, columns = [
            (size + 2 * p - k) // s + 1
            for size, k, s, p in zip((h, w), kernel_size, stride, padding)
        ]
        ctx.shape, ctx.winners = (n, c, h, w), []
        ctx.dtype = input.dtype
        out = torch.zeros(n, c, rows, columns, dtype=input.dtype)
        for i in range(rows):
            top = i * stride[0] - padding[0]
            a, b = max(top, 0), min(top + kh, h)
            for j in range(columns):
                left = j * stride[1] - padding[1]
                d, e = max(left, 0), min(left + kw, w)
                largest, where = input[:, :, a:b, d:e].flatten(2).max(2)
                out[:, :, i, j] = largest
                ctx.winners.append((i, j, a, b, d, e, where))
        return out

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = ctx.shape
        gradient = torch.zeros(n, c, h, w, dtype=ctx.dtype)
        for i, j, a, b, d, e, where in ctx.winners:
            size = (b - a) * (e - d)
            hit = where.unsqueeze(2) == torch.arange(size)
            share = hit * grad[:, :, i, j].unsqueeze(2)
            gradient[:, :, a:b, d:e] += share.reshape(n, c, b - a, e - d)
        return gradient, None, None, None


# %% wrong: all_equal_ones_get_the_gradient
# why: Every entry of a window that is equal to the largest gets the gradient. Among equal ones only the
# first, row by row, may get it.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        x = x.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        u = torch.nn.functional.unfold(x, kernel_size, stride=stride)
        m = u.max(1)[0]
        ctx.save_for_backward(u, m)
        ctx.info = (N, C, H, W, kernel_size, stride, ph, pw)
        return m.reshape(N, C, (H + 2 * ph - kernel_size[0]) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        u, m = ctx.saved_tensors
        N, C, H, W, kernel_size, stride, ph, pw = ctx.info
        g = grad.reshape(N * C, 1, -1) * (u == m.unsqueeze(1))
        d = torch.nn.functional.fold(g, (H + 2 * ph, W + 2 * pw), kernel_size, stride=stride)
        return d[:, :, ph : ph + H, pw : pw + W].reshape(N, C, H, W), None, None, None


# %% wrong: equal_ones_share_the_gradient
# why: The gradient is divided evenly among the equal largest entries, as amax does it. Here the first of
# them gets all of it.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        n, c, h, w = input.shape
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        oh = (h + 2 * ph - kh) // sh + 1
        ow = (w + 2 * pw - kw) // sw + 1
        out = torch.zeros(n, c, oh, ow, dtype=input.dtype)
        for i in range(oh):
            for j in range(ow):
                window = padded[:, :, i * sh : i * sh + kh, j * sw : j * sw + kw]
                out[:, :, i, j] = window.flatten(2).max(2)[0]
        ctx.save_for_backward(padded, out)
        ctx.k, ctx.s, ctx.p = kernel_size, stride, padding
        return out

    @staticmethod
    def backward(ctx, grad):
        padded, out = ctx.saved_tensors
        (kh, kw), (sh, sw), (ph, pw) = ctx.k, ctx.s, ctx.p
        dx = torch.zeros(padded.shape, dtype=grad.dtype)
        for i in range(out.shape[2]):
            for j in range(out.shape[3]):
                rows, cols = slice(i * sh, i * sh + kh), slice(j * sw, j * sw + kw)
                top = out[:, :, i, j][:, :, None, None]
                mask = (padded[:, :, rows, cols] == top) * torch.ones(1, dtype=grad.dtype)
                share = mask / mask.sum((2, 3), keepdim=True)
                dx[:, :, rows, cols] += share * grad[:, :, i, j][:, :, None, None]
        h, w = padded.shape[2] - 2 * ph, padded.shape[3] - 2 * pw
        return dx[:, :, ph : ph + h, pw : pw + w], None, None, None


# %% wrong: last_of_equal_ones
# why: The running maximum is replaced when an entry is larger or equal, so of several equal ones the last
# one gets the gradient. It must be the first: compare with > alone.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        ctx.config = kernel_size, stride, padding
        ctx.input_shape = tuple(input.shape)
        n, c, h, w = input.shape
        kh, kw = kernel_size
        sh, sw = stride
        ph, pw = padding
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        padded = torch.full((n, c, h + 2 * ph, w + 2 * pw), float("-inf"), dtype=input.dtype)
        padded[:, :, ph : ph + h, pw : pw + w] = input
        largest = torch.full((n, c, oh, ow), float("-inf"), dtype=input.dtype)
        which = torch.zeros(n, c, oh, ow, dtype=torch.int64)
        for k in range(kh):
            for l in range(kw):
                candidate = padded[:, :, k : k + (oh - 1) * sh + 1 : sh, l : l + (ow - 1) * sw + 1 : sw]
                better = (candidate >= largest) & (candidate > float("-inf"))
                largest = torch.where(better, candidate, largest)
                which = torch.where(better, torch.full_like(which, k * kw + l), which)
        ctx.which = which
        return largest

    @staticmethod
    def backward(ctx, grad):
        (kh, kw), (sh, sw), (ph, pw) = ctx.config
        n, c, h, w = ctx.input_shape
        oh, ow = grad.shape[2:]
        result = torch.zeros(n, c, h + 2 * ph, w + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                mine = torch.where(ctx.which == k * kw + l, grad, torch.zeros_like(grad))
                result[:, :, k : k + (oh - 1) * sh + 1 : sh, l : l + (ow - 1) * sw + 1 : sw] += mine
        return result[:, :, ph : ph + h, pw : pw + w], None, None, None


# %% wrong: first_column_by_column
# why: The window is searched column by column, so among equal entries the one further left wins. The first
# one is to be found row by row.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        oh = (x.shape[2] - kh) // sh + 1
        ow = (x.shape[3] - kw) // sw + 1
        out = torch.zeros(n, c, oh, ow, dtype=input.dtype)
        ctx.where = {}
        for i in range(oh):
            for j in range(ow):
                win = x[:, :, i * sh : i * sh + kh, j * sw : j * sw + kw]
                value, index = win.transpose(2, 3).reshape(n, c, kw * kh).max(2)
                out[:, :, i, j] = value
                ctx.where[i, j] = index
        ctx.sizes = (n, c, h, w, kh, kw, sh, sw, ph, pw)
        return out

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w, kh, kw, sh, sw, ph, pw = ctx.sizes
        dx = torch.zeros(n, c, h + 2 * ph, w + 2 * pw, dtype=grad.dtype)
        for (i, j), index in ctx.where.items():
            onehot = index[:, :, None] == torch.arange(kw * kh)
            part = (onehot * grad[:, :, i, j][:, :, None]).reshape(n, c, kw, kh)
            dx[:, :, i * sh : i * sh + kh, j * sw : j * sw + kw] += part.transpose(2, 3)
        return dx[:, :, ph : ph + h, pw : pw + w], None, None, None


# %% wrong: gradient_written_and_not_added
# why: The gradients are written to the winning pixels with scatter_, so a pixel that wins several windows
# keeps only one of their gradients. It must get their sum.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        PH, PW = H + 2 * ph, W + 2 * pw
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        numbers = torch.arange(PH * PW).reshape(1, 1, PH, PW)
        values, places = [], []
        for i in range(0, PH - kernel_size[0] + 1, stride[0]):
            for j in range(0, PW - kernel_size[1] + 1, stride[1]):
                window = padded[:, :, i : i + kernel_size[0], j : j + kernel_size[1]].flatten(2)
                inside = numbers[:, :, i : i + kernel_size[0], j : j + kernel_size[1]].reshape(-1)
                value, index = window.max(2)
                values.append(value)
                places.append(inside[index])
        ctx.places = torch.stack(places, 2)
        ctx.sizes = N, C, H, W, PH, PW, ph, pw
        rows = (PH - kernel_size[0]) // stride[0] + 1
        return torch.stack(values, 2).reshape(N, C, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W, PH, PW, ph, pw = ctx.sizes
        dx = torch.zeros(N, C, PH * PW, dtype=grad.dtype)
        dx.scatter_(2, ctx.places, grad.flatten(2))
        dx = dx.reshape(N, C, PH, PW)
        return dx[:, :, ph : ph + H, pw : pw + W], None, None, None


# %% wrong: padded_with_zeros
# why: The border is made of zeros. In a window of negative numbers a zero of the border would be the
# largest; the border must hold what can never be the largest, minus infinity.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        one = input.reshape(n * c, 1, h, w)
        cols = torch.nn.functional.unfold(one, kernel_size, padding=padding, stride=stride)
        biggest, index = cols.max(dim=1)
        ctx.index = index
        ctx.cols_shape = tuple(cols.shape)
        ctx.stuff = (n, c, h, w), kernel_size, stride, padding
        oh = (h + 2 * padding[0] - kernel_size[0]) // stride[0] + 1
        ow = (w + 2 * padding[1] - kernel_size[1]) // stride[1] + 1
        return biggest.reshape(n, c, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        (n, c, h, w), kernel_size, stride, padding = ctx.stuff
        cols = torch.zeros(ctx.cols_shape, dtype=grad.dtype)
        cols.scatter_(1, ctx.index[:, None], grad.reshape(n * c, 1, -1))
        dx = torch.nn.functional.fold(cols, (h, w), kernel_size, padding=padding, stride=stride)
        return dx.reshape(n, c, h, w), None, None, None


# %% wrong: padded_with_the_smallest_of_the_image
# why: The border holds the smallest number of the image. In a window whose pixels are all that small the
# border comes first among equals and takes the gradient, which is then cut off. It must be smaller than
# all pixels.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        lowest = input.min().item()
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=lowest)
        x = x.reshape(N * C, 1, H + 2 * ph, W + 2 * pw)
        columns = torch.nn.functional.unfold(x, kernel_size, stride=stride)
        values, ctx.places = columns.max(1)
        ctx.N, ctx.C, ctx.H, ctx.W = N, C, H, W
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return values.reshape(N, C, (H + 2 * ph - kernel_size[0]) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.N, ctx.C, ctx.H, ctx.W
        ph, pw = ctx.padding
        size = ctx.kernel_size[0] * ctx.kernel_size[1]
        mask = ctx.places[:, None, :] == torch.arange(size).reshape(1, size, 1)
        columns = mask * grad.reshape(N * C, 1, -1)
        x = torch.nn.functional.fold(
            columns, (H + 2 * ph, W + 2 * pw), ctx.kernel_size, stride=ctx.stride
        )
        return x[:, :, ph : ph + H, pw : pw + W].reshape(N, C, H, W), None, None, None


# %% wrong: padded_with_minus_a_thousand
# why: The border holds -1000. If the image has smaller numbers, the border is the largest of a window;
# padding must never be the largest, whatever the image holds: minus infinity.
BORDER = -1000.0


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        big = torch.full((N * C, 1, H + 2 * ph, W + 2 * pw), BORDER, dtype=input.dtype)
        big[:, 0, ph : ph + H, pw : pw + W] = input.reshape(N * C, H, W)
        windows = torch.nn.functional.unfold(big, kernel_size, stride=stride)
        best, ctx.index = windows.max(1)
        ctx.saved = (N, C, H, W), windows.shape[1], kernel_size, stride, padding
        return best.reshape(N, C, (H + 2 * ph - kernel_size[0]) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        (N, C, H, W), area, kernel_size, stride, (ph, pw) = ctx.saved
        chosen = torch.arange(area)[None, :, None] == ctx.index[:, None, :]
        back = torch.nn.functional.fold(
            chosen * grad.reshape(N * C, 1, -1),
            (H + 2 * ph, W + 2 * pw),
            kernel_size,
            stride=stride,
        )
        return back[:, :, ph : ph + H, pw : pw + W].reshape(N, C, H, W), None, None, None


# %% wrong: border_cut_off_with_a_negative_end
# why: The border is cut off the gradient by [p:-p]. With padding 0 this is [0:0] and nothing is left; cut
# at p + H and p + W instead.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c = input.shape[:2]
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        height, width = padded.shape[2:]
        flat = padded.reshape(n * c, 1, height, width)
        unfolded = torch.nn.functional.unfold(flat, kernel_size, stride=stride)
        values, indices = unfolded.max(1, keepdim=True)
        ctx.indices, ctx.unfolded_shape = indices, tuple(unfolded.shape)
        ctx.n, ctx.c, ctx.size = n, c, (height, width)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return values.reshape(n, c, (height - kernel_size[0]) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        zeros = torch.zeros(ctx.unfolded_shape, dtype=grad.dtype)
        zeros.scatter_(1, ctx.indices, grad.reshape(ctx.n * ctx.c, 1, -1))
        image = torch.nn.functional.fold(zeros, ctx.size, ctx.kernel_size, stride=ctx.stride)
        ph, pw = ctx.padding
        image = image[:, :, ph:-ph, pw:-pw]
        return image.reshape(ctx.n, ctx.c, *image.shape[2:]), None, None, None


# %% wrong: channels_and_window_swapped
# why: The columns of unfold have all entries of the first channel first, then those of the second. They are
# reshaped to (N, KH * KW, C, L), as if the channels were inside, so the maximum mixes channels.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        cols = torch.nn.functional.unfold(x, kernel_size, stride=stride)
        area = kernel_size[0] * kernel_size[1]
        cols = cols.reshape(N, area, C, cols.shape[-1])
        out, ctx.arg = cols.max(1)
        ctx.args = N, C, H, W, area, kernel_size, stride, padding
        return out.reshape(N, C, (H + 2 * ph - kernel_size[0]) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W, area, kernel_size, stride, (ph, pw) = ctx.args
        hot = ctx.arg.unsqueeze(1) == torch.arange(area).reshape(1, area, 1, 1)
        cols = hot * grad.reshape(N, 1, C, -1)
        cols = cols.reshape(N, area * C, -1)
        x = torch.nn.functional.fold(cols, (H + 2 * ph, W + 2 * pw), kernel_size, stride=stride)
        return x[:, :, ph : ph + H, pw : pw + W], None, None, None


# %% wrong: steps_by_the_size_of_the_kernel
# why: The windows are laid side by side: a step is kernel_size wide, and the stride is never used. The
# windows are stride apart, which may be less (they overlap) or more than the kernel.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        kh, kw = kernel_size
        ph, pw = padding
        n, c, h, w = input.shape
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        oh, ow = x.shape[2] // kh, x.shape[3] // kw
        blocks = x[:, :, : oh * kh, : ow * kw].reshape(n, c, oh, kh, ow, kw)
        blocks = blocks.permute(0, 1, 2, 4, 3, 5).reshape(n, c, oh, ow, kh * kw)
        out, ctx.index = blocks.max(-1)
        ctx.geometry = (n, c, h, w), (oh, ow), (kh, kw), (ph, pw)
        return out

    @staticmethod
    def backward(ctx, grad):
        (n, c, h, w), (oh, ow), (kh, kw), (ph, pw) = ctx.geometry
        hit = ctx.index.unsqueeze(-1) == torch.arange(kh * kw)
        blocks = (hit * grad.unsqueeze(-1)).reshape(n, c, oh, ow, kh, kw)
        blocks = blocks.permute(0, 1, 2, 4, 3, 5).reshape(n, c, oh * kh, ow * kw)
        dx = torch.zeros(n, c, h + 2 * ph, w + 2 * pw, dtype=grad.dtype)
        dx[:, :, : oh * kh, : ow * kw] = blocks
        return dx[:, :, ph : ph + h, pw : pw + w], None, None, None


# %% wrong: place_divided_by_the_height_of_the_kernel
# why: The number of the place in its window is split into row and column with the height of the kernel.
# Row by row, each row has KW entries: divide by the width. A square kernel hides it.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        kh, kw = kernel_size
        ph, pw = padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        u = torch.nn.functional.unfold(
            x.reshape(n * c, 1, h + 2 * ph, w + 2 * pw), kernel_size, stride=stride
        )
        values, ctx.k = u.max(1)
        ctx.shape, ctx.kernel, ctx.stride, ctx.padding = input.shape, kernel_size, stride, padding
        return values.reshape(n, c, (h + 2 * ph - kh) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = ctx.shape
        kh, kw = ctx.kernel
        ph, pw = ctx.padding
        OH, OW = grad.shape[2:]
        big = torch.zeros(n * c, h + 2 * ph, w + 2 * pw, dtype=grad.dtype)
        g = grad.reshape(n * c, OH * OW)
        for number in range(kh * kw):
            row, column = number // kh, number % kh
            mine = (g * (ctx.k == number)).reshape(n * c, OH, OW)
            for i in range(OH):
                for j in range(OW):
                    big[:, i * ctx.stride[0] + row, j * ctx.stride[1] + column] += mine[:, i, j]
        big = big.reshape(n, c, h + 2 * ph, w + 2 * pw)
        return big[:, :, ph : ph + h, pw : pw + w], None, None, None


# %% wrong: last_window_sticks_out
# why: The number of windows is rounded up, so that a window at the edge may stick out of the image. The
# formula rounds down: what is left over belongs to no window.
def up(a, b):
    return -(-a // b)


@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        kh, kw = kernel_size
        sh, sw = stride
        ph, pw = padding
        oh, ow = up(h + 2 * ph - kh, sh) + 1, up(w + 2 * pw - kw, sw) + 1
        out = torch.zeros(n, c, oh, ow, dtype=input.dtype)
        x = torch.nn.functional.pad(input, (pw, pw + sw, ph, ph + sh), value=float("-inf"))
        ctx.index = torch.zeros(n, c, oh, ow, dtype=torch.int64)
        for i in range(oh):
            for j in range(ow):
                window = x[:, :, i * sh : i * sh + kh, j * sw : j * sw + kw]
                out[:, :, i, j], ctx.index[:, :, i, j] = window.flatten(2).max(2)
        ctx.rest = n, c, h, w, kh, kw, sh, sw, ph, pw
        return out

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w, kh, kw, sh, sw, ph, pw = ctx.rest
        dx = torch.zeros(n, c, h + 2 * ph + sh, w + 2 * pw + sw, dtype=grad.dtype)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                hit = ctx.index[:, :, i, j].unsqueeze(2) == torch.arange(kh * kw)
                part = hit * grad[:, :, i, j].unsqueeze(2)
                dx[:, :, i * sh : i * sh + kh, j * sw : j * sw + kw] += part.reshape(n, c, kh, kw)
        return dx[:, :, ph : ph + h, pw : pw + w], None, None, None
