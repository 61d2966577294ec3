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

# %% right: dict_with_names
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return {"what": tensor, "when": int(tensor._version)}

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        unchanged = kept["what"]._version == kept["when"]
        if unchanged:
            return kept["what"]
        raise changed_error(kept["what"], kept["when"])

# %% right: a_small_closure
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        then = tensor._version

        def look():
            if tensor._version > then:
                raise changed_error(tensor, then)
            return tensor

        return look

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        return kept()

# %% wrong: keeps_a_copy
# why: pack keeps a clone, which costs memory, is another tensor than the saved one, and never notices a change.
# Keep the tensor itself and its version.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        copy = tensor.clone()
        return copy, copy._version

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, version)
        return tensor

# %% wrong: kept_without_history
# why: The tensor is detached before it is kept, so what comes back has no history, and a second derivative
# does not flow through it. That very tensor must come back.
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

# %% wrong: version_read_too_late
# why: The version is read in unpack, where it is the version now, and then compared with itself. No change is
# ever noticed; it must be read in pack.
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

# %% wrong: version_on_the_class
# why: The version is kept on the class, where the next tensor that is packed overwrites it. Each tensor must
# keep its own version, as in a pair.
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

# %% wrong: error_with_the_version_of_now
# why: changed_error gets the version that the tensor has now. It wants the one that it had when it was packed,
# for the message says which version was expected.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return [tensor, tensor._version]

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, version = kept
        if tensor._version != version:
            raise changed_error(tensor, tensor._version)
        return tensor

# %% wrong: error_returned
# why: The error is made and returned like a value, and nobody is stopped by it. It must be raised.
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

# %% wrong: counter_shared
# why: pack keeps the list that counts the versions, and that list counts on: in unpack it always agrees with
# the tensor. Keep the number that stands in it at that moment.
@piece
class Saving:
    @staticmethod
    def pack(tensor):
        """What to keep of a tensor for backward."""
        return tensor, tensor._version_counter

    @staticmethod
    def unpack(kept):
        """The tensor. RuntimeError if it was changed in place since."""
        tensor, counter = kept
        if tensor._version != counter[0]:
            raise changed_error(tensor, counter[0])
        return tensor

# %% wrong: only_if_it_requires_grad
# why: A change is noticed only for tensors that require grad. A saved tensor that requires none stands in
# gradients of others, and its changes make them wrong as well.
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

# %% wrong: any_change_ever
# why: unpack compares the version with 0, so a tensor that was changed before it was saved raises an error.
# Only changes since pack count.
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

# %% wrong: pair_returned
# why: unpack returns what was kept, the pair of tensor and version. It must return the tensor alone.
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
            return kept
        raise changed_error(tensor, version)
