# %% right: kernel_entry_by_entry
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def places(ctx, padded):
        sh, sw = ctx.stride
        for k in range(ctx.kernel[0]):
            for l in range(ctx.kernel[1]):
                rows = slice(k, k + sh * (ctx.out[0] - 1) + 1, sh)
                columns = slice(l, l + sw * (ctx.out[1] - 1) + 1, sw)
                yield k, l, padded[:, :, rows, columns]

    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        (ph, pw), (sh, sw) = padding, stride
        n, _, h, w = input.shape
        o, _, kh, kw = weight.shape
        ctx.stride, ctx.padding, ctx.kernel = stride, padding, (kh, kw)
        ctx.out = ((h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1)
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        result = torch.zeros(n, o, ctx.out[0] * ctx.out[1], dtype=input.dtype)
        for k, l, part in Conv2d.places(ctx, padded):
            result = result + weight[:, :, k, l] @ part.flatten(2)
        if bias is not None:
            result = result + bias.reshape(1, -1, 1)
        return result.reshape(n, o, *ctx.out)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        ph, pw = ctx.padding
        h, w = input.shape[2:]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        g = grad.flatten(2)
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            wide = torch.zeros_like(padded)
            for k, l, part in Conv2d.places(ctx, wide):
                part += (weight[:, :, k, l].t() @ g).reshape(part.shape)
            gi = wide[:, :, ph : ph + h, pw : pw + w].clone()
        if ctx.needs_input_grad[1]:
            gw = torch.zeros_like(weight)
            for k, l, part in Conv2d.places(ctx, padded):
                gw[:, :, k, l] = (g @ part.flatten(2).mT).sum(0)
        if ctx.needs_input_grad[2]:
            gb = g.sum((0, 2))
        return gi, gw, gb, None, None

# %% right: patches_as_rows
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.how = {"kernel_size": tuple(weight.shape[2:])}
        ctx.how.update(padding=padding, stride=stride)
        rows = torch.nn.functional.unfold(input, **ctx.how).mT
        out = rows @ weight.flatten(1).t()
        if bias is not None:
            out = out + bias
        height = (input.shape[2] + 2 * padding[0] - weight.shape[2]) // stride[0] + 1
        return out.mT.reshape(input.shape[0], weight.shape[0], height, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        g = grad.flatten(2)
        result = [None] * 5
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ g
            size = tuple(input.shape[2:])
            result[0] = torch.nn.functional.fold(columns, size, **ctx.how)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, **ctx.how)
            result[1] = (g @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            result[2] = grad.sum((0, 2, 3))
        return tuple(result)

# %% wrong: output_taken_for_a_square
# why: The number of rows of the output is taken as the root of the number of places, which holds for square outputs only.
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
            out = out + bias.reshape(-1, 1)
        side = int(out.shape[2] ** 0.5)
        return out.reshape(out.shape[0], out.shape[1], side, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        kernel = tuple(weight.shape[2:])
        g = grad.flatten(2)
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            gi = torch.nn.functional.fold(
                weight.flatten(1).t() @ g,
                tuple(input.shape[2:]),
                kernel,
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(
                input, kernel, padding=ctx.padding, stride=ctx.stride
            )
            gw = (g @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            gb = g.sum((0, 2))
        return gi, gw, gb, None, None

# %% wrong: padding_in_the_wrong_order
# why: pad begins with the last dimension, left and right; here the rows of padding are added to the columns and the other way round.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        p, q = padding
        padded = torch.nn.functional.pad(input, (p, p, q, q))
        ctx.stride, ctx.border = stride, (q, p)
        ctx.save_for_backward(input, weight)
        kernel = tuple(weight.shape[2:])
        columns = torch.nn.functional.unfold(padded, kernel, stride=stride)
        rows = (padded.shape[2] - kernel[0]) // stride[0] + 1
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        return out.reshape(len(input), len(weight), rows, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        g, (q, p) = grad.flatten(2), ctx.border
        h, w = input.shape[2:]
        grads = [None] * 5
        if ctx.needs_input_grad[0]:
            size, kernel = (h + 2 * q, w + 2 * p), tuple(weight.shape[2:])
            back = weight.flatten(1).t() @ g
            wide = torch.nn.functional.fold(back, size, kernel, stride=ctx.stride)
            grads[0] = wide[:, :, q : q + h, p : p + w]
        if ctx.needs_input_grad[1]:
            padded = torch.nn.functional.pad(input, (p, p, q, q))
            kernel = tuple(weight.shape[2:])
            columns = torch.nn.functional.unfold(padded, kernel, stride=ctx.stride)
            grads[1] = (g @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            grads[2] = g.sum((0, 2))
        return tuple(grads)

# %% wrong: kernel_turned_around
# why: The kernel is turned around as in the convolution of mathematics; here it is laid on the image as it is.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        turned = weight.flip((2, 3))
        ctx.save_for_backward(input, weight)
        ctx.settings = dict(padding=padding, stride=stride)
        size = tuple(weight.shape[2:])
        cols = torch.nn.functional.unfold(input, size, **ctx.settings)
        out = turned.reshape(len(weight), -1) @ cols
        oh = (input.shape[2] + 2 * padding[0] - size[0]) // stride[0] + 1
        ow = (input.shape[3] + 2 * padding[1] - size[1]) // stride[1] + 1
        out = out.reshape(len(input), len(weight), oh, ow)
        return out if bias is None else out + bias.reshape(1, -1, 1, 1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size = tuple(weight.shape[2:])
        g = grad.reshape(grad.shape[0], grad.shape[1], -1)
        d_input = d_weight = d_bias = None
        if ctx.needs_input_grad[0]:
            rows = weight.flip((2, 3)).reshape(len(weight), -1)
            d_input = torch.nn.functional.fold(
                rows.t() @ g, tuple(input.shape[2:]), size, **ctx.settings
            )
        if ctx.needs_input_grad[1]:
            cols = torch.nn.functional.unfold(input, size, **ctx.settings)
            d_turned = (g @ cols.mT).sum(0).reshape(weight.shape)
            d_weight = d_turned.flip((2, 3))
        if ctx.needs_input_grad[2]:
            d_bias = grad.sum((0, 2, 3))
        return d_input, d_weight, d_bias, None, None

# %% wrong: overlaps_overwritten
# why: The gradient of a pixel is written and not added, so of several patches that hold it only the last one counts.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ph, pw = padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        kh, kw = weight.shape[2:]
        oh = (x.shape[2] - kh) // stride[0] + 1
        ow = (x.shape[3] - kw) // stride[1] + 1
        flat = weight.flatten(1)
        out = torch.zeros(len(input), len(weight), oh, ow, dtype=input.dtype)
        for i in range(oh):
            for j in range(ow):
                top, left = i * stride[0], j * stride[1]
                patch = x[:, :, top : top + kh, left : left + kw].flatten(1)
                out[:, :, i, j] = patch @ flat.t()
        if bias is not None:
            out = out + bias.reshape(1, -1, 1, 1)
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (ph, pw), (kh, kw) = ctx.padding, weight.shape[2:]
        h, w = input.shape[2:]
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        gx, flat = torch.zeros_like(x), weight.flatten(1)
        gw = torch.zeros_like(flat)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                top, left = i * ctx.stride[0], j * ctx.stride[1]
                g = grad[:, :, i, j]
                patch = x[:, :, top : top + kh, left : left + kw]
                gw = gw + g.t() @ patch.flatten(1)
                piece_of_x = (g @ flat).reshape(patch.shape)
                gx[:, :, top : top + kh, left : left + kw] = piece_of_x
        needs = ctx.needs_input_grad
        return (
            gx[:, :, ph : ph + h, pw : pw + w].clone() if needs[0] else None,
            gw.reshape(weight.shape) if needs[1] else None,
            grad.sum((0, 2, 3)) if needs[2] else None,
            None,
            None,
        )

# %% wrong: weight_averaged_over_the_batch
# why: The gradient of the weight is the mean over the images, where a weight that is used in every image gets the sum.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        ctx.save_for_backward(input, weight)
        ctx.args = (kh, kw), stride, padding
        cols = torch.nn.functional.unfold(input, (kh, kw), stride=stride, padding=padding)
        y = torch.matmul(weight.reshape(o, -1), cols)
        if bias is not None:
            y = y + bias[:, None]
        return y.reshape(n, o, (h + 2 * padding[0] - kh) // stride[0] + 1, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        kernel, stride, padding = ctx.args
        F = torch.nn.functional
        g = grad.flatten(2)
        dx = dw = db = None
        if ctx.needs_input_grad[0]:
            dcols = torch.matmul(weight.flatten(1).t(), g)
            hw = (input.shape[2], input.shape[3])
            dx = F.fold(dcols, hw, kernel, stride=stride, padding=padding)
        if ctx.needs_input_grad[1]:
            cols = F.unfold(input, kernel, stride=stride, padding=padding)
            dw = torch.matmul(g, cols.mT).mean(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            db = g.sum(2).sum(0)
        return dx, dw, db, None, None
