# %% right: columns
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        F = torch.nn.functional
        n, c, h, w = input.shape
        ph, pw = padding
        images = input.reshape(n * c, 1, h, w)
        padded = F.pad(images, (pw, pw, ph, ph), value=-float("inf"))
        columns = F.unfold(padded, kernel_size, stride=stride)
        largest, place = columns.max(1)
        ctx.place = place
        ctx.settings = input.shape, kernel_size, stride, padding
        rows = (h + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(n, c, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        (n, c, h, w), kernel, stride, (ph, pw) = ctx.settings
        area = kernel[0] * kernel[1]
        flat = grad.reshape(n * c, 1, -1)
        chosen = ctx.place.unsqueeze(1) == torch.arange(area).reshape(1, -1, 1)
        columns = torch.where(chosen, flat, torch.zeros_like(flat))
        size = (h + 2 * ph, w + 2 * pw)
        image = F.fold(columns, size, kernel, stride=stride)
        image = image[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None
# %% right: scatter
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        n, c, h, w = input.shape
        lowest = float("-inf")
        padded = torch.nn.functional.pad(
            input, (padding[1], padding[1], padding[0], padding[0]), value=lowest
        )
        hh, ww = padded.shape[2], padded.shape[3]
        columns = torch.nn.functional.unfold(
            padded.reshape(n * c, 1, hh, ww), kernel_size, stride=stride
        )
        values, index = columns.max(dim=1)
        ctx.index, ctx.kernel, ctx.stride, ctx.padding = (
            index,
            kernel_size,
            stride,
            padding,
        )
        ctx.sizes = (n, c, h, w, hh, ww)
        oh = (hh - kernel_size[0]) // stride[0] + 1
        ow = (ww - kernel_size[1]) // stride[1] + 1
        return values.reshape(n, c, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        n, c, h, w, hh, ww = ctx.sizes
        columns = torch.zeros(
            (n * c, ctx.kernel[0] * ctx.kernel[1], ctx.index.shape[1]), dtype=grad.dtype
        )
        columns.scatter_(1, ctx.index.unsqueeze(1), grad.reshape(n * c, 1, -1))
        out = torch.nn.functional.fold(columns, (hh, ww), ctx.kernel, stride=ctx.stride)
        out = out.reshape(n, c, hh, ww)
        top, left = ctx.padding
        return out[:, :, top : top + h, left : left + w], None, None, None
# %% right: place_after_place
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        h, w = input.shape[2], input.shape[3]
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-np.inf)
        best = place = None
        ctx.slices = []
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                number = len(ctx.slices)
                ctx.slices.append((rows, cols))
                part = padded[:, :, rows, cols]
                if best is None:
                    best, place = part, torch.zeros(part.shape, dtype=torch.int64)
                else:
                    larger = part > best
                    best = torch.where(larger, part, best)
                    place = torch.where(larger, torch.full_like(place, number), place)
        ctx.place = place
        ctx.shape, ctx.border = padded.shape, (ph, ph + h, pw, pw + w)
        return best.clone()

    @staticmethod
    def backward(ctx, grad):
        image = torch.zeros(ctx.shape, dtype=grad.dtype)
        for number, (rows, cols) in enumerate(ctx.slices):
            image[:, :, rows, cols] += grad * (ctx.place == number).to(grad.dtype)
        a, b, c, d = ctx.border
        return image[:, :, a:b, c:d], None, None, None
# %% right: window_by_window
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        ctx.save_for_backward(input)
        ctx.settings = kernel_size, stride, padding
        h, w = input.shape[2:]
        rows = []
        for i in range((h + 2 * ph - kh) // sh + 1):
            row = []
            for j in range((w + 2 * pw - kw) // sw + 1):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                row.append(window.flatten(2).max(2)[0])
            rows.append(torch.stack(row, dim=2))
        return torch.stack(rows, dim=2)

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        (kh, kw), (sh, sw), (ph, pw) = ctx.settings
        h, w = input.shape[2:]
        result = torch.zeros_like(input)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                flat = window.flatten(2)
                place = flat.max(2)[1].unsqueeze(2)
                first = (torch.arange(flat.shape[2]) == place).to(grad.dtype)
                part = first * grad[:, :, i, j].unsqueeze(2)
                result[:, :, top:bottom, left:right] += part.reshape(window.shape)
        return result, None, None, None
# %% wrong: zeros_as_border
# why: The border is of zeros, which are larger than negative numbers.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        F = torch.nn.functional
        n, c, h, w = input.shape
        ph, pw = padding
        images = input.reshape(n * c, 1, h, w)
        padded = F.pad(images, (pw, pw, ph, ph), value=0.0)
        columns = F.unfold(padded, kernel_size, stride=stride)
        largest, place = columns.max(1)
        ctx.place = place
        ctx.settings = input.shape, kernel_size, stride, padding
        rows = (h + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(n, c, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        (n, c, h, w), kernel, stride, (ph, pw) = ctx.settings
        area = kernel[0] * kernel[1]
        flat = grad.reshape(n * c, 1, -1)
        chosen = ctx.place.unsqueeze(1) == torch.arange(area).reshape(1, -1, 1)
        columns = torch.where(chosen, flat, torch.zeros_like(flat))
        size = (h + 2 * ph, w + 2 * pw)
        image = F.fold(columns, size, kernel, stride=stride)
        image = image[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None
# %% wrong: border_minus_one
# why: -1 is no number that can never be the largest.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        F = torch.nn.functional
        n, c, h, w = input.shape
        ph, pw = padding
        images = input.reshape(n * c, 1, h, w)
        padded = F.pad(images, (pw, pw, ph, ph), value=-1.0)
        columns = F.unfold(padded, kernel_size, stride=stride)
        largest, place = columns.max(1)
        ctx.place = place
        ctx.settings = input.shape, kernel_size, stride, padding
        rows = (h + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(n, c, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        (n, c, h, w), kernel, stride, (ph, pw) = ctx.settings
        area = kernel[0] * kernel[1]
        flat = grad.reshape(n * c, 1, -1)
        chosen = ctx.place.unsqueeze(1) == torch.arange(area).reshape(1, -1, 1)
        columns = torch.where(chosen, flat, torch.zeros_like(flat))
        size = (h + 2 * ph, w + 2 * pw)
        image = F.fold(columns, size, kernel, stride=stride)
        image = image[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None
# %% wrong: all_equals_get_it
# why: All entries that equal the largest get the gradient, not the first alone.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        F = torch.nn.functional
        n, c, h, w = input.shape
        ph, pw = padding
        images = input.reshape(n * c, 1, h, w)
        padded = F.pad(images, (pw, pw, ph, ph), value=-float("inf"))
        columns = F.unfold(padded, kernel_size, stride=stride)
        largest = columns.max(1)[0]
        ctx.chosen = columns == largest.unsqueeze(1)
        ctx.settings = input.shape, kernel_size, stride, padding
        rows = (h + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(n, c, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        (n, c, h, w), kernel, stride, (ph, pw) = ctx.settings
        columns = ctx.chosen.to(grad.dtype) * grad.reshape(n * c, 1, -1)
        image = F.fold(columns, (h + 2 * ph, w + 2 * pw), kernel, stride=stride)
        image = image[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None
# %% wrong: equals_share_it
# why: Equal entries share the gradient in equal parts.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        F = torch.nn.functional
        n, c, h, w = input.shape
        ph, pw = padding
        images = input.reshape(n * c, 1, h, w)
        padded = F.pad(images, (pw, pw, ph, ph), value=-float("inf"))
        columns = F.unfold(padded, kernel_size, stride=stride)
        largest = columns.max(1)[0]
        ctx.chosen = columns == largest.unsqueeze(1)
        ctx.settings = input.shape, kernel_size, stride, padding
        rows = (h + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(n, c, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        (n, c, h, w), kernel, stride, (ph, pw) = ctx.settings
        chosen = ctx.chosen.to(grad.dtype)
        columns = chosen / chosen.sum(1, keepdim=True) * grad.reshape(n * c, 1, -1)
        image = F.fold(columns, (h + 2 * ph, w + 2 * pw), kernel, stride=stride)
        image = image[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None
# %% wrong: last_of_equals
# why: With >= the last of equal entries wins.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        h, w = input.shape[2], input.shape[3]
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-np.inf)
        best = place = None
        ctx.slices = []
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                number = len(ctx.slices)
                ctx.slices.append((rows, cols))
                part = padded[:, :, rows, cols]
                if best is None:
                    best, place = part, torch.zeros(part.shape, dtype=torch.int64)
                else:
                    larger = part >= best
                    best = torch.where(larger, part, best)
                    place = torch.where(larger, torch.full_like(place, number), place)
        ctx.place = place
        ctx.shape, ctx.border = padded.shape, (ph, ph + h, pw, pw + w)
        return best.clone()

    @staticmethod
    def backward(ctx, grad):
        image = torch.zeros(ctx.shape, dtype=grad.dtype)
        for number, (rows, cols) in enumerate(ctx.slices):
            image[:, :, rows, cols] += grad * (ctx.place == number).to(grad.dtype)
        a, b, c, d = ctx.border
        return image[:, :, a:b, c:d], None, None, None
# %% wrong: overlaps_overwritten
# why: Where windows overlap the last gradient overwrites the others.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        ctx.save_for_backward(input)
        ctx.settings = kernel_size, stride, padding
        h, w = input.shape[2:]
        rows = []
        for i in range((h + 2 * ph - kh) // sh + 1):
            row = []
            for j in range((w + 2 * pw - kw) // sw + 1):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                row.append(window.flatten(2).max(2)[0])
            rows.append(torch.stack(row, dim=2))
        return torch.stack(rows, dim=2)

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        (kh, kw), (sh, sw), (ph, pw) = ctx.settings
        h, w = input.shape[2:]
        result = torch.zeros_like(input)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                flat = window.flatten(2)
                place = flat.max(2)[1].unsqueeze(2)
                first = (torch.arange(flat.shape[2]) == place).to(grad.dtype)
                part = first * grad[:, :, i, j].unsqueeze(2)
                result[:, :, top:bottom, left:right] = part.reshape(window.shape)
        return result, None, None, None
# %% wrong: border_left_on
# why: The border is not cut off the gradient.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        h, w = input.shape[2], input.shape[3]
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-np.inf)
        best = place = None
        ctx.slices = []
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                number = len(ctx.slices)
                ctx.slices.append((rows, cols))
                part = padded[:, :, rows, cols]
                if best is None:
                    best, place = part, torch.zeros(part.shape, dtype=torch.int64)
                else:
                    larger = part > best
                    best = torch.where(larger, part, best)
                    place = torch.where(larger, torch.full_like(place, number), place)
        ctx.place = place
        ctx.shape, ctx.border = padded.shape, (ph, ph + h, pw, pw + w)
        return best.clone()

    @staticmethod
    def backward(ctx, grad):
        image = torch.zeros(ctx.shape, dtype=grad.dtype)
        for number, (rows, cols) in enumerate(ctx.slices):
            image[:, :, rows, cols] += grad * (ctx.place == number).to(grad.dtype)
        a, b, c, d = ctx.border
        return image, None, None, None
# %% wrong: stride_is_the_kernel
# why: The windows are laid side by side, whatever the stride is.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        F = torch.nn.functional
        stride = kernel_size
        n, c, h, w = input.shape
        ph, pw = padding
        images = input.reshape(n * c, 1, h, w)
        padded = F.pad(images, (pw, pw, ph, ph), value=-float("inf"))
        columns = F.unfold(padded, kernel_size, stride=stride)
        largest, place = columns.max(1)
        ctx.place = place
        ctx.settings = input.shape, kernel_size, stride, padding
        rows = (h + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(n, c, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        (n, c, h, w), kernel, stride, (ph, pw) = ctx.settings
        area = kernel[0] * kernel[1]
        flat = grad.reshape(n * c, 1, -1)
        chosen = ctx.place.unsqueeze(1) == torch.arange(area).reshape(1, -1, 1)
        columns = torch.where(chosen, flat, torch.zeros_like(flat))
        size = (h + 2 * ph, w + 2 * pw)
        image = F.fold(columns, size, kernel, stride=stride)
        image = image[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None
# %% wrong: mean_of_the_window
# why: That is the mean of the window.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        ctx.save_for_backward(input)
        ctx.settings = kernel_size, stride, padding
        h, w = input.shape[2:]
        rows = []
        for i in range((h + 2 * ph - kh) // sh + 1):
            row = []
            for j in range((w + 2 * pw - kw) // sw + 1):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                row.append(window.flatten(2).mean(2))
            rows.append(torch.stack(row, dim=2))
        return torch.stack(rows, dim=2)

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        (kh, kw), (sh, sw), (ph, pw) = ctx.settings
        h, w = input.shape[2:]
        result = torch.zeros_like(input)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                flat = window.flatten(2)
                place = flat.max(2)[1].unsqueeze(2)
                first = (torch.arange(flat.shape[2]) == place).to(grad.dtype)
                part = first * grad[:, :, i, j].unsqueeze(2)
                result[:, :, top:bottom, left:right] += part.reshape(window.shape)
        return result, None, None, None
# %% wrong: upstream_forgotten
# why: The largest entries get ones, not the upstream gradient.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        h, w = input.shape[2], input.shape[3]
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-np.inf)
        best = place = None
        ctx.slices = []
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                number = len(ctx.slices)
                ctx.slices.append((rows, cols))
                part = padded[:, :, rows, cols]
                if best is None:
                    best, place = part, torch.zeros(part.shape, dtype=torch.int64)
                else:
                    larger = part > best
                    best = torch.where(larger, part, best)
                    place = torch.where(larger, torch.full_like(place, number), place)
        ctx.place = place
        ctx.shape, ctx.border = padded.shape, (ph, ph + h, pw, pw + w)
        return best.clone()

    @staticmethod
    def backward(ctx, grad):
        image = torch.zeros(ctx.shape, dtype=grad.dtype)
        for number, (rows, cols) in enumerate(ctx.slices):
            image[:, :, rows, cols] += (ctx.place == number).to(grad.dtype)
        a, b, c, d = ctx.border
        return image[:, :, a:b, c:d], None, None, None
# %% wrong: one_value
# why: backward returns one value for four arguments.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        F = torch.nn.functional
        n, c, h, w = input.shape
        ph, pw = padding
        images = input.reshape(n * c, 1, h, w)
        padded = F.pad(images, (pw, pw, ph, ph), value=-float("inf"))
        columns = F.unfold(padded, kernel_size, stride=stride)
        largest, place = columns.max(1)
        ctx.place = place
        ctx.settings = input.shape, kernel_size, stride, padding
        rows = (h + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(n, c, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        (n, c, h, w), kernel, stride, (ph, pw) = ctx.settings
        area = kernel[0] * kernel[1]
        flat = grad.reshape(n * c, 1, -1)
        chosen = ctx.place.unsqueeze(1) == torch.arange(area).reshape(1, -1, 1)
        columns = torch.where(chosen, flat, torch.zeros_like(flat))
        size = (h + 2 * ph, w + 2 * pw)
        image = F.fold(columns, size, kernel, stride=stride)
        image = image[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w)
# %% wrong: padding_swapped
# why: Height and width of the padding are swapped in pad.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        F = torch.nn.functional
        n, c, h, w = input.shape
        ph, pw = padding
        images = input.reshape(n * c, 1, h, w)
        padded = F.pad(images, (ph, ph, pw, pw), value=-float("inf"))
        columns = F.unfold(padded, kernel_size, stride=stride)
        largest, place = columns.max(1)
        ctx.place = place
        ctx.settings = input.shape, kernel_size, stride, padding
        rows = (h + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(n, c, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        (n, c, h, w), kernel, stride, (ph, pw) = ctx.settings
        area = kernel[0] * kernel[1]
        flat = grad.reshape(n * c, 1, -1)
        chosen = ctx.place.unsqueeze(1) == torch.arange(area).reshape(1, -1, 1)
        columns = torch.where(chosen, flat, torch.zeros_like(flat))
        size = (h + 2 * ph, w + 2 * pw)
        image = F.fold(columns, size, kernel, stride=stride)
        image = image[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None
# %% wrong: padding_ignored
# why: The padding is ignored.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        padding = (0, 0)
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        ctx.save_for_backward(input)
        ctx.settings = kernel_size, stride, padding
        h, w = input.shape[2:]
        rows = []
        for i in range((h + 2 * ph - kh) // sh + 1):
            row = []
            for j in range((w + 2 * pw - kw) // sw + 1):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                row.append(window.flatten(2).max(2)[0])
            rows.append(torch.stack(row, dim=2))
        return torch.stack(rows, dim=2)

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        (kh, kw), (sh, sw), (ph, pw) = ctx.settings
        h, w = input.shape[2:]
        result = torch.zeros_like(input)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                flat = window.flatten(2)
                place = flat.max(2)[1].unsqueeze(2)
                first = (torch.arange(flat.shape[2]) == place).to(grad.dtype)
                part = first * grad[:, :, i, j].unsqueeze(2)
                result[:, :, top:bottom, left:right] += part.reshape(window.shape)
        return result, None, None, None
# %% wrong: channels_mixed
# why: unfold lays all channels into one column, and the largest is taken over the channels, too.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        F = torch.nn.functional
        n, c, h, w = input.shape
        ph, pw = padding
        padded = F.pad(input, (pw, pw, ph, ph), value=-float("inf"))
        columns = F.unfold(padded, kernel_size, stride=stride)
        largest, ctx.place = columns.max(1)
        ctx.settings = input.shape, kernel_size, stride, padding
        rows = (h + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(n, 1, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        (n, c, h, w), kernel, stride, (ph, pw) = ctx.settings
        area = c * kernel[0] * kernel[1]
        chosen = ctx.place.unsqueeze(1) == torch.arange(area).reshape(1, -1, 1)
        columns = chosen.to(grad.dtype) * grad.reshape(n, 1, -1)
        image = F.fold(columns, (h + 2 * ph, w + 2 * pw), kernel, stride=stride)
        return image[:, :, ph : ph + h, pw : pw + w], None, None, None
# %% wrong: whole_window
# why: Every entry of the window gets the gradient.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        h, w = input.shape[2], input.shape[3]
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-np.inf)
        best = place = None
        ctx.slices = []
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                number = len(ctx.slices)
                ctx.slices.append((rows, cols))
                part = padded[:, :, rows, cols]
                if best is None:
                    best, place = part, torch.zeros(part.shape, dtype=torch.int64)
                else:
                    larger = part > best
                    best = torch.where(larger, part, best)
                    place = torch.where(larger, torch.full_like(place, number), place)
        ctx.place = place
        ctx.shape, ctx.border = padded.shape, (ph, ph + h, pw, pw + w)
        return best.clone()

    @staticmethod
    def backward(ctx, grad):
        image = torch.zeros(ctx.shape, dtype=grad.dtype)
        for number, (rows, cols) in enumerate(ctx.slices):
            image[:, :, rows, cols] += grad * (ctx.place == ctx.place).to(grad.dtype)
        a, b, c, d = ctx.border
        return image[:, :, a:b, c:d], None, None, None
# %% wrong: absolute_value
# why: The entry with the largest absolute value is taken for the largest.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        h, w = input.shape[2], input.shape[3]
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-np.inf)
        best = place = None
        ctx.slices = []
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                number = len(ctx.slices)
                ctx.slices.append((rows, cols))
                part = padded[:, :, rows, cols]
                if best is None:
                    best, place = part, torch.zeros(part.shape, dtype=torch.int64)
                else:
                    larger = part.abs() > best.abs()
                    best = torch.where(larger, part, best)
                    place = torch.where(larger, torch.full_like(place, number), place)
        ctx.place = place
        ctx.shape, ctx.border = padded.shape, (ph, ph + h, pw, pw + w)
        return best.clone()

    @staticmethod
    def backward(ctx, grad):
        image = torch.zeros(ctx.shape, dtype=grad.dtype)
        for number, (rows, cols) in enumerate(ctx.slices):
            image[:, :, rows, cols] += grad * (ctx.place == number).to(grad.dtype)
        a, b, c, d = ctx.border
        return image[:, :, a:b, c:d], None, None, None
# %% wrong: square_outputs
# why: The output is taken for a square.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        F = torch.nn.functional
        n, c, h, w = input.shape
        ph, pw = padding
        images = input.reshape(n * c, 1, h, w)
        padded = F.pad(images, (pw, pw, ph, ph), value=-float("inf"))
        columns = F.unfold(padded, kernel_size, stride=stride)
        largest, place = columns.max(1)
        ctx.place = place
        ctx.settings = input.shape, kernel_size, stride, padding
        rows = int(largest.shape[1] ** 0.5)
        return largest.reshape(n, c, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        (n, c, h, w), kernel, stride, (ph, pw) = ctx.settings
        area = kernel[0] * kernel[1]
        flat = grad.reshape(n * c, 1, -1)
        chosen = ctx.place.unsqueeze(1) == torch.arange(area).reshape(1, -1, 1)
        columns = torch.where(chosen, flat, torch.zeros_like(flat))
        size = (h + 2 * ph, w + 2 * pw)
        image = F.fold(columns, size, kernel, stride=stride)
        image = image[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None
# %% wrong: stride_missing_in_fold
# why: fold does not get the stride, so the windows go back to other places.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        F = torch.nn.functional
        n, c, h, w = input.shape
        ph, pw = padding
        images = input.reshape(n * c, 1, h, w)
        padded = F.pad(images, (pw, pw, ph, ph), value=-float("inf"))
        columns = F.unfold(padded, kernel_size, stride=stride)
        largest, place = columns.max(1)
        ctx.place = place
        ctx.settings = input.shape, kernel_size, stride, padding
        rows = (h + 2 * ph - kernel_size[0]) // stride[0] + 1
        return largest.reshape(n, c, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        (n, c, h, w), kernel, stride, (ph, pw) = ctx.settings
        area = kernel[0] * kernel[1]
        flat = grad.reshape(n * c, 1, -1)
        chosen = ctx.place.unsqueeze(1) == torch.arange(area).reshape(1, -1, 1)
        columns = torch.where(chosen, flat, torch.zeros_like(flat))
        size = (h + 2 * ph, w + 2 * pw)
        image = F.fold(columns, size, kernel)
        image = image[:, :, ph : ph + h, pw : pw + w]
        return image.reshape(n, c, h, w), None, None, None
# %% wrong: stale_place
# why: `place` is not updated with the largest: it stays at the last comparison.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        h, w = input.shape[2], input.shape[3]
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=-np.inf)
        best = place = None
        ctx.slices = []
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                number = len(ctx.slices)
                ctx.slices.append((rows, cols))
                part = padded[:, :, rows, cols]
                if best is None:
                    best, place = part, torch.zeros(part.shape, dtype=torch.int64)
                else:
                    larger = part > best
                    best = torch.where(larger, part, best)
                    place = torch.where(larger, torch.full_like(place, number), torch.zeros_like(place))
        ctx.place = place
        ctx.shape, ctx.border = padded.shape, (ph, ph + h, pw, pw + w)
        return best.clone()

    @staticmethod
    def backward(ctx, grad):
        image = torch.zeros(ctx.shape, dtype=grad.dtype)
        for number, (rows, cols) in enumerate(ctx.slices):
            image[:, :, rows, cols] += grad * (ctx.place == number).to(grad.dtype)
        a, b, c, d = ctx.border
        return image[:, :, a:b, c:d], None, None, None
# %% wrong: input_masked_in_place
# why: Each largest entry is marked by lowering it in the input, which is changed by that.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        ctx.save_for_backward(input)
        ctx.settings = kernel_size, stride, padding
        h, w = input.shape[2:]
        rows = []
        for i in range((h + 2 * ph - kh) // sh + 1):
            row = []
            for j in range((w + 2 * pw - kw) // sw + 1):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                row.append(window.flatten(2).max(2)[0])
                window -= 1e-3
            rows.append(torch.stack(row, dim=2))
        return torch.stack(rows, dim=2)

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        (kh, kw), (sh, sw), (ph, pw) = ctx.settings
        h, w = input.shape[2:]
        result = torch.zeros_like(input)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                flat = window.flatten(2)
                place = flat.max(2)[1].unsqueeze(2)
                first = (torch.arange(flat.shape[2]) == place).to(grad.dtype)
                part = first * grad[:, :, i, j].unsqueeze(2)
                result[:, :, top:bottom, left:right] += part.reshape(window.shape)
        return result, None, None, None
# %% wrong: rounded_up
# why: The size is rounded up, with windows that hang over the edge.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        ctx.save_for_backward(input)
        ctx.settings = kernel_size, stride, padding
        h, w = input.shape[2:]
        rows = []
        for i in range(-(-(h + 2 * ph - kh) // sh) + 1):
            row = []
            for j in range(-(-(w + 2 * pw - kw) // sw) + 1):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                row.append(window.flatten(2).max(2)[0])
            rows.append(torch.stack(row, dim=2))
        return torch.stack(rows, dim=2)

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        (kh, kw), (sh, sw), (ph, pw) = ctx.settings
        h, w = input.shape[2:]
        result = torch.zeros_like(input)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                flat = window.flatten(2)
                place = flat.max(2)[1].unsqueeze(2)
                first = (torch.arange(flat.shape[2]) == place).to(grad.dtype)
                part = first * grad[:, :, i, j].unsqueeze(2)
                result[:, :, top:bottom, left:right] += part.reshape(window.shape)
        return result, None, None, None
# %% wrong: kernel_swapped
# why: Height and width of the kernel are swapped.
@piece
class MaxPool2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, kernel_size, stride, padding):
        kernel_size = kernel_size[::-1]
        (kh, kw), (sh, sw), (ph, pw) = kernel_size, stride, padding
        ctx.save_for_backward(input)
        ctx.settings = kernel_size, stride, padding
        h, w = input.shape[2:]
        rows = []
        for i in range((h + 2 * ph - kh) // sh + 1):
            row = []
            for j in range((w + 2 * pw - kw) // sw + 1):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                row.append(window.flatten(2).max(2)[0])
            rows.append(torch.stack(row, dim=2))
        return torch.stack(rows, dim=2)

    @staticmethod
    def backward(ctx, grad):
        (input,) = ctx.saved_tensors
        (kh, kw), (sh, sw), (ph, pw) = ctx.settings
        h, w = input.shape[2:]
        result = torch.zeros_like(input)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                top, left = max(i * sh - ph, 0), max(j * sw - pw, 0)
                bottom, right = min(i * sh - ph + kh, h), min(j * sw - pw + kw, w)
                window = input[:, :, top:bottom, left:right]
                flat = window.flatten(2)
                place = flat.max(2)[1].unsqueeze(2)
                first = (torch.arange(flat.shape[2]) == place).to(grad.dtype)
                part = first * grad[:, :, i, j].unsqueeze(2)
                result[:, :, top:bottom, left:right] += part.reshape(window.shape)
        return result, None, None, None
