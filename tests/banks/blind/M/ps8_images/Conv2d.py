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
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        OW = (W + 2 * padding[1] - KW) // stride[1] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(1, -1, 1)
        return out.reshape(N, O, OH, OW)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        kernel = tuple(weight.shape[2:])
        rows = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).transpose(0, 1) @ rows
            to_input = torch.nn.functional.fold(
                columns, tuple(input.shape[2:]), kernel, padding=ctx.padding, stride=ctx.stride
            )
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(
                input, kernel, padding=ctx.padding, stride=ctx.stride
            )
            to_weight = (rows @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = rows.sum(2).sum(0)
        return to_input, to_weight, to_bias, None, None

# %% right: loop_over_kernel_places
def shifted(padded, k, l, stride, size):
    sh, sw = stride
    oh, ow = size
    return padded[:, :, k : k + sh * (oh - 1) + 1 : sh, l : l + sw * (ow - 1) + 1 : sw]


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        n, c, h, w = padded.shape
        o, _, kh, kw = weight.shape
        size = ((h - kh) // stride[0] + 1, (w - kw) // stride[1] + 1)
        out = torch.zeros((n, o, size[0] * size[1]), dtype=input.dtype)
        for k in range(kh):
            for l in range(kw):
                part = shifted(padded, k, l, stride, size).reshape(n, c, -1)
                out = out + weight[:, :, k, l] @ part
        if bias is not None:
            out = out + bias[:, None]
        return out.reshape(n, o, *size)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        ph, pw = ctx.padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        n, c, h, w = input.shape
        size = grad.shape[2:]
        flat = grad.reshape(n, grad.shape[1], -1)
        gx = torch.zeros_like(padded) if ctx.needs_input_grad[0] else None
        gw = torch.zeros_like(weight) if ctx.needs_input_grad[1] else None
        for k in range(weight.shape[2]):
            for l in range(weight.shape[3]):
                if gx is not None:
                    piece_of_grad = weight[:, :, k, l].transpose(0, 1) @ flat
                    view = shifted(gx, k, l, ctx.stride, size)
                    view += piece_of_grad.reshape(n, c, *size)
                if gw is not None:
                    part = shifted(padded, k, l, ctx.stride, size).reshape(n, c, -1)
                    gw[:, :, k, l] = (flat @ part.transpose(1, 2)).sum(0)
        if gx is not None:
            gx = gx[:, :, ph : ph + h, pw : pw + w].clone()
        gb = flat.sum((0, 2)) if ctx.needs_input_grad[2] else None
        return gx, gw, gb, None, None

# %% right: like_one_linear_layer
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        n, o = input.shape[0], weight.shape[0]
        kernel = (weight.shape[2], weight.shape[3])
        patches = F.unfold(input, kernel, padding=padding, stride=stride)
        patches = patches.transpose(1, 2)  # (N, L, C KH KW)
        flat = patches.reshape(-1, patches.shape[2])
        ctx.save_for_backward(flat, weight)
        ctx.how = (tuple(input.shape), kernel, stride, padding)
        out = flat @ weight.reshape(o, -1).transpose(0, 1)
        if bias is not None:
            out = out + bias
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        out = out.reshape(n, -1, o).transpose(1, 2)
        return out.reshape(n, o, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        flat, weight = ctx.saved_tensors
        shape, kernel, stride, padding = ctx.how
        n, o = grad.shape[:2]
        g = grad.reshape(n, o, -1).transpose(1, 2).reshape(-1, o)
        answers = [None] * 5
        if ctx.needs_input_grad[0]:
            back = (g @ weight.reshape(o, -1)).reshape(n, -1, flat.shape[1]).transpose(1, 2)
            answers[0] = torch.nn.functional.fold(
                back, shape[2:], kernel, padding=padding, stride=stride
            )
        if ctx.needs_input_grad[1]:
            answers[1] = (g.transpose(0, 1) @ flat).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            answers[2] = g.sum(0)
        return tuple(answers)

# %% right: settings_in_a_dict
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        out_channels, _, kh, kw = weight.shape
        ctx.settings = dict(kernel_size=(kh, kw), stride=stride, padding=padding)
        cols = torch.nn.functional.unfold(input, **ctx.settings)
        ctx.save_for_backward(cols, weight)
        ctx.image_size = (input.shape[2], input.shape[3])
        out_h = (input.shape[2] + 2 * padding[0] - kh + stride[0]) // stride[0]
        y = torch.matmul(weight.reshape(out_channels, -1), cols)
        y = y.reshape(input.shape[0], out_channels, out_h, -1)
        return y if bias is None else y + bias.reshape(-1, 1, 1)

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        need_x, need_w, need_b, _, _ = ctx.needs_input_grad
        g = grad.reshape(grad.shape[0], grad.shape[1], -1)

        def for_input():
            back = torch.matmul(weight.flatten(1).mT, g)
            return torch.nn.functional.fold(back, ctx.image_size, **ctx.settings)

        def for_weight():
            return torch.matmul(g, cols.mT).sum(dim=0).reshape(weight.shape)

        return (
            for_input() if need_x else None,
            for_weight() if need_w else None,
            grad.sum((0, 2, 3)) if need_b else None,
            None,
            None,
        )

# %% wrong: padded_gradient_cut_wrongly
# why: The gradient is folded into the padded image, and the border is cut off with [p:-p]. With a padding of 0 that is [0:-0], an empty slice, so nothing is left; give fold the padding, or cut with p : p + H.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        kernel = (weight.shape[2], weight.shape[3])
        columns = torch.nn.functional.unfold(padded, kernel, stride=stride)
        ctx.save_for_backward(columns, weight)
        ctx.stride, ctx.padding, ctx.size = stride, padding, tuple(padded.shape[2:])
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias[:, None]
        oh = (padded.shape[2] - kernel[0]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], oh, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        g = grad.flatten(2)
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            back = weight.flatten(1).mT @ g
            kernel = (weight.shape[2], weight.shape[3])
            dx = torch.nn.functional.fold(back, ctx.size, kernel, stride=ctx.stride)
            ph, pw = ctx.padding
            dx = dx[:, :, ph:-ph, pw:-pw]
        if ctx.needs_input_grad[1]:
            dw = (g @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            db = g.sum((0, 2))
        return dx, dw, db, None, None

# %% wrong: kernel_turned_around
# why: The kernel is flipped before it is laid on the image, as in the convolution of mathematics. Here it is not turned around.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        kernel = tuple(weight.shape[2:])
        cols = torch.nn.functional.unfold(input, kernel, padding=padding, stride=stride)
        out = torch.flip(weight, (2, 3)).flatten(1) @ cols
        if bias is not None:
            out = out + bias[:, None]
        oh = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], oh, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        kernel = tuple(weight.shape[2:])
        how = dict(padding=ctx.padding, stride=ctx.stride)
        g = grad.flatten(2)
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            back = torch.flip(weight, (2, 3)).flatten(1).mT @ g
            dx = torch.nn.functional.fold(back, tuple(input.shape[2:]), kernel, **how)
        if ctx.needs_input_grad[1]:
            cols = torch.nn.functional.unfold(input, kernel, **how)
            dw = torch.flip((g @ cols.mT).sum(0).reshape(weight.shape), (2, 3))
        if ctx.needs_input_grad[2]:
            db = g.sum((0, 2))
        return dx, dw, db, None, None

# %% wrong: bias_taken_for_granted
# why: forward calls a method of bias without asking if it is None, so a convolution without bias stops with an error. Add the bias only if there is one.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        kernel = tuple(weight.shape[2:])
        cols = torch.nn.functional.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ cols + bias.reshape(-1, 1)
        oh = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ow = (input.shape[3] + 2 * padding[1] - kernel[1]) // stride[1] + 1
        return out.reshape(input.shape[0], weight.shape[0], oh, ow)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        kernel = tuple(weight.shape[2:])
        how = dict(padding=ctx.padding, stride=ctx.stride)
        g = grad.flatten(2)
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            back = weight.flatten(1).mT @ g
            dx = torch.nn.functional.fold(back, tuple(input.shape[2:]), kernel, **how)
        if ctx.needs_input_grad[1]:
            cols = torch.nn.functional.unfold(input, kernel, **how)
            dw = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            db = g.sum((0, 2))
        return dx, dw, db, None, None

# %% wrong: size_from_the_output
# why: fold gets a size that is computed from the output, (OH - 1) s + K - 2p. Rows or columns that are left over at the edge are missing in it, so the gradient is smaller than the input; keep the size of the input.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        kernel = (weight.shape[2], weight.shape[3])
        cols = torch.nn.functional.unfold(input, kernel, padding=padding, stride=stride)
        ctx.save_for_backward(cols, weight)
        ctx.stride, ctx.padding = stride, padding
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias[:, None]
        oh = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], oh, -1)

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        g = grad.flatten(2)
        gx = gw = gb = None
        if ctx.needs_input_grad[0]:
            size = tuple(
                (grad.shape[2 + d] - 1) * ctx.stride[d] + weight.shape[2 + d] - 2 * ctx.padding[d]
                for d in (0, 1)
            )
            gx = torch.nn.functional.fold(
                weight.flatten(1).mT @ g,
                size,
                (weight.shape[2], weight.shape[3]),
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            gw = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            gb = g.sum((0, 2))
        return gx, gw, gb, None, None

# %% wrong: square_images_only
# why: The output is cut into as many columns as it has rows, OH for both. Height and width may differ, so OW must be computed by itself (or be -1).
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, C, KH, KW = weight.shape
        ctx.save_for_backward(input, weight)
        ctx.args = dict(kernel_size=(KH, KW), padding=padding, stride=stride)
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        out = weight.reshape(O, -1) @ torch.nn.functional.unfold(input, **ctx.args)
        if bias is not None:
            out = out + bias.reshape(O, 1)
        return out.reshape(N, O, OH, OH)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        O = weight.shape[0]
        g = grad.flatten(2)
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            cols = weight.reshape(O, -1).mT @ g
            dx = torch.nn.functional.fold(cols, tuple(input.shape[2:]), **ctx.args)
        if ctx.needs_input_grad[1]:
            cols = torch.nn.functional.unfold(input, **ctx.args)
            dw = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            db = g.sum((0, 2))
        return dx, dw, db, None, None

# %% wrong: everything_computed_always
# why: backward computes and returns the gradients of input and weight, whether they are needed or not. What ctx.needs_input_grad says False of must not be computed, and None is returned for it.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.has_bias = bias is not None
        kernel = (weight.shape[2], weight.shape[3])
        ctx.options = dict(kernel_size=kernel, padding=padding, stride=stride)
        cols = torch.nn.functional.unfold(input, **ctx.options)
        out = weight.flatten(1) @ cols
        if ctx.has_bias:
            out = out + bias[:, None]
        oh = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], oh, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        g = grad.flatten(2)
        cols = torch.nn.functional.unfold(input, **ctx.options)
        back = weight.flatten(1).mT @ g
        dx = torch.nn.functional.fold(back, tuple(input.shape[2:]), **ctx.options)
        dw = (g @ cols.mT).sum(0).reshape(weight.shape)
        db = g.sum((0, 2)) if ctx.has_bias else None
        return dx, dw, db, None, None

# %% wrong: mean_over_the_batch
# why: The gradients of weight and bias are means over the images of the batch. A weight is used in each of them, so its gradient is the sum; a mean belongs into the loss.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        kernel = (weight.shape[2], weight.shape[3])
        ctx.options = dict(kernel_size=kernel, padding=padding, stride=stride)
        cols = torch.nn.functional.unfold(input, **ctx.options)
        ctx.save_for_backward(cols, weight)
        ctx.size = (input.shape[2], input.shape[3])
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias[:, None]
        oh = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        return out.reshape(input.shape[0], weight.shape[0], oh, -1)

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        g = grad.flatten(2)
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            dx = torch.nn.functional.fold(weight.flatten(1).mT @ g, ctx.size, **ctx.options)
        if ctx.needs_input_grad[1]:
            dw = (g @ cols.mT).mean(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            db = g.sum(2).mean(0)
        return dx, dw, db, None, None

# %% wrong: pad_in_height_width_order
# why: pad wants (left, right, above, below), but gets the padding of the height first. So ph columns are added on the left and right, and pw rows above and below; with different paddings everything is wrong.
def grid(padded, weight, stride):
    return [
        (padded.shape[d] - weight.shape[d]) // stride[d - 2] + 1 for d in (2, 3)
    ]


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ph, pw = padding
        padded = torch.nn.functional.pad(input, (ph, ph, pw, pw))
        kernel = (weight.shape[2], weight.shape[3])
        cols = torch.nn.functional.unfold(padded, kernel, stride=stride)
        ctx.save_for_backward(cols, weight)
        ctx.stride, ctx.size = stride, tuple(padded.shape[2:])
        ctx.inside = (ph, pw, input.shape[2], input.shape[3])
        out = weight.flatten(1) @ cols
        if bias is not None:
            out = out + bias[:, None]
        return out.reshape(input.shape[0], weight.shape[0], *grid(padded, weight, stride))

    @staticmethod
    def backward(ctx, grad):
        cols, weight = ctx.saved_tensors
        g = grad.flatten(2)
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            kernel = (weight.shape[2], weight.shape[3])
            back = weight.flatten(1).mT @ g
            dx = torch.nn.functional.fold(back, ctx.size, kernel, stride=ctx.stride)
            ph, pw, h, w = ctx.inside
            dx = dx[:, :, pw : pw + h, ph : ph + w]
        if ctx.needs_input_grad[1]:
            dw = (g @ cols.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            db = g.sum((0, 2))
        return dx, dw, db, None, None
