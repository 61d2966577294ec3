# %% right: two_dicts
@piece
def first_difference(a, b):
    partner_of_a, partner_of_b = {}, {}

    def look(p, q, path):
        if p in partner_of_a or q in partner_of_b:
            same = partner_of_a.get(p) is q and partner_of_b.get(q) is p
            return None if same else path
        partner_of_a[p], partner_of_b[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        pairs = zip(p.next_functions, q.next_functions)
        for i, ((left, out_left), (right, out_right)) in enumerate(pairs):
            here = path + [i]
            if (left is None) != (right is None) or out_left != out_right:
                return here
            if left is not None:
                found = look(left, right, here)
                if found is not None:
                    return found
        return None

    return look(a, b, [])

# %% right: stack_of_pairs_in_order
@piece
def first_difference(a, b):
    met = []
    stack = [(a, b, ())]
    while stack:
        left, right, path = stack.pop()
        if left is None and right is None:
            continue
        if left is None or right is None:
            return list(path)
        if isinstance(left, str):  # a mark: the numbers of the outputs differ here
            return list(path)
        partners = [(p, q) for p, q in met if p is left or q is right]
        if partners:
            if partners != [(left, right)]:
                return list(path)
            continue
        met.append((left, right))
        n = len(left.next_functions)
        if left.name() != right.name() or n != len(right.next_functions):
            return list(path)
        for i in reversed(range(n)):
            (p, k), (q, m) = left.next_functions[i], right.next_functions[i]
            stack.append((p, q, (*path, i)) if k == m else ("out", "out", (*path, i)))
    return None

# %% wrong: one_dict_only
# why: Only the partners of the nodes of the first graph are kept. A node of the second graph that meets two different
# nodes of the first is not noticed, as in a * b and a * a; both directions are needed.
@piece
def first_difference(a, b):
    partner = {}

    def walk(p, q, path):
        if p in partner:
            return None if partner[p] is q else path
        partner[p] = q
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((x, k), (y, m)) in enumerate(zip(p.next_functions, q.next_functions)):
            if (x is None) != (y is None) or k != m:
                return path + [i]
            if x is None:
                continue
            found = walk(x, y, path + [i])
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: seen_means_same
# why: A pair of nodes is passed over if either was seen before, without asking with whom. So a * a and a * b count as the
# same; nodes that were met are the same only if they were met with each other.
@piece
def first_difference(a, b):
    seen = set()

    def compare(p, q, path):
        if p in seen or q in seen:
            return None
        seen.update((p, q))
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((x, k), (y, m)) in enumerate(zip(p.next_functions, q.next_functions)):
            if (x is None) != (y is None) or k != m:
                return [*path, i]
            if x is not None:
                result = compare(x, y, [*path, i])
                if result is not None:
                    return result
        return None

    return compare(a, b, [])

# %% wrong: empty_path_counts_as_none
# why: The function builds the path from below, and asks "if found:". An empty list, the difference at the input itself, is
# not true, so it is passed over; it must be compared with None.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def look(p, q):
        if p in forth or q in back:
            return None if forth.get(p) is q and back.get(q) is p else []
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return []
        for i, ((x, k), (y, m)) in enumerate(zip(p.next_functions, q.next_functions)):
            if (x is None) != (y is None) or k != m:
                return [i]
            if x is not None:
                found = look(x, y)
                if found:
                    return [i] + found
        return None

    return look(a, b)

# %% wrong: number_of_inputs_not_compared
# why: The inputs are walked through with zip, which stops at the shorter one, and their numbers are not compared. Two
# nodes with a different number of inputs differ.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def look(p, q, path):
        if p in forth or q in back:
            if forth.get(p) is q and back.get(q) is p:
                return None
            return path
        forth[p] = q
        back[q] = p
        if p.name() != q.name():
            return path
        for i, ((x, k), (y, m)) in enumerate(zip(p.next_functions, q.next_functions)):
            if (x is None) != (y is None) or k != m:
                return path + [i]
            if x is not None:
                found = look(x, y, path + [i])
                if found is not None:
                    return found

    return look(a, b, [])

# %% wrong: outputs_not_compared
# why: The number of the output is not looked at. With p, q = v.unbind(), p * q and q * p are told to be the same; which
# output of a node an input comes from counts as well.
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def look(p, q, path):
        if p in forth or q in back:
            return None if forth.get(p) is q and back.get(q) is p else path
        forth[p], back[q] = q, p
        mine = [pair[0] for pair in p.next_functions]
        yours = [pair[0] for pair in q.next_functions]
        if p.name() != q.name() or len(mine) != len(yours):
            return path
        for i, (x, y) in enumerate(zip(mine, yours)):
            if x is None and y is None:
                continue
            if x is None or y is None:
                return path + [i]
            found = look(x, y, path + [i])
            if found is not None:
                return found
        return None

    return look(a, b, [])

# %% wrong: level_by_level
# why: The nodes are compared level by level, all inputs of a node before anything below them. Asked for is the other
# order: an input with everything below it, before the next position is looked at.
@piece
def first_difference(a, b):
    forth, back = {}, {}
    queue = [(a, b, [])]
    while queue:
        p, q, path = queue.pop(0)
        if p in forth or q in back:
            if forth.get(p) is q and back.get(q) is p:
                continue
            return path
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return path
        for i, ((x, k), (y, m)) in enumerate(zip(p.next_functions, q.next_functions)):
            if (x is None) != (y is None) or k != m:
                return path + [i]
            if x is not None:
                queue.append((x, y, path + [i]))
    return None

# %% wrong: one_path_for_all
# why: One list is used as path for the whole walk, and positions are appended but never taken off again. After an input
# that was the same, its positions are still in the path.
@piece
def first_difference(a, b):
    forth, back = {}, {}
    path = []

    def differ(p, q):
        if p in forth or q in back:
            return not (forth.get(p) is q and back.get(q) is p)
        forth[p], back[q] = q, p
        if p.name() != q.name() or len(p.next_functions) != len(q.next_functions):
            return True
        for i, ((x, k), (y, m)) in enumerate(zip(p.next_functions, q.next_functions)):
            path.append(i)
            if (x is None) != (y is None) or k != m:
                return True
            if x is not None and differ(x, y):
                return True
        return False

    return path if differ(a, b) else None
