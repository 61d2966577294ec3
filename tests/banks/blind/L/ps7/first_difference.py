# %% right: two_dicts
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def compare(a, b, path):
        if a in partner_of_a or b in partner_of_b:
            return None if partner_of_a.get(a) is b else path
        partner_of_a[a], partner_of_b[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        pairs = zip(a.next_functions, b.next_functions)
        for i, ((p, m), (q, n)) in enumerate(pairs):
            here = path + [i]
            if (p is None) != (q is None) or m != n:
                return here
            if p is not None:
                found = compare(p, q, here)
                if found is not None:
                    return found
        return None

    return compare(a, b, [])

# %% right: stack_of_tasks
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    lefts, rights, met = set(), set(), set()
    tasks = [((a, 0), (b, 0), [])]
    while tasks:
        (p, m), (q, n), path = tasks.pop()
        if (p is None) != (q is None) or m != n:
            return path
        if p is None or (p, q) in met:
            continue
        if p in lefts or q in rights:
            return path
        lefts.add(p)
        rights.add(q)
        met.add((p, q))
        inputs, others = p.next_functions, q.next_functions
        if p.name() != q.name() or len(inputs) != len(others):
            return path
        for i in reversed(range(len(inputs))):
            tasks.append((inputs[i], others[i], path + [i]))
    return None

# %% right: by_an_exception
class Differ(Exception):
    pass


@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    met = []

    def walk(x, y, path):
        if any(x is p or y is q for p, q in met):
            if not any(x is p and y is q for p, q in met):
                raise Differ(path)
            return
        met.append((x, y))
        if x.name() != y.name():
            raise Differ(path)
        if len(x.next_functions) != len(y.next_functions):
            raise Differ(path)
        for i in range(len(x.next_functions)):
            (p, m), (q, n) = x.next_functions[i], y.next_functions[i]
            if (p is None) is not (q is None) or m != n:
                raise Differ(path + (i,))
            if p is not None:
                walk(p, q, path + (i,))

    try:
        walk(a, b, ())
    except Differ as found:
        return list(found.args[0])
    return None

# %% right: generator_of_differences
def differences(a, b, path, left, right):
    if a in left or b in right:
        if left.get(a) is not b or right.get(b) is not a:
            yield path
        return
    left[a] = b
    right[b] = a
    if (a.name(), len(a.next_functions)) != (b.name(), len(b.next_functions)):
        yield path
        return
    for i, (one, two) in enumerate(zip(a.next_functions, b.next_functions)):
        if one[1] != two[1] or (one[0] is None) + (two[0] is None) == 1:
            yield [*path, i]
        elif one[0] is not None:
            yield from differences(one[0], two[0], [*path, i], left, right)


@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    return next(differences(a, b, [], {}, {}), None)

# %% wrong: only_the_first_graph_remembers
# why: One dict tells whom the nodes of the first graph have met, but nobody asks whether the node of the
# second graph was met before. So a * b and a * a are taken for the same; both sides must remember.
@piece
def first_difference(a, b):
    met = {}

    def compare(a, b, path):
        if a in met:
            return None if met[a] is b else path
        met[a] = b
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i, ((p, m), (q, n)) in enumerate(zip(a.next_functions, b.next_functions)):
            if (p is None) != (q is None) or m != n:
                return path + [i]
            if p is not None:
                found = compare(p, q, path + [i])
                if found is not None:
                    return found
        return None

    return compare(a, b, [])

# %% wrong: empty_path_is_false
# why: The path is built on the way back, and a difference at the input itself comes as the empty list.
# `if found:` takes it for no difference, and goes on. It must be compared with None.
@piece
def first_difference(a, b):
    left, right = {}, {}

    def compare(a, b):
        if a in left or b in right:
            return None if left.get(a) is b else []
        left[a], right[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return []
        for i, ((p, m), (q, n)) in enumerate(zip(a.next_functions, b.next_functions)):
            if (p is None) != (q is None) or m != n:
                return [i]
            if p is not None:
                found = compare(p, q)
                if found:
                    return [i] + found
        return None

    return compare(a, b)

# %% wrong: one_dict_for_both_graphs
# why: The partners of both graphs are kept in one dict. Where the two graphs share a node (a leaf, say),
# what it met as a node of the first graph is mixed up with what it met as a node of the second. Each
# graph needs a memory of its own.
@piece
def first_difference(a, b):
    partner = {}

    def compare(a, b, path):
        if a in partner or b in partner:
            return None if partner.get(a) is b and partner.get(b) is a else path
        partner[a] = b
        partner[b] = a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i, ((p, m), (q, n)) in enumerate(zip(a.next_functions, b.next_functions)):
            if (p is None) != (q is None) or m != n:
                return path + [i]
            if p is not None:
                found = compare(p, q, path + [i])
                if found is not None:
                    return found
        return None

    return compare(a, b, [])

# %% wrong: level_by_level
# why: It compares all nodes of one level before it goes deeper, and so finds the difference that is
# nearest to the top. An input should be compared with everything below it before the next position is
# looked at.
from collections import deque


@piece
def first_difference(a, b):
    left, right = {}, {}
    waiting = deque([(a, b, [])])
    while waiting:
        a, b, path = waiting.popleft()
        if a in left or b in right:
            if left.get(a) is not b:
                return path
            continue
        left[a], right[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i, ((p, m), (q, n)) in enumerate(zip(a.next_functions, b.next_functions)):
            if (p is None) != (q is None) or m != n:
                return path + [i]
            if p is not None:
                waiting.append((p, q, path + [i]))
    return None

# %% wrong: outputs_after_the_nodes
# why: The numbers of the outputs are compared only after everything below the two nodes. If both
# differ, the path leads too deep; the outputs come first.
@piece
def first_difference(a, b):
    left, right = {}, {}

    def compare(a, b, path):
        if a in left or b in right:
            return None if left.get(a) is b else path
        left[a], right[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i, ((p, m), (q, n)) in enumerate(zip(a.next_functions, b.next_functions)):
            here = path + [i]
            if (p is None) != (q is None):
                return here
            if p is not None:
                found = compare(p, q, here)
                if found is not None:
                    return found
            if m != n:
                return here
        return None

    return compare(a, b, [])

# %% wrong: path_is_never_shortened
# why: All calls append to one and the same list, and nothing is taken off when an input turned out to be
# the same. So the path also contains positions that were left again; a new list path + [i] (or a pop)
# is needed.
@piece
def first_difference(a, b):
    left, right = {}, {}
    path = []

    def same(a, b):
        if a in left or b in right:
            return left.get(a) is b
        left[a], right[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return False
        for i, ((p, m), (q, n)) in enumerate(zip(a.next_functions, b.next_functions)):
            path.append(i)
            if (p is None) != (q is None) or m != n:
                return False
            if p is not None and not same(p, q):
                return False
        return True

    return None if same(a, b) else path

# %% wrong: memory_as_a_default
# why: The dicts are default arguments, which Python makes once, so a second call still remembers
# whom the nodes met in the first call. Each comparison must begin with empty memories.
@piece
def first_difference(a, b, path=(), left={}, right={}):
    if a in left or b in right:
        return None if left.get(a) is b and right.get(b) is a else list(path)
    left[a], right[b] = b, a
    if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
        return list(path)
    for i, ((p, m), (q, n)) in enumerate(zip(a.next_functions, b.next_functions)):
        if (p is None) != (q is None) or m != n:
            return [*path, i]
        if p is not None:
            found = first_difference(p, q, (*path, i), left, right)
            if found is not None:
                return found
    return None

# %% wrong: number_of_inputs_is_not_compared
# why: zip stops at the shorter list of inputs, and the numbers of inputs are never compared. Two
# nodes with the same name, one with more inputs than the other, pass for the same.
@piece
def first_difference(a, b):
    left, right = {}, {}

    def compare(a, b, path):
        if a in left or b in right:
            return None if left.get(a) is b else path
        left[a], right[b] = b, a
        if a.name() != b.name():
            return path
        for i, ((p, m), (q, n)) in enumerate(zip(a.next_functions, b.next_functions)):
            if (p is None) != (q is None) or m != n:
                return path + [i]
            if p is not None:
                found = compare(p, q, path + [i])
                if found is not None:
                    return found
        return None

    return compare(a, b, [])
