# %% right: plain
def size_of_a_model():
    """How many numbers the parameters of the model have."""
    return 4602

# %% right: computed
def size_of_a_model():
    """How many numbers the parameters of the model have."""
    return 50*16 + 30*16 + 3*32 + 3*256 + (256+16) + (640+40) + (640+16) + (800+50)

# %% wrong: qkv_bias
# why: Biases for query, key and value are counted; bias=False.
def size_of_a_model():
    """How many numbers the parameters of the model have."""
    return 4602 + 48

# %% wrong: one_norm
# why: Only one norm is counted, there are three.
def size_of_a_model():
    """How many numbers the parameters of the model have."""
    return 4602 - 64

# %% wrong: norm_weight_only
# why: The norms have a bias each besides the weight.
def size_of_a_model():
    """How many numbers the parameters of the model have."""
    return 4602 - 48

# %% wrong: one_qkv
# why: query, key and value are counted as one matrix.
def size_of_a_model():
    """How many numbers the parameters of the model have."""
    return 4602 - 512

# %% wrong: no_bias
# why: The biases of mix, up, down and head are forgotten.
def size_of_a_model():
    """How many numbers the parameters of the model have."""
    return 4602 - 16 - 40 - 16 - 50

# %% wrong: no_positions
# why: The table of positions is forgotten.
def size_of_a_model():
    """How many numbers the parameters of the model have."""
    return 4602 - 480

# %% wrong: head_shared
# why: The weight of the head is taken to be that of tokens; it is one of its own.
def size_of_a_model():
    """How many numbers the parameters of the model have."""
    return 4602 - 800
