# %% right: unfold
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% right: columns_saved
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        oh = (h + 2 * padding[0] - kh) // stride[0] + 1
        ow = (w + 2 * padding[1] - kw) // stride[1] + 1
        columns = torch.nn.functional.unfold(
            input, (kh, kw), padding=padding, stride=stride
        )
        ctx.save_for_backward(columns, weight)
        ctx.args = (h, w), (kh, kw), stride, padding
        out = torch.matmul(weight.reshape(o, c * kh * kw), columns)
        out = out.reshape(n, o, oh, ow)
        if bias is not None:
            out = out + bias[None, :, None, None]
        return out

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        size, kernel, stride, padding = ctx.args
        o = weight.shape[0]
        gradients = [None] * 5
        g = grad.reshape(grad.shape[0], o, -1)
        if ctx.needs_input_grad[0]:
            gradients[0] = torch.nn.functional.fold(
                torch.matmul(weight.reshape(o, -1).T, g),
                size,
                kernel,
                padding=padding,
                stride=stride,
            )
        if ctx.needs_input_grad[1]:
            # all places of all images in one product
            left = g.transpose(0, 1).reshape(o, -1)
            right = columns.transpose(0, 1).reshape(columns.shape[1], -1)
            gradients[1] = (left @ right.T).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            gradients[2] = g.sum(2).sum(0)
        return tuple(gradients)
# %% right: kernel_places
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.stride, ctx.padding = stride, padding
        ctx.save_for_backward(input, weight)
        (sh, sw), (ph, pw) = stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        kh, kw = weight.shape[2], weight.shape[3]
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        out = torch.zeros(
            (input.shape[0], weight.shape[0], oh * ow), dtype=input.dtype
        )
        for k in range(kh):
            for l in range(kw):
                part = padded[:, :, k : k + (oh - 1) * sh + 1 : sh]
                part = part[:, :, :, l : l + (ow - 1) * sw + 1 : sw]
                out = out + weight[:, :, k, l] @ part.flatten(2)
        if bias is not None:
            out = out + bias.unsqueeze(1)
        return out.reshape(input.shape[0], weight.shape[0], oh, ow)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        n, c, h, w = input.shape
        kh, kw = weight.shape[2], weight.shape[3]
        oh, ow = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        flat = grad.flatten(2)
        to_padded, to_weight = torch.zeros_like(padded), torch.zeros_like(weight)
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                if ctx.needs_input_grad[0]:
                    back = (weight[:, :, k, l].T @ flat).reshape(n, c, oh, ow)
                    to_padded[:, :, rows, cols] += back
                if ctx.needs_input_grad[1]:
                    part = padded[:, :, rows, cols].flatten(2)
                    to_weight[:, :, k, l] = (flat @ part.transpose(1, 2)).sum(0)
        return (
            to_padded[:, :, ph : ph + h, pw : pw + w] if ctx.needs_input_grad[0] else None,
            to_weight if ctx.needs_input_grad[1] else None,
            flat.sum(2).sum(0) if ctx.needs_input_grad[2] else None,
            None,
            None,
        )
# %% right: place_by_place
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.setting = (stride, padding)
        sh, sw = stride
        ph, pw = padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=0.0)
        kh, kw = weight.shape[2:]
        kernels = weight.flatten(1)
        rows = []
        for top in range(0, x.shape[2] - kh + 1, sh):
            row = []
            for left in range(0, x.shape[3] - kw + 1, sw):
                patch = x[:, :, top : top + kh, left : left + kw].flatten(1)
                value = patch @ kernels.T
                if bias is not None:
                    value = value + bias
                row.append(value)
            rows.append(torch.stack(row, dim=2))
        return torch.stack(rows, dim=2)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.setting
        need = ctx.needs_input_grad
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=0.0)
        o, c, kh, kw = weight.shape
        dx = torch.zeros_like(x) if need[0] else None
        dw = torch.zeros_like(weight) if need[1] else None
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                g = grad[:, :, i, j]
                a, b = i * sh, j * sw
                if need[1]:
                    patch = x[:, :, a : a + kh, b : b + kw].flatten(1)
                    dw += (g.T @ patch).reshape(o, c, kh, kw)
                if need[0]:
                    back = (g @ weight.flatten(1)).reshape(-1, c, kh, kw)
                    dx[:, :, a : a + kh, b : b + kw] += back
        if need[0]:
            dx = dx[:, :, ph : ph + input.shape[2], pw : pw + input.shape[3]]
        db = grad.sum(3).sum(2).sum(0) if need[2] else None
        return dx, dw, db, None, None
# %% wrong: kernel_turned
# why: The kernel is turned around, and it should not be.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flip(2, 3).flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: stride_missing_in_fold
# why: fold does not get the stride.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, padding=ctx.padding)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: padding_missing_in_backward
# why: backward unfolds the input without its padding.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, stride=ctx.stride)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: no_padding_at_all
# why: The padding is ignored in forward.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: bias_none_not_expected
# why: A bias that is None is reshaped: an error.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: bias_along_the_places
# why: The bias is added along the places, not along the kernels.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: weight_mean
# why: The gradient of the weight is averaged over the images.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).mean(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: weight_first_image
# why: Only the first image contributes to the weight's gradient.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT)[0].reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: bias_over_channels_too
# why: The gradient of the bias is one sum over everything.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum().reshape(1)
        return to_input, to_weight, to_bias, None, None
# %% wrong: bias_batch_only
# why: The bias is used at every place, too; only the batch is summed.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum(0)
        return to_input, to_weight, to_bias, None, None
# %% wrong: always_computed
# why: needs_input_grad is not looked at: gradients nobody needs are computed and returned.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if True:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if True:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: square_outputs
# why: The output is taken for a square.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = int(out.shape[2] ** 0.5)
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: rows_by_the_width
# why: The number of rows is computed from the width.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[3] + 2 * padding[1] - kernel[1]) // stride[1] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: padding_once
# why: The padding is counted once in the size, and it stands on both sides.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: stride_swapped
# why: Height and width of the stride are swapped.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride[::-1])
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: three_values
# why: backward returns three values for five arguments.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias
# %% wrong: padding_left_on
# why: The gradient of the input still has the zeros around it.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.stride, ctx.padding = stride, padding
        ctx.save_for_backward(input, weight)
        (sh, sw), (ph, pw) = stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        kh, kw = weight.shape[2], weight.shape[3]
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        out = torch.zeros(
            (input.shape[0], weight.shape[0], oh * ow), dtype=input.dtype
        )
        for k in range(kh):
            for l in range(kw):
                part = padded[:, :, k : k + (oh - 1) * sh + 1 : sh]
                part = part[:, :, :, l : l + (ow - 1) * sw + 1 : sw]
                out = out + weight[:, :, k, l] @ part.flatten(2)
        if bias is not None:
            out = out + bias.unsqueeze(1)
        return out.reshape(input.shape[0], weight.shape[0], oh, ow)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        n, c, h, w = input.shape
        kh, kw = weight.shape[2], weight.shape[3]
        oh, ow = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        flat = grad.flatten(2)
        to_padded, to_weight = torch.zeros_like(padded), torch.zeros_like(weight)
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                if ctx.needs_input_grad[0]:
                    back = (weight[:, :, k, l].T @ flat).reshape(n, c, oh, ow)
                    to_padded[:, :, rows, cols] += back
                if ctx.needs_input_grad[1]:
                    part = padded[:, :, rows, cols].flatten(2)
                    to_weight[:, :, k, l] = (flat @ part.transpose(1, 2)).sum(0)
        return (
            to_padded if ctx.needs_input_grad[0] else None,
            to_weight if ctx.needs_input_grad[1] else None,
            flat.sum(2).sum(0) if ctx.needs_input_grad[2] else None,
            None,
            None,
        )
# %% wrong: overlaps_overwritten
# why: Where patches overlap the last one overwrites the others instead of being added.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.stride, ctx.padding = stride, padding
        ctx.save_for_backward(input, weight)
        (sh, sw), (ph, pw) = stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        kh, kw = weight.shape[2], weight.shape[3]
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        out = torch.zeros(
            (input.shape[0], weight.shape[0], oh * ow), dtype=input.dtype
        )
        for k in range(kh):
            for l in range(kw):
                part = padded[:, :, k : k + (oh - 1) * sh + 1 : sh]
                part = part[:, :, :, l : l + (ow - 1) * sw + 1 : sw]
                out = out + weight[:, :, k, l] @ part.flatten(2)
        if bias is not None:
            out = out + bias.unsqueeze(1)
        return out.reshape(input.shape[0], weight.shape[0], oh, ow)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        n, c, h, w = input.shape
        kh, kw = weight.shape[2], weight.shape[3]
        oh, ow = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        flat = grad.flatten(2)
        to_padded, to_weight = torch.zeros_like(padded), torch.zeros_like(weight)
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                if ctx.needs_input_grad[0]:
                    back = (weight[:, :, k, l].T @ flat).reshape(n, c, oh, ow)
                    to_padded[:, :, rows, cols] = back
                if ctx.needs_input_grad[1]:
                    part = padded[:, :, rows, cols].flatten(2)
                    to_weight[:, :, k, l] = (flat @ part.transpose(1, 2)).sum(0)
        return (
            to_padded[:, :, ph : ph + h, pw : pw + w] if ctx.needs_input_grad[0] else None,
            to_weight if ctx.needs_input_grad[1] else None,
            flat.sum(2).sum(0) if ctx.needs_input_grad[2] else None,
            None,
            None,
        )
# %% wrong: single_precision
# why: The output begins and ends in float32.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.stride, ctx.padding = stride, padding
        ctx.save_for_backward(input, weight)
        (sh, sw), (ph, pw) = stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        kh, kw = weight.shape[2], weight.shape[3]
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        out = torch.zeros(
            (input.shape[0], weight.shape[0], oh * ow), dtype=input.dtype
        )
        for k in range(kh):
            for l in range(kw):
                part = padded[:, :, k : k + (oh - 1) * sh + 1 : sh]
                part = part[:, :, :, l : l + (ow - 1) * sw + 1 : sw]
                out = out + weight[:, :, k, l] @ part.flatten(2)
        if bias is not None:
            out = out + bias.unsqueeze(1)
        return out.float().reshape(input.shape[0], weight.shape[0], oh, ow)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        n, c, h, w = input.shape
        kh, kw = weight.shape[2], weight.shape[3]
        oh, ow = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        flat = grad.flatten(2)
        to_padded, to_weight = torch.zeros_like(padded), torch.zeros_like(weight)
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                if ctx.needs_input_grad[0]:
                    back = (weight[:, :, k, l].T @ flat).reshape(n, c, oh, ow)
                    to_padded[:, :, rows, cols] += back
                if ctx.needs_input_grad[1]:
                    part = padded[:, :, rows, cols].flatten(2)
                    to_weight[:, :, k, l] = (flat @ part.transpose(1, 2)).sum(0)
        return (
            to_padded[:, :, ph : ph + h, pw : pw + w] if ctx.needs_input_grad[0] else None,
            to_weight if ctx.needs_input_grad[1] else None,
            flat.sum(2).sum(0) if ctx.needs_input_grad[2] else None,
            None,
            None,
        )
# %% wrong: pad_in_the_wrong_order
# why: pad wants (left, right, above, below); here height and width are swapped.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.stride, ctx.padding = stride, padding
        ctx.save_for_backward(input, weight)
        (sh, sw), (ph, pw) = stride, padding
        padded = torch.nn.functional.pad(input, (ph, ph, pw, pw))
        kh, kw = weight.shape[2], weight.shape[3]
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        out = torch.zeros(
            (input.shape[0], weight.shape[0], oh * ow), dtype=input.dtype
        )
        for k in range(kh):
            for l in range(kw):
                part = padded[:, :, k : k + (oh - 1) * sh + 1 : sh]
                part = part[:, :, :, l : l + (ow - 1) * sw + 1 : sw]
                out = out + weight[:, :, k, l] @ part.flatten(2)
        if bias is not None:
            out = out + bias.unsqueeze(1)
        return out.reshape(input.shape[0], weight.shape[0], oh, ow)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        n, c, h, w = input.shape
        kh, kw = weight.shape[2], weight.shape[3]
        oh, ow = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        flat = grad.flatten(2)
        to_padded, to_weight = torch.zeros_like(padded), torch.zeros_like(weight)
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                if ctx.needs_input_grad[0]:
                    back = (weight[:, :, k, l].T @ flat).reshape(n, c, oh, ow)
                    to_padded[:, :, rows, cols] += back
                if ctx.needs_input_grad[1]:
                    part = padded[:, :, rows, cols].flatten(2)
                    to_weight[:, :, k, l] = (flat @ part.transpose(1, 2)).sum(0)
        return (
            to_padded[:, :, ph : ph + h, pw : pw + w] if ctx.needs_input_grad[0] else None,
            to_weight if ctx.needs_input_grad[1] else None,
            flat.sum(2).sum(0) if ctx.needs_input_grad[2] else None,
            None,
            None,
        )
# %% wrong: one_side_padded
# why: Zeros are added above and on the left only.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.stride, ctx.padding = stride, padding
        ctx.save_for_backward(input, weight)
        (sh, sw), (ph, pw) = stride, padding
        padded = torch.nn.functional.pad(input, (pw, 0, ph, 0))
        kh, kw = weight.shape[2], weight.shape[3]
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        out = torch.zeros(
            (input.shape[0], weight.shape[0], oh * ow), dtype=input.dtype
        )
        for k in range(kh):
            for l in range(kw):
                part = padded[:, :, k : k + (oh - 1) * sh + 1 : sh]
                part = part[:, :, :, l : l + (ow - 1) * sw + 1 : sw]
                out = out + weight[:, :, k, l] @ part.flatten(2)
        if bias is not None:
            out = out + bias.unsqueeze(1)
        return out.reshape(input.shape[0], weight.shape[0], oh, ow)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        n, c, h, w = input.shape
        kh, kw = weight.shape[2], weight.shape[3]
        oh, ow = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        flat = grad.flatten(2)
        to_padded, to_weight = torch.zeros_like(padded), torch.zeros_like(weight)
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                if ctx.needs_input_grad[0]:
                    back = (weight[:, :, k, l].T @ flat).reshape(n, c, oh, ow)
                    to_padded[:, :, rows, cols] += back
                if ctx.needs_input_grad[1]:
                    part = padded[:, :, rows, cols].flatten(2)
                    to_weight[:, :, k, l] = (flat @ part.transpose(1, 2)).sum(0)
        return (
            to_padded[:, :, ph : ph + h, pw : pw + w] if ctx.needs_input_grad[0] else None,
            to_weight if ctx.needs_input_grad[1] else None,
            flat.sum(2).sum(0) if ctx.needs_input_grad[2] else None,
            None,
            None,
        )
# %% wrong: weight_gradient_without_upstream
# why: The weight gets the sum of the patches, without the upstream gradient.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (torch.ones_like(flat) @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: bias_gradient_forgotten
# why: The bias gets no gradient.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = None
        return to_input, to_weight, to_bias, None, None
# %% wrong: place_skipped
# why: Off by one: the last row of places is left out.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.setting = (stride, padding)
        sh, sw = stride
        ph, pw = padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=0.0)
        kh, kw = weight.shape[2:]
        kernels = weight.flatten(1)
        rows = []
        for top in range(0, x.shape[2] - kh, sh):
            row = []
            for left in range(0, x.shape[3] - kw + 1, sw):
                patch = x[:, :, top : top + kh, left : left + kw].flatten(1)
                value = patch @ kernels.T
                if bias is not None:
                    value = value + bias
                row.append(value)
            rows.append(torch.stack(row, dim=2))
        return torch.stack(rows, dim=2)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.setting
        need = ctx.needs_input_grad
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=0.0)
        o, c, kh, kw = weight.shape
        dx = torch.zeros_like(x) if need[0] else None
        dw = torch.zeros_like(weight) if need[1] else None
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                g = grad[:, :, i, j]
                a, b = i * sh, j * sw
                if need[1]:
                    patch = x[:, :, a : a + kh, b : b + kw].flatten(1)
                    dw += (g.T @ patch).reshape(o, c, kh, kw)
                if need[0]:
                    back = (g @ weight.flatten(1)).reshape(-1, c, kh, kw)
                    dx[:, :, a : a + kh, b : b + kw] += back
        if need[0]:
            dx = dx[:, :, ph : ph + input.shape[2], pw : pw + input.shape[3]]
        db = grad.sum(3).sum(2).sum(0) if need[2] else None
        return dx, dw, db, None, None
# %% wrong: bias_at_every_tap
# why: The bias is added once for each entry of the kernel.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.stride, ctx.padding = stride, padding
        ctx.save_for_backward(input, weight)
        (sh, sw), (ph, pw) = stride, padding
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        kh, kw = weight.shape[2], weight.shape[3]
        oh = (padded.shape[2] - kh) // sh + 1
        ow = (padded.shape[3] - kw) // sw + 1
        out = torch.zeros(
            (input.shape[0], weight.shape[0], oh * ow), dtype=input.dtype
        )
        for k in range(kh):
            for l in range(kw):
                part = padded[:, :, k : k + (oh - 1) * sh + 1 : sh]
                part = part[:, :, :, l : l + (ow - 1) * sw + 1 : sw]
                out = out + weight[:, :, k, l] @ part.flatten(2)
                if bias is not None:
                    out = out + bias.unsqueeze(1)
        return out.reshape(input.shape[0], weight.shape[0], oh, ow)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        n, c, h, w = input.shape
        kh, kw = weight.shape[2], weight.shape[3]
        oh, ow = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        flat = grad.flatten(2)
        to_padded, to_weight = torch.zeros_like(padded), torch.zeros_like(weight)
        for k in range(kh):
            for l in range(kw):
                rows = slice(k, k + (oh - 1) * sh + 1, sh)
                cols = slice(l, l + (ow - 1) * sw + 1, sw)
                if ctx.needs_input_grad[0]:
                    back = (weight[:, :, k, l].T @ flat).reshape(n, c, oh, ow)
                    to_padded[:, :, rows, cols] += back
                if ctx.needs_input_grad[1]:
                    part = padded[:, :, rows, cols].flatten(2)
                    to_weight[:, :, k, l] = (flat @ part.transpose(1, 2)).sum(0)
        return (
            to_padded[:, :, ph : ph + h, pw : pw + w] if ctx.needs_input_grad[0] else None,
            to_weight if ctx.needs_input_grad[1] else None,
            flat.sum(2).sum(0) if ctx.needs_input_grad[2] else None,
            None,
            None,
        )
# %% wrong: grad_in_place
# why: The upstream gradient is changed in place, by a sum that is written into it.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        return out.reshape(input.shape[0], weight.shape[0], rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight = ctx.saved_tensors
        kernel, size = tuple(weight.shape[2:]), tuple(input.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).T @ flat
            to_input = F.fold(columns, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            columns = F.unfold(input, kernel, **settings)
            to_weight = (flat @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            while len(grad) > 1:
                grad[0] += grad[-1]
                grad = grad[:-1]
            to_bias = grad.sum((0, 2, 3))
        return to_input, to_weight, to_bias, None, None
# %% wrong: transposed_kernel
# why: The weight's gradient is made as (places × upstream) and only reshaped, not transposed.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        F = torch.nn.functional
        kernel = tuple(weight.shape[2:])
        columns = F.unfold(input, kernel, padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias[:, None]
        ctx.save_for_backward(input, weight, columns)
        ctx.stride, ctx.padding = stride, padding
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        return out.reshape(len(input), len(weight), rows, -1)

    @staticmethod
    def backward(ctx, grad):
        F = torch.nn.functional
        input, weight, columns = ctx.saved_tensors
        flat = grad.flatten(2)
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            gi = F.fold(
                weight.flatten(1).T @ flat,
                tuple(input.shape[2:]),
                tuple(weight.shape[2:]),
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            gw = (columns @ flat.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            gb = flat.sum(2).sum(0)
        return gi, gw, gb, None, None
# %% wrong: one_channel_only
# why: Only the first channel of the images is read.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        (sh, sw), (ph, pw) = stride, padding
        x = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        kh, kw = weight.shape[2:]
        ctx.save_for_backward(x, weight)
        ctx.stride, ctx.border = stride, (ph, ph + input.shape[2], pw, pw + input.shape[3])
        rows = []
        for i in range(0, x.shape[2] - kh + 1, sh):
            row = []
            for j in range(0, x.shape[3] - kw + 1, sw):
                patch = x[:, 0, i : i + kh, j : j + kw].flatten(1)
                value = patch @ weight[:, 0].flatten(1).T
                row.append(value if bias is None else value + bias)
            rows.append(torch.stack(row, dim=2))
        return torch.stack(rows, dim=2)

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        (sh, sw), (a, b, c, d) = ctx.stride, ctx.border
        kh, kw = weight.shape[2:]
        dx, dw = torch.zeros_like(x), torch.zeros_like(weight)
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                g = grad[:, :, i, j]
                rows, cols = slice(i * sh, i * sh + kh), slice(j * sw, j * sw + kw)
                dw[:, 0] += (g.T @ x[:, 0, rows, cols].flatten(1)).reshape(-1, kh, kw)
                back = (g @ weight[:, 0].flatten(1)).reshape(-1, kh, kw)
                dx[:, 0, rows, cols] += back
        need = ctx.needs_input_grad
        return (
            dx[:, :, a:b, c:d] if need[0] else None,
            dw if need[1] else None,
            grad.sum((0, 2, 3)) if need[2] else None,
            None,
            None,
        )
