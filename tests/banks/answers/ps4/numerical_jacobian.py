"""Answers to numerical_jacobian."""

import numpy as np
from banks.answers.bank import answers_to

right, wrong = answers_to("numerical_jacobian")

# -- right -----------------------------------------------------------------------------


@right
def as_in_the_book(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        kept = array[index]
        array[index] = kept + eps
        above = func()
        array[index] = kept - eps
        below = func()
        array[index] = kept
        rows.append((above - below).reshape(-1) / (2 * eps))
    return np.array(rows)


@right
def columns_of_a_matrix(func, array, eps):
    jacobian = np.zeros((array.size, func().size), array.dtype)
    for j in range(array.size):
        kept = array.flat[j]
        for step in (eps, -eps):
            array.flat[j] = kept + step
            jacobian[j] += func().ravel() / (2 * step)
        array.flat[j] = kept
    return jacobian


@right
def in_a_matrix_made_before(func, array, eps):
    jacobian = np.zeros((array.size, func().size))  # float64, whatever the array is
    for j, index in enumerate(np.ndindex(array.shape)):
        kept = array[index]
        array[index] = kept + eps
        above = func().ravel()
        array[index] = kept - eps
        jacobian[j] = (above - func().ravel()) / (2 * eps)
        array[index] = kept
    return jacobian


@right
def with_a_copy_of_all(func, array, eps):
    before = array.copy()
    found = []
    for index, _ in np.ndenumerate(before):
        step = np.zeros_like(before)
        step[index] = eps
        array[...] = before + step
        above = func().flatten()
        array[...] = before - step
        found.append((above - func().flatten()) / eps / 2)
        array[...] = before
    return np.stack(found)


# -- wrong -----------------------------------------------------------------------------


@wrong("one-sided: f(x + eps) - f(x)")
def one_sided(func, array, eps):
    base, rows = func(), []
    for index in np.ndindex(array.shape):
        kept = array[index]
        array[index] = kept + eps
        rows.append((func() - base).reshape(-1) / eps)
        array[index] = kept
    return np.array(rows)


@wrong("one-sided: f(x) - f(x - eps)")
def from_the_left(func, array, eps):
    base, rows = func(), []
    for index in np.ndindex(array.shape):
        kept = array[index]
        array[index] = kept - eps
        rows.append((base - func()).reshape(-1) / eps)
        array[index] = kept
    return np.array(rows)


@wrong("factor 2 is missing")
def over_eps(func, array, eps):
    return as_in_the_book(func, array, eps) * 2


@wrong("One of the two points is x itself")
def one_step_over_two(func, array, eps):
    base, rows = func(), []
    for index in np.ndindex(array.shape):
        kept = array[index]
        array[index] = kept + eps
        rows.append((func() - base).reshape(-1) / (2 * eps))
        array[index] = kept
    return np.array(rows)


@wrong("not divided by 2 eps")
def undivided(func, array, eps):
    return as_in_the_book(func, array, eps) * (2 * eps)


@wrong("multiplied by eps / 2")
def without_brackets(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        kept = array[index]
        array[index] = kept + eps
        above = func()
        array[index] = kept - eps
        below = func()
        array[index] = kept
        rows.append((above - below).reshape(-1) / 2 * eps)
    return np.array(rows)


@wrong("sign is wrong")
def negative(func, array, eps):
    return -as_in_the_book(func, array, eps)


@wrong("transposed")
def turned_over(func, array, eps):
    return as_in_the_book(func, array, eps).T


@wrong("Only the diagonal")
def elementwise(func, array, eps):
    jacobian = as_in_the_book(func, array, eps)
    return np.tril(np.triu(jacobian))


@wrong("All entries are moved at once")
def at_once(func, array, eps):
    before = array.copy()
    array += eps
    above = func()
    array -= 2 * eps
    below = func()
    array[...] = before
    return np.array([(above - below).reshape(-1) / (2 * eps)] * array.size)


@wrong("may be copies")
def through_ravel(func, array, eps):
    flat, rows = array.ravel(), []
    for j in range(flat.size):
        kept = flat[j]
        flat[j] = kept + eps
        above = func()
        flat[j] = kept - eps
        below = func()
        flat[j] = kept
        rows.append((above - below).reshape(-1) / (2 * eps))
    return np.array(rows)


@wrong("breaks a rule", "Keep the entry, and put it back")
def back_by_adding(func, array, eps):
    eps = eps * 1.1  # no power of 2: adding it rounds
    rows = []
    for index in np.ndindex(array.shape):
        array[index] += eps
        above = func()
        array[index] -= 2 * eps
        below = func()
        array[index] += eps
        rows.append((above - below).reshape(-1) / (2 * eps))
    return np.array(rows)


@wrong("breaks a rule", "put each entry back")
def never_back(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        array[index] += eps
        above = func()
        array[index] -= 2 * eps
        rows.append((above - func()).reshape(-1) / (2 * eps))
    return np.array(rows)


@wrong("whatever eps is")
def usual_eps(func, array, eps):
    return as_in_the_book(func, array, 1e-6)


@wrong("The step is eps * x")
def relative_eps(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        kept = array[index]
        array[index] = kept * (1 + eps)
        above = func()
        array[index] = kept * (1 - eps)
        below = func()
        array[index] = kept
        rows.append((above - below).reshape(-1) / (2 * eps * kept))
    return np.array(rows)


@wrong("outputs are summed up")
def of_a_sum(func, array, eps):
    return as_in_the_book(lambda: func().sum(), array, eps)


@wrong("Flatten each")
def rows_as_they_are(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        kept = array[index]
        array[index] = kept + eps
        above = func()
        array[index] = kept - eps
        rows.append((above - func()) / (2 * eps))
        array[index] = kept
    return np.array(rows)


@wrong("returned None")
def no_return(func, array, eps):
    as_in_the_book(func, array, eps)


@wrong("float32")
def in_single_precision(func, array, eps):
    return as_in_the_book(lambda: func().astype("float32"), array, eps)


@wrong("func sees no change", "array[index] = …")
def moves_a_name(func, array, eps):
    rows, kept = [], array
    for index in np.ndindex(kept.shape):
        step = np.zeros_like(kept)
        step[index] = eps
        array = kept + step
        above = func()
        array = kept - step
        below = func()
        rows.append((above - below).reshape(-1) / (2 * eps))
    return np.array(rows)


@wrong("func sees no change", "x += …")
def moves_the_entries_of_a_loop(func, array, eps):
    rows = []
    for x in array:
        x += eps
        above = func()
        x -= 2 * eps
        below = func()
        x += eps
        rows.append((above - below).reshape(-1) / (2 * eps))
    return np.array(rows)


def along_the_first_axis(func, array, eps):
    rows = []
    for i in range(len(array)):
        kept = array[i]
        array[i] = kept + eps
        above = func()
        array[i] = kept - eps
        below = func()
        array[i] = kept
        rows.append((above - below) / (2 * eps))
    return np.array(rows)


@wrong("along the first axis alone", "np.ndindex(array.shape)")
def as_for_a_vector(func, array, eps):
    return along_the_first_axis(func, array, eps)


@wrong("joined to a single row")
def stacked_sideways(func, array, eps):
    return np.hstack(list(as_in_the_book(func, array, eps)))


@wrong("raised TypeError", "func takes no argument")
def hands_the_array_over(func, array, eps):
    return np.array([func(array + eps) - func(array - eps)])


@wrong("np.ndindex wants a shape")
def index_of_the_array(func, array, eps):
    return np.array([array[index] for index in np.ndindex(array)])


@wrong("put back too late")
def put_back_at_the_end(func, array, eps):
    before, rows = array.copy(), []
    for index in np.ndindex(array.shape):
        array[index] = before[index] + eps
        above = func()
        array[index] = before[index] - eps
        rows.append((above - func()).ravel() / (2 * eps))
    array[...] = before
    return np.array(rows)


@wrong("returns inside of the loop")
def returns_in_the_loop(func, array, eps):
    return as_in_the_book(func, array, eps)[:1]


@wrong("lie in memory", "np.ndindex(array.shape)")
def in_the_order_of_memory(func, array, eps):
    rows = []
    for entry in np.nditer(array, op_flags=["readwrite"]):
        kept = entry.copy()
        entry[...] = kept + eps
        above = func()
        entry[...] = kept - eps
        rows.append((above - func()).ravel() / (2 * eps))
        entry[...] = kept
    return np.array(rows)


@wrong("step is eps * x", "how far apart")
def relative_eps_over_eps(func, array, eps):
    rows = []
    for index in np.ndindex(array.shape):
        kept = array[index]
        array[index] = kept * (1 + eps)
        above = func()
        array[index] = kept * (1 - eps)
        rows.append((above - func()).ravel() / (2 * eps))
        array[index] = kept
    return np.array(rows)


@wrong("rounded to 3 digits")
def rounded(func, array, eps):
    return np.round(as_in_the_book(func, array, eps), 3)


@wrong("has another length", "func().size")
def square(func, array, eps):
    jacobian = np.zeros((array.size, array.size))
    jacobian[...] = as_in_the_book(func, array, eps)
    return jacobian


@wrong("one-sided", "transposed")
def one_sided_and_turned_over(func, array, eps):
    return one_sided(func, array, eps).T
