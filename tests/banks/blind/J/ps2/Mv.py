# %% right: outer_and_transpose
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), a.T @ grad

# %% right: column_times_row
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad[:, None] * b, grad @ a

# %% right: einsum
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors

        grad_a = np.einsum("i,j->ij", grad, b)
        grad_b = np.einsum("ij,i->j", a, grad)
        return grad_a, grad_b

# %% wrong: outer_turned_round
# why: np.outer(b, grad) has the shape (m, n). Entry a_ij gets grad_i * b_j, so it is np.outer(grad, b).
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(b, grad), a.T @ grad

# %% wrong: transpose_forgotten
# why: The gradient of b is a @ grad, which sums over the columns of a. b_j meets column j, so a is to
# be transposed: a.T @ grad. In a square matrix only the numbers tell.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), a @ grad

# %% wrong: entrywise_product_for_a
# why: grad * b works only if both have the same length and then gives a vector. The gradient of a is a
# matrix, a column times a row.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, a.T @ grad

# %% wrong: gradients_swapped
# why: The two gradients are returned in the wrong order: first that of the vector, then that of the
# matrix. The order is that of the operands.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return a.T @ grad, np.outer(grad, b)

# %% wrong: products_not_added
# why: For b the products are made and not added up over the rows: it is a matrix. b_j takes part in
# every entry of out, and gets the sum.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), grad[:, None] * a

# %% wrong: added_over_the_wrong_axis
# why: The products grad_i * a_ij are added over axis 1, along the rows. b_j collects column j, so it is
# the sum over axis 0.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors

        products = grad.reshape(-1, 1) * a
        return np.outer(grad, b), products.sum(axis=1)

# %% wrong: row_times_row
# why: grad is not made a column, so grad * b[None] goes along the row and not down the rows. Entry a_ij
# must get grad_i: grad[:, None] * b.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.broadcast_to(grad * b[None, :], a.shape), a.T @ grad

# %% wrong: upstream_forgotten_for_a
# why: Each row of the gradient of a is b, without its factor grad_i.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.broadcast_to(b, a.shape), a.T @ grad

# %% wrong: upstream_forgotten_for_b
# why: The gradient of b is the sum of the rows of a, as if all of grad were 1. Each row counts with
# grad_i: a.T @ grad.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), a.sum(axis=0)

# %% wrong: entrywise_in_forward
# why: a * b multiplies each row by b and does not add up. The output is a @ b, one number for each row.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad * b, (grad * a).sum(axis=0)

# %% wrong: transposed_vector
# why: b.T of a vector is the vector itself, so grad @ b.T is one number (or fails). For a column times
# a row, both need two axes, or np.outer.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return grad @ b.T, a.T @ grad

# %% wrong: filled_row_by_row_in_double
# why: The gradient of a is built in np.zeros(shape), which is float64, also for float32. Give it the
# dtype of a.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors

        ga = np.zeros(a.shape)
        for i in range(a.shape[0]):
            ga[i] = grad[i] * b
        return ga, a.T @ grad

# %% wrong: inverse_of_the_matrix
# why: It goes back with the pseudo-inverse of a, as if the way back were solving for b. A gradient goes
# back with the transposed matrix.
@piece
class Mv(Op):
    """out = A x: a matrix times a vector"""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a @ b

    @staticmethod
    def backward(ctx, grad):
        a, b = ctx.saved_tensors
        return np.outer(grad, b), np.linalg.pinv(a) @ grad
