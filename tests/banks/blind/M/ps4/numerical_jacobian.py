# %% right: list_of_rows
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% right: matrix_prepared
@piece
def numerical_jacobian(func, array, eps):
    n_out = func().size
    J = np.zeros((array.size, n_out), dtype=array.dtype)
    j = 0
    for idx in np.ndindex(*array.shape):
        keep = array[idx].copy()
        try:
            array[idx] = keep + eps
            J[j] = func().flatten()
            array[idx] = keep - eps
            J[j] -= func().flatten()
        finally:
            array[idx] = keep
        j += 1
    return J / (2 * eps)

# %% right: helper_value_at
def value_at(func, array, index, x):
    """What func returns if the entry at index is x; the entry is put back."""
    before = array[index]
    array[index] = x
    out = func().reshape(-1)
    array[index] = before
    return out


@piece
def numerical_jacobian(func, array, eps):
    def row(index):
        x = array[index]
        right = value_at(func, array, index, x + eps)
        left = value_at(func, array, index, x - eps)
        return (right - left) / (2 * eps)

    return np.stack([row(index) for index in np.ndindex(array.shape)])

# %% right: flat_counts_the_entries
@piece
def numerical_jacobian(func, array, eps):
    result = np.empty((array.size, func().size), dtype=np.float64)
    for k in range(array.size):
        x = array.flat[k]
        values = []
        for sign in (+1, -1):
            array.flat[k] = x + sign * eps
            values.append(np.asarray(func(), dtype=np.float64).ravel())
        array.flat[k] = x
        result[k, :] = (values[0] - values[1]) / (2.0 * eps)
    return result

# %% wrong: flat_copy
# why: array.reshape(-1) is a copy if the array does not lie in memory row by row (a transpose, for
# one), so the entries that are moved are not the array's and all differences are 0. Write to array
# itself, by array[index].
@piece
def numerical_jacobian(func, array, eps):
    flat = array.reshape(-1)
    rows = []
    for k in range(flat.size):
        old = flat[k]
        flat[k] = old + eps
        plus = func().reshape(-1)
        flat[k] = old - eps
        minus = func().reshape(-1)
        flat[k] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: put_back_by_adding
# why: The entry is moved by adding and subtracting eps, and after rounding it does not always come
# back to what it was. Keep it in a variable first, and assign that at the end.
@piece
def numerical_jacobian(func, array, eps):
    J = []
    for i in np.ndindex(array.shape):
        array[i] += eps
        hi = func().reshape(-1)
        array[i] -= 2 * eps
        lo = func().reshape(-1)
        array[i] += eps
        J.append((hi - lo) / (2 * eps))
    return np.array(J)

# %% wrong: index_of_the_first_axis_only
# why: range(len(array)) counts the rows, so in a matrix a whole row is moved at once (and old is a view
# that moves with it, so it is not put back); a single number has no len. Go through all entries with
# np.ndindex.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for j in range(len(array)):
        old = array[j]
        array[j] = old + eps
        f_plus = func()
        array[j] = old - eps
        f_minus = func()
        array[j] = old
        rows.append(((f_plus - f_minus) / (2 * eps)).reshape(-1))
    return np.array(rows)

# %% wrong: a_copy_is_moved
# why: The entry is moved in copies, which func does not look at, so the output never changes and the
# matrix is zero. Change array itself, and put the entry back afterwards.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    original = array
    for index in np.ndindex(original.shape):
        array = original.copy()
        array[index] += eps
        plus = func().ravel()
        array = original.copy()
        array[index] -= eps
        minus = func().ravel()
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: column_by_column
# why: The entries of array are counted column by column, so the rows of the matrix are in another
# order for an array of two dimensions or more. Count row by row, as np.ndindex does.
@piece
def numerical_jacobian(func, array, eps):
    matrix = np.zeros((array.size, func().size))
    for k in range(array.size):
        index = np.unravel_index(k, array.shape, order="F")
        old = array[index]
        array[index] = old + eps
        above = func().reshape(-1)
        array[index] = old - eps
        below = func().reshape(-1)
        array[index] = old
        matrix[k] = (above - below) / (2 * eps)
    return matrix

# %% wrong: step_relative_to_the_entry
# why: The step is eps times the entry, not eps, so the differences are others than those of the
# formula, and where the entry is 0 it divides 0 by 0. Move each entry by eps.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        x = array[index]
        h = eps * abs(x)
        array[index] = x + h
        plus = func().reshape(-1)
        array[index] = x - h
        minus = func().reshape(-1)
        array[index] = x
        rows.append((plus - minus) / (2 * h))
    return np.array(rows)

# %% wrong: square_matrix
# why: The matrix is made with as many columns as the input has entries. It needs a column for each
# entry of the output, which may have another size.
@piece
def numerical_jacobian(func, array, eps):
    n = array.size
    jac = np.zeros((n, n))
    for row, index in enumerate(np.ndindex(array.shape)):
        saved = array[index]
        array[index] = saved + eps
        up = func().reshape(-1)
        array[index] = saved - eps
        down = func().reshape(-1)
        array[index] = saved
        jac[row] = (up - down) / (2 * eps)
    return jac

# %% wrong: back_by_one_eps_only
# why: After the step up, the entry goes down by one eps only, so the second value is taken at the point
# itself, and the difference is divided by twice the distance. Go down to x - eps.
@piece
def numerical_jacobian(func, array, eps):
    result = []
    for index in np.ndindex(array.shape):
        start = array[index]
        array[index] += eps
        plus = func().reshape(-1)
        array[index] -= eps
        minus = func().reshape(-1)
        array[index] = start
        result.append((plus - minus) / (2 * eps))
    return np.array(result)
