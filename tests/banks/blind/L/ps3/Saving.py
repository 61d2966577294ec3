# %% right: pair_of_tensor_and_version
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% right: dictionary
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return {"tensor": tensor, "version": tensor._version}

    @staticmethod
    def unpack(kept):
        if kept["tensor"]._version == kept["version"]:
            return kept["tensor"]
        raise changed_error(kept["tensor"], kept["version"])

# %% right: namedtuple
from collections import namedtuple

Kept = namedtuple("Kept", ["value", "number"])


@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return Kept(value=tensor, number=int(tensor._version))

    @staticmethod
    def unpack(kept):
        changes = kept.value._version - kept.number
        if changes:
            raise changed_error(kept.value, kept.number)
        return kept.value

# %% right: closure
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        then = tensor._version

        def give_back():
            if tensor._version > then:
                raise changed_error(tensor, then)
            return tensor

        return give_back

    @staticmethod
    def unpack(kept):
        return kept()

# %% wrong: clone_is_kept
# why: A clone is kept. It costs memory of its own, is not that very tensor, and its version never changes when the original does, so a change is not
# noticed; the tensor itself must be kept.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        copy = tensor.clone()
        return copy, copy._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: detached_on_the_way_out
# why: unpack returns a detached tensor without history. It must return that very tensor, or a backward that is differentiated itself has
# nothing to go on from.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return (tensor, tensor._version)

    @staticmethod
    def unpack(kept):
        if kept[0]._version != kept[1]:
            raise changed_error(kept[0], kept[1])
        return kept[0].detach()

# %% wrong: counter_kept_instead_of_its_number
# why: It keeps the list _version_counter itself, which goes on counting with the tensor. Compared later the two are always equal, so no change
# is noticed; the number must be read in pack.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version_counter

    @staticmethod
    def unpack(kept):
        tensor, counter = kept
        if tensor._version != counter[0]:
            raise changed_error(tensor, counter[0])
        return tensor

# %% wrong: any_change_ever
# why: It raises an error if the tensor was changed at any time, also before pack. Only changes since pack count, so the version must be compared
# with the one at that time.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor

    @staticmethod
    def unpack(kept):
        if kept._version > 0:
            raise changed_error(kept, 0)
        return kept

# %% wrong: only_tensors_that_require_grad
# why: The version is compared only if the tensor requires grad. A constant that was changed makes the gradient wrong as well; the error must
# come whether the tensor requires grad or not.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, expected = kept
        if tensor.requires_grad and tensor._version != expected:
            raise changed_error(tensor, expected)
        return tensor

# %% wrong: values_are_compared
# why: It keeps a copy of the values and compares them. A change that adds 0 is not noticed, and the copy costs memory; only the versions are to be compared.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version, tensor.detach().clone()

    @staticmethod
    def unpack(kept):
        tensor, version, old = kept
        if not bool((tensor.detach() == old).all()):
            raise changed_error(tensor, version)
        return tensor

# %% wrong: error_made_but_not_raised
# why: The error is made by changed_error but not raised, so it is lost and the changed tensor is returned. The word raise is missing.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return [tensor, tensor._version]

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if version != tensor._version:
            changed_error(tensor, version)
        return tensor

# %% wrong: one_version_for_each_tensor
# why: The versions stand in a table with one entry for each tensor. If a tensor is packed again after a change, the new entry replaces the older one, and the
# first saving no longer notices the change; each pack must keep its own number.
VERSIONS = {}


@piece
class Saving:
    @staticmethod
    def pack(tensor):
        VERSIONS[id(tensor)] = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        version = VERSIONS[id(kept)]
        if kept._version != version:
            raise changed_error(kept, version)
        return kept
