# %% right: two_dicts
@piece
def first_difference(a, b):
    partner, back = {}, {}

    def walk(n, m, path):
        if n in partner or m in back:
            same = partner.get(n) is m and back.get(m) is n
            return None if same else path
        partner[n], back[m] = m, n
        if n.name() != m.name():
            return path
        if len(n.next_functions) != len(m.next_functions):
            return path
        for i in range(len(n.next_functions)):
            p, j = n.next_functions[i]
            q, k = m.next_functions[i]
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or j != k:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% right: numbers_of_meetings
@piece
def first_difference(a, b):
    # both nodes of a pair get the same number when they meet
    left, right = {}, {}

    def compare(n, m):
        if n in left or m in right:
            if left.get(n, -1) != right.get(m, -2):
                yield ()
            return
        left[n] = right[m] = len(left)
        mine, others = n.next_functions, m.next_functions
        if (n.name(), len(mine)) != (m.name(), len(others)):
            yield ()
            return
        for i, ((p, j), (q, k)) in enumerate(zip(mine, others)):
            if (p is None) != (q is None) or (p is not None and j != k):
                yield (i,)
            elif p is not None:
                for rest in compare(p, q):
                    yield (i, *rest)

    for path in compare(a, b):
        return list(path)
    return None

# %% wrong: one_dict_only
# why: It remembers only whom the nodes of the first graph met. In a * b against a * a the leaf b is new, and
# that its partner was met before goes unseen. The nodes of the second graph need a memory, too.
@piece
def first_difference(a, b):
    met = {}

    def walk(n, m, path):
        if n in met:
            return None if met[n] is m else path
        met[n] = m
        if n.name() != m.name() or len(n.next_functions) != len(m.next_functions):
            return path
        for i, ((p, j), (q, k)) in enumerate(zip(n.next_functions, m.next_functions)):
            if (p is None) != (q is None) or j != k:
                return [*path, i]
            if p is not None:
                found = walk(p, q, [*path, i])
                if found is not None:
                    return found
        return None

    return walk(a, b, [])

# %% wrong: empty_path_is_falsy
# why: A node that differs returns the empty path, and `if found` takes that for no difference. It should be
# compared with None.
@piece
def first_difference(a, b):
    ab, ba = {}, {}

    def walk(n, m):
        if n in ab or m in ba:
            return None if ab.get(n) is m and ba.get(m) is n else []
        ab[n], ba[m] = m, n
        if n.name() != m.name() or len(n.next_functions) != len(m.next_functions):
            return []
        for i, ((p, j), (q, k)) in enumerate(zip(n.next_functions, m.next_functions)):
            if (p is None) != (q is None) or j != k:
                return [i]
            if p is not None:
                found = walk(p, q)
                if found:
                    return [i] + found
        return None

    return walk(a, b)

# %% wrong: outputs_ignored
# why: Which output of a node an input comes from is not compared, so p * q and q * p of one unbind are the
# same. If the numbers of the outputs differ, that is a difference at this position.
@piece
def first_difference(a, b):
    ab, ba = {}, {}

    def walk(n, m, path):
        if n in ab or m in ba:
            return None if ab.get(n) is m and ba.get(m) is n else path
        ab[n], ba[m] = m, n
        left = [node for node, _ in n.next_functions]
        right = [node for node, _ in m.next_functions]
        if n.name() != m.name() or len(left) != len(right):
            return path
        for i, (p, q) in enumerate(zip(left, right)):
            if p is None and q is None:
                continue
            if p is None or q is None:
                return path + [i]
            found = walk(p, q, path + [i])
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: one_shared_path
# why: All calls share one list for the path. It is returned itself, and the pop on the way back empties it, so
# every difference is reported at the top. A copy should be returned.
@piece
def first_difference(a, b):
    ab, ba, path = {}, {}, []

    def walk(n, m):
        if n in ab or m in ba:
            return None if ab.get(n) is m and ba.get(m) is n else path
        ab[n], ba[m] = m, n
        if n.name() != m.name() or len(n.next_functions) != len(m.next_functions):
            return path
        for i, ((p, j), (q, k)) in enumerate(zip(n.next_functions, m.next_functions)):
            path.append(i)
            found = None
            if (p is None) != (q is None) or j != k:
                found = path
            elif p is not None:
                found = walk(p, q)
            path.pop()
            if found is not None:
                return found
        return None

    return walk(a, b)

# %% wrong: all_inputs_before_the_nodes
# why: It looks for None and outputs at all positions first, and goes into the inputs afterwards. A difference
# deep below position 0 comes before one at position 1: each input should be finished before the next.
@piece
def first_difference(a, b):
    ab, ba = {}, {}

    def walk(n, m, path):
        if n in ab or m in ba:
            return None if ab.get(n) is m and ba.get(m) is n else path
        ab[n], ba[m] = m, n
        if n.name() != m.name() or len(n.next_functions) != len(m.next_functions):
            return path
        pairs = list(zip(n.next_functions, m.next_functions))
        for i, ((p, j), (q, k)) in enumerate(pairs):
            if (p is None) != (q is None) or j != k:
                return path + [i]
        for i, ((p, _), (q, _)) in enumerate(pairs):
            if p is not None:
                found = walk(p, q, path + [i])
                if found is not None:
                    return found
        return None

    return walk(a, b, [])

# %% wrong: memory_from_the_last_call
# why: The dicts are default arguments, which Python makes once: the second call still knows whom the nodes
# met in the first one. Each call should start with empty dicts.
def walk_both(n, m, path, ab={}, ba={}):
    if n in ab or m in ba:
        return None if ab.get(n) is m and ba.get(m) is n else path
    ab[n], ba[m] = m, n
    if n.name() != m.name() or len(n.next_functions) != len(m.next_functions):
        return path
    for i, ((p, j), (q, k)) in enumerate(zip(n.next_functions, m.next_functions)):
        if (p is None) != (q is None) or j != k:
            return path + [i]
        if p is not None:
            found = walk_both(p, q, path + [i])
            if found is not None:
                return found
    return None


@piece
def first_difference(a, b):
    return walk_both(a, b, [])
