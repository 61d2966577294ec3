# %% right: rows_by_ndindex
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        above = func().reshape(-1)
        array[index] = old - eps
        below = func().reshape(-1)
        array[index] = old
        rows.append((above - below) / (2 * eps))
    return np.array(rows)

# %% right: filled_matrix
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    matrix = np.zeros((array.size, func().size), dtype=np.float64)
    for j, where in enumerate(np.ndindex(*array.shape)):
        matrix[j] = difference(func, array, where, eps)
    return matrix


def difference(func, array, where, eps):
    kept = array[where].copy()
    try:
        array[where] = kept + eps
        plus = func().astype(np.float64).ravel()
        array[where] = kept - eps
        minus = func().astype(np.float64).ravel()
    finally:
        array[where] = kept
    return (plus - minus) / (2.0 * eps)

# %% right: flat_iterator
@piece
def numerical_jacobian(func, array, eps):
    def at(k, value):
        array.flat[k] = value
        return np.ravel(func())

    jac = []
    for k in range(array.size):
        x = array.flat[k]
        row = (at(k, x + eps) - at(k, x - eps)) / (2 * eps)
        array.flat[k] = x
        jac.append(row)
    return np.stack(jac)

# %% wrong: one_sided
# why: The difference goes to one side only, f(x + eps) - f(x) over eps. A central difference over 2 eps is
# asked for, with a much smaller error.
@piece
def numerical_jacobian(func, array, eps):
    here = func().reshape(-1)
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        rows.append((func().reshape(-1) - here) / eps)
        array[index] = old
    return np.array(rows)

# %% wrong: there_and_back_by_adding
# why: The entry is put back by adding eps again. In computer arithmetic that is not always the old number to
# the last bit; keep the entry and write it back.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        array[index] += eps
        above = func().reshape(-1)
        array[index] -= 2 * eps
        below = func().reshape(-1)
        array[index] += eps
        rows.append((above - below) / (2 * eps))
    return np.array(rows)

# %% wrong: flattened_copy
# why: array.reshape(-1) is a copy if the array is not contiguous (a transpose, say), and then func does not
# see the changes: the rows are zero. Write into array itself.
@piece
def numerical_jacobian(func, array, eps):
    flat = array.reshape(-1)
    rows = []
    for k in range(flat.size):
        old = flat[k]
        flat[k] = old + eps
        above = func().reshape(-1)
        flat[k] = old - eps
        below = func().reshape(-1)
        flat[k] = old
        rows.append((above - below) / (2 * eps))
    return np.array(rows)

# %% wrong: transposed
# why: The differences are put side by side as columns, so the matrix has a row for each entry of the output.
# There must be a row for each entry of the input.
@piece
def numerical_jacobian(func, array, eps):
    parts = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        above = func().reshape(-1)
        array[index] = old - eps
        below = func().reshape(-1)
        array[index] = old
        parts.append((above - below) / (2 * eps))
    return np.stack(parts, axis=1)

# %% wrong: minus_from_the_middle
# why: After the first call eps is taken away once, so the second call is at x and not at x - eps. The
# difference is f(x + eps) - f(x), divided by 2 eps: half of the slope.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] += eps
        above = func().reshape(-1)
        array[index] -= eps
        below = func().reshape(-1)
        array[index] = old
        rows.append((above - below) / (2 * eps))
    return np.array(rows)

# %% wrong: row_by_row_of_the_array
# why: range(len(array)) counts the rows of a matrix, and array[i] is a whole row, which is moved at once. Each
# single entry needs its own row of the result; a single number has no len at all.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for i in range(len(array)):
        old = array[i].copy()
        array[i] = old + eps
        above = func().reshape(-1)
        array[i] = old - eps
        below = func().reshape(-1)
        array[i] = old
        rows.append((above - below) / (2 * eps))
    return np.array(rows)

# %% wrong: square_matrix
# why: The matrix is made as wide as it is high. It needs a column for each entry of the output, of which
# there may be more or less than entries of the input.
@piece
def numerical_jacobian(func, array, eps):
    jac = np.zeros((array.size, array.size))
    for j, index in enumerate(np.ndindex(array.shape)):
        old = array[index]
        array[index] = old + eps
        above = func().reshape(-1)
        array[index] = old - eps
        below = func().reshape(-1)
        array[index] = old
        jac[j, :] = (above - below) / (2 * eps)
    return jac

# %% wrong: works_on_a_copy
# why: A copy of array is changed, which func never looks at, so all differences are 0. func reads array
# itself, so array must be changed and put back.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        shifted = array.copy()
        shifted[index] = array[index] + eps
        above = func().reshape(-1)
        shifted[index] = array[index] - eps
        below = func().reshape(-1)
        rows.append((above - below) / (2 * eps))
    return np.array(rows)

# %% wrong: backup_by_another_name
# why: array = backup gives the name array to another object, and puts nothing back. The caller's array stays
# changed, and later changes go into the backup, which func does not see; array[...] = backup would do.
@piece
def numerical_jacobian(func, array, eps):
    backup = array.copy()
    rows = []
    for index in np.ndindex(array.shape):
        array[index] = backup[index] + eps
        above = func().reshape(-1)
        array[index] = backup[index] - eps
        below = func().reshape(-1)
        array = backup.copy()
        rows.append((above - below) / (2 * eps))
    return np.array(rows)

# %% wrong: step_grows_with_x
# why: The step is made larger for large entries. The formula says x + eps and x - eps for every entry, with
# the eps that was given.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        h = eps * max(1.0, abs(float(old)))
        array[index] = old + h
        above = func().reshape(-1)
        array[index] = old - h
        below = func().reshape(-1)
        array[index] = old
        rows.append((above - below) / (2 * h))
    return np.array(rows)

# %% wrong: order_of_the_memory
# why: np.nditer goes through the entries in the order of the memory, which for a transpose is column by
# column. The rows must come as np.ndindex counts, row by row of the array.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    walk = np.nditer(array, flags=["multi_index", "zerosize_ok"])
    for _ in walk:
        index = walk.multi_index
        old = array[index].copy()
        array[index] = old + eps
        above = func().reshape(-1)
        array[index] = old - eps
        below = func().reshape(-1)
        array[index] = old
        rows.append((above - below) / (2 * eps))
    return np.array(rows)

# %% wrong: single_precision_matrix
# why: The matrix is float32 whatever array is, so a float64 slope loses half of its digits. It must have the
# dtype of array, or float64.
@piece
def numerical_jacobian(func, array, eps):
    n, m = array.size, func().size
    J = np.empty((n, m), dtype=np.float32)
    for row, index in zip(J, np.ndindex(array.shape)):
        old = array[index]
        array[index] = old + eps
        row[:] = func().reshape(-1)
        array[index] = old - eps
        row -= func().reshape(-1)
        array[index] = old
    J /= 2 * eps
    return J

# %% wrong: never_put_back
# why: The entry stays at x - eps: it is not put back before the next one is moved, nor for the caller.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        x = array[index]
        values = []
        for at in (x + eps, x - eps):
            array[index] = at
            values.append(func().reshape(-1))
        rows.append((values[0] - values[1]) / (2 * eps))
    return np.array(rows)

# %% wrong: precedence
# why: "/ 2 * eps" divides by 2 and then multiplies by eps. The brackets are missing: / (2 * eps).
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        up = func().flatten()
        array[index] = old - eps
        down = func().flatten()
        array[index] = old
        rows.append((up - down) / 2 * eps)
    return np.array(rows)

# %% wrong: shape_of_the_array_kept
# why: The result has the dimensions of array and one more. It should be a matrix, with a row for each entry of array.
@piece
def numerical_jacobian(func, array, eps):
    result = np.zeros(array.shape + (func().size,))
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        result[index] = func().reshape(-1)
        array[index] = old - eps
        result[index] -= func().reshape(-1)
        array[index] = old
    return result / (2 * eps)
