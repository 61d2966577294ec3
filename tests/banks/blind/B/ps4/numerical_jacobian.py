# %% right: ndindex_rows
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        before = array[index]
        array[index] = before + eps
        above = func()
        array[index] = before - eps
        below = func()
        array[index] = before
        rows.append(((above - below) / (2 * eps)).reshape(-1))
    return np.array(rows)


# %% right: matrix_first_and_whole_copy
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    base = array.copy()
    matrix = np.zeros((array.size, func().size))
    for row, index in enumerate(np.ndindex(*array.shape)):
        array[index] = base[index] + eps
        plus = np.ravel(func())
        array[...] = base
        array[index] = base[index] - eps
        minus = np.ravel(func())
        array[...] = base
        matrix[row, :] = (plus - minus) / (2.0 * eps)
    return matrix


# %% right: flat_index
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""

    def moved(k, value):
        old = array.flat[k]
        array.flat[k] = value
        result = np.array(func()).reshape(-1)
        array.flat[k] = old
        return result

    rows = []
    for k in range(array.size):
        x = array.flat[k]
        rows.append((moved(k, x + eps) - moved(k, x - eps)) / (2 * eps))
    return np.array(rows)


# %% right: loop_over_signs_with_finally
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    jacobian = []
    for index in list(np.ndindex(array.shape)):
        original = float(array[index])
        difference = 0.0
        try:
            for sign in (+1, -1):
                array[index] = original + sign * eps
                difference = difference + sign * func().flatten()
        finally:
            array[index] = original
        jacobian.append(difference / (2 * eps))
    return np.array(jacobian)


# %% wrong: one_sided
# why: The difference is one-sided, (f(x + eps) - f(x)) / eps: its error is of the order of eps and not of eps squared.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    here = func().reshape(-1)
    rows = []
    for index in np.ndindex(array.shape):
        before = array[index]
        array[index] = before + eps
        rows.append((func().reshape(-1) - here) / eps)
        array[index] = before
    return np.array(rows)


# %% wrong: brackets_lost
# why: `/ 2 * eps` divides by 2 and multiplies by eps; the brackets around 2 * eps are missing.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        before = array[index]
        array[index] = before + eps
        above = func().reshape(-1)
        array[index] = before - eps
        below = func().reshape(-1)
        array[index] = before
        rows.append((above - below) / 2 * eps)
    return np.array(rows)


# %% wrong: transposed
# why: The differences are put side by side as columns: the matrix is the transpose of what is asked for, which has a row for each entry of the input.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    columns = []
    for index in np.ndindex(array.shape):
        before = array[index]
        array[index] = before + eps
        above = func().reshape(-1)
        array[index] = before - eps
        below = func().reshape(-1)
        array[index] = before
        columns.append((above - below) / (2 * eps))
    return np.stack(columns, axis=1)


# %% wrong: walked_back_by_eps
# why: The entry is put back by adding eps again and not from a variable; after rounding it is not the same to the last bit.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        array[index] += eps
        above = func().reshape(-1)
        array[index] -= 2 * eps
        below = func().reshape(-1)
        array[index] += eps
        rows.append((above - below) / (2 * eps))
    return np.array(rows)


# %% wrong: reshape_may_copy
# why: Writes into array.reshape(-1), which is a copy if the array is not contiguous (a transpose, say): func then sees no change and the matrix is zero.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    flat = array.reshape(-1)
    rows = []
    for k in range(flat.size):
        before = flat[k]
        flat[k] = before + eps
        above = func().reshape(-1)
        flat[k] = before - eps
        below = func().reshape(-1)
        flat[k] = before
        rows.append((above - below) / (2 * eps))
    return np.array(rows)


# %% wrong: copy_moved
# why: Moves the entries of a copy; func reads array itself, sees no change, and the matrix is all zeros.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        moved = array.copy()
        moved[index] = array[index] + eps
        above = func().reshape(-1)
        moved[index] = array[index] - eps
        below = func().reshape(-1)
        rows.append((above - below) / (2 * eps))
    return np.array(rows)


# %% wrong: not_put_back
# why: The entry is left at x - eps and never put back; the caller's array is changed, and the later rows are taken at another point.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        x = array[index]
        array[index] = x + eps
        above = func().reshape(-1)
        array[index] = x - eps
        below = func().reshape(-1)
        rows.append((above - below) / (2 * eps))
    return np.array(rows)


# %% wrong: vectors_only
# why: Counts with range(len(array)), which fits vectors only: in a matrix it moves whole rows at once (and puts nothing back, as the row is a view), and a single number has no len.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for j in range(len(array)):
        before = array[j]
        array[j] = before + eps
        above = func().reshape(-1)
        array[j] = before - eps
        below = func().reshape(-1)
        array[j] = before
        rows.append((above - below) / (2 * eps))
    return np.array(rows)
