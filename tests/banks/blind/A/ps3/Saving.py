# %% right: pair
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


# %% right: dict
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        kept = {}
        kept["tensor"] = tensor
        kept["version then"] = tensor._version
        return kept

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor = kept["tensor"]
        version_now = tensor._version
        version_then = kept["version then"]
        if version_now == version_then:
            return tensor
        else:
            raise changed_error(tensor, version_then)


# %% right: small_class
class Box:
    def __init__(self, tensor):
        self.tensor = tensor
        self.version = tensor._version

    def changed(self):
        return self.tensor._version > self.version


@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return Box(tensor)

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        if kept.changed():
            error = changed_error(kept.tensor, kept.version)
            raise error
        return kept.tensor


# %% right: closure
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        then = tensor._version

        def get():
            if tensor._version - then:
                raise changed_error(tensor, then)
            return tensor

        return get

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        return kept()


# %% right: index_style
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return [tensor._version, tensor]

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        unchanged = kept[1]._version == kept[0]
        if not unchanged:
            raise changed_error(kept[1], kept[0])
        return kept[1]


# %% wrong: clone
# why: A copy is kept: it costs memory, is not the very tensor, and its version never changes, so no change is noticed.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        tensor = tensor.clone()
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor


# %% wrong: detached
# why: detach() makes another tensor without a history: changes are noticed, but a second derivative is lost.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return tensor.detach(), tensor._version

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor


# %% wrong: unpack_detaches
# why: The right thing is kept and compared, but unpack hands out tensor.detach(), which is not that very tensor and has no history.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return (tensor, tensor._version)

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        if kept[0]._version != kept[1]:
            raise changed_error(kept[0], kept[1])
        return kept[0].detach()


# %% wrong: only_tensor
# why: Only the tensor is kept, not its version; no change is ever noticed.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return tensor

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        return kept


# %% wrong: version_read_late
# why: The version is read in unpack and compared with itself; the version at the time of pack is not known to anybody.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return tensor

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        version = kept._version
        if kept._version != version:
            raise changed_error(kept, version)
        return kept


# %% wrong: against_zero
# why: It complains about any tensor whose version is not 0, also if all the changes were made before pack.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return tensor

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        if kept._version > 0:
            raise changed_error(kept, 0)
        return kept


# %% wrong: compares_numbers
# why: It compares the numbers with a copy instead of the versions: the copy costs memory, and a change that adds 0 is not noticed.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return tensor, tensor.detach().clone(), tensor._version

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, copy, version = kept
        if (tensor.detach() != copy).any():
            raise changed_error(tensor, version)
        return tensor


# %% wrong: error_returned
# why: The error is returned instead of raised; the backward gets an exception object in the place of a tensor.
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
            return changed_error(tensor, version)
        return tensor


# %% wrong: error_not_raised
# why: changed_error(...) only makes the error; without raise nothing happens, and the changed tensor is returned.
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
            changed_error(tensor, version)
        return tensor


# %% wrong: own_words
# why: A RuntimeError of its own words is raised instead of the one that changed_error makes; the versions are not in it.
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
            raise RuntimeError("the tensor was changed in place")
        return tensor


# %% wrong: version_now_in_error
# why: changed_error gets the version that the tensor has now instead of the one it had at pack; the message expects the wrong version.
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
            raise changed_error(tensor, tensor._version)
        return tensor


# %% wrong: one_slot_for_all
# why: The version is kept in a variable of the class; the next pack overwrites it, so with two saved tensors the first is compared with the version of the second.
@piece
class Saving:
    version = None

    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        Saving.version = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        if kept._version != Saving.version:
            raise changed_error(kept, Saving.version)
        return kept


# %% wrong: dict_by_id
# why: Versions are kept in a table by id(tensor): if the same tensor is packed again after a change, the old version is forgotten and the first unpack notices nothing.
versions = {}


@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        versions[id(tensor)] = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        version = versions[id(kept)]
        if kept._version != version:
            raise changed_error(kept, version)
        return kept


# %% wrong: returns_pair
# why: unpack returns what pack kept, the pair, instead of the tensor in it.
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
        return kept


# %% wrong: less_than
# why: The comparison points the wrong way: versions only grow, so the version now is never less than the one then, and no change is noticed.
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
        if tensor._version < version:
            raise changed_error(tensor, version)
        return tensor


# %% wrong: unpack_once
# why: pop takes the things out of the kept list, so a second unpack (saved_tensors read twice, or retain_graph) finds nothing.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return [tensor, tensor._version]

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        version = kept.pop()
        tensor = kept.pop()
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor


# %% wrong: weak_reference
# why: Only a weak reference is kept: if nobody else holds the tensor, it is gone before backward, and unpack has nothing to return.
import weakref


@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return weakref.ref(tensor), tensor._version

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        reference, version = kept
        tensor = reference()
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor


# %% wrong: only_if_requires_grad
# why: The versions are compared only for tensors that require grad; a saved tensor without grad that was changed spoils the gradient of the other just as well.
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
        if tensor.requires_grad and tensor._version != version:
            raise changed_error(tensor, version)
        return tensor


# %% wrong: complains_in_pack
# why: pack refuses a tensor that was changed before; what happened before pack does not matter.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        if tensor._version != 0:
            raise changed_error(tensor, 0)
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor


# %% wrong: condition_upside_down
# why: The condition is the wrong way round: it raises when the versions are equal, and lets a changed tensor pass.
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
        if tensor._version == version:
            raise changed_error(tensor, version)
        return tensor


# %% wrong: pair_swapped
# why: pack returns (version, tensor) and unpack takes it apart as (tensor, version): an int has no _version.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return tensor._version, tensor

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor
