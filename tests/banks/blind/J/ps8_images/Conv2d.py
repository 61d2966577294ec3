# %% right: unfold_and_fold
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        n, _, h, w = input.shape
        o, _, kh, kw = weight.shape
        rows = (h + 2 * padding[0] - kh) // stride[0] + 1
        cols = torch.nn.functional.unfold(input, (kh, kw), padding=padding, stride=stride)
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(n, o, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size = tuple(weight.shape[2:])
        how = dict(padding=ctx.padding, stride=ctx.stride)
        g = grad.flatten(2)
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            back = weight.flatten(1).mT @ g
            gx = torch.nn.functional.fold(back, tuple(input.shape[2:]), size, **how)
        if ctx.needs_input_grad[1]:
            cols = torch.nn.functional.unfold(input, size, **how)
            gw = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            gb = grad.sum((0, 2, 3))
        return gx, gw, gb, None, None


# %% right: loop_over_kernel_places
def shifted(k, l, rows, columns, stride):
    """The slices of the padded image that lie under entry (k, l) of the kernel."""
    sh, sw = stride
    return slice(k, k + sh * (rows - 1) + 1, sh), slice(l, l + sw * (columns - 1) + 1, sw)


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        (sh, sw), (ph, pw) = stride, padding
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        OH, OW = (H + 2 * ph - KH) // sh + 1, (W + 2 * pw - KW) // sw + 1
        ctx.save_for_backward(input, weight)
        ctx.settings = stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        out = torch.zeros(N, O, OH, OW, dtype=input.dtype)
        for k in range(KH):
            for l in range(KW):
                down, across = shifted(k, l, OH, OW, stride)
                part = padded[:, :, down, across].reshape(N, C, OH * OW)
                out = out + (weight[:, :, k, l] @ part).reshape(N, O, OH, OW)
        if bias is not None:
            out = out + bias.reshape(1, O, 1, 1)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        stride, (ph, pw) = ctx.settings
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        OH, OW = grad.shape[2:]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        flat = grad.reshape(N, O, OH * OW)
        need_input, need_weight, need_bias = ctx.needs_input_grad[:3]
        dx = torch.zeros(padded.shape, dtype=grad.dtype) if need_input else None
        dw = torch.zeros(weight.shape, dtype=grad.dtype) if need_weight else None
        for k in range(KH):
            for l in range(KW):
                down, across = shifted(k, l, OH, OW, stride)
                if need_input:
                    back = weight[:, :, k, l].T @ flat
                    dx[:, :, down, across] += back.reshape(N, C, OH, OW)
                if need_weight:
                    part = padded[:, :, down, across].reshape(N, C, OH * OW)
                    dw[:, :, k, l] = (flat @ part.transpose(1, 2)).sum(0)
        if need_input:
            dx = dx[:, :, ph : ph + H, pw : pw + W]
        db = grad.sum((0, 2, 3)) if need_bias else None
        return dx, dw, db, None, None


# %% right: loop_over_output_places
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride = stride
        ctx.padding = padding
        x = torch.nn.functional.pad(input, (padding[1], padding[1], padding[0], padding[0]))
        kernels = weight.flatten(1)
        kh, kw = weight.shape[2], weight.shape[3]
        rows = []
        for top in range(0, x.shape[2] - kh + 1, stride[0]):
            row = []
            for left in range(0, x.shape[3] - kw + 1, stride[1]):
                patch = x[:, :, top : top + kh, left : left + kw].flatten(1)
                place = patch @ kernels.T
                row.append(place if bias is None else place + bias)
            rows.append(torch.stack(row, 2))
        return torch.stack(rows, 2)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        ph, pw = ctx.padding
        sh, sw = ctx.stride
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        kernels = weight.flatten(1)
        kh, kw = weight.shape[2], weight.shape[3]
        want_x, want_w, want_b, _, _ = ctx.needs_input_grad
        gx = torch.zeros_like(x)
        gw = torch.zeros_like(kernels)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                here = grad[:, :, i, j]
                t, l = i * sh, j * sw
                patch = x[:, :, t : t + kh, l : l + kw]
                if want_x:
                    gx[:, :, t : t + kh, l : l + kw] += (here @ kernels).reshape(patch.shape)
                if want_w:
                    gw += here.T @ patch.flatten(1)
        h, w = input.shape[2:]
        return (
            gx[:, :, ph : ph + h, pw : pw + w] if want_x else None,
            gw.reshape(weight.shape) if want_w else None,
            grad.sum((0, 2, 3)) if want_b else None,
            None,
            None,
        )


# %% wrong: batch_and_kernels_mixed_up
# why: All images' columns are laid side by side, so the product has the shape (O, N * L). It is reshaped
# to (N, O, OH, OW) at once, which cuts it in the wrong order; first (O, N, OH, OW), then swap the two.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        OW = (W + 2 * padding[1] - KW) // stride[1] + 1
        X = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        X = X.permute(1, 0, 2).reshape(C * KH * KW, N * OH * OW)
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        Y = weight.reshape(O, -1) @ X
        if bias is not None:
            Y = Y + bias.reshape(O, 1)
        return Y.reshape(N, O, OH, OW)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        O, C, KH, KW = weight.shape
        kw = {"padding": ctx.padding, "stride": ctx.stride}
        G = grad.flatten(2)
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            dx = torch.nn.functional.fold(
                weight.reshape(O, -1).T @ G, (input.shape[2], input.shape[3]), (KH, KW), **kw
            )
        if ctx.needs_input_grad[1]:
            X = torch.nn.functional.unfold(input, (KH, KW), **kw)
            dw = (G @ X.transpose(1, 2)).sum(0).reshape(O, C, KH, KW)
        if ctx.needs_input_grad[2]:
            db = grad.sum((0, 2, 3))
        return dx, dw, db, None, None


# %% wrong: weight_gradient_is_a_mean_over_the_batch
# why: The gradient of the weight is averaged over the images of the batch. The weight is used for every
# image, so what the images give must be added up; a mean is up to the loss.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        unfolded = torch.nn.functional.unfold(
            input, tuple(weight.shape[-2:]), padding=padding, stride=stride
        )
        ctx.save_for_backward(unfolded, weight)
        ctx.shape = tuple(input.shape[-2:])
        ctx.stride = stride
        ctx.padding = padding
        result = weight.flatten(1) @ unfolded
        height = (input.shape[2] + 2 * padding[0] - weight.shape[2]) // stride[0] + 1
        result = result.reshape(input.shape[0], weight.shape[0], height, -1)
        return result if bias is None else result + bias[:, None, None]

    @staticmethod
    def backward(ctx, grad):
        unfolded, weight = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        flat = grad.flatten(2)
        if ctx.needs_input_grad[0]:
            grad_input = torch.nn.functional.fold(
                weight.flatten(1).mT @ flat,
                ctx.shape,
                tuple(weight.shape[-2:]),
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            grad_weight = (flat @ unfolded.mT).mean(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            grad_bias = flat.sum(2).sum(0)
        return grad_input, grad_weight, grad_bias, None, None


# %% wrong: width_counted_with_the_stride_of_the_height
# why: The number of columns of the output is computed with stride[0], which is the stride of the height.
# For the width it must be stride[1]; the two may differ.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        N, C, H, W = input.shape
        O, C, KH, KW = weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        OW = (W + 2 * padding[1] - KW) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = (weight.flatten(1) @ columns).reshape(N, O, OH, OW)
        if bias is not None:
            out = out + bias.reshape(1, O, 1, 1)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        N, C, H, W = input.shape
        O, C, KH, KW = weight.shape
        grad_columns = grad.flatten(2)
        grad_input, grad_weight, grad_bias = None, None, None
        if ctx.needs_input_grad[0]:
            grad_input = torch.nn.functional.fold(
                weight.flatten(1).T @ grad_columns, (H, W), (KH, KW),
                padding=ctx.padding, stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(
                input, (KH, KW), padding=ctx.padding, stride=ctx.stride
            )
            grad_weight = (grad_columns @ columns.mT).sum(0).reshape(O, C, KH, KW)
        if ctx.needs_input_grad[2]:
            grad_bias = grad.sum((0, 2, 3))
        return grad_input, grad_weight, grad_bias, None, None


# %% wrong: all_the_padding_below_and_on_the_right
# why: The 2 p rows and columns of zeros are all added below and on the right. The padding goes on both
# sides: p rows above and p below, p columns on the left and p on the right.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        x = torch.zeros(n, c, h + 2 * padding[0], w + 2 * padding[1], dtype=input.dtype)
        x[:, :, :h, :w] = input
        cols = torch.nn.functional.unfold(x, (kh, kw), stride=stride)
        ctx.save_for_backward(cols, weight)
        ctx.size, ctx.big, ctx.stride = (h, w), (x.shape[2], x.shape[3]), stride
        y = weight.flatten(1) @ cols
        if bias is not None:
            y = y + bias.unsqueeze(1)
        return y.reshape(n, o, (x.shape[2] - kh) // stride[0] + 1, (x.shape[3] - kw) // stride[1] + 1)

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        g = grad.flatten(2)
        h, w = ctx.size
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            gx = torch.nn.functional.fold(
                weight.flatten(1).mT @ g, ctx.big, tuple(weight.shape[2:]), stride=ctx.stride
            )[:, :, :h, :w]
        if ctx.needs_input_grad[1]:
            gw = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            gb = g.sum((0, 2))
        return gx, gw, gb, None, None


# %% wrong: pad_gets_the_height_first
# why: torch.nn.functional.pad wants (left, right, above, below), so the width comes first. Here the padding
# of the height is added on the left and right, and that of the width above and below.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ph, pw = padding
        sh, sw = stride
        padded = torch.nn.functional.pad(input, (ph, ph, pw, pw))
        O, C, KH, KW = weight.shape
        OH = (padded.shape[2] - KH) // sh + 1
        OW = (padded.shape[3] - KW) // sw + 1
        cols = torch.nn.functional.unfold(padded, (KH, KW), stride=stride)
        ctx.save_for_backward(cols, weight)
        ctx.input_shape = input.shape
        ctx.padded_size = tuple(padded.shape[2:])
        ctx.stride, ctx.padding = stride, padding
        out = (weight.flatten(1) @ cols).reshape(input.shape[0], O, OH, OW)
        if bias is not None:
            out = out + bias.reshape(-1, 1, 1)
        return out

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        ph, pw = ctx.padding
        _, _, H, W = ctx.input_shape
        g = grad.flatten(2)
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            dpad = torch.nn.functional.fold(
                weight.flatten(1).T @ g, ctx.padded_size, tuple(weight.shape[2:]), stride=ctx.stride
            )
            dx = dpad[:, :, pw : pw + H, ph : ph + W]
        if ctx.needs_input_grad[1]:
            dw = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            db = g.sum(2).sum(0)
        return dx, dw, db, None, None


# %% wrong: kernel_turned_around
# why: The kernel is turned by 180 degrees before it is laid on the image, as mathematicians define a
# convolution. The formula of the text has w[k, l] times x[i + k, j + l]: the kernel is not turned.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.args = dict(kernel_size=tuple(weight.shape[2:]), padding=padding, stride=stride)
        turned = weight.flip((2, 3)).flatten(1)
        out = turned @ torch.nn.functional.unfold(input, **ctx.args)
        if bias is not None:
            out = out + bias.reshape(1, -1, 1)
        rows = (input.shape[2] + 2 * padding[0] - weight.shape[2]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        turned = weight.flip((2, 3)).flatten(1)
        rows = grad.flatten(2)
        answer = [None] * 5
        if ctx.needs_input_grad[0]:
            answer[0] = torch.nn.functional.fold(
                turned.T @ rows, output_size=tuple(input.shape[2:]), **ctx.args
            )
        if ctx.needs_input_grad[1]:
            patches = torch.nn.functional.unfold(input, **ctx.args)
            answer[1] = (rows @ patches.mT).sum(0).reshape(weight.shape).flip((2, 3))
        if ctx.needs_input_grad[2]:
            answer[2] = grad.sum((0, 2, 3))
        return tuple(answer)


# %% wrong: last_place_lost_with_a_stride
# why: The number of places is computed as (H + 2p - KH + 1) // s. That is right for stride 1 only; for
# larger strides it may lose the last place. The + 1 comes after the division.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        (sh, sw), (ph, pw) = stride, padding
        O, C, KH, KW = weight.shape
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        OH = (x.shape[2] - KH + 1) // sh
        OW = (x.shape[3] - KW + 1) // sw
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        out = torch.zeros(input.shape[0], O, OH, OW, dtype=input.dtype)
        for i in range(OH):
            for j in range(OW):
                window = x[:, :, i * sh : i * sh + KH, j * sw : j * sw + KW]
                out[:, :, i, j] = window.flatten(1) @ weight.flatten(1).T
        if bias is not None:
            out = out + bias[:, None, None]
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        O, C, KH, KW = weight.shape
        H, W = input.shape[2], input.shape[3]
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        dx, dw = torch.zeros_like(x), torch.zeros_like(weight)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                g = grad[:, :, i, j]
                window = x[:, :, i * sh : i * sh + KH, j * sw : j * sw + KW]
                dw += (g.T @ window.flatten(1)).reshape(weight.shape)
                dx[:, :, i * sh : i * sh + KH, j * sw : j * sw + KW] += (
                    g @ weight.flatten(1)
                ).reshape(window.shape)
        dx = dx[:, :, ph : ph + H, pw : pw + W]
        all_three = dx, dw, grad.sum((0, 2, 3))
        asked = [g if need else None for g, need in zip(all_three, ctx.needs_input_grad)]
        return (*asked, None, None)


# %% wrong: input_size_worked_out_from_the_output
# why: The size of the input's gradient is computed back from the output, (OH - 1) s + KH - 2p. If rows are
# left over at the edge it comes out too small; it must be the size of the input, with 0 in these rows.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ksize = (weight.shape[2], weight.shape[3])
        cols = torch.nn.functional.unfold(input, ksize, padding=padding, stride=stride)
        ctx.save_for_backward(cols, weight)
        ctx.ksize, ctx.stride, ctx.padding = ksize, stride, padding
        out_h = (input.shape[2] + 2 * padding[0] - ksize[0]) // stride[0] + 1
        out_w = (input.shape[3] + 2 * padding[1] - ksize[1]) // stride[1] + 1
        out = weight.flatten(1) @ cols
        if bias is not None:
            out += bias.reshape(-1, 1)
        return out.reshape(len(input), len(weight), out_h, out_w)

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        g = grad.flatten(2)
        size = tuple(
            (o - 1) * s + k - 2 * p
            for o, s, k, p in zip(grad.shape[2:], ctx.stride, ctx.ksize, ctx.padding)
        )
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            dcols = weight.flatten(1).mT @ g
            dx = torch.nn.functional.fold(
                dcols, size, ctx.ksize, padding=ctx.padding, stride=ctx.stride
            )
        if ctx.needs_input_grad[1]:
            dw = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            db = g.sum((0, 2))
        return dx, dw, db, None, None


# %% wrong: asks_only_whether_there_is_a_bias
# why: backward always computes the gradients of input and weight, and that of the bias whenever there is
# one. It must ask ctx.needs_input_grad, and return None for what needs no gradient.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.has_bias = bias is not None
        ctx.stride = stride
        ctx.padding = padding
        ctx.save_for_backward(input, weight)
        kernel = tuple(weight.shape[2:])
        patches = torch.nn.functional.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ patches
        if ctx.has_bias:
            out = out + bias[:, None]
        oh = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        return out.reshape(out.shape[0], out.shape[1], oh, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        kernel = tuple(weight.shape[2:])
        options = dict(padding=ctx.padding, stride=ctx.stride)
        patches = torch.nn.functional.unfold(input, kernel, **options)
        g = grad.flatten(2)
        grad_input = torch.nn.functional.fold(
            weight.flatten(1).mT @ g, tuple(input.shape[2:]), kernel, **options
        )
        grad_weight = (g @ patches.mT).sum(0).reshape(weight.shape)
        grad_bias = None
        if ctx.has_bias:
            grad_bias = grad.sum((0, 2, 3))
        return grad_input, grad_weight, grad_bias, None, None


# %% wrong: overlapping_patches_overwrite_each_other
# why: In backward each patch's gradient is written into the image with =, so where patches overlap only the
# last one counts. A pixel gets the sum over all patches that it lies in: use +=.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.s, ctx.p = stride, padding
        rows = (input.shape[2] + 2 * padding[0] - weight.shape[2]) // stride[0] + 1
        u = torch.nn.functional.unfold(
            input, (weight.shape[2], weight.shape[3]), padding=padding, stride=stride
        )
        out = (weight.flatten(1) @ u).reshape(input.shape[0], weight.shape[0], rows, -1)
        return out if bias is None else out + bias.reshape(1, -1, 1, 1)

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        n, c, h, width = x.shape
        o, _, kh, kw = w.shape
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            big = torch.zeros(n, c, h + 2 * ctx.p[0], width + 2 * ctx.p[1], dtype=x.dtype)
            for i in range(grad.shape[2]):
                for j in range(grad.shape[3]):
                    a, b = i * ctx.s[0], j * ctx.s[1]
                    piece_of_it = grad[:, :, i, j] @ w.flatten(1)
                    big[:, :, a : a + kh, b : b + kw] = piece_of_it.reshape(n, c, kh, kw)
            gx = big[:, :, ctx.p[0] : ctx.p[0] + h, ctx.p[1] : ctx.p[1] + width]
        if ctx.needs_input_grad[1]:
            u = torch.nn.functional.unfold(x, (kh, kw), padding=ctx.p, stride=ctx.s)
            gw = (grad.flatten(2) @ u.mT).sum(0).reshape(o, c, kh, kw)
        if ctx.needs_input_grad[2]:
            gb = grad.sum((0, 2, 3))
        return gx, gw, gb, None, None


# %% wrong: always_float32
# why: The output and the gradients are made by torch.zeros without a dtype, so they are float32 also if the
# arguments are float64. The result has the dtype of the arguments.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        sh, sw = stride
        ph, pw = padding
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        padded = torch.zeros(n, c, h + 2 * ph, w + 2 * pw)
        padded[:, :, ph : ph + h, pw : pw + w] = input
        ctx.save_for_backward(padded, weight)
        ctx.stride, ctx.padding, ctx.size = stride, padding, (h, w)
        out = torch.zeros(n, o, oh, ow)
        for i in range(oh):
            for j in range(ow):
                patch = padded[:, :, i * sh : i * sh + kh, j * sw : j * sw + kw]
                for k in range(o):
                    out[:, k, i, j] = (patch * weight[k]).sum((1, 2, 3))
                    if bias is not None:
                        out[:, k, i, j] += bias[k]
        return out

    @staticmethod
    def backward(ctx, grad):
        padded, weight = ctx.saved_tensors
        sh, sw = ctx.stride
        ph, pw = ctx.padding
        h, w = ctx.size
        kh, kw = weight.shape[2:]
        gpad, gw = torch.zeros(padded.shape), torch.zeros(weight.shape)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                place = (slice(None), slice(None), slice(i * sh, i * sh + kh), slice(j * sw, j * sw + kw))
                for k in range(weight.shape[0]):
                    g = grad[:, k, i, j].reshape(-1, 1, 1, 1)
                    gpad[place] += g * weight[k]
                    gw[k] += (g * padded[place]).sum(0)
        need = ctx.needs_input_grad
        return (
            gpad[:, :, ph : ph + h, pw : pw + w] if need[0] else None,
            gw if need[1] else None,
            grad.sum((0, 2, 3)) if need[2] else None,
            None,
            None,
        )


# %% wrong: zeros_cut_off_with_a_negative_end
# why: The padding is cut off the gradient by [p:-p]. With padding 0 that is [0:0], which is empty. Cut at
# p + H instead.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ph, pw = padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        k = (weight.shape[2], weight.shape[3])
        cols = torch.nn.functional.unfold(x, k, stride=stride)
        ctx.save_for_backward(cols, weight)
        ctx.k, ctx.stride, ctx.padding, ctx.size = k, stride, padding, (x.shape[2], x.shape[3])
        y = weight.flatten(1) @ cols
        y = y.reshape(x.shape[0], weight.shape[0], (x.shape[2] - k[0]) // stride[0] + 1, -1)
        if bias is not None:
            y = y + bias[None, :, None, None]
        return y

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        ph, pw = ctx.padding
        g = grad.flatten(2)
        dx = None
        dw = None
        db = None
        if ctx.needs_input_grad[0]:
            dx = torch.nn.functional.fold(weight.flatten(1).mT @ g, ctx.size, ctx.k, stride=ctx.stride)
            dx = dx[:, :, ph:-ph, pw:-pw]
        if ctx.needs_input_grad[1]:
            dw = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            db = grad.sum((0, 2, 3))
        return dx, dw, db, None, None


# %% wrong: saved_by_two_calls
# why: Input and weight are saved by two calls of save_for_backward, and the second replaces the first. Save
# both by one call.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input)
        ctx.save_for_backward(weight)
        ctx.stride, ctx.padding = stride, padding
        kernel = tuple(weight.shape[2:])
        cols = torch.nn.functional.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        oh = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], oh, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        kernel = tuple(weight.shape[2:])
        how = {"padding": ctx.padding, "stride": ctx.stride}
        g = grad.flatten(2)
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            size = tuple(input.shape[2:])
            dx = torch.nn.functional.fold(weight.flatten(1).mT @ g, size, kernel, **how)
        if ctx.needs_input_grad[1]:
            cols = torch.nn.functional.unfold(input, kernel, **how)
            dw = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            db = grad.sum((0, 2, 3))
        return dx, dw, db, None, None


# %% wrong: one_bias_for_the_last_axis
# why: The bias, of shape (O,), is added to (N, O, OH, OW) as it is, and so belongs to the columns of the
# output. Each kernel has its bias: reshape it to (O, 1, 1).
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        kernel = tuple(weight.shape[2:])
        cols = torch.nn.functional.unfold(input, kernel, padding=padding, stride=stride)
        oh = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        out = (weight.flatten(1) @ cols).reshape(input.shape[0], weight.shape[0], oh, -1)
        return out + bias if bias is not None else out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        kernel = tuple(weight.shape[2:])
        how = {"padding": ctx.padding, "stride": ctx.stride}
        g = grad.flatten(2)
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            size = tuple(input.shape[2:])
            dx = torch.nn.functional.fold(weight.flatten(1).mT @ g, size, kernel, **how)
        if ctx.needs_input_grad[1]:
            cols = torch.nn.functional.unfold(input, kernel, **how)
            dw = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            db = grad.sum((0, 2, 3))
        return dx, dw, db, None, None
