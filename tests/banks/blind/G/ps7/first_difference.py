# %% right: a_stack_of_pairs
@piece
def first_difference(a, b):
    partners, other_partners = {}, {}
    stack = [((a, 0), (b, 0), [])]
    while stack:
        (m, from_m), (n, from_n), path = stack.pop()
        if m is None and n is None:
            continue
        if m is None or n is None or from_m != from_n:
            return path
        if m in partners or n in other_partners:
            if partners.get(m) is not n:
                return path
            continue
        partners[m], other_partners[n] = n, m
        left, right = m.next_functions, n.next_functions
        if m.name() != n.name() or len(left) != len(right):
            return path
        for i in reversed(range(len(left))):
            stack.append((left[i], right[i], [*path, i]))
    return None


# %% right: differences_one_by_one
@piece
def first_difference(a, b):
    met = set()
    lefts, rights = set(), set()

    def differences(m, n, path):
        if m in lefts or n in rights:
            if (m, n) not in met:
                yield path
            return
        met.add((m, n))
        lefts.add(m)
        rights.add(n)
        if m.name() != n.name() or len(m.next_functions) != len(n.next_functions):
            yield path
            return
        for i, (p, q) in enumerate(zip(m.next_functions, n.next_functions)):
            if (p[0] is None) != (q[0] is None) or p[1] != q[1]:
                yield path + [i]
            elif p[0] is not None:
                yield from differences(p[0], q[0], path + [i])

    return next(differences(a, b, []), None)


# %% wrong: one_dict_for_both
# why: Only the nodes of the first graph are remembered. That b of the second one was met before, with another node, goes unseen: a * b and a * a count as the same.
@piece
def first_difference(a, b):
    partner = {}

    def walk(m, n, path):
        if m in partner:
            return None if partner[m] is n else path
        partner[m] = n
        if m.name() != n.name():
            return path
        if len(m.next_functions) != len(n.next_functions):
            return path
        for i, ((p, k), (q, l)) in enumerate(zip(m.next_functions, n.next_functions)):
            here = path + [i]
            if (p is None) != (q is None) or k != l:
                return here
            if p is not None:
                found = walk(p, q, here)
                if found is not None:
                    return found
        return None

    return walk(a, b, [])


# %% wrong: an_empty_path_is_passed_over
# why: Below a node, [] means that the input itself differs. `if below:` takes it for no difference and goes on.
@piece
def first_difference(a, b):
    first, second = {}, {}

    def compare(m, n):
        if m in first or n in second:
            same = first.get(m) is n and second.get(n) is m
            return None if same else []
        first[m] = n
        second[n] = m
        if m.name() != n.name() or len(m.next_functions) != len(n.next_functions):
            return []
        for i in range(len(m.next_functions)):
            p, out_p = m.next_functions[i]
            q, out_q = n.next_functions[i]
            if (p is None) != (q is None) or out_p != out_q:
                return [i]
            if p is None:
                continue
            below = compare(p, q)
            if below:
                return [i] + below
        return None

    return compare(a, b)


# %% wrong: level_by_level
# why: The nodes are compared level by level. Asked for is everything below one position before the next position is looked at, so another difference is the first.
@piece
def first_difference(a, b):
    ours, theirs = {}, {}
    queue = [(a, b, [])]
    while queue:
        m, n, path = queue.pop(0)
        if m in ours or n in theirs:
            if ours.get(m) is n:
                continue
            return path
        ours[m], theirs[n] = n, m
        if m.name() != n.name() or len(m.next_functions) != len(n.next_functions):
            return path
        for i, (one, two) in enumerate(zip(m.next_functions, n.next_functions)):
            if (one[0] is None) != (two[0] is None) or one[1] != two[1]:
                return path + [i]
            if one[0] is not None:
                queue.append((one[0], two[0], path + [i]))
    return None


# %% wrong: the_very_same_node_needs_no_memory
# why: A node that is compared with itself is passed over at once, without being noted. When it is met again with another one, nobody knows that it was met before: a * a and a * b count as the same.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def go(m, n, path):
        if m is n:
            return None
        if m in there or n in back:
            return path if there.get(m) is not n else None
        there[m], back[n] = n, m
        if m.name() != n.name() or len(m.next_functions) != len(n.next_functions):
            return path
        for i, (x, y) in enumerate(zip(m.next_functions, n.next_functions)):
            if (x[0] is None) != (y[0] is None) or x[1] != y[1]:
                return path + [i]
            if x[0] is not None:
                result = go(x[0], y[0], path + [i])
                if result is not None:
                    return result

    return go(a, b, [])


# %% wrong: the_outputs_are_not_compared
# why: Which output of a node an input comes from is not looked at: p * q and q * p count as the same.
@piece
def first_difference(a, b):
    pairs_a, pairs_b = {}, {}

    def inputs(node):
        return [pair[0] for pair in node.next_functions]

    def search(m, n, path):
        if m is None or n is None:
            return None if m is n else path
        if m in pairs_a or n in pairs_b:
            return None if pairs_a.get(m) is n else path
        pairs_a[m] = n
        pairs_b[n] = m
        if (m.name(), len(inputs(m))) != (n.name(), len(inputs(n))):
            return path
        for place, (p, q) in enumerate(zip(inputs(m), inputs(n))):
            found = search(p, q, path + [place])
            if found is not None:
                return found
        return None

    return search(a, b, [])
