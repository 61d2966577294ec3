# %% right: unfold_and_fold
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        g = grad.flatten(2)
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            gx = torch.nn.functional.fold(
                weight.flatten(1).mT @ g,
                ctx.size,
                tuple(weight.shape[2:]),
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            gw = (g @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            gb = g.sum((0, 2))
        return gx, gw, gb, None, None

# %% right: loop_over_the_kernel
def places(k, l, size, stride):
    rows = slice(k, k + stride[0] * (size[0] - 1) + 1, stride[0])
    return (slice(None), slice(None), rows, slice(l, l + stride[1] * (size[1] - 1) + 1, stride[1]))


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        (ph, pw), (n, c, h, w) = padding, input.shape
        o, _, kh, kw = weight.shape
        size = ((h + 2 * ph - kh) // stride[0] + 1, (w + 2 * pw - kw) // stride[1] + 1)
        framed = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        out = torch.zeros(n, o, *size, dtype=input.dtype)
        for k in range(kh):
            for l in range(kw):
                part = framed[places(k, l, size, stride)].flatten(2)
                out = out + (weight[:, :, k, l] @ part).reshape(n, o, *size)
        if bias is not None:
            out = out + bias[:, None, None]
        ctx.save_for_backward(input, weight)
        ctx.setting = stride, padding, size
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        stride, (ph, pw), size = ctx.setting
        (n, c, h, w), (o, _, kh, kw) = input.shape, weight.shape
        need_x, need_w, need_b = ctx.needs_input_grad[:3]
        framed = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        flat = grad.flatten(2)
        gx = torch.zeros(framed.shape, dtype=input.dtype) if need_x else None
        gw = torch.zeros(weight.shape, dtype=weight.dtype) if need_w else None
        for k in range(kh):
            for l in range(kw):
                where = places(k, l, size, stride)
                if need_x:
                    gx[where] += (weight[:, :, k, l].mT @ flat).reshape(n, c, *size)
                if need_w:
                    gw[:, :, k, l] = (flat @ framed[where].flatten(2).mT).sum(0)
        if need_x:
            gx = gx[:, :, ph : ph + h, pw : pw + w]
        return gx, gw, grad.sum((0, 2, 3)) if need_b else None, None, None

# %% wrong: square_output
# why: The side of the output is taken as the root of the number of places, which is right for square outputs only.
# Rows and columns should each come from the formula.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        cols = torch.nn.functional.unfold(
            input, (kh, kw), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias[:, None]
        ctx.save_for_backward(cols, weight)
        ctx.h, ctx.w, ctx.stride, ctx.padding = h, w, stride, padding
        side = int(out.shape[-1] ** 0.5)
        return out.reshape(n, o, side, -1)

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        g = grad.flatten(2)
        x_grad = w_grad = b_grad = None
        if ctx.needs_input_grad[0]:
            x_grad = torch.nn.functional.fold(
                weight.flatten(1).mT @ g,
                (ctx.h, ctx.w),
                tuple(weight.shape[2:]),
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            w_grad = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            b_grad = grad.sum((0, 2, 3))
        return x_grad, w_grad, b_grad, None, None

# %% wrong: mean_over_the_batch
# why: The gradient of the weight is averaged over the images. A weight is used in every image, so its gradient is
# the sum over them.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        oh = (h + 2 * padding[0] - kh) // stride[0] + 1
        ow = (w + 2 * padding[1] - kw) // stride[1] + 1
        cols = torch.nn.functional.unfold(
            input, (kh, kw), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias[:, None]
        ctx.save_for_backward(cols, weight)
        ctx.h, ctx.w, ctx.stride, ctx.padding = h, w, stride, padding
        return out.reshape(n, o, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        g = grad.flatten(2)
        x_grad = w_grad = b_grad = None
        if ctx.needs_input_grad[0]:
            x_grad = torch.nn.functional.fold(
                weight.flatten(1).mT @ g,
                (ctx.h, ctx.w),
                tuple(weight.shape[2:]),
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            w_grad = (g @ cols.mT).mean(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            b_grad = grad.sum((0, 2, 3))
        return x_grad, w_grad, b_grad, None, None

# %% wrong: fold_without_stride
# why: The stride goes to unfold, but not to fold, so with a stride other than 1 the way back does not fit. It should
# get the same stride and padding.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        oh = (h + 2 * padding[0] - kh) // stride[0] + 1
        ow = (w + 2 * padding[1] - kw) // stride[1] + 1
        cols = torch.nn.functional.unfold(
            input, (kh, kw), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias[:, None]
        ctx.save_for_backward(cols, weight)
        ctx.h, ctx.w, ctx.stride, ctx.padding = h, w, stride, padding
        return out.reshape(n, o, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        g = grad.flatten(2)
        x_grad = w_grad = b_grad = None
        if ctx.needs_input_grad[0]:
            x_grad = torch.nn.functional.fold(
                weight.flatten(1).mT @ g,
                (ctx.h, ctx.w),
                tuple(weight.shape[2:]),
                padding=ctx.padding,
            )
        if ctx.needs_input_grad[1]:
            w_grad = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            b_grad = grad.sum((0, 2, 3))
        return x_grad, w_grad, b_grad, None, None

# %% wrong: pad_order
# why: pad wants (left, right, above, below), and gets the padding of the height first. With different paddings rows
# and columns are confused; it should be (pw, pw, ph, ph).
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        oh = (h + 2 * padding[0] - kh) // stride[0] + 1
        ow = (w + 2 * padding[1] - kw) // stride[1] + 1
        ph, pw = padding
        framed = torch.nn.functional.pad(input, (ph, ph, pw, pw))
        cols = torch.nn.functional.unfold(framed, (kh, kw), stride=stride)
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias[:, None]
        ctx.save_for_backward(cols, weight)
        ctx.h, ctx.w, ctx.stride, ctx.padding = h, w, stride, padding
        return out.reshape(n, o, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        g = grad.flatten(2)
        x_grad = w_grad = b_grad = None
        if ctx.needs_input_grad[0]:
            x_grad = torch.nn.functional.fold(
                weight.flatten(1).mT @ g,
                (ctx.h, ctx.w),
                tuple(weight.shape[2:]),
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            w_grad = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            b_grad = grad.sum((0, 2, 3))
        return x_grad, w_grad, b_grad, None, None

# %% wrong: all_gradients_always
# why: It computes and returns a gradient for every argument, also where none is needed or where bias is None. There
# it should return None, as ctx.needs_input_grad says.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        oh = (h + 2 * padding[0] - kh) // stride[0] + 1
        ow = (w + 2 * padding[1] - kw) // stride[1] + 1
        cols = torch.nn.functional.unfold(
            input, (kh, kw), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias[:, None]
        ctx.save_for_backward(cols, weight)
        ctx.h, ctx.w, ctx.stride, ctx.padding = h, w, stride, padding
        return out.reshape(n, o, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        g = grad.flatten(2)
        x_grad = torch.nn.functional.fold(
            weight.flatten(1).mT @ g,
            (ctx.h, ctx.w),
            tuple(weight.shape[2:]),
            padding=ctx.padding,
            stride=ctx.stride,
        )
        w_grad = (g @ cols.mT).sum(0).reshape(weight.shape)
        b_grad = grad.sum((0, 2, 3))
        return x_grad, w_grad, b_grad, None, None

# %% wrong: one_added_too_early
# why: The size is (H + 2p - K + 1) // s. The 1 should be added after the division: with a stride the last row or
# column of patches is not counted otherwise.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        oh = (h + 2 * padding[0] - kh + 1) // stride[0]
        ow = (w + 2 * padding[1] - kw + 1) // stride[1]
        cols = torch.nn.functional.unfold(
            input, (kh, kw), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias[:, None]
        ctx.save_for_backward(cols, weight)
        ctx.h, ctx.w, ctx.stride, ctx.padding = h, w, stride, padding
        return out.reshape(n, o, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        g = grad.flatten(2)
        x_grad = w_grad = b_grad = None
        if ctx.needs_input_grad[0]:
            x_grad = torch.nn.functional.fold(
                weight.flatten(1).mT @ g,
                (ctx.h, ctx.w),
                tuple(weight.shape[2:]),
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            w_grad = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            b_grad = grad.sum((0, 2, 3))
        return x_grad, w_grad, b_grad, None, None

# %% wrong: truth_of_the_bias
# why: `if bias` asks for the truth of a tensor, which is an error for several entries. It should ask whether bias
# is not None.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        oh = (h + 2 * padding[0] - kh) // stride[0] + 1
        ow = (w + 2 * padding[1] - kw) // stride[1] + 1
        cols = torch.nn.functional.unfold(
            input, (kh, kw), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ cols
        if bias:
            out = out + bias[:, None]
        ctx.save_for_backward(cols, weight)
        ctx.h, ctx.w, ctx.stride, ctx.padding = h, w, stride, padding
        return out.reshape(n, o, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        g = grad.flatten(2)
        x_grad = w_grad = b_grad = None
        if ctx.needs_input_grad[0]:
            x_grad = torch.nn.functional.fold(
                weight.flatten(1).mT @ g,
                (ctx.h, ctx.w),
                tuple(weight.shape[2:]),
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            w_grad = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            b_grad = grad.sum((0, 2, 3))
        return x_grad, w_grad, b_grad, None, None

# %% wrong: overlaps_are_overwritten
# why: Where patches overlap, the gradient of the input is written over what was there. A pixel in several patches
# should get the sum of their gradients.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        oh = (h + 2 * padding[0] - kh) // stride[0] + 1
        ow = (w + 2 * padding[1] - kw) // stride[1] + 1
        cols = torch.nn.functional.unfold(
            input, (kh, kw), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias[:, None]
        ctx.save_for_backward(cols, weight)
        ctx.h, ctx.w, ctx.stride, ctx.padding = h, w, stride, padding
        return out.reshape(n, o, oh, ow)

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        g = grad.flatten(2)
        x_grad = w_grad = b_grad = None
        if ctx.needs_input_grad[0]:
            n, o, oh, ow = grad.shape
            _, c, kh, kw = weight.shape
            (sh, sw), (ph, pw) = ctx.stride, ctx.padding
            parts = (weight.flatten(1).mT @ g).reshape(n, c, kh, kw, oh, ow)
            framed = torch.zeros(
                n, c, ctx.h + 2 * ph, ctx.w + 2 * pw, dtype=grad.dtype
            )
            for i in range(oh):
                for j in range(ow):
                    top, left = i * sh, j * sw
                    framed[:, :, top : top + kh, left : left + kw] = parts[..., i, j]
            x_grad = framed[:, :, ph : ph + ctx.h, pw : pw + ctx.w]
        if ctx.needs_input_grad[1]:
            w_grad = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            b_grad = grad.sum((0, 2, 3))
        return x_grad, w_grad, b_grad, None, None

