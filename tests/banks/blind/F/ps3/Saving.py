# %% right: pair
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% right: dictionary
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        box = {}
        box["tensor"] = tensor
        box["version"] = tensor._version
        return box

    @staticmethod
    def unpack(kept):
        if kept["tensor"]._version == kept["version"]:
            return kept["tensor"]
        else:
            error = changed_error(kept["tensor"], kept["version"])
            raise error

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

# %% right: small_class
class Parcel:
    def __init__(self, tensor):
        self.tensor = tensor
        self.version = tensor._version

    def open(self):
        if self.version != self.tensor._version:
            raise changed_error(self.tensor, self.version)
        return self.tensor


@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return Parcel(tensor)

    @staticmethod
    def unpack(kept):
        return kept.open()

# %% right: list_and_index
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return [tensor._version, tensor]

    @staticmethod
    def unpack(kept):
        changes = kept[1]._version - kept[0]
        if changes:
            raise changed_error(kept[1], kept[0])
        return kept[1]

# %% right: default_argument
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return lambda version=tensor._version: (tensor, version)

    @staticmethod
    def unpack(kept):
        tensor, then = kept()
        now = tensor._version
        if now == then:
            return tensor
        raise changed_error(tensor, then)

# %% wrong: clone
# why: A copy is kept: it costs memory, and it is not that very tensor.
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

# %% wrong: clone_and_original
# why: A copy is kept beside the tensor and handed back in its place.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor.clone(), tensor._version

    @staticmethod
    def unpack(kept):
        tensor, copy, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return copy

# %% wrong: detach
# why: detach() gives a tensor without history, so a second derivative is lost.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor.detach(), tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: detach_in_unpack
# why: What comes back is detached from its history.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor.detach()

# %% wrong: version_read_late
# why: The version is read in unpack, where it is the version now, so no change is ever noticed.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor

    @staticmethod
    def unpack(kept):
        version = kept._version
        if kept._version != version:
            raise changed_error(kept, version)
        return kept

# %% wrong: no_check
# why: Nothing compares the versions, so a changed tensor is handed out.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor

    @staticmethod
    def unpack(kept):
        return kept

# %% wrong: version_zero
# why: It compares with version 0 instead of the version at pack: what happened before pack does not matter.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor

    @staticmethod
    def unpack(kept):
        if kept._version != 0:
            raise changed_error(kept, 0)
        return kept

# %% wrong: compares_values
# why: The numbers are copied and compared, which costs memory and misses a change that added 0.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor.detach().numpy().copy()

    @staticmethod
    def unpack(kept):
        tensor, numbers = kept
        if (tensor.detach().numpy() != numbers).any():
            raise changed_error(tensor, tensor._version - 1)
        return tensor

# %% wrong: only_requires_grad
# why: Changes are noticed only for tensors that require grad, though any saved tensor may have been changed.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor.requires_grad and tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: version_on_class
# why: The version is kept in one place for all tensors, so the next pack overwrites it.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        Saving.version = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        if kept._version != Saving.version:
            raise changed_error(kept, Saving.version)
        return kept

# %% wrong: dict_by_id
# why: The versions lie in one table by tensor, so packing the same tensor again later overwrites the first version.
@piece
class Saving:
    versions = {}

    @staticmethod
    def pack(tensor):
        Saving.versions[id(tensor)] = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        version = Saving.versions[id(kept)]
        if kept._version != version:
            raise changed_error(kept, version)
        return kept

# %% wrong: returns_error
# why: The error is returned, not raised.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            return changed_error(tensor, version)
        return tensor

# %% wrong: makes_error_only
# why: changed_error only makes the error; without raise nothing happens.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            changed_error(tensor, version)
        return tensor

# %% wrong: error_with_current_version
# why: The error is made with the version now instead of the version that was expected.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, tensor._version)
        return tensor

# %% wrong: swapped_error_arguments
# why: The two arguments of changed_error are in the wrong order.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(version, tensor)
        return tensor

# %% wrong: own_words
# why: The error is not the one that changed_error makes, so it does not tell the versions.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise RuntimeError("the saved tensor was changed in place")
        return tensor

# %% wrong: assertion
# why: assert raises an AssertionError instead of the RuntimeError of changed_error.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        assert tensor._version == version, "changed in place"
        return tensor

# %% wrong: off_by_one
# why: A single change is let pass; only the second one is noticed.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version > version + 1:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: raises_always
# why: With >= the error comes even if nothing was changed.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version >= version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: forgets_return_unpack
# why: unpack does not return the tensor.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)

# %% wrong: forgets_return_pack
# why: pack does not return anything, so there is nothing to unpack.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        kept = (tensor, tensor._version)

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: returns_pair
# why: unpack returns the pair instead of the tensor.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return kept

# %% wrong: weak
# why: A weak reference does not keep the tensor: when nobody else holds it, it is gone.
import weakref


@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return weakref.ref(tensor), tensor._version

    @staticmethod
    def unpack(kept):
        reference, version = kept
        tensor = reference()
        if tensor is not None and tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: a_view
# why: A view of the tensor is kept, which is another tensor than the one that was saved.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor.reshape(tensor.shape)[...], tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: refuses_old_changes
# why: pack refuses a tensor that was changed before, though that does not matter.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        if tensor._version != 0:
            raise changed_error(tensor, 0)
        return tensor, tensor._version

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: keeps_numbers
# why: An array is kept and a new tensor made of it: the history is gone and no change is noticed.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor.detach().numpy(), tensor._version

    @staticmethod
    def unpack(kept):
        array, version = kept
        return torch.tensor(array)

# %% wrong: version_plus_one
# why: The version is stored one too high, so an untouched tensor raises the error.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version + 1

    @staticmethod
    def unpack(kept):
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

