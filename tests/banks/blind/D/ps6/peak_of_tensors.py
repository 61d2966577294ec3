# %% right: number
def peak_of_tensors():
    """The most tensors that are kept at a time, as a number."""
    return 21

# %% right: formula
def peak_of_tensors():
    """The most tensors that are kept at a time, as a number."""
    inputs = 6
    last_segment = 5 * 3
    return inputs + last_segment

# %% wrong: without_checkpoints
# why: This is what a chain without checkpoints keeps, 30 times 3.
def peak_of_tensors():
    """The most tensors that are kept at a time, as a number."""
    return 90

# %% wrong: only_the_segment
# why: Only the segment that is run again is counted, the inputs that are kept are forgotten.
def peak_of_tensors():
    """The most tensors that are kept at a time, as a number."""
    return 15

# %% wrong: one_tensor_per_layer
# why: A layer was taken to keep one tensor, and not three: 6 + 5.
def peak_of_tensors():
    """The most tensors that are kept at a time, as a number."""
    return 11

# %% wrong: only_forward
# why: Only the end of the way forward was looked at: 6 inputs.
def peak_of_tensors():
    """The most tensors that are kept at a time, as a number."""
    return 6

# %% wrong: inputs_three_times
# why: Each input was counted three times: 18 + 15.
def peak_of_tensors():
    """The most tensors that are kept at a time, as a number."""
    return 33

# %% wrong: input_not_counted
# why: The input of the first segment was not counted: 5 + 15.
def peak_of_tensors():
    """The most tensors that are kept at a time, as a number."""
    return 20
