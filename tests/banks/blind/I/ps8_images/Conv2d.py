# %% right: unfold_and_fold
F = torch.nn.functional


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        N, _, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = F.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(1, O, 1)
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        g = grad.flatten(2)
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            gi = F.fold(
                weight.flatten(1).T @ g, size, kernel, padding=ctx.padding, stride=ctx.stride
            )
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            gw = (g @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            gb = grad.sum((0, 2, 3))
        return gi, gw, gb, None, None

# %% right: loop_over_the_kernel
def _spots(k, l, stride, oh, ow):
    rows = slice(k, k + stride[0] * (oh - 1) + 1, stride[0])
    cols = slice(l, l + stride[1] * (ow - 1) + 1, stride[1])
    return slice(None), slice(None), rows, cols


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        n, o = input.shape[0], weight.shape[0]
        kh, kw = weight.shape[2], weight.shape[3]
        oh = (padded.shape[2] - kh) // stride[0] + 1
        ow = (padded.shape[3] - kw) // stride[1] + 1
        out = torch.zeros(n, o, oh * ow, dtype=input.dtype)
        for k in range(kh):
            for l in range(kw):
                out = out + weight[:, :, k, l] @ padded[_spots(k, l, stride, oh, ow)].flatten(2)
        if bias is not None:
            out = out + bias[:, None]
        ctx.save_for_backward(input, weight)
        ctx.settings = stride, padding
        return out.reshape(n, o, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        stride, (ph, pw) = ctx.settings
        n, c, h, w = input.shape
        kh, kw = weight.shape[2], weight.shape[3]
        oh, ow = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        g = grad.flatten(2)
        gp, gw = torch.zeros_like(padded), torch.zeros_like(weight)
        for k in range(kh):
            for l in range(kw):
                spots = _spots(k, l, stride, oh, ow)
                gw[:, :, k, l] = (g @ padded[spots].flatten(2).mT).sum(0)
                gp[spots] += (weight[:, :, k, l].T @ g).reshape(n, c, oh, ow)
        need = ctx.needs_input_grad
        return (
            gp[:, :, ph : ph + h, pw : pw + w] if need[0] else None,
            gw if need[1] else None,
            g.sum(2).sum(0) if need[2] else None,
            None,
            None,
        )

# %% wrong: padding_left_out_of_fold
# why: fold is called with the stride but without the padding. Then the columns are laid to the wrong places (or do not
# fit); both settings belong to every call of unfold and fold.
F = torch.nn.functional


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        k = tuple(weight.shape[2:])
        cols = F.unfold(input, k, padding=padding, stride=stride)
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias[:, None]
        oh = (input.shape[2] + 2 * padding[0] - k[0]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], oh, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        k = tuple(weight.shape[2:])
        g = grad.flatten(2)
        a = b = c = None
        if ctx.needs_input_grad[0]:
            a = F.fold(weight.flatten(1).T @ g, tuple(input.shape[2:]), k, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            cols = F.unfold(input, k, padding=ctx.padding, stride=ctx.stride)
            b = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            c = g.sum((0, 2))
        return a, b, c, None, None

# %% wrong: kernel_turned_around
# why: The kernel is turned by 180 degrees before it is laid on the image, as in a convolution of mathematics. Here it is
# not turned around: w[k, l] meets the pixel at +k, +l.
F = torch.nn.functional


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        k = tuple(weight.shape[2:])
        cols = F.unfold(input, k, padding=padding, stride=stride)
        out = weight.flip(2, 3).flatten(1) @ cols
        if bias is not None:
            out = out + bias[:, None]
        oh = (input.shape[2] + 2 * padding[0] - k[0]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], oh, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        k = tuple(weight.shape[2:])
        g = grad.flatten(2)
        a = b = c = None
        if ctx.needs_input_grad[0]:
            cols = weight.flip(2, 3).flatten(1).T @ g
            a = F.fold(cols, tuple(input.shape[2:]), k, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            cols = F.unfold(input, k, padding=ctx.padding, stride=ctx.stride)
            b = (g @ cols.mT).sum(0).reshape(weight.shape).flip(2, 3)
        if ctx.needs_input_grad[2]:
            c = g.sum((0, 2))
        return a, b, c, None, None

# %% wrong: rows_from_the_numbers_of_the_width
# why: The number of rows of the output is computed with the stride and padding of the width. Height and width have their
# own numbers: s_h and p_h come first in the pairs.
F = torch.nn.functional


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        cols = F.unfold(input, (kh, kw), padding=padding, stride=stride)
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (h + 2 * padding[1] - kh) // stride[1] + 1
        return out.reshape(n, o, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        k = (weight.shape[2], weight.shape[3])
        how = dict(padding=ctx.padding, stride=ctx.stride)
        g = grad.flatten(2)
        need = ctx.needs_input_grad
        d_input = F.fold(weight.flatten(1).T @ g, tuple(input.shape[2:]), k, **how) if need[0] else None
        d_weight = None
        if need[1]:
            d_weight = (g @ F.unfold(input, k, **how).mT).sum(0).reshape(weight.shape)
        return d_input, d_weight, g.sum((0, 2)) if need[2] else None, None, None

# %% wrong: bias_mean_over_the_columns
# why: The gradient of the bias is summed over the images and the rows, and then the mean over the columns is taken. It
# is added at every place, so its gradient is the sum over all places of all images.
F = torch.nn.functional


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.how = {"padding": padding, "stride": stride}
        k = tuple(weight.shape[2:])
        out = weight.flatten(1) @ F.unfold(input, k, **ctx.how)
        if bias is not None:
            out = out + bias[None, :, None]
        oh = (input.shape[2] + 2 * padding[0] - k[0]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], oh, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        k = tuple(weight.shape[2:])
        g = grad.flatten(2)
        res = [None] * 5
        if ctx.needs_input_grad[0]:
            res[0] = F.fold(weight.flatten(1).T @ g, tuple(input.shape[2:]), k, **ctx.how)
        if ctx.needs_input_grad[1]:
            res[1] = (g @ F.unfold(input, k, **ctx.how).mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            res[2] = grad.sum(0).sum(1).mean(1)
        return tuple(res)

# %% wrong: mean_over_the_batch
# why: The gradient of the weight is the mean over the images. Each image uses the same weights, so it is the sum.
F = torch.nn.functional


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        kernel = tuple(weight.shape[2:])
        out = weight.flatten(1) @ F.unfold(input, kernel, padding=padding, stride=stride)
        out = out if bias is None else out + bias[:, None]
        oh = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], oh, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        need_input, need_weight, need_bias, _, _ = ctx.needs_input_grad
        g = grad.flatten(2)
        gi = gw = gb = None
        if need_input:
            gi = F.fold(weight.flatten(1).T @ g, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if need_weight:
            cols = F.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            gw = (g @ cols.mT).mean(0).reshape(weight.shape)
        if need_bias:
            gb = g.sum((0, 2))
        return gi, gw, gb, None, None

# %% wrong: overlapping_patches_overwrite
# why: The gradient of the image is written patch by patch with "=". A pixel that lies in several patches keeps only the
# last one's gradient; it must be the sum over all of them.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ph, pw = padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        O, C, KH, KW = weight.shape
        OH, OW = (x.shape[2] - KH) // stride[0] + 1, (x.shape[3] - KW) // stride[1] + 1
        out = torch.zeros(x.shape[0], O, OH, OW, dtype=x.dtype)
        for i in range(OH):
            for j in range(OW):
                r, s = i * stride[0], j * stride[1]
                out[:, :, i, j] = x[:, :, r : r + KH, s : s + KW].flatten(1) @ weight.flatten(1).T
        if bias is not None:
            out = out + bias[:, None, None]
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (ph, pw), stride = ctx.padding, ctx.stride
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        N, C, H, W = input.shape
        KH, KW = weight.shape[2:]
        gx = torch.zeros_like(x)
        gw = torch.zeros_like(weight.flatten(1))
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                r, s = i * stride[0], j * stride[1]
                g = grad[:, :, i, j]
                gx[:, :, r : r + KH, s : s + KW] = (g @ weight.flatten(1)).reshape(N, C, KH, KW)
                gw = gw + g.T @ x[:, :, r : r + KH, s : s + KW].flatten(1)
        need = ctx.needs_input_grad
        gx = gx[:, :, ph : ph + H, pw : pw + W] if need[0] else None
        gw = gw.reshape(weight.shape) if need[1] else None
        gb = grad.sum((0, 2, 3)) if need[2] else None
        return gx, gw, gb, None, None

# %% wrong: needs_input_grad_not_asked
# why: All three gradients are computed always. For an argument that needs none, and for a bias that is None, backward must
# return None, as ctx.needs_input_grad says.
F = torch.nn.functional


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.how = dict(stride=stride, padding=padding)
        kernel = tuple(weight.shape[2:])
        y = weight.flatten(1) @ F.unfold(input, kernel, **ctx.how)
        if bias is not None:
            y = y + bias.unsqueeze(1)
        height = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        return y.reshape(input.shape[0], weight.shape[0], height, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        kernel = tuple(weight.shape[2:])
        g = grad.flatten(2)
        gi = F.fold(weight.flatten(1).T @ g, tuple(input.shape[2:]), kernel, **ctx.how)
        gw = (g @ F.unfold(input, kernel, **ctx.how).mT).sum(0).reshape(weight.shape)
        return gi, gw, g.sum((0, 2)), None, None
