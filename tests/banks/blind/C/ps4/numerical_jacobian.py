# %% right: list_of_rows
@piece
def numerical_jacobian(func, array, eps):
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

# %% right: filled_matrix
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    n_out = func().size
    jacobian = np.zeros((array.size, n_out), dtype=array.dtype)
    for row, index in enumerate(np.ndindex(array.shape)):
        before = array[index].copy()
        array[index] = before + eps
        right = func()
        array[index] = before - eps
        left = func()
        array[index] = before
        jacobian[row] = (right - left).flatten() / (2 * eps)
    return jacobian

# %% right: helper_at
def value_at(func, array, index, value):
    old = array[index].item()
    array[index] = value
    try:
        return np.asarray(func()).ravel()
    finally:
        array[index] = old

@piece
def numerical_jacobian(func, array, eps):
    matrix = []
    for index in np.ndindex(array.shape):
        x = array[index].item()
        high = value_at(func, array, index, x + eps)
        low = value_at(func, array, index, x - eps)
        matrix.append((high - low) / (2 * eps))
    return np.stack(matrix)

# %% right: whole_copy
@piece
def numerical_jacobian(func, array, eps):
    original = array.copy()
    outputs = []
    for index in np.ndindex(*array.shape):
        array[index] = original[index] + eps
        f_plus = func().reshape(-1)
        array[index] = original[index] - eps
        f_minus = func().reshape(-1)
        array[...] = original
        difference = f_plus - f_minus
        outputs.append(difference / 2 / eps)
    return np.vstack(outputs)

# %% right: columns_then_transposed
@piece
def numerical_jacobian(func, array, eps):
    def moved(index, step):
        kept = array[index]
        array[index] = kept + step
        result = func().reshape(-1).astype(np.float64)
        array[index] = kept
        return result
    columns = [(moved(i, eps) - moved(i, -eps)) / (2 * eps) for i in np.ndindex(array.shape)]
    return np.column_stack(columns).T

# %% wrong: one_sided
# why: a one-sided difference, f(x + eps) - f(x) over eps, whose error is about eps times the curvature
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    base = func()
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        rows.append(((func() - base) / eps).reshape(-1))
        array[index] = old
    return np.array(rows)

# %% wrong: divided_by_eps
# why: divides by eps, though the two points are 2 eps apart; every entry is twice too large
@piece
def numerical_jacobian(func, array, eps):
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
# why: / 2 * eps divides by 2 and then multiplies by eps; the brackets around 2 * eps are missing
@piece
def numerical_jacobian(func, array, eps):
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

# %% wrong: precedence_of_minus
# why: only the second value is divided by 2 eps, since the brackets around the difference are missing
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append((plus - minus / (2 * eps)).reshape(-1))
    return np.array(rows)

# %% wrong: put_back_by_sums
# why: moves the entry by += and -= and puts it back by adding eps again; in computer arithmetic that is not always the old number to the last bit
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        array[index] += eps
        plus = func()
        array[index] -= 2 * eps
        minus = func()
        array[index] += eps
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)

# %% wrong: never_put_back
# why: the entry is not put back: it stays at x - eps, for the caller and for the next rows
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)

# %% wrong: only_eps_back
# why: the second move takes only eps away, so it is back at x and not at x - eps: a one-sided difference divided by 2 eps
@piece
def numerical_jacobian(func, array, eps):
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

# %% wrong: transposed
# why: the matrix is transposed: a row for each output and a column for each input
@piece
def numerical_jacobian(func, array, eps):
    columns = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        columns.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.stack(columns, axis=1)

# %% wrong: copy_is_moved
# why: moves the entries of a copy, but func reads array itself: nothing changes and the matrix is zero
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        moved = array.copy()
        moved[index] = array[index] + eps
        plus = func()
        moved[index] = array[index] - eps
        minus = func()
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)

# %% wrong: func_gets_an_argument
# why: calls func with a moved array, but func takes no argument
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        step = np.zeros_like(array)
        step[index] = eps
        rows.append(((func(array + step) - func(array - step)) / (2 * eps)).reshape(-1))
    return np.array(rows)

# %% wrong: flattened_copy
# why: writes into array.reshape(-1), which is a copy if the array is not contiguous (a transpose); then nothing changes
@piece
def numerical_jacobian(func, array, eps):
    flat = array.reshape(-1)
    rows = []
    for i in range(flat.size):
        old = flat[i]
        flat[i] = old + eps
        plus = func()
        flat[i] = old - eps
        minus = func()
        flat[i] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)

# %% wrong: ravel_is_a_copy
# why: flatten always makes a copy, so func never sees the moved entry and the matrix is all zeros
@piece
def numerical_jacobian(func, array, eps):
    flat = array.flatten()
    rows = []
    for i in range(len(flat)):
        old = flat[i]
        flat[i] = old + eps
        plus = func()
        flat[i] = old - eps
        minus = func()
        flat[i] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)

# %% wrong: vectors_only
# why: goes through range(len(array)), the rows: right for a vector, wrong for a matrix, and an error for a single number
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for i in range(len(array)):
        old = array[i].copy()
        array[i] = old + eps
        plus = func()
        array[i] = old - eps
        minus = func()
        array[i] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)

# %% wrong: matrices_only
# why: two loops over rows and columns: an array that is no matrix has no such shape
@piece
def numerical_jacobian(func, array, eps):
    n, m = array.shape
    rows = []
    for i in range(n):
        for j in range(m):
            old = array[i, j]
            array[i, j] = old + eps
            plus = func()
            array[i, j] = old - eps
            minus = func()
            array[i, j] = old
            rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)

# %% wrong: not_flattened
# why: the rows keep the shape of the output, so for an output that is no vector the result is no matrix
@piece
def numerical_jacobian(func, array, eps):
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

# %% wrong: view_kept_as_old
# why: old = array[index + (Ellipsis,)] is a view, not a copy: it moves together with the entry, so the steps pile up and the entry is not put back
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index + (...,)]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)

# %% wrong: minus_plus_swapped
# why: the difference is the wrong way round, f(x - eps) - f(x + eps), so every sign is wrong
@piece
def numerical_jacobian(func, array, eps):
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

# %% wrong: whole_array_moved
# why: moves all entries at once by array += eps, so each row is the sum of all the slopes
@piece
def numerical_jacobian(func, array, eps):
    old = array.copy()
    rows = []
    for index in np.ndindex(array.shape):
        array += eps
        plus = func()
        array[...] = old - eps
        minus = func()
        array[...] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)

# %% wrong: return_in_loop
# why: the return stands inside the loop, so there is only the row of the first entry
@piece
def numerical_jacobian(func, array, eps):
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

# %% wrong: square_matrix
# why: makes a matrix of array.size by array.size, as if the output had as many entries as the input
@piece
def numerical_jacobian(func, array, eps):
    jac = np.zeros((array.size, array.size), dtype=array.dtype)
    for j, index in enumerate(np.ndindex(array.shape)):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        jac[j] = ((plus - minus) / (2 * eps)).reshape(-1)
    return jac

# %% wrong: summed_output
# why: sums the output, so that each row has one number instead of one for each entry of the output
@piece
def numerical_jacobian(func, array, eps):
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

# %% wrong: own_eps
# why: takes a step of its own, 1e-6, instead of eps
@piece
def numerical_jacobian(func, array, eps):
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

# %% wrong: column_major_order
# why: goes through the entries column by column, by ndindex of the reversed shape, instead of row by row
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for reverse in np.ndindex(array.shape[::-1]):
        index = reverse[::-1]
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append(((plus - minus) / (2 * eps)).reshape(-1))
    return np.array(rows)

# %% wrong: rounded_off
# why: rounds the numbers to three places to make them look nice; the last digits are lost
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func()
        array[index] = old - eps
        minus = func()
        array[index] = old
        rows.append(np.round(((plus - minus) / (2 * eps)).reshape(-1), 3))
    return np.array(rows)
