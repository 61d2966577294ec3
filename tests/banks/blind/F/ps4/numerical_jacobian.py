# %% right: rows_in_a_list
@piece
def numerical_jacobian(func, array, eps):
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

# %% right: matrix_first
@piece
def numerical_jacobian(func, array, eps):
    """d func() / d array by central differences: (entries in, entries out)."""
    matrix = np.zeros((array.size, func().size), dtype=np.float64)
    for row, index in enumerate(np.ndindex(*array.shape)):
        before = array[index].copy()
        array[index] = before + eps
        high = func()
        array[index] = before - eps
        low = func()
        array[index] = before
        matrix[row] = ((high - low) / (2 * eps)).ravel()
    return matrix

# %% right: flat_writer
@piece
def numerical_jacobian(func, array, eps):
    size_out = func().size
    jac = np.empty((array.size, size_out), dtype=array.dtype)
    for j in range(array.size):
        x = array.flat[j]
        array.flat[j] = x - eps
        left = func().flatten()
        array.flat[j] = x + eps
        right = func().flatten()
        array.flat[j] = x
        for k in range(size_out):
            jac[j, k] = (right[k] - left[k]) / (2 * eps)
    return jac

# %% right: whole_backup
@piece
def numerical_jacobian(func, array, eps):
    backup = array.copy()
    rows = []
    for index in np.ndindex(array.shape):
        values = []
        for step in (eps, -eps):
            array[index] += step
            values.append(func().reshape(-1))
            array[...] = backup
        rows.append((values[0] - values[1]) / 2 / eps)
    return np.stack(rows)

# %% right: helper_with_finally
def output_at(func, array, index, step):
    kept = array[index]
    try:
        array[index] = kept + step
        return func().reshape(-1)
    finally:
        array[index] = kept


@piece
def numerical_jacobian(func, array, eps):
    columns = []
    for index in np.ndindex(array.shape):
        there = output_at(func, array, index, +eps)
        here = output_at(func, array, index, -eps)
        columns.append((there - here) / (2 * eps))
    return np.column_stack(columns).T

# %% right: unraveled
@piece
def numerical_jacobian(func, array, eps):
    result = []
    for number in range(array.size):
        place = np.unravel_index(number, array.shape)
        middle = float(array[place])
        outputs = {}
        for sign in (1, -1):
            array[place] = middle + sign * eps
            outputs[sign] = np.array(func(), dtype=np.float64).ravel()
        array[place] = middle
        result.append((outputs[1] - outputs[-1]) / (2 * eps))
    return np.vstack(result)

# %% wrong: one_sided
# why: The difference is one-sided: its error is about eps times the curvature.
@piece
def numerical_jacobian(func, array, eps):
    base = func().reshape(-1)
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old
        rows.append((plus - base) / eps)
    return np.array(rows)

# %% wrong: one_sided_backward
# why: It goes to the left only, so the difference is one-sided.
@piece
def numerical_jacobian(func, array, eps):
    base = func().reshape(-1)
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((base - minus) / eps)
    return np.array(rows)

# %% wrong: divided_by_eps
# why: The two points are 2 eps apart, but it divides by eps.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / eps)
    return np.array(rows)

# %% wrong: brackets_lost
# why: / 2 * eps divides by 2 and multiplies by eps; the brackets are lost.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / 2 * eps)
    return np.array(rows)

# %% wrong: not_restored
# why: The entry is never put back, so it stays at x - eps for the entries that follow and for the caller.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: restored_by_adding
# why: a + eps - 2 eps + eps is not always a: the entry is not restored to the last bit.
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

# %% wrong: moves_a_copy
# why: A copy is moved, which func does not read, so all differences are 0.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    array = array.copy()
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: moves_flat_copy
# why: It writes into a flat copy, and func reads the array.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    flat = array.reshape(-1).copy()
    for index in range(flat.size):
        old = flat[index]
        flat[index] = old + eps
        plus = func().reshape(-1)
        flat[index] = old - eps
        minus = func().reshape(-1)
        flat[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: reshape_may_copy
# why: array.reshape(-1) is a copy if the array is not contiguous, such as a transpose; then nothing is moved.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    flat = array.reshape(-1)
    for index in range(flat.size):
        old = flat[index]
        flat[index] = old + eps
        plus = func().reshape(-1)
        flat[index] = old - eps
        minus = func().reshape(-1)
        flat[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: transposed
# why: The matrix is transposed: entries of the input belong to the rows.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows).T

# %% wrong: first_output_only
# why: Only the first entry of the output is looked at.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus[0] - minus[0]) / (2 * eps))
    return np.array(rows).reshape(-1, 1)

# %% wrong: sum_of_outputs
# why: The entries of the output are summed, so there is one column only.
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
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows).reshape(-1, 1)

# %% wrong: not_flattened
# why: The outputs are not flattened, so an output with several dimensions gives no matrix.
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

# %% wrong: vectors_only
# why: range(len(array)) goes through the rows of a matrix, not its entries, and fails for a single number.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in range(len(array)):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: array_as_argument
# why: func takes no argument.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func(array).reshape(-1)
        array[index] = old - eps
        minus = func(array).reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: second_step_from_the_first
# why: The second step starts from the moved entry and only comes back to x, so the difference is one-sided and half as large.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] += eps
        plus = func().reshape(-1)
        array[index] -= eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: kept_too_late
# why: The entry is not kept before it is moved, but computed back afterwards, which is not exact.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        array[index] += eps
        plus = func().reshape(-1)
        array[index] -= 2 * eps
        minus = func().reshape(-1)
        old = array[index] + eps
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: return_in_loop
# why: return stands inside of the loop, so there is one row only.
@piece
def numerical_jacobian(func, array, eps):
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

# %% wrong: eps_hard_coded
# why: The given eps is overwritten by a fixed one.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    eps = 1e-6
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: column_by_column
# why: The entries are counted column by column instead of row by row.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in zip(*[i.ravel() for i in np.unravel_index(np.arange(array.size), array.shape, order='F')]):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: sign_turned
# why: The difference is taken the wrong way round, so all signs are turned.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((minus - plus) / (2 * eps))
    return np.array(rows)

# %% wrong: a_list
# why: A list of rows is returned instead of a matrix.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return rows

# %% wrong: all_at_once
# why: All entries are moved at once, so every row holds the sum of the slopes.
@piece
def numerical_jacobian(func, array, eps):
    old = array.copy()
    array += eps
    plus = func().reshape(-1)
    array[...] = old - eps
    minus = func().reshape(-1)
    array[...] = old
    return np.tile((plus - minus) / (2 * eps), (array.size, 1))

# %% wrong: backup_is_alias
# why: backup = array is a second name for the same array, so nothing is put back.
@piece
def numerical_jacobian(func, array, eps):
    backup = array
    rows = []
    for index in np.ndindex(array.shape):
        array[index] += eps
        plus = func().reshape(-1)
        array[index] -= 2 * eps
        minus = func().reshape(-1)
        array[...] = backup
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: kept_view
# why: old is a view of the entry and moves with it, so it keeps nothing.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[(*index, ...)]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: small_slopes_cut
# why: Small slopes are set to 0 as if they were rounding errors.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    matrix = np.array(rows)
    matrix[np.abs(matrix) < 1e-2] = 0
    return matrix

# %% wrong: rounded
# why: The slopes are rounded to one decimal place.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.round(np.array(rows), 1)

# %% wrong: relative_step
# why: The step is eps times the entry instead of eps, and 0 for an entry 0.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        step = eps * abs(old)
        array[index] = old + step
        plus = func().reshape(-1)
        array[index] = old - step
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * step))
    return np.array(rows)

# %% wrong: step_doubled
# why: It goes 2 eps to each side, so its error is four times that of the step that was asked for.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + 2 * eps
        plus = func().reshape(-1)
        array[index] = old - 2 * eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (4 * eps))
    return np.array(rows)

# %% wrong: half_steps
# why: It goes eps / 2 to each side instead of eps.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps / 2
        plus = func().reshape(-1)
        array[index] = old - eps / 2
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / eps)
    return np.array(rows)

# %% wrong: forgets_return
# why: The matrix is not returned.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    jacobian = np.array(rows)

# %% wrong: diagonal_only
# why: Only the diagonal is filled, as if each output depended on one input, and as if there were as many of each.
@piece
def numerical_jacobian(func, array, eps):
    matrix = np.zeros((array.size, array.size))
    for j, index in enumerate(np.ndindex(array.shape)):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        matrix[j, j] = (plus[j] - minus[j]) / (2 * eps)
    return matrix

# %% wrong: one_row_list_reused
# why: The same array is filled and appended each time, so all rows are the last one.
@piece
def numerical_jacobian(func, array, eps):
    row = np.zeros(func().size)
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        row[:] = (plus - minus) / (2 * eps)
        rows.append(row)
    return np.array(rows)

# %% wrong: absolute_difference
# why: The absolute value takes the sign off the slopes.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1)
        array[index] = old - eps
        minus = func().reshape(-1)
        array[index] = old
        rows.append(np.abs(plus - minus) / (2 * eps))
    return np.array(rows)

# %% wrong: half_precision_detour
# why: The outputs are cut to float32 before they are subtracted, and lose the digits that count.
@piece
def numerical_jacobian(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        old = array[index]
        array[index] = old + eps
        plus = func().reshape(-1).astype(np.float32)
        array[index] = old - eps
        minus = func().reshape(-1).astype(np.float32)
        array[index] = old
        rows.append((plus - minus) / (2 * eps))
    return np.array(rows)

