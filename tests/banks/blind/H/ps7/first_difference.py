# %% right: a_stack_of_pairs
@piece
def first_difference(a, b):
    left, right = {}, {}
    waiting = [((a, 0), (b, 0), [])]
    while waiting:
        (x, out_x), (y, out_y), path = waiting.pop()
        if x is None and y is None:
            continue
        if x is None or y is None or out_x != out_y:
            return path
        if x in left or y in right:
            if x in left and left[x] is y:
                continue
            return path
        left[x], right[y] = y, x
        inputs_x, inputs_y = x.next_functions, y.next_functions
        if x.name() != y.name() or len(inputs_x) != len(inputs_y):
            return path
        for k in reversed(range(len(inputs_x))):
            waiting.append((inputs_x[k], inputs_y[k], path + [k]))
    return None

# %% right: an_exception_with_the_path
class Different(Exception):
    pass


@piece
def first_difference(a, b):
    met = set()
    known_a, known_b = set(), set()

    def same(x, y, path):
        if x in known_a or y in known_b:
            if (x, y) not in met:
                raise Different(path)
            return
        met.add((x, y))
        known_a.add(x)
        known_b.add(y)
        if (x.name(), len(x.next_functions)) != (y.name(), len(y.next_functions)):
            raise Different(path)
        for k, (p, q) in enumerate(zip(x.next_functions, y.next_functions)):
            below = (*path, k)
            if (p[0] is None) != (q[0] is None) or p[1] != q[1]:
                raise Different(below)
            if p[0] is not None:
                same(p[0], q[0], below)

    try:
        same(a, b, ())
    except Different as difference:
        return list(difference.args[0])
    return None

# %% wrong: one_dict
# why: Only the nodes of the first graph remember whom they met; that a node of the second was met before, by another, is not noticed.
@piece
def first_difference(a, b):
    partner = {}

    def compare(x, y, path):
        if x in partner:
            return None if partner[x] is y else path
        partner[x] = y
        if x.name() != y.name():
            return path
        if len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for k, ((p, i), (q, j)) in enumerate(pairs):
            if (p is None) != (q is None) or i != j:
                return path + [k]
            if p is not None:
                found = compare(p, q, path + [k])
                if found is not None:
                    return found
        return None

    return compare(a, b, [])

# %% wrong: empty_path_is_false
# why: The difference at a node itself is the empty path, which "if below" takes for none.
@piece
def first_difference(a, b):
    first, second = {}, {}

    def walk(x, y):
        if x in first or y in second:
            return None if first.get(x) is y else []
        first[x] = y
        second[y] = x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return []
        for k in range(len(x.next_functions)):
            p, i = x.next_functions[k]
            q, j = y.next_functions[k]
            if p is None and q is None:
                continue
            if p is None or q is None or i != j:
                return [k]
            below = walk(p, q)
            if below:
                return [k] + below
        return None

    return walk(a, b)

# %% wrong: inputs_before_what_is_below
# why: All inputs of a node are compared for None and output number first, before anything below position 0 is looked at; another difference is then the first.
@piece
def first_difference(a, b):
    to_b, to_a = {}, {}

    def nodes(x, y, path):
        if x in to_b or y in to_a:
            met = x in to_b and to_b[x] is y
            return None if met else path
        to_b[x], to_a[y] = y, x
        if x.name() != y.name():
            return path
        xs, ys = x.next_functions, y.next_functions
        if len(xs) != len(ys):
            return path
        for k in range(len(xs)):
            if (xs[k][0] is None) is not (ys[k][0] is None) or xs[k][1] != ys[k][1]:
                return path + [k]
        for k in range(len(xs)):
            if xs[k][0] is not None:
                answer = nodes(xs[k][0], ys[k][0], path + [k])
                if answer is not None:
                    return answer
        return None

    return nodes(a, b, [])

# %% wrong: number_of_inputs_not_compared
# why: zip stops at the shorter list of inputs, and that the other node has more of them is not noticed.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def go(x, y, path):
        if x is None or y is None:
            return None if x is y else path
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else path
        met_a[x], met_b[y] = y, x
        if x.name() != y.name():
            return path
        for k, (p, q) in enumerate(zip(x.next_functions, y.next_functions)):
            if p[1] != q[1]:
                return [*path, k]
            result = go(p[0], q[0], [*path, k])
            if result is not None:
                return result
        return None

    return go(a, b, [])

# %% wrong: outputs_not_compared
# why: Which output of a node an input comes from is not compared, so p * q and q * p of one unbind count as the same.
@piece
def first_difference(a, b):
    pairs, seen_a, seen_b = [], set(), set()

    def differ(x, y):
        if (x is None) != (y is None):
            return []
        if x is None:
            return None
        if x in seen_a or y in seen_b:
            known = any(p is x and q is y for p, q in pairs)
            return None if known else []
        pairs.append((x, y))
        seen_a.add(x)
        seen_b.add(y)
        xs = [node for node, _ in x.next_functions]
        ys = [node for node, _ in y.next_functions]
        if x.name() != y.name() or len(xs) != len(ys):
            return []
        for position, (p, q) in enumerate(zip(xs, ys)):
            path = differ(p, q)
            if path is not None:
                return [position] + path
        return None

    return differ(a, b)
