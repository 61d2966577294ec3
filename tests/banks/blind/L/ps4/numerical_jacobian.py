# %% right: list_of_rows
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

# %% right: flat_and_preallocated
@piece
def numerical_jacobian(func, array, eps):
    jacobian = np.zeros((array.size, func().size))
    for j in range(array.size):
        before = array.flat[j]
        array.flat[j] = before + eps
        up = func()
        array.flat[j] = before - eps
        down = func()
        array.flat[j] = before
        jacobian[j] = (up - down).ravel() / (2 * eps)
    return jacobian

# %% right: helper_value_at
@piece
def numerical_jacobian(func, array, eps):
    def value_at(index, number):
        kept = array[index]
        try:
            array[index] = number
            return np.asarray(func()).flatten()
        finally:
            array[index] = kept

    def row(index):
        x = array[index]
        return (value_at(index, x + eps) - value_at(index, x - eps)) / (2 * eps)

    return np.stack([row(index) for index in np.ndindex(*array.shape)])

# %% right: columns_then_transpose
@piece
def numerical_jacobian(func, array, eps):
    original = array.copy()
    columns = []
    for idx, value in np.ndenumerate(original):
        both = []
        for step in (eps, -eps):
            array[idx] = value + step
            both.append(func().reshape(-1))
        array[idx] = value
        columns.append((both[0] - both[1]) / (2.0 * eps))
    return np.column_stack(columns).T

# %% wrong: moved_by_adding_and_subtracting
# why: The entry is moved by += and -= and brought back in the same way. In computer arithmetic that is not always the old number to the last bit; the entry must be kept in
# a variable and written back.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        array[index] += eps
        plus = func().reshape(-1)
        array[index] -= 2 * eps
        minus = func().reshape(-1)
        array[index] += eps
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: reshape_may_copy
# why: It writes into array.reshape(-1), which for an array that does not lie in one row in memory (a transpose, say) is a copy. Then func sees no change and the matrix is zero;
# write array[index] instead.
@piece
def numerical_jacobian(func, array, eps):
    flat = array.reshape(-1)
    rows = []
    for j in range(flat.size):
        old = flat[j]
        flat[j] = old + eps
        plus = func()
        flat[j] = old - eps
        minus = func()
        flat[j] = old
        rows.append((plus - minus).reshape(-1) / (2 * eps))
    return np.array(rows)

# %% wrong: divided_by_one_eps
# why: The difference is divided by eps. The two points are 2 eps apart, so all slopes come out twice as large.
@piece
def numerical_jacobian(func, array, eps):
    def shifted(k, by):
        x = array.flat[k]
        array.flat[k] = x + by
        y = func().ravel()
        array.flat[k] = x
        return y

    return np.array(
        [(shifted(k, eps) - shifted(k, -eps)) / eps for k in range(array.size)]
    )

# %% wrong: copy_is_moved
# why: It moves the entries of a copy. func reads the array itself, sees no change and always returns the same, so the matrix is zero; the entry of array itself must be changed.
@piece
def numerical_jacobian(func, array, eps):
    jacobian = []
    x0 = np.array(array)
    for position in np.ndindex(x0.shape):
        a = x0[position]
        x0[position] = a + eps
        f_plus = func()
        x0[position] = a - eps
        f_minus = func()
        x0[position] = a
        central = (f_plus - f_minus) / (2 * eps)
        jacobian.append(central.reshape(-1))
    return np.array(jacobian)

# %% wrong: entries_column_by_column
# why: It goes through the entries of a matrix column by column, so the rows of the Jacobian stand in the wrong order. They must be counted row by row, as np.ndindex does.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for reversed_index in np.ndindex(array.shape[::-1]):
        index = reversed_index[::-1]
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append((plus - minus).reshape(-1) / (2 * eps))
    return np.array(rows)

# %% wrong: square_matrix
# why: The matrix is made square, as if there were as many outputs as inputs. It needs a column for each entry of the output, and that number is seen only from what func returns.
@piece
def numerical_jacobian(func, array, eps):
    n = array.size
    jac = np.zeros((n, n))
    for j in range(n):
        where = np.unravel_index(j, array.shape)
        saved = array[where]
        array[where] = saved + eps
        jac[j] += func().flatten()
        array[where] = saved - eps
        jac[j] -= func().flatten()
        array[where] = saved
    return jac / (2 * eps)

# %% wrong: relative_step
# why: The step is eps times the entry. At an entry that is 0 there is no step at all and the result is nan; the step must be eps itself.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        h = eps * abs(old)
        array[index] = old + h
        plus = func()
        array[index] = old - h
        minus = func()
        array[index] = old
        rows.append((plus - minus).reshape(-1) / (2 * h))
    return np.array(rows)

# %% wrong: output_not_flattened
# why: The differences keep the shape of the output, so that the result is no matrix unless the output is a vector. Each must be flattened to a row.
@piece
def numerical_jacobian(func, array, eps):
    it = np.nditer(array, flags=["multi_index"], order="C")
    result = []
    for entry in it:
        where, keep = it.multi_index, float(entry)
        array[where] = keep + eps
        plus = func()
        array[where] = keep - eps
        minus = func()
        array[where] = keep
        result.append((plus - minus) / (2 * eps))
    return np.array(result)
