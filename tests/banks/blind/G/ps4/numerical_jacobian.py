# %% right: filled_matrix_and_finally
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""

    def at(index, value):
        before = array[index].copy()
        try:
            array[index] = value
            return np.array(func(), copy=True).reshape(-1)
        finally:
            array[index] = before

    matrix = np.zeros((array.size, np.size(func())))
    for j, index in enumerate(np.ndindex(*array.shape)):
        entry = array[index].copy()
        higher = at(index, entry + eps)
        lower = at(index, entry - eps)
        matrix[j] = (higher - lower) / (2 * eps)
    return matrix

# %% right: flat_iterator
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    entries = array.flat
    columns = np.size(func())
    rows = []
    for j in range(array.size):
        kept = entries[j]
        values = []
        for sign in (1, -1):
            entries[j] = kept + sign * eps
            values.append(np.ravel(func()))
        entries[j] = kept
        rows.append((values[0] - values[1]) / (2 * eps))
    return np.array(rows, dtype=np.float64).reshape(len(rows), columns)

# %% wrong: one_sided
# why: it takes f(x + eps) - f(x) over eps, a difference to one side, whose error is about eps times the curvature; asked for is the central difference.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    base = func().reshape(-1)
    matrix = np.empty((array.size, base.size))
    for j, index in enumerate(np.ndindex(array.shape)):
        old = array[index]
        array[index] = old + eps
        matrix[j] = (func().reshape(-1) - base) / eps
        array[index] = old
    return matrix

# %% wrong: put_back_by_arithmetic
# why: the entry is put back by adding and subtracting steps, which in computer arithmetic does not always give the old value to the last bit.
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

# %% wrong: flattened_copy
# why: the steps are made in array.reshape(-1), which for a transposed (not contiguous) array is a copy: func does not see them, and the matrix is 0.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    flat = array.reshape(-1)
    out_size = func().size
    jacobian = np.zeros((flat.size, out_size))
    for j in range(flat.size):
        old = flat[j]
        flat[j] = old + eps
        up = func().reshape(-1)
        flat[j] = old - eps
        down = func().reshape(-1)
        flat[j] = old
        jacobian[j, :] = (up - down) / (2 * eps)
    return jacobian

# %% wrong: transposed
# why: the differences are put into the columns; there must be a row for each entry of the array and a column for each entry of the output.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    differences = []
    for index in np.ndindex(array.shape):
        value = array[index]
        array[index] = value - eps
        left = func().ravel()
        array[index] = value + eps
        right = func().ravel()
        array[index] = value
        differences.append((right - left) / (2 * eps))
    return np.stack(differences, axis=1)

# %% wrong: backup_is_the_array_itself
# why: what is kept for putting back is the array itself and no copy of it, so nothing is put back: every entry stays moved while the next ones are looked at, and for the caller.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    original = array
    rows = []
    for index in np.ndindex(array.shape):
        center = array[index]
        results = []
        for step in (eps, -eps):
            array[index] = center + step
            results.append(func().reshape(-1))
        array[...] = original
        rows.append((results[0] - results[1]) / (2 * eps))
    return np.array(rows)
