# %% right: two_dicts
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def compare(p, q, path):
        if p in forth or q in back:
            same = forth.get(p) is q and back.get(q) is p
            return None if same else path
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            here = path + [i]
            if s is None and t is None:
                continue
            if s is None or t is None or m != n:
                return here
            found = compare(s, t, here)
            if found is not None:
                return found
        return None

    return compare(a, b, [])


# %% right: set_of_pairs
@piece
def first_difference(a, b):
    pairs, left, right = set(), set(), set()

    def walk(x, y, path):
        if x in left or y in right:
            if (x, y) in pairs:
                return None
            return path
        pairs.add((x, y))
        left.add(x)
        right.add(y)
        if x.name() != y.name():
            return path
        if len(x.next_functions) != len(y.next_functions):
            return path
        for position in range(len(x.next_functions)):
            one, out_one = x.next_functions[position]
            two, out_two = y.next_functions[position]
            if (one is None) != (two is None):
                return [*path, position]
            if one is None:
                continue
            if out_one != out_two:
                return [*path, position]
            result = walk(one, two, [*path, position])
            if result is not None:
                return result

    return walk(a, b, [])


# %% right: explicit_stack
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}
    stack = [(a, 0, b, 0, [])]
    while stack:
        p, m, q, n, path = stack.pop()
        if p is None and q is None:
            continue
        if p is None or q is None or m != n:
            return path
        if p in met_a or q in met_b:
            if met_a.get(p) is not q:
                return path
            continue
        met_a[p] = q
        met_b[q] = p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        pairs = list(zip(p.next_functions, q.next_functions))
        for i in reversed(range(len(pairs))):
            (s, k), (t, l) = pairs[i]
            stack.append((s, k, t, l, path + [i]))
    return None


# %% right: generator
@piece
def first_difference(a, b):
    partner = {}

    def differences(p, q, path):
        if (0, p) in partner or (1, q) in partner:
            if partner.get((0, p)) is not q:
                yield path
            return
        partner[0, p] = q
        partner[1, q] = p
        ins, others = p.next_functions, q.next_functions
        if (p.name(), len(ins)) != (q.name(), len(others)):
            yield path
            return
        for i in range(len(ins)):
            if ins[i][0] is None or others[i][0] is None:
                if ins[i][0] is not others[i][0]:
                    yield path + [i]
            elif ins[i][1] != others[i][1]:
                yield path + [i]
            else:
                yield from differences(ins[i][0], others[i][0], path + [i])

    return next(differences(a, b, []), None)


# %% wrong: one_dict
# why: Only the nodes of the first graph are remembered: a * b and a * a are taken to be the same.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def compare(p, q, path):
        if p in forth:
            same = forth.get(p) is q
            return None if same else path
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            here = path + [i]
            if s is None and t is None:
                continue
            if s is None or t is None or m != n:
                return here
            found = compare(s, t, here)
            if found is not None:
                return found
        return None

    return compare(a, b, [])


# %% wrong: if_found
# why: `if found:` takes the empty path for no difference: a difference at the top is lost.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def compare(p, q, path):
        if p in forth or q in back:
            same = forth.get(p) is q and back.get(q) is p
            return None if same else path
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            here = path + [i]
            if s is None and t is None:
                continue
            if s is None or t is None or m != n:
                return here
            found = compare(s, t, here)
            if found is not None:
                return found
        return None

    found = compare(a, b, [])
    if found:
        return found
    return None


# %% wrong: seen_skipped
# why: A node that was met before is passed over, whatever it meets now.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def compare(p, q, path):
        if p in forth or q in back:
            same = forth.get(p) is q and back.get(q) is p
            return None
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            here = path + [i]
            if s is None and t is None:
                continue
            if s is None or t is None or m != n:
                return here
            found = compare(s, t, here)
            if found is not None:
                return found
        return None

    return compare(a, b, [])


# %% wrong: names_only
# why: Leaves that are met again are not compared at all: only names and numbers of inputs count.
@piece
def first_difference(a, b):
    def compare(p, q, path):
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            if s is None and t is None:
                continue
            if s is None or t is None or m != n:
                return path + [i]
            found = compare(s, t, path + [i])
            if found is not None:
                return found
        return None

    return compare(a, b, [])


# %% wrong: no_outputs
# why: The numbers of the outputs are not compared.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def compare(p, q, path):
        if p in forth or q in back:
            same = forth.get(p) is q and back.get(q) is p
            return None if same else path
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            here = path + [i]
            if s is None and t is None:
                continue
            if s is None or t is None:
                return here
            found = compare(s, t, here)
            if found is not None:
                return found
        return None

    return compare(a, b, [])


# %% wrong: returns_first_input
# why: The result for the first input is returned at once: later inputs are never looked at.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def compare(p, q, path):
        if p in forth or q in back:
            same = forth.get(p) is q and back.get(q) is p
            return None if same else path
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            here = path + [i]
            if s is None and t is None:
                continue
            if s is None or t is None or m != n:
                return here
            return compare(s, t, here)
        return None

    return compare(a, b, [])


# %% wrong: shared_path
# why: One list is shared and appended to, and never shortened: the path has too many positions.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def compare(p, q, path):
        if p in forth or q in back:
            same = forth.get(p) is q and back.get(q) is p
            return None if same else path
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            path.append(i)
            here = path
            if s is None and t is None:
                continue
            if s is None or t is None or m != n:
                return here
            found = compare(s, t, here)
            if found is not None:
                return found
        return None

    return compare(a, b, [])


# %% wrong: none_crash
# why: None is not looked at before the call: a node without input stops with an error.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def compare(p, q, path):
        if p in forth or q in back:
            same = forth.get(p) is q and back.get(q) is p
            return None if same else path
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            here = path + [i]
            if m != n:
                return here
            found = compare(s, t, here)
            if found is not None:
                return found
        return None

    return compare(a, b, [])


# %% wrong: breadth
# why: All inputs are compared by name before anything below them: breadth first, so another difference comes first.
@piece
def first_difference(a, b):
    from collections import deque
    forth, back = {}, {}
    queue = deque([(a, b, [])])
    while queue:
        p, q, path = queue.popleft()
        if p in forth or q in back:
            if forth.get(p) is not q:
                return path
            continue
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            if s is None and t is None:
                continue
            if s is None or t is None or m != n:
                return path + [i]
            queue.append((s, t, path + [i]))
    return None


# %% wrong: no_length
# why: The number of inputs is not compared; zip stops at the shorter one.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def compare(p, q, path):
        if p in forth or q in back:
            same = forth.get(p) is q and back.get(q) is p
            return None if same else path
        forth[p], back[q] = q, p
        if p.name() != q.name():
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            here = path + [i]
            if s is None and t is None:
                continue
            if s is None or t is None or m != n:
                return here
            found = compare(s, t, here)
            if found is not None:
                return found
        return None

    return compare(a, b, [])


# %% wrong: empty_for_same
# why: Returns the empty list for equal graphs, which says that the tops differ.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def compare(p, q, path):
        if p in forth or q in back:
            same = forth.get(p) is q and back.get(q) is p
            return None if same else path
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            here = path + [i]
            if s is None and t is None:
                continue
            if s is None or t is None or m != n:
                return here
            found = compare(s, t, here)
            if found is not None:
                return found
        return None

    return compare(a, b, []) or []


# %% wrong: tuple_path
# why: Prepends instead of appends: the path is reversed.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def compare(p, q, path):
        if p in forth or q in back:
            same = forth.get(p) is q and back.get(q) is p
            return None if same else path
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            here = [i] + path
            if s is None and t is None:
                continue
            if s is None or t is None or m != n:
                return here
            found = compare(s, t, here)
            if found is not None:
                return found
        return None

    return compare(a, b, [])


# %% wrong: identity
# why: Equal only if the leaves are the same objects: a * b and b * a differ.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def compare(p, q, path):
        if p in forth or q in back:
            same = forth.get(p) is q and back.get(q) is p
            return None if same else path
        forth[p], back[q] = q, p
        if not p.next_functions and p is not q:
            return path
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((s, m), (t, n)) in enumerate(zip(p.next_functions, q.next_functions)):
            here = path + [i]
            if s is None and t is None:
                continue
            if s is None or t is None or m != n:
                return here
            found = compare(s, t, here)
            if found is not None:
                return found
        return None

    return compare(a, b, [])
