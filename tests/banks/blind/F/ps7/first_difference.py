# %% right: two_dicts
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there or b in back:
            return None if there.get(a) == b and back.get(b) == a else path
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i]
            if x is None and y is None:
                continue
            if x is None or y is None or m != n:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% right: list_of_pairs
@piece
def first_difference(a, b):
    pairs = []

    def differ(a, b):
        for p, q in pairs:
            if p is a or q is b:
                return None if (p is a and q is b) else []
        pairs.append((a, b))
        if a.name() != b.name():
            return []
        if len(a.next_functions) != len(b.next_functions):
            return []
        for i, (left, right) in enumerate(zip(a.next_functions, b.next_functions)):
            if left[0] is None or right[0] is None:
                if left[0] is not right[0]:
                    return [i]
                continue
            if left[1] != right[1]:
                return [i]
            below = differ(left[0], right[0])
            if below is not None:
                return [i, *below]
        return None

    return differ(a, b)
# %% right: own_stack
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}
    stack = [((a, 0), (b, 0), [])]
    while stack:
        (x, m), (y, n), path = stack.pop()
        if x is None and y is None:
            continue
        if x is None or y is None or m != n:
            return path
        if x in met_a or y in met_b:
            if met_a.get(x) is not y or met_b.get(y) is not x:
                return path
            continue
        met_a[x] = y
        met_b[y] = x
        left, right = x.next_functions, y.next_functions
        if x.name() != y.name() or len(left) != len(right):
            return path
        for i in reversed(range(len(left))):
            stack.append((left[i], right[i], path + [i]))
    return None
# %% right: by_exception
class Found(Exception):
    pass


@piece
def first_difference(a, b):
    partner = {}

    def compare(a, b, path):
        one, two = ("a", a), ("b", b)
        if one in partner or two in partner:
            if partner.get(one) != b or partner.get(two) != a:
                raise Found(path)
            return
        partner[one] = b
        partner[two] = a
        ins_a, ins_b = a.next_functions, b.next_functions
        if a.name() != b.name() or len(ins_a) != len(ins_b):
            raise Found(path)
        for i, ((x, m), (y, n)) in enumerate(zip(ins_a, ins_b)):
            if (x is None) != (y is None) or m != n:
                raise Found((*path, i))
            if x is not None:
                compare(x, y, (*path, i))

    try:
        compare(a, b, ())
    except Found as found:
        return list(found.args[0])
    return None
# %% wrong: one_dict
# why: Only the nodes of the first graph know whom they met: a * b and a * a count as the same.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there:
            return None if there.get(a) == b else path
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i]
            if x is None and y is None:
                continue
            if x is None or y is None or m != n:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% wrong: other_dict_only
# why: Only the nodes of the second graph know whom they met: a * a and a * b count as the same.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if b in back:
            return None if back.get(b) == a else path
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i]
            if x is None and y is None:
                continue
            if x is None or y is None or m != n:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% wrong: met_is_enough
# why: A node that was met before is passed over, whatever it is met with now.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there or b in back:
            return None
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i]
            if x is None and y is None:
                continue
            if x is None or y is None or m != n:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% wrong: no_memory
# why: Nobody remembers whom a node has met, and all leaves have the same name.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i]
            if x is None and y is None:
                continue
            if x is None or y is None or m != n:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% wrong: met_is_different
# why: A node that is met again counts as a difference, even if it is met with the same one.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there or b in back:
            return path
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i]
            if x is None and y is None:
                continue
            if x is None or y is None or m != n:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% wrong: empty_path_is_lost
# why: `if below:` takes the empty path for None, so a difference right at an input is lost.
@piece
def first_difference(a, b):
    pairs = []

    def differ(a, b):
        for p, q in pairs:
            if p is a or q is b:
                return None if (p is a and q is b) else []
        pairs.append((a, b))
        if a.name() != b.name():
            return []
        if len(a.next_functions) != len(b.next_functions):
            return []
        for i, (left, right) in enumerate(zip(a.next_functions, b.next_functions)):
            if left[0] is None or right[0] is None:
                if left[0] is not right[0]:
                    return [i]
                continue
            if left[1] != right[1]:
                return [i]
            below = differ(left[0], right[0])
            if below:
                return [i, *below]
        return None

    return differ(a, b)
# %% wrong: outputs_not_compared
# why: The numbers of the outputs are not compared.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there or b in back:
            return None if there.get(a) == b and back.get(b) == a else path
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i]
            if x is None and y is None:
                continue
            if x is None or y is None:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% wrong: none_not_expected
# why: An input that is None is handed on, and has no name: an error.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there or b in back:
            return None if there.get(a) == b and back.get(b) == a else path
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i]
            if m != n:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% wrong: path_without_position
# why: The path of a None against a node ends one too early.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there or b in back:
            return None if there.get(a) == b and back.get(b) == a else path
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i]
            if x is None and y is None:
                continue
            if x is None or y is None or m != n:
                return path
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% wrong: number_of_inputs
# why: The number of the inputs is not compared; zip passes over what is left.
@piece
def first_difference(a, b):
    pairs = []

    def differ(a, b):
        for p, q in pairs:
            if p is a or q is b:
                return None if (p is a and q is b) else []
        pairs.append((a, b))
        if a.name() != b.name():
            return []
        for i, (left, right) in enumerate(zip(a.next_functions, b.next_functions)):
            if left[0] is None or right[0] is None:
                if left[0] is not right[0]:
                    return [i]
                continue
            if left[1] != right[1]:
                return [i]
            below = differ(left[0], right[0])
            if below is not None:
                return [i, *below]
        return None

    return differ(a, b)
# %% wrong: first_input_decides
# why: return stands in the loop: the answer of the first input is the answer.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there or b in back:
            return None if there.get(a) == b and back.get(b) == a else path
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i]
            if x is None and y is None:
                continue
            if x is None or y is None or m != n:
                return here
            found = walk(x, y, here)
            return found
        return None

    return walk(a, b, [])
# %% wrong: path_turned
# why: The path is written from the bottom to the top.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there or b in back:
            return None if there.get(a) == b and back.get(b) == a else path
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = [i] + path
            if x is None and y is None:
                continue
            if x is None or y is None or m != n:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% wrong: inputs_sorted
# why: The inputs are sorted by name, so their order is lost.
@piece
def first_difference(a, b):
    pairs = []

    def differ(a, b):
        for p, q in pairs:
            if p is a or q is b:
                return None if (p is a and q is b) else []
        pairs.append((a, b))
        if a.name() != b.name():
            return []
        if len(a.next_functions) != len(b.next_functions):
            return []
        for i, (left, right) in enumerate(zip(*[sorted(n.next_functions, key=lambda p: p[0].name() if p[0] else "") for n in (a, b)])):
            if left[0] is None or right[0] is None:
                if left[0] is not right[0]:
                    return [i]
                continue
            if left[1] != right[1]:
                return [i]
            below = differ(left[0], right[0])
            if below is not None:
                return [i, *below]
        return None

    return differ(a, b)
# %% wrong: one_path_for_all
# why: One list is used for all paths and never shortened, so it holds all positions that were visited.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there or b in back:
            return None if there.get(a) == b and back.get(b) == a else path
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            path.append(i)
            here = path
            if x is None and y is None:
                continue
            if x is None or y is None or m != n:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% wrong: names_not_compared
# why: The names are not compared, only the number of inputs.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there or b in back:
            return None if there.get(a) == b and back.get(b) == a else path
        there[a], back[b] = b, a
        if len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i]
            if x is None and y is None:
                continue
            if x is None or y is None or m != n:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% wrong: from_one
# why: Positions are counted from 1.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there or b in back:
            return None if there.get(a) == b and back.get(b) == a else path
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i + 1]
            if x is None and y is None:
                continue
            if x is None or y is None or m != n:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% wrong: level_by_level
# why: The graphs are compared level by level, and not everything below an input before the next one.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}
    queue = [(a, b, [])]
    while queue:
        x, y, path = queue.pop(0)
        if x in met_a or y in met_b:
            if met_a.get(x) != y or met_b.get(y) != x:
                return path
            continue
        met_a[x], met_b[y] = y, x
        left, right = x.next_functions, y.next_functions
        if x.name() != y.name() or len(left) != len(right):
            return path
        for i, ((p, m), (q, n)) in enumerate(zip(left, right)):
            if (p is None) != (q is None) or m != n:
                return path + [i]
            if p is not None:
                queue.append((p, q, path + [i]))
    return None
# %% wrong: pairs_only
# why: Only whole pairs are remembered: that one of the two has met another partner is not noticed.
@piece
def first_difference(a, b):
    pairs = []

    def differ(a, b):
        for p, q in pairs:
            if p is a and q is b:
                return None
        pairs.append((a, b))
        if a.name() != b.name():
            return []
        if len(a.next_functions) != len(b.next_functions):
            return []
        for i, (left, right) in enumerate(zip(a.next_functions, b.next_functions)):
            if left[0] is None or right[0] is None:
                if left[0] is not right[0]:
                    return [i]
                continue
            if left[1] != right[1]:
                return [i]
            below = differ(left[0], right[0])
            if below is not None:
                return [i, *below]
        return None

    return differ(a, b)
# %% wrong: same_is_empty
# why: Equal graphs give an empty list, which is the path of the top.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there or b in back:
            return None if there.get(a) == b and back.get(b) == a else path
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i]
            if x is None and y is None:
                continue
            if x is None or y is None or m != n:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, []) or []
# %% wrong: none_is_skipped
# why: A None is skipped, even if there is a node on the other side.
@piece
def first_difference(a, b):
    there, back = {}, {}

    def walk(a, b, path):
        if a in there or b in back:
            return None if there.get(a) == b and back.get(b) == a else path
        there[a], back[b] = b, a
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i in range(len(a.next_functions)):
            x, m = a.next_functions[i]
            y, n = b.next_functions[i]
            here = path + [i]
            if x is None or y is None:
                continue
            if x is None or y is None or m != n:
                return here
            found = walk(x, y, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])
# %% wrong: list_of_names
# why: Both graphs are written down as lists of names with positions; who is met again is not in them.
@piece
def first_difference(a, b):
    def walk(a, b, path):
        if a is None or b is None:
            return None if a is b else path
        if a.name() != b.name() or len(a.next_functions) != len(b.next_functions):
            return path
        for i, (p, q) in enumerate(zip(a.next_functions, b.next_functions)):
            if p[1] != q[1]:
                return path + [i]
            found = walk(p[0], q[0], path + [i])
            if found is not None:
                return found
        return None

    return walk(a, b, [])
