# %% right: unfold_and_fold
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        """Each kernel over all patches of each image, plus bias if it is not None."""
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias[:, None]
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, and None for stride and padding."""
        input, weight = ctx.saved_tensors
        size, kernel = tuple(input.shape[2:]), tuple(weight.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        g = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).mT @ g
            to_input = torch.nn.functional.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, **settings)
            to_weight = (g @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None

# %% right: one_place_of_the_kernel_at_a_time
def laid_under(k, l, rows, columns, stride):
    """Where the pixels are that meet place (k, l) of the kernel."""
    sh, sw = stride
    everything = slice(None)
    down = slice(k, k + sh * (rows - 1) + 1, sh)
    across = slice(l, l + sw * (columns - 1) + 1, sw)
    return everything, everything, down, across


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        """Each kernel over all patches of each image, plus bias if it is not None."""
        ph, pw = padding
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        O, C, KH, KW = weight.shape
        rows = (padded.shape[2] - KH) // stride[0] + 1
        columns = (padded.shape[3] - KW) // stride[1] + 1
        out = torch.zeros((input.shape[0], O, rows * columns), dtype=input.dtype)
        for k in range(KH):
            for l in range(KW):
                pixels = padded[laid_under(k, l, rows, columns, stride)]
                out = out + weight[:, :, k, l] @ pixels.flatten(2)
        if bias is not None:
            out = out + bias.reshape(1, -1, 1)
        return out.reshape(input.shape[0], O, rows, columns)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, and None for stride and padding."""
        input, weight = ctx.saved_tensors
        ph, pw = ctx.padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        O, C, KH, KW = weight.shape
        N, _, rows, columns = grad.shape
        g = grad.flatten(2)
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            dx = torch.zeros_like(padded)
        if ctx.needs_input_grad[1]:
            dw = torch.zeros_like(weight)
        for k in range(KH):
            for l in range(KW):
                if dx is not None:
                    part = (weight[:, :, k, l].mT @ g).reshape(N, C, rows, columns)
                    dx[laid_under(k, l, rows, columns, ctx.stride)] += part
                if dw is not None:
                    pixels = padded[laid_under(k, l, rows, columns, ctx.stride)]
                    dw[:, :, k, l] = (g @ pixels.flatten(2).mT).sum(0)
        if dx is not None:
            dx = dx[:, :, ph : ph + input.shape[2], pw : pw + input.shape[3]]
        if ctx.needs_input_grad[2]:
            db = g.sum(2).sum(0)
        return dx, dw, db, None, None

# %% right: saves_the_columns
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        """Each kernel over all patches of each image, plus bias if it is not None."""
        unfold = torch.nn.functional.unfold
        kernel = weight.shape[2], weight.shape[3]
        cols = unfold(input, kernel, padding=padding, stride=stride).mT  # (N, L, CKK)
        ctx.size = input.shape[2], input.shape[3]
        ctx.how = dict(kernel_size=kernel, padding=padding, stride=stride)
        ctx.save_for_backward(cols, weight)
        out = cols @ weight.reshape(weight.shape[0], -1).mT  # (N, L, O)
        if bias is not None:
            out = out + bias
        oh, ow = [
            (ctx.size[i] + 2 * padding[i] - kernel[i]) // stride[i] + 1 for i in (0, 1)
        ]
        return out.mT.reshape(input.shape[0], weight.shape[0], oh, ow)

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, and None for stride and padding."""
        cols, weight = ctx.saved_tensors
        need_input, need_weight, need_bias = ctx.needs_input_grad[:3]
        g = grad.flatten(2).mT  # (N, L, O)
        results = [None] * 5
        if need_input:
            back = (g @ weight.flatten(1)).mT
            results[0] = torch.nn.functional.fold(back, ctx.size, **ctx.how)
        if need_weight:
            flat = g.reshape(-1, g.shape[2]).mT @ cols.reshape(-1, cols.shape[2])
            results[1] = flat.reshape(weight.shape)
        if need_bias:
            results[2] = g.sum((0, 1))
        return tuple(results)

# %% right: patch_by_patch
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        """Each kernel over all patches of each image, plus bias if it is not None."""
        ctx.save_for_backward(input, weight)
        ctx.settings = stride, padding
        (sh, sw), (ph, pw) = stride, padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=0.0)
        n, o = input.shape[0], weight.shape[0]
        kh, kw = weight.shape[2:]
        oh, ow = (x.shape[2] - kh) // sh + 1, (x.shape[3] - kw) // sw + 1
        out = torch.zeros((n, o, oh, ow), dtype=input.dtype)
        for i in range(oh):
            for j in range(ow):
                top, left = i * sh, j * sw
                patch = x[:, :, top : top + kh, left : left + kw].reshape(n, -1)
                out[:, :, i, j] = patch @ weight.reshape(o, -1).T
        if bias is not None:
            out += bias.reshape(o, 1, 1)
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, and None for stride and padding."""
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.settings
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=0.0)
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        flat = weight.reshape(o, -1)
        gx, gw = torch.zeros_like(x), torch.zeros_like(flat)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                rows, cols = slice(i * sh, i * sh + kh), slice(j * sw, j * sw + kw)
                g = grad[:, :, i, j]
                if ctx.needs_input_grad[0]:
                    gx[:, :, rows, cols] += (g @ flat).reshape(n, c, kh, kw)
                if ctx.needs_input_grad[1]:
                    gw += g.T @ x[:, :, rows, cols].reshape(n, -1)
        return (
            gx[:, :, ph : ph + h, pw : pw + w] if ctx.needs_input_grad[0] else None,
            gw.reshape(weight.shape) if ctx.needs_input_grad[1] else None,
            grad.sum((0, 2, 3)) if ctx.needs_input_grad[2] else None,
            None,
            None,
        )

# %% wrong: border_in_the_wrong_order
# why: pad takes the numbers for left and right first, then those for above and below. Here the padding of
# the height is put on the left and right and that of the width above and below, which is wrong where
# they differ.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (ph, ph, pw, pw))
        ctx.save_for_backward(padded, weight)
        ctx.stride, ctx.padding = stride, padding
        kernel = tuple(weight.shape[2:])
        columns = torch.nn.functional.unfold(padded, kernel, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias[:, None]
        rows = (padded.shape[2] - kernel[0]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        padded, weight = ctx.saved_tensors
        ph, pw = ctx.padding
        kernel, size = tuple(weight.shape[2:]), tuple(padded.shape[2:])
        g = grad.flatten(2)
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            gx = torch.nn.functional.fold(
                weight.flatten(1).mT @ g, size, kernel, stride=ctx.stride
            )
            gx = gx[:, :, pw : size[0] - pw, ph : size[1] - ph]
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(padded, kernel, stride=ctx.stride)
            gw = (g @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            gb = g.sum((0, 2))
        return gx, gw, gb, None, None

# %% wrong: averaged_over_the_images
# why: The gradients of the weight and the bias are the mean over the images of the batch. They
# are used in every image, so their gradients are sums; a mean belongs to the loss, if anywhere.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        KH, KW = weight.shape[2:]
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias[:, None]
        rows = (input.shape[2] + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        kernel = tuple(weight.shape[2:])
        how = {"padding": ctx.padding, "stride": ctx.stride}
        g = grad.flatten(2)
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).mT @ g
            gx = torch.nn.functional.fold(
                columns, tuple(input.shape[2:]), kernel, **how
            )
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, **how)
            gw = (g @ columns.mT).mean(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            gb = g.sum(2).mean(0)
        return gx, gw, gb, None, None

# %% wrong: bias_is_always_there
# why: The bias is added without asking whether there is one. It may be None, and None has no shape and
# cannot be added.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        N, C, H, W = input.shape
        O, C, KH, KW = weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        OW = (W + 2 * padding[1] - KW) // stride[1] + 1
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = (weight.reshape(O, -1) @ columns).reshape(N, O, OH, OW)
        return out + bias.reshape(1, O, 1, 1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        N, C, H, W = input.shape
        O, C, KH, KW = weight.shape
        g = grad.reshape(N, O, -1)
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            gx = torch.nn.functional.fold(
                weight.reshape(O, -1).mT @ g,
                (H, W),
                (KH, KW),
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(
                input, (KH, KW), padding=ctx.padding, stride=ctx.stride
            )
            gw = (g @ columns.mT).sum(0).reshape(O, C, KH, KW)
        if ctx.needs_input_grad[2]:
            gb = grad.sum((0, 2, 3))
        return gx, gw, gb, None, None

# %% wrong: all_gradients_always
# why: backward computes the gradients of input, weight and bias whether they are needed or not. For an
# argument that needs none it should compute none and return None, as ctx.needs_input_grad says.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.has_bias = bias is not None
        ctx.stride, ctx.padding = stride, padding
        kernel = tuple(weight.shape[2:])
        columns = torch.nn.functional.unfold(
            input, kernel, padding=padding, stride=stride
        )
        ctx.save_for_backward(columns, weight)
        ctx.size = tuple(input.shape[2:])
        out = weight.flatten(1) @ columns
        if ctx.has_bias:
            out = out + bias[:, None]
        rows = (ctx.size[0] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        return out.reshape(len(input), len(weight), rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        g = grad.flatten(2)
        grad_input = torch.nn.functional.fold(
            weight.flatten(1).mT @ g,
            ctx.size,
            tuple(weight.shape[2:]),
            padding=ctx.padding,
            stride=ctx.stride,
        )
        grad_weight = (g @ columns.mT).sum(0).reshape(weight.shape)
        grad_bias = grad.sum((0, 2, 3)) if ctx.has_bias else None
        return grad_input, grad_weight, grad_bias, None, None

# %% wrong: kernel_turned_around
# why: The kernel is turned around, as in the convolution of a mathematics book: pixel (k, l) of
# a patch meets the weight at (KH - 1 - k, KW - 1 - l). Here each kernel is laid on the patch as it is.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        (sh, sw), (ph, pw) = stride, padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        ctx.save_for_backward(x, weight)
        ctx.stride, ctx.padding = stride, padding
        O, C, KH, KW = weight.shape
        oh = (x.shape[2] - KH) // sh + 1
        ow = (x.shape[3] - KW) // sw + 1
        out = 0
        for k in range(KH):
            for l in range(KW):
                part = x[:, :, k : k + sh * (oh - 1) + 1 : sh, l : l + sw * (ow - 1) + 1 : sw]
                out = out + weight[:, :, KH - 1 - k, KW - 1 - l] @ part.flatten(2)
        if bias is not None:
            out = out + bias[:, None]
        return out.reshape(len(input), O, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        N, O, oh, ow = grad.shape
        _, C, KH, KW = weight.shape
        g = grad.flatten(2)
        gx, gw = torch.zeros_like(x), torch.zeros_like(weight)
        for k in range(KH):
            for l in range(KW):
                rows = slice(k, k + sh * (oh - 1) + 1, sh)
                cols = slice(l, l + sw * (ow - 1) + 1, sw)
                w = weight[:, :, KH - 1 - k, KW - 1 - l]
                gx[:, :, rows, cols] += (w.mT @ g).reshape(N, C, oh, ow)
                part = x[:, :, rows, cols].flatten(2)
                gw[:, :, KH - 1 - k, KW - 1 - l] = (g @ part.mT).sum(0)
        H, W = x.shape[2] - 2 * ph, x.shape[3] - 2 * pw
        need = ctx.needs_input_grad
        return (
            gx[:, :, ph : ph + H, pw : pw + W] if need[0] else None,
            gw if need[1] else None,
            grad.sum((0, 2, 3)) if need[2] else None,
            None,
            None,
        )

# %% wrong: overlap_is_overwritten
# why: The gradient of a patch is written into the gradient of the image with =, so where patches
# overlap only the last one is left. A pixel lies in several patches, and its gradient is the sum: +=.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        kernel = tuple(weight.shape[2:])
        columns = torch.nn.functional.unfold(
            input, kernel, padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias[:, None]
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        flat = weight.reshape(o, -1)
        gx, gw = torch.zeros_like(x), torch.zeros_like(flat)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                rows, cols = slice(i * sh, i * sh + kh), slice(j * sw, j * sw + kw)
                g = grad[:, :, i, j]
                gx[:, :, rows, cols] = (g @ flat).reshape(n, c, kh, kw)
                gw += g.mT @ x[:, :, rows, cols].reshape(n, -1)
        need = ctx.needs_input_grad
        return (
            gx[:, :, ph : ph + h, pw : pw + w] if need[0] else None,
            gw.reshape(weight.shape) if need[1] else None,
            grad.sum((0, 2, 3)) if need[2] else None,
            None,
            None,
        )

# %% wrong: rows_without_the_kernel
# why: The number of rows is computed as (H + 2p) // stride - K + 1: the kernel has to be taken off
# before the division. With a stride of more than 1 the shape is wrong or does not fit.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias[:, None]
        OH = (H + 2 * padding[0]) // stride[0] - KH + 1
        OW = (W + 2 * padding[1]) // stride[1] - KW + 1
        return out.reshape(N, O, OH, OW)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = tuple(input.shape[2:]), tuple(weight.shape[2:])
        how = {"padding": ctx.padding, "stride": ctx.stride}
        g = grad.flatten(2)
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            gx = torch.nn.functional.fold(weight.flatten(1).mT @ g, size, kernel, **how)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, **how)
            gw = (g @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            gb = grad.sum((0, 2, 3))
        return gx, gw, gb, None, None

# %% wrong: square_settings_only
# why: Only the first number of stride and of padding is used, for both directions. They are pairs,
# and the second number, for the width, may be another one.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.s, ctx.p = stride[0], padding[0]
        n, c, h, w = input.shape
        o, c, kh, kw = weight.shape
        columns = torch.nn.functional.unfold(
            input, (kh, kw), padding=ctx.p, stride=ctx.s
        )
        out = weight.reshape(o, -1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        oh = (h + 2 * ctx.p - kh) // ctx.s + 1
        ow = (w + 2 * ctx.p - kw) // ctx.s + 1
        return out.reshape(n, o, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = tuple(input.shape[2:]), tuple(weight.shape[2:])
        how = dict(padding=ctx.p, stride=ctx.s)
        g = grad.flatten(2)
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            gx = torch.nn.functional.fold(weight.flatten(1).mT @ g, size, kernel, **how)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, **how)
            gw = (g @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            gb = g.sum((0, 2))
        return gx, gw, gb, None, None
