"""Pickles and odd arrays, where the judge expects arrays of numbers."""

from .kit import LEFT, WON, attack
from .replies import replying

PICKLE = f"""
class Evil:
    def __reduce__(self):
        return (os.system, ("touch /tmp/{LEFT}; echo {WON}",))
"""
REPACK = """
def repacked(arrays, **more):
    file = io.BytesIO()
    np.savez(file, **arrays, **more)
    return file.getvalue()
def numbers(payload):
    return dict(np.load(io.BytesIO(payload)))
"""


@attack
def a_pickle_in_the_place_of_arrays(work):
    replying(
        work, PICKLE + "def reply(header, payload): return header, pickle.dumps(Evil())"
    )


@attack
def objects_in_an_npz(work):
    replying(
        work,
        PICKLE
        + REPACK
        + """
def reply(header, payload):
    objects = np.empty(9, object)
    objects[:] = Evil()
    header["index"] = [["object", shape] for _, shape in header["index"]]
    return header, repacked({"object": objects, "float64": objects})
""",
    )


@attack
def nan_for_all(work):
    replying(
        work,
        REPACK
        + """
def reply(header, payload):
    found = numbers(payload)
    for each in found.values():
        if each.dtype.kind == "f":
            each[:] = np.nan
    return header, repacked(found)
""",
    )


@attack
def infinity_for_all(work):
    replying(
        work,
        REPACK
        + """
def reply(header, payload):
    found = numbers(payload)
    for each in found.values():
        if each.dtype.kind == "f":
            each[:] = np.inf
    return header, repacked(found)
""",
    )


@attack
def structured_and_complex_numbers(work):
    replying(
        work,
        REPACK
        + """
def reply(header, payload):
    found = numbers(payload)
    odd = np.zeros(found["float64"].size, [("a", "f8"), ("b", "O", 0)])
    return header, repacked({"float64": np.zeros(99, "c16"), "float32": odd["a"]})
""",
    )


@attack
def shapes_of_every_form(work):
    replying(
        work,
        """
odd = [[-1], [10**18], [0, 10**30], [True], [1.5], "ab", None, [[1]], [1] * 99, 3]
def reply(header, payload):
    index = header["index"]
    for number in range(len(index)):
        index[number] = ["float64", odd[number % len(odd)]]
    return header, payload
""",
    )


@attack
def an_empty_shape_that_is_huge(work):
    replying(
        work,
        """
def reply(header, payload):
    header["index"] = [["float64", [0, 10**30]] for _ in header["index"]]
    return header, payload
""",
    )


@attack
def more_arrays_than_it_says(work):
    replying(
        work,
        """
def reply(header, payload):
    header["index"] = header["index"] * 500
    return header, payload
""",
    )


@attack
def a_zip_bomb(work):
    replying(
        work,
        """
def reply(header, payload):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as target:
        with target.open("float64.npy", "w", force_zip64=True) as entry:
            np.lib.format.write_array_header_1_0(
                entry, {"descr": "<f8", "fortran_order": False, "shape": (10**9,)})
            for _ in range(300):
                entry.write(bytes(10**6))
    return header, file.getvalue()
""",
    )


@attack
def a_header_that_claims_terabytes(work):
    replying(
        work,
        """
def reply(header, payload):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as target, target.open("float64.npy", "w") as entry:
        np.lib.format.write_array_header_1_0(
            entry, {"descr": "<f8", "fortran_order": False, "shape": (10**12,)})
    return header, file.getvalue()
""",
    )


@attack
def paths_and_copies_in_an_npz(work):
    replying(
        work,
        f"""
def reply(header, payload):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as target:
        for name in ("/tmp/{LEFT}.npy", "../../{LEFT}.npy", "float64.npy"):
            target.writestr(name, b"evil")
    return header, file.getvalue()
""",
    )


RETURNED = {
    "object_arrays": "np.full(np.broadcast(a, b).shape, None, object)",
    "a_matrix": "np.matrix([[1.0]])",
    "masked_numbers": "np.ma.masked_all(np.broadcast(a, b).shape)",
    "one_number_seen_often": (
        "np.lib.stride_tricks.as_strided(np.zeros(1), (10**6, 10**6), (0, 0))"
    ),
    "texts": "np.array(['4.0'])",
    "dates": "np.array(['2026-01-01'], 'M8[D]')",
    "a_mapped_file": "np.memmap('map', shape=np.broadcast(a, b).shape, mode='w+')",
    "a_mapped_device": "np.memmap('/dev/zero', shape=(5,), mode='r')",
}


PIECE = """
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        return {0}
    @staticmethod
    def backward(ctx, grad):
        a = b = grad
        return {0}, {0}
"""


def _returning(name, formula):
    def act(work):
        work.cell(PIECE.format(formula))

    act.__name__ = f"returns_{name}"
    return act


for _name, _formula in RETURNED.items():
    attack(_returning(_name, _formula))


@attack
def an_array_that_equals_everything(work):
    work.cell(
        """
class Any(np.ndarray):
    def __eq__(self, other): return np.True_
    def __array_ufunc__(self, *args, **options): return Any((1,))
    def __array_function__(self, *args, **options): return Any((1,))
    def __reduce__(self): return (print, ("pickled",))
"""
        + PIECE.format("Any((1,))")
    )
