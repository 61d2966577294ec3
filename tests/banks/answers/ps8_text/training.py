"""Programs that students might write to train a model on a text.

`RIGHT_TEXTS` reach what is asked for; `WRONG_TEXTS` do not, each with words that it
must be told. What takes a training is slow: its words are for `LONG_TEXTS`.
"""

import numpy as np

import minigrad as torch
from minigrad import nn

RIGHT_TEXTS, WRONG_TEXTS, LONG_TEXTS = {}, {}, {}


def right(program):
    RIGHT_TEXTS[program.__name__] = program
    return program


def wrong(*words, long=False):
    def add(program):
        (LONG_TEXTS if long else WRONG_TEXTS)[program.__name__] = program, words
        return program

    return add


class Model(nn.Module):
    causal = True

    def __init__(self, size, length=32, width=48, hidden=128):
        super().__init__()
        self.tokens = nn.Embedding(size, width)
        self.positions = nn.Embedding(length, width)
        self.norm1 = nn.LayerNorm(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width, bias=False)
        self.mix = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width)
        self.norm3 = nn.LayerNorm(width)
        self.head = nn.Linear(width, size)

    def forward(self, codes):
        x = self.tokens(codes) + self.positions.weight[: codes.shape[-1]]
        a = self.norm1(x)
        attend = nn.functional.scaled_dot_product_attention
        given = self.query(a), self.key(a), self.value(a)
        x = x + self.mix(attend(*given, is_causal=self.causal))
        x = x + self.down(self.up(self.norm2(x)).relu())
        return self.head(self.norm3(x))


def descend(model, text, steps=600, rate=0.01, batch=32, step=1, optimizer=None):
    optimizer = optimizer or torch.optim.Adam(model.parameters(), lr=rate)
    length = len(model.positions.weight)
    for at in range(steps):
        optimizer.param_groups[0]["lr"] = rate * (1 - at / steps)
        starts = torch.randint(1, len(text) - length - 2, (batch, 1))
        places = starts + torch.arange(length)
        scores = model(text[places]).flatten(0, 1)
        loss = nn.functional.cross_entropy(scores, text[places + step].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


def new(text, *sizes):
    return Model(int(text.max()) + 1, *sizes)


@right
def as_in_the_book(text):
    return descend(new(text), text)


@right
def longer_pieces(text):
    return descend(new(text, 48), text, batch=24)


@right
def wider(text):
    return descend(new(text, 32, 64, 128), text)


@right
def with_decay(text):
    model = new(text)
    adam = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.01)
    return descend(model, text, optimizer=adam)


# -- no model ---------------------------------------------------------------------


@wrong("returned None")
def nothing_returned(text):
    new(text)


@wrong("an object of type str")
def a_text(text):
    return "text"


@wrong("has no parameter tokens.weight")
def a_layer(text):
    return nn.Linear(3, 3)


@wrong("has no parameter norm3.weight")
def a_norm_less(text):
    model = new(text)
    del model.norm3
    return model


@wrong("has a parameter query.bias")
def a_bias_more(text):
    model = new(text)
    model.query = nn.Linear(48, 48)
    return model


@wrong("V is 57")
def a_character_less(text):
    return Model(int(text.max()))


@wrong("E is 48")
def another_width(text):
    model = new(text)
    model.positions = nn.Embedding(32, 24)
    return model


@wrong("from 8 to 128")
def a_long_context(text):
    return new(text, 200)


@wrong("too large")
def far_too_wide(text):
    return new(text, 32, 300)


# -- no training ------------------------------------------------------------------


@wrong("That is guessing")
def untrained(text):
    return new(text)


@wrong("That is guessing")
def the_optimizer_has_another_model(text):
    descend(new(text), text, steps=5)
    return new(text)


@wrong("the loss exploded")
def far_too_large_a_rate(text):
    model = new(text)
    sgd = torch.optim.SGD(model.parameters(), lr=1e6)
    return descend(model, text, steps=60, rate=1e6, optimizer=sgd)


@wrong("the same whatever the text is")
def prepared(text):
    torch.manual_seed(0)
    codes = torch.tensor(np.arange(3000) % 57)
    return descend(new(text), codes, steps=5)


@wrong("train longer")
def too_few_steps(text):
    return descend(new(text), text, steps=60)


# -- another training -------------------------------------------------------------


@wrong("without the causal mask", long=True)
def not_causal(text):
    model = new(text)
    model.causal = False
    return descend(model, text, steps=200)


@wrong("foretells the character that it sees", long=True)
def the_same_character(text):
    return descend(new(text), text, steps=150, step=0)


@wrong("the character after the next", long=True)
def two_places_on(text):
    return descend(new(text), text, steps=300, step=2)


@wrong("knows that by heart", long=True)
def a_single_chapter(text):
    return descend(new(text), text[:10_000], steps=500)
