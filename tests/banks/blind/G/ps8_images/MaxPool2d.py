# %% right: columns_and_their_places
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        (kh, kw), (ph, pw) = kernel_size, padding
        images = torch.nn.functional.pad(
            input.reshape(n * c, 1, h, w), (pw, pw, ph, ph), value=-float("inf")
        )
        windows = torch.nn.functional.unfold(
            images, (kh, kw), padding=(0, 0), stride=stride
        )
        largest, place = windows.max(1)
        ctx.place, ctx.shape = place, (n, c, h, w)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        rows = (h + 2 * ph - kh) // stride[0] + 1
        return largest.reshape(n, c, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = ctx.shape
        (kh, kw), (ph, pw) = ctx.kernel_size, ctx.padding
        numbers = torch.arange(kh * kw).reshape(1, -1, 1)
        chosen = (ctx.place.unsqueeze(1) == numbers).to(grad.dtype)
        columns = chosen * grad.reshape(n * c, 1, -1)
        images = torch.nn.functional.fold(
            columns,
            (h + 2 * ph, w + 2 * pw),
            (kh, kw),
            padding=(0, 0),
            stride=ctx.stride,
        )
        inner = images[:, :, ph : ph + h, pw : pw + w]
        return inner.reshape(n, c, h, w), None, None, None


# %% right: one_place_of_the_window_at_a_time
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def places(kernel_size, stride, size):
        for k in range(kernel_size[0]):
            for l in range(kernel_size[1]):
                yield (
                    slice(None),
                    slice(None),
                    slice(k, k + stride[0] * (size[0] - 1) + 1, stride[0]),
                    slice(l, l + stride[1] * (size[1] - 1) + 1, stride[1]),
                )

    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        h, w = input.shape[2:]
        ph, pw = padding
        size = [
            (length + 2 * p - k) // s + 1
            for length, p, k, s in zip((h, w), padding, kernel_size, stride)
        ]
        padded = torch.nn.functional.pad(
            input, (pw, pw, ph, ph), value=-float("inf")
        )
        best = where = None
        for number, place in enumerate(MaxPool2d.places(kernel_size, stride, size)):
            here = padded[place]
            if best is None:
                best, where = here.clone(), torch.zeros(here.shape, dtype=torch.int64)
            else:
                # strictly larger: of equal ones the first stays
                better = here > best
                best = torch.where(better, here, best)
                where = torch.where(better, torch.zeros_like(where) + number, where)
        ctx.where, ctx.padded = where, tuple(padded.shape)
        ctx.size, ctx.image = size, (h, w)
        ctx.settings = kernel_size, stride, padding
        return best

    @staticmethod
    def backward(ctx, grad):
        kernel_size, stride, (ph, pw) = ctx.settings
        out = torch.zeros(ctx.padded, dtype=grad.dtype)
        nothing = torch.zeros_like(grad)
        for number, place in enumerate(MaxPool2d.places(kernel_size, stride, ctx.size)):
            out[place] = out[place] + torch.where(ctx.where == number, grad, nothing)
        h, w = ctx.image
        return out[:, :, ph : ph + h, pw : pw + w], None, None, None


# %% wrong: padded_with_zeros
# why: unfold pads with zeros. In a window of negative numbers at the edge, a zero of the padding is the largest.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        N, C, H, W = input.shape
        columns = torch.nn.functional.unfold(
            input.reshape(N * C, 1, H, W), kernel_size, padding=padding, stride=stride
        )
        values, indices = columns.max(1)
        ctx.indices, ctx.columns, ctx.shape = indices, columns.shape, input.shape
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        OH = (H + 2 * padding[0] - kernel_size[0]) // stride[0] + 1
        return values.reshape(N, C, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        N, C, H, W = ctx.shape
        columns = torch.zeros(ctx.columns, dtype=grad.dtype)
        columns.scatter_(1, ctx.indices.unsqueeze(1), grad.reshape(N * C, 1, -1))
        image = torch.nn.functional.fold(
            columns, (H, W), ctx.kernel_size, padding=ctx.padding, stride=ctx.stride
        )
        return image.reshape(N, C, H, W), None, None, None


# %% wrong: all_equal_ones_get_it
# why: The gradient goes to every entry that equals the largest. Of several equal ones only the first gets it.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        ph, pw = padding
        border = torch.nn.functional.pad(
            input, (pw, pw, ph, ph), value=-float("inf")
        ).reshape(n * c, 1, h + 2 * ph, w + 2 * pw)
        windows = torch.nn.functional.unfold(
            border, kernel_size, padding=(0, 0), stride=stride
        )
        largest = windows.max(1)[0]
        ctx.mask = windows == largest.unsqueeze(1)
        ctx.all = (tuple(input.shape), kernel_size, stride, padding)
        return largest.reshape(n, c, (h + 2 * ph - kernel_size[0]) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        (n, c, h, w), kernel_size, stride, (ph, pw) = ctx.all
        columns = ctx.mask.to(grad.dtype) * grad.reshape(n * c, 1, -1)
        image = torch.nn.functional.fold(
            columns,
            (h + 2 * ph, w + 2 * pw),
            kernel_size,
            padding=(0, 0),
            stride=stride,
        )
        image = image[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None


# %% wrong: written_and_not_added
# why: The gradient is written to the place of the largest entry. An entry that is the largest of several windows keeps only the last of their gradients.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        image = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        out = torch.zeros((n, c, oh, ow), dtype=input.dtype)
        ctx.found = {}
        for i in range(oh):
            for j in range(ow):
                window = image[:, :, i * sh : i * sh + kh, j * sw : j * sw + kw]
                value, where = window.flatten(2).max(2)
                out[:, :, i, j] = value
                ctx.found[i, j] = where
        ctx.size = (h, w)
        ctx.kernel_size, ctx.stride, ctx.padding = kernel_size, stride, padding
        return out

    @staticmethod
    def backward(ctx, grad):
        n, c = grad.shape[:2]
        h, w = ctx.size
        (kh, kw), (sh, sw), (ph, pw) = ctx.kernel_size, ctx.stride, ctx.padding
        image = torch.zeros((n, c, h + 2 * ph, w + 2 * pw), dtype=grad.dtype)
        numbers = torch.arange(kh * kw)
        for (i, j), where in ctx.found.items():
            here = (where.unsqueeze(2) == numbers).reshape(n, c, kh, kw)
            rows, columns = slice(i * sh, i * sh + kh), slice(j * sw, j * sw + kw)
            old = image[:, :, rows, columns]
            new = grad[:, :, i : i + 1, j : j + 1] + torch.zeros_like(old)
            image[:, :, rows, columns] = torch.where(here, new, old)
        return image[:, :, ph : ph + h, pw : pw + w], None, None, None


# %% wrong: column_by_column
# why: The entries of a window are gone through column by column, so that of equal ones the first from the left gets the gradient, and not the first row by row.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        h, w = input.shape[2], input.shape[3]
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        ctx.slices = [
            (slice(k, k + sh * (oh - 1) + 1, sh), slice(l, l + sw * (ow - 1) + 1, sw))
            for l in range(kw)
            for k in range(kh)
        ]
        layers = torch.stack([padded[:, :, r, s] for r, s in ctx.slices])
        largest, ctx.which = layers.max(0)
        ctx.padded, ctx.crop = padded.shape, (ph, pw, h, w)
        return largest

    @staticmethod
    def backward(ctx, grad):
        total = torch.zeros(tuple(ctx.padded), dtype=grad.dtype)
        for number, (r, s) in enumerate(ctx.slices):
            hit = (ctx.which == number).to(grad.dtype)
            total[:, :, r, s] = total[:, :, r, s] + hit * grad
        ph, pw, h, w = ctx.crop
        return total[:, :, ph : ph + h, pw : pw + w], None, None, None


# %% wrong: the_kernel_as_the_stride
# why: The windows are moved by their own size, whatever stride says. That is the default of a layer, but here the stride is an argument.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        step = tuple(kernel_size)
        ph, pw = padding
        n, c, h, w = input.shape
        tall, wide = h + 2 * ph, w + 2 * pw
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        single = padded.reshape(n * c, 1, tall, wide)
        unfolded = torch.nn.functional.unfold(single, step, padding=(0, 0), stride=step)
        best = unfolded.max(1)
        ctx.index = best[1]
        ctx.step, ctx.tall, ctx.wide, ctx.padding = step, tall, wide, padding
        ctx.shape = (n, c, h, w)
        return best[0].reshape(n, c, (tall - step[0]) // step[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w = ctx.shape
        ph, pw = ctx.padding
        flat = grad.reshape(n * c, 1, -1)
        columns = torch.zeros(
            (n * c, ctx.step[0] * ctx.step[1], flat.shape[2]), dtype=grad.dtype
        )
        columns.scatter_(1, ctx.index.unsqueeze(1), flat)
        folded = torch.nn.functional.fold(
            columns, (ctx.tall, ctx.wide), ctx.step, padding=(0, 0), stride=ctx.step
        )
        folded = folded.reshape(n, c, ctx.tall, ctx.wide)
        return folded[:, :, ph : ph + h, pw : pw + w], None, None, None
