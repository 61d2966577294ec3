# %% right: unfold_fold
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias, None, None

# %% right: loop_over_the_kernel
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        """Each kernel over all patches of each image, plus bias if it is not None."""
        (sh, sw), (ph, pw) = stride, padding
        KH, KW = weight.shape[2], weight.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        OH = (padded.shape[2] - KH) // sh + 1
        OW = (padded.shape[3] - KW) // sw + 1
        out = torch.zeros(
            (input.shape[0], weight.shape[0], OH, OW), dtype=input.dtype
        )
        for k in range(KH):
            for l in range(KW):
                part = padded[:, :, k : k + sh * OH : sh, l : l + sw * OW : sw]
                out = out + torch.einsum("nchw,oc->nohw", part, weight[:, :, k, l])
        if bias is not None:
            out = out + bias.reshape(1, -1, 1, 1)
        ctx.save_for_backward(input, weight)
        ctx.stride = stride
        ctx.padding = padding
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, and None for stride and padding."""
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        KH, KW = weight.shape[2], weight.shape[3]
        H, W = input.shape[2], input.shape[3]
        OH, OW = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        grad_padded = torch.zeros_like(padded)
        grad_weight = torch.zeros_like(weight)
        for k in range(KH):
            for l in range(KW):
                rows = slice(k, k + sh * OH, sh)
                cols = slice(l, l + sw * OW, sw)
                grad_padded[:, :, rows, cols] += torch.einsum(
                    "nohw,oc->nchw", grad, weight[:, :, k, l]
                )
                grad_weight[:, :, k, l] = torch.einsum(
                    "nohw,nchw->oc", grad, padded[:, :, rows, cols]
                )
        grad_input = grad_padded[:, :, ph : ph + H, pw : pw + W]
        grad_bias = grad.sum(dim=(0, 2, 3))
        return (
            grad_input if ctx.needs_input_grad[0] else None,
            grad_weight if ctx.needs_input_grad[1] else None,
            grad_bias if ctx.needs_input_grad[2] else None,
            None,
            None,
        )

# %% right: einsum_and_helper
def cut(image, size, settings):
    stride, padding = settings
    return torch.nn.functional.unfold(image, size, padding=padding, stride=stride)


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.settings = stride, padding
        places = [
            (input.shape[d] + 2 * padding[d - 2] - weight.shape[d]) // stride[d - 2] + 1
            for d in (2, 3)
        ]
        columns = cut(input, tuple(weight.shape[2:]), ctx.settings)
        rows = torch.einsum("ok,nkl->nol", weight.flatten(1), columns)
        result = rows.reshape(len(input), len(weight), *places)
        return result if bias is None else result + bias[:, None, None]

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        stride, padding = ctx.settings
        size = tuple(weight.shape[2:])
        flat = grad.reshape(grad.shape[0], grad.shape[1], -1)
        answers = [None] * 5
        if ctx.needs_input_grad[0]:
            back = torch.einsum("ok,nol->nkl", weight.flatten(1), flat)
            answers[0] = torch.nn.functional.fold(
                back, tuple(input.shape[2:]), size, padding=padding, stride=stride
            )
        if ctx.needs_input_grad[1]:
            columns = cut(input, size, ctx.settings)
            table = torch.einsum("nol,nkl->ok", flat, columns)
            answers[1] = table.reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            answers[2] = flat.sum(2).sum(0)
        return tuple(answers)

# %% right: one_big_matrix
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        oh = (h + 2 * padding[0] - kh) // stride[0] + 1
        ow = (w + 2 * padding[1] - kw) // stride[1] + 1
        columns = torch.nn.functional.unfold(
            input, (kh, kw), stride=stride, padding=padding
        )
        # a row for each place of each image
        rows = columns.transpose(1, 2).reshape(n * oh * ow, c * kh * kw)
        out = rows @ weight.reshape(o, -1).T
        if bias is not None:
            out = out + bias
        ctx.save_for_backward(rows, weight)
        ctx.shape, ctx.stride, ctx.padding = (n, h, w), stride, padding
        return out.reshape(n, oh, ow, o).permute(0, 3, 1, 2)

    @staticmethod
    def backward(ctx, grad):
        rows, weight = ctx.saved_tensors
        n, h, w = ctx.shape
        needs_input, needs_weight, needs_bias = ctx.needs_input_grad[:3]
        table = grad.permute(0, 2, 3, 1).reshape(-1, weight.shape[0])
        dx = dw = db = None
        if needs_input:
            d_rows = table @ weight.flatten(1)
            d_columns = d_rows.reshape(n, -1, d_rows.shape[1]).transpose(1, 2)
            dx = torch.nn.functional.fold(
                d_columns,
                (h, w),
                tuple(weight.shape[2:]),
                stride=ctx.stride,
                padding=ctx.padding,
            )
        if needs_weight:
            dw = (table.T @ rows).reshape(weight.shape)
        if needs_bias:
            db = table.sum(0)
        return dx, dw, db, None, None

# %% wrong: no_padding_in_fold
# why: fold is called without the padding: with padding its places do not fit.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias, None, None

# %% wrong: no_stride_in_fold
# why: fold is called without the stride, as if the patches lay side by side: with a stride the number of places does not fit.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias, None, None

# %% wrong: flipped_kernel
# why: The kernel is turned around, as in the convolution of mathematics; here it is laid on as it is.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flip((2, 3)).flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flip((2, 3)).flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape).flip((2, 3))
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias, None, None

# %% wrong: bias_not_asked
# why: bias may be None; it is used without asking.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias, None, None

# %% wrong: bias_over_places
# why: The bias of shape (O,) is added along the last dimension, the places, and not to the kernels.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias, None, None

# %% wrong: mean_over_batch
# why: The gradient of the weight is the mean over the images; it is a sum.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.mean(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias, None, None

# %% wrong: bias_batch_only
# why: The gradient of the bias takes the first place of each image only; a bias is used at every place.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            for_bias = grad[:, :, 0, 0].sum(0)
        return for_input, for_weight, for_bias, None, None

# %% wrong: needs_ignored
# why: The gradient of the bias is returned also where none is needed, or where bias is None.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape)
        for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias, None, None

# %% wrong: square_output
# why: The output is taken for a square; height and width may differ.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        side = int(out.shape[2] ** 0.5)
        return out.reshape(N, O, side, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias, None, None

# %% wrong: columns_first
# why: The number of columns stands where the number of rows belongs: the shape is transposed where height and width differ.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        cols = (W + 2 * padding[1] - KW) // stride[1] + 1
        return out.reshape(N, O, cols, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias, None, None

# %% wrong: padding_on_one_side
# why: Zeros are added above and on the left only, not below and on the right.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        """Each kernel over all patches of each image, plus bias if it is not None."""
        (sh, sw), (ph, pw) = stride, padding
        KH, KW = weight.shape[2], weight.shape[3]
        padded = torch.nn.functional.pad(input, (pw, 0, ph, 0))
        OH = (padded.shape[2] - KH) // sh + 1
        OW = (padded.shape[3] - KW) // sw + 1
        out = torch.zeros(
            (input.shape[0], weight.shape[0], OH, OW), dtype=input.dtype
        )
        for k in range(KH):
            for l in range(KW):
                part = padded[:, :, k : k + sh * OH : sh, l : l + sw * OW : sw]
                out = out + torch.einsum("nchw,oc->nohw", part, weight[:, :, k, l])
        if bias is not None:
            out = out + bias.reshape(1, -1, 1, 1)
        ctx.save_for_backward(input, weight)
        ctx.stride = stride
        ctx.padding = padding
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, and None for stride and padding."""
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        KH, KW = weight.shape[2], weight.shape[3]
        H, W = input.shape[2], input.shape[3]
        OH, OW = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (pw, 0, ph, 0))
        grad_padded = torch.zeros_like(padded)
        grad_weight = torch.zeros_like(weight)
        for k in range(KH):
            for l in range(KW):
                rows = slice(k, k + sh * OH, sh)
                cols = slice(l, l + sw * OW, sw)
                grad_padded[:, :, rows, cols] += torch.einsum(
                    "nohw,oc->nchw", grad, weight[:, :, k, l]
                )
                grad_weight[:, :, k, l] = torch.einsum(
                    "nohw,nchw->oc", grad, padded[:, :, rows, cols]
                )
        grad_input = grad_padded[:, :, ph : ph + H, pw : pw + W]
        grad_bias = grad.sum(dim=(0, 2, 3))
        return (
            grad_input if ctx.needs_input_grad[0] else None,
            grad_weight if ctx.needs_input_grad[1] else None,
            grad_bias if ctx.needs_input_grad[2] else None,
            None,
            None,
        )

# %% wrong: padding_kept
# why: The padding is not cut off the gradient of the input: it is too large by the zeros around the image.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        """Each kernel over all patches of each image, plus bias if it is not None."""
        (sh, sw), (ph, pw) = stride, padding
        KH, KW = weight.shape[2], weight.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        OH = (padded.shape[2] - KH) // sh + 1
        OW = (padded.shape[3] - KW) // sw + 1
        out = torch.zeros(
            (input.shape[0], weight.shape[0], OH, OW), dtype=input.dtype
        )
        for k in range(KH):
            for l in range(KW):
                part = padded[:, :, k : k + sh * OH : sh, l : l + sw * OW : sw]
                out = out + torch.einsum("nchw,oc->nohw", part, weight[:, :, k, l])
        if bias is not None:
            out = out + bias.reshape(1, -1, 1, 1)
        ctx.save_for_backward(input, weight)
        ctx.stride = stride
        ctx.padding = padding
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, and None for stride and padding."""
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        KH, KW = weight.shape[2], weight.shape[3]
        H, W = input.shape[2], input.shape[3]
        OH, OW = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        grad_padded = torch.zeros_like(padded)
        grad_weight = torch.zeros_like(weight)
        for k in range(KH):
            for l in range(KW):
                rows = slice(k, k + sh * OH, sh)
                cols = slice(l, l + sw * OW, sw)
                grad_padded[:, :, rows, cols] += torch.einsum(
                    "nohw,oc->nchw", grad, weight[:, :, k, l]
                )
                grad_weight[:, :, k, l] = torch.einsum(
                    "nohw,nchw->oc", grad, padded[:, :, rows, cols]
                )
        grad_input = grad_padded
        grad_bias = grad.sum(dim=(0, 2, 3))
        return (
            grad_input if ctx.needs_input_grad[0] else None,
            grad_weight if ctx.needs_input_grad[1] else None,
            grad_bias if ctx.needs_input_grad[2] else None,
            None,
            None,
        )

# %% wrong: pad_order
# why: pad takes the last dimension first: height and width of the padding are swapped.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        """Each kernel over all patches of each image, plus bias if it is not None."""
        (sh, sw), (ph, pw) = stride, padding
        KH, KW = weight.shape[2], weight.shape[3]
        padded = torch.nn.functional.pad(input, (ph, ph, pw, pw))
        OH = (padded.shape[2] - KH) // sh + 1
        OW = (padded.shape[3] - KW) // sw + 1
        out = torch.zeros(
            (input.shape[0], weight.shape[0], OH, OW), dtype=input.dtype
        )
        for k in range(KH):
            for l in range(KW):
                part = padded[:, :, k : k + sh * OH : sh, l : l + sw * OW : sw]
                out = out + torch.einsum("nchw,oc->nohw", part, weight[:, :, k, l])
        if bias is not None:
            out = out + bias.reshape(1, -1, 1, 1)
        ctx.save_for_backward(input, weight)
        ctx.stride = stride
        ctx.padding = padding
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, and None for stride and padding."""
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        KH, KW = weight.shape[2], weight.shape[3]
        H, W = input.shape[2], input.shape[3]
        OH, OW = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (ph, ph, pw, pw))
        grad_padded = torch.zeros_like(padded)
        grad_weight = torch.zeros_like(weight)
        for k in range(KH):
            for l in range(KW):
                rows = slice(k, k + sh * OH, sh)
                cols = slice(l, l + sw * OW, sw)
                grad_padded[:, :, rows, cols] += torch.einsum(
                    "nohw,oc->nchw", grad, weight[:, :, k, l]
                )
                grad_weight[:, :, k, l] = torch.einsum(
                    "nohw,nchw->oc", grad, padded[:, :, rows, cols]
                )
        grad_input = grad_padded[:, :, ph : ph + H, pw : pw + W]
        grad_bias = grad.sum(dim=(0, 2, 3))
        return (
            grad_input if ctx.needs_input_grad[0] else None,
            grad_weight if ctx.needs_input_grad[1] else None,
            grad_bias if ctx.needs_input_grad[2] else None,
            None,
            None,
        )

# %% wrong: overlap_overwritten
# why: What several patches send to one pixel is written over one another and not added.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        """Each kernel over all patches of each image, plus bias if it is not None."""
        (sh, sw), (ph, pw) = stride, padding
        KH, KW = weight.shape[2], weight.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        OH = (padded.shape[2] - KH) // sh + 1
        OW = (padded.shape[3] - KW) // sw + 1
        out = torch.zeros(
            (input.shape[0], weight.shape[0], OH, OW), dtype=input.dtype
        )
        for k in range(KH):
            for l in range(KW):
                part = padded[:, :, k : k + sh * OH : sh, l : l + sw * OW : sw]
                out = out + torch.einsum("nchw,oc->nohw", part, weight[:, :, k, l])
        if bias is not None:
            out = out + bias.reshape(1, -1, 1, 1)
        ctx.save_for_backward(input, weight)
        ctx.stride = stride
        ctx.padding = padding
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, and None for stride and padding."""
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        KH, KW = weight.shape[2], weight.shape[3]
        H, W = input.shape[2], input.shape[3]
        OH, OW = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        grad_padded = torch.zeros_like(padded)
        grad_weight = torch.zeros_like(weight)
        for k in range(KH):
            for l in range(KW):
                rows = slice(k, k + sh * OH, sh)
                cols = slice(l, l + sw * OW, sw)
                grad_padded[:, :, rows, cols] = torch.einsum(
                    "nohw,oc->nchw", grad, weight[:, :, k, l]
                )
                grad_weight[:, :, k, l] = torch.einsum(
                    "nohw,nchw->oc", grad, padded[:, :, rows, cols]
                )
        grad_input = grad_padded[:, :, ph : ph + H, pw : pw + W]
        grad_bias = grad.sum(dim=(0, 2, 3))
        return (
            grad_input if ctx.needs_input_grad[0] else None,
            grad_weight if ctx.needs_input_grad[1] else None,
            grad_bias if ctx.needs_input_grad[2] else None,
            None,
            None,
        )

# %% wrong: stride_swapped
# why: The two numbers of the stride are taken in the wrong order: width, height.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        """Each kernel over all patches of each image, plus bias if it is not None."""
        (sw, sh), (ph, pw) = stride, padding
        KH, KW = weight.shape[2], weight.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        OH = (padded.shape[2] - KH) // sh + 1
        OW = (padded.shape[3] - KW) // sw + 1
        out = torch.zeros(
            (input.shape[0], weight.shape[0], OH, OW), dtype=input.dtype
        )
        for k in range(KH):
            for l in range(KW):
                part = padded[:, :, k : k + sh * OH : sh, l : l + sw * OW : sw]
                out = out + torch.einsum("nchw,oc->nohw", part, weight[:, :, k, l])
        if bias is not None:
            out = out + bias.reshape(1, -1, 1, 1)
        ctx.save_for_backward(input, weight)
        ctx.stride = stride
        ctx.padding = padding
        return out

    @staticmethod
    def backward(ctx, grad):
        """The gradients of input, weight and bias, and None for stride and padding."""
        input, weight = ctx.saved_tensors
        (sw, sh), (ph, pw) = ctx.stride, ctx.padding
        KH, KW = weight.shape[2], weight.shape[3]
        H, W = input.shape[2], input.shape[3]
        OH, OW = grad.shape[2], grad.shape[3]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        grad_padded = torch.zeros_like(padded)
        grad_weight = torch.zeros_like(weight)
        for k in range(KH):
            for l in range(KW):
                rows = slice(k, k + sh * OH, sh)
                cols = slice(l, l + sw * OW, sw)
                grad_padded[:, :, rows, cols] += torch.einsum(
                    "nohw,oc->nchw", grad, weight[:, :, k, l]
                )
                grad_weight[:, :, k, l] = torch.einsum(
                    "nohw,nchw->oc", grad, padded[:, :, rows, cols]
                )
        grad_input = grad_padded[:, :, ph : ph + H, pw : pw + W]
        grad_bias = grad.sum(dim=(0, 2, 3))
        return (
            grad_input if ctx.needs_input_grad[0] else None,
            grad_weight if ctx.needs_input_grad[1] else None,
            grad_bias if ctx.needs_input_grad[2] else None,
            None,
            None,
        )

# %% wrong: channels_not_mixed
# why: The sum over the channels is divided by their number, a mean for a sum (and backward knows nothing of it).
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns / C
        if bias is not None:
            out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias, None, None

# %% wrong: three_values
# why: backward returns three values; None for stride and padding are missing.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias

# %% wrong: upstream_flattened_wrong
# why: The upstream gradient is put into a row column by column; the patches come row by row.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.permute(0, 1, 3, 2).flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
                stride=ctx.stride,
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias, None, None

# %% wrong: first_stride_only
# why: Only the first number of the stride is handed on, for both directions.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride[0]
        )
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(1)
        ctx.save_for_backward(columns, weight)
        ctx.size, ctx.stride, ctx.padding = (H, W), stride, padding
        rows = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        flat = grad.flatten(2)
        for_input = for_weight = for_bias = None
        if ctx.needs_input_grad[0]:
            for_input = torch.nn.functional.fold(
                weight.flatten(1).T @ flat,
                ctx.size,
                weight.shape[2:],
                padding=ctx.padding,
                stride=ctx.stride[0],
            )
        if ctx.needs_input_grad[1]:
            products = flat @ columns.transpose(1, 2)
            for_weight = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            for_bias = grad.sum((0, 2, 3))
        return for_input, for_weight, for_bias, None, None
