# %% right: plain
def size_of_a_model():
    return 4602


# %% right: sum
def size_of_a_model():
    return 800 + 480 + 96 + 768 + 272 + 680 + 656 + 850


# %% right: float
def size_of_a_model():
    return 4602.0


# %% wrong: one_norm
# why: One norm instead of three.
def size_of_a_model():
    return 4538


# %% wrong: qkv_biases
# why: Biases of query, key and value are counted, which have none.
def size_of_a_model():
    return 4650


# %% wrong: one_qkv
# why: One tensor of query, key and value is counted instead of three.
def size_of_a_model():
    return 4090


# %% wrong: no_biases
# why: All biases are left out, those of the norms as well.
def size_of_a_model():
    return 4602 - 48 - 16 - 40 - 16 - 50


# %% wrong: no_positions
# why: The table of the positions is forgotten.
def size_of_a_model():
    return 4122


# %% wrong: no_head
# why: The head is forgotten, or taken to share its weight with tokens.
def size_of_a_model():
    return 3752


# %% wrong: norm_no_bias
# why: A norm has a weight and a bias; only the weight is counted.
def size_of_a_model():
    return 4554
