# %% right: flat_positions
@piece
def numerical_jacobian(func, array, eps):
    jacobian = np.zeros((array.size, func().size))
    for row in range(array.size):
        saved = array.flat[row]
        try:
            array.flat[row] = saved + eps
            above = func()
            array.flat[row] = saved - eps
            below = func()
        finally:
            array.flat[row] = saved
        jacobian[row] = (above - below).reshape(-1) / (2 * eps)
    return jacobian

# %% right: inner_function
@piece
def numerical_jacobian(func, array, eps):
    def value_at(index, entry):
        old = array[index]
        array[index] = entry
        result = np.ravel(func())
        array[index] = old
        return result

    rows = []
    for index in np.ndindex(*array.shape):
        x = array[index]
        difference = value_at(index, x + eps) - value_at(index, x - eps)
        rows.append(difference / (2 * eps))
    columns = np.ravel(func()).size
    return np.array(rows, dtype=np.float64).reshape(array.size, columns)

# %% wrong: put_back_by_arithmetic
# why: The entry is put back by adding eps again. In computer arithmetic that is not always the number that it was.
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

# %% wrong: flattened_copy
# why: It moves the entries of array.reshape(-1). Of a transposed array that is a copy, so func sees no change and all slopes are 0.
@piece
def numerical_jacobian(func, array, eps):
    flat = array.reshape(-1)
    jac = np.empty((flat.size, func().size))
    for j in range(flat.size):
        old = flat[j]
        flat[j] = old + eps
        jac[j] = func().ravel()
        flat[j] = old - eps
        jac[j] -= func().ravel()
        flat[j] = old
    return jac / (2 * eps)

# %% wrong: transposed
# why: The differences are put side by side as columns. A row should belong to an entry of the input.
@piece
def numerical_jacobian(func, array, eps):
    differences = []
    for index in np.ndindex(array.shape):
        x = array[index]
        outputs = []
        for moved in (x + eps, x - eps):
            array[index] = moved
            outputs.append(func().reshape(-1))
        array[index] = x
        differences.append((outputs[0] - outputs[1]) / (2 * eps))
    return np.stack(differences, axis=1)

# %% wrong: one_sided
# why: The difference is taken to one side only, f(x + eps) - f(x). Its error falls with eps, not with its square.
@piece
def numerical_jacobian(func, array, eps):
    base = func().reshape(-1)
    jacobian = np.zeros((array.size, base.size))
    for k, index in enumerate(np.ndindex(array.shape)):
        entry = array[index]
        array[index] = entry + eps
        jacobian[k] = (func().reshape(-1) - base) / eps
        array[index] = entry
    return jacobian

# %% wrong: divided_by_eps
# why: The two points are 2 eps apart, and the difference is divided by eps alone: all slopes are twice as large.
@piece
def numerical_jacobian(func, array, eps):
    up, down = [], []
    for index in np.ndindex(array.shape):
        original = array[index].copy()
        array[index] = original + eps
        up.append(func().flatten())
        array[index] = original - eps
        down.append(func().flatten())
        array[index] = original
    return (np.array(up) - np.array(down)) / eps
