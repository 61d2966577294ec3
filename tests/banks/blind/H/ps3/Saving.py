# %% right: dictionary
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return {"tensor": tensor, "version": tensor._version}

    @staticmethod
    def unpack(kept):
        tensor = kept["tensor"]
        if tensor._version == kept["version"]:
            return tensor
        raise changed_error(tensor, kept["version"])

# %% right: closure
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        then = tensor._version

        def give_back():
            if tensor._version != then:
                raise changed_error(tensor, then)
            return tensor

        return give_back

    @staticmethod
    def unpack(kept):
        return kept()

# %% wrong: detached
# why: What is kept is a detached tensor. It shares the version, but has no history, so a second derivative does not go through it.
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

# %% wrong: version_on_the_tensor
# why: The version is written onto the tensor itself. If the tensor is changed and packed a second time, the first packing takes the new version for its own and notices nothing.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        tensor.packed_version = tensor._version
        return tensor

    @staticmethod
    def unpack(kept):
        if kept._version > kept.packed_version:
            raise changed_error(kept, kept.packed_version)
        return kept

# %% wrong: never_changed_at_all
# why: It asks whether the tensor was ever changed, not whether it was changed since pack. A tensor that had version 2 when it was packed raises an error.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return (tensor,)

    @staticmethod
    def unpack(kept):
        (tensor,) = kept
        if tensor._version != 0:
            raise changed_error(tensor, 0)
        return tensor

# %% wrong: values_compared
# why: A copy is kept and the values are compared. That costs memory, and a change that adds 0 is not noticed.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version, tensor.detach().clone()

    @staticmethod
    def unpack(kept):
        tensor, version, copy = kept
        same = (tensor.detach() == copy).all().item()
        if not same:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: shared_counter
# why: The list of the counter is kept, not the number in it. The list goes on counting, so the two are always equal and no change is noticed.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        return tensor, tensor._version_counter

    @staticmethod
    def unpack(kept):
        tensor, counter = kept
        if tensor._version_counter != counter:
            raise changed_error(tensor, counter[0])
        return tensor
