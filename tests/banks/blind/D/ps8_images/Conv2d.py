# %% right: unfold_fold
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.sum((0, 2))
        return to_input, to_weight, to_bias, None, None


# %% right: save_columns
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        kernel = tuple(weight.shape[2:])
        columns = torch.nn.functional.unfold(input, kernel, padding=padding, stride=stride)
        ctx.save_for_backward(columns, weight)
        ctx.sizes = tuple(input.shape[2:]), kernel, stride, padding
        out = torch.matmul(weight.reshape(weight.shape[0], -1), columns)
        if bias is not None:
            out = out + bias.unsqueeze(1)
        rows = (input.shape[2] + 2 * padding[0] - kernel[0]) // stride[0] + 1
        cols = (input.shape[3] + 2 * padding[1] - kernel[1]) // stride[1] + 1
        return out.reshape(input.shape[0], weight.shape[0], rows, cols)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        size, kernel, stride, padding = ctx.sizes
        g = grad.reshape(grad.shape[0], grad.shape[1], -1)
        gi = gw = gb = None
        if ctx.needs_input_grad[0]:
            back = torch.matmul(weight.reshape(weight.shape[0], -1).t(), g)
            gi = torch.nn.functional.fold(back, size, kernel, padding=padding, stride=stride)
        if ctx.needs_input_grad[1]:
            gw = torch.matmul(g, columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            gb = grad.sum((0, 2, 3))
        return gi, gw, gb, None, None


# %% right: loop_over_kernel
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (sh, sw), (ph, pw) = stride, padding
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        OH, OW = (H + 2 * ph - KH) // sh + 1, (W + 2 * pw - KW) // sw + 1
        out = torch.zeros(N, O, OH, OW, dtype=input.dtype)
        for k in range(KH):
            for l in range(KW):
                part = padded[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw]
                rows = part.permute(0, 2, 3, 1) @ weight[:, :, k, l].t()
                out = out + rows.permute(0, 3, 1, 2)
        if bias is not None:
            out = out + bias.reshape(1, O, 1, 1)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        OH, OW = grad.shape[2:]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        whole = torch.zeros(padded.shape, dtype=grad.dtype)
        to_weight = torch.zeros(weight.shape, dtype=grad.dtype)
        g = grad.permute(0, 2, 3, 1)
        for k in range(KH):
            for l in range(KW):
                rows, cols = slice(k, k + sh * (OH - 1) + 1, sh), slice(l, l + sw * (OW - 1) + 1, sw)
                whole[:, :, rows, cols] += (g @ weight[:, :, k, l]).permute(0, 3, 1, 2)
                part = padded[:, :, rows, cols].permute(0, 2, 3, 1).reshape(-1, C)
                to_weight[:, :, k, l] = g.reshape(-1, O).t() @ part
        needs = ctx.needs_input_grad
        return (
            whole[:, :, ph : ph + H, pw : pw + W] if needs[0] else None,
            to_weight if needs[1] else None,
            grad.sum((0, 2, 3)) if needs[2] else None,
            None,
            None,
        )


# %% right: helper_functions
def patches(images, kernel, stride, padding):
    return torch.nn.functional.unfold(images, kernel, padding=padding, stride=stride)


@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = patches(input, (KH, KW), stride, padding)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            columns = patches(input, kernel, ctx.stride, ctx.padding)
            to_weight = (flat @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.sum(2).sum(0)
        return to_input, to_weight, to_bias, None, None


# %% wrong: fold_without_stride
# why: fold does not get the stride: its default is 1.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.sum((0, 2))
        return to_input, to_weight, to_bias, None, None


# %% wrong: no_padding_forward
# why: The padding is not handed to unfold in forward.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.sum((0, 2))
        return to_input, to_weight, to_bias, None, None


# %% wrong: width_for_height
# why: The number of rows is computed with the width and its padding and stride; right for squares only.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (W + 2 * padding[1] - KW) // stride[1] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.sum((0, 2))
        return to_input, to_weight, to_bias, None, None


# %% wrong: bias_only_batch
# why: The gradient of the bias is summed over the batch alone.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.sum(0)
        return to_input, to_weight, to_bias, None, None


# %% wrong: bias_mean
# why: The gradient of the bias is a mean over the places and a sum over the batch.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.mean(2).sum(0)
        return to_input, to_weight, to_bias, None, None


# %% wrong: weight_mean
# why: The gradient of the weight is averaged over the batch and not added up.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2)).mean(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.sum((0, 2))
        return to_input, to_weight, to_bias, None, None


# %% wrong: weight_first_image
# why: Only the first image of the batch is used for the gradient of the weight.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2))[0].reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.sum((0, 2))
        return to_input, to_weight, to_bias, None, None


# %% wrong: kernel_flipped
# why: The kernel is turned around, as in a convolution of mathematics, in forward (and not in backward).
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flip((2, 3)).flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.sum((0, 2))
        return to_input, to_weight, to_bias, None, None


# %% wrong: bias_none_crash
# why: The bias is always added: None stops with an error.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.sum((0, 2))
        return to_input, to_weight, to_bias, None, None


# %% wrong: stride_first_only
# why: One number of the stride is used for both directions.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        stride = (stride[0], stride[0])
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.sum((0, 2))
        return to_input, to_weight, to_bias, None, None


# %% wrong: always_all
# why: Gradients are computed and returned also for arguments that need none.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if True:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if True:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if True:
            to_bias = flat.sum((0, 2))
        return to_input, to_weight, to_bias, None, None


# %% wrong: three_values
# why: Three gradients are returned for five arguments.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding, stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.sum((0, 2))
        return to_input, to_weight, to_bias


# %% wrong: padding_swapped
# why: The pair of the padding is turned around (width, height).
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (N, C, H, W), (O, _, KH, KW) = input.shape, weight.shape
        OH = (H + 2 * padding[1] - KH) // stride[0] + 1
        columns = torch.nn.functional.unfold(input, (KH, KW), padding=padding[::-1], stride=stride)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.reshape(-1, 1)
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = input.shape[2:], weight.shape[2:]
        flat = grad.flatten(2)
        to_input = to_weight = to_bias = None
        if ctx.needs_input_grad[0]:
            columns = weight.flatten(1).t() @ flat
            to_input = torch.nn.functional.fold(columns, size, kernel, padding=ctx.padding, stride=ctx.stride)
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(input, kernel, padding=ctx.padding, stride=ctx.stride)
            to_weight = (flat @ columns.transpose(1, 2)).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            to_bias = flat.sum((0, 2))
        return to_input, to_weight, to_bias, None, None


# %% wrong: padding_left_on
# why: The gradient of the padded image is returned; the border is not cut off.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (sh, sw), (ph, pw) = stride, padding
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        OH, OW = (H + 2 * ph - KH) // sh + 1, (W + 2 * pw - KW) // sw + 1
        out = torch.zeros(N, O, OH, OW, dtype=input.dtype)
        for k in range(KH):
            for l in range(KW):
                part = padded[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw]
                rows = part.permute(0, 2, 3, 1) @ weight[:, :, k, l].t()
                out = out + rows.permute(0, 3, 1, 2)
        if bias is not None:
            out = out + bias.reshape(1, O, 1, 1)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        OH, OW = grad.shape[2:]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        whole = torch.zeros(padded.shape, dtype=grad.dtype)
        to_weight = torch.zeros(weight.shape, dtype=grad.dtype)
        g = grad.permute(0, 2, 3, 1)
        for k in range(KH):
            for l in range(KW):
                rows, cols = slice(k, k + sh * (OH - 1) + 1, sh), slice(l, l + sw * (OW - 1) + 1, sw)
                whole[:, :, rows, cols] += (g @ weight[:, :, k, l]).permute(0, 3, 1, 2)
                part = padded[:, :, rows, cols].permute(0, 2, 3, 1).reshape(-1, C)
                to_weight[:, :, k, l] = g.reshape(-1, O).t() @ part
        needs = ctx.needs_input_grad
        return (
            whole if needs[0] else None,
            to_weight if needs[1] else None,
            grad.sum((0, 2, 3)) if needs[2] else None,
            None,
            None,
        )


# %% wrong: overlap_overwritten
# why: Written instead of added where patches overlap: a pixel keeps its last gradient.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (sh, sw), (ph, pw) = stride, padding
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        OH, OW = (H + 2 * ph - KH) // sh + 1, (W + 2 * pw - KW) // sw + 1
        out = torch.zeros(N, O, OH, OW, dtype=input.dtype)
        for k in range(KH):
            for l in range(KW):
                part = padded[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw]
                rows = part.permute(0, 2, 3, 1) @ weight[:, :, k, l].t()
                out = out + rows.permute(0, 3, 1, 2)
        if bias is not None:
            out = out + bias.reshape(1, O, 1, 1)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        OH, OW = grad.shape[2:]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        whole = torch.zeros(padded.shape, dtype=grad.dtype)
        to_weight = torch.zeros(weight.shape, dtype=grad.dtype)
        g = grad.permute(0, 2, 3, 1)
        for k in range(KH):
            for l in range(KW):
                rows, cols = slice(k, k + sh * (OH - 1) + 1, sh), slice(l, l + sw * (OW - 1) + 1, sw)
                whole[:, :, rows, cols] = (g @ weight[:, :, k, l]).permute(0, 3, 1, 2)
                part = padded[:, :, rows, cols].permute(0, 2, 3, 1).reshape(-1, C)
                to_weight[:, :, k, l] = g.reshape(-1, O).t() @ part
        needs = ctx.needs_input_grad
        return (
            whole[:, :, ph : ph + H, pw : pw + W] if needs[0] else None,
            to_weight if needs[1] else None,
            grad.sum((0, 2, 3)) if needs[2] else None,
            None,
            None,
        )


# %% wrong: channels_not_summed_bias_twice
# why: The bias is added for each kernel entry, within the loop.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (sh, sw), (ph, pw) = stride, padding
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        OH, OW = (H + 2 * ph - KH) // sh + 1, (W + 2 * pw - KW) // sw + 1
        out = torch.zeros(N, O, OH, OW, dtype=input.dtype)
        for k in range(KH):
            for l in range(KW):
                part = padded[:, :, k : k + sh * (OH - 1) + 1 : sh, l : l + sw * (OW - 1) + 1 : sw]
                rows = part.permute(0, 2, 3, 1) @ weight[:, :, k, l].t()
                out = out + rows.permute(0, 3, 1, 2)
                if bias is not None:
                    out = out + bias.reshape(1, O, 1, 1)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        OH, OW = grad.shape[2:]
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph))
        whole = torch.zeros(padded.shape, dtype=grad.dtype)
        to_weight = torch.zeros(weight.shape, dtype=grad.dtype)
        g = grad.permute(0, 2, 3, 1)
        for k in range(KH):
            for l in range(KW):
                rows, cols = slice(k, k + sh * (OH - 1) + 1, sh), slice(l, l + sw * (OW - 1) + 1, sw)
                whole[:, :, rows, cols] += (g @ weight[:, :, k, l]).permute(0, 3, 1, 2)
                part = padded[:, :, rows, cols].permute(0, 2, 3, 1).reshape(-1, C)
                to_weight[:, :, k, l] = g.reshape(-1, O).t() @ part
        needs = ctx.needs_input_grad
        return (
            whole[:, :, ph : ph + H, pw : pw + W] if needs[0] else None,
            to_weight if needs[1] else None,
            grad.sum((0, 2, 3)) if needs[2] else None,
            None,
            None,
        )
