# %% right: rows
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% right: preallocated
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    # one call more, to see how many entries the output has
    out_size = func().size
    jacobian = np.zeros((array.size, out_size))
    row = 0
    for index in np.ndindex(*array.shape):
        value = array[index].copy()
        array[index] = value + eps
        above = func().flatten()
        array[index] = value - eps
        below = func().flatten()
        array[index] = value
        jacobian[row, :] = (above - below) / (2.0 * eps)
        row = row + 1
    return jacobian


# %% right: helper_finally
def value_at(func, array, index, value):
    old = array[index]
    array[index] = value
    try:
        return np.array(func()).ravel()
    finally:
        array[index] = old


@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        right = value_at(func, array, index, array[index] + eps)
        left = value_at(func, array, index, array[index] - eps)
        rows.append((right - left) / (2 * eps))
    return np.stack(rows)


# %% right: flat
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    result = []
    for j in range(array.size):
        x = array.flat[j]
        outputs = []
        for sign in (1, -1):
            array.flat[j] = x + sign * eps
            outputs.append(np.asarray(func()).reshape(-1))
        array.flat[j] = x
        result.append((outputs[0] - outputs[1]) / (2 * eps))
    return np.vstack(result)


# %% right: backup_copy
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    backup = array.copy()
    columns = []
    for index in np.ndindex(array.shape):
        array[index] = backup[index] + eps
        high = func().reshape(-1)
        array[index] = backup[index] - eps
        low = func().reshape(-1)
        array[index] = backup[index]
        columns.append((high - low) / eps / 2)
    return np.column_stack(columns).T


# %% wrong: one_sided
# why: The difference is one-sided, f(x + eps) - f(x) over eps; a central one was asked for.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    base = func()
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old
        rows.append(((plus - base) / eps).reshape(-1))
    return np.array(rows)


# %% wrong: transposed
# why: The matrix has a row for each output and a column for each input; it is the transpose of what was asked for.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    cols = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        cols.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.stack(cols, axis=1)


# %% wrong: one_eps
# why: It is divided by eps instead of 2 * eps, so all slopes are twice too large.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append(((plus - minus) / eps).reshape(-1))
    return np.array(rows)


# %% wrong: brackets_lost
# why: The brackets round 2 * eps are missing: it is divided by 2 and multiplied by eps.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append(((plus - minus) / 2 * eps).reshape(-1))
    return np.array(rows)


# %% wrong: back_by_arithmetic
# why: The entry is moved by + eps, - 2 eps, + eps; in computer arithmetic it does not always come back to the last bit.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        array[index] += eps
        plus = func()
        array[index] -= 2 * eps
        minus = func()
        array[index] += eps
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% wrong: not_put_back
# why: The entry is never put back: it stays at x - eps, which spoils the later rows and the caller's array.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% wrong: restored_at_the_end
# why: The array is put back only after the loop; while a later entry is moved, the earlier ones still stand at x - eps.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    before = array.copy()
    rows = []
    for index in np.ndindex(array.shape):
        array[index] = before[index] + eps
        plus = func()
        array[index] = before[index] - eps
        minus = func()
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    array[...] = before
    return np.array(rows)


# %% wrong: reshape_may_copy
# why: array.reshape(-1) can be a copy (for a transposed array, say); writing into it then changes nothing, and the Jacobian is zero.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    flat = array.reshape(-1)
    rows = []
    for j in range(flat.size):
        old = flat[j]
        flat[j] = old + eps
        plus = func()
        flat[j] = old - eps
        minus = func()
        flat[j] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% wrong: works_on_a_copy
# why: A copy of the array is moved; func reads the caller's array, so nothing changes and all differences are 0.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    x = array.copy()
    rows = []
    for index in np.ndindex(x.shape):
        old = x[index]
        x[index] = old + eps
        plus = func()
        x[index] = old - eps
        minus = func()
        x[index] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% wrong: rebinds_array
# why: array = array + step makes a new array and leaves the caller's as it is, which func looks at; the differences are all 0.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    original = array
    rows = []
    for index in np.ndindex(original.shape):
        step = np.zeros_like(original)
        step[index] = eps
        array = original + step
        plus = func()
        array = original - step
        minus = func()
        array = original
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% wrong: only_vectors
# why: The loop goes over the first dimension only: for a matrix a whole row is moved at once (and kept as a view), and a single number has no len.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for j in range(len(array)):
        old = array[j].copy()
        array[j] = old + eps
        plus = func()
        array[j] = old - eps
        minus = func()
        array[j] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% wrong: output_not_flattened
# why: The output keeps its shape, so the result is no matrix if func returns a matrix or a single number.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)


# %% wrong: return_in_loop
# why: The return stands inside of the loop, so there is only the first row.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
        return np.array(rows)


# %% wrong: minus_before_plus
# why: The two values are subtracted the wrong way round: every slope has the wrong sign.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old - eps
        first = func()
        array[index] = old + eps
        second = func()
        array[index] = old
        rows.append(((first - second) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% wrong: own_eps
# why: The step is always 1e-6; the argument eps is not used.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    eps = 1e-6
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% wrong: func_with_argument
# why: func takes no argument; it looks at the array by itself. func(array) raises a TypeError.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func(array)
        array[index] = old - eps
        minus = func(array)
        array[index] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% wrong: all_at_once
# why: All entries are moved together; the result is the sum of the rows, not a row for each entry.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    old = array.copy()
    array[...] = old + eps
    plus = func().reshape(-1)
    array[...] = old - eps
    minus = func().reshape(-1)
    array[...] = old
    return np.array([(plus - minus) / (2 * eps)] * array.size)


# %% wrong: memory_order
# why: np.nditer goes through the array in the order of memory; for a transposed array that is not row by row, and the rows of the matrix are mixed up.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for entry in np.nditer(array, op_flags=["readwrite"]):
        old = entry.copy()
        entry[...] = old + eps
        plus = func()
        entry[...] = old - eps
        minus = func()
        entry[...] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% wrong: relative_step
# why: The entry is moved by eps times its size, but divided by 2 eps; and an entry that is 0 is not moved at all.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old * (1 + eps)
        plus = func()
        array[index] = old * (1 - eps)
        minus = func()
        array[index] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% wrong: outputs_summed
# why: The entries of the output are added up, so the matrix has one column instead of one for each.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().sum()
        array[index] = old - eps
        minus = func().sum()
        array[index] = old
        rows.append([(plus - minus) / (2 * eps)])
    return np.array(rows)


# %% wrong: minus_from_moved
# why: eps is subtracted from the entry that has already been moved to x + eps, so minus is f(x): a one-sided difference divided by 2 eps.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] += eps
        plus = func()
        array[index] -= eps
        minus = func()
        array[index] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% wrong: list_of_rows
# why: A list of rows is returned instead of a NumPy matrix.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return rows


# %% wrong: ndindex_of_array
# why: np.ndindex wants the shape; given the array itself, it takes the entries for sizes.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% wrong: rounded
# why: The slopes are rounded to four digits to look nice; the matrix is no longer exact.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.round(np.array(rows), 4)


# %% wrong: square_only
# why: The matrix is made with as many columns as rows; if the output has another number of entries than the input, the row does not fit.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    jacobian = np.zeros((array.size, array.size))
    for j, index in enumerate(np.ndindex(array.shape)):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        jacobian[j] = ((plus - minus) / (2 * eps)).reshape(-1)
    return jacobian
