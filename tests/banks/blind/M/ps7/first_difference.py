# %% right: two_dicts
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def compare(x, y, path):
        if x in partner_of_a or y in partner_of_b:
            return None if partner_of_a.get(x) is y else path
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((f, m), (g, n)) in enumerate(pairs):
            here = path + [i]
            if f is None and g is None:
                continue
            if f is None or g is None or m != n:
                return here
            found = compare(f, g, here)
            if found is not None:
                return found
        return None

    return compare(a, b, [])

# %% right: stack_of_pairs
@piece
def first_difference(a, b):
    left, right, met = set(), set(), set()
    stack = [((a, 0), (b, 0), [])]
    while stack:
        (x, m), (y, n), path = stack.pop()
        if x is None and y is None:
            continue
        if x is None or y is None or m != n:
            return path
        if x in left or y in right:
            if (x, y) not in met:
                return path
            continue
        left.add(x)
        right.add(y)
        met.add((x, y))
        ins, others = x.next_functions, y.next_functions
        if x.name() != y.name() or len(ins) != len(others):
            return path
        for i in reversed(range(len(ins))):
            stack.append((ins[i], others[i], [*path, i]))
    return None

# %% right: generator_of_differences
def differences(x, y, path, there, back):
    if x in there or y in back:
        if there.get(x) is not y:
            yield path
        return
    there[x] = y
    back[y] = x
    xs, ys = list(x.next_functions), list(y.next_functions)
    if (x.name(), len(xs)) != (y.name(), len(ys)):
        yield path
        return
    for i, (p, q) in enumerate(zip(xs, ys)):
        if (p[0] is None) != (q[0] is None) or p[1] != q[1]:
            yield path + [i]
        elif p[0] is not None:
            yield from differences(p[0], q[0], path + [i], there, back)


@piece
def first_difference(a, b):
    return next(differences(a, b, [], {}, {}), None)

# %% right: raise_when_found
class Differs(Exception):
    pass


@piece
def first_difference(a, b):
    number_a, number_b = {}, {}

    def must_be_same(x, y):
        new_a, new_b = x not in number_a, y not in number_b
        if not (new_a and new_b):
            if new_a or new_b or number_a[x] != number_b[y]:
                raise Differs([])
            return
        number_a[x] = number_b[y] = len(number_a)
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            raise Differs([])
        for i in range(len(x.next_functions)):
            f, m = x.next_functions[i]
            g, n = y.next_functions[i]
            if f is None and g is None:
                continue
            if f is None or g is None or m != n:
                raise Differs([i])
            try:
                must_be_same(f, g)
            except Differs as error:
                raise Differs([i, *error.args[0]]) from None

    try:
        must_be_same(a, b)
    except Differs as error:
        return error.args[0]
    return None

# %% wrong: one_dict_only
# why: Only the nodes of the first graph remember whom they met. A node of the second graph can so be met by two different partners (a * b against a * a) without being noticed; a second dict is needed for the way back.
@piece
def first_difference(a, b):
    met = {}

    def compare(x, y, path):
        if x in met:
            return None if met[x] is y else path
        met[x] = y
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for i, ((f, m), (g, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if (f is None) != (g is None) or m != n:
                return path + [i]
            if f is not None:
                found = compare(f, g, path + [i])
                if found is not None:
                    return found
        return None

    return compare(a, b, [])

# %% wrong: empty_path_is_false
# why: The recursive call returns [] where the two inputs themselves differ, and `if found:` takes the empty list for "no difference". It must ask `is not None`.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def compare(x, y):
        if x in there or y in back:
            return None if there.get(x) is y else []
        there[x], back[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return []
        for i, ((f, m), (g, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if (f is None) != (g is None) or m != n:
                return [i]
            if f is not None:
                found = compare(f, g)
                if found:
                    return [i] + found
        return None

    return compare(a, b)

# %% wrong: seen_whoever_it_meets
# why: A node that was met before is passed over, whatever it is met with now. It must be asked whether the two were met with each other; if not, they differ here.
@piece
def first_difference(a, b):
    seen = set()

    def compare(x, y, path):
        if x in seen and y in seen:
            return None
        seen.add(x)
        seen.add(y)
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for i, ((f, m), (g, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if (f is None) != (g is None) or m != n:
                return path + [i]
            if f is not None:
                found = compare(f, g, path + [i])
                if found is not None:
                    return found
        return None

    return compare(a, b, [])

# %% wrong: level_by_level
# why: The pairs wait in a queue, so the graphs are compared level by level. Everything below an input comes before the next position, so a deep difference in input 0 comes before a shallow one in input 1.
from collections import deque


@piece
def first_difference(a, b):
    there, back = {}, {}
    queue = deque([(a, 0, b, 0, [])])
    while queue:
        x, m, y, n, path = queue.popleft()
        if x is None and y is None:
            continue
        if x is None or y is None or m != n:
            return path
        if x in there or y in back:
            if there.get(x) is not y:
                return path
            continue
        there[x], back[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for i, (p, q) in enumerate(zip(x.next_functions, y.next_functions)):
            queue.append((*p, *q, path + [i]))
    return None

# %% wrong: shared_path_list
# why: One list is used as the path for all calls, and a position is appended but never taken off again when a branch was the same. Later paths contain the positions of finished branches.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def compare(x, y, path):
        if x in there or y in back:
            return None if there.get(x) is y else path
        there[x], back[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for i, ((f, m), (g, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if f is None and g is None:
                continue
            path.append(i)
            if f is None or g is None or m != n:
                return path
            found = compare(f, g, path)
            if found is not None:
                return found
        return None

    return compare(a, b, [])

# %% wrong: all_pairs_before_any_walk
# why: It first looks at None and the output numbers of all inputs, and only then walks below them. A difference at position 1 is so reported before one that lies below position 0; each position must be finished before the next is looked at.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def compare(x, y, path):
        if x in there or y in back:
            return None if there.get(x) is y else path
        there[x], back[y] = y, x
        ins, others = x.next_functions, y.next_functions
        if x.name() != y.name() or len(ins) != len(others):
            return path
        for i in range(len(ins)):
            if (ins[i][0] is None) != (others[i][0] is None) or ins[i][1] != others[i][1]:
                return path + [i]
        for i in range(len(ins)):
            if ins[i][0] is not None:
                found = compare(ins[i][0], others[i][0], path + [i])
                if found is not None:
                    return found
        return None

    return compare(a, b, [])

# %% wrong: memory_in_the_default
# why: The dicts are default arguments, which Python makes once, so what was met in one comparison is still remembered in the next. They must be made anew in each call.
@piece
def first_difference(a, b, path=(), there={}, back={}):
    if a in there or b in back:
        return None if there.get(a) is b else list(path)
    there[a], back[b] = b, a
    if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
        return list(path)
    for i, ((f, m), (g, n)) in enumerate(zip(a.next_functions, b.next_functions)):
        here = (*path, i)
        if (f is None) != (g is None) or m != n:
            return list(here)
        if f is not None:
            found = first_difference(f, g, here)
            if found is not None:
                return found
    return None

# %% wrong: missing_inputs_passed_over
# why: An input is passed over as soon as one of the two is None. If one is None and the other is not, that is a difference at this position; only two None are the same.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def compare(x, y, path):
        if x in there or y in back:
            return None if there.get(x) is y else path
        there[x], back[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for i, ((f, m), (g, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if f is None or g is None:
                continue
            if m != n:
                return path + [i]
            found = compare(f, g, path + [i])
            if found is not None:
                return found
        return None

    return compare(a, b, [])
