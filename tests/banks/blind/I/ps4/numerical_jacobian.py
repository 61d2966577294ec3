# %% right: rows_in_a_list
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    columns = func().size
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        above = func().reshape(-1)
        array[index] = old - eps
        below = func().reshape(-1)
        array[index] = old
        rows.append((above - below) / (2 * eps))
    return np.array(rows).reshape(array.size, columns)

# %% right: matrix_filled_row_by_row
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""

    def at(place, value):
        keep = array[place]
        array[place] = value
        result = np.ravel(func())
        array[place] = keep
        return result

    jacobian = np.zeros((array.size, func().size))
    for j, (place, entry) in enumerate(np.ndenumerate(array)):
        jacobian[j] = (at(place, entry + eps) - at(place, entry - eps)) / (2 * eps)
    return jacobian

# %% right: as_in_the_hints
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for i in np.ndindex(array.shape):
        x = array[i]
        values = []
        for moved in (x + eps, x - eps):
            array[i] = moved
            values.append(func().reshape(-1))
        array[i] = x
        rows.append((values[0] - values[1]) / (2 * eps))
    return np.array(rows)

# %% wrong: one_sided
# why: The difference goes to one side only, from f(x) to f(x + eps). A central difference is asked for, between
# x + eps and x - eps, divided by 2 eps; its error is much smaller.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    base = func().reshape(-1)
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        rows.append((func().reshape(-1) - base) / eps)
        array[index] = old
    return np.array(rows).reshape(array.size, base.size)

# %% wrong: entry_put_back_by_arithmetic
# why: The entry is put back by adding eps again, and in computer arithmetic that is not always the old number
# to the last bit. Keep the entry in a variable and write it back.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    size = func().size
    rows = []
    for index in np.ndindex(array.shape):
        array[index] += eps
        plus = func().reshape(-1)
        array[index] -= 2 * eps
        minus = func().reshape(-1)
        array[index] += eps
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows).reshape(array.size, size)

# %% wrong: flat_may_be_a_copy
# why: array.reshape(-1) is a copy if the array does not lie in one piece, as after a transpose. Writing into it
# changes nothing that func sees, and the rows are 0; index the array itself.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    flat = array.reshape(-1)
    jac = np.zeros((flat.size, func().size))
    for j in range(flat.size):
        old = flat[j]
        flat[j] = old + eps
        up = func().reshape(-1)
        flat[j] = old - eps
        down = func().reshape(-1)
        flat[j] = old
        jac[j] = (up - down) / (2 * eps)
    return jac

# %% wrong: outputs_in_the_rows
# why: The matrix has a row for each output and a column for each input. It must be the other way round: row j
# belongs to entry j of array.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    jac = np.zeros((func().size, array.size))
    for j, index in enumerate(np.ndindex(array.shape)):
        old = array[index]
        array[index] = old + eps
        up = func().reshape(-1)
        array[index] = old - eps
        down = func().reshape(-1)
        array[index] = old
        jac[:, j] = (up - down) / (2 * eps)
    return jac

# %% wrong: brackets_of_the_divisor
# why: / 2 * eps divides by 2 and then multiplies by eps. The whole of 2 * eps must be divided by, in brackets.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    jac = np.zeros((array.size, func().size))
    for j, index in enumerate(np.ndindex(array.shape)):
        old = array[index]
        array[index] = old + eps
        up = func().reshape(-1)
        array[index] = old - eps
        down = func().reshape(-1)
        array[index] = old
        jac[j] = (up - down) / 2 * eps
    return jac

# %% wrong: rows_of_a_matrix_moved_at_once
# why: The loop goes over the first axis only: in a matrix array[j] is a whole row, which is moved at once, and
# kept as a view that moves along. Every entry must be moved by itself.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    rows = []
    for j in range(len(array)):
        old = array[j]
        array[j] = old + eps
        plus = func().reshape(-1)
        array[j] = old - eps
        minus = func().reshape(-1)
        array[j] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: moves_a_copy
# why: The entries of a copy are moved, and func computes from array, which stays as it is. All differences are
# 0; array itself must be changed, and put back.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    jac = np.zeros((array.size, func().size))
    for j, index in enumerate(np.ndindex(array.shape)):
        x = array.copy()
        x[index] += eps
        up = func().reshape(-1)
        x[index] -= 2 * eps
        down = func().reshape(-1)
        jac[j] = (up - down) / (2 * eps)
    return jac

# %% wrong: eps_of_its_own
# why: The step is fixed at a millionth, and the argument eps is overwritten. The step must be the eps that the
# caller hands in.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    eps = 1e-6
    jac = np.zeros((array.size, func().size))
    for j, index in enumerate(np.ndindex(array.shape)):
        old = array[index]
        array[index] = old + eps
        jac[j] = func().reshape(-1)
        array[index] = old - eps
        jac[j] -= func().reshape(-1)
        array[index] = old
    return jac / (2 * eps)

# %% wrong: column_by_column
# why: The entries of array are counted column by column. The rows of the matrix must follow np.ndindex, which
# counts row by row.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    jac = np.zeros((array.size, func().size))
    for j, reverse in enumerate(np.ndindex(array.shape[::-1])):
        index = reverse[::-1]
        old = array[index]
        array[index] = old + eps
        up = func().reshape(-1)
        array[index] = old - eps
        down = func().reshape(-1)
        array[index] = old
        jac[j] = (up - down) / (2 * eps)
    return jac

# %% wrong: last_entry_stays_moved
# why: An entry is put back only at the start of the next turn, so the last one stays at x - eps. Each entry
# must be put back before the function returns.
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    original = array.copy()
    jac = np.zeros((array.size, func().size))
    for j, index in enumerate(np.ndindex(array.shape)):
        array[...] = original
        array[index] = original[index] + eps
        up = func().reshape(-1)
        array[index] = original[index] - eps
        down = func().reshape(-1)
        jac[j] = (up - down) / (2 * eps)
    return jac
