# %% right: two_dicts
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def walk(x, y, path):
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else path
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            here = path + [k]
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% right: by_exception
class Different(Exception):
    pass


@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner, renttap = {}, {}

    def same(x, y, *path):
        if x in partner or y in renttap:
            if partner.get(x) is not y or renttap.get(y) is not x:
                raise Different(list(path))
            return
        partner[x] = y
        renttap[y] = x
        if (x.name(), len(x.next_functions)) != (y.name(), len(y.next_functions)):
            raise Different(list(path))
        for k in range(len(x.next_functions)):
            below_x, out_x = x.next_functions[k]
            below_y, out_y = y.next_functions[k]
            if (below_x is None) != (below_y is None):
                raise Different([*path, k])
            if below_x is None:
                continue
            if out_x != out_y:
                raise Different([*path, k])
            same(below_x, below_y, *path, k)

    try:
        same(a, b)
    except Different as difference:
        return difference.args[0]

# %% right: own_stack
@piece
def first_difference(a, b):
    pairs, left, right = set(), set(), set()
    todo = [((a, 0), (b, 0), [])]
    while todo:
        (x, m), (y, n), path = todo.pop()
        if x is None and y is None:
            continue
        if x is None or y is None or m != n:
            return path
        if (x, y) in pairs:
            continue
        if x in left or y in right:
            return path
        pairs.add((x, y))
        left.add(x)
        right.add(y)
        xs, ys = list(x.next_functions), list(y.next_functions)
        if x.name() != y.name() or len(xs) != len(ys):
            return path
        for k in reversed(range(len(xs))):
            todo.append((xs[k], ys[k], path + [k]))
    return None

# %% right: names_first
@piece
def first_difference(a, b):
    forth, back = {}, {}

    def look(x, y):
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return []
        if x in forth or y in back:
            return None if (forth.get(x), back.get(y)) == (y, x) else []
        forth[x], back[y] = y, x
        for k, (one, two) in enumerate(zip(x.next_functions, y.next_functions)):
            if one[0] is None or two[0] is None:
                rest = None if one[0] is two[0] else []
            elif one[1] != two[1]:
                rest = []
            else:
                rest = look(one[0], two[0])
            if rest is not None:
                return [k] + rest
        return None

    return look(a, b)

# %% wrong: one_dict
# why: One dict tells whom the nodes of the first graph have met, but not those of the second. In a * b and a * a the second
# leaf of the first graph is new, and nobody notices that its partner has another one; two dicts are needed.
@piece
def first_difference(a, b):
    met = {}

    def walk(x, y, path):
        if x in met:
            return None if met[x] is y else path
        met[x] = y
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                return path + [k]
            found = walk(p, q, path + [k])
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: empty_path_counts_as_none
# why: `if found:` is False for the empty path, so a difference that is found right at an input is passed over. Ask `is not None`.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def walk(x, y):
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else []
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return []
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                return [k]
            found = walk(p, q)
            if found:
                return [k] + found
        return None

    return walk(a, b)

# %% wrong: seen_is_same
# why: A node that was met before is taken as the same, whatever it is met with now. It must have been met with this very
# partner.
@piece
def first_difference(a, b):
    seen = set()

    def walk(x, y, path):
        if x in seen or y in seen:
            return None
        seen.update((x, y))
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                return path + [k]
            found = walk(p, q, path + [k])
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: pairs_only
# why: It remembers pairs only, and does not look below a pair again. That a node is met with another partner than before is
# no difference here, so a * a and a * b are the same; it should be one.
@piece
def first_difference(a, b):
    pairs = set()

    def walk(x, y, path):
        if (x, y) in pairs:
            return None
        pairs.add((x, y))
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                return path + [k]
            found = walk(p, q, path + [k])
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: a_tuple
# why: The path is returned as a tuple. A list is asked for.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def walk(x, y, path):
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else path
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                return path + (k,)
            found = walk(p, q, path + (k,))
            if found is not None:
                return found
        return None

    return walk(a, b, ())

# %% wrong: path_never_shortened
# why: One list is the path, and positions are put on it but never taken off when a branch is done. So the path holds
# positions of branches that were left.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}
    path = []

    def differ(x, y):
        if x in met_a or y in met_b:
            return met_a.get(x) is not y
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return True
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            path.append(k)
            if p is None or q is None or m != n:
                return True
            if differ(p, q):
                return True
        return False

    return path if differ(a, b) else None

# %% wrong: path_emptied_on_the_way_up
# why: The path that is returned is the one list that all calls share, and each caller takes its position off afterwards.
# When it arrives at the top it is empty; return a copy.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}
    path = []

    def walk(x, y):
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else path
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            path.append(k)
            found = path if p is None or q is None or m != n else walk(p, q)
            path.pop()
            if found is not None:
                return found
        return None

    return walk(a, b)

# %% wrong: outputs_after_the_nodes
# why: The numbers of the outputs are compared after everything below the nodes. If both differ, the deeper difference is
# returned; the outputs come first.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def walk(x, y, path):
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else path
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            if p is None or q is None:
                return path + [k]
            found = walk(p, q, path + [k])
            if found is not None:
                return found
            if m != n:
                return path + [k]
        return None

    return walk(a, b, [])

# %% wrong: level_by_level
# why: The graphs are walked level by level. Everything below one input must be compared before the next position, so if
# there are several differences another one comes first.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}
    queue = [(a, b, [])]
    for x, y, path in queue:
        if x in met_a or y in met_b:
            if met_a.get(x) is not y:
                return path
            continue
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                return path + [k]
            queue.append((p, q, path + [k]))
    return None

# %% wrong: number_of_inputs_ignored
# why: Only the names are compared, and zip stops at the shorter list of inputs. Two nodes with a different number of inputs,
# such as two stacks, differ at this path.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def walk(x, y, path):
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else path
        met_a[x], met_b[y] = y, x
        if x.name() != y.name():
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                return path + [k]
            found = walk(p, q, path + [k])
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: position_not_added
# why: If one input is None or the outputs differ, the path of the node itself is returned. The position of that input must
# be added.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def walk(x, y, path):
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else path
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if (p is None) != (q is None) or m != n:
                return path
            if p is None:
                continue
            found = walk(p, q, path + [k])
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: two_nones_differ
# why: Two inputs that are both None are reported as a difference. Two None are the same.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def walk(x, y, path):
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else path
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None or q is None or m != n:
                return path + [k]
            found = walk(p, q, path + [k])
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: outputs_ignored
# why: The numbers of the outputs are never compared. With p, q = v.unbind(), p * q and q * p differ by them.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def walk(x, y, path):
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else path
        met_a[x], met_b[y] = y, x
        below_x = [f for f, _ in x.next_functions]
        below_y = [f for f, _ in y.next_functions]
        if x.name() != y.name() or len(below_x) != len(below_y):
            return path
        for k, (p, q) in enumerate(zip(below_x, below_y)):
            if p is None and q is None:
                continue
            if p is None or q is None:
                return path + [k]
            found = walk(p, q, path + [k])
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: path_backwards
# why: The position is put at the end of the path that came from below, so the path runs from the difference to the top. It
# must begin at the top.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def walk(x, y):
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else []
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return []
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                return [k]
            found = walk(p, q)
            if found is not None:
                return found + [k]
        return None

    return walk(a, b)

# %% wrong: leaves_must_be_identical
# why: Leaves are compared by identity. Leaves have no names: a * b and b * a are the same, and so are graphs of other
# leaves; only whom one meets again counts.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def walk(x, y, path):
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else path
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        if not x.next_functions and x is not y:
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                return path + [k]
            found = walk(p, q, path + [k])
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: shortcut_for_one_node
# why: If both graphs are at the same node, it returns at once and does not remember that they met. So in a * a and a * b
# nobody knows later that the leaf a was met already, and the difference is missed.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def walk(x, y, path):
        if x is y:
            return None
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else path
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                return path + [k]
            found = walk(p, q, path + [k])
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: first_input_decides
# why: The result of the first input is returned at once, also if it is None. The other inputs are never compared; go on
# with the next one if nothing was found.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def walk(x, y, path):
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else path
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                return path + [k]
            return walk(p, q, path + [k])
        return None

    return walk(a, b, [])

# %% wrong: partners_of_the_last_call
# why: The dicts are default values of walk, made once and shared by all calls. Whom a node has met in an earlier
# comparison then counts in the next one; make them anew for each comparison.
def walk(x, y, path, met_a={}, met_b={}):
    if x in met_a or y in met_b:
        return None if met_a.get(x) is y else path
    met_a[x], met_b[y] = y, x
    if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
        return path
    for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
        if p is None and q is None:
            continue
        if p is None or q is None or m != n:
            return path + [k]
        found = walk(p, q, path + [k])
        if found is not None:
            return found
    return None


@piece
def first_difference(a, b):
    return walk(a, b, [])

# %% right: remembered_after_the_inputs
@piece
def first_difference(a, b):
    met = []

    def partner(node, side):
        for pair in met:
            if pair[side] is node:
                return pair[1 - side]

    def walk(x, y, path):
        px, py = partner(x, 0), partner(y, 1)
        if px is not None or py is not None:
            return None if px is y and py is x else path
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        k = 0
        for (p, m), (q, n) in zip(x.next_functions, y.next_functions):
            if (p is None) != (q is None) or (p is not None and m != n):
                return path + [k]
            if p is not None:
                found = walk(p, q, path + [k])
                if found is not None:
                    return found
            k += 1
        met.append((x, y))
        return None

    return walk(a, b, [])

# %% wrong: empty_list_if_the_same
# why: If nothing differs, the empty list is returned, which says that the tops differ. It must be None.
@piece
def first_difference(a, b):
    met_a, met_b = {}, {}

    def walk(x, y, path):
        if x in met_a or y in met_b:
            return None if met_a.get(x) is y else path
        met_a[x], met_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for k, ((p, m), (q, n)) in enumerate(zip(x.next_functions, y.next_functions)):
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                return path + [k]
            found = walk(p, q, path + [k])
            if found is not None:
                return found
        return None

    return walk(a, b, []) or []
