# %% right: rows_of_patches
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        stride, padding = tuple(stride), tuple(padding)
        ctx.stride, ctx.padding = stride, padding
        ctx.save_for_backward(input, weight)
        n, _, height, width = input.shape
        kernels, _, kh, kw = weight.shape
        rows = (height + 2 * padding[0] - kh) // stride[0] + 1
        columns = (width + 2 * padding[1] - kw) // stride[1] + 1
        patches = torch.nn.functional.unfold(
            input, (kh, kw), padding=padding, stride=stride
        )
        # (N, L, CKK) @ (CKK, O), then the kernels to the front
        out = (patches.mT @ weight.reshape(kernels, -1).t()).mT
        if bias is not None:
            out = out + bias.reshape(1, kernels, 1)
        return out.reshape(n, kernels, rows, columns)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        size, kernel = tuple(input.shape[2:]), tuple(weight.shape[2:])
        settings = {"padding": ctx.padding, "stride": ctx.stride}
        upstream = grad.reshape(grad.shape[0], grad.shape[1], -1)
        result = [None] * 5
        if ctx.needs_input_grad[0]:
            spread = weight.reshape(weight.shape[0], -1).t() @ upstream
            result[0] = torch.nn.functional.fold(spread, size, kernel, **settings)
        if ctx.needs_input_grad[1]:
            patches = torch.nn.functional.unfold(input, kernel, **settings)
            products = upstream @ patches.mT
            result[1] = products.sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            result[2] = upstream.sum((0, 2))
        return tuple(result)


# %% right: one_weight_at_a_time
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def window(k, l, stride, size):
        rows = slice(k, k + stride[0] * (size[0] - 1) + 1, stride[0])
        columns = slice(l, l + stride[1] * (size[1] - 1) + 1, stride[1])
        return slice(None), slice(None), rows, columns

    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        n, _, h, w = input.shape
        o, _, kh, kw = weight.shape
        (sh, sw), (ph, pw) = stride, padding
        size = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        image = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=0.0)
        out = torch.zeros((n, o, size[0] * size[1]), dtype=input.dtype)
        for k in range(kh):
            for l in range(kw):
                seen = image[Conv2d.window(k, l, stride, size)]
                out = out + weight[:, :, k, l] @ seen.flatten(2)
        if bias is not None:
            out = out + bias.unsqueeze(1)
        return out.reshape(n, o, *size)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        need_input, need_weight, need_bias = ctx.needs_input_grad[:3]
        h, w = input.shape[2:]
        ph, pw = ctx.padding
        size = grad.shape[2:]
        flat = grad.flatten(2)
        image = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=0.0)
        image_grad, weight_grad = torch.zeros_like(image), torch.zeros_like(weight)
        for k in range(weight.shape[2]):
            for l in range(weight.shape[3]):
                place = Conv2d.window(k, l, ctx.stride, size)
                if need_weight:
                    seen = image[place].flatten(2)
                    weight_grad[:, :, k, l] = (flat @ seen.mT).sum(0)
                if need_input:
                    share = weight[:, :, k, l].t() @ flat
                    share = share.reshape(share.shape[0], share.shape[1], *size)
                    image_grad[place] = image_grad[place] + share
        return (
            image_grad[:, :, ph : ph + h, pw : pw + w] if need_input else None,
            weight_grad if need_weight else None,
            flat.sum((0, 2)) if need_bias else None,
            None,
            None,
        )


# %% wrong: the_kernel_is_turned_around
# why: The kernel is turned around, as mathematicians do it in a convolution. Here it is laid on the image as it is.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        turned = weight.flip((2, 3))
        ctx.save_for_backward(input, turned)
        ctx.stride, ctx.padding = stride, padding
        N, C, H, W = input.shape
        O, _, KH, KW = weight.shape
        columns = torch.nn.functional.unfold(
            input, (KH, KW), padding=padding, stride=stride
        )
        out = turned.flatten(1) @ columns
        if bias is not None:
            out = out + bias[:, None]
        OH = (H + 2 * padding[0] - KH) // stride[0] + 1
        return out.reshape(N, O, OH, -1)

    @staticmethod
    def backward(ctx, grad):
        input, turned = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        kernel = turned.shape[2:]
        g = grad.flatten(2)
        if ctx.needs_input_grad[0]:
            columns = turned.flatten(1).t() @ g
            grad_input = torch.nn.functional.fold(
                columns, input.shape[2:], kernel, padding=ctx.padding, stride=ctx.stride
            )
        if ctx.needs_input_grad[1]:
            columns = torch.nn.functional.unfold(
                input, kernel, padding=ctx.padding, stride=ctx.stride
            )
            grad_weight = (g @ columns.mT).sum(0).reshape(turned.shape).flip((2, 3))
        if ctx.needs_input_grad[2]:
            grad_bias = grad.sum((0, 2, 3))
        return grad_input, grad_weight, grad_bias, None, None


# %% wrong: height_and_width_are_exchanged
# why: The places come row by row, OH rows of OW. They are cut into OW rows of OH, which fits, but is wrong as soon as the output is no square.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.how = {"stride": stride, "padding": padding}
        patches = torch.nn.functional.unfold(input, weight.shape[2:], **ctx.how)
        product = torch.matmul(weight.flatten(1), patches)
        if bias is not None:
            product = product + bias.reshape(-1, 1)
        wide = (input.shape[3] + 2 * padding[1] - weight.shape[3]) // stride[1] + 1
        return product.reshape(input.shape[0], weight.shape[0], wide, -1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        g = grad.flatten(2)
        needs = ctx.needs_input_grad

        def for_input():
            spread = torch.matmul(weight.flatten(1).t(), g)
            return torch.nn.functional.fold(
                spread, input.shape[2:], weight.shape[2:], **ctx.how
            )

        def for_weight():
            patches = torch.nn.functional.unfold(input, weight.shape[2:], **ctx.how)
            return torch.matmul(g, patches.mT).sum(0).reshape(weight.shape)

        return (
            for_input() if needs[0] else None,
            for_weight() if needs[1] else None,
            g.sum((0, 2)) if needs[2] else None,
            None,
            None,
        )


# %% wrong: the_last_patch_wins
# why: Where patches overlap, a pixel gets the gradient of the last patch only. It is the sum over all patches that it lies in.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        (sh, sw), (ph, pw) = stride, padding
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        oh, ow = (h + 2 * ph - kh) // sh + 1, (w + 2 * pw - kw) // sw + 1
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=0.0)
        matrix = weight.flatten(1).t()
        out = torch.zeros((n, o, oh, ow), dtype=input.dtype)
        for i in range(oh):
            for j in range(ow):
                top, left = i * sh, j * sw
                patch = padded[:, :, top : top + kh, left : left + kw]
                out[:, :, i, j] = patch.flatten(1) @ matrix
        if bias is not None:
            out = out + bias.reshape(1, -1, 1, 1)
        return out

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        (sh, sw), (ph, pw) = ctx.stride, ctx.padding
        n, c, h, w = input.shape
        o, _, kh, kw = weight.shape
        padded = torch.nn.functional.pad(input, (pw, pw, ph, ph), value=0.0)
        dx, dw = torch.zeros_like(padded), torch.zeros_like(weight.flatten(1))
        for i in range(grad.shape[2]):
            for j in range(grad.shape[3]):
                rows = slice(i * sh, i * sh + kh)
                columns = slice(j * sw, j * sw + kw)
                g = grad[:, :, i, j]
                dw = dw + g.t() @ padded[:, :, rows, columns].flatten(1)
                dx[:, :, rows, columns] = (g @ weight.flatten(1)).reshape(n, c, kh, kw)
        return (
            dx[:, :, ph : ph + h, pw : pw + w] if ctx.needs_input_grad[0] else None,
            dw.reshape(weight.shape) if ctx.needs_input_grad[1] else None,
            grad.sum((0, 2, 3)) if ctx.needs_input_grad[2] else None,
            None,
            None,
        )


# %% wrong: cut_off_up_to_minus_zero
# why: The border is cut off by [p:-p]. Without padding this is [0:-0], and nothing is left of the gradient.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ph, pw = padding
        border = (pw, pw, ph, ph)
        image = torch.nn.functional.pad(input, border, value=0.0)
        kernel = weight.shape[2:]
        columns = torch.nn.functional.unfold(image, kernel, padding=(0, 0), stride=stride)
        ctx.stride, ctx.padding, ctx.size = stride, padding, image.shape[2:]
        ctx.save_for_backward(columns, weight)
        out = weight.flatten(1) @ columns
        if bias is not None:
            out = out + bias.unsqueeze(-1)
        rows = (image.shape[2] - kernel[0]) // stride[0] + 1
        return out.reshape(len(input), len(weight), rows, -1)

    @staticmethod
    def backward(ctx, grad):
        columns, weight = ctx.saved_tensors
        g = grad.flatten(2)
        d_input = d_weight = d_bias = None
        if ctx.needs_input_grad[0]:
            ph, pw = ctx.padding
            image = torch.nn.functional.fold(
                weight.flatten(1).t() @ g,
                ctx.size,
                weight.shape[2:],
                padding=(0, 0),
                stride=ctx.stride,
            )
            d_input = image[:, :, ph:-ph, pw:-pw]
        if ctx.needs_input_grad[1]:
            d_weight = (g @ columns.mT).sum(0).reshape(weight.shape)
        if ctx.needs_input_grad[2]:
            d_bias = g.sum((0, 2))
        return d_input, d_weight, d_bias, None, None


# %% wrong: the_mean_over_the_images
# why: The gradient of the weight is averaged over the images of the batch. A weight is used in every image, so it is a sum.
@piece
class Conv2d(torch.autograd.Function):
    @staticmethod
    def patches(input, weight, stride, padding):
        unfold = torch.nn.functional.unfold
        return unfold(input, tuple(weight.shape[2:]), padding=padding, stride=stride)

    @staticmethod
    def forward(ctx, input, weight, bias, stride, padding):
        ctx.save_for_backward(input, weight)
        ctx.stride, ctx.padding = stride, padding
        columns = Conv2d.patches(input, weight, stride, padding)
        result = weight.flatten(1).matmul(columns)
        rows = (input.shape[2] + 2 * padding[0] - weight.shape[2]) // stride[0] + 1
        result = result.reshape(input.shape[0], weight.shape[0], rows, -1)
        return result if bias is None else result + bias.reshape(1, -1, 1, 1)

    @staticmethod
    def backward(ctx, grad):
        input, weight = ctx.saved_tensors
        arrived = grad.flatten(2)
        answers = []
        for which, needed in enumerate(ctx.needs_input_grad):
            if not needed:
                answers.append(None)
            elif which == 0:
                answers.append(
                    torch.nn.functional.fold(
                        weight.flatten(1).t().matmul(arrived),
                        tuple(input.shape[2:]),
                        tuple(weight.shape[2:]),
                        padding=ctx.padding,
                        stride=ctx.stride,
                    )
                )
            elif which == 1:
                columns = Conv2d.patches(input, weight, ctx.stride, ctx.padding)
                each = arrived.matmul(columns.mT)
                answers.append(each.mean(0).reshape(weight.shape))
            else:
                answers.append(arrived.sum((0, 2)))
        return tuple(answers)
