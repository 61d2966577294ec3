"""Answers to first_difference."""

from banks.answers.bank import answers_to

right, wrong = answers_to("first_difference")


def both_ways(a, b, partner, back):
    """Whether two nodes were met before, and if so, together."""
    if a in partner or b in back:
        return partner.get(a) is b and back.get(b) is a
    return None


def compared(
    a,
    b,
    met=both_ways,
    names=True,
    outputs=True,
    nones=True,
    inputs=lambda functions: list(enumerate(functions)),
):
    """The first difference; wrong where an argument says so."""
    partner, back = {}, {}

    def visit(a, b, path):
        before = met(a, b, partner, back)
        if before is not None:
            return None if before else path
        partner[a], back[b] = b, a
        if names and a.name() != b.name():
            return path
        if len(a.next_functions) != len(b.next_functions):
            return path
        pairs = zip(inputs(a.next_functions), inputs(b.next_functions), strict=False)
        for (i, (one, out)), (_, (two, other)) in pairs:
            here = [*path, i]
            if one is None or two is None:
                if nones and one is not two:
                    return here
                continue
            if outputs and out != other:
                return here
            found = visit(one, two, here)
            if found is not None:
                return found
        return None

    return visit(a, b, [])


@right
def recursive(a, b):
    return compared(a, b)


@right
def with_a_stack(a, b):
    partner, back, waiting = {}, {}, [(a, 0, b, 0, ())]
    while waiting:
        one, out, two, other, path = waiting.pop()
        if one is None and two is None:
            continue
        if one is None or two is None or out != other:
            return path
        if one in partner or two in back:
            if partner.get(one) is not two or back.get(two) is not one:
                return path
            continue
        partner[one], back[two] = two, one
        if one.name() != two.name():
            return path
        ours, theirs = one.next_functions, two.next_functions
        if len(ours) != len(theirs):
            return path
        for i in reversed(range(len(ours))):
            waiting.append((*ours[i], *theirs[i], (*path, i)))
    return None


def numbered(root):
    """Rows in reading order: path, name, and for a node met before its number."""
    number, rows = {}, []

    def visit(node, output, path):
        if node is None:
            rows.append((path, None, 0, 0, 0))
        elif node in number:
            rows.append((path, "again", number[node], output, 0))
        else:
            number[node] = len(number)
            size = len(node.next_functions)
            rows.append((path, node.name(), number[node], output, size))
            for i, (other, out) in enumerate(node.next_functions):
                visit(other, out, (*path, i))

    visit(root, 0, ())
    return rows


@right
def by_rows(a, b):
    for one, two in zip(numbered(a), numbered(b), strict=False):
        if one != two:
            return one[0]
    return None


@right
def a_list_for_the_path(a, b):
    found = compared(a, b)
    return None if found is None else list(found)


@wrong("Only names are compared")
def names_only(a, b):
    return compared(a, b, met=lambda a, b, partner, back: None)


@wrong("order of the inputs is lost")
def sorted_inputs(a, b):
    def by_name(functions):
        return list(
            enumerate(sorted(functions, key=lambda f: f[0].name() if f[0] else ""))
        )

    return compared(a, b, inputs=by_name)


@wrong("all are called AccumulateGrad")
def leaves_by_name(a, b):
    def met(a, b, partner, back):
        if hasattr(a, "variable"):
            return None
        return both_ways(a, b, partner, back)

    return compared(a, b, met=met)


@wrong("not the other way round")
def one_way(a, b):
    def met(a, b, partner, back):
        return partner[a] is b if a in partner else None

    return compared(a, b, met=met)


@wrong("passed over")
def met_is_fine(a, b):
    def met(a, b, partner, back):
        return True if a in partner or b in back else None

    return compared(a, b, met=met)


@wrong("numbers of the outputs")
def without_outputs(a, b):
    return compared(a, b, outputs=False)


@wrong("None in one graph only")
def without_nones(a, b):
    return compared(a, b, nones=False)


@wrong("A condition is missing")
def without_names(a, b):
    return compared(a, b, names=False)


@wrong("opposite order")
def from_behind(a, b):
    return compared(a, b, inputs=lambda functions: list(enumerate(functions))[::-1])


@wrong("one position too short")
def path_too_short(a, b):
    found = compared(a, b)
    return found if found is None else found[:-1]


@wrong("wrong way round")
def path_turned(a, b):
    found = compared(a, b)
    return found if found is None else found[::-1]


@wrong("counted from 1")
def from_one(a, b):
    found = compared(a, b)
    return found if found is None else [i + 1 for i in found]


@wrong("level by level")
def broad(a, b):
    partner, back, waiting = {}, {}, [(a, 0, b, 0, ())]
    for one, out, two, other, path in waiting:
        if one is None and two is None:
            continue
        if one is None or two is None or out != other:
            return path
        if one in partner or two in back:
            if partner.get(one) is not two or back.get(two) is not one:
                return path
            continue
        partner[one], back[two] = two, one
        ours, theirs = one.next_functions, two.next_functions
        if one.name() != two.name() or len(ours) != len(theirs):
            return path
        for i in range(len(ours)):
            waiting.append((*ours[i], *theirs[i], (*path, i)))
    return None


@wrong("an object of type bool")
def yes_or_no(a, b):
    return compared(a, b) is None


@wrong("skip it")
def none_followed(a, b):
    if a.name() != b.name():
        return []
    pairs = zip(a.next_functions, b.next_functions, strict=False)
    for i, ((one, _), (two, _)) in enumerate(pairs):
        found = none_followed_by(one, two)
        if found is not None:
            return [i, *found]
    return None


def none_followed_by(a, b):
    return none_followed(a, b)
