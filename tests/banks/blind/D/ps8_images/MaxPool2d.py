# %% right: slices
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, stride, padding
        bordered = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows).max(0)
        ctx.where, ctx.size = where, (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                mine = (ctx.where == k * kw + l).to(grad.dtype)
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] += grad * mine
        return whole[:, :, ph : ph + H, pw : pw + W], None, None, None


# %% right: unfold_scatter
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        single = input.reshape(N * C, 1, H, W)
        bordered = torch.nn.functional.pad(single, (pw, pw, ph, ph), value=float("-inf"))
        columns = torch.nn.functional.unfold(bordered, kernel_size, stride=stride)
        largest, where = columns.max(1)
        ctx.shape, ctx.kernel, ctx.stride, ctx.padding = (N, C, H, W), kernel_size, stride, padding
        ctx.where, ctx.columns = where, tuple(columns.shape)
        OH = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(N, C, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        ph, pw = ctx.padding
        columns = torch.zeros(ctx.columns, dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), grad.reshape(N * C, 1, -1))
        size = (H + 2 * ph, W + 2 * pw)
        whole = torch.nn.functional.fold(columns, size, ctx.kernel, stride=ctx.stride)
        inner = whole[:, :, ph : ph + H, pw : pw + W]
        return inner.reshape(N, C, H, W), None, None, None


# %% right: arange_mask
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        single = input.reshape(N * C, 1, H, W)
        bordered = torch.nn.functional.pad(single, (pw, pw, ph, ph), value=-np.inf)
        columns = torch.nn.functional.unfold(bordered, kernel_size, stride=stride)
        largest, where = columns.max(1)
        ctx.shape, ctx.kernel, ctx.stride, ctx.padding = (N, C, H, W), kernel_size, stride, padding
        ctx.where, ctx.columns = where, tuple(columns.shape)
        OH = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(N, C, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        ph, pw = ctx.padding
        places = torch.arange(ctx.columns[1]).reshape(1, -1, 1)
        hit = (ctx.where.unsqueeze(1) == places).to(grad.dtype)
        columns = hit * grad.reshape(N * C, 1, -1)
        size = (H + 2 * ph, W + 2 * pw)
        whole = torch.nn.functional.fold(columns, size, ctx.kernel, stride=ctx.stride)
        inner = whole[:, :, ph : ph + H, pw : pw + W]
        return inner.reshape(N, C, H, W), None, None, None


# %% right: argmax_numpy_low
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        single = input.reshape(N * C, 1, H, W)
        bordered = torch.nn.functional.pad(single, (pw, pw, ph, ph), value=-float("inf"))
        columns = torch.nn.functional.unfold(bordered, kernel_size, stride=stride)
        where = columns.max(1)[1]
        largest = columns.max(1)[0]
        ctx.shape, ctx.kernel, ctx.stride, ctx.padding = (N, C, H, W), kernel_size, stride, padding
        ctx.where, ctx.columns = where, tuple(columns.shape)
        OH = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(N, C, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        ph, pw = ctx.padding
        columns = torch.zeros(ctx.columns, dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), grad.reshape(N * C, 1, -1))
        size = (H + 2 * ph, W + 2 * pw)
        whole = torch.nn.functional.fold(columns, size, ctx.kernel, stride=ctx.stride)
        inner = whole[:, :, ph : ph + H, pw : pw + W]
        return inner.reshape(N, C, H, W), None, None, None


# %% wrong: zero_border
# why: The border is zeros: in a window of negative numbers a zero is the largest.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, stride, padding
        bordered = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows).max(0)
        ctx.where, ctx.size = where, (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                mine = (ctx.where == k * kw + l).to(grad.dtype)
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] += grad * mine
        return whole[:, :, ph : ph + H, pw : pw + W], None, None, None


# %% wrong: low_border_minus_one
# why: The border is -1, which is larger than some numbers of the image.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        single = input.reshape(N * C, 1, H, W)
        bordered = torch.nn.functional.pad(single, (pw, pw, ph, ph), value=-1.0)
        columns = torch.nn.functional.unfold(bordered, kernel_size, stride=stride)
        largest, where = columns.max(1)
        ctx.shape, ctx.kernel, ctx.stride, ctx.padding = (N, C, H, W), kernel_size, stride, padding
        ctx.where, ctx.columns = where, tuple(columns.shape)
        OH = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(N, C, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        ph, pw = ctx.padding
        columns = torch.zeros(ctx.columns, dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), grad.reshape(N * C, 1, -1))
        size = (H + 2 * ph, W + 2 * pw)
        whole = torch.nn.functional.fold(columns, size, ctx.kernel, stride=ctx.stride)
        inner = whole[:, :, ph : ph + H, pw : pw + W]
        return inner.reshape(N, C, H, W), None, None, None


# %% wrong: ties_all
# why: All equal largest entries get the gradient.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, stride, padding
        bordered = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows).max(0)
        ctx.save_for_backward(bordered, largest)
        ctx.size = (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                bordered, largest = ctx.saved_tensors
                here = bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw]
                mine = (here == largest).to(grad.dtype)
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] += grad * mine
        return whole[:, :, ph : ph + H, pw : pw + W], None, None, None


# %% wrong: ties_last
# why: Of equal entries the last one counts: the windows are flipped before max.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, stride, padding
        bordered = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows[::-1]).max(0)
        where = kh * kw - 1 - where
        ctx.where, ctx.size = where, (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                mine = (ctx.where == k * kw + l).to(grad.dtype)
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] += grad * mine
        return whole[:, :, ph : ph + H, pw : pw + W], None, None, None


# %% wrong: overlap_last
# why: Where windows overlap the gradient is written and not added.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, stride, padding
        bordered = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows).max(0)
        ctx.where, ctx.size = where, (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                mine = (ctx.where == k * kw + l).to(grad.dtype)
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] = grad * mine
        return whole[:, :, ph : ph + H, pw : pw + W], None, None, None


# %% wrong: column_order
# why: Rows and columns of the window are swapped in backward: k + l * kh.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, stride, padding
        bordered = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows).max(0)
        ctx.where, ctx.size = where, (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                mine = (ctx.where == l * kh + k).to(grad.dtype)
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] += grad * mine
        return whole[:, :, ph : ph + H, pw : pw + W], None, None, None


# %% wrong: border_left_on
# why: The gradient keeps the border of the padding.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, stride, padding
        bordered = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows).max(0)
        ctx.where, ctx.size = where, (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                mine = (ctx.where == k * kw + l).to(grad.dtype)
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] += grad * mine
        return whole, None, None, None


# %% wrong: stride_is_kernel
# why: The stride is ignored; windows are laid side by side.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, kernel_size, padding
        bordered = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows).max(0)
        ctx.where, ctx.size = where, (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.kernel_size, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                mine = (ctx.where == k * kw + l).to(grad.dtype)
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] += grad * mine
        return whole[:, :, ph : ph + H, pw : pw + W], None, None, None


# %% wrong: no_upstream
# why: The upstream gradient is forgotten: each largest entry gets 1 for each window.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, stride, padding
        bordered = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows).max(0)
        ctx.where, ctx.size = where, (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                mine = (ctx.where == k * kw + l).to(grad.dtype)
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] += mine
        return whole[:, :, ph : ph + H, pw : pw + W], None, None, None


# %% wrong: mean_pool
# why: Averages the window, as in another kind of pooling, and takes the place from max.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, stride, padding
        bordered = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows).max(0)
        ctx.where, ctx.size = where, (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return torch.stack(windows).mean(0)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                mine = (ctx.where == k * kw + l).to(grad.dtype)
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] += grad * mine
        return whole[:, :, ph : ph + H, pw : pw + W], None, None, None


# %% wrong: channels_mixed
# why: unfold on all channels at once: the largest is taken across the channels.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        ph, pw = padding
        single = input
        bordered = torch.nn.functional.pad(single, (pw, pw, ph, ph), value=float("-inf"))
        columns = torch.nn.functional.unfold(bordered, kernel_size, stride=stride)
        largest, where = columns.max(1)
        ctx.shape, ctx.kernel, ctx.stride, ctx.padding = (N, C, H, W), kernel_size, stride, padding
        ctx.where, ctx.columns = where, tuple(columns.shape)
        OH = (H + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(N, 1, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        ph, pw = ctx.padding
        columns = torch.zeros(ctx.columns, dtype=grad.dtype)
        columns.scatter_(1, ctx.where.unsqueeze(1), grad.reshape(N, 1, -1))
        size = (H + 2 * ph, W + 2 * pw)
        whole = torch.nn.functional.fold(columns, size, ctx.kernel, stride=ctx.stride)
        inner = whole[:, :, ph : ph + H, pw : pw + W]
        return inner.reshape(N, C, H, W), None, None, None


# %% wrong: two_values
# why: Only the gradient and one None are returned.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, stride, padding
        bordered = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows).max(0)
        ctx.where, ctx.size = where, (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                mine = (ctx.where == k * kw + l).to(grad.dtype)
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] += grad * mine
        return whole[:, :, ph : ph + H, pw : pw + W], None


# %% wrong: rounded_up
# why: The number of rows is rounded up, as with ceil_mode.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, stride, padding
        bordered = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = -(-(HP - kh) // sh) + 1, -(-(WP - kw) // sw) + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows).max(0)
        ctx.where, ctx.size = where, (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                mine = (ctx.where == k * kw + l).to(grad.dtype)
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] += grad * mine
        return whole[:, :, ph : ph + H, pw : pw + W], None, None, None


# %% wrong: pad_order
# why: The border is added as (height, width) instead of (left, right, above, below).
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, stride, padding
        bordered = torch.nn.functional.pad(input, (ph, ph, pw, pw), value=float("-inf"))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows).max(0)
        ctx.where, ctx.size = where, (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                mine = (ctx.where == k * kw + l).to(grad.dtype)
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] += grad * mine
        return whole[:, :, ph : ph + H, pw : pw + W], None, None, None


# %% wrong: shared_by_ties
# why: The gradient is divided among the ties.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (N, C, H, W), (kh, kw), (sh, sw), (ph, pw) = input.shape, kernel_size, stride, padding
        bordered = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=float("-inf"))
        HP, WP = H + 2 * ph, W + 2 * pw
        OH, OW = (HP - kh) // sh + 1, (WP - kw) // sw + 1
        windows = []
        for k in range(kh):
            for l in range(kw):
                windows.append(bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw])
        largest, where = torch.stack(windows).max(0)
        ctx.save_for_backward(bordered, largest, sum((w == largest).to(input.dtype) for w in windows))
        ctx.size = (N, C, H, W)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return largest

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        OH, OW = grad.shape[2:]
        whole = torch.zeros(N, C, H + 2 * ph, W + 2 * pw, dtype=grad.dtype)
        for k in range(kh):
            for l in range(kw):
                bordered, largest, count = ctx.saved_tensors
                here = bordered[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw]
                mine = (here == largest).to(grad.dtype) / count
                whole[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw] += grad * mine
        return whole[:, :, ph : ph + H, pw : pw + W], None, None, None
