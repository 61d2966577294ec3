# %% right: two_dicts
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a or y in partner_of_b:
            if partner_of_a.get(x) is y and partner_of_b.get(y) is x:
                return None
            return path
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% right: generator
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    met = set()
    left, right = set(), set()

    def differences(x, y, path):
        if x in left or y in right:
            if (x, y) not in met:
                yield path
            return
        left.add(x)
        right.add(y)
        met.add((x, y))
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            yield path
            return
        for i in range(len(x.next_functions)):
            (p, m), (q, n) = x.next_functions[i], y.next_functions[i]
            if p is None and q is None:
                continue
            if p is None or q is None or m != n:
                yield [*path, i]
            else:
                yield from differences(p, q, [*path, i])

    return next(differences(a, b, []), None)

# %% right: own_stack
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partners = {}
    waiting = [((a, 0), (b, 0), [])]
    while waiting:
        (x, x_output), (y, y_output), path = waiting.pop()
        if x is None and y is None:
            continue
        if x is None or y is None or x_output != y_output:
            return path
        key_x, key_y = ("first", x), ("second", y)
        if key_x in partners or key_y in partners:
            if partners.get(key_x) is not y or partners.get(key_y) is not x:
                return path
            continue
        partners[key_x] = y
        partners[key_y] = x
        if x.name() != y.name():
            return path
        if len(x.next_functions) != len(y.next_functions):
            return path
        inputs = list(zip(x.next_functions, y.next_functions))
        for position in reversed(range(len(inputs))):
            waiting.append((*inputs[position], path + [position]))
    return None

# %% right: relative_paths
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    met = []

    def compare(x, y):
        for u, v in met:
            if u is x or v is y:
                return None if (u is x and v is y) else []
        met.append((x, y))
        if x.name() != y.name():
            return []
        inputs_x, inputs_y = x.next_functions, y.next_functions
        if len(inputs_x) != len(inputs_y):
            return []
        for position in range(len(inputs_x)):
            node_x, output_x = inputs_x[position]
            node_y, output_y = inputs_y[position]
            if node_x is None and node_y is None:
                continue
            if (node_x is None) != (node_y is None):
                return [position]
            if output_x != output_y:
                return [position]
            below = compare(node_x, node_y)
            if below is not None:
                return [position] + below
        return None

    return compare(a, b)

# %% right: with_exception
class Differ(Exception):
    pass


@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    mine, theirs = {}, {}

    def same(x, y, path):
        if mine.get(x, y) is not y or theirs.get(y, x) is not x:
            raise Differ(path)
        if x in mine:
            return
        mine[x], theirs[y] = y, x
        if (x.name(), len(x.next_functions)) != (y.name(), len(y.next_functions)):
            raise Differ(path)
        for i, (p, q) in enumerate(zip(x.next_functions, y.next_functions)):
            below = path + [i]
            if p[0] is None and q[0] is None:
                continue
            if p[0] is None or q[0] is None or p[1] != q[1]:
                raise Differ(below)
            same(p[0], q[0], below)

    try:
        same(a, b, [])
    except Differ as difference:
        return difference.args[0]
    return None

# %% wrong: one_dict
# why: Only whom the nodes of the first graph met is remembered: a node of the second that is met again with a new partner is not noticed (a * b and a * a).
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a:
            return None if partner_of_a[x] is y else path
        partner_of_a[x] = y
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: other_dict
# why: Only whom the nodes of the second graph met is remembered: a * a and a * b are the same for it.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if y in partner_of_b:
            return None if partner_of_b[y] is x else path
        partner_of_b[y] = x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: no_memory
# why: No meeting is remembered: graphs that differ only in whom one meets again count as the same.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: seen_is_same
# why: A node that was met before is passed over, whatever it is met with now.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a or y in partner_of_b:
            return None
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: both_needed
# why: 'and' for 'or': if only one of the two was met before, they are taken for new.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a and y in partner_of_b:
            return None if partner_of_a[x] is y else path
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: if_found
# why: 'if below:' takes the empty path for no difference: what differs at the node itself is lost.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    first, second = {}, {}

    def walk(x, y):
        if x in first or y in second:
            return None if first.get(x) is y and second.get(y) is x else []
        first[x], second[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return []
        for i, (p, q) in enumerate(zip(x.next_functions, y.next_functions)):
            if p[0] is None and q[0] is None:
                continue
            if p[0] is None or q[0] is None or p[1] != q[1]:
                return [i]
            below = walk(p[0], q[0])
            if below:
                return [i] + below
        return None

    return walk(a, b)

# %% wrong: reversed_path
# why: The positions are put together in the wrong order: the path leads from the difference up to the top.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    first, second = {}, {}

    def walk(x, y):
        if x in first or y in second:
            return None if first.get(x) is y and second.get(y) is x else []
        first[x], second[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return []
        for i, (p, q) in enumerate(zip(x.next_functions, y.next_functions)):
            if p[0] is None and q[0] is None:
                continue
            if p[0] is None or q[0] is None or p[1] != q[1]:
                return [i]
            below = walk(p[0], q[0])
            if below is not None:
                return below + [i]
        return None

    return walk(a, b)

# %% wrong: length_not_compared
# why: The number of inputs is not compared; zip stops at the shorter list, and the rest is never looked at.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a or y in partner_of_b:
            if partner_of_a.get(x) is y and partner_of_b.get(y) is x:
                return None
            return path
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name():
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: outputs_not_compared
# why: The numbers of the outputs are not compared: p * q and q * p of an unbind count as the same.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a or y in partner_of_b:
            if partner_of_a.get(x) is y and partner_of_b.get(y) is x:
                return None
            return path
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: none_skipped
# why: An input that is None on one side only is skipped; it is a difference.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a or y in partner_of_b:
            if partner_of_a.get(x) is y and partner_of_b.get(y) is x:
                return None
            return path
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None or q is None:
                continue
            if p_out != q_out:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: position_missing
# why: For a None or another output the path of the node above is returned; the position of the input is missing.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a or y in partner_of_b:
            if partner_of_a.get(x) is y and partner_of_b.get(y) is x:
                return None
            return path
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return path
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: breadth_first
# why: The graphs are walked level by level; what is below an input must be compared before the next position.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    first, second = {}, {}
    queue = [(a, b, [])]
    while queue:
        x, y, path = queue.pop(0)
        if x in first or y in second:
            if first.get(x) is y and second.get(y) is x:
                continue
            return path
        first[x], second[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        for i, (p, q) in enumerate(zip(x.next_functions, y.next_functions)):
            if p[0] is None and q[0] is None:
                continue
            if p[0] is None or q[0] is None or p[1] != q[1]:
                return path + [i]
            queue.append((p[0], q[0], path + [i]))
    return None

# %% wrong: outputs_first
# why: All inputs of a node are checked for None and outputs first, and only then walked into: a difference below input 0 should come before one at input 1.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a or y in partner_of_b:
            if partner_of_a.get(x) is y and partner_of_b.get(y) is x:
                return None
            return path
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        both = list(zip(x.next_functions, y.next_functions))
        for i, (p, q) in enumerate(both):
            if (p[0] is None) != (q[0] is None) or p[1] != q[1]:
                return path + [i]
        pairs = both
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: shared_path
# why: The path is one list to which positions are added, but never taken off when an input was the same.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    first, second = {}, {}
    path = []

    def differ(x, y):
        if x in first or y in second:
            return not (first.get(x) is y and second.get(y) is x)
        first[x], second[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return True
        for i, (p, q) in enumerate(zip(x.next_functions, y.next_functions)):
            if p[0] is None and q[0] is None:
                continue
            path.append(i)
            if p[0] is None or q[0] is None or p[1] != q[1]:
                return True
            if differ(p[0], q[0]):
                return True
        return False

    return path if differ(a, b) else None

# %% wrong: empty_for_same
# why: If the graphs are the same, [] is returned: that is the path of the top, and not None.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a or y in partner_of_b:
            if partner_of_a.get(x) is y and partner_of_b.get(y) is x:
                return None
            return path
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    found = walk(a, b, [])
    return found or []

# %% wrong: nodes_by_identity
# why: Leaves are compared by identity: two graphs with leaves of their own are never the same, and a * b differs from b * a.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x.name() == "AccumulateGrad":
            return None if x is y else path
        if x in partner_of_a or y in partner_of_b:
            if partner_of_a.get(x) is y and partner_of_b.get(y) is x:
                return None
            return path
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: none_not_asked
# why: An input may be None, which has no name(): an error is raised (or two None are remembered as a node).
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a or y in partner_of_b:
            if partner_of_a.get(x) is y and partner_of_b.get(y) is x:
                return None
            return path
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p_out != q_out:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        return None

    return walk(a, b, [])

# %% wrong: result_not_handed_up
# why: The result of the call for the inputs is thrown away: only differences at the top and its inputs are found.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a or y in partner_of_b:
            if partner_of_a.get(x) is y and partner_of_b.get(y) is x:
                return None
            return path
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return here
            walk(p, q, here)
        return None

    return walk(a, b, [])

# %% wrong: first_input_returned
# why: The first comparison below is returned, also when it finds nothing: later inputs are never looked at.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a or y in partner_of_b:
            if partner_of_a.get(x) is y and partner_of_b.get(y) is x:
                return None
            return path
        partner_of_a[x], partner_of_b[y] = y, x
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return here
            return walk(p, q, here)
        return None

    return walk(a, b, [])

# %% wrong: memory_after
# why: What is remembered is None instead of the partner, so that a node met twice with the same partner counts as a difference.
@piece
def first_difference(a, b):
    """The path to the first difference of two graphs, or None."""
    partner_of_a, partner_of_b = {}, {}

    def walk(x, y, path):
        if x in partner_of_a or y in partner_of_b:
            if partner_of_a.get(x) is y and partner_of_b.get(y) is x:
                return None
            return path
        if x.name() != y.name() or len(x.next_functions) != len(y.next_functions):
            return path
        pairs = zip(x.next_functions, y.next_functions)
        for i, ((p, p_out), (q, q_out)) in enumerate(pairs):
            here = path + [i]
            if p is None and q is None:
                continue
            if p is None or q is None or p_out != q_out:
                return here
            found = walk(p, q, here)
            if found is not None:
                return found
        partner_of_a[x], partner_of_b[y] = None, None
        return None

    return walk(a, b, [])
