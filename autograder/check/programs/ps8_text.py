"""Problem set 8, text: embedding, softmax, layer norm and attention."""

from itertools import product

from ...pieces.student_functions import choose_function
from ..inputs import Between, Exactly, Floats, OneOf, Whole, given, of_shapes
from .handed_in import after_a_change, handed_in, noticed
from .program import program

# -- Embedding --------------------------------------------------------------------


def _numbers(shape: tuple, rows: int, width: int = 3, dtype: str = "float64") -> tuple:
    return Whole(shape, 0, rows - 1), Floats((rows, width), dtype)


@program(
    "Embedding",
    bare=True,
    inputs=[_numbers((4,), 5), _numbers((9,), 3), _numbers((1,), 4), _numbers((5,), 1)],
)
def rows_of_a_table(lib, input, weight):
    """embedding(input, weight)"""
    return lib.nn.functional.embedding(input, weight)


@program(
    "Embedding",
    bare=True,
    inputs=[_numbers((2, 4), 5), _numbers((3, 1), 2), _numbers((2, 3, 4), 4)],
)
def rows_for_a_batch(lib, input, weight):
    """embedding(input, weight), where input has more dimensions than one"""
    return lib.nn.functional.embedding(input, weight)


@program("Embedding", bare=True, inputs=[_numbers((), 3)])
def a_single_number(lib, input, weight):
    """embedding(input, weight), where input is a single number"""
    return lib.nn.functional.embedding(input, weight)


@program("Embedding", bare=True, inputs=[_numbers((2, 5), 3, 2, "float32")])
def embedding_in_float32(lib, input, weight):
    """embedding(input, weight), in float32"""
    return lib.nn.functional.embedding(input, weight)


@program("Embedding", opaque=True, inputs=[_numbers((5,), 4)])
def no_numbers(lib, input, weight):
    """embedding of no numbers, joined to embedding(input, weight)"""
    embedding = lib.nn.functional.embedding
    return lib.cat([embedding(input[:0], weight), embedding(input, weight)])


@program("Embedding", opaque=True, inputs=[_numbers((2, 4), 3)] * 2)
def a_table_used_twice(lib, input, weight):
    """tanh(embedding(input, weight)) @ weight.t(): one table at both ends"""
    return lib.nn.functional.embedding(input, weight).tanh() @ weight.t()


@program("Embedding", opaque=True, inputs=[_numbers((2, 4), 3)])
def two_tables(lib, input, weight):
    """embedding(input, weight) * embedding(input, cat([weight, 2 * weight]))"""
    embedding = lib.nn.functional.embedding
    return embedding(input, weight) * embedding(input, lib.cat([weight, 2 * weight]))


@program(
    "Embedding",
    opaque=True,
    inputs=[(Whole((2, 4), 0, 4), *map(Floats, ((3, 5), (3, 2, 4))))],
)
def a_transposed_table(lib, input, weight, factor):
    """embedding(input, weight, both transposed), transposed, * factor"""
    out = lib.nn.functional.embedding(input.t(), weight.t())
    return out.permute(2, 1, 0) * factor


@program("Embedding", inputs=[_numbers((4,), 5)])
def numbers_changed(lib, input, weight):
    """the numbers are changed in place between embedding(input, weight) and backward"""
    numbers = input.clone()
    return noticed(
        lib,
        lambda: (lib.nn.functional.embedding(numbers, weight) ** 2).sum(),
        lambda: numbers.sub_(numbers),
        "weight",
        weight,
    )


@program("Embedding", inputs=[(*_numbers((2, 4), 3, 5), Floats((2, 4, 5)))])
def an_embedding_trained(lib, input, weight, grad):
    """the weight of nn.Embedding after backward(grad) and a step of SGD"""
    layer = lib.nn.Embedding(*weight.shape, dtype=weight.dtype)
    layer.weight = lib.nn.Parameter(weight.detach().clone())
    upstream = grad.detach().clone()
    layer(input).backward(upstream)
    lib.optim.SGD(layer.parameters(), lr=0.1).step()
    found = {"the upstream gradient, afterwards": upstream}
    return found | {"weight": layer.weight.detach()}


# -- Softmax ----------------------------------------------------------------------

SCORES = [
    (Floats((3, 4)), given(1)),
    (Floats((3, 4)), given(0)),
    (Floats((3, 3)), given(1)),
    (Floats((3, 4)), given(-1)),
    (Floats((2, 3, 4)), given(1)),
    (Floats((5,)), given(0)),
    (Floats((3, 1)), given(1)),
    (Floats((1, 4)), given(0)),
    (Floats((0, 3)), given(1)),
]


@program("Softmax", order=2, inputs=SCORES)
def softmax(lib, a, dim):
    """out = softmax(a, dim)"""
    return a.softmax(dim)


@program("Softmax", inputs=[(Floats((2, 3), "float32"), given(1))])
def softmax_in_float32(lib, a, dim):
    """out = softmax(a, dim), in float32"""
    return lib.nn.functional.softmax(a, dim)


@program(
    "Softmax",
    inputs=[
        (Floats((3, 4), scale=1000.0), given(1)),
        (Between((3, 4), 1000.0, 1005.0), given(1)),
        (Between((2, 3), -1005.0, -1000.0), given(0)),
    ],
)
def softmax_of_large_scores(lib, a, dim):
    """out = softmax(a, dim), where scores are large"""
    return a.softmax(dim)


@program("Softmax", inputs=[(Floats((3, 4)), Exactly((0.0, 0.0, -1.0), (3, 4)))])
def softmax_with_a_mask(lib, a, mask):
    """out = softmax(a, 1), with scores of -inf where the mask is negative"""
    return a.masked_fill(mask.detach() < 0, float("-inf")).softmax(1)


@program("Softmax", inputs=[(Floats((3, 4)),)])
def softmax_both_ways(lib, a):
    """out = softmax(a, 1) * softmax(a, 0)"""
    return a.softmax(1) * a.softmax(0)


@program("Softmax", order=2, inputs=of_shapes([(3, 4), (4, 2)]))
def a_weighted_mean(lib, a, values):
    """out = softmax(a, 1) @ values"""
    return a.softmax(1) @ values


# -- LayerNorm --------------------------------------------------------------------

EPS = OneOf((0.1, 0.5, 1.0))


def _norms(*shapes, dtype: str = "float64") -> list:
    rows = [(Floats(s, dtype), *[Floats(s[-1:], dtype)] * 2) for s in shapes]
    return [(*each, EPS) for each in rows]


# Far from 0, mean(x²) - mean(x)² loses digits. (Farther, PyTorch itself loses some.)
FAR = Between((3, 5), 1.2e6, 1.2035e6), Floats((5,)), Floats((5,)), EPS
NO_WEIGHT = Floats((4, 3)), Exactly((0.0, 2.0, -1.5), (3,)), Floats((3,)), EPS


@program(
    "LayerNorm",
    bare=True,
    inputs=[
        *_norms((4, 3), (2, 5), (1, 4), (3, 3), (3, 1)),
        FAR,
        NO_WEIGHT,
    ],
)
def rows_normalized(lib, input, weight, bias, eps):
    """layer_norm(input, input.shape[-1:], weight, bias, eps)"""
    return lib.nn.functional.layer_norm(input, input.shape[-1:], weight, bias, eps)


@program("LayerNorm", bare=True, inputs=[(Floats(s), EPS) for s in ((4, 3), (2, 5))])
def without_weight_and_bias(lib, input, eps):
    """layer_norm(input, input.shape[-1:], None, None, eps)"""
    return lib.nn.functional.layer_norm(input, input.shape[-1:], eps=eps)


@program("LayerNorm", bare=True, inputs=[(Floats((4, 3)), Floats((3,)), EPS)] * 2)
def weight_alone(lib, input, weight, eps):
    """layer_norm(input, input.shape[-1:], weight, None, eps)"""
    return lib.nn.functional.layer_norm(input, input.shape[-1:], weight, eps=eps)


@program("LayerNorm", bare=True, inputs=[(Floats((4, 3)), Floats((3,)), EPS)])
def bias_alone(lib, input, bias, eps):
    """layer_norm(input, input.shape[-1:], None, bias, eps)"""
    return lib.nn.functional.layer_norm(input, input.shape[-1:], None, bias, eps)


@program("LayerNorm", bare=True, inputs=_norms((2, 4, 3), (2, 1, 2, 4), (5,)))
def any_dimensions_in_front(lib, input, weight, bias, eps):
    """layer_norm(input, input.shape[-1:], weight, bias, eps), input is (..., size)"""
    return lib.nn.functional.layer_norm(input, input.shape[-1:], weight, bias, eps)


@program("LayerNorm", bare=True, inputs=_norms((4, 3), dtype="float32"))
def layer_norm_in_float32(lib, input, weight, bias, eps):
    """layer_norm(input, input.shape[-1:], weight, bias, eps), in float32"""
    return lib.nn.functional.layer_norm(input, input.shape[-1:], weight, bias, eps)


@program("LayerNorm", opaque=True, inputs=_norms((4, 3)))
def no_rows_to_normalize(lib, input, weight, bias, eps):
    """layer_norm of no rows, joined to that of input"""
    norm = lib.nn.functional.layer_norm
    both = [norm(x, x.shape[-1:], weight, bias, eps) for x in (input[:0], input)]
    return lib.cat(both)


NEEDED = list(product((True, False), repeat=3))[1:-1]


def _detached(given: tuple, needed: tuple) -> list:
    return [a if need else a.detach() for a, need in zip(given, needed, strict=True)]


@program(
    "LayerNorm",
    opaque=True,
    inputs=[(*_norms((4, 3))[0][:3], given(needed)) for needed in NEEDED],
)
def norms_that_need_less(lib, input, weight, bias, needed):
    """layer_norm, where only some of input, weight and bias require grad"""
    tensors = _detached((input, weight, bias), needed)
    return lib.nn.functional.layer_norm(tensors[0], (3,), *tensors[1:], 0.5)


@program("LayerNorm", inputs=of_shapes([(4, 3), (3,), (3,), (4, 3)]))
def norms_handed_in(lib, x, weight, bias, grad):
    """layer_norm(x, (3,), weight, bias), backward(grad): what became of x and grad?"""
    norm = lib.nn.functional.layer_norm
    found = handed_in(lib, norm, x, grad, (3,), weight, bias)
    return found | {"gradient of weight": weight.grad, "gradient of bias": bias.grad}


@program("LayerNorm", inputs=of_shapes([(4, 3)]))
def a_changed_row(lib, input):
    """input is changed in place between layer_norm and backward"""
    return after_a_change(lib, lambda x: lib.nn.functional.layer_norm(x, (3,)), input)


@program("LayerNorm", opaque=True, inputs=of_shapes([(2, 3, 4), (3,), (3,), (2, 3, 4)]))
def columns_normalized(lib, input, weight, bias, factor):
    """layer_norm(input, transposed), transposed back, * factor"""
    out = lib.nn.functional.layer_norm(input.mT, (3,), weight, bias)
    return out.mT * factor


@program("LayerNorm", opaque=True, inputs=_norms((4, 3)))
def one_norm_after_another(lib, input, weight, bias, eps):
    """norm(x + tanh(norm(x))), for a layer nn.LayerNorm of these values, and others"""
    norm = lib.nn.LayerNorm(3, eps=eps, dtype=input.dtype)
    del norm.weight, norm.bias
    norm.weight, norm.bias = weight, bias
    moved = norm(input + norm(input).tanh())
    return lib.nn.functional.layer_norm(moved, (3,), 2 * weight, bias, 3 * eps)


# -- Attention --------------------------------------------------------------------


def _attending(*shapes: tuple, causal: bool) -> list:
    return [(*map(Floats, each), given(causal)) for each in shapes]


OF_THREE = [(4, 3), (5, 3), (5, 2)]
SQUARE = [(4, 3), (4, 3), (4, 3)]


@program(
    "Attention",
    bare=True,
    inputs=_attending(OF_THREE, SQUARE, [(2, 3), (1, 3), (1, 2)], causal=False),
)
def attention_to_all(lib, query, key, value, is_causal):
    """scaled_dot_product_attention(query, key, value)"""
    attend = lib.nn.functional.scaled_dot_product_attention
    return attend(query, key, value, is_causal=is_causal)


@program(
    "Attention",
    bare=True,
    inputs=_attending(
        SQUARE,
        [(5, 2), (5, 2), (5, 3)],
        OF_THREE,
        [(6, 3), (3, 3), (3, 2)],
        causal=True,
    ),
)
def attention_to_the_past(lib, query, key, value, is_causal):
    """scaled_dot_product_attention(query, key, value, is_causal=True)"""
    attend = lib.nn.functional.scaled_dot_product_attention
    return attend(query, key, value, is_causal=is_causal)


BATCHES = [(2, 4, 3), (2, 5, 3), (2, 5, 2)], [(2, 3, 4, 3)] * 3


@program(
    "Attention",
    bare=True,
    inputs=[
        *_attending(*BATCHES, causal=False),
        *_attending(*BATCHES, [(4, 4, 3)] * 3, causal=True),
    ],
)
def attention_in_batches(lib, query, key, value, is_causal):
    """scaled_dot_product_attention(query, key, value, is_causal=is_causal)"""
    attend = lib.nn.functional.scaled_dot_product_attention
    return attend(query, key, value, is_causal=is_causal)


@program(
    "Attention",
    bare=True,
    inputs=[(*[Floats((4, 3), "float32")] * 3, given(each)) for each in (False, True)],
)
def attention_in_float32(lib, query, key, value, is_causal):
    """scaled_dot_product_attention(query, key, value, is_causal=...), in float32"""
    attend = lib.nn.functional.scaled_dot_product_attention
    return attend(query, key, value, is_causal=is_causal)


@program(
    "Attention",
    bare=True,
    inputs=[
        (
            Floats((4, 3), scale=90.0),
            Floats((4, 3), scale=10.0),
            Floats((4, 3)),
            given(True),
        )
    ]
    * 4,
)
def attention_with_large_scores(lib, query, key, value, is_causal):
    """scaled_dot_product_attention(query, key, value, is_causal=True), large scores"""
    attend = lib.nn.functional.scaled_dot_product_attention
    return attend(query, key, value, is_causal=is_causal)


@program("Attention", opaque=True, inputs=of_shapes(SQUARE, SQUARE, SQUARE, SQUARE))
def attention_with_huge_scores(lib, query, key, value):
    """attention(10⁶ query, 10⁶ key, value, causal), where only value requires grad"""
    query, key = query.detach() * 1e6, key.detach() * 1e6
    attend = lib.nn.functional.scaled_dot_product_attention
    return attend(query, key, value, is_causal=True)


@program(
    "Attention",
    opaque=True,
    inputs=[(*map(Floats, OF_THREE), given(needed)) for needed in NEEDED],
)
def attentions_that_need_less(lib, query, key, value, needed):
    """attention, where only some of query, key and value require grad"""
    tensors = _detached((query, key, value), needed)
    return lib.nn.functional.scaled_dot_product_attention(*tensors)


@program("Attention", inputs=of_shapes([*SQUARE, (4, 3)]))
def attention_handed_in(lib, x, key, value, grad):
    """attention(x, key, value), backward(grad): what became of x and grad?"""
    attend = lib.nn.functional.scaled_dot_product_attention
    found = handed_in(lib, attend, x, grad, key, value)
    return found | {"gradient of key": key.grad, "gradient of value": value.grad}


@program("Attention", inputs=[(Floats((4, 3)), OneOf((0, 1, 2)))] * 3)
def what_is_attended_changes(lib, x, place):
    """one of query, key and value is changed in place before backward"""
    attend = lib.nn.functional.scaled_dot_product_attention

    def function(x):
        others = [x.detach() * number for number in (1.0, -2.0)]
        return attend(*others[:place], x, *others[place:])

    return after_a_change(lib, function, x)


@program("Attention", opaque=True, inputs=of_shapes([(2, 5, 3)], [(4, 2)]))
def attention_to_oneself(lib, x):
    """attend(x, x, x, is_causal=True) + attend(tanh(y), y, 2 * x), y = x[..., :1]"""
    attend, y = lib.nn.functional.scaled_dot_product_attention, x[..., :1]
    return attend(x, x, x, is_causal=True) + attend(y.tanh(), y, 2 * x)


@program("Attention", opaque=True, inputs=of_shapes([(2, 3, 4), (12, 4), (4, 4)]))
def attention_with_heads(lib, x, weight, last):
    """nn.MultiheadAttention(4, 2) of these weights: x attends to itself"""
    layer = lib.nn.MultiheadAttention(4, 2, bias=False, batch_first=True, dtype=x.dtype)
    layer.out_proj.weight = lib.nn.Parameter(last.detach().clone())
    layer.in_proj_weight = lib.nn.Parameter(weight.detach().clone())
    return layer(x, x, x, need_weights=False)[0]


# -- text_loss_and_gradients ------------------------------------------------------

NAMES = "tokens places gain shift query key value weight bias".split()


# piece: text_loss_and_gradients
def _step(lib, codes, tensors) -> tuple:
    """What is asked for, written out."""
    tokens, places, gain, shift, query, key, value, weight, bias = tensors
    x = tokens[codes[:, :-1]] + places
    centered = x - x.mean(-1, keepdim=True)
    root = ((centered**2).mean(-1, keepdim=True) + 1e-5).sqrt()
    a = centered / root * gain + shift
    scores = (a @ query.t()) @ (a @ key.t()).transpose(-2, -1) / x.shape[-1] ** 0.5
    later = lib.ones(*scores.shape[-2:]).triu(1) > 0
    weights = scores.masked_fill(later, float("-inf")).softmax(-1)
    out = (x + weights @ (a @ value.t())) @ weight.t() + bias
    loss = -out.log_softmax(-1).gather(-1, codes[:, 1:, None]).mean()
    return loss, lib.autograd.grad(loss, tensors)


def _model(count: int, V=5, L=3, E=4, dtype: str = "float64", head=0.7) -> tuple:
    shapes = [(V, E), (L, E), (E,), (E,), *[(E, E)] * 3, (V, E), (V,)]
    scales = [0.7] * 7 + [head] * 2
    tensors = [Floats(*each) for each in zip(shapes, [dtype] * 9, scales, strict=True)]
    return Whole((count, L + 1), 0, V - 1), *tensors


def _answers(lib, tensors: tuple, *codes) -> list[dict]:
    """The answer for each of these codes, looked at when all are there."""
    step = choose_function(lib, "text_loss_and_gradients", _step)
    leaves = [each.detach().requires_grad_() for each in tensors]
    answers = [step(lib, each, leaves) for each in codes]
    return [_told(*each) for each in answers]


def _told(loss, gradients) -> dict:
    pairs = zip(NAMES, gradients, strict=True)
    found = {f"gradient of {name}": each.detach() for name, each in pairs}
    return {"loss": loss.detach()} | found


LARGE = _model(2, head=500.0)


@program("text_loss_and_gradients", opaque=True, inputs=[_model(3), _model(1), LARGE])
def a_step_on_a_text(
    lib, codes, tokens, places, gain, shift, query, key, value, weight, bias
):
    """text_loss_and_gradients(torch, codes, [tokens, places, …, weight, bias])"""
    given = tokens, places, gain, shift, query, key, value, weight, bias
    return _answers(lib, given, codes)[0]


@program("text_loss_and_gradients", opaque=True, inputs=[_model(2)])
def two_steps_on_a_text(
    lib, codes, tokens, places, gain, shift, query, key, value, weight, bias
):
    """text_loss_and_gradients of two texts: both answers, afterwards"""
    given = tokens, places, gain, shift, query, key, value, weight, bias
    first, second = _answers(lib, given, codes.flip(1), codes)
    return second | {f"{name}, first": each for name, each in first.items()}


@program("text_loss_and_gradients", opaque=True, inputs=[_model(4, dtype="float32")])
def a_step_on_a_text_in_float32(
    lib, codes, tokens, places, gain, shift, query, key, value, weight, bias
):
    """text_loss_and_gradients(torch, codes, [tokens, …, bias]), in float32"""
    given = tokens, places, gain, shift, query, key, value, weight, bias
    return _answers(lib, given, codes)[0]


@program("text_loss_and_gradients", opaque=True, inputs=[_model(2, V=7, L=6, E=2)])
def a_step_on_longer_pieces(
    lib, codes, tokens, places, gain, shift, query, key, value, weight, bias
):
    """text_loss_and_gradients(torch, codes, tensors), with L = 6 and E = 2"""
    given = tokens, places, gain, shift, query, key, value, weight, bias
    return _answers(lib, given, codes)[0]


@program("text_loss_and_gradients", opaque=True, inputs=[_model(3, V=2, L=1, E=5)])
def a_step_on_single_characters(
    lib, codes, tokens, places, gain, shift, query, key, value, weight, bias
):
    """text_loss_and_gradients(torch, codes, tensors), with L = 1 and V = 2"""
    given = tokens, places, gain, shift, query, key, value, weight, bias
    return _answers(lib, given, codes)[0]
